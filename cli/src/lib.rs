//! The command line, one module per subcommand. Each parses its arguments, calls the library and prints.
//!
//! Results go to stdout, progress and diagnostics to stderr.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod args;
mod batch;
mod benchmark;
mod cases;
mod certificate;
mod check;
mod completions;
mod cubes;
mod decode;
mod encode;
mod enumerate;
mod exit;
mod files;
mod graph;
mod improve;
mod interrupt;
mod list;
mod loading;
mod man;
mod merge;
mod output;
mod page;
mod progress;
mod prove;
mod puzzle;
mod scramble;
mod show;
mod solve;
mod state_files;
mod sys;
mod verify;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use twistsat::control::Stop;
use twistsat::{platform, text};

use crate::files::path_conflicts;
use exit::{Exit, Failure, INTERRUPTED, usage};

const AFTER_HELP: &str = "\
Exit codes: 0 success; 1 error; 2 usage error; 20 no solution within the budget, every length up to \
it refuted (with --turns N: no solution of exactly N turns); 30 unknown, or a solution that was not \
proved minimal before a limit or Ctrl-C; 130 ended by Ctrl-C, SIGTERM or SIGHUP before there was \
anything to report.

Example: twistsat solve pocket --scramble \"R U2 F'\"";

/// Shortest turn sequences for twisty puzzles, found and proved minimal by SAT solving and graph search.
#[derive(Parser)]
#[command(name = "twistsat", version, after_help = AFTER_HELP, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Find a shortest solution, and refute every shorter length
    Solve(solve::Args),
    /// Write the formula "solved in exactly N turns" (or "in at most N") as DIMACS or for other
    /// solvers, with a map of its variables
    Encode(encode::Args),
    /// Split a question into cubes for other SAT solvers
    Cubes(cubes::Args),
    /// Translate a solver's model back into turns
    Decode(decode::Args),
    /// Print every solution of a given length, or every shortest one
    Enumerate(enumerate::Args),
    /// Find the shortest algorithms for a set of cases, as a table
    Cases(cases::Args),
    /// Search the graph of all states, without SAT
    Graph(graph::Args),
    /// Write families of benchmark formulas for solvers, with an index of their known answers
    Benchmark(benchmark::Args),
    /// Prove that there is no solution of N turns or fewer, and write a certificate
    Prove(prove::Args),
    /// Verify a certificate
    Verify(verify::Args),
    /// Check a proof that a formula is unsatisfiable
    Check(check::Args),
    /// Turn a list of solutions into questions for --batch: is there one with fewer turns?
    Improve(improve::Args),
    /// Check the answers that --batch --resume wrote, and join them into a table
    Merge(merge::Args),
    /// Print random scrambles
    Scramble(scramble::Args),
    /// Draw a state as a net
    Show(show::Args),
    /// Write the page for browsers, or serve it on this machine
    Page(page::Args),
    /// Describe a puzzle; check and convert puzzle files
    Puzzle(puzzle::Args),
    /// List puzzles, recipes, plans, costs, cases, goals or solvers
    List(list::Args),
    /// Print a shell completion script
    Completions(completions::Args),
    /// Print the man page, or write all of them to a folder
    Man(man::Args),
}

/// The definition of the command line, from which completions and man pages are made. Tests compare the documentation
/// with it.
pub fn definition() -> clap::Command {
    fn ignore_case(command: clap::Command) -> clap::Command {
        let command = command.mut_args(|arg| arg.ignore_case(true));
        command.mut_subcommands(ignore_case)
    }
    ignore_case(Cli::command())
}

/// Runs the command line of this process.
pub fn run() -> ExitCode {
    sys::limit_malloc_arenas();
    suppress_solver_panics();
    sys::survive_file_size_limit();
    if let Err(failure) = interrupt::check_memory() {
        return exit_with(&failure.message(), Exit::Unknown as u8);
    }
    let cli = match parse() {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    let run = || interrupt::listen().and_then(|()| run_command(cli.command));
    let result = platform::catch_panic(run);
    let result = result.unwrap_or_else(|message| {
        Err(Failure::Error(format!(
            "internal error: {message}; please report it, with the command that you ran"
        )))
    });
    match result {
        Ok(exit) => ExitCode::from(exit as u8),
        Err(Failure::Usage(message)) => exit_with(&message, 2),
        Err(Failure::Error(message)) => exit_with(&message, 1),
        Err(Failure::Interrupted) if interrupt::stopped_by_memory() => {
            exit_with(&Stop::MemoryLimit.to_string(), Exit::Unknown as u8)
        }
        Err(Failure::Interrupted | Failure::Stopped(Stop::Cancelled, _)) => {
            exit_with("interrupted", INTERRUPTED)
        }
        Err(failure @ Failure::Stopped(..)) => exit_with(&failure.message(), Exit::Unknown as u8),
        Err(Failure::Reported) => ExitCode::FAILURE,
        Err(Failure::OutputClosed) => ExitCode::SUCCESS,
    }
}

/// The parsed command line, or the exit code if there is nothing to run.
fn parse() -> Result<Cli, ExitCode> {
    let error = match parse_words(std::env::args_os()) {
        Ok(cli) => return Ok(cli),
        Err(error) => error,
    };
    let words: Vec<String> = std::env::args_os()
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    match solve::Guide::run_if_no_state(&words) {
        None => Err(report_parse_error(error)),
        Some(Ok(solve::Guide::Shown)) => Err(ExitCode::from(2)),
        Some(Ok(solve::Guide::Completed(words))) => parse_words(words).map_err(report_parse_error),
        Some(Err(failure)) => Err(exit_with(&failure.message(), 2)),
    }
}

fn parse_words(words: impl IntoIterator<Item: Into<OsString> + Clone>) -> Result<Cli, clap::Error> {
    let matches = definition().try_get_matches_from(words)?;
    Cli::from_arg_matches(&matches)
}

fn run_command(command: Command) -> Result<Exit, Failure> {
    match command {
        Command::Solve(args) => solve::run(args),
        Command::Encode(args) => encode::run(args),
        Command::Cubes(args) => cubes::run(args),
        Command::Decode(args) => decode::run(args),
        Command::Enumerate(args) => enumerate::run(args),
        Command::Cases(args) => cases::run(args),
        Command::Graph(args) => graph::run(args),
        Command::Benchmark(args) => benchmark::run(args),
        Command::Prove(args) => prove::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Check(args) => check::run(args),
        Command::Improve(args) => improve::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Scramble(args) => scramble::run(args),
        Command::Show(args) => show::run(args),
        Command::Page(args) => page::run(&args),
        Command::Puzzle(args) => puzzle::run(args),
        Command::List(args) => list::run(args),
        Command::Completions(args) => completions::run(&args, definition()),
        Command::Man(args) => man::run(&args, definition()),
    }
}

/// Prints the error of the command line, or the help if the user asked for it.
fn report_parse_error(mut error: clap::Error) -> ExitCode {
    suggest_option(&mut error);
    let code = u8::try_from(error.exit_code()).unwrap_or(1);
    match error.print().map_err(output::output_error) {
        Err(Failure::Error(message)) => exit_with(&message, 1),
        _ => ExitCode::from(code),
    }
}

/// If the error is about an unexpected word, such as turns without an option, adds options that it may belong to.
fn suggest_option(error: &mut clap::Error) {
    let usage = error.get(ContextKind::Usage).map(ToString::to_string);
    if let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidArg)
        && error.kind() == ErrorKind::UnknownArgument
        && !word.starts_with('-')
        && usage.is_some_and(|usage| usage.contains("--scramble"))
    {
        let tip = format!("turns need an option: --scramble \"{word}\"; so does a state: --state");
        let tip = ContextValue::StyledStrs(vec![tip.into()]);
        error.insert(ContextKind::Suggested, tip);
    }
}

/// Suppresses Rust's report of a panic on a solver thread: the panic is caught and reported as an error of the solver, not
/// of this program.
fn suppress_solver_panics() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let thread = std::thread::current();
        let solver = |name| twistsat::solver::all().any(|solver| solver.name() == name);
        if !thread.name().is_some_and(solver) {
            report(panic);
        }
    }));
}

fn exit_with(message: &str, code: u8) -> ExitCode {
    // A message quotes input, which may contain malicious escape sequences.
    let lines: Vec<String> = message.lines().map(text::escape_invisible).collect();
    output::diagnose(&format!("error: {}", lines.join("\n")));
    ExitCode::from(code)
}

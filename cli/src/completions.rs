//! `twistsat completions`: scripts for shells that complete command lines.
//!
//! Everything is generated from the definition of the command line, except for the names of built-in data, which the
//! definition does not list because the command also accepts other spellings.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};
use clap_complete::{Shell, generate};
use twistsat::encode::Recipe;
use twistsat::notation::Notation;
use twistsat::plan::{PEEL, Plan};
use twistsat::problem::Cost;
use twistsat::puzzle::{Layout, Metric, Puzzle};
use twistsat::solver;

use super::{Exit, Failure, output};

const EXAMPLES: &str = "\
Examples:
  twistsat completions bash > ~/.local/share/bash-completion/completions/twistsat
  twistsat completions fish > ~/.config/fish/completions/twistsat.fish
  twistsat completions zsh > _twistsat

Zsh looks for `_twistsat` in the folders of $fpath. For PowerShell and Elvish, load the script in the \
shell's profile.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints the script for a command line.
pub(super) fn run(args: &Args, command: Command) -> Result<Exit, Failure> {
    let mut command = with_names(command);
    let name = command.get_name().to_owned();
    // Do not write to stdout directly: a closed pipe would cause a panic.
    let mut script = Vec::new();
    generate(args.shell, &mut command, &name, &mut script);
    output::print(&String::from_utf8_lossy(&script))?;
    if args.shell == Shell::Fish {
        let using = format!("__fish_{name}_using_subcommand");
        output::print(&puzzles_for_fish(&command, &name, &using))?;
    }
    Ok(Exit::Done)
}

/// The command line with the names of built-in data as possible values.
fn with_names(command: Command) -> Command {
    let complete = |arg: Arg| match names(&arg) {
        names if names.is_empty() => arg,
        names => arg.value_parser(PossibleValuesParser::new(names)),
    };
    command.mut_args(complete).mut_subcommands(with_names)
}

/// The possible names for the value of an argument, if known.
fn names(arg: &Arg) -> Vec<&'static str> {
    match arg.get_long() {
        Some("recipe") => Recipe::built_in_names().collect(),
        Some("plan") => Plan::built_in_names().chain([PEEL]).collect(),
        Some("cost-file") => Cost::built_in_names().collect(),
        Some("solver") => solver::all().map(|solver| solver.name()).collect(),
        Some("notation") => Notation::ALL.map(Notation::name).to_vec(),
        Some("layout" | "as") => Layout::ALL.map(Layout::name).to_vec(),
        Some("metric") => Metric::ALL.map(Metric::name).to_vec(),
        None if is_puzzle(arg) => Puzzle::built_in_names().collect(),
        _ => Vec::new(),
    }
}

/// Whether an argument begins with the name of a puzzle.
fn is_puzzle(arg: &Arg) -> bool {
    let mut names = arg.get_value_names().into_iter().flatten();
    arg.is_positional() && names.next().is_some_and(|name| name.starts_with("PUZZLE"))
}

/// Completions of puzzle names for Fish, because the generated script completes only values of options. `using` is the
/// condition in Fish that a subcommand is in use.
fn puzzles_for_fish(command: &Command, program: &str, using: &str) -> String {
    let names = Puzzle::built_in_names().collect::<Vec<_>>().join(" ");
    let mut script = String::new();
    for subcommand in command.get_subcommands() {
        let using = format!("{using} {}", subcommand.get_name());
        if subcommand.get_positionals().any(is_puzzle) {
            script += &format!("complete -c {program} -n \"{using}\" -f -a \"{names}\"\n");
        }
        let inside = format!("{using}; and __fish_seen_subcommand_from");
        script += &puzzles_for_fish(subcommand, program, &inside);
    }
    script
}

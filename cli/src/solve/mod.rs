//! `twistsat solve`.

mod batch;
mod certify;
mod guide;
mod help;
mod pictures;
mod staged;
mod staged_args;
mod task_args;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use crate::batch::{Batch, ListArgs, optional_with_batch};
use crate::certificate::CertificatePaths;
use crate::files::drafts;
use crate::output::Format;
use crate::path_conflicts::PathRegistry;
use crate::progress::Progress;
use crate::{Exit, Failure, args, output, usage};
use certify::Certifier;
pub(super) use guide::Guide;
use pictures::PictureArgs;
use staged_args::StagedArgs;
use task_args::TaskArgs;
use twistsat::answer::{Engine, ExtraTasks, Task, check_combination};
use twistsat::list::Request;
use twistsat::problem::Problem;
use twistsat::puzzle::Puzzle;
use twistsat::report;
use twistsat::report::{json, text};

const EXAMPLES: &str = "\
Examples:
  twistsat solve pocket --state \"F=RYOG U=YRGO D=WRBO R=GYWB L=BYWG B=BOWR\" --to solved
  twistsat solve pocket --state UFFURUURRFFRDBDDLDLLLBBB --format alg --jobs 0
  twistsat solve pocket --state UFFURUURRFFRDBDDLDLLLBBB --method table --format alg
  twistsat solve rubik --scramble \"R2 D' B U2 L F'\" --to cross --goal-up-to rotation
  twistsat solve rubik --scramble \"R2 D' B U2 L F' R D2 B' U\" --plan thistlethwaite
  twistsat solve rubik --scramble \"R U R' U' R' F R2\" --html player.html --svg turns.svg --link
  twistsat solve pocket --batch scrambles.txt --jobs 2 --format json > answers.jsonl
  twistsat solve pocket --batch scrambles.txt --shard 2/8 --resume answers-2.jsonl";

const USAGE: &str = "twistsat solve [PUZZLE] --scramble <TURNS>|--state <STATE>|--from <…>|--batch <FILE> [OPTIONS]";

/// Printed if a default time limit ended the search, because more time may improve the answer.
const HINT_TO_CONTINUE: &str = "note: the search ended by itself; --time-limit 10m continues for 10 minutes, --good-enough N until a solution has at most N turns";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES, mut_arg("puzzle", optional_with_batch), defer(help::arranged), override_usage = USAGE)]
pub(super) struct Args {
    #[command(flatten)]
    task: TaskArgs,
    #[command(flatten)]
    list: ListArgs,
    /// Use N threads; 0 means one per core. A formula is split on its first turn; with --batch, N
    /// lines are solved at a time [default: 1; with --method graph or table, and for large questions
    /// with --method auto, one per core]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(..=256))]
    jobs: Option<u16>,
    /// Also prove that nothing shorter exists, and write the certificate PREFIX.json with PREFIX.cnf
    /// and PREFIX.lrat
    #[arg(long, value_name = "PREFIX", conflicts_with_all = ["batch", "turns"])]
    certify: Option<PathBuf>,
    #[command(flatten)]
    staged: StagedArgs,
    #[command(flatten)]
    pictures: PictureArgs,
}

pub(super) fn run(args: Args) -> Result<Exit, Failure> {
    let Args {
        task: mut args,
        list,
        jobs,
        certify,
        staged,
        pictures,
    } = args;
    let jobs = jobs.map(args::threads);
    // With --batch, the limit is for each line.
    if list.path()?.is_none() {
        args.solver.start_limit();
    }
    // Proofs need formulas.
    if certify.is_some() && args.method == Engine::Auto {
        args.method = Engine::Sat;
    }
    let question = args.question()?;
    if args.problem.print_question(&question)? {
        return Ok(Exit::Done);
    }
    let method = args.method(&staged)?;
    let extras = ExtraTasks {
        batch: list.batch.is_some(),
        certify: certify.is_some(),
        pictures: pictures.is_requested(),
    };
    check_combination(&question, &method, extras)
        .map_err(|error| args.problem.explain_error(&error))?;
    if let Some(path) = &list.batch {
        let mut paths = PathRegistry::default();
        args.register_paths(&mut paths);
        let prepare = |request: &Request, puzzle: &Arc<Puzzle>, starts| {
            batch::prepare(&args, extras, request, puzzle, starts)
        };
        let batch = Batch {
            command: "solve",
            args: &list,
            problem: &args.problem,
            request: Request { question, method },
            options: args.solver.settings_outside_method(),
            format: args.format,
            jobs,
            quiet: args.quiet,
            prepare: &prepare,
            answer: &|asked| batch::answer(&args, asked),
        };
        return batch.run(path, paths, |_, _| Ok(()));
    }
    if let Some(prefix) = &certify {
        let checked = question.check_certifiable_goal("--certify");
        checked.map_err(|error| args.problem.explain_error(&error))?;
        let paths = CertificatePaths::new(prefix, certify::FORMAT)?;
        certify::check_paths(&args, &pictures, &[paths])?;
        drafts::check_folder(prefix)?;
    }
    pictures.check(&args)?;
    let task = args.task(question, method, &args.problem.puzzle.puzzle()?)?;
    let problem = args.problem.problem(task.question())?;
    let certify = certify.as_deref();
    if certify.is_some() {
        task.question()
            .check_names_one_goal(&problem, "--certify")?;
    }
    if task.solves_stages_by_sat() {
        return staged::run(&args, &task, &problem, jobs, certify, &pictures);
    }
    if certify.is_some() && task.peels(&problem) {
        return usage("--certify cannot be combined with peeling, which refutes nothing");
    }
    let certify = certify.map(|prefix| Certifier::new(&task, prefix, args.quiet));
    let certify = certify.transpose()?;
    solve_one(&args, &task, &problem, jobs, certify, &pictures)
}

/// Solves one problem.
fn solve_one(
    args: &TaskArgs,
    task: &Task,
    problem: &Problem,
    jobs: Option<NonZeroUsize>,
    certify: Option<Certifier<'_>>,
    pictures: &PictureArgs,
) -> Result<Exit, Failure> {
    let control = args.solver.control_on(jobs)?;
    let question = task.question();
    let is_anytime = task.solves_by_anytime_search(problem, &control);
    // An anytime search has a solution before the hint would appear.
    let only_sat = task.makes_formulas() && !is_anytime;
    let faster_engine = only_sat.then(|| Engine::likely_faster(problem)).flatten();
    let progress = if is_anytime {
        Progress::new(args.quiet)
    } else {
        Progress::of_search(args.quiet, problem, question.max_turns)
    };
    let progress = progress
        .with_formula_lines(!is_anytime, args.verbose)
        .with_notation(task.question().notation)
        .with_hint(faster_engine);
    let uses_own_plan = !is_anytime || task.stages().is_none();
    if let Some(Err(error)) = Task::own_plan(&problem.puzzle).filter(|_| uses_own_plan) {
        let name = problem.puzzle.plan().unwrap_or_default();
        progress.print_line(&format!(
            "note: the plan `{name}` of the puzzle file is not used: {error}"
        ));
    }
    let answer = task.solve(problem, &control, &|event| progress.show_event(event));
    let mut answer = answer.map_err(|error| args.problem.explain_error(&error))?;
    if answer.ended_at_default_limit && !question.is_peeling() {
        progress.print_line(HINT_TO_CONTINUE);
    }
    drop(progress);
    let unproved = match certify {
        Some(certify) => certify.certify(&answer.problem, &mut answer.found, &control)?,
        None => None,
    };
    let (problem, found, names) = (&answer.problem, &answer.found, json::Names::of(task));
    match args.format {
        Format::Json => output::print_json(&json::solve(problem, names, &answer))?,
        Format::Alg => match &found.solution {
            Some(solution) => {
                let turns = report::turns_with_tips(problem, names.notation, solution);
                output::print_line(&turns)?;
            }
            None => output::diagnose(&text::why_no_solution(found)),
        },
        Format::Text => {
            let turns = found.solution.as_ref();
            let turns = turns.map(|solution| solution.write(names.notation));
            output::print_answer(&text::answer(&answer, names.notation), turns.as_deref())?;
        }
    }
    pictures.draw_solution(problem, task, found, control.cancel_flag())?;
    Ok(match unproved {
        Some(_) => Exit::Unknown,
        None => answer.outcome.into(),
    })
}

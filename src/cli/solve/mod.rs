//! `twistsat solve`.

mod alg;
mod batch;
mod certify;
mod freed;
mod job;
mod peeled;
mod pictures;
mod ranged;
mod staged;
mod staged_args;
mod task;
mod task_args;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use crate::cli::args::{check_certified_goal, check_one_goal};
use crate::cli::certificate::Places;
use crate::cli::graph::method::hint;
use crate::cli::output::Format;
use crate::cli::progress::Progress;
use crate::cli::{Exit, Failure, args, output};
use crate::report::{json, text};
use alg::print_alg;
pub(super) use job::Prepared;
use pictures::PictureArgs;
use staged_args::StagedArgs;
use task::Task;
use task_args::TaskArgs;

const EXAMPLES: &str = "\
Examples:
  twistsat solve pocket --scramble \"R U2 F' R2 U F2 U' R F U\"
  twistsat solve pocket --state UFFULDRFRULBLLFRURBBDBDD --format alg
  twistsat solve pocket --state \"F=RYOG U=YRGO D=WRBO R=GYWB L=BYWG B=BOWR\" --to solved
  twistsat solve pocket --state UUUURLFBLRBFLLFFRRBBDDDD --jobs 0
  twistsat solve pocket --state UFFULDRFRULBLLFRURBBDBDD --method table --format alg
  twistsat solve rubik --scramble \"R U R' U' R' F R2\" --to solved --method meet
  twistsat solve rubik --scramble \"R2 D' B U2 L F' R D2 B' U\" --plan thistlethwaite
  twistsat solve rubik --scramble \"R U R' U' R' F R2\" --html player.html --svg turns.svg --link
  twistsat solve pocket --scramble \"R U2 F'\" --turns 3..6
  twistsat solve pocket --batch scrambles.txt --jobs 2 --format json > answers.jsonl";

/// What is said when a search ended by itself, and could have gone on.
const GO_ON: &str = "note: the search ended 30 s after its first solution; --time-limit 10m goes on for 10 minutes, --good-enough N until a solution has at most N turns";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    task: TaskArgs,
    /// Solve every line of a file, `-` for stdin: a line is a scramble if each of its words is one
    /// turn, else a state; `#` starts a comment. A `.scr` file is read in twsearch's format.
    /// --time-limit applies to each line
    #[arg(long, value_name = "FILE|-", group = "from")]
    batch: Option<PathBuf>,
    /// Use N threads; 0 means one per core. A single state is split on its first turn; with
    /// --batch, N lines are solved at a time [default: 1]
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
        batch,
        jobs,
        certify,
        staged,
        pictures,
    } = args;
    // With --batch, the limit is for each line.
    if batch.is_none() {
        args.solver.begin();
    }
    if let Some(list) = &batch {
        args.problem.check_list(list)?;
    }
    let question = args.question()?;
    if args.problem.prints(&question, args.turns)? {
        return Ok(Exit::Done);
    }
    if let Some(prefix) = &certify {
        check_certified_goal(&question, "--certify")?;
        if question.turns.is_some() {
            let why = "--certify cannot be combined with `turns`: a certificate covers every length up to `max_turns`";
            return Err(Failure::Usage(why.to_owned()));
        }
        args.problem.puzzle.prefer_built_in()?;
        certify::check_places(&args, &[Places::new(prefix, certify::FORMAT)?])?;
    }
    pictures.check(&args, &question)?;
    let mut task = Task::new(&args, question.clone(), &staged)?;
    if question.stage.is_some() && batch.is_some() {
        let why = "--batch cannot be combined with --stage: whether a stage can start differs from line to line";
        return Err(Failure::Usage(why.to_owned()));
    }
    args.check_whole_plan(&question)?;
    if let Some(range) = args.turns.filter(|range| range.only().is_none()) {
        let others = [
            ("--batch", batch.is_some()),
            (
                "--cheapest or free turns",
                args.cheapest || question.has_free_turns(),
            ),
            ("--plan", question.is_whole_plan()),
            ("pictures", pictures.is_asked()),
        ];
        if let Some((other, _)) = others.iter().find(|(_, is_asked)| *is_asked) {
            return Err(Failure::Usage(format!(
                "--turns N..M cannot be combined with {other}; ask for each number of turns by itself"
            )));
        }
        return ranged::run(&args, task, range, threads(jobs));
    }
    if let Some(path) = &batch {
        check_one_goal(&question, "--batch")?;
        if args.cheapest || question.has_free_turns() {
            let why = "--batch cannot be combined with --cheapest or free turns; `twistsat cases` asks about many states";
            return Err(Failure::Usage(why.to_owned()));
        }
        return batch::run(&args, task, path, threads(jobs));
    }
    let problem = task.posed(args.problem.problem(&question)?)?;
    if args.cheapest || question.has_free_turns() {
        if certify.is_some() || question.is_whole_plan() {
            let why = "--cheapest and free turns cannot be combined with --certify or a whole plan";
            return Err(Failure::Usage(why.to_owned()));
        }
        return freed::run(&args, &task, &problem, threads(jobs));
    }
    if let Some(plan) = question.whole_plan(&problem.puzzle)? {
        task = task.by_plan(plan)?;
        if task.is_in_stages() {
            let extra = staged::Extra {
                certify: certify.as_deref(),
                pictures: &pictures,
            };
            return staged::run(&args, task, &problem, threads(jobs), &extra);
        }
    }
    if certify.is_some() && task.peels(&problem) {
        let why = "--certify cannot be combined with peeling, which refutes nothing";
        return Err(Failure::Usage(why.to_owned()));
    }
    if certify.is_some() && !task.searches() {
        return Err(Failure::Usage(format!(
            "--certify cannot be combined with {}, which makes no proof",
            task.method()
        )));
    }
    let certify = certify
        .as_deref()
        .map(|prefix| certify::Certify::new(&args, &task, prefix));
    let certify = certify.transpose()?;
    let control = args.solver.control()?.with_jobs(threads(jobs));
    let from_both_sides = task.is_from_both_sides(&problem);
    // Whoever solves from both sides has an answer by then.
    let sat_alone = task.searches() && !from_both_sides;
    let hint = sat_alone.then(|| hint(&problem)).flatten();
    let progress = if from_both_sides {
        Progress::new(args.quiet)
    } else {
        Progress::of_search(args.quiet, &problem, question.max_turns)
    };
    let progress = progress
        .telling(!from_both_sides, args.verbose)
        .hinting(hint);
    if let Some(Err(error)) = task::own_plan(&problem.puzzle).filter(|_| !from_both_sides) {
        let name = problem.puzzle.plan().unwrap_or_default();
        progress.say(&format!(
            "note: the plan `{name}` of the puzzle file is not used: {error}"
        ));
    }
    let mut result = task.solve(&problem, &control, |event| progress.show(event))?;
    if from_both_sides
        && !question.is_peeling()
        && staged.improve.is_none()
        && task.was_impatient(&result)
    {
        progress.say(GO_ON);
    }
    drop(progress);
    let stopped = match certify {
        Some(certify) => certify.run(&problem, &mut result, &control)?,
        None => None,
    };
    match args.format {
        Format::Json => output::json(&json::Solve::new(&problem, task.names(), &result))?,
        Format::Alg => print_alg(&problem, task.notation, &result)?,
        Format::Text => output::print(&text::solve(&problem, task.notation, &result))?,
    }
    pictures.minimum((&problem, &task), &result, control.cancel_flag())?;
    Ok(match stopped {
        Some(_) => Exit::Unknown,
        None => task.exit(&problem, &result),
    })
}

fn threads(asked: Option<u16>) -> NonZeroUsize {
    asked.map_or(NonZeroUsize::MIN, args::threads)
}

//! `twistsat enumerate`.

mod args;
mod batch;

use std::ops::ControlFlow;

use super::args::threads;
use super::output::Format;
use super::progress::Progress;
use super::{Exit, Failure, output};
pub(super) use args::Args;
use twistsat::answer::{Engine, ListedSolution};
use twistsat::report::{json, text};
use twistsat::search::Event;

pub(super) fn run(args: Args) -> Result<Exit, Failure> {
    if args.list.path()?.is_none() {
        args.solver.start_limit();
    }
    let question = args.question()?;
    if args.problem.print_question(&question)? {
        return Ok(Exit::Done);
    }
    let listing = args.list_options();
    listing.check(&question)?;
    let jobs = args.jobs.map(threads);
    if let Some(path) = &args.list.batch {
        return batch::run(&args, question, path, jobs);
    }
    let method = args.method()?;
    let puzzle = args.problem.puzzle.puzzle()?;
    let task = args.solver.task(&args.problem, question, method, &puzzle)?;
    let (question, names) = (task.question(), json::Names::of(&task));
    let problem = args.problem.problem(question)?;
    let control = args.solver.control_on(jobs)?;
    let faster_engine = task
        .makes_formulas()
        .then(|| Engine::likely_faster_for_enumeration(&problem))
        .flatten();
    let progress =
        Progress::of_search(args.quiet, &problem, question.max_turns).with_hint(faster_engine);
    let (mut rows, mut broken) = (Vec::new(), None);
    let mut take = |row: ListedSolution| {
        // JSON is printed at the end, everything else as soon as it is found.
        if args.format == Format::Json {
            rows.push(row);
            return ControlFlow::Continue(());
        }
        let line = batch::line(&problem, names.notation, args.format, &row);
        broken = progress.suspend(|| output::print_part_line(&line)).err();
        match broken {
            None => ControlFlow::Continue(()),
            Some(_) => ControlFlow::Break(()),
        }
    };
    let notify = |event: &Event<'_>| progress.show_event(event);
    let found = task.enumerate(&problem, &listing, &control, &notify, &mut take);
    drop(progress);
    if let Some(failure) = broken {
        return Err(failure);
    }
    let found = found.map_err(|error| args.problem.explain_error(&error))?;
    match args.format {
        Format::Json => output::print_json(&json::enumerate(names, question, &found, &rows))?,
        Format::Text => {
            output::print(&text::common_lines(&found.problem, names.notation))?;
            output::print_line(&text::enumerated(question, &found))?;
        }
        Format::Alg if !args.quiet => output::diagnose(&text::enumerated(question, &found)),
        Format::Alg => (),
    }
    Ok(Exit::if_known(found.result.stop.is_none()))
}

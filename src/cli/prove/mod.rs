//! `twistsat prove`.

mod asked;
mod batch;
mod cut;
mod list;
mod one;
mod parts;
mod report;

use crate::cli::args::check_certified;
use crate::cli::output::TextOrJson;
use crate::cli::{Exit, Failure, output};
use crate::encode::Recipe;
use crate::problem::Solution;
use crate::proof::write;
use crate::proof::write::Outcome;
use crate::search::UnknownReason;
pub(crate) use asked::Args;
pub(crate) use one::prove;
use parts::Whole;
use report::{Report, default_prefix};

pub(crate) fn run(args: Args) -> Result<Exit, Failure> {
    if args.list.path()?.is_none() {
        args.solver.begin();
    }
    let question = args.question()?;
    if args.problem.prints(&question, None)? {
        return Ok(Exit::Done);
    }
    if let Some(path) = &args.list.batch {
        args.check_list()?;
        return batch::run(&args, question, path);
    }
    if let Some(prefix) = &args.output {
        args.check_places(&args.places(prefix)?)?;
    }
    let backend = args.solver.prover(args.proof.as_deref())?;
    let problem = args.problem.problem(&question)?;
    check_certified(&question, &problem, "prove")?;
    if let Some(how) = args.how().filter(|_| args.lists) {
        return list::run(&args, how, (&question, &problem), &args.solver.control()?);
    }
    let prefix = match &args.output {
        Some(prefix) => prefix.clone(),
        None => default_prefix(&problem)?,
    };
    let places = args.places(&prefix)?;
    args.check_places(&places)?;
    let control = args.solver.control()?;
    let report = Report {
        problem: &problem,
        args: &args,
        question: &question,
        recipe: &Recipe::built_in(write::RECIPE)?,
        solver: backend.name(),
        places: &places,
    };
    // If the start is the goal, there is nothing to refute.
    if let Ok(solution) = Solution::replay(&problem, Vec::new()) {
        return report.whole(&Whole::Solved(solution));
    }
    if let Some(how) = args.how() {
        let whole = parts::run(&args, how, (&problem, &prefix), &*backend, &control)?;
        return report.whole(&whole);
    }
    let outcome = prove(
        (&problem, args.proof_format.into()),
        &*backend,
        &control,
        args.quiet,
    )?;
    let outcome = match outcome {
        Outcome::Refuted(refutation) => {
            let cancel = control.cancel_flag();
            let made = (&*refutation, args.form());
            let written = places.write(&problem, backend.name(), made, cancel);
            match (written, cancel.reason()) {
                (Ok(()), _) => Outcome::Refuted(refutation),
                // A stop explains the failure.
                (Err(_), Some(why)) => Outcome::Unknown(UnknownReason::Stopped(why)),
                (Err(failure), None) => return Err(failure),
            }
        }
        outcome => outcome,
    };
    match args.format {
        TextOrJson::Json => output::json(&report.json(&outcome))?,
        TextOrJson::Text => report.text(&outcome)?,
    }
    match outcome {
        Outcome::Refuted(_) => Ok(Exit::Done),
        Outcome::Solved(_) => Err(Failure::Reported),
        Outcome::Unknown(_) => Ok(Exit::Unknown),
    }
}

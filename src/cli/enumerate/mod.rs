//! `twistsat enumerate`.

mod args;
mod collected;
mod listed;

use std::num::NonZeroUsize;

use super::args::threads as so_many;
use super::graph::meet;
use super::graph::method::meet_hint as hint;
use super::output::Format;
use super::progress::Progress;
use super::{Exit, Failure, output};
use crate::cli::args::Method;
use crate::problem::Budget;
use crate::report::{json, text};
use crate::search::Search;
pub(super) use args::Args;
use collected::Collected;
use listed::{Listed, Lister};

pub(super) fn run(args: Args) -> Result<Exit, Failure> {
    args.solver.begin();
    let question = args.question()?;
    if args.problem.prints(&question, None)? {
        return Ok(Exit::Done);
    }
    let recipe = args.recipe.recipe()?;
    let backend = args.solver.backend()?;
    let mut problem = args.problem.problem(&question)?;
    // A search from both ends knows how far it comes.
    if args.method == Method::Sat
        && !question.is_bounded()
        && let Some(most) = problem.known_maximum()
    {
        problem.budget = Budget::AtMost(most);
    }
    let mut output = Collected::new(&args, &question, &mut problem)?;
    let free = question.uncounted_turns(&problem)?;
    let threads = args.jobs.map_or(NonZeroUsize::MIN, so_many);
    let control = args.solver.control()?.with_jobs(threads);
    let hint = (args.method == Method::Sat)
        .then(|| hint(&problem))
        .flatten();
    let progress = Progress::of_search(args.quiet, &problem, question.max_turns).hinting(hint);
    let lister = Lister {
        args: &args,
        question: &question,
        search: Search::default()
            .recipe(&recipe)
            .solver(&*backend)
            .control(control.clone())
            .notify(|event| progress.show(event)),
        control: &control,
        progress: &progress,
    };
    let Listed {
        turns,
        result,
        shorter,
    } = lister.list(&problem, &free, &mut |solution| {
        output.take(&problem, solution, &progress)
    })?;
    drop(lister);
    drop(progress);
    let (solutions, starts) = output.finish(&problem)?;
    let refuted = match question.turns {
        Some(_) => result.refutations.iter().map(ToString::to_string).collect(),
        None => shorter,
    };
    let to = question.goal_text();
    let names = json::Names {
        recipe: (args.method == Method::Sat).then_some(&recipe),
        solver: Some(match args.method {
            Method::Sat => backend.name(),
            Method::Meet => meet::NAME,
        }),
        to: Some(&to),
        notation: output.notation,
    };
    let summary = || {
        let classes = output.classes();
        let is_open = output.cheapest().is_some() && result.stop.is_some() && result.count > 0;
        if output.is_cut() || is_open {
            let listed = output.listed();
            return text::cheapest_of(&problem, turns, &result, listed, classes.as_deref());
        }
        let counted = text::enumerated(&problem, turns, &result, &refuted);
        match classes {
            Some(classes) => format!("{counted}, in {classes}"),
            None => counted,
        }
    };
    match args.format {
        Format::Json => {
            let told = json::Enumerate::new(
                &problem,
                names,
                turns,
                &result,
                refuted.clone(),
                (solutions, starts),
            );
            let told = json::Enumerate {
                alike: output.alike.clone(),
                costs: output.costs.clone(),
                ..told
            };
            output::json(&match output.cheapest() {
                Some(_) => told.cheapest(output.is_cut()),
                None => told,
            })?;
        }
        Format::Text => {
            output::print(&text::of_every_solution(&problem, output.notation))?;
            output::line(&summary())?;
        }
        Format::Alg if !args.quiet => output::diagnose(&summary()),
        Format::Alg => (),
    }
    Ok(if result.stop.is_some() {
        Exit::Unknown
    } else {
        Exit::Done
    })
}

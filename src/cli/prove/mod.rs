//! `twistsat prove`.

mod asked;
mod batch;
mod cut;
mod list;
mod one;
mod parts;

use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::certificate::Places;
use crate::cli::output::TextOrJson;
use crate::cli::{Exit, Failure, output};
use crate::encode::Recipe;
use crate::problem::{Problem, Question, Solution};
use crate::proof::write;
use crate::proof::write::Outcome;
use crate::puzzle::Metric;
use crate::report;
use crate::report::{json, text};
use crate::search::UnknownReason;
pub(crate) use asked::Args;
pub(crate) use one::prove;
use parts::Whole;

/// Where certificates go unless told otherwise.
const FOLDER: &str = "cnf-out";

pub(crate) fn run(mut args: Args) -> Result<Exit, Failure> {
    if args.list.path()?.is_none() {
        args.solver.begin();
    }
    let question = args.question()?;
    if args.problem.prints(&question, None)? {
        return Ok(Exit::Done);
    }
    if let Some(path) = &args.list.batch {
        args.check_list()?;
        if args.problem.puzzle.is_given() {
            args.problem.puzzle.prefer_built_in()?;
        }
        return batch::run(&args, question, path);
    }
    args.problem.puzzle.prefer_built_in()?;
    if let Some(prefix) = &args.output {
        args.check_places(&args.places(prefix)?)?;
    }
    let backend = args.solver.prover(args.proof.as_deref())?;
    let problem = args.problem.problem(&question)?;
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
            let file = args.problem.puzzle.file()?;
            let made = (&*refutation, args.form());
            let written = places.write(&problem, file, backend.name(), made, cancel);
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

fn default_prefix(problem: &Problem) -> Result<PathBuf, Failure> {
    fs::create_dir_all(FOLDER)
        .map_err(|error| Failure::Error(format!("cannot create {FOLDER}: {error}")))?;
    let metric = match problem.metric {
        Metric::HalfTurn => String::new(),
        Metric::QuarterTurn => format!("{}-", problem.metric),
    };
    let (puzzle, turns) = (problem.puzzle.name(), problem.budget.slots());
    Ok(Path::new(FOLDER).join(format!("{puzzle}-{metric}at-most-{turns}")))
}

struct Report<'a> {
    problem: &'a Problem,
    args: &'a Args,
    question: &'a Question,
    recipe: &'a Recipe,
    solver: &'a str,
    places: &'a Places,
}

impl Report<'_> {
    /// What was proved in parts.
    fn whole(&self, whole: &Whole) -> Result<Exit, Failure> {
        match self.args.format {
            TextOrJson::Json => output::json(&self.whole_json(whole))?,
            TextOrJson::Text => self.whole_text(whole)?,
        }
        match whole {
            Whole::Refuted { .. } => Ok(Exit::Done),
            Whole::Solved(_) => Err(Failure::Reported),
            Whole::Unknown { .. } => Ok(Exit::Unknown),
        }
    }

    fn whole_text(&self, whole: &Whole) -> Result<(), Failure> {
        let budget = self.problem.asked_for();
        match whole {
            Whole::Refuted { parts } => {
                output::print(&text::proved_in_parts(self.problem, *parts))?;
                output::line(&self.places.certificate.display().to_string())
            }
            Whole::Solved(solution) => self.text(&Outcome::Solved(solution.clone())),
            Whole::Unknown { refuted, why } => output::line(&format!(
                "unknown whether there is a solution of {budget} ({why}): {refuted} refuted, and kept"
            )),
        }
    }

    fn whole_json(&self, whole: &Whole) -> json::Prove {
        match whole {
            Whole::Refuted { parts } => json::Prove {
                certificate: Some(self.places.certificate.display().to_string()),
                proofs: Some(*parts),
                ..json::Prove::new(self.header(), self.problem.budget.slots(), "refuted")
            },
            Whole::Solved(solution) => self.json(&Outcome::Solved(solution.clone())),
            Whole::Unknown { refuted, why } => json::Prove {
                proofs: Some(*refuted),
                ..self.json(&Outcome::Unknown(why.clone()))
            },
        }
    }

    fn turns(&self, solution: &Solution) -> String {
        let notation = self.question.notation;
        notation.write_all(&self.problem.puzzle, solution.turns())
    }

    fn text(&self, outcome: &Outcome) -> Result<(), Failure> {
        let (problem, places) = (self.problem, self.places);
        let budget = problem.asked_for();
        match outcome {
            Outcome::Refuted(refutation) => {
                output::print(&text::proved(problem, refutation))?;
                for path in [&places.formula, &places.proof, &places.certificate] {
                    output::line(&path.display().to_string())?;
                }
                Ok(())
            }
            Outcome::Solved(solution) => {
                output::print(&report::solved_by(problem, solution))?;
                output::line(&self.turns(solution))?;
                let notation = self.question.notation;
                output::print(&text::of_every_solution(problem, notation))?;
                let length = problem.metric.count(solution.len());
                output::line(&format!("{length}: there is a solution of {budget}"))
            }
            Outcome::Unknown(stop) => output::line(&format!(
                "unknown whether there is a solution of {budget} ({stop})"
            )),
        }
    }

    fn header(&self) -> json::Header {
        let to = self.question.goal_text();
        let names = json::Names {
            recipe: Some(self.recipe),
            solver: Some(self.solver),
            to: Some(&to),
            notation: self.question.notation,
        };
        json::Header::new(json::Schema::Prove, self.problem, names)
    }

    fn json(&self, outcome: &Outcome) -> json::Prove {
        let (problem, places) = (self.problem, self.places);
        let shown = |path: &Path| Some(path.display().to_string());
        let header = self.header();
        let report = |verdict| json::Prove::new(header, problem.budget.slots(), verdict);
        match outcome {
            Outcome::Refuted(refutation) => json::Prove {
                formula: shown(&places.formula),
                proof: shown(&places.proof),
                certificate: shown(&places.certificate),
                lemmas_given: Some(refutation.sizes.given),
                lemmas_used: Some(refutation.sizes.used),
                lemmas_derived: Some(refutation.sizes.derived.lemmas),
                helpers: Some(refutation.sizes.derived.helpers),
                learnt: Some(refutation.sizes.learnt),
                steps: Some(refutation.sizes.additions),
                ..report("refuted")
            },
            Outcome::Solved(solution) => json::Prove {
                turns: Some(solution.len()),
                solution: Some(self.turns(solution)),
                start: report::completed(problem, solution),
                ..report("solved")
            },
            Outcome::Unknown(stop) => json::Prove {
                stopped: Some(stop.to_string()),
                ..report("unknown")
            },
        }
    }
}

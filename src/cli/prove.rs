//! `twistsat prove`.

use std::fs;
use std::path::{Path, PathBuf};

use indicatif::HumanCount;

use super::args::{ProblemArgs, ProofFormat, SolverArgs};
use super::certificate::Places;
use super::output::TextOrJson;
use super::progress::{Progress, checking};
use super::{Exit, Failure, args, output, places};
use crate::control::{Control, Stop};
use crate::encode::Recipe;
use crate::problem::{Budget, Problem, Solution};
use crate::proof::check::{Form, Format};
use crate::proof::write;
use crate::proof::write::{Event, Outcome};
use crate::puzzle::Metric;
use crate::report;
use crate::report::{json, text};
use crate::search::UnknownReason;
use crate::solver::Backend;

const EXAMPLES: &str = "\
Examples:
  twistsat prove pocket --scramble \"R U2 F'\" --max-turns 2 -o three
  twistsat verify three.json
  twistsat prove rubik --scramble \"R F U B\" --plan thistlethwaite --stage 1 --max-turns 2 -o edges
  twistsat prove pocket --scramble \"R U2 F'\" --max-turns 2 --solver-command \"cadical {cnf} {proof}\"

The proof is checked before anything is written. Exit code 0: there is no such solution; 1: there is
one, and it is printed; 30: unknown.";

/// Where certificates go unless told otherwise.
const FOLDER: &str = "cnf-out";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    problem: ProblemArgs,
    /// Prove that there is no solution of N turns or fewer
    #[arg(long, value_name = "N", value_parser = args::turns)]
    max_turns: usize,
    /// Write PREFIX.cnf, PREFIX.lrat and PREFIX.json; existing files are replaced [default:
    /// cnf-out/PUZZLE-at-most-N]
    #[arg(long, short, value_name = "PREFIX")]
    output: Option<PathBuf>,
    #[command(flatten)]
    solver: SolverArgs,
    /// The file to which the program of --solver-command writes its DRAT proof; or put {proof} in
    /// the command
    #[arg(long, value_name = "FILE", requires = "solver_command")]
    proof: Option<PathBuf>,
    /// The format of the proof, and the extension of its file: LRAT also says from which clauses each
    /// one follows
    #[arg(long, value_enum, default_value_t)]
    proof_format: ProofFormat,
    /// Write the proof as text; it is twice as long
    #[arg(long)]
    text: bool,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t)]
    format: TextOrJson,
    /// Print only errors to stderr
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(args: Args) -> Result<Exit, Failure> {
    args.solver.begin();
    args.problem.plan.check_stage()?;
    let constraints = &args.problem.constraints;
    constraints.check()?;
    constraints.check_turns("--max-turns", Some(args.max_turns))?;
    args.problem.check_certified_goal("prove")?;
    if let Some(prefix) = &args.output {
        check_places(&args, &Places::new(prefix, args.proof_format.into())?)?;
    }
    let backend = args.solver.prover(args.proof.as_deref())?;
    let budget = Budget::AtMost(args.max_turns);
    let problem = args.problem.problem(|_| Ok(budget))?;
    let prefix = match &args.output {
        Some(prefix) => prefix.clone(),
        None => default_prefix(&problem)?,
    };
    let places = Places::new(&prefix, args.proof_format.into())?;
    check_places(&args, &places)?;
    let control = args.solver.control()?;
    let outcome = prove(
        (&problem, args.proof_format.into()),
        &*backend,
        &control,
        args.quiet,
    )?;
    let outcome = match outcome {
        Outcome::Refuted(refutation) => {
            let form = if args.text { Form::Text } else { Form::Binary };
            let cancel = control.cancel_flag();
            let file = args.problem.puzzle.file();
            let written = places.write(&problem, file, backend.name(), (&refutation, form), cancel);
            match (written, control.cancel_flag().is_raised()) {
                (Ok(()), _) => Outcome::Refuted(refutation),
                // What fails because of Ctrl-C is no news.
                (Err(_), true) => Outcome::Unknown(UnknownReason::Stopped(Stop::Cancelled)),
                (Err(failure), false) => return Err(failure),
            }
        }
        outcome => outcome,
    };
    let report = Report {
        problem: &problem,
        args: &args,
        recipe: &Recipe::built_in(write::RECIPE)?,
        solver: backend.name(),
        places: &places,
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

/// Refuses to write over what is read, or two things to one place.
fn check_places(args: &Args, places: &Places) -> Result<(), Failure> {
    let mut all = places::Places::default();
    args.problem.note(&mut all);
    if let Some(path) = &args.proof {
        all.writes("--proof", path);
    }
    places.note("-o", &mut all);
    all.check()
}

/// Proves, and shows how far it has come.
pub(super) fn prove(
    (problem, format): (&Problem, Format),
    backend: &dyn Backend,
    control: &Control,
    quiet: bool,
) -> Result<Outcome, Failure> {
    let progress = Progress::new(quiet);
    let mut notify = |event| match event {
        Event::Solving { clauses, lemmas } => progress.count(&format!(
            "solving: {} clauses, {} lemmas",
            HumanCount(clauses as u64),
            HumanCount(lemmas as u64)
        )),
        Event::Refuted => progress.count("refuted; trimming the proof"),
        Event::Checking(step) => progress.count(&checking(step)),
        Event::Derived(_) => progress.count("checking the proof"),
    };
    write::prove_in(problem, format, backend, control, &mut notify).map_err(Failure::error)
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
    recipe: &'a Recipe,
    solver: &'a str,
    places: &'a Places,
}

impl Report<'_> {
    fn turns(&self, solution: &Solution) -> String {
        let notation = self.args.problem.text.notation;
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
                let length = problem.metric.count(solution.len());
                output::line(&format!("{length}: there is a solution of {budget}"))
            }
            Outcome::Unknown(stop) => output::line(&format!(
                "unknown whether there is a solution of {budget} ({stop})"
            )),
        }
    }

    fn json(&self, outcome: &Outcome) -> json::Prove {
        let (problem, places) = (self.problem, self.places);
        let shown = |path: &Path| Some(path.display().to_string());
        let to = self.args.problem.goal();
        let names = json::Names {
            recipe: Some(self.recipe),
            solver: Some(self.solver),
            to: Some(&to),
            notation: self.args.problem.text.notation,
        };
        let header = json::Header::new(json::Schema::Prove, problem, names);
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

//! `twistsat decode`.

use std::path::PathBuf;

use twistsat::ErrorKind;
use twistsat::control::Control;
use twistsat::encode::map::Map;
use twistsat::encode::{ParsedAnswer, decode, decode_turns, map, read_solver_answer};
use twistsat::notation::Notation;
use twistsat::problem::{Solution, check_notation};
use twistsat::proof::identity::{self, UnknownNamePolicy};
use twistsat::report;
use twistsat::report::{json, text};
use twistsat::solver::Answer;

use super::args::{DefinitionArgs, check_plan_is_used, explain_missing};
use super::files::Kind;
use super::output::Format;
use super::{Exit, Failure, files, output, usage};

const EXAMPLES: &str = "\
Example:
  twistsat encode pocket --scramble \"R U2 F'\" --turns 3 -o three.cnf
  cadical three.cnf > three.model
  twistsat decode three.cnf.map.json three.model

The model is what a solver prints in the format of the competitions of SAT, MaxSAT or pseudo-boolean \
solvers, minisat's result file, what an SMT solver prints for (check-sat) and (get-value …), or a witness of an \
AIGER checker.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The map that `encode` wrote
    #[arg(value_name = "MAP")]
    map: PathBuf,
    /// The solver's answer, `-` for stdin
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    #[command(flatten)]
    definitions: DefinitionArgs,
    /// The notation of turns: singmaster, cw, lowercase, inverse, numbered or exchanged
    #[arg(long, value_name = "NOTATION", default_value_t)]
    notation: Notation,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(super) fn run(args: Args) -> Result<Exit, Failure> {
    if args.map.as_os_str() == "-" && args.model.as_os_str() == "-" {
        return usage("map and model cannot both come from stdin");
    }
    let map = map::read(&files::read(&args.map, Kind::Map)?)
        .map_err(|error| files::error_in(&args.map, error))?;
    let given = args.definitions.read(&Control::default())?;
    check_plan_is_used(&given, map.problem.stage_context.is_some(), "the map")?;
    // An unknown name cannot be confused with a built-in one.
    identity::check(&map.problem, &given, UnknownNamePolicy::Accept)
        .map_err(|error| files::error_in(&args.map, explain_missing(&error, error.missing)))?;
    check_notation(args.notation, &map.problem.puzzle)?;
    let text = files::read(&args.model, Kind::Answer)?;
    let (answer, is_whole) =
        read(&text, &map).map_err(|error| files::error_in(&args.model, error))?;
    let (verdict, solution, exit) = match answer {
        Answer::Sat(model) => {
            // If the model covers only the turns, states are not compared.
            let decode = if is_whole { decode } else { decode_turns };
            match decode(&map.problem, &map.meaning, &model) {
                Ok(solution) => ("sat", Some(solution), Exit::Done),
                Err(error) if matches!(error.kind(), ErrorKind::Undecided(_)) => {
                    output::diagnose(&format!("note: {error}"));
                    ("unknown", None, Exit::Unknown)
                }
                Err(error) => {
                    let why = format!("this is not a model of the formula: {error}");
                    return Err(files::error_in(&args.model, why));
                }
            }
        }
        Answer::Unsat => ("unsat", None, Exit::NoSolution),
        Answer::Unknown => ("unknown", None, Exit::Unknown),
    };
    let puzzle = &map.problem.puzzle;
    let is_built_in = map.problem.stage_context.is_none() && puzzle.as_built_in().is_some();
    let start = solution
        .as_ref()
        .and_then(|it| report::completed_start(&map.problem, it));
    let turns = solution
        .as_ref()
        .map(|solution| args.notation.write_all(puzzle, solution.turns()));
    let names = json::Names {
        recipe: Some([&*map.recipe, &*map.recipe_sha256]),
        held_at_end: map.held_at_end.as_deref(),
        notation: args.notation,
        ..json::Names::default()
    };
    match (args.format, solution) {
        (Format::Json, solution) => output::print_json(
            &json::header("twistsat.decode/1", &map.problem, names)
                .with("built_in", is_built_in)
                .with("verdict", verdict)
                .with("turns", solution.as_ref().map(Solution::len))
                .with("solution", turns)
                .with_some("start", start),
        )?,
        (Format::Alg, Some(_)) => output::print_line(&turns.unwrap_or_default())?,
        (Format::Text, Some(solution)) => {
            output::print(&text::decoded_model(&map, args.notation, &solution))?;
        }
        (format, None) => {
            let budget = map.problem.budget.in_words(map.problem.metric);
            let text = match exit {
                Exit::NoSolution => format!("no solution of {budget}, according to the solver"),
                _ => format!("unknown whether there is a solution of {budget}"),
            };
            if format == Format::Alg {
                output::diagnose(&text);
            } else {
                output::print_line(&text)?;
            }
        }
    }
    Ok(exit)
}

/// A solver's answer, and whether its model covers all variables.
fn read(text: &str, map: &Map) -> Result<(Answer, bool), String> {
    if let Some(parsed) = read_solver_answer(text, map) {
        let parsed = parsed.map_err(|error| error.to_string())?;
        let answer = match parsed {
            ParsedAnswer::Sat(model) => Answer::Sat(model),
            ParsedAnswer::Unsat => Answer::Unsat,
            ParsedAnswer::Unknown => Answer::Unknown,
        };
        return Ok((answer, false));
    }
    let is_free = |variable| map.is_free(variable);
    let answer = Answer::read_partial(text, map.variables, &is_free);
    Ok((answer.map_err(|error| error.to_string())?, true))
}

//! `twistsat cubes`.

use std::path::{Path, PathBuf};

use twistsat::control::Control;
use twistsat::notation::Notation;
use twistsat::problem::Problem;
use twistsat::proof::check::Format;
use twistsat::proof::parts::cover::Cut;
use twistsat::proof::parts::icnf::Lines;
use twistsat::proof::parts::split::{Split, SplitMethod, split};
use twistsat::proof::verify::dimacs;
use twistsat::proof::write::{Refutation, certified_problem, plain_formula};

use super::args::ProblemArgs;
use super::{Exit, Failure, args, interrupt, loading, output};
use crate::files::drafts::Draft;
use crate::files::paths::with_suffix;

const EXAMPLES: &str = "\
Examples:
  twistsat cubes pocket --scramble \"R U2 F' R\" --max-turns 3 --split 1 > cubes
  twistsat cubes pocket --scramble \"R U2 F' R\" --max-turns 3 --split 1 --split-last 1 > cubes
  twistsat cubes pocket --scramble \"R U2 F' R\" --max-turns 3 --look-ahead 9 --cover all > cubes
  twistsat check all.cnf all.lrat
  twistsat encode pocket --scramble \"R U2 F' R\" --max-turns 3 --recipe plain -o - > hard.cnf

--split N prints a cube, `a LITERALS 0`, for each state N turns from the start, up to symmetry. Its literals, those of the \
formula that `encode --recipe plain` writes for the same question, are turns that lead to the state. With --split-last M, \
there is a cube for each pair of such a state and a state M turns before the goal. For shorter solutions, each such state also \
has a cube with an idle last slot. A satisfiable formula is satisfiable with one of these cubes. `prove --split` refutes each.

--look-ahead splits the formula itself. --cover proves that its cubes, together with those that unit propagation and lemmas \
refuted, cover all cases: it writes a formula with the negation of each cube, and its refutation. `prove --look-ahead` also \
refutes each cube.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    problem: ProblemArgs,
    /// Use the formula for solutions of at most N turns
    #[arg(long, value_name = "N", value_parser = args::turns, required_unless_present = "question_file")]
    max_turns: Option<usize>,
    /// Split after the first N turns
    #[arg(long, value_name = "N", value_parser = args::turns, required_unless_present = "look_ahead")]
    split: Option<usize>,
    /// Instead, split the formula into at least N cubes if possible: each split makes a cube for no turn and for every
    /// turn still possible in the slot where unit propagation and lemmas leave the fewest turns
    #[arg(long, value_name = "N", value_parser = args::at_least_two, conflicts_with_all = ["split", "split_last", "every"])]
    look_ahead: Option<usize>,
    /// Write PREFIX.cnf and PREFIX.lrat: the proof that the cubes of --look-ahead cover all solutions
    #[arg(long, value_name = "PREFIX", requires = "look_ahead")]
    cover: Option<PathBuf>,
    /// Also split before the last N turns
    #[arg(long, value_name = "N", value_parser = args::turns)]
    split_last: Option<usize>,
    /// Include symmetric duplicates
    #[arg(long)]
    every: bool,
}

pub(super) fn run(args: Args) -> Result<Exit, Failure> {
    let question = args.problem.question(|question| {
        question.max_turns = args.max_turns;
    })?;
    args.problem.check_certifiable(&question, "cubes")?;
    if args.problem.print_question(&question)? {
        return Ok(Exit::Done);
    }
    let problem = args.problem.problem(&question)?;
    question.check_names_one_goal(&problem, "cubes")?;
    let control = loading::control().with_cancel_flag(interrupt::cancel_flag()?);
    let how = match (args.look_ahead, args.split) {
        (Some(count), _) => SplitMethod::Cubes(count),
        (None, first) => SplitMethod::States(Cut {
            first: first.unwrap_or_default(),
            last: args.split_last.unwrap_or_default(),
        }),
    };
    let split = |how| split(&problem, how, &control).map_err(Failure::of_split);
    let text = match split(how)? {
        Split::States(cut, classes) => {
            // A cube has only one of the sequences that lead to its state, which an order constraint might forbid.
            let (_, formula) = plain_formula(&problem, &control)?;
            let mut lines = Lines {
                problem: &problem,
                formula: &formula,
                every: args.every,
                shorter: false,
            };
            let mut text = lines.write(&classes);
            let before_last = SplitMethod::States(Cut::after(cut.first));
            if cut.last > 0
                && let Split::States(_, shorter) = split(before_last)?
            {
                lines.shorter = true;
                let shorter = lines.write(&shorter);
                text = text.zip(shorter).map(|(text, shorter)| text + &shorter);
            }
            text
        }
        Split::Cubes(division) => {
            let lines = division.found.lines(&division.base.formula);
            if let Some(prefix) = &args.cover {
                let cover = division
                    .cover(Format::Lrat, &control)
                    .map_err(Failure::of_split)?;
                write_cover(prefix, &certified_problem(&problem), &cover, &control)?;
            }
            lines
        }
        Split::Solved(solution) => {
            let turns = problem.metric.count(solution.len());
            let written = solution.write(Notation::Singmaster);
            return Err(Failure::Error(format!(
                "there is nothing to split: {written} is a solution of {turns}"
            )));
        }
        Split::Nothing => {
            let why = "there is nothing to split into several parts";
            return Err(Failure::error(why));
        }
    };
    let no_literal = "internal error: the formula has no literal for a turn";
    output::print(&text.ok_or_else(|| Failure::Error(no_literal.to_owned()))?)?;
    Ok(Exit::Done)
}

/// Writes the formula with the negation of each cube, and the proof that it is unsatisfiable.
fn write_cover(
    prefix: &Path,
    problem: &Problem,
    cover: &Refutation,
    control: &Control,
) -> Result<(), Failure> {
    let draft = |suffix: &str, content: &[u8]| {
        Draft::write_bytes(&with_suffix(prefix, suffix), control.cancel_flag(), content)
    };
    let formula = dimacs(problem, &cover.recipe, &cover.formula);
    let drafts = vec![draft(".cnf", &formula)?, draft(".lrat", &cover.proof)?];
    Draft::publish_all(drafts)
}

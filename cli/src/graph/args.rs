//! Selects a graph: the options shared by subcommands of `twistsat graph`.

use indicatif::HumanCount;
use twistsat::ErrorKind;
use twistsat::control::Control;
use twistsat::graph::{Graph, MAX_INDICES, Names};
use twistsat::notation::Notation;
use twistsat::problem::Question;
use twistsat::puzzle::{Metric, Puzzle, State, TurnId};

use super::super::args::MemoryArgs;
use super::super::{Failure, args, interrupt};

/// The turns that are the edges of the graph, the limits of the work, and the output of progress.
#[derive(clap::Args)]
pub(crate) struct GraphArgs {
    /// How length is counted: htm (a half turn counts as one turn) or qtm (quarter turns only, R2
    /// is R R)
    #[arg(long, value_name = "METRIC", default_value_t)]
    pub(crate) metric: Metric,
    /// Use only these turns, such as "R U F2": a face stands for all its turns
    #[arg(long, value_name = "TURNS")]
    allow: Option<String>,
    /// Distinguish states that are rotations of each other, and use all turns; without --fixed, the
    /// held piece stays in place
    #[arg(long)]
    pub(super) fixed: bool,
    #[command(flatten)]
    memory: MemoryArgs,
    /// Use N threads; 0 means one per core
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true,
          value_parser = clap::value_parser!(u16).range(..=256))]
    jobs: u16,
    /// Print only errors to stderr
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

impl GraphArgs {
    /// The turns that are the edges of the graph.
    pub(super) fn turns(
        &self,
        puzzle: &Puzzle,
        notation: Notation,
    ) -> Result<Vec<TurnId>, Failure> {
        let mut turns = if self.fixed {
            puzzle.all_turns()
        } else {
            puzzle.turns_around_held()
        };
        turns.retain(|&turn| self.metric.admits(&puzzle.turns()[turn]));
        if let Some(allow) = &self.allow {
            let refuse = |turn: TurnId| {
                Failure::Error(format!(
                    "--allow: {} moves the held piece, or is not a single turn in this metric; the turns are {}",
                    notation.write(&puzzle.turns()[turn]),
                    notation.write_all(puzzle, &turns)
                ))
            };
            let question = Question {
                notation,
                ..Question::default()
            };
            turns = question.named_subset(puzzle, allow, &turns, refuse)?;
        }
        if turns.is_empty() && self.allow.is_some() {
            return Err(Failure::error("--allow must name at least one turn"));
        }
        if turns.is_empty() {
            return Err(Failure::Usage(format!(
                "no turn of {} in this metric leaves the held piece in place, so there is no turn to use",
                puzzle.title()
            )));
        }
        Ok(turns)
    }

    /// The graph of the states that lead to a goal.
    pub(super) fn graph(
        &self,
        puzzle: &Puzzle,
        goal: &State,
        turns: &[TurnId],
    ) -> Result<Graph, Failure> {
        let graph = |bytes| Graph::new(puzzle, goal, turns, bytes);
        graph(self.memory.bytes()).map_err(|error| match error.kind() {
            ErrorKind::TooLarge if graph(u64::MAX).is_ok() => Failure::Error(format!(
                "{error}; the limit is {} MiB (--max-memory)",
                self.memory.mebibytes()
            )),
            ErrorKind::TooLarge => Failure::Error(format!(
                "{error}; a table has room for {} states",
                HumanCount(MAX_INDICES.into())
            )),
            _ => error.into(),
        })
    }

    /// A control that stops on Ctrl-C.
    pub(super) fn control(&self) -> Result<Control, Failure> {
        let jobs = args::threads(self.jobs);
        Ok(Control::new(interrupt::cancel_flag()?, None).with_jobs(jobs))
    }
}

/// The names of a puzzle's states, independent of orientation.
pub(super) fn names(puzzle: &Puzzle) -> Result<Names, Failure> {
    or_too_many_colors(puzzle, Names::new(puzzle))
}

/// The names of a graph's nodes; an error if two nodes would have the same name.
pub(super) fn names_of_nodes(puzzle: &Puzzle, fixed: bool) -> Result<Names, Failure> {
    if fixed {
        return or_too_many_colors(puzzle, Names::of_orientations(puzzle));
    }
    let mut rotations = puzzle.rotations().iter().skip(1);
    if rotations.any(|it| it.colors.is_sorted()) {
        let why = "the solved puzzle looks the same in several orientations, so several nodes would have the same name; use --fixed";
        return Err(Failure::error(why));
    }
    names(puzzle)
}

fn or_too_many_colors(puzzle: &Puzzle, names: Option<Names>) -> Result<Names, Failure> {
    names.ok_or_else(|| {
        let colors = puzzle.colors().len();
        Failure::Error(format!(
            "{colors} colors are too many for one character each"
        ))
    })
}

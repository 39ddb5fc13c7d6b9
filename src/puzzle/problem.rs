//! The question: from which state, to which, with which turns, in how many.

use std::sync::Arc;

use super::legality::{check_invariants, odd_lengths};
use super::{Arrangement, Layout, Metric, Puzzle, Scheme, State, StateError, TurnId};
use crate::text::shown;

/// Where the turns are to lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Solved up to whole-puzzle rotation; the held piece stays where it is.
    Any,
    /// Solved in the fixed orientation of the puzzle file, with all turns.
    Solved,
    /// Exactly this state, one character a facelet, with all turns.
    State(Vec<char>),
}

/// How many turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// Exactly so many.
    Exactly(usize),
    /// So many or fewer.
    AtMost(usize),
}

impl Budget {
    /// The number of turn slots.
    #[must_use]
    pub fn slots(self) -> usize {
        match self {
            Budget::Exactly(turns) | Budget::AtMost(turns) => turns,
        }
    }

    /// In words: `exactly 4 turns`, `at most 1 quarter turn`.
    #[must_use]
    pub fn counted_in(self, metric: Metric) -> String {
        match self {
            Budget::Exactly(turns) => format!("exactly {}", metric.count(turns)),
            Budget::AtMost(turns) => format!("at most {}", metric.count(turns)),
        }
    }

    /// Whether a sequence of this length keeps the budget.
    #[must_use]
    pub fn allows(self, length: usize) -> bool {
        match self {
            Budget::Exactly(turns) => length == turns,
            Budget::AtMost(turns) => length <= turns,
        }
    }
}

/// A question to be turned into clauses.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The puzzle.
    pub puzzle: Arc<Puzzle>,
    /// Where it starts.
    pub start: State,
    /// Where it shall end.
    pub goal: State,
    /// Whether the goal stands for all its rotations, so that uniform faces
    /// are enough.
    pub up_to_rotation: bool,
    /// The user's symbols for the colours of `start` and `goal`.
    pub scheme: Scheme,
    /// The turns that may be used, in increasing order.
    pub allowed: Vec<TurnId>,
    /// How length is counted.
    pub metric: Metric,
    /// Whether only canonical sequences are asked for.
    pub canonical: bool,
    /// How many turns.
    pub budget: Budget,
}

/// Why a question cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProblemError {
    /// The start is impossible.
    #[error("{0}")]
    Start(StateError),
    /// The target is impossible.
    #[error("the target: {0}")]
    Target(StateError),
    /// No turn may be used.
    #[error(
        "no turn of {0} that this metric counts leaves the held piece alone, so no turn may be used"
    )]
    NoTurns(String),
}

impl Problem {
    /// A problem from one character a facelet. Colours are inferred as the
    /// target allows, see [`Scheme`].
    ///
    /// # Errors
    /// [`ProblemError`] if start or target is impossible.
    pub fn new(
        puzzle: Arc<Puzzle>,
        start: &[char],
        target: &Target,
        budget: Budget,
    ) -> Result<Self, ProblemError> {
        let scheme = match target {
            Target::Any => Scheme::infer_held(&puzzle, start),
            Target::State(_) => Scheme::infer(&puzzle, start),
            Target::Solved => own_scheme(&puzzle, start),
        }
        .map_err(ProblemError::Start)?;
        let state = scheme.state(start).map_err(ProblemError::Start)?;
        let goal = match target {
            Target::State(text) => scheme.state(text).map_err(ProblemError::Target)?,
            Target::Any | Target::Solved => puzzle.solved().clone(),
        };
        let allowed = match target {
            Target::Any => puzzle.turns_around_held(),
            Target::Solved | Target::State(_) => (0..puzzle.turns().len()).collect(),
        };
        if allowed.is_empty() {
            return Err(ProblemError::NoTurns(puzzle.title().to_owned()));
        }
        let from = Arrangement::of_state(&puzzle, &state, scheme.symbols())
            .map_err(ProblemError::Start)?;
        let to = Arrangement::of_state(&puzzle, &goal, scheme.symbols())
            .map_err(ProblemError::Target)?;
        check_invariants(&puzzle, &allowed, &from, &to).map_err(ProblemError::Start)?;
        Ok(Self {
            start: state,
            goal,
            up_to_rotation: *target == Target::Any && !puzzle.held().is_empty(),
            scheme,
            allowed,
            metric: Metric::HalfTurn,
            canonical: false,
            budget,
            puzzle,
        })
    }

    /// A problem that starts where turns lead from the solved state.
    ///
    /// # Errors
    /// [`ProblemError`] if the target is impossible.
    pub fn from_scramble(
        puzzle: Arc<Puzzle>,
        scramble: &[TurnId],
        target: &Target,
        budget: Budget,
    ) -> Result<Self, ProblemError> {
        let state = puzzle.apply(puzzle.solved(), scramble);
        let start = Scheme::own(&puzzle).characters(&state);
        Self::new(puzzle, &start, target, budget)
    }

    /// The same question with another budget.
    #[must_use]
    pub fn within(&self, budget: Budget) -> Self {
        Self {
            budget,
            ..self.clone()
        }
    }

    /// The same question with length counted in a metric: only its turns are
    /// allowed.
    ///
    /// # Errors
    /// [`ProblemError::NoTurns`] if none of the allowed turns is.
    pub fn counted_in(&self, metric: Metric) -> Result<Self, ProblemError> {
        let turns = self.puzzle.turns();
        let admits = |turn: &TurnId| metric.admits(&turns[*turn]);
        let allowed: Vec<TurnId> = self.allowed.iter().copied().filter(admits).collect();
        if allowed.is_empty() {
            return Err(ProblemError::NoTurns(self.puzzle.title().to_owned()));
        }
        Ok(Self {
            allowed,
            metric,
            ..self.clone()
        })
    }

    /// Whether every solution has an odd number of turns (`Some(true)`), or an
    /// even number (`Some(false)`), because of the parities of the turns.
    #[must_use]
    pub fn odd_lengths(&self) -> Option<bool> {
        odd_lengths(&self.puzzle, &self.allowed, &self.start, &self.goal)
    }

    /// The longest shortest solution of such problems, if the puzzle file
    /// knows it.
    #[must_use]
    pub fn known_maximum(&self) -> Option<usize> {
        let maximum = self.puzzle.maximum().in_metric(self.metric);
        if self.up_to_rotation {
            maximum.any
        } else {
            maximum.exact
        }
    }
}

/// Another layout in which a text that was refused is possible.
#[must_use]
pub fn other_layout(
    puzzle: &Arc<Puzzle>,
    text: &str,
    used: Layout,
    target: &Target,
) -> Option<Layout> {
    Layout::ALL
        .into_iter()
        .filter(|&layout| layout != used)
        .find(|layout| {
            layout.read(puzzle, text).is_ok_and(|start| {
                Problem::new(puzzle.clone(), &start, target, Budget::AtMost(0)).is_ok()
            })
        })
}

/// The puzzle's own symbols, which a fixed target needs.
fn own_scheme(puzzle: &Puzzle, start: &[char]) -> Result<Scheme, StateError> {
    let own = Scheme::own(puzzle);
    let foreign: String = start
        .iter()
        .filter(|symbol| !own.symbols().contains(symbol))
        .collect();
    if foreign.is_empty() {
        return Ok(own);
    }
    let symbols: String = own.symbols().iter().collect();
    let symbols = shown(&symbols);
    let first = foreign.chars().next().unwrap_or_default().escape_debug();
    Err(StateError::Symbols(format!(
        "`{first}` is not one of the colors {symbols} of the solved {}; give the target as text (--to TEXT) \
         in the symbols of the state",
        puzzle.name()
    )))
}

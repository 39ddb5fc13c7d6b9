//! The question: from which state, to which, with which turns, in how many.

use std::sync::Arc;

use super::Notation;
use super::arrangement::check_places;
use super::legality::{check_invariants, odd_lengths};
use super::limits::MOST_TURNS;
use super::{
    Arrangement, Constraints, Layout, Metric, Pattern, Puzzle, Scheme, State, StateError, Sticker,
    TurnId, Whole,
};
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
    /// Any state of this pattern, with all turns.
    Pattern(Vec<Sticker>),
}

impl Target {
    /// What is said of each facelet.
    #[must_use]
    pub fn of(stickers: Vec<Sticker>) -> Self {
        let symbols = stickers.iter().map(Sticker::symbol).collect();
        match symbols {
            Some(symbols) => Target::State(symbols),
            None => Target::Pattern(stickers),
        }
    }
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
            Budget::AtMost(turns) if turns >= MOST_TURNS => "any number of turns".to_owned(),
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
    /// Where it starts. What the pattern leaves open is unknown: a solution comes
    /// with a state of the pattern, one that turns can make, and solves that one.
    pub start: Pattern,
    /// Where it shall end: in some state of this pattern.
    pub goal: Pattern,
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
    /// What a solution must be beside that.
    pub constraints: Constraints,
    /// How many turns.
    pub budget: Budget,
    /// What this is a part of, if the puzzle is what a stage of a plan sees of another one.
    pub whole: Option<Arc<Whole>>,
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
        Self::of_stickers(puzzle, &Sticker::all_known(start), target, budget)
    }

    /// A problem from what is known of each facelet. If that is not everything,
    /// it must be in the puzzle's own colours, or tell how the puzzle is held.
    ///
    /// # Errors
    /// As [`Problem::new`].
    pub fn of_stickers(
        puzzle: Arc<Puzzle>,
        start: &[Sticker],
        target: &Target,
        budget: Budget,
    ) -> Result<Self, ProblemError> {
        check_length(&puzzle, start.len()).map_err(ProblemError::Start)?;
        match target {
            Target::Any | Target::Solved => Ok(()),
            Target::State(text) => check_length(&puzzle, text.len()),
            Target::Pattern(text) => check_length(&puzzle, text.len()),
        }
        .map_err(ProblemError::Target)?;
        let scheme = scheme(&puzzle, start, target).map_err(ProblemError::Start)?;
        let from = scheme.pattern(start).map_err(ProblemError::Start)?;
        let goal = match target {
            Target::State(text) => scheme.state(text).map(Pattern::from),
            Target::Pattern(stickers) => scheme.pattern(stickers),
            Target::Any | Target::Solved => Ok(puzzle.solved().into()),
        }
        .map_err(ProblemError::Target)?;
        let all: Vec<TurnId> = (0..puzzle.turns().len()).collect();
        let allowed = match target {
            Target::Any => puzzle.turns_around_held(),
            Target::Solved | Target::State(_) | Target::Pattern(_) => all.clone(),
        };
        if allowed.is_empty() {
            return Err(ProblemError::NoTurns(puzzle.title().to_owned()));
        }
        from.check(&puzzle, &scheme).map_err(ProblemError::Start)?;
        goal.check(&puzzle, &scheme).map_err(ProblemError::Target)?;
        if goal.is_state() {
            check_invariants(&puzzle, &allowed, &from, &goal).map_err(ProblemError::Start)?;
        } else {
            // Many goals: then the start must at least be a state of the puzzle.
            let solved = puzzle.solved().into();
            check_invariants(&puzzle, &all, &from, &solved).map_err(ProblemError::Start)?;
        }
        Ok(Self {
            start: from,
            goal,
            up_to_rotation: *target == Target::Any && !puzzle.held().is_empty(),
            scheme,
            allowed,
            metric: Metric::HalfTurn,
            canonical: false,
            constraints: Constraints::default(),
            budget,
            whole: None,
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

    /// Whether the puzzle can have a state that the start stands for. If the goal
    /// is a single state, the turns that lead there show that it can.
    ///
    /// # Errors
    /// [`StateError`] with what is wrong with it.
    pub fn check_completion(&self, state: &State) -> Result<(), StateError> {
        if self.start.is_state() || self.goal.is_state() {
            return Ok(());
        }
        Arrangement::of_state(&self.puzzle, state, self.scheme.symbols())?;
        let all: Vec<TurnId> = (0..self.puzzle.turns().len()).collect();
        let solved = self.puzzle.solved().into();
        check_invariants(&self.puzzle, &all, &state.into(), &solved)?;
        match self.puzzle.joined_by(&all, &solved, &state.into()) {
            Some(false) => Err(StateError::OtherGroup),
            Some(true) | None => Ok(()),
        }
    }

    /// The budget and the constraints in words: `at most 4 turns, ending with R`.
    #[must_use]
    pub fn asked_for(&self) -> String {
        let mut words = self.budget.counted_in(self.metric);
        for constraint in self
            .constraints
            .in_words(&self.puzzle, Notation::Singmaster)
        {
            words += &format!(", {constraint}");
        }
        words
    }

    /// Whether every solution has an odd number of turns (`Some(true)`), or an
    /// even number (`Some(false)`), because of the parities of the turns.
    #[must_use]
    pub fn odd_lengths(&self) -> Option<bool> {
        odd_lengths(&self.puzzle, &self.allowed, &self.start, &self.goal)
    }

    /// The turns that goal and metric leave, in increasing order.
    #[must_use]
    pub fn usual_turns(&self) -> Vec<TurnId> {
        let mut usual = if self.up_to_rotation {
            self.puzzle.turns_around_held()
        } else {
            (0..self.puzzle.turns().len()).collect()
        };
        usual.retain(|&turn| self.metric.admits(&self.puzzle.turns()[turn]));
        usual
    }

    /// The longest shortest solution of such problems, if the puzzle file
    /// knows it. That holds where all turns are allowed and nothing else is asked
    /// of a solution; then for patterns, too. Else as much as is asked lets it be.
    #[must_use]
    pub fn known_maximum(&self) -> Option<usize> {
        if self.allowed != self.usual_turns() || !self.constraints.is_empty() {
            return self.constraints.longest(&self.allowed);
        }
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

fn check_length(puzzle: &Puzzle, found: usize) -> Result<(), StateError> {
    let expected = puzzle.facelets().len();
    if found == expected {
        return Ok(());
    }
    Err(StateError::Length { found, expected })
}

/// Which symbol is which colour.
fn scheme(puzzle: &Puzzle, start: &[Sticker], target: &Target) -> Result<Scheme, StateError> {
    let known: Option<Vec<char>> = start.iter().map(Sticker::symbol).collect();
    match (target, known) {
        (Target::Any, Some(start)) => Scheme::infer_held(puzzle, &start),
        (Target::Any, None) => Scheme::infer_held_partly(puzzle, start),
        (Target::State(_) | Target::Pattern(_), Some(start)) => Scheme::infer(puzzle, &start),
        (Target::Solved, _) | (Target::State(_) | Target::Pattern(_), None) => {
            own_scheme(puzzle, start)
        }
    }
}

/// The puzzle's own symbols, which a fixed target needs, and a start of which
/// not everything is known.
fn own_scheme(puzzle: &Puzzle, start: &[Sticker]) -> Result<Scheme, StateError> {
    let own = Scheme::own(puzzle);
    let symbols = start.iter().flat_map(|sticker| match sticker {
        Sticker::Any => &[][..],
        Sticker::OneOf(symbols) => symbols,
    });
    let Some(first) = { symbols }.find(|symbol| !own.symbols().contains(symbol)) else {
        return Ok(own);
    };
    let symbols: String = own.symbols().iter().collect();
    let symbols = shown(&symbols);
    let first = first.escape_debug();
    let instead = if start.iter().all(|sticker| sticker.symbol().is_some()) {
        "give the target as text (--to TEXT) in the symbols of the state"
    } else {
        "write a state with unknown stickers in these"
    };
    Err(StateError::Symbols(format!(
        "`{first}` is not one of the colors {symbols} of the solved {}; {instead}",
        puzzle.name()
    )))
}

impl Pattern {
    /// Refuses a pattern that no arrangement of the pieces shows.
    ///
    /// # Errors
    /// [`StateError`] with what is wrong.
    pub fn check(&self, puzzle: &Puzzle, scheme: &Scheme) -> Result<(), StateError> {
        match self.state() {
            Some(state) => Arrangement::of_state(puzzle, &state, scheme.symbols()).map(|_| ()),
            None => check_places(puzzle, self, scheme.symbols()),
        }
    }
}

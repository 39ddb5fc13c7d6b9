//! The question: from which state, to which, with which turns, in how many.

use std::sync::Arc;

use super::budget::Budget;
use super::cache::Cache;
use super::constraints::Constraints;
use super::known::Known;
use super::orientations::Oriented;
use super::scramble::Scramble;
use super::stage_context::StageContext;
use super::start::Start;
use super::target::Target;
use crate::notation::{Notation, Scheme, TurnError};
use crate::puzzle::{
    Metric, Pattern, Puzzle, State, StateError, Sticker, TipTurn, Tips, TooManyRotations, TurnId,
    Turned, check_invariants, odd_lengths, rotations,
};

/// A question to be turned into clauses.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The puzzle.
    pub puzzle: Arc<Puzzle>,
    /// Where it starts. What the pattern leaves open is unknown: a solution comes
    /// with a state of the pattern, one that turns can make, and solves that one.
    pub start: Start,
    /// Where it shall end: in some state of this pattern.
    pub goal: Pattern,
    /// The goals, any of which will do, where the goal does not stand for all of the pattern: several were
    /// asked for, or the solved state in several orientations, because it is not known which one the held
    /// piece has or because turns may lead to several. Else empty.
    pub goals: Vec<Pattern>,
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
    /// How far tips are turned at the start. They are solved apart.
    pub tips: Tips,
    /// The scramble that leads to the start, if it was given so.
    pub scramble: Option<Arc<Scramble>>,
    /// What this is a part of, if the puzzle is what a stage of a plan sees of another one.
    pub whole: Option<Arc<StageContext>>,
    /// Solutions that are known before it is asked.
    pub known: Known,
    /// What it shares with other questions.
    pub cache: Cache,
}

/// Why a question cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProblemError {
    /// The start is no turns.
    #[error(transparent)]
    Turns(#[from] TurnError),
    /// The start is impossible.
    #[error("{0}")]
    Start(StateError),
    /// The target is impossible.
    #[error("the target: {0}")]
    Target(StateError),
    /// No turn may be used.
    #[error(
        "no turn of {0} in this metric leaves the held piece in place, so there is no turn to use"
    )]
    NoTurns(String),
    /// The goal up to rotation is too many states.
    #[error(transparent)]
    Rotations(#[from] TooManyRotations),
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
        let problem = Self::of_read_stickers(&puzzle, start, target, budget);
        problem.map_err(|error| match (error, target) {
            (ProblemError::Start(error), _) => ProblemError::Start(error.of(&puzzle, start)),
            (ProblemError::Target(error), Target::Pattern(goal)) => {
                ProblemError::Target(error.of(&puzzle, goal))
            }
            (ProblemError::Target(error), Target::State(goal)) => {
                ProblemError::Target(error.of(&puzzle, &Sticker::all_known(goal)))
            }
            (error, _) => error,
        })
    }

    fn of_read_stickers(
        puzzle: &Arc<Puzzle>,
        start: &[Sticker],
        target: &Target,
        budget: Budget,
    ) -> Result<Self, ProblemError> {
        check_length(puzzle, start.len()).map_err(ProblemError::Start)?;
        check_target_length(puzzle, target)?;
        let known = start.iter().all(|sticker| sticker.symbol().is_some());
        if *target == Target::Any && !known {
            let oriented = Oriented::read(puzzle, start).map_err(ProblemError::Start)?;
            return Self::to_some_orientation(puzzle.clone(), oriented, budget);
        }
        let scheme = scheme(puzzle, start, target).map_err(ProblemError::Start)?;
        let posed = |scheme| Self::in_scheme(puzzle.clone(), scheme, start, target, budget);
        let problem = posed(scheme.clone());
        let known: Option<Vec<char>> = start.iter().map(Sticker::symbol).collect();
        let refused = matches!(
            problem,
            Err(ProblemError::Start(_) | ProblemError::Target(_))
        );
        match (target, known) {
            // Nobody knows which colour is which, so it is possible if it is in any way.
            (Target::State(_) | Target::Pattern(_), Some(text)) if refused => {
                let others = scheme.others(puzzle, &text).map_err(ProblemError::Start)?;
                let possible = others.into_iter().find_map(|scheme| posed(scheme).ok());
                possible.map_or(problem, Ok)
            }
            _ => problem,
        }
    }

    /// A problem up to rotation from a start that leaves open how the puzzle lies.
    fn to_some_orientation(
        puzzle: Arc<Puzzle>,
        oriented: Oriented,
        budget: Budget,
    ) -> Result<Self, ProblemError> {
        let Oriented {
            scheme,
            start,
            ends,
            ..
        } = oriented;
        let facelets = 0..puzzle.facelets().len();
        let shown = |facelet: usize| ends.iter().map(|end| end.color(facelet)).collect();
        let goal = Pattern::new(facelets.map(shown).collect());
        let problem = Self::posed(puzzle, scheme, (start, goal), &Target::Any, budget)?;
        Ok(if ends.len() < 2 {
            problem
        } else {
            let goals = ends.iter().map(Pattern::from).collect();
            Self { goals, ..problem }
        })
    }

    /// A problem whose symbols are known for what they are.
    fn in_scheme(
        puzzle: Arc<Puzzle>,
        scheme: Scheme,
        start: &[Sticker],
        target: &Target,
        budget: Budget,
    ) -> Result<Self, ProblemError> {
        let from = scheme.pattern(start).map_err(ProblemError::Start)?;
        let goal = goal(&scheme, &puzzle, target)?;
        Self::posed(puzzle, scheme, (from, goal), target, budget)
    }

    /// A problem whose ends are known, if they are possible.
    fn posed(
        puzzle: Arc<Puzzle>,
        scheme: Scheme,
        (from, goal): (Pattern, Pattern),
        target: &Target,
        budget: Budget,
    ) -> Result<Self, ProblemError> {
        let all = puzzle.all_turns();
        let allowed = match target {
            Target::Any => puzzle.turns_around_held(),
            Target::Solved | Target::State(_) | Target::Pattern(_) | Target::Own(_) => all.clone(),
        };
        if allowed.is_empty() {
            return Err(ProblemError::NoTurns(puzzle.title().to_owned()));
        }
        let start = Start::new(&puzzle, &scheme, from).map_err(ProblemError::Start)?;
        let problem = Self {
            start,
            goal,
            goals: Vec::new(),
            up_to_rotation: *target == Target::Any && !puzzle.held().is_empty(),
            scheme,
            allowed,
            metric: Metric::HalfTurn,
            canonical: false,
            constraints: Constraints::default(),
            budget,
            tips: Tips::default(),
            scramble: None,
            whole: None,
            known: Known::default(),
            cache: Cache::default(),
            puzzle,
        };
        problem.premise()?;
        let is_open = *target == Target::Any && !problem.up_to_rotation && problem.goals.is_empty();
        if is_open {
            Ok(problem.with_reached_orientations()?)
        } else {
            Ok(problem)
        }
    }

    /// The question up to rotation where no piece is held: each orientation to which turns may lead is a goal.
    fn with_reached_orientations(self) -> Result<Self, TooManyRotations> {
        // Turns in no group do not turn the whole puzzle.
        if !self.puzzle.groups().iter().any(|group| group.enabled) {
            return Ok(self);
        }
        let rotations = rotations(&self.puzzle)?.into_iter();
        let turned = rotations.map(|(rotation, _)| self.goal.after(&rotation.facelets));
        let reached: Vec<Pattern> = turned.filter(|goal| self.may_lead_to(goal)).collect();
        Ok(if reached.is_empty() {
            self
        } else {
            self.with_goals(reached)
        })
    }

    /// Whether the allowed turns may lead to a goal, as far as that is found out at once.
    fn may_lead_to(&self, goal: &Pattern) -> bool {
        let (puzzle, allowed) = (&self.puzzle, &self.allowed);
        check_invariants(puzzle, allowed, &self.start, goal).is_ok()
            && puzzle.joined_by(allowed, &self.start, goal) != Ok(false)
    }

    /// A problem that starts where turns lead from the solved state.
    ///
    /// # Errors
    /// [`ProblemError`] if the target is impossible.
    pub fn from_scramble(
        puzzle: Arc<Puzzle>,
        turns: &[TurnId],
        target: &Target,
        budget: Budget,
    ) -> Result<Self, ProblemError> {
        let scramble = Scramble::of_turns(&puzzle, turns.to_vec());
        Self::scrambled_by(puzzle, scramble, target, budget)
    }

    /// A problem that starts where a scramble leads from the solved state. How the scramble leaves the puzzle held is no part
    /// of the question: the target is meant as the puzzle is held then.
    ///
    /// # Errors
    /// [`ProblemError`] if the target is impossible.
    pub fn scrambled_by(
        puzzle: Arc<Puzzle>,
        scramble: Scramble,
        target: &Target,
        budget: Budget,
    ) -> Result<Self, ProblemError> {
        check_target_length(&puzzle, target)?;
        let letters = match target {
            Target::Any | Target::Solved | Target::Own(_) => None,
            Target::State(text) => Scheme::of_letters(&puzzle, &Sticker::all_known(text)).ok(),
            Target::Pattern(text) => Scheme::of_letters(&puzzle, text).ok(),
        };
        let letters = letters.unwrap_or_else(|| Scheme::own(&puzzle));
        let goal = goal(&letters, &puzzle, target)?;
        let start = scramble.state(&puzzle);
        let held = scramble.scheme(&puzzle);
        // Colors need not be guessed: the turns tell where the held piece is.
        let scheme = match target {
            Target::Any => held.renamed(&puzzle.held_home_after(scramble.turns()).colors),
            Target::Solved | Target::State(_) | Target::Pattern(_) | Target::Own(_) => held.clone(),
        };
        let from = scheme.state(&held.characters(&start));
        let from = from.map_err(ProblemError::Start)?.into();
        let undone = puzzle.undoing(scramble.turns());
        let problem = Self::posed(puzzle, scheme, (from, goal), target, budget)?;
        Ok(Self {
            known: problem.known.with(None, undone),
            tips: scramble.tips().clone(),
            scramble: Some(Arc::new(scramble)),
            ..problem
        })
    }

    /// How the puzzle is held at the end, as rotations from how it was held before the scramble: `x y2`. `None` if that is
    /// no other way, or depends on the solution.
    #[must_use]
    pub fn held_at_end(&self) -> Option<&str> {
        let is_fixed = !self.up_to_rotation && self.goals.is_empty();
        let scramble = self.scramble.as_ref().filter(|_| is_fixed)?;
        scramble.held_as()
    }

    /// The turns that bring each tip where it belongs, replayed; none where all are.
    #[must_use]
    pub fn tips_solution(&self) -> Vec<TipTurn> {
        let puzzle = &self.puzzle;
        let turns = self.tips.solution(puzzle);
        let end = self.tips.clone().turned(puzzle, &turns);
        assert!(end.are_solved(), "turns of tips that do not solve them");
        turns
    }

    /// Whether a state is at the goal.
    #[must_use]
    pub fn admits_end(&self, state: &State) -> bool {
        let is_one = || self.goals.is_empty() || self.goals.iter().any(|goal| goal.admits(state));
        self.goal.admits(state) && is_one()
    }

    /// The goal, or the first where there are several: what is shown.
    #[must_use]
    pub fn shown_goal(&self) -> Pattern {
        self.goals.first().unwrap_or(&self.goal).clone()
    }

    /// The same question for each of several goals.
    pub(super) fn for_each_goal(&self) -> impl Iterator<Item = Self> + '_ {
        self.goals.iter().map(|goal| Self {
            goal: goal.clone(),
            goals: Vec::new(),
            ..self.clone()
        })
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
        if self.canonical {
            words += ", canonical";
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
            self.puzzle.all_turns()
        };
        usual.retain(|&turn| self.metric.admits(&self.puzzle.turns()[turn]));
        usual
    }
}

/// The states of a target, in a scheme.
fn goal(scheme: &Scheme, puzzle: &Puzzle, target: &Target) -> Result<Pattern, ProblemError> {
    let goal = match target {
        Target::State(text) => scheme.state(text).map(Pattern::from),
        Target::Pattern(stickers) => scheme.pattern(stickers),
        Target::Own(pattern) => Ok(pattern.clone()),
        Target::Any | Target::Solved => Ok(puzzle.solved().into()),
    };
    goal.map_err(ProblemError::Target)
}

fn check_length(puzzle: &Puzzle, found: usize) -> Result<(), StateError> {
    let expected = puzzle.facelets().len();
    if found == expected {
        return Ok(());
    }
    Err(StateError::Length { found, expected })
}

fn check_target_length(puzzle: &Puzzle, target: &Target) -> Result<(), ProblemError> {
    let length = match target {
        Target::Any | Target::Solved => return Ok(()),
        Target::Own(pattern) => pattern.sets().len(),
        Target::State(text) => text.len(),
        Target::Pattern(text) => text.len(),
    };
    check_length(puzzle, length).map_err(ProblemError::Target)
}

/// Which symbol is which colour.
fn scheme(puzzle: &Puzzle, start: &[Sticker], target: &Target) -> Result<Scheme, StateError> {
    let known: Option<Vec<char>> = start.iter().map(Sticker::symbol).collect();
    match (target, known) {
        (Target::Any | Target::Own(_), Some(start)) => Scheme::infer_held(puzzle, &start),
        (Target::State(_) | Target::Pattern(_), Some(start)) => Scheme::infer(puzzle, &start),
        // Turns do not turn the whole puzzle, so it is solved as it is held.
        (Target::Solved, Some(start)) if puzzle.held().is_empty() => {
            Scheme::infer_held(puzzle, &start)
        }
        (Target::Solved, _) | (_, None) => Scheme::of_letters(puzzle, start),
    }
}

//! The problem: a start, a goal, the allowed turns and their number.

use std::ops::Deref;
use std::sync::Arc;

use super::budget::Budget;
use super::cache::Cache;
use super::constraints::Constraints;
use super::orientations::solved_orientations;
use super::scramble::Scramble;
use super::stage_context::StageContext;
use super::start::Start;
use super::target::Target;
use crate::error::{Error, ErrorKind};
use crate::notation::{Notation, Scheme, question_mark_error};
use crate::puzzle::{
    MAX_TURNS, Metric, Pattern, Permutable, Puzzle, State, Sticker, TipTurn, Tips, TurnId,
    broken_invariant, length_error, odd_lengths, rotations,
};

/// A checked question, ready to be encoded. Its data can be read like fields, and changed only by methods, which check it.
#[derive(Clone, Debug)]
pub struct Problem(pub(super) ProblemData);

impl Deref for Problem {
    type Target = ProblemData;

    fn deref(&self) -> &ProblemData {
        &self.0
    }
}

/// The data of a [`Problem`].
#[derive(Clone, Debug)]
pub struct ProblemData {
    /// The puzzle.
    pub puzzle: Arc<Puzzle>,
    /// The start. Facelets that the pattern leaves open are unknown: a solution solves one reachable state of the pattern,
    /// and contains this state.
    pub start: Start,
    /// The goal: any state of this pattern.
    pub goal: Pattern,
    /// The alternative goals, if there are several; `goal` then admits all their states, and possibly others. There are
    /// several, for example, if the user names several, if the orientation of the held piece is unknown, or if turns
    /// rotate the puzzle.
    pub goals: Vec<Pattern>,
    /// Whether the goal stands for all its rotations, so that uniform faces are sufficient.
    pub up_to_rotation: bool,
    /// The user's symbols for the colors of `start` and `goal`.
    pub scheme: Scheme,
    /// The allowed turns, in ascending order.
    pub allowed: Vec<TurnId>,
    /// How length is counted.
    pub metric: Metric,
    /// Whether only canonical sequences are solutions.
    pub canonical: bool,
    /// The constraints on solutions besides the goal.
    pub constraints: Constraints,
    /// The allowed number of turns.
    pub budget: Budget,
    /// The orientations of the tips at the start. They are solved separately.
    pub tips: Tips,
    /// The scramble that defines the start, if there is one.
    pub scramble: Option<Arc<Scramble>>,
    /// The context of a stage, if the puzzle is the reduced puzzle of a stage of a plan.
    pub stage_context: Option<Arc<StageContext>>,
    /// Turns known in advance that may solve the problem.
    pub known_turns: Vec<KnownTurns>,
    /// Results shared with other questions.
    pub cache: Cache,
}

/// Turns that may lead from the start of a question to its goal: the inverse of the scramble, or the result of another
/// search.
///
/// They are not part of the question. Replay checks whether they are a solution, possibly after conversion to turns around
/// the held piece or to the metric of the question. So they can be kept when a question changes. A known solution
/// exposes a solver that wrongly refutes its length.
#[derive(Clone, Debug)]
pub struct KnownTurns {
    /// The start, if the question leaves it open.
    pub(super) start: Option<State>,
    pub(super) turns: Vec<TurnId>,
}

pub(super) fn start_error(error: Error) -> Error {
    Error::new(ErrorKind::ImpossibleStart, error)
}

pub(super) fn target_error(error: Error) -> Error {
    Error::impossible_value(format!("the target: {error}"))
}

pub(super) fn no_turns_error(puzzle: &Puzzle) -> Error {
    let reason = format!(
        "no turn of {} in this metric leaves the held piece in place, so there is no turn to use",
        puzzle.title()
    );
    Error::impossible_value(reason)
}

impl ProblemData {
    /// The default question with this start, goal and turns: any number of turns, without constraints.
    pub(super) fn with_defaults(
        puzzle: Arc<Puzzle>,
        scheme: Scheme,
        start: Start,
        goal: Pattern,
        allowed: Vec<TurnId>,
    ) -> Self {
        Self {
            puzzle,
            start,
            goal,
            goals: Vec::new(),
            up_to_rotation: false,
            scheme,
            allowed,
            metric: Metric::HalfTurn,
            canonical: false,
            constraints: Constraints::default(),
            budget: Budget::AtMost(MAX_TURNS),
            tips: Tips::default(),
            scramble: None,
            stage_context: None,
            known_turns: Vec::new(),
            cache: Cache::default(),
        }
    }
}

impl Problem {
    /// A problem from one character per facelet. [`Scheme`] explains how colors are inferred.
    ///
    /// # Errors
    /// [`Error`] if start or target is impossible.
    pub fn new(
        puzzle: Arc<Puzzle>,
        start: &[char],
        target: &Target,
        budget: Budget,
    ) -> Result<Self, Error> {
        Self::of_stickers(puzzle, &Sticker::all_known(start), target, budget)
    }

    /// A problem from one sticker per facelet. If some are unknown, the others must use the puzzle's own colors or show
    /// how the puzzle is held. If they fit the orientation of the solved puzzle, the puzzle is held in that orientation.
    pub fn of_stickers(
        puzzle: Arc<Puzzle>,
        start: &[Sticker],
        target: &Target,
        budget: Budget,
    ) -> Result<Self, Error> {
        let problem = Self::of_parsed_stickers(&puzzle, start, target).map_err(|error| {
            let of_text = |text: &[Sticker]| question_mark_error(&puzzle, text);
            let better = match (error.kind(), target) {
                (ErrorKind::ImpossibleStart, _) => of_text(start).map(start_error),
                (_, Target::Pattern(goal)) => of_text(goal).map(target_error),
                _ => None,
            };
            better.unwrap_or(error)
        })?;
        Ok(problem.changed(|data| data.budget = budget))
    }

    fn of_parsed_stickers(
        puzzle: &Arc<Puzzle>,
        start: &[Sticker],
        target: &Target,
    ) -> Result<Self, Error> {
        check_length(puzzle, start.len()).map_err(start_error)?;
        let Some(text) = Sticker::all_symbols(start) else {
            return Self::of_partly_known_start(puzzle, start, target);
        };
        let scheme = match target {
            Target::Pattern(_) => Scheme::infer(puzzle, &text),
            Target::Solved if !puzzle.held().is_empty() => Scheme::of_letters(puzzle, start),
            // `Solved` without a held piece: turns do not rotate the whole puzzle, so the orientation in which it is held
            // is the orientation in which it is solved.
            Target::Any | Target::Solved | Target::OwnColors(_) => {
                Scheme::infer_held(puzzle, &text)
            }
        };
        let scheme = scheme.map_err(start_error)?;
        let problem_in = |scheme| Self::in_scheme(puzzle.clone(), scheme, start, target);
        let problem = problem_in(scheme.clone());
        if problem.is_ok() || !matches!(target, Target::Pattern(_)) {
            return problem;
        }
        // The scheme is inferred, so the state is possible if any scheme makes it so.
        let others = scheme.others(puzzle, &text).map_err(start_error)?;
        let possible = others
            .into_iter()
            .find_map(|scheme| problem_in(scheme).ok());
        possible.map_or(problem, Ok)
    }

    /// A problem whose start has unknown stickers. The puzzle is held as in its solved state if the start is then possible,
    /// otherwise in the only other orientation in which the start is possible.
    fn of_partly_known_start(
        puzzle: &Arc<Puzzle>,
        start: &[Sticker],
        target: &Target,
    ) -> Result<Self, Error> {
        let scheme = if *target == Target::Any {
            Scheme::of_partly_known(puzzle, start)
        } else {
            Scheme::of_letters(puzzle, start)
        };
        let scheme = scheme.map_err(start_error)?;
        let problem_in = |scheme: Scheme| {
            if *target != Target::Any {
                return Self::in_scheme(puzzle.clone(), scheme, start, target);
            }
            Self::to_some_orientation(puzzle.clone(), scheme, start)
        };
        let problem = problem_in(scheme.clone());
        // With a held piece, these targets mean a fixed orientation.
        let is_fixed =
            matches!(target, Target::Solved | Target::OwnColors(_)) && !puzzle.held().is_empty();
        if problem.is_ok() || is_fixed {
            return problem;
        }
        let best = scheme.best_fitting_schemes(puzzle, start);
        let others = best.iter().filter(|&other| *other != scheme);
        let mut possible = others.filter_map(|other| problem_in(other.clone()).ok());
        match (possible.next(), possible.next()) {
            (Some(only), None) => Ok(only),
            (Some(_), Some(_)) => Err(start_error(Error::impossible_value(
                "the known stickers fit the puzzle in several orientations; give more stickers, or hold it as it is shown solved",
            ))),
            (None, _) if best.contains(&scheme) => problem,
            // The error is about the orientation that fits best.
            (None, _) => best.into_iter().next().map_or(problem, problem_in),
        }
    }

    /// A problem up to rotation, from a start that leaves the orientation open.
    fn to_some_orientation(
        puzzle: Arc<Puzzle>,
        scheme: Scheme,
        start: &[Sticker],
    ) -> Result<Self, Error> {
        let (scheme, solved) = solved_orientations(&puzzle, scheme, start).map_err(start_error)?;
        let start = scheme.pattern(start).map_err(start_error)?;
        let goals: Vec<Pattern> = solved.iter().map(Pattern::from).collect();
        let goal = Pattern::covering(&goals);
        let problem = Self::checked(puzzle, scheme, start, goal, &Target::Any)?;
        Ok(problem.with_goals(goals))
    }

    /// A problem whose scheme is known.
    fn in_scheme(
        puzzle: Arc<Puzzle>,
        scheme: Scheme,
        start: &[Sticker],
        target: &Target,
    ) -> Result<Self, Error> {
        let from = scheme.pattern(start).map_err(start_error)?;
        let goal = goal(&scheme, &puzzle, target)?;
        Self::checked(puzzle, scheme, from, goal, target)
    }

    /// A problem with this start and goal, if both are possible.
    fn checked(
        puzzle: Arc<Puzzle>,
        scheme: Scheme,
        from: Pattern,
        goal: Pattern,
        target: &Target,
    ) -> Result<Self, Error> {
        let allowed = if *target == Target::Any {
            puzzle.turns_around_held()
        } else {
            puzzle.all_turns()
        };
        if allowed.is_empty() {
            return Err(no_turns_error(&puzzle));
        }
        let start = Start::new(&puzzle, &scheme, from).map_err(start_error)?;
        let up_to_rotation = *target == Target::Any && !puzzle.held().is_empty();
        let data = ProblemData::with_defaults(puzzle, scheme, start, goal, allowed);
        let problem = Self(data).changed(|data| data.up_to_rotation = up_to_rotation);
        problem.check_premise()?;
        if *target == Target::Any && !problem.up_to_rotation {
            problem.with_reached_orientations()
        } else {
            Ok(problem)
        }
    }

    /// The problem up to rotation, for a puzzle without a held piece. Each orientation that turns may reach is a goal.
    fn with_reached_orientations(self) -> Result<Self, Error> {
        // Turns outside all groups do not rotate the whole puzzle.
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

    /// Whether the allowed turns may reach a goal; false only if a fast test rules this out.
    fn may_lead_to(&self, goal: &Pattern) -> bool {
        let (puzzle, allowed) = (&self.puzzle, &self.allowed);
        broken_invariant(puzzle, allowed, &self.start, goal).is_none()
            && puzzle.turns_connect(allowed, &self.start, goal) != Ok(false)
    }

    /// A problem whose start is the state that these turns reach from the solved state.
    ///
    /// # Errors
    /// [`Error`] if the target is impossible.
    pub fn from_scramble(
        puzzle: Arc<Puzzle>,
        turns: &[TurnId],
        target: &Target,
        budget: Budget,
    ) -> Result<Self, Error> {
        let scramble = Scramble::of_turns(&puzzle, turns.to_vec());
        Self::scrambled_by(puzzle, scramble, target, budget)
    }

    /// A problem whose start is the state that a scramble reaches from the solved state. The orientation in which the
    /// scramble leaves the puzzle does not matter, because the target is relative to this orientation.
    ///
    /// # Errors
    /// [`Error`] if the target is impossible.
    pub fn scrambled_by(
        puzzle: Arc<Puzzle>,
        scramble: Scramble,
        target: &Target,
        budget: Budget,
    ) -> Result<Self, Error> {
        let letters = match target {
            Target::Any | Target::Solved | Target::OwnColors(_) => None,
            Target::Pattern(text) => Scheme::of_letters(&puzzle, text).ok(),
        };
        let letters = letters.unwrap_or_else(|| Scheme::own_symbols(&puzzle));
        let goal = goal(&letters, &puzzle, target)?;
        let start = scramble.state(&puzzle);
        let held = scramble.scheme(&puzzle);
        // Colors need not be inferred: the turns determine where the held piece is.
        let scheme = if *target == Target::Any {
            held.renamed(&puzzle.rotation_for_held_after(scramble.turns()).colors)
        } else {
            held.clone()
        };
        let from = scheme.state(&held.state_characters(&start));
        let from = from.map_err(start_error)?.into();
        let inverse = puzzle.inverse_sequence(scramble.turns());
        let problem = Self::checked(puzzle, scheme, from, goal, target)?;
        Ok(problem.with_known_turns(inverse).changed(|data| {
            data.budget = budget;
            data.tips = scramble.tips().clone();
            data.scramble = Some(Arc::new(scramble));
        }))
    }

    /// How the puzzle is held at the end, as rotations relative to its orientation before the scramble: `x y2`. `None` if
    /// the orientation is the same, or if it depends on the solution.
    pub fn held_at_end(&self) -> Option<&str> {
        let is_fixed = !self.up_to_rotation && self.goals.is_empty();
        let scramble = self.scramble.as_ref().filter(|_| is_fixed)?;
        scramble.held_as()
    }

    /// The turns that solve the tips, replayed; empty if all are solved.
    pub fn tips_solution(&self) -> Vec<TipTurn> {
        let puzzle = &self.puzzle;
        let turns = self.tips.solution(puzzle);
        let end = self.tips.clone().turned(puzzle, &turns);
        assert!(end.are_solved(), "turns of tips that do not solve them");
        turns
    }

    /// Whether a state is at the goal.
    pub fn admits_end(&self, state: &State) -> bool {
        let is_one = || self.goals.is_empty() || self.goals.iter().any(|goal| goal.admits(state));
        self.goal.admits(state) && is_one()
    }

    /// The turns before the first state at the goal; all turns if no state is at the goal.
    pub(super) fn up_to_goal<'a>(&self, start: &State, turns: &'a [TurnId]) -> &'a [TurnId] {
        let mut state = start.clone();
        let before_goal = turns.iter().take_while(|&&turn| {
            let is_before = !self.admits_end(&state);
            state = self.puzzle.apply(&state, &[turn]);
            is_before
        });
        &turns[..before_goal.count()]
    }

    /// The goal to display: the first one if there are several.
    pub fn shown_goal(&self) -> Pattern {
        self.goals.first().unwrap_or(&self.goal).clone()
    }

    /// One problem per goal.
    pub(super) fn by_goal(&self) -> impl Iterator<Item = Self> + '_ {
        let goals = self.goals.iter().cloned();
        goals.map(|goal| self.with_goals(vec![goal]))
    }

    /// The budget and the constraints in words: `at most 4 turns, ending with R`.
    pub fn question_in_words(&self) -> String {
        let mut words = vec![self.budget.in_words(self.metric)];
        let constraints = &self.constraints;
        words.extend(constraints.in_words(&self.puzzle, Notation::Singmaster));
        words.extend(self.canonical.then(|| "canonical".to_owned()));
        words.join(", ")
    }

    /// Whether every solution has an odd number of turns (`Some(true)`) or an even number (`Some(false)`), according to the
    /// parities of the turns; `None` if both are possible, or neither.
    pub fn odd_lengths(&self) -> Option<bool> {
        odd_lengths(&self.puzzle, &self.allowed, &self.start, &self.goal)
    }

    /// The turns that the goal and the metric allow, in ascending order.
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

/// The pattern that a target stands for in a scheme.
fn goal(scheme: &Scheme, puzzle: &Puzzle, target: &Target) -> Result<Pattern, Error> {
    let goal = match target {
        Target::Pattern(stickers) => scheme.pattern(stickers),
        Target::OwnColors(pattern) => Ok(pattern.clone()),
        Target::Any | Target::Solved => Ok(puzzle.solved().into()),
    };
    let goal = goal.map_err(target_error)?;
    check_length(puzzle, goal.sets().len()).map_err(target_error)?;
    Ok(goal)
}

pub(super) fn check_length(puzzle: &Puzzle, found: usize) -> Result<(), Error> {
    let expected = puzzle.facelets().len();
    if found == expected {
        return Ok(());
    }
    Err(length_error(found, expected))
}

//! The quotient of a puzzle by a goal: a smaller puzzle with only the properties that matter to the goal.
//!
//! *Idea.* Membership of a state in a subgroup depends only on its coset, and turns map cosets to cosets. A coset is
//! given by a few *coset coordinates*, each with a few values that turns permute. A coordinate is represented as a row
//! of facelets with one marked sticker, whose place is the coordinate's value. So the cosets are the states of an
//! ordinary puzzle, to which all methods apply. The same is true for a goal given by colors: a coset is then a
//! coloring.
//!
//! *Turns.* They keep their names. Turns that act trivially on the quotient are dropped, and of turns that act equally
//! one is kept.
//!
//! *Source.* Cosets as stages are M. Thistlethwaite's (1981). Recoloring stickers is the painter's recoloring of
//! Quassnoi's *Rubik's Cube in SQL*. Deriving coordinates from generators is ours.
//!
//! *Why it is sound.* A coordinate is equal for all states of a coset. The coordinates together distinguish all cosets
//! because their number of joint states equals the number of cosets of the subgroup (`joint`). A solution on the
//! quotient is still checked with [`Quotient::contains`], which tests the puzzle itself.

mod build;
mod choose;
mod coordinate;
mod error;
mod goal;
mod joint;
mod recoloring;
mod row;
mod subgroups;

use std::sync::Arc;

use num_bigint::BigUint;

use crate::error::{Error, ErrorKind};
use crate::group::{Group, Permutation};
use crate::puzzle::{
    Arrangement, Color, Pattern, Possibility, Puzzle, State, Sticker, Turn, TurnId,
};
use build::QuotientParts;
use choose::Choice;
pub(crate) use coordinate::Coordinate;
use error::nothing_to_solve_error;
pub use goal::Goal;
use row::Row;
pub(crate) use subgroups::subgroup_coordinates;

/// Decides membership of a state, on the puzzle itself.
#[derive(Clone, Debug)]
enum MembershipTest {
    Group {
        /// The group that the goal's turns generate.
        goal: Box<Group>,
        /// The group that the allowed turns generate: states outside it cannot be reached.
        allowed: Box<Group>,
    },
    /// The color of each sticker, and the allowed colors of the facelets.
    Recoloring {
        recoloring: Vec<char>,
        patterns: Vec<Vec<Sticker>>,
        /// The facelets that no allowed turn moves.
        still: Vec<usize>,
    },
}

/// The quotient of a puzzle by a goal.
#[derive(Clone, Debug)]
pub struct Quotient {
    puzzle: Arc<Puzzle>,
    /// The allowed turns from which it was built.
    allowed: Vec<TurnId>,
    defining_goal: Goal,
    image: Arc<Puzzle>,
    goal: Pattern,
    membership_test: MembershipTest,
    rows: Vec<Row>,
    index: Option<BigUint>,
    /// For each turn of the quotient, the allowed turn that it stands for, if there is one.
    turns: Vec<Option<TurnId>>,
}

impl Quotient {
    /// The quotient of a puzzle with some allowed turns by a goal. `name` becomes its name.
    ///
    /// # Errors
    /// [`Error`] if there is no such quotient, or it is too large.
    pub fn new(
        puzzle: &Arc<Puzzle>,
        name: &str,
        allowed: &[TurnId],
        goal: &Goal,
    ) -> Result<Self, Error> {
        match goal {
            Goal::Group(group) => Self::by_group(puzzle, name, allowed, group),
            Goal::Recoloring {
                recoloring,
                patterns,
            } => Self::by_recoloring(puzzle, name, allowed, recoloring, patterns),
        }
    }

    /// The quotient of a puzzle with some allowed turns by the group that some turns generate; without turns, the
    /// trivial group. `name` becomes its name.
    ///
    /// # Errors
    /// [`Error`] if there is no such quotient, or it is too large.
    pub fn by_group(
        puzzle: &Arc<Puzzle>,
        name: &str,
        allowed: &[TurnId],
        subgroup: &[TurnId],
    ) -> Result<Self, Error> {
        let mut kinds = 0..puzzle.pieces().kinds().len();
        if !kinds.all(|kind| puzzle.tells_apart(kind)) {
            let puzzle = puzzle.title();
            let reason = format!(
                "pieces of {puzzle} look alike, so a group cannot say which goes where; use a recoloring instead, with a color for each sticker"
            );
            return Err(Error::new(ErrorKind::Unsupported, reason));
        }
        let allowed_group = puzzle.group(allowed)?;
        let goal_group = puzzle.group(subgroup)?;
        let outside = |turn: &&TurnId| !allowed_group.contains(&puzzle.turns()[**turn].permutation);
        if let Some(&turn) = subgroup.iter().find(outside) {
            let turn = puzzle.turns()[turn].name();
            let reason = format!(
                "turn {turn} of the goal's group leads out of the group of the allowed turns"
            );
            return Err(Error::impossible_value(reason));
        }
        let index = allowed_group.order() / goal_group.order();
        if index == BigUint::from(1_u32) {
            return Err(nothing_to_solve_error());
        }
        let turns_with_generators = turns_and_generators(puzzle, allowed);
        let turns = permutations(puzzle, &turns_with_generators);
        let coordinates = Choice {
            pieces: puzzle.pieces(),
            turns: &turns,
            subgroup: &permutations(puzzle, subgroup),
            group: &allowed_group,
            index: &index,
        }
        .coordinates()?;
        let rows: Vec<Row> = coordinates.into_iter().map(Row::Values).collect();
        let (image, turns) = QuotientParts {
            puzzle,
            name,
            turns: &turns_with_generators,
            allowed,
            rows: &rows,
            symbols: &['x', 'o'],
        }
        .puzzle()?;
        Ok(Self {
            puzzle: puzzle.clone(),
            allowed: allowed.to_vec(),
            defining_goal: Goal::Group(subgroup.to_vec()),
            goal: image.solved().into(),
            image: Arc::new(image),
            membership_test: MembershipTest::Group {
                goal: Box::new(goal_group),
                allowed: Box::new(allowed_group),
            },
            rows,
            index: Some(index),
            turns,
        })
    }

    /// The turns from which it was built.
    pub fn allowed(&self) -> &[TurnId] {
        &self.allowed
    }

    /// The goal by which it was built, in terms of the puzzle itself.
    pub fn defining_goal(&self) -> &Goal {
        &self.defining_goal
    }

    /// The quotient puzzle.
    pub fn image(&self) -> &Arc<Puzzle> {
        &self.image
    }

    /// The goal on the quotient puzzle.
    pub fn goal(&self) -> &Pattern {
        &self.goal
    }

    /// The number of cosets, which are the states of the quotient; `None` if the goal is given by colors.
    pub fn index(&self) -> Option<&BigUint> {
        self.index.as_ref()
    }

    /// For each turn of the quotient, the turn that it stands for; `None` if that is not allowed.
    pub fn turns(&self) -> &[Option<TurnId>] {
        &self.turns
    }

    /// Whether a state satisfies the goal, tested on the puzzle itself.
    pub fn contains(&self, state: &State) -> bool {
        let Some(arrangement) = self.arrangement(state) else {
            return false;
        };
        match &self.membership_test {
            MembershipTest::Group { goal, .. } => goal.contains(&arrangement),
            MembershipTest::Recoloring {
                recoloring,
                patterns,
                ..
            } => {
                let shown = arrangement.apply(recoloring);
                match &patterns[..] {
                    [] => shown == *recoloring,
                    patterns => patterns
                        .iter()
                        .any(|pattern| matches_pattern(&shown, pattern)),
                }
            }
        }
    }

    /// The image of a state in the quotient; `None` if the allowed turns do not reach the state from the solved one
    /// (or, if the goal is given by colors, no state with its colors).
    pub fn project(&self, state: &State) -> Option<State> {
        let arrangement = self.arrangement(state)?;
        // The image need not reflect facelets that the allowed turns never change.
        let is_reachable = match &self.membership_test {
            MembershipTest::Group { allowed, .. } => allowed.contains(&arrangement),
            MembershipTest::Recoloring {
                recoloring, still, ..
            } => {
                let mut still = still.iter();
                still.all(|&at| recoloring[arrangement.source(at)] == recoloring[at])
            }
        };
        if !is_reachable {
            return None;
        }
        let colors = self.rows.iter().map(|row| row.colors(&arrangement));
        let colors: Vec<Vec<Color>> = colors.collect::<Option<_>>()?;
        let state = State::new(colors.concat());
        let is_reachable = match self.rows[0] {
            Row::Values(_) => true,
            Row::Recoloring { .. } => self.may_reach(&(&state).into()),
        };
        is_reachable.then_some(state)
    }

    /// Whether the allowed turns may reach some state of a pattern of the quotient.
    fn may_reach(&self, pattern: &Pattern) -> bool {
        let possibility = self.image.possibility(pattern, &self.image.symbols());
        !matches!(possibility, Possibility::Impossible(_))
    }

    fn arrangement(&self, state: &State) -> Option<Permutation> {
        let symbols = self.puzzle.symbols();
        let arrangement = Arrangement::of_state(&self.puzzle, state, &symbols).ok()?;
        Some(arrangement.permutation(self.puzzle.pieces()))
    }
}

fn permutations(puzzle: &Puzzle, turns: &[TurnId]) -> Vec<Permutation> {
    let turns = turns.iter().map(|&turn| &puzzle.turns()[turn].permutation);
    turns.cloned().collect()
}

/// The allowed turns and, if they are powers of another turn of their face, the turn that generates them: their
/// greatest common divisor.
fn turns_and_generators(puzzle: &Puzzle, allowed: &[TurnId]) -> Vec<TurnId> {
    let mut all = allowed.to_vec();
    for &turn in allowed {
        let Turn {
            face, power, order, ..
        } = puzzle.turns()[turn];
        let same = allowed.iter().map(|&other| &puzzle.turns()[other]);
        let powers: Vec<usize> = same
            .filter(|other| other.face == face)
            .map(|other| other.power)
            .collect();
        let divides = |n: &usize| order % n == 0 && powers.iter().all(|power| power % n == 0);
        let divisor = (1..order).rev().find(divides).unwrap_or(1);
        all.push(turn + divisor - power);
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// Whether facelets match a pattern.
fn matches_pattern(shown: &[char], pattern: &[Sticker]) -> bool {
    shown
        .iter()
        .zip(pattern)
        .all(|(&shown, sticker)| matches_sticker(shown, sticker))
}

fn matches_sticker(shown: char, sticker: &Sticker) -> bool {
    match sticker {
        Sticker::Any => true,
        Sticker::OneOf(some) => some.contains(&shown),
    }
}

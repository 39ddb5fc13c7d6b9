//! The quotient of a puzzle by a goal: a smaller puzzle with only the properties that matter to the goal.
//!
//! *Idea.* Whether a state is in a subgroup depends only on its coset, and turns map cosets to cosets. A coset is given
//! by a few *coset coordinates*, each with a few values that turns permute. A coordinate is represented as a row of
//! facelets with one marked sticker, whose place is the coordinate's value. So the cosets are the states of an ordinary
//! puzzle, to which all methods apply. If the goal is given by colors, a coloring takes the place of a coset.
//!
//! *Turns.* Turns keep their names. Turns that act trivially on the quotient are dropped, and only one of several turns
//! with the same action is kept.
//!
//! *Source.* M. Thistlethwaite (1981) introduced cosets as stages. Recoloring follows the painter in Quassnoi's
//! *Rubik's Cube in SQL*. The derivation of coordinates from generators is ours.
//!
//! *Why it is sound.* All states of a coset have the same coordinates. The coordinates together distinguish all cosets
//! because their number of joint states equals the number of cosets of the subgroup (`joint`). A solution on the
//! quotient is still checked with [`Quotient::contains`], which tests the puzzle itself.

mod build;
mod choose;
mod coordinate;
mod error;
mod joint;
mod recoloring;
mod reduced;
mod row;
mod subgroups;

use std::sync::Arc;

use num_bigint::BigUint;

use crate::error::{Error, ErrorKind};
use crate::group::Permutation;
use crate::puzzle::{Arrangement, Color, Pattern, Puzzle, State, Sticker, Turn, TurnId};
use build::QuotientParts;
use choose::CoordinateChooser;
pub(crate) use coordinate::Coordinate;
use error::{no_pattern_error, nothing_to_solve_error};
use recoloring::by_recoloring;
use reduced::{MembershipTest, ReducedPuzzle, VALUE_SYMBOLS, matches_pattern};
use row::{Row, goal_at_home};
pub(crate) use subgroups::subgroup_coordinates;

/// The goal that defines a quotient.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The states that these turns reach from the solved one; without turns, only the solved one.
    Group(Vec<TurnId>),
    /// The states with certain colors after the stickers are recolored.
    Recoloring {
        /// The new color of each sticker, by its home facelet.
        recoloring: Vec<char>,
        /// The alternatives for the colors of the facelets; by default the recolored solved puzzle.
        patterns: Vec<Vec<Sticker>>,
    },
}

/// The quotient of a puzzle by a goal.
#[derive(Clone, Debug)]
pub struct Quotient {
    puzzle: Arc<Puzzle>,
    /// The allowed turns from which the quotient was built.
    pub allowed: Vec<TurnId>,
    /// The goal that defines the quotient, in terms of the puzzle itself.
    pub defining_goal: Goal,
    /// The quotient puzzle.
    pub image: Arc<Puzzle>,
    /// The goal on the quotient puzzle.
    pub goal: Pattern,
    membership_test: MembershipTest,
    rows: Vec<Row>,
    /// The number of cosets, each a state of the quotient; `None` if the goal is given by colors.
    pub index: Option<BigUint>,
    /// For each turn of the quotient, the allowed turn that it stands for, if any.
    pub turns: Vec<Option<TurnId>>,
}

impl Quotient {
    /// The quotient, named `name`, of a puzzle by a goal. Only the `allowed` turns act on it.
    ///
    /// # Errors
    /// [`Error`] if the goal defines no quotient, or the quotient is too large.
    pub fn new(
        puzzle: &Arc<Puzzle>,
        name: &str,
        allowed: &[TurnId],
        goal: &Goal,
    ) -> Result<Self, Error> {
        let turns_with_generators = turns_and_generators(puzzle, allowed);
        let turns = permutations(puzzle, &turns_with_generators);
        let reduced = match goal {
            Goal::Group(group) => by_group(puzzle, allowed, &turns, group)?,
            Goal::Recoloring {
                recoloring,
                patterns,
            } => by_recoloring(puzzle, &turns, recoloring, patterns)?,
        };
        let (image, turns) = QuotientParts {
            puzzle,
            name,
            turns: &turns_with_generators,
            allowed,
            rows: &reduced.rows,
            symbols: &reduced.symbols,
        }
        .puzzle()?;
        let quotient = Self {
            puzzle: puzzle.clone(),
            allowed: allowed.to_vec(),
            defining_goal: goal.clone(),
            image: Arc::new(image),
            goal: reduced.goal,
            membership_test: reduced.membership_test,
            rows: reduced.rows,
            index: reduced.index,
            turns,
        };
        match (goal, &quotient.rows[0]) {
            (Goal::Group(_), _) => (),
            // All values of a coordinate are reachable.
            (_, Row::Values(_)) => quotient.image.record_possible(&quotient.goal),
            (_, Row::Recoloring { .. }) if quotient.may_reach(&quotient.goal) => (),
            (_, Row::Recoloring { .. }) => return Err(no_pattern_error()),
        }
        Ok(quotient)
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
                let mut alternatives = patterns.iter();
                alternatives.any(|pattern| matches_pattern(&shown, pattern))
                    || patterns.is_empty() && shown == *recoloring
            }
        }
    }

    /// The image of a state in the quotient; `None` if the allowed turns do not lead from the solved state to this
    /// state or, if the goal is given by colors, to any state with the same new colors.
    pub fn project(&self, state: &State) -> Option<State> {
        let arrangement = self.arrangement(state)?;
        // The image need not reflect facelets that the allowed turns never change.
        let is_reachable = match &self.membership_test {
            MembershipTest::Group { allowed, .. } => allowed.contains(&arrangement),
            MembershipTest::Recoloring {
                recoloring,
                fixed_facelets,
                ..
            } => {
                let mut fixed_facelets = fixed_facelets.iter();
                fixed_facelets.all(|&at| recoloring[arrangement.source(at)] == recoloring[at])
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
        let symbols = self.image.symbols();
        self.image.check_possible(pattern, &symbols).is_ok()
    }

    fn arrangement(&self, state: &State) -> Option<Permutation> {
        let symbols = self.puzzle.symbols();
        let arrangement = Arrangement::of_state(&self.puzzle, state, &symbols).ok()?;
        Some(arrangement.permutation(self.puzzle.pieces()))
    }
}

/// The coordinates for the group that some turns generate; without turns, the trivial group.
fn by_group(
    puzzle: &Puzzle,
    allowed: &[TurnId],
    turns: &[Permutation],
    subgroup: &[TurnId],
) -> Result<ReducedPuzzle, Error> {
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
        let reason =
            format!("turn {turn} of the goal's group leads out of the group of the allowed turns");
        return Err(Error::impossible_value(reason));
    }
    let index = allowed_group.order() / goal_group.order();
    if index == BigUint::from(1_u32) {
        return Err(nothing_to_solve_error());
    }
    let chooser = CoordinateChooser {
        pieces: puzzle.pieces(),
        turns,
        subgroup_generators: &permutations(puzzle, subgroup),
        allowed_group: &allowed_group,
        index: &index,
    };
    let coordinates = chooser.coordinates()?;
    let rows: Vec<Row> = coordinates.into_iter().map(Row::Values).collect();
    Ok(ReducedPuzzle {
        goal: goal_at_home(&rows),
        rows,
        symbols: VALUE_SYMBOLS.to_vec(),
        membership_test: MembershipTest::Group {
            goal: Box::new(goal_group),
            allowed: Box::new(allowed_group),
        },
        index: Some(index),
    })
}

fn permutations(puzzle: &Puzzle, turns: &[TurnId]) -> Vec<Permutation> {
    let turns = turns.iter().map(|&turn| &puzzle.turns()[turn].permutation);
    turns.cloned().collect()
}

/// The allowed turns and, for each face, the turn that generates its allowed turns: the turn whose power is the
/// greatest common divisor of theirs.
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

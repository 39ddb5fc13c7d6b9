//! A puzzle as far as a goal sees it: what does not matter to the goal is forgotten, and
//! what is left is a smaller puzzle.
//!
//! *Idea.* Whether a state is one of a subgroup is a question of its coset alone, and turns lead from
//! coset to coset. A coset is told by a few *coset coordinates*, each with a few values that turns permute. A coordinate becomes
//! a row of facelets with one marked sticker: where that is, there the coordinate stands. So the
//! cosets are the states of a puzzle like any other, and
//! everything that is known of puzzles holds for it. Where the goal is about colours, the stickers
//! get those colours, and the same is true.
//!
//! *Turns.* They have the names that they have in the whole puzzle. What does nothing to what is
//! seen is no turn of it, and of turns that do the same to it one is kept.
//!
//! *Source.* Cosets as stages are M. Thistlethwaite's (1981). To recolour stickers is the painter's
//! recoloring of Quassnoi's *Rubik's Cube in SQL*. To derive coordinates from generators is ours.
//!
//! *Why sound.* A coordinate is the same for all states of a coset. That the coordinates together forget no more
//! is shown by their joint states, which are as many as the subgroup has cosets (`joint`).
//! Whoever solves a puzzle by what is seen still asks [`Quotient::contains`] in the end, which
//! looks at the puzzle itself.

mod choose;
mod coordinate;
mod error;
mod goal;
mod joint;
mod recoloring;
mod row;
mod subgroups;
mod write;

use std::sync::Arc;

use num_bigint::BigUint;

use crate::group::{Group, Permutation};
use crate::puzzle::{
    Arrangement, Color, Pattern, Possibility, Puzzle, State, Sticker, Turn, TurnId,
};
use choose::Choice;
pub(crate) use coordinate::Coordinate;
pub use error::QuotientError;
pub use goal::Goal;
use row::Row;
pub(crate) use subgroups::of_subgroups;
use write::Seen;

/// How a state is judged, on the puzzle itself.
#[derive(Clone, Debug)]
enum Judge {
    Group {
        /// What the goal's turns generate.
        goal: Box<Group>,
        /// What the allowed turns generate: whoever is not in it never gets there.
        allowed: Box<Group>,
    },
    /// The colour of each sticker, and what the facelets may show.
    Recoloring {
        recoloring: Vec<char>,
        patterns: Vec<Vec<Sticker>>,
        /// The facelets that no allowed turn moves.
        still: Vec<usize>,
    },
}

/// A puzzle as far as a goal sees it.
#[derive(Clone, Debug)]
pub struct Quotient {
    puzzle: Arc<Puzzle>,
    /// The turns and the goal that it was made with.
    allowed: Vec<TurnId>,
    through: Goal,
    seen: Arc<Puzzle>,
    goal: Pattern,
    judge: Judge,
    rows: Vec<Row>,
    index: Option<BigUint>,
    /// For each turn of the puzzle that is seen the allowed turn that it stands for, if there is one.
    turns: Vec<Option<TurnId>>,
}

impl Quotient {
    /// Sees a puzzle, with some allowed turns, through a goal. `name` becomes the name of the puzzle
    /// that is seen.
    ///
    /// # Errors
    /// [`QuotientError`].
    pub fn new(
        puzzle: &Arc<Puzzle>,
        name: &str,
        allowed: &[TurnId],
        goal: &Goal,
    ) -> Result<Self, QuotientError> {
        match goal {
            Goal::Group(group) => Self::by_group(puzzle, name, allowed, group),
            Goal::Recoloring {
                recoloring,
                patterns,
            } => Self::by_recoloring(puzzle, name, allowed, recoloring, patterns),
        }
    }

    /// Sees a puzzle, with some allowed turns, through the group that some turns generate; none
    /// generate the group that has the solved state only. `name` becomes the name of the
    /// puzzle that is seen.
    ///
    /// # Errors
    /// [`QuotientError`].
    pub fn by_group(
        puzzle: &Arc<Puzzle>,
        name: &str,
        allowed: &[TurnId],
        subgroup: &[TurnId],
    ) -> Result<Self, QuotientError> {
        let mut kinds = 0..puzzle.pieces().kinds().len();
        if !kinds.all(|kind| puzzle.tells_apart(kind)) {
            return Err(QuotientError::Alike(puzzle.title().to_owned()));
        }
        let group = puzzle.group(allowed)?;
        let small = puzzle.group(subgroup)?;
        let outside = |turn: &&TurnId| !group.contains(&puzzle.turns()[**turn].permutation);
        if let Some(&turn) = subgroup.iter().find(outside) {
            return Err(QuotientError::NoSubgroup(puzzle.turns()[turn].name()));
        }
        let index = group.order() / small.order();
        if index == BigUint::from(1_u32) {
            return Err(QuotientError::Nothing);
        }
        let wide = with_generators(puzzle, allowed);
        let turns = permutations(puzzle, &wide);
        let coordinates = Choice {
            pieces: puzzle.pieces(),
            turns: &turns,
            subgroup: &permutations(puzzle, subgroup),
            group: &group,
            index: &index,
        }
        .coordinates()?;
        let rows: Vec<Row> = coordinates.into_iter().map(Row::Values).collect();
        let (seen, turns) = Seen {
            puzzle,
            name,
            turns: &wide,
            allowed,
            rows: &rows,
            symbols: &['x', 'o'],
        }
        .puzzle()?;
        Ok(Self {
            puzzle: puzzle.clone(),
            allowed: allowed.to_vec(),
            through: Goal::Group(subgroup.to_vec()),
            goal: seen.solved().into(),
            seen: Arc::new(seen),
            judge: Judge::Group {
                goal: Box::new(small),
                allowed: Box::new(group),
            },
            rows,
            index: Some(index),
            turns,
        })
    }

    /// The turns that it was made with.
    #[must_use]
    pub fn allowed(&self) -> &[TurnId] {
        &self.allowed
    }

    /// The goal that the puzzle is seen through, as a statement about the puzzle itself.
    #[must_use]
    pub fn through(&self) -> &Goal {
        &self.through
    }

    /// The puzzle that is seen.
    #[must_use]
    pub fn seen(&self) -> &Arc<Puzzle> {
        &self.seen
    }

    /// The goal on the puzzle that is seen.
    #[must_use]
    pub fn goal(&self) -> &Pattern {
        &self.goal
    }

    /// How many cosets there are, which are the states of the puzzle that is seen; `None` where the
    /// goal is about colours.
    #[must_use]
    pub fn index(&self) -> Option<&BigUint> {
        self.index.as_ref()
    }

    /// For each turn of the puzzle that is seen the turn that it stands for; `None` where that is
    /// not allowed.
    #[must_use]
    pub fn turns(&self) -> &[Option<TurnId>] {
        &self.turns
    }

    /// Whether a state is at the goal: asked of the puzzle itself, not of what is seen.
    #[must_use]
    pub fn contains(&self, state: &State) -> bool {
        let Some(arrangement) = self.arrangement(state) else {
            return false;
        };
        match &self.judge {
            Judge::Group { goal, .. } => goal.contains(&arrangement),
            Judge::Recoloring {
                recoloring,
                patterns,
                ..
            } => {
                let shown = arrangement.apply(recoloring);
                match &patterns[..] {
                    [] => shown == *recoloring,
                    patterns => patterns.iter().any(|pattern| shows(&shown, pattern)),
                }
            }
        }
    }

    /// What is seen of a state; `None` if the allowed turns do not lead to it from the solved
    /// state; where the goal is about colours, as far as these tell.
    #[must_use]
    pub fn see(&self, state: &State) -> Option<State> {
        let arrangement = self.arrangement(state)?;
        // What is seen need not show what the allowed turns never change.
        let is_led_to = match &self.judge {
            Judge::Group { allowed, .. } => allowed.contains(&arrangement),
            Judge::Recoloring {
                recoloring, still, ..
            } => {
                let mut still = still.iter();
                still.all(|&at| recoloring[arrangement.source(at)] == recoloring[at])
            }
        };
        if !is_led_to {
            return None;
        }
        let colors = self.rows.iter().map(|row| row.colors(&arrangement));
        let colors: Vec<Vec<Color>> = colors.collect::<Option<_>>()?;
        let state = State::new(colors.concat());
        let is_led_to = match self.rows[0] {
            Row::Values(_) => true,
            Row::Recoloring { .. } => self.can_see(&(&state).into()),
        };
        is_led_to.then_some(state)
    }

    /// Whether the allowed turns may lead to some state of a pattern of what is seen.
    fn can_see(&self, pattern: &Pattern) -> bool {
        let possibility = self.seen.possibility(pattern, &self.seen.symbols());
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

/// The allowed turns and, where they are powers of another turn of their face, that one:
/// their greatest common divisor, which they generate.
fn with_generators(puzzle: &Puzzle, allowed: &[TurnId]) -> Vec<TurnId> {
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

/// Whether facelets show what a pattern says.
fn shows(shown: &[char], pattern: &[Sticker]) -> bool {
    shown
        .iter()
        .zip(pattern)
        .all(|(&shown, sticker)| shows_at(shown, sticker))
}

fn shows_at(shown: char, sticker: &Sticker) -> bool {
    match sticker {
        Sticker::Any => true,
        Sticker::OneOf(some) => some.contains(&shown),
    }
}

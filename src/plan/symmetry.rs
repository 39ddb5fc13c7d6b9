//! The ways to hold a puzzle in which a plan is another one.
//!
//! *Idea.* Turning the whole puzzle carries every turn to another one, and a plan to another
//! plan: Thistlethwaite's with the axes in another order. To carry out that plan is to hold the puzzle otherwise and to
//! carry out the plan as it stands; so all ways share what is known of its stages. Which turns of the whole puzzle there are
//! follows from the turns of the puzzle's optional groups: those that carry each turn to a turn.

use super::{Plan, Stage};
use crate::group::Permutation;
use crate::puzzle::{Puzzle, TurnId};
use crate::quotient::Goal;

/// A way to hold the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hold {
    facelets: Permutation,
    /// What each turn becomes.
    turns: Vec<TurnId>,
}

impl Plan {
    /// The ways to hold the puzzle in which this plan does different things, each once. The first is as the
    /// puzzle is.
    #[must_use]
    pub fn holds(&self) -> Vec<Hold> {
        let mut different: Vec<(Hold, Vec<Stage>)> = Vec::new();
        for hold in holds(&self.puzzle) {
            let stages: Vec<Stage> = self.stages.iter().map(|stage| hold.stage(stage)).collect();
            if !different
                .iter()
                .any(|(_, others)| lead_alike(others, &stages))
            {
                different.push((hold, stages));
            }
        }
        different.into_iter().map(|(hold, _)| hold).collect()
    }
}

impl Hold {
    /// Held as the puzzle is.
    fn still(puzzle: &Puzzle) -> Self {
        Self {
            facelets: Permutation::identity(puzzle.facelets().len()),
            turns: (0..puzzle.turns().len()).collect(),
        }
    }

    /// What turns made to the puzzle held like this are to the puzzle as it is.
    #[must_use]
    pub fn as_is(&self, turns: &[TurnId]) -> Vec<TurnId> {
        turns.iter().map(|&turn| self.turns[turn]).collect()
    }

    /// What turns made to the puzzle as it is are to the puzzle held like this.
    #[must_use]
    pub fn turns_held(&self, turns: &[TurnId]) -> Vec<TurnId> {
        let held = |turn: &TurnId| self.turns.iter().position(|it| it == turn);
        turns.iter().filter_map(held).collect()
    }

    /// What was done to the solved puzzle, as it is when the puzzle is held like this.
    #[must_use]
    pub fn held(&self, done: &Permutation) -> Permutation {
        let back = self.facelets.inverse();
        self.facelets.then(done).then(&back)
    }
}

impl Hold {
    fn stage(&self, stage: &Stage) -> Stage {
        let turns = |turns: &[TurnId]| {
            let mut turns: Vec<TurnId> = turns.iter().map(|&turn| self.turns[turn]).collect();
            turns.sort_unstable();
            turns
        };
        let goal = match &stage.goal {
            Goal::Group(group) => Goal::Group(turns(group)),
            Goal::Recoloring {
                recoloring,
                patterns,
            } => Goal::Recoloring {
                recoloring: self.facelets.apply(recoloring),
                patterns: patterns
                    .iter()
                    .map(|pattern| {
                        let sources = self.facelets.sources();
                        sources.map(|from| pattern[from].clone()).collect()
                    })
                    .collect(),
            },
        };
        Stage {
            allowed: turns(&stage.allowed),
            through: stage.through.as_deref().map(turns),
            goal,
            ..stage.clone()
        }
    }

    fn then(&self, next: &Self) -> Self {
        Self {
            facelets: self.facelets.then(&next.facelets),
            turns: next.as_is(&self.turns),
        }
    }
}

/// Whether stages have the same turns and goals, whatever they do when time runs out.
fn lead_alike(some: &[Stage], others: &[Stage]) -> bool {
    let mut pairs = some.iter().zip(others);
    pairs.all(|(a, b)| a.allowed == b.allowed && a.goal == b.goal)
}

/// More ways to hold a puzzle than any solid has that is no prism. Optional turns of other puzzles may
/// lead to any number; then these are enough.
const MOST_HOLDS: usize = 120;

/// All ways to hold a puzzle that its optional turns lead to, or a good many.
fn holds(puzzle: &Puzzle) -> Vec<Hold> {
    let mut holds = vec![Hold::still(puzzle)];
    let generators = puzzle.with_all_groups().turns().iter();
    let generators: Vec<Hold> = generators
        .filter_map(|turn| Hold::by(puzzle, &turn.permutation))
        .collect();
    let mut next = 0;
    while next < holds.len() && holds.len() < MOST_HOLDS {
        for generator in &generators {
            let hold = holds[next].then(generator);
            if !holds.contains(&hold) {
                holds.push(hold);
            }
        }
        next += 1;
    }
    holds
}

impl Hold {
    /// The way to hold the puzzle after a turn, if that carries each turn of the puzzle to a turn
    /// and is none of them itself.
    fn by(puzzle: &Puzzle, turn: &Permutation) -> Option<Self> {
        let back = turn.inverse();
        let carried = |other: &Permutation| back.then(other).then(turn);
        let turns = puzzle.turns();
        let number =
            |carried: Permutation| turns.iter().position(|turn| turn.permutation == carried);
        if number(turn.clone()).is_some() {
            return None;
        }
        let turns = turns.iter().map(|turn| number(carried(&turn.permutation)));
        Some(Self {
            facelets: turn.clone(),
            turns: turns.collect::<Option<_>>()?,
        })
    }
}

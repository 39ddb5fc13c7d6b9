//! The same plan for the puzzle held another way.
//!
//! *Idea.* Turning the whole puzzle carries every turn to another one, and a plan to another
//! plan: Thistlethwaite's with the axes in another order. Which turns of the whole puzzle there are
//! follows from the turns of the puzzle's optional groups: those that carry each turn to a turn.

use super::{Plan, Stage};
use crate::group::Permutation;
use crate::puzzle::{Puzzle, TurnId};
use crate::quotient::Goal;

/// A way to hold the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Hold {
    facelets: Permutation,
    /// What each turn becomes.
    turns: Vec<TurnId>,
}

impl Plan {
    /// This plan, and what it becomes when the puzzle is held in other ways, each once.
    #[must_use]
    pub fn held_all_ways(&self) -> Vec<Plan> {
        let mut plans = vec![self.clone()];
        for hold in holds(&self.puzzle) {
            let stages: Vec<Stage> = self.stages.iter().map(|stage| hold.stage(stage)).collect();
            if !plans.iter().any(|plan| lead_alike(&plan.stages, &stages)) {
                plans.push(Plan {
                    stages,
                    ..self.clone()
                });
            }
        }
        plans
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
                patterns: { patterns.iter() }
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
            turns: self.turns.iter().map(|&turn| next.turns[turn]).collect(),
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
    let names: Vec<&str> = puzzle.groups().iter().map(|group| &*group.name).collect();
    let Ok(whole) = puzzle.with_groups(&names) else {
        return Vec::new();
    };
    let generators = whole.turns().iter();
    let generators: Vec<Hold> = generators
        .filter_map(|turn| Hold::by(puzzle, &turn.permutation))
        .collect();
    let mut holds = vec![Hold {
        facelets: Permutation::identity(puzzle.facelets().len()),
        turns: (0..puzzle.turns().len()).collect(),
    }];
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

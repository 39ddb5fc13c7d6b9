//! Several goals, any of which will do.

use std::collections::{BTreeSet, HashSet};

use itertools::Itertools;

use super::question::Problem;
use crate::group::Permutation;
use crate::puzzle::{Color, Pattern, Puzzle, Turned};

impl Problem {
    /// The same question with these goals. One alone is the goal; of several the goal is the
    /// pattern that admits all of them.
    #[must_use]
    pub fn with_goals(&self, goals: Vec<Pattern>) -> Self {
        let mut different: Vec<Pattern> = Vec::new();
        for goal in goals {
            if !different.contains(&goal) {
                different.push(goal);
            }
        }
        if let [only] = &different[..] {
            return Self {
                goal: only.clone(),
                goals: Vec::new(),
                ..self.clone()
            };
        }
        let shown = |facelet: usize| {
            let sets = different.iter().flat_map(|it| &it.sets()[facelet]);
            let colors: BTreeSet<Color> = sets.copied().collect();
            colors.into_iter().collect()
        };
        let facelets = 0..self.puzzle.facelets().len();
        Self {
            goal: Pattern::new(facelets.map(shown).collect()),
            goals: different,
            ..self.clone()
        }
    }

    /// Its goals: one, or several.
    #[must_use]
    pub fn each_goal(&self) -> Vec<Pattern> {
        match &self.goals[..] {
            [] => vec![self.goal.clone()],
            several => several.to_vec(),
        }
    }

    /// The question with each rotation of its goal as a goal, where the goal stands for all of them.
    #[must_use]
    pub(super) fn with_each_rotation(&self) -> Self {
        if !self.up_to_rotation {
            return self.clone();
        }
        let rotations = self.puzzle.rotations().iter();
        let goals = { rotations }.cartesian_product(self.each_goal());
        let goals = goals.map(|(rotation, goal)| goal.after(&rotation.facelets));
        Self {
            up_to_rotation: false,
            ..self.with_goals(goals.collect())
        }
    }

    /// The same question where the goal may lie in any way that these rotations, one after the other,
    /// turn it. Where the puzzle cannot get there, it is no goal.
    #[must_use]
    pub fn up_to(&self, rotations: &[Permutation]) -> Self {
        let mut goals = self.each_goal();
        let mut next = 0;
        while next < goals.len() {
            for rotation in rotations {
                let goal = goals[next].after(rotation);
                if !goals.contains(&goal) {
                    goals.push(goal);
                }
            }
            next += 1;
        }
        let symbols = self.scheme.symbols();
        goals.retain(|goal| self.puzzle.check_possible(goal, symbols).is_ok());
        match goals.is_empty() {
            true => self.clone(),
            false => self.with_goals(goals),
        }
    }
}

/// The rotations that a word means: the name of a turn in one of the puzzle's optional groups that turns the
/// whole puzzle, such as `y`, or `rotation` for all there are. `None` if it means none.
#[must_use]
pub fn rotations_named(puzzle: &Puzzle, word: &str) -> Option<Vec<Permutation>> {
    let names: Vec<&str> = puzzle.groups().iter().map(|group| &*group.name).collect();
    let whole = puzzle.with_groups(&names).ok()?;
    // Rotations can be among the turns that were asked for; what they must carry to each other are the others.
    let in_group = |base: &str| {
        let mut names = puzzle.groups().iter().flat_map(|group| &group.turns);
        names.any(|name| name == base)
    };
    let plain = puzzle.turns().iter().filter(|turn| !in_group(&turn.base));
    let plain: HashSet<&Permutation> = plain.map(|turn| &turn.permutation).collect();
    let carries = |rotation: &Permutation| {
        let back = rotation.inverse();
        let is_turn = |turned: &Permutation| plain.contains(turned);
        !is_turn(rotation)
            && plain
                .iter()
                .all(|turn| is_turn(&back.then(turn).then(rotation)))
    };
    let is_meant = |name: &str| word == "rotation" || word == name;
    let turns = whole.turns().iter();
    let named = turns.filter(|turn| is_meant(&turn.base) && carries(&turn.permutation));
    let mut all: Vec<Permutation> = named.map(|turn| turn.permutation.clone()).collect();
    if word == "rotation" {
        let held = puzzle.rotations().iter().skip(1);
        all.extend(held.map(|it| it.facelets.clone()));
    }
    (!all.is_empty()).then_some(all)
}

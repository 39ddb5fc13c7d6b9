//! Smaller variants of failing questions.

use super::costs::Costs;
use super::question::{Question, Sets, Start, To};

impl Question {
    /// Smaller variants, for shrinking: each lacks a constraint, a turn, an alias, or a facelet that no turn moves. Leaves out
    /// variants in which some word no longer names a turn.
    pub fn smaller(&self) -> Vec<Self> {
        let mut all = Vec::new();
        let mut without = |change: &dyn Fn(&mut Self) -> bool| {
            let mut other = self.clone();
            if change(&mut other) {
                all.push(other);
            }
        };
        without(&|it| std::mem::take(&mut it.quarter_turns));
        without(&|it| std::mem::take(&mut it.canonical));
        without(&|it| std::mem::take(&mut it.descend));
        without(&|it| std::mem::take(&mut it.min_turns) > 0);
        without(&|it| it.max_cost.take().is_some() && !std::mem::take(&mut it.cost).is_empty());
        without(&|it| it.max_turns.take().is_some());
        without(&|it| std::mem::replace(&mut it.recipe, "lemmas") != "lemmas");
        without(&|it| std::mem::replace(&mut it.solver, "batsat") != "batsat");
        let lists: [fn(&mut Self) -> &mut Vec<String>; 6] = [
            |it| &mut it.before,
            |it| &mut it.after,
            |it| &mut it.allow,
            |it| &mut it.forbid,
            |it| &mut it.starts_with,
            |it| &mut it.ends_with,
        ];
        for list in lists {
            without(&|it| list(it).pop().is_some());
            without(&|it| !list(it).is_empty() && !list(it).remove(0).is_empty());
        }
        without(&|it| it.at_most.pop().is_some());
        without(&|it| it.cost.pop().is_some());
        without(&|it| it.costs.take().is_some());
        without(&|it| it.max_cost.take().is_some() && it.costs.take().is_some());
        without(&|it| it.or_to.pop().is_some());
        for at in 0..self.rules.len() {
            without(&|it| !it.rules.remove(at).option()[1].is_empty());
        }
        for costs in self.costs.iter().flat_map(Costs::smaller) {
            without(&|it| it.costs.replace(costs.clone()).is_some());
        }
        if let Start::Scramble(turns) = &self.start {
            for at in 0..turns.len() {
                let mut turns = turns.clone();
                turns.remove(at);
                without(&|it| {
                    it.start = Start::Scramble(turns.clone());
                    true
                });
            }
        }
        for generator in 0..self.model.generators.len() {
            without(&|it| {
                let gone = it.model.generators.remove(generator).name;
                it.model
                    .aliases
                    .retain(|alias| !alias.turn.starts_with(&gone));
                !it.model.generators.is_empty()
            });
        }
        for alias in 0..self.model.aliases.len() {
            without(&|it| !it.model.aliases.remove(alias).name.is_empty());
        }
        for claim in 0..4 {
            without(&|it| it.model.maximum[claim].take().is_some());
        }
        let still = (0..self.model.size()).filter(|&facelet| {
            let mut moved = self.model.generators.iter();
            moved.all(|it| it.from[facelet] == facelet) && !self.model.held.contains(&facelet)
        });
        for facelet in still.collect::<Vec<_>>() {
            without(&|it| it.drop_facelet(facelet));
        }
        all.retain(Self::is_sound);
        all
    }

    /// Leaves out a facelet that no turn moves.
    fn drop_facelet(&mut self, gone: usize) -> bool {
        let shift = |at: &mut usize| *at -= usize::from(*at > gone);
        for face in &mut self.model.faces {
            face.facelets.retain(|&facelet| facelet != gone);
            face.facelets.iter_mut().for_each(shift);
        }
        self.model.faces.retain(|face| !face.facelets.is_empty());
        for generator in &mut self.model.generators {
            generator.from.remove(gone);
            generator.from.iter_mut().for_each(shift);
        }
        self.model.held.iter_mut().for_each(shift);
        if let Start::Stickers(sets) = &mut self.start {
            sets.remove(gone);
        }
        if let To::Stickers(sets) = &mut self.to {
            sets.remove(gone);
        }
        for sets in &mut self.or_to {
            sets.remove(gone);
        }
        true
    }

    /// Whether every word names turns of the puzzle, and every color occurs in it.
    fn is_sound(&self) -> bool {
        let moves = self.model.moves();
        let numbered = self.at_most.iter().chain(&self.cost);
        let lists = [&self.allow, &self.forbid, &self.before, &self.after];
        let lists = lists.into_iter().chain(numbered.map(|(words, _)| words));
        let mut sets = lists.flatten();
        let scramble = match &self.start {
            Start::Scramble(turns) => &turns[..],
            Start::Stickers(_) => &[],
        };
        let turns = self.starts_with.iter().chain(&self.ends_with);
        let mut turns = turns.chain(scramble);
        let mut aliases = self.model.aliases.iter();
        let (mut rules, mut costs) = (self.rules.iter(), self.costs.iter());
        let palette = self.model.palette();
        let ends = [self.start_sets_typed(), self.goal_sets_typed()].into_iter();
        let mut colors = ends.flatten().chain(&self.or_to).flatten().flatten();
        colors.all(|color| palette.contains(color))
            && sets.all(|word| self.model.set(&moves, word).is_some())
            && turns.all(|word| self.model.turn(&moves, word).is_some())
            && rules.all(|rule| rule.is_sound(&self.model, &moves))
            && costs.all(|costs| costs.is_sound(&self.model, &moves))
            && aliases.all(|alias| moves.iter().any(|it| it.name == alias.turn))
    }

    fn start_sets_typed(&self) -> Option<&Sets> {
        match &self.start {
            Start::Stickers(sets) => Some(sets),
            Start::Scramble(_) => None,
        }
    }

    fn goal_sets_typed(&self) -> Option<&Sets> {
        match &self.to {
            To::Stickers(sets) => Some(sets),
            To::Any | To::Solved => None,
        }
    }
}

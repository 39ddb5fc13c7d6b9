//! The costs of turns as in a cost file: individually, right after another turn, and by grips.

use std::fmt::Write;

use rand::RngExt;
use rand::seq::IndexedRandom;
use rustc_hash::FxHashMap;

use super::harness::Chance;
use super::model::{Model, Move};

/// A cost file. Grips are numbered.
#[derive(Clone, Debug)]
pub struct Costs {
    /// The cost of turns without a cost of their own.
    pub other: usize,
    pub turns: Vec<(Vec<String>, usize)>,
    pub pairs: Vec<(Vec<String>, Vec<String>, usize)>,
    pub grips: usize,
    /// In each grip, some turns lead to another grip at a cost.
    pub steps: Vec<(usize, Vec<String>, usize, usize)>,
    pub regrips: Vec<(usize, usize, usize)>,
}

impl Costs {
    pub fn draw(moves: &[&Move], chance: &mut Chance) -> Self {
        let words = |chance: &mut Chance| -> Vec<String> {
            let count = chance.random_range(1..=2);
            (0..count)
                .map(|_| moves.choose(chance).expect("a turn").name.clone())
                .collect()
        };
        let some = |chance: &mut Chance, most: usize| 0..chance.random_range(0..=most);
        let grips = if chance.random_bool(0.5) {
            chance.random_range(1..=3)
        } else {
            0
        };
        let mut costs = Self {
            other: chance.random_range(0..=2),
            turns: some(chance, 2)
                .map(|_| (words(chance), chance.random_range(0..=3)))
                .collect(),
            pairs: some(chance, 3)
                .map(|_| (words(chance), words(chance), chance.random_range(0..=3)))
                .collect(),
            grips,
            steps: Vec::new(),
            regrips: Vec::new(),
        };
        if grips > 0 {
            let grip = |chance: &mut Chance| chance.random_range(0..grips);
            costs.steps = some(chance, 4)
                .map(|_| {
                    (
                        grip(chance),
                        words(chance),
                        grip(chance),
                        chance.random_range(0..=2),
                    )
                })
                .collect();
            // A cycle of regrips makes every turn possible from every grip.
            let around = (0..grips).map(|it| (it, (it + 1) % grips, chance.random_range(0..=2)));
            costs.regrips = around.collect();
        }
        costs
    }

    fn words(&self) -> impl Iterator<Item = &String> {
        let turns = self.turns.iter().map(|(words, _)| words);
        let pairs = self.pairs.iter().flat_map(|(first, next, _)| [first, next]);
        let steps = self.steps.iter().map(|(_, words, ..)| words);
        turns.chain(pairs).chain(steps).flatten()
    }

    pub fn is_sound(&self, model: &Model, moves: &[Move]) -> bool {
        self.words().all(|word| model.set(moves, word).is_some())
    }

    /// The cost file as TOML.
    pub fn toml(&self) -> String {
        let mut file = format!("title = \"Random\"\nother = {}\n", self.other);
        if self.grips > 0 {
            let names: Vec<String> = (0..self.grips).map(|it| format!("\"g{it}\"")).collect();
            let _ = writeln!(file, "grips = [{}]", names.join(", "));
        }
        for (words, cost) in &self.turns {
            let _ = writeln!(
                file,
                "[[turn]]\nturns = \"{}\"\ncost = {cost}",
                words.join(" ")
            );
        }
        for (first, next, cost) in &self.pairs {
            let (first, next) = (first.join(" "), next.join(" "));
            let _ = writeln!(
                file,
                "[[pair]]\nfirst = \"{first}\"\nthen = \"{next}\"\ncost = {cost}"
            );
        }
        for (from, words, to, cost) in &self.steps {
            let words = words.join(" ");
            let _ = writeln!(
                file,
                "[[step]]\nfrom = \"g{from}\"\nturns = \"{words}\"\nto = \"g{to}\"\ncost = {cost}"
            );
        }
        for (from, to, cost) in &self.regrips {
            let _ = writeln!(
                file,
                "[[regrip]]\nfrom = \"g{from}\"\nto = \"g{to}\"\ncost = {cost}"
            );
        }
        file
    }

    /// Smaller variants, for shrinking.
    pub fn smaller(&self) -> Vec<Self> {
        let mut all = Vec::new();
        let mut without = |change: &dyn Fn(&mut Self) -> bool| {
            let mut other = self.clone();
            if change(&mut other) {
                all.push(other);
            }
        };
        without(&|it| it.turns.pop().is_some());
        without(&|it| it.pairs.pop().is_some());
        without(&|it| it.steps.pop().is_some());
        without(&|it| {
            it.steps.is_empty()
                && std::mem::take(&mut it.grips) > 0
                && !std::mem::take(&mut it.regrips).is_empty()
        });
        without(&|it| std::mem::replace(&mut it.other, 1) != 1);
        all
    }
}

/// The cost of a sequence so far: for each grip, the least cost that ends there.
pub type Paid = Vec<Option<usize>>;

/// Costs with the names of turns resolved.
#[derive(Clone, Debug)]
pub struct ResolvedCosts {
    pub weights: Vec<usize>,
    pairs: FxHashMap<(usize, usize), usize>,
    grips: usize,
    /// For each turn, the transitions between grips; empty if it does not depend on grips.
    steps: Vec<Vec<(usize, usize, usize)>>,
    regrips: Vec<(usize, usize, usize)>,
}

impl ResolvedCosts {
    /// Every turn costs 1.
    pub fn plain(moves: &[Move]) -> Self {
        Self {
            weights: vec![1; moves.len()],
            pairs: FxHashMap::default(),
            grips: 1,
            steps: vec![Vec::new(); moves.len()],
            regrips: Vec::new(),
        }
    }

    pub fn of(costs: &Costs, model: &Model, moves: &[Move]) -> Self {
        let set = |words: &[String]| -> Vec<usize> {
            let sets = words.iter();
            let sets = sets.map(|word| model.set(moves, word).expect("a set"));
            sets.flatten().collect()
        };
        let mut resolved = Self::plain(moves);
        resolved.weights.fill(costs.other);
        resolved.grips = costs.grips.max(1);
        for (words, cost) in &costs.turns {
            set(words)
                .into_iter()
                .for_each(|turn| resolved.weights[turn] = *cost);
        }
        for (first, next, cost) in &costs.pairs {
            for first in set(first) {
                let next = set(next).into_iter();
                resolved
                    .pairs
                    .extend(next.map(|next| ((first, next), *cost)));
            }
        }
        for (from, words, to, cost) in &costs.steps {
            for turn in set(words) {
                resolved.steps[turn].push((*from, *to, *cost));
            }
        }
        resolved.regrips.clone_from(&costs.regrips);
        resolved
    }

    pub fn has_pairs(&self) -> bool {
        !self.pairs.is_empty()
    }

    /// No cost yet, in the first grip.
    pub fn nothing(&self) -> Paid {
        let first = |grip| (grip == 0).then_some(0);
        (0..self.grips).map(first).collect()
    }

    /// The cost after one more turn, which follows the turn `last`.
    pub fn after(&self, paid: &Paid, last: Option<usize>, turn: usize) -> Paid {
        let steps = &self.steps[turn];
        let mut before = paid.clone();
        let mut next = before.clone();
        if !steps.is_empty() {
            // This many rounds of regrips reach every grip.
            for _ in 0..self.grips {
                for &(from, to, cost) in &self.regrips {
                    before[to] = least(before[to], before[from].map(|it| it + cost));
                }
            }
            next.fill(None);
            for &(from, to, cost) in steps {
                next[to] = least(next[to], before[from].map(|it| it + cost));
            }
        }
        let pair = last.and_then(|last| self.pairs.get(&(last, turn)));
        let own = self.weights[turn] + pair.copied().unwrap_or(0);
        next.into_iter().map(|it| it.map(|it| it + own)).collect()
    }

    /// The cost of a turn sequence; `None` if no grips allow it.
    pub fn cost(&self, turns: &[usize]) -> Option<usize> {
        let mut paid = self.nothing();
        let mut last = None;
        for &turn in turns {
            paid = self.after(&paid, last, turn);
            last = Some(turn);
        }
        paid.into_iter().flatten().min()
    }
}

fn least(one: Option<usize>, other: Option<usize>) -> Option<usize> {
    one.into_iter().chain(other).min()
}

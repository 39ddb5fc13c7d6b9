//! The costs of turns as in a cost file: individually, right after another turn, and by grips.

use itertools::Itertools;
use rand::RngExt;
use rand::seq::IndexedRandom;
use rustc_hash::FxHashMap;

use super::harness::Chance;
use super::model::Move;

/// The cost of a sequence so far: for each grip, the least cost that ends there.
pub type Paid = Vec<Option<usize>>;

/// The costs of turns, by number, and the cost file that gives them.
#[derive(Clone, Debug)]
pub struct Costs {
    pub toml: String,
    pub weights: Vec<usize>,
    pairs: FxHashMap<(usize, usize), usize>,
    grips: usize,
    /// For each turn, the transitions between grips; empty if it does not depend on grips.
    steps: Vec<Vec<(usize, usize, usize)>>,
    regrips: Vec<(usize, usize, usize)>,
}

impl Costs {
    /// Every turn costs the same.
    pub fn plain(turns: usize, cost: usize) -> Self {
        Self {
            toml: format!("title = \"Random\"\nother = {cost}\n"),
            weights: vec![cost; turns],
            pairs: FxHashMap::default(),
            grips: 1,
            steps: vec![Vec::new(); turns],
            regrips: Vec::new(),
        }
    }

    /// Random costs of some of a puzzle's turns.
    pub fn draw(moves: &[&Move], turns: usize, chance: &mut Chance) -> Self {
        let set = |chance: &mut Chance| -> (String, Vec<usize>) {
            let count = chance.random_range(1..=2);
            let one = |_| *moves.choose(chance).expect("a turn");
            let some: Vec<&Move> = (0..count).map(one).collect();
            let words = some.iter().map(|it| &it.name).join(" ");
            (words, some.iter().flat_map(|it| it.set()).collect())
        };
        let some = |chance: &mut Chance, most: usize| 0..chance.random_range(0..=most);
        let grips = if chance.random_bool(0.5) {
            chance.random_range(1..=3)
        } else {
            0
        };
        let mut costs = Self::plain(turns, chance.random_range(0..=2));
        let mut toml = std::mem::take(&mut costs.toml);
        if grips > 0 {
            costs.grips = grips;
            let names = (0..grips).map(|it| format!("\"g{it}\"")).join(", ");
            toml += &format!("grips = [{names}]\n");
        }
        for _ in some(chance, 2) {
            let ((words, turns), cost) = (set(chance), chance.random_range(0..=3));
            toml += &format!("[[turn]]\nturns = \"{words}\"\ncost = {cost}\n");
            let turns = turns.into_iter();
            turns.for_each(|turn| costs.weights[turn] = cost);
        }
        for _ in some(chance, 3) {
            let ((first, before), (next, after)) = (set(chance), set(chance));
            let cost = chance.random_range(0..=3);
            let words = format!("first = \"{first}\"\nthen = \"{next}\"");
            toml += &format!("[[pair]]\n{words}\ncost = {cost}\n");
            let pairs = before.into_iter().cartesian_product(after);
            costs.pairs.extend(pairs.map(|pair| (pair, cost)));
        }
        if grips > 0 {
            let grip = |chance: &mut Chance| chance.random_range(0..grips);
            for _ in some(chance, 4) {
                let (from, (words, turns), to) = (grip(chance), set(chance), grip(chance));
                let cost = chance.random_range(0..=2);
                let words = format!("from = \"g{from}\"\nturns = \"{words}\"\nto = \"g{to}\"");
                toml += &format!("[[step]]\n{words}\ncost = {cost}\n");
                let turns = turns.into_iter();
                turns.for_each(|turn| costs.steps[turn].push((from, to, cost)));
            }
            // A cycle of regrips makes every turn possible from every grip.
            for from in 0..grips {
                let (to, cost) = ((from + 1) % grips, chance.random_range(0..=2));
                let words = format!("from = \"g{from}\"\nto = \"g{to}\"");
                toml += &format!("[[regrip]]\n{words}\ncost = {cost}\n");
                costs.regrips.push((from, to, cost));
            }
        }
        costs.toml = toml;
        costs
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

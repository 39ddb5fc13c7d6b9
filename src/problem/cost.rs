//! The cost of turns: individually, in pairs, and by the grips of the hands.
//!
//! *Idea.* The cost of a sequence is the sum of the weights of its turns, the additional costs of pairs of successive
//! turns, and the cost of its cheapest path through the *grips*. Grips are the states of a small automaton: a turn made in
//! a grip has a cost and leads to a grip, and of several possibilities the hands take the cheapest. The ideas come from
//! Trang's movement count and from Batch Solver's ergonomics; the numbers are data.
//!
//! Costs are summed turn by turn, forwards from the first turn or backwards from the last one, so that a bidirectional
//! search can add both halves.

use std::collections::BTreeMap;

use itertools::Itertools;

use crate::notation::Notation;
use crate::puzzle::{Puzzle, TurnId};

/// The costs of turns.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cost {
    /// The cost of each turn, by its index.
    pub weights: Vec<usize>,
    /// The additional cost of two successive turns: `[first, second]`.
    pub pairs: BTreeMap<[TurnId; 2], usize>,
    /// The grips of the hands.
    pub grips: Option<Grips>,
    /// The maximum total cost; `None` if there is no limit and the weights are for a solver that minimizes the cost.
    pub max_total: Option<usize>,
}

/// The grips and the transitions between them. A solution begins in the first grip.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grips {
    /// Their names.
    pub names: Vec<String>,
    /// The effects of turns in grips, including regrips before the turn. A turn without any entry keeps the grip at no
    /// additional cost.
    pub steps: Vec<GripStep>,
}

/// A turn made in a grip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GripStep {
    /// The grip before the turn.
    pub from: usize,
    /// The turn.
    pub turn: TurnId,
    /// The grip after the turn.
    pub to: usize,
    /// The cost.
    pub cost: usize,
}

impl Grips {
    /// The grips that a turn leads to, with their costs. Empty if the turn cannot be made in this grip.
    pub fn after(&self, grip: usize, turn: TurnId) -> impl Iterator<Item = (usize, usize)> {
        let own = self.steps.iter().filter(move |step| step.turn == turn);
        let has_no_step = own.clone().next().is_none();
        own.filter(move |step| step.from == grip)
            .map(|step| (step.to, step.cost))
            .chain(has_no_step.then_some((grip, 0)))
    }
}

/// The cost of the beginning or the end of a solution, for each grip at its open end; `None` if that grip is impossible.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PartialCost {
    by_grip: Vec<Option<usize>>,
    /// The turn at the open end, if pairs of turns have costs.
    edge: Option<TurnId>,
}

impl PartialCost {
    /// The minimum cost over all grips; `None` if no grip is possible.
    pub(crate) fn min_over_grips(&self) -> Option<usize> {
        self.by_grip.iter().flatten().min().copied()
    }
}

impl Cost {
    /// Costs of individual turns only.
    pub fn of_turns(weights: Vec<usize>, max_total: Option<usize>) -> Self {
        Self {
            weights,
            max_total,
            ..Self::default()
        }
    }

    /// The total cost of some turns; `None` if the cost exceeds the limit, or if no grips allow the turns.
    pub fn of(&self, turns: &[TurnId]) -> Option<usize> {
        let (begin, turns) = (self.empty_beginning(), turns.iter());
        let end = turns.fold(begin, |paid, &turn| self.after(&paid, turn));
        end.min_over_grips()
    }

    /// A lower bound on the cost of some turns in any context; `usize::MAX` if they exceed the limit or no grips allow them.
    pub(super) fn cost_lower_bound(&self, turns: &[TurnId]) -> usize {
        let (end, turns) = (self.empty_end(), turns.iter().rev());
        let all = turns.fold(end, |paid, &turn| self.before(&paid, turn));
        all.min_over_grips().unwrap_or(usize::MAX)
    }

    /// The costs that constrain solutions: all if there is a limit, otherwise only the grips, at no cost. `None` if
    /// nothing constrains them.
    pub fn constraining_costs(&self) -> Option<Self> {
        if self.max_total.is_some() {
            return Some(self.clone());
        }
        let grips = self.grips.as_ref()?;
        let free = |step: &GripStep| GripStep { cost: 0, ..*step };
        Some(Self {
            weights: vec![0; self.weights.len()],
            pairs: BTreeMap::new(),
            grips: Some(Grips {
                names: grips.names.clone(),
                steps: grips.steps.iter().map(free).collect(),
            }),
            max_total: Some(0),
        })
    }

    /// Whether pairs of turns or grips have costs.
    pub fn has_pairs_or_grips(&self) -> bool {
        !self.pairs.is_empty() || self.grips.is_some()
    }

    /// Whether the indices are valid for a puzzle with this number of turns.
    pub(super) fn fits_turns(&self, turns: usize) -> bool {
        let mut pairs = self.pairs.keys().flatten();
        let grips = self.grip_count();
        let is_step = |it: &GripStep| it.turn < turns && it.from < grips && it.to < grips;
        let mut steps = self.grips.iter().flat_map(|grips| &grips.steps);
        self.weights.len() == turns
            && grips > 0
            && pairs.all(|&turn| turn < turns)
            && steps.all(is_step)
    }

    fn grip_count(&self) -> usize {
        self.grips.as_ref().map_or(1, |grips| grips.names.len())
    }

    /// The cost of no turns at the beginning of a solution, in the first grip.
    pub(crate) fn empty_beginning(&self) -> PartialCost {
        let mut by_grip = vec![None; self.grip_count()];
        by_grip[0] = Some(0);
        PartialCost {
            by_grip,
            edge: None,
        }
    }

    /// The cost of no turns at the end of a solution, in any grip.
    pub(crate) fn empty_end(&self) -> PartialCost {
        PartialCost {
            by_grip: vec![Some(0); self.grip_count()],
            edge: None,
        }
    }

    /// The cost of a beginning with one more turn after it. Grips whose cost exceeds the limit become `None`.
    pub(crate) fn after(&self, paid: &PartialCost, turn: TurnId) -> PartialCost {
        let pair = paid.edge.map(|edge| [edge, turn]);
        self.with_turn(paid, turn, pair, |from, to| (from, to))
    }

    /// The cost of an end with one more turn before it.
    pub(crate) fn before(&self, paid: &PartialCost, turn: TurnId) -> PartialCost {
        let pair = paid.edge.map(|edge| [turn, edge]);
        self.with_turn(paid, turn, pair, |from, to| (to, from))
    }

    /// The cost with one more turn at the open end. `ends` gives the old and the new grip at that end, for the grips before
    /// and after the turn.
    fn with_turn(
        &self,
        paid: &PartialCost,
        turn: TurnId,
        pair: Option<[TurnId; 2]>,
        ends: impl Fn(usize, usize) -> (usize, usize),
    ) -> PartialCost {
        let own = self.weights[turn].saturating_add(pair.map_or(0, |pair| self.of_pair(pair)));
        let is_allowed = |sum: &usize| self.max_total.is_none_or(|most| *sum <= most);
        let mut by_grip = vec![None; paid.by_grip.len()];
        for from in 0..by_grip.len() {
            for (to, cost) in self.grip_steps(from, turn) {
                let (old, new) = ends(from, to);
                let sum = paid.by_grip[old].map(|it| it.saturating_add(own).saturating_add(cost));
                by_grip[new] = smaller_known(by_grip[new], sum.filter(is_allowed));
            }
        }
        PartialCost {
            by_grip,
            edge: (!self.pairs.is_empty()).then_some(turn),
        }
    }

    /// The total cost of a solution from the costs of its beginning and its end; `None` if no grip fits both.
    pub(crate) fn total_of_halves(&self, begin: &PartialCost, end: &PartialCost) -> Option<usize> {
        let pair = begin.edge.zip(end.edge);
        let pair_cost = pair.map_or(0, |(first, second)| self.of_pair([first, second]));
        let halves = begin.by_grip.iter().zip(&end.by_grip);
        let sums = halves.filter_map(|(begin, end)| Some((*begin)?.saturating_add((*end)?)));
        sums.min().map(|sum| sum.saturating_add(pair_cost))
    }

    fn of_pair(&self, pair: [TurnId; 2]) -> usize {
        self.pairs.get(&pair).copied().unwrap_or(0)
    }

    fn grip_steps(&self, grip: usize, turn: TurnId) -> impl Iterator<Item = (usize, usize)> {
        let grips = self.grips.as_ref();
        let without_grips = grips.is_none().then_some((grip, 0));
        grips
            .into_iter()
            .flat_map(move |grips| grips.after(grip, turn))
            .chain(without_grips)
    }

    /// In words: `R2 U2 cost 2, other turns cost 1`.
    pub fn in_words(&self, puzzle: &Puzzle, notation: Notation) -> String {
        let weights = &self.weights;
        let groups = (0..weights.len()).into_group_map_by(|&turn| weights[turn]);
        let unequal = groups.iter().sorted().filter(|&(&weight, _)| weight != 1);
        let names = |turns: &[TurnId]| notation.write_all(puzzle, turns);
        let costs = unequal.map(|(weight, turns)| format!("{} cost {weight}", names(turns)));
        let pairs = match self.pairs.len() {
            0 => None,
            1 => Some("1 pair of turns costs more".to_owned()),
            many => Some(format!("{many} pairs of turns cost more")),
        };
        let grips = self.grips.as_ref().map(|grips| grips.names.len());
        let grips = grips.map(|count| format!("turns cost more in some of {count} grips"));
        costs
            .chain(["other turns cost 1".to_owned()])
            .chain(pairs)
            .chain(grips)
            .join(", ")
    }
}

/// The smaller of the known values.
pub(super) fn smaller_known(one: Option<usize>, other: Option<usize>) -> Option<usize> {
    one.into_iter().chain(other).min()
}

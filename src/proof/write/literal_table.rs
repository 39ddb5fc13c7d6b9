//! The literals of a formula, by their meaning.

use crate::circuit::Signal;
use crate::encode::{Code, Formula};
use crate::puzzle::Puzzle;
use crate::reach::{ItemPlacement, Items};

/// The literals for the placement of each item at each step, and for the code in each slot.
pub(super) struct LiteralTable {
    /// The literals of placements, by step, item and placement.
    at: Vec<Vec<Vec<Signal>>>,
    /// The literals of codes, by slot and code. The codes are the turns of the items, in the same order, and then idle.
    chosen: Vec<Vec<Signal>>,
}

impl LiteralTable {
    /// The literals of a formula. `None` if some placement or code has no literal of its own: then unit propagation
    /// cannot derive lemmas.
    pub(super) fn new(puzzle: &Puzzle, formula: &Formula, items: &Items) -> Option<Self> {
        let selectors = &formula.meaning.selectors;
        let states = &formula.meaning.states;
        let turns = items.turns().iter().map(|&turn| Code::Turn(turn));
        let idle = selectors.codes().last() == Some(&Code::Idle);
        let expected = turns.chain(idle.then_some(Code::Idle));
        if !expected.eq(selectors.codes().iter().copied()) {
            return None;
        }
        let slot = |slot| {
            (0..selectors.codes().len())
                .map(|code| single(selectors.code_signals(slot, code)))
                .collect::<Option<Vec<Signal>>>()
        };
        let item = |step, item| {
            let placements = items.placements(item).iter();
            placements
                .map(|&facelet| single(states.piece_at(puzzle, step, items.piece(item), facelet)))
                .collect::<Option<Vec<Signal>>>()
        };
        let step = |step| (0..items.len()).map(|at| item(step, at)).collect();
        let at: Option<_> = (0..states.steps().len()).map(step).collect();
        let chosen: Option<_> = (0..selectors.slots().len()).map(slot).collect();
        Some(Self {
            at: at?,
            chosen: chosen?,
        })
    }

    /// The number of codes of each slot.
    pub(super) fn codes(&self) -> usize {
        self.chosen.first().map_or(0, Vec::len)
    }

    pub(super) fn slots(&self) -> usize {
        self.chosen.len()
    }

    /// The clause that excludes a code together with a tuple; `None` if it is satisfied by constants.
    pub(super) fn excluding_clause(
        &self,
        code: Option<(usize, usize)>,
        step: usize,
        tuple: &[ItemPlacement],
    ) -> Option<Vec<i32>> {
        let code = code.map(|(slot, code)| !self.chosen[slot][code]);
        let tuple = tuple.iter().map(|&at| !self.is_at(step, at));
        clause(code.into_iter().chain(tuple))
    }

    /// The transition clause by which a code maps an item's placement at one step to that at the next, or back.
    pub(super) fn transition_clause(
        &self,
        (slot, code): (usize, usize),
        (step, at): (usize, ItemPlacement),
        (to_step, to): (usize, ItemPlacement),
    ) -> Option<Vec<i32>> {
        let chosen = self.chosen[slot][code];
        clause([!chosen, !self.is_at(step, at), self.is_at(to_step, to)])
    }

    /// The clause that some code is chosen in a slot.
    pub(super) fn some_code_clause(&self, slot: usize) -> Option<Vec<i32>> {
        clause(self.chosen[slot].iter().copied())
    }

    fn is_at(&self, step: usize, (item, placement): ItemPlacement) -> Signal {
        self.at[step][item][placement]
    }
}

fn single(signals: Vec<Signal>) -> Option<Signal> {
    match signals[..] {
        [signal] => Some(signal),
        _ => None,
    }
}

/// A clause without its constants; `None` if a constant satisfies it.
fn clause(signals: impl IntoIterator<Item = Signal>) -> Option<Vec<i32>> {
    let mut literals = Vec::new();
    for signal in signals {
        match signal {
            Signal::Const(true) => return None,
            Signal::Const(false) => (),
            Signal::Lit(literal) => literals.push(literal.to_ipasir()),
        }
    }
    Some(literals)
}

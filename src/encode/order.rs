//! Order constraints: which turns may follow each other.
//!
//! [`sound_options`](super::sound_options) decides whether a problem justifies them. If the selector has a literal per
//! face, a single clause of two literals can forbid every turn of one face after every turn of another.
//!
//! *Cost.* Every pair of turns is examined. With thousands of turns that takes a while and yields millions of clauses,
//! so the clauses are counted in advance; a control can stop both counting and adding.

use std::collections::HashSet;

use itertools::Itertools;

use super::codebook::{BitPattern, Code};
use super::recipe::TurnOrder;
use super::selectors::Selectors;
use crate::circuit::Circuit;
use crate::control::Control;
use crate::error::Error;
use crate::problem::Problem;
use crate::puzzle::TurnId;

/// Forbids the sequences that the order excludes, in every position: one clause each.
pub(super) fn require(
    circuit: &mut Circuit,
    problem: &Problem,
    order: TurnOrder,
    selectors: &Selectors,
    control: &Control,
) -> Result<(), Error> {
    let excluded = ExcludedSequences::new(problem, order, control)?;
    let slots = selectors.slots().len();
    for first in 0..slots {
        control.check()?;
        let mut visited = 0_u32;
        excluded.for_each_sequence(selectors, &mut |sequence| {
            visited = visited.wrapping_add(1);
            if visited.is_multiple_of(SEQUENCES_PER_CHECK) {
                control.check()?;
            }
            if first + sequence.len() > slots {
                return Ok(());
            }
            let made = (first..).zip(sequence);
            let made = made.flat_map(|(slot, pattern)| selectors.pattern_signals(slot, pattern));
            circuit.require_if(made, []);
            Ok(())
        })?;
    }
    Ok(())
}

/// The number of clauses for one slot or, if that is above `max`, some number above `max`.
pub(super) fn clauses_per_slot_up_to(
    problem: &Problem,
    order: TurnOrder,
    selectors: &Selectors,
    max: usize,
    control: &Control,
) -> Result<usize, Error> {
    let turns = problem.allowed.len();
    // With few turns the sequences are built, so the number is exact.
    if turns <= FEW_TURNS {
        let mut count = 0;
        let excluded = ExcludedSequences::new(problem, order, control)?;
        excluded.for_each_sequence(selectors, &mut |_| {
            count += 1;
            Ok(())
        })?;
        return Ok(count);
    }
    let mut count = excluded_runs(problem, order).len();
    for &first in sorted_turns(problem, order) {
        control.check()?;
        for _ in swaps_from(problem, first) {
            count += 1;
            if count > max {
                return Ok(count);
            }
        }
    }
    Ok(count)
}

/// Up to this number of turns, the excluded sequences are built in order to count them.
const FEW_TURNS: usize = 500;

/// The number of sequences visited between two checks of the control.
const SEQUENCES_PER_CHECK: u32 = 1 << 14;

/// The shortest sequences of turns that an order excludes, in two sorted lists.
struct ExcludedSequences {
    runs: Vec<Vec<TurnId>>,
    swaps: Vec<[TurnId; 2]>,
}

impl ExcludedSequences {
    fn new(problem: &Problem, order: TurnOrder, control: &Control) -> Result<Self, Error> {
        let mut swaps = Vec::new();
        for &first in sorted_turns(problem, order) {
            control.check()?;
            swaps.extend(swaps_from(problem, first));
        }
        let runs = excluded_runs(problem, order);
        Ok(Self { runs, swaps })
    }

    /// Calls `visit` with each excluded sequence, as patterns of the turns. If every turn of one group is excluded
    /// before every turn of another, `visit` gets the patterns of the two groups instead.
    fn for_each_sequence(
        &self,
        selectors: &Selectors,
        visit: &mut dyn FnMut(&[&BitPattern]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let runs = self.runs.iter().map(Vec::as_slice);
        let all = runs.merge(self.swaps.iter().map(<[TurnId; 2]>::as_slice));
        let code = |turn: &TurnId| selectors.code_index(Code::Turn(*turn));
        let codebook = selectors.codebook();
        let (patterns, groups) = (&codebook.patterns, &codebook.groups);
        // The pairs of groups that are excluded entirely, and the group of each code.
        let mut covered = HashSet::new();
        let mut group_of = vec![0; patterns.len()];
        if groups.len() < patterns.len() {
            let pair = |sequence: &[TurnId]| match sequence {
                [first, second] => Some([code(first)?, code(second)?]),
                _ => None,
            };
            let known: HashSet<[usize; 2]> = all.clone().filter_map(pair).collect();
            for (number, group) in groups.iter().enumerate() {
                group.codes.iter().for_each(|&code| group_of[code] = number);
            }
            for (before, after) in (0..groups.len()).cartesian_product(0..groups.len()) {
                let (first, second) = (&groups[before], &groups[after]);
                let mut pairs = first.codes.iter().cartesian_product(&second.codes);
                if pairs.all(|(&a, &b)| known.contains(&[a, b])) {
                    covered.insert([before, after]);
                    visit(&[&first.pattern, &second.pattern])?;
                }
            }
        }
        let (mut codes, mut sequence_patterns) = (Vec::new(), Vec::new());
        for sequence in all {
            codes.clear();
            codes.extend(sequence.iter().filter_map(code));
            let is_covered = match codes[..] {
                [a, b] => covered.contains(&[group_of[a], group_of[b]]),
                _ => false,
            };
            // A turn without a code need not be forbidden.
            if codes.len() == sequence.len() && !is_covered {
                sequence_patterns.clear();
                sequence_patterns.extend(codes.iter().map(|&code: &usize| &patterns[code]));
                visit(&sequence_patterns)?;
            }
        }
        Ok(())
    }
}

/// The runs of turns of one face that the order excludes, sorted.
fn excluded_runs(problem: &Problem, order: TurnOrder) -> Vec<Vec<TurnId>> {
    let mut runs = match order {
        TurnOrder::None => Vec::new(),
        TurnOrder::NoSameFace | TurnOrder::Canonical => {
            problem.puzzle.forbidden_runs(&problem.allowed)
        }
    };
    runs.sort();
    runs
}

/// The turns that the order sorts if they commute.
fn sorted_turns(problem: &Problem, order: TurnOrder) -> &[TurnId] {
    match order {
        TurnOrder::Canonical => &problem.allowed,
        TurnOrder::None | TurnOrder::NoSameFace => &[],
    }
}

/// The pairs of commuting turns that begin with `first` and are in the wrong order.
fn swaps_from(problem: &Problem, first: TurnId) -> impl Iterator<Item = [TurnId; 2]> {
    let turns = problem.allowed.iter();
    turns
        .filter(move |&&second| problem.puzzle.is_wrong_order(first, second))
        .map(move |&second| [first, second])
}

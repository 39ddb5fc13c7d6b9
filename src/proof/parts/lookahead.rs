//! Cubes by look-ahead on turns.
//!
//! *Idea.* Repeatedly splits the cube that fixes the fewest literals, in one of its slots, by the turns possible there.
//! The slot is chosen by look-ahead: a slot with the fewest turns left after unit propagation and, among these, the
//! slot whose turns imply most literals in total (Heule, Kullmann, Wieringa and Biere, *Cube and Conquer*, HVC 2011).
//! Turns that propagation refutes are left out.
//!
//! *Why the cubes cover everything.* A clause of the formula says that each slot has some turn or is idle. So a cube is
//! refuted if it is refuted with each choice of a slot. The proof has these clauses, from the last split to the first:
//! the negation of each cube that propagation refuted, then the negation of the cube that was split. Each follows by
//! unit propagation from the clauses before it, and the last one is empty. The proof is about the formula and the
//! negation of each remaining cube, as [`Split`](crate::proof::check::Split) requires.
//!
//! *Lemmas.* Propagation is stronger if lemmas are added to the formula. Here they are treated like other clauses; the
//! proof derives the lemmas that it uses (`proof::write`).
//!
//! *Cost.* Each split propagates every choice of every open slot. Symmetries are not used, because they are not
//! clauses; for a single goal and a known start, [`cover`](super::cover) has fewer parts.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustsat::types::Lit;

use super::cube::Cube;
use super::unit_propagation::UnitPropagation;
use crate::clauses::Clauses;
use crate::control::{Control, Stop};
use crate::encode::Formula;
use crate::problem::Problem;
use crate::puzzle::TurnId;

/// Cubes, with the proof that they cover everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lookahead {
    /// The remaining cubes.
    pub cubes: Vec<Cube>,
    /// The number of further cubes refuted by unit propagation.
    pub refuted: usize,
    /// The proof that the clauses and the negation of each cube are contradictory.
    pub cover: Vec<Vec<Lit>>,
}

/// A literal of the formula, with its slot and its turn; `None` for an idle slot.
type Choice = (Lit, usize, Option<TurnId>);

/// A cube that remains or was split.
struct Node {
    choices: Vec<Choice>,
    /// If it was split, the choices that propagation refuted.
    refuted: Option<Vec<Choice>>,
}

impl Node {
    /// The clause that excludes this cube with further choices.
    fn clause_excluding(&self, more: &[Choice]) -> Vec<Lit> {
        let choices = self.choices.iter().chain(more);
        choices.map(|&(literal, ..)| !literal).collect()
    }
}

struct SlotTrial {
    /// The possible choices, each with the number of literals true after it.
    left: Vec<(Choice, usize)>,
    refuted: Vec<Choice>,
}

/// Splits the formula of a problem into at least `count` cubes, if there are enough choices. The formula has a literal
/// for each turn of each slot. `clauses` are those of the formula and its lemmas.
pub fn look_ahead(
    problem: &Problem,
    formula: &Formula,
    clauses: &Clauses,
    count: usize,
    control: &Control,
) -> Result<Lookahead, Stop> {
    let Some(mut units) = UnitPropagation::new(clauses, formula.variables) else {
        return Ok(Lookahead {
            cubes: Vec::new(),
            refuted: 0,
            cover: vec![Vec::new()],
        });
    };
    let slots = choices(problem, formula);
    let mut nodes = vec![Node {
        choices: Vec::new(),
        refuted: None,
    }];
    // The cubes that may be split, by the number of literals that they fix.
    let mut open = BinaryHeap::from([Reverse((units.true_count(), 0))]);
    let mut leaves = 1;
    while leaves < count {
        control.check()?;
        let Some(Reverse((_, at))) = open.pop() else {
            break;
        };
        // A cube without choices left is kept.
        let Some(trial) = best_slot(&mut units, &nodes[at].choices, &slots, control) else {
            continue;
        };
        leaves = leaves + trial.left.len() - 1;
        for (choice, known) in trial.left {
            open.push(Reverse((known, nodes.len())));
            nodes.push(Node {
                choices: [&nodes[at].choices[..], &[choice]].concat(),
                refuted: None,
            });
        }
        nodes[at].refuted = Some(trial.refuted);
    }
    Ok(collect(&nodes))
}

/// The possible choices of each slot, if each is one literal.
fn choices(problem: &Problem, formula: &Formula) -> Vec<Vec<Choice>> {
    let slots = (0..problem.budget.slots()).filter_map(|slot| {
        let turns = problem.allowed.iter().copied();
        let turns = turns.map(|turn| (Some(turn), formula.turn_literals(slot, turn)));
        // Impossible turns have no literals.
        let possible = turns.chain([(None, formula.idle_literals(slot))]);
        let possible = possible.filter_map(|(turn, literals)| Some((turn, literals?)));
        let choice = |(turn, literals): (Option<TurnId>, Vec<Lit>)| match literals[..] {
            [literal] => Some((literal, slot, turn)),
            _ => None,
        };
        possible.map(choice).collect()
    });
    slots.collect()
}

/// The best slot for splitting a cube, among those tried before a stop; `None` if all slots are decided.
fn best_slot(
    units: &mut UnitPropagation,
    cube: &[Choice],
    slots: &[Vec<Choice>],
    control: &Control,
) -> Option<SlotTrial> {
    let before = units.true_count();
    for &(literal, ..) in cube {
        units.assume(literal);
    }
    let in_time = slots.iter().take_while(|_| control.stop().is_none());
    let trials = in_time.filter_map(|slot| try_slot(units, slot));
    let best = trials.min_by_key(|trial| {
        let known: usize = trial.left.iter().map(|(_, known)| known).sum();
        (
            trial.left.len(),
            usize::MAX - known / trial.left.len().max(1),
        )
    });
    units.backtrack(before);
    best
}

/// Tries each choice of a slot; `None` if the slot is decided.
fn try_slot(units: &mut UnitPropagation, slot: &[Choice]) -> Option<SlotTrial> {
    if slot.is_empty() || slot.iter().any(|&(literal, ..)| units.is_true(literal)) {
        return None;
    }
    let before = units.true_count();
    let (mut left, mut refuted) = (Vec::new(), Vec::new());
    for &choice in slot {
        let (literal, ..) = choice;
        if units.is_false(literal) {
            continue;
        }
        if units.assume(literal) {
            left.push((choice, units.true_count()));
        } else {
            refuted.push(choice);
        }
        units.backtrack(before);
    }
    Some(SlotTrial { left, refuted })
}

/// The remaining cubes, and the clauses from the last split to the first.
fn collect(nodes: &[Node]) -> Lookahead {
    let mut cover = Vec::new();
    let mut refuted = 0;
    // The parts of a cube come after it.
    for node in nodes.iter().rev() {
        let Some(refuted_choices) = &node.refuted else {
            continue;
        };
        let denied = refuted_choices.iter();
        cover.extend(denied.map(|&choice| node.clause_excluding(&[choice])));
        cover.push(node.clause_excluding(&[]));
        refuted += refuted_choices.len();
    }
    let left = nodes.iter().filter(|node| node.refuted.is_none());
    let cube = |node: &Node| {
        let choices = node.choices.iter();
        Cube::from_choices(choices.map(|&(_, slot, turn)| (slot, turn)))
    };
    Lookahead {
        cubes: left.map(cube).collect(),
        refuted,
        cover,
    }
}

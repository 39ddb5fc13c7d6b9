//! Cubes by look-ahead on turns.
//!
//! *Idea.* Repeatedly splits the cube that fixes least, in one of its slots, by the turns possible there. The slot is
//! chosen by look-ahead: the one with the fewest turns left after unit propagation and, among those, the one whose
//! turns imply most in total (Heule, Kullmann, Wieringa and Biere, *Cube and Conquer*, HVC 2011). Turns that
//! propagation refutes are left out.
//!
//! *Why the cubes cover everything.* Each slot has some turn, or is idle, which is a clause of the formula. So a cube
//! is refuted if all its turns are. That is written as clauses, from the last split to the first: the negation of each
//! cube that propagation refuted, then that of the cube that was split; each follows by unit propagation from those
//! before, and the last one is empty. The proof is about the formula and the negation of each remaining cube, as
//! [`Split`](crate::proof::check::Split) requires.
//!
//! *Lemmas.* Propagation is stronger if lemmas are added to the formula. Here they are treated like other clauses; the
//! proof derives those that it uses (`proof::write`).
//!
//! *Cost.* Each split propagates every choice of every open slot. Symmetries are not used, because they are not
//! clauses; for a single goal and a known start, [`cover`](super::cover) has fewer parts.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

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

/// A cube and its state.
struct Node {
    literals: Vec<Lit>,
    /// If it was split, the choices that propagation refuted.
    refuted_choices: Option<Vec<Lit>>,
}

/// The result of trying each choice of a slot.
struct SlotTrial {
    /// The possible choices, each with the number of literals true after it.
    left: Vec<(Lit, usize)>,
    refuted: Vec<Lit>,
}

/// The slot and the turn of each literal.
type Choices = HashMap<Lit, (usize, Option<TurnId>)>;

/// Splits the formula of a problem into at least `count` cubes, if there are enough choices. The formula has a literal
/// for each turn of each slot. `clauses` are those of the formula and its lemmas.
pub fn look_ahead(
    problem: &Problem,
    (formula, clauses): (&Formula, &Clauses),
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
    let (slots, choices) = choices(problem, formula);
    let mut nodes = vec![Node {
        literals: Vec::new(),
        refuted_choices: None,
    }];
    // The cubes that may be split, those that fix least first.
    let mut open = BinaryHeap::from([Reverse((units.n_true(), 0))]);
    let mut leaves = 1;
    while leaves < count {
        control.check()?;
        let Some(Reverse((_, at))) = open.pop() else {
            break;
        };
        // A cube without choices left is kept.
        let Some(trial) = best_slot(&mut units, &nodes[at].literals, &slots, control) else {
            continue;
        };
        let new = trial.left.iter().zip(nodes.len()..);
        open.extend(new.map(|(&(_, known), number)| Reverse((known, number))));
        let above = nodes[at].literals.clone();
        nodes.extend(trial.left.iter().map(|&(literal, _)| Node {
            literals: [&above[..], &[literal]].concat(),
            refuted_choices: None,
        }));
        leaves = leaves + trial.left.len() - 1;
        nodes[at].refuted_choices = Some(trial.refuted);
    }
    Ok(collect(&nodes, &choices))
}

/// The possible choices of each slot, if each turn is one literal, and their meaning.
fn choices(problem: &Problem, formula: &Formula) -> (Vec<Vec<Lit>>, Choices) {
    let mut choices = Choices::new();
    let slots = (0..problem.budget.slots()).filter_map(|slot| {
        let turns = problem.allowed.iter().copied();
        let turns = turns.map(|turn| (Some(turn), formula.turn(slot, turn)));
        // Impossible turns have no literals.
        let possible = turns.chain([(None, formula.idle(slot))]);
        let possible = possible.filter_map(|(turn, literals)| Some((turn, literals?)));
        let one = |(turn, literals): (Option<TurnId>, Vec<Lit>)| match literals[..] {
            [literal] => Some((literal, (slot, turn))),
            _ => None,
        };
        let slot: Vec<_> = possible.map(one).collect::<Option<_>>()?;
        choices.extend(slot.iter().copied());
        Some(slot.into_iter().map(|(literal, _)| literal).collect())
    });
    (slots.collect(), choices)
}

/// The best slot for splitting a cube, among those tried before a stop; `None` if all slots are decided.
fn best_slot(
    units: &mut UnitPropagation,
    cube: &[Lit],
    slots: &[Vec<Lit>],
    control: &Control,
) -> Option<SlotTrial> {
    let before = units.n_true();
    for &literal in cube {
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

/// Tries each choice of a slot, unless it is decided.
fn try_slot(units: &mut UnitPropagation, slot: &[Lit]) -> Option<SlotTrial> {
    if slot.is_empty() || slot.iter().any(|&literal| units.is_true(literal)) {
        return None;
    }
    let before = units.n_true();
    let (mut left, mut refuted) = (Vec::new(), Vec::new());
    for &literal in slot {
        if units.is_false(literal) {
            continue;
        }
        if units.assume(literal) {
            left.push((literal, units.n_true()))
        } else {
            refuted.push(literal)
        }
        units.backtrack(before);
    }
    Some(SlotTrial { left, refuted })
}

/// The remaining cubes, and the clauses from the last split to the first.
fn collect(nodes: &[Node], choices: &Choices) -> Lookahead {
    let denied = |literals: &[Lit]| literals.iter().map(|&literal| !literal).collect::<Vec<_>>();
    let left = nodes.iter().filter(|node| node.refuted_choices.is_none());
    let mut cover = Vec::new();
    let mut refuted = 0;
    // Descendants of a cube follow it.
    for node in nodes.iter().rev() {
        let Some(wrong) = &node.refuted_choices else {
            continue;
        };
        let below = wrong
            .iter()
            .map(|&turn| [&node.literals[..], &[turn]].concat());
        cover.extend(below.map(|cube| denied(&cube)));
        cover.push(denied(&node.literals));
        refuted += wrong.len();
    }
    let cube = |node: &Node| {
        let chosen = node.literals.iter().filter_map(|it| choices.get(it));
        Cube::from_choices(chosen.copied())
    };
    Lookahead {
        cubes: left.map(cube).collect(),
        refuted,
        cover,
    }
}

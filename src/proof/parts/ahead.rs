//! Cubes by looking ahead, on turns.
//!
//! *Idea.* Of the cubes so far, that which says least is cut: in one of its slots, by the turns that may be made there. Which slot
//! is found by trying: that which leaves fewest turns after unit propagation, and of those the one whose turns say most together (Heule,
//! Kullmann, Wieringa and Biere, *Cube and Conquer*, HVC 2011). Turns that propagation refutes are left out.
//!
//! *Why all is covered.* In each slot some turn is made, or none, which is a clause of the formula. So a cube is refuted where each
//! of its turns is. That is written down as clauses, from the last cut to the first: the opposite of each cube that propagation refuted,
//! then that of the cube that was cut; each follows by unit propagation from those before, and the last of them is empty. The proof is about the
//! formula and the opposite of each cube that is left, as [`Split`](crate::proof::check::Split) wants it.
//!
//! *Lemmas.* Propagation sees more if lemmas stand beside the formula. They are clauses like any other here; the proof derives those that it uses
//! (`proof::write`).
//!
//! *Cost.* Symmetries are not used: what they would show is no clause. For one goal and a known start, [`cover`](super::cover) has fewer parts.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use rustsat::types::Lit;

use super::cube::Cube;
use super::units::Units;
use crate::clauses::Clauses;
use crate::control::{Control, Stop};
use crate::encode::Formula;
use crate::problem::Problem;
use crate::puzzle::TurnId;

/// Cubes, and why they are all there is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ahead {
    /// What is left.
    pub cubes: Vec<Cube>,
    /// How many more were refuted by unit propagation.
    pub refuted: usize,
    /// The clauses of the proof that the clauses and the opposite of each cube contradict each other.
    pub cover: Vec<Vec<Lit>>,
}

/// A cube and what became of it.
struct Node {
    literals: Vec<Lit>,
    /// What propagation refuted below it, if it was cut.
    cut: Option<Vec<Lit>>,
}

/// A slot, tried.
struct Trial {
    /// What may be chosen, and how much is known then.
    left: Vec<(Lit, usize)>,
    refuted: Vec<Lit>,
}

/// What is chosen where.
type Choices = HashMap<Lit, (usize, Option<TurnId>)>;

/// Cuts the formula of a problem into so many cubes at least, if there is so much to choose. The formula has a literal
/// for each turn of each slot. `clauses` are those of the formula, and lemmas about it.
///
/// # Errors
/// [`Stop`].
pub fn ahead(
    problem: &Problem,
    (formula, clauses): (&Formula, &Clauses),
    count: usize,
    control: &Control,
) -> Result<Ahead, Stop> {
    let Some(mut units) = Units::new(clauses, formula.variables) else {
        return Ok(Ahead {
            cubes: Vec::new(),
            refuted: 0,
            cover: vec![Vec::new()],
        });
    };
    let (slots, choices) = choices(problem, formula);
    let mut nodes = vec![Node {
        literals: Vec::new(),
        cut: None,
    }];
    // Of those that say least, the first.
    let mut open = BinaryHeap::from([Reverse((units.known(), 0))]);
    let mut leaves = 1;
    while leaves < count {
        if let Some(stop) = control.stop() {
            return Err(stop);
        }
        let Some(Reverse((_, at))) = open.pop() else {
            break;
        };
        // What has nothing left to choose stays.
        let Some(trial) = best(&mut units, &nodes[at].literals, &slots, control) else {
            continue;
        };
        let new = { trial.left.iter().zip(nodes.len()..) };
        open.extend(new.map(|(&(_, known), number)| Reverse((known, number))));
        let above = nodes[at].literals.clone();
        nodes.extend(trial.left.iter().map(|&(literal, _)| Node {
            literals: [&above[..], &[literal]].concat(),
            cut: None,
        }));
        leaves = leaves + trial.left.len() - 1;
        nodes[at].cut = Some(trial.refuted);
    }
    Ok(told(&nodes, &choices))
}

/// For each slot what may be chosen there, if each turn is one literal; and what these are.
fn choices(problem: &Problem, formula: &Formula) -> (Vec<Vec<Lit>>, Choices) {
    let mut choices = Choices::new();
    let slots = (0..problem.budget.slots()).filter_map(|slot| {
        let turns = problem.allowed.iter().copied();
        let turns = turns.map(|turn| (Some(turn), formula.turn(slot, turn)));
        // What cannot be has no literals.
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

/// The slot that is best cut under a cube, of those that there was time for; `None` if each has its turn.
fn best(units: &mut Units, cube: &[Lit], slots: &[Vec<Lit>], control: &Control) -> Option<Trial> {
    let before = units.known();
    for &literal in cube {
        units.assume(literal);
    }
    let in_time = slots.iter().take_while(|_| control.stop().is_none());
    let trials = in_time.filter_map(|slot| tried(units, slot));
    let best = trials.min_by_key(|trial| {
        let known: usize = trial.left.iter().map(|(_, known)| known).sum();
        (
            trial.left.len(),
            usize::MAX - known / trial.left.len().max(1),
        )
    });
    units.back_to(before);
    best
}

/// Tries each choice of a slot, unless it is made.
fn tried(units: &mut Units, slot: &[Lit]) -> Option<Trial> {
    if slot.is_empty() || slot.iter().any(|&literal| units.is_true(literal)) {
        return None;
    }
    let before = units.known();
    let (mut left, mut refuted) = (Vec::new(), Vec::new());
    for &literal in slot {
        if units.is_false(literal) {
            continue;
        }
        if units.assume(literal) {
            left.push((literal, units.known()))
        } else {
            refuted.push(literal)
        }
        units.back_to(before);
    }
    Some(Trial { left, refuted })
}

/// The cubes that are left, and the clauses from the last cut to the first.
fn told(nodes: &[Node], choices: &Choices) -> Ahead {
    let denied = |literals: &[Lit]| literals.iter().map(|&literal| !literal).collect::<Vec<_>>();
    let left = nodes.iter().filter(|node| node.cut.is_none());
    let mut cover = Vec::new();
    let mut refuted = 0;
    // What is below a cube stands behind it.
    for node in nodes.iter().rev() {
        let Some(wrong) = &node.cut else { continue };
        let below = wrong
            .iter()
            .map(|&turn| [&node.literals[..], &[turn]].concat());
        cover.extend(below.map(|cube| denied(&cube)));
        cover.push(denied(&node.literals));
        refuted += wrong.len();
    }
    let cube = |node: &Node| {
        let chosen = node.literals.iter().filter_map(|it| choices.get(it));
        Cube::of(chosen.copied())
    };
    Ahead {
        cubes: left.map(cube).collect(),
        refuted,
        cover,
    }
}

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
//! *Cost.* Symmetries are not used: what they would show is no clause. For one goal and a known start, [`cover`](super::cover) has fewer parts.

use rustsat::types::Lit;

use super::units::Units;
use crate::control::{Control, Stop};
use crate::encode::Formula;
use crate::problem::Problem;

/// Cubes, and why they are all there is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ahead {
    /// The literals of each: turns, and idle slots.
    pub cubes: Vec<Vec<Lit>>,
    /// How many more were refuted by unit propagation.
    pub refuted: usize,
    /// The clauses of the proof that the formula and the opposite of each cube contradict each other.
    pub cover: Vec<Vec<Lit>>,
}

/// A cube and what became of it.
struct Node {
    literals: Vec<Lit>,
    /// How much propagation knows under it.
    known: usize,
    /// What propagation refuted below it, if it was cut.
    cut: Option<Vec<Lit>>,
    /// Nothing is left to choose: it stays.
    whole: bool,
}

/// A slot, tried.
struct Trial {
    /// What may be chosen, and how much is known then.
    left: Vec<(Lit, usize)>,
    refuted: Vec<Lit>,
}

/// Cuts the formula of a problem into so many cubes at least, if there is so much to choose. The formula has a literal
/// for each turn of each slot.
///
/// # Errors
/// [`Stop`].
pub fn ahead(
    problem: &Problem,
    formula: &Formula,
    count: usize,
    control: &Control,
) -> Result<Ahead, Stop> {
    let Some(mut units) = Units::new(&formula.cnf, formula.variables) else {
        return Ok(Ahead {
            cubes: Vec::new(),
            refuted: 0,
            cover: vec![Vec::new()],
        });
    };
    let slots = choices(problem, formula);
    let mut nodes = vec![Node {
        literals: Vec::new(),
        known: units.known(),
        cut: None,
        whole: false,
    }];
    let mut leaves = 1;
    while leaves < count {
        if let Some(stop) = control.stop() {
            return Err(stop);
        }
        let open = nodes.iter().enumerate();
        let open = open.filter(|(_, node)| node.cut.is_none() && !node.whole);
        let Some((at, _)) = open.min_by_key(|(_, node)| node.known) else {
            break;
        };
        let Some(trial) = best(&mut units, &nodes[at].literals, &slots) else {
            nodes[at].whole = true;
            continue;
        };
        let above = nodes[at].literals.clone();
        nodes.extend(trial.left.iter().map(|&(literal, known)| Node {
            literals: [&above[..], &[literal]].concat(),
            known,
            cut: None,
            whole: false,
        }));
        leaves = leaves + trial.left.len() - 1;
        nodes[at].cut = Some(trial.refuted);
    }
    Ok(told(&nodes))
}

/// For each slot what may be chosen there, if each turn is one literal.
fn choices(problem: &Problem, formula: &Formula) -> Vec<Vec<Lit>> {
    let slots = 0..problem.budget.slots();
    let slots = slots.filter_map(|slot| {
        let turns = problem.allowed.iter();
        let turns = turns.map(|&turn| formula.turn(slot, turn));
        // What cannot be has no literals.
        let possible = turns.chain([formula.idle(slot)]).flatten();
        let one = |literals: Vec<Lit>| <[Lit; 1]>::try_from(literals).ok();
        possible.map(|literals| Some(one(literals)?[0])).collect()
    });
    slots.collect()
}

/// The slot that is best cut under a cube; `None` if each has its turn.
fn best(units: &mut Units, cube: &[Lit], slots: &[Vec<Lit>]) -> Option<Trial> {
    let before = units.known();
    for &literal in cube {
        units.assume(literal);
    }
    let trials = slots.iter().filter_map(|slot| tried(units, slot));
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
        match units.assume(literal) {
            true => left.push((literal, units.known())),
            false => refuted.push(literal),
        }
        units.back_to(before);
    }
    Some(Trial { left, refuted })
}

/// The cubes that are left, and the clauses from the last cut to the first.
fn told(nodes: &[Node]) -> Ahead {
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
    Ahead {
        cubes: left.map(|node| node.literals.clone()).collect(),
        refuted,
        cover,
    }
}

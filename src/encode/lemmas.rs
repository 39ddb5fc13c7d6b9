//! Reachability lemmas: what a few pieces at a time can be at a step.
//!
//! *Idea.* [`reach`](crate::reach) knows which joint placements of up to four pieces the
//! start leads to in so many turns, and which lead to the goal in the turns left. A
//! formula that says so at the steps in the middle lets a solver see at once
//! what it would have to find out turn by turn. Each lemma is a *support*: where some
//! pieces are given, the placements that are left to another one.
//!
//! *Source.* The lemmas are ours; so is the choice of steps. For supports see
//! [`reach::Support`](crate::reach::Support).
//!
//! *Why sound.* Every solution passes only placements that are in both directions
//! reachable; the argument stands in [`reach`](crate::reach). Order constraints and the like
//! only leave fewer solutions. With idle slots the layers are those for idle
//! slots. So lemmas change no answer, and no count.
//!
//! *Which steps.* Near the start and the goal propagation alone sees as far, so the
//! first and the last two fifths are left out, but no more than four steps. On the pocket
//! cube that is one step of a budget of 8, and four of 11. Where four pieces at a time are needed,
//! the steps left out get lemmas about pairs.
//!
//! *Cost.* See `docs/decisions/0007-lemmas-as-supports.md`: three pieces at a time 13 thousand clauses a step, four
//! 15 to 70 thousand. They take the place of "at most one" elsewhere, which
//! then gains nothing.

use super::EncodeError;
use super::error::MOST_CLAUSES;
use super::states::States;
use crate::circuit::{Circuit, Signal};
use crate::control::Control;
use crate::problem::Problem;
use crate::puzzle::Puzzle;
use crate::reach::{Backward, FOLLOWED_AHEAD, FOLLOWED_BACK, Forward, Layers, ReachError, Support};

/// Fewer pieces at a time are not worth a look of their own.
const FEWEST: usize = 2;

/// So many pieces at a time are cheaper to follow than a solver is to ask.
const CHEAP: usize = 3;

/// Where four pieces at a time are needed, so many are spoken of at all other
/// steps. That costs little there, and a solver depends less on luck: the
/// second position of Yurichev's text takes 0.3 s at 9 turns with them, 10 s without.
const ELSEWHERE: usize = 2;

/// Where [few pieces are followed far](Depth::Far), so many times as many joint placements are
/// never too many.
const FARTHER: u64 = 10;

/// How far pieces are followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Depth {
    /// As many at a time as the recipe says, as far as pays for most questions.
    #[default]
    Many,
    /// Three at a time, but farther. That is better where a few coordinates tell all, which have many
    /// values: the second stage of Kociemba's chain is refuted at 12 turns in 0.8 s in place of 5.9 s.
    Far,
}

/// Sets are loose where both directions admit more than this share of
/// their joint placements.
const LOOSE: f64 = 0.25;

/// No more steps than this are left out at either end.
const MOST_LEFT_OUT: usize = 4;

/// What is known of the pieces of a problem, whatever the budget.
#[derive(Debug)]
pub(super) enum Reach {
    /// Nothing: no lemmas are asked for, or the pieces cannot be told apart.
    Unknown,
    /// That some piece never comes from where it is to its place in the goal.
    Nowhere,
    /// Where they can be: two at a time, and more. Nothing is computed until it
    /// is needed.
    Known(Vec<Forward>),
}

impl Reach {
    /// For sets of up to `most` pieces.
    pub(super) fn new(problem: &Problem, most: usize, idle: bool, depth: Depth) -> Self {
        let mut levels = Vec::new();
        let (most, factor) = match depth {
            Depth::Many => (most, 1),
            Depth::Far => (most.min(CHEAP), FARTHER),
        };
        let (back, ahead) = (FOLLOWED_BACK.times(factor), FOLLOWED_AHEAD.times(factor));
        for most in FEWEST.min(most)..=most {
            if most == 0 {
                return Reach::Unknown;
            }
            let backward = Backward::shared_within(problem, most, idle, back);
            match backward.and_then(|backward| Forward::within(problem, backward, ahead)) {
                Ok(forward) => levels.push(forward),
                Err(ReachError::TooLarge(_)) if !levels.is_empty() => break,
                Err(ReachError::Unreachable(_)) => return Reach::Nowhere,
                Err(_) => return Reach::Unknown,
            }
        }
        Reach::Known(levels)
    }

    /// Whether some few pieces alone cannot be brought to the goal in so many
    /// slots.
    pub(super) fn refutes(&mut self, slots: usize, control: &Control) -> Result<bool, EncodeError> {
        let Reach::Known(levels) = self else {
            return Ok(matches!(self, Reach::Nowhere));
        };
        for forward in levels {
            let layers = match forward.layers(slots, followed(slots), control) {
                Err(ReachError::Stopped(stop)) => return Err(EncodeError::Stopped(stop)),
                Err(_) => break, // So long a budget takes too much memory.
                Ok(layers) => layers,
            };
            if layers.leave_nothing() {
                return Ok(true);
            }
            if layers.most() >= CHEAP && layers.leave_less_than(slots / 2, LOOSE) {
                break;
            }
        }
        Ok(false)
    }

    /// The layers for so many slots: of as few pieces at a time as do. More are
    /// needed where sets of fewer have become loose at the step in the middle, and coset
    /// coordinates do not tell it better: then they take more time than they spare.
    pub(super) fn layers(
        &mut self,
        slots: usize,
        beside_coordinates: bool,
        control: &Control,
    ) -> Result<Option<Layers>, EncodeError> {
        let Reach::Known(levels) = self else {
            return Ok(None);
        };
        let mut best = None;
        for forward in levels {
            match forward.layers(slots, followed(slots), control) {
                Ok(layers) => {
                    let tight = layers.leave_less_than(slots / 2, LOOSE);
                    best = Some(layers);
                    if tight || beside_coordinates {
                        break;
                    }
                }
                Err(ReachError::Stopped(stop)) => return Err(EncodeError::Stopped(stop)),
                // So long a budget takes too much memory.
                Err(_) => break,
            }
        }
        Ok(best)
    }
}

/// How many turns are followed from either end: up to the last step that is not
/// left out, and to the middle. Layers of more turns deny next to nothing.
fn followed(slots: usize) -> usize {
    slots.div_ceil(2).max(slots - left_out(slots))
}

/// How many steps are left out at either end.
fn left_out(slots: usize) -> usize {
    (2 * slots).div_ceil(5).min(MOST_LEFT_OUT)
}

/// Requires the lemmas of all steps, as far as they pay. How many clauses that
/// takes.
pub(super) fn require(
    circuit: &mut Circuit,
    puzzle: &Puzzle,
    states: &States,
    layers: &Layers,
    control: &Control,
) -> Result<usize, EncodeError> {
    let before = circuit.n_clauses();
    let slots = layers.last_step();
    let left_out = left_out(slots);
    for step in 0..=slots {
        if let Some(stop) = control.stop() {
            return Err(EncodeError::Stopped(stop));
        }
        deny_placements(circuit, puzzle, states, layers, step);
        let most = if (left_out..=slots - left_out).contains(&step) {
            layers.most()
        } else if layers.most() > CHEAP && step > 0 && step < slots {
            ELSEWHERE
        } else {
            continue;
        };
        // Lemmas only help, so where there is no room there are fewer.
        if circuit.n_clauses() < MOST_CLAUSES {
            support(circuit, puzzle, states, layers, step, most, control)?;
        }
    }
    Ok(circuit.n_clauses() - before)
}

/// The control is polled once per this many clauses.
const CLAUSES_PER_LOOK: usize = 1 << 12;

/// Denies the placements that a piece cannot have whatever the others do.
fn deny_placements(
    circuit: &mut Circuit,
    puzzle: &Puzzle,
    states: &States,
    layers: &Layers,
    step: usize,
) {
    let items = layers.items();
    layers.visit_supports(
        step,
        1,
        |Support {
             item, placements, ..
         }| {
            let all = items.placements(item).iter().enumerate();
            for (_, &placement) in all.filter(|(number, _)| !placements.contains(number)) {
                let at = states.at(puzzle, step, items.piece(item), placement);
                let denied: Vec<Signal> = at.into_iter().map(|signal| !signal).collect();
                circuit.require_clause(&denied);
            }
        },
    );
}

/// Requires what up to `most` pieces can be together.
fn support(
    circuit: &mut Circuit,
    puzzle: &Puzzle,
    states: &States,
    layers: &Layers,
    step: usize,
    most: usize,
    control: &Control,
) -> Result<(), EncodeError> {
    let items = layers.items();
    let literals: Vec<Vec<Signal>> = (0..items.len())
        .map(|item| {
            let at = |&placement: &usize| states.at(puzzle, step, items.piece(item), placement);
            let placements = items.placements(item).iter().map(at);
            placements.map(|signals| circuit.and(&signals)).collect()
        })
        .collect();
    for item in &literals {
        circuit.require_at_most_one(item);
    }
    let mut clause = Vec::new();
    let mut stopped = None;
    layers.visit_supports(step, most, |support| {
        if circuit.n_clauses().is_multiple_of(CLAUSES_PER_LOOK) {
            stopped = stopped.or(control.stop());
        }
        if stopped.is_some() || support.given.is_empty() {
            return; // Clauses about a single piece are there already.
        }
        clause.clear();
        clause.extend(
            support
                .given
                .iter()
                .map(|&(item, placement)| !literals[item][placement]),
        );
        let left = support.placements.iter();
        clause.extend(left.map(|&placement| literals[support.item][placement]));
        circuit.require_clause(&clause);
    });
    match stopped {
        Some(stop) => Err(EncodeError::Stopped(stop)),
        None => Ok(()),
    }
}

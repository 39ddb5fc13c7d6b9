//! Reachability lemmas: the possible joint placements of a few pieces at each step.
//!
//! *Idea.* [`reach`](crate::reach) computes which joint placements of up to four pieces the start reaches in a given
//! number of turns, and from which of them the remaining turns lead to the goal. These facts, for the steps in the
//! middle, tell a solver at once what it would otherwise infer turn by turn. Each lemma is a *support*: given the
//! placements of some pieces, it lists the possible placements of another piece.
//!
//! *Source.* The lemmas and the choice of steps are ours. For supports see [`reach::Support`](crate::reach::Support).
//!
//! *Why it is sound.* See [`reach`](crate::reach). Order constraints and the like only remove solutions, and the layers
//! account for idle slots. So lemmas change no answer and no count.
//!
//! *Which steps.* Near the start and the goal, propagation alone infers as much, so two fifths of the steps are left
//! out at each end, but at most four. On the pocket cube, one step remains with a budget of 8 turns, and four remain
//! with 11. If four pieces at a time are needed, the steps left out get lemmas about pairs.
//!
//! *Cost.* See `docs/decisions/0007-lemmas-as-supports.md`: 13 thousand clauses per step with three pieces at a time,
//! 15 to 70 thousand with four. With lemmas, "at most one" constraints elsewhere gain nothing and are left out.

use super::error::MAX_CLAUSES;
use super::joint_layers::JointLayers;
use super::states::States;
use crate::circuit::{Circuit, Signal};
use crate::control::Control;
use crate::error::Error;
use crate::problem::Problem;
use crate::puzzle::Puzzle;
use crate::reach::{BACKWARD_LIMIT, Backward, FORWARD_LIMIT, Forward, Layers, ReachError};

/// Tracking begins with this many pieces at a time, unless the recipe allows fewer.
const MIN_TRACKED_PIECES: usize = 2;

/// Tracking this many pieces at a time is cheaper than running a solver.
const CHEAP_PIECES: usize = 3;

/// If four pieces at a time are needed, the steps left out get lemmas about this many pieces. These lemmas cost little,
/// and make solvers depend less on luck: the second position of Yurichev's text takes 0.3 s at 9 turns with them, 10 s
/// without.
const PIECES_AT_OTHER_STEPS: usize = 2;

/// With full layers, three pieces at a time are tracked, and the limit on joint placements is higher by this factor.
/// Tracking more turns helps if a few pieces with many placements determine the whole state: the second stage of
/// Kociemba's plan is refuted at 12 turns in 0.8 s instead of 5.9 s.
const MORE_TURNS_LIMIT_FACTOR: u64 = 10;

/// Layers are tight if, in the middle, both directions together admit less than this fraction of the joint placements.
const TIGHT_FRACTION: f64 = 0.25;

/// The maximum number of steps left out at each end.
const MAX_SKIPPED_STEPS: usize = 4;

/// The reachable placements of a problem's pieces, for any budget.
#[derive(Debug)]
pub(super) enum Reach {
    /// Some piece can never reach its place in the goal.
    Unreachable,
    /// The reachable placements, computed on demand: of two pieces at a time, of three, and so on. Empty if no lemmas
    /// are requested, if the pieces cannot be distinguished, or if the placements take too much memory.
    Layers(Vec<Forward>),
}

impl Reach {
    /// The reachable placements of sets of up to `most` pieces.
    pub(super) fn new(problem: &Problem, most: usize, idle: bool, joint: JointLayers) -> Self {
        let mut levels = Vec::new();
        let (most, factor) = match joint {
            JointLayers::None | JointLayers::Partial => (most, 1),
            JointLayers::Full => (most.min(CHEAP_PIECES), MORE_TURNS_LIMIT_FACTOR),
        };
        let backward_limit = BACKWARD_LIMIT.times(factor);
        let forward_limit = FORWARD_LIMIT.times(factor);
        for most in MIN_TRACKED_PIECES.min(most).max(1)..=most {
            let backward = Backward::cached(problem, most, idle, backward_limit);
            match backward.and_then(|backward| Forward::new(problem, &backward, forward_limit)) {
                Ok(forward) => levels.push(forward),
                Err(ReachError::TooLarge) if !levels.is_empty() => break,
                Err(ReachError::Unreachable) => return Reach::Unreachable,
                Err(_) => return Reach::Layers(Vec::new()),
            }
        }
        Reach::Layers(levels)
    }

    /// Whether a few pieces alone cannot reach the goal in this many slots.
    pub(super) fn refutes(&mut self, slots: usize, control: &Control) -> Result<bool, Error> {
        let Reach::Layers(levels) = self else {
            return Ok(matches!(self, Reach::Unreachable));
        };
        for forward in levels {
            let Some(layers) = layers_of(forward, slots, control)? else {
                break;
            };
            if layers.refutes() {
                return Ok(true);
            }
            if layers.max_set_size() >= CHEAP_PIECES && are_tight(&layers) {
                break;
            }
        }
        Ok(false)
    }

    /// The layers for this many slots, of the fewest pieces at a time that make the layers tight. `has_values`: whether
    /// listed values exclude more at lower cost; then the fewest pieces suffice in any case. `None` without lemmas.
    pub(super) fn layers(
        &mut self,
        slots: usize,
        has_values: bool,
        control: &Control,
    ) -> Result<Option<Layers>, Error> {
        let Reach::Layers(levels) = self else {
            return Ok(None);
        };
        let mut best = None;
        for forward in levels {
            let Some(layers) = layers_of(forward, slots, control)? else {
                break;
            };
            let suffices = has_values || are_tight(&layers);
            best = Some(layers);
            if suffices {
                break;
            }
        }
        Ok(best)
    }
}

/// Whether layers exclude most joint placements at the step in the middle.
fn are_tight(layers: &Layers) -> bool {
    layers.admit_less_than(layers.last_step() / 2, TIGHT_FRACTION)
}

/// The layers for this many slots; `None` if they take too much memory.
fn layers_of(
    forward: &mut Forward,
    slots: usize,
    control: &Control,
) -> Result<Option<Layers>, Error> {
    match forward.layers(slots, tracked_turns(slots), control) {
        Err(ReachError::Stopped(stop)) => Err(stop.into()),
        layers => Ok(layers.ok()),
    }
}

/// The number of turns to track from each end: up to the last step that is not left out, and at least up to the middle.
/// Layers of more turns exclude almost nothing.
fn tracked_turns(slots: usize) -> usize {
    slots.div_ceil(2).max(slots - skipped_steps(slots))
}

/// The number of steps left out at each end.
fn skipped_steps(slots: usize) -> usize {
    (2 * slots).div_ceil(5).min(MAX_SKIPPED_STEPS)
}

/// Adds the worthwhile lemmas of all steps. Returns the number of clauses.
pub(super) fn require(
    circuit: &mut Circuit,
    puzzle: &Puzzle,
    states: &States,
    layers: &Layers,
    control: &Control,
) -> Result<usize, Error> {
    let before = circuit.clause_count();
    let (items, slots) = (layers.items(), layers.last_step());
    let left_out = skipped_steps(slots);
    for step in 0..=slots {
        control.check()?;
        // Excludes the placements that a piece cannot have at this step, wherever the others are.
        layers.visit_supports(step, 1, |support| {
            for (number, &placement) in items.placements(support.item).iter().enumerate() {
                if !support.placements.contains(&number) {
                    let at = states.piece_at(puzzle, step, items.piece(support.item), placement);
                    circuit.require_if(at, []);
                }
            }
        });
        let most = if (left_out..=slots - left_out).contains(&step) {
            layers.max_set_size()
        } else if layers.max_set_size() > CHEAP_PIECES && step > 0 && step < slots {
            PIECES_AT_OTHER_STEPS
        } else {
            continue;
        };
        // Lemmas are optional, so a full formula gets no more.
        if circuit.clause_count() < MAX_CLAUSES {
            add_supports(circuit, puzzle, states, layers, step, most, control)?;
        }
    }
    Ok(circuit.clause_count() - before)
}

/// The control is checked only when the number of clauses is a multiple of this.
const CLAUSES_PER_CHECK: usize = 1 << 12;

/// Adds supports of up to `most` pieces.
fn add_supports(
    circuit: &mut Circuit,
    puzzle: &Puzzle,
    states: &States,
    layers: &Layers,
    step: usize,
    most: usize,
    control: &Control,
) -> Result<(), Error> {
    let items = layers.items();
    let mut literals: Vec<Vec<Signal>> = Vec::new();
    for item in 0..items.len() {
        let piece = items.piece(item);
        let literal = |&at: &usize| circuit.and(&states.piece_at(puzzle, step, piece, at));
        literals.push(items.placements(item).iter().map(literal).collect());
    }
    for item in &literals {
        circuit.require_at_most_one(item);
    }
    let mut stopped = None;
    layers.visit_supports(step, most, |support| {
        if circuit.clause_count().is_multiple_of(CLAUSES_PER_CHECK) {
            stopped = stopped.or(control.stop());
        }
        if stopped.is_some() || support.conditions.is_empty() {
            return; // Clauses about a single piece have been added already.
        }
        let conditions = support.conditions.iter();
        let conditions = conditions.map(|&(item, placement)| literals[item][placement]);
        let placements = support.placements.iter();
        let placements = placements.map(|&placement| literals[support.item][placement]);
        circuit.require_if(conditions, placements);
    });
    stopped.map_or(Ok(()), |stop| Err(stop.into()))
}

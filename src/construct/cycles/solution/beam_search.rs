//! The first turns of a solution, which solve many pieces at once.
//!
//! *Idea.* While few pieces are solved, a single turn can solve more pieces than it disturbs. So a beam search explores
//! states turn by turn. It keeps the states of each layer that leave the least work for 3-cycles. Of the states that
//! 3-cycles can finish, the best have the lowest sum of the turns so far and the estimated turns of the 3-cycles.

use std::collections::HashSet;

use super::super::table::Table;
use super::insertion::Candidate;
use super::parity_goal::{Colors, Parities, ParityGoal};
use crate::control::Control;
use crate::puzzle::TurnId;

/// The number of layers without improvement before the search ends.
const PATIENCE: usize = 12;

/// The maximum number of layers, each of which adds a turn.
const MAX_LAYERS: usize = 600;

/// The cost of one turn in estimates, which count sixteenths of a turn.
const TURN_UNIT: u32 = 16;

/// The effect of a turn on a place.
struct TurnEffect {
    kind: usize,
    /// Each facelet, with the source of its color.
    facelets: Vec<[usize; 2]>,
}

struct BeamTurn {
    turn: TurnId,
    /// The required parities that the turn changes.
    changes: Parities,
    effects: Vec<TurnEffect>,
}

struct Node {
    state: Colors,
    /// The estimated cost of solving the state with 3-cycles.
    remaining_cost: u32,
    /// The required parities that are odd.
    odd: Parities,
    hash: u64,
    /// The index of the node among all nodes.
    number: usize,
    /// The turn that leads to the node; `None` at the start.
    last: Option<TurnId>,
}

pub(super) struct BeamSearch<'a> {
    parity_goal: &'a ParityGoal<'a>,
    /// The cost of an unsolved piece of each kind, in [fractions of a turn](TURN_UNIT).
    costs: Vec<u32>,
    turns: Vec<BeamTurn>,
    /// Breaks ties between states with equal estimates.
    seed: u64,
}

impl<'a> BeamSearch<'a> {
    pub(super) fn new(parity_goal: &'a ParityGoal<'a>, seed: u64) -> Self {
        let cycles = parity_goal.cycles;
        let pieces = &cycles.pieces;
        let effect = |from: &[u32], place: usize| {
            let facelets = pieces.all()[place].facelets.iter();
            TurnEffect {
                kind: pieces.all()[place].kind,
                facelets: facelets.map(|&f| [f, from[f] as usize]).collect(),
            }
        };
        let turns = cycles.turns.iter().map(|sequence| {
            let moved = (0..pieces.all().len()).filter(|&place| {
                pieces.all()[place]
                    .facelets
                    .iter()
                    .any(|&f| sequence.from[f] as usize != f)
            });
            BeamTurn {
                turn: sequence.turns[0],
                changes: parity_goal.changed_by(sequence.turns[0]),
                effects: moved.map(|place| effect(&sequence.from, place)).collect(),
            }
        });
        let cost = |table: &Option<Table>| match table {
            // A 3-cycle solves slightly more than two pieces.
            Some(table) => table.mean_length() * TURN_UNIT * 10 / 23,
            None => 6 * TURN_UNIT,
        };
        Self {
            parity_goal,
            costs: cycles.tables.iter().map(cost).collect(),
            turns: turns.collect(),
            seed,
        }
    }

    /// The estimated cost of finishing with 3-cycles, in [fractions of a turn](TURN_UNIT).
    fn remaining_cost(&self, state: &[u16]) -> u32 {
        let pieces = self.parity_goal.cycles.pieces.all().iter().enumerate();
        pieces
            .filter(|(place, _)| !self.parity_goal.has_required_colors(state, *place))
            .map(|(_, piece)| self.costs[piece.kind])
            .sum()
    }

    /// The best sequences found, at most `max_count`, for 3-cycles to finish. The beam keeps `width` states.
    pub(super) fn candidates(
        &self,
        start: &Colors,
        width: usize,
        max_count: usize,
        control: &Control,
    ) -> Vec<Candidate> {
        // For each node, the node before it and the turn that leads from there.
        let mut turns: Vec<[u32; 2]> = vec![[0, 0]];
        let mut candidates: Vec<(u32, Candidate)> = Vec::new();
        let mut layer = vec![Node {
            state: start.clone(),
            remaining_cost: self.remaining_cost(start),
            odd: self.parity_goal.odd_at_start(),
            hash: 0,
            number: 0,
            last: None,
        }];
        let mut previous_layer = HashSet::new();
        let mut best = u32::MAX;
        let mut layers_since_best = 0;
        for turn_count in 0..MAX_LAYERS as u32 {
            let goal = self.parity_goal;
            let is_solvable = |node: &&Node| goal.is_solvable_by_3_cycles(&node.state, node.odd);
            let mut solvable: Vec<&Node> = layer.iter().filter(is_solvable).collect();
            solvable.sort_by_key(|node| node.remaining_cost);
            for node in solvable.iter().take(max_count) {
                let candidate = Candidate {
                    turns: path_to(&turns, node.number),
                    end: node.state.clone(),
                };
                candidates.push((turn_count * TURN_UNIT + node.remaining_cost, candidate));
            }
            candidates.sort_by_key(|(estimate, _)| *estimate);
            candidates.truncate(max_count);
            let estimates = layer
                .iter()
                .map(|it| turn_count * TURN_UNIT + it.remaining_cost);
            let Some(least) = estimates.min() else {
                break;
            };
            layers_since_best += 1;
            if least < best {
                (best, layers_since_best) = (least, 0);
            }
            if layers_since_best > PATIENCE || control.stop().is_some() {
                break;
            }
            let next = self.next_layer(&layer, width, &mut turns, &previous_layer, control);
            previous_layer = layer.iter().map(|node| (node.hash, node.odd)).collect();
            layer = next;
        }
        let candidates = candidates.into_iter();
        candidates.map(|(_, candidate)| candidate).collect()
    }

    /// The best states after one more turn, without the states of the layer before `layer`. Adds them to `turns`.
    fn next_layer(
        &self,
        layer: &[Node],
        width: usize,
        turns: &mut Vec<[u32; 2]>,
        previous_layer: &HashSet<(u64, Parities)>,
        control: &Control,
    ) -> Vec<Node> {
        // The estimate and the hash of a state, and the indices of the node and the turn that lead to it.
        let mut all: Vec<(u32, u64, u32, u32)> = Vec::new();
        let merger = &self.parity_goal.cycles.merger;
        let puzzle = merger.puzzle;
        for (at, node) in layer.iter().enumerate() {
            if at % 64 == 0 && control.stop().is_some() {
                return Vec::new();
            }
            for (number, turn) in self.turns.iter().enumerate() {
                let is_redundant = node.last.is_some_and(|last| {
                    let face = |turn: TurnId| puzzle.turns()[turn].face;
                    face(last) == face(turn.turn)
                        || (face(last) > face(turn.turn) && merger.commute(last, turn.turn))
                });
                if !is_redundant {
                    let (remaining_cost, hash) = self.cost_and_hash_after(node, turn);
                    all.push((remaining_cost, hash, at as u32, number as u32));
                }
            }
        }
        // Twice as many as needed, because some are duplicates.
        let enough = (2 * width).min(all.len());
        if enough < all.len() {
            all.select_nth_unstable(enough);
            all.truncate(enough);
        }
        all.sort_unstable();
        let mut next = Vec::new();
        let mut seen = HashSet::new();
        for (remaining_cost, hash, at, number) in all {
            if next.len() == width {
                break;
            }
            let (node, turn) = (&layer[at as usize], &self.turns[number as usize]);
            let odd = node.odd ^ turn.changes;
            if previous_layer.contains(&(hash, odd)) || !seen.insert((hash, odd)) {
                continue;
            }
            let mut state = node.state.clone();
            for &[to, from] in turn.effects.iter().flat_map(|it| &it.facelets) {
                state[to] = node.state[from];
            }
            turns.push([node.number as u32, turn.turn as u32]);
            next.push(Node {
                state,
                remaining_cost,
                odd,
                hash,
                number: turns.len() - 1,
                last: Some(turn.turn),
            });
        }
        next
    }

    /// The estimate after a turn, and the hash of the state.
    fn cost_and_hash_after(&self, node: &Node, turn: &BeamTurn) -> (u32, u64) {
        let (mut remaining_cost, mut hash) = (node.remaining_cost, node.hash);
        for effect in &turn.effects {
            let (mut before, mut after) = (true, true);
            for &[to, from] in &effect.facelets {
                let (old, new) = (node.state[to], node.state[from]);
                before &= self.parity_goal.admits(to, old);
                after &= self.parity_goal.admits(to, new);
                hash ^= self.hash_of(to, old) ^ self.hash_of(to, new);
            }
            match (before, after) {
                (true, false) => remaining_cost += self.costs[effect.kind],
                (false, true) => remaining_cost -= self.costs[effect.kind],
                _ => {}
            }
        }
        (remaining_cost, hash)
    }

    /// A hash for a facelet and a color (Steele, Lea, Flood, *Fast splittable pseudorandom number generators*, 2014).
    fn hash_of(&self, facelet: usize, color: u16) -> u64 {
        let mut hash = self.seed ^ ((facelet as u64) << 16 | u64::from(color));
        hash = hash.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash = (hash ^ (hash >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        hash = (hash ^ (hash >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        hash ^ (hash >> 31)
    }
}

/// The turns that lead to the node with this number.
fn path_to(turns: &[[u32; 2]], mut number: usize) -> Vec<TurnId> {
    let mut path = Vec::new();
    while number != 0 {
        let [before, turn] = turns[number].map(|it| it as usize);
        path.push(turn);
        number = before;
    }
    path.reverse();
    path
}

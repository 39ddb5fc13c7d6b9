//! The turns of a puzzle as tables, for trying thousands of turns on a state quickly.

use std::sync::Arc;

use itertools::Itertools;

use crate::plan::PeelOrder;
use crate::problem::Problem;
use crate::puzzle::{Puzzle, TurnId};

/// A turn belongs to a cluster if more than this many quarters of the facelets that it moves are also moved by the
/// cluster's first turn, or the other way round.
const CLUSTER_OVERLAP_QUARTERS: usize = 3;

/// The maximum size of the table of sources: the number of turns times the number of facelets.
const MAX_SOURCES: usize = 100_000_000;

/// The number of iterations that compute the weights of the facelets.
const WEIGHT_ITERATIONS: usize = 60;

/// The depth of a facelet is this factor times the logarithm of its weight.
const DEPTH_WEIGHT: f64 = 400.0;

/// The allowed turns of a problem, and its goal, as tables.
pub(super) struct TurnTables {
    puzzle: Arc<Puzzle>,
    /// The number of facelets.
    pub(super) facelets: usize,
    /// The allowed turns. Everywhere else in these tables, a turn is its index in this list.
    pub(super) ids: Vec<TurnId>,
    /// For each turn, the facelets that it moves, each with the source of its new color.
    pub(super) moved: Vec<Vec<[u16; 2]>>,
    /// For each turn, the source of each facelet's color; the lists of all turns concatenated.
    sources: Vec<u16>,
    /// For each facelet, the turns that move it, each with the source of its new color.
    pub(super) turns_of: Vec<Vec<[u16; 2]>>,
    pub(super) inverses: Vec<u16>,
    /// The face of each turn.
    pub(super) faces: Vec<usize>,
    /// The color of each facelet in the goal.
    pub(super) goal: Vec<u16>,
    /// The clusters: sets of turns that move nearly the same facelets.
    pub(super) clusters: Vec<Cluster>,
    /// For each facelet, the clusters that move it.
    pub(super) clusters_of: Vec<Vec<u16>>,
    /// The depth of each facelet. Facelets of low depth, outer or inner ones depending on the order, are fixed first.
    pub(super) depths: Vec<i64>,
}

/// A set of turns that move nearly the same facelets, and these facelets.
pub(super) struct Cluster {
    pub(super) turns: Vec<u16>,
    pub(super) facelets: Vec<u16>,
}

impl TurnTables {
    /// The tables of a problem; `None` if it has several goal states, or is too large.
    pub(super) fn new(problem: &Problem, order: PeelOrder) -> Option<Self> {
        let puzzle = &problem.puzzle;
        let ids = problem.allowed.clone();
        let facelets = puzzle.facelets().len();
        u16::try_from(ids.len().max(facelets).max(puzzle.colors().len())).ok()?;
        if ids.len().saturating_mul(facelets) > MAX_SOURCES {
            return None;
        }
        let goal = problem.goal.state()?;
        let permutation = |&id: &TurnId| &puzzle.turns()[id].permutation;
        let moved: Vec<Vec<[u16; 2]>> = ids
            .iter()
            .map(|id| {
                let pair = |to: usize| [to as u16, permutation(id).source(to) as u16];
                permutation(id).moved().map(pair).collect()
            })
            .collect();
        let inverse = |&id: &TurnId| ids.binary_search(&puzzle.inverse(id));
        let inverses = ids.iter().map(|id| Some(inverse(id).ok()? as u16));
        let sources = ids.iter().flat_map(|id| permutation(id).sources());
        let mut turns_of = vec![Vec::new(); facelets];
        for (turn, moved) in (0..).zip(&moved) {
            for &[to, from] in moved {
                turns_of[to as usize].push([turn, from]);
            }
        }
        let mut tables = Self {
            puzzle: puzzle.clone(),
            facelets,
            sources: sources.map(|source| source as u16).collect(),
            inverses: inverses.collect::<Option<_>>()?,
            faces: ids.iter().map(|&id| puzzle.turns()[id].face).collect(),
            goal: goal.colors().iter().map(|&color| color as u16).collect(),
            depths: depths(facelets, &moved, order),
            clusters: Vec::new(),
            clusters_of: vec![Vec::new(); facelets],
            ids,
            moved,
            turns_of,
        };
        tables.find_clusters();
        Some(tables)
    }

    /// The source of each facelet's color under a turn.
    pub(super) fn sources(&self, turn: u16) -> &[u16] {
        let first = usize::from(turn) * self.facelets;
        &self.sources[first..first + self.facelets]
    }

    /// The turn to which two turns merge, or `Some(None)` if they cancel; `None` if their faces differ, or if their product
    /// is not an allowed turn.
    pub(super) fn merged(&self, first: u16, second: u16) -> Option<Option<u16>> {
        let [first, second] = [first, second].map(usize::from);
        if self.faces[first] != self.faces[second] {
            return None;
        }
        let product = self.puzzle.product(self.ids[first], self.ids[second]);
        let number = |id: TurnId| self.ids.binary_search(&id).ok();
        product.map_or(Some(None), |id| Some(Some(number(id)? as u16)))
    }

    pub(super) fn apply(&self, colors: &mut [u16], turn: u16) {
        let moved = &self.moved[usize::from(turn)];
        let new: Vec<u16> = moved
            .iter()
            .map(|&[_, from]| colors[usize::from(from)])
            .collect();
        for ([to, _], color) in moved.iter().zip(new) {
            colors[usize::from(*to)] = color;
        }
    }

    /// The facelets with the goal's color.
    pub(super) fn correct_facelets(&self, colors: &[u16]) -> impl Iterator<Item = usize> {
        let pairs = colors.iter().zip(&self.goal).enumerate();
        pairs.filter_map(|(facelet, (color, goal))| (color == goal).then_some(facelet))
    }

    pub(super) fn wrong_count(&self, colors: &[u16]) -> usize {
        self.facelets - self.correct_facelets(colors).count()
    }

    fn find_clusters(&mut self) {
        let mut of_first: Vec<Vec<usize>> = vec![Vec::new(); self.facelets];
        for turn in 0..self.moved.len() as u16 {
            let moved = &self.moved[usize::from(turn)];
            let alike = |&cluster: &usize| {
                let first = self.clusters[cluster].turns[0];
                let sources = self.sources(first);
                let common = moved
                    .iter()
                    .filter(|[to, _]| sources[usize::from(*to)] != *to);
                let least = moved.len().min(self.moved[usize::from(first)].len());
                common.count() * 4 > least * CLUSTER_OVERLAP_QUARTERS
            };
            let near = moved.iter().flat_map(|[to, _]| &of_first[usize::from(*to)]);
            match near.copied().find(alike) {
                Some(cluster) => self.clusters[cluster].turns.push(turn),
                None => {
                    for [to, _] in moved {
                        of_first[usize::from(*to)].push(self.clusters.len());
                    }
                    let (turns, facelets) = (vec![turn], Vec::new());
                    self.clusters.push(Cluster { turns, facelets });
                }
            }
        }
        for (number, cluster) in (0..).zip(&mut self.clusters) {
            let moved = cluster
                .turns
                .iter()
                .flat_map(|&turn| &self.moved[usize::from(turn)]);
            let moved = moved.map(|[to, _]| *to);
            cluster.facelets = moved.sorted_unstable().dedup().collect();
            for &facelet in &cluster.facelets {
                self.clusters_of[usize::from(facelet)].push(number);
            }
        }
    }
}

/// The depth of each facelet: the logarithm of its weight, where each facelet repeatedly receives the weights of all
/// facelets that turns move together with it (the leading eigenvector of that graph).
fn depths(facelets: usize, moved: &[Vec<[u16; 2]>], order: PeelOrder) -> Vec<i64> {
    let mut weights = vec![1.0_f64; facelets];
    for _ in 0..WEIGHT_ITERATIONS {
        let mut next = vec![f64::MIN_POSITIVE; facelets];
        for moved in moved {
            let sum: f64 = moved.iter().map(|[to, _]| weights[usize::from(*to)]).sum();
            for [to, _] in moved {
                next[usize::from(*to)] += sum;
            }
        }
        let max = next.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        weights = next.into_iter().map(|weight| weight / max).collect();
    }
    weights
        .into_iter()
        .map(|weight| (weight.ln() * DEPTH_WEIGHT) as i64)
        .map(|depth| match order {
            PeelOrder::Inwards => depth,
            PeelOrder::Outwards => -depth,
        })
        .collect()
}

/// The tables of a puzzle, and its colors after some random turns, for tests.
#[cfg(test)]
pub(super) fn scrambled(name: &str, turns: usize) -> (TurnTables, Vec<u16>) {
    use rand::SeedableRng;

    let puzzle = crate::puzzle::Puzzle::built_in(name).unwrap();
    let mut random = rand::rngs::ChaCha8Rng::seed_from_u64(1);
    let scramble = puzzle.scramble(&puzzle.turns_around_held(), turns, &mut random);
    let solved = crate::problem::Target::Solved;
    let budget = crate::problem::Budget::AtMost(turns);
    let problem = Problem::from_scramble(puzzle, &scramble, &solved, budget).unwrap();
    let state = problem.start.state().unwrap();
    let colors = state.colors().iter().map(|&color| color as u16).collect();
    (
        TurnTables::new(&problem, PeelOrder::Inwards).unwrap(),
        colors,
    )
}

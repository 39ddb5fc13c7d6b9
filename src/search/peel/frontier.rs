//! The fixed facelets, the remaining turns, and the facelets to fix next.
//!
//! *Idea.* A *cluster* is a set of turns that move nearly the same facelets. The outer facelets that few clusters move
//! are fixed first. Fixing a facelet drops the clusters that move it. Then every facelet that no remaining cluster
//! moves becomes fixed, too. So each facelet that is not fixed can still be moved.

use rand::{Rng, RngExt};

use super::turn_tables::TurnTables;

/// How much each remaining cluster that moves a facelet raises the facelet's [sort key](Frontier::key), and each
/// dropped cluster lowers it.
const REMAINING_CLUSTER_WEIGHT: i64 = 100;
const DROPPED_CLUSTER_WEIGHT: i64 = 40;

/// At most this many dropped clusters are counted.
const MAX_DROPPED_CLUSTERS: i64 = 8;

/// The bounds of random numbers that are added to keys, for the first facelet of a layer and for its other facelets.
const FIRST_NOISE: i64 = 100;
const NEXT_NOISE: i64 = 24;

/// The value of a fixed facelet, in turns: the average number of turns per fixed facelet on the puzzle `digits`.
const FIXED_FACELET_VALUE: f64 = 0.6;

/// The value of a correct color falls to about a third every `DECAY` facelets in the order of fixing, because facelets
/// that are fixed later are moved again before they are fixed.
const DECAY: f64 = 15.0;

/// The fixed facelets, and the remaining clusters and turns.
#[derive(Clone)]
pub(super) struct Frontier {
    is_fixed: Vec<bool>,
    has_cluster: Vec<bool>,
    has_turn: Vec<bool>,
    /// The number of remaining clusters that move each facelet.
    degrees: Vec<u16>,
}

/// Facelets that are fixed together.
pub(super) struct PeeledLayer {
    /// In ascending order once the layer is complete.
    pub(super) facelets: Vec<u16>,
    pub(super) after: Frontier,
    /// The number of dropped clusters that move each facelet.
    dropped: Vec<i64>,
}

impl Frontier {
    /// The initial state: only the facelets that no turn moves are fixed.
    pub(super) fn new(tables: &TurnTables) -> Self {
        let count = |clusters: &Vec<u16>| clusters.len() as u16;
        let degrees: Vec<u16> = tables.clusters_of.iter().map(count).collect();
        Self {
            is_fixed: degrees.iter().map(|&degree| degree == 0).collect(),
            has_cluster: vec![true; tables.clusters.len()],
            has_turn: vec![true; tables.ids.len()],
            degrees,
        }
    }

    pub(super) fn is_remaining(&self, turn: u16) -> bool {
        self.has_turn[usize::from(turn)]
    }

    /// The sort key of a facelet: facelets with a low key are fixed first.
    fn key(&self, tables: &TurnTables, facelet: usize) -> i64 {
        i64::from(self.degrees[facelet]) * REMAINING_CLUSTER_WEIGHT + tables.depths[facelet]
    }

    pub(super) fn unfixed_facelets(&self) -> impl Iterator<Item = usize> {
        (0..self.is_fixed.len()).filter(move |&facelet| !self.is_fixed[facelet])
    }

    /// The facelets where the next layer may begin, best first.
    pub(super) fn layer_starts(&self, tables: &TurnTables, random: &mut impl Rng) -> Vec<usize> {
        let mut starts: Vec<usize> = self.unfixed_facelets().collect();
        starts.sort_by_cached_key(|&facelet| {
            self.key(tables, facelet) + random.random_range(0..FIRST_NOISE)
        });
        starts
    }

    /// A layer grown from the facelet `first` until it has `min_facelets` facelets, if that many are nearby.
    pub(super) fn layer(
        &self,
        tables: &TurnTables,
        first: usize,
        min_facelets: usize,
        random: &mut impl Rng,
    ) -> PeeledLayer {
        let mut layer = PeeledLayer {
            facelets: Vec::new(),
            after: self.clone(),
            dropped: vec![0; tables.facelets],
        };
        let mut next = Some(first);
        while let Some(facelet) = next {
            layer.fix_facelet(tables, facelet);
            next = None;
            if layer.facelets.len() < min_facelets {
                let unfixed = layer.after.unfixed_facelets();
                let near = unfixed.filter(|&facelet| layer.dropped[facelet] > 0);
                let key = |&facelet: &usize| {
                    let dropped = layer.dropped[facelet].min(MAX_DROPPED_CLUSTERS);
                    layer.after.key(tables, facelet) - dropped * DROPPED_CLUSTER_WEIGHT
                        + random.random_range(0..NEXT_NOISE)
                };
                next = near.min_by_key(key);
            }
        }
        layer.facelets.sort_unstable();
        layer
    }

    fn drop_cluster(&mut self, tables: &TurnTables, cluster: u16) {
        let cluster = usize::from(cluster);
        self.has_cluster[cluster] = false;
        for &turn in &tables.clusters[cluster].turns {
            self.has_turn[usize::from(turn)] = false;
        }
        for &facelet in &tables.clusters[cluster].facelets {
            self.degrees[usize::from(facelet)] -= 1;
        }
    }

    /// The value of a correct color, by facelet: lower for facelets that will be fixed later.
    pub(super) fn facelet_values(&self, tables: &TurnTables) -> Vec<f64> {
        let mut unfixed: Vec<usize> = self.unfixed_facelets().collect();
        unfixed.sort_by_key(|&facelet| self.key(tables, facelet));
        let mut values = vec![FIXED_FACELET_VALUE; tables.facelets];
        for (rank, facelet) in unfixed.into_iter().enumerate() {
            values[facelet] *= (-(rank as f64) / DECAY).exp();
        }
        values
    }
}

impl PeeledLayer {
    /// Fixes a facelet and all facelets that become immovable with it.
    fn fix_facelet(&mut self, tables: &TurnTables, facelet: usize) {
        let mut frozen = vec![facelet];
        self.after.is_fixed[facelet] = true;
        while let Some(facelet) = frozen.pop() {
            self.facelets.push(facelet as u16);
            for &cluster in &tables.clusters_of[facelet] {
                if !self.after.has_cluster[usize::from(cluster)] {
                    continue;
                }
                self.after.drop_cluster(tables, cluster);
                for &other in &tables.clusters[usize::from(cluster)].facelets {
                    let other = usize::from(other);
                    self.dropped[other] += 1;
                    if self.after.degrees[other] == 0 && !self.after.is_fixed[other] {
                        self.after.is_fixed[other] = true;
                        frozen.push(other);
                    }
                }
            }
        }
    }
}

/// A state after some stages.
#[derive(Clone)]
pub(super) struct BeamState {
    pub(super) colors: Vec<u16>,
    pub(super) frontier: Frontier,
    /// Turns as indices into the tables.
    pub(super) turns: Vec<u16>,
    /// Lower is better.
    pub(super) cost: f64,
}

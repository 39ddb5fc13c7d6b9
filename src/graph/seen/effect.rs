//! What a turn does to what is seen.

use std::collections::{HashMap, HashSet};

use crate::group::Permutation;
use crate::puzzle::{Color, State};

/// The colours that a place shows, in the order of its facelets.
pub(super) type Look = Vec<Color>;

/// What a turn does to one cell: what comes from `from`, looked up in `table`, is in `to` afterwards.
#[derive(Clone, Debug)]
pub(in crate::graph) struct Step {
    pub(in crate::graph) from: usize,
    pub(in crate::graph) to: usize,
    /// The new number by the old one.
    pub(in crate::graph) table: Vec<u32>,
}

impl Step {
    pub(super) fn is_nothing(&self) -> bool {
        let same = |(old, &new): (usize, &u32)| old == new as usize;
        self.from == self.to && self.table.iter().enumerate().all(same)
    }
}

/// Which place each place gets its look from, and in which order its colours come.
pub(super) struct Effect(pub(super) Vec<(usize, Vec<usize>)>);

impl Effect {
    pub(super) fn carried(&self, to: usize, look: &[Color]) -> Look {
        self.0[to].1.iter().map(|&at| look[at]).collect()
    }
}

pub(super) fn effect(places: &[Vec<usize>], turn: &Permutation) -> Effect {
    let mut at = HashMap::new();
    for (place, facelets) in places.iter().enumerate() {
        at.extend(facelets.iter().enumerate().map(|(n, &f)| (f, (place, n))));
    }
    let from = |facelets: &Vec<usize>| {
        let sources: Vec<(usize, usize)> = facelets.iter().map(|&f| at[&turn.source(f)]).collect();
        (sources[0].0, sources.into_iter().map(|(_, n)| n).collect())
    };
    Effect(places.iter().map(from).collect())
}

pub(super) fn look(state: &State, facelets: &[usize]) -> Look {
    facelets.iter().map(|&f| state.color(f)).collect()
}

/// All that turns make of a look in a place, as it is found.
pub(super) fn carried(seed: (usize, Look), effects: &[Effect]) -> Vec<(usize, Look)> {
    let mut known: HashSet<(usize, Look)> = HashSet::from([seed.clone()]);
    let mut all = vec![seed];
    // Where each place's look goes.
    let targets: Vec<Vec<usize>> = effects
        .iter()
        .map(|effect| {
            let mut to = vec![0; effect.0.len()];
            for (place, (from, _)) in effect.0.iter().enumerate() {
                to[*from] = place;
            }
            to
        })
        .collect();
    let mut next = 0;
    while next < all.len() {
        for (effect, targets) in effects.iter().zip(&targets) {
            let (place, look) = &all[next];
            let to = targets[*place];
            let there = (to, effect.carried(to, look));
            if known.insert(there.clone()) {
                all.push(there);
            }
        }
        next += 1;
    }
    all
}

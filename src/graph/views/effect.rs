//! The action of a turn or a symmetry on the visible colors.

use std::collections::{HashMap, HashSet};

use crate::group::Permutation;
use crate::puzzle::{Color, State};

/// The colors of a place, in the order of its facelets.
pub(super) type View = Vec<Color>;

/// The action of a turn on one cell: the value of `from`, mapped by `table`, moves to `to`.
#[derive(Clone, Debug)]
pub(in crate::graph) struct Step {
    pub(in crate::graph) from: usize,
    pub(in crate::graph) to: usize,
    /// The new number, indexed by the old one.
    pub(in crate::graph) table: Vec<u32>,
}

impl Step {
    pub(super) fn is_identity(&self) -> bool {
        let same = |(old, &new): (usize, &u32)| old == new as usize;
        self.from == self.to && self.table.iter().enumerate().all(same)
    }
}

/// The action on the views of a kind.
pub(super) struct Effect {
    /// For each place, the place from which its view comes, and the permutation of its colors.
    pub(super) sources: Vec<(usize, Vec<usize>)>,
    /// The new color of each color, for a symmetry.
    colors: Option<Vec<Color>>,
}

impl Effect {
    /// Whether the view of a place stays there unchanged.
    pub(super) fn fixes(&self, place: usize) -> bool {
        let (from, order) = &self.sources[place];
        self.colors.is_none() && *from == place && order.iter().enumerate().all(|(n, &at)| n == at)
    }

    /// Followed by a renaming of colors.
    pub(super) fn with_colors(self, colors: &[Color]) -> Self {
        let colors = Some(colors.to_vec());
        Self { colors, ..self }
    }

    pub(super) fn moved_view(&self, to: usize, view: &[Color]) -> View {
        let moved = self.sources[to].1.iter().map(|&at| view[at]);
        match &self.colors {
            None => moved.collect(),
            Some(colors) => moved.map(|color| colors[color]).collect(),
        }
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
    Effect {
        sources: places.iter().map(from).collect(),
        colors: None,
    }
}

pub(super) fn view(state: &State, facelets: &[usize]) -> View {
    facelets.iter().map(|&f| state.color(f)).collect()
}

/// All images of a view in a place under the turns, in the order of discovery.
pub(super) fn all_images(seed: (usize, View), effects: &[Effect]) -> Vec<(usize, View)> {
    let mut known: HashSet<(usize, View)> = HashSet::from([seed.clone()]);
    let mut all = vec![seed];
    // For each place, the turns that change its view or move it, with the new place: few in a large puzzle.
    let places = effects.first().map_or(0, |effect| effect.sources.len());
    let mut moves: Vec<Vec<(usize, &Effect)>> = vec![Vec::new(); places];
    for effect in effects {
        for (to, (from, _)) in effect.sources.iter().enumerate() {
            if !effect.fixes(to) {
                moves[*from].push((to, effect));
            }
        }
    }
    let mut next = 0;
    while next < all.len() {
        let place = all[next].0;
        for &(to, effect) in moves.get(place).into_iter().flatten() {
            let view = &all[next].1;
            let there = (to, effect.moved_view(to, view));
            if known.insert(there.clone()) {
                all.push(there);
            }
        }
        next += 1;
    }
    all
}

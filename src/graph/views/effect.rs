//! The action of a turn or a symmetry on the visible colors.

use std::collections::HashMap;

use crate::group::{Permutation, add_images};
use crate::puzzle::{Color, State};

/// The colors of a place, in the order of its facelets.
pub(super) type View = Vec<Color>;

/// The action of a turn on one cell: the value of cell `from`, mapped by `table`, moves to cell `to`.
#[derive(Clone, Debug)]
pub(in crate::graph) struct Step {
    pub(in crate::graph) from: usize,
    pub(in crate::graph) to: usize,
    /// The new value, indexed by the old value.
    pub(in crate::graph) table: Vec<u32>,
}

impl Step {
    pub(super) fn is_identity(&self) -> bool {
        let same = |(old, &new): (usize, &u32)| old == new as usize;
        self.from == self.to && self.table.iter().enumerate().all(same)
    }
}

/// The action of a turn or a symmetry on the views of a kind.
pub(super) struct Effect {
    /// For each place, the place from which its new view comes, and the permutation of the view's colors.
    pub(super) sources: Vec<(usize, Vec<usize>)>,
    /// For a symmetry, the new color of each color.
    colors: Option<Vec<Color>>,
}

impl Effect {
    /// Whether the view of a place stays in the place, unchanged.
    pub(super) fn fixes(&self, place: usize) -> bool {
        let (from, order) = &self.sources[place];
        self.colors.is_none() && *from == place && order.iter().enumerate().all(|(n, &at)| n == at)
    }

    /// This effect, followed by a renaming of colors.
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
    let mut positions = HashMap::new();
    for (place, facelets) in places.iter().enumerate() {
        positions.extend(facelets.iter().enumerate().map(|(n, &f)| (f, (place, n))));
    }
    let from = |facelets: &Vec<usize>| {
        let sources = facelets.iter().map(|&f| positions[&turn.source(f)]);
        let sources: Vec<(usize, usize)> = sources.collect();
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
    // For each place, the turns that move or change its view, each with the view's new place: few on a large puzzle.
    let places = effects.first().map_or(0, |effect| effect.sources.len());
    let mut moves: Vec<Vec<(usize, &Effect)>> = vec![Vec::new(); places];
    for effect in effects {
        for (to, (from, _)) in effect.sources.iter().enumerate() {
            if !effect.fixes(to) {
                moves[*from].push((to, effect));
            }
        }
    }
    let mut all = vec![seed];
    add_images(&mut all, usize::MAX, |(place, view)| {
        let moves = moves.get(*place).into_iter().flatten();
        let images = moves.map(|(to, effect)| (*to, effect.moved_view(*to, view)));
        images.collect()
    });
    all
}

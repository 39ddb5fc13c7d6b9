//! How views become facelets.
//!
//! A view of few values becomes a row with a facelet a value, one of them marked. What has too many
//! values becomes the facelets where its stickers can be, in other colours: the painter's tape
//! over all that does not matter.

use super::coordinate::Coordinate;
use crate::group::Permutation;
use crate::puzzle::{Color, Pattern, Puzzle, Sticker};

/// The colours of a row of values: the marked facelet, and the others.
pub(super) const MARK: Color = 0;
pub(super) const BLANK: Color = 1;

/// A part of the puzzle that is seen.
#[derive(Clone, Debug)]
pub(super) enum Row {
    /// A facelet a value.
    Values(Coordinate),
    /// Some facelets, and the colour of every sticker of the puzzle.
    Recoloring {
        facelets: Vec<usize>,
        colors: Vec<Color>,
    },
}

impl Row {
    /// How many facelets it has.
    pub(super) fn len(&self) -> usize {
        match self {
            Row::Values(coordinate) => coordinate.len(),
            Row::Recoloring { facelets, .. } => facelets.len(),
        }
    }

    /// What it shows of an arrangement; `None` if no turns lead there.
    pub(super) fn colors(&self, arrangement: &Permutation) -> Option<Vec<Color>> {
        Some(match self {
            Row::Values(coordinate) => {
                let value = coordinate.value(arrangement)?;
                let mark = |at| if at == value { MARK } else { BLANK };
                (0..coordinate.len()).map(mark).collect()
            }
            Row::Recoloring { facelets, colors } => {
                let here = facelets.iter().map(|&at| colors[arrangement.source(at)]);
                here.collect()
            }
        })
    }

    /// Where a turn moves each facelet of the row, the turn given by itself and by
    /// its number among the allowed ones.
    pub(super) fn moved(&self, number: usize, turn: &Permutation) -> Vec<usize> {
        match self {
            Row::Values(coordinate) => coordinate.after[number]
                .iter()
                .map(|&to| to as usize)
                .collect(),
            Row::Recoloring { facelets, .. } => {
                let inverse = turn.inverse();
                let mut place = vec![0; turn.size()];
                for (number, &facelet) in facelets.iter().enumerate() {
                    place[facelet] = number;
                }
                let to = facelets.iter().map(|&from| place[inverse.source(from)]);
                to.collect()
            }
        }
    }

    /// The names of its facelets: `2.17`, `1.UF1`.
    pub(super) fn names(&self, puzzle: &Puzzle, row: usize) -> Vec<String> {
        match self {
            Row::Values(coordinate) => (0..coordinate.len())
                .map(|at| format!("{row}.{at}"))
                .collect(),
            Row::Recoloring { facelets, .. } => {
                let names = facelets.iter().map(|&at| &puzzle.facelets()[at]);
                names.map(|name| format!("{row}.{name}")).collect()
            }
        }
    }
}

impl Row {
    /// The colours that a goal admits on each facelet of a recoloring: those of a pattern, or those
    /// that the recoloring has at home.
    pub(super) fn pattern(&self, pattern: Option<&[Sticker]>, symbols: &[char]) -> Pattern {
        let Row::Recoloring { facelets, colors } = self else {
            return Pattern::new(Vec::new());
        };
        let set = |&facelet: &usize| match pattern.map(|pattern| &pattern[facelet]) {
            None => vec![colors[facelet]],
            Some(Sticker::Any) => (0..symbols.len()).collect(),
            Some(Sticker::OneOf(some)) => {
                let is = |&color: &Color| some.contains(&symbols[color]);
                (0..symbols.len()).filter(is).collect()
            }
        };
        Pattern::new(facelets.iter().map(set).collect())
    }
}

//! The facelets of the quotient puzzle.
//!
//! A coordinate becomes a row with one facelet per value, of which the facelet of the current value is marked. A
//! recoloring with too many values keeps the facelets that turns move, in the new colors.

use super::coordinate::Coordinate;
use crate::group::Permutation;
use crate::puzzle::{Color, Pattern, Puzzle};

/// The color of the marked facelet of a row of values.
pub(super) const MARK: Color = 0;
/// The color of the other facelets.
pub(super) const BLANK: Color = 1;

/// A part of the quotient puzzle.
#[derive(Clone, Debug)]
pub(super) enum Row {
    /// One facelet per value.
    Values(Coordinate),
    /// Some facelets, and the color of every sticker of the puzzle.
    Recoloring {
        facelets: Vec<usize>,
        colors: Vec<Color>,
    },
}

impl Row {
    pub(super) fn len(&self) -> usize {
        match self {
            Row::Values(coordinate) => coordinate.len(),
            Row::Recoloring { facelets, .. } => facelets.len(),
        }
    }

    /// The colors for an arrangement; `None` if no turns lead there.
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

    /// The destination of each facelet of the row under a turn. `number` is its index in [`Coordinate::after`].
    pub(super) fn destinations(&self, number: usize, turn: &Permutation) -> Vec<usize> {
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

    /// The names of the row's facelets: `2.17`, `1.UF1`.
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

/// The pattern of rows of values with each row marked at its home value.
pub(super) fn goal_at_home(rows: &[Row]) -> Pattern {
    let color = |value: usize| vec![if value == 0 { MARK } else { BLANK }];
    let colors = rows.iter().flat_map(|row| (0..row.len()).map(color));
    Pattern::new(colors.collect())
}

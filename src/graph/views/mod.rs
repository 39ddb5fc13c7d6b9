//! The visible colors of a puzzle's places, as small numbers.
//!
//! *Idea.* The pieces are derived from the allowed turns alone. The colors of a place form its *view*. A turn moves
//! views from place to place and permutes the colors of each view, independently of other views. So the views of a kind
//! of piece are numbered, each place becomes a cell that holds a number, and a turn becomes a few steps: read a cell,
//! look up, write a cell. A state contains only what is visible, so no special case is needed for pieces that look
//! alike, or for a piece with orientations that look alike.
//!
//! *Marks.* If most places of a kind have the same view, each of the other views has a cell that stores its place. A
//! stage of a plan has such kinds: rows with one place for each value of a coordinate, in which a mark shows the
//! current value.

mod effect;
mod fillings;
mod kind;

use std::collections::HashSet;

use itertools::Itertools;

pub(super) use self::effect::Step;

use self::effect::effect;
use self::kind::{Kind, Representation};
use crate::group::Permutation;
use crate::problem::Symmetry;
use crate::puzzle::{Pattern, Pieces, State};

/// The cells of a puzzle, for the states that some turns reach from one state.
pub(in crate::graph) struct StateCells {
    kinds: Vec<Kind>,
    /// The number of values of each cell.
    pub(in crate::graph) sizes: Vec<usize>,
    start: State,
}

impl StateCells {
    pub(in crate::graph) fn new(start: &State, turns: &[&Permutation]) -> Self {
        let pieces = Pieces::derive(start.colors().len(), turns);
        let (mut kinds, mut sizes) = (Vec::new(), Vec::new());
        for places in pieces.kinds() {
            let facelets = |place: usize| pieces.all()[place].facelets.clone();
            let places: Vec<Vec<usize>> = places.clone().map(facelets).collect();
            let kind = Kind::new(places, start, turns, sizes.len());
            sizes.extend(kind.sizes());
            kinds.push(kind);
        }
        Self {
            kinds,
            sizes,
            start: start.clone(),
        }
    }

    /// The action of a permutation that is a turn or the inverse of one.
    pub(in crate::graph) fn steps(&self, permutation: &Permutation) -> Vec<Step> {
        let steps = |kind: &Kind| kind.steps(&effect(&kind.places, permutation));
        self.kinds.iter().flat_map(steps).collect()
    }

    /// The action of a symmetry; `None` if a kind has marks, or if the symmetry maps facelets of a kind to another kind or
    /// a possible view of a place to an impossible view of the place's image.
    pub(in crate::graph) fn steps_of_symmetry(&self, symmetry: &Symmetry) -> Option<Vec<Step>> {
        let facelets = symmetry.facelets();
        let mut all = Vec::new();
        for kind in &self.kinds {
            match kind.form {
                Representation::Still => (),
                Representation::Marks { .. } => return None,
                Representation::Views { .. } => {
                    let own: HashSet<usize> = kind.places.iter().flatten().copied().collect();
                    if own.iter().any(|&it| !own.contains(&facelets.source(it))) {
                        return None;
                    }
                    let effect = effect(&kind.places, &facelets).with_colors(symmetry.colors());
                    if !kind.admits_images(&effect) {
                        return None;
                    }
                    all.extend(kind.steps(&effect));
                }
            }
        }
        Some(all)
    }

    /// The values of all cells in the start.
    pub(in crate::graph) fn start_values(&self) -> Vec<u32> {
        self.state_values(&self.start).unwrap_or_default()
    }

    /// The values of all cells in a state; `None` if it shows other pieces than the start.
    pub(in crate::graph) fn state_values(&self, state: &State) -> Option<Vec<u32>> {
        self.states_of(&Pattern::from(state), 1)?.pop()
    }

    /// The values of the cells in all states of a pattern that show the same pieces as the start, whether turns reach
    /// these states or not; `None` if there are more than `most`.
    pub(in crate::graph) fn states_of(
        &self,
        pattern: &Pattern,
        most: usize,
    ) -> Option<Vec<Vec<u32>>> {
        let mut all: Vec<Vec<u32>> = vec![Vec::new()];
        for kind in &self.kinds {
            let more = kind.joint_values(pattern, &self.start, most)?;
            if all.len().checked_mul(more.len())? > most {
                return None;
            }
            let longer = |(so_far, more): (&Vec<u32>, &Vec<u32>)| [&so_far[..], more].concat();
            all = all.iter().cartesian_product(&more).map(longer).collect();
        }
        Some(all)
    }

    /// Whether membership of a state in a pattern can be tested cell by cell.
    pub(in crate::graph) fn can_test(&self, pattern: &Pattern) -> bool {
        self.kinds
            .iter()
            .all(|kind| kind.is_testable_by_cell(pattern))
    }

    /// The values of each cell that a pattern admits, provided that [`Self::can_test`] is true. A state belongs to the
    /// pattern if each of its cells is admitted. `None` if the pattern admits no state reachable from the start.
    pub(in crate::graph) fn admitted_values(&self, pattern: &Pattern) -> Option<Vec<Vec<bool>>> {
        let mut admitted = Vec::new();
        for kind in &self.kinds {
            admitted.extend(kind.admitted_values(pattern, &self.start)?);
        }
        Some(admitted)
    }
}

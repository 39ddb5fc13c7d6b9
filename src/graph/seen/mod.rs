//! What is to be seen in the places of a puzzle, as small numbers.
//!
//! *Idea.* The pieces are derived from the allowed turns alone. What a place shows is a list of colours, its
//! *look*; a turn carries looks from place to place and permutes each of them in a way that does not
//! depend on the rest. So the looks of a kind of pieces are numbered, each place becomes a cell with
//! such a number, and a turn becomes a few steps: read a cell, look up, write a cell. What cannot be
//! seen is no part of a state: pieces that look alike need no special case, nor do pieces
//! of which some orientations look alike.
//!
//! *Marks.* In a row of places most of which look the same (that is how a stage of a plan shows a
//! coordinate, several that go alike in one row), only the others are noted: one cell for each.

mod effect;
mod fillings;
mod kind;

use itertools::Itertools;

pub(super) use self::effect::Step;

use self::effect::{Effect, effect};
use self::kind::{Form, Kind, looks, marked};
use crate::group::Permutation;
use crate::puzzle::{Pattern, Pieces, State};

/// The cells of a puzzle, for the states that some turns make of one state.
pub(in crate::graph) struct Cells {
    kinds: Vec<Kind>,
    /// How many numbers each cell takes.
    sizes: Vec<usize>,
    start: State,
}

impl Cells {
    pub(in crate::graph) fn new(start: &State, turns: &[&Permutation]) -> Self {
        let pieces = Pieces::derive(start.colors().len(), turns);
        let (mut kinds, mut sizes) = (Vec::new(), Vec::new());
        for places in pieces.kinds() {
            let facelets = |place: usize| pieces.all()[place].facelets.clone();
            let places: Vec<Vec<usize>> = places.clone().map(facelets).collect();
            let effects: Vec<Effect> = turns.iter().map(|turn| effect(&places, turn)).collect();
            let form = marked(&places, start, &effects, sizes.len());
            let form = form.unwrap_or_else(|| looks(&places, start, &effects, sizes.len()));
            match &form {
                Form::Looks { looks, .. } => sizes.extend(places.iter().map(|_| looks.len())),
                Form::Marks { marks, .. } => sizes.extend(marks.iter().map(|it| it.values.len())),
                Form::Still => (),
            }
            kinds.push(Kind { places, form });
        }
        Self {
            kinds,
            sizes,
            start: start.clone(),
        }
    }

    /// How many numbers each cell takes.
    pub(in crate::graph) fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// What a permutation does that is a turn, or undoes one.
    pub(in crate::graph) fn steps(&self, permutation: &Permutation) -> Vec<Step> {
        let steps = |kind: &Kind| kind.steps(&effect(&kind.places, permutation));
        self.kinds.iter().flat_map(steps).collect()
    }

    /// The numbers of the start in all cells.
    pub(in crate::graph) fn of_start(&self) -> Vec<u32> {
        self.of_state(&self.start).unwrap_or_default()
    }

    /// The numbers of a state in all cells; `None` if it shows other pieces than the start.
    pub(in crate::graph) fn of_state(&self, state: &State) -> Option<Vec<u32>> {
        self.of(&Pattern::from(state), 1)?.pop()
    }

    /// The numbers of all states of a pattern that show the same pieces as the start; `None` if they
    /// are more than `most`. Turns need not lead to all of them.
    pub(in crate::graph) fn of(&self, pattern: &Pattern, most: usize) -> Option<Vec<Vec<u32>>> {
        let mut all: Vec<Vec<u32>> = vec![Vec::new()];
        for kind in &self.kinds {
            let more = kind.fitting(pattern, &self.start, most)?;
            if all.len().checked_mul(more.len())? > most {
                return None;
            }
            let longer = |(so_far, more): (&Vec<u32>, &Vec<u32>)| [&so_far[..], more].concat();
            all = all.iter().cartesian_product(&more).map(longer).collect();
        }
        Some(all)
    }

    /// Whether it can be told cell by cell whether a state is one of a pattern.
    pub(in crate::graph) fn tell(&self, pattern: &Pattern) -> bool {
        self.kinds.iter().all(|kind| kind.is_told_by_cells(pattern))
    }

    /// Which numbers of each cell a pattern admits, which [`Self::tell`] says it does. A state is one of the pattern if each of its cells
    /// is admitted. `None` if it admits no state that turns make of the start.
    pub(in crate::graph) fn admitted(&self, pattern: &Pattern) -> Option<Vec<Vec<bool>>> {
        let mut admitted = Vec::new();
        for kind in &self.kinds {
            admitted.extend(kind.admitted(pattern, &self.start)?);
        }
        Some(admitted)
    }
}

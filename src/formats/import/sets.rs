//! The sets of pieces of a definition: each `Set` of a `.tws` file, each orbit of a KPuzzle.

use std::ops::Range;

use crate::puzzle::{MAX_FACELETS, Orbit, limits};
use crate::source::Mistakes;
use crate::text::excerpt;

/// A set of pieces.
pub(super) struct Set {
    pub(super) name: String,
    /// `None` if it is invalid.
    pub(super) orbit: Option<Orbit>,
}

/// The declaration of a set in a file.
pub(super) struct SetDeclaration<'a> {
    pub(super) name: &'a str,
    pub(super) name_at: Range<usize>,
    /// The numbers of pieces and orientations; `None` if they are invalid.
    pub(super) size: Option<(usize, usize)>,
    pub(super) size_at: Range<usize>,
}

/// The sets of a definition.
pub(super) struct Sets {
    pub(super) all: Vec<Set>,
    /// Whether all sets could be read, each with a valid and unique name.
    pub(super) complete: bool,
}

impl Sets {
    pub(super) fn of(orbits: &[Orbit]) -> Self {
        let set = |orbit: &Orbit| Set {
            name: orbit.name.clone(),
            orbit: Some(orbit.clone()),
        };
        Self {
            all: orbits.iter().map(set).collect(),
            complete: true,
        }
    }

    /// Adds a set, or reports the mistake at its name or size. `word` is the file's word for a set.
    pub(super) fn add(
        &mut self,
        word: &str,
        declaration: SetDeclaration<'_>,
        mistakes: &mut Mistakes<'_>,
    ) {
        let SetDeclaration {
            name,
            name_at,
            size,
            size_at,
        } = declaration;
        if self.position(name).is_some() {
            mistakes.add_at(name_at, format!("{word} `{}` appears twice", excerpt(name)));
            // It is unknown which of the two is meant.
            let same = self.all.iter_mut().filter(|set| set.name == name);
            same.for_each(|set| set.orbit = None);
            self.complete = false;
            return;
        }
        if let Err(reason) = limits::check_orbit_name(name) {
            mistakes.add_at(name_at, reason);
            self.complete = false;
        }
        let orbit = size.map(|(pieces, orientations)| Orbit {
            name: name.to_owned(),
            pieces,
            orientations,
        });
        let places = self.place_count() + orbit.as_ref().map_or(0, |orbit| orbit.pieces);
        if places > MAX_FACELETS {
            mistakes.add_at(
                size_at,
                format!("the {word}s have {places} pieces; at most {MAX_FACELETS} are allowed"),
            );
        }
        self.all.push(Set {
            name: name.to_owned(),
            orbit: orbit.filter(|_| places <= MAX_FACELETS),
        });
    }

    pub(super) fn position(&self, name: &str) -> Option<usize> {
        self.all.iter().position(|set| set.name == name)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.all.iter().map(|set| set.name.as_str())
    }

    /// The valid sets.
    pub(super) fn orbits(&self) -> impl Iterator<Item = &Orbit> {
        self.all.iter().filter_map(|set| set.orbit.as_ref())
    }

    /// The number of places of the valid sets.
    pub(super) fn place_count(&self) -> usize {
        self.orbits().map(|orbit| orbit.pieces).sum()
    }

    /// Whether every set is known and valid.
    pub(super) fn are_valid(&self) -> bool {
        self.complete && self.all.iter().all(|set| set.orbit.is_some())
    }
}

//! Definitions of cubing.js and twips: KPuzzle, in JSON.
//!
//! *Source.* The definition of the type in the cubing.js documentation (L. Garron). All numbers count from 0. A permutation
//! gives, for each place, the place from which its piece comes, and orientations are listed by the places where the pieces
//! are afterwards. Older files have other names for some keys; both names are read. Unknown keys are for other programs and
//! are ignored.

use std::collections::HashSet;

use itertools::Itertools;
use serde_json::value::RawValue;

use super::json::{Field, Located};
use super::names::{self, DerivedMove, add_derived};
use crate::puzzle::{Contents, Effect, MAX_FACELETS, Move, Orbit, OrbitPuzzle, limits};
use crate::source::{FileError, Source};
use crate::text::{check_visible, excerpt, join_names};

const DEFINITION: [Field; 4] = [
    &["name"],
    &["orbits"],
    &["defaultPattern", "startStateData", "startState"],
    &["moves"],
];
const OPTIONAL: [Field; 2] = [
    &["derivedMoves", "experimentalDerivedMoves"],
    // The order of the orbits in files where `orbits` is an object. It has no effect.
    &["orbitOrdering"],
];
const PIECES: Field = &["numPieces"];
const ORIENTATIONS: Field = &["numOrientations", "orientations"];
const ORBIT: [Field; 3] = [&["orbitName"], PIECES, ORIENTATIONS];
const PATTERN: [Field; 2] = [&["pieces"], &["orientation"]];
const EFFECT: [Field; 2] = [
    &["permutation"],
    &["orientationDelta", "orientation_delta", "orientation"],
];

/// The name of the Square-1's slice turn, `/`, in cubing.js. A definition does not say in which states it is blocked.
const SLASH: &str = "_SLASH_";

pub(super) fn read(source: Source<'_>) -> Result<OrbitPuzzle, FileError> {
    let ignored = Vec::new();
    let reader = Reader {
        file: Located { source, ignored },
        orbits: Vec::new(),
        names: HashSet::new(),
    };
    let whole = reader.file.document()?;
    reader.definition(whole)
}

struct Reader<'a> {
    file: Located<'a>,
    orbits: Vec<Orbit>,
    /// The names of moves.
    names: HashSet<String>,
}

impl<'a> Reader<'a> {
    fn definition(mut self, raw: &'a RawValue) -> Result<OrbitPuzzle, FileError> {
        let ([name, orbits, pattern, moves], [derived, ordering]) =
            self.file.fields(raw, DEFINITION, OPTIONAL)?;
        let title: String = self.file.parse_part(name)?;
        check_visible("the name", &title).map_err(|reason| self.file.error(name, reason))?;
        if let Some(raw) = ordering {
            let _: Option<Vec<String>> = self.file.parse_part(raw)?;
        }
        self.read_orbits(orbits)?;
        let solved = self.pattern(pattern)?;
        let mut found = OrbitPuzzle {
            name: title,
            solved,
            moves: self.moves(moves)?,
            orbits: std::mem::take(&mut self.orbits),
            notes: Vec::new(),
        };
        let derived = derived.filter(|raw| raw.get() != "null");
        if let Some(raw) = derived {
            self.add_derived_moves(raw, &mut found)?;
        }
        if self.names.is_empty() {
            let reason = "a puzzle needs at least one move";
            return Err(self.file.error(moves, reason));
        }
        if !self.file.ignored.is_empty() {
            let keys = join_names(self.file.ignored.iter().unique(), ", ");
            let note = format!("ignored fields: {keys}");
            found.notes.push(note);
        }
        Ok(found)
    }

    /// The orbits: a list, or an object in older files.
    fn read_orbits(&mut self, raw: &'a RawValue) -> Result<(), FileError> {
        if raw.get().starts_with('[') {
            for raw in self.file.parse_part::<Vec<&RawValue>>(raw)? {
                let ([name, pieces, orientations], []) = self.file.fields(raw, ORBIT, [])?;
                let text = self.file.parse_part(name)?;
                self.add_orbit(name, text, pieces, orientations)?;
            }
        } else {
            for (name, raw) in self.file.pairs(raw)? {
                let ([pieces, orientations], []) =
                    self.file.fields(raw, [PIECES, ORIENTATIONS], [])?;
                self.add_orbit(raw, name, pieces, orientations)?;
            }
        }
        if self.orbits.is_empty() {
            return Err(self.file.error(raw, "a puzzle needs at least one orbit"));
        }
        Ok(())
    }

    fn add_orbit(
        &mut self,
        at: &'a RawValue,
        name: String,
        pieces: &'a RawValue,
        orientations: &'a RawValue,
    ) -> Result<(), FileError> {
        names::check_set_name(&self.orbits, "orbit", &name)
            .map_err(|reason| self.file.error(at, reason))?;
        self.orbits.push(Orbit {
            name,
            pieces: self.file.number(pieces, 1, MAX_FACELETS)?,
            orientations: self.file.number(orientations, 1, MAX_FACELETS)?,
        });
        names::check_set_sizes(&self.orbits, "orbit")
            .map_err(|reason| self.file.error(pieces, reason))
    }

    /// The entry of each orbit, if any.
    fn entries_by_orbit(&self, raw: &'a RawValue) -> Result<Vec<Option<&'a RawValue>>, FileError> {
        let mut found = vec![None; self.orbits.len()];
        for (name, raw) in self.file.pairs(raw)? {
            let Some(number) = self.orbits.iter().position(|orbit| orbit.name == name) else {
                let reason = format!(
                    "unknown orbit `{}`; expected one of: {}",
                    excerpt(&name),
                    join_names(self.orbits.iter().map(|orbit| &orbit.name), ", ")
                );
                return Err(self.file.error(raw, reason));
            };
            found[number] = Some(raw);
        }
        Ok(found)
    }

    /// The solved state, which the format calls the default pattern.
    fn pattern(&mut self, raw: &'a RawValue) -> Result<Vec<Contents>, FileError> {
        let found = self.entries_by_orbit(raw)?.into_iter().enumerate();
        let contents = found.map(|(number, entry)| match entry {
            Some(raw) => self.contents(number, raw),
            None => {
                let name = excerpt(&self.orbits[number].name);
                let reason = format!("orbit `{name}` is missing from the default pattern");
                Err(self.file.error(raw, reason))
            }
        });
        contents.collect()
    }

    fn contents(&mut self, number: usize, raw: &'a RawValue) -> Result<Contents, FileError> {
        let ([pieces, orientation], [modulus]) =
            self.file.fields(raw, PATTERN, [&["orientationMod"]])?;
        let orbit = &self.orbits[number];
        let (count, orientations) = (orbit.pieces, orbit.orientations);
        let mut contents = Contents {
            pieces: self.file.numbers_below(pieces, count, count)?,
            orientations: self.file.numbers_below(orientation, count, orientations)?,
            moduli: vec![orientations; count],
        };
        let Some(raw) = modulus.filter(|raw| raw.get() != "null") else {
            return Ok(contents);
        };
        let moduli = self.file.numbers_below(raw, count, orientations)?;
        for (place, modulus) in moduli.into_iter().enumerate().filter(|it| it.1 != 0) {
            let turned = contents.orientations[place];
            if !orientations.is_multiple_of(modulus) {
                let reason = format!(
                    "an orientation is known modulo 0 (meaning fully) or modulo a smaller divisor of {orientations}, not modulo {modulus}"
                );
                return Err(self.file.error(raw, reason));
            }
            if turned >= modulus {
                let reason = format!(
                    "an orientation that is known modulo {modulus} must be below {modulus}, not {turned}"
                );
                return Err(self.file.error(orientation, reason));
            }
            contents.moduli[place] = modulus;
        }
        Ok(contents)
    }

    fn moves(&mut self, raw: &'a RawValue) -> Result<Vec<Move>, FileError> {
        let mut moves = Vec::new();
        let places = self.orbits.iter().map(|orbit| orbit.pieces).sum();
        for (name, raw) in self.file.pairs(raw)? {
            if name == SLASH {
                let reason = "`_SLASH_`, the slice turn of the Square-1, cannot be made in every state; here every turn must be possible in every state";
                return Err(self.file.error(raw, reason));
            }
            limits::check_moves(places, moves.len() + 1)
                .and_then(|()| limits::check_turn_name(&name))
                .map_err(|reason| self.file.error(raw, reason))?;
            let effects = self.effects(raw)?;
            if !effects.iter().any(Effect::moves) {
                return Err(self.file.error(raw, names::no_effect_error(&name)));
            }
            self.names.insert(name.clone());
            let at = self.file.offset_of(raw);
            moves.push(Move { name, effects, at });
        }
        Ok(moves)
    }

    /// The effect of a move on each orbit.
    fn effects(&mut self, raw: &'a RawValue) -> Result<Vec<Effect>, FileError> {
        let entries = self.entries_by_orbit(raw)?.into_iter().enumerate();
        let effects = entries.map(|(number, entry)| match entry {
            Some(raw) => self.effect(number, raw),
            None => Ok(self.orbits[number].identity()),
        });
        effects.collect()
    }

    fn effect(&mut self, number: usize, raw: &'a RawValue) -> Result<Effect, FileError> {
        let ([permutation, turned], []) = self.file.fields(raw, EFFECT, [])?;
        let orbit = &self.orbits[number];
        let count = orbit.pieces;
        let from = self.file.numbers_below(permutation, count, count)?;
        if let Some(number) = from.iter().duplicates().next() {
            let reason = format!("this is not a permutation: {number} appears twice");
            return Err(self.file.error(permutation, reason));
        }
        let turned = self
            .file
            .numbers_modulo(turned, count, orbit.orientations)?;
        Ok(Effect { from, turned })
    }

    /// Adds the moves defined by other moves.
    fn add_derived_moves(
        &mut self,
        raw: &'a RawValue,
        orbits: &mut OrbitPuzzle,
    ) -> Result<(), FileError> {
        let mut derived = Vec::new();
        for (name, raw) in self.file.pairs(raw)? {
            if !self.names.insert(name.clone()) {
                return Err(self.file.error(raw, names::duplicate_error(&name)));
            }
            derived.push(DerivedMove::<String> {
                name,
                at: self.file.offset_of(raw),
                definition: self.file.parse_part(raw)?,
            });
        }
        add_derived(self.file.source, orbits, &derived, |names, derived| {
            let powers = names.read_alg(&derived.definition);
            powers.map_err(|error| {
                let at = derived.at;
                self.file.source.error(at..at, error.to_string())
            })
        })
    }
}

//! Definitions of cubing.js and twips: KPuzzle, in JSON.
//!
//! *Source.* The definition of the type in the cubing.js documentation (L. Garron). All numbers count from 0. A permutation
//! gives, for each place, the place from which its piece comes, and orientations are listed by the places where the pieces
//! are afterwards. Older files have other names for some keys; both are read. Unknown keys are for other programs and are
//! ignored.
//!
//! *Mistakes.* As for `tws.rs`: all are reported, without errors that only follow from others.

use serde_json::value::RawValue;

use super::json::{Field, Located, optional, required};
use super::names;
use super::names::{DerivedMove, Names};
use super::sets::{SetDeclaration, Sets};
use crate::puzzle::{Contents, Effect, MAX_FACELETS, Move, Orbit, OrbitPuzzle, limits};
use crate::source::{Mistakes, Source};
use crate::text::{excerpt, join_names};

const DEFINITION: [Field; 6] = [
    required(&["name"]),
    required(&["orbits"]),
    required(&["defaultPattern", "startStateData", "startState"]),
    required(&["moves"]),
    optional(&["derivedMoves", "experimentalDerivedMoves"]),
    // The order of `orbits` if they are an object, which does not matter.
    optional(&["orbitOrdering"]),
];
const PIECES: Field = required(&["numPieces"]);
const ORIENTATIONS: Field = required(&["numOrientations", "orientations"]);
const PATTERN: [Field; 3] = [
    required(&["pieces"]),
    required(&["orientation"]),
    optional(&["orientationMod"]),
];
const EFFECT: [Field; 2] = [
    required(&["permutation"]),
    required(&["orientationDelta", "orientation_delta", "orientation"]),
];

/// The name of the Square-1's slice turn, `/`, in cubing.js. A definition does not say when it is blocked.
const SLASH: &str = "_SLASH_";

/// Reads a definition without its invalid moves; `None` if the orbits or the solved state are unknown.
pub(super) fn read(source: Source<'_>) -> (Option<OrbitPuzzle>, Mistakes<'_>) {
    let mut reader = Reader {
        file: Located::new(source),
        sets: Sets::of(&[]),
        names: Names::default(),
    };
    let whole = reader.file.document();
    let orbits = whole.and_then(|raw| reader.definition(raw));
    (orbits, reader.file.mistakes)
}

struct Reader<'a> {
    file: Located<'a>,
    sets: Sets,
    names: Names,
}

impl<'a> Reader<'a> {
    fn definition(&mut self, raw: &'a RawValue) -> Option<OrbitPuzzle> {
        let [name, orbits, pattern, moves, derived, ordering] =
            self.file.fields(raw, DEFINITION)?;
        let name = name.and_then(|raw| {
            let name: String = self.file.parse_part(raw)?;
            if let Err(reason) = crate::text::check_visible("the name", &name) {
                self.file.report(raw, reason);
            }
            Some(name)
        });
        if let Some(raw) = ordering {
            let _: Option<Option<Vec<String>>> = self.file.parse_part(raw);
        }
        match orbits {
            Some(raw) => self.orbits(raw),
            None => self.sets.complete = false,
        }
        let solved = pattern.and_then(|raw| self.pattern(raw));
        let moves_read = match moves {
            Some(raw) => self.moves(raw),
            None => {
                self.names.incomplete = true;
                Vec::new()
            }
        };
        let mut found = OrbitPuzzle {
            name: name.unwrap_or_default(),
            orbits: self.sets.orbits().cloned().collect(),
            solved: solved.unwrap_or_default(),
            moves: moves_read,
            notes: Vec::new(),
        };
        let derived = derived.filter(|raw| raw.get() != "null");
        let has_derived = derived.map(|raw| self.derived_moves(raw, &mut found));
        if let Some(raw) = moves
            && self.names.is_empty()
            && has_derived.is_none_or(|read| read)
        {
            self.file.report(raw, "a puzzle needs at least one move");
        }
        if !self.file.ignored.is_empty() {
            let keys = self.file.ignored.iter().map(|key| excerpt(key));
            let note = format!("fields that are not read here: {}", join_names(keys, ", "));
            found.notes.push(note);
        }
        let is_solved = found.solved.len() == found.orbits.len();
        Some(found).filter(|_| self.sets.are_valid() && is_solved)
    }

    /// The orbits: a list, or an object in older files.
    fn orbits(&mut self, raw: &'a RawValue) {
        if raw.get().starts_with('[') {
            let list: Option<Vec<&RawValue>> = self.file.parse_part(raw);
            for raw in list.iter().flatten() {
                let fields = [required(&["orbitName"]), PIECES, ORIENTATIONS];
                let fields = self.file.fields(raw, fields);
                let [name, pieces, orientations] = fields.unwrap_or([None; 3]);
                let at = name.unwrap_or(raw);
                match name.and_then(|raw| self.file.parse_part(raw)) {
                    Some(name) => self.orbit(at, name, pieces, orientations),
                    None => self.sets.complete = false,
                }
            }
            self.sets.complete &= list.is_some();
        } else {
            let pairs = self.file.pairs(raw);
            self.sets.complete &= pairs.is_some();
            for (name, raw) in pairs.into_iter().flatten() {
                let fields = self.file.fields(raw, [PIECES, ORIENTATIONS]);
                let [pieces, orientations] = fields.unwrap_or([None; 2]);
                self.orbit(raw, name, pieces, orientations);
            }
        }
        if self.sets.all.is_empty() && self.sets.complete {
            self.file.report(raw, "a puzzle needs at least one orbit");
            self.sets.complete = false;
        }
    }

    fn orbit(
        &mut self,
        at: &'a RawValue,
        name: String,
        pieces: Option<&'a RawValue>,
        orientations: Option<&'a RawValue>,
    ) {
        let mut number = |raw: Option<&RawValue>| self.file.number(raw?, 1, MAX_FACELETS);
        let (piece_count, orientation_count) = (number(pieces), number(orientations));
        let declaration = SetDeclaration {
            name: &name,
            name_at: self.file.start_of(at),
            size: piece_count.zip(orientation_count),
            size_at: self.file.start_of(pieces.unwrap_or(at)),
        };
        self.sets.add("orbit", declaration, &mut self.file.mistakes);
    }

    /// The entries by orbit, whose names must be known.
    fn entries_by_orbit(&mut self, raw: &'a RawValue) -> Option<Vec<Option<&'a RawValue>>> {
        let before = self.file.mistakes.count();
        let pairs = self.file.pairs(raw)?;
        if self.file.mistakes.count() > before {
            // One of two entries for one orbit may be meant for another.
            return None;
        }
        let mut found = vec![None; self.sets.all.len()];
        for (name, raw) in pairs {
            match self.sets.position(&name) {
                Some(number) => found[number] = Some(raw),
                None if self.sets.complete => {
                    let reason = format!(
                        "unknown orbit `{}`; expected one of: {}",
                        excerpt(&name),
                        join_names(self.sets.names(), ", ")
                    );
                    self.file.report(raw, reason);
                }
                None => (),
            }
        }
        Some(found)
    }

    /// The solved state, as far as it can be read.
    fn pattern(&mut self, raw: &'a RawValue) -> Option<Vec<Contents>> {
        let before = self.file.mistakes.count();
        let found = self.entries_by_orbit(raw)?;
        // A wrong name may be a misspelling of the missing one.
        let is_right = self.file.mistakes.count() == before;
        let mut solved = Vec::new();
        for (number, found) in found.into_iter().enumerate() {
            if found.is_none() && is_right && self.sets.complete {
                let name = excerpt(&self.sets.all[number].name);
                let reason = format!("orbit `{name}` is missing from the start");
                self.file.report(raw, reason);
            }
            let Some(orbit) = self.sets.all[number].orbit.clone() else {
                // Its fields can be checked anyway.
                let _ = found.map(|raw| self.file.fields(raw, PATTERN));
                continue;
            };
            let contents = found.map(|raw| self.contents(&orbit, raw));
            solved.push(contents.unwrap_or_else(|| Contents::identity(&orbit)));
        }
        Some(solved)
    }

    fn contents(&mut self, orbit: &Orbit, raw: &'a RawValue) -> Contents {
        let mut contents = Contents::identity(orbit);
        let fields = self.file.fields(raw, PATTERN);
        let [pieces, orientation, modulus] = fields.unwrap_or([None; 3]);
        let mut numbers = |raw: Option<&'a RawValue>, end| {
            let numbers = self.file.numbers_below(raw?, orbit.pieces, end)?;
            Some(numbers.into_iter().enumerate())
        };
        let given = numbers(pieces, orbit.pieces);
        for (place, piece) in given.into_iter().flatten() {
            contents.pieces[place] = piece.unwrap_or(place);
        }
        let given = numbers(orientation, orbit.orientations);
        for (place, turned) in given.into_iter().flatten() {
            contents.orientations[place] = turned.unwrap_or(0);
        }
        let modulus = modulus.filter(|raw| raw.get() != "null");
        let given = numbers(modulus, orbit.orientations);
        let (Some(raw), Some(given)) = (modulus, given) else {
            return contents;
        };
        for (place, modulus) in given {
            let Some(modulus) = modulus.filter(|&modulus| modulus > 0) else {
                continue;
            };
            let turned = contents.orientations[place];
            if !orbit.orientations.is_multiple_of(modulus) {
                let reason = format!(
                    "an orientation is known modulo 0 (meaning fully) or modulo a smaller divisor of {}, not modulo {modulus}",
                    orbit.orientations
                );
                self.file.report(raw, reason);
            } else if turned >= modulus {
                let reason = format!(
                    "an orientation that is known modulo {modulus} must be below {modulus}, not {turned}"
                );
                self.file.report(orientation.unwrap_or(raw), reason);
            } else {
                contents.moduli[place] = modulus;
            }
        }
        contents
    }

    /// The valid moves.
    fn moves(&mut self, raw: &'a RawValue) -> Vec<Move> {
        let pairs = self.file.pairs(raw);
        self.names.incomplete |= pairs.is_none();
        let mut moves = Vec::new();
        let places = self.sets.place_count();
        for (name, raw) in pairs.into_iter().flatten() {
            if let Err(reason) = limits::check_moves(places, moves.len() + 1) {
                self.file.report(raw, reason);
                self.names.incomplete = true;
                break;
            }
            // `pairs` has checked that the keys of the object are unique.
            self.names.add(&name);
            if name == SLASH {
                self.file.report(raw, "`_SLASH_`, the slice turn of the Square-1, cannot be made in every state; here every turn must be possible in every state");
            }
            let check = limits::check_turn_name(&name);
            self.names.incomplete |= check.is_err();
            let effects = self.effects(raw).filter(|effects| {
                let moves = effects.iter().any(Effect::moves);
                if !moves {
                    self.file.report(raw, names::moves_nothing(&name));
                }
                moves
            });
            match effects {
                Some(effects) => {
                    self.names.define(&name, moves.len());
                    let at = self.file.offset_of(raw);
                    moves.push(Move { name, effects, at });
                }
                None => {
                    self.names.mark_invalid(&name);
                    // For valid moves, reading the puzzle file reports this.
                    if let Err(reason) = check {
                        self.file.report(raw, reason);
                    }
                }
            }
        }
        moves
    }

    /// The effect of a move, from its entry; `None` if the entry is invalid.
    fn effects(&mut self, raw: &'a RawValue) -> Option<Vec<Effect>> {
        let before = self.file.mistakes.count();
        let found = self.entries_by_orbit(raw)?;
        let mut effects = Vec::new();
        for (number, raw) in found.into_iter().enumerate() {
            let Some(orbit) = self.sets.all[number].orbit.clone() else {
                let _ = raw.map(|raw| self.file.fields(raw, EFFECT));
                continue;
            };
            match raw {
                None => effects.push(orbit.identity()),
                Some(raw) => effects.extend(self.effect(&orbit, raw)),
            }
        }
        let is_right = effects.len() == self.sets.all.len() && self.file.mistakes.count() == before;
        Some(effects).filter(|_| self.sets.are_valid() && is_right)
    }

    fn effect(&mut self, orbit: &Orbit, raw: &'a RawValue) -> Option<Effect> {
        let [permutation, turned] = self.file.fields(raw, EFFECT)?;
        let turned = turned.and_then(|raw| {
            self.file
                .numbers_modulo(raw, orbit.pieces, orbit.orientations)
        });
        let raw = permutation?;
        let numbers = self.file.numbers_below(raw, orbit.pieces, orbit.pieces)?;
        let mut seen = vec![false; orbit.pieces];
        let mut from = Vec::new();
        for number in numbers.into_iter().flatten() {
            if std::mem::replace(&mut seen[number], true) {
                let reason = format!("this is not a permutation: {number} appears twice");
                self.file.report(raw, reason);
            } else {
                from.push(number);
            }
        }
        let turned = turned.filter(|_| from.len() == orbit.pieces)?;
        Some(Effect { from, turned })
    }

    /// Adds the moves defined by other moves; returns whether their list can be read.
    fn derived_moves(&mut self, raw: &'a RawValue, orbits: &mut OrbitPuzzle) -> bool {
        let Some(pairs) = self.file.pairs(raw) else {
            return false;
        };
        let mut waiting = Vec::new();
        for (name, raw) in pairs {
            let at = self.file.offset_of(raw);
            let definition: Option<String> = self.file.parse_part(raw);
            if !self.names.add(&name) {
                self.file.report(raw, names::duplicate_name(&name));
                // One of the two may be meant for another name.
                self.names.incomplete = true;
                continue;
            }
            match definition {
                Some(definition) => waiting.push(DerivedMove {
                    name,
                    at,
                    definition,
                }),
                None => self.names.mark_invalid(&name),
            }
        }
        let powers = |names: &Names, orbits: &OrbitPuzzle, derived: &DerivedMove<String>| {
            names.read_alg(orbits, &derived.definition, derived.at)
        };
        let mistakes = &mut self.file.mistakes;
        let wrong = |at: usize, reason: String| mistakes.add_at(at..at, reason);
        self.names.add_derived(orbits, waiting, powers, wrong);
        true
    }
}

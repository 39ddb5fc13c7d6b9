//! Definitions of cubing.js and twips: KPuzzle, in JSON.
//!
//! *Source.* The definition of the type in the cubing.js documentation (L. Garron). All numbers
//! count from 0. A permutation says of each place which place its piece comes
//! from, and orientations are listed by the places where pieces lie then. Older
//! files have other names for some keys; both are read.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::json::Located;
use super::names::{self, Names};
use super::orbits::{Contents, Effect, Move, Orbit, Orbits};
use crate::puzzle::file::{FileError, Source};
use crate::puzzle::limits::MOST_FACELETS;
use crate::text::{listed, shown};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Definition<'a> {
    name: String,
    /// An order for `orbits` when they are an object; nothing depends on it.
    #[serde(default, rename = "orbitOrdering")]
    _ordering: Option<Vec<String>>,
    #[serde(borrow)]
    orbits: &'a RawValue,
    #[serde(
        borrow,
        rename = "defaultPattern",
        alias = "startStateData",
        alias = "startState"
    )]
    pattern: &'a RawValue,
    #[serde(borrow)]
    moves: &'a RawValue,
    #[serde(
        borrow,
        default,
        rename = "derivedMoves",
        alias = "experimentalDerivedMoves"
    )]
    derived: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NamedOrbit<'a> {
    #[serde(borrow, rename = "orbitName")]
    name: &'a RawValue,
    #[serde(borrow, rename = "numPieces")]
    pieces: &'a RawValue,
    #[serde(borrow, rename = "numOrientations", alias = "orientations")]
    orientations: &'a RawValue,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OrbitSize<'a> {
    #[serde(borrow, rename = "numPieces")]
    pieces: &'a RawValue,
    #[serde(borrow, rename = "numOrientations", alias = "orientations")]
    orientations: &'a RawValue,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OrbitPattern<'a> {
    #[serde(borrow)]
    pieces: &'a RawValue,
    #[serde(borrow)]
    orientation: &'a RawValue,
    #[serde(borrow, default, rename = "orientationMod")]
    modulus: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OrbitMove<'a> {
    #[serde(borrow)]
    permutation: &'a RawValue,
    #[serde(
        borrow,
        rename = "orientationDelta",
        alias = "orientation_delta",
        alias = "orientation"
    )]
    turned: &'a RawValue,
}

/// Reads a definition.
pub(super) fn read(source: Source<'_>) -> Result<Orbits, FileError> {
    source.check_length()?;
    let file = Located { source };
    let definition: Definition<'_> = file.whole()?;
    let orbits = orbits(&file, definition.orbits)?;
    let reader = Reader {
        file: &file,
        orbits: &orbits,
    };
    let solved = reader.pattern(&definition)?;
    let (mut moves, mut names) = (Vec::new(), Names::default());
    for (name, raw) in &file.pairs(definition.moves)? {
        let at = file.at(raw);
        names.add(name).map_err(|reason| file.error(raw, reason))?;
        names.define(name, moves.len());
        let effects = reader.effects(raw)?;
        moves.push(Move {
            name: name.clone(),
            effects,
            at,
        });
    }
    let mut definition_of = Orbits {
        name: definition.name,
        orbits,
        solved,
        moves,
    };
    let derived = definition.derived.map(|raw| file.pairs(raw));
    let derived = derived.transpose()?.unwrap_or_default();
    derive(&file, &derived, &mut definition_of, &mut names)?;
    if definition_of.moves.is_empty() {
        let reason = "a puzzle needs at least one move";
        return Err(file.source.error(0..0, reason));
    }
    Ok(definition_of)
}

/// The orbits: a list, or in older files an object.
fn orbits(file: &Located<'_>, raw: &RawValue) -> Result<Vec<Orbit>, FileError> {
    let mut orbits: Vec<Orbit> = Vec::new();
    let mut add = |at: &RawValue, name: String, pieces: &RawValue, turns: &RawValue| {
        names::check_orbit(&name).map_err(|reason| file.error(at, reason))?;
        if orbits.iter().any(|orbit| orbit.name == name) {
            let reason = format!("orbit `{}` stands twice", shown(&name));
            return Err(file.error(at, reason));
        }
        orbits.push(Orbit {
            name,
            pieces: file.number(pieces, 1, MOST_FACELETS)?,
            orientations: file.number(turns, 1, MOST_FACELETS)?,
        });
        let places: usize = orbits.iter().map(|orbit| orbit.pieces).sum();
        if places > MOST_FACELETS {
            let reason =
                format!("the orbits have {places} pieces; at most {MOST_FACELETS} are allowed");
            return Err(file.error(pieces, reason));
        }
        Ok(())
    };
    if raw.get().starts_with('[') {
        for raw in file.part::<Vec<&RawValue>>(raw)? {
            let orbit: NamedOrbit<'_> = file.part(raw)?;
            add(
                orbit.name,
                file.part(orbit.name)?,
                orbit.pieces,
                orbit.orientations,
            )?;
        }
    } else {
        for (name, raw) in file.pairs(raw)? {
            let size: OrbitSize<'_> = file.part(raw)?;
            add(raw, name, size.pieces, size.orientations)?;
        }
    }
    if orbits.is_empty() {
        return Err(file.error(raw, "a puzzle needs at least one orbit"));
    }
    Ok(orbits)
}

/// Adds the moves that are told in other moves, in whatever order they stand.
fn derive(
    file: &Located<'_>,
    derived: &[(String, &RawValue)],
    orbits: &mut Orbits,
    names: &mut Names,
) -> Result<(), FileError> {
    let mut waiting = Vec::new();
    for (name, raw) in derived {
        names.add(name).map_err(|reason| file.error(raw, reason))?;
        waiting.push((name, *raw, file.part::<String>(raw)?));
    }
    while !waiting.is_empty() {
        let before = waiting.len();
        let mut still = Vec::new();
        for (name, raw, alg) in waiting {
            let powers = match names.alg(orbits, &alg) {
                Ok(powers) => powers,
                Err(error) if names.is_waiting(&error.token) => {
                    still.push((name, raw, alg));
                    continue;
                }
                Err(error) => return Err(file.error(raw, error.to_string())),
            };
            let effects = names.product(orbits, &powers);
            orbits.moves.push(Move {
                name: name.clone(),
                effects: effects.map_err(|reason| file.error(raw, reason))?,
                at: file.at(raw),
            });
            names.define(name, orbits.moves.len() - 1);
        }
        if let Some((name, raw, _)) = still.first().filter(|_| still.len() == before) {
            let reason = format!(
                "move `{}` is told in moves that are told in itself",
                shown(name)
            );
            return Err(file.error(raw, reason));
        }
        waiting = still;
    }
    Ok(())
}

struct Reader<'a> {
    file: &'a Located<'a>,
    orbits: &'a [Orbit],
}

impl Reader<'_> {
    fn pattern(&self, definition: &Definition<'_>) -> Result<Vec<Contents>, FileError> {
        let pairs = self.file.pairs(definition.pattern)?;
        self.check_orbits(&pairs)?;
        let named = |orbit: &Orbit| {
            let mut pairs = pairs.iter();
            let found = pairs.find(|(name, _)| *name == orbit.name);
            found.map(|&(_, raw)| raw).ok_or_else(|| {
                let reason = format!("the start says nothing of orbit `{}`", shown(&orbit.name));
                self.file.error(definition.pattern, reason)
            })
        };
        let contents = |orbit: &Orbit| self.contents(orbit, self.file.part(named(orbit)?)?);
        self.orbits.iter().map(contents).collect()
    }

    fn contents(&self, orbit: &Orbit, pattern: OrbitPattern<'_>) -> Result<Contents, FileError> {
        let pieces = self
            .file
            .numbers(pattern.pieces, orbit.pieces, orbit.pieces)?;
        let orientations =
            self.file
                .numbers(pattern.orientation, orbit.pieces, orbit.orientations)?;
        let mut moduli = vec![orbit.orientations; orbit.pieces];
        let Some(raw) = pattern.modulus else {
            return Ok(Contents {
                pieces,
                orientations,
                moduli,
            });
        };
        let given = self.file.numbers(raw, orbit.pieces, orbit.orientations)?;
        for (place, &modulus) in given
            .iter()
            .enumerate()
            .filter(|(_, modulus)| **modulus > 0)
        {
            if !orbit.orientations.is_multiple_of(modulus) {
                let reason = format!(
                    "an orientation is known modulo 0, for all of them, or a divisor of {} below it; {modulus} is none",
                    orbit.orientations
                );
                return Err(self.file.error(raw, reason));
            }
            if orientations[place] >= modulus {
                let reason = format!(
                    "an orientation that is known modulo {modulus} must be below that; it is {}",
                    orientations[place]
                );
                return Err(self.file.error(pattern.orientation, reason));
            }
            moduli[place] = modulus;
        }
        Ok(Contents {
            pieces,
            orientations,
            moduli,
        })
    }

    /// What a move does, by its entry.
    fn effects(&self, raw: &RawValue) -> Result<Vec<Effect>, FileError> {
        let pairs = self.file.pairs(raw)?;
        self.check_orbits(&pairs)?;
        let effect = |orbit: &Orbit| {
            let found = pairs.iter().find(|(name, _)| *name == orbit.name);
            let Some(&(_, raw)) = found else {
                return Ok(orbit.identity());
            };
            let effect: OrbitMove<'_> = self.file.part(raw)?;
            let from = self
                .file
                .numbers(effect.permutation, orbit.pieces, orbit.pieces)?;
            let mut seen = vec![false; orbit.pieces];
            if let Some(twice) = from
                .iter()
                .find(|&&from| std::mem::replace(&mut seen[from], true))
            {
                let reason = format!("this is no permutation: {twice} stands twice");
                return Err(self.file.error(effect.permutation, reason));
            }
            let turned = self
                .file
                .numbers(effect.turned, orbit.pieces, orbit.orientations)?;
            Ok(Effect { from, turned })
        };
        self.orbits.iter().map(effect).collect()
    }

    fn check_orbits(&self, pairs: &[(String, &RawValue)]) -> Result<(), FileError> {
        let known = |name: &String| self.orbits.iter().any(|orbit| orbit.name == *name);
        let Some((name, raw)) = pairs.iter().find(|(name, _)| !known(name)) else {
            return Ok(());
        };
        let names = self.orbits.iter().map(|orbit| orbit.name.as_str());
        let reason = format!(
            "no orbit `{}`; there are: {}",
            shown(name),
            listed(names, ", ")
        );
        Err(self.file.error(raw, reason))
    }
}

//! Orbits of pieces in our puzzle files, `[[orbit]]`. With them, a puzzle that was converted from another program's
//! definition can still read states and turns in that program's notation.
//!
//! *Idea.* The file contains the data of each orbit that facelets do not determine: its name, the numbers of its pieces,
//! and the number of their orientations. The effects of moves follow from the turns. Facelets are named as in
//! `facelets.rs`.

use std::collections::HashMap;
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use super::facelets::{Facelets, facelet_names};
use super::rows::MAX_NUMBER;
use crate::group::Permutation;
use crate::puzzle::{Contents, Effect, MAX_FACELETS, Move, Orbit, OrbitPuzzle, check_orbit_name};
use crate::text::excerpt;

/// An orbit in a puzzle file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OrbitEntry {
    name: Spanned<String>,
    orientations: Spanned<usize>,
    pieces: Spanned<Vec<usize>>,
    orientation: Option<Spanned<Vec<usize>>>,
    modulus: Option<Spanned<Vec<usize>>>,
}

/// The name of a turn, and its permutation.
pub(crate) type NamedTurn<'a> = (&'a Spanned<String>, &'a Permutation);

/// A mistake: its position and its description.
type Mistake = (Range<usize>, String);

/// Reads the orbits of a file. `names` are the names of its facelets, `solved` their characters on the solved puzzle.
pub(crate) fn restore(
    title: &str,
    entries: &[OrbitEntry],
    names: &[String],
    solved: &[char],
    turns: &[NamedTurn<'_>],
) -> Result<OrbitPuzzle, Mistake> {
    let mut orbits = OrbitPuzzle {
        name: title.to_owned(),
        ..OrbitPuzzle::default()
    };
    for entry in entries {
        let (orbit, contents) = entry.read()?;
        if orbits.orbits.iter().any(|known| known.name == orbit.name) {
            let reason = format!("orbit `{}` appears twice", excerpt(&orbit.name));
            return Err((entry.name.span(), reason));
        }
        orbits.orbits.push(orbit);
        orbits.solved.push(contents);
        if orbits.places() > MAX_FACELETS {
            let reason = format!("the orbits have more than {MAX_FACELETS} pieces");
            return Err((entry.pieces.span(), reason));
        }
    }
    let facelets = Facelets::of(&orbits);
    let order = facelet_order(entries, &orbits, &facelets, names)?;
    let shown = facelets.characters(&orbits, &orbits.solved);
    for (entry, range) in entries.iter().zip(&facelets.ranges) {
        for at in range.clone() {
            let facelet = order.source(at);
            let (shows, color) = (shown[at], solved[facelet]);
            if shows != color {
                let name = excerpt(&names[facelet]);
                let reason = format!(
                    "facelet `{name}` shows `{shows}` according to `pieces`, but its face has the color `{color}`"
                );
                return Err((entry.pieces.span(), reason));
            }
        }
    }
    let back = order.inverse();
    for (name, turn) in turns {
        let turn = back.then(turn).then(&order);
        let effects = orbits.orbits.iter().zip(&facelets.ranges);
        let effects = effects.map(|(orbit, range)| effect(orbit, range, &turn));
        let effects: Option<Vec<Effect>> = effects.collect();
        let effects = effects.filter(|all| facelets.permutation(all) == turn);
        orbits.moves.push(Move {
            name: name.get_ref().clone(),
            effects: effects.ok_or_else(|| {
                let turn = excerpt(name.get_ref());
                let reason = format!("turn `{turn}` does not move the orbits' pieces as units");
                (name.span(), reason)
            })?,
            at: 0,
        });
    }
    Ok(orbits)
}

impl OrbitEntry {
    fn read(&self) -> Result<(Orbit, Contents), Mistake> {
        check_orbit_name(self.name.get_ref()).map_err(|error| (self.name.span(), error))?;
        let orientations = *self.orientations.get_ref();
        if !(1..=MAX_FACELETS).contains(&orientations) {
            let reason = format!("the number of orientations must be from 1 to {MAX_FACELETS}");
            return Err((self.orientations.span(), reason));
        }
        let orbit = Orbit {
            name: self.name.get_ref().clone(),
            pieces: self.pieces.get_ref().len(),
            orientations,
        };
        let mut contents = Contents::identity(&orbit);
        contents.pieces.clone_from(self.pieces.get_ref());
        if contents.pieces.iter().any(|&piece| piece > MAX_NUMBER) || contents.pieces.is_empty() {
            let reason = format!("an orbit needs pieces, with numbers from 0 to {MAX_NUMBER}");
            return Err((self.pieces.span(), reason));
        }
        let divides = |modulus: &usize| *modulus > 0 && orientations.is_multiple_of(*modulus);
        if let Some(list) = &self.modulus {
            let is_right = list.get_ref().iter().all(divides);
            if !is_right || list.get_ref().len() != orbit.pieces {
                let reason =
                    format!("`modulus` must have a divisor of {orientations} for each piece");
                return Err((list.span(), reason));
            }
            contents.moduli.clone_from(list.get_ref());
        }
        if let Some(list) = &self.orientation {
            let mut pairs = list.get_ref().iter().zip(&contents.moduli);
            let is_right = pairs.all(|(turned, modulus)| turned < modulus);
            if !is_right || list.get_ref().len() != orbit.pieces {
                let reason = "`orientation` must have a number below its `modulus` for each piece";
                return Err((list.span(), reason.to_owned()));
            }
            contents.orientations.clone_from(list.get_ref());
        }
        Ok((orbit, contents))
    }
}

/// A permutation whose source at each facelet of the orbits is the index in `names` of the facelet with the same name.
fn facelet_order(
    entries: &[OrbitEntry],
    orbits: &OrbitPuzzle,
    facelets: &Facelets,
    names: &[String],
) -> Result<Permutation, Mistake> {
    let last = entries.last().map_or(0..0, |entry| entry.pieces.span());
    let (of_orbits, of_faces) = (facelets.count, names.len());
    if of_orbits != of_faces {
        let reason = format!("the orbits have {of_orbits} facelets, the faces have {of_faces}");
        return Err((last, reason));
    }
    let numbers: HashMap<&String, usize> = names.iter().zip(0..).collect();
    let number = |name: &String| {
        numbers.get(name).copied().ok_or_else(|| {
            let reason = format!("no face has the facelet `{}` of an orbit", excerpt(name));
            (last.clone(), reason)
        })
    };
    let wanted = facelet_names(orbits, facelets);
    let order: Vec<usize> = wanted.iter().map(number).collect::<Result<_, _>>()?;
    Ok(Permutation::from_sources(order))
}

/// The effect of a turn on an orbit, computed from the first facelet of each place.
fn effect(orbit: &Orbit, range: &Range<usize>, turn: &Permutation) -> Option<Effect> {
    let per_place = range.len() / orbit.pieces;
    let mut effect = orbit.identity();
    for place in 0..orbit.pieces {
        let source = turn.source(range.start + place * per_place);
        let source = Some(source).filter(|source| range.contains(source))? - range.start;
        effect.from[place] = source / per_place;
        effect.turned[place] = (per_place - source % per_place) % per_place;
    }
    Some(effect)
}

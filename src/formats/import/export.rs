//! Converts a puzzle of facelets to orbits of pieces, and writes the formats of other programs.

use std::iter::successors;
use std::ops::Range;

use itertools::Itertools;

use super::PuzzleFormat;
use super::facelets::is_rotation;
use crate::error::{Error, ErrorKind};
use crate::group::Permutation;
use crate::puzzle::{Alias, Contents, Effect, Move, Orbit, OrbitPuzzle, Puzzle, fitting_pieces};

/// The maximum number of pieces and orientations of a set in twsearch.
const MAX_OF_TWSEARCH: (usize, usize) = (255, 127);

impl Puzzle {
    /// Writes the puzzle in a format.
    ///
    /// # Errors
    /// [`Error`] if the format cannot express the puzzle.
    pub fn write(&self, format: PuzzleFormat) -> Result<String, Error> {
        match format {
            PuzzleFormat::Toml => Ok(self.definition().to_owned()),
            PuzzleFormat::Tws => {
                let (orbits, aliases) = self.as_orbits()?;
                write_tws(&orbits, &aliases)
            }
            PuzzleFormat::KPuzzle => {
                let (orbits, aliases) = self.as_orbits()?;
                Ok(write_kpuzzle(&orbits, &aliases))
            }
        }
    }

    /// The puzzle as orbits, and the aliases of its moves. An imported puzzle keeps its original orbits, so that scrambles
    /// written for them stay valid; for any other puzzle, orbits are derived from its pieces.
    fn as_orbits(&self) -> Result<(OrbitPuzzle, Vec<&Alias>), Error> {
        let mut orbits = match &self.parts.orbits {
            Some(orbits) => OrbitPuzzle::clone(orbits),
            None => orbits(self).ok_or_else(|| {
                let reason = "the orientations of some pieces do not form a single cycle, which orbits cannot express";
                Error::new(ErrorKind::Unsupported, reason)
            })?,
        };
        let is_turn = |mv: &Move| self.turns().iter().any(|turn| turn.base == mv.name);
        // An alias is written as a definition by another move, not as a move.
        let is_alias = |mv: &Move| self.aliases().iter().any(|alias| alias.name == mv.name);
        let all = orbits.moves.clone();
        let is_rotation = |mv: &Move| is_rotation(mv, &all) && !is_alias(mv);
        orbits.moves.retain(|mv| is_turn(mv) || is_rotation(mv));
        let is_written = |alias: &&Alias| orbits.moves.iter().any(|mv| mv.name == alias.base);
        let aliases = self.aliases().iter().filter(is_written).collect();
        Ok((orbits, aliases))
    }
}

/// A puzzle as orbits, without pieces that no turn moves; `None` if the orientations of some pieces do not form a single
/// cycle.
fn orbits(puzzle: &Puzzle) -> Option<OrbitPuzzle> {
    let (pieces, all_turns) = (puzzle.pieces(), puzzle.all_turns());
    let mut orbits = OrbitPuzzle {
        name: puzzle.name().to_owned(),
        ..OrbitPuzzle::default()
    };
    let mut cycles = Vec::new();
    let is_moved = |place: usize| {
        let mut facelets = pieces.all()[place].facelets.iter();
        facelets.any(|&facelet| puzzle.moves(&all_turns, facelet))
    };
    let kinds = pieces.kinds().iter();
    for kind in kinds.filter(|&kind| kind.clone().any(is_moved)) {
        let name = format!("{}S", pieces.all()[kind.start].word.to_uppercase());
        let same_word = orbits.orbits.iter().filter(|it| it.name.starts_with(&name));
        let name = match same_word.count() {
            0 => name,
            earlier => format!("{name}{}", earlier + 1),
        };
        orbits.orbits.push(Orbit {
            name,
            pieces: kind.len(),
            orientations: pieces.orientations(kind.start).count(),
        });
        let of_kind = OrientationCycles::of(puzzle, kind)?;
        orbits.solved.push(of_kind.contents(puzzle)?);
        cycles.push(of_kind);
    }
    for turn in puzzle.turns().iter().filter(|turn| turn.power == 1) {
        let effects = cycles.iter().map(|it| it.effect(puzzle, &turn.permutation));
        orbits.moves.push(Move {
            name: turn.base.clone(),
            effects: effects.collect::<Option<_>>()?,
            at: 0,
        });
    }
    Some(orbits)
}

/// The orientations at each place of one kind of piece, in cyclic order.
struct OrientationCycles {
    /// The first place of the kind.
    first: usize,
    /// For each place, the possible facelets of its piece's reference sticker. One twist moves the sticker from each
    /// facelet to the next, and from the last to the first.
    facelets: Vec<Vec<usize>>,
}

impl OrientationCycles {
    /// The cyclic orders for a kind of piece; `None` if no twist generates all orientations. All pieces of a kind are
    /// equivalent, so a twist that works in one place works in all.
    fn of(puzzle: &Puzzle, kind: &Range<usize>) -> Option<Self> {
        let pieces = puzzle.pieces();
        let home = &pieces.all()[kind.start].facelets;
        let count = pieces.orientations(kind.start).count();
        // The stickers whose facelets the reference sticker visits when the twist that moves it to `facelet` is repeated.
        let cycle = |facelet: usize| {
            let frame = pieces.frame(facelet);
            let next = |&sticker: &usize| home.iter().position(|&it| it == frame[sticker]);
            let steps = successors(Some(0), |it| next(it).filter(|&sticker| sticker != 0));
            let cycle: Vec<usize> = steps.take(count).collect();
            (cycle.len() == count).then_some(cycle)
        };
        let cycle = pieces.orientations(kind.start).find_map(cycle)?;
        let facelets = kind.clone().map(|place| {
            let reference = pieces.orientations(place).next()?;
            let frame = pieces.frame(reference);
            Some(cycle.iter().map(|&sticker| frame[sticker]).collect())
        });
        Some(Self {
            first: kind.start,
            facelets: facelets.collect::<Option<_>>()?,
        })
    }

    /// The effect of a turn on the pieces of the kind.
    fn effect(&self, puzzle: &Puzzle, turn: &Permutation) -> Option<Effect> {
        let goes_to = turn.inverse();
        let zeros = || vec![0; self.facelets.len()];
        let mut effect = Effect {
            from: zeros(),
            turned: zeros(),
        };
        for (from, cycle) in self.facelets.iter().enumerate() {
            let facelet = goes_to.source(cycle[0]);
            let place = puzzle.pieces().place_of(facelet) - self.first;
            effect.from[place] = from;
            effect.turned[place] = self.facelets[place].iter().position(|&f| f == facelet)?;
        }
        Some(effect)
    }

    /// The contents of the places on the solved puzzle. Identical pieces all have the number of the first of them.
    fn contents(&self, puzzle: &Puzzle) -> Option<Contents> {
        let mut contents = Contents {
            pieces: Vec::new(),
            orientations: Vec::new(),
            moduli: Vec::new(),
        };
        for (number, cycle) in self.facelets.iter().enumerate() {
            let place = self.first + number;
            let solved = |facelet| Some(puzzle.solved().color(facelet));
            let fits = fitting_pieces(puzzle, place, solved);
            let piece = fits.iter().map(|fit| fit.piece).min()?;
            let reference: Vec<usize> = puzzle.pieces().orientations(place).collect();
            let orientations = fits.iter().filter(|fit| fit.piece == piece).map(|fit| {
                let facelet = reference[fit.orientation];
                cycle.iter().position(|&f| f == facelet)
            });
            let orientations: Vec<usize> = orientations.collect::<Option<_>>()?;
            contents.pieces.push(piece - self.first);
            contents.orientations.push(*orientations.iter().min()?);
            // Orientations that look alike are evenly spaced.
            contents.moduli.push(cycle.len() / orientations.len());
        }
        Some(contents)
    }
}

fn write_tws(orbits: &OrbitPuzzle, aliases: &[&Alias]) -> Result<String, Error> {
    let mut text = String::new();
    let (most_pieces, most_orientations) = MAX_OF_TWSEARCH;
    for orbit in &orbits.orbits {
        if orbit.pieces > most_pieces || orbit.orientations > most_orientations {
            text += &format!(
                "# Too large for twsearch, which reads sets of {most_pieces} pieces with {most_orientations} orientations: {}\n",
                orbit.name
            );
        }
    }
    // In a .tws file, a name is one word.
    let name = orbits.name.split_whitespace().join("-");
    text += &format!("Name {name}\n");
    for orbit in &orbits.orbits {
        let (name, pieces, orientations) = (&orbit.name, orbit.pieces, orbit.orientations);
        text += &format!("Set {name} {pieces} {orientations}\n");
    }
    text += "\nSolved\n";
    for (orbit, contents) in orbits.orbits.iter().zip(&orbits.solved) {
        let is_partial = |&modulus: &usize| modulus != 1 && modulus != orbit.orientations;
        if let Some(modulus) = contents.moduli.iter().find(|it| is_partial(it)) {
            let set = &orbit.name;
            let reason = format!(
                "set {set} has pieces whose orientation can be seen only modulo {modulus}, which a .tws file cannot express"
            );
            return Err(Error::new(ErrorKind::Unsupported, reason));
        }
        let pieces = contents.pieces.iter().map(|piece| piece + 1).join(" ");
        let orientation = |place: usize| {
            let unseen = orbit.orientations > 1 && contents.moduli[place] == 1;
            if unseen {
                "?".to_owned()
            } else {
                contents.orientations[place].to_string()
            }
        };
        let orientations = (0..orbit.pieces).map(orientation).join(" ");
        text += &format!("{}\n{pieces}\n{orientations}\n", orbit.name);
    }
    text += "End\n";
    for mv in &orbits.moves {
        text += &format!("\nMove {}\n", mv.name);
        for (orbit, effect) in orbits.orbits.iter().zip(&mv.effects) {
            if *effect == orbit.identity() {
                continue;
            }
            // Orientations are listed by the places from which the pieces come.
            let mut turned = vec![0; orbit.pieces];
            for (&from, &by) in effect.from.iter().zip(&effect.turned) {
                turned[from] = by;
            }
            let from = effect.from.iter().map(|from| from + 1).join(" ");
            let turned = turned.iter().join(" ");
            text += &format!("{}\n{from}\n{turned}\n", orbit.name);
        }
        text += "End\n";
    }
    for alias in aliases {
        let statement = if alias.power == 1 {
            "MoveAlias"
        } else {
            "MoveSequence"
        };
        let (name, turn) = (&alias.name, alias.turn());
        text += &format!("\n{statement} {name} {turn}\n");
    }
    Ok(text)
}

fn write_kpuzzle(orbits: &OrbitPuzzle, aliases: &[&Alias]) -> String {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let list = |numbers: &[usize]| format!("[{}]", numbers.iter().join(", "));
    let mut sizes = Vec::new();
    let mut patterns = Vec::new();
    for (orbit, contents) in orbits.orbits.iter().zip(&orbits.solved) {
        let name = quoted(&orbit.name);
        let (pieces, orientations) = (orbit.pieces, orbit.orientations);
        sizes.push(format!(
            "    {{ \"orbitName\": {name}, \"numPieces\": {pieces}, \"numOrientations\": {orientations} }}"
        ));
        // 0 means that all orientations are visible. `% orientations` replaces the full modulus by 0.
        let moduli: Vec<usize> = contents.moduli.iter().map(|it| it % orientations).collect();
        let moduli = if moduli.iter().all(|&modulus| modulus == 0) {
            String::new()
        } else {
            format!(", \"orientationMod\": {}", list(&moduli))
        };
        patterns.push(format!(
            "    {name}: {{ \"pieces\": {}, \"orientation\": {}{moduli} }}",
            list(&renumber_below_count(&contents.pieces)),
            list(&contents.orientations)
        ));
    }
    let mut moves = Vec::new();
    for mv in &orbits.moves {
        let effects = orbits.orbits.iter().zip(&mv.effects);
        let mut effects = effects.map(|(orbit, Effect { from, turned })| {
            let (name, from, turned) = (quoted(&orbit.name), list(from), list(turned));
            format!("      {name}: {{ \"permutation\": {from}, \"orientationDelta\": {turned} }}")
        });
        let (name, effects) = (quoted(&mv.name), effects.join(",\n"));
        moves.push(format!("    {name}: {{\n{effects}\n    }}"));
    }
    let mut derived = aliases.iter().map(|alias| {
        let (name, turn) = (quoted(&alias.name), quoted(&alias.turn()));
        format!("    {name}: {turn}")
    });
    let derived = match &derived.join(",\n")[..] {
        "" => String::new(),
        derived => format!(",\n  \"derivedMoves\": {{\n{derived}\n  }}"),
    };
    format!(
        "{{\n  \"name\": {},\n  \"orbits\": [\n{}\n  ],\n  \"defaultPattern\": {{\n{}\n  }},\n  \"moves\": {{\n{}\n  }}{derived}\n}}\n",
        quoted(&orbits.name),
        sizes.join(",\n"),
        patterns.join(",\n"),
        moves.join(",\n")
    )
}

/// The numbers of pieces, each below the number of places, as a KPuzzle requires. If some number is too large, all pieces
/// get new numbers, and patterns with the old numbers are rejected.
fn renumber_below_count(pieces: &[usize]) -> Vec<usize> {
    if pieces.iter().all(|&piece| piece < pieces.len()) {
        return pieces.to_vec();
    }
    let numbers: Vec<usize> = pieces.iter().copied().sorted().dedup().collect();
    let rank = |piece: &usize| numbers.binary_search(piece).unwrap_or_default();
    pieces.iter().map(rank).collect()
}

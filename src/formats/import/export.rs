//! Converts a puzzle of facelets to orbits of pieces, and writes the formats of other programs.

use std::fmt::Write;
use std::iter::successors;
use std::ops::Range;

use itertools::Itertools;

use super::PuzzleFormat;
use super::facelets::is_rotation;
use crate::error::{Error, ErrorKind};
use crate::group::Permutation;
use crate::puzzle::{
    Alias, Contents, Effect, Move, Orbit, OrbitPuzzle, PlacedPiece, Puzzle, Turn, fitting_pieces,
};

/// The maximum number of pieces and orientations of a set in twsearch.
const MAX_OF_TWSEARCH: (usize, usize) = (255, 127);

/// The error for a puzzle with orientations that do not form a single cycle.
fn not_a_cycle_error() -> Error {
    Error::new(
        ErrorKind::Unsupported,
        "the orientations of some pieces do not form a single cycle, which orbits cannot express",
    )
}

impl Puzzle {
    /// Writes the puzzle in a format.
    ///
    /// # Errors
    /// [`Error`] if the format cannot express it.
    pub fn write(&self, format: PuzzleFormat) -> Result<String, Error> {
        match format {
            PuzzleFormat::Toml => Ok(self.definition().to_owned()),
            PuzzleFormat::Tws => write_tws(&self.as_orbits()?),
            PuzzleFormat::KPuzzle => Ok(write_kpuzzle(&self.as_orbits()?)),
        }
    }

    /// The puzzle as orbits: the original ones if it was imported, so that texts about them stay valid, otherwise those
    /// derived from its pieces.
    fn as_orbits(&self) -> Result<Content, Error> {
        let mut orbits = match self.own_orbits() {
            Some(orbits) => OrbitPuzzle::clone(orbits),
            None => orbits(self)?,
        };
        let is_turn = |mv: &Move| self.turns().iter().any(|turn| turn.base == mv.name);
        // These are not written as moves: the aliases define them again when the file is read.
        let is_alias = |mv: &Move| self.aliases().iter().any(|alias| alias.name == mv.name);
        let all = orbits.moves.clone();
        let is_rotation = |mv: &Move| is_rotation(mv, &all) && !is_alias(mv);
        orbits.moves.retain(|mv| is_turn(mv) || is_rotation(mv));
        let has = |name: &String| orbits.moves.iter().any(|mv| mv.name == *name);
        let aliases = self.aliases().iter().filter(|alias| has(&alias.base));
        Ok(Content {
            aliases: aliases.cloned().collect(),
            orbits,
        })
    }
}

/// The puzzle to write, and the aliases of its moves.
struct Content {
    orbits: OrbitPuzzle,
    aliases: Vec<Alias>,
}

/// A puzzle as orbits, without pieces that no turn moves.
fn orbits(puzzle: &Puzzle) -> Result<OrbitPuzzle, Error> {
    let kinds = puzzle.pieces().kinds().iter().cloned();
    let generators = || puzzle.turns().iter().filter(|turn| turn.power == 1);
    let moves = |place: usize| {
        let facelets = &puzzle.pieces().all()[place].facelets;
        let moved = |permutation: &Permutation| {
            facelets
                .iter()
                .any(|&facelet| permutation.source(facelet) != facelet)
        };
        generators().any(|turn| moved(&turn.permutation))
    };
    let kinds: Vec<_> = kinds.filter(|kind| kind.clone().any(moves)).collect();
    let mut orbits: Vec<Orbit> = Vec::new();
    for kind in &kinds {
        let word = puzzle.pieces().all()[kind.start].word;
        let name = format!("{}S", word.to_uppercase());
        let same = orbits
            .iter()
            .filter(|orbit| orbit.name.starts_with(&name))
            .count();
        orbits.push(Orbit {
            name: if same == 0 {
                name
            } else {
                format!("{name}{}", same + 1)
            },
            pieces: kind.len(),
            orientations: puzzle.pieces().orientations(kind.start).count(),
        });
    }
    let cycles = kinds.iter().map(|kind| OrientationCycles::of(puzzle, kind));
    let cycles: Option<Vec<OrientationCycles>> = cycles.collect();
    let cycles = cycles.ok_or_else(not_a_cycle_error)?;
    let solved = cycles.iter().map(|cycles| cycles.contents(puzzle));
    let solved: Option<Vec<Contents>> = solved.collect();
    let as_move = |turn: &Turn| {
        let effects = cycles
            .iter()
            .map(|cycles| cycles.effect(puzzle, &turn.permutation));
        Some(Move {
            name: turn.base.clone(),
            effects: effects.collect::<Option<_>>()?,
            at: 0,
        })
    };
    let moves: Option<Vec<Move>> = generators().map(as_move).collect();
    Ok(OrbitPuzzle {
        name: puzzle.name().to_owned(),
        orbits,
        solved: solved.ok_or_else(not_a_cycle_error)?,
        moves: moves.ok_or_else(not_a_cycle_error)?,
        notes: Vec::new(),
    })
}

/// The orientations of a kind's places, each in cyclic order.
struct OrientationCycles {
    /// The first place of the kind.
    first: usize,
    /// For each place, the possible facelets of its piece's reference sticker: a single twist moves it from each to the
    /// next.
    facelets: Vec<Vec<usize>>,
}

impl OrientationCycles {
    /// The cyclic orders for a kind of piece; `None` if no twist generates all orientations. All pieces of a kind are
    /// equivalent, so a twist that works in one place works in all.
    fn of(puzzle: &Puzzle, kind: &Range<usize>) -> Option<Self> {
        let pieces = puzzle.pieces();
        let home = &pieces.all()[kind.start].facelets;
        let count = pieces.orientations(kind.start).count();
        // For each orientation, the destination of each sticker.
        let steps = pieces.orientations(kind.start).map(|facelet| {
            let frame = pieces.frame(facelet).iter();
            let number = |facelet: &usize| home.iter().position(|f| f == facelet);
            frame.map(number).collect::<Option<Vec<usize>>>()
        });
        let cycle = |step: Vec<usize>| {
            let next = |&sticker: &usize| Some(step[sticker]).filter(|&sticker| sticker != 0);
            let cycle: Vec<usize> = successors(Some(0), next).take(count).collect();
            (cycle.len() == count).then_some(cycle)
        };
        let cycle = steps.flatten().find_map(cycle)?;
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
        let count = self.facelets.len();
        let mut effect = Effect {
            from: vec![0; count],
            turned: vec![0; count],
        };
        for (from, cycle) in self.facelets.iter().enumerate() {
            let facelet = goes_to.source(cycle[0]);
            let place = puzzle.pieces().place_of(facelet) - self.first;
            effect.from[place] = from;
            effect.turned[place] = self.facelets[place].iter().position(|&f| f == facelet)?;
        }
        Some(effect)
    }

    /// The contents of the places on the solved puzzle, with the first of identical pieces.
    fn contents(&self, puzzle: &Puzzle) -> Option<Contents> {
        let mut contents = Contents {
            pieces: Vec::new(),
            orientations: Vec::new(),
            moduli: Vec::new(),
        };
        for (number, cycle) in self.facelets.iter().enumerate() {
            let place = self.first + number;
            let fits = fitting_pieces(puzzle, place, |facelet| {
                Some(puzzle.solved().color(facelet))
            });
            let piece = fits.iter().map(|fit| fit.piece).min()?;
            let reference: Vec<usize> = puzzle.pieces().orientations(place).collect();
            let same = fits.iter().filter(|fit| fit.piece == piece);
            let orientation = |fit: &PlacedPiece| {
                let facelet = reference[fit.orientation];
                cycle.iter().position(|&f| f == facelet)
            };
            let orientations: Option<Vec<usize>> = same.map(orientation).collect();
            let orientations: Vec<usize> = orientations?.into_iter().sorted().collect();
            // Orientations that look alike are evenly spaced.
            contents.pieces.push(piece - self.first);
            contents.orientations.push(orientations[0]);
            contents.moduli.push(cycle.len() / orientations.len());
        }
        Some(contents)
    }
}

fn write_tws(content: &Content) -> Result<String, Error> {
    let Content { orbits, aliases } = content;
    let mut text = String::new();
    let (most_pieces, most_orientations) = MAX_OF_TWSEARCH;
    for orbit in &orbits.orbits {
        if orbit.pieces > most_pieces || orbit.orientations > most_orientations {
            push_line(
                &mut text,
                format_args!(
                    "# Too large for twsearch, which reads sets of {most_pieces} pieces with {most_orientations} orientations: {}",
                    orbit.name
                ),
            );
        }
    }
    // A name is one word.
    let name = orbits.name.split_whitespace().join("-");
    push_line(&mut text, format_args!("Name {name}"));
    for orbit in &orbits.orbits {
        let Orbit {
            name,
            pieces,
            orientations,
        } = orbit;
        push_line(
            &mut text,
            format_args!("Set {name} {pieces} {orientations}"),
        );
    }
    text.push_str("\nSolved\n");
    for (orbit, contents) in orbits.orbits.iter().zip(&orbits.solved) {
        let between = |&modulus: &usize| modulus != 1 && modulus != orbit.orientations;
        if let Some(modulus) = contents.moduli.iter().find(|modulus| between(modulus)) {
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
        push_line(
            &mut text,
            format_args!("{}\n{pieces}\n{orientations}", orbit.name),
        );
    }
    text.push_str("End\n");
    for mv in &orbits.moves {
        push_line(&mut text, format_args!("\nMove {}", mv.name));
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
            push_line(&mut text, format_args!("{}\n{from}\n{turned}", orbit.name));
        }
        text.push_str("End\n");
    }
    for alias in aliases {
        let statement = if alias.power == 1 {
            "MoveAlias"
        } else {
            "MoveSequence"
        };
        let (name, turn) = (&alias.name, alias.turn());
        push_line(&mut text, format_args!("\n{statement} {name} {turn}"));
    }
    Ok(text)
}

fn write_kpuzzle(content: &Content) -> String {
    let Content { orbits, aliases } = content;
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
        // 0 means that all orientations are visible.
        let modulus = |&modulus: &usize| if modulus == orientations { 0 } else { modulus };
        let moduli: Vec<usize> = contents.moduli.iter().map(modulus).collect();
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
        let mut effects = Vec::new();
        for (orbit, effect) in orbits.orbits.iter().zip(&mv.effects) {
            effects.push(format!(
                "      {}: {{ \"permutation\": {}, \"orientationDelta\": {} }}",
                quoted(&orbit.name),
                list(&effect.from),
                list(&effect.turned)
            ));
        }
        moves.push(format!(
            "    {}: {{\n{}\n    }}",
            quoted(&mv.name),
            effects.join(",\n")
        ));
    }
    let mut derived = Vec::new();
    for alias in aliases {
        derived.push(format!(
            "    {}: {}",
            quoted(&alias.name),
            quoted(&alias.turn())
        ));
    }
    let derived = if derived.is_empty() {
        String::new()
    } else {
        format!(",\n  \"derivedMoves\": {{\n{}\n  }}", derived.join(",\n"))
    };
    format!(
        "{{\n  \"name\": {},\n  \"orbits\": [\n{}\n  ],\n  \"defaultPattern\": {{\n{}\n  }},\n  \"moves\": {{\n{}\n  }}{derived}\n}}\n",
        quoted(&orbits.name),
        sizes.join(",\n"),
        patterns.join(",\n"),
        moves.join(",\n")
    )
}

/// The numbers of pieces in the range that a KPuzzle permits, below the number of places. If some are larger, all are
/// renumbered, and texts with the old numbers are rejected.
fn renumber_below_count(pieces: &[usize]) -> Vec<usize> {
    if pieces.iter().all(|&piece| piece < pieces.len()) {
        return pieces.to_vec();
    }
    let numbers: Vec<usize> = pieces.iter().copied().sorted().dedup().collect();
    let rank = |piece: &usize| numbers.binary_search(piece).unwrap_or_default();
    pieces.iter().map(rank).collect()
}

fn push_line(text: &mut String, content: std::fmt::Arguments<'_>) {
    // Writing to a string does not fail.
    let _ = writeln!(text, "{content}");
}

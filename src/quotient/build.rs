//! Builds the quotient as a puzzle.

use std::collections::HashMap;
use std::fmt::Write;

use itertools::Itertools;

use super::error::too_large_error;
use super::row::Row;
use crate::error::Error;
use crate::group::Permutation;
use crate::puzzle::{
    ColorName, Face, HeldPiece, Layout, Maximum, Paint, Puzzle, PuzzleData, Turn, TurnId, limits,
};

/// The colors of faces, used cyclically.
const PAINTS: [Paint; 12] = [
    Paint::Red,
    Paint::Gray,
    Paint::Blue,
    Paint::Green,
    Paint::Yellow,
    Paint::White,
    Paint::Orange,
    Paint::Purple,
    Paint::Pink,
    Paint::Cyan,
    Paint::Brown,
    Paint::Black,
];

/// The data from which the puzzle is built.
pub(super) struct QuotientParts<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) name: &'a str,
    /// The allowed turns and, for each face, a turn that generates its allowed turns.
    pub(super) turns: &'a [TurnId],
    pub(super) allowed: &'a [TurnId],
    pub(super) rows: &'a [Row],
    pub(super) symbols: &'a [char],
}

/// A face of the quotient. Its turn of exponent n is the nth power of its first turn.
struct QuotientFace {
    /// The turn of the original puzzle that acts as the first turn.
    first: TurnId,
    /// The powers of the first turn, from exponent 1 on.
    powers: Vec<Permutation>,
    /// For each power, the allowed turns with this effect.
    allowed: Vec<Vec<TurnId>>,
}

impl QuotientParts<'_> {
    /// The puzzle, and for each of its turns the allowed turn that it stands for. Of turns that act equally, one is
    /// kept.
    pub(super) fn puzzle(&self) -> Result<(Puzzle, Vec<Option<TurnId>>), Error> {
        let facelets: usize = self.rows.iter().map(Row::len).sum();
        if facelets > limits::MAX_FACELETS {
            return Err(too_large_error(format!(
                "{facelets} facelets; at most {} are allowed",
                limits::MAX_FACELETS
            )));
        }
        let faces = self.faces();
        let count = faces.iter().map(|face| face.powers.len()).sum();
        limits::check_turns(facelets, count).map_err(too_large_error)?;
        let firsts = faces.iter().map(|face| &face.powers[0]);
        limits::check_derivation_steps(facelets, firsts).map_err(too_large_error)?;
        let stand_for = self.represented_turns(&faces);
        let names = self.names();
        let parts = PuzzleData {
            name: self.name.to_owned(),
            title: self.title(),
            definition: self.definition(&faces, &names),
            colors: self.colors(),
            faces: self.color_faces(&names),
            net: self.net(),
            layout: Layout::default(),
            held: HeldPiece::none(facelets, self.symbols.len()),
            turns: self.named_turns(&faces, &stand_for),
            // The allowed turns determine which of several equal ones is kept.
            equal_turns: HashMap::new(),
            groups: Vec::new(),
            aliases: self.puzzle.aliases().to_vec(),
            tips: Vec::new(),
            with_tips: Vec::new(),
            maximum: Maximum::default(),
            plan: None,
            orbits: None,
            classes: None,
            facelets: names.concat(),
        };
        Ok((Puzzle::assemble(parts), stand_for.concat()))
    }

    fn title(&self) -> String {
        let title = self.puzzle.title().replace(['\\', '"'], "'");
        format!("{title}, reduced to what the goal distinguishes")
    }

    /// The faces whose turns act on the quotient, in the order of the puzzle.
    fn faces(&self) -> Vec<QuotientFace> {
        let turns = self.puzzle.turns();
        let mut faces = Vec::new();
        for (number, &first) in self.turns.iter().enumerate() {
            let is_of_face = |turn: &TurnId| turns[*turn].face == turns[first].face;
            // The first turn of a face generates the others.
            let is_first = !self.turns[..number].iter().any(is_of_face);
            let action = self.permutation_of_rows(number, first);
            if !is_first || action.is_identity() {
                continue;
            }
            let powers: Vec<Permutation> = action.powers().collect();
            let mut allowed = vec![Vec::new(); powers.len()];
            for &turn in self.allowed.iter().filter(|turn| is_of_face(turn)) {
                let exponent =
                    turns[turn].face_exponent / turns[first].face_exponent % (powers.len() + 1);
                // Turns that act trivially are left out.
                if let Some(at) = exponent.checked_sub(1) {
                    allowed[at].push(turn);
                }
            }
            faces.push(QuotientFace {
                first,
                powers,
                allowed,
            });
        }
        faces
    }

    /// For each power of each face, the allowed turn that it stands for, if it is the one kept among equal ones. Turns
    /// that count one in every metric are preferred.
    fn represented_turns(&self, faces: &[QuotientFace]) -> Vec<Vec<Option<TurnId>>> {
        let rank = |&turn: &TurnId| (!self.puzzle.turns()[turn].is_quarter(), turn);
        let powers = faces
            .iter()
            .flat_map(|face| face.powers.iter().zip(&face.allowed));
        let effects =
            powers.flat_map(|(action, alike)| alike.iter().map(move |&turn| (action, turn)));
        let kept: HashMap<&Permutation, TurnId> =
            effects.into_grouping_map().min_by_key(|_, turn| rank(turn));
        let stands_for = |(action, alike): (&Permutation, &Vec<TurnId>)| {
            let turn = kept.get(action).copied();
            turn.filter(|turn| alike.contains(turn))
        };
        faces
            .iter()
            .map(|face| {
                let powers = face.powers.iter().zip(&face.allowed);
                powers.map(stands_for).collect()
            })
            .collect()
    }

    /// The turns under their original names.
    fn named_turns(&self, faces: &[QuotientFace], stand_for: &[Vec<Option<TurnId>>]) -> Vec<Turn> {
        let turns = self.puzzle.turns();
        let mut named = Vec::new();
        for (number, (face, kept)) in faces.iter().zip(stand_for).enumerate() {
            for (at, action) in face.powers.iter().enumerate() {
                // If none is kept, a turn with this effect provides the name, allowed or not.
                let spare = face.first + at * turns[face.first].face_exponent;
                let like = kept[at].or(face.allowed[at].first().copied());
                let like = &turns[like.unwrap_or(spare)];
                named.push(Turn {
                    base: like.base.clone(),
                    face: number,
                    power: like.power,
                    order: like.order,
                    face_exponent: at + 1,
                    face_modulus: face.powers.len() + 1,
                    permutation: action.clone(),
                });
            }
        }
        named
    }

    /// The permutation of all rows under a turn.
    fn permutation_of_rows(&self, number: usize, turn: TurnId) -> Permutation {
        let turn = &self.puzzle.turns()[turn].permutation;
        let mut moved = Vec::new();
        for row in self.rows {
            let first = moved.len();
            let destinations = row.destinations(number, turn).into_iter();
            moved.extend(destinations.map(|to| first + to));
        }
        Permutation::from_sources(moved).inverse()
    }

    fn colors(&self) -> Vec<ColorName> {
        let paints = PAINTS.iter().cycle();
        let symbols = self.symbols.iter().zip(paints);
        symbols
            .map(|(&symbol, &paint)| ColorName { symbol, paint })
            .collect()
    }

    /// The names of the facelets, row by row.
    fn names(&self) -> Vec<Vec<String>> {
        let rows = self.rows.iter().enumerate();
        rows.map(|(at, row)| row.names(self.puzzle, at + 1))
            .collect()
    }

    fn net(&self) -> Vec<Vec<Option<usize>>> {
        let mut first = 0;
        let row = |row: &Row| {
            let begin = first;
            first += row.len();
            (begin..first).map(Some).collect()
        };
        self.rows.iter().map(row).collect()
    }

    /// One face per row and color.
    fn color_faces(&self, names: &[Vec<String>]) -> Vec<Face> {
        let home = Permutation::identity(self.puzzle.facelets().len());
        let mut first = 0;
        let mut faces = Vec::new();
        for (at, (row, names)) in self.rows.iter().zip(names).enumerate() {
            let shown = row.colors(&home).unwrap_or_default();
            for (color, symbol) in self.symbols.iter().enumerate() {
                let facelets = (0..names.len()).filter(|&facelet| shown[facelet] == color);
                let facelets: Vec<usize> = facelets.map(|facelet| first + facelet).collect();
                if !facelets.is_empty() {
                    let name = format!("{}{symbol}", at + 1);
                    faces.push(Face {
                        name,
                        color,
                        facelets,
                    });
                }
            }
            first += names.len();
        }
        faces
    }

    /// The definition in the format of a puzzle file, which distinguishes the quotient from other puzzles. It is never
    /// read back, and for some quotients could not be.
    fn definition(&self, faces: &[QuotientFace], names: &[Vec<String>]) -> String {
        let mut text = format!(
            "name = \"{}\"\ntitle = \"{}\"\nmaximum = {{}}\nnet = [\n",
            self.name,
            self.title()
        );
        for row in names {
            let _ = writeln!(text, "  \"{}\",", row.join(" "));
        }
        text += "]\n";
        let shown = self.color_faces(names);
        let names = names.concat();
        for face in shown {
            let mut facelets = face.facelets.iter().map(|&facelet| &names[facelet]);
            let _ = write!(
                text,
                "\n[[face]]\nname = \"{}\"\ncolor = \"{}\"\npaint = \"{}\"\nfacelets = \"{}\"\n",
                face.name,
                self.symbols[face.color],
                PAINTS[face.color % PAINTS.len()].name(),
                facelets.join(" ")
            );
        }
        for face in faces {
            let cycles = cycles(&face.powers[0], &names);
            let name = self.puzzle.turns()[face.first].name();
            let _ = write!(text, "\n[[turn]]\nname = \"{name}\"\ncycles = [{cycles}]\n");
        }
        text
    }
}

/// The cycles as a list of strings: `"a b c", "d e"`.
fn cycles(permutation: &Permutation, names: &[String]) -> String {
    let cycles = permutation.cycles().into_iter();
    let names = |cycle: Vec<usize>| cycle.into_iter().map(|at| &names[at]).join(" ");
    cycles
        .map(|cycle| format!("\"{}\"", names(cycle)))
        .join(", ")
}

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

/// The paints of the colors, used cyclically.
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

/// The data from which the quotient is built.
pub(super) struct QuotientParts<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) name: &'a str,
    /// The allowed turns and, for each face, the turn that generates its allowed turns.
    pub(super) turns: &'a [TurnId],
    pub(super) allowed: &'a [TurnId],
    pub(super) rows: &'a [Row],
    pub(super) symbols: &'a [char],
}

/// A face of the quotient.
struct QuotientFace {
    /// The turn of the original puzzle that acts as the first turn.
    first: TurnId,
    /// The powers of the first turn, from exponent 1 on.
    powers: Vec<Power>,
}

/// A power of the first turn of a face.
struct Power {
    action: Permutation,
    /// The allowed turns with this action.
    allowed: Vec<TurnId>,
}

impl QuotientParts<'_> {
    /// The quotient, and for each of its turns the allowed turn that it stands for, if any. Of several allowed turns
    /// with the same action, only one is represented.
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
        let firsts = faces.iter().map(|face| &face.powers[0].action);
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
            // The allowed turns determine which of several equal turns is represented.
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
        Ok((Puzzle::assemble(parts), stand_for))
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
            let powers = action.powers().map(|action| Power {
                action,
                allowed: Vec::new(),
            });
            let mut powers: Vec<Power> = powers.collect();
            for &turn in self.allowed.iter().filter(|turn| is_of_face(turn)) {
                let exponent =
                    turns[turn].face_exponent / turns[first].face_exponent % (powers.len() + 1);
                // Turns that act trivially are left out.
                if let Some(at) = exponent.checked_sub(1) {
                    powers[at].allowed.push(turn);
                }
            }
            faces.push(QuotientFace { first, powers });
        }
        faces
    }

    /// For each power of each face, the allowed turn that it stands for, if any. Of several turns with the same action,
    /// the first turn that counts one in every metric is preferred.
    fn represented_turns(&self, faces: &[QuotientFace]) -> Vec<Option<TurnId>> {
        let rank = |&turn: &TurnId| (!self.puzzle.turns()[turn].is_quarter(), turn);
        let powers = || faces.iter().flat_map(|face| &face.powers);
        let actions =
            powers().flat_map(|it| it.allowed.iter().map(move |&turn| (&it.action, turn)));
        let represented: HashMap<&Permutation, TurnId> =
            actions.into_grouping_map().min_by_key(|_, turn| rank(turn));
        let stands_for = |power: &Power| {
            let turn = represented.get(&power.action).copied();
            turn.filter(|turn| power.allowed.contains(turn))
        };
        powers().map(stands_for).collect()
    }

    /// The turns under their original names.
    fn named_turns(&self, faces: &[QuotientFace], stand_for: &[Option<TurnId>]) -> Vec<Turn> {
        let turns = self.puzzle.turns();
        let mut named = Vec::new();
        for (number, face) in faces.iter().enumerate() {
            for (at, power) in face.powers.iter().enumerate() {
                // If the power stands for no turn, another turn with this action provides the name, allowed or not.
                let any = face.first + at * turns[face.first].face_exponent;
                let namesake = stand_for[named.len()].or(power.allowed.first().copied());
                let namesake = &turns[namesake.unwrap_or(any)];
                named.push(Turn {
                    base: namesake.base.clone(),
                    face: number,
                    power: namesake.power,
                    order: namesake.order,
                    face_exponent: at + 1,
                    face_modulus: face.powers.len() + 1,
                    permutation: power.action.clone(),
                });
            }
        }
        named
    }

    /// The permutation of the facelets of all rows under a turn. `number` is the index of the turn in `turns`.
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

    /// The definition, which distinguishes the quotient from other puzzles. It has the format of a puzzle file, but not
    /// every such definition can be read as one.
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
            let cycles = cycles(&face.powers[0].action, &names);
            let name = self.puzzle.turns()[face.first].name();
            let _ = write!(text, "\n[[turn]]\nname = \"{name}\"\ncycles = [{cycles}]\n");
        }
        text
    }
}

/// The cycles of a permutation as a list of strings, such as `"a b c", "d e"`.
fn cycles(permutation: &Permutation, names: &[String]) -> String {
    let cycles = permutation.cycles().into_iter();
    let names = |cycle: Vec<usize>| cycle.into_iter().map(|at| &names[at]).join(" ");
    cycles
        .map(|cycle| format!("\"{}\"", names(cycle)))
        .join(", ")
}

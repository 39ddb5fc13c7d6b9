//! The puzzle file of what is seen.

use std::fmt::Write;

use super::row::Row;
use crate::puzzle::{FileError, Permutation, Puzzle, Turn, TurnId};

/// What colours are painted with, over and over.
const PAINTS: [&str; 12] = [
    "red", "gray", "blue", "green", "yellow", "white", "orange", "purple", "pink", "cyan", "brown",
    "black",
];

/// What is to be written.
pub(super) struct Seen<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) name: &'a str,
    /// The allowed turns, and what generates those of one face.
    pub(super) turns: &'a [TurnId],
    pub(super) allowed: &'a [TurnId],
    pub(super) rows: &'a [Row],
    /// The symbols of the colours.
    pub(super) symbols: &'a [char],
}

impl Seen<'_> {
    /// The puzzle, and for each of its turns the allowed turn that it stands for.
    pub(super) fn puzzle(&self) -> Result<(Puzzle, Vec<Option<TurnId>>), FileError> {
        let moves: Vec<Permutation> = { self.turns.iter().enumerate() }
            .map(|(number, &turn)| self.action(number, turn))
            .collect();
        let seen = Puzzle::from_toml(self.name, &self.text(&moves))?;
        let stands_for = |turn: &Turn| {
            let same_face = |id: TurnId| face(&self.puzzle.turns()[id]) == face(turn);
            let mut same = self.turns.iter().zip(&moves);
            let found = same.find(|(id, moves)| {
                self.allowed.contains(id) && same_face(**id) && **moves == turn.permutation
            });
            found.map(|(&id, _)| id)
        };
        let turns = seen.turns().iter().map(stands_for).collect();
        Ok((seen, turns))
    }

    fn text(&self, moves: &[Permutation]) -> String {
        let names = self.rows.iter().enumerate();
        let names: Vec<Vec<String>> = names
            .map(|(at, row)| row.names(self.puzzle, at + 1))
            .collect();
        let title = self.puzzle.title().replace(['\\', '"'], "'");
        let mut text = format!(
            "name = \"{}\"\ntitle = \"{title}, as far as a goal sees it\"\nmaximum = {{}}\nnet = [\n",
            self.name
        );
        for row in &names {
            let _ = writeln!(text, "  \"{}\",", row.join(" "));
        }
        text += "]\n";
        self.write_faces(&names, &mut text);
        let names = names.concat();
        for (moves, &turn) in moves.iter().zip(self.turns) {
            if self.is_generator(turn) && !moves.is_identity() {
                let cycles = cycles(moves, &names);
                let name = self.puzzle.turns()[turn].name();
                let _ = write!(text, "\n[[turn]]\nname = \"{name}\"\ncycles = [{cycles}]\n");
            }
        }
        text
    }

    /// A face a row and colour.
    fn write_faces(&self, names: &[Vec<String>], text: &mut String) {
        let home = Permutation::identity(self.puzzle.facelets().len());
        for (at, (row, names)) in self.rows.iter().zip(names).enumerate() {
            let colors = row.colors(&home).unwrap_or_default();
            for (color, symbol) in self.symbols.iter().enumerate() {
                let facelets = names.iter().zip(&colors).filter(|(_, is)| **is == color);
                let facelets: Vec<&str> = facelets.map(|(name, _)| name.as_str()).collect();
                if !facelets.is_empty() {
                    let _ = write!(
                        text,
                        "\n[[face]]\nname = \"{}{symbol}\"\ncolor = \"{symbol}\"\npaint = \"{}\"\nfacelets = \"{}\"\n",
                        at + 1,
                        PAINTS[color % PAINTS.len()],
                        facelets.join(" ")
                    );
                }
            }
        }
    }

    /// Whether this is the first turn of its face, of which the others are powers.
    fn is_generator(&self, turn: TurnId) -> bool {
        let face = self.puzzle.turns()[turn].face;
        let same = |other: &&TurnId| self.puzzle.turns()[**other].face == face;
        self.turns.iter().find(same) == Some(&turn)
    }

    /// What a turn does to all rows.
    fn action(&self, number: usize, turn: TurnId) -> Permutation {
        let turn = &self.puzzle.turns()[turn].permutation;
        let mut moved = Vec::new();
        for row in self.rows {
            let first = moved.len();
            moved.extend(row.moved(number, turn).into_iter().map(|to| first + to));
        }
        Permutation::from_sources(moved).inverse()
    }
}

/// `U` for the turns of `U`, and where there is `U2` only.
fn face(turn: &Turn) -> &str {
    turn.base.trim_end_matches('2')
}

/// `"a b c", "d e"`.
fn cycles(permutation: &Permutation, names: &[String]) -> String {
    let to = permutation.inverse();
    let mut seen = vec![false; names.len()];
    let mut cycles = Vec::new();
    for first in 0..names.len() {
        let mut cycle = Vec::new();
        let mut at = first;
        while !std::mem::replace(&mut seen[at], true) {
            cycle.push(names[at].as_str());
            at = to.source(at);
        }
        if cycle.len() > 1 {
            cycles.push(format!("\"{}\"", cycle.join(" ")));
        }
    }
    cycles.join(", ")
}

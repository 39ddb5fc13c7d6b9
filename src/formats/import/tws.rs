//! Twsearch definitions, `.tws` files.
//!
//! *Source.* The notes on the input format and the sample definitions that come with twsearch (T. Rokicki, L. Garron),
//! which follow K. Gottschalk's and M. Forbes' ksolve. A permutation gives, for each place, the place from which its piece
//! comes. `Solved` and `Move` count from 1, `StartState` and `MoveTransformation` from 0. A `Move` lists orientations by
//! the places from which the pieces *come*; all other statements list them by the places where the pieces are afterwards.

use std::collections::HashSet;

use super::names::{DerivedMove, Names, add_derived, duplicate_error, no_effect_error};
use super::rows::{DEFINITION_KEYWORDS, Rows};
use super::tokens::{Token, Tokens};
use super::{names, rows};
use crate::puzzle::{Contents, Effect, MAX_FACELETS, Move, Orbit, OrbitPuzzle, limits};
use crate::source::{FileError, Source};
use crate::text::{check_visible, excerpt};

pub(super) fn read(source: Source<'_>) -> Result<OrbitPuzzle, FileError> {
    source.check_size()?;
    let mut reader = Reader {
        tokens: Tokens::new(source),
        name: None,
        sets: Vec::new(),
        solved: None,
        moves: Vec::new(),
        sequences: Vec::new(),
        names: HashSet::new(),
    };
    while let Some(line) = reader.tokens.line() {
        reader.read_statement(&line)?;
    }
    reader.finish()
}

struct Reader<'a> {
    tokens: Tokens<'a>,
    name: Option<&'a str>,
    sets: Vec<Orbit>,
    /// The contents of each set.
    solved: Option<Vec<Contents>>,
    moves: Vec<Move>,
    sequences: Vec<DerivedMove<Vec<Token<'a>>>>,
    /// The names of moves and sequences.
    names: HashSet<&'a str>,
}

impl<'a> Reader<'a> {
    fn read_statement(&mut self, line: &[Token<'a>]) -> Result<(), FileError> {
        match line[0].text {
            "Name" => self.read_name(line),
            "Set" => self.read_set(line),
            "Solved" => self.read_solved(line, 1),
            "StartState" => self.read_solved(line, 0),
            "Move" => self.read_move(line, 1),
            "MoveTransformation" => self.read_move(line, 0),
            "MoveAlias" | "MoveSequence" => self.read_sequence(line),
            "Illegal" => {
                let reason =
                    "`Illegal` is not supported: here every turn can be made in every state";
                Err(self.tokens.error_at(line[0], reason))
            }
            other => {
                let reason = format!(
                    "`{}` is not a statement of a definition; expected one of: {}",
                    excerpt(other),
                    DEFINITION_KEYWORDS.join(", ")
                );
                Err(self.tokens.error_at(line[0], reason))
            }
        }
    }

    fn read_name(&mut self, line: &[Token<'a>]) -> Result<(), FileError> {
        if self.name.is_some() || !self.sets.is_empty() || self.solved.is_some() {
            let reason = "`Name` must appear once, before the first `Set`";
            return Err(self.tokens.error_at(line[0], reason));
        }
        let [name] = self.tokens.arguments(line, ["NAME"])?;
        self.name = Some(name.text);
        check_visible("the name", name.text).map_err(|reason| self.tokens.error_at(name, reason))
    }

    fn read_set(&mut self, line: &[Token<'a>]) -> Result<(), FileError> {
        if self.solved.is_some() {
            let reason = "`Set` must come before `Solved`";
            return Err(self.tokens.error_at(line[0], reason));
        }
        let names = ["NAME", "PIECES", "ORIENTATIONS"];
        let [name, pieces, orientations] = self.tokens.arguments(line, names)?;
        names::check_set_name(&self.sets, "set", name.text)
            .map_err(|reason| self.tokens.error_at(name, reason))?;
        self.sets.push(Orbit {
            name: name.text.to_owned(),
            pieces: self.tokens.number(pieces, 1, MAX_FACELETS)?,
            orientations: self.tokens.number(orientations, 1, MAX_FACELETS)?,
        });
        names::check_set_sizes(&self.sets, "set")
            .map_err(|reason| self.tokens.error_at(pieces, reason))
    }

    fn read_solved(&mut self, line: &[Token<'a>], first: usize) -> Result<(), FileError> {
        if self.sets.is_empty() {
            let reason = "a `Set` must come before the solved state";
            return Err(self.tokens.error_at(line[0], reason));
        }
        if self.solved.is_some() {
            let reason = "the solved state appears twice";
            return Err(self.tokens.error_at(line[0], reason));
        }
        self.tokens.arguments(line, [])?;
        let rows = rows::read(&mut self.tokens, &self.sets, line[0])?;
        let contents = self.sets.iter().zip(&rows).map(|(set, rows)| match rows {
            None => Ok(Contents::identity(set)),
            Some(rows) => rows.contents(&self.tokens, set, first),
        });
        self.solved = Some(contents.collect::<Result<_, _>>()?);
        Ok(())
    }

    /// Checks the name of a move, and that the solved state comes before the move.
    fn check_move_name(&mut self, begin: Token<'a>, name: Token<'a>) -> Result<(), FileError> {
        if !self.names.insert(name.text) {
            return Err(self.tokens.error_at(name, duplicate_error(name.text)));
        }
        if self.solved.is_none() {
            let reason = "the solved state (`Solved`) must come before the moves";
            return Err(self.tokens.error_at(begin, reason));
        }
        limits::check_turn_name(name.text).map_err(|reason| self.tokens.error_at(name, reason))
    }

    fn read_move(&mut self, line: &[Token<'a>], first: usize) -> Result<(), FileError> {
        let [name] = self.tokens.arguments(line, ["NAME"])?;
        self.check_move_name(line[0], name)?;
        let places = self.sets.iter().map(|set| set.pieces).sum();
        limits::check_moves(places, self.moves.len() + 1)
            .map_err(|reason| self.tokens.error_at(line[0], reason))?;
        let rows = rows::read(&mut self.tokens, &self.sets, line[0])?;
        let effects = self.sets.iter().zip(&rows).map(|(set, rows)| match rows {
            None => Ok(set.identity()),
            Some(rows) => self.effect(set, rows, first),
        });
        let effects: Vec<Effect> = effects.collect::<Result<_, _>>()?;
        if !effects.iter().any(Effect::moves) {
            return Err(self.tokens.error_at(name, no_effect_error(name.text)));
        }
        self.moves.push(Move {
            name: name.text.to_owned(),
            effects,
            at: name.at,
        });
        Ok(())
    }

    /// The effect of a move on a set.
    fn effect(&self, set: &Orbit, rows: &Rows<'a>, first: usize) -> Result<Effect, FileError> {
        let from = rows.permutation(&self.tokens, set, first)?;
        let mut turned = rows.orientations(&self.tokens, set)?;
        if first == 1 {
            // A `Move` lists orientations by the places from which the pieces come.
            turned = from.iter().map(|&from| turned[from]).collect();
        }
        Ok(Effect { from, turned })
    }

    fn read_sequence(&mut self, line: &[Token<'a>]) -> Result<(), FileError> {
        let is_alias = line[0].text == "MoveAlias";
        if line.len() < 3 || (is_alias && line.len() > 3) {
            let form = if is_alias {
                "MoveAlias NAME MOVE"
            } else {
                "MoveSequence NAME MOVE ..."
            };
            let reason = format!("expected `{form}`");
            return Err(self.tokens.error_at(line[0], reason));
        }
        let name = line[1];
        self.check_move_name(line[0], name)?;
        // Commas also separate moves.
        let moves = line[2..].iter().flat_map(|token| token.split(|c| c == ','));
        self.sequences.push(DerivedMove {
            name: name.text.to_owned(),
            at: name.at,
            definition: moves.collect(),
        });
        Ok(())
    }

    fn finish(self) -> Result<OrbitPuzzle, FileError> {
        if self.sets.is_empty() {
            return Err(self.tokens.error_at_end("there is no `Set`"));
        }
        let Some(solved) = self.solved else {
            let reason = "there is no solved state (`Solved`)";
            return Err(self.tokens.error_at_end(reason));
        };
        if self.names.is_empty() {
            return Err(self.tokens.error_at_end("there is no `Move`"));
        }
        let mut orbits = OrbitPuzzle {
            name: self.name.unwrap_or("unnamed").to_owned(),
            orbits: self.sets,
            solved,
            moves: self.moves,
            notes: Vec::new(),
        };
        let tokens = &self.tokens;
        let read = |names: &Names<'_>, sequence: &DerivedMove<Vec<Token<'_>>>| {
            let powers = sequence.definition.iter().map(|&token| {
                let power = names.power(token.text);
                power.map_err(|reason| tokens.error_at(token, reason))
            });
            powers.collect()
        };
        add_derived(tokens.source, &mut orbits, &self.sequences, read)?;
        Ok(orbits)
    }
}

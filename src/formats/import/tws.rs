//! Twsearch definitions, `.tws` files.
//!
//! *Source.* The notes on the input format and the sample definitions that come with twsearch (T. Rokicki, L. Garron),
//! which follow K. Gottschalk's and M. Forbes' ksolve. A permutation gives, for each place, the place from which its piece
//! comes. `Solved` and `Move` count from 1, `StartState` and `MoveTransformation` from 0. A `Move` lists orientations by
//! the places from which the pieces *come*, all others by the places where they are afterwards.
//!
//! *Mistakes.* All are reported. Data that a mistake makes unknown (the size of a set, the effect of a move) is marked as
//! unknown, to avoid errors that only follow from others.

use super::names::{DerivedMove, Names};
use super::rows::{DEFINITIONS, Rows};
use super::sets::{Set, SetDeclaration, Sets};
use super::tokens::{Token, Tokens};
use super::{names, rows};
use crate::puzzle::{Contents, Effect, MAX_FACELETS, Move, OrbitPuzzle, limits};
use crate::source::{Mistakes, Source};
use crate::text::excerpt;

/// Reads a definition without its invalid moves; `None` if the orbits or the solved state are unknown.
pub(super) fn read(source: Source<'_>) -> (Option<OrbitPuzzle>, Mistakes<'_>) {
    let mut reader = Reader {
        tokens: Tokens::new(source),
        name: None,
        sets: Sets::of(&[]),
        seen: SeenStatements::default(),
        solved: Vec::new(),
        moves: Vec::new(),
        names: Names::default(),
        sequences: Vec::new(),
    };
    if let Err(mistake) = source.check_length() {
        reader.tokens.mistakes.add(mistake);
        return (None, reader.tokens.mistakes);
    }
    while let Some(line) = reader.tokens.line() {
        reader.read_statement(&line);
    }
    reader.finish()
}

/// The statements that occurred, and which missing ones were reported.
#[derive(Default)]
struct SeenStatements {
    solved: bool,
    moves: bool,
    /// Whether the missing solved state before the moves was reported.
    reported_no_solved: bool,
    reported_illegal: bool,
    reported_too_many: bool,
}

struct Reader<'a> {
    tokens: Tokens<'a>,
    name: Option<Token<'a>>,
    sets: Sets,
    seen: SeenStatements,
    /// One per set, if every set is known.
    solved: Vec<Contents>,
    moves: Vec<Move>,
    names: Names,
    sequences: Vec<DerivedMove<Vec<Token<'a>>>>,
}

impl<'a> Reader<'a> {
    fn read_statement(&mut self, line: &[Token<'a>]) {
        match line[0].text {
            "Name" => self.read_name(line),
            "Set" => self.read_set(line),
            "Solved" => self.read_solved(line, 1),
            "StartState" => self.read_solved(line, 0),
            "Move" => self.read_move(line, 1),
            "MoveTransformation" => self.read_move(line, 0),
            "MoveAlias" | "MoveSequence" => self.read_sequence(line),
            "Illegal" => {
                if !std::mem::replace(&mut self.seen.reported_illegal, true) {
                    let reason =
                        "`Illegal` is not supported: here every turn can be made in every state";
                    self.tokens.report_at(line[0], reason);
                }
            }
            _ => self.skip_unknown(line[0]),
        }
    }

    /// Skips an unknown statement and its apparent content.
    fn skip_unknown(&mut self, begin: Token<'a>) {
        let reason = format!(
            "`{}` is not a statement of a definition; expected one of: {}",
            excerpt(begin.text),
            DEFINITIONS.join(", ")
        );
        self.tokens.report_at(begin, reason);
        // It may be a misspelling of any statement.
        self.sets.complete = false;
        self.names.incomplete = true;
        while let Some(line) = self.tokens.line() {
            let token = line[0].text;
            if DEFINITIONS.contains(&token) || token == "Illegal" {
                self.tokens.unread_line(&line);
                return;
            }
            if token == "End" {
                return;
            }
        }
    }

    fn read_name(&mut self, line: &[Token<'a>]) {
        if self.name.is_some() || !self.sets.all.is_empty() || self.seen.solved {
            let reason = "`Name` must appear once, before the first `Set`";
            self.tokens.report_at(line[0], reason);
        } else if let Some([name]) = self.tokens.arguments(line, ["NAME"]) {
            self.name = Some(name);
            if let Err(reason) = crate::text::check_visible("the name", name.text) {
                self.tokens.report_at(name, reason);
            }
        }
    }

    fn read_set(&mut self, line: &[Token<'a>]) {
        let is_late = self.seen.solved;
        if is_late {
            let reason = "`Set` must come before `Solved`";
            self.tokens.report_at(line[0], reason);
        }
        let names = ["NAME", "PIECES", "ORIENTATIONS"];
        let Some([name, pieces, orientations]) = self.tokens.arguments(line, names) else {
            match line.get(1) {
                // Its rows can be recognized by the name.
                Some(name) => self.sets.all.push(Set {
                    name: name.text.to_owned(),
                    orbit: None,
                }),
                None => self.sets.complete = false,
            }
            return;
        };
        let piece_count = self.tokens.number(pieces, 1, MAX_FACELETS);
        let orientation_count = self.tokens.number(orientations, 1, MAX_FACELETS);
        let size = piece_count.zip(orientation_count).filter(|_| !is_late);
        let declaration = SetDeclaration {
            name: name.text,
            name_at: name.span(),
            size,
            size_at: pieces.span(),
        };
        self.sets.add("set", declaration, &mut self.tokens.mistakes);
    }

    fn read_solved(&mut self, line: &[Token<'a>], first: usize) {
        if self.sets.all.is_empty() && self.sets.complete {
            let reason = "a `Set` must come before the solved state";
            self.tokens.report_at(line[0], reason);
            self.sets.complete = false;
        }
        let is_second = std::mem::replace(&mut self.seen.solved, true);
        if is_second {
            self.tokens
                .report_at(line[0], "the solved state appears twice");
        } else {
            // Even if more words follow, the state begins on the next line.
            let _ = self.tokens.arguments(line, []);
        }
        let rows = rows::read(&mut self.tokens, &self.sets, line[0]);
        for (set, rows) in self.sets.all.iter().zip(&rows) {
            let Some(orbit) = &set.orbit else { continue };
            let contents = match rows {
                None => Contents::identity(orbit),
                Some(rows) => rows.contents(&mut self.tokens, orbit, first),
            };
            if !is_second {
                self.solved.push(contents);
            }
        }
    }

    /// Requires the solved state before the first move.
    fn require_solved(&mut self, begin: Token<'a>) {
        self.seen.moves = true;
        if !self.seen.solved && !self.seen.reported_no_solved && self.sets.complete {
            let reason = "the solved state (`Solved`) must come before the moves";
            self.tokens.report_at(begin, reason);
        }
        self.seen.reported_no_solved |= !self.seen.solved;
    }

    fn read_move(&mut self, line: &[Token<'a>], first: usize) {
        self.require_solved(line[0]);
        let name = self.tokens.arguments(line, ["NAME"]);
        let is_new = name.is_some_and(|[name]| self.is_new(name));
        self.names.incomplete |= name.is_none();
        let rows = rows::read(&mut self.tokens, &self.sets, line[0]);
        let is_new = is_new && self.has_room(line[0]);
        let mut effects = if self.seen.reported_too_many {
            None
        } else {
            self.effects(&rows, first)
        };
        let moves_nothing = |effects: &mut Vec<Effect>| !effects.iter().any(Effect::moves);
        if let Some([name]) = name
            && effects.take_if(moves_nothing).is_some()
        {
            self.tokens.report_at(name, names::moves_nothing(name.text));
        }
        let Some([name]) = name.filter(|_| is_new) else {
            return;
        };
        let Some(effects) = effects else {
            self.names.mark_invalid(name.text);
            // For valid moves, reading the puzzle file reports this.
            if let Err(reason) = limits::check_turn_name(name.text) {
                self.tokens.report_at(name, reason);
            }
            return;
        };
        // A move with an invalid name may be the one that another definition means.
        self.names.incomplete |= limits::check_turn_name(name.text).is_err();
        self.moves.push(Move {
            name: name.text.to_owned(),
            effects,
            at: name.at,
        });
        self.names.define(name.text, self.moves.len() - 1);
    }

    /// Whether one more move can become a turn; the first that cannot is reported.
    fn has_room(&mut self, begin: Token<'a>) -> bool {
        if self.seen.reported_too_many {
            return false;
        }
        match limits::check_moves(self.sets.place_count(), self.moves.len() + 1) {
            Ok(()) => true,
            Err(reason) => {
                self.tokens.report_at(begin, reason);
                self.seen.reported_too_many = true;
                false
            }
        }
    }

    /// The effect of a move, from its rows; `None` if they are invalid.
    fn effects(&mut self, rows: &[Option<Rows<'a>>], first: usize) -> Option<Vec<Effect>> {
        let mut effects = Vec::new();
        for (set, rows) in self.sets.all.iter().zip(rows) {
            let Some(orbit) = &set.orbit else { continue };
            let Some(rows) = rows else {
                effects.push(orbit.identity());
                continue;
            };
            let from = rows.permutation(&mut self.tokens, orbit, first);
            let listed = rows.orientations(&mut self.tokens, orbit);
            let Some((from, listed)) = from.zip(listed) else {
                continue;
            };
            let turned = if first == 1 {
                // By the places from which the pieces come.
                from.iter().map(|&from| listed[from]).collect()
            } else {
                listed
            };
            effects.push(Effect { from, turned });
        }
        (self.sets.complete && effects.len() == self.sets.all.len()).then_some(effects)
    }

    fn read_sequence(&mut self, line: &[Token<'a>]) {
        self.require_solved(line[0]);
        let is_alias = line[0].text == "MoveAlias";
        if line.len() < 3 || (is_alias && line.len() > 3) {
            let form = if is_alias {
                "MoveAlias NAME MOVE"
            } else {
                "MoveSequence NAME MOVE ..."
            };
            self.tokens.report_at(line[0], format!("expected `{form}`"));
            match line.get(1) {
                Some(name) => self.names.mark_invalid(name.text),
                None => self.names.incomplete = true,
            }
            return;
        }
        let name = line[1];
        if self.is_new(name) {
            // Commas also separate moves.
            let moves = line[2..].iter().flat_map(|token| token.split(|c| c == ','));
            self.sequences.push(DerivedMove {
                name: name.text.to_owned(),
                at: name.at,
                definition: moves.collect(),
            });
        }
    }

    fn is_new(&mut self, name: Token<'a>) -> bool {
        let is_new = self.names.add(name.text);
        if !is_new {
            self.tokens
                .report_at(name, names::duplicate_name(name.text));
            // One of the two may be meant for another name.
            self.names.incomplete = true;
        }
        is_new
    }

    fn finish(mut self) -> (Option<OrbitPuzzle>, Mistakes<'a>) {
        // An unknown statement may be a misspelling of one of these.
        if self.sets.complete {
            if self.sets.all.is_empty() {
                self.tokens.report_missing("there is no `Set`");
            }
            if !self.seen.solved && !self.seen.reported_no_solved {
                self.tokens
                    .report_missing("there is no solved state (`Solved`)");
            }
            if !self.seen.moves {
                self.tokens.report_missing("there is no `Move`");
            }
        }
        let mut orbits = OrbitPuzzle {
            name: self.name.map_or("unnamed", |name| name.text).to_owned(),
            orbits: self.sets.orbits().cloned().collect(),
            solved: self.solved,
            moves: self.moves,
            notes: Vec::new(),
        };
        let powers =
            |names: &Names, orbits: &OrbitPuzzle, sequence: &DerivedMove<Vec<Token<'_>>>| {
                let tokens = sequence.definition.iter();
                let powers = tokens.map(|token| names.power(orbits, token.text, token.at));
                powers.collect()
            };
        let mistakes = &mut self.tokens.mistakes;
        let wrong = |at: usize, reason: String| mistakes.add_at(at..at, reason);
        self.names
            .add_derived(&mut orbits, self.sequences, powers, wrong);
        let orbits = Some(orbits).filter(|_| self.sets.are_valid() && self.seen.solved);
        (orbits, self.tokens.mistakes)
    }
}

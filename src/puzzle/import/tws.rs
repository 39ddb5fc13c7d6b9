//! Definitions of twsearch, the `.tws` files.
//!
//! *Source.* The notes on the input format and the sample definitions that come
//! with twsearch (T. Rokicki, L. Garron), which follow K. Gottschalk's and M. Forbes'
//! ksolve. A permutation says of each place which place its piece comes from.
//! `Solved` and `Move` count from 1; `StartState` and `MoveTransformation` count from
//! 0. A `Move` lists orientations by the places that the pieces *come from*, all
//! others by the places where they lie then.

use super::names::Names;
use super::orbits::{Contents, Effect, Move, Orbit, Orbits};
use super::words::{Word, Words};
use crate::puzzle::file::{FileError, Source};
use crate::puzzle::limits::MOST_FACELETS;
use crate::text::shown;

/// The statements of a definition.
const STATEMENTS: &str =
    "Name, Set, Solved, StartState, Move, MoveTransformation, MoveAlias, MoveSequence";

/// Reads a definition.
pub(super) fn read(source: Source<'_>) -> Result<Orbits, FileError> {
    source.check_length()?;
    let mut reader = Reader {
        words: Words::new(source),
        orbits: Orbits {
            name: "unnamed".to_owned(),
            orbits: Vec::new(),
            solved: Vec::new(),
            moves: Vec::new(),
        },
        named: false,
        names: Names::default(),
        sequences: Vec::new(),
    };
    while let Some(line) = reader.words.line() {
        reader.statement(&line)?;
    }
    reader.finish()
}

/// A move that is told in other moves.
struct Sequence<'a> {
    name: Word<'a>,
    moves: Vec<Word<'a>>,
}

struct Reader<'a> {
    words: Words<'a>,
    orbits: Orbits,
    named: bool,
    names: Names,
    sequences: Vec<Sequence<'a>>,
}

impl<'a> Reader<'a> {
    fn statement(&mut self, line: &[Word<'a>]) -> Result<(), FileError> {
        let begun = !self.orbits.orbits.is_empty();
        let solved = !self.orbits.solved.is_empty();
        let wrong = |reason: &str| Err(self.words.error(line[0], reason));
        match line[0].text {
            "Name" if self.named || begun || solved => {
                wrong("`Name` stands once, before the first `Set`")
            }
            "Set" if solved => wrong("`Set` must stand before `Solved`"),
            "Solved" | "StartState" if solved => wrong("the solved state stands twice"),
            "Solved" | "StartState" if !begun => {
                wrong("a `Set` must stand before the solved state")
            }
            "Move" | "MoveTransformation" | "MoveAlias" | "MoveSequence" if !solved => {
                wrong("the solved state (`Solved`) must stand before the moves")
            }
            "Name" => self.name(line),
            "Set" => self.set(line),
            "Solved" => self.solved(line, 1),
            "StartState" => self.solved(line, 0),
            "Move" => self.made(line, 1),
            "MoveTransformation" => self.made(line, 0),
            "MoveAlias" | "MoveSequence" => self.sequence(line),
            "Illegal" => {
                wrong("`Illegal` is not supported: here every turn can be made in every state")
            }
            other => wrong(&format!(
                "`{}` is no statement of a definition; there are: {STATEMENTS}",
                shown(other)
            )),
        }
    }

    fn name(&mut self, line: &[Word<'a>]) -> Result<(), FileError> {
        let [name] = self.words.arguments(line, ["NAME"])?;
        self.orbits.name = name.text.to_owned();
        self.named = true;
        Ok(())
    }

    fn set(&mut self, line: &[Word<'a>]) -> Result<(), FileError> {
        let [name, pieces, orientations] = self
            .words
            .arguments(line, ["NAME", "PIECES", "ORIENTATIONS"])?;
        if self
            .orbits
            .orbits
            .iter()
            .any(|orbit| orbit.name == name.text)
        {
            let reason = format!("set `{}` stands twice", shown(name.text));
            return Err(self.words.error(name, reason));
        }
        super::names::check_orbit(name.text).map_err(|reason| self.words.error(name, reason))?;
        self.orbits.orbits.push(Orbit {
            name: name.text.to_owned(),
            pieces: self.words.number(pieces, 1, MOST_FACELETS)?,
            orientations: self.words.number(orientations, 1, MOST_FACELETS)?,
        });
        let places = self.orbits.places();
        if places > MOST_FACELETS {
            let reason =
                format!("the sets have {places} pieces; at most {MOST_FACELETS} are allowed");
            return Err(self.words.error(pieces, reason));
        }
        Ok(())
    }

    fn solved(&mut self, line: &[Word<'a>], first: usize) -> Result<(), FileError> {
        let [] = self.words.arguments(line, [])?;
        let begin = line[0];
        let rows = super::rows::read(&mut self.words, &self.orbits.orbits, begin)?;
        for (orbit, rows) in self.orbits.orbits.iter().zip(&rows) {
            let contents = match rows {
                None => Contents::identity(orbit),
                Some(rows) => rows.contents(&self.words, orbit, first)?,
            };
            self.orbits.solved.push(contents);
        }
        Ok(())
    }

    fn made(&mut self, line: &[Word<'a>], first: usize) -> Result<(), FileError> {
        let [name] = self.words.arguments(line, ["NAME"])?;
        self.check_new(name)?;
        let rows = super::rows::read(&mut self.words, &self.orbits.orbits, line[0])?;
        let mut effects = Vec::new();
        for (orbit, rows) in self.orbits.orbits.iter().zip(&rows) {
            let Some(rows) = rows else {
                effects.push(orbit.identity());
                continue;
            };
            let from = rows.permutation(&self.words, orbit, first)?;
            let listed = rows.orientations(&self.words, orbit)?;
            let turned = if first == 1 {
                // By where the pieces come from.
                from.iter().map(|&from| listed[from]).collect()
            } else {
                listed
            };
            effects.push(Effect { from, turned });
        }
        self.orbits.moves.push(Move {
            name: name.text.to_owned(),
            effects,
            at: name.at,
        });
        self.names.define(name.text, self.orbits.moves.len() - 1);
        Ok(())
    }

    fn sequence(&mut self, line: &[Word<'a>]) -> Result<(), FileError> {
        let is_alias = line[0].text == "MoveAlias";
        if line.len() < 3 || (is_alias && line.len() > 3) {
            let form = if is_alias {
                "MoveAlias NAME MOVE"
            } else {
                "MoveSequence NAME MOVE ..."
            };
            let reason = format!("this must be: {form}");
            return Err(self.words.error(line[0], reason));
        }
        self.check_new(line[1])?;
        // Commas separate moves as well.
        let moves = line[2..].iter().flat_map(|word| word.split(','));
        self.sequences.push(Sequence {
            name: line[1],
            moves: moves.collect(),
        });
        Ok(())
    }

    fn check_new(&mut self, name: Word<'a>) -> Result<(), FileError> {
        let new = self.names.add(name.text);
        new.map_err(|reason| self.words.error(name, reason))
    }

    fn finish(mut self) -> Result<Orbits, FileError> {
        if self.orbits.orbits.is_empty() {
            return Err(self.words.error_at_end("there is no `Set`"));
        }
        if self.orbits.solved.is_empty() {
            return Err(self
                .words
                .error_at_end("there is no solved state (`Solved`)"));
        }
        for sequence in std::mem::take(&mut self.sequences) {
            let mut powers = Vec::new();
            for &word in &sequence.moves {
                let power = self.names.power(&self.orbits, word.text);
                powers.push(power.map_err(|reason| self.words.error(word, reason))?);
            }
            let name = sequence.name;
            let effects = self.names.product(&self.orbits, &powers);
            self.orbits.moves.push(Move {
                name: name.text.to_owned(),
                effects: effects.map_err(|reason| self.words.error(name, reason))?,
                at: name.at,
            });
            self.names.define(name.text, self.orbits.moves.len() - 1);
        }
        if self.orbits.moves.is_empty() {
            return Err(self.words.error_at_end("there is no `Move`"));
        }
        Ok(self.orbits)
    }
}

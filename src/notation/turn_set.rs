//! Sets of turns as users write them: `R`, `R1`, `R2`, `half`.

use itertools::Itertools;

use super::spelling::Notation;
use crate::puzzle::{HALF, Puzzle, Turn, TurnId};

/// The maximum length of a word that is split into turns, in characters.
const MAX_COMPACT: usize = 100;

impl Notation {
    /// The sets of turns in a list, in order. Spaces or commas separate the sets; `<` and `>` may enclose the list: `R U`,
    /// `<R,U>`. `RU` is accepted, too, because it has only one reading.
    ///
    /// # Errors
    /// What is wrong with the first word that is not a set of turns.
    pub fn read_sets(self, puzzle: &Puzzle, list: &str) -> Result<Vec<Vec<TurnId>>, String> {
        let list = list.trim();
        let inner = list.strip_prefix('<');
        let inner = inner.and_then(|list| list.strip_suffix('>'));
        let words = inner.unwrap_or(list);
        let words = words.split(|c: char| c.is_whitespace() || c == ',');
        let mut sets = Vec::new();
        for word in words.filter(|word| !word.is_empty()) {
            match self.read_set(puzzle, word) {
                Ok(set) => sets.push(set),
                Err(error) => {
                    for part in self.split_word(puzzle, word)?.ok_or(error)? {
                        sets.push(self.read_set(puzzle, &part)?);
                    }
                }
            }
        }
        Ok(sets)
    }

    /// Splits a word such as `RU` into sets of turns; `None` if that is impossible.
    fn split_word(self, puzzle: &Puzzle, word: &str) -> Result<Option<Vec<String>>, String> {
        let text: Vec<char> = word.chars().collect();
        if text.len() > MAX_COMPACT {
            return Ok(None);
        }
        let bases = puzzle.turns().iter().map(|turn| turn.base.as_str());
        let aliases = puzzle.aliases().iter().map(|alias| alias.name.as_str());
        // `R` is the face of `R2` if the puzzle has no other turn of this face.
        let faces = bases.flat_map(|base| [base, base.trim_end_matches('2')]);
        let faces = faces.chain(aliases).unique();
        let faces = faces.filter(|name| self.face_named(puzzle, name).is_some());
        let sets = faces.chain([HALF]).map(str::to_owned);
        let turns = self.names(puzzle).into_iter().map(|(name, _)| name);
        let names = sets.chain(turns).map(|name| (name, ())).collect();
        let words = self.name_index(names).segment(&text, |_| false);
        let (mut parts, mut at) = (Vec::new(), 0);
        while at < text.len() {
            let found = words.word_at(&text, at).map_err(|it| it.to_string())?;
            let Some(found) = found else { return Ok(None) };
            parts.push(text[at..at + found.length].iter().collect());
            at += found.length;
        }
        Ok(Some(parts))
    }

    /// The turns that a word stands for, in ascending order; never empty.
    ///
    /// - A base name, such as `R` of `R2` and `R'`, stands for all turns with this base, as does every alternative name
    ///   of the base, such as `r` for `Rw`. So does `R` if the puzzle has only `R2`.
    /// - `R1` is `R` alone.
    /// - Any other name of a single turn (`R2`, `R'`, an alternative name of `R2`) stands for that turn.
    /// - `half` stands for all half turns.
    ///
    /// # Errors
    /// What is wrong with the word.
    pub fn read_set(self, puzzle: &Puzzle, word: &str) -> Result<Vec<TurnId>, String> {
        if word == HALF {
            return self.half_turns(puzzle);
        }
        let turns = puzzle.turns();
        if let Some(base) = self.face_named(puzzle, word) {
            let of_face = (0..turns.len()).filter(|&turn| turns[turn].base == base);
            let of_face = of_face.map(|turn| puzzle.representative_turn(turn));
            return Ok(of_face.sorted().collect());
        }
        match self.read(puzzle, word).as_deref() {
            Ok(&[turn]) => Ok(vec![turn]),
            Ok([]) => Err(format!("`{word}` moves nothing, so it is not a turn")),
            Ok(_) if self.scramble_reader(puzzle).is_one_turn(word) => Err(format!(
                "`{word}` stands for several turns made one after the other, so it is not a turn of the puzzle"
            )),
            Ok(_) => Err(format!(
                "`{word}` is not one turn; put spaces between turns"
            )),
            Err(error) => {
                let name = word.strip_suffix('1');
                let base = name.and_then(|name| self.face_named(puzzle, name));
                let is_first = |turn: &Turn| Some(turn.base.as_str()) == base && turn.power == 1;
                let first = turns.iter().position(is_first);
                first.map(|turn| vec![turn]).ok_or(error.to_string())
            }
        }
    }

    /// All half turns, which [`HALF`] stands for. No turn has that name, but a notation may spell a turn like that.
    fn half_turns(self, puzzle: &Puzzle) -> Result<Vec<TurnId>, String> {
        let turns = puzzle.turns();
        if let Some(turn) = turns.iter().find(|turn| self.is_written(turn, HALF)) {
            return Err(format!(
                "`{HALF}` stands for every half turn, but in the {self} notation turn `{}` is written that way, too; list the turns, or choose another notation",
                turn.name()
            ));
        }
        let mut half = puzzle.all_turns();
        half.retain(|&turn| turns[turn].is_half());
        if half.is_empty() {
            return Err("the puzzle has no half turn".to_owned());
        }
        Ok(half)
    }

    /// The puzzle's own base name for the turns that a word names.
    fn face_named<'a>(self, puzzle: &'a Puzzle, word: &str) -> Option<&'a str> {
        let turns = puzzle.turns();
        let base = |is: &dyn Fn(&Turn) -> bool| {
            let found = turns.iter().find(|turn| is(turn));
            found.map(|turn| turn.base.as_str())
        };
        let own = base(&|turn| turn.base == word);
        // In some notations, `r` is a single turn of `R`.
        if own.is_some() || turns.iter().any(|turn| self.is_written(turn, word)) {
            return own;
        }
        if let Some(known) = base(&|turn| self.wide_name(&turn.base).as_deref() == Some(word)) {
            return Some(known);
        }
        let alias = puzzle.aliases().iter().find(|alias| alias.name == word);
        match alias.and_then(|alias| Some((alias, base(&|turn| turn.base == alias.base)?))) {
            Some((alias, known)) => (alias.power == 1).then_some(known),
            None => base(&|turn| turn.order == 2 && turn.base.strip_suffix('2') == Some(word)),
        }
    }

    /// Whether a word is a spelling of a turn's own name.
    fn is_written(self, turn: &Turn, word: &str) -> bool {
        let spellings = self.spellings(&turn.base, turn.power, turn.order);
        spellings.iter().any(|spelling| spelling == word)
    }
}

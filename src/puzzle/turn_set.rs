//! Sets of turns as people write them: `R`, `R1`, `R2`, `half`.

use super::{Notation, Puzzle, TurnId};

impl Notation {
    /// The turns that a word means, in increasing order; never none. A face stands for all
    /// its turns, also where the puzzle has its half turn only; `R1` is `R` alone, `half` stands for
    /// all half turns.
    ///
    /// # Errors
    /// What is wrong with the word.
    pub fn read_set(self, puzzle: &Puzzle, word: &str) -> Result<Vec<TurnId>, String> {
        let turns = puzzle.turns();
        let all = |fits: &dyn Fn(TurnId) -> bool| -> Vec<TurnId> {
            (0..turns.len()).filter(|&turn| fits(turn)).collect()
        };
        let base = word.strip_suffix('1');
        let ways: [&dyn Fn(TurnId) -> bool; 4] = [
            &|turn| turns[turn].base == word,
            &|turn| turns[turn].base.strip_suffix('2') == Some(word),
            &|turn| Some(turns[turn].base.as_str()) == base && turns[turn].power == 1,
            &|turn| word == "half" && turns[turn].is_half(),
        ];
        if let Some(set) = ways.into_iter().map(all).find(|set| !set.is_empty()) {
            return Ok(set);
        }
        let alias = |name: &str| puzzle.turns_of_alias(name);
        if let Some(mut powers) = alias(word) {
            powers.sort_unstable();
            return Ok(powers);
        }
        if let Some(powers) = base.and_then(alias) {
            return Ok(vec![powers[0]]);
        }
        match self.read(puzzle, word).map_err(|error| error.to_string())?[..] {
            [turn] => Ok(vec![turn]),
            _ => Err(format!(
                "`{word}` is not one turn; put spaces between turns"
            )),
        }
    }
}

//! A line of a list: turns or a state.

use std::sync::Arc;

use super::data::{Question, StartText};
use super::texts::has_groups;
use crate::error::{Error, ErrorKind};
use crate::problem::checked::Problem;
use crate::problem::scramble::Scramble;
use crate::puzzle::{Puzzle, Sticker};

impl Question {
    /// The problem of a line: a scramble if every word is one turn or if it contains groups of turns; otherwise a state.
    pub fn problem_of_line(&self, puzzle: &Arc<Puzzle>, line: &str) -> Result<Problem, Error> {
        let is_turn = |word: &str| self.is_turn(puzzle, word);
        let symbols = Sticker::read_all(&line.split_whitespace().collect::<String>());
        let facelets = puzzle.facelets().len();
        let is_state = line.contains('=') || symbols.is_ok_and(|symbols| symbols.len() == facelets);
        // A line with a turn but without the length of a state is a scramble with a mistake.
        if self.is_turns(puzzle, line)
            || !is_state && (has_groups(line) || line.split_whitespace().any(is_turn))
        {
            return self.problem_from(puzzle, StartText::Scramble(line));
        }
        let problem = self.problem_from(puzzle, StartText::State(line));
        problem.map_err(|error| {
            let is_impossible = matches!(
                error.kind(),
                ErrorKind::Impossible | ErrorKind::ImpossibleStart
            );
            if is_impossible && Scramble::read(self.notation, puzzle, line).is_ok() {
                error.text(
                    " (it was read as a state; if it is a scramble, put spaces between the turns)",
                )
            } else {
                error
            }
        })
    }
}

//! The only state that a start with unknown stickers can be.
//!
//! *Idea.* The unknown stickers are given colors one after another, as long as pieces of the puzzle fit. Most states in which a few
//! stickers cannot be read are determined by the pieces that are left and by what turns cannot change, such as the total twist.
//!
//! *Why it is sound.* A state is ruled out only because it has the wrong pieces or cannot be reached by turns. If a second
//! state remains, or if it is undecided whether the puzzle can have one, there is no answer.

use super::checked::Problem;
use super::start::Start;
use crate::puzzle::{Color, Pattern, Possibility, State};

/// The maximum number of patterns tried; each takes about a tenth of a millisecond on a 3×3×3.
const MAX_TRIES: usize = 1000;

impl Problem {
    /// The problem with its start as a state, if the start has unknown stickers that can have only one color each. `None` if it has
    /// none, if there may be several such states, or if finding out takes too long.
    #[must_use]
    pub(crate) fn with_only_start(&self) -> Option<Self> {
        let mut search = Search {
            problem: self,
            found: None,
            tries_left: MAX_TRIES,
        };
        if self.start.is_state()
            || self.stage_context.is_some()
            || !search.fill(self.start.pattern())
        {
            return None;
        }
        let start = Start::new(&self.puzzle, &self.scheme, &search.found?).ok()?;
        Some(self.with_start(start))
    }
}

struct Search<'a> {
    problem: &'a Problem,
    found: Option<State>,
    tries_left: usize,
}

impl Search<'_> {
    /// Finds the states of a pattern that the puzzle can have. Returns whether there is at most one, with any found before.
    fn fill(&mut self, pattern: &Pattern) -> bool {
        let (puzzle, symbols) = (&self.problem.puzzle, self.problem.scheme.symbols());
        let Some(left) = self.tries_left.checked_sub(1) else {
            return false;
        };
        self.tries_left = left;
        if pattern.check(puzzle, symbols).is_err() {
            return true;
        }
        if let Some(state) = pattern.state() {
            return match puzzle.possibility(pattern, symbols) {
                Possibility::Possible => self.found.replace(state).is_none(),
                Possibility::Impossible(_) => true,
                Possibility::Undecided(_) => false,
            };
        }
        let sets = pattern.sets();
        let Some(open) = sets.iter().position(|set| set.len() != 1) else {
            return false;
        };
        let with = |color: Color| {
            let mut sets = sets.to_vec();
            sets[open] = vec![color];
            Pattern::new(sets)
        };
        sets[open].iter().all(|&color| self.fill(&with(color)))
    }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;
    use rand::seq::IteratorRandom;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::notation::Scheme;
    use crate::problem::{Budget, Target};
    use crate::puzzle::{Puzzle, Sticker, TurnId};

    /// The problem of a text in which `.` is an unknown sticker, if the puzzle can have such a state.
    fn problem(text: &[char]) -> Option<Problem> {
        let cube = Puzzle::built_in("rubik").unwrap();
        let sticker = |&it: &char| match it {
            '.' => Sticker::Any,
            symbol => Sticker::known(symbol),
        };
        let stickers: Vec<Sticker> = text.iter().map(sticker).collect();
        let budget = Budget::AtMost(20);
        Problem::of_stickers(cube, &stickers, &Target::Solved, budget).ok()
    }

    fn only_start(text: &[char]) -> Option<State> {
        problem(text)?.with_only_start()?.start.state()
    }

    /// The states that the cube can have, found by trying every color of every unknown sticker.
    fn possible_states(text: &[char]) -> Vec<State> {
        let open: Vec<usize> = text.iter().positions(|&it| it == '.').collect();
        let colors = open.iter().map(|_| "URFDLB".chars());
        let fill = |colors: Vec<char>| {
            let mut text = text.to_vec();
            for (&facelet, color) in open.iter().zip(colors) {
                text[facelet] = color;
            }
            problem(&text)?.start.state()
        };
        colors.multi_cartesian_product().filter_map(fill).collect()
    }

    #[test]
    fn the_only_state_is_the_one_that_trying_every_color_finds() {
        let cube = Puzzle::built_in("rubik").unwrap();
        let mut random = ChaCha8Rng::seed_from_u64(3);
        for _ in 0..8 {
            let turns = (0..30).map(|_| random.random_range(0..18));
            let state = cube.apply(cube.solved(), &turns.collect::<Vec<TurnId>>());
            let mut text = Scheme::own(&cube).state_characters(&state);
            for facelet in (0..54).sample(&mut random, 3) {
                text[facelet] = '.';
            }
            assert_eq!(
                only_start(&text),
                possible_states(&text).into_iter().exactly_one().ok()
            );
        }
    }

    /// Three edges of which only the upper sticker is known can be exchanged in three ways.
    #[test]
    fn of_several_possible_states_none_is_chosen() {
        let solved = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
        let mut text: Vec<char> = solved.chars().collect();
        for facelet in [10, 19, 37] {
            text[facelet] = '.';
        }
        assert_eq!(possible_states(&text).len(), 3);
        assert_eq!(only_start(&text), None);
        // With one of them known, the others are, too.
        text[10] = 'R';
        assert_eq!(only_start(&text), Some(cube_state(solved)));
    }

    fn cube_state(text: &str) -> State {
        let text: Vec<char> = text.chars().collect();
        problem(&text).and_then(|it| it.start.state()).unwrap()
    }
}

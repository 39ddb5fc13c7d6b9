//! The states that a start with unknown stickers can be.
//!
//! *Idea.* The unknown stickers get colors one after another, as long as pieces of the puzzle fit. If only a few stickers
//! are unknown, the remaining pieces and the invariants of turns, such as the total twist, usually leave one state.
//!
//! *Why it is sound.* A state is ruled out only because it has the wrong pieces or cannot be reached by turns. If that
//! is undecided for one state, or if there are too many, there is no answer.

use super::checked::Problem;
use crate::control::Control;
use crate::puzzle::{Color, Pattern, Possibility, State};

/// The maximum number of patterns tried; each takes about a tenth of a millisecond on a 3×3×3.
const MAX_TRIES: usize = 3000;

impl Problem {
    /// The states that the start admits and that the puzzle can have; `None` if there are more than `max_states`, or if
    /// listing them takes too long.
    pub(crate) fn possible_starts(
        &self,
        max_states: usize,
        control: &Control,
    ) -> Option<Vec<State>> {
        let mut search = Search {
            problem: self,
            control,
            max_states,
            found: Vec::new(),
            tries_left: MAX_TRIES,
        };
        let is_complete = self.stage_context.is_none() && search.fill(self.start.pattern());
        is_complete.then_some(search.found)
    }
}

struct Search<'a> {
    problem: &'a Problem,
    control: &'a Control,
    max_states: usize,
    found: Vec<State>,
    tries_left: usize,
}

impl Search<'_> {
    /// Finds the states of a pattern that the puzzle can have. Returns whether these are all, and not too many.
    fn fill(&mut self, pattern: &Pattern) -> bool {
        let (puzzle, symbols) = (&self.problem.puzzle, self.problem.scheme.symbols());
        self.tries_left -= 1;
        if self.tries_left == 0 || self.control.stop().is_some() {
            return false;
        }
        if pattern.check(puzzle, symbols).is_err() {
            return true;
        }
        let sets = pattern.sets();
        if let Some(open) = sets.iter().position(|set| set.len() > 1) {
            let with = |color: Color| {
                let mut sets = sets.to_vec();
                sets[open] = vec![color];
                Pattern::new(sets)
            };
            return sets[open].iter().all(|&color| self.fill(&with(color)));
        }
        match puzzle.possibility(pattern, symbols) {
            Possibility::Possible => self.found.extend(pattern.state()),
            Possibility::Impossible(_) => (),
            Possibility::Undecided(_) => return false,
        }
        self.found.len() <= self.max_states
    }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;
    use rand::rngs::ChaCha8Rng;
    use rand::seq::IteratorRandom;
    use rand::{RngExt, SeedableRng};

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

    fn starts(text: &[char], max_states: usize) -> Option<Vec<State>> {
        problem(text)?.possible_starts(max_states, &Control::unlimited())
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
    fn the_states_are_those_that_trying_every_color_finds() {
        let cube = Puzzle::built_in("rubik").unwrap();
        let mut random = ChaCha8Rng::seed_from_u64(3);
        for _ in 0..3 {
            let turns = (0..30).map(|_| random.random_range(0..18));
            let state = cube.apply(cube.solved(), &turns.collect::<Vec<TurnId>>());
            let mut text = Scheme::own_symbols(&cube).state_characters(&state);
            for facelet in (0..54).sample(&mut random, 3) {
                text[facelet] = '.';
            }
            assert_eq!(starts(&text, 9), Some(possible_states(&text)));
        }
    }

    #[test]
    fn of_more_states_than_wanted_none_is_listed() {
        // Three edges of which only the upper sticker is known can be exchanged in three ways.
        let solved = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
        let mut text: Vec<char> = solved.chars().collect();
        for facelet in [10, 19, 37] {
            text[facelet] = '.';
        }
        assert_eq!(starts(&text, 3), Some(possible_states(&text)));
        assert_eq!(starts(&text, 3).map(|it| it.len()), Some(3));
        assert_eq!(starts(&text, 2), None);
        // With one of them known, the others are, too.
        text[10] = 'R';
        assert_eq!(starts(&text, 1), Some(possible_states(&text)));
    }
}

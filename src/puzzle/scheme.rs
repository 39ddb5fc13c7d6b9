//! Colour schemes: which of the user's symbols is which colour.
//!
//! Any six symbols may stand for the colours of a cube, so the scheme is
//! inferred: the assignment under which the most places show a piece that the
//! puzzle has. For a possible state that is all of them; for an impossible one
//! the rest is what is wrong.

use std::collections::BTreeMap;

use itertools::Itertools;

use super::legality::{Arrangement, StateError, fits};
use super::{Color, Layout, Paint, Puzzle, State};

/// The character that stands for each colour of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheme(Vec<char>);

impl Scheme {
    /// The puzzle's own symbols.
    #[must_use]
    pub fn own(puzzle: &Puzzle) -> Self {
        Self(puzzle.symbols())
    }

    /// The scheme with these characters, one a colour.
    ///
    /// # Errors
    /// [`StateError::Symbols`] if they are not as many different ones as the
    /// puzzle has colours.
    pub fn new(puzzle: &Puzzle, symbols: Vec<char>) -> Result<Self, StateError> {
        let expected = puzzle.colors().len();
        if symbols.len() != expected || !symbols.iter().all_unique() {
            let found: String = symbols.iter().collect();
            return Err(StateError::Symbols(format!(
                "`{found}` is not {expected} different colors"
            )));
        }
        Ok(Self(symbols))
    }

    /// The character of each colour.
    #[must_use]
    pub fn symbols(&self) -> &[char] {
        &self.0
    }

    /// Reads one character a facelet as a state.
    ///
    /// # Errors
    /// [`StateError::Symbols`] for a character that stands for no colour.
    pub fn state(&self, text: &[char]) -> Result<State, StateError> {
        let color = |&symbol: &char| {
            self.0
                .iter()
                .position(|&known| known == symbol)
                .ok_or_else(|| {
                    let known = self.0.iter().join(" ");
                    StateError::Symbols(format!(
                        "`{symbol}` is none of the colors in use, which are {known}"
                    ))
                })
        };
        Ok(State::new(text.iter().map(color).try_collect()?))
    }

    /// The character of each facelet of a state.
    #[must_use]
    pub fn characters(&self, state: &State) -> Vec<char> {
        state.colors().iter().map(|&color| self.0[color]).collect()
    }

    /// Writes a state as text.
    #[must_use]
    pub fn write(&self, puzzle: &Puzzle, state: &State, layout: Layout) -> String {
        layout.write(puzzle, &self.characters(state))
    }

    /// What a terminal shows for a colour: the paint of the user's own symbol
    /// if all of them are symbols of the puzzle, else that of the colour.
    #[must_use]
    pub fn paint(&self, puzzle: &Puzzle, color: Color) -> Paint {
        let own = puzzle.symbols();
        let same_symbols = self.0.iter().all(|symbol| own.contains(symbol));
        let symbol = own.iter().position(|&own| own == self.0[color]);
        match symbol {
            Some(symbol) if same_symbols => puzzle.colors()[symbol].paint,
            _ => puzzle.colors()[color].paint,
        }
    }

    /// Infers the scheme from one character a facelet.
    ///
    /// # Errors
    /// [`StateError`] that says what no assignment of colours can mend.
    pub fn infer(puzzle: &Puzzle, text: &[char]) -> Result<Self, StateError> {
        check_counts(puzzle, text)?;
        let own = Self::own(puzzle);
        if own
            .state(text)
            .is_ok_and(|state| own.accepts(puzzle, &state))
        {
            return Ok(own);
        }
        Search::new(puzzle, text).best(&[]).checked(puzzle, text)
    }

    /// Infers the scheme under which the held piece is at home: the state seen
    /// from the right side.
    ///
    /// # Errors
    /// As [`Scheme::infer`], and [`StateError::Held`] if the state is possible
    /// but cannot be seen that way.
    pub fn infer_held(puzzle: &Puzzle, text: &[char]) -> Result<Self, StateError> {
        check_counts(puzzle, text)?;
        let home: Vec<(char, Color)> = puzzle
            .held()
            .iter()
            .map(|&facelet| (text[facelet], puzzle.solved().color(facelet)))
            .collect();
        if let Ok(scheme) = Search::new(puzzle, text).best(&home).checked(puzzle, text)
            && home
                .iter()
                .all(|&(symbol, color)| scheme.0[color] == symbol)
        {
            return Ok(scheme);
        }
        // Only for the message: what is wrong, seen from any side?
        Self::infer(puzzle, text).and(Err(StateError::Held))
    }

    fn accepts(&self, puzzle: &Puzzle, state: &State) -> bool {
        Arrangement::of_state(puzzle, state, &self.0).is_ok()
    }

    fn checked(self, puzzle: &Puzzle, text: &[char]) -> Result<Self, StateError> {
        let state = self.state(text)?;
        Arrangement::of_state(puzzle, &state, &self.0)?;
        Ok(self)
    }
}

/// How often each symbol occurs, in a fixed order.
fn counts(text: &[char]) -> BTreeMap<char, usize> {
    let mut counts = BTreeMap::new();
    for &symbol in text {
        *counts.entry(symbol).or_insert(0) += 1;
    }
    counts
}

fn check_counts(puzzle: &Puzzle, text: &[char]) -> Result<(), StateError> {
    let found = counts(text);
    let expected = puzzle.colors().len();
    if found.len() != expected {
        return Err(StateError::Colors {
            found: found.len(),
            symbols: found.keys().join(" "),
            expected,
        });
    }
    let wanted: Vec<usize> = color_counts(puzzle).into_iter().sorted().collect();
    if found.values().copied().sorted().eq(wanted.iter().copied()) {
        return Ok(());
    }
    let message = if wanted.iter().all_equal() {
        let wrong = found
            .iter()
            .filter(|&(_, &count)| count != wanted[0])
            .map(|(symbol, count)| format!("`{symbol}` occurs {count} times"))
            .join(", ");
        format!("{wrong}; each color must occur {} times", wanted[0])
    } else {
        let found = found.values().sorted().join(", ");
        format!(
            "the colors occur {found} times; they must occur {} times",
            wanted.iter().join(", ")
        )
    };
    Err(StateError::Count(message))
}

fn color_counts(puzzle: &Puzzle) -> Vec<usize> {
    let mut counts = vec![0; puzzle.colors().len()];
    for &color in puzzle.solved().colors() {
        counts[color] += 1;
    }
    counts
}

/// Branch and bound over the assignments of symbols to colours; the cost is
/// the number of places that show no piece.
struct Search<'a> {
    puzzle: &'a Puzzle,
    text: &'a [char],
    symbols: Vec<(char, usize)>,
    color_counts: Vec<usize>,
    /// The colour of each symbol, as far as assigned.
    assigned: Vec<Option<Color>>,
    best: Option<(usize, Vec<Option<Color>>)>,
}

impl<'a> Search<'a> {
    fn new(puzzle: &'a Puzzle, text: &'a [char]) -> Self {
        let symbols: Vec<(char, usize)> = counts(text).into_iter().collect();
        Self {
            puzzle,
            text,
            assigned: vec![None; symbols.len()],
            symbols,
            color_counts: color_counts(puzzle),
            best: None,
        }
    }

    /// The best scheme in which the symbols of `fixed` have those colours, as
    /// far as that can be.
    fn best(mut self, fixed: &[(char, Color)]) -> Scheme {
        for &(symbol, color) in fixed {
            if let Some(at) = self.symbols.iter().position(|&(known, _)| known == symbol)
                && !self.assigned.contains(&Some(color))
            {
                self.assigned[at] = Some(color);
            }
        }
        self.extend();
        let mut scheme = self.puzzle.symbols();
        if let Some((_, assigned)) = &self.best {
            for (&(symbol, _), color) in self.symbols.iter().zip(assigned) {
                if let Some(color) = *color {
                    scheme[color] = symbol;
                }
            }
        }
        Scheme(scheme)
    }

    fn extend(&mut self) {
        let cost = self.cost();
        if self.best.as_ref().is_some_and(|(best, _)| cost >= *best) {
            return;
        }
        let Some(next) = self.assigned.iter().position(Option::is_none) else {
            self.best = Some((cost, self.assigned.clone()));
            return;
        };
        for color in 0..self.color_counts.len() {
            let same_count = self.color_counts[color] == self.symbols[next].1;
            if same_count && !self.assigned.contains(&Some(color)) {
                self.assigned[next] = Some(color);
                self.extend();
                self.assigned[next] = None;
            }
        }
    }

    /// Places that already show colours of no piece, and pieces that are there
    /// too often.
    fn cost(&self) -> usize {
        let pieces = self.puzzle.pieces();
        let color = |facelet: usize| {
            let at = self
                .symbols
                .iter()
                .position(|&(symbol, _)| symbol == self.text[facelet]);
            at.and_then(|at| self.assigned[at])
        };
        let mut seen = Vec::new();
        (0..pieces.all().len())
            .filter(|&place| {
                let facelets = &pieces.all()[place].facelets;
                if facelets.iter().any(|&facelet| color(facelet).is_none()) {
                    return false;
                }
                let fits = fits(self.puzzle, place, |facelet| {
                    color(facelet).unwrap_or_default()
                });
                match fits.iter().find(|fit| !seen.contains(&fit.piece)) {
                    Some(fit) => {
                        seen.push(fit.piece);
                        false
                    }
                    None => true,
                }
            })
            .count()
    }
}

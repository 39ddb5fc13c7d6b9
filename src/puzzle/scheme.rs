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

    /// Infers the scheme from one character a facelet: the puzzle's own if it
    /// fits, else one of those that do.
    ///
    /// # Errors
    /// [`StateError`] that says what no assignment of colours can mend.
    pub fn infer(puzzle: &Puzzle, text: &[char]) -> Result<Self, StateError> {
        check_counts(puzzle, text)?;
        match Self::own_if_it_fits(puzzle, text) {
            Some(own) => Ok(own),
            None => Search::best(puzzle, text, &[])?
                .scheme
                .checked(puzzle, text),
        }
    }

    /// Infers the scheme under which the held piece is at home: the state seen
    /// from the right side. The puzzle's own is taken if it is one.
    ///
    /// # Errors
    /// As [`Scheme::infer`], and if the state is possible but cannot be seen
    /// that way, or in several ways.
    pub fn infer_held(puzzle: &Puzzle, text: &[char]) -> Result<Self, StateError> {
        check_counts(puzzle, text)?;
        let home = |symbols: &[char]| -> Vec<(char, Color)> {
            let held = puzzle.held().iter();
            held.map(|&facelet| (symbols[facelet], puzzle.solved().color(facelet)))
                .collect()
        };
        let home = home(text);
        let at_home = |scheme: &Self| {
            home.iter()
                .all(|&(symbol, color)| scheme.0[color] == symbol)
        };
        if let Some(own) = Self::own_if_it_fits(puzzle, text).filter(at_home) {
            return Ok(own);
        }
        let found = Search::best(puzzle, text, &home)?;
        match found.scheme.checked(puzzle, text) {
            Ok(scheme) if at_home(&scheme) && found.unique => Ok(scheme),
            Ok(scheme) if at_home(&scheme) => Err(StateError::Symbols(format!(
                "which color is which can be told in more than one way; write the state in the colors of the {}, \
                 which are {}",
                puzzle.name(),
                puzzle.symbols().iter().join(" ")
            ))),
            // Only for the message: what is wrong, seen from any side?
            _ => Self::infer(puzzle, text).and(Err(StateError::Held)),
        }
    }

    fn own_if_it_fits(puzzle: &Puzzle, text: &[char]) -> Option<Self> {
        let own = Self::own(puzzle);
        let fits = own
            .state(text)
            .is_ok_and(|state| own.accepts(puzzle, &state));
        fits.then_some(own)
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

impl Puzzle {
    /// Whether a state whose faces each show one colour, with the held piece at
    /// home, must be the solved one. So it is on a cube with a held corner: the
    /// other pieces leave no other choice for the other faces.
    #[must_use]
    pub fn held_decides_uniform_faces(&self) -> bool {
        let solved = Scheme::own(self).characters(self.solved());
        let home: Vec<(char, Color)> = self
            .held()
            .iter()
            .map(|&f| (solved[f], self.solved().color(f)))
            .collect();
        let face_colors_differ = self.faces().iter().map(|face| face.color).all_unique();
        face_colors_differ && Search::best(self, &solved, &home).is_ok_and(|found| found.unique)
    }
}

/// Steps after which the search for a scheme gives up. Six colours take at
/// most some two thousand.
const MOST_STEPS: usize = 50_000;

/// What the search for a scheme came to.
struct Found {
    scheme: Scheme,
    /// Whether no other scheme is as good.
    unique: bool,
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
    unique: bool,
    steps: usize,
}

impl<'a> Search<'a> {
    /// The best scheme in which the symbols of `fixed` have those colours, as
    /// far as that can be.
    fn best(
        puzzle: &'a Puzzle,
        text: &'a [char],
        fixed: &[(char, Color)],
    ) -> Result<Found, StateError> {
        let symbols: Vec<(char, usize)> = counts(text).into_iter().collect();
        let mut search = Self {
            puzzle,
            text,
            assigned: vec![None; symbols.len()],
            symbols,
            color_counts: color_counts(puzzle),
            best: None,
            unique: true,
            steps: 0,
        };
        for &(symbol, color) in fixed {
            if let Some(at) = search
                .symbols
                .iter()
                .position(|&(known, _)| known == symbol)
                && !search.assigned.contains(&Some(color))
            {
                search.assigned[at] = Some(color);
            }
        }
        search.extend();
        if search.steps > MOST_STEPS {
            return Err(StateError::Symbols(format!(
                "there are too many ways to tell which color is which; write the state in the colors of the {}, \
                 which are {}",
                puzzle.name(),
                puzzle.symbols().iter().join(" ")
            )));
        }
        let mut scheme = puzzle.symbols();
        if let Some((_, assigned)) = &search.best {
            for (&(symbol, _), color) in search.symbols.iter().zip(assigned) {
                if let Some(color) = *color {
                    scheme[color] = symbol;
                }
            }
        }
        Ok(Found {
            scheme: Scheme(scheme),
            unique: search.unique,
        })
    }

    fn extend(&mut self) {
        self.steps += 1;
        let cost = self.cost();
        let best = self.best.as_ref().map(|(best, _)| *best);
        // As good as the best is worth a look only to see whether it is unique.
        let hopeless = best.is_some_and(|best| cost > best || (cost == best && !self.unique));
        if hopeless || self.steps > MOST_STEPS {
            return;
        }
        let Some(next) = self.assigned.iter().position(Option::is_none) else {
            self.unique = best != Some(cost);
            if self.unique {
                self.best = Some((cost, self.assigned.clone()));
            }
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

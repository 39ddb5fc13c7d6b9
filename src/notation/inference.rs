//! The search for a color scheme: branch and bound over the assignments of symbols to colors.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use itertools::Itertools;

use crate::error::Error;
use crate::puzzle::{Color, Puzzle, fitting_pieces};
use crate::text::join_names;

/// The maximum number of steps of the search for a scheme. Six colors take at most about two thousand.
const MAX_STEPS: usize = 50_000;

/// The maximum number of comparisons of a place with a piece: about a second. A cube of 18×18×18 takes about fifty thousand
/// per step.
const MAX_COMPARISONS: usize = 200_000_000;

/// The number of pairs of a place and a possible piece that a step compares.
fn comparisons(puzzle: &Puzzle) -> usize {
    let kinds = puzzle.pieces().kinds().iter();
    let of_kind = |kind: &Range<usize>| {
        kind.len() * kind.len() * puzzle.pieces().orientations(kind.start).count()
    };
    kinds.map(of_kind).sum::<usize>().max(1)
}

/// Branch and bound over the assignments of symbols to colors; the cost is the number of places that show no piece.
pub(super) struct BranchAndBound<'a> {
    puzzle: &'a Puzzle,
    /// The symbol of each facelet; `None` if unknown.
    text: Vec<Option<char>>,
    symbols: Vec<(char, usize)>,
    color_counts: Vec<usize>,
    /// The color of each symbol assigned so far.
    assigned: Vec<Option<Color>>,
    /// The least cost so far, and the assignments with this cost.
    best: Option<usize>,
    found: Vec<Vec<Option<Color>>>,
    /// The number of assignments wanted.
    wanted: usize,
    steps: usize,
    most_steps: usize,
}

impl<'a> BranchAndBound<'a> {
    /// The best scheme, and whether it is unique.
    pub(super) fn best_scheme(
        puzzle: &'a Puzzle,
        text: Vec<Option<char>>,
        fixed: &[(char, Color)],
    ) -> Result<(Vec<char>, bool), Error> {
        let mut best = Self::best_schemes(puzzle, text, fixed, 2)?;
        let is_unique = best.len() == 1;
        Ok((best.swap_remove(0), is_unique))
    }

    /// Between one and `wanted` of the best schemes in which the symbols of `fixed` have their colors, as far as possible: the
    /// character of each color. An error if the search takes too many steps.
    pub(super) fn best_schemes(
        puzzle: &'a Puzzle,
        text: Vec<Option<char>>,
        fixed: &[(char, Color)],
        wanted: usize,
    ) -> Result<Vec<Vec<char>>, Error> {
        let known: Vec<char> = text.iter().copied().flatten().collect();
        let symbols: Vec<(char, usize)> = count_symbols(&known).into_iter().collect();
        let mut search = Self {
            puzzle,
            text,
            assigned: vec![None; symbols.len()],
            symbols,
            color_counts: color_counts(puzzle),
            best: None,
            found: Vec::new(),
            wanted,
            steps: 0,
            most_steps: MAX_STEPS.min(MAX_COMPARISONS / comparisons(puzzle)),
        };
        for &(symbol, color) in fixed {
            let mut symbols = search.symbols.iter();
            if let Some(at) = symbols.position(|&(known, _)| known == symbol)
                && !search.assigned.contains(&Some(color))
            {
                search.assigned[at] = Some(color);
            }
        }
        search.assign_next();
        if search.gives_up() {
            return Err(Error::impossible_value(format!(
                "there are too many ways to identify the colors; write the state in the colors of the {}, \
                 which are {}",
                puzzle.name(),
                first_symbols(&puzzle.symbols())
            )));
        }
        if search.found.is_empty() {
            search.found.push(vec![None; search.symbols.len()]);
        }
        let symbols = |assigned: &Vec<Option<Color>>| {
            let mut symbols: Vec<Option<char>> = vec![None; puzzle.colors().len()];
            for (&(symbol, _), color) in search.symbols.iter().zip(assigned) {
                if let Some(color) = *color {
                    symbols[color] = Some(symbol);
                }
            }
            fill_with_own_symbols(puzzle, symbols)
        };
        Ok(search.found.iter().map(symbols).collect())
    }

    fn gives_up(&self) -> bool {
        self.steps > self.most_steps
    }

    fn assign_next(&mut self) {
        self.steps += 1;
        if self.gives_up() {
            return;
        }
        let cost = self.cost();
        let best = self.best;
        // Assignments that equal the best are useful only while more of them are wanted.
        let enough = self.found.len() >= self.wanted;
        let hopeless = best.is_some_and(|best| cost > best || (cost == best && enough));
        if hopeless {
            return;
        }
        let Some(next) = self.assigned.iter().position(Option::is_none) else {
            if best != Some(cost) {
                self.best = Some(cost);
                self.found.clear();
            }
            self.found.push(self.assigned.clone());
            return;
        };
        for color in 0..self.color_counts.len() {
            if self.gives_up() {
                return;
            }
            let (count, most) = (self.symbols[next].1, self.color_counts[color]);
            let fits = count == most || count < most && self.is_partial();
            if fits && !self.assigned.contains(&Some(color)) {
                self.assigned[next] = Some(color);
                self.assign_next();
                self.assigned[next] = None;
            }
        }
    }

    /// Whether some symbols are unknown.
    fn is_partial(&self) -> bool {
        self.text.contains(&None)
    }

    /// The number of places whose colors, as far as assigned, fit no piece, or only pieces that other places use.
    fn cost(&self) -> usize {
        let pieces = self.puzzle.pieces();
        let assigned: HashMap<char, Color> = self
            .symbols
            .iter()
            .zip(&self.assigned)
            .filter_map(|(&(symbol, _), &color)| Some((symbol, color?)))
            .collect();
        let text = self.text.iter();
        let colors = text.map(|symbol| assigned.get(&(*symbol)?).copied());
        let colors: Vec<Option<Color>> = colors.collect();
        let color = |facelet: usize| colors[facelet];
        let mut seen = vec![false; pieces.all().len()];
        (0..pieces.all().len())
            .filter(|&place| {
                let facelets = &pieces.all()[place].facelets;
                let open = facelets.iter().any(|&facelet| color(facelet).is_none());
                if open && !self.is_partial() {
                    return false;
                }
                let fits = fitting_pieces(self.puzzle, place, color);
                if open {
                    return fits.is_empty();
                }
                match fits.iter().find(|fit| !seen[fit.piece]) {
                    Some(fit) => {
                        seen[fit.piece] = true;
                        false
                    }
                    None => true,
                }
            })
            .count()
    }
}

/// The symbols of all colors. An unassigned color gets the puzzle's own symbol, or another one if that is in use.
pub(super) fn fill_with_own_symbols(puzzle: &Puzzle, symbols: Vec<Option<char>>) -> Vec<char> {
    let mut used: Vec<char> = symbols.iter().copied().flatten().collect();
    let own = puzzle.symbols();
    let mut symbol = |(color, symbol): (Color, Option<char>)| {
        let mut spare = [own[color]].into_iter().chain('A'..='Z').chain('a'..='z');
        let symbol = symbol.or_else(|| spare.find(|c| !used.contains(c)));
        let symbol = symbol.unwrap_or(own[color]);
        used.push(symbol);
        symbol
    };
    symbols.into_iter().enumerate().map(&mut symbol).collect()
}

/// How often each symbol occurs, in a fixed order.
pub(super) fn count_symbols(text: &[char]) -> BTreeMap<char, usize> {
    text.iter().copied().counts().into_iter().collect()
}

/// The first symbols of a list, for messages.
pub(super) fn first_symbols(symbols: &[char]) -> String {
    join_names(symbols.iter().map(char::to_string), " ")
}

/// The number of facelets of each color.
pub(super) fn color_counts(puzzle: &Puzzle) -> Vec<usize> {
    let mut counts = vec![0; puzzle.colors().len()];
    for &color in puzzle.solved().colors() {
        counts[color] += 1;
    }
    counts
}

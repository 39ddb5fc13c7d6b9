//! The search for a color scheme: branch and bound over the assignments of symbols to colors.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use itertools::Itertools;

use crate::error::Error;
use crate::puzzle::{Color, Puzzle, fitting_pieces};
use crate::text::join_names;

/// The maximum number of steps of the search for a scheme. Six colors take at most about two thousand.
const MAX_STEPS: usize = 50_000;

/// The maximum number of comparisons of a place with a piece, which take about a second. For an 18×18×18 cube, each step
/// makes about fifty thousand.
const MAX_COMPARISONS: usize = 200_000_000;

/// The number of comparisons in a step: each place with each piece of its kind in each orientation.
fn comparisons(puzzle: &Puzzle) -> usize {
    let kinds = puzzle.pieces().kinds().iter();
    let of_kind = |kind: &Range<usize>| {
        kind.len() * kind.len() * puzzle.pieces().orientations(kind.start).count()
    };
    kinds.map(of_kind).sum::<usize>().max(1)
}

/// Branch and bound over the assignments of symbols to colors. The cost of an assignment is the number of places that show
/// no piece.
pub(super) struct BranchAndBound<'a> {
    puzzle: &'a Puzzle,
    /// The symbol of each facelet; `None` if unknown.
    text: Vec<Option<char>>,
    /// Whether some facelets are unknown.
    is_partial: bool,
    /// The different symbols, each with the number of its facelets.
    symbols: Vec<(char, usize)>,
    color_counts: Vec<usize>,
    /// The color of each symbol assigned so far.
    assigned: Vec<Option<Color>>,
    /// The least cost so far.
    best: Option<usize>,
    /// The assignments with the least cost.
    found: Vec<Vec<Option<Color>>>,
    /// The number of assignments wanted.
    wanted: usize,
    steps: usize,
    most_steps: usize,
}

impl<'a> BranchAndBound<'a> {
    /// The best scheme, and whether no other scheme is as good.
    pub(super) fn best_scheme(
        puzzle: &'a Puzzle,
        text: Vec<Option<char>>,
        fixed: &[(char, Color)],
    ) -> Result<(Vec<char>, bool), Error> {
        let mut best = Self::best_schemes(puzzle, text, fixed, 2)?;
        let is_unique = best.len() == 1;
        Ok((best.swap_remove(0), is_unique))
    }

    /// The best schemes in which the symbols of `fixed` have their colors, as far as possible: at least one, at most
    /// `wanted`. A scheme lists the character of each color. An error if the search takes too many steps.
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
            is_partial: text.contains(&None),
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
            let pairs = search.symbols.iter().zip(assigned);
            for (symbol, color) in pairs.filter_map(|(it, color)| Some((it.0, (*color)?))) {
                symbols[color] = Some(symbol);
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
        // An assignment that is as good as the best is useful only while more assignments are wanted.
        let has_enough = self.found.len() >= self.wanted;
        if best.is_some_and(|best| cost > best || (cost == best && has_enough)) {
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
            let (count, most) = (self.symbols[next].1, self.color_counts[color]);
            let fits = count == most || count < most && self.is_partial;
            if fits && !self.assigned.contains(&Some(color)) {
                self.assigned[next] = Some(color);
                self.assign_next();
                self.assigned[next] = None;
            }
        }
    }

    /// The number of places whose colors, as far as assigned, fit no piece, or only pieces that other places use.
    fn cost(&self) -> usize {
        let pairs = self.symbols.iter().zip(&self.assigned);
        let assigned: HashMap<char, Option<Color>> =
            pairs.map(|(symbol, color)| (symbol.0, *color)).collect();
        let color_of = |symbol: &Option<char>| symbol.and_then(|symbol| assigned[&symbol]);
        let colors: Vec<Option<Color>> = self.text.iter().map(color_of).collect();
        let pieces = self.puzzle.pieces().all();
        let mut used = vec![false; pieces.len()];
        let mut cost = 0;
        for (place, piece) in pieces.iter().enumerate() {
            let mut facelets = piece.facelets.iter();
            let is_open = facelets.any(|&facelet| colors[facelet].is_none());
            if is_open && !self.is_partial {
                continue;
            }
            let fits = fitting_pieces(self.puzzle, place, |facelet| colors[facelet]);
            match fits.iter().find(|fit| is_open || !used[fit.piece]) {
                None => cost += 1,
                Some(fit) => used[fit.piece] |= !is_open,
            }
        }
        cost
    }
}

/// The symbols of all colors. A color without a symbol gets the puzzle's own symbol or, if that is in use, another letter.
pub(super) fn fill_with_own_symbols(puzzle: &Puzzle, symbols: Vec<Option<char>>) -> Vec<char> {
    let mut used: Vec<char> = symbols.iter().copied().flatten().collect();
    let with_own = puzzle.symbols().into_iter().zip(symbols);
    let symbol = with_own.map(|(own, symbol)| {
        let mut spare = [own].into_iter().chain('A'..='Z').chain('a'..='z');
        let symbol = symbol.or_else(|| spare.find(|c| !used.contains(c)));
        let symbol = symbol.unwrap_or(own);
        used.push(symbol);
        symbol
    });
    symbol.collect()
}

/// How often each symbol occurs, in the order of the symbols.
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

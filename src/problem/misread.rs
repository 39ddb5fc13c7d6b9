//! The most likely error in a state that was copied sticker by sticker.
//!
//! *Idea.* If one color occurs once too often and another once too rarely, one sticker of the first color was misread.
//! Each of these stickers is changed in turn. If exactly one change makes the state possible, this sticker was misread.

use std::hash::Hash;
use std::sync::Arc;

use itertools::Itertools;

use super::possible::is_possible;
use crate::notation::Scheme;
use crate::puzzle::{Puzzle, Sticker, misfits};

/// The number of facelets of the largest puzzle that is searched, a 5×5×5. Larger puzzles take too long.
pub(super) const MAX_FACELETS: usize = 150;

/// The maximum number of places in a message.
const MAX_PLACES: usize = 3;

/// Describes the misread sticker, as in `U1 shows W where its corner only fits Y`, or else the places whose colors match
/// no piece. `None` if the color counts are right, if some stickers are unknown, if the puzzle is too large, or if
/// neither can be determined.
pub fn describe_misread(puzzle: &Arc<Puzzle>, stickers: &[Sticker]) -> Option<String> {
    let symbols = Sticker::all_symbols(stickers)?;
    let is_complete = !symbols.contains(&'?') || puzzle.symbols().contains(&'?');
    if symbols.len() > MAX_FACELETS || has_right_counts(puzzle, &symbols) || !is_complete {
        return None;
    }
    let one = single_wrong_sticker(puzzle, &symbols).map(|(facelet, right)| {
        let place = puzzle.pieces().place_of(facelet);
        let (name, shown) = (&puzzle.facelets()[facelet], symbols[facelet]);
        let word = puzzle.pieces().all()[place].word;
        format!("{name} shows {shown} where its {word} only fits {right}")
    });
    one.or_else(|| missing_piece(puzzle, &symbols))
}

/// Whether the symbols occur as often as the colors of the solved puzzle.
pub(super) fn has_right_counts(puzzle: &Puzzle, symbols: &[char]) -> bool {
    let solved = puzzle.solved().colors().iter().counts();
    let found = symbols.iter().counts();
    let [solved, found] = [solved.into_values().sorted(), found.into_values().sorted()];
    solved.eq(found)
}

/// How often each pair of symbols shares a piece, in ascending order: equal for all states, in any symbols.
pub(super) fn adjacency_counts<T: Copy + Ord + Hash>(puzzle: &Puzzle, symbols: &[T]) -> Vec<usize> {
    let pairs = puzzle.pieces().all().iter().flat_map(|piece| {
        let shown = piece.facelets.iter().map(|&facelet| symbols[facelet]);
        shown.sorted().array_combinations::<2>()
    });
    pairs.counts().into_values().sorted().collect()
}

/// The only sticker that can be replaced by the missing color so that the state becomes possible, and the missing color.
pub(super) fn single_wrong_sticker(
    puzzle: &Arc<Puzzle>,
    symbols: &[char],
) -> Option<(usize, char)> {
    let (shown, right) = swapped_symbols(puzzle, symbols)?;
    let solved = adjacency_counts(puzzle, puzzle.solved().colors());
    let fits = |&facelet: &usize| {
        let mut symbols = symbols.to_vec();
        symbols[facelet] = right;
        // A fast test that rules out most suspects.
        adjacency_counts(puzzle, &symbols) == solved && is_possible(puzzle, &symbols)
    };
    let suspects = (0..symbols.len()).filter(|&facelet| symbols[facelet] == shown);
    let facelet = suspects.filter(fits).exactly_one().ok()?;
    Some((facelet, right))
}

/// `no piece has the colors at U1 L1 B3 and at U2 B2`, if the colors of the symbols are known.
fn missing_piece(puzzle: &Puzzle, symbols: &[char]) -> Option<String> {
    let places = |scheme: &Scheme| -> Option<Vec<usize>> {
        let state = scheme.state(symbols).ok()?;
        Some(misfits(puzzle, &state).map(|(place, _)| place).collect())
    };
    let schemes = Scheme::schemes_without_pieces(puzzle, symbols);
    let found = schemes.iter().filter_map(places).min_by_key(Vec::len)?;
    let name = |place: &usize| {
        let facelets = &puzzle.pieces().all()[*place].facelets;
        let facelets = facelets.iter().map(|&facelet| &puzzle.facelets()[facelet]);
        format!("at {}", facelets.format(" "))
    };
    let names: Vec<String> = found.iter().take(MAX_PLACES).map(name).collect();
    (!names.is_empty()).then(|| format!("no piece has the colors {}", names.join(" and ")))
}

/// The symbol that occurs once too often and the symbol that occurs once too rarely, if all other counts are right.
fn swapped_symbols(puzzle: &Puzzle, symbols: &[char]) -> Option<(char, char)> {
    let colors = puzzle.colors().len();
    let each = symbols.len() / colors;
    let solved = puzzle.solved().colors().iter().counts();
    if solved.values().any(|&count| count != each) {
        return None;
    }
    let counts = symbols.iter().copied().counts().into_iter();
    let wrong = counts.filter(|&(_, count)| count != each);
    let wrong = wrong.sorted_by_key(|&(symbol, count)| (count, symbol));
    let [(rare, few), (frequent, many)] = wrong.collect_array()?;
    if few + 1 == each && many == each + 1 {
        Some((frequent, rare))
    } else if few == 1 && many + 1 == each {
        // A symbol that occurs once and is not a color.
        Some((rare, frequent))
    } else {
        None
    }
}

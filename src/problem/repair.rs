//! The smallest change that makes an impossible state possible: another color for one sticker, two exchanged stickers,
//! or a few pieces twisted, flipped or exchanged. The change is only proposed, never assumed.
//!
//! *Idea.* If every color occurs the right number of times and all pieces exist, few invariants of turns can be wrong:
//! the total twist of the corners, the parity of flipped edges, and the parity of the permutation. One change per
//! invariant, of any piece, is sufficient. If some piece does not belong to the puzzle, two stickers were exchanged. Only
//! the few exchanges that yield pieces of the puzzle are tried.

use std::sync::Arc;

use itertools::Itertools;

use super::misread::{MAX_FACELETS, adjacency_counts, has_right_counts, single_wrong_sticker};
use super::possible::is_possible;
use crate::notation::symbol_word;
use crate::puzzle::{Face, Puzzle, Sticker};

/// The maximum number of simultaneous changes.
const MAX_CHANGES: usize = 3;

/// A change that makes a state possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The change, in words and colors.
    pub words: String,
    /// The symbols of the possible state, one per facelet.
    pub symbols: Vec<char>,
}

/// Finds the smallest change that makes a state possible; `None` if the state is possible or partly unknown, if the puzzle
/// is too large, or if no small change is sufficient.
pub fn repair(puzzle: &Arc<Puzzle>, stickers: &[Sticker]) -> Option<Repair> {
    let symbols = Sticker::all_symbols(stickers)?;
    if symbols.len() > MAX_FACELETS || is_possible(puzzle, &symbols) {
        return None;
    }
    if has_right_counts(puzzle, &symbols) {
        change_pieces(puzzle, &symbols).or_else(|| exchange_two_stickers(puzzle, &symbols))
    } else {
        let (facelet, right) = single_wrong_sticker(puzzle, &symbols)?;
        let mut repaired = symbols.clone();
        repaired[facelet] = right;
        Some(Repair::new(puzzle, "coloring ", &symbols, repaired))
    }
}

impl Repair {
    /// A repair in words, followed by the changed stickers with their new colors: `U9 red, R1 white`.
    fn new(puzzle: &Puzzle, words: &str, old: &[char], new: Vec<char>) -> Self {
        let changed = (0..old.len()).filter(|&facelet| old[facelet] != new[facelet]);
        let changed = changed.map(|facelet| {
            let color = symbol_word(puzzle, old, new[facelet]);
            format!("{} {color}", puzzle.facelets()[facelet])
        });
        Self {
            words: format!("{words}{}", changed.format(", ")),
            symbols: new,
        }
    }
}

/// Pairs of a facelet and the facelet whose symbol it receives.
type SymbolReassignment = Vec<(usize, usize)>;

/// A way to change one piece or exchange two pieces.
struct Change {
    /// The number of the invariant that the change repairs. Two changes of one invariant are never combined.
    invariant: usize,
    /// `one corner twisted in its place`.
    words: String,
    /// The change applied to each piece of a kind, or to each pair of pieces.
    variants: Vec<SymbolReassignment>,
}

/// Makes the fewest changes of pieces that are sufficient.
fn change_pieces(puzzle: &Arc<Puzzle>, symbols: &[char]) -> Option<Repair> {
    let changes = changes(puzzle);
    (1..=MAX_CHANGES).find_map(|count| {
        let sets = changes.iter().combinations(count);
        let sets = sets.filter(|set| set.iter().map(|change| change.invariant).all_unique());
        let found = sets.filter_map(|set| apply_changes(puzzle, symbols, &set));
        found.max_by_key(|repair| count_uniform(puzzle, &repair.symbols))
    })
}

/// Applies some changes together, to the pieces for which the most stickers then match their face; `None` if the changes
/// are not sufficient.
fn apply_changes(puzzle: &Arc<Puzzle>, symbols: &[char], set: &[&Change]) -> Option<Repair> {
    let first = set.iter().fold(symbols.to_vec(), |symbols, change| {
        with_moved_symbols(&symbols, &change.variants[0])
    });
    if !is_possible(puzzle, &first) {
        return None;
    }
    let nearest = set.iter().fold(symbols.to_vec(), |symbols, change| {
        let variants = change.variants.iter().rev();
        let changed = variants.map(|moved| with_moved_symbols(&symbols, moved));
        let nearest = changed.max_by_key(|symbols| count_uniform(puzzle, symbols));
        nearest.unwrap_or(symbols)
    });
    let repaired = if is_possible(puzzle, &nearest) {
        nearest
    } else {
        first
    };
    let words = set.iter().map(|change| &change.words).join(" and ");
    let words = format!("{words}, such as ");
    Some(Repair::new(puzzle, &words, symbols, repaired))
}

fn with_moved_symbols(symbols: &[char], moved: &SymbolReassignment) -> Vec<char> {
    let mut changed = symbols.to_vec();
    for &(to, from) in moved {
        changed[to] = symbols[from];
    }
    changed
}

/// The number of stickers that have the most frequent color of their face.
fn count_uniform(puzzle: &Puzzle, symbols: &[char]) -> usize {
    let uniform_count = |face: &Face| {
        let counts = face.facelets.iter().counts_by(|&facelet| symbols[facelet]);
        counts.into_values().max().unwrap_or(0)
    };
    puzzle.faces().iter().map(uniform_count).sum()
}

/// For each kind of piece: each way to twist a piece in place, and the exchange of two pieces.
fn changes(puzzle: &Puzzle) -> Vec<Change> {
    let pieces = puzzle.pieces();
    let mut changes = Vec::new();
    for (kind, places) in pieces.kinds().iter().enumerate() {
        let word = pieces.all()[places.start].word;
        let orientations = pieces.orientations(places.start).count();
        let verb = pieces.misorientation(places.start);
        for twist in 1..orientations {
            let turned = |place: usize| -> Option<SymbolReassignment> {
                let home = pieces.frame(pieces.orientations(place).next()?);
                let there = pieces.frame(pieces.orientations(place).nth(twist)?);
                Some(there.iter().copied().zip(home.iter().copied()).collect())
            };
            changes.push(Change {
                invariant: kind,
                words: format!("one {word} {verb} in its place"),
                variants: places.clone().filter_map(turned).collect(),
            });
        }
        if places.len() > 2 && puzzle.tells_apart(kind) {
            let frame = |place: usize| pieces.all()[place].facelets.iter().copied();
            let exchanged = |[one, other]: [usize; 2]| {
                let there = frame(one).zip(frame(other));
                there.chain(frame(other).zip(frame(one))).collect()
            };
            changes.push(Change {
                invariant: kind + pieces.kinds().len(),
                words: format!("two {word}s exchanged"),
                variants: places.clone().array_combinations().map(exchanged).collect(),
            });
        }
    }
    changes.retain(|change| !change.variants.is_empty());
    changes
}

/// Exchanges two stickers of different pieces.
fn exchange_two_stickers(puzzle: &Arc<Puzzle>, symbols: &[char]) -> Option<Repair> {
    let solved = adjacency_counts(puzzle, puzzle.solved().colors());
    let place = |facelet: usize| puzzle.pieces().place_of(facelet);
    let pairs = (0..symbols.len()).array_combinations();
    let pairs = pairs.filter(|&[a, b]| symbols[a] != symbols[b] && place(a) != place(b));
    let mut found = pairs.filter_map(|[a, b]| {
        let mut repaired = symbols.to_vec();
        repaired.swap(a, b);
        let fits = adjacency_counts(puzzle, &repaired) == solved && is_possible(puzzle, &repaired);
        fits.then_some(repaired)
    });
    let symbols_after = found.next()?;
    let others = found.count();
    let more = match others {
        0 => String::new(),
        1 => ", or another two".to_owned(),
        _ => format!(", or {others} other pairs"),
    };
    let words = format!("two stickers exchanged{more}: ");
    Some(Repair::new(puzzle, &words, symbols, symbols_after))
}

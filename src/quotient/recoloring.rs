//! Goals given by colors: stickers are recolored, as if with painter's tape.
//!
//! *Idea.* If the turns produce few colorings, the colorings are the values of one coordinate. Otherwise each color has
//! a coordinate of its own: the set of places of its stickers. If such coordinates have too many values, too, the
//! quotient keeps the facelets and has only the new colors.

use std::collections::HashMap;

use itertools::Itertools;

use super::coordinate::{Coordinate, Observation};
use super::error::{MAX_VALUES, no_pattern_error, nothing_to_solve_error};
use super::reduced::{
    MembershipTest, ReducedPuzzle, VALUE_SYMBOLS, matches_pattern, matches_sticker,
};
use super::row::{BLANK, MARK, Row, goal_at_home};
use crate::error::{Error, ErrorKind};
use crate::group::Permutation;
use crate::puzzle::{Color, Pattern, Puzzle, Sticker};

/// The quotient's symbol for the color that a recoloring calls `.`.
const UNNAMED: char = '_';

/// The puzzle reduced by a goal that is given by colors. `recoloring`: the new color of each sticker, by its home
/// facelet. The goal is any of the patterns or, without patterns, the recolored solved puzzle.
pub(super) fn by_recoloring(
    puzzle: &Puzzle,
    turns: &[Permutation],
    recoloring: &[char],
    patterns: &[Vec<Sticker>],
) -> Result<ReducedPuzzle, Error> {
    if turns.is_empty() {
        return Err(nothing_to_solve_error());
    }
    let moved = |&at: &usize| turns.iter().any(|turn| turn.source(at) != at);
    let (moved, fixed_facelets): (Vec<usize>, Vec<usize>) = (0..recoloring.len()).partition(moved);
    let recoloring: Vec<char> = recoloring.iter().map(|&c| quotient_symbol(c)).collect();
    // The symbols of the colors, in the order of their first stickers.
    let in_order = moved.iter().chain(&fixed_facelets);
    let mut symbols: Vec<char> = in_order.map(|&at| recoloring[at]).unique().collect();
    let number = |c: &char| symbols.iter().position(|symbol| symbol == c);
    let colors: Vec<Color> = recoloring.iter().filter_map(number).collect();
    if !respects_lookalikes(puzzle, &colors) {
        let puzzle = puzzle.title();
        let reason = format!("the recoloring distinguishes pieces of {puzzle} that look alike");
        return Err(Error::impossible_value(reason));
    }
    let coordinate = Coordinate::new(
        Observation::Recoloring(colors.clone()),
        turns,
        &[],
        MAX_VALUES,
    )?;
    let admits = |shown: &[u16]| {
        let shown: Vec<char> = shown
            .iter()
            .map(|&color| symbols[usize::from(color)])
            .collect();
        patterns
            .iter()
            .any(|pattern| matches_pattern(&shown, pattern))
    };
    let (rows, goal) = match coordinate {
        Some(coordinate) if coordinate.len() == 1 => return Err(nothing_to_solve_error()),
        Some(coordinate) => {
            let is_goal = |&value: &usize| match patterns {
                [] => value == 0,
                _ => admits(coordinate.colors_of_value(value)),
            };
            let goals: Vec<usize> = (0..coordinate.len()).filter(is_goal).collect();
            let goal = values_as_pattern(coordinate.len(), &goals);
            let goal = goal.ok_or_else(no_pattern_error)?;
            (vec![Row::Values(coordinate)], goal)
        }
        None if patterns.len() > 1 => {
            let reason = format!(
                "several patterns require a recoloring with at most {MAX_VALUES} colorings under the allowed turns; this one has more"
            );
            return Err(Error::new(ErrorKind::TooLarge, reason));
        }
        None if patterns.iter().any(|pattern| {
            let stays = |&at: &usize| matches_sticker(symbols[colors[at]], &pattern[at]);
            !fixed_facelets.iter().all(stays)
        }) =>
        {
            return Err(no_pattern_error());
        }
        None => match values_by_color(&colors, symbols.len(), turns)? {
            Some(rows) if patterns.is_empty() => {
                let goal = goal_at_home(&rows);
                (rows, goal)
            }
            _ => {
                let shown: Vec<Color> = moved.iter().map(|&at| colors[at]).collect();
                symbols.truncate(shown.iter().max().map_or(0, |&last| last + 1));
                let mut facelets = moved;
                // The quotient has one face per color.
                facelets.sort_by_key(|&at| (colors[at], at));
                let allowed = |&at: &usize| match patterns {
                    [] => vec![colors[at]],
                    [pattern, ..] => {
                        let fits = |&color: &Color| matches_sticker(symbols[color], &pattern[at]);
                        (0..symbols.len()).filter(fits).collect()
                    }
                };
                let goal = Pattern::new(facelets.iter().map(allowed).collect());
                (vec![Row::Recoloring { facelets, colors }], goal)
            }
        },
    };
    let symbols = match &rows[0] {
        Row::Values(_) => VALUE_SYMBOLS.to_vec(),
        Row::Recoloring { .. } => symbols,
    };
    Ok(ReducedPuzzle {
        rows,
        symbols,
        goal,
        membership_test: MembershipTest::Recoloring {
            recoloring,
            patterns: patterns.to_vec(),
            fixed_facelets,
        },
        index: None,
    })
}

/// The quotient's symbol for a color of a recoloring.
fn quotient_symbol(symbol: char) -> char {
    match symbol {
        '.' => UNNAMED,
        symbol => symbol,
    }
}

/// Whether stickers of the puzzle that look alike have the same new color.
fn respects_lookalikes(puzzle: &Puzzle, colors: &[Color]) -> bool {
    let pieces = puzzle.pieces();
    let solved = puzzle.solved();
    pieces.kinds().iter().all(|kind| {
        let facelets = || kind.clone().flat_map(|place| pieces.orientations(place));
        let frame_colors = |facelet: usize, color: &dyn Fn(usize) -> Color| -> Vec<Color> {
            pieces.frame(facelet).iter().map(|&f| color(f)).collect()
        };
        let solved = |facelet| frame_colors(facelet, &|f| solved.color(f));
        let recolored = |facelet| frame_colors(facelet, &|f| colors[f]);
        let mut known = HashMap::new();
        facelets().all(|facelet| {
            *known.entry(solved(facelet)).or_insert(recolored(facelet)) == recolored(facelet)
        })
    })
}

/// The pattern of a row of `values` facelets of which one of the `goals` is marked; `None` without goals.
fn values_as_pattern(values: usize, goals: &[usize]) -> Option<Pattern> {
    let set = |value: usize| match goals {
        [only] if *only == value => vec![MARK],
        goals if goals.len() > 1 && goals.contains(&value) => vec![MARK, BLANK],
        _ => vec![BLANK],
    };
    (!goals.is_empty()).then(|| Pattern::new((0..values).map(set).collect()))
}

/// One row of values per color, for the set of places of its stickers. One color may be left out, because its stickers
/// fill the remaining places. `None` if two colors or all rows together have too many values, or if no color moves.
fn values_by_color(
    colors: &[Color],
    symbols: usize,
    turns: &[Permutation],
) -> Result<Option<Vec<Row>>, Error> {
    let (mut coordinates, mut left_out) = (Vec::new(), 0);
    for color in 0..symbols {
        let alone = colors.iter().map(|&other| usize::from(other != color));
        match Coordinate::new(
            Observation::Recoloring(alone.collect()),
            turns,
            &[],
            MAX_VALUES,
        )? {
            Some(coordinate) if coordinate.len() > 1 => coordinates.push(coordinate),
            Some(_) => (),
            None => left_out += 1,
        }
    }
    coordinates.sort_by_key(Coordinate::len);
    if left_out == 0 {
        coordinates.pop();
    }
    let facelets: usize = coordinates.iter().map(Coordinate::len).sum();
    let fits = left_out <= 1 && !coordinates.is_empty() && facelets <= MAX_VALUES;
    Ok(fits.then(|| coordinates.into_iter().map(Row::Values).collect()))
}

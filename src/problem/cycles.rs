//! Goals that are cycles of pieces: `(UF UR UL)`, `(UFR UBR)`, `(UF+)`.
//!
//! *Meaning.* `(UF UR UL)` is the solved puzzle with the piece UF at UR, the piece UR at UL and the piece UL at UF. The
//! first sticker that a word names moves to the first sticker of the next word, and the other stickers follow. A sign after
//! a single piece or after the bracket twists the piece that moves to the first place: `+` clockwise, `-`
//! counterclockwise. Both signs flip an edge.
//!
//! *Which way is clockwise.* A turn without a prime is clockwise. Such a turn of the face t brings a corner of t to the
//! next corner around t; both corners are also on one other face s. Seen from outside, the faces of the first corner are,
//! clockwise, t, a third face, and s. A turn that twists a piece in its place, such as a turn about a corner, shows the
//! direction directly.

use itertools::Itertools;

use crate::puzzle::{Pieces, Puzzle, State};
use crate::text::excerpt;

/// The maximum number of stickers of a piece that can be named by its faces.
const MAX_STICKERS: usize = 5;

/// The solved puzzle with some pieces permuted.
pub(super) struct Cycles {
    pub(super) state: State,
    /// The facelets of the named pieces.
    pub(super) named: Vec<usize>,
}

impl Cycles {
    /// Reads cycles of pieces. The error says what is wrong with the text.
    pub(super) fn read(puzzle: &Puzzle, text: &str) -> Result<Self, String> {
        let solved = puzzle.solved().colors();
        let mut colors = solved.to_vec();
        let mut named: Vec<usize> = Vec::new();
        for cycle in written_cycles(text)? {
            let words = cycle.words.iter().map(|word| piece_named(puzzle, word));
            let words: Vec<Vec<usize>> = words.collect::<Result<_, _>>()?;
            for (word, facelets) in cycle.words.iter().zip(&words) {
                if facelets.iter().any(|facelet| named.contains(facelet)) {
                    return Err(format!("the piece `{}` is named twice", excerpt(word)));
                }
                named.extend(facelets);
            }
            let pieces = puzzle.pieces();
            let last = match cycle.sign {
                None => words[0][0],
                Some(sign) => twist_destination(puzzle, &words[0], sign)?,
            };
            let next = words[1..].iter().map(|word| word[0]).chain([last]);
            for (from, to) in words.iter().zip(next) {
                let moves = destinations(pieces, from, to).ok_or_else(|| {
                    let words = cycle.words.join(" ");
                    format!("`{words}`: turns cannot bring these pieces to each other's places")
                })?;
                for (from, to) in moves {
                    colors[to] = solved[from];
                }
            }
        }
        let state = State::new(colors);
        Ok(Self { state, named })
    }
}

/// A cycle in its written form.
struct WrittenCycle {
    words: Vec<String>,
    /// `+` or `-`.
    sign: Option<char>,
}

fn written_cycles(text: &str) -> Result<Vec<WrittenCycle>, String> {
    let syntax = "write cycles of pieces as `(UF UR UL)`, several one after another, and `(UF+)` for a piece that is twisted in its place";
    let mut cycles = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (group, after_group) = rest
            .strip_prefix('(')
            .and_then(|rest| rest.split_once(')'))
            .ok_or(syntax)?;
        let mut words: Vec<String> = group
            .split(|c: char| c.is_whitespace() || c == ',')
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect();
        let mut sign = None;
        if let [word] = &mut words[..]
            && word.ends_with(['+', '-'])
        {
            sign = word.pop();
        }
        rest = after_group.trim_start();
        if sign.is_none() && after_group.starts_with(['+', '-']) {
            sign = after_group.chars().next();
            rest = after_group[1..].trim_start();
        }
        if words.is_empty()
            || words.iter().any(|word| word.ends_with(['+', '-']))
            || words.len() == 1 && sign.is_none()
        {
            return Err(syntax.to_owned());
        }
        cycles.push(WrittenCycle { words, sign });
    }
    Ok(cycles)
}

/// The facelets of a piece named by its faces, in the order of the name.
pub(super) fn piece_named(puzzle: &Puzzle, word: &str) -> Result<Vec<usize>, String> {
    let mut face_of = vec![""; puzzle.facelets().len()];
    for face in puzzle.faces() {
        for &facelet in &face.facelets {
            face_of[facelet] = &face.name;
        }
    }
    let pieces = puzzle.pieces().all().iter().map(|piece| &piece.facelets);
    let pieces = pieces.filter(|facelets| (2..=MAX_STICKERS).contains(&facelets.len()));
    let ordered = pieces.flat_map(|facelets| facelets.iter().copied().permutations(facelets.len()));
    let mut matches = ordered.filter(|facelets| {
        let name = facelets.iter().map(|&facelet| face_of[facelet]).join("");
        // A mix of capital and small letters names other pieces: `UFr` is a wing of a 4×4×4.
        word == name || word == name.to_ascii_lowercase()
    });
    let (word, title) = (excerpt(word), puzzle.title());
    match (matches.next(), matches.next()) {
        (None, _) => Err(format!(
            "{title} has no piece `{word}`: a piece is named by the faces it is on"
        )),
        (Some(_), Some(_)) => Err(format!("{title} has several pieces `{word}`")),
        (Some(facelets), None) => Ok(facelets),
    }
}

/// The destination of each sticker of a piece when the first sticker in its name moves to the facelet `to`.
fn destinations(pieces: &Pieces, piece: &[usize], to: usize) -> Option<Vec<(usize, usize)>> {
    let (from, there) = (pieces.place_of(piece[0]), pieces.place_of(to));
    if pieces.all()[from].kind != pieces.all()[there].kind {
        return None;
    }
    let home = &pieces.all()[from].facelets;
    let first = home.iter().position(|&it| it == piece[0])?;
    let mut frames = pieces.orientations(there).map(|it| pieces.frame(it));
    let frame = frames.find(|frame| frame.get(first) == Some(&to))?;
    Some(home.iter().copied().zip(frame.iter().copied()).collect())
}

/// The destination of the first sticker of a piece that is twisted in its place.
fn twist_destination(puzzle: &Puzzle, piece: &[usize], sign: char) -> Result<usize, String> {
    if let &[_, other] = piece {
        return Ok(other);
    }
    let unknown = || format!("`{sign}`: it is not known which way is clockwise for this piece");
    let next = next_clockwise(puzzle, piece).ok_or_else(unknown)?;
    let second = piece.iter().position(|&it| it == next[0]);
    Ok(match (sign, second) {
        ('-', Some(second)) => next[second],
        _ => next[0],
    })
}

/// For each sticker of a corner, the next sticker clockwise.
fn next_clockwise(puzzle: &Puzzle, piece: &[usize]) -> Option<[usize; 3]> {
    let &[a, b, c] = piece else { return None };
    let (forward, backward) = ([b, c, a], [c, a, b]);
    let faces_of = |facelets: [usize; 3]| -> Option<Vec<usize>> {
        let facelets = facelets.into_iter();
        facelets.map(|facelet| puzzle.face_of(facelet)).collect()
    };
    for turn in puzzle.turns().iter().filter(|turn| turn.power == 1) {
        let back = turn.permutation.inverse();
        let to = [a, b, c].map(|facelet| back.source(facelet));
        if to == forward || to == backward {
            return Some(to);
        }
        let mut faces = puzzle.faces().iter();
        let Some(face) = faces.position(|face| face.name == turn.base) else {
            continue;
        };
        let (faces, next) = (faces_of([a, b, c])?, faces_of(to)?);
        let at = faces.iter().position(|&it| it == face);
        let Some(at) = at.filter(|_| to != piece && next.contains(&face)) else {
            continue;
        };
        let is_shared = |&it: &usize| it != at && next.contains(&faces[it]);
        // Clockwise: t, then the face that is not shared, then the shared one.
        if let [shared] = (0..3).filter(is_shared).collect_vec()[..] {
            let is_forward = shared == (at + 2) % 3;
            return Some(if is_forward { forward } else { backward });
        }
    }
    None
}

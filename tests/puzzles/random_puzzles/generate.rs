//! Random puzzles: small ones with unusual properties, and starts and goals for them.

use std::collections::BTreeSet;

use itertools::Itertools;
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rustc_hash::FxHashMap;

use super::harness::Chance;
use super::model::{
    Alias, Colors, Face, Generator, Model, Move, closure, colors_after, is_identity, order, then,
};
use super::question::{Sets, known};

/// The maximum number of turns of a puzzle, powers included: each takes clauses in every slot.
const MAX_MOVES: usize = 16;

/// A turn of random cycles through some facelets, with lengths from `lengths`.
pub fn cycles(size: usize, among: &[usize], lengths: &[usize], chance: &mut Chance) -> Vec<usize> {
    let mut from: Vec<usize> = (0..size).collect();
    let mut left = among.to_vec();
    left.shuffle(chance);
    let most = chance.random_range(1..=3);
    for _ in 0..most {
        let length = *lengths.choose(chance).unwrap();
        if length > left.len() {
            break;
        }
        let cycle = left.split_off(left.len() - length);
        for (at, &facelet) in cycle.iter().enumerate() {
            from[cycle[(at + 1) % length]] = facelet;
        }
    }
    from
}

/// A puzzle of these colors and turns; `None` if a file must not have them: a turn without effect, a power of another
/// turn, or too many turns.
pub fn puzzle(solved: &[u8], turns: Vec<Vec<usize>>, chance: &mut Chance) -> Option<Model> {
    let mut model = Model {
        faces: faces(solved, chance),
        generators: named(turns, chance),
        ..Model::default()
    };
    let is_turn = |it: &Generator| !is_identity(&it.from) && order(&it.from) <= 12;
    if model.generators.is_empty() || !model.generators.iter().all(is_turn) {
        return None;
    }
    let moves = model.moves();
    if moves.len() > MAX_MOVES || !moves.iter().map(|it| &it.from).all_unique() {
        return None;
    }
    if chance.random_bool(0.2) {
        alias(&mut model, &moves, chance);
    }
    Some(model)
}

/// Faces in random order, one or two per color.
fn faces(solved: &[u8], chance: &mut Chance) -> Vec<Face> {
    let mut faces = Vec::new();
    for color in BTreeSet::from_iter(solved.iter().copied()) {
        let facelets = (0..solved.len()).filter(|&it| solved[it] == color);
        let mut facelets: Vec<usize> = facelets.collect();
        facelets.shuffle(chance);
        if facelets.len() > 1 && chance.random_bool(0.3) {
            let rest = facelets.split_off(chance.random_range(1..facelets.len()));
            faces.push(Face {
                color,
                facelets: rest,
            });
        }
        faces.push(Face { color, facelets });
    }
    faces.shuffle(chance);
    faces
}

/// Gives turns names of all kinds that a file may use, each with its own letter.
fn named(turns: Vec<Vec<usize>>, chance: &mut Chance) -> Vec<Generator> {
    let mut letters: Vec<char> = ('A'..='Z').collect();
    letters.shuffle(chance);
    let mut name = |(from, letter): (Vec<usize>, char)| {
        let name = match chance.random_range(0..8) {
            0 => format!("{letter}w"),
            1 => format!("3{letter}w"),
            2 => letter.to_lowercase().to_string(),
            3 => format!("{letter}ab"),
            4 | 5 if order(&from) == 2 => format!("{letter}2"),
            _ => letter.to_string(),
        };
        Generator { name, from }
    };
    turns.into_iter().zip(letters).map(&mut name).collect()
}

/// One to three other names of turns.
fn alias(model: &mut Model, moves: &[Move], chance: &mut Chance) {
    let mut letters: Vec<char> = ('a'..='z').collect();
    letters.retain(|letter| {
        let mut names = model.generators.iter().map(|it| it.name.to_lowercase());
        !names.any(|name| name.trim_start_matches('3').starts_with(*letter))
    });
    letters.shuffle(chance);
    model.aliases.clear();
    for letter in letters.into_iter().take(chance.random_range(1..=3)) {
        let name = match chance.random_range(0..4) {
            0 => format!("{letter}v"),
            1 => letter.to_uppercase().to_string(),
            2 => format!("{letter}-{letter}"),
            _ => letter.to_string(),
        };
        let turn = moves.choose(chance).unwrap().name.clone();
        model.aliases.push(Alias { name, turn });
    }
}

/// Colors for N facelets: all different, or a few that repeat.
fn colors(size: usize, chance: &mut Chance) -> Colors {
    let letters = if chance.random_bool(0.5) { b'A' } else { b'1' };
    let kinds = match chance.random_range(0..4) {
        0 if size <= 9 => size,
        1 => 3.min(size),
        _ => 2,
    };
    let mut colors: Colors = (0..size).map(|it| letters + (it % kinds) as u8).collect();
    if kinds < size && chance.random_bool(0.5) {
        // Some colors occur more often than others.
        colors
            .iter_mut()
            .skip(kinds)
            .for_each(|it| *it = letters + chance.random_range(0..kinds) as u8);
    }
    colors.shuffle(chance);
    colors
}

/// Stickers in a row, each a piece of its own.
pub fn beads(chance: &mut Chance) -> Option<Model> {
    let size = chance.random_range(3..=8);
    let turns = (0..chance.random_range(1..=4)).map(|_| {
        let all: Vec<usize> = (0..size).collect();
        cycles(size, &all, &[2, 2, 3, 3, 4, 5, 6], chance)
    });
    let turns = turns.collect();
    puzzle(&colors(size, chance), turns, chance)
}

/// Pieces of two or three stickers, which turns may twist; some are identical.
fn stickers(chance: &mut Chance) -> Option<Model> {
    let (places, each) = (chance.random_range(2..=4), chance.random_range(2..=3));
    let size = places * each;
    let all: Vec<usize> = (0..places).collect();
    let turns = (0..chance.random_range(1..=3)).map(|_| {
        let to = cycles(places, &all, &[2, 3, 4], chance);
        let mut twisted = vec![0; size];
        for place in 0..places {
            let moved = to[place] != place || chance.random_bool(0.2);
            let twist = if moved {
                chance.random_range(0..each)
            } else {
                0
            };
            for sticker in 0..each {
                twisted[place * each + sticker] = to[place] * each + (sticker + twist) % each;
            }
        }
        twisted
    });
    let turns = turns.collect();
    let mut solved = colors(size, chance);
    if chance.random_bool(0.5) {
        // Pieces that look like others.
        for place in 1..places {
            if chance.random_bool(0.4) {
                let like = chance.random_range(0..place);
                solved.copy_within(like * each..(like + 1) * each, place * each);
            }
        }
    }
    puzzle(&solved, turns, chance)
}

/// Identical pieces in orbits that turns link: an odd permutation of one orbit implies an odd one of the other, which
/// is invisible if pieces look alike.
fn linked(chance: &mut Chance) -> Option<Model> {
    let sizes = [
        chance.random_range(5..=7),
        chance.random_range(3..=4),
        chance.random_range(2..=3),
    ];
    let size: usize = sizes.iter().sum();
    let few = chance.random_bool(0.2);
    let mut solved = Vec::new();
    for (orbit, &size) in sizes.iter().enumerate() {
        let kinds = if orbit > 0 && few { 3.min(size) } else { 2 };
        let mut own: Colors = (0..size).map(|it| b'A' + (it % kinds) as u8).collect();
        own.shuffle(chance);
        solved.extend(own);
    }
    let [large, p, q]: [Vec<usize>; 3] = [0, 1, 2].map(|number| {
        let first: usize = sizes[..number].iter().sum();
        (first..first + sizes[number]).collect()
    });
    // Turns of the first orbit, some of which also act on another one.
    let links = chance.random_bool(0.4);
    let mut turns = vec![cycles(size, &large, &[3], chance)];
    let are_several = |turns: &[Vec<usize>]| orbit(large[0], turns.iter()).len() < large.len();
    while turns.len() < 2 || turns.len() < 6 && are_several(&turns) {
        let turn = cycles(size, &large, &[2, 3, 4], chance);
        let other = match (links, chance.random_range(0..4)) {
            (true, 0) => cycles(size, &p, &[2, p.len()], chance),
            (true, 1) => cycles(size, &q, &[2, q.len()], chance),
            _ => (0..size).collect(),
        };
        turns.push(then(&turn, &other));
    }
    // And one that acts on both of the others, so that its effect on one determines that on the other.
    let both = [&p, &q].map(|orbit| cycles(size, orbit, &[2, orbit.len()], chance));
    turns.push(then(&both[0], &both[1]));
    turns.shuffle(chance);
    puzzle(&solved, turns, chance)
}

/// The orbit of a facelet.
fn orbit<'a>(first: usize, turns: impl Iterator<Item = &'a Vec<usize>> + Clone) -> Vec<usize> {
    let sources = |&at: &usize| turns.clone().map(|turn| turn[at]).collect();
    closure(first, usize::MAX, sources)
}

/// A random puzzle of any of these kinds.
pub fn any(chance: &mut Chance) -> Option<Model> {
    match chance.random_range(0..10) {
        0..=4 => beads(chance),
        5..=7 => stickers(chance),
        _ => linked(chance),
    }
}

/// Up to `most` random turns, as names.
pub fn walk(moves: &[Move], most: usize, chance: &mut Chance) -> Vec<String> {
    let length = chance.random_range(0..=most);
    let mut turn = || moves.choose(chance).unwrap().name.clone();
    (0..length).map(|_| turn()).collect()
}

/// Colors after up to `most` random turns.
pub fn walked(from: &[u8], moves: &[Move], most: usize, chance: &mut Chance) -> Colors {
    let length = chance.random_range(0..=most);
    (0..length).fold(from.to_vec(), |colors, _| {
        colors_after(&colors, &moves.choose(chance).unwrap().from)
    })
}

/// A random state of a puzzle.
pub fn some_state(states: &FxHashMap<Colors, usize>, chance: &mut Chance) -> Colors {
    let mut all: Vec<&Colors> = states.keys().collect();
    all.sort_unstable();
    all.choose(chance).unwrap().to_vec()
}

/// The colors of a state, shuffled within each orbit of facelets or over all of them: mostly an impossible state.
pub fn stirred(colors: &[u8], moves: &[Move], chance: &mut Chance) -> Colors {
    let mut stirred = colors.to_vec();
    let anywhere = chance.random_bool(0.1);
    let mut seen = vec![false; colors.len()];
    for first in 0..colors.len() {
        let orbit = if anywhere {
            (0..colors.len()).collect()
        } else {
            orbit(first, moves.iter().map(|it| &it.from))
        };
        if !seen[first] && chance.random_bool(0.7) {
            let mut own: Vec<u8> = orbit.iter().map(|&it| stirred[it]).collect();
            own.shuffle(chance);
            let pairs = orbit.iter().zip(own);
            pairs.for_each(|(&it, color)| stirred[it] = color);
        }
        orbit.iter().for_each(|&it| seen[it] = true);
    }
    stirred
}

/// A state with some facelets left open, completely or in part.
pub fn opened(colors: &[u8], palette: &[u8], chance: &mut Chance) -> Sets {
    let share = chance.random_range(1..=9);
    let mut sets = known(colors);
    for set in &mut sets {
        if chance.random_range(0..10) < share {
            set.extend(palette.iter().filter(|_| chance.random_bool(0.6)));
            set.sort_unstable();
            set.dedup();
        }
    }
    sets
}

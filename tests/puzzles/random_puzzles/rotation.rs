//! Rotations of the whole puzzle, found from the effects of turns, and puzzles constructed to have some.

use std::collections::BTreeSet;

use itertools::Itertools;
use rand::RngExt;
use rand::seq::IndexedRandom;

use super::generate::{cycles, puzzle};
use super::harness::Chance;
use super::model::{Colors, Model, Move, closure, colors_after, inverse, is_identity, order, then};

/// A permutation of the facelets, in the same form as a turn.
pub type Permutation = Vec<usize>;

/// Whether a permutation maps every turn to a turn, quarter turns to quarter turns, and the solved puzzle to itself up
/// to a renaming of colors.
fn is_rotation(model: &Model, moves: &[Move], candidate: &[usize]) -> bool {
    let back = inverse(candidate);
    let becomes = |it: &Move| {
        let becomes = then(&then(&back, &it.from), candidate);
        let other = moves.iter().find(|other| other.from == becomes);
        other.is_some_and(|other| other.is_quarter() == it.is_quarter())
    };
    let solved = model.solved();
    renames(&solved, &colors_after(&solved, candidate)) && moves.iter().all(becomes)
}

/// Whether the second state is the first with renamed colors.
fn renames(first: &[u8], second: &[u8]) -> bool {
    let pairs: BTreeSet<(u8, u8)> = first.iter().copied().zip(second.iter().copied()).collect();
    let [names, others] =
        [first, second].map(|colors| colors.iter().collect::<BTreeSet<_>>().len());
    pairs.len() == names && names == others
}

/// All products of rotations that equal a turn up to turns that fix the held piece; `None` if holding the piece loses states.
pub fn rotations(model: &Model) -> Option<Vec<Permutation>> {
    let moves = model.moves();
    let size = model.size();
    let nothing: Permutation = (0..size).collect();
    let around: Vec<&Move> = moves.iter().filter(|it| it.leaves(&model.held)).collect();
    let mut found: BTreeSet<Permutation> = BTreeSet::new();
    for it in moves.iter().filter(|it| !it.leaves(&model.held)) {
        let quarters = around
            .iter()
            .filter(|other| !it.is_quarter() || other.is_quarter());
        let backs = quarters.map(|other| inverse(&other.from));
        let backs = backs.chain([nothing.clone()]);
        let left: Vec<Permutation> = backs
            .map(|back| then(&back, &it.from))
            .filter(|left| is_rotation(model, &moves, left))
            .collect();
        if left.is_empty() {
            return None;
        }
        found.extend(left);
    }
    let mut all = closure(nothing, 500, |rotation| {
        let products = found.iter().map(|other| then(rotation, other));
        products.collect()
    });
    if all.len() > 500 {
        return None;
    }
    all.sort_unstable();
    // The held piece determines the rotation, and its colors determine the renaming of all colors.
    let solved = model.solved();
    let is_determined = |rotation: &Permutation| {
        let colors = colors_after(&solved, rotation);
        let is_there = model.held.iter().all(|&it| rotation[it] == it);
        let looks_so = model.held.iter().all(|&it| colors[it] == solved[it]);
        (!is_there || is_identity(rotation)) && (!looks_so || colors == solved)
    };
    all.iter().all(is_determined).then_some(all)
}

/// The solved puzzle in all orientations.
pub fn seen_from_all_sides(model: &Model, rotations: &[Permutation]) -> Vec<Colors> {
    let solved = model.solved();
    let all = rotations.iter().map(|it| colors_after(&solved, it));
    let mut all: Vec<Colors> = all.collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// A small group by its multiplication table: `table[a][b]` is a after b.
type Group = Vec<Vec<usize>>;

/// A cyclic group of order 2, 3 or 4, the Klein four-group, or the symmetric group on three points.
fn group(chance: &mut Chance) -> Group {
    let circle = |n: usize| vec![(0..n).map(|at| (at + 1) % n).collect()];
    let generators: Vec<Permutation> = match chance.random_range(0..6) {
        0 => circle(2),
        1 => circle(3),
        2 => circle(4),
        3 => vec![vec![1, 0, 3, 2], vec![2, 3, 0, 1]],
        _ => vec![vec![1, 2, 0], vec![1, 0, 2]],
    };
    let nothing: Permutation = (0..generators[0].len()).collect();
    let all = closure(nothing, usize::MAX, |one| {
        let products = generators.iter().map(|generator| then(one, generator));
        products.collect()
    });
    let number = |product: &Permutation| all.iter().position(|it| it == product).unwrap();
    let row = |a: &Permutation| all.iter().map(|b| number(&then(a, b))).collect();
    all.iter().map(row).collect()
}

/// A puzzle with rotations, which permute its facelets like the elements of a group. Each turn is a rotation of one
/// part, and the rotation of the rest is a turn, too.
pub fn symmetric(chance: &mut Chance) -> Option<Model> {
    let table = group(chance);
    let (order, copies) = (table.len(), chance.random_range(1..=3));
    let size = order * copies;
    if !(3..=12).contains(&size) {
        return None;
    }
    // The facelet of a group element in a copy of the group, and its image under a rotation.
    let moved = |rotation: usize, facelet: usize| {
        facelet / order * order + table[rotation][facelet % order]
    };
    let mut parts: BTreeSet<Permutation> = BTreeSet::new();
    for _ in 0..chance.random_range(1..=2) {
        let rotation = chance.random_range(1..order);
        // Some facelets that the rotation permutes.
        let mut part = vec![false; size];
        for facelet in 0..size {
            let orbit = closure(facelet, size, |&at| vec![moved(rotation, at)]);
            if orbit.iter().min() == Some(&facelet) && chance.random_bool(0.5) {
                orbit.iter().for_each(|&it| part[it] = true);
            }
        }
        let turns = [true, false].map(|inside| {
            let mut from: Permutation = (0..size).collect();
            for facelet in (0..size).filter(|&it| part[it] == inside) {
                from[moved(rotation, facelet)] = facelet;
            }
            from
        });
        // And its images under all rotations.
        for side in 0..order {
            let mut seen: Permutation = vec![0; size];
            (0..size).for_each(|facelet| seen[moved(side, facelet)] = facelet);
            let back = inverse(&seen);
            parts.extend(turns.iter().map(|turn| then(&then(&back, turn), &seen)));
        }
    }
    let mut colors: Colors = Vec::new();
    for copy in 0..copies {
        // A different color on each facelet, or equal colors on each copy, or fewer colors.
        let first = if chance.random_bool(0.5) {
            0
        } else {
            copy * order
        };
        let alike = chance.random_range(0..4) == 0;
        for (element, row) in table.iter().enumerate() {
            let other = if alike { row[1] } else { element };
            colors.push(b'A' + (first + other.min(element)) as u8);
        }
    }
    let mut model = puzzle(&colors, generators(parts), chance)?;
    let facelet = chance.random_range(0..size);
    model.held = vec![facelet];
    if !chance.random_bool(0.5) {
        model.held = piece(&model, facelet);
    }
    Some(model)
}

/// A selection of the turns; all other turns are powers of these.
fn generators(mut parts: BTreeSet<Permutation>) -> Vec<Permutation> {
    parts.retain(|turn| !is_identity(turn));
    let mut chosen: Vec<Permutation> = Vec::new();
    let mut powers: BTreeSet<Permutation> = BTreeSet::new();
    let mut parts: Vec<Permutation> = parts.into_iter().collect();
    parts.sort_by_key(|turn| std::cmp::Reverse(order(turn)));
    for turn in parts {
        if powers.contains(&turn) {
            continue;
        }
        powers.extend(closure(turn.clone(), usize::MAX, |power| {
            vec![then(power, &turn)]
        }));
        chosen.push(turn);
    }
    chosen
}

/// The facelets of a piece: those that always move together with a given one, including itself.
pub fn piece(model: &Model, facelet: usize) -> Vec<usize> {
    let joined = |other: usize| {
        let pairs = closure([facelet, other], usize::MAX, |pair| {
            let moved = model.generators.iter();
            moved.map(|it| pair.map(|at| it.from[at])).collect()
        });
        let are_unique = |side: usize| pairs.iter().map(|pair| pair[side]).all_unique();
        pairs.len() > 1 && are_unique(0) && are_unique(1)
    };
    let all = (0..model.size()).filter(|&other| other == facelet || joined(other));
    all.collect()
}

/// The puzzle with a random change, usually a mistake.
pub fn broken(model: Model, chance: &mut Chance) -> Option<Model> {
    let mut turns: Vec<Permutation> = model.generators.iter().map(|it| it.from.clone()).collect();
    let mut colors = model.solved();
    let mut held = model.held.clone();
    match chance.random_range(0..5) {
        0 if turns.len() > 1 => {
            turns.remove(chance.random_range(0..turns.len()));
        }
        1 => {
            let all: Vec<usize> = (0..colors.len()).collect();
            turns.push(cycles(colors.len(), &all, &[2, 3], chance));
        }
        2 => {
            let color = *colors.choose(chance).unwrap();
            let at = chance.random_range(0..colors.len());
            colors[at] = color;
        }
        3 => {
            let other = chance.random_range(0..colors.len());
            if !held.contains(&other) {
                held.push(other);
            }
        }
        _ => {
            let turn = chance.random_range(0..turns.len());
            let all: Vec<usize> = (0..colors.len()).collect();
            turns[turn] = then(&turns[turn], &cycles(colors.len(), &all, &[2], chance));
        }
    }
    let broken = puzzle(&colors, turns, chance)?;
    Some(Model { held, ..broken })
}

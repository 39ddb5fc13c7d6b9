//! The group of the turns: its order, what it contains, and random elements,
//! held against published orders and against counting every element.

use std::collections::{HashMap, HashSet};

use num_bigint::BigUint;
use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use twistsat::puzzle::{Arrangement, Group, Permutation, Puzzle, TurnId, Words, built_in};

mod common_puzzles;

fn pocket() -> Puzzle {
    built_in("pocket").expect("built in").expect("valid")
}

/// The permutation in which each facelet shows what another one showed.
fn permutation(sources: &[usize]) -> Permutation {
    let mut cycles = Vec::new();
    let mut seen = HashSet::new();
    for start in 0..sources.len() {
        let mut cycle = Vec::new();
        let mut at = start;
        while seen.insert(at) {
            cycle.push(at);
            at = sources[at];
        }
        // Backwards: the cycle was followed from a facelet to its source.
        cycle.reverse();
        cycles.push(cycle);
    }
    Permutation::from_cycles(sources.len(), &cycles)
}

/// Every permutation that generators make, one after the other.
fn every_element(size: usize, generators: &[Permutation]) -> HashSet<Permutation> {
    let identity = Permutation::identity(size);
    let mut known = HashSet::from([identity.clone()]);
    let mut border = vec![identity];
    while let Some(element) = border.pop() {
        for generator in generators {
            let next = element.then(generator);
            if known.insert(next.clone()) {
                border.push(next);
            }
        }
    }
    known
}

fn group(size: usize, generators: &[Permutation]) -> Group {
    let generators: Vec<&Permutation> = generators.iter().collect();
    Group::generated_by(size, &generators).expect("small")
}

/// A number from its digits, which may stand in groups.
fn number(digits: &str) -> BigUint {
    digits.replace(',', "").parse().expect("digits")
}

fn factorial(n: u32) -> BigUint {
    (1..=n).map(BigUint::from).product()
}

fn power(base: u32, exponent: u32) -> BigUint {
    BigUint::from(base).pow(exponent)
}

/// The quarter turns of each layer of a cube in `size` layers but the middle
/// one, from its geometry: a sticker is a cell and the direction it faces.
fn layers(size: i32) -> (usize, Vec<Permutation>) {
    let top = size - 1;
    let mut stickers: HashMap<([i32; 3], usize, bool), usize> = HashMap::new();
    for axis in 0..3 {
        for upper in [false, true] {
            for (u, v) in (0..size).flat_map(|u| (0..size).map(move |v| (u, v))) {
                let mut cell = [u, v, 0];
                cell.swap(axis, 2);
                cell[axis] = if upper { top } else { 0 };
                let number = stickers.len();
                stickers.insert((cell, axis, upper), number);
            }
        }
    }
    let mut turns = Vec::new();
    for axis in 0..3 {
        let (a, b) = ((axis + 1) % 3, (axis + 2) % 3);
        for layer in (0..size).filter(|layer| 2 * layer != top) {
            let mut sources: Vec<usize> = (0..stickers.len()).collect();
            for (&(cell, side, upper), &from) in &stickers {
                if cell[axis] != layer {
                    continue;
                }
                let mut to = cell;
                to[a] = top - cell[b];
                to[b] = cell[a];
                // The axis a turns to b, and b to the other end of a.
                let (side, upper) = match side {
                    side if side == a => (b, upper),
                    side if side == b => (a, !upper),
                    side => (side, upper),
                };
                sources[stickers[&(to, side, upper)]] = from;
            }
            turns.push(permutation(&sources));
        }
    }
    (stickers.len(), turns)
}

#[test]
fn the_pocket_cube_has_its_published_number_of_arrangements() {
    let puzzle = pocket();
    let order = |turns: &[TurnId]| puzzle.group(turns).expect("small").order();
    let all: Vec<TurnId> = (0..puzzle.turns().len()).collect();
    assert_eq!(order(&puzzle.turns_around_held()), number("3,674,160"));
    // In each of 24 orientations.
    assert_eq!(order(&all), number("88,179,840"));
}

#[test]
fn the_3x3x3_has_its_published_number_of_arrangements() {
    let cube = common_puzzles::cube();
    let all: Vec<TurnId> = (0..cube.turns().len()).collect();
    let order = |turns: &[TurnId]| cube.group(turns).expect("small").order();
    assert_eq!(order(&all), number("43,252,003,274,489,856,000"));
    // Half turns only: the last stage of Thistlethwaite's method.
    let is_half = |&turn: &TurnId| cube.turns()[turn].is_half();
    let half: Vec<TurnId> = all.iter().copied().filter(is_half).collect();
    assert_eq!(order(&half), number("663,552"));
    // Two faces that share an edge (D. Singmaster).
    let of = |faces: &[&str]| -> Vec<TurnId> {
        let turns = all.iter().copied();
        turns
            .filter(|&turn| faces.contains(&cube.turns()[turn].base.as_str()))
            .collect()
    };
    assert_eq!(order(&of(&["R", "U"])), number("73,483,200"));
    assert_eq!(order(&of(&["R", "L"])), number("16"));
    assert_eq!(order(&[]), number("1"));
}

#[test]
fn larger_cubes_have_the_arrangements_that_parity_leaves() {
    let corners = factorial(8) * power(3, 7);
    let wide = factorial(24);
    // A face turns corners and centers oddly, an inner layer only the wings.
    let (size, turns) = layers(4);
    let expected = &corners * &wide * &wide / 2u32;
    assert_eq!(group(size, &turns).order(), expected);
    // Two kinds of centers, wings and edges follow the turns of two layers.
    let (size, turns) = layers(5);
    let edges = factorial(12) * power(2, 11);
    let expected = &corners * edges * wide.pow(3) / 8u32;
    assert_eq!(group(size, &turns).order(), expected);
}

#[test]
fn cubes_of_the_family_have_the_group_of_their_layers() {
    for size in [2, 4, 5] {
        let text = format!(
            "name = \"cube\"\ntitle = \"Cube\"\nmaximum = {{}}\nfamily = \"cube\"\nsize = {size}\n"
        );
        let cube = Puzzle::from_toml("cube.toml", &text).expect("valid");
        let all: Vec<TurnId> = (0..cube.turns().len()).collect();
        let (facelets, turns) = layers(size);
        assert_eq!(cube.facelets().len(), facelets);
        let order = cube.group(&all).expect("small").order();
        assert_eq!(order, group(facelets, &turns).order(), "{size}");
    }
}

#[test]
#[ignore = "a 7×7×7 takes a second, and shows nothing that a 5×5×5 does not"]
fn the_7x7x7_is_counted() {
    let (size, turns) = layers(7);
    let order = group(size, &turns).order();
    // Of the signs of ten kinds of pieces, faces and two inner layers decide all.
    let expected =
        factorial(8) * power(3, 7) * factorial(12) * power(2, 11) * factorial(24).pow(2 + 6)
            / power(2, 10 - 3);
    assert_eq!(order, expected);
}

#[test]
fn what_turns_make_is_in_their_group_and_a_twisted_corner_is_not() {
    let cube = common_puzzles::cube();
    let all: Vec<TurnId> = (0..cube.turns().len()).collect();
    let group = cube.group(&all).expect("small");
    let mut random = ChaCha8Rng::seed_from_u64(4);
    for _ in 0..20 {
        let walk = cube.scramble(&all, 30, &mut random);
        let identity = Permutation::identity(cube.facelets().len());
        let product = walk.iter().fold(identity, |product, &turn| {
            product.then(&cube.turns()[turn].permutation)
        });
        assert!(group.contains(&product));
        let state = cube.apply(cube.solved(), &walk);
        let arrangement = Arrangement::of_state(&cube, &state, &cube.symbols()).expect("possible");
        assert_eq!(arrangement.permutation(cube.pieces()), product);
        assert!(group.contains(&product.inverse()));
    }
    let corner = { cube.pieces().all().iter() }
        .find(|piece| piece.facelets.len() == 3)
        .expect("a corner");
    let twist = Permutation::from_cycles(54, std::slice::from_ref(&corner.facelets));
    assert!(!group.contains(&twist));
    assert!(!group.contains(&Permutation::identity(7)));
}

#[test]
fn turns_are_found_for_random_permutations() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    for (puzzle, turns) in [
        (pocket(), pocket().turns_around_held()),
        (common_puzzles::cube(), (0..18).collect()),
    ] {
        let started = std::time::Instant::now();
        let group = puzzle.group(&turns).expect("small");
        let words = Words::new(&puzzle, &turns, &group).expect("found");
        eprintln!("{:?}", started.elapsed());
        for _ in 0..20 {
            let wanted = group.random(&mut random);
            let found = words.of(&wanted).expect("in the group");
            let identity = Permutation::identity(puzzle.facelets().len());
            let made = found.iter().fold(identity, |made, &turn| {
                made.then(&puzzle.turns()[turn].permutation)
            });
            assert_eq!(made, wanted);
            let short = puzzle.shorten(puzzle.solved(), &found, &turns);
            eprintln!("{} {}", found.len(), short.len());
            assert!(found.iter().all(|turn| turns.contains(turn)));
        }
    }
}

#[test]
fn random_elements_are_as_likely_as_each_other() {
    let generators = [
        Permutation::from_cycles(5, &[vec![0, 1, 2]]),
        Permutation::from_cycles(5, &[vec![2, 3, 4]]),
    ];
    let all = every_element(5, &generators);
    let group = group(5, &generators);
    assert_eq!(BigUint::from(all.len()), group.order());
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let mut counts: HashMap<Permutation, u32> = HashMap::new();
    for _ in 0..60 * 200 {
        *counts.entry(group.random(&mut random)).or_default() += 1;
    }
    assert_eq!(counts.len(), 60);
    // Chi squared with 59 degrees of freedom: past 100 once in a thousand times.
    let off = |&count: &u32| (f64::from(count) - 200.0).powi(2) / 200.0;
    let chi: f64 = counts.values().map(off).sum();
    assert!(chi < 100.0, "chi squared is {chi}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn orders_and_members_are_those_of_the_elements_one_by_one(
        sources in prop::collection::vec(
            Just((0..6).collect::<Vec<usize>>()).prop_shuffle(), 0..4),
        other in Just((0..6).collect::<Vec<usize>>()).prop_shuffle(),
    ) {
        let generators: Vec<Permutation> = sources.iter().map(|s| permutation(s)).collect();
        let elements = every_element(6, &generators);
        let group = group(6, &generators);
        prop_assert_eq!(group.order(), BigUint::from(elements.len()));
        let other = permutation(&other);
        prop_assert_eq!(group.contains(&other), elements.contains(&other));
        for element in &elements {
            prop_assert!(group.contains(element));
        }
        let mut random = ChaCha8Rng::seed_from_u64(6);
        for _ in 0..10 {
            prop_assert!(elements.contains(&group.random(&mut random)));
        }
    }

    #[test]
    fn an_element_that_fits_is_found_if_there_is_one(
        sources in prop::collection::vec(
            Just((0..6).collect::<Vec<usize>>()).prop_shuffle(), 0..3),
        fits in prop::collection::vec(prop::bool::weighted(0.7), 36),
    ) {
        let generators: Vec<Permutation> = sources.iter().map(|s| permutation(s)).collect();
        let fits = |to: usize, from: usize| fits[6 * to + from];
        let fitting = |element: &Permutation| (0..6).all(|to| fits(to, element.source(to)));
        let expected = every_element(6, &generators).iter().any(fitting);
        prop_assert_eq!(group(6, &generators).has_fitting(fits), Some(expected));
    }
}

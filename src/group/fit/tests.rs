//! Compares each method of finding a fitting element with trying all elements, on small groups.

use std::collections::HashSet;

use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

use super::super::permutation::Permutation;
use crate::group::fit::*;

/// A permutation of points, given by its cycles.
fn cycles(size: usize, cycles: &[&[usize]]) -> Permutation {
    let cycles: Vec<Vec<usize>> = cycles.iter().map(|cycle| cycle.to_vec()).collect();
    Permutation::from_cycles(size, &cycles)
}

/// Every permutation that the generators generate, in a fixed order.
fn every_element(size: usize, generators: &[Permutation]) -> Vec<Permutation> {
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
    let mut all: Vec<Permutation> = known.into_iter().collect();
    all.sort_by_key(|element| element.sources().collect::<Vec<usize>>());
    all
}

/// Small groups of many shapes.
fn small_groups() -> Vec<(&'static str, usize, Vec<Permutation>)> {
    let c = cycles;
    vec![
        ("cyclic", 6, vec![c(6, &[&[0, 1, 2, 3, 4, 5]])]),
        ("S5", 5, vec![c(5, &[&[0, 1]]), c(5, &[&[0, 1, 2, 3, 4]])]),
        (
            "A6",
            6,
            vec![c(6, &[&[0, 1, 2]]), c(6, &[&[1, 2, 3, 4, 5]])],
        ),
        (
            "A5 x C4, of which C4 moves two orbits",
            11,
            vec![
                c(11, &[&[0, 1, 2]]),
                c(11, &[&[0, 1, 2, 3, 4]]),
                c(11, &[&[5, 6, 7, 8], &[9, 10]]),
            ],
        ),
        (
            "S5 with its parity in a pair",
            7,
            vec![c(7, &[&[0, 1], &[5, 6]]), c(7, &[&[0, 1, 2, 3, 4]])],
        ),
        (
            "S4 twice, odd together",
            8,
            vec![
                c(8, &[&[0, 1], &[4, 5]]),
                c(8, &[&[0, 1, 2]]),
                c(8, &[&[1, 2, 3]]),
                c(8, &[&[4, 5, 6]]),
                c(8, &[&[5, 6, 7]]),
            ],
        ),
        (
            "S4 on two orbits alike",
            8,
            vec![
                c(8, &[&[0, 1], &[4, 5]]),
                c(8, &[&[0, 1, 2, 3], &[4, 5, 6, 7]]),
            ],
        ),
        (
            "S4 on four points and on their six pairs",
            10,
            vec![
                // 4: 01, 5: 02, 6: 03, 7: 12, 8: 13, 9: 23
                c(10, &[&[0, 1], &[5, 7], &[6, 8]]),
                c(10, &[&[0, 1, 2, 3], &[4, 7, 9, 6], &[5, 8]]),
            ],
        ),
        (
            "pairs in blocks",
            8,
            vec![
                c(8, &[&[0, 1]]),
                c(8, &[&[0, 2], &[1, 3]]),
                c(8, &[&[0, 2, 4, 6], &[1, 3, 5, 7]]),
            ],
        ),
        (
            "two blocks",
            6,
            vec![
                c(6, &[&[0, 1]]),
                c(6, &[&[0, 1, 2]]),
                c(6, &[&[0, 3], &[1, 4], &[2, 5]]),
            ],
        ),
        (
            "three pieces that twist, but for the sum",
            9,
            vec![
                c(9, &[&[0, 1, 2], &[3, 5, 4]]),
                c(9, &[&[0, 3], &[1, 4], &[2, 5]]),
                c(9, &[&[0, 3, 6], &[1, 4, 7], &[2, 5, 8]]),
            ],
        ),
        (
            "three parities of which two decide the third",
            6,
            vec![c(6, &[&[0, 1], &[2, 3]]), c(6, &[&[2, 3], &[4, 5]])],
        ),
        (
            "PGL(2, 5)",
            6,
            vec![
                c(6, &[&[0, 1, 2, 3, 4]]),
                c(6, &[&[1, 2, 4, 3]]),
                c(6, &[&[0, 5], &[1, 4]]),
            ],
        ),
        (
            "AGL(1, 8)",
            8,
            vec![
                c(8, &[&[0, 1], &[2, 3], &[4, 5], &[6, 7]]),
                c(8, &[&[1, 2, 4, 3, 6, 7, 5]]),
            ],
        ),
    ]
}

/// Random tables. Most compare colors with sets of colors, as patterns do, and some element nearly fits; the others are
/// arbitrary.
fn random_table(random: &mut SmallRng, size: usize, elements: &[Permutation]) -> Vec<Vec<bool>> {
    let colors = random.random_range(1..=4_usize);
    let shows: Vec<usize> = (0..size).map(|_| random.random_range(0..colors)).collect();
    let element = elements.choose(random).unwrap();
    let open = random.random_range(0.0..0.6);
    let wrong = random.random_range(0.0..0.3);
    let any = random.random_bool(0.2);
    let dense = random.random_range(0.3..0.9);
    (0..size)
        .map(|to| {
            let set: Vec<bool> = (0..colors)
                .map(|color| {
                    let there = shows[element.source(to)] == color;
                    random.random_bool(open) || (there != random.random_bool(wrong))
                })
                .collect();
            (0..size)
                .map(|from| {
                    if any {
                        random.random_bool(dense)
                    } else {
                        set[shows[from]]
                    }
                })
                .collect()
        })
        .collect()
}

/// Groups generated by random permutations of a few points, most of which fix some points.
fn random_groups(random: &mut SmallRng) -> Vec<(usize, Vec<Permutation>)> {
    let mut one = || {
        let size = random.random_range(2..=7);
        let generators = (0..random.random_range(1..=3)).map(|_| {
            let mut points: Vec<usize> = (0..size).collect();
            points.shuffle(random);
            let mut cycles = Vec::new();
            while points.len() > 1 && random.random_bool(0.7) {
                let length = random.random_range(2..=points.len().min(4));
                cycles.push(points.split_off(points.len() - length));
            }
            Permutation::from_cycles(size, &cycles)
        });
        let generators = generators.collect();
        (size, generators)
    };
    (0..200).map(|_| one()).collect()
}

/// The search that [`decide`] tries last.
fn search(group: &Group, table: &Table, budget: &mut Budget) -> Result<bool, BudgetExhausted> {
    if orbits_match(&group.chain, table) {
        search_reordered(&group.chain, table, budget)
    } else {
        Ok(false)
    }
}

/// Decides random tables by each method; returns how often no element fits, and how often one does.
fn check_random_tables(
    random: &mut SmallRng,
    name: &str,
    (size, generators): (usize, &[Permutation]),
    tables: usize,
) -> [usize; 2] {
    let elements = every_element(size, generators);
    let generators: Vec<&Permutation> = generators.iter().collect();
    let group = Group::generated_by(size, &generators).expect("small");
    assert_eq!(group.order(), BigUint::from(elements.len()), "{name}");
    let mut counts = [0; 2];
    for _ in 0..tables {
        let table = random_table(random, size, &elements);
        let fitting = |element: &Permutation| (0..size).all(|to| table[to][element.source(to)]);
        let expected = elements.iter().any(fitting);
        let fits = |to: usize, from: usize| table[to][from];
        let finding = if expected { Ternary::Yes } else { Ternary::No };
        assert_eq!(group.has_fitting(fits), finding, "{name}: {table:?}");
        // Paths that easy questions never reach.
        let bits = Table::new(size, fits);
        let budget = &mut Budget::new(MAX_STEPS);
        let ways = [
            decide(&group.chain, &group.factors, &bits, budget),
            search(&group, &bits, budget),
            search(&group, &bits.transposed(), budget),
        ];
        assert_eq!(ways, [Ok(expected); 3], "{name}: {table:?}");
        counts[usize::from(expected)] += 1;
    }
    counts
}

#[test]
fn an_element_that_fits_is_found_if_there_is_one() {
    let mut random = SmallRng::seed_from_u64(14);
    let mut counts = [0; 2];
    let mut add = |more: [usize; 2]| (0..2).for_each(|at| counts[at] += more[at]);
    for (name, size, generators) in small_groups() {
        add(check_random_tables(
            &mut random,
            name,
            (size, &generators),
            300,
        ));
    }
    for (size, generators) in random_groups(&mut random) {
        let name = format!("{generators:?}");
        add(check_random_tables(
            &mut random,
            &name,
            (size, &generators),
            20,
        ));
    }
    assert!(counts.iter().all(|&count| count > 2000), "{counts:?}");
}

/// A question that takes more steps than available has no answer, neither yes nor no.
#[test]
fn without_enough_steps_there_is_no_answer() {
    for (name, size, generators) in small_groups() {
        let elements = every_element(size, &generators);
        let generators: Vec<&Permutation> = generators.iter().collect();
        let group = Group::generated_by(size, &generators).expect("small");
        let mut random = SmallRng::seed_from_u64(15);
        let numbers = [0, 5, 20, 50, 100, 200];
        for steps in numbers.into_iter().cycle().take(20 * numbers.len()) {
            let table = random_table(&mut random, size, &elements);
            let bits = Table::new(size, |to, from| table[to][from]);
            let whole = search(&group, &bits, &mut Budget::new(MAX_STEPS));
            let short = search(&group, &bits, &mut Budget::new(steps));
            let short_of_all = decide(&group.chain, &group.factors, &bits, &mut Budget::new(steps));
            assert!(short == whole || short == Err(BudgetExhausted), "{name}");
            assert!(
                short_of_all == whole || short_of_all == Err(BudgetExhausted),
                "{name}"
            );
            if steps == 0 && !group.chain.levels.is_empty() {
                assert!(
                    short == Err(BudgetExhausted) || short == Ok(false),
                    "{name}"
                );
            }
        }
    }
}

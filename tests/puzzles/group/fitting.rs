//! Whether a large group has an element that brings a suitable source to each place, compared with known facts about these
//! groups. Unit tests compare small groups with all their elements.

use std::time::Duration;

use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

use super::*;
use crate::common::thread_time::ThreadTime;

/// A permutation of `size` points from its cycles.
fn cycles(size: usize, cycles: &[&[usize]]) -> Permutation {
    let cycles: Vec<Vec<usize>> = cycles.iter().map(|cycle| cycle.to_vec()).collect();
    Permutation::from_cycles(size, &cycles)
}

/// A permutation from cycles of points counted from 1, as in books: `1 3 2/4 5`.
fn cycles_from_one(size: usize, text: &str) -> Permutation {
    let point = |text: &str| text.parse::<usize>().unwrap() - 1;
    let points = |cycle: &str| cycle.split(' ').map(point).collect_vec();
    Permutation::from_cycles(size, &text.split('/').map(points).collect_vec())
}

/// Whether an element brings to each place a color from the set of that place. Fails if the decision takes five seconds.
fn fits_color_sets(group: &Group, shows: &[usize], admits: &[Vec<usize>]) -> bool {
    let started = ThreadTime::now();
    let found = group.has_fitting_element(|to, from| admits[to].contains(&shows[from]));
    let took = started.elapsed();
    assert!(took < Duration::from_secs(5), "{took:?}");
    found.unwrap_or_else(|| panic!("undecided after {took:?}: {shows:?} {admits:?}"))
}

/// Whether an element brings one given color to each place.
fn fits_colors(group: &Group, shows: &[usize], wanted: &[usize]) -> bool {
    let admits: Vec<Vec<usize>> = wanted.iter().map(|&color| vec![color]).collect();
    fits_color_sets(group, shows, &admits)
}

/// A row with these counts of the colors 0, 1, ….
fn row(counts: &[usize]) -> Vec<usize> {
    let colors = (0..).zip(counts);
    let colors = colors.flat_map(|(color, &count)| vec![color; count]);
    colors.collect()
}

/// Color 1 for the points of a set, given by its bits, and color 0 for the others.
fn colors_of(set: u32, points: usize) -> Vec<usize> {
    let color = |point| (set >> point & 1) as usize;
    (0..points).map(color).collect()
}

fn shuffled<T: Clone>(row: &[T], random: &mut SmallRng) -> Vec<T> {
    let mut row = row.to_vec();
    row.shuffle(random);
    row
}

/// A swap and a cycle of the first points; a pair at the end is swapped by the odd permutations.
fn symmetric_with_parity(points: usize) -> Vec<Permutation> {
    let size = points + 2;
    let pair = [points, points + 1];
    let long: Vec<usize> = (0..points).collect();
    let swap = [&[0, 1][..], &pair];
    let mut whole = vec![&long[..]];
    if points.is_multiple_of(2) {
        whole.push(&pair);
    }
    vec![cycles(size, &swap), cycles(size, &whole)]
}

/// A 3-cycle and a cycle of an odd number of points, and a turn of four points that also swaps a separate pair.
fn alternating_and_cycle(points: usize) -> (usize, Vec<Permutation>) {
    let size = points + 6;
    let first = 1 - points % 2;
    let long: Vec<usize> = (first..points).collect();
    let p = points;
    let four = [p, p + 1, p + 2, p + 3];
    let generators = vec![
        cycles(size, &[&[0, 1, 2]]),
        cycles(size, &[&long]),
        cycles(size, &[&four, &[p + 4, p + 5]]),
    ];
    (size, generators)
}

#[test]
fn a_turn_among_many_identical_points_is_recognized() {
    let mut random = SmallRng::seed_from_u64(1);
    for points in [14, 20, 30, 40] {
        let (size, generators) = alternating_and_cycle(points);
        let group = group(size, &generators);
        let many = row(&[points / 2, points - points / 2]);
        let solved = [&many[..], &[0, 1, 0, 1, 0, 1]].concat();
        for (rest, possible) in [
            ([0, 1, 0, 1, 0, 1], true),
            ([1, 0, 1, 0, 1, 0], true),
            ([1, 0, 1, 0, 0, 1], false),
            ([0, 1, 0, 1, 1, 0], false),
            ([0, 0, 1, 1, 0, 1], false),
        ] {
            let wanted = [&shuffled(&many, &mut random)[..], &rest].concat();
            let found = fits_colors(&group, &solved, &wanted);
            assert_eq!(found, possible, "{points} {rest:?}");
            // Most of the points are open.
            let open = |at: usize| match wanted[at] {
                _ if at < points && !at.is_multiple_of(3) => vec![0, 1],
                color => vec![color],
            };
            let open: Vec<Vec<usize>> = (0..size).map(open).collect();
            let found = fits_color_sets(&group, &solved, &open);
            assert_eq!(found, possible, "{points} {rest:?}");
        }
    }
}

/// If two points are identical, the parity is invisible; if all differ, it is visible.
#[test]
fn a_parity_shown_elsewhere_matters_only_if_no_points_are_identical() {
    let mut random = SmallRng::seed_from_u64(2);
    for points in [9, 20, 33] {
        let size = points + 2;
        let group = group(size, &symmetric_with_parity(points));
        let many: Vec<usize> = (0..points).collect();
        let solved = [&many[..], &[points, points + 1]].concat();
        for _ in 0..20 {
            let places = shuffled(&many, &mut random);
            let is_odd = is_odd(&places);
            for swapped in [false, true] {
                let pair = [swapped, !swapped].map(|second| points + usize::from(second));
                let wanted = [&places[..], &pair].concat();
                assert_eq!(fits_colors(&group, &solved, &wanted), swapped == is_odd);
                // In each group of three, a place admits its own color and the next one; no two
                // places can exchange their colors.
                let in_threes = |at: usize| {
                    if at / 3 * 3 + 3 <= points && at < points {
                        vec![places[at], places[at / 3 * 3 + (at + 1) % 3]]
                    } else {
                        vec![wanted[at]]
                    }
                };
                let sets: Vec<Vec<usize>> = (0..size).map(in_threes).collect();
                assert_eq!(fits_color_sets(&group, &solved, &sets), swapped == is_odd);
                // If two places can exchange their colors, both parities are possible.
                let mut sets = sets;
                let both = [sets[0].clone(), sets[1].clone()].concat();
                sets[0].clone_from(&both);
                sets[1] = both;
                assert!(fits_color_sets(&group, &solved, &sets));
            }
        }
        let two_alike = |at: usize| if at == 1 { 0 } else { at };
        let alike: Vec<usize> = (0..size).map(two_alike).collect();
        let wanted = [&alike[..points], &[points + 1, points]].concat();
        assert!(fits_colors(&group, &alike, &wanted));
    }
}

fn is_odd(to: &[usize]) -> bool {
    let pairs = to.iter().array_combinations();
    pairs.filter(|[a, b]| a > b).count() % 2 == 1
}

/// In a ring of orbits, a generator is odd on two neighbors at once: only the total parity is restricted.
#[test]
fn parities_of_many_orbits_are_combined() {
    let orbits = 6;
    let size = 8 * orbits;
    let mut generators = Vec::new();
    for orbit in 0..orbits {
        let first = 8 * orbit;
        let other = 8 * ((orbit + 1) % orbits);
        let odd: Vec<usize> = (first + 1..first + 8).collect();
        generators.push(cycles(size, &[&[first, first + 1, first + 2]]));
        generators.push(cycles(size, &[&odd]));
        generators.push(cycles(size, &[&[first, first + 1], &[other, other + 1]]));
    }
    let group = group(size, &generators);
    assert_eq!(group.order(), factorial(8).pow(6) / 2u32);
    let solved: Vec<usize> = (0..size).collect();
    let mut random = SmallRng::seed_from_u64(3);
    for _ in 0..20 {
        let mut wanted = Vec::new();
        let mut odd = false;
        for orbit in 0..orbits {
            let places: Vec<usize> = (0..8).collect();
            let places = shuffled(&places, &mut random);
            odd ^= is_odd(&places);
            wanted.extend(places.iter().map(|place| 8 * orbit + place));
        }
        assert_eq!(fits_colors(&group, &solved, &wanted), !odd);
        let mut alike = solved.clone();
        alike[1] = alike[0];
        let wanted: Vec<usize> = wanted.iter().map(|&at| alike[at]).collect();
        assert!(fits_colors(&group, &alike, &wanted));
    }
}

#[test]
fn blocks_are_distinguished_from_their_contents() {
    let mut random = SmallRng::seed_from_u64(4);
    for (blocks, each) in [(10, 2), (20, 2), (5, 4), (4, 8), (2, 16), (12, 3)] {
        let size = blocks * each;
        let in_block: Vec<usize> = (0..each).collect();
        let swapped = (0..each).map(|at| vec![at, each + at]).collect_vec();
        let column = |at: usize| (at..size).step_by(each).collect_vec();
        let around = (0..each).map(column).collect_vec();
        let generators = [
            cycles(size, &[&[0, 1]]),
            cycles(size, &[&in_block]),
            Permutation::from_cycles(size, &swapped),
            Permutation::from_cycles(size, &around),
        ];
        let group = group(size, &generators);
        // The colors of each block, regardless of their order and of the order of the blocks.
        let kinds = |row: &[usize]| {
            let blocks = row.chunks(each).map(|block| block.iter().copied().sorted());
            blocks.map(Itertools::collect_vec).sorted().collect_vec()
        };
        for colors in [2, 3] {
            let solved: Vec<usize> = (0..size).map(|at| at * colors / size).collect();
            for number in 0..10 {
                let mut solved = shuffled(&solved, &mut random);
                let mut wanted = solved.clone();
                if number % 2 == 0 {
                    let chunks = wanted.chunks_mut(each);
                    chunks.for_each(|block| block.shuffle(&mut random));
                    let mut blocks = wanted.chunks(each).collect_vec();
                    blocks.shuffle(&mut random);
                    wanted = blocks.concat();
                } else {
                    // Exchange two points, mostly of two blocks: the total count of each color stays the same.
                    let (a, b) = (random.random_range(0..size), random.random_range(0..size));
                    wanted.swap(a, b);
                    solved.rotate_left(each);
                }
                let expected = kinds(&solved) == kinds(&wanted);
                let found = fits_colors(&group, &solved, &wanted);
                assert_eq!(found, expected, "{blocks} {each}");
            }
        }
    }
}

/// The symmetric group that acts on points and, at the same time, on sets of points.
fn on_two_orbits(points: usize, second: &[Vec<usize>]) -> Group {
    let size = points + second.len();
    let number = |set: &[usize]| second.iter().position(|other| other == set).unwrap();
    let whole = |image: &dyn Fn(usize) -> usize| {
        let moved = second.iter().map(|set| {
            let mut set: Vec<usize> = set.iter().map(|&point| image(point)).collect();
            set.sort_unstable();
            points + number(&set)
        });
        permutation(&(0..points).map(image).chain(moved).collect::<Vec<_>>())
    };
    let swap = |point: usize| if point < 2 { 1 - point } else { point };
    let around = |point: usize| (point + 1) % points;
    group(size, &[whole(&swap), whole(&around)])
}

#[test]
fn two_orbits_that_move_alike_are_fitted_together() {
    let mut random = SmallRng::seed_from_u64(5);
    for points in [8, 20, 40] {
        let second: Vec<Vec<usize>> = (0..points).map(|point| vec![point]).collect();
        let group = on_two_orbits(points, &second);
        let half = row(&[points / 2, points - points / 2]);
        let both = |a: &[usize], b: &[usize]| -> usize {
            a.iter().zip(b).filter(|&(&a, &b)| (a, b) == (0, 0)).count()
        };
        for _ in 0..20 {
            let [a, b, c, d] = [(); 4].map(|()| shuffled(&half, &mut random));
            let found = fits_colors(&group, &[&a[..], &b].concat(), &[&c[..], &d].concat());
            assert_eq!(found, both(&a, &b) == both(&c, &d));
        }
    }
}

/// A graph is a coloring of pairs of points: edge or not.
#[test]
fn different_graphs_are_distinguished() {
    let points = 10;
    let pairs = (0..points).combinations(2).collect_vec();
    let group = on_two_orbits(points, &pairs);
    let graph = |edges: &dyn Fn(usize, usize) -> bool| -> Vec<usize> {
        let edge = |pair: &Vec<usize>| usize::from(edges(pair[0], pair[1]));
        let edges = pairs.iter().map(edge);
        [vec![0; points], edges.collect()].concat()
    };
    // The Petersen graph and the prism over a pentagon: ten vertices of three edges each.
    let apart = |a: usize, b: usize, far: usize| (a + far) % 5 == b || (b + far) % 5 == a;
    let two_rings = |far: usize| {
        move |a: usize, b: usize| match (a / 5, b / 5) {
            (0, 0) => apart(a, b, 1),
            (1, 1) => apart(a - 5, b - 5, far),
            _ => a + 5 == b,
        }
    };
    let (petersen, prism) = (graph(&two_rings(2)), graph(&two_rings(1)));
    let mut random = SmallRng::seed_from_u64(6);
    let names: Vec<usize> = shuffled(&(0..points).collect::<Vec<_>>(), &mut random);
    let renamed = graph(&|a, b| {
        let (a, b) = (names[a].min(names[b]), names[a].max(names[b]));
        two_rings(2)(a, b)
    });
    assert!(fits_colors(&group, &petersen, &renamed));
    assert!(fits_colors(&group, &renamed, &petersen));
    assert!(!fits_colors(&group, &petersen, &prism));
    assert!(!fits_colors(&group, &prism, &renamed));
}

/// The group of E. Mathieu on 24 points.
fn mathieu() -> Group {
    let generators = [
        &*(1..=23).join(" "),
        "3 17 10 7 9/4 13 14 19 5/8 18 11 12 23/15 20 22 21 16",
        "1 24/2 23/3 12/4 16/5 18/6 10/7 20/8 14/9 21/11 17/13 22/15 19",
    ];
    group(24, &generators.map(|text| cycles_from_one(24, text)))
}

/// The codewords of weight eight of the extended binary Golay code, one bit per point. The group preserves one of the two
/// quadratic-residue codes; these are the codewords of that code.
fn octads(group: &Group) -> HashSet<u32> {
    let residues: Vec<usize> = (1..12).map(|n| n * n % 23).collect();
    for sign in [1, 22] {
        let mut code: Vec<u32> = vec![0];
        for shift in 0..23 {
            let word = residues.iter().map(|n| 1u32 << ((n * sign + shift) % 23));
            // The word has eleven ones; the additional point makes the weight even.
            let word = word.sum::<u32>() | 1 << 23;
            if !code.contains(&word) {
                code.extend(code.clone().iter().map(|other| other ^ word));
            }
        }
        assert_eq!(code.len(), 1 << 12);
        let octads = code.into_iter().filter(|word| word.count_ones() == 8);
        let octads: HashSet<u32> = octads.collect();
        assert_eq!(octads.len(), 759);
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let keeps = |element: Permutation| {
            let moved = |word: u32| -> u32 {
                let ones = (0..24).filter(|&p| word >> element.source(p) & 1 == 1);
                ones.map(|p| 1u32 << p).sum()
            };
            octads.iter().all(|&word| octads.contains(&moved(word)))
        };
        if (0..5).all(|_| keeps(group.random(&mut random))) {
            return octads;
        }
    }
    panic!("the group preserves neither code");
}

/// On sets of eight points, M24 has three orbits (J. H. Conway: special, transverse and umbral): octads, sets that share
/// seven points with some octad, and the others. On sets of seven points it has two orbits, on sets of five points one.
#[test]
#[ignore = "long check"]
fn m24_maps_sets_of_points_of_one_kind_to_each_other() {
    let group = mathieu();
    assert_eq!(group.order(), 244_823_040_u32.into());
    let octads = octads(&group);
    let most = |set: u32| octads.iter().map(|octad| (octad & set).count_ones()).max();
    let mut random = SmallRng::seed_from_u64(7);
    let all: Vec<usize> = (0..24).collect();
    let mut kinds = HashSet::new();
    for number in 0..150 {
        let size = [5, 7, 8][number % 3];
        let some = |random: &mut SmallRng| -> u32 {
            let octad = octads.iter().min_by_key(|_| random.random_range(0..1000));
            let octad = *octad.unwrap();
            let mut from = all.clone();
            if random.random_bool(0.4) {
                from.retain(|point| octad >> point & 1 == 1);
            }
            from.sample(random, size).map(|&point| 1u32 << point).sum()
        };
        let (a, b) = (some(&mut random), some(&mut random));
        let found = fits_colors(&group, &colors_of(a, 24), &colors_of(b, 24));
        assert_eq!(found, most(a) == most(b), "{a:b} {b:b}");
        kinds.insert((size, most(a)));
    }
    assert_eq!(kinds.len(), 1 + 2 + 3, "{kinds:?}");
}

/// Points of an affine space over two elements: four points are a plane exactly if their sum is zero.
#[test]
fn affine_planes_are_distinguished_from_other_sets() {
    let bits = 5;
    let size = 1 << bits;
    let map = |image: &dyn Fn(usize) -> usize| permutation(&(0..size).map(image).collect_vec());
    let around = map(&|x| (x << 1 | x >> (bits - 1)) % size);
    let generators = [map(&|x| x ^ 1), map(&|x| x ^ (x & 1) << 1), around];
    let group = group(size, &generators);
    // |AGL(5, 2)| = 32 · 9,999,360
    assert_eq!(group.order(), 319_979_520_u32.into());
    let mut random = SmallRng::seed_from_u64(9);
    let all: Vec<usize> = (0..size).collect();
    for _ in 0..40 {
        let mut four: Vec<usize> = all.sample(&mut random, 4).copied().collect();
        if random.random_bool(0.5) {
            four[3] = four[0] ^ four[1] ^ four[2];
        }
        let is_plane = four.iter().fold(0, |sum, x| sum ^ x) == 0;
        let set = four.iter().map(|x| 1 << x).sum::<u32>();
        // Four points, and all others.
        for (set, plane) in [(set, 0b1111), (!set, !0b1111)] {
            let [shows, wanted] = [plane, set].map(|set| colors_of(set, size));
            assert_eq!(fits_colors(&group, &shows, &wanted), is_plane);
        }
    }
}

/// One part of the puzzle fits in thousands of ways, the other in none. The search must end soon, whichever part comes
/// first.
#[test]
fn one_part_that_cannot_fit_ends_the_search() {
    for points in [12, 24, 36] {
        // Any order of the first points, and a separate ring that only rotates.
        let size = points + 12;
        let many: Vec<usize> = (0..points).collect();
        let ring: Vec<usize> = (points..size).collect();
        let generators = [&[0, 1][..], &many, &ring].map(|cycle| cycles(size, &[cycle]));
        let group = group(size, &generators);
        let third = points / 3;
        let colors = [row(&[third; 3]), row(&[6, 6])].concat();
        for (wanted, fits) in [([0, 1, 0, 1], false), ([0, 1, 1, 0], true)] {
            let two = (0..points).map(|at| vec![at % 3, (at + 1) % 3]);
            let mut admits = two.collect_vec();
            // Each color occurs six times, in runs of three. Rotating the ring makes only runs of six (around the ring).
            admits.extend(wanted.iter().flat_map(|&color| vec![vec![color]; 3]));
            assert_eq!(fits_color_sets(&group, &colors, &admits), fits, "{points}");
        }
    }
}

/// Identical pieces of three stickers, whose twists sum to zero modulo three.
#[test]
fn twists_of_identical_pieces_are_summed() {
    let mut random = SmallRng::seed_from_u64(10);
    for pieces in [4, 8, 20] {
        let size = 3 * pieces;
        let around = (0..3).map(|at| (at..size).step_by(3).collect_vec());
        let generators = [
            cycles(size, &[&[0, 1, 2], &[3, 5, 4]]),
            cycles(size, &[&[0, 3], &[1, 4], &[2, 5]]),
            Permutation::from_cycles(size, &around.collect_vec()),
        ];
        let group = group(size, &generators);
        let solved = (0..size).map(|at| usize::from(!at.is_multiple_of(3)));
        let solved: Vec<usize> = solved.collect();
        for _ in 0..10 {
            let twists: Vec<usize> = (0..pieces).map(|_| random.random_range(0..3)).collect();
            let turned = |at: usize| usize::from(!(at + twists[at / 3]).is_multiple_of(3));
            let wanted = (0..size).map(turned).collect_vec();
            let whole = twists.iter().sum::<usize>() % 3 == 0;
            assert_eq!(fits_colors(&group, &solved, &wanted), whole, "{twists:?}");
            // A piece without required colors can balance the twists of the others.
            let mut admits: Vec<Vec<usize>> = wanted.iter().map(|&color| vec![color]).collect();
            admits[..3].fill(vec![0, 1]);
            assert!(fits_color_sets(&group, &solved, &admits));
        }
    }
}

//! The group of the turns: its order, what it contains, and random elements, compared with published orders and with counting
//! every element.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use itertools::Itertools;
use num_bigint::BigUint;
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::common::large;
use crate::common::puzzles::{beads, cube, effect_of, every_element, of_family};
use crate::common::thread_time::ThreadTime;
use twistsat::construct::{ConstructionEffort, Parity, ThreeCycles, TurnMerger};
use twistsat::control::Control;
use twistsat::group::{Group, Permutation};
use twistsat::notation::Notation;
use twistsat::puzzle::{Arrangement, Pattern, Puzzle, TurnId};

mod fitting;
mod shuffle;

/// The permutation after which each facelet shows what its source showed.
fn permutation(sources: &[usize]) -> Permutation {
    let mut cycles = Vec::new();
    let mut seen = HashSet::new();
    for start in 0..sources.len() {
        let cycle = std::iter::successors(Some(start), |&at| Some(sources[at]));
        let mut cycle: Vec<usize> = cycle.take_while(|&at| seen.insert(at)).collect();
        // Backwards: the cycle was followed from a facelet to its source.
        cycle.reverse();
        cycles.push(cycle);
    }
    Permutation::from_cycles(sources.len(), &cycles)
}

fn group(size: usize, generators: &[Permutation]) -> Group {
    let generators: Vec<&Permutation> = generators.iter().collect();
    Group::generated_by(size, &generators).expect("small")
}

fn factorial(n: u32) -> BigUint {
    (1..=n).map(BigUint::from).product()
}

fn power(base: u32, exponent: u32) -> BigUint {
    BigUint::from(base).pow(exponent)
}

#[test]
fn the_3x3x3_has_its_published_number_of_arrangements() {
    let cube = cube();
    let of = |faces: &str, half: bool| {
        let mut turns = cube.all_turns();
        turns.retain(|&turn| faces.contains(&cube.turns()[turn].base));
        turns.retain(|&turn| !half || cube.turns()[turn].is_half());
        cube.group(&turns).expect("small").order().to_string()
    };
    assert_eq!(of("URFDLB", false), "43252003274489856000");
    // Half turns only: the last stage of Thistlethwaite's method.
    assert_eq!(of("URFDLB", true), "663552");
    // Two faces that share an edge, and two opposite ones (D. Singmaster).
    assert_eq!(of("RU", false), "73483200");
    assert_eq!(of("RL", false), "16");
    assert_eq!(of("", false), "1");
}

#[test]
fn larger_cubes_have_the_arrangements_allowed_by_parity() {
    let corners = factorial(8) * power(3, 7);
    let edges = factorial(12) * power(2, 11);
    let wide = factorial(24);
    for (size, expected) in [
        (2, corners.clone()),
        // A face turn is an odd permutation of the corners and of the centers; a turn of an inner layer, of the wings only.
        (4, &corners * &wide * &wide / 2u32),
        // The parities of the numbers of face turns and of inner turns determine those of all five kinds of pieces: 2² of 2⁵
        // occur.
        (5, &corners * edges * wide.pow(3) / 8u32),
    ] {
        let cube = of_family("cube", size);
        let found = cube.group(&cube.all_turns()).expect("small").order();
        assert_eq!(found, expected);
        // All layers but the middle one.
        let simulated = large::cube(size);
        let layers = ["", "w"].into_iter().take(size / 2);
        let turns = layers.cartesian_product("URFDLB".chars());
        let turns =
            turns.map(|(wide, face)| permutation(simulated.places_after(&format!("{face}{wide}"))));
        let order = group(simulated.solved.len(), &turns.collect_vec()).order();
        assert_eq!(order, expected, "{size}");
    }
}

#[test]
fn reachable_states_are_in_the_group_and_a_twisted_corner_is_not() {
    let cube = cube();
    let all: Vec<TurnId> = (0..cube.turns().len()).collect();
    let group = cube.group(&all).expect("small");
    let mut random = ChaCha8Rng::seed_from_u64(4);
    for _ in 0..20 {
        let walk = cube.scramble(&all, 30, &mut random);
        let product = effect_of(&cube, &walk);
        assert!(group.contains(&product));
        let state = cube.apply(cube.solved(), &walk);
        let arrangement = Arrangement::of_state(&cube, &state, &cube.symbols()).expect("possible");
        assert_eq!(arrangement.permutation(cube.pieces()), product);
        assert!(group.contains(&product.inverse()));
    }
    let mut pieces = cube.pieces().all().iter();
    let corner = pieces.find(|piece| piece.facelets.len() == 3);
    let corner = corner.expect("a corner");
    let twist = Permutation::from_cycles(54, std::slice::from_ref(&corner.facelets));
    assert!(!group.contains(&twist));
    assert!(!group.contains(&Permutation::identity(7)));
}

#[test]
fn a_time_limit_ends_the_search_for_three_cycles() {
    let puzzle = Puzzle::built_in("7x7x7").expect("built in");
    let puzzle = puzzle.with_all_groups();
    let turns: Vec<TurnId> = (0..puzzle.turns().len()).collect();
    let limit = Duration::from_millis(20);
    let begin = ThreadTime::now();
    let control = Control::unlimited().with_time_limit(limit);
    assert!(ThreeCycles::find(puzzle, &turns, &control).is_none());
    assert!(begin.elapsed() < limit + Duration::from_millis(500));
}

/// Turns with the effect of a permutation on the solved state, if 3-cycles give any.
fn turns_for(cycles: &ThreeCycles, puzzle: &Puzzle, wanted: &Permutation) -> Option<Vec<TurnId>> {
    let goal = puzzle.solved().after(wanted);
    let control = Control::unlimited();
    let found = cycles.solution(
        puzzle.solved(),
        &(&goal).into(),
        &[],
        effort(10, 1),
        &control,
    )?;
    assert_eq!(puzzle.apply(puzzle.solved(), &found), goal);
    Some(found)
}

/// Finds turns for random elements of a puzzle's group by 3-cycles, and checks that each takes at most `most` turns.
fn assert_solved_by_three_cycles(puzzle: &Puzzle, turns: &[TurnId], elements: usize, most: usize) {
    let group = puzzle.group(turns).expect("small");
    let cycles = ThreeCycles::find(puzzle, turns, &Control::unlimited()).expect("found");
    let mut random = ChaCha8Rng::seed_from_u64(8);
    for _ in 0..elements {
        let wanted = group.random(&mut random);
        let found = turns_for(&cycles, puzzle, &wanted).expect("in the group");
        assert!(found.iter().all(|turn| turns.contains(turn)));
        assert!(found.len() <= most, "{}: {}", puzzle.name(), found.len());
    }
    let nothing = Permutation::identity(puzzle.facelets().len());
    assert_eq!(turns_for(&cycles, puzzle, &nothing), Some(vec![]));
}

/// Covers pieces that twist or flip in place, held pieces, slices and rotations, and a 6×6×6.
#[test]
fn three_cycles_make_random_permutations() {
    for (name, most) in [("pocket", 150), ("rubik", 300), ("pyraminx", 150)] {
        let puzzle = Puzzle::built_in(name).expect("built in");
        assert_solved_by_three_cycles(&puzzle, &puzzle.turns_around_held(), 20, most);
    }
    let cube = of_family("cube", 6);
    assert_solved_by_three_cycles(&cube, &cube.turns_around_held(), 3, 1_500);
    let with_slices = of_family("cube", 4).with_groups(&["slice", "rotation"]);
    let cube = with_slices.expect("there");
    let turns: Vec<TurnId> = (0..cube.turns().len()).collect();
    assert_solved_by_three_cycles(&cube, &turns, 3, 2_000);
}

/// A single twisted corner, a single flipped edge and two swapped edges.
#[test]
fn three_cycles_stay_within_the_group() {
    let cube = Puzzle::built_in("rubik").expect("built in");
    let turns = cube.turns_around_held();
    let cycles = ThreeCycles::find(&cube, &turns, &Control::unlimited()).expect("found");
    let pieces = |stickers: usize| -> Vec<Vec<usize>> {
        let pieces = cube.pieces().all().iter();
        let pieces = pieces.map(|piece| piece.facelets.clone());
        pieces.filter(|it| it.len() == stickers).collect()
    };
    let (corners, edges) = (pieces(3), pieces(2));
    let swap = |a: &[usize], b: &[usize]| -> Vec<Vec<usize>> {
        a.iter().zip(b).map(|(&a, &b)| vec![a, b]).collect()
    };
    let outside = [
        vec![corners[0].clone()],
        vec![edges[0].clone()],
        swap(&edges[0], &edges[1]),
        swap(&corners[0], &corners[1]),
        // Stickers that move to other pieces.
        vec![vec![corners[0][0], corners[1][1]]],
        vec![vec![corners[0][0], corners[1][1], corners[2][2]]],
        vec![vec![corners[0][0], edges[1][1], edges[2][1]]],
        vec![vec![corners[0][0], 4, edges[2][1]]],
    ];
    for wrong in &outside {
        let wrong = Permutation::from_cycles(54, wrong);
        assert_eq!(turns_for(&cycles, &cube, &wrong), None);
    }
    // Two swaps at once are possible, and so are two flips.
    let two = [swap(&edges[0], &edges[1]), swap(&corners[0], &corners[1])].concat();
    let flips = vec![edges[0].clone(), edges[5].clone()];
    for right in [two, flips] {
        let right = Permutation::from_cycles(54, &right);
        turns_for(&cycles, &cube, &right).expect("in the group");
    }
}

/// A single ring has no 3-cycle. Neither do the corners of a cube under half turns, with their
/// only 96 arrangements. Such pieces are solved first, before the 3-cycles.
#[test]
fn pieces_without_three_cycles_are_solved_first() {
    let ring = beads("ABCDE", &["A B C D E"]);
    let turns: Vec<TurnId> = (0..ring.turns().len()).collect();
    let cycles = ThreeCycles::find(&ring, &turns, &Control::unlimited()).expect("five states");
    let turned = effect_of(&ring, &[0, 0]);
    turns_for(&cycles, &ring, &turned).expect("in the group");
    let swap = Permutation::from_cycles(5, &[vec![0, 1]]);
    assert_eq!(turns_for(&cycles, &ring, &swap), None);

    let cube = cube();
    let mut halves = cube.all_turns();
    halves.retain(|&turn| cube.turns()[turn].power == 2);
    assert_solved_by_three_cycles(&cube, &halves, 20, 200);
}

/// Rings of beads in a chain, each sharing one bead with the one before.
fn chain(lengths: &[usize], shared: &[usize]) -> Vec<Vec<usize>> {
    let mut rings: Vec<Vec<usize>> = Vec::new();
    let mut beads = 0;
    for (&length, &shared) in lengths.iter().zip(shared) {
        let from_last = rings.last().map(|last| last[shared % last.len()]);
        let new = length - usize::from(from_last.is_some());
        rings.push(from_last.into_iter().chain(beads..beads + new).collect());
        beads += new;
    }
    rings
}

fn rings(rings: &[Vec<usize>]) -> Arc<Puzzle> {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let count = rings.iter().flatten().max().map_or(0, |most| most + 1);
    let name = |&bead: &usize| &letters[bead..=bead];
    let turns = rings.iter().map(|ring| ring.iter().map(name).join(" "));
    let turns = turns.collect_vec();
    let turns = turns.iter().map(String::as_str).collect_vec();
    beads(&letters[..count], &turns)
}

#[test]
fn random_elements_are_equally_likely() {
    let cycles = [vec![0, 1, 2], vec![2, 3, 4]];
    let generators = cycles.map(|cycle| Permutation::from_cycles(5, &[cycle]));
    let all = every_element(5, &generators);
    let group = group(5, &generators);
    assert_eq!(BigUint::from(all.len()), group.order());
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let mut counts: HashMap<Permutation, u32> = HashMap::new();
    for _ in 0..60 * 200 {
        *counts.entry(group.random(&mut random)).or_default() += 1;
    }
    assert_eq!(counts.len(), 60);
    // Chi squared with 59 degrees of freedom exceeds 100 with probability less than 0.001.
    let off = |&count: &u32| (f64::from(count) - 200.0).powi(2) / 200.0;
    let chi: f64 = counts.values().map(off).sum();
    assert!(chi < 100.0, "chi squared is {chi}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn orders_and_members_agree_with_listing_all_elements(
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

    /// Two rings that share one bead generate a 3-cycle and therefore every even permutation
    /// (C. Jordan). The group contains a swap exactly when some ring has an even number of beads.
    #[test]
    fn beads_on_a_chain_of_rings_are_solved_by_three_cycles(
        lengths in prop::collection::vec(2..7_usize, 2..5),
        shared in prop::collection::vec(0..6_usize, 4),
        seed in 0..1000_u64,
    ) {
        let rings_of = chain(&lengths, &shared);
        let puzzle = rings(&rings_of);
        let size = puzzle.facelets().len();
        let turns: Vec<TurnId> = (0..puzzle.turns().len()).collect();
        let cycles = ThreeCycles::find(&puzzle, &turns, &Control::unlimited()).expect("two rings share one bead");
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let wanted = effect_of(&puzzle, &puzzle.scramble(&turns, 100, &mut random));
        turns_for(&cycles, &puzzle, &wanted).expect("in the group");
        let swap = Permutation::from_cycles(size, &[vec![0, size - 1]]);
        let found = turns_for(&cycles, &puzzle, &swap);
        prop_assert_eq!(found.is_some(), lengths.iter().any(|length| length % 2 == 0));
    }

    /// Rings that meet in random beads: turns are found only for elements of the group, though not for all of them.
    #[test]
    #[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
    fn three_cycles_on_random_rings_are_right_and_in_the_group(
        sources in prop::collection::vec(
            (Just((0..8).collect::<Vec<usize>>()).prop_shuffle(), 2..7_usize), 1..4),
        other in Just((0..8).collect::<Vec<usize>>()).prop_shuffle(),
    ) {
        let rings_of: Vec<Vec<usize>> = sources.into_iter()
            .map(|(mut beads, length)| { beads.truncate(length); beads })
            .collect();
        // Two turns of a puzzle must not be the same.
        let beads = |ring: &Vec<usize>| ring.iter().copied().collect::<BTreeSet<usize>>();
        let different: HashSet<BTreeSet<usize>> = rings_of.iter().map(beads).collect();
        prop_assume!(different.len() == rings_of.len());
        let puzzle = rings(&rings_of);
        let size = puzzle.facelets().len();
        let turns: Vec<TurnId> = (0..puzzle.turns().len()).collect();
        let group = puzzle.group(&turns).expect("small");
        let others: Vec<usize> = other.into_iter().filter(|&bead| bead < size).collect();
        let mut random = ChaCha8Rng::seed_from_u64(3);
        if let Some(cycles) = ThreeCycles::find(&puzzle, &turns, &Control::unlimited()) {
            for wanted in [permutation(&others), group.random(&mut random)] {
                if turns_for(&cycles, &puzzle, &wanted).is_some() {
                    prop_assert!(group.contains(&wanted));
                }
            }
        }
    }
}

/// Turns of opposite faces commute. So two turns of a face with a turn of the opposite face between them merge into one turn or
/// cancel, if the result is allowed.
#[test]
fn turns_of_one_face_are_merged_across_commuting_ones() {
    let cube = Puzzle::built_in("rubik").expect("built in");
    let read = |text| Notation::Singmaster.read(&cube, text).expect("turns");
    let merger = TurnMerger::new(&cube, &cube.all_turns());
    for (turns, merged) in [
        ("R L R'", "L"),
        ("R L R", "R2 L"),
        ("R L2 R'", "L2"),
        ("U D U F", "U2 D F"),
        ("F U D U' F'", "F D F'"),
        ("R U D D' U' R", "R2"),
        ("R U R'", "R U R'"),
    ] {
        assert_eq!(merger.concatenate(&[&read(turns)]), read(merged), "{turns}");
    }
    let quarters = read("U U' R R' F F' D D' L L' B B'");
    let merger = TurnMerger::new(&cube, &quarters);
    let merged = merger.concatenate(&[&read("R L"), &read("R")]);
    assert_eq!(merged, read("R L R"));
}

fn effort(beam_width: usize, seed: u64) -> ConstructionEffort {
    ConstructionEffort {
        beam_width,
        candidates: 1,
        attempts: 1,
        seed,
    }
}

/// The goal that requires the colors of some facelets of the solved state; the others may show any of the colors `free`.
fn goal_at(puzzle: &Puzzle, free: &[usize], is_required: impl Fn(&[usize]) -> bool) -> Pattern {
    let pieces = puzzle.pieces();
    let colors = (0..puzzle.facelets().len()).map(|facelet| {
        if is_required(&pieces.all()[pieces.place_of(facelet)].facelets) {
            vec![puzzle.solved().color(facelet)]
        } else {
            free.to_vec()
        }
    });
    Pattern::new(colors.collect())
}

/// The centers are solved; the rest may show anything.
fn solved_centers(puzzle: &Puzzle) -> Pattern {
    let any: Vec<usize> = (0..puzzle.colors().len()).collect();
    goal_at(puzzle, &any, |piece| piece.len() == 1)
}

/// One goal is the solved state; the other requires only the centers, so its solution is less than half as long.
#[test]
fn a_sequence_reaches_the_goal_with_any_assignment_of_identical_pieces() {
    let four = Puzzle::built_in("4x4x4").expect("built in");
    let turns = four.turns_around_held();
    let cycles = ThreeCycles::find(&four, &turns, &Control::unlimited()).expect("found");
    let mut random = ChaCha8Rng::seed_from_u64(9);
    let start = four.reached_by(&four.scramble(&turns, 200, &mut random));
    let mut lengths = Vec::new();
    for goal in [Pattern::from(four.solved()), solved_centers(&four)] {
        let solution = cycles.solution(&start, &goal, &[], effort(30, 1), &Control::unlimited());
        let solution = solution.expect("found");
        assert!(solution.iter().all(|turn| turns.contains(turn)));
        assert!(goal.admits(&four.apply(&start, &solution)));
        lengths.push(solution.len());
    }
    assert!(lengths[1] < lengths[0] / 2, "{lengths:?}");
}

/// On a 4×4×4, quarter turns of two layers are odd permutations of the wings; other turns are even.
#[test]
fn a_solution_has_the_required_parity_even_if_the_goal_hides_it() {
    let four = Puzzle::built_in("4x4x4").expect("built in");
    let turns = four.turns_around_held();
    let cycles = ThreeCycles::find(&four, &turns, &Control::unlimited()).expect("found");
    let name = |turn: TurnId| Notation::Singmaster.write(&four.turns()[turn]);
    let is_odd = |turn: TurnId| {
        let name = name(turn);
        !name.ends_with('2') && name.contains('w') && !name.starts_with('3')
    };
    let changed_by: Vec<bool> = (0..four.turns().len()).map(is_odd).collect();
    let goal = solved_centers(&four);
    let mut random = ChaCha8Rng::seed_from_u64(4);
    for seed in 0..6 {
        let start = four.reached_by(&four.scramble(&turns, 200, &mut random));
        let effort = effort(30, seed);
        for is_odd in [false, true] {
            let parities = [Parity {
                is_odd,
                changed_by: changed_by.clone(),
            }];
            let control = Control::unlimited();
            let solution = cycles.solution(&start, &goal, &parities, effort, &control);
            let solution = solution.expect("found");
            assert!(goal.admits(&four.apply(&start, &solution)));
            let changes = solution.iter().filter(|&&turn| changed_by[turn]).count();
            assert_eq!(changes % 2, usize::from(is_odd), "seed {seed}");
        }
    }
}

/// With this little effort, some corners of the face remain twisted, or two remain swapped. The other pieces are identical
/// for these goals, so the errors can still be corrected.
#[test]
fn a_face_is_solved_by_exchanging_identical_pieces() {
    let minx = Puzzle::built_in("megaminx").expect("built in");
    let turns = minx.turns_around_held();
    let cycles = ThreeCycles::find(&minx, &turns, &Control::unlimited()).expect("found");
    let own = |facelet: usize| minx.solved().color(facelet);
    let face = own(minx.facelets().len() - 1);
    let all: Vec<usize> = (0..minx.colors().len()).collect();
    let others: Vec<usize> = all.iter().copied().filter(|&color| color != face).collect();
    // The other pieces are open, or restricted to the colors of other faces.
    let has_face = |piece: &[usize]| piece.iter().any(|&facelet| own(facelet) == face);
    let goals = [all, others].map(|free| goal_at(&minx, &free, has_face));
    let mut random = ChaCha8Rng::seed_from_u64(4);
    for seed in 0..40 {
        let start = minx.reached_by(&minx.scramble(&turns, 200, &mut random));
        let effort = effort(1, seed);
        for goal in &goals {
            let solution = cycles.solution(&start, goal, &[], effort, &Control::unlimited());
            let solution = solution.unwrap_or_else(|| panic!("seed {seed}"));
            assert!(goal.admits(&minx.apply(&start, &solution)));
        }
    }
}

//! Breadth-first search: distances and solutions of small puzzles, compared with published figures.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

use crate::common::brute;
use crate::common::cli::{EXAMPLE, FIRST, GAP, SECOND, problem};
use crate::common::puzzles::{
    POCKET_DISTANCES, POCKET_QUARTER_DISTANCES, PUBLISHED, beads, built_in, colored_beads, counts,
    cube, distances,
};
use crate::common::sat::{POCKET, scrambled, turns};
use crate::common::some_or_all;
use itertools::Itertools;
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use twistsat::ErrorKind;
use twistsat::control::{Control, Stop};
use twistsat::graph::{Damage, DistanceSampler, DistanceTable, Graph, MAX_BYTES, Names, held_as};
use twistsat::notation::Notation;
use twistsat::problem::{Budget, Target};
use twistsat::puzzle::{Puzzle, State, TurnId};

/// The pocket cube with one corner held, half turns counted as one.
static HALF: LazyLock<DistanceTable> =
    LazyLock::new(|| DistanceTable::build(&POCKET, &POCKET.turns_around_held()).unwrap());

/// The table with quarter turns only.
static QUARTER: LazyLock<DistanceTable> =
    LazyLock::new(|| DistanceTable::build(&POCKET, &quarter_turns()).unwrap());

fn quarter_turns() -> Vec<TurnId> {
    let mut turns = POCKET.turns_around_held();
    turns.retain(|&turn| !POCKET.turns()[turn].is_half());
    turns
}

/// The state that a text stands for, up to rotation.
fn state(text: &str) -> State {
    let problem = problem(text, &Target::Any, Budget::AtMost(11));
    problem.start.state().unwrap()
}

// The distance tables.

#[test]
fn the_pocket_cube_has_the_known_number_of_positions_at_each_distance_in_both_metrics() {
    assert_eq!(HALF.indices(), 3_674_160);
    assert_eq!(HALF.distribution(), POCKET_DISTANCES);
    assert_eq!(QUARTER.distribution(), POCKET_QUARTER_DISTANCES);
}

/// The graph is a Cayley graph, so every state has as many neighbors as the solved one.
#[test]
fn the_state_graphs_have_the_known_numbers_of_edges() {
    for (table, edges) in [(&*HALF, 16_533_720), (&*QUARTER, 11_022_480)] {
        let solved = POCKET.solved();
        let turns = table.turns().iter();
        let neighbors = turns.map(|&turn| table.index(&POCKET.apply(solved, &[turn])));
        let neighbors: BTreeSet<Option<usize>> = neighbors.collect();
        assert!(!neighbors.contains(&None) && !neighbors.contains(&table.index(solved)));
        let states: u64 = table.distribution().iter().sum();
        assert_eq!(states * neighbors.len() as u64 / 2, edges);
    }
}

#[test]
#[ignore = "long check"]
fn in_a_fixed_orientation_there_are_88_million_positions() {
    let all: Vec<TurnId> = (0..18).collect();
    let table = DistanceTable::build(&POCKET, &all).unwrap();
    assert_eq!(table.indices(), 88_179_840);
    let published = [
        1, 18, 243, 2874, 28000, 205_416, 1_168_516, 5_402_628, 20_776_176, 45_391_616, 15_139_616,
        64736,
    ];
    assert_eq!(table.distribution(), published);
    let start = |text| {
        let problem = problem(text, &Target::Solved, Budget::AtMost(11));
        problem.start.state().unwrap()
    };
    assert_eq!(table.distance(&start(FIRST)), Some(4));
    assert_eq!(table.shortest_solutions(&start(FIRST)).len(), 2);
    assert_eq!(table.distance(&start(SECOND)), Some(9));
    let published = Notation::Cw.read(&POCKET, "LH FCCW RCW DCCW LH DCW FH DCW RCCW");
    let shortest = table.shortest_solutions(&start(SECOND));
    assert!(shortest.contains(&published.unwrap()));
}

#[test]
#[ignore = "long check"]
fn positions_in_a_fixed_orientation_are_at_most_14_quarter_turns_away() {
    let quarter = turns("U U' R R' F F' D D' L L' B B'");
    let table = DistanceTable::build(&POCKET, &quarter).unwrap();
    // The number at distance 14 is 24 times that up to rotation.
    let published = [
        1, 12, 114, 924, 6539, 39528, 199_926, 806_136, 2_761_740, 8_656_152, 22_334_112,
        32_420_448, 18_780_864, 2_166_720, 6624,
    ];
    assert_eq!(table.distribution(), published);
}

#[test]
fn states_of_another_puzzle_have_no_distance() {
    let mut colors = POCKET.solved().colors().to_vec();
    colors.swap(0, 5);
    assert_eq!(HALF.distance(&State::new(colors)), None);
    assert_eq!(HALF.distance(&State::new(vec![0; 3])), None);
    assert_eq!(HALF.distance(&State::new(vec![7; 24])), None);
    assert_eq!(HALF.state(HALF.indices()), None);
    assert_eq!(HALF.distance_at(HALF.indices()), None);
}

#[test]
fn states_that_the_turns_do_not_reach_have_no_distance() {
    // Three cases: the held corner is moved, a corner is twisted, or only R is allowed.
    assert_eq!(HALF.distance(&scrambled("D")), None);
    let mut colors = POCKET.solved().colors().to_vec();
    let corner = POCKET.pieces().all()[POCKET.pieces().place_of(0)].clone();
    let [a, b, c] = corner.facelets[..] else {
        panic!("a corner has three facelets")
    };
    (colors[a], colors[b], colors[c]) = (colors[b], colors[c], colors[a]);
    let twisted = State::new(colors);
    assert_eq!(HALF.distance(&twisted), None);
    assert!(HALF.solutions(&twisted, 5).is_empty());
    assert!(HALF.shortest_solutions(&twisted).is_empty());
    let right = DistanceTable::build(&POCKET, &turns("R")).unwrap();
    assert_eq!(right.distribution(), [1, 1, 1, 1]);
    assert_eq!(right.distance(&scrambled("R")), Some(3));
    assert_eq!(right.distance(&scrambled("U")), None);
}

#[test]
fn two_faces_make_a_smaller_graph_in_which_not_every_index_is_reached() {
    let table = DistanceTable::build(&POCKET, &turns("R R2 R' U U2 U'")).unwrap();
    assert_eq!(table.indices(), 720 * 243);
    assert_eq!(table.distribution().iter().sum::<u64>(), 29160);
}

#[test]
fn without_turns_only_the_solved_state_is_left() {
    let table = DistanceTable::build(&POCKET, &[]).unwrap();
    assert_eq!(table.distribution(), [1]);
    assert_eq!(table.distance(POCKET.solved()), Some(0));
    let found = table.canonical_solutions(POCKET.solved(), 0);
    assert_eq!(found, [Vec::<usize>::new()]);
    assert!(table.canonical_solutions(POCKET.solved(), 1).is_empty());
}

#[test]
fn turns_need_not_be_closed_under_inverses() {
    let clockwise = turns("U R F");
    let table = DistanceTable::build(&POCKET, &clockwise).unwrap();
    assert_eq!(table.distribution().iter().sum::<u64>(), 3_674_160);
    let state = scrambled("F' R' U'");
    assert_eq!(table.shortest_solutions(&state), [clockwise]);
    assert_eq!(table.distance(&scrambled("U")), Some(3));
}

#[test]
fn a_cancelled_search_says_so() {
    let control = Control::unlimited();
    control.cancel_flag().raise();
    let turns = POCKET.turns_around_held();
    let graph = Graph::new(&POCKET, POCKET.solved(), &turns, MAX_BYTES).unwrap();
    let distances = graph.search(&control, &|_| ());
    let found = distances.err().map(|error| error.kind());
    assert_eq!(found, Some(ErrorKind::Stopped(Stop::Cancelled)));
}

#[test]
fn a_turn_that_the_puzzle_does_not_have_is_refused() {
    let table = DistanceTable::build(&POCKET, &[0, 18]);
    let message = table.err().map(|error| error.to_string());
    assert_eq!(message.as_deref(), Some("there is no turn number 18"));
}

proptest! {
    #[test]
    fn neighbors_differ_by_at_most_one(index in 0..3_674_160_usize) {
        let state = HALF.state(index).unwrap();
        let (half, quarter) = (HALF.distance(&state).unwrap(), QUARTER.distance(&state).unwrap());
        let mut nearer = half == 0;
        for &turn in HALF.turns() {
            let next = POCKET.apply(&state, &[turn]);
            let distance = HALF.distance(&next).unwrap();
            prop_assert!(half.abs_diff(distance) <= 1);
            nearer |= distance < half;
            if QUARTER.turns().contains(&turn) {
                // A quarter turn changes the parity of the corners.
                prop_assert_eq!(quarter.abs_diff(QUARTER.distance(&next).unwrap()), 1);
            }
        }
        prop_assert!(nearer);
    }
}

// Solutions.

#[test]
fn the_published_positions_have_these_distances_and_numbers_of_shortest_solutions() {
    for (text, distance, solutions) in PUBLISHED {
        let state = state(text);
        let shortest = HALF.shortest_solutions(&state);
        assert_eq!(HALF.distance(&state), Some(distance), "{text}");
        assert_eq!(shortest.len(), solutions, "{text}");
        for solution in shortest {
            assert_eq!(&POCKET.apply(&state, &solution), POCKET.solved(), "{text}");
        }
    }
}

#[test]
fn known_positions_up_to_rotation_have_these_distances_and_numbers_of_solutions() {
    for (text, distance, in_quarter_turns) in [(FIRST, 3, 4), (SECOND, 9, 12), (EXAMPLE, 7, 8)] {
        let state = state(text);
        assert_eq!(HALF.distance(&state), Some(distance));
        assert_eq!(HALF.shortest_solutions(&state).len(), 1);
        assert_eq!(QUARTER.distance(&state), Some(in_quarter_turns));
    }
    // The position GAP is 6 turns away and has no canonical solution of 7.
    let first = &[0, 1, 0, 0, 6, 12, 18][..];
    let gap = &[0, 0, 0, 0, 1, 0, 3, 14, 55, 302][..];
    for (text, numbers) in [(FIRST, first), (GAP, gap)] {
        let count = |length| HALF.canonical_solutions(&state(text), length).len();
        let found: Vec<usize> = (2..2 + numbers.len()).map(count).collect();
        assert_eq!(found, numbers);
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_farthest_positions_have_16_to_196_shortest_solutions() {
    let farthest = HALF.states_at(11);
    let counts: Vec<usize> = farthest.map(|it| HALF.solutions(&it, 11).len()).collect();
    assert_eq!(counts.len(), 2644);
    assert_eq!(counts.iter().min(), Some(&16));
    assert_eq!(counts.iter().max(), Some(&196));
    assert_eq!(counts.iter().sum::<usize>(), 151_776);
}

#[test]
fn the_solved_state_is_solved_by_no_turns() {
    let found = HALF.shortest_solutions(POCKET.solved());
    assert_eq!(found, [Vec::<usize>::new()]);
    assert!(HALF.solutions(POCKET.solved(), 1).is_empty());
    assert_eq!(HALF.solutions(POCKET.solved(), 2).len(), 9);
    assert!(HALF.canonical_solutions(POCKET.solved(), 2).is_empty());
}

#[test]
fn canonical_solutions_are_those_that_the_puzzle_calls_canonical() {
    // With opposite faces, so that the order of commuting turns matters.
    let table = DistanceTable::build(&POCKET, &turns("U U2 U' D D2 D' R2")).unwrap();
    let state = scrambled("U D' R2 D");
    let (mut all_count, mut canonical_count) = (0, 0);
    for length in 0..=6 {
        let all = table.solutions(&state, length);
        let canonical = table.canonical_solutions(&state, length);
        all_count += all.len();
        canonical_count += canonical.len();
        let mut kept = all;
        kept.retain(|solution| POCKET.is_canonical(solution, table.turns()));
        assert_eq!(canonical, kept, "{length}");
    }
    assert!(all_count > canonical_count && canonical_count > 0);
}

// Comparison with brute force.

/// A few turns that fix a corner, or that keep the U and D stickers on U and D;
/// many of the latter commute.
fn few_allowed_turns() -> impl Strategy<Value = Vec<TurnId>> {
    let held = POCKET.turns_around_held();
    let flat = turns("U U2 U' R2 F2 D D2 D' L2 B2");
    prop_oneof![
        prop::sample::subsequence(held, 1..5),
        prop::sample::subsequence(flat, 1..7),
    ]
}

proptest! {
    #[test]
    fn the_table_agrees_with_brute_force(
        scramble in prop::collection::vec(0..9_usize, 0..6),
        length in 0..=5_usize,
    ) {
        let state = POCKET.apply(POCKET.solved(), &scramble);
        for table in [&*HALF, &*QUARTER] {
            let count = |canonical| {
                brute::count(&POCKET, &state, POCKET.solved(), table.turns(), length, canonical)
            };
            let (all, canonical) = (count(false), count(true));
            prop_assert_eq!(table.solutions(&state, length).len() as u64, all);
            prop_assert_eq!(table.canonical_solutions(&state, length).len() as u64, canonical);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(some_or_all(6, 24) as u32))]

    #[test]
    fn the_table_of_any_few_turns_agrees_with_brute_force(
        allowed in few_allowed_turns(),
        backwards in prop::collection::vec(0..4_usize, 0..6),
    ) {
        let table = DistanceTable::build(&POCKET, &allowed).unwrap();
        let undo = |at: &usize| POCKET.inverse(allowed[at % allowed.len()]);
        let undo: Vec<TurnId> = backwards.iter().map(undo).collect();
        let state = POCKET.apply(POCKET.solved(), &undo);
        let count = |length, canonical| {
            brute::count(&POCKET, &state, POCKET.solved(), &allowed, length, canonical)
        };
        let first = (0..=undo.len()).find(|&length| count(length, false) > 0);
        prop_assert_eq!(table.distance(&state), first);
        for length in 0..=6 {
            let all = table.solutions(&state, length).len() as u64;
            prop_assert_eq!(all, count(length, false));
            let canonical = table.canonical_solutions(&state, length).len() as u64;
            prop_assert_eq!(canonical, count(length, true));
        }
    }
}

// Other puzzles.

/// Three stickers in a row, of which the first two and the last two can be swapped.
const ROW: [&str; 2] = ["a b", "b c"];

#[test]
fn a_puzzle_of_three_stickers_has_six_states() {
    let table = DistanceTable::build(&beads("abc", &ROW), &[0, 1]).unwrap();
    assert_eq!(table.distribution(), [1, 2, 2, 1]);
    let found = table.shortest_solutions(&State::new(vec![2, 1, 0]));
    assert_eq!(found, [[0, 1, 0], [1, 0, 1]]);
}

#[test]
fn pieces_that_look_alike_make_fewer_states() {
    let row = colored_beads(&[("1", "ab"), ("2", "c")], &ROW);
    let table = DistanceTable::build(&row, &[0, 1]).unwrap();
    assert_eq!((table.indices(), table.distribution()), (3, vec![1, 1, 1]));
    let far = State::new(vec![1, 0, 0]);
    assert_eq!(table.distance(&far), Some(2));
    assert_eq!(table.shortest_solutions(&far), [[0, 1]]);
    assert_eq!(table.distance(&State::new(vec![1, 1, 0])), None);
}

/// Three pieces *ab*, *cd* and *ef* in a ring: turn *A* moves each to the next
/// place, and turn *B* flips the first one.
const RING: [&str; 2] = ["a c e/b d f", "a b"];

#[test]
fn identical_pieces_with_orientations_are_counted_by_appearance() {
    for (faces, states) in [
        // Two equal pieces and a piece of one color; two equal pieces; two equal pieces, one flipped; three equal pieces;
        // three pieces of one color each; three different pieces.
        ("ac bd ef", None),
        ("ac bd e f", Some(24)),
        ("ad bc e f", Some(24)),
        ("ace bdf", Some(8)),
        ("ab cd ef", Some(3)),
        ("a b c d e f", Some(24)),
    ] {
        let colors = "1 2 3 4 5 6".split(' ');
        let faces: Vec<(&str, &str)> = colors.zip(faces.split(' ')).collect();
        let puzzle = colored_beads(&faces, &RING);
        let all: Vec<TurnId> = (0..puzzle.turns().len()).collect();
        let table = DistanceTable::build(&puzzle, &all);
        let Some(states) = states else {
            let error = table.err().unwrap();
            assert_eq!(error.kind(), ErrorKind::Unsupported);
            assert!(error.to_string().contains("is invisible"), "{error}");
            continue;
        };
        let distribution = table.unwrap().distribution();
        assert_eq!(distribution, counts(&puzzle, usize::MAX), "{faces:?}");
        assert_eq!(distribution.iter().sum::<u64>(), states, "{faces:?}");
    }
}

#[test]
fn distances_too_large_for_a_table_cell_are_found_by_a_walk_to_the_goal() {
    // A ring of 40 beads, one of them different. The ring turns by one bead in both directions.
    let letters: String = ('A'..='Z').chain('a'..='n').collect();
    let turn = letters.chars().join(" ");
    let (first, others) = letters.split_at(1);
    let puzzle = colored_beads(&[("1", first), ("0", others)], &[&turn]);
    let table = DistanceTable::build(&puzzle, &[0, 38]).unwrap();
    assert_eq!(table.distribution().len(), 21);
    for (distance, &count) in table.distribution().iter().enumerate() {
        let states: Vec<State> = table.states_at(distance).collect();
        assert_eq!(states.len() as u64, count);
        for state in states {
            assert_eq!(table.distance(&state), Some(distance));
            for solution in table.shortest_solutions(&state) {
                assert_eq!(solution.len(), distance);
                assert_eq!(&puzzle.apply(&state, &solution), puzzle.solved());
            }
        }
    }
    // Turning in one direction only, neighbors may be farther apart than a cell can tell.
    let refused = DistanceTable::build(&puzzle, &[0, 1]).err().unwrap();
    assert_eq!(refused.kind(), ErrorKind::Unsupported);
}

/// The index has a digit of 11! values, too many for a move table.
#[test]
#[ignore = "long check: a minute"]
fn eleven_beads_have_all_arrangements() {
    let puzzle = beads("ABCDEFGHIJK", &["A B C D E F G H I J K", "A B"]);
    let turns = [0, 9, 10];
    assert_eq!(puzzle.inverse(0), 9);
    let control = Control::unlimited().with_jobs(NonZeroUsize::new(2).unwrap());
    let graph = Graph::new(&puzzle, puzzle.solved(), &turns, MAX_BYTES).unwrap();
    let distances_found = graph.search(&control, &|_| ()).unwrap();
    let distribution = graph.with_distances(distances_found).distribution();
    assert_eq!(distribution.iter().sum::<u64>(), 39_916_800);
    let near = distances(&puzzle, &turns, [puzzle.solved().colors().to_vec()], 8);
    for (distance, &count) in distribution[..9].iter().enumerate() {
        let found = near.values().filter(|&&it| it == distance).count();
        assert_eq!(found as u64, count, "{distance}");
    }
}

#[test]
fn threads_find_the_same_distances() {
    let jobs = NonZeroUsize::new(3).unwrap();
    let control = Control::unlimited().with_jobs(jobs);
    let found = AtomicU64::new(0);
    let graph = Graph::new(&POCKET, POCKET.solved(), &quarter_turns(), MAX_BYTES).unwrap();
    let notify = |more| {
        found.fetch_add(more, Ordering::Relaxed);
    };
    let distances = graph.search(&control, &notify).unwrap();
    let table = graph.with_distances(distances);
    assert_eq!(found.into_inner(), 3_674_160);
    for index in 0..table.indices() {
        assert_eq!(table.distance_at(index), QUARTER.distance_at(index));
    }
}

#[test]
fn any_state_can_be_the_goal() {
    let goal = scrambled("R U2 F' R2 U F2 U' R F U");
    let graph = Graph::new(&POCKET, &goal, &POCKET.turns_around_held(), MAX_BYTES).unwrap();
    let distances = graph.search(&Control::unlimited(), &|_| ()).unwrap();
    let table = graph.with_distances(distances);
    assert_eq!(table.distance(POCKET.solved()), Some(8));
    assert_eq!(table.distance(&goal), Some(0));
    for solution in table.shortest_solutions(POCKET.solved()) {
        assert_eq!(POCKET.apply(POCKET.solved(), &solution), goal);
    }
}

#[test]
fn turns_have_the_same_effect_with_and_without_move_tables() {
    let graph = Graph::new(&POCKET, POCKET.solved(), &quarter_turns(), MAX_BYTES).unwrap();
    let distances = graph.search(&Control::unlimited(), &|_| ()).unwrap();
    let table = graph.with_distances(distances);
    let sample = || (0..table.indices()).step_by(9973).cartesian_product(0..6);
    let turned = |(index, turn)| table.after(index, turn);
    let after = || sample().map(turned).collect_vec();
    let without = after();
    table.build_move_tables();
    assert_eq!(without, after());
    for ((index, turn), after) in sample().zip(without) {
        let turned = POCKET.apply(&table.state(index).unwrap(), &[table.turns()[turn]]);
        assert_eq!(table.index(&turned), Some(after));
    }
}

#[test]
fn questions_too_large_for_memory_are_refused_with_their_size() {
    let turns = POCKET.turns_around_held();
    let refused = Graph::new(&POCKET, POCKET.solved(), &turns, 1_000_000).err();
    let says = "these turns may reach up to 3,674,160 states, a table of 2.15 MiB";
    assert_eq!(refused.unwrap().to_string(), says);
    // Half a byte for each state; eight bytes for each value of a digit and each turn. The held facelets have two digits
    // of one value each.
    let bytes = 3_674_160 / 2 + 8 * (5040 + 729 + 3 * 2) * 9;
    let graph = |most| Graph::new(&POCKET, POCKET.solved(), &turns, most);
    assert!(graph(bytes).is_ok() && graph(bytes - 1).is_err());
}

/// With half turns alone there are few states, and many sequences lead to each.
#[test]
fn states_sampled_by_sequences_are_equally_likely() {
    let draws = 50;
    let mut turns = POCKET.turns_around_held();
    turns.retain(|&turn| POCKET.turns()[turn].is_half());
    assert_eq!(turns.len(), 3);
    let table = DistanceTable::build(&POCKET, &turns).unwrap();
    let distance = table.distribution().len() - 2;
    let all: Vec<State> = table.states_at(distance).collect();
    let counts = all.iter().map(|it| table.canonical_solutions(it, distance));
    assert!(counts.map(|it| it.len()).max() > Some(1));
    let states = DistanceSampler::new(&POCKET, &turns, None, MAX_BYTES, &Control::unlimited());
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut often: HashMap<State, usize> = HashMap::new();
    for _ in 0..draws * all.len() {
        let (state, scramble) = states.draw(distance, &mut random).unwrap();
        assert_eq!(POCKET.apply(POCKET.solved(), &scramble), state);
        assert_eq!(table.distance(&state), Some(distance));
        *often.entry(state).or_default() += 1;
    }
    assert_eq!(often.len(), all.len());
    let squared = |&it: &usize| (it as f64 - draws as f64).powi(2) / draws as f64;
    let squared: f64 = often.values().map(squared).sum();
    let most = all.len() as f64 + 5.0 * (2.0 * all.len() as f64).sqrt();
    assert!(squared < most, "{squared} of {} states", all.len());
}

#[test]
fn half_turns_of_the_3x3x3_make_the_last_stage_of_thistlethwaite() {
    let cube = cube();
    let half_turns = (0..18).filter(|&turn| cube.turns()[turn].is_half());
    let half_turns: Vec<TurnId> = half_turns.collect();
    let table = DistanceTable::build(&cube, &half_turns).unwrap();
    // Two sets of four corners and three of four edges.
    assert_eq!(table.indices(), 24_usize.pow(5));
    // The published distances of the "squares group"; 663,552 in all.
    let published = [
        1, 6, 27, 120, 519, 1932, 6484, 20310, 55034, 113892, 178495, 179196, 89728, 16176, 1488,
        144,
    ];
    assert_eq!(table.distribution(), published);
}

/// Nearly 10⁹ indices, of which one in twelve is reached. The distances were published by
/// mdlazreg in "Subgroups using basic moves" on the Domain of the Cube forum, 2013.
#[test]
#[ignore = "long check: 440 MB"]
fn two_faces_of_the_3x3x3_have_the_published_distances() {
    let rubik = Puzzle::built_in("rubik").unwrap();
    let turns = Notation::Singmaster.read(&rubik, "U U' R R'").unwrap();
    let table = DistanceTable::build(&rubik, &turns).unwrap();
    assert_eq!(table.indices(), 881_798_400);
    let published = [
        1, 4, 10, 24, 58, 140, 338, 816, 1970, 4756, 11448, 27448, 65260, 154_192, 360_692,
        827_540, 1_851_345, 3_968_840, 7_891_990, 13_659_821, 18_471_682, 16_586_822, 8_039_455,
        1_511_110, 47351, 87,
    ];
    assert_eq!(table.distribution(), published);
}

#[test]
fn the_whole_3x3x3_is_refused() {
    let all: Vec<TurnId> = (0..18).collect();
    let error = DistanceTable::build(&cube(), &all).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    // Twice the order of the group, because the index ignores parities.
    let states = "these turns may reach up to 86,504,006,548,979,712,000 states";
    assert!(error.to_string().starts_with(states), "{error}");
}

// Names of states.

proptest! {
    #[test]
    fn all_rotations_of_a_state_have_one_name_and_other_states_have_other_names(
        index in 0..3_674_160_usize,
        other in 0..3_674_160_usize,
    ) {
        let names = Names::new(&POCKET).unwrap();
        let state = HALF.state(index).unwrap();
        let name = names.name(&state);
        for rotation in POCKET.rotations() {
            let rotated = state.after(&rotation.facelets);
            prop_assert_eq!(&names.name(&rotated), &name);
            let upright = held_as(&POCKET, &rotated, POCKET.solved());
            prop_assert_eq!(upright.len(), 1);
            prop_assert_eq!(HALF.index(&upright[0]), Some(index));
        }
        let same = names.name(&HALF.state(other).unwrap()) == name;
        prop_assert_eq!(same, index == other);
    }
}

// Every built-in puzzle.

type WithGraph = (Arc<Puzzle>, Vec<TurnId>, Graph);

/// A puzzle with turns whose graph fits into memory: those that `solve` uses, or only
/// the half turns, or those of one face.
fn with_graph(puzzle: Arc<Puzzle>) -> WithGraph {
    let all = puzzle.turns_around_held();
    let some = |keep: &dyn Fn(TurnId) -> bool| all.iter().copied().filter(|&t| keep(t)).collect();
    let choices: [Vec<TurnId>; 3] = [
        some(&|_| true),
        some(&|turn| puzzle.turns()[turn].is_half()),
        some(&|turn| puzzle.turns()[turn].face == puzzle.turns()[all[0]].face),
    ];
    for turns in choices {
        match Graph::new(&puzzle, puzzle.solved(), &turns, MAX_BYTES) {
            Ok(graph) if !turns.is_empty() => return (puzzle, turns, graph),
            Ok(_) => (),
            Err(error) if error.kind() == ErrorKind::TooLarge => (),
            Err(error) => panic!("{}: {error}", puzzle.name()),
        }
    }
    panic!("{}: the turns of one face are too many", puzzle.name())
}

static GRAPHS: LazyLock<Vec<WithGraph>> =
    LazyLock::new(|| built_in().into_iter().map(with_graph).collect());

proptest! {
    #[test]
    #[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
    fn index_and_state_are_inverse_on_every_puzzle(fraction in 0.0..1.0_f64, walk in prop::collection::vec(0..1000_usize, 0..30)) {
        for (puzzle, turns, graph) in &*GRAPHS {
            // The states around an arbitrary index, and those around the solved state.
            let any = (fraction * graph.indices() as f64) as usize;
            for mut index in [any, graph.index(puzzle.solved()).unwrap()] {
                let mut state = graph.state(index).unwrap();
                prop_assert_eq!(graph.index(&state), Some(index), "{}", puzzle.name());
                for at in &walk {
                    let turn = at % turns.len();
                    state = puzzle.apply(&state, &[turns[turn]]);
                    index = graph.after(index, turn);
                    prop_assert_eq!(graph.index(&state), Some(index), "{}", puzzle.name());
                    prop_assert_eq!(&graph.state(index).unwrap(), &state, "{}", puzzle.name());
                }
            }
        }
    }

    #[test]
    fn all_rotations_of_a_state_have_one_name_on_every_puzzle(
        walk in prop::collection::vec(0..1000_usize, 0..60),
    ) {
        for (puzzle, _, _) in &*GRAPHS {
            let (names, turns) = (Names::new(puzzle).unwrap(), puzzle.turns().len());
            let walk: Vec<TurnId> = walk.iter().map(|at| at % turns).collect();
            let state = puzzle.apply(puzzle.solved(), &walk);
            for rotation in puzzle.rotations() {
                prop_assert_eq!(names.name(&state.after(&rotation.facelets)), names.name(&state), "{}", puzzle.name());
            }
        }
    }
}

/// A cube has all 24 rotations. No turns of the domino have the effect of a quarter turn
/// of the whole puzzle: that would flip an edge between two sides. A puzzle without
/// a held piece has only the identity.
#[test]
fn every_puzzle_has_the_rotations_that_turns_can_make() {
    for name in Puzzle::built_in_names() {
        let count = match name {
            "pocket" | "4x4x4" | "6x6x6" => 24,
            "kilominx" => 60,
            "domino" => 4,
            _ => 1,
        };
        let puzzle = Puzzle::built_in(name).unwrap();
        assert_eq!(puzzle.held().is_empty(), count == 1, "{name}");
        assert_eq!(puzzle.rotations().len(), count, "{name}");
    }
}

#[test]
#[ignore = "long check"]
fn no_two_states_of_a_puzzle_have_the_same_name() {
    for (puzzle, turns, _) in &*GRAPHS {
        let table = DistanceTable::build(puzzle, turns).unwrap();
        let names = Names::new(puzzle).unwrap();
        let reached = (0..table.indices()).filter(|&index| table.distance_at(index).is_some());
        let all = reached.map(|index| names.name(&table.state(index).unwrap()));
        let all: HashSet<String> = all.collect();
        let states = table.distribution().iter().sum::<u64>();
        assert_eq!(all.len() as u64, states, "{}", puzzle.name());
    }
}

// Tables as files.

#[test]
fn a_written_table_can_be_read_back_only_for_its_graph() {
    let all = |puzzle: &Puzzle| (0..puzzle.turns().len()).collect::<Vec<TurnId>>();
    let graph =
        |puzzle: &Puzzle, goal: &State| Graph::new(puzzle, goal, &all(puzzle), MAX_BYTES).unwrap();
    let row = beads("abc", &ROW);
    let here = graph(&row, row.solved());
    let distances = here.search(&Control::unlimited(), &|_| ()).unwrap();
    let mut file = Vec::new();
    here.write(&distances, &mut file).unwrap();
    // If all pieces are distinguishable, the file is valid for every goal.
    for goal in [[0, 1, 2], [2, 0, 1]] {
        let goal = State::new(goal.to_vec());
        let there = graph(&row, &goal);
        let distances = there.read(&mut &file[..]).unwrap();
        let table = there.with_distances(distances);
        assert_eq!(table.distribution(), [1, 2, 2, 1]);
        assert_eq!(table.distance(&goal), Some(0));
        let turned = row.apply(&goal, &[0, 1]);
        assert_eq!(table.distance(&turned), Some(2));
    }
    let alike = colored_beads(&[("1", "ab"), ("2", "c")], &ROW);
    for goal in [[0, 0, 1], [0, 1, 0]] {
        let other = graph(&alike, &State::new(goal.to_vec()));
        assert!(matches!(other.read(&mut &file[..]), Err(Damage::Foreign)));
        assert_ne!(other.key(), here.key());
    }
    let keys = [[0, 0, 1], [0, 1, 0]].map(|goal| graph(&alike, &State::new(goal.to_vec())).key());
    assert_ne!(keys[0], keys[1]);
    // Any changed byte and any truncation is detected.
    for at in 0..file.len() {
        let mut damaged = file.clone();
        damaged[at] ^= 0x10;
        assert!(here.read(&mut &damaged[..]).is_err(), "{at}");
        assert!(here.read(&mut &file[..at]).is_err(), "{at}");
    }
}

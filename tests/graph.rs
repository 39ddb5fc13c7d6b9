//! Breadth-first truth: distances and solutions of small puzzles, against
//! figures that others computed.

mod common_puzzles;

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use common_puzzles::cube;
use proptest::prelude::*;
use twistsat::control::{CancelFlag, Control, Stop};
use twistsat::graph::{DistanceTable, GraphError, brute};
use twistsat::puzzle::{
    Budget, Layout, Notation, Problem, Puzzle, State, Target, TurnId, built_in,
};

static POCKET: LazyLock<Arc<Puzzle>> =
    LazyLock::new(|| Arc::new(built_in("pocket").unwrap().unwrap()));

/// The pocket cube with one corner held, half turns counted as one.
static HALF: LazyLock<DistanceTable> =
    LazyLock::new(|| DistanceTable::build(&POCKET, &POCKET.turns_around_held()).unwrap());

/// The same with quarter turns only.
static QUARTER: LazyLock<DistanceTable> =
    LazyLock::new(|| DistanceTable::build(&POCKET, &quarter_turns()).unwrap());

fn quarter_turns() -> Vec<TurnId> {
    let mut turns = POCKET.turns_around_held();
    turns.retain(|&turn| !POCKET.turns()[turn].is_half());
    turns
}

fn turns(text: &str) -> Vec<TurnId> {
    Notation::Singmaster.read(&POCKET, text).unwrap()
}

fn names(turns: &[TurnId]) -> String {
    Notation::Singmaster.write_all(&POCKET, turns)
}

fn scrambled(text: &str) -> State {
    POCKET.apply(POCKET.solved(), &turns(text))
}

fn problem(layout: Layout, text: &str, target: &Target) -> Problem {
    let start = layout.read(&POCKET, text).unwrap();
    Problem::new(POCKET.clone(), &start, target, Budget::AtMost(11)).unwrap()
}

fn net(text: &str) -> State {
    problem(Layout::Net, text, &Target::Any).start
}

fn faces(text: &str) -> State {
    problem(Layout::Faces, text, &Target::Any).start
}

const FIRST: &str = "F=RYOG U=YRGO D=WRBO R=GYWB L=BYWG B=BOWR";
const SECOND: &str = "F=RORW U=BRBB D=GOOR R=WYGY L=OWYW B=BYGG";

// The distance tables.

#[test]
fn the_pocket_cube_has_the_known_number_of_positions_at_each_distance() {
    assert_eq!(HALF.indices(), 3_674_160);
    assert_eq!(
        HALF.distribution(),
        [
            1, 9, 54, 321, 1847, 9992, 50136, 227_536, 870_072, 1_887_748, 623_800, 2644
        ]
    );
}

#[test]
fn in_quarter_turns_too() {
    assert_eq!(
        QUARTER.distribution(),
        [
            1, 6, 27, 120, 534, 2256, 8969, 33058, 114_149, 360_508, 930_588, 1_350_852, 782_536,
            90280, 276
        ]
    );
}

/// The states are a group, so all have as many neighbours as the solved one.
#[test]
fn the_state_graphs_have_the_known_numbers_of_edges() {
    for (table, edges) in [(&*HALF, 16_533_720), (&*QUARTER, 11_022_480)] {
        let solved = POCKET.solved();
        let turns = table.turns().iter();
        let neighbours: BTreeSet<Option<usize>> = turns
            .map(|&turn| table.index(&POCKET.apply(solved, &[turn])))
            .collect();
        assert!(!neighbours.contains(&None) && !neighbours.contains(&table.index(solved)));
        let states: u64 = table.distribution().iter().sum();
        assert_eq!(states * neighbours.len() as u64 / 2, edges);
    }
}

#[test]
#[ignore = "long check"]
fn in_a_fixed_orientation_there_are_88_million_positions() {
    let all: Vec<TurnId> = (0..18).collect();
    let table = DistanceTable::build(&POCKET, &all).unwrap();
    assert_eq!(table.indices(), 88_179_840);
    assert_eq!(
        table.distribution(),
        [
            1, 18, 243, 2874, 28000, 205_416, 1_168_516, 5_402_628, 20_776_176, 45_391_616,
            15_139_616, 64736
        ]
    );
    let start = |text| problem(Layout::Faces, text, &Target::Solved).start;
    assert_eq!(table.distance(&start(FIRST)), Some(4));
    assert_eq!(table.shortest_solutions(&start(FIRST)).len(), 2);
    assert_eq!(table.distance(&start(SECOND)), Some(9));
    let published = Notation::Cw
        .read(&POCKET, "LH FCCW RCW DCCW LH DCW FH DCW RCCW")
        .unwrap();
    let shortest = table.shortest_solutions(&start(SECOND));
    assert!(shortest.contains(&published));
}

#[test]
#[ignore = "long check"]
fn in_a_fixed_orientation_they_are_at_most_14_quarter_turns_away() {
    let quarter = turns("U U' R R' F F' D D' L L' B B'");
    let table = DistanceTable::build(&POCKET, &quarter).unwrap();
    // The last is 24 times the number up to rotation.
    assert_eq!(
        table.distribution(),
        [
            1, 12, 114, 924, 6539, 39528, 199_926, 806_136, 2_761_740, 8_656_152, 22_334_112,
            32_420_448, 18_780_864, 2_166_720, 6624
        ]
    );
    assert_eq!(table.distribution().iter().sum::<u64>(), 88_179_840);
}

#[test]
fn a_distance_is_given_to_no_state_of_another_puzzle() {
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
    // The held corner was moved; one corner is twisted; only R is turned.
    assert_eq!(HALF.distance(&scrambled("D")), None);
    let mut colors = POCKET.solved().colors().to_vec();
    let corner = POCKET.pieces().all()[POCKET.pieces().place_of(0)].clone();
    let [a, b, c] = corner.facelets[..] else {
        panic!("a corner has three facelets")
    };
    (colors[a], colors[b], colors[c]) = (colors[b], colors[c], colors[a]);
    let twisted = State::new(colors);
    assert_eq!(HALF.distance(&twisted), None);
    assert_eq!(HALF.count_solutions(&twisted, 5, false), 0);
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
    assert_eq!(table.count_solutions(POCKET.solved(), 0, true), 1);
    assert_eq!(table.count_solutions(POCKET.solved(), 1, true), 0);
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
    let flag = CancelFlag::default();
    flag.raise();
    let table = DistanceTable::build_under(
        &POCKET,
        &POCKET.turns_around_held(),
        &Control::new(flag, None),
    );
    assert_eq!(table.err(), Some(GraphError::Stopped(Stop::Cancelled)));
}

#[test]
fn a_turn_that_the_puzzle_does_not_have_is_refused() {
    let table = DistanceTable::build(&POCKET, &[0, 18]);
    assert_eq!(table.err(), Some(GraphError::NoSuchTurn(18)));
}

proptest! {
    #[test]
    fn index_and_state_are_inverse(index in 0..3_674_160_usize) {
        let state = HALF.state(index).unwrap();
        prop_assert_eq!(HALF.index(&state), Some(index));
        prop_assert_eq!(QUARTER.index(&state), Some(index));
    }

    #[test]
    fn neighbours_differ_by_at_most_one(index in 0..3_674_160_usize) {
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
    for (text, distance, solutions) in [
        ("UUUULRBFRLFBLRBFRLFBDDDD", 3, 2),
        ("UDUDLLFRFFLBLBRRFRBBUUDD", 3, 1),
        ("DDUURRBFRRFBLLBFLLFBUUDD", 4, 3),
        ("UUUURLFBLRBFLRBFRLFBDDDD", 4, 4),
        ("UDDULBRFRFLBLBRFRFLBUDDU", 5, 2),
        ("DUUDLLFBRRBFLRFFRLBBUDDU", 9, 8),
        ("FFFUDDRFRULLLDRRUULBBBDB", 10, 18),
        ("DDDUFFLFRBRRLFLLBBRBUUDU", 10, 8),
        ("UFFULDRFRULBLLFRURBBDBDD", 10, 45),
        ("UUUDLLFRFRBBLLFRFRBBDUDD", 11, 196),
        ("UUUURLFBLRBFLLFFRRBBDDDD", 11, 24),
    ] {
        let state = net(text);
        let shortest = HALF.shortest_solutions(&state);
        assert_eq!(
            (HALF.distance(&state), shortest.len()),
            (Some(distance), solutions),
            "{text}"
        );
        for solution in shortest {
            assert_eq!(&POCKET.apply(&state, &solution), POCKET.solved(), "{text}");
        }
    }
}

#[test]
fn this_scramble_has_one_shortest_way_back() {
    let state = scrambled("R U2 F' R2 U F2 U' R F U");
    let shortest = HALF.shortest_solutions(&state);
    assert_eq!(
        shortest,
        [turns("F R' U F R' F2 U2 R2")],
        "{}",
        names(&shortest[0])
    );
}

#[test]
fn the_first_position_up_to_rotation_takes_3_turns() {
    let state = faces(FIRST);
    assert_eq!(HALF.distance(&state), Some(3));
    assert_eq!(QUARTER.distance(&state), Some(4));
    let counts: Vec<u64> = (2..=8)
        .map(|n| HALF.count_solutions(&state, n, true))
        .collect();
    assert_eq!(counts, [0, 1, 0, 0, 6, 12, 18]);
}

#[test]
fn the_first_position_in_its_exact_orientation_takes_4_turns() {
    let Problem {
        start,
        goal,
        allowed,
        ..
    } = problem(Layout::Faces, FIRST, &Target::Solved);
    assert_eq!(allowed.len(), 18);
    let count =
        |length, canonical| brute::count(&POCKET, &start, &goal, &allowed, length, canonical);
    assert_eq!([0, 1, 2, 3, 4].map(|n| count(n, false)), [0, 0, 0, 0, 2]);
    // The two differ by swapping two commuting turns.
    assert_eq!(count(4, true), 1);
}

#[test]
fn the_second_position_up_to_rotation_takes_9_turns() {
    let state = faces(SECOND);
    assert_eq!(HALF.distance(&state), Some(9));
    assert_eq!(HALF.shortest_solutions(&state).len(), 1);
    assert_eq!(QUARTER.distance(&state), Some(12));
}

#[test]
fn a_position_of_6_turns_has_no_canonical_solution_of_7() {
    let state = net("xSayaSXx7y7y7x7aSaxXXySX");
    let counts: Vec<u64> = (4..=11)
        .map(|n| HALF.count_solutions(&state, n, true))
        .collect();
    assert_eq!(counts, [0, 0, 1, 0, 3, 14, 55, 302]);
}

#[test]
fn the_graph_database_example_takes_7_half_turns_and_8_quarter_turns() {
    let state = net("002140534352524214031513");
    assert_eq!(HALF.distance(&state), Some(7));
    assert_eq!(HALF.shortest_solutions(&state).len(), 1);
    assert_eq!(QUARTER.distance(&state), Some(8));
}

#[test]
fn the_farthest_positions_have_16_to_196_shortest_solutions() {
    let counts: Vec<u64> = HALF
        .states_at(11)
        .map(|state| HALF.count_solutions(&state, 11, false))
        .collect();
    assert_eq!(counts.len(), 2644);
    assert_eq!(counts.iter().min(), Some(&16));
    assert_eq!(counts.iter().max(), Some(&196));
    assert_eq!(counts.iter().sum::<u64>(), 151_776);
}

#[test]
fn the_solved_state_is_solved_by_no_turns() {
    assert_eq!(
        HALF.shortest_solutions(POCKET.solved()),
        [Vec::<usize>::new()]
    );
    assert_eq!(HALF.count_solutions(POCKET.solved(), 1, false), 0);
    assert_eq!(HALF.count_solutions(POCKET.solved(), 2, false), 9);
    assert_eq!(HALF.count_solutions(POCKET.solved(), 2, true), 0);
}

#[test]
fn canonical_solutions_are_those_that_the_puzzle_calls_canonical() {
    // With opposite faces, so that the order of commuting turns matters.
    let table = DistanceTable::build(&POCKET, &turns("U U2 U' D D2 D' R2")).unwrap();
    let state = scrambled("U D' R2 D");
    let (mut most, mut fewest) = (0, 0);
    for length in 0..=6 {
        let all = table.solutions(&state, length, false);
        let canonical = table.solutions(&state, length, true);
        most += all.len();
        fewest += canonical.len();
        let mut kept = all;
        kept.retain(|solution| POCKET.is_canonical(solution, table.turns()));
        assert_eq!(canonical, kept, "{length}");
        assert_eq!(
            table.count_solutions(&state, length, true),
            kept.len() as u64
        );
    }
    assert!(most > fewest && fewest > 0);
}

// The second opinion.

/// A few turns that keep a corner still, or that keep the corners' U and D
/// stickers on U and D: among the latter many commute.
fn few_turns() -> impl Strategy<Value = Vec<TurnId>> {
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
        canonical: bool,
    ) {
        let state = POCKET.apply(POCKET.solved(), &scramble);
        for table in [&*HALF, &*QUARTER] {
            let counted = table.count_solutions(&state, length, canonical);
            let brute = brute::count(&POCKET, &state, POCKET.solved(), table.turns(), length, canonical);
            prop_assert_eq!(counted, brute);
            prop_assert_eq!(table.solutions(&state, length, canonical).len() as u64, brute);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_table_of_any_few_turns_agrees_with_brute_force(
        allowed in few_turns(),
        backwards in prop::collection::vec(0..4_usize, 0..6),
        canonical: bool,
    ) {
        let table = DistanceTable::build(&POCKET, &allowed).unwrap();
        let undo: Vec<TurnId> = backwards
            .iter()
            .map(|at| POCKET.inverse(allowed[at % allowed.len()]))
            .collect();
        let state = POCKET.apply(POCKET.solved(), &undo);
        let count = |length| brute::count(&POCKET, &state, POCKET.solved(), &allowed, length, false);
        let first = (0..=undo.len()).find(|&length| count(length) > 0);
        prop_assert_eq!(table.distance(&state), first);
        for length in 0..=6 {
            prop_assert_eq!(
                table.count_solutions(&state, length, canonical),
                brute::count(&POCKET, &state, POCKET.solved(), &allowed, length, canonical)
            );
        }
    }
}

#[test]
fn brute_force_refuses_what_does_not_fit_the_puzzle() {
    let solved = POCKET.solved();
    let short = State::new(vec![0; 3]);
    assert_eq!(brute::count(&POCKET, &short, solved, &[0], 2, false), 0);
    assert_eq!(brute::count(&POCKET, solved, solved, &[99], 0, false), 1);
    assert_eq!(brute::count(&POCKET, solved, solved, &[99], 1, false), 0);
    assert_eq!(
        brute::count(&POCKET, solved, solved, &[0, 1, 2], 60, false),
        u64::MAX
    );
}

// Other puzzles.

/// Three stickers, of which the first two and the last two can be swapped.
fn three_in_a_row(colors: [&str; 3]) -> Puzzle {
    let mut text = "name = \"row\"\ntitle = \"Row\"\nmaximum = {}\nnet = [\"a b c\"]\n".to_owned();
    for (facelet, color) in ["a", "b", "c"].iter().zip(colors) {
        text += &format!(
            "[[face]]\nname = \"{facelet}\"\ncolor = \"{color}\"\npaint = \"white\"\nfacelets = \"{facelet}\"\n"
        );
    }
    text +=
        "[[turn]]\nname = \"L\"\ncycles = [\"a b\"]\n[[turn]]\nname = \"R\"\ncycles = [\"b c\"]\n";
    Puzzle::from_toml("row.toml", &text).unwrap()
}

#[test]
fn a_puzzle_of_three_stickers_has_six_states() {
    let table = DistanceTable::build(&three_in_a_row(["1", "2", "3"]), &[0, 1]).unwrap();
    assert_eq!(table.distribution(), [1, 2, 2, 1]);
    assert_eq!(
        table.shortest_solutions(&State::new(vec![2, 1, 0])),
        [[0, 1, 0], [1, 0, 1]]
    );
}

#[test]
fn pieces_that_look_alike_are_refused() {
    let table = DistanceTable::build(&three_in_a_row(["1", "1", "2"]), &[0, 1]);
    assert!(matches!(table.err(), Some(GraphError::Alike(_))));
}

#[test]
fn half_turns_of_the_3x3x3_make_the_last_stage_of_thistlethwaite() {
    let cube = cube();
    let half_turns: Vec<TurnId> = (0..18)
        .filter(|&turn| cube.turns()[turn].is_half())
        .collect();
    let table = DistanceTable::build(&cube, &half_turns).unwrap();
    // Two sets of four corners and three of four edges.
    assert_eq!(table.indices(), 24_usize.pow(5));
    // The published distances of the "squares group"; 663,552 in all.
    assert_eq!(
        table.distribution(),
        [
            1, 6, 27, 120, 519, 1932, 6484, 20310, 55034, 113892, 178495, 179196, 89728, 16176,
            1488, 144
        ]
    );
}

#[test]
fn the_whole_3x3x3_is_refused() {
    let all: Vec<TurnId> = (0..18).collect();
    let table = DistanceTable::build(&cube(), &all);
    assert_eq!(table.err(), Some(GraphError::TooManyStates));
}

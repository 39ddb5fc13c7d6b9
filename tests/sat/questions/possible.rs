//! Which states a puzzle can have, and which patterns match such a state: compared with all states that turns reach, or, for
//! puzzles with too many states, with known facts about them.

use std::sync::Arc;

use itertools::Itertools;
use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use twistsat::notation::Scheme;
use twistsat::problem::{Budget, Problem, Target};
use twistsat::puzzle::{Color, Layout, Pattern, Premise, Puzzle, State, Sticker};
use twistsat::search::{Search, UnknownReason};
use twistsat::{Error, ErrorKind};

use super::random;
use crate::common::exhaustive;
use crate::common::puzzles::{beads, colored_rows, many_pairs, pairs_after};
use crate::common::sat::{batsat, recipe};

/// The error of a state that only the group of the turns rules out.
const OTHER_GROUP: &str =
    "every piece is there, but no turns lead from the solved state to this state";

/// Puzzles with identical pieces, in which one orbit may determine the parity, or more, of another.
fn linked() -> Vec<Arc<Puzzle>> {
    colored_rows(
        "
x=abc y=defg » a b c » b c d e » f g/c d
x=abcfh y=degi » a b c » c d e » f g h i
// Three orbits, of which each turn moves two.
x=abdf y=ceg » a b c/d e » a b/f g » d e/f g
// Turns permute two orbits in the same way.
x=abcef y=dgh » a b/e f » a b c d/e f g h
// Blocks of two and of three.
x=abcd y=efgh » a e » a b/e f » a b c d/e f g h
x=abce y=dfg z=h » a b c » d e f » a d/b e/c f » a b/g h
// Identical pieces of two stickers, flipped two at a time.
x=abcd y=efgh » a e/b f » a b c d/e f g h » b c/f g
// Identical pieces of three stickers, whose twists add up to zero.
x=abc y=defghi » a d g/b h e » a b c/d e f/g h i
",
    )
}

/// A random pattern that nearly fits a state: up to three pairs of its stickers are swapped, and some stickers are open.
fn pattern(puzzle: &Puzzle, states: &[Vec<Color>], random: &mut SmallRng) -> Pattern {
    let mut colors = states.choose(random).unwrap().clone();
    for _ in 0..random.random_range(0..4) {
        let (a, b) = (
            random.random_range(0..colors.len()),
            random.random_range(0..colors.len()),
        );
        colors.swap(a, b);
    }
    let share = random.random_range(0.0..0.9);
    let set = |&color: &Color| {
        if random.random_bool(share) {
            (0..puzzle.colors().len())
                .filter(|&other| other == color || random.random_bool(0.6))
                .collect()
        } else {
            vec![color]
        }
    };
    Pattern::new(colors.iter().map(set).collect())
}

/// Possible states are accepted, others are refused, and none is left undecided. A problem is accepted exactly if the puzzle can
/// have its start and its goal.
#[test]
fn a_state_is_possible_exactly_if_turns_reach_it() {
    let mut random = SmallRng::seed_from_u64(16);
    let (mut possible, mut by_group, mut refused, mut posed) = (0, 0, 0, [0; 3]);
    for puzzle in random::puzzles().into_iter().chain(linked()) {
        let mut states: Vec<Vec<Color>> = exhaustive::states(&puzzle).into_iter().collect();
        states.sort();
        let scheme = Scheme::own_symbols(&puzzle);
        for _ in 0..200 {
            let patterns = [(); 2].map(|()| pattern(&puzzle, &states, &mut random));
            let can_be = patterns.each_ref().map(|pattern| {
                let mut states = states.iter();
                states.any(|state| pattern.admits(&State::new(state.clone())))
            });
            for (pattern, expected) in patterns.iter().zip(can_be) {
                let said = puzzle.check_possible(pattern, scheme.symbols());
                let is_possible = said == Ok(Premise::Holds);
                assert_eq!(is_possible, expected, "{said:?}: {pattern:?}");
                match said {
                    Ok(Premise::Holds) => possible += 1,
                    Err(it) if it.to_string() == OTHER_GROUP => by_group += 1,
                    Err(_) => refused += 1,
                    Ok(Premise::Undecided(why)) => panic!("{why}: {pattern:?}"),
                }
            }
            // A fully known start may be read in other colors.
            if patterns[0].is_state() {
                continue;
            }
            let [from, to] = patterns.each_ref().map(|it| scheme.stickers(it));
            let (target, budget) = (Target::Pattern(to), Budget::AtMost(1));
            let problem = Problem::of_stickers(puzzle.clone(), &from, &target, budget);
            let which = match (&problem, can_be) {
                (Ok(problem), [true, true]) => {
                    assert_eq!(problem.check_premise(), Ok(Premise::Holds));
                    0
                }
                (Err(error), [false, _]) if error.kind() == ErrorKind::ImpossibleStart => 1,
                (Err(error), [true, false]) if error.to_string().starts_with("the target: ") => 2,
                (problem, can_be) => panic!("{problem:?}: {patterns:?} {can_be:?}"),
            };
            posed[which] += 1;
        }
    }
    let enough = possible > 2000 && by_group > 100 && refused > 200;
    assert!(enough, "{possible} {by_group} {refused}");
    assert!(posed.iter().all(|&count| count > 100), "{posed:?}");
}

/// Whether a state matches a text of the fourteen points and the six others: the fourteen have seven of each color, in any
/// order; the six have one of two colorings.
fn has_completion(text: &str) -> bool {
    let symbols = text.chars().map(|symbol| match symbol {
        '.' => vec!['A', 'B'],
        symbol => vec![symbol],
    });
    let mut all = symbols.multi_cartesian_product().map(String::from_iter);
    all.any(|state: String| {
        let (many, rest) = state.split_at(14);
        many.matches('A').count() == 7 && ["ABABAB", "BABABA"].contains(&rest)
    })
}

/// A question about a puzzle of which two turns generate all even permutations of fourteen points. A third turn cycles four
/// other points and swaps a pair; the pair shows the parity of the number of these third turns.
fn pose(start: &str, goal: &str) -> Result<Problem, Error> {
    let text = include_str!("../../data/fourteen.toml");
    let puzzle = Arc::new(Puzzle::from_toml("fourteen.toml", text).unwrap());
    let read = |text: &str| Layout::Net.read_stickers(&puzzle, text).unwrap();
    let (start, target) = (read(start), Target::Pattern(read(goal)));
    Problem::of_stickers(puzzle, &start, &target, Budget::AtMost(1))
}

#[test]
fn an_impossible_state_with_identical_pieces_is_refused() {
    let mut random = SmallRng::seed_from_u64(18);
    let solved = "AAAAAAABBBBBBBABABAB";
    let error = pose("AAAAAAABBBBBBBBABAAB", solved).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ImpossibleStart);
    assert_eq!(error.to_string(), OTHER_GROUP);
    let mut possible = 0;
    for _ in 0..300 {
        let mut text: Vec<char> = solved.chars().collect();
        text[..14].shuffle(&mut random);
        if random.random_bool(0.5) {
            text[14..].rotate_left(1);
        }
        for _ in 0..random.random_range(0..2) {
            let (a, b) = (random.random_range(12..20), random.random_range(12..20));
            text.swap(a, b);
        }
        for _ in 0..random.random_range(0..12) {
            text[random.random_range(0..20)] = '.';
        }
        let text: String = text.into_iter().collect();
        let (expected, open) = (has_completion(&text), "A...................");
        assert_eq!(pose(&text, open).is_ok(), expected, "{text}");
        assert_eq!(pose(open, &text).is_ok(), expected, "{text}");
        possible += usize::from(expected);
    }
    assert!((51..250).contains(&possible), "{possible}");
}

/// By the laws of the 3×3×3, a single twisted corner, a single flipped edge and a single swap of edges are impossible, unless
/// unknown stickers leave room for another piece or orientation.
#[test]
fn the_laws_of_the_cube_apply_to_partly_unknown_states() {
    let cube = Puzzle::built_in("rubik").unwrap();
    let scheme = Scheme::own_symbols(&cube);
    let solved: Vec<char> = scheme.state_characters(cube.solved());
    let at = |name: &str| cube.facelets().iter().position(|it| it == name).unwrap();
    // States made by cycles of stickers, and facelets whose stickers are unknown.
    let corner = "U9 R1 F3";
    let flip = "U6 R2";
    let swap = "U6 U8/R2 F2";
    for (cycles, unknown, expected) in [
        ("", "", true),
        (corner, "", false),
        // A corner of which nothing is known may be untwisted.
        (corner, corner, true),
        (corner, "U9 R1 F3 U1 L1 B3", true),
        (flip, "", false),
        (flip, "U6 R2 U8 F2", true),
        (swap, "", false),
        (swap, "U6 R2 U8 F2", true),
        (swap, "U4 L2", false),
    ] {
        let mut state = solved.clone();
        for cycle in cycles.split('/') {
            let cycle: Vec<usize> = cycle.split_whitespace().map(at).collect();
            for pair in cycle.windows(2) {
                state.swap(pair[0], pair[1]);
            }
        }
        let mut stickers = Sticker::all_known(&state);
        for name in unknown.split_whitespace() {
            stickers[at(name)] = Sticker::Any;
        }
        let pattern = scheme.pattern(&stickers).unwrap();
        let possible = cube.check_possible(&pattern, scheme.symbols()) == Ok(Premise::Holds);
        assert_eq!(possible, expected, "{cycles}, {unknown}");
    }
}

/// The puzzle has more beads than the analysis of groups supports. An answer is unknown if only the analysis could decide it,
/// and known if turns show it.
#[test]
fn an_undecided_question_is_unknown() {
    let puzzle = Arc::new(Puzzle::from_toml("pairs.toml", &many_pairs()).unwrap());
    let read = |text: &str| Layout::Net.read_stickers(&puzzle, text).unwrap();
    let recipe = recipe("mux-idle");
    let search = Search::default().recipe(&recipe).solver(batsat());
    let shortest = |problem: &Problem| search.minimum(problem).unwrap();
    // The goal that prescribes only the color of the first bead.
    let first = |symbol: char| Target::Pattern(read(&format!("{symbol}{}", ".".repeat(1509))));
    let make_problem = |start: &[Sticker], target: &Target, most: usize| {
        Problem::of_stickers(puzzle.clone(), start, target, Budget::AtMost(most)).unwrap()
    };
    let is_undecided =
        |stop: &Option<UnknownReason>| matches!(stop, Some(UnknownReason::Undecided(_)));
    // It is unknown whether the puzzle can have this state; that zero turns do not solve it proves nothing.
    let near = read(&pairs_after(1));
    let to_solved = Target::Pattern(read(&"AB".repeat(755)));
    let none = make_problem(&near, &to_solved, 0);
    assert!(matches!(none.check_premise(), Ok(Premise::Undecided(_))));
    let unknown = shortest(&none);
    assert!(!unknown.complete && unknown.solution.is_none());
    assert!(is_undecided(&unknown.stop), "{unknown:?}");
    // Turns that lead to a partly open goal prove nothing.
    let swapped = pairs_after(0);
    let mut open = swapped.clone();
    open.replace_range(20..22, "..");
    let (swapped, open) = (read(&swapped), read(&open));
    for start in [&swapped, &open] {
        for most in [0, 1] {
            let unknown = shortest(&make_problem(start, &first('A'), most));
            assert!(!unknown.complete && unknown.solution.is_none());
            assert!(is_undecided(&unknown.stop), "{unknown:?}");
        }
        let problem = make_problem(start, &first('B'), 0);
        let each = |_: &_| panic!("it is unknown");
        let all = search.enumerate(&problem, each).unwrap();
        assert!(!all.complete && all.count == 0);
        assert!(is_undecided(&all.stop), "{all:?}");
    }
    // A solution suffices; afterwards the state is known to be possible.
    assert!(shortest(&make_problem(&near, &to_solved, 1)).is_minimal());
    assert!(shortest(&none).complete);
    // The state after a scramble is known to be possible from the beginning.
    let at_most = Budget::AtMost(0);
    let problem = Problem::from_scramble(puzzle.clone(), &[0, 1], &Target::Solved, at_most);
    assert!(shortest(&problem.unwrap()).complete);
}

/// A state in colors other than the puzzle's own is possible if it is possible under some assignment of the colors.
#[test]
fn a_state_in_other_colors_is_possible_if_some_assignment_makes_it_so() {
    let puzzle = beads("abcdef", &["a b c", "d e f"]);
    let ask = |start: &str, goal: &str| {
        let read = |text: &str| text.chars().collect::<Vec<char>>();
        let target = Target::state(&read(goal));
        Problem::new(puzzle.clone(), &read(start), &target, Budget::AtMost(1)).is_ok()
    };
    assert!(ask("abcdef", "bcadef"));
    assert!(!ask("acbdef", "abcdef"));
    assert!(ask("123456", "231456"));
    assert!(ask("132456", "321456"));
}

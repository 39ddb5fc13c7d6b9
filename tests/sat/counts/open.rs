//! Partly unknown starts and goals that are hard to encode: which pairs of a start and turns the formulas of each recipe
//! admit. (`tests/puzzles/random_puzzles/combinations/models.rs` tests random ones.)

use twistsat::ErrorKind;
use twistsat::puzzle::Layout;

use super::*;
use crate::common::exhaustive;
use crate::common::puzzles::puzzle_file;
use crate::common::sat::model_of;

/// A problem whose start and goal are given as nets.
fn problem_in_net(puzzle: &Arc<Puzzle>, start: &str, goal: &str, turns: usize) -> Problem {
    let read = |text: &str| Layout::Net.read_stickers(puzzle, text).unwrap();
    let (start, goal) = (read(start), Target::Pattern(read(goal)));
    Problem::of_stickers(puzzle.clone(), &start, &goal, Budget::Exactly(turns)).unwrap()
}

/// A ring of `size` places with two turns, both of them reflections. Two neighboring places have colors of their own; all
/// others have the same color.
fn ring(size: usize) -> Arc<Puzzle> {
    let place = |at: usize| format!("p{at}");
    let others: Vec<String> = (2..size).map(place).collect();
    let faces = [
        ("X", "x", place(0)),
        ("Y", "y", place(1)),
        ("Z", "z", others.join(" ")),
    ];
    let faces = faces.map(|(name, color, places)| (name.to_owned(), color.to_owned(), places));
    let mirror = |sum: usize| {
        let other = |at: usize| (size + sum - at) % size;
        let pairs = (0..size).filter(|&at| at < other(at));
        pairs
            .map(|at| format!("{} {}", place(at), place(other(at))))
            .join(" / ")
    };
    let turns = [("A".to_owned(), mirror(0)), ("B".to_owned(), mirror(1))];
    let text = puzzle_file("ring", None, &faces, &turns);
    Arc::new(Puzzle::from_toml("ring.toml", &text).unwrap())
}

/// The pattern in which one place has a color and all others are unknown.
fn pattern_with_one_color(size: usize, place: usize, color: char) -> String {
    let symbol = |at| if at == place { color } else { '.' };
    (0..size).map(symbol).collect()
}

#[test]
#[ignore = "long check"]
fn the_group_determines_a_start_even_if_that_takes_over_a_million_clauses() {
    let ring = ring(600);
    // One of the reflections fixes place 300 and exchanges its two neighbors.
    for (second, expected) in [(299, 1), (298, 0)] {
        let start = pattern_with_one_color(600, 300, 'x');
        let goal = pattern_with_one_color(600, second, 'y');
        let problem = problem_in_net(&ring, &start, &goal, 1);
        let tried = exhaustive::answers(&problem, 1);
        assert_eq!(tried.len(), expected);
        for name in ["mux", "placements"] {
            let formula = encode(&problem, &recipe(name)).unwrap();
            let model = model_of(&formula.cnf, formula.variables);
            let found = model.map(|model| {
                let found = decode(&problem, &formula.meaning, &model).unwrap();
                (found.start().colors().to_vec(), found.turns().to_vec())
            });
            assert_eq!(found.as_ref(), tried.first(), "{name}");
        }
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_question_is_refused_if_no_formula_can_express_reachability() {
    let ring = ring(2000);
    let open = pattern_with_one_color(2000, 300, 'x');
    let both_open = problem_in_net(&ring, &open, &open, 1);
    let solved = format!("xy{}", "z".repeat(1998));
    let start_open = problem_in_net(&ring, &open, &solved, 1);
    for name in ["mux", "placements", "lemmas"] {
        let refused = encode(&both_open, &recipe(name)).map(|_| ()).unwrap_err();
        assert!(matches!(refused.kind(), ErrorKind::Undecided(_)), "{name}");
        encode(&start_open, &recipe(name)).unwrap();
    }
}

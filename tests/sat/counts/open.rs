//! Partly unknown starts and goals that are hard to encode: which pairs of a start and turns the formulas of each recipe
//! admit. (`tests/puzzles/random_puzzles/combinations/models.rs` tests random ones.)

use twistsat::ErrorKind;
use twistsat::puzzle::Layout;

use super::*;
use crate::common::exhaustive::{self, Answer};
use crate::common::puzzles::{colored_beads, colored_rows, puzzle_file};

/// The answers that the models of a formula encode. Fails if two models encode the same answer.
fn answers_of_models(problem: &Problem, formula: &Formula) -> BTreeSet<Answer> {
    let mut session = Session::new(batsat(), &formula.cnf, formula.variables).unwrap();
    let mut found = BTreeSet::new();
    while let Verdict::Sat(model) = session.solve(&Control::unlimited()).unwrap() {
        let solution = decode(problem, &formula.meaning, &model).unwrap();
        let start = solution.start().colors().to_vec();
        let answer = (start, solution.turns().to_vec());
        assert!(found.insert(answer), "two models of one solution");
        let other = formula
            .solution_variables(problem)
            .into_iter()
            .map(|variable| {
                let literal = Var::new(variable - 1).pos_lit();
                match model.lit_value(literal).to_bool_with_def(false) {
                    true => !literal,
                    false => literal,
                }
            });
        session.add_clause(other.collect()).unwrap();
    }
    found
}

/// A problem whose start and goal are given as nets.
fn problem_in_net(puzzle: &Arc<Puzzle>, start: &str, goal: &str, turns: usize) -> Problem {
    let read = |text: &str| Layout::Net.read_stickers(puzzle, text).unwrap();
    let (start, goal) = (read(start), Target::Pattern(read(goal)));
    Problem::of_stickers(puzzle.clone(), &start, &goal, Budget::Exactly(turns)).unwrap()
}

/// Compares every recipe with exhaustive search.
fn compare_recipes(puzzle: &Arc<Puzzle>, start: &str, goal: &str, turns: usize) {
    let problem = problem_in_net(puzzle, start, goal, turns);
    let expected = exhaustive::answers(&problem, turns);
    for recipe in recipes() {
        match encode(&problem, &recipe) {
            Ok(formula) => assert_eq!(
                answers_of_models(&problem, &formula),
                expected,
                "{}",
                recipe.name
            ),
            Err(error) if error.kind() == ErrorKind::Unsupported => (),
            Err(error) => panic!("{}: {error}", recipe.name),
        }
    }
}

#[test]
fn a_place_without_a_tracked_piece_shows_the_background() {
    let faces = [("x", "a"), ("y", "bc"), ("z", "d")];
    let puzzle = colored_beads(&faces, &["a b c d", "b c d", "a b c"]);
    for turns in 0..=3 {
        compare_recipes(&puzzle, "z[xy]yx", "zx..", turns);
    }
    let puzzle = colored_beads(&[("x", "ab"), ("y", "c"), ("z", "d")], &["a b", "b d c"]);
    for turns in 0..=3 {
        compare_recipes(&puzzle, ".z.x", "zx.y", turns);
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_small_group_decides_which_starts_are_possible() {
    // Six places in a ring that the turns rotate and reflect; and three pairs that stay together.
    let puzzles = colored_rows(
        "
x=a y=b z=c u=d v=e w=f » a b c d e f » b f/c e
x=a x=b y=c z=d y=e z=f » a b c d e f » b f/c e
x=a y=b x=cdef » a b c d e f » b f/c e
x=a y=b z=c u=d v=e w=f » a b » a c e/b d f
x=a x=b y=c z=d y=e z=f » a b » a c e/b d f
x=a y=b x=cdef » a b » a c e/b d f
",
    );
    for puzzle in puzzles {
        for turns in 0..=2 {
            compare_recipes(&puzzle, "......", "y.....", turns);
        }
    }
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
    (0..size)
        .map(|at| if at == place { color } else { '.' })
        .collect()
}

#[test]
#[ignore = "long check"]
fn the_group_determines_a_start_even_if_that_takes_over_a_million_clauses() {
    let ring = ring(600);
    // One of the reflections fixes place 300 and exchanges its two neighbors.
    for (second, expected) in [(299, 1), (298, 0)] {
        let problem = problem_in_net(
            &ring,
            &pattern_with_one_color(600, 300, 'x'),
            &pattern_with_one_color(600, second, 'y'),
            1,
        );
        let tried = exhaustive::answers(&problem, 1);
        assert_eq!(tried.len(), expected);
        for name in ["mux", "placements"] {
            let formula = encode(&problem, &recipe(name)).unwrap();
            assert_eq!(answers_of_models(&problem, &formula), tried, "{name}");
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

//! Typical questions, about puzzles with more states than can be listed. Since the start is known, the answers are compared
//! with those found by trying all sequences of allowed turns.

use twistsat::notation::Notation;
use twistsat::problem::{AtMost, Budget, Constraints, Cost, Problem, Target};
use twistsat::puzzle::{Layout, Puzzle, TurnId};
use twistsat::search::Search;
use twistsat::solver::by_name;

use super::random::found;
use crate::common::sat::{POCKET, recipe, turns};
use crate::common::{exhaustive, fewer_in_check};

fn named(puzzle: &Puzzle, text: &str) -> Vec<TurnId> {
    Notation::Singmaster.read(puzzle, text).unwrap()
}

/// The problem that leads from the state after the scramble `from` to `any`, `solved` or a pattern given as a net, and allows
/// only these faces and turns.
fn question(puzzle: &str, from: &str, to: &str, faces: &str) -> Problem {
    let puzzle = Puzzle::built_in(puzzle).unwrap();
    let target = match to {
        "any" => Target::Any,
        "solved" => Target::Solved,
        text => Target::Pattern(Layout::Net.read_stickers(&puzzle, text).unwrap()),
    };
    let scramble = named(&puzzle, from);
    let problem = Problem::from_scramble(puzzle.clone(), &scramble, &target, Budget::AtMost(0));
    let problem = problem.unwrap();
    let mut allowed = problem.allowed.clone();
    allowed.retain(|&turn| {
        let turn = &puzzle.turns()[turn];
        faces
            .split(' ')
            .any(|word| word == turn.base || word == turn.name())
    });
    problem.allowing(&allowed).unwrap()
}

/// Asserts that the answers of each length up to `most` are those found by trying all sequences, and that a shortest one is
/// found.
fn check(problem: &Problem, most: usize) {
    let recipes = ["lemmas", "mux-idle", "conditional", "onehot", "placements"];
    let solvers = ["batsat", "varisat", "splr"];
    let mut shortest = None;
    for length in 0..=most {
        let tried = exhaustive::answers(problem, length);
        if !tried.is_empty() {
            shortest = shortest.or(Some(length));
        }
        let recipe = recipe(recipes[(length + tried.len()) % recipes.len()]);
        let solver = solvers[tried.len() % solvers.len()];
        if tried.len() < 300 {
            let found = found(problem, &recipe, solver, length).unwrap();
            assert_eq!(found, tried, "of {length} turns, {} {solver}", recipe.name);
        }
    }
    let bounded = problem.within(Budget::AtMost(most));
    for (name, solver) in [
        ("lemmas", "varisat"),
        ("mux-canonical", "batsat"),
        ("mux-distinct", "batsat"),
    ] {
        let backend = by_name(solver).unwrap();
        let search = Search::default().recipe(recipe(name)).solver(backend);
        let result = search.minimum(&bounded).unwrap();
        assert!(result.complete, "{name}");
        assert_eq!(result.solution.map(|it| it.len()), shortest, "{name}");
    }
}

const ONE_FACE: &str = "GGGG....................";
const ORIENTED: &str = "[GB][GB][GB][GB]................[GB][GB][GB][GB]";
/// Patterns of the 3×3×3: the cross on the bottom, and the two lower layers.
const CROSS: &str = "......... ............ .L..F..R..B. .L..F..R..B. .D.DDD.D.";
const TWO_LAYERS: &str = "......... ............ LLLFFFRRRBBB LLLFFFRRRBBB DDDDDDDDD";

#[test]
fn with_only_some_faces_all_answers_are_found() {
    check(&question("pocket", "R U R' U'", "solved", "R U"), 5);
    check(&question("pocket", "R U R' U'", "any", "R U F"), 4);
    check(&question("pocket", "U R2 F", "solved", "F R2 U"), 4);
    check(&question("rubik", "U R U' R'", "any", "R U"), 5);
    check(&question("rubik", "R2 U2 R2 U2", "any", "R2 U2"), 9);
    check(&question("rubik", "R U", "any", "L D"), 4);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn with_only_some_stickers_all_answers_are_found() {
    let questions = [
        (question("pocket", "R U F2", ONE_FACE, "R U F"), 4),
        (question("pocket", "R U R' U", ORIENTED, "R U F"), 4),
        (question("rubik", "D L' F2", CROSS, "D L F"), 3),
        (question("rubik", "R U R'", TWO_LAYERS, "R U"), 5),
        (question("pocket", "F R2 U'", ONE_FACE, "R U2 F D' L B"), 3),
        (question("pocket", "F R F' U2", ORIENTED, "R F"), 5),
        (question("rubik", "F R U", CROSS, "F R U"), 4),
    ];
    for (question, most) in &questions[..fewer_in_check(3, 7)] {
        check(question, *most);
    }
}

#[test]
fn with_side_constraints_all_answers_are_found() {
    let problem = question("pocket", "R U2 F'", "any", "R U F");
    let check_with = |change: &dyn Fn(&mut Constraints)| {
        let mut constraints = Constraints::default();
        change(&mut constraints);
        check(&problem.clone().constrained(constraints).unwrap(), 4);
    };
    let is_half = |turn: TurnId| POCKET.turns()[turn].is_half();
    let never = |turns| AtMost {
        turns,
        max_count: 0,
    };
    check_with(&|it| it.starts_with = turns("F U"));
    check_with(&|it| it.ends_with = turns("U R'"));
    check_with(&|it| it.at_most = vec![never((0..18).filter(|&turn| is_half(turn)).collect())]);
    check_with(&|it| it.at_most = vec![never(turns("U U2 U'"))]);
    // If half turns cost two, the cost is the length in quarter turns.
    let weights: Vec<usize> = (0..18).map(|turn| 1 + usize::from(is_half(turn))).collect();
    for most in [3, 4] {
        check_with(&|it| it.cost = Some(Cost::of_turns(weights.clone(), Some(most))));
    }
    check_with(&|it| it.min_turns = 4);
}

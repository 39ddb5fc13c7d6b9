//! The maximum of a puzzle file ends a search where nobody asks for another end. It is about the way to
//! the solved state; it may be wrong. No answer may depend on that.

use std::sync::Arc;

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use twistsat::notation::Scheme;
use twistsat::problem::{Budget, Problem, Target};
use twistsat::puzzle::{Color, MOST_TURNS, Metric, Pattern, Puzzle, State, TurnId};
use twistsat::search::{Bound, Minimum, Search, Strategy};

use super::random::puzzles;
use crate::common::puzzles::distances;
use crate::common::sat::{batsat, recipes};

fn in_metric(puzzle: &Puzzle, metric: Metric) -> Vec<TurnId> {
    let mut turns: Vec<TurnId> = (0..puzzle.turns().len()).collect();
    turns.retain(|&turn| metric.admits(&puzzle.turns()[turn]));
    turns
}

/// The puzzle with what is claimed of it in half turns and in quarter turns.
fn claiming(puzzle: &Puzzle, claims: [usize; 2]) -> Arc<Puzzle> {
    let [half, quarter] = claims;
    let claims =
        format!("maximum.htm = {{ exact = {half} }}\nmaximum.qtm = {{ exact = {quarter} }}");
    let text = puzzle.definition().replace("maximum = {}", &claims);
    Arc::new(Puzzle::from_toml("beads.toml", &text).unwrap())
}

/// What `solve` does where nobody asks for an end.
fn solve(problem: &Problem, random: &mut SmallRng) -> (Problem, Minimum) {
    let most = problem.known_maximum();
    let problem = problem.within(Budget::AtMost(most.unwrap_or(MOST_TURNS)));
    let strategies = [Strategy::Ascend, Strategy::Descend];
    let strategy = match most {
        Some(_) => *strategies.choose(random).unwrap(),
        None => Strategy::Ascend,
    };
    let recipes = recipes();
    let recipe = recipes.iter().find(|it| it.name == "lemmas").unwrap();
    let search = Search::default().recipe(recipe).solver(batsat());
    let found = search.strategy(strategy).up_to_maximum(&problem);
    (problem, found.unwrap())
}

fn ask(seed: u64, cases: usize) {
    let mut random = SmallRng::seed_from_u64(seed);
    let puzzles = puzzles();
    let (mut known, mut unknown, mut wrong) = (0, 0, 0);
    for _ in 0..cases {
        let puzzle = puzzles.choose(&mut random).unwrap();
        let metric = *Metric::ALL.choose(&mut random).unwrap();
        let farthest = Metric::ALL.map(|metric| {
            let turns = in_metric(puzzle, metric);
            let to_solved = distances(puzzle, &turns, puzzle.solved().colors());
            *to_solved.values().max().unwrap()
        });
        let is_true = random.random_bool(0.7);
        let claims = farthest.map(|most| if is_true { most } else { most / 2 });
        let puzzle = claiming(puzzle, claims);
        let turns = in_metric(&puzzle, metric);
        let from_solved = distances(&puzzle, &turns, puzzle.solved().colors());
        let mut states: Vec<&Vec<Color>> = from_solved.keys().collect();
        states.sort();
        let own = Scheme::own(&puzzle);
        let mut draw = || State::new((*states.choose(&mut random).unwrap()).clone());
        let (start, goal) = (draw(), draw());
        let to = match random.random_range(0..4) {
            0 => Target::Solved,
            _ => Target::State(own.characters(&goal)),
        };
        let start = own.characters(&start);
        let Ok(problem) = Problem::new(puzzle.clone(), &start, &to, Budget::AtMost(0)) else {
            panic!("{start:?} to {to:?}");
        };
        let problem = problem.counted_in(metric).unwrap();
        let (start, goal) = (
            problem.start.state().unwrap(),
            problem.goal.state().unwrap(),
        );
        let truth = distances(&puzzle, &turns, start.colors())[goal.colors()];
        let what = format!("{start:?} to {goal:?} of {}", puzzle.definition());
        match problem.known_maximum() {
            Some(most) => {
                known += 1;
                assert!(!is_true || truth <= most, "{truth} turns: {what}");
            }
            None => unknown += 1,
        }
        let (bounded, result) = solve(&problem, &mut random);
        assert!(result.is_minimal(), "{what}");
        assert_eq!(
            result.solution.as_ref().map(|it| it.len()),
            Some(truth),
            "{what}"
        );
        let is_too_small = truth > bounded.budget.slots();
        assert_eq!(result.bound == Bound::TooSmall, is_too_small, "{what}");
        wrong += usize::from(is_too_small);
    }
    assert!(
        known * 5 > cases && unknown * 20 > cases,
        "{known} and {unknown} of {cases}"
    );
    assert!(
        wrong * 50 > cases,
        "only {wrong} of {cases} with a wrong maximum"
    );
}

#[test]
fn no_answer_depends_on_what_a_file_claims_to_be_enough_turns() {
    ask(11, 250);
}

#[test]
#[ignore = "long check"]
fn nor_do_many_more() {
    ask(12, 20_000);
}

/// Five beads, three of one color: two turns solve every state, but from one state to another it may be
/// three.
#[test]
fn the_maximum_of_a_puzzle_with_alike_pieces_is_about_the_solved_state() {
    let text = include_str!("../../data/alike-maximum.toml");
    let puzzle = Arc::new(Puzzle::from_toml("alike-maximum.toml", text).unwrap());
    let net = |text: &str| {
        // The net is not in the order of the faces.
        let layout = twistsat::puzzle::Layout::Net;
        layout.read(&puzzle, text).unwrap()
    };
    let problem = |to: &str| {
        let to = Target::State(net(to));
        Problem::new(puzzle.clone(), &net("ABAAB"), &to, Budget::AtMost(0)).unwrap()
    };
    assert_eq!(problem("ABBAA").known_maximum(), None);
    let (_, found) = solve(&problem("ABBAA"), &mut SmallRng::seed_from_u64(1));
    assert_eq!(found.solution.unwrap().len(), 3);
    // To the solved state it holds, and from it.
    assert_eq!(problem("BAAAB").known_maximum(), Some(2));
    let solved = Scheme::own(&puzzle).characters(puzzle.solved());
    let back = Target::State(net("ABBAA"));
    let back = Problem::new(puzzle.clone(), &solved, &back, Budget::AtMost(0)).unwrap();
    assert_eq!(back.known_maximum(), Some(2));
    // And to patterns that the solved state is one of, but to no other.
    let pattern = |sets: &str| Problem {
        goal: Pattern::new(
            sets.split(' ')
                .map(|set| set.bytes().map(|b| usize::from(b - b'0')).collect())
                .collect(),
        ),
        ..problem("ABBAA")
    };
    assert_eq!(pattern("0 0 01 1 1").known_maximum(), Some(2));
    assert_eq!(pattern("1 0 01 1 01").known_maximum(), None);
}

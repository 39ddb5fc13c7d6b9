//! Canonical solutions: the shortest of them, whatever else is asked. The judge knows what is canonical
//! by the definition alone, and tries all sequences.

use std::sync::Arc;

use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use twistsat::control::{CancelFlag, Control};
use twistsat::encode::Recipe;
use twistsat::problem::{Budget, Problem};
use twistsat::puzzle::{Puzzle, TurnId};
use twistsat::search::{Search, Strategy};
use twistsat::solver;

use super::brute;
use super::random::{found, puzzles, question};
use crate::common::sat::recipes;

fn made(puzzle: &Puzzle, turns: &[TurnId]) -> Vec<usize> {
    let all: Vec<usize> = (0..puzzle.facelets().len()).collect();
    turns.iter().fold(all, |facelets, &turn| {
        puzzle.turns()[turn].permutation.apply(&facelets)
    })
}

/// All sequences of so many of some turns, in lexicographic order.
fn sequences(turns: &[TurnId], length: usize) -> Vec<Vec<TurnId>> {
    (0..length).fold(vec![Vec::new()], |all, _| {
        let longer = all.iter().flat_map(|sequence: &Vec<TurnId>| {
            turns
                .iter()
                .map(move |&turn| [&sequence[..], &[turn]].concat())
        });
        longer.collect()
    })
}

/// Whether a run of turns of one face is the first of the shortest that do the same.
fn is_first(puzzle: &Puzzle, run: &[TurnId], allowed: &[TurnId]) -> bool {
    let face = |turn: TurnId| puzzle.turns()[turn].face;
    let mut of_face = allowed.to_vec();
    of_face.retain(|&turn| face(turn) == face(run[0]));
    let first = (0..=run.len())
        .flat_map(|length| sequences(&of_face, length))
        .find(|other| made(puzzle, other) == made(puzzle, run));
    first.as_deref() == Some(run)
}

fn is_canonical(puzzle: &Puzzle, turns: &[TurnId], allowed: &[TurnId]) -> bool {
    let face = |turn: TurnId| puzzle.turns()[turn].face;
    let in_order = |pair: &[TurnId]| {
        let commute = made(puzzle, pair) == made(puzzle, &[pair[1], pair[0]]);
        face(pair[0]) <= face(pair[1]) || !commute
    };
    let mut runs = turns.chunk_by(|&a, &b| face(a) == face(b));
    turns.windows(2).all(in_order) && runs.all(|run| is_first(puzzle, run, allowed))
}

fn answers(problem: &Problem, length: usize) -> usize {
    let all = brute::answers(problem, length).into_iter();
    let canonical = |turns: &[TurnId]| is_canonical(&problem.puzzle, turns, &problem.allowed);
    all.filter(|(_, turns)| canonical(turns)).count()
}

fn ask(seed: u64, cases: usize) {
    let mut random = SmallRng::seed_from_u64(seed);
    let (puzzles, recipes) = (puzzles(), recipes());
    let (mut asked, mut longer) = (0, 0);
    while asked < cases {
        let puzzle: &Arc<Puzzle> = puzzles.choose(&mut random).unwrap();
        let Some((problem, most)) = question(puzzle, &mut random) else {
            continue;
        };
        let problem = Problem {
            canonical: true,
            ..problem
        };
        let recipe = recipes.choose(&mut random).unwrap();
        let refused = ["mux-reference", "mux-uniform"];
        if refused.contains(&recipe.name.as_str()) {
            continue;
        }
        asked += 1;
        let what = format!(
            "{} {:?} {:?} of {:?}\n{}",
            recipe.name,
            problem.constraints,
            problem.metric,
            problem.allowed,
            puzzle.definition()
        );
        let counts: Vec<usize> = (0..=most).map(|length| answers(&problem, length)).collect();
        let shortest = counts.iter().position(|&count| count > 0);
        let any = (0..=most).find(|&length| !brute::answers(&problem, length).is_empty());
        longer += usize::from(any.is_some() && shortest != any);
        let bounded = problem.within(Budget::AtMost(most));
        for strategy in [Strategy::Ascend, Strategy::Descend] {
            let batsat = solver::by_name("batsat").unwrap();
            let search = Search::default().recipe(recipe).solver(batsat);
            let result = search.strategy(strategy).minimum(&bounded).unwrap();
            assert!(result.complete, "{what}");
            let length = result.solution.as_ref().map(|it| it.len());
            assert_eq!(length, shortest, "{what} {strategy:?}");
            assert!(!result.unsolvable() || shortest.is_none(), "{what}");
        }
        if let Some(length) = shortest {
            let found = found(&problem, recipe, "batsat", length).unwrap();
            assert_eq!(found.len(), counts[length], "{what}");
            assert_ne!(problem.is_solvable(), Some(false), "{what}");
        }
    }
    assert!(
        longer * 50 > cases,
        "only {longer} of {cases} have shorter ones that are not canonical"
    );
}

#[test]
fn the_shortest_canonical_solutions_are_found_whatever_else_is_asked() {
    ask(21, 400);
}

#[test]
#[ignore = "long check"]
fn so_they_are_for_many_more_questions() {
    ask(22, 20_000);
}

/// Where what is asked leaves no canonical sequence, the search ends.
#[test]
fn that_there_is_no_canonical_solution_is_told() {
    let puzzle = puzzles().swap_remove(1);
    let turn = |name: &str| {
        let mut turns = puzzle.turns().iter();
        turns.position(|turn| turn.name() == name).unwrap()
    };
    // One face alone: what begins with a turn of it is that turn.
    let start = puzzle.apply(puzzle.solved(), &[turn("B")]);
    let own = twistsat::notation::Scheme::own(&puzzle).characters(&start);
    let target = twistsat::problem::Target::Solved;
    let problem = Problem::new(puzzle.clone(), &own, &target, Budget::AtMost(1000)).unwrap();
    let control = Control::new(
        CancelFlag::default(),
        Some(std::time::Duration::from_secs(60)),
    );
    let batsat = solver::by_name("batsat").unwrap();
    for starts_with in [vec![turn("B")], vec![turn("B"), turn("B")]] {
        let mut problem = Problem {
            canonical: true,
            allowed: vec![turn("B"), turn("B'")],
            ..problem.clone()
        };
        problem.constraints.starts_with = starts_with;
        let recipe = Recipe::built_in("plain").unwrap();
        let search = Search::default().recipe(&recipe).solver(batsat);
        let result = search.control(control.clone()).minimum(&problem);
        assert!(result.unwrap().unsolvable());
        assert_eq!(problem.is_solvable(), Some(false));
        // Any other sequence may be longer.
        problem.canonical = false;
        assert_eq!(problem.is_solvable(), Some(true));
    }
}

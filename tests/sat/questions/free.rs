//! Free turns before and after a solution, and several goals: against trying all turns before, between and
//! behind.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use itertools::Itertools;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use twistsat::control::Control;
use twistsat::graph::meet::Meet;
use twistsat::notation::Notation;
use twistsat::problem::{Budget, Free, Problem, Solution, Start, Target};
use twistsat::puzzle::{Color, Pattern, Puzzle, State, TurnId};
use twistsat::search::{Search, shortest_freed};

use super::brute;
use super::random::{found, puzzles, question};
use crate::common::sat::{POCKET, batsat, recipes, turns};

/// All states that some turns make of a state.
fn around(problem: &Problem, state: &[Color], turns: &[TurnId]) -> BTreeSet<Vec<Color>> {
    let mut seen = BTreeSet::from([state.to_vec()]);
    let mut open = vec![state.to_vec()];
    while let Some(state) = open.pop() {
        for &turn in turns {
            let next = problem.puzzle.turns()[turn].permutation.apply(&state);
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    seen
}

/// What solves a question with free turns around it, by trying everything.
fn tried(problem: &Problem, free: &Free, length: usize) -> BTreeSet<Vec<TurnId>> {
    let mut all = BTreeSet::new();
    let start = problem.start.state().unwrap();
    for start in around(problem, start.colors(), &free.before) {
        let mut open = vec![(Vec::<TurnId>::new(), start)];
        for _ in 0..length {
            let longer = open.iter().flat_map(|(turns, state)| {
                problem.allowed.iter().map(move |&turn| {
                    let next = problem.puzzle.turns()[turn].permutation.apply(state);
                    ([&turns[..], &[turn]].concat(), next)
                })
            });
            open = longer.collect();
        }
        for (turns, end) in open {
            let begins = turns.first().is_some_and(|turn| free.before.contains(turn));
            let ends = turns.last().is_some_and(|turn| free.after.contains(turn));
            let is_solved = around(problem, &end, &free.after)
                .iter()
                .any(|end| brute::is_goal(problem, end));
            if !begins && !ends && is_solved && brute::keeps(problem, &turns) {
                all.insert(turns);
            }
        }
    }
    all
}

/// Replayed with all turns around it, on the question itself.
fn check(problem: &Problem, solution: &Solution) {
    let [before, after] = solution.around();
    let start = problem.start.state().unwrap();
    let whole = [before, solution.turns(), after].concat();
    let end = problem.puzzle.apply(&start, &whole);
    assert!(brute::is_goal(problem, end.colors()));
}

fn ask(seed: u64, cases: usize) {
    let mut random = SmallRng::seed_from_u64(seed);
    let (puzzles, recipes) = (puzzles(), recipes());
    let (mut asked, mut answered, mut freely) = (0, 0, 0);
    while asked < cases {
        let puzzle = puzzles.choose(&mut random).unwrap();
        let Some((problem, most)) = question(puzzle, &mut random) else {
            continue;
        };
        let recipe = recipes.choose(&mut random).unwrap();
        let refused = ["mux-reference", "mux-uniform"];
        if !problem.start.is_state() || refused.contains(&recipe.name.as_str()) {
            continue;
        }
        let most = most.min(3);
        let face = |random: &mut SmallRng| -> Vec<TurnId> {
            let turn = random.random_range(0..puzzle.turns().len());
            let face = puzzle.turns()[turn].face;
            let turns = 0..puzzle.turns().len();
            turns
                .filter(|&it| puzzle.turns()[it].face == face)
                .collect()
        };
        let free = match random.random_range(0..3) {
            0 => Free {
                before: face(&mut random),
                after: Vec::new(),
            },
            1 => Free {
                before: Vec::new(),
                after: face(&mut random),
            },
            _ => Free {
                before: face(&mut random),
                after: face(&mut random),
            },
        };
        asked += 1;
        let what = format!(
            "{} {free:?} {:?}\n{}",
            recipe.name,
            problem,
            puzzle.definition()
        );
        let exactly = problem.within(Budget::Exactly(most));
        let truth = tried(&problem, &free, most);
        answered += usize::from(!truth.is_empty());
        let freed = free.of(&exactly).unwrap();
        let mut by_sat = BTreeSet::new();
        let mut by_meet = Some(BTreeSet::new());
        for one in &freed {
            let solutions = found(&one.problem, recipe, "batsat", most).unwrap();
            for (start, turns) in solutions {
                let start = twistsat::puzzle::State::new(start);
                let solution = Solution::replay_from(&one.problem, start, turns.clone()).unwrap();
                check(&problem, &one.completed(solution).unwrap());
                by_sat.insert(turns);
            }
            let control = Control::unlimited();
            let met = Meet::new(&one.problem, 1 << 26, &control).run(&mut |turns| {
                if let Some(all) = &mut by_meet {
                    all.insert(turns.to_vec());
                }
                ControlFlow::Continue(())
            });
            if met.is_err() {
                by_meet = None;
            }
        }
        assert_eq!(by_sat, truth, "{what}");
        if let Some(by_meet) = by_meet {
            assert_eq!(by_meet, truth, "{what}");
        }
        let shortest = (0..=most).find(|&length| !tried(&problem, &free, length).is_empty());
        let bounded = problem.within(Budget::AtMost(most));
        let freed = free.of(&bounded).unwrap();
        let search = Search::default().recipe(recipe).solver(batsat());
        let ask = |problem: &Problem| search.minimum(problem).map_err(|error| error.to_string());
        let best = shortest_freed(&bounded, &freed, ask, |error| error.to_string()).unwrap();
        assert!(best.complete, "{what}");
        assert_eq!(
            best.solution.as_ref().map(Solution::len),
            shortest,
            "{what}"
        );
        if let Some(solution) = &best.solution {
            check(&problem, solution);
            let [before, after] = solution.around();
            freely += usize::from(!before.is_empty() || !after.is_empty());
        }
    }
    assert!(answered * 5 > cases, "only {answered} have an answer");
    assert!(freely * 20 > cases, "only {freely} have free turns");
}

#[test]
fn free_turns_around_solutions_leave_what_trying_everything_leaves() {
    ask(51, 100);
}

#[test]
#[ignore = "long check"]
fn so_they_do_for_many_more_questions() {
    ask(52, 10_000);
}

/// The fewest of the allowed turns after which each face shows one color, with free turns around them.
fn fewest(problem: &Problem, free: &Free, most: usize) -> Option<usize> {
    let (puzzle, start) = (&problem.puzzle, problem.start.state().unwrap());
    let uniform = |state: &State| {
        let mut faces = puzzle.faces().iter();
        faces.all(|face| face.facelets.iter().map(|&it| state.color(it)).all_equal())
    };
    let mut open = vec![start];
    let apply = |state: &State, turns: &[TurnId]| puzzle.apply(state, turns);
    let closed = |mut states: Vec<State>, turns: &[TurnId]| {
        let mut next = 0;
        while next < states.len() {
            for &turn in turns {
                let state = apply(&states[next], &[turn]);
                if !states.contains(&state) {
                    states.push(state);
                }
            }
            next += 1;
        }
        states
    };
    open = closed(open, &free.before);
    for length in 0..=most {
        let ends = |state: &State| closed(vec![state.clone()], &free.after).iter().any(uniform);
        if open.iter().any(ends) {
            return Some(length);
        }
        let longer = open
            .iter()
            .flat_map(|state| problem.allowed.iter().map(|&turn| apply(state, &[turn])));
        open = longer.unique().collect();
    }
    None
}

#[test]
fn free_turns_may_move_the_piece_that_is_held() {
    let puzzle = Puzzle::built_in("pocket").unwrap();
    let mut random = SmallRng::seed_from_u64(53);
    let face = |letter: &str| Notation::Singmaster.read_set(&puzzle, letter).unwrap();
    let mut shorter = 0;
    for case in 0..24 {
        let scramble: Vec<TurnId> = (0..3).map(|_| random.random_range(0..18)).collect();
        let letter = *["L", "D", "B", "R"].choose(&mut random).unwrap();
        let free = match case % 3 {
            0 => Free {
                before: face(letter),
                after: Vec::new(),
            },
            1 => Free {
                before: Vec::new(),
                after: face(letter),
            },
            _ => Free {
                before: face(letter),
                after: face("D"),
            },
        };
        let budget = Budget::AtMost(3);
        let problem =
            Problem::from_scramble(puzzle.clone(), &scramble, &Target::Any, budget).unwrap();
        let truth = fewest(&problem, &free, 3);
        let search = Search::default();
        let ask = |problem: &Problem| search.minimum(problem).map_err(|error| error.to_string());
        let freed = free.of(&problem).unwrap();
        let found = shortest_freed(&problem, &freed, ask, |error| error.to_string()).unwrap();
        assert!(found.is_minimal(), "{scramble:?} {free:?}");
        assert_eq!(
            found.solution.map(|it| it.len()),
            truth,
            "{scramble:?} {free:?}"
        );
        let plain = search.minimum(&problem).unwrap().solution.unwrap().len();
        shorter += usize::from(truth.is_some_and(|truth| truth < plain));
    }
    assert!(shorter > 4, "free turns help {shorter} times");
}

#[test]
fn of_an_open_start_each_state_that_free_turns_help_to_solve_is_told() {
    let target = Target::Solved;
    let budget = Budget::Exactly(1);
    let from = |scramble| {
        Problem::from_scramble(POCKET.clone(), &turns(scramble), &target, budget).unwrap()
    };
    // Either of two states, each of which takes one turn beside free ones.
    let (one, other) = (from("R U"), from("R U2"));
    let both = |facelet: usize| {
        let shown = [&one, &other].map(|it| it.start.sets()[facelet].clone());
        shown.concat().into_iter().unique().collect()
    };
    let sets = (0..POCKET.facelets().len()).map(both).collect();
    let start = Start::new(&POCKET, &one.scheme, Pattern::new(sets)).unwrap();
    let problem = Problem {
        start,
        ..one.clone()
    };
    let free = Free {
        before: turns("U U2 U'"),
        after: Vec::new(),
    };
    let mut starts = BTreeSet::new();
    for freed in free.of(&problem).unwrap() {
        let listed = Search::default().enumerate(&freed.problem, |solution| {
            let solution = freed.completed(solution.clone()).unwrap();
            let [before, after] = solution.around();
            let whole = [before, solution.turns(), after].concat();
            let end = POCKET.apply(solution.start(), &whole);
            assert!(problem.start.admits(solution.start()));
            assert!(brute::is_goal(&problem, end.colors()));
            starts.insert(solution.start().colors().to_vec());
            ControlFlow::Continue(())
        });
        assert!(listed.unwrap().complete);
    }
    for state in [&one, &other] {
        let state = state.start.state().unwrap();
        assert!(starts.contains(state.colors()));
    }
}

//! How a formula is split into parts, and how their verdicts are combined.

use std::num::NonZeroUsize;

use rustsat::types::Assignment;

use crate::control::Stop;
use crate::encode::{Recipe, encode};
use crate::problem::{Budget, Problem, Target};
use crate::puzzle::Puzzle;
use crate::search::UnknownReason;
use crate::search::split::*;
use crate::solver::by_name;

fn problem(scramble: &str, turns: usize) -> Problem {
    let puzzle = Puzzle::built_in("pocket").expect("built in");
    let problem = Problem::scrambled(&puzzle, scramble).expect("possible");
    problem.exactly(turns)
}

fn jobs(jobs: usize) -> Control {
    Control::unlimited().with_jobs(NonZeroUsize::new(jobs).expect("some"))
}

#[test]
fn each_first_turn_is_in_one_part() {
    for (threads, turns) in [(1, 3), (2, 3), (4, 3), (9, 3), (100, 3), (2, 0)] {
        let problem = problem("R U F", turns);
        let shares = first_turns_of_parts(&problem, &jobs(threads));
        if turns == 0 {
            assert!(shares.is_empty());
            continue;
        }
        assert_eq!(shares.len(), threads.min(9));
        assert_eq!(shares.concat(), problem.allowed);
        assert!(shares.iter().all(|share| !share.is_empty()));
    }
}

#[test]
fn the_solutions_of_the_parts_are_those_of_the_whole_in_every_recipe() {
    // The solved puzzle stays solved after a turn and its inverse, so each first turn begins a solution.
    let puzzle = problem("", 0).puzzle.clone();
    let solved = Problem::from_scramble(puzzle, &[], &Target::Any, Budget::Exactly(2));
    let solved = solved.expect("possible");
    let batsat = by_name("batsat").expect("built in");
    for name in Recipe::built_in_names() {
        let recipe = Recipe::built_in(name).expect("built in");
        let formula = encode(&solved, &recipe).expect("encodes");
        for &only in &solved.allowed {
            let asked = solve_part(&solved, &formula, batsat, &[only], &jobs(1));
            let Ok(Outcome::Sat(model)) = asked else {
                panic!("{name}: no solution begins with {only}");
            };
            let solution = crate::encode::decode(&solved, &formula.meaning, &model);
            assert_eq!(solution.expect("right").turns()[0], only, "{name}");
        }
        let none = solve_part(&solved, &formula, batsat, &[], &jobs(1));
        // `mux-reference` also has selector codes that stand for no turn.
        assert!(matches!(none, Ok(Outcome::Unsat)) || name == "mux-reference");
    }
}

/// The first model counts, even if other parts were stopped; without a model, a stopped part leaves the verdict open.
#[test]
fn verdicts_of_parts_are_combined() {
    let model = |value: bool| -> Assignment { std::iter::once(value).collect() };
    let sat = |value: bool| Ok(Outcome::Sat(model(value)));
    let unsat = || Ok(Outcome::Unsat);
    let stopped = || Ok(Outcome::Unknown(UnknownReason::Stopped(Stop::TimeLimit)));
    let first = combine_verdicts(vec![stopped(), unsat(), sat(true), sat(false)]);
    assert!(matches!(first, Ok(Outcome::Sat(it)) if it == model(true)));
    for outcomes in [vec![unsat(), stopped()], vec![stopped(), unsat()]] {
        let unknown = combine_verdicts(outcomes);
        assert!(matches!(unknown, Ok(Outcome::Unknown(_))));
    }
    let refuted = combine_verdicts(vec![unsat(), unsat()]);
    assert!(matches!(refuted, Ok(Outcome::Unsat)));
    assert!(combine_verdicts(vec![sat(true), Err(Error::internal("wrong model"))]).is_err());
}

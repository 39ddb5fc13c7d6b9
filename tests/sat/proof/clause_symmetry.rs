//! Symmetries that map the clauses of a formula onto themselves.

use std::sync::Arc;

use twistsat::control::Control;
use twistsat::encode::Formula;
use twistsat::problem::{Budget, Problem, Symmetry, Target};
use twistsat::proof::parts::clause_symmetry::ClausesBetweenCuts;
use twistsat::proof::parts::cover::Cut;
use twistsat::proof::write::plain_formula;
use twistsat::puzzle::{Metric, Puzzle};

use crate::common::cli::*;

const CUTS: [Cut; 3] = [
    Cut { first: 1, last: 0 },
    Cut { first: 2, last: 0 },
    Cut { first: 1, last: 1 },
];

/// A problem of at most four turns, with a goal that has as many symmetries as possible.
fn four(puzzle: &Arc<Puzzle>, metric: Metric) -> Problem {
    let start = [0, puzzle.turns().len() - 1];
    let budget = Budget::AtMost(4);
    let any = Problem::from_scramble(puzzle.clone(), &start, &Target::Any, budget);
    any.unwrap().with_metric(metric).unwrap()
}

fn formula(problem: &Problem) -> Formula {
    plain_formula(problem, &Control::unlimited()).unwrap().1
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn every_symmetry_of_turns_and_goal_maps_the_clauses_between_the_cuts_onto_themselves() {
    // The number of symmetries of each puzzle: a held piece leaves only some of them.
    for (name, count) in [
        ("pocket", 6),
        ("rubik", 48),
        ("pyraminx", 24),
        ("skewb", 6),
        ("domino", 4),
    ] {
        let puzzle = Puzzle::built_in(name).unwrap();
        for metric in [Metric::HalfTurn, Metric::QuarterTurn] {
            let problem = four(&puzzle, metric);
            let formula = formula(&problem);
            let symmetries = Symmetry::all(&problem);
            assert_eq!(symmetries.len(), count, "{name}");
            for cut in CUTS {
                let between = ClausesBetweenCuts::new(&problem, &formula, cut).unwrap();
                assert!(between.clause_count() > 1000, "{name} {cut:?}");
                let kept = |it: &&Symmetry| between.is_invariant_under(it);
                let kept = symmetries.iter().filter(kept).count();
                assert_eq!(kept, count, "{name} {metric} {cut:?}");
            }
        }
    }
}

#[test]
fn a_non_symmetry_does_not_preserve_the_clauses() {
    let puzzle = pocket();
    let all = four(&puzzle, Metric::HalfTurn);
    let symmetries = Symmetry::all(&all);
    // Without one of the turns.
    let fewer = all.allowing(&all.allowed[1..]).unwrap();
    // With the start itself as the goal, which no symmetry fixes.
    let goal = twistsat::puzzle::Pattern::from(&all.start.state().unwrap());
    let elsewhere = all.to_one_of(vec![goal]).unwrap();
    for (problem, cut) in [(fewer, CUTS[1]), (elsewhere, CUTS[0])] {
        let formula = formula(&problem);
        let own = Symmetry::all(&problem);
        let between = ClausesBetweenCuts::new(&problem, &formula, cut).unwrap();
        for symmetry in &symmetries {
            let is_own = own.contains(symmetry);
            assert_eq!(between.is_invariant_under(symmetry), is_own, "{symmetry:?}");
        }
        assert!(own.len() < symmetries.len());
    }
}

#[test]
fn an_extra_or_missing_clause_is_detected() {
    let problem = four(&pocket(), Metric::HalfTurn);
    let whole = formula(&problem);
    let symmetries = Symmetry::all(&problem);
    let kept = |formula: &Formula| {
        let between = ClausesBetweenCuts::new(&problem, formula, Cut::after(1)).unwrap();
        let kept = |it: &&Symmetry| between.is_invariant_under(it);
        symmetries.iter().filter(kept).count()
    };
    assert_eq!(kept(&whole), symmetries.len());
    let last = whole.cnf.len() - 1;
    // The last clause belongs to the goal.
    let mut less = whole.clone();
    less.cnf = whole.cnf.iter().take(last).collect();
    assert!(kept(&less) < symmetries.len());
    let mut more = whole.clone();
    let turn = |slot| whole.turn_literals(slot, problem.allowed[0]).unwrap()[0];
    more.cnf.add([turn(2), turn(3)]);
    assert!(kept(&more) < symmetries.len());
}

#[test]
fn formulas_with_helper_variables_are_not_compared() {
    let puzzle = Puzzle::built_in("megaminx").unwrap();
    let problem = four(&puzzle, Metric::HalfTurn).at_most(2);
    let formula = formula(&problem);
    assert!(ClausesBetweenCuts::new(&problem, &formula, Cut::after(1)).is_none());
}

/// A reflection maps the state to itself, so the proof has fewer parts than the puzzle has turns.
#[test]
fn verify_reports_how_many_symmetries_leave_out_parts() {
    let folder = Folder::new();
    let question =
        r#"prove pyraminx --scramble "R' L R L' U L' U' L" --max-turns 3 --split 1 -o p"#;
    run_in(folder.path(), question).ends(0);
    let run = run_in!(folder.path(), "verify p.json").ends(0);
    let says = "up to a symmetry of turns and goal (1 of them, each of which maps the ";
    assert!(run.out.contains(says), "no `{says}` in {run:#?}");
    assert!(run.out.contains("\nparts  4\n"));
}

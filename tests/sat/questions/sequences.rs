//! Rules about the order of turns: every recipe, and the search from both ends, against counting the
//! sequences that keep them by the definitions.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use twistsat::control::Control;
use twistsat::graph::meet::{Meet, MeetError};
use twistsat::notation::Notation;
use twistsat::problem::{Budget, Constraints, Problem, Rule, Sequence, Target};
use twistsat::puzzle::TurnId;
use twistsat::search::Search;

use super::brute;
use super::random::{found, puzzles, question};
use crate::common::asked;
use crate::common::sat::{POCKET, batsat, recipes, turns};

/// All solutions by the search from both ends; `None` if it cannot be asked.
fn met(problem: &Problem) -> Option<BTreeSet<Vec<TurnId>>> {
    let mut all = BTreeSet::new();
    let control = Control::unlimited();
    let search = Meet::new(problem, 1 << 26, &control);
    let ended = search.run(&mut |turns| {
        assert!(all.insert(turns.to_vec()));
        ControlFlow::Continue(())
    });
    match ended {
        Err(MeetError::UnknownStart | MeetError::OpenGoal) => None,
        ended => {
            ended.unwrap();
            Some(all)
        }
    }
}

fn ask(seed: u64, cases: usize) {
    let mut random = SmallRng::seed_from_u64(seed);
    let (puzzles, recipes) = (puzzles(), recipes());
    let refused = ["mux-reference", "mux-uniform"];
    let (mut asked_so_far, mut answered, mut met_too) = (0, 0, 0);
    while asked_so_far < cases {
        let puzzle = puzzles.choose(&mut random).unwrap();
        let Some((mut problem, most)) = question(puzzle, &mut random) else {
            continue;
        };
        problem.constraints = Constraints {
            sequences: asked::sequences(puzzle, &problem.allowed, &mut random),
            ..Constraints::default()
        };
        let recipe = recipes.choose(&mut random).unwrap();
        if refused.contains(&recipe.name.as_str()) {
            continue;
        }
        asked_so_far += 1;
        let what = format!(
            "{}: {:?} of {:?}, {most}\n{}",
            recipe.name,
            problem.constraints.in_words(puzzle, Notation::Singmaster),
            problem.allowed,
            puzzle.definition()
        );
        let truth: Vec<_> = (0..=most)
            .map(|length| brute::answers(&problem, length))
            .collect();
        let by_sat = found(&problem, recipe, "batsat", most).unwrap();
        assert_eq!(by_sat, truth[most], "{what}");
        answered += usize::from(!by_sat.is_empty());
        if let Some(by_meet) = met(&problem.within(Budget::Exactly(most))) {
            met_too += 1;
            let all = truth[most].iter().map(|(_, turns)| turns.clone()).collect();
            assert_eq!(by_meet, all, "{what}");
        }
        let shortest = truth.iter().position(|all| !all.is_empty());
        let bounded = problem.within(Budget::AtMost(most));
        let search = Search::default().recipe(recipe).solver(batsat());
        let result = search.minimum(&bounded).unwrap();
        assert!(result.complete, "{what}");
        assert_eq!(result.solution.map(|it| it.len()), shortest, "{what}");
        if problem.unsolvable().is_some() {
            assert_eq!(shortest, None, "{what}");
        }
    }
    assert!(answered * 6 > cases, "only {answered} have an answer");
    assert!(met_too * 4 > cases, "only {met_too} by both methods");
}

#[test]
fn rules_about_the_order_of_turns_leave_what_counting_leaves() {
    ask(41, 150);
}

#[test]
#[ignore = "long check"]
fn so_do_a_thousand_and_many_more() {
    ask(42, 20_000);
}

#[test]
fn a_rule_that_forbids_the_canonical_order_leaves_the_other() {
    // `U D` is canonical, `D U` is not; with `D U` demanded something must be left.
    let rule = |text| Rule::Whole(Notation::Singmaster.read_sequence(&POCKET, text).unwrap());
    for (demanded, count) in [("D U", 1), ("U D", 1), ("[U D]*", 2), ("R .*", 0)] {
        let target = Target::Solved;
        let budget = Budget::AtMost(2);
        let start = turns("U' D'");
        let mut problem = Problem::from_scramble(POCKET.clone(), &start, &target, budget).unwrap();
        let sequence = Sequence::new(&POCKET, rule(demanded)).unwrap();
        problem.constraints.sequences = vec![sequence];
        for recipe in recipes() {
            if recipe.name == "mux-uniform" {
                continue;
            }
            let search = Search::default().recipe(&recipe).solver(batsat());
            let result = search.minimum(&problem).unwrap();
            let length = result.solution.map(|it| it.len());
            assert_eq!(
                length,
                (count > 0).then_some(2),
                "{demanded} {}",
                recipe.name
            );
            let all = found(&problem, &recipe, "batsat", 2).unwrap();
            assert_eq!(all.len(), count, "{demanded} {}", recipe.name);
        }
        let all = met(&problem.within(Budget::Exactly(2))).unwrap();
        assert_eq!(all.len(), count, "{demanded}");
    }
}

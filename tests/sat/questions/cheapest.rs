//! The cheapest solution of exactly, or of at most, so many turns: against the costs of all.

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use twistsat::problem::{Budget, Cost, Problem, Target};
use twistsat::search::{Search, cheapest};

use super::brute;
use super::random::{puzzles, question};
use crate::common::asked;
use crate::common::sat::{POCKET, batsat, recipes, turns};

fn ask(seed: u64, cases: usize) {
    let mut random = SmallRng::seed_from_u64(seed);
    let (puzzles, recipes) = (puzzles(), recipes());
    let (mut asked_so_far, mut answered) = (0, 0);
    while asked_so_far < cases {
        let puzzle = puzzles.choose(&mut random).unwrap();
        let Some((mut problem, most)) = question(puzzle, &mut random) else {
            continue;
        };
        let recipe = recipes.choose(&mut random).unwrap();
        if ["mux-reference", "mux-uniform"].contains(&recipe.name.as_str()) {
            continue;
        }
        asked_so_far += 1;
        let costs = asked::costs(puzzle, None, &mut random);
        problem.constraints.cost = Some(costs.clone());
        let (budget, lengths) = if random.random_bool(0.5) {
            (Budget::Exactly(most), most..=most)
        } else {
            (Budget::AtMost(most), 0..=most)
        };
        let least = lengths
            .flat_map(|length| brute::answers(&problem, length))
            .filter_map(|(_, turns)| asked::cost(&costs, &turns))
            .min();
        let search = Search::default().recipe(recipe).solver(batsat());
        let ask = |problem: &Problem| search.solve(problem);
        let found = cheapest(&problem.within(budget), ask, |_, _| ()).unwrap();
        let what = format!(
            "{} {budget:?} {problem:?}\n{}",
            recipe.name,
            puzzle.definition()
        );
        assert!(found.is_proved(), "{what}");
        assert_eq!(found.cost, least, "{what}");
        if let Some(solution) = &found.found.solution {
            assert_eq!(asked::cost(&costs, solution.turns()), least, "{what}");
        }
        answered += usize::from(least.is_some());
    }
    assert!(answered * 4 > cases, "only {answered} have an answer");
}

#[test]
fn the_cheapest_solution_is_the_cheapest_of_all() {
    ask(61, 100);
}

#[test]
#[ignore = "long check"]
fn so_it_is_for_many_more_questions() {
    ask(62, 10_000);
}

#[test]
fn the_cheapest_is_called_minimal_only_if_none_is_shorter_at_any_cost() {
    let half = turns("U2");
    let budget = Budget::AtMost(3);
    let mut problem =
        Problem::from_scramble(POCKET.clone(), &half, &Target::Solved, budget).unwrap();
    for (price, length) in [(5, 2), (1, 1)] {
        let mut weights = vec![1; POCKET.turns().len()];
        weights[half[0]] = price;
        problem.constraints.cost = Some(Cost::of_turns(weights, None));
        let search = Search::default();
        let found = cheapest(&problem, |problem| search.solve(problem), |_, _| ()).unwrap();
        assert!(found.is_proved());
        assert_eq!(
            found.found.solution.as_ref().map(|it| it.len()),
            Some(length)
        );
        assert_eq!(found.found.is_minimal(), length == 1);
        assert_eq!(found.found.at_least(), 1);
    }
}

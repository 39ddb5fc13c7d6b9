//! Single questions whose answers are known. (`tests/puzzles/random_puzzles/` tests random ones.)

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use twistsat::control::Control;
use twistsat::encode::{Justification, Recipe, RefutedLengths};
use twistsat::notation::{Notation, Scheme};
use twistsat::problem::{Budget, CompiledRule, Constraints, Cost, Lengths, Problem, Rule, Target};
use twistsat::puzzle::{Layout, MAX_TURNS, Pattern, Puzzle};
use twistsat::search::{Refutation, Search, Strategy, cheapest};

use super::random::{found, puzzles};
use crate::common::sat::{POCKET, batsat, recipes, turns};

#[test]
fn a_budget_that_is_too_large_is_refused_before_any_work() {
    let budget = Budget::AtMost(usize::MAX);
    let problem = Problem::from_scramble(POCKET.clone(), &[0], &Target::Any, budget).unwrap();
    let search = |strategy| Search::default().recipe("mux").strategy(strategy);
    let refused =
        [Strategy::Ascend, Strategy::Descend].map(|it| search(it).minimum(&problem).err());
    for error in refused
        .into_iter()
        .chain([Search::default().exactly(&problem).err()])
    {
        let error = error.expect("refused").to_string();
        assert!(error.starts_with("the budget must be at most "), "{error}");
    }
}

#[test]
fn an_unknown_solver_is_refused_even_if_no_formula_is_needed() {
    let solved = Problem::scrambled(&POCKET, "").unwrap();
    let search = Search::default().solver("nonsense");
    let exactly = solved.within(Budget::Exactly(0));
    let refutation = Refutation {
        covers: RefutedLengths {
            lengths: Lengths::only(0),
            justification: Justification::Other,
        },
        solver: None,
        up_to_rotation: false,
    };
    let refused = [
        search.minimum(&solved).err(),
        search.exactly(&exactly).err(),
        search.minimum_beyond(&solved, vec![refutation]).err(),
        search
            .enumerate(&exactly, |_| ControlFlow::Continue(()))
            .err(),
    ];
    for error in refused {
        let error = error.expect("refused").to_string();
        assert!(error.contains("nonsense"), "{error}");
    }
}

#[test]
fn a_rule_that_forbids_the_canonical_order_leaves_the_other() {
    // `U D` is canonical and `D U` is not; but a rule that demands `D U` must leave a solution.
    let rule = |text| Rule::Whole(Notation::Singmaster.read_sequence(&POCKET, text).unwrap());
    for (demanded, count) in [("D U", 1), ("U D", 1), ("[U D]*", 2), ("R .*", 0)] {
        let target = Target::Solved;
        let budget = Budget::AtMost(2);
        let start = turns("U' D'");
        let problem = Problem::from_scramble(POCKET.clone(), &start, &target, budget).unwrap();
        let constraints = Constraints {
            rules: vec![CompiledRule::new(&POCKET, rule(demanded)).unwrap()],
            ..Constraints::default()
        };
        let problem = problem.constrained(constraints).unwrap();
        for recipe in recipes() {
            if recipe.name == "mux-uniform" {
                continue;
            }
            let search = Search::default().recipe(&recipe).solver(batsat());
            let result = search.minimum(&problem).unwrap();
            let length = result.solution.map(|it| it.len());
            let expected = (count > 0).then_some(2);
            assert_eq!(length, expected, "{demanded} {}", recipe.name);
            let all = found(&problem, &recipe, "batsat", 2).unwrap();
            assert_eq!(all.len(), count, "{demanded} {}", recipe.name);
        }
    }
}

/// If the constraints leave no canonical sequence, the search ends.
#[test]
fn a_missing_canonical_solution_is_reported() {
    let puzzle = puzzles().swap_remove(1);
    let turn = |name: &str| {
        let mut turns = puzzle.turns().iter();
        turns.position(|turn| turn.name() == name).unwrap()
    };
    // With the turns of only one face, a canonical sequence is a single turn.
    let start = puzzle.apply(puzzle.solved(), &[turn("B")]);
    let own = Scheme::own_symbols(&puzzle).state_characters(&start);
    let target = Target::Solved;
    let problem = Problem::new(puzzle.clone(), &own, &target, Budget::AtMost(1000)).unwrap();
    let control = Control::unlimited().with_time_limit(Duration::from_secs(60));
    for starts_with in [vec![turn("B")], vec![turn("B"), turn("B")]] {
        let constraints = Constraints {
            starts_with,
            ..Constraints::default()
        };
        let any = problem.allowing(&[turn("B"), turn("B'")]).unwrap();
        let any = any.constrained(constraints).unwrap();
        let problem = any.clone().canonical();
        let recipe = Recipe::built_in("plain").unwrap();
        let search = Search::default().recipe(&recipe).solver(batsat());
        let result = search.control(control.clone()).minimum(&problem);
        assert!(result.unwrap().is_unsolvable());
        assert_eq!(problem.is_solvable(), Some(false));
        // Sequences that are not canonical may be longer.
        assert_eq!(any.is_solvable(), Some(true));
    }
}

#[test]
fn the_cheapest_solution_is_called_minimal_only_if_it_is_also_shortest() {
    let half = turns("U2");
    let budget = Budget::AtMost(3);
    let problem = Problem::from_scramble(POCKET.clone(), &half, &Target::Solved, budget).unwrap();
    for (price, length) in [(5, 2), (1, 1)] {
        let mut weights = vec![1; POCKET.turns().len()];
        weights[half[0]] = price;
        let constraints = Constraints {
            cost: Some(Cost::of_turns(weights, None)),
            ..Constraints::default()
        };
        let problem = problem.clone().constrained(constraints).unwrap();
        let search = Search::default();
        let found = cheapest(&problem, |problem| search.solve(problem), |_, _| ()).unwrap();
        assert!(found.is_proved());
        let shown = found.found.solution.as_ref().map(|it| it.len());
        assert_eq!(shown, Some(length));
        assert_eq!(found.found.is_minimal(), length == 1);
        assert_eq!(found.found.lower_bound(), 1);
    }
}

#[test]
fn nothing_is_called_the_cheapest_if_the_search_for_a_cheaper_one_was_stopped() {
    let scrambled = turns("R U2 F'");
    let budget = Budget::AtMost(4);
    let problem = Problem::from_scramble(POCKET.clone(), &scrambled, &Target::Any, budget).unwrap();
    let constraints = Constraints {
        cost: Some(Cost::of_turns(vec![5; POCKET.turns().len()], None)),
        ..Constraints::default()
    };
    let problem = problem.constrained(constraints).unwrap();
    let stopped = Control::unlimited();
    stopped.cancel_flag().raise();
    let (first, later) = (Search::default(), Search::default().control(stopped));
    let mut searches = [first, later.clone()].into_iter();
    let ask = |problem: &Problem| searches.next().unwrap_or(later.clone()).solve(problem);
    let found = cheapest(&problem, ask, |_, _| ()).unwrap();
    assert!(found.cost.is_some() && !found.is_proved(), "{found:?}");
}

/// Five beads, three of them of one color: two turns solve every state, but some pairs of states are three turns apart.
#[test]
fn the_maximum_of_a_puzzle_with_alike_pieces_is_about_the_solved_state() {
    let text = include_str!("../../data/alike-maximum.toml");
    let puzzle = Arc::new(Puzzle::from_toml("alike-maximum.toml", text).unwrap());
    // The net is not in the order of the faces.
    let net = |text: &str| Layout::Net.read(&puzzle, text).unwrap();
    let problem = |to: &str| {
        let to = Target::state(&net(to));
        Problem::new(puzzle.clone(), &net("ABAAB"), &to, Budget::AtMost(0)).unwrap()
    };
    assert_eq!(problem("ABBAA").known_maximum(), None);
    let found = Search::default()
        .minimum(&problem("ABBAA").within(Budget::AtMost(MAX_TURNS)))
        .unwrap();
    assert_eq!(found.solution.unwrap().len(), 3);
    // The maximum holds if the goal or the start is the solved state.
    assert_eq!(problem("BAAAB").known_maximum(), Some(2));
    let solved = Scheme::own_symbols(&puzzle).state_characters(puzzle.solved());
    let back = Target::state(&net("ABBAA"));
    let back = Problem::new(puzzle.clone(), &solved, &back, Budget::AtMost(0)).unwrap();
    assert_eq!(back.known_maximum(), Some(2));
    // It holds if the goal is a pattern that the solved state matches, but for no other pattern.
    let pattern = |sets: &str| {
        let sets = sets.split(' ');
        let colors = sets.map(|set| set.bytes().map(|b| usize::from(b - b'0')).collect());
        let goal = Pattern::new(colors.collect());
        problem("ABBAA").to_one_of(vec![goal]).unwrap()
    };
    assert_eq!(pattern("0 0 01 1 1").known_maximum(), Some(2));
    assert_eq!(pattern("1 0 01 1 01").known_maximum(), None);
}

//! What `encode` writes for questions with costs, constraints and unknown stickers: weighted formulas, and maps.

use itertools::Itertools;
use twistsat::automaton::Expression;
use twistsat::control::Control;
use twistsat::encode::{Justification, decode, encode, map};
use twistsat::notation::Notation;
use twistsat::problem::{
    AtMost, Budget, CompiledRule, Constraints, Cost, GripStep, Grips, Problem, Rule, Target,
};
use twistsat::solver::{Session, Verdict};

use crate::common::sat::{POCKET, batsat, cheapest_model, recipe, recipes, turns};

fn problem(scramble: &str, constraints: Constraints) -> Problem {
    let budget = Budget::AtMost(3);
    let problem = Problem::from_scramble(POCKET.clone(), &turns(scramble), &Target::Any, budget);
    problem.unwrap().constrained(constraints).unwrap()
}

fn expression(text: &str) -> Expression {
    let read = Notation::Singmaster.read_sequence(&POCKET, text);
    read.unwrap()
}

/// Turns of U cost 5, half turns of the others 3, all else 1.
fn cost() -> Option<Cost> {
    let weight = |turn: &twistsat::puzzle::Turn| match &turn.base[..] {
        "U" => 5,
        _ if turn.is_half() => 3,
        _ => 1,
    };
    let weights = POCKET.turns().iter().map(weight).collect();
    Some(Cost::of_turns(weights, None))
}

#[test]
fn turns_without_an_alternative_count_with_their_cost() {
    for recipe in recipes() {
        for (budget, expected) in [(Budget::Exactly(3), 15), (Budget::AtMost(3), 5)] {
            let scramble = turns("R2");
            let problem =
                Problem::from_scramble(POCKET.clone(), &scramble, &Target::Any, budget).unwrap();
            let constraints = Constraints {
                cost: Some(Cost::of_turns(vec![5; POCKET.turns().len()], None)),
                ..Constraints::default()
            };
            let problem = problem.allowing(&scramble).unwrap();
            let problem = problem.constrained(constraints).unwrap();
            let formula = encode(&problem, &recipe).unwrap();
            let is_about = formula.covers.justification;
            let expected = match (budget, is_about) {
                // Without idle slots the formula is still about exactly three turns.
                (Budget::AtMost(_), argument) if argument != Justification::IdleSlots => 15,
                _ => expected,
            };
            let mut text = Vec::new();
            let comments = ["a comment".to_owned()];
            formula.write_wcnf(&problem, &comments, &mut text).unwrap();
            let cheapest = cheapest_model(&String::from_utf8(text).unwrap());
            assert_eq!(cheapest, Some(expected), "{} {budget:?}", recipe.name);
        }
    }
}

#[test]
fn a_map_contains_constraints_and_unknown_stickers() {
    // Sorted as in a file: by grip, then by turn.
    let step = |(from, (turn, to)): (usize, (&str, usize))| GripStep {
        from,
        turn: turns(turn)[0],
        to,
        cost: 0,
    };
    let steps = (0..2).cartesian_product([("U", 1), ("R", 1), ("F", 0)]);
    let steps = steps.map(step).collect();
    let constraints = Constraints {
        starts_with: turns("R"),
        ends_with: turns("U F"),
        at_most: vec![AtMost {
            turns: turns("R R2"),
            max_count: 1,
        }],
        cost: cost().map(|cost| Cost {
            max_total: Some(9),
            pairs: [([turns("R")[0], turns("U")[0]], 2)].into(),
            grips: Some(Grips {
                names: vec!["home".to_owned(), "away".to_owned()],
                steps,
            }),
            ..cost
        }),
        min_turns: 3,
        rules: [
            Rule::Whole(expression("R* U? .{1,2}")),
            Rule::Never(expression("(F R | R2)")),
            Rule::AlwaysAfter(expression("U"), expression("[F R2]+")),
        ]
        .map(|rule| CompiledRule::new(&POCKET, rule).unwrap())
        .to_vec(),
    };
    let problem = problem("F' U' R'", constraints);
    let mut allowed = problem.allowed.clone();
    allowed.retain(|turn| !turns("F2").contains(turn));
    let mut sets = problem.goal.sets().to_vec();
    sets[5] = (0..6).collect();
    let goal = twistsat::puzzle::Pattern::new(sets);
    let problem = problem.allowing(&allowed).unwrap();
    let problem = problem.to_one_of(vec![goal]).unwrap();
    for recipe in ["lemmas", "mux"].map(recipe) {
        let formula = encode(&problem, &recipe).unwrap();
        let read = map::read(&map::write(&problem, &recipe, &formula).unwrap()).unwrap();
        assert_eq!(read.problem.constraints, problem.constraints);
        assert_eq!(read.problem.goal, problem.goal);
        assert_eq!(read.problem.allowed, problem.allowed);
        let mut session = Session::new(batsat(), &formula.cnf, formula.variables).unwrap();
        let Verdict::Sat(model) = session.solve(&Control::unlimited()).unwrap() else {
            panic!("there is a solution");
        };
        let solution = decode(&read.problem, &read.meaning, &model).unwrap();
        assert_eq!(solution.turns(), turns("R U F"));
    }
}

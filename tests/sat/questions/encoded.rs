//! What `encode` writes for questions with costs, constraints and unknown stickers: weighted formulas, and maps.

use std::collections::BTreeSet;
use std::io::BufReader;

use rustsat::instances::{BasicVarManager, OptInstance};
use rustsat::types::{Clause, Lit};
use twistsat::automaton::Expression;
use twistsat::encode::{Formula, Justification, decode, encode, map};
use twistsat::notation::Notation;
use twistsat::problem::{
    AtMost, Budget, Constraints, Cost, GripStep, Grips, Problem, Rule, Sequence, Target,
};
use twistsat::sat::Clauses;
use twistsat::solver::{Session, Verdict};

use crate::common::sat::{POCKET, batsat, recipes, turns};

fn problem(scramble: &str, constraints: Constraints) -> Problem {
    let budget = Budget::AtMost(3);
    let problem = Problem::from_scramble(POCKET.clone(), &turns(scramble), &Target::Any, budget);
    problem.unwrap().constrained(constraints).unwrap()
}

fn expression(text: &str) -> Expression {
    let read = Notation::Singmaster.read_sequence(&POCKET, text);
    read.unwrap()
}

fn step(from: usize, turn: &str, to: usize, cost: usize) -> GripStep {
    let turn = turns(turn)[0];
    GripStep {
        from,
        turn,
        to,
        cost,
    }
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

/// The cost of the cheapest model of the weighted formula; `None` if it has no model.
fn optimum(problem: &Problem, formula: &Formula) -> Option<usize> {
    let mut text = Vec::new();
    formula
        .write_wcnf(problem, &["a comment".to_owned()], &mut text)
        .unwrap();
    let read: OptInstance<BasicVarManager> =
        OptInstance::from_dimacs(&mut BufReader::new(&text[..])).unwrap();
    let (hard, (soft, offset), _) = read.into_hard_cls_soft_cls();
    let soft: Vec<(Clause, usize)> = soft.into_iter().collect();
    let text = String::from_utf8(text).unwrap();
    for line in text.lines().filter(|line| !line.starts_with(['c', 'h'])) {
        assert!(line.split_whitespace().count() > 2, "no literal in {line}");
    }
    let cheapest = cheapest(&Clauses::from(&hard), formula.variables, &soft);
    // The parser returns the cost that all models share as an offset.
    cheapest.map(|cost| cost + usize::try_from(offset).unwrap())
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
            let cheapest = optimum(&problem, &formula);
            assert_eq!(cheapest, Some(expected), "{} {budget:?}", recipe.name);
        }
    }
}

/// The least weight of violated soft clauses, by enumerating the models that differ in variables of soft clauses.
fn cheapest(hard: &Clauses, variables: u32, soft: &[(Clause, usize)]) -> Option<usize> {
    let soft_variables: BTreeSet<Lit> = soft
        .iter()
        .flat_map(|(clause, _)| clause.iter().copied())
        .map(|literal| literal.var().pos_lit())
        .collect();
    let mut session = Session::new(batsat(), hard, variables).unwrap();
    let mut best = None;
    while let Verdict::Sat(model) = session
        .solve(&twistsat::control::Control::unlimited())
        .unwrap()
    {
        let holds = |literal: Lit| model.lit_value(literal) == rustsat::types::TernaryVal::True;
        let violated = soft
            .iter()
            .filter(|(clause, _)| !clause.iter().any(|&l| holds(l)));
        let cost = violated.map(|(_, weight)| weight).sum();
        best = Some(best.map_or(cost, |best: usize| best.min(cost)));
        let other = soft_variables
            .iter()
            .map(|&l| if holds(l) { !l } else { l });
        session.add_clause(other.collect()).unwrap();
    }
    best
}

#[test]
fn a_map_contains_constraints_and_unknown_stickers() {
    // Sorted as in a file: by grip, then by turn.
    let mut steps: Vec<GripStep> = [("R", 1), ("U", 1), ("F", 0)]
        .iter()
        .flat_map(|&(turn, to)| [0, 1].map(|from| step(from, turn, to, 0)))
        .collect();
    steps.sort_by_key(|step| (step.from, step.turn));
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
        sequences: [
            Rule::Whole(expression("R* U? .{1,2}")),
            Rule::Never(expression("(F R | R2)")),
            Rule::AlwaysAfter(expression("U"), expression("[F R2]+")),
        ]
        .map(|rule| Sequence::new(&POCKET, rule).unwrap())
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
    for recipe in recipes()
        .iter()
        .filter(|recipe| recipe.name == "lemmas" || recipe.name == "mux")
    {
        let formula = encode(&problem, recipe).unwrap();
        let read = map::read(&map::write(&problem, recipe, &formula).unwrap()).unwrap();
        assert_eq!(read.problem.constraints, problem.constraints);
        assert_eq!(read.problem.goal, problem.goal);
        assert_eq!(read.problem.allowed, problem.allowed);
        let mut session = Session::new(batsat(), &formula.cnf, formula.variables).unwrap();
        let Verdict::Sat(model) = session
            .solve(&twistsat::control::Control::unlimited())
            .unwrap()
        else {
            panic!("there is a solution");
        };
        let solution = decode(&read.problem, &read.meaning, &model).unwrap();
        assert_eq!(solution.turns(), turns("R U F"));
    }
}

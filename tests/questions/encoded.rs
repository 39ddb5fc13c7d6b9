//! What `encode` writes of such questions: weighted formulas, and maps.

use std::collections::BTreeSet;
use std::io::BufReader;

use rustsat::instances::{BasicVarManager, OptInstance};
use rustsat::types::{Clause, Lit};
use twistsat::clauses::Clauses;
use twistsat::encode::{decode, encode, map};
use twistsat::puzzle::{AtMost, Budget, Constraints, Cost, Problem, Target};
use twistsat::solver::{Session, Verdict};

use super::brute;
use super::common::{POCKET, batsat, recipes, turns};

fn problem(scramble: &str, constraints: Constraints) -> Problem {
    let budget = Budget::AtMost(3);
    let problem = Problem::from_scramble(POCKET.clone(), &turns(scramble), &Target::Any, budget);
    Problem {
        constraints,
        ..problem.unwrap()
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
    Some(Cost {
        weights,
        most: None,
    })
}

#[test]
fn the_cheapest_model_of_a_weighted_formula_is_the_cheapest_solution() {
    for recipe in recipes() {
        for scramble in ["R2", "U R", "R U2"] {
            let constraints = Constraints {
                cost: cost(),
                ..Constraints::default()
            };
            let problem = problem(scramble, constraints);
            let formula = match encode(&problem, &recipe) {
                Ok(formula) => formula,
                Err(error) => panic!("{}: {error}", recipe.name),
            };
            let mut text = Vec::new();
            formula
                .write_wcnf(&problem, &["a comment".to_owned()], &mut text)
                .unwrap();
            let read: OptInstance<BasicVarManager> =
                OptInstance::from_dimacs(&mut BufReader::new(&text[..])).unwrap();
            let (hard, (soft, offset), _) = read.into_hard_cls_soft_cls();
            assert_eq!(offset, 0);
            let soft: Vec<(Clause, usize)> = soft.into_iter().collect();
            let cheapest = cheapest(&Clauses::from(&hard), formula.variables, &soft);
            let idle = formula.covers.lengths.len() > 1;
            let lengths = if idle { 0..=3 } else { 3..=3 };
            let weights = &problem.constraints.cost.as_ref().unwrap().weights;
            let expected = lengths
                .flat_map(|length| brute::answers(&problem, length))
                .map(|(_, turns)| turns.iter().map(|&turn| weights[turn]).sum::<usize>())
                .min();
            assert_eq!(cheapest, expected, "{} {scramble}", recipe.name);
        }
    }
}

/// The least weight of violated soft clauses, by looking at every model, as far as soft
/// clauses tell them apart.
fn cheapest(hard: &Clauses, variables: u32, soft: &[(Clause, usize)]) -> Option<usize> {
    let told: BTreeSet<Lit> = { soft.iter() }
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
        let other = told.iter().map(|&l| if holds(l) { !l } else { l });
        session.add_clause(other.collect()).unwrap();
    }
    best
}

#[test]
fn a_map_keeps_the_constraints_and_what_is_open() {
    let constraints = Constraints {
        starts_with: turns("R"),
        ends_with: turns("U F"),
        at_most: vec![AtMost {
            turns: turns("R R2"),
            most: 1,
        }],
        cost: cost().map(|cost| Cost {
            most: Some(9),
            ..cost
        }),
        min_turns: 3,
    };
    let mut problem = problem("F' U' R'", constraints);
    problem.allowed.retain(|turn| !turns("F2").contains(turn));
    problem.up_to_rotation = false;
    problem.goal = {
        let mut sets = problem.goal.sets().to_vec();
        sets[5] = (0..6).collect();
        twistsat::puzzle::Pattern::new(sets)
    };
    for recipe in recipes()
        .iter()
        .filter(|recipe| recipe.name == "lemmas" || recipe.name == "mux")
    {
        let formula = encode(&problem, recipe).unwrap();
        let read = map::read(&map::write(&problem, recipe, &formula)).unwrap();
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

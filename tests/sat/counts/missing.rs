//! The check notices a missing clause or gate.

use super::*;

/// A missing clause is noticed, or the other clauses imply it. (Most are implied: turns only move colors, so a wrong color
/// would remain until the end, where the goal excludes it.) The exception is a clause with an auxiliary variable, that is, one
/// without a meaning: without the clause, the variable may be free where nothing depends on it.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_missing_clause_is_noticed_unless_nothing_depends_on_it() {
    const SAMPLE: usize = 20;
    let mut random = ChaCha8Rng::seed_from_u64(5);
    for recipe in recipes() {
        for budget in [Budget::Exactly(2), Budget::AtMost(3)] {
            // The solution ends with the turn that has the largest number.
            let problem = from_state(&scrambled("F R"), &Target::Any, budget);
            let formula = encode(&problem, &recipe).unwrap();
            assert_eq!(agrees_with_truth(&problem, &recipe, &formula), Ok(()));
            let meaning = &formula.meaning;
            let states: BTreeSet<Var> = variables_of_states(&formula);
            let selectors = meaning.selectors.slots().iter();
            let selectors: BTreeSet<Var> = selectors.flat_map(variables_of).collect();
            let about_turns = |clause: &Cl| {
                let mut variables = clause.iter().map(|literal| literal.var());
                variables.all(|variable| selectors.contains(&variable))
            };
            let clauses: Vec<&Cl> = formula.cnf.iter().collect();
            let (choices, others): (Vec<usize>, Vec<usize>) =
                (0..clauses.len()).partition(|&number| about_turns(clauses[number]));
            // With pairwise exclusions of turns and states, perhaps only the clause "some turn is made" is not implied by other
            // clauses: always include this clause.
            let all_positive = |&number: &usize| clauses[number].iter().all(|lit| lit.is_pos());
            let some_turn: Vec<usize> = choices.iter().copied().filter(all_positive).collect();
            let some_choices = choices.into_iter().sample(&mut random, SAMPLE);
            let some_others = others.into_iter().sample(&mut random, SAMPLE);
            let sample = some_turn.into_iter().chain(some_choices).chain(some_others);
            let mut noticed = 0;
            for missing in sample {
                let clause = clauses[missing];
                let broken = with_clauses(&formula, |number, _| number != missing);
                if agrees_with_truth(&problem, &recipe, &broken).is_err() {
                    noticed += 1;
                } else if !implies(&broken, clause) {
                    let meant = |var: Var| states.contains(&var) || selectors.contains(&var);
                    let auxiliary = clause.iter().any(|literal| !meant(literal.var()));
                    assert!(auxiliary, "{} {budget:?}: {clause}", recipe.name);
                }
            }
            let is_reference = recipe.form == Form::Reference;
            assert!(noticed > 0 || is_reference, "{} {budget:?}", recipe.name);
        }
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_missing_gate_is_noticed() {
    let mut random = ChaCha8Rng::seed_from_u64(6);
    for recipe in recipes() {
        let problem = from_state(&scrambled("F R"), &Target::Any, Budget::Exactly(2));
        let formula = encode(&problem, &recipe).unwrap();
        let states = variables_of_states(&formula);
        for bit in states.into_iter().sample(&mut random, 40) {
            let about = |clause: &Cl| clause.iter().any(|literal| literal.var() == bit);
            let broken = with_clauses(&formula, |_, clause| !about(clause));
            let verdict = agrees_with_truth(&problem, &recipe, &broken);
            assert!(verdict.is_err(), "{}: {bit}", recipe.name);
        }
    }
}

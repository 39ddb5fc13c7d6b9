//! The check notices formulas that are broken: without a part, or with a clause
//! too many.

use super::*;

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn a_wrong_goal_is_noticed() {
    for recipe in recipes() {
        // Uniform faces know no goal but the solved state; say it in full.
        let fixed = Recipe {
            goal: GoalEncoding::Fixed,
            ..recipe.clone()
        };
        for problem in small_problems(&recipe) {
            if expected(&problem, &recipe).is_empty() {
                continue;
            }
            let wrong = Problem {
                goal: POCKET.apply(&problem.goal, &turns("R")),
                ..problem.clone()
            };
            let formula = encode(&wrong, &fixed).unwrap();
            let verdict = agrees_with_truth(&problem, &recipe, &formula);
            assert!(verdict.is_err(), "{} {:?}", recipe.name, problem.budget);
        }
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn a_wrong_start_is_noticed() {
    for recipe in recipes() {
        for problem in small_problems(&recipe) {
            if expected(&problem, &recipe).is_empty() {
                continue;
            }
            let wrong = Problem {
                start: {
                    let turned = POCKET.apply(problem.start.pattern(), &turns("R"));
                    Start::new(&POCKET, &problem.scheme, turned).unwrap()
                },
                ..problem.clone()
            };
            let formula = encode(&wrong, &recipe).unwrap();
            let verdict = agrees_with_truth(&problem, &recipe, &formula);
            assert!(verdict.is_err(), "{} {:?}", recipe.name, problem.budget);
        }
    }
}

#[test]
fn a_selector_code_left_open_is_noticed() {
    for recipe in recipes() {
        if recipe.form == Form::Reference {
            continue; // Its codes are open; all-ones lead nowhere.
        }
        let broken = |problem: &Problem| {
            let formula = encode(problem, &recipe).unwrap();
            let slots = formula.meaning.selectors.slots();
            let slots: Vec<_> = slots.iter().map(variables_of).collect();
            let within_a_slot = |clause: &Cl| {
                let inside = |slot: &HashSet<Var>| {
                    clause.iter().all(|literal| slot.contains(&literal.var()))
                };
                slots.iter().any(inside)
            };
            let open = with_clauses(&formula, |_, clause| !within_a_slot(clause));
            (open.cnf.len() < formula.cnf.len()).then_some(open)
        };
        assert!(is_noticed(&recipe, broken), "{}", recipe.name);
    }
}

/// What the choice of a turn excludes is implied where the two turns lead to
/// different states. It is not where nothing is left to choose between them:
/// so "two turns at once" is broken together with what ties turns to states.
#[test]
fn two_turns_at_once_are_noticed() {
    for recipe in recipes() {
        if recipe.selector == SelectorEncoding::Binary {
            continue; // A number has one value.
        }
        let broken = |problem: &Problem| {
            let formula = encode(problem, &recipe).unwrap();
            let selectors = formula.meaning.selectors.slots().iter();
            let selectors: HashSet<Var> = selectors.flat_map(variables_of).collect();
            let some_turn = |clause: &Cl| {
                let chosen = clause.iter().filter(|lit| selectors.contains(&lit.var()));
                let mut chosen = chosen.peekable();
                chosen.peek().is_some() && chosen.all(|lit| lit.is_pos())
            };
            // Nothing is left of the selectors but that some turn is made.
            let free = with_clauses(&formula, |_, clause| {
                some_turn(clause) || clause.iter().all(|lit| !selectors.contains(&lit.var()))
            });
            Some(free)
        };
        assert!(is_noticed(&recipe, broken), "{}", recipe.name);
    }
}

/// Each transition says what a turn brings, what it takes away, and that every
/// piece has one placement and every place one piece. What is said twice is no
/// hole; with nothing but what a turn brings, two pieces share a place.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn a_missing_permutation_constraint_is_noticed_where_nothing_else_says_it() {
    for recipe in recipes() {
        // Lemmas say again what permutation constraints say.
        if recipe.state != StateEncoding::PlacementOnehot || recipe.lemmas > 0 {
            continue;
        }
        let without = |what: &dyn Fn(&[bool; 2], &Cl) -> bool| {
            let broken = |problem: &Problem| {
                let formula = encode(problem, &recipe).unwrap();
                let states = variables_of_states(&formula);
                Some(with_clauses(&formula, |_, clause| {
                    let of_states = clause.iter().filter(|lit| states.contains(&lit.var()));
                    let signs: Vec<bool> = of_states.map(|lit| lit.is_pos()).collect();
                    let all = signs.len() == clause.len() && signs.len() > 1;
                    let some = signs.iter().any(|&positive| positive);
                    !what(&[all, some], clause)
                }))
            };
            is_noticed(&recipe, broken)
        };
        // Both kinds of "at most one", and both of "at least one": the
        // transitions carry what the start says.
        assert!(!without(&|&[all, _], _| all), "{}", recipe.name);
        // Also what a turn brings: then placements come from nowhere or vanish.
        assert!(
            without(&|&[all, some], clause| all || (some && clause.len() > 1)),
            "{}",
            recipe.name
        );
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn a_turn_after_an_idle_slot_is_noticed() {
    // Lemmas say that an idle slot is at the goal.
    let idle = |recipe: &&Recipe| recipe.idle == Idle::Trailing && recipe.lemmas == 0;
    for recipe in recipes().iter().filter(idle) {
        let broken = |problem: &Problem| {
            let formula = encode(problem, recipe).unwrap();
            let selectors = &formula.meaning.selectors;
            selectors.idles(1)?;
            // That the second slot is idle if the first is.
            let before = selectors.idles(0)?;
            let trailing = |clause: &Cl| {
                let literals: Vec<_> = clause.iter().copied().collect();
                let negated = before.iter().filter_map(|&signal| (!signal).as_lit());
                let now = selectors.idles(1).into_iter().flatten();
                let mut now = now.filter_map(|signal| signal.as_lit());
                negated.clone().all(|lit| literals.contains(&lit))
                    && literals.len() == negated.count() + 1
                    && now.any(|lit| literals.contains(&lit))
            };
            Some(with_clauses(&formula, |_, clause| !trailing(clause)))
        };
        assert!(is_noticed(recipe, broken), "{}", recipe.name);
    }
}

#[test]
fn a_missing_goal_is_noticed() {
    for recipe in recipes() {
        if recipe.goal == GoalEncoding::Uniform || recipe.form == Form::Reference {
            continue; // Its goal is gates, or tied to the last state by equalities.
        }
        if recipe.lemmas > 0 {
            continue; // Lemmas say where each piece must be at the end.
        }
        let broken = |problem: &Problem| {
            let formula = encode(problem, &recipe).unwrap();
            let last = formula.meaning.states.steps().last()?;
            let last: HashSet<Var> = last.iter().flat_map(variables_of).collect();
            let goal = |clause: &Cl| {
                clause.len() == 1 && clause.iter().all(|lit| last.contains(&lit.var()))
            };
            Some(with_clauses(&formula, |_, clause| !goal(clause)))
        };
        assert!(is_noticed(&recipe, broken), "{}", recipe.name);
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn a_turn_forbidden_in_one_slot_is_noticed() {
    for recipe in recipes() {
        for problem in small_problems(&recipe) {
            let Some(sequence) = expected(&problem, &recipe).pop_last() else {
                continue;
            };
            for (slot, turn) in sequence.into_iter().enumerate() {
                let mut formula = encode(&problem, &recipe).unwrap();
                let chosen = formula.meaning.selectors.makes(slot, turn).unwrap();
                let forbidden = chosen.into_iter().filter_map(|signal| (!signal).as_lit());
                formula.cnf.add(forbidden.collect::<Clause>());
                let verdict = agrees_with_truth(&problem, &recipe, &formula);
                assert!(verdict.is_err(), "{} {:?}", recipe.name, problem.budget);
            }
        }
    }
}

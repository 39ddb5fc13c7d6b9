//! The check notices every kind of lemma that excludes a solution. (`src/proof/write/tests.rs` tests that the proof
//! checker rejects such lemmas.)

use twistsat::reach::{Backward, Items, Layers};

use super::*;

/// The layers of a problem.
fn layers(problem: &Problem, idle: bool) -> Option<Layers> {
    let items = Arc::new(Items::new(problem).ok()?);
    let backward = Backward::new(items, 2, idle).unwrap();
    Layers::new(problem, &backward, &Control::unlimited()).ok()
}

/// The formula with the lemmas of these layers, each stated `later` steps too late.
fn with_lemmas(
    problem: &Problem,
    recipe: &Recipe,
    layers: &Layers,
    later: usize,
) -> Option<Formula> {
    let mut formula = encode(problem, recipe).unwrap();
    let steps = formula.meaning.states.steps().len();
    let mut clauses = Vec::new();
    layers.visit(|step, tuple| {
        if step + later < steps {
            let at = tuple.iter().flat_map(|&(item, placement)| {
                let (piece, facelet) = (
                    layers.items().piece(item),
                    layers.items().placements(item)[placement],
                );
                let states = &formula.meaning.states;
                states.piece_at(&POCKET, step + later, piece, facelet)
            });
            clauses.push(at.map(|signal| !signal).collect::<Vec<Signal>>());
        }
    });
    for clause in clauses {
        if !clause.contains(&Signal::TRUE) {
            let literals = clause.iter().filter_map(|signal| signal.as_lit());
            formula.cnf.add(literals.collect::<Vec<_>>());
        }
    }
    Some(formula)
}

/// One recipe with a literal for each placement, and one with colors.
fn some_recipes() -> impl Iterator<Item = Recipe> {
    ["faces", "mux-idle"].into_iter().map(recipe)
}

/// Whether the formula has idle slots, so that the lemmas must allow for them.
fn idle(problem: &Problem) -> bool {
    matches!(problem.budget, Budget::AtMost(_))
}

#[test]
fn right_lemmas_change_no_answer() {
    for recipe in some_recipes() {
        let right =
            |problem: &Problem| with_lemmas(problem, &recipe, &layers(problem, idle(problem))?, 0);
        assert!(!is_noticed(&recipe, right), "{}", recipe.name);
    }
}

#[test]
fn lemmas_of_the_wrong_step_are_noticed() {
    for recipe in some_recipes() {
        let late =
            |problem: &Problem| with_lemmas(problem, &recipe, &layers(problem, idle(problem))?, 1);
        assert!(is_noticed(&recipe, late), "{}", recipe.name);
    }
}

#[test]
fn lemmas_about_another_goal_are_noticed() {
    for recipe in some_recipes() {
        let astray = |problem: &Problem| {
            let goal = POCKET.apply(&problem.goal, &problem.allowed[..1]);
            let other = problem.to_one_of(vec![goal]).unwrap();
            with_lemmas(problem, &recipe, &layers(&other, idle(problem))?, 0)
        };
        assert!(is_noticed(&recipe, astray), "{}", recipe.name);
    }
}

#[test]
fn lemmas_that_ignore_idle_slots_are_noticed() {
    for recipe in some_recipes() {
        let forgetful = |problem: &Problem| {
            idle(problem).then_some(())?;
            with_lemmas(problem, &recipe, &layers(problem, false)?, 0)
        };
        assert!(is_noticed(&recipe, forgetful), "{}", recipe.name);
    }
}

#[test]
fn one_lemma_too_many_is_noticed() {
    for recipe in some_recipes() {
        let too_many = |problem: &Problem| {
            let sequence = expected(problem, &recipe).pop_last()?;
            let right = layers(problem, idle(problem))?;
            let mut formula = with_lemmas(problem, &recipe, &right, 0)?;
            let after = POCKET.apply(problem.start.pattern(), sequence.get(..1)?);
            let placements = right.items().read(&after).unwrap();
            let tuple = placements.concat().into_iter().enumerate().take(2);
            let excluded = tuple.flat_map(|(item, placement)| {
                let (piece, facelet) = (
                    right.items().piece(item),
                    right.items().placements(item)[placement],
                );
                formula.meaning.states.piece_at(&POCKET, 1, piece, facelet)
            });
            let excluded: Vec<_> = excluded.filter_map(|s| (!s).as_lit()).collect();
            formula.cnf.add(excluded);
            Some(formula)
        };
        assert!(is_noticed(&recipe, too_many), "{}", recipe.name);
    }
}

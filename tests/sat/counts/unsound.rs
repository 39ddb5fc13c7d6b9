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

/// Whether the formula has idle slots, so that the lemmas must allow for them.
fn idle(problem: &Problem) -> bool {
    matches!(problem.budget, Budget::AtMost(_))
}

/// Whether the check notices the lemmas of these layers, stated `later` steps too late, in formulas of a recipe with a literal
/// for each placement, and of one with colors.
fn are_noticed(later: usize, layers: impl Fn(&Problem) -> Option<Layers>) -> [bool; 2] {
    ["faces", "mux-idle"].map(recipe).map(|recipe| {
        let change = |problem: &Problem| with_lemmas(problem, &recipe, &layers(problem)?, later);
        is_noticed(&recipe, change)
    })
}

#[test]
fn right_lemmas_change_no_answer() {
    let right = |problem: &Problem| layers(problem, idle(problem));
    assert_eq!(are_noticed(0, right), [false; 2]);
}

#[test]
fn lemmas_of_the_wrong_step_are_noticed() {
    let right = |problem: &Problem| layers(problem, idle(problem));
    assert_eq!(are_noticed(1, right), [true; 2]);
}

#[test]
fn lemmas_about_another_goal_are_noticed() {
    let astray = |problem: &Problem| {
        let goal = POCKET.apply(&problem.goal, &problem.allowed[..1]);
        let other = problem.to_one_of(vec![goal]).unwrap();
        layers(&other, idle(problem))
    };
    assert_eq!(are_noticed(0, astray), [true; 2]);
}

#[test]
fn lemmas_that_ignore_idle_slots_are_noticed() {
    let forgetful = |problem: &Problem| idle(problem).then(|| layers(problem, false))?;
    assert_eq!(are_noticed(0, forgetful), [true; 2]);
}

#[test]
fn one_lemma_too_many_is_noticed() {
    for recipe in ["faces", "mux-idle"].map(recipe) {
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

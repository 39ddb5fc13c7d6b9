//! Compares the models of a formula with the sequences that it must admit.

use super::*;

/// Whether a formula admits exactly the sequences that it must, each with the colors that its turns produce and no others.
pub fn agrees_with_truth(
    problem: &Problem,
    recipe: &Recipe,
    formula: &Formula,
) -> Result<(), String> {
    let expected = expected(problem, recipe);
    let meaning = &formula.meaning;
    let mut found = BTreeSet::new();
    let session = Session::new(batsat(), &formula.cnf, formula.variables);
    let mut session = session.map_err(|error| error.to_string())?;
    loop {
        let model = match session.solve(&Control::unlimited()) {
            Ok(Verdict::Sat(model)) => model,
            Ok(Verdict::Unsat) => break,
            other => return Err(format!("{other:?}")),
        };
        let mut sequence = Vec::new();
        for slot in 0..meaning.selectors.slots().len() {
            let code = meaning.selectors.choice(slot, &model);
            match meaning.selectors.codes()[code.map_err(|error| error.to_string())?] {
                Code::Turn(turn) => sequence.push(turn),
                Code::Idle => {}
            }
        }
        let decoded = decode(problem, meaning, &model).map_err(|error| error.to_string())?;
        if decoded.turns() != sequence {
            return Err(format!("decoded as {}", names(decoded.turns())));
        }
        if !expected.contains(&sequence) {
            return Err(format!("`{}` is admitted", names(&sequence)));
        }
        if !found.insert(sequence) {
            return Err("two models of one sequence".to_owned());
        }
        // Exclude the values of all variables with a meaning, not only of the turns: the same turns with other colors must
        // not be a model either.
        let states = meaning.states.steps().iter().flatten();
        let buses = meaning.selectors.slots().iter().chain(states);
        let literals = buses.flat_map(|bus| bus.iter().filter_map(|signal| signal.as_lit()));
        let other = literals.map(|lit| {
            let value = model.lit_value(lit).to_bool_with_def(false);
            if value { !lit } else { lit }
        });
        let added = session.add_clause(other.collect());
        added.map_err(|error| error.to_string())?;
    }
    match expected.difference(&found).next() {
        Some(missing) => Err(format!("`{}` is not admitted", names(missing))),
        None => Ok(()),
    }
}

pub fn check(problem: &Problem, recipe: &Recipe) {
    let formula = encode(problem, recipe).unwrap();
    if let Err(reason) = agrees_with_truth(problem, recipe, &formula) {
        let start = POCKET.facelets().iter().zip(problem.start.sets());
        let (start, goal, budget) = (start.collect_vec(), &problem.goal, &problem.budget);
        let recipe = &recipe.name;
        panic!("{recipe} {budget:?}: {reason}; start {start:?}, goal {goal:?}");
    }
}

/// The problems from the solved state to each state within `most` turns, or back if the recipe supports only the solved
/// state as a goal.
pub fn near_problems(allowed: &[TurnId], most: usize, recipe: &Recipe) -> Vec<Problem> {
    let solved = POCKET.solved();
    let (target, metric) = match allowed.len() {
        18 => (Target::Solved, Metric::HalfTurn),
        6 => (Target::Any, Metric::QuarterTurn),
        _ => (Target::Any, Metric::HalfTurn),
    };
    let problem = from_state(solved, &target, Budget::Exactly(0));
    let problem = problem.with_metric(metric).unwrap();
    assert_eq!(problem.allowed, allowed);
    let layers = (0..=most).map(|length| sequences(solved, allowed, length));
    let states = layers.flat_map(|layer| layer.keys().cloned().collect_vec());
    let states: BTreeSet<Colors> = states.collect();
    let states = states.into_iter().map(State::new);
    let problems = states.map(|state| match recipe.goal {
        GoalEncoding::Uniform => problem.starting_at(state).unwrap(),
        _ if state == *solved => problem.clone(),
        _ => problem.to_one_of(vec![state.into()]).unwrap(),
    });
    problems.collect()
}

/// Whether a recipe encodes "at most N turns" differently from "exactly N turns".
pub fn optimizes(recipe: &Recipe) -> bool {
    recipe.order != TurnOrder::None || recipe.idle != Idle::None || recipe.distinct
}

/// Checks the budgets of 0 to `most` turns on the problems within `most` turns. Takes one problem in `apart`, and different ones
/// for consecutive recipes.
pub fn check_near(
    allowed: &[TurnId],
    most: usize,
    recipe: &Recipe,
    apart: usize,
    budget: fn(usize) -> Budget,
) {
    let problems = near_problems(allowed, most, recipe);
    let number = Recipe::built_in_names().position(|name| name == recipe.name);
    let problems = problems.into_iter().skip(number.unwrap() % apart);
    for problem in problems.step_by(apart) {
        for turns in 0..=most {
            check(&problem.within(budget(turns)), recipe);
        }
    }
}

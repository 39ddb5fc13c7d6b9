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
        let other = literals.map(|lit| match model.lit_value(lit).to_bool_with_def(false) {
            true => !lit,
            false => lit,
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
    check_formula(problem, recipe, &formula);
}

pub fn check_formula(problem: &Problem, recipe: &Recipe, formula: &Formula) {
    if let Err(reason) = agrees_with_truth(problem, recipe, formula) {
        let start = POCKET.facelets().iter().zip(problem.start.sets());
        let (start, goal, budget) = (start.collect_vec(), &problem.goal, &problem.budget);
        let recipe = &recipe.name;
        panic!("{recipe} {budget:?}: {reason}; start {start:?}, goal {goal:?}");
    }
}

/// The states that up to `most` turns reach from the solved state, in a fixed order.
pub fn near_states(allowed: &[TurnId], most: usize) -> BTreeSet<Colors> {
    let layers = (0..=most).map(|length| sequences(POCKET.solved(), allowed, length));
    layers
        .flat_map(|layer| layer.keys().cloned().collect_vec())
        .collect()
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
    let states = near_states(allowed, most).into_iter().map(State::new);
    let problems = states.map(|state| match recipe.goal {
        GoalEncoding::Uniform => problem.starting_at(state).unwrap(),
        _ if state == *solved => problem.clone(),
        _ => problem.to_one_of(vec![state.into()]).unwrap(),
    });
    problems.collect()
}

/// Whether a recipe encodes "at most N turns" differently from "exactly N turns".
pub fn optimizes(recipe: &Recipe) -> bool {
    recipe.order != Order::None || recipe.idle != Idle::None || recipe.distinct
}

/// Checks each budget of at most 0 to `most` turns on the problems within `most` turns. Takes one problem in `apart`, and
/// different ones for consecutive recipes.
pub fn check_at_most(allowed: &[TurnId], most: usize, recipe: &Recipe, apart: usize) {
    let problems = near_problems(allowed, most, recipe);
    let number = Recipe::built_in_names().position(|name| name == recipe.name);
    let problems = problems.into_iter().skip(number.unwrap() % apart);
    for problem in problems.step_by(apart) {
        for turns in 0..=most {
            check(&problem.within(Budget::AtMost(turns)), recipe);
        }
    }
}

/// One problem in `APART` is checked with all recipes, even with those whose formulas were equal on another problem.
const APART: usize = 8;

/// Checks every exact length up to `most` on the problems within `most` turns. Several recipes give equal formulas for exact
/// lengths. One problem in [`APART`] is checked with all recipes. The others are checked with one recipe of each group of
/// equal formulas, or with every `apart`-th of these, in rotation.
pub fn check_exact(allowed: &[TurnId], most: usize, recipes: &[Recipe], apart: usize) {
    let uniform = |recipe: &&Recipe| recipe.goal == GoalEncoding::Uniform;
    let (back, ahead): (Vec<_>, Vec<_>) = recipes.iter().partition(uniform);
    for recipes in [ahead, back] {
        let Some(recipe) = recipes.first() else {
            continue;
        };
        let problems = near_problems(allowed, most, recipe);
        let longest = problems[problems.len() / 2].within(Budget::Exactly(most));
        let formulas = recipes.iter().map(|r| (*r, encode(&longest, r).unwrap()));
        let representatives = formulas.unique_by(|(_, formula)| clauses(formula));
        let representatives: Vec<&Recipe> = representatives.map(|(recipe, _)| recipe).collect();
        for (number, problem) in problems.iter().enumerate() {
            let mut recipes = recipes.clone();
            if number % APART > 0 {
                let some = representatives.iter().skip(number % apart);
                recipes = some.step_by(apart).copied().collect();
            }
            for turns in 0..=most {
                check_different_formulas(&problem.within(Budget::Exactly(turns)), &recipes);
            }
        }
    }
}

/// Checks each of the different formulas of a problem once.
fn check_different_formulas(problem: &Problem, recipes: &[&Recipe]) {
    let mut checked: Vec<Formula> = Vec::new();
    for recipe in recipes {
        let formula = encode(problem, recipe).unwrap();
        let same = |other: &Formula| {
            other.variables == formula.variables
                && other.cnf == formula.cnf
                && other.meaning == formula.meaning
        };
        if !checked.iter().any(same) {
            check_formula(problem, recipe, &formula);
            checked.push(formula);
        }
    }
}

fn clauses(formula: &Formula) -> Vec<Vec<i32>> {
    let clause = |clause: &Cl| clause.iter().map(|lit| lit.to_ipasir()).collect();
    formula.cnf.iter().map(clause).collect()
}

/// Problems within two turns of the solved state, the near ones first.
pub fn small_problems(recipe: &Recipe) -> Vec<Problem> {
    let solved = near_problems(&POCKET.turns_around_held(), 2, recipe);
    let budgets = [Budget::Exactly(1), Budget::Exactly(2), Budget::AtMost(2)];
    let pairs = budgets.into_iter().cartesian_product(&solved);
    pairs
        .map(|(budget, problem)| problem.within(budget))
        .collect()
}

/// Whether the check rejects the formula that `broken` returns for at least one small problem. `broken` returns `None` if the
/// problem's formula has nothing to break.
pub fn is_noticed(recipe: &Recipe, broken: impl Fn(&Problem) -> Option<Formula>) -> bool {
    small_problems(recipe).iter().any(|problem| {
        broken(problem).is_some_and(|formula| agrees_with_truth(problem, recipe, &formula).is_err())
    })
}

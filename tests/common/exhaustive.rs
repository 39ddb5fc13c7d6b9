//! Answers questions by exhaustive search: finds all states breadth-first and tries all sequences one by one. Turns are
//! only permutations of colors here; there are no clauses, pieces or coordinates.

use std::collections::{BTreeSet, HashSet};

use super::constraints;
use twistsat::problem::Problem;
use twistsat::puzzle::{Color, Puzzle, TurnId};

/// A start, and turns that solve it.
pub type Answer = (Vec<Color>, Vec<TurnId>);

/// All states that the turns reach from the solved one. There must be fewer than 100,000.
pub fn states(puzzle: &Puzzle) -> HashSet<Vec<Color>> {
    let mut seen = HashSet::from([puzzle.solved().colors().to_vec()]);
    let mut queue: Vec<Vec<Color>> = seen.iter().cloned().collect();
    while let Some(state) = queue.pop() {
        for turn in puzzle.turns() {
            let next = turn.permutation.apply(&state);
            if seen.insert(next.clone()) {
                queue.push(next);
            }
        }
        assert!(
            seen.len() < 100_000,
            "too many states for exhaustive search"
        );
    }
    seen
}

fn fits(sets: &[Vec<Color>], state: &[Color]) -> bool {
    sets.iter()
        .zip(state)
        .all(|(set, color)| set.contains(color))
}

/// The states that the start stands for.
pub fn starts(problem: &Problem) -> Vec<Vec<Color>> {
    match problem.start.state() {
        Some(state) => vec![state.colors().to_vec()],
        None => {
            let all = states(&problem.puzzle).into_iter();
            let mut starts: Vec<_> = all
                .filter(|state| fits(problem.start.sets(), state))
                .collect();
            starts.sort();
            starts
        }
    }
}

/// Every answer of exactly N turns.
pub fn answers(problem: &Problem, length: usize) -> BTreeSet<Answer> {
    let mut found = BTreeSet::new();
    for start in starts(problem) {
        let mut made = Vec::new();
        walk(problem, &start, &start, length, &mut made, &mut found);
    }
    found
}

fn walk(
    problem: &Problem,
    start: &[Color],
    state: &[Color],
    left: usize,
    made: &mut Vec<TurnId>,
    found: &mut BTreeSet<Answer>,
) {
    if left == 0 {
        if is_goal(problem, state) && satisfies(problem, made) {
            found.insert((start.to_vec(), made.clone()));
        }
        return;
    }
    for &turn in &problem.allowed {
        made.push(turn);
        let next = problem.puzzle.turns()[turn].permutation.apply(state);
        walk(problem, start, &next, left - 1, made, found);
        made.pop();
    }
}

/// Whether a state is the goal, or one of several.
pub fn is_goal(problem: &Problem, state: &[Color]) -> bool {
    match &problem.goals[..] {
        [] => fits(problem.goal.sets(), state),
        goals => goals.iter().any(|goal| fits(goal.sets(), state)),
    }
}

/// Whether a turn sequence satisfies all side constraints.
pub fn satisfies(problem: &Problem, turns: &[TurnId]) -> bool {
    let constraints = &problem.constraints;
    let count = |set: &[TurnId]| turns.iter().filter(|turn| set.contains(turn)).count();
    let begins = turns
        .iter()
        .take(constraints.starts_with.len())
        .eq(&constraints.starts_with);
    let skipped = turns.len().saturating_sub(constraints.ends_with.len());
    let ends = turns.iter().skip(skipped).eq(&constraints.ends_with);
    let limits = constraints
        .at_most
        .iter()
        .all(|limit| count(&limit.turns) <= limit.max_count);
    let cost = constraints.cost.as_ref().is_none_or(|cost| {
        let sum = constraints::cost(cost, turns);
        sum.is_some_and(|sum| cost.max_total.is_none_or(|most| sum <= most))
    });
    let mut rules = constraints.rules.iter();
    rules.all(|it| constraints::satisfies(it.rule(), turns))
        && begins
        && ends
        && limits
        && cost
        && turns.len() >= constraints.min_turns
}

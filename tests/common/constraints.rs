//! Evaluates rules about the order of turns, and the costs of turns, by their definitions: tries every split of a
//! sequence and every path through the grips. Also makes random rules and costs.

use std::collections::BTreeSet;

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use twistsat::automaton::Expression;
use twistsat::problem::{CompiledRule, Cost, GripStep, Grips, Rule};
use twistsat::puzzle::{Puzzle, TurnId};

/// Whether a turn sequence matches an expression.
pub fn is_word(expression: &Expression, turns: &[TurnId]) -> bool {
    possible_ends(expression, turns).contains(&turns.len())
}

/// The lengths of all prefixes of a turn sequence that match an expression.
fn possible_ends(expression: &Expression, turns: &[TurnId]) -> BTreeSet<usize> {
    let one = |is: bool| -> BTreeSet<usize> { is.then_some(1).into_iter().collect() };
    let after = |first: &BTreeSet<usize>, then: &Expression| -> BTreeSet<usize> {
        let from = |&at: &usize| {
            possible_ends(then, &turns[at..])
                .into_iter()
                .map(move |to| at + to)
        };
        first.iter().flat_map(from).collect()
    };
    let start = BTreeSet::from([0]);
    match expression {
        Expression::OneOf(set) => one(turns.first().is_some_and(|turn| set.contains(turn))),
        Expression::Any => one(!turns.is_empty()),
        Expression::Concatenation(parts) => parts.iter().fold(start, |at, part| after(&at, part)),
        Expression::Union(parts) => parts
            .iter()
            .flat_map(|part| possible_ends(part, turns))
            .collect(),
        Expression::Repeated(of, least, most) => {
            let mut at = (0..*least).fold(start, |at, _| after(&at, of));
            let mut all = at.clone();
            // More repetitions than turns match nothing new.
            let more = most.map_or(turns.len(), |most| most - least);
            for _ in 0..more.min(turns.len()) {
                at = after(&at, of);
                all.extend(&at);
            }
            all
        }
        Expression::Complement(of) => (0..=turns.len())
            .filter(|&to| !is_word(of, &turns[..to]))
            .collect(),
    }
}

/// Whether a turn sequence satisfies a rule.
pub fn satisfies(rule: &Rule, turns: &[TurnId]) -> bool {
    let parts = |of: &Expression, from: usize| possible_ends(of, &turns[from..]);
    match rule {
        Rule::Whole(all) => is_word(all, turns),
        Rule::Never(part) => (0..=turns.len()).all(|from| parts(part, from).is_empty()),
        Rule::AlwaysAfter(first, then) => (0..=turns.len()).all(|from| {
            let mut ends = parts(first, from).into_iter();
            ends.all(|to| !parts(then, from + to).is_empty())
        }),
    }
}

/// The cost of a turn sequence: the minimum over all paths through the grips, or `None` if no path exists.
pub fn cost(cost: &Cost, turns: &[TurnId]) -> Option<usize> {
    let weights: usize = turns.iter().map(|&turn| cost.weights[turn]).sum();
    let pairs = turns
        .windows(2)
        .map(|pair| cost.pairs.get(pair).copied().unwrap_or(0));
    let of_grips = match &cost.grips {
        None => 0,
        Some(grips) => cost_of_grips(grips, 0, turns)?,
    };
    Some(weights + pairs.sum::<usize>() + of_grips)
}

fn cost_of_grips(grips: &Grips, grip: usize, turns: &[TurnId]) -> Option<usize> {
    let Some((&turn, rest)) = turns.split_first() else {
        return Some(0);
    };
    if !grips.steps.iter().any(|step| step.turn == turn) {
        return cost_of_grips(grips, grip, rest);
    }
    let here = grips
        .steps
        .iter()
        .filter(|step| (step.from, step.turn) == (grip, turn));
    let ways = here.filter_map(|step| Some(step.cost + cost_of_grips(grips, step.to, rest)?));
    ways.min()
}

/// A random expression over some turns.
pub fn expression(allowed: &[TurnId], depth: usize, random: &mut impl Rng) -> Expression {
    let some = |random: &mut dyn FnMut() -> TurnId, most: usize| -> Vec<TurnId> {
        (0..most).map(|_| random()).collect()
    };
    let mut one = || *allowed.choose(random).expect("a turn");
    let first = one();
    let set = some(&mut one, 3);
    if depth == 0 {
        return match random.random_range(0..6) {
            0 => Expression::Any,
            1 => Expression::OneOf(set),
            _ => Expression::one(first),
        };
    }
    let mut part = |random: &mut _| expression(allowed, depth - 1, random);
    let parts = |random: &mut _, part: &mut dyn FnMut(&mut _) -> Expression| {
        let count = Rng::next_u32(random) % 3 + 1;
        (0..count)
            .map(|_| part(random))
            .collect::<Vec<Expression>>()
    };
    match random.random_range(0..6) {
        0 | 1 => Expression::Concatenation(parts(random, &mut part)),
        2 => Expression::Union(parts(random, &mut part)),
        3 => Expression::repeated(part(random)),
        4 => {
            let least = random.random_range(0..3);
            let most = random
                .random_bool(0.5)
                .then(|| least + random.random_range(0..2));
            Expression::Repeated(Box::new(part(random)), least, most)
        }
        _ => part(random),
    }
}

/// A random rule about some turns, usually one that some sequence satisfies.
pub fn rule(allowed: &[TurnId], random: &mut impl Rng) -> Rule {
    let random_expression = |random: &mut _| {
        let depth = Rng::next_u32(random) as usize % 3;
        expression(allowed, depth, random)
    };
    match Rng::next_u32(random) % 4 {
        0 => Rule::Never(random_expression(random)),
        1 => Rule::AlwaysAfter(random_expression(random), random_expression(random)),
        2 => Rule::Whole(random_expression(random)),
        _ => {
            let parts = vec![
                Expression::repeated(random_expression(random)),
                random_expression(random),
                Expression::everything(),
            ];
            Rule::Whole(Expression::Concatenation(parts))
        }
    }
}

/// One or two random rules about some turns of a puzzle.
pub fn sequences(puzzle: &Puzzle, allowed: &[TurnId], random: &mut impl Rng) -> Vec<CompiledRule> {
    let count = random.random_range(1..=2);
    let rules = (0..count).map(|_| rule(allowed, random));
    let sequences = rules.map(|rule| CompiledRule::new(puzzle, rule).expect("a small automaton"));
    sequences.collect()
}

/// Random costs of turns, usually with costs of pairs and with grips.
pub fn costs(puzzle: &Puzzle, most: Option<usize>, random: &mut impl Rng) -> Cost {
    let turns = puzzle.turns().len();
    let weights = (0..turns).map(|_| random.random_range(0..3)).collect();
    let mut cost = Cost::of_turns(weights, most);
    if random.random_bool(0.7) {
        for _ in 0..random.random_range(1..6) {
            let pair = [random.random_range(0..turns), random.random_range(0..turns)];
            cost.pairs.insert(pair, random.random_range(1..4));
        }
    }
    if random.random_bool(0.7) {
        let count = random.random_range(1..=3);
        let steps = (0..random.random_range(0..5 * turns)).map(|_| GripStep {
            from: random.random_range(0..count),
            turn: random.random_range(0..turns),
            to: random.random_range(0..count),
            cost: random.random_range(0..3),
        });
        cost.grips = Some(Grips {
            names: (0..count).map(|grip| format!("grip {grip}")).collect(),
            steps: steps.collect(),
        });
    }
    cost
}

//! Recounts the figures of `docs/formulas.md` and the sizes in `docs/recipes.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use twistsat::encode::{Form, Formula, Recipe, encode};
use twistsat::graph::DistanceTable;
use twistsat::problem::{AtMost, Budget, Constraints, Cost, Problem, Target};
use twistsat::puzzle::{Layout, Metric, Puzzle, TurnId};

use super::{Outcome, root};
use crate::common::cli::FIRST;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// The cells of a line of a table, without commas and backticks.
pub(super) fn cells(line: &str) -> Vec<String> {
    let line = line.trim_matches('|').replace([',', '`'], "");
    line.split('|').map(|cell| cell.trim().to_owned()).collect()
}

/// The heading and the rows of the table of `docs/formulas.md` whose heading begins with `heading`.
pub(super) fn table(heading: &str) -> Result<(Vec<String>, Vec<Vec<String>>)> {
    let text = fs::read_to_string(root().join("docs/formulas.md"))?;
    let mut lines = text.lines().skip_while(|line| !line.starts_with(heading));
    let first = lines.next().ok_or_else(|| format!("no table {heading}"))?;
    let rows = lines.skip(1).take_while(|line| line.starts_with('|'));
    Ok((cells(first), rows.map(cells).collect()))
}

/// Reads a budget such as `exactly 11` or `at most 11`.
fn budget(text: &str) -> Result<Budget> {
    let (words, turns) = text.rsplit_once(' ').ok_or("no budget")?;
    let turns = turns.parse()?;
    match words {
        "exactly" => Ok(Budget::Exactly(turns)),
        "at most" => Ok(Budget::AtMost(turns)),
        _ => Err(format!("no budget: {text}").into()),
    }
}

pub(super) fn formula(recipe: &str, target: &str, within: &str) -> Result<(Recipe, Formula)> {
    let puzzle = Puzzle::built_in("pocket")?;
    let start = Layout::Faces.read(&puzzle, FIRST)?;
    let target = match target {
        "any" => Target::Any,
        _ => Target::Solved,
    };
    let problem = Problem::new(puzzle, &start, &target, budget(within)?)?;
    let recipe = Recipe::built_in(recipe)?;
    let formula = encode(&problem, &recipe)?;
    Ok((recipe, formula))
}

#[test]
fn the_sizes_of_formulas_are_as_the_text_says() -> Outcome {
    let (_, rows) = table("| recipe | turns | goal |")?;
    assert!(rows.len() > 5);
    for row in rows {
        let [recipe, turns, goal, variables, clauses] = &row[..] else {
            return Err(format!("{row:?}").into());
        };
        let (_, formula) = formula(recipe, goal, turns)?;
        let found = (formula.variables, formula.cnf.len());
        assert_eq!(found, (variables.parse()?, clauses.parse()?), "{row:?}");
    }
    Ok(())
}

/// The number of clauses in each part of a formula. The variables of a clause determine its part.
fn parts(recipe: &Recipe, formula: &Formula) -> BTreeMap<&'static str, usize> {
    let mut slots = BTreeMap::new();
    for (slot, selector) in formula.meaning.selectors.slots().iter().enumerate() {
        for literal in selector.iter().filter_map(|signal| signal.as_lit()) {
            slots.insert(literal.var(), slot);
        }
    }
    let width = formula.meaning.selectors.width();
    let mut parts = BTreeMap::new();
    for clause in formula.cnf.iter() {
        let choices = clause.iter().filter_map(|lit| slots.get(&lit.var()));
        let choices: Vec<usize> = choices.copied().collect();
        let others = clause.len() - choices.len();
        let in_slots: BTreeSet<usize> = choices.into_iter().collect();
        let part = match (in_slots.len(), others, clause.len()) {
            (0, _, 1) => "unit clauses: start and goal",
            (0, _, _) if recipe.form == Form::Reference => "output and next state are equal",
            (0, _, _) => "codes without a color",
            (1, 0, _) => "codes without a turn",
            (1, _, _) => "multiplexers",
            (_, _, length) if length == width + 1 => "idle only at the end",
            _ => "order",
        };
        *parts.entry(part).or_default() += 1;
    }
    parts
}

#[test]
fn the_parts_of_formulas_are_as_the_text_says() -> Outcome {
    let (heading, rows) = table("| part |")?;
    for (column, name) in heading.iter().enumerate().skip(1) {
        let (recipe, turns) = name.split_once(' ').ok_or("no recipe")?;
        let (recipe, formula) = formula(recipe, "solved", turns)?;
        let mut said = BTreeMap::new();
        for row in &rows {
            if let Ok(number) = row[column].parse::<usize>() {
                said.insert(row[0].as_str(), number);
            }
        }
        let all = said.remove("all");
        assert_eq!(all, Some(formula.cnf.len()), "{name}");
        assert_eq!(said, parts(&recipe, &formula), "{name}");
    }
    Ok(())
}

#[test]
fn the_numbers_of_states_are_as_the_text_says() -> Outcome {
    let puzzle = Puzzle::built_in("pocket")?;
    let (_, rows) = table("| distance |")?;
    for (column, metric) in [(1, Metric::HalfTurn), (2, Metric::QuarterTurn)] {
        let mut turns = puzzle.turns_around_held();
        turns.retain(|&turn| metric.admits(&puzzle.turns()[turn]));
        let counted = DistanceTable::build(&puzzle, &turns)?.distribution();
        let said: Vec<u64> = rows
            .iter()
            .flat_map(|row| row[column].parse::<u64>())
            .collect();
        assert_eq!(said, counted, "{metric}");
    }
    Ok(())
}

#[test]
fn the_distances_of_states_are_as_the_text_says() -> Outcome {
    let puzzle = Puzzle::built_in("pocket")?;
    let turns = puzzle.turns_around_held();
    let distances = DistanceTable::build(&puzzle, &turns)?;
    let (_, rows) = table("| turns needed |")?;
    assert!(rows.len() > 5);
    for row in rows {
        let state = puzzle.layout().read(&puzzle, &row[1])?;
        let problem = Problem::new(puzzle.clone(), &state, &Target::Any, Budget::AtMost(11))?;
        let distance = distances.distance(&problem.start.state().expect("known"));
        assert_eq!(distance, row[0].parse().ok());
    }
    Ok(())
}

#[test]
fn the_sizes_of_counting_encodings_are_as_the_text_says() -> Outcome {
    let text = fs::read_to_string(root().join("docs/recipes.md"))?;
    let plain = fs::read_to_string(root().join("encodings/recipes/placements-plain.toml"))?;
    let puzzle = Puzzle::built_in("pocket")?;
    let problem = Problem::scrambled(&puzzle, "R F U2 F2 R' F' R U2")?.exactly(7);
    let half = |turn: &TurnId| puzzle.turns()[*turn].name().ends_with('2');
    let turns = 0..puzzle.turns().len();
    let weights = turns.clone().map(|turn| if half(&turn) { 3 } else { 1 });
    let most = AtMost {
        turns: turns.filter(half).collect(),
        max_count: 3,
    };
    let constraints = Constraints {
        cost: Some(Cost::of_turns(weights.collect(), Some(13))),
        at_most: vec![most],
        ..Constraints::default()
    };
    let limited = problem.clone().constrained(constraints)?;
    for (key, problem, rows) in [("at-most-one", &problem, 6), ("cardinality", &limited, 3)] {
        let begin = format!("| `{key} = ");
        let lines = text.lines().filter(|line| line.starts_with(&begin));
        assert_eq!(lines.clone().count(), rows, "{key}");
        for line in lines {
            let key = line.split('`').nth(1).ok_or("no key")?;
            let recipe = Recipe::from_toml("here", &format!("{plain}{key}\n"))?;
            let formula = encode(problem, &recipe)?;
            let sizes = [formula.variables.to_string(), formula.cnf.len().to_string()];
            assert_eq!(cells(line)[1..3], sizes, "{key}");
        }
    }
    Ok(())
}

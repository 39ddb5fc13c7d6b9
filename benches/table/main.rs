//! Times every recipe with every solver, by distance; prints a table and draws a chart.
//!
//! ```text
//! cargo bench --bench table -- [--states N] [--limit SECONDS] [--distances 7,8,9,10,11]
//!     [--recipes A,B] [--solvers A,B] [--seed S] [--svg FILE]
//! ```
//!
//! For each state at distance *d* of the pocket cube, up to rotation: *found d* is
//! the formula with budget *d*, *refuted d* that with budget *d* − 1. A time covers
//! building, loading and solving the formula. A cell is the median over the states;
//! `> limit` if half of them or more hit the limit. A row that hits the limit on
//! every state of a distance skips the larger distances. All rows solve a state before
//! the next state begins, so that a slow phase of the machine affects all of them.

#[path = "../common/mod.rs"]
mod common;
mod svg;

use std::time::{Duration, Instant};

use common::{Options, Positions, Result, Times};
use twistsat::ErrorKind;
use twistsat::control::{CancelFlag, Control};
use twistsat::encode::{Recipe, encode_controlled};
use twistsat::notation::Scheme;
use twistsat::problem::{Budget, Problem, Target};
use twistsat::puzzle::State;
use twistsat::solver;
use twistsat::solver::{Backend, Session, Verdict};

/// External solvers that are timed as well, if they are installed.
const PROGRAMS: [&str; 3] = ["minisat", "picosat", "cadical"];

/// The formulas with budgets *d* − 1 and *d*.
const QUESTIONS: [&str; 2] = ["refuted", "found"];

/// The times of one recipe with one solver.
struct Row {
    recipe: Recipe,
    backend: &'static dyn Backend,
    /// By question and distance.
    cells: [Vec<Cell>; 2],
}

#[derive(Clone, Default)]
struct Cell {
    times: Times,
    open: usize,
    crashed: usize,
}

impl Cell {
    fn is_hopeless(&self) -> bool {
        self.times.len() > 0 && self.open == self.times.len()
    }
}

fn main() -> Result<()> {
    let options = Options::read(&[
        "states",
        "limit",
        "distances",
        "recipes",
        "solvers",
        "seed",
        "svg",
    ])?;
    let states: usize = options.get("states", 5)?;
    let limit: f64 = options.get("limit", 20.0)?;
    let seed: u64 = options.get("seed", 1)?;
    let svg: String = options.get("svg", "docs/recipes.svg".to_owned())?;
    let distances = options.list("distances", (7..=11).map(|distance| distance.to_string()));
    let distances = distances
        .iter()
        .map(|distance| Ok(distance.parse()?))
        .collect::<Result<Vec<usize>>>()?;
    let mut rows = rows(&options, distances.len())?;
    // `solve_state` reports a panic of a solver in one line.
    std::panic::set_hook(Box::new(|_| ()));
    let positions = Positions::new()?;
    for (column, &distance) in distances.iter().enumerate() {
        for state in positions.at_distance(distance, states, seed) {
            for row in &mut rows {
                row.solve_state(&positions, &state, column, distance, limit)?;
            }
            eprint!("·");
        }
        eprintln!(" distance {distance}");
    }
    rows.sort_by(|a, b| a.score(limit).total_cmp(&b.score(limit)));
    print_table(&rows, &distances, limit);
    std::fs::write(&svg, svg::draw(&curves(&rows, limit), &distances, limit))?;
    eprintln!("{svg}");
    Ok(())
}

/// A row for each recipe with each solver.
fn rows(options: &Options, distances: usize) -> Result<Vec<Row>> {
    let recipes = options.list("recipes", Recipe::built_in_names().map(str::to_owned));
    let installed = |program: &&str| {
        let known = solver::known_programs().iter();
        known
            .filter(|known| known.name() == *program)
            .any(|known| known.find_executable().is_ok())
    };
    let built_in = solver::built_in().iter().map(|backend| backend.name());
    let solvers = built_in.chain(PROGRAMS.iter().copied().filter(installed));
    let solvers = options.list("solvers", solvers.map(str::to_owned));
    let mut rows = Vec::new();
    for recipe in &recipes {
        for name in &solvers {
            rows.push(Row {
                recipe: Recipe::built_in(recipe)?,
                backend: solver::by_name(name)?,
                cells: [(); 2].map(|()| vec![Cell::default(); distances]),
            });
        }
    }
    Ok(rows)
}

impl Row {
    fn solve_state(
        &mut self,
        positions: &Positions,
        state: &State,
        column: usize,
        distance: usize,
        limit: f64,
    ) -> Result<()> {
        let start = Scheme::own_symbols(&positions.puzzle).state_characters(state);
        for (question, cells) in self.cells.iter_mut().enumerate() {
            if column > 0 && cells[column - 1].is_hopeless() {
                // This question would exceed the limit, too.
                cells[column].times.push(limit);
                cells[column].open += 1;
                continue;
            }
            let budget = Budget::AtMost(distance + question - 1);
            let problem = Problem::new(positions.puzzle.clone(), &start, &Target::Any, budget)?;
            let watch = Instant::now();
            let verdict = solve(&problem, &self.recipe, self.backend, limit);
            let cell = &mut cells[column];
            let seconds = match verdict {
                Ok(Verdict::Unknown(_)) => limit,
                Ok(verdict) if matches!(verdict, Verdict::Sat(_)) == (question == 1) => {
                    watch.elapsed().as_secs_f64().min(limit)
                }
                Ok(verdict) => {
                    let who = format!("{} with {}", self.recipe.name, self.backend.name());
                    return Err(format!("{who}, {budget:?}: wrong: {verdict:?}").into());
                }
                Err(error) => {
                    eprintln!("{} with {}: {error}", self.recipe.name, self.backend.name());
                    cell.crashed += 1;
                    limit
                }
            };
            cell.open += usize::from(seconds >= limit);
            cell.times.push(seconds);
        }
        Ok(())
    }

    /// The sum of the mean times of its cells: the smaller, the better the row.
    fn score(&self, limit: f64) -> f64 {
        let cells = self.cells.iter().flatten();
        cells.map(|cell| cell.times.mean().min(limit)).sum()
    }
}

fn solve(
    problem: &Problem,
    recipe: &Recipe,
    backend: &dyn Backend,
    limit: f64,
) -> std::result::Result<Verdict, twistsat::Error> {
    let control = Control::new(CancelFlag::default(), Some(Duration::from_secs_f64(limit)));
    let formula = match encode_controlled(problem, recipe, &control) {
        Ok(formula) => formula,
        Err(error) => match error.kind() {
            ErrorKind::Stopped(stop) => return Ok(Verdict::Unknown(stop)),
            _ => return Err(error),
        },
    };
    let mut session = Session::new(backend, &formula.cnf, formula.variables)?;
    session.solve(&control)
}

fn print_table(rows: &[Row], distances: &[usize], limit: f64) {
    let columns = QUESTIONS
        .iter()
        .flat_map(|question| distances.iter().map(move |d| format!(" {question} {d} |")));
    println!("| recipe | solver |{}", columns.collect::<String>());
    println!("|---|---|{}", "---|".repeat(2 * distances.len()));
    for row in rows {
        let cells = row.cells.iter().flatten();
        let cells = cells.map(|cell| format!(" {} |", cell_text(cell, limit)));
        println!(
            "| {} | {} |{}",
            row.recipe.name,
            row.backend.name(),
            cells.collect::<String>()
        );
    }
}

/// Seconds with about two significant digits, or `> 20`, and the number of crashes.
fn cell_text(cell: &Cell, limit: f64) -> String {
    let median = cell.times.median();
    let seconds = if median >= limit {
        format!("> {limit}")
    } else if median < 0.01 {
        format!("{median:.4}")
    } else if median < 1.0 {
        format!("{median:.3}")
    } else {
        format!("{median:.1}")
    };
    match cell.crashed {
        0 => seconds,
        crashed => format!("{seconds} ({crashed} crashed)"),
    }
}

/// A curve for each recipe: with the default solver, or, if that was not timed, with the best solver for the recipe.
fn curves(rows: &[Row], limit: f64) -> Vec<svg::Curve> {
    let first = solver::built_in()[0].name();
    let has_first = rows.iter().any(|row| row.backend.name() == first);
    let mut curves: Vec<svg::Curve> = Vec::new();
    for row in rows {
        let known = curves.iter().any(|curve| curve.name == row.recipe.name);
        if known || (has_first && row.backend.name() != first) {
            continue;
        }
        let medians = |cells: &Vec<Cell>| {
            let medians = cells.iter().map(|cell| cell.times.median().min(limit));
            medians.collect()
        };
        curves.push(svg::Curve {
            name: row.recipe.name.clone(),
            solver: row.backend.name().to_owned(),
            seconds: [medians(&row.cells[0]), medians(&row.cells[1])],
        });
    }
    curves
}

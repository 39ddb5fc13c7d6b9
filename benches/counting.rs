//! Encodings of "at most one" and "at most N", compared on the same questions.
//!
//! ```text
//! cargo bench --bench counting -- [--distance D] [--states N] [--runs N] [--limit SECONDS] [--solver NAME] [--seed S]
//! ```
//!
//! Each value of the keys `at-most-one` and `cardinality` is added to the recipe `placements-plain`. For each state at
//! distance *d*, the solver looks for a solution of *d* − 1 turns, which does not exist, and for one of *d* turns. For
//! `cardinality`, a solution may have at most three half turns and cost at most 13, where a half turn costs 3. Each time
//! is the processor time that the thread takes to load and solve a formula, as the median of several runs. A question
//! that is not answered within the limit counts as the limit.

#[path = "common/mod.rs"]
mod common;
#[path = "../tests/common/thread_time.rs"]
mod thread_time;

use std::time::Duration;

use common::{Options, Positions, Result, Times};
use thread_time::ThreadTime;
use twistsat::control::{CancelFlag, Control};
use twistsat::encode::{Recipe, encode};
use twistsat::problem::{AtMost, Constraints, Cost, Problem};
use twistsat::puzzle::Puzzle;
use twistsat::solver::{Backend, Session, Verdict, by_name};

const AT_MOST_ONE: &[&str] = &[
    "auto",
    "ladder",
    "bitwise",
    "commander",
    "bimander",
    "product",
];
const CARDINALITY: &[&str] = &["totalizer", "adder", "watchdog"];

const RECIPE: &str = include_str!("../encodings/recipes/placements-plain.toml");

/// How each question is solved.
struct Settings {
    runs: usize,
    limit: Duration,
    solver: &'static dyn Backend,
}

fn main() -> Result<()> {
    let known = ["distance", "states", "runs", "limit", "solver", "seed"];
    let options = Options::read(&known)?;
    let distance: usize = options.get("distance", 8)?;
    let solver: String = options.get("solver", "batsat".to_owned())?;
    let settings = Settings {
        runs: options.get("runs", 3)?,
        limit: Duration::from_secs_f64(options.get("limit", 20.0)?),
        solver: by_name(&solver)?,
    };
    let positions = Positions::new()?;
    let states = positions.at_distance(
        distance,
        options.get("states", 11)?,
        options.get("seed", 1)?,
    );
    println!("| key | refuted, s | found, s | not done |");
    println!("|---|---|---|---|");
    let keys = [("at-most-one", AT_MOST_ONE), ("cardinality", CARDINALITY)];
    for (key, values) in keys {
        for value in values {
            let line = format!("{key} = \"{value}\"");
            let recipe = Recipe::from_toml("bench", &format!("{RECIPE}{line}\n"))?;
            let (mut refuted, mut found, mut open) = (Times::default(), Times::default(), 0);
            for state in &states {
                let mut problem = Problem::of_state(&positions.puzzle, &positions.text(state))?;
                if key == "cardinality" {
                    problem = problem.constrained(limits(&positions.puzzle))?;
                }
                for (turns, times) in [(distance - 1, &mut refuted), (distance, &mut found)] {
                    let time = median_time(&problem.clone().exactly(turns), &recipe, &settings)?;
                    open += usize::from(time.is_none());
                    times.push(time.unwrap_or(settings.limit).as_secs_f64());
                }
            }
            let (refuted, found) = (refuted.median(), found.median());
            println!("| `{line}` | {refuted:.2} | {found:.2} | {open} |");
        }
    }
    Ok(())
}

/// At most three half turns, and a cost of at most 13, where a half turn costs 3.
fn limits(puzzle: &Puzzle) -> Constraints {
    let turns = puzzle.turns().iter().enumerate();
    let half = turns.filter(|(_, turn)| 2 * turn.face_exponent == turn.face_modulus);
    let half: Vec<usize> = half.map(|(turn, _)| turn).collect();
    let weights = (0..puzzle.turns().len()).map(|turn| if half.contains(&turn) { 3 } else { 1 });
    Constraints {
        cost: Some(Cost::of_turns(weights.collect(), Some(13))),
        at_most: vec![AtMost {
            turns: half,
            max_count: 3,
        }],
        ..Constraints::default()
    }
}

/// The median time of the runs; `None` if any run exceeds the limit.
fn median_time(
    problem: &Problem,
    recipe: &Recipe,
    settings: &Settings,
) -> Result<Option<Duration>> {
    let formula = encode(problem, recipe)?;
    let mut times = Vec::new();
    for _ in 0..settings.runs {
        let control = Control::new(CancelFlag::default(), Some(settings.limit));
        let watch = ThreadTime::now();
        let mut session = Session::new(settings.solver, &formula.cnf, formula.variables)?;
        match session.solve(&control)? {
            Verdict::Unknown(_) => return Ok(None),
            Verdict::Sat(model) => {
                formula.decode(problem, &model)?;
            }
            Verdict::Unsat => (),
        }
        times.push(watch.elapsed());
    }
    times.sort();
    Ok(Some(times[times.len() / 2]))
}

//! The 3×3×3 over time: the length of the best solution after some seconds.

use std::sync::Arc;
use std::time::{Duration, Instant};

use twistsat::control::Control;
use twistsat::plan::Plan;
use twistsat::puzzle::{Puzzle, State};
use twistsat::search::{Improvement, Search, Stages, Variant, improve};

use super::Setup;
use super::common::{Result, Times, time};
use super::plans::{cubes, mean};

/// The numbers of seconds after which the best lengths are printed.
const CHECKPOINTS: [f64; 4] = [1.0, 10.0, 60.0, 300.0];

/// The solutions of a cube: for each, the seconds until it was found, and its number of turns.
type History = Vec<(f64, usize)>;

/// Solves random cubes by Thistlethwaite's plan and shortens each solution until `--limit` (at most 300 s) or 20 turns.
/// The clock of the library is the processor time of the thread, so that other processes do not affect the result.
pub fn measure_lengths_over_time(setup: &Setup) -> Result<()> {
    let limit = setup.limit.min(CHECKPOINTS[3]);
    let puzzle = Puzzle::built_in("rubik")?;
    let plan = Plan::built_in("thistlethwaite", &puzzle)?;
    let mut until_twenty = Times::default();
    let mut histories = Vec::new();
    for (text, state) in cubes(&puzzle, setup.count(50), setup.seed)? {
        let history = history(&puzzle, &plan, &state, limit)?;
        let first = history.iter().find(|&&(_, turns)| turns <= 20);
        until_twenty.push(first.map_or(f64::INFINITY, |&(seconds, _)| seconds));
        println!("{text} {}", in_words(&history));
        histories.push(history);
    }
    for after in CHECKPOINTS.into_iter().filter(|&after| after <= limit) {
        let best = |history: &History| {
            let mut latest = history.iter().rev();
            let found = latest.find(|&&(seconds, _)| seconds <= after);
            found.map(|&(_, turns)| turns)
        };
        let lengths: Vec<usize> = histories.iter().filter_map(best).collect();
        println!(
            "after {after} s: {} of {} solved, mean {:.2} turns, longest {}",
            lengths.len(),
            histories.len(),
            mean(&lengths),
            lengths.iter().max().unwrap_or(&0)
        );
    }
    println!(
        "promised: at most 20 turns after a median of {} (at most 60 s), nine of ten after {} (at most 300 s)\n",
        time(until_twenty.median()),
        time(until_twenty.quantile(0.9))
    );
    Ok(())
}

/// Solves one cube and shortens the solution. Every solution is replayed on the cube.
fn history(puzzle: &Arc<Puzzle>, plan: &Plan, state: &State, limit: f64) -> Result<History> {
    let begin = processor_time();
    let control =
        Control::with_clock(processor_time).with_time_limit(Duration::from_secs_f64(limit));
    let own = control.with_cancel_flag(Default::default());
    let enough = own.cancel_flag().clone();
    let search = Search::default().control(own);
    let stages = Stages::new(plan.clone())?;
    let first = stages.solve(state, &search)?;
    let first = first.turns.ok_or("no solution")?;
    let seconds = || (processor_time() - begin).as_secs_f64();
    let mut all = vec![(seconds(), first.clone())];
    let variants = Variant::all(stages, state)?;
    let mut notify = |shorter: &Improvement| {
        all.push((seconds(), shorter.turns.clone()));
        if shorter.turns.len() <= 20 {
            enough.raise();
        }
    };
    improve(&variants, &first, &search, &mut notify)?;
    let solves = |(_, turns): &(f64, Vec<usize>)| puzzle.apply(state, turns) == *puzzle.solved();
    if !all.iter().all(solves) {
        return Err("the turns do not solve the cube".into());
    }
    Ok(all
        .into_iter()
        .map(|(at, turns)| (at, turns.len()))
        .collect())
}

/// `30 after 1.2 s, 21 after 14.0 s`.
fn in_words(history: &History) -> String {
    let solutions = history.iter();
    let words = solutions.map(|&(seconds, turns)| format!("{turns} after {}", time(seconds)));
    words.collect::<Vec<_>>().join(", ")
}

/// The processor time of this thread, or the elapsed time where the system does not report it.
fn processor_time() -> Duration {
    static BEGIN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let first = statistics
        .as_deref()
        .and_then(|statistics| statistics.split(' ').next()?.parse().ok());
    first.map_or_else(
        || BEGIN.get_or_init(Instant::now).elapsed(),
        Duration::from_nanos,
    )
}

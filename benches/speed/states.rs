//! Times many states: one process for each, or one process for all.

use std::collections::HashSet;

use twistsat::puzzle::State;

use super::Setup;
use super::common::{Result, Times, time};
use super::process::{check, run, run_by_line, twistsat};

/// Times random states, each from the start of its process to the printed minimal solution.
pub fn time_processes(setup: &Setup) -> Result<()> {
    let positions = &setup.positions;
    let mut times = Times::default();
    for state in positions.random(setup.count(200), setup.seed) {
        let mut command = twistsat();
        command.args([
            "solve", "pocket", "--to", "any", "--format", "alg", "--quiet",
        ]);
        command
            .args(["--state", &positions.text(&state)])
            .args(&setup.more);
        let ended = run(&mut command)?;
        check(positions, &state, &ended.out)?;
        times.push(ended.seconds);
    }
    println!("random states, a process each, {}", times.in_words());
    println!(
        "promised: median {} (at most 50 ms), worst {} (at most 1 s)\n",
        time(times.median()),
        time(times.worst())
    );
    Ok(())
}

/// Solves all states in one process, and times each from one answer to the next.
pub fn time_batch(setup: &Setup) -> Result<()> {
    let states = setup.positions.random(setup.count(200), setup.seed);
    let times = batch(setup, &states)?;
    println!("the same states, one process, {}", times.in_words());
    println!(
        "promised: median {} (at most 25 ms)\n",
        time(times.median())
    );
    Ok(())
}

/// Solves all positions at distance 11, or a sample of them, in one process; this includes refuting 10 turns.
pub fn time_distance_11(setup: &Setup) -> Result<()> {
    let count = setup.count(usize::MAX);
    let all = setup.positions.table.states_at(11).count();
    let states = setup.positions.at_distance(11, count.min(all), setup.seed);
    let times = batch(setup, &states)?;
    println!(
        "{} of {all} positions at distance 11, one process, {}",
        states.len(),
        times.in_words()
    );
    println!("promised: mean {} (at most 500 ms)\n", time(times.mean()));
    Ok(())
}

fn batch(setup: &Setup, states: &[State]) -> Result<Times> {
    let positions = &setup.positions;
    let folder = tempfile::tempdir()?;
    let list = folder.path().join("states.txt");
    let lines: Vec<String> = states.iter().map(|state| positions.text(state)).collect();
    std::fs::write(&list, lines.join("\n"))?;
    let mut command = twistsat();
    command.args(["solve", "pocket", "--format", "alg", "--quiet", "--batch"]);
    command.arg(&list).args(&setup.more);
    let mut times = Times::default();
    let mut rest = states.iter();
    run_by_line(&mut command, |line, seconds| {
        check(
            positions,
            rest.next().ok_or("more answers than states")?,
            line,
        )?;
        times.push(seconds);
        Ok(())
    })?;
    match rest.next() {
        None => Ok(times),
        Some(_) => Err("fewer answers than states".into()),
    }
}

/// Lists all shortest solutions of some positions at distance 11, and compares their number with that of the shortest
/// paths in the breadth-first table.
pub fn time_all_shortest(setup: &Setup) -> Result<()> {
    let positions = &setup.positions;
    let states = positions.at_distance(11, setup.count(50), setup.seed);
    let mut times = Times::default();
    let mut solutions = 0;
    for state in &states {
        let mut command = twistsat();
        command.args([
            "enumerate",
            "pocket",
            "--shortest",
            "--format",
            "alg",
            "--quiet",
        ]);
        command
            .args(["--state", &positions.text(state)])
            .args(&setup.more);
        let ended = run(&mut command)?;
        let paths = positions.table.shortest_solutions(state).len();
        let lines: HashSet<&str> = ended.out.lines().collect();
        for line in &lines {
            check(positions, state, line)?;
        }
        if lines.len() != paths || ended.code != Some(0) {
            return Err(format!("{} solutions instead of {paths}", lines.len()).into());
        }
        solutions += paths;
        times.push(ended.seconds);
    }
    println!(
        "every shortest solution of positions at distance 11, {solutions} in all, {}",
        times.in_words()
    );
    println!("promised: worst {} (at most 5 s)\n", time(times.worst()));
    Ok(())
}

//! The 3×3×3 in stages: how long the solutions are, and how long they take.

use twistsat::notation::Notation;
use twistsat::puzzle::{Layout, Puzzle, State};

use super::Setup;
use super::common::{Result, Times, time};
use super::process::{run, twistsat};

/// Solves random cubes by Thistlethwaite's plan, one process each, with each of two solvers.
pub fn time_stages(setup: &Setup) -> Result<()> {
    for solver in ["batsat", "varisat"] {
        let (lengths, times) = solve_all(setup, 100, &["--solver", solver])?;
        println!("random cubes in stages by {solver}, {}", times.in_words());
        println!(
            "promised: mean {:.2} turns (at most 32), longest {} (45), median {} (at most 5 s), worst {} (60 s)\n",
            mean(&lengths),
            lengths.iter().max().unwrap_or(&0),
            time(times.median()),
            time(times.worst())
        );
    }
    Ok(())
}

/// Solves random cubes by Thistlethwaite's plan, and spends 30 seconds on shortening each solution.
pub fn measure_improvement(setup: &Setup) -> Result<()> {
    let (lengths, _) = solve_all(setup, 100, &["--improve", "30s"])?;
    println!(
        "{} random cubes, 30 s each to make the solution shorter\npromised: mean {:.2} turns (at most 26), from {} to {}\n",
        lengths.len(),
        mean(&lengths),
        lengths.iter().min().unwrap_or(&0),
        lengths.iter().max().unwrap_or(&0)
    );
    Ok(())
}

/// The lengths of the solutions, which are replayed on the cubes, and the times of the processes.
fn solve_all(setup: &Setup, most: usize, more: &[&str]) -> Result<(Vec<usize>, Times)> {
    let puzzle = Puzzle::built_in("rubik")?;
    let (mut lengths, mut times) = (Vec::new(), Times::default());
    for (text, state) in cubes(&puzzle, setup.count(most), setup.seed)? {
        let mut command = twistsat();
        command.args([
            "solve",
            "rubik",
            "--plan",
            "thistlethwaite",
            "--format",
            "alg",
        ]);
        command.args(["--quiet", "--state", &text]).args(more);
        let ended = run(command.args(&setup.more))?;
        let turns = Notation::Singmaster.read(&puzzle, ended.out.trim())?;
        if puzzle.apply(&state, &turns) != *puzzle.solved() {
            return Err(format!("`{}` does not solve {text}", ended.out.trim()).into());
        }
        lengths.push(turns.len());
        times.push(ended.seconds);
    }
    Ok((lengths, times))
}

/// Random cubes, each as a text and as a state.
pub fn cubes(puzzle: &Puzzle, count: usize, seed: u64) -> Result<Vec<(String, State)>> {
    let mut command = twistsat();
    command.args(["scramble", "rubik", "--random-state", "--format", "json"]);
    command.args(["--count", &count.to_string(), "--seed", &seed.to_string()]);
    let mut cubes = Vec::new();
    for line in run(&mut command)?.out.lines() {
        let scramble: serde_json::Value = serde_json::from_str(line)?;
        let text = scramble["state"].as_str().ok_or("no state")?;
        let symbols = Layout::Urfdlb.read(puzzle, text)?;
        let scheme = twistsat::notation::Scheme::own_symbols(puzzle);
        cubes.push((text.to_owned(), scheme.state(&symbols)?));
    }
    Ok(cubes)
}

pub fn mean(lengths: &[usize]) -> f64 {
    lengths.iter().sum::<usize>() as f64 / lengths.len().max(1) as f64
}

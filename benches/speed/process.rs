//! Runs and times programs.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::common::{Positions, Result};
use twistsat::notation::Notation;
use twistsat::puzzle::State;

/// The command that is measured: the one built with this benchmark, or another build that
/// `TWISTSAT_COMMAND` names.
pub fn twistsat() -> Command {
    let named = std::env::var_os("TWISTSAT_COMMAND");
    Command::new(named.unwrap_or_else(|| env!("CARGO_BIN_EXE_twistsat").into()))
}

/// How a program ended.
pub struct Ended {
    pub seconds: f64,
    pub code: Option<i32>,
    pub out: String,
}

/// Runs a program to its end.
pub fn run(command: &mut Command) -> Result<Ended> {
    run_with_input(command, "")
}

/// Runs a program to its end, with a short text as its input.
pub fn run_with_input(command: &mut Command, text: &str) -> Result<Ended> {
    let begin = Instant::now();
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // A program that does not read its input to the end may have ended by then.
        let _ = stdin.write_all(text.as_bytes());
    }
    let output = child.wait_with_output()?;
    Ok(Ended {
        seconds: begin.elapsed().as_secs_f64(),
        code: output.status.code(),
        out: String::from_utf8(output.stdout)?,
    })
}

/// Runs a program until its stderr has a line with this text, and returns the seconds until then.
pub fn run_until(command: &mut Command, text: &str) -> Result<f64> {
    let begin = Instant::now();
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null());
    let mut child = quiet.stderr(Stdio::piped()).spawn()?;
    let stderr = child.stderr.take().ok_or("no stderr")?;
    for line in BufReader::new(stderr).lines() {
        if line?.contains(text) {
            let seconds = begin.elapsed().as_secs_f64();
            kill(&mut child)?;
            return Ok(seconds);
        }
    }
    child.wait()?;
    Err(format!("no line with {text:?}").into())
}

/// Runs a program for at most `limit` seconds. `None` if it did not end by then.
pub fn run_within(command: &mut Command, limit: f64) -> Result<Option<(f64, Option<i32>)>> {
    let begin = Instant::now();
    let quiet = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut child = quiet.spawn()?;
    while begin.elapsed().as_secs_f64() < limit {
        if let Some(status) = child.try_wait()? {
            return Ok(Some((begin.elapsed().as_secs_f64(), status.code())));
        }
        thread::sleep(Duration::from_millis(1));
    }
    kill(&mut child)?;
    Ok(None)
}

fn kill(child: &mut Child) -> Result<()> {
    child.kill()?;
    child.wait()?;
    Ok(())
}

/// Runs a program and passes each line of its output to `on_line`, with the seconds since the previous line.
pub fn run_by_line(
    command: &mut Command,
    mut on_line: impl FnMut(&str, f64) -> Result<()>,
) -> Result<()> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let mut last = Instant::now();
    for line in BufReader::new(child.stdout.take().ok_or("no stdout")?).lines() {
        let line = line?;
        let now = Instant::now();
        on_line(&line, (now - last).as_secs_f64())?;
        last = Instant::now();
    }
    match child.wait()?.code() {
        Some(0) => Ok(()),
        code => Err(format!("the command ended with {code:?}").into()),
    }
}

/// Checks that these turns are a shortest solution of a state, up to rotation.
pub fn check(positions: &Positions, state: &State, turns: &str) -> Result<()> {
    let puzzle = &positions.puzzle;
    let turns = Notation::Singmaster.read(puzzle, turns.trim())?;
    let end = puzzle.apply(state, &turns);
    let is_held = turns
        .iter()
        .all(|turn| puzzle.turns_around_held().contains(turn));
    let is_solved = is_held && end == *puzzle.solved();
    if !is_solved || Some(turns.len()) != positions.table.distance(state) {
        return Err(format!("{turns:?} is not a shortest solution").into());
    }
    Ok(())
}

#[cfg(unix)]
use rustix::process::Signal;

use super::*;
#[cfg(unix)]
use crate::common::stopwatch::{Stopwatch, Took};

/// Asks for 10 turns from a state at distance 11. The refutation takes any solver much longer than these tests wait.
pub(super) const HARD: &str =
    "solve pocket --state UUUULRRRFBFFDDDDRLLLBFBB --turns 10 --recipe mux --format json";

#[cfg(unix)]
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn ctrl_c_gives_the_best_answer_so_far() {
    let mut child = start(format!(
        "solve pocket --state {NINE} --max-turns 9 --recipe mux-canonical --strategy descend"
    ));
    // The first budget is solved at once; the next takes seconds to refute.
    let mut line = String::new();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    stderr.read_line(&mut line).unwrap();
    assert!(line.starts_with("budget 9: sat"), "{line}");
    let run = ended_by("-INT", child).ends(30);
    let problem = problem(NINE, &Target::Any, Budget::Exactly(9));
    assert_eq!(replay(&problem, run.out.lines().nth(7).unwrap()), 9);
    run.prints(&["9 turns, not proved minimal (interrupted)"]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_an_enumeration_after_the_solutions_found_so_far() {
    let mut child = start("enumerate pocket --scramble '' --turns 8");
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    stdout.read_line(&mut String::new()).unwrap();
    let is_running = child.try_wait().unwrap().is_none();
    assert!(is_running, "the first line came only at the end");
    send(&child, "-INT");
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).unwrap();
    let is_cut = rest.trim_end().ends_with("there may be more (interrupted)");
    assert!(is_cut, "{rest}");
    assert_eq!(child.wait().unwrap().code(), Some(30));
}

/// Sends a signal and checks that the run ends within two seconds.
#[cfg(unix)]
#[track_caller]
pub(super) fn ended_by(signal: &str, child: Child) -> Run {
    let stopwatch = Stopwatch::start(child);
    send(stopwatch.child(), signal);
    let (output, took) = stopwatch.end();
    assert!(took.is_below(Duration::from_secs(2)), "{took:?}");
    Run::of(output)
}

/// Runs a line and sends Ctrl-C as soon as stderr has a line for which `is_enough` holds, however long that takes.
#[cfg(unix)]
#[track_caller]
pub(super) fn interrupted_when(line: impl Words, is_enough: impl Fn(&str) -> bool) -> (Run, Took) {
    let mut child = start(line);
    let stderr = child.stderr.take().unwrap();
    let stopwatch = Stopwatch::start(child);
    let mut said = String::new();
    let mut is_interrupted = false;
    for line in BufReader::new(stderr).lines() {
        let line = line.unwrap();
        if !is_interrupted && is_enough(&line) {
            send(stopwatch.child(), "-INT");
            is_interrupted = true;
        }
        said += &format!("{line}\n");
    }
    let (mut output, took) = stopwatch.end();
    output.stderr = said.into_bytes();
    let run = Run::of(output);
    assert!(is_interrupted, "it ended before: {run:#?}");
    (run, took)
}

/// Waits until the program handles Ctrl-C, at most ten seconds; on a system without `/proc`, always ten.
#[cfg(unix)]
pub(super) fn wait_for_handler(child: &Child) {
    wait_for_handler_of(child, Signal::INT);
}

/// Waits until the program handles a signal, at most ten seconds; on a system without `/proc`, always ten.
#[cfg(unix)]
pub(super) fn wait_for_handler_of(child: &Child, signal: Signal) {
    let handles = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
        let mut lines = status.lines();
        let handled = lines.find_map(|line| line.strip_prefix("SigCgt:"))?;
        let handled = u64::from_str_radix(handled.trim(), 16).ok()?;
        Some(handled >> (signal.as_raw() - 1) & 1 == 1)
    };
    let begin = Instant::now();
    while handles() != Some(true) && begin.elapsed() < Duration::from_secs(10) {
        std::thread::sleep(Duration::from_millis(2));
    }
}

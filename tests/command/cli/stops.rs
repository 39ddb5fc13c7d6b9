//! Every question ends within half a second of Ctrl-C, and of its time limit.
//!
//! The machine may be busy with other work, so the tests measure the processor time that a question still uses after
//! the signal or the limit. A wall-clock limit catches a question that uses no processor time and does not end.

use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rustix::process::{Pid, Signal, kill_process};

use super::limits;
use crate::common::cli::*;
use crate::common::fewer_in_check;
use crate::common::stopwatch::processor_time;

/// The time in which a question must stop.
const PROMISED: Duration = Duration::from_millis(500);

/// The maximum wall-clock time until a question ends, even on a busy machine.
const GIVE_UP_AFTER: Duration = Duration::from_secs(20);

const PUZZLES: [(&str, &[&str]); 12] = [
    ("pocket", &["U", "R", "F", "D", "L", "B"]),
    ("rubik", &["U", "R", "F", "D", "L", "B"]),
    ("4x4x4", &["U", "Rw", "F", "Dw", "L", "B"]),
    ("5x5x5", &["U", "Rw", "F", "Dw", "L", "B"]),
    ("7x7x7", &["U", "Rw", "3Fw", "Dw", "L", "B"]),
    ("domino", &["U", "R2", "F2", "D", "L2"]),
    ("kilominx", &["U", "R", "F", "L"]),
    ("megaminx", &["U", "R", "F", "L"]),
    ("pyraminx", &["U", "R", "L", "B"]),
    ("skewb", &["U", "R", "L", "B"]),
    ("twiddle", &["A", "B", "C", "D"]),
    ("digits", &["1X", "2Y", "4Z"]),
];

/// A question as typed.
fn question(random: &mut SmallRng) -> String {
    let (puzzle, turns) = *PUZZLES.choose(random).unwrap();
    let one = |random: &mut SmallRng, of: &[&'static str]| *of.choose(random).unwrap();
    let turn = |random: &mut SmallRng| one(random, turns);
    let scramble = |random: &mut SmallRng, most: usize| {
        let length = random.random_range(1..=most);
        let words: Vec<&str> = (0..length).map(|_| turn(random)).collect();
        format!("{puzzle} --scramble '{}'", words.join(" "))
    };
    match random.random_range(0..20) {
        0 => {
            let set = one(random, &["pll", "cll", "oll"]);
            let method = one(random, &["sat", "graph"]);
            format!("cases {set} --method {method}")
        }
        1 => format!("graph distances {puzzle}"),
        2 => {
            let count = random.random_range(5..20);
            let family = one(random, &["pocket", "rubik", "count"]);
            format!("benchmark {family} --count {count} -o benchmark")
        }
        3 => format!("scramble {puzzle} --random-state --count 500"),
        4..7 => {
            let most = random.random_range(0..25);
            let start = scramble(random, 20);
            let recipe = one(random, &["mux", "lemmas", "onehot", "coordinates"]);
            format!("encode {start} --turns {most} -o f.cnf --recipe {recipe}")
        }
        7 => {
            let most = random.random_range(0..12);
            let start = scramble(random, 20);
            format!("prove {start} --max-turns {most} -o p")
        }
        8..11 => {
            let start = scramble(random, 15);
            let which = match random.random_range(0..3) {
                0 => "--shortest".to_owned(),
                1 => "--turns 7".to_owned(),
                _ => format!("--shortest --free {}", turn(random)),
            };
            let method = one(random, &["sat", "graph"]);
            format!("enumerate {start} --jobs 2 {which} --method {method}")
        }
        _ => {
            let start = scramble(random, 30);
            let constraint = match random.random_range(0..8) {
                0 => "--to solved".to_owned(),
                1 => "--metric qtm".to_owned(),
                2 => format!("--before {} --after {}", turn(random), turn(random)),
                3 => format!("--allow '{} {}'", turn(random), turn(random)),
                4 => format!("--at-most {}=2 --min-turns 3", turn(random)),
                5 => format!("--never {} --cheapest --max-turns 9", turn(random)),
                6 => "--improve 20s".to_owned(),
                _ => String::new(),
            };
            let recipes = ["mux-idle", "onehot", "placements"];
            let how = match random.random_range(0..6) {
                0 | 1 => "--method graph".to_owned(),
                2 => format!("--recipe {}", one(random, &recipes)),
                3 => format!("--solver {}", one(random, &["varisat", "splr"])),
                _ => String::new(),
            };
            let jobs = ["", "--jobs 2"][usize::from(random.random_bool(0.3))];
            format!("solve {start} {constraint} {how} {jobs}")
        }
    }
}

/// The commands that take `--time-limit`.
const LIMITED: [&str; 4] = ["cases", "prove", "enumerate", "solve"];

/// Waits for the end of a question that has used `before` of processor time. Returns the processor time used since
/// then, zero if it ended in time by the wall clock, and `None` if it did not end.
fn ends(child: &mut Child, before: Duration) -> Option<Duration> {
    let (start, mut after) = (Instant::now(), Duration::ZERO);
    while start.elapsed() < GIVE_UP_AFTER {
        after = processor_time(child).map_or(after, |now| now.saturating_sub(before));
        if child.try_wait().unwrap().is_some() {
            let is_prompt = start.elapsed() <= PROMISED;
            return Some(if is_prompt { Duration::ZERO } else { after });
        }
        thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    None
}

/// Asks a question and stops it. Returns what was wrong, if anything.
fn stopped(number: u64) -> Option<String> {
    let mut random = SmallRng::seed_from_u64(number);
    let mut line = question(&mut random);
    let is_limited = LIMITED.iter().any(|command| line.starts_with(command));
    let wait = Duration::from_secs_f64(10f64.powf(random.random_range(-2.5..-0.2)));
    let by_limit = is_limited && random.random_bool(0.4);
    if by_limit {
        line += &format!(" --time-limit {}", wait.as_secs_f64());
    }
    let folder = Folder::new();
    let mut command = twistsat();
    command.args(line.words()).current_dir(folder.path());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut before = Duration::ZERO;
    if by_limit {
        // A time limit is measured by the clock, so `before` is the processor time when it is reached.
        let start = Instant::now();
        while start.elapsed() < wait && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(2));
            before = processor_time(&child).unwrap_or(before);
        }
    } else {
        thread::sleep(wait);
        before = processor_time(&child).unwrap_or(before);
        if child.try_wait().unwrap().is_none() {
            send(&child, "-INT");
        }
    }
    let stopped_by = if by_limit { "its time limit" } else { "Ctrl-C" };
    let what = format!("question {number}, {stopped_by} after {wait:?}: twistsat {line}");
    let threads = if line.contains("--jobs") { 2 } else { 1 };
    match ends(&mut child, before) {
        None => Some(format!("{what} does not end")),
        Some(after) if after > PROMISED * threads => Some(format!("{what} goes on for {after:?}")),
        Some(_) => None,
    }
}

/// Starts a command that waits for a state on its stdin, and waits until it handles the signal.
fn start_waiting_for_a_state(command: &mut Command, signal: Signal) -> Child {
    command.args(["solve", "pocket", "--state", "-"]);
    let child = start_piped(command.stdin(Stdio::piped()));
    limits::wait_for_handler_of(&child, signal);
    child
}

#[test]
fn every_signal_while_the_question_is_read_ends_with_exit_code_130() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        // The process that started this test may ignore SIGHUP.
        let mut command = Command::new("env");
        command.args(["--default-signal=HUP", PROGRAM]);
        let mut child = start_waiting_for_a_state(&mut command, signal);
        // The state never comes.
        let open = child.stdin.take();
        kill_process(Pid::from_child(&child), signal).unwrap();
        let run = end_of(child).ends(130).prints_nothing();
        drop(open);
        assert_eq!(run.err, "error: interrupted\n", "{signal:?}");
    }
}

#[test]
fn under_nohup_a_hangup_ends_nothing() {
    let mut child = start_waiting_for_a_state(Command::new("nohup").arg(PROGRAM), Signal::TERM);
    kill_process(Pid::from_child(&child), Signal::HUP).unwrap();
    let state = "U=WOBY R=GYYR F=WRRO D=WBBW L=GORB B=GOGY";
    let mut stdin = child.stdin.take().unwrap();
    // If the process has ended, this fails.
    let written = stdin.write_all(state.as_bytes());
    drop(stdin);
    let ended = child.wait_with_output().unwrap();
    assert!(written.is_ok(), "{ended:?}");
    assert_eq!(ended.status.code(), Some(0), "{ended:?}");
}

/// When this test is run by name, it asks many more questions.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn questions_of_all_kinds_end_within_half_a_second_of_ctrl_c_and_of_their_time_limit() {
    let numbers = Mutex::new(0..fewer_in_check(30, 1000));
    let ask = || {
        let mut wrong = Vec::new();
        loop {
            let next = numbers.lock().unwrap().next();
            let Some(number) = next else { return wrong };
            wrong.extend(stopped(number as u64));
        }
    };
    let wrong = thread::scope(|scope| {
        let other = scope.spawn(ask);
        [ask(), other.join().unwrap()].concat()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

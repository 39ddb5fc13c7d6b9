//! External programs and their child processes end in time.

use std::path::Path;
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

use super::fake::Fake;
use super::*;

/// Starts a process that writes to a file as long as it lives: half a minute, so that a failing test does not leave it
/// running forever.
const CHILD: &str = "(trap '' TERM INT HUP; n=0; while [ $n -lt 1500 ]; do n=$((n+1)); \
                     echo >> \"$here/beat\"; sleep 0.02; done) &";

/// A program that hangs. It and its child ignore every signal that can be ignored.
fn hanging(rest: &str) -> Fake {
    Fake::new(&format!(
        "trap '' TERM INT HUP; {CHILD}\n{rest}\nn=0; while [ $n -lt 30 ]; do n=$((n+1)); sleep 1; done"
    ))
}

fn count_heartbeats(beat: &Path) -> u64 {
    beat.metadata().map_or(0, |there| there.len())
}

#[track_caller]
fn assert_dead(fake: &Fake) {
    let beat = fake.folder.path_of("beat");
    let before = count_heartbeats(&beat);
    assert!(before > 0, "the child never ran");
    thread::sleep(Duration::from_millis(300));
    assert_eq!(count_heartbeats(&beat), before, "the child still runs");
}

/// Solves with a time limit that is long enough for the program to start its child.
fn run_until_limit(fake: &Fake, solve: impl Fn(f64) -> Run) {
    with_enough_time(0.5, |seconds| {
        let run = solve(seconds).ends(30);
        if count_heartbeats(&fake.folder.path_of("beat")) == 0 {
            return Err(run);
        }
        Ok(())
    });
}

/// Waits until the child process runs, sends the signal to twistsat, and waits until twistsat ends.
fn ended_by(signal: &str, fake: &Fake, child: Child) -> Run {
    let begin = Instant::now();
    while count_heartbeats(&fake.folder.path_of("beat")) == 0
        && begin.elapsed() < Duration::from_secs(10)
    {
        thread::sleep(Duration::from_millis(5));
    }
    send(&child, signal);
    let begin = Instant::now();
    let run = end_of(child);
    assert!(begin.elapsed() < Duration::from_secs(3));
    run
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_time_limit_ends_a_hanging_program_and_its_children() {
    for rest in "|echo s UNSATISFIABLE|cat \"$answer\"|exec 1>&- 2>&-".split('|') {
        let fake = hanging(rest);
        let solve = |seconds: f64| {
            let begin = Instant::now();
            let run = fake.solve(format!("--time-limit {seconds}"));
            let took = begin.elapsed().as_secs_f64();
            assert!(took < seconds + 2.5, "{rest}: {took} s");
            run.prints(&["(time limit reached)"])
        };
        run_until_limit(&fake, solve);
        assert_dead(&fake);
    }
}

#[test]
fn a_time_limit_ends_a_program_that_does_not_read_its_input() {
    let fake = hanging("");
    run_until_limit(&fake, |seconds| {
        let limit = format!("--time-limit {seconds}");
        fake.solve_by(&fake.folder.arg("liar"), &limit)
    });
    assert_dead(&fake);
}

#[test]
fn ctrl_c_and_sigterm_end_a_hanging_program_and_its_children() {
    for signal in ["-INT", "-TERM"] {
        let fake = hanging("");
        let run = ended_by(signal, &fake, fake.start()).ends(30);
        run.prints(&["(interrupted)"]);
        assert_dead(&fake);
        fake.assert_clean();
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn child_processes_end_with_the_program() {
    let [found, refuted] = ["cat \"$answer\"; exit 10", "echo s UNSATISFIABLE; exit 20"];
    for end in [found, refuted, "echo hello; exit 1", "kill -KILL $$"] {
        let wait = "while [ ! -s \"$here/beat\" ]; do sleep 0.02; done";
        let fake = Fake::new(&format!("{CHILD}\n{wait}\n{end}"));
        let begin = Instant::now();
        let run = fake.solve("");
        assert!(begin.elapsed() < Duration::from_secs(3), "{end}");
        assert!([Some(0), Some(1), Some(20), Some(30)].contains(&run.code));
        assert_dead(&fake);
    }
}

#[test]
fn endless_output_is_cut_off() {
    let comments = "echo s SATISFIABLE; exec yes c";
    for script in ["exec yes", "exec yes 'v 1'", comments, "exec cat /dev/zero"] {
        let run = Fake::new(script).solve("--time-limit 60").ends(1);
        run.says(&["liar gave a bad answer: it is longer than"]);
    }
}

#[test]
fn a_result_file_without_end_is_cut_off() {
    let fake = Fake::new("head -c 30000000 /dev/zero > \"$2\"; exit 10");
    let run = fake.solve_by(&format!("{} {{result}}", fake.command()), "");
    run.ends(1).says(&["it is longer than"]);
}

#[test]
fn endless_error_output_is_dropped_and_does_not_block() {
    let fake = Fake::new("head -c 3000000 /dev/zero >&2; cat \"$answer\"; exit 10");
    fake.solve("").ends(0);
    let fake = Fake::new("exec yes >&2");
    fake.solve("--time-limit 0.5").ends(30);
}

/// The script needs `setsid`, which Linux systems have.
#[cfg(target_os = "linux")]
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_process_outside_the_group_is_not_waited_for() {
    let fake = Fake::new("setsid sleep 8 & sleep 0.2; cat \"$answer\"; exit 10");
    let begin = Instant::now();
    fake.solve("").ends(1).says(&["keeps its pipes open"]);
    assert!(begin.elapsed() < Duration::from_secs(6));
    let fake = Fake::new("setsid sleep 8 & wait");
    let begin = Instant::now();
    fake.solve("--time-limit 0.3").ends(30);
    assert!(begin.elapsed() < Duration::from_secs(2));
}

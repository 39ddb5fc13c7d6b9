//! `solve --batch`: a list of states and scrambles, one per line.

use super::*;

const LINES: &str = "\
# scrambles and states
R U2 F'
F=RYOG U=YRGO D=WRBO R=GYWB L=BYWG B=BOWR   # the first
UUUURLRLBFBFDDDDLRLRFBFB

R U X
RUF
R R'
R U2 F2 F
";

const BATCH: &str = "solve pocket --quiet --batch -";

fn batch(more: impl Words, lines: &str) -> Run {
    run_with_stdin((&BATCH, &more), lines.as_bytes())
}

#[test]
fn all_lines_are_answered_in_order_even_after_an_error() {
    let all = batch("", LINES).ends(1);
    let begin = [
        "2: F U2 R' (3 turns, minimal)",
        "3: R U2 F (3 turns, minimal)",
        "4: ",
        "6: error: ",
        "7: error: ",
        "8: (0 turns, minimal)",
        "9: F U2 R' (3 turns, minimal)",
    ];
    assert_lines_begin(&all.out, &begin);
    assert_eq!(all.out.matches("(3 turns, minimal)").count(), 4, "{all:#?}");
    let errors = [
        "error: stdin:6: the scramble: `X` at column 5 is not a turn",
        "error: stdin:7: ",
    ];
    assert_lines_begin(&all.err, &errors);
    all.says(&["put spaces between the turns"]);
}

/// Asserts that a text has these lines, of which only the beginnings are given.
#[track_caller]
fn assert_lines_begin(text: &str, begin: &[&str]) {
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), begin.len(), "{text}");
    for (line, begin) in lines.iter().zip(begin) {
        assert!(line.starts_with(begin), "{line} instead of {begin}");
    }
}

#[test]
fn alg_prints_turns_per_line_and_comments_for_unsolved_lines() {
    let all = batch("--format alg", "R\nRUF\nR R'\n").ends(1);
    assert!(all.out.starts_with("R'\n# 2: error: "), "{all:#?}");
    assert!(all.out.ends_with("\n\n"), "{all:#?}");
}

#[test]
fn the_output_does_not_depend_on_the_number_of_jobs() {
    let lines = "R U2\nU F'\nR U R' U'\nF\n\nnonsense\nU2 F R2\n";
    let one = batch("--max-turns 4", lines).ends(1);
    for jobs in ["1", "2", "7", "0"] {
        let many = batch(format!("--max-turns 4 --jobs {jobs}"), lines).ends(1);
        assert_eq!((&many.out, &many.err), (&one.out, &one.err), "{jobs} jobs");
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_exit_code_is_that_of_the_worst_line() {
    batch("", "# nothing\n").ends(0);
    let none = batch("--max-turns 1", "R\nR U\n").ends(20);
    let says = "1: R' (1 turn, minimal)\n2: no solution of at most 1 turn\n";
    assert_eq!(none.out, says);
    let lines = format!("R U\n{ELEVEN}\nR U\n");
    let unknown = batch("--turns 10 --time-limit 3 --recipe mux", &lines);
    // The time limit applies to each line.
    let says =
        "2: unknown whether there is a solution of exactly 10 turns (time limit reached)\n3: ";
    let unknown = unknown.ends_printing(30, &[says]);
    assert!(unknown.out.ends_with("(10 turns)\n"), "{unknown:#?}");
    let loud = "solve pocket --batch - --max-turns 1";
    let all = run_with_stdin(loud, b"R\nR U\nnonsense").ends(1);
    let summary = "1 solved, 1 without solution, 1 with an error\n";
    assert!(all.err.ends_with(summary), "{all:#?}");
}

/// A solver that waits up to ten seconds until two of its processes have started.
#[cfg(unix)]
pub(super) fn solver_that_waits_for_another(folder: &Folder) -> String {
    folder.script(
        "sociable",
        "#!/bin/sh
        cd \"${0%/*}\" && : > \"here.$$\"
        for moment in $(seq 100); do
            if [ \"$(ls here.* | wc -l)\" -ge 2 ]; then echo 's UNSATISFIABLE'; exit 20; fi
            sleep 0.1
        done
        echo 's UNKNOWN'",
    )
}

#[cfg(unix)]
#[test]
fn two_jobs_work_at_the_same_time() {
    let folder = Folder::new();
    let solver = solver_that_waits_for_another(&folder);
    let more = format!("--jobs 2 --turns 2 --solver-command {solver}");
    let both = batch(&more, "R\nU\n").ends(20);
    let none = "no solution of exactly 2 turns\n";
    assert_eq!(both.out, format!("1: {none}2: {none}"));
}

#[cfg(unix)]
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn ctrl_c_keeps_an_answer_that_follows_an_unanswered_line() {
    let folder = Folder::new();
    folder.write("list", format!("{ELEVEN}\nR U\n"));
    let run = with_enough_time(1.5, |seconds| {
        let line = "solve pocket --turns 10 --recipe mux --jobs 2 --batch list";
        let child = start_in(&folder, line);
        limits::wait_for_handler(&child);
        std::thread::sleep(Duration::from_secs_f64(seconds));
        send(&child, "-INT");
        let run = end_of(child).ends(30);
        if run.err.contains("0 solved, 2 not answered") {
            return Err(run);
        }
        Ok(run.says(&["1 solved, 1 not answered"]))
    });
    assert_lines_begin(&run.out, &["2: "]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_list_is_answered_even_if_not_all_threads_can_be_started() {
    let folder = Folder::new();
    folder.write("list", "R\nU\nF\nR U\n".repeat(100));
    let line = "solve pocket --batch list --jobs 256 --max-turns 2 -q";
    let run = run_script(
        folder.path(),
        &format!("ulimit -v 1500000; exec \"$0\" {line}"),
    );
    assert_eq!(run.ends(0).out.lines().count(), 400);
}

/// Runs the program under a memory limit; `None` if that is too little to load it.
#[cfg(target_os = "linux")]
fn with_memory(kilobytes: usize, line: impl Words) -> Option<Run> {
    let script = format!("ulimit -v {kilobytes}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, PROGRAM]);
    let output = command.args(line.words()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    let is_loaded = !matches!(output.status.code(), None | Some(126 | 127));
    // A program that cannot be loaded prints nothing, or the loader or Rust's start-up code reports missing memory.
    let is_of_system = ["loading shared libraries", "memory allocation of"];
    let says_nothing = said.is_empty() || is_of_system.iter().any(|it| said.contains(it));
    let is_silent = output.stdout.is_empty() && says_nothing;
    assert!(is_loaded || is_silent, "{kilobytes}: {output:?}");
    is_loaded.then(|| Run::of(output))
}

/// Tries memory limits from barely enough to load the program to enough for the search. How much that is depends on the
/// machine.
#[cfg(target_os = "linux")]
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn with_little_memory_solve_answers_or_reports_the_memory_limit() {
    let (mut solved, mut stopped) = (0, 0);
    for jobs in [1, 8] {
        let mut is_loaded = false;
        for kilobytes in (10_000..310_000).step_by(15_000) {
            let scramble = "R U2 F' R2 U F2 U' R F U";
            let line = format!(r#"solve pocket --scramble "{scramble}" --jobs {jobs}"#);
            let Some(run) = with_memory(kilobytes, line) else {
                assert!(!is_loaded, "{kilobytes}");
                continue;
            };
            is_loaded = true;
            let limited = format!("{}{}", run.out, run.err).contains("memory limit reached");
            match run.code {
                Some(0) if run.out.contains("8 turns, minimal") => solved += 1,
                Some(30) if limited => stopped += 1,
                _ => panic!("{kilobytes}: {run:#?}"),
            }
        }
    }
    assert!(solved > 0 && stopped > 0, "{solved} {stopped}");
}

#[cfg(target_os = "linux")]
#[ignore = "long check"]
#[test]
fn a_solution_is_kept_when_memory_runs_out() {
    let scramble = "Rw U2 Fw R' 3Uw F2 Uw' R Fw2 U' Rw2 F U Rw' Uw2 F' R2 Uw";
    let mut solutions = 0;
    for kilobytes in [200_000, 600_000, 300_000, 400_000] {
        let line = format!(r#"solve 4x4x4 --scramble "{scramble}" --time-limit 4s"#);
        let run = with_memory(kilobytes, line).unwrap().ends(30);
        let mut limits = ["memory limit reached", "time limit reached"].iter();
        assert!(limits.any(|it| run.out.contains(it)), "{run:#?}");
        // The progress lines show whether a solution was found.
        let found = run.err.contains(", by ");
        assert_eq!(run.out.contains(" turns; at least "), found, "{run:#?}");
        solutions += usize::from(found);
    }
    assert!(solutions > 0);
}

/// Each answer has the line number of its scramble's first line in the file.
#[test]
fn a_twsearch_scramble_file_is_accepted_as_a_list() {
    let folder = Folder::new();
    let inside = |line: &str| run_in(&folder, line);
    folder.write("pocket.tws", data("tests/data/tws/pocket.tws"));
    let scrambles = "# a remark\nScrambleAlg one\nR U2 F\nEnd\n\n  ScrambleAlg two\nR U\nEnd\n";
    folder.write("list.scr", scrambles);
    let solve = "solve --puzzle-file pocket.tws --to solved --quiet --batch list.scr";
    let text = inside(solve).ends(0);
    assert_lines_begin(&text.out, &["2: ", "6: "]);
    text.prints(&["(3 turns, minimal)\n6: ", "(2 turns, minimal)\n"]);
    let rows = inside(&format!("{solve} --format json")).rows();
    assert_eq!([&rows[0]["input"], &rows[1]["input"]], ["one", "two"]);
    // An answer file stores each scramble as a state, so `merge` does not need the list.
    let resume = format!("{solve} --resume answers");
    inside(&resume).ends(0);
    let first_run = folder.read("answers");
    inside(&resume).ends(0);
    assert_eq!(folder.read("answers"), first_run);
    let merge = "merge answers --puzzle-file pocket.tws --format csv --quiet";
    let table = inside(merge).ends_printing(0, &[",minimal,3,", ",minimal,2,"]);
    assert_lines_begin(&table.out, &["line,", "2,", "6,"]);
    folder.write("wrong.scr", "ScrambleAlg one\nR X\nEnd\n");
    let wrong = inside(&solve.replace("list.scr", "wrong.scr"));
    wrong.ends_saying(1, &["wrong.scr:2:3"]);
    let says = ".tws file or a KPuzzle; pocket is not one";
    inside("solve pocket --batch list.scr").ends_saying(1, &[says]);
}

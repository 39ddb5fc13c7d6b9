//! Pipes without a writer or reader, devices and folders in place of files. No command waits longer than a time limit
//! or a signal allows.

#![cfg(unix)]

use itertools::Itertools;

use super::*;
use crate::common::rows;

/// Long enough for a start on a busy machine, short enough to recognize a process that waits forever.
const SOON: Duration = Duration::from_secs(10);

/// Files of each kind, and `pipe`, which never has a writer.
fn files() -> Folder {
    let folder = Folder::new();
    folder.write("a.cnf", "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n");
    folder.write("a.drat", "1 0\n0\n");
    let prove = r#"prove pocket --scramble "R U2 F'" --max-turns 2 -o p"#;
    run_in(&folder, prove).ends(0);
    let certificate = folder.read("p.json");
    for (name, file) in [
        ("no-proof.json", "\"p.lrat\""),
        ("no-formula.json", "\"p.cnf\""),
    ] {
        folder.write(name, certificate.replace(file, "\"pipe\""));
    }
    folder.pipe("pipe");
    folder
}

/// Starts a run whose stdin is open, but without data.
fn start_in(folder: &Folder, line: impl Words) -> Child {
    let mut command = twistsat();
    command.args(line.words()).current_dir(folder.path());
    command.env("XDG_CACHE_HOME", folder.path());
    start_piped(command.stdin(Stdio::piped()))
}

/// The run, if it ends soon. Its stdin stays open until then.
#[track_caller]
fn ends_soon(mut child: Child, what: impl std::fmt::Debug) -> Run {
    let _stdin = child.stdin.take();
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > SOON {
            send(&child, "-KILL");
            child.wait().unwrap();
            panic!("{what:?} waits forever");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let run = end_of(child);
    // Killed by the signal itself: there was no handler yet.
    let code = run.code.or(Some(130));
    Run { code, ..run }
}

/// Commands that read something, with a pipe or stdin in place of each file. Those of the first list have a time limit.
fn readers() -> (Vec<String>, Vec<String>) {
    let commands = [
        "solve --max-turns 3",
        "enumerate --turns 3",
        "prove --max-turns 2 -o x",
    ];
    let questions = [
        "--puzzle-file pipe --scramble R",
        "pocket --state @pipe",
        "pocket --state -",
        "pocket --scramble -",
        "pocket --from @pipe",
        "pocket --scramble R --to @pipe",
        "rubik --scramble R --plan-file pipe --stage 1",
    ];
    let both = commands.iter().cartesian_product(questions);
    let both = both.map(|(command, question)| format!("{command} {question}"));
    let others = "
solve pocket --scramble R --recipe-file pipe
solve rubik --scramble R --plan-file pipe
check pipe a.drat
check a.cnf pipe
check - a.drat
check a.cnf -
verify pipe
verify no-proof.json
verify no-formula.json
verify p.json --puzzle-file pipe
";
    let unlimited = "
encode --turns 3 -o x --puzzle-file pipe --scramble R
encode --turns 3 -o x pocket --scramble R --recipe-file pipe
solve pocket --batch pipe
solve pocket --batch - --time-limit 1
decode pipe a.cnf
decode p.json pipe
show --puzzle-file pipe
puzzle show --puzzle-file pipe
puzzle check pipe
puzzle convert pipe
scramble --puzzle-file pipe
graph distances --puzzle-file pipe
graph name pocket -
";
    let lines = |text: &str| text.trim().lines().map(str::to_owned).collect_vec();
    (both.chain(lines(others)).collect(), lines(unlimited))
}

#[test]
#[ignore = "long check"]
fn a_time_limit_ends_the_wait_for_missing_input() {
    let folder = files();
    for line in readers().0 {
        let limited = format!("{line} --time-limit 0.3");
        let run = ends_soon(start_in(&folder, &limited), &limited).ends(30);
        let said = format!("{}{}", run.out, run.err);
        assert!(said.contains("time limit reached"), "{line}: {run:#?}");
    }
}

#[test]
#[ignore = "long check"]
fn the_first_signal_ends_the_wait_for_missing_input() {
    let folder = files();
    let (limited, unlimited) = readers();
    for (number, line) in limited.iter().chain(&unlimited).enumerate() {
        let child = start_in(&folder, line);
        // Gives the process time to install its signal handler, if it has one.
        std::thread::sleep(Duration::from_millis(150));
        send(&child, ["-TERM", "-INT"][number % 2]);
        let run = ends_soon(child, line);
        match run.code {
            Some(30 | 130) => (),
            // It rejects its map before it reads the pipe.
            Some(1) if line == "decode p.json pipe" => (),
            _ => panic!("{line}: {run:#?}"),
        }
    }
}

/// `graph.rs` tests damaged files.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_pipe_in_place_of_a_cache_file_is_left_alone() {
    let folder = Folder::new();
    let path = "graph path pocket 'R U'";
    let graph = || ends_soon(start_in(&folder, path), path).ends(0);
    graph();
    let mut cache = std::fs::read_dir(folder.path_of("twistsat")).unwrap();
    let cache = cache.next().unwrap().unwrap().file_name();
    let cache = format!("twistsat/{}", cache.to_str().unwrap());
    std::fs::remove_file(folder.path_of(&cache)).unwrap();
    folder.pipe(&cache);
    let why = "it is not a regular file";
    let says = ["is rebuilt", "the table is not kept"].map(|what| format!("{what}: {why}"));
    graph().says(&says);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_signal_ends_the_wait_for_a_missing_reader() {
    let folder = files();
    folder.pipe("x.cnf");
    folder.pipe("twistsat.1");
    for arguments in [
        &*encode_one("pipe"),
        &encode_one("y --map pipe"),
        r#"prove pocket --scramble "R U2 F'" --max-turns 2 -o x"#,
        "puzzle convert puzzle.toml -o pipe",
        "man .",
        // More than a pipe holds, without a reader.
        "encode pocket --scramble 'R U' --turns 60 -o -",
    ] {
        folder.write("puzzle.toml", data("encodings/puzzles/pocket.toml"));
        let child = start_in(&folder, arguments);
        limits::wait_for_handler(&child);
        std::thread::sleep(Duration::from_millis(300));
        send(&child, "-TERM");
        let run = ends_soon(child, arguments);
        let is_ended = matches!(run.code, Some(30 | 130));
        assert!(is_ended, "{arguments:?}: {run:#?}");
    }
    assert!(!folder.path_of("y").exists());
}

#[test]
fn a_proof_that_a_solver_left_in_a_pipe_is_refused() {
    let folder = files();
    let solver = "sh -c 'cat > /dev/null; echo s UNSATISFIABLE; exit 20'";
    let prove = format!("prove pocket --state {NINE} --max-turns 8 -o x");
    let more = format!(r#"--solver-command "{solver}" --proof pipe"#);
    let arguments = format!("{prove} {more}");
    let says = "its proof, pipe, cannot be read: it is not a regular file";
    ends_soon(start_in(&folder, &arguments), &arguments).ends_saying(1, &[says]);
}

/// `<(command)` of a shell is such a pipe.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn pipes_with_a_writer_are_read() {
    let folder = files();
    folder.write("list", "R\nR U\n");
    folder.write("puzzle.toml", data("encodings/puzzles/pocket.toml"));
    let written = "\"$0\" encode pocket --scramble R --turns 1 -o >(grep -c 'p cnf' > seen); \
                   for moment in $(seq 600); do [ -s seen ] && break; sleep 0.05; done; cat seen";
    let scripts = r#"
"$0" solve pocket --quiet --batch <(cat list) » 2: U' R' (2 turns, minimal)
"$0" check <(cat a.cnf) <(cat a.drat) » verified
"$0" solve --puzzle-file <(cat puzzle.toml) --scramble R --format alg » R'
cat list | "$0" solve pocket --quiet --batch - » 1: R' (1 turn, minimal)
cat a.cnf | "$0" check - a.drat » verified
"#;
    for [script, says] in rows(scripts).into_iter().chain([[written, "1"]]) {
        let output = Command::new("bash")
            .args(["-c", script, PROGRAM])
            .current_dir(folder.path())
            .output();
        let Ok(output) = output else {
            return eprintln!("skipped: no bash");
        };
        Run::of(output).ends_printing(0, &[says]);
    }
}

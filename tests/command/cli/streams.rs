//! Pipes without a writer or reader, devices and folders in place of files. No command waits longer than a time limit
//! or a signal allows.

#![cfg(unix)]

use super::*;

/// Long enough for a start on a busy machine, short enough to recognize a process that waits forever.
const SOON: Duration = Duration::from_secs(10);

fn pipe(folder: &Folder, name: &str) {
    let made = Command::new("mkfifo").arg(folder.path_of(name)).status();
    assert!(made.unwrap().success());
}

/// Files of each kind, and `pipe`, which never has a writer.
fn files() -> Folder {
    let folder = Folder::new();
    folder.write("a.cnf", "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n");
    folder.write("a.drat", "1 0\n0\n");
    run_in!(
        folder.path(),
        r#"prove pocket --scramble "R U2 F'" --max-turns 2 -o p"#
    )
    .ends(0);
    for name in ["no-proof", "no-formula"] {
        let certificate = folder.read("p.json");
        let other = match name {
            "no-proof" => certificate.replace("\"p.lrat\"", "\"pipe\""),
            _ => certificate.replace("\"p.cnf\"", "\"pipe\""),
        };
        folder.write(&format!("{name}.json"), other);
    }
    pipe(&folder, "pipe");
    folder
}

fn start_in(folder: &Folder, line: impl Words) -> Child {
    Command::new(env!("CARGO_BIN_EXE_twistsat-tested"))
        .args(line.words())
        .current_dir(folder.path())
        .env("XDG_CACHE_HOME", folder.path())
        // Open, but without data.
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The run, if it ends soon. Its stdin stays open until then.
#[track_caller]
fn ends_soon(mut child: Child, what: impl std::fmt::Debug) -> Run {
    let _stdin = child.stdin.take();
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > SOON {
            faults::send(&child, "-KILL");
            child.wait().unwrap();
            panic!("{what:?} waits forever");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().unwrap();
    let signalled = output.status.code().is_none();
    let run = Run::of(output);
    // Killed by the signal itself: there was no handler yet.
    Run {
        code: if signalled { Some(130) } else { run.code },
        ..run
    }
}

const SCRAMBLED: [&str; 3] = ["pocket", "--scramble", "R U2 F'"];

/// Commands that read something, with a pipe or stdin in place of each file. Those of the first list have a
/// time limit.
fn readers() -> (Vec<Vec<&'static str>>, Vec<Vec<&'static str>>) {
    let with = |begin: &[&'static str], end: &[&'static str]| [begin, end].concat();
    let from_file = ["--puzzle-file", "pipe", "--scramble", "R"];
    let mut limited = Vec::new();
    for command in [
        &["solve", "--max-turns", "3"][..],
        &["enumerate", "--turns", "3"],
        &["prove", "--max-turns", "2", "-o", "x"],
    ] {
        limited.extend([
            with(command, &from_file),
            with(command, &["pocket", "--state", "@pipe"]),
            with(command, &["pocket", "--state", "-"]),
            with(command, &["pocket", "--scramble", "-"]),
            with(command, &["pocket", "--from", "@pipe"]),
            with(command, &["pocket", "--scramble", "R", "--to", "@pipe"]),
            with(
                command,
                &[
                    "rubik",
                    "--scramble",
                    "R",
                    "--plan-file",
                    "pipe",
                    "--stage",
                    "1",
                ],
            ),
        ]);
    }
    limited.extend([
        with(&["solve"], &with(&SCRAMBLED, &["--recipe-file", "pipe"])),
        with(
            &["solve", "rubik", "--scramble", "R"],
            &["--plan-file", "pipe"],
        ),
        vec!["check", "pipe", "a.drat"],
        vec!["check", "a.cnf", "pipe"],
        vec!["check", "-", "a.drat"],
        vec!["check", "a.cnf", "-"],
        vec!["verify", "pipe"],
        vec!["verify", "no-proof.json"],
        vec!["verify", "no-formula.json"],
        vec!["verify", "p.json", "--puzzle-file", "pipe"],
    ]);
    let unlimited = vec![
        with(&["encode", "--turns", "3", "-o", "x"], &from_file),
        with(
            &["encode", "--turns", "3", "-o", "x"],
            &with(&SCRAMBLED, &["--recipe-file", "pipe"]),
        ),
        vec!["solve", "pocket", "--batch", "pipe"],
        vec!["solve", "pocket", "--batch", "-", "--time-limit", "1"],
        vec!["decode", "pipe", "a.cnf"],
        vec!["decode", "p.json", "pipe"],
        vec!["show", "--puzzle-file", "pipe"],
        vec!["puzzle", "show", "--puzzle-file", "pipe"],
        vec!["puzzle", "check", "pipe"],
        vec!["puzzle", "convert", "pipe"],
        vec!["scramble", "--puzzle-file", "pipe"],
        vec!["graph", "distances", "--puzzle-file", "pipe"],
        vec!["graph", "name", "pocket", "-"],
    ];
    (limited, unlimited)
}

#[test]
#[ignore = "long check"]
fn a_time_limit_ends_the_wait_for_missing_input() {
    let folder = files();
    for arguments in readers().0 {
        let limited = [&arguments[..], &["--time-limit", "0.3"]].concat();
        let run = ends_soon(start_in(&folder, &limited), &limited).ends(30);
        assert!(
            run.err.contains("time limit reached") || run.out.contains("time limit reached"),
            "{arguments:?}: {run:#?}"
        );
    }
}

#[test]
#[ignore = "long check"]
fn the_first_signal_ends_the_wait_for_missing_input() {
    let folder = files();
    let (limited, unlimited) = readers();
    for (number, arguments) in limited.into_iter().chain(unlimited).enumerate() {
        let child = start_in(&folder, &arguments);
        // Gives the process time to install its signal handler, if it has one.
        std::thread::sleep(Duration::from_millis(150));
        faults::send(&child, ["-TERM", "-INT"][number % 2]);
        let run = ends_soon(child, &arguments);
        // Only `decode` may exit with code 1: it rejects its map before it reads the pipe.
        let may = [Some(130), Some(30), Some(1)];
        assert!(may.contains(&run.code), "{arguments:?}: {run:#?}");
        assert!(
            run.code != Some(1) || arguments[..2] == ["decode", "p.json"],
            "{arguments:?}: {run:#?}"
        );
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_damaged_cache_file_is_rebuilt_and_a_pipe_is_left_alone() {
    let folder = Folder::new();
    let path = "graph path pocket 'R U'";
    let graph = || start_in(&folder, path);
    ends_soon(graph(), path).ends(0);
    let cache = std::fs::read_dir(folder.path_of("twistsat")).unwrap();
    let cache = cache.map(|entry| entry.unwrap().path()).next().unwrap();
    // A truncated table is rebuilt, and a note says so.
    let whole = std::fs::read(&cache).unwrap();
    for length in [0, 5, 30, 60, 100, whole.len() / 2, whole.len() - 1] {
        std::fs::write(&cache, &whole[..length]).unwrap();
        ends_soon(graph(), path)
            .ends(0)
            .says(&["is rebuilt: it is cut short"]);
        assert!(std::fs::read(&cache).unwrap() == whole);
    }
    std::fs::remove_file(&cache).unwrap();
    let made = Command::new("mkfifo").arg(&cache).status();
    assert!(made.unwrap().success());
    let run = ends_soon(graph(), path).ends(0);
    let says = "it is not a regular file";
    assert!(run.err.contains(&format!("is rebuilt: {says}")), "{run:#?}");
    assert!(
        run.err.contains(&format!("the table is not kept: {says}")),
        "{run:#?}"
    );
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_signal_ends_the_wait_for_a_missing_reader() {
    let folder = files();
    pipe(&folder, "x.cnf");
    pipe(&folder, "twistsat.1");
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
        faults::send(&child, "-TERM");
        let run = ends_soon(child, arguments);
        assert!(
            matches!(run.code, Some(30 | 130)),
            "{arguments:?}: {run:#?}"
        );
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
    ends_soon(start_in(&folder, &arguments), &arguments)
        .ends(1)
        .says(&["its proof, pipe, cannot be read: it is not a regular file"]);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn devices_without_end_and_folders_are_refused() {
    let folder = files();
    for (path, says) in [("/dev/zero", "it is larger than"), (".", "it is a folder")] {
        for arguments in [
            &["show", "--puzzle-file", path][..],
            &["solve", "pocket", "--batch", path],
            &["verify", path],
            &["decode", path, "a.cnf"],
        ] {
            ends_soon(start_in(&folder, arguments), arguments)
                .ends(1)
                .says(&[says]);
        }
    }
    run_in!(folder.path(), "check . a.drat")
        .ends(1)
        .says(&["cannot read .: it is a folder"]);
}

/// `<(command)` of a shell is such a pipe.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn pipes_with_a_writer_are_read() {
    let folder = files();
    folder.write("list", "R\nR U\n");
    folder.write("puzzle.toml", data("encodings/puzzles/pocket.toml"));
    for (script, says) in [
        (
            "\"$0\" solve pocket --quiet --batch <(cat list)",
            "2: U' R' (2 turns, minimal)",
        ),
        ("\"$0\" check <(cat a.cnf) <(cat a.drat)", "verified"),
        (
            "\"$0\" solve --puzzle-file <(cat puzzle.toml) --scramble R --format alg",
            "R'",
        ),
        (
            "cat list | \"$0\" solve pocket --quiet --batch -",
            "1: R' (1 turn, minimal)",
        ),
        ("cat a.cnf | \"$0\" check - a.drat", "verified"),
        (
            "\"$0\" encode pocket --scramble R --turns 1 -o >(grep -c 'p cnf' > seen); \
             for moment in $(seq 600); do [ -s seen ] && break; sleep 0.05; done; cat seen",
            "1",
        ),
    ] {
        let output = Command::new("bash")
            .args(["-c", script, env!("CARGO_BIN_EXE_twistsat-tested")])
            .current_dir(folder.path())
            .output();
        let Ok(output) = output else {
            return eprintln!("skipped: no bash");
        };
        Run::of(output).ends(0).prints(&[says]);
    }
}

//! The temporary files of a killed run are removed by the next run with the same output; those of a live run are not.

#![cfg(unix)]

use super::*;

/// A formula that takes a moment to write.
fn encode(path: &str) -> String {
    format!("encode pocket --scramble 'R U' --turns 150 -o {path}")
}

/// Waits until the run has begun a temporary file next to its output. `None` if it was too fast.
fn wait_for_temporary_file(folder: &Folder, child: &mut Child, prefix: &str) -> Option<String> {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(60) {
        let mut names = folder.names().into_iter();
        if let Some(name) = names.find(|name| name.starts_with(prefix)) {
            return Some(name);
        }
        if child.try_wait().unwrap().is_some() {
            return None;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("no temporary file within a minute");
}

/// Starts a run and kills it as soon as it has begun a temporary file. Returns the name of that file.
fn killed(folder: &Folder, line: impl Words, prefix: &str) -> String {
    for _ in 0..20 {
        let mut child = start(&line);
        let name = wait_for_temporary_file(folder, &mut child, prefix);
        send(&child, "-KILL");
        child.wait().unwrap();
        if let Some(name) = name.filter(|name| folder.path_of(name).exists()) {
            return name;
        }
    }
    panic!("never killed in time");
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_next_run_removes_leftovers_of_a_killed_one() {
    let folder = Folder::new();
    let path = folder.arg("a.cnf");
    let left = killed(&folder, encode(&path), ".a.cnf.unfinished-");
    // A run with another output in the same folder does not touch it.
    run(encode(&folder.arg("b.cnf"))).ends(0);
    assert!(folder.path_of(&left).exists());
    run(encode(&path)).ends(0);
    let expected = ["a.cnf", "a.cnf.map.json", "b.cnf", "b.cnf.map.json"];
    assert_eq!(folder.names(), expected);
    // An export of a graph writes a folder.
    let folder = Folder::new();
    let place = folder.arg("graph");
    let export = format!("graph export pocket --metric qtm --allow 'R U' --to neo4j {place}");
    killed(&folder, &export, ".graph.unfinished-");
    run(&export).ends(0);
    assert_eq!(folder.names(), ["graph"]);
}

/// Stops a process, and waits until it is stopped or has ended.
fn pause(child: &Child) {
    send(child, "-STOP");
    let is_stopped = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
        let state = status
            .lines()
            .find_map(|line| line.strip_prefix("State:"))?;
        Some(state.trim_start().starts_with(['T', 'Z']))
    };
    let begun = Instant::now();
    while is_stopped() != Some(true) && begun.elapsed() < Duration::from_secs(2) {
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_run_in_progress_keeps_its_files() {
    let folder = Folder::new();
    let path = folder.arg("a.cnf");
    for attempt in 0..40 {
        let mut child = start(encode(&path));
        let name = wait_for_temporary_file(&folder, &mut child, ".a.cnf.unfinished-");
        std::thread::sleep(Duration::from_millis(attempt % 10));
        pause(&child);
        // A file with content is locked. An empty one may still be removed by another run, and is then begun again.
        let is_begun = |name: &String| {
            let file = std::fs::metadata(folder.path_of(name));
            file.is_ok_and(|file| file.len() > 0)
        };
        let Some(name) = name.filter(is_begun) else {
            send(&child, "-CONT");
            child.wait().unwrap();
            continue;
        };
        run(encode_one(&path)).ends(0);
        assert!(folder.path_of(&name).exists());
        let other = folder.read("a.cnf");
        send(&child, "-CONT");
        end_of(child).ends(0);
        assert!(folder.read("a.cnf") != other);
        assert_eq!(folder.names(), ["a.cnf", "a.cnf.map.json"]);
        return;
    }
    panic!("never stopped in time");
}

/// A run was killed while it replaced a set of files: the backups of the old files are kept until a later run writes
/// the new ones.
#[test]
fn an_old_certificate_is_kept_until_there_is_a_new_one() {
    let folder = Folder::new();
    folder.write(".p.json.before-a1B2c3", "old");
    folder.write(".q.json.before-a1B2c3", "old");
    let prove = r#"prove pocket --scramble "R U2 F'" -o p --max-turns"#;
    run_in!(&folder, "{prove} 3").ends(1);
    assert_eq!(folder.read(".p.json.before-a1B2c3"), "old");
    run_in!(&folder, "{prove} 2").ends(0);
    let expected = [".q.json.before-a1B2c3", "p.cnf", "p.json", "p.lrat"];
    assert_eq!(folder.names(), expected);
}

#[test]
fn files_with_the_longest_possible_names_are_written() {
    let folder = Folder::new();
    let name = "x".repeat(240);
    run(encode_one(&folder.arg(&name))).ends(0);
    assert!(folder.read(&name).contains("p cnf"));
}

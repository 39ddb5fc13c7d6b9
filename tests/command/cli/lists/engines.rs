//! Runs the scripts of docs/many.md with existing schedulers.

use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;

use super::*;

/// The environment variable that lists, separated by commas, the engines that must be installed.
const REQUIRED: &str = "TWISTSAT_REQUIRE_ENGINES";

/// Whether an engine is installed, that is, whether a shell command finds it. If not, reports the test as skipped, or
/// panics if the engine is required.
pub(super) fn has(engine: &str, finds_it: &str) -> bool {
    let found = Command::new("sh").args(["-c", finds_it]).output();
    if found.unwrap().status.success() {
        return true;
    }
    let required = std::env::var(REQUIRED).unwrap_or_default();
    let is_required = required.split(',').any(|name| name.trim() == engine);
    assert!(!is_required, "{engine} of {REQUIRED} is not installed");
    // Not with `eprintln!`, which the test harness captures.
    let _ = writeln!(std::io::stderr(), "skipped: {engine} is not installed");
    false
}

/// The code block of docs/many.md in this language that contains this text.
pub(super) fn block(language: &str, with: &str) -> String {
    let text = data("docs/many.md");
    let fence = format!("```{language}\n");
    let blocks = text.split(&fence).skip(1);
    let mut blocks = blocks.filter_map(|rest| rest.split("```").next());
    let block = blocks.find(|block| block.contains(with));
    block.expect("docs/many.md has the block").to_owned()
}

/// A folder with the list `states.txt` and the program `bin/twistsat`, and the table that one process produces.
pub(super) fn folder_and_table(lines: usize, turns: usize, command: &str) -> (Folder, String) {
    let folder = Folder::new();
    let list = scrambles(lines, turns);
    answered(&folder, &list, "alone", command);
    folder.write("states.txt", list);
    fs::create_dir(folder.path_of("bin")).unwrap();
    symlink(PROGRAM, folder.path_of("bin/twistsat")).unwrap();
    let whole = table(&folder, "alone");
    (folder, whole)
}

/// A command that runs in the folder, with `twistsat` on its `PATH`.
pub(super) fn inside(folder: &Folder, program: &str) -> Command {
    let mut command = Command::new(program);
    let path = std::env::var("PATH").unwrap_or_default();
    command
        .current_dir(folder.path())
        .env("PATH", format!("{}:{path}", folder.arg("bin")))
        .env("XDG_CACHE_HOME", "/dev/null");
    command
}

/// The names of the answer files that shards wrote.
pub(super) fn answer_files(folder: &Folder) -> Vec<String> {
    let mut names = folder.names();
    names.retain(|name| name.starts_with("answers-"));
    names
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn make_answers_a_list_in_shards_and_merges_the_table() {
    if !has("make", "command -v make") {
        return;
    }
    let (folder, whole) = folder_and_table(24, 6, "solve pocket");
    folder.write("Makefile", block("make", "table.csv"));
    let make = || {
        let output = inside(&folder, "make").args(["-s", "-j", "2"]).output();
        Run::of(output.unwrap()).ends(0);
        folder.read("table.csv")
    };
    let merged = make();
    assert_eq!(table(&folder, answer_files(&folder)), whole);
    assert_eq!(merged.lines().count(), 25);
    // Nothing is left to do.
    assert_eq!(make(), merged);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn gnu_parallel_answers_a_list_on_two_hosts_and_resumes() {
    if !has("parallel", "command -v parallel") {
        return;
    }
    let (folder, whole) = folder_and_table(24, 6, "solve pocket");
    // Both hosts are this machine, and a script in place of ssh runs the commands. It waits until the other host has a
    // process, too, because a host that finished earlier would get all the work. Like ssh, it sets the user's shell,
    // with which GNU parallel starts its work: a machine that runs tests unattended may have none set.
    let ssh = folder.script(
        "ssh",
        "#!/bin/sh\nhost=$1; shift\n[ \"$1\" != -- ] || shift\necho \"$host\" >> \"$0.hosts\"\n\
         for try in $(seq 300); do\n\
         [ \"$(sort -u \"$0.hosts\" | wc -l)\" -lt 2 ] || break\nsleep 0.1\ndone\nexport SHELL=/bin/sh\nexec sh -c \"$*\"\n",
    );
    folder.write("hosts", "1/one\n1/two\n");
    let script = block("sh", "parallel --joblog").replace("64", "6");
    let parallel = || {
        let mut command = inside(&folder, "sh");
        command.args(["-c", &script]).env("HOME", folder.path());
        command.env("PARALLEL", format!("--ssh {ssh}"));
        Run::of(command.output().unwrap()).ends(0)
    };
    parallel();
    let seen = folder.read("ssh.hosts");
    assert!(seen.contains("one\n") && seen.contains("two\n"), "{seen}");
    assert_eq!(folder.read("log").lines().count(), 7);
    assert_eq!(table(&folder, answer_files(&folder)), whole);
    // Nothing that succeeded is started again.
    parallel();
    assert_eq!(folder.read("ssh.hosts"), seen);
}

/// Runs a script that answers a list and prints the exit codes of sixteen shards, in the Python that has this module.
fn assert_answered_in_shards(engine: &str, module: &str, script: String) {
    let python = std::env::var("TWISTSAT_PYTHON").unwrap_or("python3".to_owned());
    if !has(engine, &format!("'{python}' -c 'import {module}'")) {
        return;
    }
    let (folder, whole) = folder_and_table(24, 6, "solve pocket");
    folder.write("script.py", script);
    let output = inside(&folder, &python).arg("script.py").output();
    let codes = Run::of(output.unwrap()).ends(0).out;
    assert_eq!(codes, format!("{:?}\n", [0; 16]));
    assert_eq!(table(&folder, answer_files(&folder)), whole);
}

#[test]
#[ignore = "needs the Python package joblib"]
fn joblib_answers_a_list_in_shards() {
    let script = block("python", "from joblib") + "print(codes)\n";
    assert_answered_in_shards("joblib", "joblib", script);
}

#[test]
#[ignore = "needs the Python package distributed"]
fn dask_answers_a_list_in_shards() {
    let shard = block("python", "from joblib");
    let is_own = |line: &&str| !line.contains("joblib") && !line.starts_with("codes");
    let shard: Vec<&str> = shard.lines().filter(is_own).collect();
    let dask = block("python", "from dask.distributed");
    let script = format!("{}\n{dask}    print(codes)\n", shard.join("\n"));
    assert_answered_in_shards("dask", "dask.distributed", script);
}

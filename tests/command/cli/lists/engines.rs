//! Runs the scripts of docs/many.md with existing schedulers.

use std::io::Write;
use std::os::unix::fs::symlink;

use super::*;

/// The environment variable that lists, separated by commas, the engines that must be installed.
const REQUIRED: &str = "TWISTSAT_REQUIRE_ENGINES";

/// Returns whether to run the test of an engine. If the engine is not installed, this reports the test as skipped, or
/// panics if the engine is required.
fn run_or_skip(engine: &str, is_installed: bool) -> bool {
    if is_installed {
        return true;
    }
    let required = std::env::var(REQUIRED).unwrap_or_default();
    let is_required = required.split(',').any(|name| name.trim() == engine);
    assert!(!is_required, "{engine} of {REQUIRED} is not installed");
    // Not with `eprintln!`, which the test harness captures.
    let _ = writeln!(std::io::stderr(), "skipped: {engine} is not installed");
    false
}

/// Whether the program of an engine is installed; see [`run_or_skip`].
pub(super) fn has(engine: &str, program: &str) -> bool {
    let found = Command::new("sh")
        .args(["-c", &format!("command -v {program}")])
        .output();
    run_or_skip(engine, found.is_ok_and(|found| found.status.success()))
}

/// The code block of docs/many.md in this language that contains this text.
pub(super) fn block(language: &str, with: &str) -> String {
    let text = data("docs/many.md");
    let fence = format!("```{language}\n");
    let blocks = text.split(&fence).skip(1);
    let mut blocks = blocks.filter_map(|rest| rest.split("```").next());
    let block = blocks.find(|block| block.contains(with));
    block
        .unwrap_or_else(|| panic!("no {language} with {with}"))
        .to_owned()
}

/// A folder with the list `states.txt` and the program `bin/twistsat`, and the table that one process produces.
pub(super) fn folder_and_table(
    (lines, turns): (usize, usize),
    command: impl Words,
) -> (ListFolder, String) {
    let lists = ListFolder::new();
    let lines = scrambles(lines, turns);
    let alone = lists.answered(&lines, "alone", command);
    lists.0.write("states.txt", lines.join("\n") + "\n");
    fs::create_dir(lists.0.path_of("bin")).unwrap();
    symlink(PROGRAM, lists.0.path_of("bin/twistsat")).unwrap();
    (lists, table(&alone))
}

/// A command that runs in the folder, with `twistsat` on its `PATH`.
pub(super) fn inside(lists: &ListFolder, program: &str) -> Command {
    let mut command = Command::new(program);
    let path = std::env::var("PATH").unwrap_or_default();
    command
        .current_dir(lists.0.path())
        .env("PATH", format!("{}:{path}", lists.path_argument("bin")))
        .env("XDG_CACHE_HOME", "/dev/null");
    command
}

/// The table of the answers that are in a folder.
#[track_caller]
pub(super) fn table_of_all(lists: &ListFolder) -> String {
    let names = lists.0.names().into_iter();
    let names = names.filter(|name| name.starts_with("answers-"));
    let files: Vec<String> = names.map(|name| lists.path_argument(&name)).collect();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    table(&files)
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn make_answers_a_list_in_shards_and_merges_the_table() {
    if !has("make", "make") {
        return;
    }
    let (lists, whole) = folder_and_table((24, 6), "solve pocket");
    lists.0.write("Makefile", block("make", "table.csv"));
    let make = || inside(&lists, "make").args(["-s", "-j", "2"]).output();
    Run::of(make().unwrap()).ends(0);
    assert_eq!(table_of_all(&lists), whole);
    let merged = lists.0.read("table.csv");
    assert_eq!(merged.lines().count(), 25);
    // Nothing is left to do.
    Run::of(make().unwrap()).ends(0);
    assert_eq!(lists.0.read("table.csv"), merged);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn gnu_parallel_answers_a_list_on_two_hosts_and_resumes() {
    if !has("parallel", "parallel") {
        return;
    }
    let (lists, whole) = folder_and_table((24, 6), "solve pocket");
    // Both hosts are this machine, and a script in place of ssh runs the commands. It waits until the other host has a
    // process, too, because a host that finished earlier would get all the work. Like ssh, it sets the user's shell, with
    // which GNU parallel starts its work: a machine that runs tests unattended may have none set.
    let ssh = lists.0.script(
        "ssh",
        "#!/bin/sh\nhost=$1; shift\n[ \"$1\" != -- ] || shift\necho \"$host\" >> \"$0.hosts\"\n\
         for try in $(seq 300); do\n\
         [ \"$(sort -u \"$0.hosts\" | wc -l)\" -lt 2 ] || break\nsleep 0.1\ndone\nexport SHELL=/bin/sh\nexec sh -c \"$*\"\n",
    );
    lists.0.write("hosts", "1/one\n1/two\n");
    let script = block("sh", "parallel --joblog").replace("64", "6");
    let script = lists.0.write("script", script);
    let parallel = || {
        let mut command = inside(&lists, "sh");
        command.arg(&script).env("HOME", lists.0.path());
        command.env("PARALLEL", format!("--ssh {ssh}"));
        Run::of(command.output().unwrap()).ends(0)
    };
    parallel();
    let seen = lists.0.read("ssh.hosts");
    assert!(seen.contains("one\n") && seen.contains("two\n"), "{seen}");
    assert_eq!(lists.0.read("log").lines().count(), 7);
    assert_eq!(table_of_all(&lists), whole);
    // Nothing that succeeded is started again.
    parallel();
    assert_eq!(lists.0.read("ssh.hosts"), seen);
}

/// The Python in which the engine's package is installed; `None` if it is not.
fn python(engine: &str) -> Option<String> {
    let python = std::env::var("TWISTSAT_PYTHON").unwrap_or("python3".to_owned());
    let module = match engine {
        "dask" => "import dask.distributed",
        _ => "import joblib",
    };
    let found = Command::new(&python).args(["-c", module]).output();
    let is_installed = found.is_ok_and(|found| found.status.success());
    run_or_skip(engine, is_installed).then_some(python)
}

#[test]
#[ignore = "needs the Python package joblib"]
fn joblib_answers_a_list_in_shards() {
    assert_answered_in_shards("joblib", block("python", "from joblib") + "print(codes)\n");
}

/// A script answers a list, and prints the exit codes of sixteen shards.
fn assert_answered_in_shards(engine: &str, script: String) {
    let Some(python) = python(engine) else {
        return;
    };
    let (lists, whole) = folder_and_table((24, 6), "solve pocket");
    let script = lists.0.write("script.py", script);
    let ran = Run::of(inside(&lists, &python).arg(&script).output().unwrap()).ends(0);
    assert_eq!(ran.out, format!("{:?}\n", [0; 16]));
    assert_eq!(table_of_all(&lists), whole);
}

#[test]
#[ignore = "needs the Python package distributed"]
fn dask_answers_a_list_in_shards() {
    let shard = block("python", "from joblib");
    let is_own = |line: &&str| !line.contains("joblib") && !line.starts_with("codes");
    let shard: Vec<&str> = shard.lines().filter(is_own).collect();
    let dask = block("python", "from dask.distributed");
    let script = format!("{}\n{dask}    print(codes)\n", shard.join("\n"));
    assert_answered_in_shards("dask", script);
}

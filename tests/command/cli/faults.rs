//! Full disks, vanished folders, signals at any moment, and two runs with one target: no incomplete file, no panic, and
//! the right exit code.

#![cfg(unix)]

use super::*;
use crate::common::fewer_in_check;

/// A formula of some megabytes, which takes a moment to build and to write.
fn encode_large(path: &str) -> String {
    format!("encode pocket --scramble 'R U' --turns 150 -o {path}")
}

/// Proves that six turns do not solve a state that is nine turns away.
fn prove(prefix: &str) -> String {
    format!("prove pocket --state {NINE} --max-turns 6 -o {prefix}")
}

/// Sends signals at moments throughout a command, and checks that every file left is whole: all files if the command
/// ends with success, otherwise at most `most`. At least one of the runs must end with this exit code.
fn send_signals_at(moments: u32, folder: &Folder, line: &str, code: i32, most: usize) {
    let files = || -> Vec<(String, Vec<u8>)> {
        let names = folder.names().into_iter();
        let read = |name: String| (name.clone(), std::fs::read(folder.path_of(&name)).unwrap());
        names.map(read).collect()
    };
    let begin = Instant::now();
    run(line).ends(0);
    let time = begin.elapsed();
    let whole = files();
    let (mut ended, mut done) = (0, 0);
    for moment in 0..moments {
        for name in folder.names() {
            std::fs::remove_file(folder.path_of(&name)).unwrap();
        }
        let signal = ["-INT", "-TERM"][moment as usize % 2];
        let child = start(line);
        std::thread::sleep(time * moment / (moments - 1));
        send(&child, signal);
        let run = end_of(child);
        let left = files();
        let is_whole = |file| whole.contains(file);
        assert!(left.iter().all(is_whole), "{signal} at {moment}: {run:#?}");
        ended += usize::from(run.code == Some(code));
        match run.code {
            Some(0) => {
                done += 1;
                assert_eq!(left.len(), whole.len());
                continue;
            }
            Some(30) => drop(run.prints(&["unknown", "(interrupted)"])),
            // The signal arrived before the search began, or there is no search.
            Some(130) => assert_eq!(run.err, "error: interrupted\n"),
            // The signal killed the process before its handler was installed.
            None => (),
            _ => panic!("{signal} at {moment}: {run:#?}"),
        }
        assert!(left.len() <= most, "{signal} at {moment}");
    }
    assert!(ended > 0, "no signal came in time; {done} came too late");
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_signal_at_any_moment_leaves_whole_files_or_none() {
    let folder = Folder::new();
    let line = encode_large(&folder.arg("a.cnf"));
    send_signals_at(fewer_in_check(12, 24) as u32, &folder, &line, 130, 2);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_signal_at_any_moment_leaves_a_whole_certificate_or_none() {
    let folder = Folder::new();
    send_signals_at(12, &folder, &prove(&folder.arg("p")), 30, 0);
}

#[test]
fn building_a_formula_can_be_interrupted_and_limited_in_time() {
    // Building this formula takes seconds: it is close to the size limit.
    let large = ["solve", "pocket", "--scramble", "R U", "--turns", "3900"];
    let large = [&large[..], &["--recipe", "mux-idle"]].concat();
    run((&large, "--time-limit 0.2")).ends_printing(30, &["time limit reached"]);
    let child = start(&large);
    limits::wait_for_handler(&child);
    std::thread::sleep(Duration::from_millis(200));
    limits::ended_by("-INT", child).ends(30);
}

#[test]
fn a_formula_that_would_not_fit_is_refused_with_an_estimate_of_its_memory() {
    for (command, turns) in [
        ("encode", "100000"),
        ("solve", "100000"),
        ("enumerate", "1000000"),
    ] {
        let line = format!("{command} pocket --scramble R --turns {turns}");
        let (run, took) = run_timed(&line);
        assert!(took.is_below(Duration::from_secs(5)), "{line}: {took:?}");
        let says = [turns, "clauses", "GB of memory", "`lemmas`", "750 MB"];
        run.ends_saying(1, &says);
    }
}

#[test]
fn a_deleted_working_folder_is_an_error() {
    let folder = Folder::new();
    let gone = folder.path_of("gone");
    std::fs::create_dir(&gone).unwrap();
    let script = "rmdir ../gone && exec \"$0\" encode pocket --scramble R --turns 1";
    run_script(&gone, script).ends_saying(1, &["cannot create cnf-out"]);
    assert!(folder.names().is_empty());
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_read_only_folder_is_an_error_and_stays_unchanged() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    folder.write("a.cnf", "old");
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o555)).unwrap();
    let run = run(encode_large(&folder.arg("a.cnf")));
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    if run.code == Some(0) {
        return eprintln!("skipped: root may write to a read-only folder");
    }
    run.ends_saying(1, &["a.cnf: permission denied"]);
    assert_eq!(folder.names(), ["a.cnf"]);
    assert_eq!(folder.read("a.cnf"), "old");
}

/// Runs a script on a small disk, with the program as `$0`; `None` if the system does not permit such a disk.
#[cfg(target_os = "linux")]
pub(super) fn on_a_small_disk(kilobytes: u32, script: &str) -> Option<Run> {
    let folder = Folder::new();
    let mount = format!("mount -t tmpfs -o size={kilobytes}k tmpfs \"$1\" && cd \"$1\" || exit 99");
    let script = format!("{mount}\n{script}");
    let mut command = Command::new("unshare");
    command.args(["--map-root-user", "--mount", "sh", "-c", &script, PROGRAM]);
    let Ok(output) = command.arg(folder.path()).output() else {
        eprintln!("skipped: a small disk requires unshare");
        return None;
    };
    let run = Run::of(output);
    if run.out.is_empty() {
        eprintln!("skipped: the system permits no small disk: {}", run.err);
        return None;
    }
    Some(run)
}

#[cfg(target_os = "linux")]
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_full_disk_is_an_error_and_keeps_existing_files() {
    let script = "echo old > a.cnf
        \"$0\" encode pocket --scramble R --turns 150 -o a.cnf
        echo \"exit $?\"; ls -A; cat a.cnf";
    let Some(run) = on_a_small_disk(1024, script) else {
        return;
    };
    assert_eq!(run.out, "exit 1\na.cnf\nold\n");
    run.says(&["cannot write a.cnf: no storage space"]);
}

/// The disk is too small for the formula, for the proof after it, or for the certificate after both.
#[cfg(target_os = "linux")]
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_full_disk_leaves_no_incomplete_certificate() {
    let folder = Folder::new();
    run(prove(&folder.arg("p"))).ends(0);
    let kilobytes = |name: &str| {
        let size = std::fs::metadata(folder.path_of(name)).unwrap().len();
        u32::try_from(size.div_ceil(4096) * 4).unwrap()
    };
    let (formula, proof) = (kilobytes("p.cnf"), kilobytes("p.lrat"));
    let script = format!(
        "echo old > p.json
        \"$0\" prove pocket --state {NINE} --max-turns 6 -o p
        echo \"exit $?\"; ls -A; cat p.json"
    );
    // The existing p.json takes one page of 4 KB.
    for (room, name) in [
        (formula - 8, "p.cnf"),
        (formula + 4 + proof / 2, "p.lrat"),
        (formula + 4 + proof, "p.json"),
    ] {
        let Some(run) = on_a_small_disk(room, &script) else {
            return;
        };
        let says = format!("cannot write {name}: no storage space");
        assert!(run.err.contains(&says), "{run:#?}");
        assert_eq!(run.out, "exit 1\np.json\nold\n");
    }
}

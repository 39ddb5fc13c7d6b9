//! Full disks, vanished folders, signals at any moment, and two runs with one target: no incomplete file, no panic, and
//! the right exit code.

#![cfg(unix)]

use super::*;
use crate::common::fewer_in_check;

/// A formula of some megabytes, which takes a moment to build and to write.
fn encode_large(path: &str) -> String {
    format!("encode pocket --scramble 'R U' --turns 150 -o {path}")
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_signal_at_any_moment_leaves_whole_files_or_none() {
    let folder = Folder::new();
    let path = folder.arg("a.cnf");
    let begin = Instant::now();
    run(encode_large(&path)).ends(0);
    let time = begin.elapsed();
    let (formula, map) = (folder.read("a.cnf"), folder.read("a.cnf.map.json"));
    let (mut ended, mut done) = (0, 0);
    let moments = fewer_in_check(12, 24);
    for moment in 0..moments {
        let signal = ["-INT", "-TERM"][moment % 2];
        std::fs::remove_file(folder.path_of("a.cnf")).ok();
        std::fs::remove_file(folder.path_of("a.cnf.map.json")).ok();
        let child = start(encode_large(&path));
        std::thread::sleep(time * moment as u32 / moments as u32);
        send(&child, signal);
        let run = end_of(child);
        match run.code {
            Some(0) => done += 1,
            Some(130) => {
                ended += 1;
                assert_eq!(run.err, "error: interrupted\n");
            }
            // The signal killed the process before its handler was installed.
            None => (),
            _ => panic!("{signal} at {moment}: {run:#?}"),
        }
        for name in folder.names() {
            let whole = match name.as_str() {
                "a.cnf" => &formula,
                "a.cnf.map.json" => &map,
                other => panic!("{other} was left behind by {signal} at {moment}"),
            };
            assert!(folder.read(&name) == *whole, "{name} is not whole");
        }
        assert!(run.code != Some(0) || folder.names().len() == 2);
    }
    assert!(ended > 0, "no signal came in time; {done} came too late");
}

/// Proves that six turns do not solve a state that is nine turns away.
fn prove(prefix: &str) -> String {
    format!("prove pocket --state {NINE} --max-turns 6 -o {prefix}")
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_signal_at_any_moment_leaves_a_whole_certificate_or_none() {
    let folder = Folder::new();
    let prefix = folder.arg("p");
    let begin = Instant::now();
    run(prove(&prefix)).ends(0);
    let whole = begin.elapsed();
    let names = folder.names();
    assert_eq!(names, ["p.cnf", "p.json", "p.lrat"]);
    let read = |name: &String| std::fs::read(folder.path_of(name)).unwrap();
    let contents: Vec<Vec<u8>> = names.iter().map(read).collect();
    let (mut ended, mut done) = (0, 0);
    for moment in 0..12 {
        for name in folder.names() {
            std::fs::remove_file(folder.path_of(&name)).unwrap();
        }
        let child = start(prove(&prefix));
        std::thread::sleep(whole * moment / 11);
        send(&child, ["-INT", "-TERM"][moment as usize % 2]);
        let Run { code, out, err, .. } = end_of(child);
        match code {
            Some(0) => {
                done += 1;
                assert_eq!(folder.names(), names);
                assert!(folder.names().iter().map(read).eq(contents.iter().cloned()));
            }
            Some(30) => {
                ended += 1;
                assert!(
                    out.contains("unknown") && out.contains("(interrupted)"),
                    "{out}"
                );
                assert!(folder.names().is_empty(), "{:?}", folder.names());
            }
            // The signal arrived before the search began.
            Some(130) => {
                assert_eq!(err, "error: interrupted\n");
                assert!(folder.names().is_empty(), "{:?}", folder.names());
            }
            // The signal killed the process before its handler was installed.
            None => assert!(folder.names().is_empty()),
            _ => panic!("{code:?} {out} {err}"),
        }
    }
    assert!(ended > 0, "no signal came in time; {done} came too late");
}

#[test]
fn building_a_formula_can_be_interrupted_and_limited_in_time() {
    // Building this formula takes seconds: it is close to the size limit.
    let large = ["solve", "pocket", "--scramble", "R U", "--turns", "3900"];
    let large = [&large[..], &["--recipe", "mux-idle"]].concat();
    run((&large, "--time-limit 0.2"))
        .ends(30)
        .prints(&["time limit reached"]);
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
        run.ends(1).says(&says);
    }
}

#[test]
fn a_deleted_working_folder_is_an_error() {
    let folder = Folder::new();
    let gone = folder.path_of("gone");
    std::fs::create_dir(&gone).unwrap();
    let script = "rmdir ../gone && exec \"$0\" encode pocket --scramble R --turns 1";
    run_script(&gone, script)
        .ends(1)
        .says(&["cannot create cnf-out"]);
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
    run.ends(1).says(&["a.cnf: permission denied"]);
    assert_eq!(
        (folder.names(), folder.read("a.cnf")),
        (vec!["a.cnf".to_owned()], "old".to_owned())
    );
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

#[test]
#[ignore = "long check"]
fn processes_that_write_to_one_path_leave_the_complete_file_of_one() {
    let folder = Folder::new();
    let path = folder.arg("a.cnf");
    let lines = [20, 21, 22, 23]
        .map(|turns| format!("encode pocket --scramble 'R U' --turns {turns} -o {path}"));
    let content = || ["a.cnf", "a.cnf.map.json"].map(|name| folder.read(name));
    let whole = lines.each_ref().map(|line| {
        run(line).ends(0);
        content()
    });
    for _ in 0..3 {
        for child in lines.each_ref().map(start) {
            end_of(child).ends(0);
        }
        assert_eq!(folder.names(), ["a.cnf", "a.cnf.map.json"]);
        for (number, found) in content().iter().enumerate() {
            assert!(whole.iter().any(|known| known[number] == *found));
        }
    }
}

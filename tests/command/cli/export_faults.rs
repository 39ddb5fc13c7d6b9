//! Faults during each kind of graph export: full disks, limits on file sizes, signals, and several runs with one
//! target. The export is complete or absent, and no leftover looks complete.

#![cfg(unix)]

use std::fs;

use itertools::Itertools;

use super::*;
use crate::common::fewer_in_check;

/// The command line that exports a graph of 29,160 states for a database.
fn call(to: &str, place: &str) -> String {
    format!("graph export pocket --metric qtm --allow 'R U' --to {to} {place}")
}

/// The name and content of a file, or of each file in a folder.
fn contents(place: &Path) -> Vec<(String, Vec<u8>)> {
    let named = |path: &Path| {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        (name, fs::read(path).unwrap())
    };
    if place.is_file() {
        return vec![named(place)];
    }
    let entries = fs::read_dir(place).unwrap();
    let mut files: Vec<_> = entries.map(|file| named(&file.unwrap().path())).collect();
    files.sort();
    files
}

/// The databases, and the sizes of disks in kilobytes: from too small for the first rows to nearly large enough.
const DATABASES: &[(&str, [u32; 3])] = &[
    ("neo4j", [16, 600, 4000]),
    #[cfg(feature = "sqlite")]
    ("sqlite", [16, 600, 3000]),
];

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_signal_leaves_a_complete_export_or_none() {
    for (to, _) in DATABASES {
        send_signals_to_an_export(to);
    }
}

/// Sends signals at moments throughout the export. Only SIGKILL, which cannot be caught, may leave an incomplete file,
/// which is hidden and has `unfinished` in its name.
fn send_signals_to_an_export(to: &str) {
    let folder = Folder::new();
    let place = folder.arg("graph");
    let begin = Instant::now();
    run(call(to, &place)).ends(0);
    let time = begin.elapsed();
    let whole = contents(&folder.path_of("graph"));
    let remove = || {
        for name in folder.names() {
            let path = folder.path_of(&name);
            let removed = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
            removed.unwrap();
        }
    };
    let (mut ended, mut killed) = (0, 0);
    let moments = fewer_in_check(6, 12);
    // Other work may have slowed the first run. If too few signals came in time, the next round sends them sooner.
    for (round, moment) in (0..4_u32).cartesian_product(0..moments) {
        if moment == 0 && ended > 0 && killed > 0 {
            break;
        }
        remove();
        let signal = ["-INT", "-TERM", "-KILL"][moment % 3];
        let child = start(call(to, &place));
        std::thread::sleep(time / 2_u32.pow(round) * moment as u32 / moments as u32);
        send(&child, signal);
        let run = end_of(child);
        let names = folder.names();
        match run.code {
            Some(0) => {
                assert_eq!(names, ["graph"], "{signal} at {moment}");
                assert!(contents(&folder.path_of("graph")) == whole);
            }
            Some(130) => {
                ended += 1;
                assert_eq!(run.err, "error: interrupted\n");
                assert!(names.is_empty(), "{signal} at {moment} left {names:?}");
            }
            None => {
                killed += usize::from(signal == "-KILL");
                let hidden = |name: &String| name.starts_with(".graph.unfinished-");
                // The process may be killed after it has renamed the complete file.
                let is_whole =
                    |name: &String| name == "graph" && contents(&folder.path_of(name)) == whole;
                // Another signal kills the process only before its handler is installed, when there is no file yet.
                let may_stay = |name| signal == "-KILL" && (hidden(name) || is_whole(name));
                assert!(names.iter().all(may_stay), "{signal} left {names:?}");
            }
            _ => panic!("{signal} at {moment}: {run:?}"),
        }
    }
    assert!(ended > 0 && killed > 0, "no signal came in time");
}

/// Limits the files to a number of blocks of 512 bytes, with SIGXFSZ ignored or not.
#[test]
fn a_file_size_limit_leaves_nothing_behind() {
    let limits = ["0;", "100;", "100; trap '' XFSZ;", "3000;"];
    for (&(to, _), limit) in DATABASES.iter().cartesian_product(limits) {
        let folder = Folder::new();
        let line = call(to, &folder.arg("graph"));
        let shell = format!("ulimit -f {limit} exec \"$0\" {line}");
        let failed = run_script(&folder, &shell).ends(1);
        failed.says(&["graph: ", "cannot write"]).prints_nothing();
        assert!(folder.names().is_empty(), "{:?}", folder.names());
    }
}

#[cfg(target_os = "linux")]
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_full_disk_leaves_nothing_behind() {
    for (to, kilobytes) in DATABASES {
        for &room in kilobytes {
            let line = call(to, "graph");
            let script = format!("\"$0\" {line}; echo \"exit $?\"; ls -A");
            let Some(run) = faults::on_a_small_disk(room, &script) else {
                return;
            };
            assert_eq!(run.out, "exit 1\n", "{room}: {run:#?}");
            run.says(&["cannot write graph: "]);
        }
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn only_one_of_several_concurrent_runs_succeeds() {
    for (to, _) in DATABASES {
        let folder = Folder::new();
        let place = folder.arg("graph");
        let children = [0; 3].map(|_| start(call(to, &place)));
        let runs = children.map(end_of).into_iter();
        let (done, others): (Vec<Run>, Vec<Run>) = runs.partition(|run| run.code == Some(0));
        assert_eq!(done.len(), 1, "{others:#?}");
        for run in others {
            run.ends_saying(1, &["graph already exists"]);
        }
        assert_eq!(folder.names(), ["graph"]);
        run(call(to, &folder.arg("again"))).ends(0);
        let bytes = |name: &str| {
            let files = contents(&folder.path_of(name)).into_iter();
            files.map(|(_, bytes)| bytes).collect::<Vec<_>>()
        };
        assert!(bytes("graph") == bytes("again"));
    }
}

#[test]
fn existing_files_are_not_touched() {
    let folder = Folder::new();
    fs::create_dir(folder.path_of("folder")).unwrap();
    folder.write("folder/mine", "mine");
    fs::create_dir(folder.path_of("empty")).unwrap();
    folder.write("file", "mine, too");
    std::os::unix::fs::symlink("nowhere", folder.path_of("link")).unwrap();
    let before = folder.names();
    let sqlite = cfg!(feature = "sqlite").then_some("sqlite");
    for to in ["neo4j", "dot", "graphml"].into_iter().chain(sqlite) {
        for name in &before {
            let says = ["already exists"];
            run(call(to, &folder.arg(name))).ends_saying(1, &says);
        }
        let nowhere = run(call(to, &folder.arg("no/such/folder"))).ends(1);
        nowhere.says(&["cannot write", "no such file or folder"]);
    }
    assert_eq!(folder.names(), before);
    assert_eq!(folder.read("folder/mine"), "mine");
    assert_eq!(folder.read("file"), "mine, too");
    let mut in_empty = fs::read_dir(folder.path_of("empty")).unwrap();
    assert!(in_empty.next().is_none());
}

/// SQLite takes seconds to build the indexes of the whole pocket cube, and an interruption does not wait for them.
#[cfg(feature = "sqlite")]
#[test]
#[ignore = "long check: 500 MB"]
fn building_indexes_can_be_interrupted() {
    use std::cell::Cell;
    use std::sync::mpsc;

    use twistsat::control::CancelFlag;
    use twistsat::graph::export::{Export, ExportError};
    use twistsat::graph::{DistanceTable, Names};
    use twistsat::notation::Notation;

    let puzzle = pocket();
    let mut turns = puzzle.turns_around_held();
    turns.retain(|&turn| !puzzle.turns()[turn].is_half());
    let table = DistanceTable::build(&puzzle, &turns).unwrap();
    let names = Names::new(&puzzle).unwrap();
    let export = Export::new(&puzzle, &table, &names, Notation::Singmaster);
    let folder = Folder::new();
    let flag = CancelFlag::default();
    let control = Control::new(flag.clone(), None);
    let (filled, waiting) = mpsc::channel();
    let interrupter = std::thread::spawn(move || {
        waiting.recv().unwrap();
        // Meanwhile the last rows are written and the indexes are begun.
        std::thread::sleep(Duration::from_secs(1));
        flag.raise();
        Instant::now()
    });
    let seen = Cell::new(0);
    let notify = |more| {
        seen.set(seen.get() + more);
        if seen.get() == table.indices() as u64 {
            filled.send(()).unwrap();
        }
    };
    let result = export.write_sqlite(&folder.path_of("whole.db"), &control, &notify);
    let late = interrupter.join().unwrap().elapsed();
    assert!(matches!(result, Err(ExportError::Stopped(_))), "{result:?}");
    assert!(late < Duration::from_millis(500), "{late:?}");
}

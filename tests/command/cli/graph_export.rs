//! Exports of the whole graph for databases.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use twistsat::graph::{Names, held_as};
use twistsat::notation::{Notation, Scheme};
use twistsat::puzzle::{Layout, State};

use super::*;

/// Two faces: 29,160 states, each with four quarter turns.
const TWO_FACES: &str = "graph export pocket --metric qtm --allow 'R U'";

fn export(folder: &Folder, name: &str, more: &str) -> Run {
    let place = folder.arg(name);
    run!("{TWO_FACES} --to neo4j {place} --quiet {more}")
}

/// The lines of a file after the first, split at a separator.
fn rows(folder: &Folder, name: &str, header: &str, separator: char) -> Vec<Vec<String>> {
    let text = folder.read(name);
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some(header));
    let row = |line: &str| line.split(separator).map(str::to_owned).collect();
    lines.map(row).collect()
}

/// The state with this name, rotated so that the held piece is in its place.
fn upright(name: &str) -> State {
    let puzzle = pocket();
    let scheme = Scheme::new(&puzzle, Names::new(&puzzle).unwrap().symbols()).unwrap();
    let state = scheme
        .state(&Layout::Net.read(&puzzle, name).unwrap())
        .unwrap();
    held_as(&puzzle, &state, puzzle.solved()).remove(0)
}

#[test]
#[ignore = "long check"]
fn the_exported_files_contain_the_graph() {
    let folder = Folder::new();
    let report = export(&folder, "two", "--format json").ends(0).json();
    assert_eq!(
        (&report["nodes"], &report["edges"]),
        (&json!(29_160), &json!(58_320))
    );
    let nodes = rows(
        &folder,
        "two/nodes.csv",
        "pos:ID(State),distance:int,:LABEL",
        ',',
    );
    let edges = rows(
        &folder,
        "two/edges.csv",
        ":START_ID(State),:END_ID(State),turn,back,:TYPE",
        ',',
    );
    assert_eq!((nodes.len(), edges.len()), (29_160, 58_320));
    let distances: BTreeMap<&str, i64> = nodes
        .iter()
        .map(|row| (row[0].as_str(), row[1].parse().unwrap()))
        .collect();
    assert_eq!(distances.len(), nodes.len());
    assert!(nodes.iter().all(|row| row[2] == "State"));
    let mut degrees: BTreeMap<&str, usize> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    let (puzzle, names) = (pocket(), Names::new(&pocket()).unwrap());
    for (number, row) in edges.iter().enumerate() {
        let [start, end, turn, back, kind] = &row[..] else {
            panic!("{row:?}")
        };
        // A quarter turn changes the parity, and so the distance.
        assert_eq!(
            (distances[start.as_str()] - distances[end.as_str()]).abs(),
            1
        );
        assert_eq!((format!("{turn}'"), kind.as_str()), (back.clone(), "MOVE"));
        assert!(
            seen.insert([start.min(end), start.max(end)]),
            "{row:?} twice"
        );
        for end in [start, end] {
            *degrees.entry(end).or_default() += 1;
        }
        if number % 97 == 0 {
            let turns = Notation::Singmaster.read(&puzzle, turn).unwrap();
            let there = puzzle.apply(&upright(start), &turns);
            assert_eq!(&names.name(&there), end);
            assert_eq!(there, upright(end));
        }
    }
    assert!(degrees.len() == 29_160 && degrees.values().all(|&degree| degree == 4));
    for (file, name) in report["files"]
        .as_array()
        .unwrap()
        .iter()
        .zip(["nodes", "edges"])
    {
        let path = folder.path_of(&format!("two/{name}.csv"));
        assert_eq!(file["path"], json!(path.to_str().unwrap()));
        assert_eq!(file["bytes"], json!(fs::metadata(&path).unwrap().len()));
        if let Ok(sum) = Command::new("sha256sum").arg(&path).output() {
            let sum = String::from_utf8(sum.stdout).unwrap();
            assert_eq!(sum.split(' ').next(), file["sha256"].as_str());
        }
    }
}

#[test]
fn half_turns_are_one_edge_each() {
    let folder = Folder::new();
    let place = folder.arg("one");
    let out = run!("graph export pocket --allow R --to neo4j {place}")
        .ends(0)
        .out;
    // Four states, joined in a ring by R and across by R2.
    assert!(out.starts_with("4 nodes, 6 edges\n"), "{out}");
    let edges = folder.read("one/edges.csv");
    assert_eq!(edges.matches(",R,R',MOVE").count(), 4, "{edges}");
    assert_eq!(edges.matches(",R2,R2,MOVE").count(), 2, "{edges}");
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_2017_form_has_the_published_columns() {
    let folder = Folder::new();
    export(&folder, "new", "").ends(0);
    export(&folder, "old", "--form 2017").ends(0);
    let nodes = rows(&folder, "old/nodes.csv", "pos:ID;:LABEL", ';');
    assert!(nodes.iter().all(|row| row.len() == 2 && row[1] == "Cube"));
    let edges = rows(&folder, "old/edges.csv", ":START_ID;:END_ID;:TYPE", ';');
    let new = rows(
        &folder,
        "new/edges.csv",
        ":START_ID(State),:END_ID(State),turn,back,:TYPE",
        ',',
    );
    assert_eq!((nodes.len(), edges.len()), (29_160, new.len()));
    assert!(
        edges
            .iter()
            .zip(&new)
            .all(|(old, new)| old[..2] == new[..2] && old[2] == "MOVE")
    );
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_output_does_not_depend_on_the_number_of_threads() {
    let folder = Folder::new();
    for jobs in ["1", "3"] {
        export(&folder, jobs, &format!("--jobs {jobs}")).ends(0);
    }
    for file in ["nodes.csv", "edges.csv"] {
        assert!(
            folder.read(&format!("1/{file}")) == folder.read(&format!("3/{file}")),
            "{file}"
        );
    }
}

/// Checks the documented size of the graph of quarter turns, and that its export takes at most a minute.
#[test]
#[ignore = "long check: 600 MB"]
fn the_whole_pocket_cube_has_the_published_number_of_edges() {
    let folder = Folder::new();
    let place = folder.arg("whole");
    let started = Instant::now();
    let out = run!("graph export pocket --metric qtm --to neo4j {place}")
        .ends(0)
        .out;
    assert!(
        out.starts_with("3,674,160 nodes, 11,022,480 edges\n"),
        "{out}"
    );
    assert!(
        started.elapsed() < Duration::from_secs(60),
        "{:?}",
        started.elapsed()
    );
}

/// Since Neo4j 5.19, a name after `--nodes` or `--relationships` is treated as a file.
#[test]
fn the_import_command_names_the_database_first() {
    let help = run!("graph export --help").ends(0).out;
    for text in [help, data("docs/graph.md")] {
        let (_, command) = text
            .split_once("neo4j-admin database import full ")
            .unwrap();
        let command = command.lines().next().unwrap();
        assert!(command.starts_with("neo4j --nodes="), "{command}");
        assert!(command.ends_with("/edges.csv"), "{command}");
    }
}

// External engines.

/// Runs the script that loads an export into a Cypher database, with the Python interpreter that `TWISTSAT_PYTHON` names.
fn in_cypher(arguments: &[&str]) {
    let Ok(python) = std::env::var("TWISTSAT_PYTHON") else {
        eprintln!("skipped: TWISTSAT_PYTHON is not set to a Python with a Cypher database");
        return;
    };
    let folder = Folder::new();
    let root = Path::new(env!("TWISTSAT_ROOT"));
    let run = Command::new(python)
        .arg(root.join("tests/engines/cypher.py"))
        .args([env!("CARGO_BIN_EXE_twistsat-tested"), &folder.arg("graph")])
        .args(arguments)
        .env("XDG_CACHE_HOME", folder.path())
        .output();
    Run::of(run.unwrap()).ends(0);
}

#[test]
fn a_cypher_database_finds_paths_of_the_same_length() {
    in_cypher(&["20", "--metric", "qtm", "--allow", "R U"]);
}

#[test]
#[ignore = "long check: 600 MB in a database"]
fn a_cypher_database_finds_paths_of_the_same_length_in_the_whole_graph() {
    in_cypher(&["5", "--metric", "qtm"]);
}

#[cfg(feature = "sqlite")]
mod sqlite {
    use rusqlite::Connection;
    use twistsat::graph::DistanceTable;

    use super::*;

    /// The documented query that finds paths.
    fn query() -> String {
        let text = data("docs/graph.md");
        let blocks = text.split("```sql\n").skip(1);
        let mut blocks = blocks.map(|block| block.split("```").next().unwrap());
        blocks
            .find(|block| block.contains("WITH RECURSIVE"))
            .unwrap()
            .to_owned()
    }

    #[test]
    fn the_documented_query_finds_every_shortest_path() {
        let folder = Folder::new();
        let place = folder.arg("two.db");
        let call = format!("{TWO_FACES} --to sqlite {place}");
        let out = run(&call).ends(0).out;
        assert!(out.starts_with("29,160 nodes, 58,320 edges\n"), "{out}");
        assert_eq!(folder.names(), ["two.db"]);
        let database = Connection::open(&place).unwrap();
        let count = |sql: &str| {
            database
                .query_row(sql, [], |row| row.get::<_, i64>(0))
                .unwrap()
        };
        assert_eq!(count("SELECT count(*) FROM state"), 29_160);
        assert_eq!(count("SELECT count(*) FROM move"), 58_320);
        assert_eq!(count("SELECT count(*) FROM pragma_foreign_key_check"), 0);
        let puzzle = pocket();
        let turns = Notation::Singmaster.read(&puzzle, "R R' U U'").unwrap();
        let table = DistanceTable::build(&puzzle, &turns).unwrap();
        let query = query();
        let is_name = |part: &&str| part.len() == 24 && part.parse::<u128>().is_ok();
        let pos = query.split('\'').find(is_name).unwrap();
        let mut names = database
            .prepare("SELECT pos FROM state ORDER BY pos LIMIT 10 OFFSET 5")
            .unwrap();
        let names = names.query_map([], |row| row.get::<_, String>(0)).unwrap();
        for name in names.map(Result::unwrap) {
            let mut paths = database.prepare(&query.replace(pos, &name)).unwrap();
            let paths = paths.query_map([], |row| row.get::<_, String>(0)).unwrap();
            let found: BTreeSet<String> = paths.map(Result::unwrap).collect();
            let start = upright(&name);
            let expected = table.shortest_solutions(&start);
            let expected: BTreeSet<String> = expected
                .iter()
                .map(|path| Notation::Singmaster.write_all(&puzzle, path))
                .collect();
            assert_eq!(found, expected, "{name}");
        }
        let again = run(&call).ends(1).err;
        assert!(again.contains("already exists"), "{again}");
    }
}

#[test]
fn without_sqlite_its_export_names_the_missing_feature() {
    if cfg!(feature = "sqlite") {
        return;
    }
    let folder = Folder::new();
    let place = folder.arg("two.db");
    let refused = run!("{TWO_FACES} --to sqlite {place}").ends(1).err;
    assert!(refused.contains("--features sqlite"), "{refused}");
}

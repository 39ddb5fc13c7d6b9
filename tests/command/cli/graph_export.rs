//! Exports of the whole graph for databases.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use twistsat::graph::{Names, held_as};
use twistsat::notation::{Notation, Scheme};
use twistsat::proof::certificate::sha256;
use twistsat::puzzle::{Layout, State};

use super::*;
use crate::common::fewer_in_check;

/// Two faces: 29,160 states, each with four quarter turns.
const TWO_FACES: &str = "graph export pocket --metric qtm --allow 'R U'";

fn export(folder: &Folder, name: &str, more: &str) -> Run {
    let place = folder.arg(name);
    run!("{TWO_FACES} --to neo4j {place} --quiet {more}")
}

/// The first line of a file of edges.
const EDGES: &str = ":START_ID(State),:END_ID(State),turn,back,:TYPE";

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
    let symbols = Layout::Net.read(&puzzle, name).unwrap();
    let state = scheme.state(&symbols).unwrap();
    held_as(&puzzle, &state, puzzle.solved()).remove(0)
}

#[test]
#[ignore = "long check"]
fn the_exported_files_contain_the_graph() {
    let folder = Folder::new();
    let report = export(&folder, "two", "--format json").ends(0);
    let report = report.reports(json!({"nodes": 29_160, "edges": 58_320}));
    let header = "pos:ID(State),distance:int,:LABEL";
    let nodes = rows(&folder, "two/nodes.csv", header, ',');
    let edges = rows(&folder, "two/edges.csv", EDGES, ',');
    assert_eq!((nodes.len(), edges.len()), (29_160, 58_320));
    let distance = |row: &Vec<String>| (row[0].clone(), row[1].parse().unwrap());
    let distances: BTreeMap<String, i64> = nodes.iter().map(distance).collect();
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
        assert_eq!((distances[start] - distances[end]).abs(), 1);
        assert_eq!((&format!("{turn}'"), &**kind), (back, "MOVE"));
        let ends = [start.min(end), start.max(end)];
        assert!(seen.insert(ends), "{row:?} twice");
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
    let report = report.json();
    let files = report["files"].as_array().unwrap().iter();
    for (file, name) in files.zip(["two/nodes.csv", "two/edges.csv"]) {
        let bytes = fs::read(folder.path_of(name)).unwrap();
        let (path, sha256) = (folder.arg(name), sha256(&bytes));
        let keys = json!({"path": path, "bytes": bytes.len(), "sha256": sha256});
        assert_keys(file, keys);
    }
}

#[test]
fn half_turns_are_one_edge_each() {
    let folder = Folder::new();
    let place = folder.arg("one");
    let run = run!("graph export pocket --allow R --to neo4j {place}").ends(0);
    // Four states, joined in a ring by R and across by R2.
    assert!(run.out.starts_with("4 nodes, 6 edges\n"), "{run:#?}");
    let edges = folder.read("one/edges.csv");
    assert_eq!(edges.matches(",R,R',MOVE").count(), 4, "{edges}");
    assert_eq!(edges.matches(",R2,R2,MOVE").count(), 2, "{edges}");
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_2017_form_has_the_published_columns_on_any_number_of_threads() {
    let folder = Folder::new();
    export(&folder, "one", "--form 2017 --jobs 1").ends(0);
    export(&folder, "old", "--form 2017 --jobs 3").ends(0);
    for file in ["nodes.csv", "edges.csv"] {
        let [one, three] = ["one", "old"].map(|name| folder.read(&format!("{name}/{file}")));
        assert!(one == three, "{file}");
    }
    export(&folder, "new", "").ends(0);
    let nodes = rows(&folder, "old/nodes.csv", "pos:ID;:LABEL", ';');
    assert!(nodes.iter().all(|row| row.len() == 2 && row[1] == "Cube"));
    let edges = rows(&folder, "old/edges.csv", ":START_ID;:END_ID;:TYPE", ';');
    let new = rows(&folder, "new/edges.csv", EDGES, ',');
    assert_eq!((nodes.len(), edges.len()), (29_160, new.len()));
    let mut both = edges.iter().zip(&new);
    assert!(both.all(|(old, new)| old[..2] == new[..2] && old[2] == "MOVE"));
}

/// Since Neo4j 5.19, a name after `--nodes` or `--relationships` is treated as a file.
#[test]
fn the_import_command_names_the_database_first() {
    let help = run!("graph export --help").ends(0).out;
    for text in [help, data("docs/graph.md")] {
        let command = text.split_once("neo4j-admin database import full ");
        let command = command.unwrap().1.lines().next().unwrap();
        assert!(command.starts_with("neo4j --nodes="), "{command}");
        assert!(command.ends_with("/edges.csv"), "{command}");
    }
}

// External engines.

/// Runs the script that loads an export into a Cypher database, with the Python interpreter that `TWISTSAT_PYTHON`
/// names. When the test is run by name, it loads the whole graph, 600 MB, too.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_cypher_database_finds_paths_of_the_same_length() {
    let Ok(python) = std::env::var("TWISTSAT_PYTHON") else {
        eprintln!("skipped: TWISTSAT_PYTHON is not set to a Python with a Cypher database");
        return;
    };
    let script = Path::new(env!("TWISTSAT_ROOT")).join("tests/engines/cypher.py");
    let graphs = [
        &["20", "--metric", "qtm", "--allow", "R U"][..],
        &["5", "--metric", "qtm"],
    ];
    for graph in &graphs[..fewer_in_check(1, 2)] {
        let folder = Folder::new();
        let mut command = Command::new(&python);
        command.arg(&script).args([PROGRAM, &folder.arg("graph")]);
        command.args(*graph).env("XDG_CACHE_HOME", folder.path());
        Run::of(command.output().unwrap()).ends(0);
    }
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
        let query = blocks.find(|block| block.contains("WITH RECURSIVE"));
        query.unwrap().to_owned()
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
        for (table, rows) in [
            ("state", 29_160),
            ("move", 58_320),
            ("pragma_foreign_key_check", 0),
        ] {
            let count = format!("SELECT count(*) FROM {table}");
            let count = database.query_row(&count, [], |row| row.get::<_, i64>(0));
            assert_eq!(count.unwrap(), rows, "{table}");
        }
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
            let written = expected.iter();
            let written = written.map(|path| Notation::Singmaster.write_all(&puzzle, path));
            assert_eq!(found, written.collect::<BTreeSet<_>>(), "{name}");
        }
        let again = run(&call).ends(1).err;
        assert!(again.contains("already exists"), "{again}");
    }
}

#[test]
#[cfg(not(feature = "sqlite"))]
fn without_sqlite_its_export_names_the_missing_feature() {
    let place = Folder::new().arg("two.db");
    run!("{TWO_FACES} --to sqlite {place}").ends_saying(1, &["--features sqlite"]);
}

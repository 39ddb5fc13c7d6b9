//! `benchmark`: families of formulas and their index.

use std::collections::HashSet;

use twistsat::encode::map;
use twistsat::graph::DistanceTable;
use twistsat::notation::Notation;
use twistsat::proof::certificate::sha256;

use super::*;

/// The rows of an index.
fn rows(folder: &Folder, place: &str) -> Vec<Value> {
    let index = folder.json(&format!("{place}/index.json"));
    assert_eq!(index["format"], "twistsat-benchmark-1");
    index["formulas"].as_array().unwrap().clone()
}

#[test]
#[ignore = "long check"]
fn every_row_of_the_benchmark_index_is_correct() {
    let folder = Folder::new();
    let place = folder.arg("all");
    let names = "pocket count maxsat pseudo-boolean yurichev";
    run!("benchmark {names} --count 4 --time-limit 0.2 --quiet -o {place}").ends(0);
    let puzzle = pocket();
    let read = |turns: &str| Notation::Singmaster.read(&puzzle, turns).unwrap();
    let turns = read("U U2 U' R R2 R' F F2 F'");
    let table = DistanceTable::build(&puzzle, &turns).unwrap();
    let rows = rows(&folder, "all");
    assert_eq!(rows.len(), 20);
    for row in &rows {
        let text = |key: &str| row[key].as_str().unwrap_or_default();
        let (family, expected) = (text("family"), text("expected"));
        let file = folder.read(&format!("all/{}", text("file")));
        assert_eq!(sha256(file.as_bytes()), text("sha256"));
        assert_eq!(json!(file.len()), row["bytes"]);
        assert!(text("file").contains(&text("sha256")[..12]));
        let length = usize::try_from(row["turns"].as_u64().unwrap()).unwrap();
        if family == "yurichev" {
            // Nine turns or more suffice; eight do not.
            assert_eq!(expected == "sat", length >= 9, "{row}");
            continue;
        }
        let state = puzzle.apply(puzzle.solved(), &read(text("scramble")));
        let solutions = table.solutions(&state, length);
        let cost = |solution: &Vec<usize>| {
            let is_half = |turn: &&usize| puzzle.turns()[**turn].name().ends_with('2');
            solution.len() + 2 * solution.iter().filter(is_half).count()
        };
        let truth = match family {
            "count" => solutions.len().to_string(),
            "maxsat" => solutions.iter().map(cost).min().unwrap().to_string(),
            _ if solutions.is_empty() => "unsat".to_owned(),
            _ => "sat".to_owned(),
        };
        assert_eq!(expected, truth, "{row}");
        if !solutions.is_empty() {
            assert!(solutions.contains(&read(text("witness"))), "{row}");
        }
        let verdict = if solutions.is_empty() { "unsat" } else { "sat" };
        assert!([verdict, "unknown"].contains(&text("verdict")), "{row}");
    }
    let is_row =
        |row: &Value, verdict: &str| row["family"] == "pocket" && row["expected"] == verdict;
    assert!(["sat", "unsat"].map(|it| rows.iter().any(|row| is_row(row, it))) == [true; 2]);
    let csv = folder.read("all/index.csv");
    assert_eq!(csv.lines().count(), 21);
    let header = csv.lines().next().unwrap();
    let cells = header.split(',').count();
    assert!(csv.lines().all(|line| line.split(',').count() == cells));
    let mut keys = rows[0].as_object().unwrap().keys();
    assert!(keys.all(|key| header.contains(key.as_str())));
    assert!(folder.read("all/README.md").contains("20 formulas"));
}

#[test]
fn a_seed_determines_a_family_and_a_larger_count_only_appends_to_it() {
    let folder = Folder::new();
    for (place, count) in [("a", "3"), ("b", "3"), ("c", "5")] {
        let to = folder.arg(place);
        run!(r#"benchmark count --count {count} --seed 5 --no-solver --quiet -o "{to}""#).ends(0);
    }
    assert_eq!(folder.read("a/index.csv"), folder.read("b/index.csv"));
    let longer = folder.read("c/index.csv");
    assert!(longer.starts_with(&folder.read("a/index.csv")));
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn no_formula_occurs_twice_in_a_family() {
    let folder = Folder::new();
    let to = folder.arg("many");
    run!("benchmark count --count 150 --no-solver --quiet -o {to}").ends(0);
    let rows = rows(&folder, "many");
    let files: HashSet<String> = rows.iter().map(|row| row["file"].to_string()).collect();
    assert_eq!((rows.len(), files.len()), (150, 150));
}

#[test]
fn a_family_is_written_in_another_format() {
    let folder = Folder::new();
    let to = folder.arg("smt");
    run!("benchmark count --count 3 --format smt2 --no-solver --quiet -o {to}").ends(0);
    for row in rows(&folder, "smt") {
        assert_eq!(row["recipe"], "mux");
        let file = folder.read(&format!("smt/{}", row["file"].as_str().unwrap()));
        assert!(file.contains("(check-sat)"));
    }
}

#[test]
fn impossible_benchmarks_are_refused_and_nothing_is_overwritten() {
    let folder = Folder::new();
    folder.write("there", "mine");
    for (arguments, reason) in [
        ("count -o .", "empty folder"),
        ("count -o there", "empty folder"),
        ("count count -o new", "named twice"),
        ("cube -o new", "unknown family `cube`"),
        ("count --format icnf -o new", "has cubes"),
        ("count --count 0 -o new", "1 or more"),
        ("count", "--output"),
    ] {
        let run = run_in!(&folder, "benchmark {arguments}");
        run.ends_saying(2, &[reason]);
    }
    let refused = "benchmark pseudo-boolean --format smt2 -o new";
    let refused = run_in(&folder, refused).ends(1);
    refused.says(&["no recipe of pseudo-boolean"]);
    assert_eq!(folder.read("there"), "mine");
}

#[test]
fn each_formula_of_a_family_has_a_map_that_decodes_its_models() {
    let folder = Folder::new();
    let place = folder.arg("all");
    run!("benchmark count maxsat --count 2 --no-solver --quiet -o {place}").ends(0);
    for row in rows(&folder, "all") {
        let file = row["file"].as_str().unwrap();
        let map = map::read(&folder.read(&format!("all/{file}.map.json"))).unwrap();
        let puzzle = &map.problem.puzzle;
        let read = |turns: &str| Notation::Singmaster.read(puzzle, turns).unwrap();
        // The hard clauses alone.
        let content = folder.read(&format!("all/{file}"));
        let hard = content.lines().filter_map(|line| line.strip_prefix("h "));
        let hard = hard.collect::<Vec<_>>().join("\n");
        let header = format!("p cnf {} {}\n", map.variables, hard.lines().count());
        let weighted = file.ends_with(".wcnf").then(|| header + &hard + "\n");
        folder.write("model", answer_to(&weighted.unwrap_or(content)));
        let decode = format!("decode all/{file}.map.json model --format alg");
        let turns = run_in(&folder, &decode).ends(0).out;
        let witness = read(row["witness"].as_str().unwrap());
        assert_eq!(read(turns.trim()).len(), witness.len(), "{file}");
    }
}

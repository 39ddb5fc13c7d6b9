//! The best algorithms of a case: `cases --allow`, `--top`, `--cost-file`, `--rank`, `--format csv`, and `cases show`.

use std::collections::BTreeSet;

use itertools::Itertools;

use super::*;

fn rows(more: &[&str]) -> Vec<Vec<String>> {
    let cases = [
        "cases", "cll", "--only", "Sune 1", "--allow", "<R,U>", "--format", "csv", "--quiet",
    ];
    let csv = run(&[&cases[..], more].concat()).ends(0).out;
    let mut lines = csv.lines();
    assert_eq!(
        lines.next(),
        Some("case,set,algorithm,turns,cost,minimal,none")
    );
    let cells = |line: &str| {
        // The name of the set has a comma in it.
        let line = line.replacen("\"<R,U>\"", "RU", 1);
        line.split(',').map(str::to_owned).collect()
    };
    lines.map(cells).collect()
}

/// The solutions that `enumerate` lists of this case, of a length.
fn listed(turns: &str) -> BTreeSet<String> {
    let scramble = "R U2 R' U' R U' R'";
    let enumerate = [
        "enumerate",
        "pocket",
        "--scramble",
        scramble,
        "--allow",
        "R U",
        "--free",
        "U",
        "--turns",
        turns,
        "--quiet",
    ];
    let run = run(&enumerate);
    let solutions = run.out.lines().filter(|line| !line.contains("solution"));
    solutions.map(str::to_owned).collect()
}

#[test]
fn the_best_algorithms_are_the_first_that_enumerate_lists() {
    let best = rows(&["--top", "6"]);
    assert_eq!(best.len(), 6);
    let lengths: Vec<usize> = best.iter().map(|row| row[3].parse().unwrap()).collect();
    assert!(lengths.is_sorted(), "{lengths:?}");
    assert!(best.iter().map(|row| &row[2]).all_unique(), "{best:?}");
    for row in &best {
        assert!(listed(&row[3]).contains(&row[2]), "{row:?}");
        assert_eq!(row[5] == "true", row[3] == best[0][3], "{row:?}");
    }
    let shortest = best.iter().filter(|row| row[3] == best[0][3]).count();
    assert_eq!(shortest, listed(&best[0][3]).len().min(6));
    // Without --top there is the first of them alone.
    let one = rows(&[]);
    assert_eq!((one.len(), &one[0][3]), (1, &best[0][3]));
}

#[test]
fn the_cheapest_come_first() {
    let cost = |row: &Vec<String>| row[4].parse::<usize>().unwrap();
    let ranked = rows(&["--top", "4", "--cost-file", "hands", "--rank"]);
    assert!(ranked.iter().map(cost).is_sorted(), "{ranked:?}");
    let all = rows(&["--top", "4", "--cost-file", "hands"]);
    let least = |rows: &[Vec<String>]| rows.iter().map(cost).min();
    assert!(least(&ranked) <= least(&all));
    let without = run(&["cases", "cll", "--rank", "--top", "2"]).ends(2);
    assert!(without.err.contains("--cost-file"), "{}", without.err);
}

#[test]
fn a_set_of_cases_is_printed_to_be_copied() {
    let shown = run(&["cases", "show", "cll"]).ends(0).out;
    let root = Path::new(env!("TWISTSAT_ROOT"));
    let file = std::fs::read_to_string(root.join("encodings/cases/cll.toml")).unwrap();
    assert_eq!(shown, file);
    run(&["cases", "cll", "pll"]).ends(2);
    run(&["cases", "show", "nothing"]).ends(2);
}

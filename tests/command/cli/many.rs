//! Several questions in one call: numbers of turns, lists of states, states at a given distance.

use std::collections::BTreeMap;

use super::*;

#[test]
fn a_malformed_range_is_refused() {
    for (range, reason) in [
        ("4..2", "4 is more than 2"),
        ("..3", "whole number"),
        ("2..", "whole number"),
        ("2...4", "whole number"),
        ("a..b", "whole number"),
        ("1..9999999999", "at most"),
    ] {
        run!("encode pocket --scramble R --turns {range}")
            .ends(2)
            .says(&[reason]);
    }
    let range = "--scramble R --turns 1..2";
    run!("solve pocket {range}").ends(2);
    run!("encode pocket --print-question {range}").ends(2);
}

#[test]
fn each_length_of_a_range_is_encoded_to_its_own_file() {
    let folder = Folder::new();
    let question = r#"encode pocket --scramble "R U2 F'" --recipe mux"#;
    let many = folder.arg("many");
    run!("{question} --turns 2..4 -o {many}").ends(0);
    for turns in ["2", "3", "4"] {
        let path = folder.arg(turns);
        run!("{question} --turns {turns} -o {path}").ends(0);
        let name = format!("many/pocket-mux-exactly-{turns}.cnf");
        assert!(folder.read(&name) == folder.read(turns), "{name}");
        assert!(folder.path_of(&format!("{name}.map.json")).is_file());
    }
    let files = std::fs::read_dir(folder.path_of("many")).unwrap().count();
    assert_eq!(files, 6);
}

#[test]
fn each_state_of_a_list_is_encoded_to_its_own_file() {
    let folder = Folder::new();
    let list = folder.write("list", format!("# two\nR U2 F'\n\n{THREE} # a state\n"));
    let many = folder.arg("many");
    run!("encode pocket --batch {list} --turns 3 -o {many}").ends(0);
    for line in [2, 4] {
        let name = format!("many/pocket-lemmas-exactly-3-line-{line}.cnf");
        let model = solve_dimacs(&folder.read(&name));
        let text = format!("s SATISFIABLE\nv {} 0\n", model.join(" "));
        let answer = folder.write("answer", text);
        let map = folder.arg(&format!("{name}.map.json"));
        run!("decode {map} {answer}").ends(0);
    }
    let files = std::fs::read_dir(folder.path_of("many")).unwrap().count();
    assert_eq!(files, 4);
}

#[test]
fn a_list_with_a_mistake_leaves_nothing_behind() {
    let folder = Folder::new();
    let list = folder.write("list", "R U2 F'\nR Q\n");
    let many = folder.arg("many");
    let encode = format!("encode pocket --batch {list} --turns 3");
    run!("{encode} -o {many}").ends(1).says(&["list:2", "`Q`"]);
    for (more, reason) in [
        (&["-o", "-"][..], "give a folder"),
        (&["-o", &list], "give a folder"),
        (&["--map", "x"], "each map is written next to"),
        (&["--to", "solved", "--to", "R"], "several goals"),
    ] {
        run((&encode, &more)).ends(2).says(&[reason]);
    }
    assert_eq!(folder.names(), ["list"]);
}

#[test]
#[ignore = "long check"]
fn a_search_without_the_table_confirms_the_distance_of_drawn_states() {
    let folder = Folder::new();
    for (puzzle, metric, distance, count) in [
        ("pocket", "htm", 7, 5),
        ("pocket", "qtm", 6, 5),
        ("pyraminx", "htm", 6, 5),
        ("rubik", "htm", 5, 5),
        ("skewb", "htm", 4, 5),
    ] {
        let (distance, count) = (usize::to_string(&distance), usize::to_string(&count));
        let draw = format!("scramble {puzzle} --metric {metric} --distance {distance}");
        let drawn = run!("{draw} --count {count} --seed 3").ends(0);
        assert_eq!(drawn.out.lines().count().to_string(), count);
        let list = folder.write("list", &drawn.out);
        let solve = format!("solve {puzzle} --metric {metric} --batch {list} --to solved");
        let solved = run!("{solve} --method graph --format json --quiet").ends(0);
        for line in solved.out.lines() {
            let line: Value = serde_json::from_str(line).unwrap();
            assert_eq!(line["turns"].to_string(), distance, "{puzzle}: {line}");
            assert_eq!(line["minimal"], json!(true), "{puzzle}: {line}");
        }
        let again = run!("{draw} --count {count} --seed 3");
        assert_eq!(again.out, drawn.out);
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn states_at_a_distance_are_drawn_with_equal_probability() {
    let draws = 54 * 60;
    let drawn = run!("scramble pocket --distance 2 --format json --count {draws}").ends(0);
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for line in drawn.out.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        *counts.entry(line["state"].to_string()).or_default() += 1;
    }
    assert_eq!(counts.len(), 54);
    // Pearson's chi squared with 53 degrees of freedom: more than 106 once in 20,000 times.
    let squared: f64 = counts
        .values()
        .map(|&it| (it as f64 - 60.0).powi(2) / 60.0)
        .sum();
    assert!(squared < 106.0, "{squared}");
}

#[test]
fn an_impossible_distance_is_refused() {
    run!("scramble pocket --distance 12")
        .ends(1)
        .says(&["the maximum is 11"]);
    for more in ["--turns 3", "--random-state"] {
        run!("scramble pocket --distance 3 {more}").ends(2);
    }
}

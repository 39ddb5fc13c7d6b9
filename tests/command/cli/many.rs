//! Several questions in one call: numbers of turns, lists of states, states at a given distance.

use itertools::Itertools;

use super::*;
use crate::common::each;

#[test]
fn a_malformed_range_or_distance_is_refused() {
    each(
        "
encode pocket --scramble R --turns 4..2 » 4 is more than 2
encode pocket --scramble R --turns ..3 » whole number
encode pocket --scramble R --turns 2.. » whole number
encode pocket --scramble R --turns 2...4 » whole number
encode pocket --scramble R --turns a..b » whole number
encode pocket --scramble R --turns 1..9999999999 » at most
solve pocket --scramble R --turns 1..2 » --turns
encode pocket --print-question --scramble R --turns 1..2 » --turns
scramble pocket --distance 3 --turns 3 » --turns
scramble pocket --distance 3 --random-state » --random-state
",
        |[line], says| drop(run(line).ends_saying(2, says)),
    );
    run!("scramble pocket --distance 12").ends_saying(1, &["the maximum is 11"]);
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
        let answer = folder.write("answer", answer_to(&folder.read(&name)));
        let map = folder.arg(&format!("{name}.map.json"));
        run!("decode {map} {answer}").ends(0);
    }
    let files = std::fs::read_dir(folder.path_of("many")).unwrap().count();
    assert_eq!(files, 4);
}

#[test]
fn a_list_with_a_mistake_leaves_nothing_behind() {
    let folder = Folder::new();
    folder.write("list", "R U2 F'\nR Q\n");
    let encode = |more: &str| run_in!(&folder, "encode pocket --batch list --turns 3 {more}");
    encode("-o many").ends_saying(1, &["list:2", "`Q`"]);
    for (more, reason) in [
        ("-o -", "give a folder"),
        ("-o list", "give a folder"),
        ("--map x", "each map is written next to"),
        ("--to solved --to R", "several goals"),
    ] {
        encode(more).ends_saying(2, &[reason]);
    }
    assert_eq!(folder.names(), ["list"]);
}

#[test]
#[ignore = "long check"]
fn a_search_without_the_table_confirms_the_distance_of_drawn_states() {
    for (puzzle, metric, distance) in [
        ("pocket", "htm", 7),
        ("pocket", "qtm", 6),
        ("pyraminx", "htm", 6),
        ("rubik", "htm", 5),
        ("skewb", "htm", 4),
    ] {
        let draw = format!("scramble {puzzle} --metric {metric} --distance {distance}");
        let draw = || run!("{draw} --count 5 --seed 3").ends(0).out;
        let drawn = draw();
        assert_eq!(draw(), drawn);
        let solve = format!("solve {puzzle} --metric {metric} --batch - --to solved");
        let solve = format!("{solve} --method graph --format json --quiet");
        let rows = run_with_stdin(solve, drawn.as_bytes()).ends(0).rows();
        assert_eq!(rows.len(), 5);
        for row in rows {
            assert_keys(&row, json!({"turns": distance, "minimal": true}));
        }
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn states_at_a_distance_are_drawn_with_equal_probability() {
    let draw = format!(
        "scramble pocket --distance 2 --format json --count {}",
        54 * 60
    );
    let drawn = run(&draw).ends(0).rows();
    let counts = drawn.iter().map(|row| row["state"].as_str()).counts();
    assert_eq!(counts.len(), 54);
    // Pearson's chi squared with 53 degrees of freedom: more than 106 once in 20,000 times.
    let deviations = counts.values().map(|&it| (it as f64 - 60.0).powi(2) / 60.0);
    let squared: f64 = deviations.sum();
    assert!(squared < 106.0, "{squared}");
}

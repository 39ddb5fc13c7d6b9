//! Commands that produce lists: `graph states`, `improve`, `benchmark --list` and `prove --list`.

use super::*;

/// The 2,644 farthest states form 56 classes, and the 276 farthest in quarter turns form 8. Rokicki and others published
/// these numbers, and `records/cube.py` counts them.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_farthest_states_form_the_published_number_of_classes() {
    let lists = ListFolder::new();
    for (metric, classes, states, turns) in [("htm", 56, 2644, 11), ("qtm", 8, 276, 14)] {
        let far = format!("graph states pocket --farthest -q --metric {metric}");
        let listed = run(&far).ends(0).out;
        let lines: Vec<&str> = listed.lines().collect();
        assert_eq!(lines.len(), classes);
        let solve = format!("solve pocket --method table --metric {metric}");
        let file = lists.answered(&lines, metric, &solve);
        let farthest = format!(",minimal,{turns},");
        assert_eq!(table(&file).matches(&farthest).count(), classes);
        let every = run!("{far} --every").ends(0).out;
        assert_eq!(every.lines().count(), states);
        let number = turns.to_string();
        let at = format!("graph states pocket --distance {number} -q");
        assert_eq!(run!("{at} --metric {metric}").ends(0).out, listed);
    }
    run!("graph states pocket --distance 12 -q").ends_saying(1, &["the maximum is 11"]);
}

#[test]
fn solutions_of_a_list_are_shortened_or_proved_minimal() {
    let lists = ListFolder::new();
    // A shortest solution of eight turns. `R R` before it can be shortened.
    let eight = "F R' U F R' F2 U2 R2";
    let solutions = format!("{eight}\nR R {eight}\nR2 U U\n");
    let solutions = lists.0.write("solutions", solutions);
    let made = run!("improve pocket {solutions}").ends(0).out;
    let lines: Vec<&str> = made.lines().collect();
    let answers = records(&lists.answered(&lines, "answers", "solve"));
    assert_keys(&answers[0], json!({"outcome": "none", "turns": null}));
    assert_keys(&answers[1], json!({"outcome": "minimal"}));
    assert_keys(&answers[2], json!({"outcome": "minimal", "turns": 2}));
    run_with_stdin("improve pocket -", b"R\nR X\n").ends_saying(1, &["stdin:2: the solution: `X`"]);
}

/// The answers agree with the verdicts in the index, which a search from both ends determined.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_benchmark_family_is_a_list_with_the_verdicts_of_its_index() {
    let lists = ListFolder::new();
    let of = "benchmark pseudo-boolean --count 6 -q";
    run_in!(lists.0.path(), "{of} -o family --no-solver").ends(0);
    let index = lists.0.json("family/index.json");
    let made = run!("{of} --list").ends(0).out;
    let lines: Vec<&str> = made.lines().collect();
    let answers = records(&lists.answered(&lines, "answers", "solve"));
    let is_decided = |it: &Value| it["outcome"] == "solved" || it["outcome"] == "none";
    assert!(answers.iter().all(is_decided));
    for (row, answer) in index["formulas"].as_array().unwrap().iter().zip(&answers) {
        let is_solved = answer["outcome"] == "solved";
        assert_eq!(row["expected"] == "sat", is_solved, "{row} {answer}");
    }
    run!("benchmark count --list").ends_saying(1, &["count"]);
}

/// Lists the parts of a refutation, proves them in two shards, and asserts that `prove` joins the proofs without proving
/// anything again.
#[track_caller]
fn assert_joined(question: &str, cut: &str, says: &str) {
    let folder = Folder::new();
    let inside = |arguments: &str| run_in(&folder, arguments);
    let prove = format!("prove {question} {cut}");
    let list = inside(&format!("{prove} --list")).ends(0).out;
    folder.write("parts.jsonl", &list);
    let parts = list.lines().count();
    for shard in ["1/2", "2/2"] {
        let file = format!("{}.jsonl", &shard[..1]);
        let of = format!("prove --batch parts.jsonl --shard {shard} -q");
        inside(&format!("{of} --resume {file} -o c/p")).ends(0);
    }
    let merged = inside("merge 1.jsonl 2.jsonl --verify-proofs -q").ends(0);
    assert_eq!(merged.out.matches("\"outcome\":\"refuted\"").count(), parts);
    let join = inside(&format!("{prove} -o c/whole")).ends(0);
    assert_eq!(join.err.matches("kept; ").count(), parts, "{join:#?}");
    join.lacks(&["refuted ("]);
    inside("verify c/whole.json").ends_printing(0, &[says]);
}

#[test]
#[ignore = "long check"]
fn the_parts_of_a_refutation_can_be_listed_and_joined() {
    let near = r#"pocket --scramble "R U2 F'" --max-turns 2 --to solved"#;
    let far = r#"pocket --scramble "R U2 F' R U'" --max-turns 4"#;
    let nine = format!("pocket --state {NINE} --max-turns 8");
    let constrained = format!("{nine} --never F2");
    let pair = "one 1 turn from the goal, and each such pair";
    let cubes = "on the cubes: the first proof shows that a solution makes the turns of one";
    for (question, cut, says) in [
        (near, "--split 1 --split-last 1", pair),
        (far, "--split 1", "\nparts  9\n"),
        (&constrained, "--look-ahead 2", cubes),
        (&nine, "--look-ahead 2", "\nparts  9\n"),
    ] {
        assert_joined(question, cut, says);
    }
}

#[test]
fn a_question_without_parts_gives_no_list() {
    let near = r#"--scramble "R U2 F'" --max-turns 4 --split 3"#;
    let one = "--scramble R --max-turns 1 --look-ahead 5";
    let far = r#"--scramble "R U2 F' R U'" --max-turns 1 --look-ahead 9"#;
    for (question, says) in [
        (near, "F U2 R' is a solution"),
        (one, "there is nothing to split into several parts"),
        (far, "nothing is left to ask"),
    ] {
        let run = run!("prove pocket {question} --list").prints_nothing();
        assert_ne!(run.says(&[says]).code, Some(0), "{says}");
    }
}

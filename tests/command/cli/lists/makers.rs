//! Commands that produce lists: `graph states`, `improve`, `benchmark --list` and `prove --list`.

use super::*;

/// The 2,644 farthest states form 56 classes, and the 276 farthest in quarter turns form 8. Rokicki and others
/// published these numbers, and `records/cube.py` counts them.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_farthest_states_form_the_published_number_of_classes() {
    let folder = Folder::new();
    for (metric, classes, states, turns) in [("htm", 56, 2644, 11), ("qtm", 8, 276, 14)] {
        let of_metric = format!("-q --metric {metric}");
        let far = format!("graph states pocket --farthest {of_metric}");
        let list = run(&far).ends(0).out;
        assert_eq!(list.lines().count(), classes);
        let solve = format!("solve pocket --method table --metric {metric}");
        let answers = answered(&folder, &list, metric, solve);
        assert_eq!(outcomes(&answers), vec!["minimal"; classes]);
        assert!(answers.iter().all(|answer| answer["turns"] == turns));
        let every = run!("{far} --every").ends(0).out;
        assert_eq!(every.lines().count(), states);
        let at = run!("graph states pocket --distance {turns} {of_metric}");
        assert_eq!(at.ends(0).out, list);
    }
    run!("graph states pocket --distance 12 -q").ends_saying(1, &["the maximum is 11"]);
}

#[test]
fn solutions_of_a_list_are_shortened_or_proved_minimal() {
    let folder = Folder::new();
    // A shortest solution of eight turns. `R R` before it can be shortened.
    let eight = "F R' U F R' F2 U2 R2";
    folder.write("solutions", format!("{eight}\nR R {eight}\nR2 U U\n"));
    let list = run_in(&folder, "improve pocket solutions").ends(0).out;
    let answers = answered(&folder, &list, "answers", "solve");
    assert_eq!(outcomes(&answers), ["none", "minimal", "minimal"]);
    assert_eq!(
        [&answers[0]["turns"], &answers[2]["turns"]],
        [&json!(null), &json!(2)]
    );
    run_with_stdin("improve pocket -", b"R\nR X\n").ends_saying(1, &["stdin:2: the solution: `X`"]);
}

/// The answers agree with the verdicts in the index, which a search from both ends determined.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_benchmark_family_is_a_list_with_the_verdicts_of_its_index() {
    let folder = Folder::new();
    let of = "benchmark pseudo-boolean --count 6 -q";
    run_in!(&folder, "{of} -o family --no-solver").ends(0);
    let index = folder.json("family/index.json");
    let list = run!("{of} --list").ends(0).out;
    let answers = answered(&folder, &list, "answers", "solve");
    let rows = index["formulas"].as_array().unwrap().iter();
    let expected = rows.map(|row| {
        if row["expected"] == "sat" {
            "solved"
        } else {
            "none"
        }
    });
    assert_eq!(outcomes(&answers), expected.collect::<Vec<_>>());
    run!("benchmark count --list").ends_saying(1, &["count"]);
}

/// The parts of a refutation are proved in two shards. Then `prove` joins the proofs without proving anything again.
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
        let folder = Folder::new();
        let prove = format!("prove {question} {cut}");
        let list = run!("{prove} --list").ends(0).out;
        folder.write("list", &list);
        for shard in ["1/2", "2/2"] {
            let of_shard = format!("prove --shard {shard} -o c/p");
            run_in(&folder, words(of_shard, &shard[..1])).ends(0);
        }
        let merged = run_in(&folder, "merge 1 2 --verify-proofs -q");
        let merged = merged.ends(0).rows();
        let parts = list.lines().count();
        assert_eq!(outcomes(&merged), vec!["refuted"; parts]);
        let join = run_in!(&folder, "{prove} -o c/whole").ends(0);
        assert_eq!(join.err.matches("kept; ").count(), parts, "{join:#?}");
        join.lacks(&["refuted ("]);
        run_in(&folder, "verify c/whole.json").ends_printing(0, &[says]);
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

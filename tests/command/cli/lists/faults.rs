//! Faults lose no answers, and `merge` accepts no wrong ones.

use std::fs;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::common::{each, fewer_in_check};

/// Kills the processes of two shards at random moments, and compares the table with that of one process. When this test
/// is run by name, there are a hundred moments.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn killed_processes_lose_no_answers() {
    let (moments, lines) = (fewer_in_check(12, 100), fewer_in_check(60, 600));
    let folder = Folder::new();
    // Formulas answer at once; a table would be built first.
    let solve = "solve pocket --method sat";
    answered(&folder, &scrambles(lines, 8), "alone", solve);
    let shards = ["1/2", "2/2"].map(|shard| {
        let solve = format!("{solve} --jobs 2 --shard {shard}");
        words(solve, &shard.replace('/', "-"))
    });
    let mut random = SmallRng::seed_from_u64(22);
    for _ in 0..moments / 2 {
        for mut child in shards.each_ref().map(|words| start_in(&folder, words)) {
            std::thread::sleep(Duration::from_millis(random.random_range(0..60)));
            // A process that has nothing left to do cannot be killed.
            let _ = child.kill();
            child.wait().unwrap();
        }
    }
    for words in &shards {
        run_in(&folder, words).ends(0);
    }
    assert_eq!(table(&folder, "1-2 2-2"), table(&folder, "alone"));
    // No line was answered twice.
    let answers = ["1-2", "2-2"].map(|file| records(&folder, file).len());
    assert_eq!(answers.iter().sum::<usize>(), lines);
}

#[test]
fn signals_keep_answers_and_the_interrupted_line_is_retried() {
    let folder = Folder::new();
    folder.write("list", format!("R\n{ELEVEN}\nR U\n"));
    for name in ["-TERM", "-INT"] {
        let child = start_in(&folder, words("solve pocket --recipe mux", "answers"));
        wait_until("the first answer", || {
            folder.path_of("answers").exists() && !records(&folder, "answers").is_empty()
        });
        std::thread::sleep(Duration::from_millis(1000));
        send(&child, name);
        let begun = Instant::now();
        end_of(child).ends(30);
        assert!(begun.elapsed() < Duration::from_secs(10));
    }
    // The first line is answered once, the partial answers to the second line are kept, and the third was not begun.
    let answers = records(&folder, "answers");
    assert_eq!(answers[0]["line"], 1);
    for answer in &answers[1..] {
        assert_keys(answer, json!({"line": 2, "outcome": "interrupted"}));
    }
    run_in(&folder, "merge answers").ends_saying(30, &["missing: "]);
}

#[test]
fn a_truncated_line_is_answered_again() {
    let folder = Folder::new();
    let (list, solve) = ("R U2 F'\nR\nR U\n", "solve pocket");
    answered(&folder, list, "answers", solve);
    let whole = table(&folder, "answers");
    let text = folder.read("answers");
    let (head, all) = (head(&folder, "answers").len(), text.len());
    // The file may be cut off anywhere, as by a power failure.
    for end in [0, 1, head - 1, head, head + 1, all / 2, all - 1] {
        folder.write("answers", &text[..end]);
        assert_eq!(answered(&folder, list, "answers", solve).len(), 3, "{end}");
        assert_eq!(table(&folder, "answers"), whole, "{end}");
    }
}

#[test]
fn an_altered_answer_is_named_and_never_merged() {
    let folder = Folder::new();
    answered(&folder, "R U2 F'\nR\n", "answers", "solve pocket");
    let whole = table(&folder, "answers");
    let text = folder.read("answers");
    for (from, to) in [
        ("\"turns\":3", "\"turns\":2"),
        ("minimal", "solved"),
        ("F U2 R'", "F U2 R "),
        ("\"}\n", "\" }\n"),
    ] {
        folder.write("answers", text.replacen(from, to, 1));
        refused(&folder, "answers", "error: answers:2: altered or damaged");
        // The next run names the altered answer and answers the line again.
        let again = run_in(&folder, words("solve pocket", "answers"));
        again.ends_saying(0, &["note: answers:2: altered or damaged"]);
        // Without the altered line, the file can be merged.
        let mended = folder.read("answers");
        let mut lines: Vec<&str> = mended.split_inclusive('\n').collect();
        lines.remove(1);
        folder.write("answers", lines.concat());
        assert_eq!(table(&folder, "answers"), whole);
    }
}

/// A right hash does not help: each solution is replayed, and each answer is compared with the scramble. Each row has a
/// command, a line, a change of its answer, and the error.
#[test]
fn a_wrong_answer_with_the_right_hash_is_named_and_never_merged() {
    let folder = Folder::new();
    each(
        r#"
solve pocket » R U2 F' » {"solution": "F U2 R"} » do not lead from the start to the goal
enumerate pocket --shortest » R U » {"solutions": ["U R"]} » do not lead from the start to the goal
solve pocket » UUUURLRLBFBFDDDDLRLRFBF. » {"start": null} » the state that the turns solve is missing
enumerate pocket --shortest » UUUURLRLBFBFDDDDLRLRFBF. » {"starts": []} » the state that the turns solve is missing
solve pyraminx » u » {"tips": "u"} » its turns of the tips do not solve them
enumerate pyraminx --shortest » u » {"tips": null} » its turns of the tips do not solve them
enumerate pocket --shortest --free U » R U » {"solutions": ["(R') R'"]} » is not allowed in this problem
enumerate pocket --shortest --free U » R U » {"solutions": ["R'"]} » do not lead from the start to the goal
solve pocket » R U F » {"turns": 0, "at_least": 0, "solution": ""} » 0 turns do not lead from the start to the goal
solve pocket » R U F » {"at_least": 9} » contradicts itself or is incomplete: minimal, 3 turns, at least 9
solve pocket » R U F » {"outcome": "none", "at_least": null, "turns": null, "solution": null} » it says `none`, but the inverse
solve pocket » R U F » {"outcome": "unknown", "at_least": 6, "turns": null, "solution": null} » it says `unknown, at least 6`
solve pocket » R U F » {"turns": 5, "at_least": 5, "solution": "F' U' R' U U'"} » the inverse F' U' R' is a solution of 3 turns
"#,
        |[command, line, changes], says| {
            let answers = answered(&folder, line, "answers", command);
            assert_eq!(table(&folder, "answers").lines().count(), 2);
            let changes = serde_json::from_str(changes).unwrap();
            write_changed(&folder, "answers", &answers[0], changes);
            refused(&folder, "answers", "error: answers:2: line 1: ");
            run_in(&folder, "merge answers -q").ends_saying(1, says);
            fs::remove_file(folder.path_of("answers")).unwrap();
        },
    );
    // An answer that claims less than the truth is merged.
    let answers = answered(&folder, "R U F", "answers", "solve pocket");
    let less = json!({"outcome": "solved", "at_least": 2});
    write_changed(&folder, "answers", &answers[0], less);
    assert_eq!(table(&folder, "answers").lines().count(), 2);
}

#[test]
fn two_answers_that_cannot_both_be_true_are_named() {
    let folder = Folder::new();
    let answers = answered(&folder, "R U2 F'", "answers", "solve pocket");
    // A repeated answer is not a contradiction.
    folder.write("second", folder.read("answers"));
    assert_eq!(table(&folder, "answers second"), table(&folder, "answers"));
    let none = json!({"outcome": "none", "turns": null, "solution": null, "at_least": null});
    write_changed(&folder, "second", &answers[0], none);
    let says = "line 1: two answers cannot both be true: minimal, 3 turns";
    refused(&folder, "answers second", says);
    // Every answer to a line is checked.
    write_changed(
        &folder,
        "second",
        &answers[0],
        json!({"solution": "F U2 R"}),
    );
    for files in ["answers second", "second answers"] {
        refused(&folder, files, "second:2: line 1: ");
    }
}

#[test]
fn answers_of_another_version_list_question_or_input_file_are_refused() {
    let folder = Folder::new();
    let pocket = data("encodings/puzzles/pocket.toml");
    folder.write("mine.toml", &pocket);
    folder.write("second", "R U2 F'\nU\n");
    let solve = "solve --puzzle-file mine.toml --max-turns 4";
    let list = "R U2 F'\nR\n";
    answered(&folder, list, "answers", solve);
    let text = folder.read("answers");
    let solve = &format!("{solve} --batch list --resume answers -q");
    for (from, to, says) in [
        ("-turns 4", "-turns 5", "belongs to another question"),
        ("-q", "--recipe mux", "another method"),
        ("-q", "--shard 1/2", "another shard"),
        ("batch list", "batch second", "another list"),
    ] {
        run_in(&folder, solve.replace(from, to)).ends_saying(1, &[says]);
        assert_eq!(folder.read("answers"), text);
    }
    folder.write("mine.toml", pocket.clone() + "\n");
    run_in(&folder, solve).ends_saying(1, &["other input files"]);
    // The time limit and the number of jobs may change.
    folder.write("mine.toml", &pocket);
    run_in!(&folder, "{solve} --time-limit 9 --jobs 2").ends(0);
    let begun = "was begun by twistsat 99.0.0; this is";
    let schema = "its schema is `twistsat.list/9`";
    for (from, to, says) in [
        (env!("CARGO_PKG_VERSION"), "99.0.0", begun),
        ("twistsat.list/2", "twistsat.list/9", schema),
        ("\"shard\"", "\"shred\"", "unknown field `shred`"),
    ] {
        folder.write("answers", text.replacen(from, to, 1));
        run_in(&folder, solve).ends_saying(1, &[says]);
        refused(&folder, "answers", says);
    }
    // Answers to another question are not merged, either.
    folder.write("answers", &text);
    answered(&folder, list, "five", "solve pocket --max-turns 5");
    let says = "belongs to other input files than";
    refused(&folder, "answers five", says);
    refused(&folder, "list", "is not the header of an answer file");
}

/// While a process writes its answers, a second one with the same file is refused. With its own file, the second one
/// repeats the work, and the table stays the same.
#[cfg(unix)]
#[test]
fn two_writers_of_one_shard_do_no_harm() {
    let folder = Folder::new();
    folder.write("list", ELEVEN);
    let hard = words("solve pocket --recipe mux", "hard");
    let mut child = start_in(&folder, &hard);
    wait_until("the head", || {
        fs::read(folder.path_of("hard")).is_ok_and(|text| text.ends_with(b"\n"))
    });
    run_in(&folder, &hard).ends_saying(1, &["is being written by another process"]);
    child.kill().unwrap();
    child.wait().unwrap();
    folder.write("list", scrambles(20, 6));
    let both = ["one", "two"].map(|name| start_in(&folder, words("solve pocket", name)));
    for child in both {
        end_of(child).ends(0);
    }
    let whole = table(&folder, "one");
    assert_eq!(table(&folder, "one two"), whole);
    // On a system without locks, one file may get the answers of both processes.
    let answers = records(&folder, "two");
    let answers: String = answers.iter().map(with_hash).collect();
    folder.write("two", folder.read("one") + &answers);
    assert_eq!(table(&folder, "two"), whole);
}

/// A limit on the size of files stands in for a full disk: writing beyond it fails.
#[cfg(unix)]
#[test]
fn a_list_can_be_resumed_after_the_disk_was_full() {
    let folder = Folder::new();
    let list = scrambles(40, 4);
    answered(&folder, &list, "alone", "solve pocket");
    // The shell counts blocks of 512 or of 1024 bytes.
    let script = "ulimit -f 9; exec \"$0\" solve pocket --batch list --resume answers -q";
    run_script(&folder, script).ends_saying(1, &["error: cannot write "]);
    let merged = run_in(&folder, "merge answers -q").ends(30);
    let kept = merged.out.lines().count();
    assert!((1..40).contains(&kept), "{merged:#?}");
    let answers = answered(&folder, &list, "answers", "solve pocket");
    assert_eq!(answers.len(), 40);
    assert_eq!(table(&folder, "answers"), table(&folder, "alone"));
}

/// The list determines the path of each certificate. If another file has that path, the command is refused before any
/// work.
#[test]
fn a_certificate_never_replaces_the_list_or_the_answers() {
    let folder = Folder::new();
    folder.write("part-2.json", "R U2 F'\nU R2 F\n");
    folder.write("twice", "R\nU\nR\n");
    each(
        "
--batch twice --resume part-1.json -o part » part-1.json are the same file, and both would be written
--batch part-2.json --resume new -o part » part-2.json are the same file, and the output would overwrite the input
--batch twice --resume new -o at-{input} » at-R.cnf are the same file, and both would be written
",
        |[files], says| {
            let run = run_in!(&folder, "prove pocket --max-turns 1 {files}");
            run.ends_saying(2, says);
            assert_eq!(folder.names(), ["part-2.json", "twice"]);
        },
    );
    assert_eq!(folder.read("part-2.json"), "R U2 F'\nU R2 F\n");
}

#[test]
fn a_foreign_file_without_a_line_ending_is_not_overwritten() {
    let folder = Folder::new();
    for text in ["my notes", "{\"schema\":\"other\""] {
        folder.write("list", "R U2 F'");
        folder.write("answers", text);
        let run = run_in(&folder, words("solve pocket", "answers"));
        run.ends_saying(1, &["answers:1: it is not the head"]);
        assert_eq!(folder.read("answers"), text);
    }
}

#[cfg(unix)]
#[test]
fn a_device_or_a_pipe_is_refused_as_an_answer_file() {
    let folder = Folder::new();
    folder.write("list", "R U2 F'\n");
    folder.pipe("pipe");
    for file in ["/dev/full", "/dev/null", "pipe"] {
        let says = format!("{file} is not a regular file");
        run_in(&folder, words("solve pocket", file)).ends_saying(1, &[says]);
    }
}

#[test]
fn an_answer_to_a_different_or_missing_question_is_named_and_the_line_answered_again() {
    let folder = Folder::new();
    let answers = answered(&folder, "R U2 F'\nR\n", "answers", "solve pocket");
    let whole = folder.read("answers");
    let other = json!({"input": "R U R' U'"});
    write_changed(&folder, "answers", &answers[1], other);
    let says = "note: answers:2: it answers something other than line 2 of the list";
    run_in(&folder, words("solve pocket", "answers")).ends_saying(0, &[says]);
    assert_eq!(records(&folder, "answers").len(), 3);
    refused(&folder, "answers", "two answers are to different questions");
    // An answer to a line outside the shard is refused, too.
    let shard = whole.replace("\"shard\":\"1/1\"", "\"shard\":\"2/2\"");
    folder.write("answers", shard);
    refused(&folder, "answers", "answers:2: line 1 is not in shard 2/2");
    write_changed(&folder, "answers", &answers[1], json!({"line": 7}));
    let says = "answers:2: the list has no question in line 7";
    refused(&folder, "answers", says);
}

#[test]
fn a_line_starts_no_program_that_the_options_do_not_name() {
    let folder = Folder::new();
    let line = r#"{"question": {"scramble": "R U"}, "method": {"solver": "kissat"}}"#;
    folder.write("list", line);
    let says = "the line names `kissat`, which is an external program; --solver kissat allows it";
    let run = || run_in(&folder, words("solve pocket", "answers"));
    run().ends_saying(1, &[says]);
    // Run again, the shard ends with the same exit code.
    run().ends(1);
}

#[test]
fn a_line_may_not_name_a_file_or_a_command() {
    let lines = [
        r#"{"scramble": "R U", "puzzle_file": "/etc/hosts"}}"#,
        r#"{"scramble": "R U", "plan": "/etc/hosts"}}"#,
        r#"{"scramble": "R U", "cost_file": "/etc/hosts", "max_cost": 3}}"#,
        r#"{"scramble": "R U"}, "method": {"recipe": "/etc/hosts"}}"#,
        r#"{"scramble": "R U"}, "method": {"recipe_file": "/etc/hosts"}}"#,
        r#"{"scramble": "R U"}, "method": {"solver": "/bin/true"}}"#,
        r#"{"scramble": "R U"}, "method": {"solver_command": "true"}}"#,
        r#"{"state": "@/etc/hosts"}}"#,
        r#"{"state": "-"}}"#,
    ];
    let list = lines.map(|line| format!("{{\"question\": {line}\n"));
    let answers = answered(&Folder::new(), &list.concat(), "answers", "solve pocket");
    assert_eq!(outcomes(&answers), ["failed"; 9], "{answers:#?}");
    let has_content = |it: &Value| it["error"].as_str().unwrap().contains("localhost");
    assert!(!answers.iter().any(has_content), "{answers:#?}");
}

/// The program `true` proves nothing, but solutions of at most two turns are refuted before it is started.
#[test]
fn a_list_is_proved_by_the_program_that_the_options_name() {
    let folder = Folder::new();
    let prove = "prove pocket --max-turns 2 --solver-command 'true {cnf} {proof}'";
    let parts = run!(r#"{prove} --scramble "R U2 F'" --split 1 --list"#);
    let part = parts.ends(0).out.lines().next().unwrap().to_owned();
    for (name, line) in [("start", "R U2 F'"), ("part", &part)] {
        let answers = answered(&folder, line, name, format!("{prove} -o p"));
        assert_eq!(outcomes(&answers), ["refuted"]);
    }
}

//! Faults lose no answers, and `merge` accepts no wrong ones.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::common::{each, fewer_in_check};

/// Waits until a condition holds, with a time limit.
#[track_caller]
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Kills the processes of two shards at random moments, and compares the table with that of one process. When this test is run
/// by name, there are a hundred moments.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn killed_processes_lose_no_answers() {
    let (moments, lines) = (fewer_in_check(12, 100), fewer_in_check(60, 600));
    let lists = ListFolder::new();
    let lines = scrambles(lines, 8);
    // Formulas answer at once; a table would be built first.
    let solve = "solve pocket --method sat";
    let alone = lists.answered(&lines, "alone", solve);
    let shards = ["1/2", "2/2"].map(|shard| {
        let command = format!("{solve} --jobs 2 --shard {shard}");
        lists.words(&lines, &shard.replace('/', "-"), &command)
    });
    let mut random = SmallRng::seed_from_u64(22);
    for _ in 0..moments / 2 {
        for mut child in shards.each_ref().map(start) {
            std::thread::sleep(Duration::from_millis(random.random_range(0..60)));
            // A process that has nothing left to do cannot be killed.
            let _ = child.kill();
            child.wait().unwrap();
        }
    }
    for words in &shards {
        run(words).ends(0);
    }
    let files = ["1-2", "2-2"].map(|name| lists.path_argument(name));
    assert_eq!(table(&files), table(&alone));
    // No line was answered twice.
    let answers = files.iter().map(|file| records(file).len());
    assert_eq!(answers.sum::<usize>(), lines.len());
}

#[test]
fn signals_keep_answers_and_the_interrupted_line_is_retried() {
    let lists = ListFolder::new();
    let solve = "solve pocket --recipe mux";
    let words = lists.words(&["R", ELEVEN, "R U"], "answers", solve);
    let file = lists.path_argument("answers");
    for name in ["-TERM", "-INT"] {
        let child = start(&words);
        wait_until("the first answer", || {
            Path::new(&file).exists() && !records(&file).is_empty()
        });
        std::thread::sleep(Duration::from_millis(1000));
        send(&child, name);
        let begun = Instant::now();
        end_of(child).ends(30);
        assert!(begun.elapsed() < Duration::from_secs(10));
    }
    let answers = records(&file);
    let lines = answers.iter().filter(|answer| answer["line"] == 1);
    assert_eq!(lines.count(), 1);
    // The partial answer to the second line is kept; the third was not begun.
    for answer in answers.iter().filter(|answer| answer["line"] != 1) {
        let which = (&answer["line"], &answer["outcome"]);
        assert_eq!(which, (&json!(2), &json!("interrupted")), "{answer}");
    }
    run!("merge {file}").ends_saying(30, &["missing: "]);
}

#[test]
fn a_truncated_line_is_answered_again() {
    let lists = ListFolder::new();
    let lines = ["R U2 F'", "R", "R U"];
    let file = lists.answered(&lines, "answers", "solve pocket");
    let whole = table(&file);
    let bytes = fs::read(&file).unwrap();
    let (head, all) = (head(&file).len(), bytes.len());
    // The file may be cut off anywhere, as by a power failure.
    for end in [0, 1, head - 1, head, head + 1, all / 2, all - 1] {
        fs::write(&file, &bytes[..end]).unwrap();
        lists.answered(&lines, "answers", "solve pocket");
        assert_eq!(table(&file), whole, "{end}");
        assert_eq!(records(&file).len(), 3, "{end}");
    }
}

#[test]
fn an_altered_answer_is_named_and_never_merged() {
    let lists = ListFolder::new();
    let lines = ["R U2 F'", "R"];
    let words = lists.words(&lines, "answers", "solve pocket");
    run(&words).ends(0);
    let file = lists.path_argument("answers");
    let whole = table(&file);
    let text = fs::read_to_string(&file).unwrap();
    for (from, to) in [
        ("\"turns\":3", "\"turns\":2"),
        ("minimal", "solved"),
        ("F U2 R'", "F U2 R "),
        ("\"}\n", "\" }\n"),
    ] {
        fs::write(&file, text.replacen(from, to, 1)).unwrap();
        refused(&file, &format!("error: {file}:2: altered or damaged"));
        // The next run names the altered answer and answers the line again.
        run(&words).ends_saying(0, &[&format!("note: {file}:2: altered or damaged")]);
        // Without the altered line, the file can be merged.
        let mended = fs::read_to_string(&file).unwrap();
        let mut lines: Vec<&str> = mended.lines().collect();
        lines.remove(1);
        fs::write(&file, lines.join("\n") + "\n").unwrap();
        assert_eq!(table(&file), whole);
    }
    // A forged hash does not help: the solution is replayed.
    fs::write(&file, &text).unwrap();
    let says = "do not lead from the start to the goal";
    change_refused(
        &file,
        &records(&file)[0],
        json!({"solution": "F U2 R"}),
        says,
    );
}

#[test]
fn two_answers_that_cannot_both_be_true_are_named() {
    let lists = ListFolder::new();
    let file = lists.answered(&["R U2 F'"], "answers", "solve pocket");
    let (whole, record) = (table(&file), records(&file)[0].clone());
    // A repeated answer is not a contradiction.
    let second = lists.path_argument("second");
    fs::copy(&file, &second).unwrap();
    assert_eq!(table([&file, &second]), whole);
    let none = json!({"outcome": "none", "turns": null, "solution": null, "at_least": null});
    write_changed(&second, &record, none);
    let says = "line 1: two answers cannot both be true: minimal, 3 turns";
    refused([&file, &second], says);
    // Every answer to a line is checked.
    write_changed(&second, &record, json!({"solution": "F U2 R"}));
    for files in [[&file, &second], [&second, &file]] {
        refused(files, "second:2: line 1: ");
    }
}

/// The inverse of the scramble is F' U' R', by hand.
#[test]
fn an_answer_that_contradicts_the_scramble_or_itself_is_named_and_never_merged() {
    let lists = ListFolder::new();
    let file = lists.answered(&["R U F"], "answers", "solve pocket");
    let whole = records(&file)[0].clone();
    let none = json!({"outcome": "none", "at_least": null, "turns": null, "solution": null});
    let longer = json!({"turns": 5, "at_least": 5, "solution": "F' U' R' U U'"});
    let bound = json!({"outcome": "unknown", "at_least": 6, "turns": null, "solution": null});
    for (changes, says) in [
        (none, "none"),
        (longer, "minimal, 5 turns, at least 5"),
        (bound, "unknown, at least 6"),
    ] {
        let why = "but the inverse F' U' R' is a solution of 3 turns\n";
        let says = format!("line 1: it contradicts the scramble: it says `{says}`, {why}");
        change_refused(&file, &whole, changes, &format!("{file}:2: {says}"));
    }
    let says = format!(
        "{file}:2: line 1: it contradicts itself or is incomplete: minimal, 3 turns, at least 9"
    );
    change_refused(&file, &whole, json!({"at_least": 9}), &says);
    let empty = json!({"turns": 0, "at_least": 0, "solution": ""});
    change_refused(
        &file,
        &whole,
        empty,
        "0 turns do not lead from the start to the goal",
    );
    // An answer that claims less than the truth is merged.
    write_changed(&file, &whole, json!({"outcome": "solved", "at_least": 2}));
    assert_eq!(table(&file).lines().count(), 2);
}

#[test]
fn answers_of_another_version_list_question_or_input_file_are_refused() {
    let lists = ListFolder::new();
    let lines = ["R U2 F'", "R"];
    let pocket = data("encodings/puzzles/pocket.toml");
    let puzzle = lists.0.write("mine.toml", &pocket);
    let solve = format!("solve --puzzle-file {puzzle} --max-turns 4");
    let words = lists.words(&lines, "answers", &solve);
    run(&words).ends(0);
    let file = lists.path_argument("answers");
    let text = fs::read_to_string(&file).unwrap();
    let second = lists.0.write("second.txt", "R U2 F'\nU\n");
    let resume = |from: &str, to: &str| {
        let is_from = |word: &String| word == from;
        let changed = words
            .iter()
            .map(|word| if is_from(word) { to } else { word });
        run(changed.collect::<Vec<&str>>())
    };
    for (from, to, says) in [
        ("4", "5", "belongs to another question"),
        ("-q", "--recipe=mux", "another method"),
        ("-q", "--shard=1/2", "another shard"),
        (&lists.path_argument("list.txt"), &second, "another list"),
    ] {
        resume(from, to).ends_saying(1, &[says]);
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
    fs::write(&puzzle, pocket.clone() + "\n").unwrap();
    run(&words).ends_saying(1, &["other input files"]);
    // The time limit and the number of jobs may change.
    fs::write(&puzzle, &pocket).unwrap();
    run((&words, "--time-limit 9 --jobs 2")).ends(0);
    let version = env!("CARGO_PKG_VERSION");
    let begun = "was begun by twistsat 99.0.0; this is";
    let schema = "its schema is `twistsat.list/9`";
    for (from, to, says) in [
        (version, "99.0.0", begun),
        ("twistsat.list/2", "twistsat.list/9", schema),
        ("\"shard\"", "\"shred\"", "unknown field `shred`"),
    ] {
        fs::write(&file, text.replacen(from, to, 1)).unwrap();
        run(&words).ends_saying(1, &[says]);
        refused(&file, says);
    }
    // Answers to another question are not merged, either.
    fs::write(&file, &text).unwrap();
    let five = lists.answered(&lines, "five", "solve pocket --max-turns 5");
    refused([&file, &five], "belongs to other input files than");
    let says = "is not the header of an answer file";
    refused(lists.path_argument("list.txt"), says);
}

/// While a process writes its answers, a second one with the same file is refused. With its own file, the second one
/// repeats the work, and the table stays the same.
#[cfg(unix)]
#[test]
fn two_writers_of_one_shard_do_no_harm() {
    let lists = ListFolder::new();
    let hard = lists.words(&[ELEVEN], "hard", "solve pocket --recipe mux");
    let mut child = start(&hard);
    wait_until("the head", || {
        fs::read(lists.path_argument("hard")).is_ok_and(|text| text.ends_with(b"\n"))
    });
    run(&hard).ends_saying(1, &["is being written by another process"]);
    child.kill().unwrap();
    child.wait().unwrap();
    let lines = scrambles(20, 6);
    let both = ["one", "two"].map(|name| lists.words(&lines, name, "solve pocket"));
    for mut child in both.each_ref().map(start) {
        assert!(child.wait().unwrap().success());
    }
    let [one, two] = ["one", "two"].map(|name| lists.path_argument(name));
    let whole = table(&one);
    assert_eq!(table(format!("{one} {two}")), whole);
    // On a system without locks, one file may get the answers of both processes.
    let lines: String = records(&two).iter().map(with_hash).collect();
    fs::write(&two, fs::read_to_string(&one).unwrap() + &lines).unwrap();
    assert_eq!(table(&two), whole);
}

/// A limit on the size of files stands in for a full disk: writing beyond it fails.
#[cfg(unix)]
#[test]
fn a_list_can_be_resumed_after_the_disk_was_full() {
    let lists = ListFolder::new();
    let lines = scrambles(40, 4);
    let words = lists.words(&lines, "answers", "solve pocket");
    // The shell counts blocks of 512 or of 1024 bytes.
    let script = format!("ulimit -f 9; exec \"$0\" {}", words.join(" "));
    let limited = run_script(lists.0.path(), &script).ends(1);
    limited.says(&["error: cannot write "]);
    let file = lists.path_argument("answers");
    let merged = run!("merge {file} -q").ends(30);
    let kept = merged.out.lines().count();
    assert!((1..40).contains(&kept), "{merged:#?}");
    run(&words).ends(0);
    let alone = lists.answered(&lines, "alone", "solve pocket");
    assert_eq!(table(&file), table(&alone));
    assert_eq!(records(&file).len(), 40);
}

/// The list determines the path of each certificate. If another file has that path, the command is refused before any work.
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
    let lists = ListFolder::new();
    let words = lists.words(&["R U2 F'"], "answers", "solve pocket");
    for text in ["my notes", "{", "{\"schema\":\"other\""] {
        let file = lists.0.write("answers", text);
        let run = run(&words);
        if text == "{" {
            // A killed process may leave this beginning of a header.
            run.ends(0);
            assert_eq!(records(&file).len(), 1);
            continue;
        }
        run.ends_saying(1, &["answers:1: it is not the head"]);
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
}

#[cfg(unix)]
#[test]
fn answers_are_kept_in_no_device_or_pipe() {
    let folder = Folder::new();
    folder.write("list", "R U2 F'\n");
    folder.pipe("pipe");
    for file in ["/dev/full", "/dev/null", "pipe"] {
        run_in!(&folder, "solve pocket --batch list --resume {file}")
            .ends_saying(1, &[format!("{file} is not a regular file")]);
    }
}

#[test]
fn an_answer_to_a_different_or_missing_question_is_named_and_the_line_answered_again() {
    let lists = ListFolder::new();
    let words = lists.words(&["R U2 F'", "R"], "answers", "solve pocket");
    run(&words).ends(0);
    let file = lists.path_argument("answers");
    let whole = fs::read_to_string(&file).unwrap();
    let answer = &records(&file)[1];
    write_changed(&file, answer, json!({"input": "R U R' U'"}));
    let says = format!("note: {file}:2: it answers something other than line 2 of the list");
    run(&words).ends_saying(0, &[says]);
    assert_eq!(records(&file).len(), 3);
    refused(&file, "two answers are to different questions");
    // An answer to a line outside the shard is refused, too.
    let shard = whole.replace("\"shard\":\"1/1\"", "\"shard\":\"2/2\"");
    fs::write(&file, shard).unwrap();
    refused(&file, &format!("{file}:2: line 1 is not in shard 2/2"));
    let says = format!("{file}:2: the list has no question in line 7");
    change_refused(&file, answer, json!({"line": 7}), &says);
}

#[test]
fn a_line_starts_no_program_that_the_options_do_not_name() {
    let lists = ListFolder::new();
    let line = r#"{"question": {"scramble": "R U"}, "method": {"solver": "kissat"}}"#;
    let words = lists.words(&[line], "answers", "solve pocket");
    let says = "the line names `kissat`, which is an external program; --solver kissat allows it";
    run(&words).ends_saying(1, &[says]);
    // Run again, the shard ends with the same exit code.
    run(&words).ends(1);
}

#[test]
fn a_line_may_not_name_a_file_or_a_command() {
    let lists = ListFolder::new();
    let line = |question: &str, method: &str| {
        format!(r#"{{"question": {{"scramble": "R U"{question}}}, "method": {{{method}}}}}"#)
    };
    let lines = [
        line(r#", "puzzle_file": "/etc/hosts""#, ""),
        line(r#", "plan": "/etc/hosts""#, ""),
        line(r#", "cost_file": "/etc/hosts", "max_cost": 3"#, ""),
        line("", r#""recipe": "/etc/hosts""#),
        line("", r#""recipe_file": "/etc/hosts""#),
        line("", r#""solver": "/bin/true""#),
        line("", r#""solver_command": "true""#),
        r#"{"question": {"state": "@/etc/hosts"}}"#.to_owned(),
        r#"{"question": {"state": "-"}}"#.to_owned(),
    ];
    run(lists.words(&lines, "answers", "solve pocket")).ends(1);
    let answers = records(&lists.path_argument("answers"));
    let outcomes = answers.iter().map(|it| it["outcome"].as_str().unwrap());
    assert_eq!(outcomes.collect::<Vec<_>>(), ["failed"; 9], "{answers:#?}");
    let has_content = |it: &Value| it["error"].as_str().unwrap().contains("localhost");
    assert!(!answers.iter().any(has_content), "{answers:#?}");
}

/// The program `true` proves nothing, but solutions of at most two turns are refuted before it is started.
#[test]
fn a_list_is_proved_by_the_program_that_the_options_name() {
    let lists = ListFolder::new();
    let by = "--solver-command 'true {cnf} {proof}'";
    let prove = format!("prove pocket --max-turns 2 {by}");
    let parts = run!(r#"{prove} --scramble "R U2 F'" --split 1 --list"#);
    let parts = parts.ends(0).out;
    let prefix = lists.path_argument("p");
    let batch = format!("{prove} -o {prefix}");
    for line in ["R U2 F'", parts.lines().next().unwrap()] {
        let answers = lists.answered(&[line], &format!("answers-{}", line.len()), &batch);
        assert_eq!(records(&answers)[0]["outcome"], "refuted");
    }
}

//! Answers to lists, and options that lists refuse.

use super::*;
use crate::common::each;

/// For a single question, the search would continue for a proof of minimality, which takes seconds to minutes.
#[test]
#[ignore = "long check"]
fn a_line_for_a_large_puzzle_is_solved_without_a_proof_by_default() {
    let lists = ListFolder::new();
    let lines = [
        "U' R L U L2 U2 D2 L' F R2 U2 R2 B F B' F' R L2 F D B2 R2 F R2 D L' R' B' U2 L",
        "R' U R F2 R2 L' F2 U F' R' D F' R2 B L' U2 D2 B' U' L F2 B' D2 F2 U' F' R' D R2 U",
        "R U2 F'",
    ];
    // Not merely the inverses of the scrambles, which have 30 turns. A line gets two seconds, of a machine that may have
    // other work.
    let are_shorter = |name: &&str| {
        let file = lists.answered(&lines, name, "solve rubik");
        let rows = run!("merge {file} -q").ends(0).rows();
        let outcomes: Vec<&Value> = rows.iter().map(|row| &row["outcome"]).collect();
        assert_eq!(outcomes, ["solved", "solved", "minimal"]);
        rows.iter().all(|row| row["turns"].as_u64().unwrap() < 30)
    };
    assert!(["first", "second", "third"].iter().any(are_shorter));
    let list = lists.path_argument("list.txt");
    let stopped = run!("solve rubik --time-limit 100ms --batch {list} -q").ends(30);
    assert_eq!(stopped.out.lines().count(), lines.len(), "{stopped:#?}");
    // With a budget, a line may be refuted by tables of cosets.
    let list = lists.list(&lines[..1]);
    run!("solve rubik --max-turns 12 --time-limit 1h --batch {list} --format json -q")
        .ends_printing(20, &["tables of cosets"]);
}

#[test]
fn an_answer_file_has_a_header_and_what_format_json_prints() {
    let lists = ListFolder::new();
    let lines = ["# two", "R U2 F'", "", "R U X"];
    let file = lists.answered(&lines, "answers", "solve pocket");
    let list = lists.path_argument("list.txt");
    let head: Value = serde_json::from_str(&head(&file)).unwrap();
    assert_keys(
        &head,
        json!({
            "schema": "twistsat.list/2", "lines": "2,4", "shard": "1/1",
            "request": {"question": {"puzzle": "pocket"}}, "list_sha256": sha256(&fs::read(&list).unwrap())
        }),
    );
    let printed = run!("solve pocket -q --batch {list} --format json")
        .ends(1)
        .rows();
    let kept = records(&file);
    assert_eq!(kept.len(), printed.len());
    for ((kept, printed), outcome) in kept.iter().zip(&printed).zip(["minimal", "failed"]) {
        assert_eq!(kept["outcome"], outcome);
        assert!(kept["seconds"].is_f64());
        let [kept, printed] = [kept, printed].map(|answer| {
            let mut keys = answer.as_object().unwrap().clone();
            keys.retain(|key, _| !["attempts", "outcome", "seconds"].contains(&&**key));
            keys
        });
        assert_eq!(kept, printed);
    }
}

#[test]
fn each_line_may_be_a_whole_question_with_its_own_method() {
    let lists = ListFolder::new();
    let lines = [
        r#"{"question": {"puzzle": "pocket", "scramble": "R U2 F'"}, "method": {"recipe": "mux"}}"#,
        r#"{"question": {"puzzle": "skewb", "scramble": "R U"}}"#,
        r#"{"question": {"puzzle": "pocket", "scramble": "R U F", "turns": 5}, "method": {"solver": "varisat"}}"#,
        r#"{"question": {"puzzle": "pocket", "scramble": "R U F", "max_turns": 2}}"#,
    ];
    let file = lists.answered(&lines, "answers", "solve");
    let answers = records(&file);
    for (answer, outcome) in answers.iter().zip(["minimal", "minimal", "solved", "none"]) {
        assert_eq!(answer["outcome"], outcome);
    }
    assert_eq!(answers[0]["recipe"], "mux");
    assert_eq!(answers[2]["solver"], "varisat");
    assert_eq!(table(&file).lines().count(), 5);
    // The options supply what a line leaves out, and error messages use the keys of a line.
    let list = lists.list(&[
        r#"{"question": {"scramble": "R U"}}"#,
        r#"{"question": {"scramble": "R U", "turn": 3}}"#,
        r#"{"question": {}}"#,
    ]);
    run!("solve pocket --batch {list} -q")
        .ends(1)
        .says(&[":2: unknown field `turn`", ":3: give a start: `scramble`"])
        .prints(&["1: U' R' (2 turns, minimal)\n"]);
    run_with_stdin("solve --batch - -q", b"R U\n")
        .ends_saying(1, &["requires a puzzle among the options"]);
}

#[test]
fn refutations_have_certificates_that_merge_checks_against_their_lines() {
    let lists = ListFolder::new();
    let prefix = lists.path_argument("proofs/p");
    let prove = format!("prove pocket --max-turns 2 -o {prefix}");
    let file = lists.answered(&["R U2 F'", "R U F", "R"], "answers", &prove);
    let answers = records(&file);
    for (answer, outcome) in answers.iter().zip(["refuted", "refuted", "solved"]) {
        assert_eq!(answer["outcome"], outcome);
    }
    let merged = table(&file);
    assert_eq!(merged.matches(",checked proof,").count(), 2, "{merged}");
    run!("merge {file} --verify-proofs -q").ends(0);
    let certificates = [1, 2].map(|line| format!("{prefix}-{line}.json"));
    for path in &certificates {
        run!("verify {path}").ends(0);
    }
    // Certificates may be named after the text of their lines.
    let list = lists.0.write("states", format!("{THREE}\n"));
    let named = lists.path_argument("named/{input}");
    run!("prove pocket --max-turns 2 -q --jobs 2 --batch {list} -o {named}").ends(0);
    run!("verify {}.json", named.replace("{input}", THREE)).ends(0);
    // A truncated proof is refused, and so is the certificate of another line.
    let proof = format!("{prefix}-1.lrat");
    let whole = fs::read(&proof).unwrap();
    fs::write(&proof, &whole[..whole.len() - 1]).unwrap();
    table(&file);
    let says = "is not the file of the certificate";
    refused(format!("{file} --verify-proofs"), says);
    fs::write(&proof, &whole).unwrap();
    fs::copy(&certificates[1], &certificates[0]).unwrap();
    refused(&file, "it is not the certificate that was written");
    // The certificate of another line is also refused if the answer has its hash.
    let hash = json!({"certificate_sha256": answers[1]["certificate_sha256"]});
    let says = "it is about another question than that of the line";
    change_refused(&file, &answers[0], hash, says);
}

#[test]
fn all_solutions_of_each_line_are_listed_and_replayed() {
    let lists = ListFolder::new();
    let lines = ["R U", "R2"];
    let list = lists.list(&lines);
    let text = run!("enumerate pocket --shortest --batch {list} -q").ends(0);
    assert!(text.out.starts_with("1: U' R'"), "{text:#?}");
    let file = lists.answered(&lines, "answers", "enumerate pocket --shortest");
    let answers = records(&file);
    for (line, answer) in lines.iter().zip(&answers) {
        let alone = format!("enumerate pocket --shortest --scramble '{line}' -q");
        let alone = run!("{alone} --format json").ends(0);
        alone.reports(json!({"count": answer["count"]}));
    }
    assert_eq!(table(&file).lines().count(), 3);
    let says = "do not lead from the start to the goal";
    change_refused(&file, &answers[0], json!({"solutions": ["U R"]}), says);
}

#[test]
fn again_retries_unanswered_lines_only() {
    let lists = ListFolder::new();
    let lines = ["R U2 F'", NINE];
    run(lists.words(&lines, "answers", "solve pocket --time-limit 0")).ends(30);
    let file = lists.path_argument("answers");
    run!("merge {file} --format csv")
        .ends_saying(30, &["note: 2 of 2 lines have no answer (unknown: 1-2)"]);
    // Nothing is left to do until a retry is requested.
    let list = lists.path_argument("list.txt");
    let retry = "--again unknown --time-limit 1h";
    for (more, code, says) in [
        ("", 30, "0 solved, 2 answered before\n"),
        (retry, 0, "2 solved\n"),
        (retry, 0, "0 solved, 2 answered before\n"),
    ] {
        let again = run!("solve pocket --batch {list} --resume {file} {more}");
        assert_eq!(again.ends(code).err, says);
    }
    assert_eq!(table(&file).matches(",minimal,").count(), 2);
}

#[test]
fn shards_answer_every_line_once_and_the_table_does_not_depend_on_them() {
    let lists = ListFolder::new();
    let lines = scrambles(9, 3);
    let whole = lists.answered(&lines, "whole", "solve pocket");
    let [one, two, third] = ["1/2", "2/2", "2/3"].map(|shard| {
        let command = format!("solve pocket --jobs 2 --shard {shard}");
        lists.answered(&lines, &shard.replace('/', "-"), &command)
    });
    assert_eq!((records(&one).len(), records(&two).len()), (5, 4));
    // Shards of two divisions may be merged together.
    for files in [[&one, &two, &two], [&two, &one, &one], [&third, &two, &one]] {
        assert_eq!(table(files), table(&whole));
    }
    let says = "note: 5 of 9 lines have no answer (missing: 1,3,5,7,9)";
    run!("merge {two}").ends_saying(30, &[says]);
    for wrong in ["0/2", "3/2", "1", "a/b", "1/0"] {
        run!("solve pocket --batch x --shard {wrong}").ends_saying(2, &["expected I/N"]);
    }
}

#[test]
fn incompatible_options_are_refused() {
    let folder = Folder::new();
    folder.write("list", "R\n");
    each(
        "
solve pocket --batch list --scramble R » cannot be used with
solve pocket --batch list --jobs -1 » --jobs
solve pocket --scramble R --shard 1/2 » --batch
solve pocket --batch list --again unknown » --resume
solve pocket --batch list --resume x --format alg » --format
solve pocket --batch list --resume list » are the same file
prove pocket --batch list --max-turns 2 --split 1 » --split
prove pocket --batch list » --max-turns
enumerate pocket --shortest --batch - --to - » stdin
merge x --format sqlite » requires --output FILE
",
        |[line], says| drop(run_in(&folder, line).ends_saying(2, says)),
    );
}

#[cfg(feature = "sqlite")]
#[test]
fn a_table_in_sqlite_has_the_rows_of_the_csv() {
    use rusqlite::{Connection, types::Value};

    let lists = ListFolder::new();
    let file = lists.answered(&["R U2 F'", "R", "R U F R2"], "answers", "solve pocket");
    let place = lists.path_argument("table.sqlite");
    run!("merge {file} --format sqlite -o {place} -q").ends(0);
    let base = Connection::open(&place).unwrap();
    let select = "SELECT line, input, outcome, turns, solution FROM answer ORDER BY line";
    let mut query = base.prepare(select).unwrap();
    let rows = query.query_map([], |row| {
        let cells = (0..5).map(|cell| match row.get_unwrap(cell) {
            Value::Integer(number) => format!("{number},"),
            Value::Text(text) => format!("{text},"),
            other => panic!("{other:?}"),
        });
        Ok(cells.collect::<String>())
    });
    let rows: Vec<String> = rows.unwrap().map(Result::unwrap).collect();
    let csv = table(&file);
    assert_eq!(rows.len(), csv.lines().count() - 1);
    for (row, line) in rows.iter().zip(csv.lines().skip(1)) {
        assert!(line.starts_with(row), "{row}: {csv}");
    }
}

#[test]
#[cfg(not(feature = "sqlite"))]
fn without_sqlite_merge_names_the_missing_feature() {
    let lists = ListFolder::new();
    let file = lists.answered(&["R"], "answers", "solve pocket");
    let place = lists.path_argument("table.sqlite");
    run!("merge {file} --format sqlite -o {place}").ends_saying(1, &["--features sqlite"]);
    assert!(!Path::new(&place).exists());
}

/// If the start has unknown stickers, the answer must contain the state that the solution solves.
#[test]
fn answers_to_starts_with_unknown_stickers_are_merged() {
    let lists = ListFolder::new();
    let at = THREE.len() - 1;
    let open = format!("{}.", &THREE[..at]);
    let solve = lists.answered(&[&*open], "solved", "solve pocket");
    let all = "enumerate pocket --shortest";
    let enumerate = lists.answered(&[&*open], "listed", all);
    for (file, key) in [(&solve, "start"), (&enumerate, "starts")] {
        assert_eq!(table(file).lines().count(), 2);
        let mut record = records(file)[0].clone();
        assert!(!record[key].is_null(), "{record}");
        record.as_object_mut().unwrap().remove(key);
        write_answers(file, &[record]);
        refused(file, "the state that the turns solve is missing");
    }
}

#[test]
fn solutions_in_the_table_solve_the_tips() {
    let lists = ListFolder::new();
    let turned = "BGGGGGGGG GRRRRRRRR RBBBBBBBB YYYYYYYYY";
    let lines = ["U u", "u", turned, "L R l", "U"];
    for command in ["solve pyraminx", "enumerate pyraminx --shortest"] {
        let file = lists.answered(&lines, "answers", command);
        let rows = run!("merge {file} -q").ends(0).rows();
        let solutions: Vec<&Value> = rows.iter().map(|row| &row["solution"]).collect();
        assert_eq!(solutions, ["U' u'", "u'", "u'", "R' L' l'", "U'"]);
        assert_eq!(rows[1]["turns"], json!(0), "turns of tips do not count");
        let csv = table(&file);
        assert!(csv.contains("\n2,u,") && csv.contains(",0,u',"), "{csv}");
        let record = records(&file)[1].clone();
        for tips in [json!("u"), json!(null)] {
            let says = "its turns of the tips do not solve them";
            change_refused(&file, &record, json!({"tips": tips}), says);
        }
        fs::remove_file(&file).unwrap();
    }
}

#[test]
fn answers_with_free_turns_are_merged_and_checked() {
    let lists = ListFolder::new();
    let lines = ["U R U F", "R U", "U", "R F U2"];
    let command = "enumerate pocket --shortest --free U";
    let file = lists.answered(&lines, "answers", command);
    let answers = records(&file);
    assert!(json!(answers).to_string().contains("(U')"), "{answers:?}");
    assert_eq!(table(&file).lines().count(), 5);
    for (from, to, says) in [
        ("(U", "(R", "is not allowed in this problem"),
        ("(U')", "", "do not lead from the start to the goal"),
    ] {
        let wrong = answers.iter().map(|answer| {
            let wrong = answer.to_string().replace(from, to);
            serde_json::from_str(&wrong).unwrap()
        });
        write_answers(&file, &wrong.collect::<Vec<Value>>());
        refused(&file, says);
    }
}

#[test]
fn lines_without_a_solution_are_merged() {
    let lists = ListFolder::new();
    let file = lists.answered(&["R U", "R"], "exact", "enumerate pocket --turns 1");
    let rows = table(&file);
    assert!(rows.contains("\n1,R U,none,,,"), "{rows}");
    assert!(rows.contains("\n2,R,solved,1,"), "{rows}");
    // The lines name no budget: the bounds of their constraints are refuted, and no longer sequence can satisfy them.
    let lines = [
        r#"{"question": {"scramble": "R U F", "max_cost": 2}}"#,
        r#"{"question": {"scramble": "R U", "sequence": ["R R R"]}}"#,
    ];
    for method in ["auto", "sat"] {
        let file = lists.answered(&lines, method, format!("solve pocket --method {method}"));
        let rows = table(&file);
        assert_eq!(rows.matches(",none,,").count(), 2, "{rows}");
    }
}

/// The table gives the same lengths as formulas, and every shard of a long list uses it.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_long_list_of_starts_is_answered_by_the_table_of_all_states_and_a_short_one_by_formulas() {
    let lists = ListFolder::new();
    let mut lines = scrambles(120, 5);
    lines.push("F2 R' .".to_owned());
    lines.push(r#"{"question": {"scramble": "R U"}}"#.to_owned());
    // The solver of each answer, and its outcome and length.
    let answered = |lines: &[String], name: &str, more: &str| {
        let file = lists.answered(lines, name, format!("solve pocket {more}"));
        let mut answers = records(&file);
        answers.sort_by_key(|answer| answer["line"].as_u64());
        let solvers: Vec<Value> = answers.iter().map(|it| it["solver"].clone()).collect();
        let lengths = answers
            .iter()
            .map(|it| [it["outcome"].clone(), it["turns"].clone()]);
        let lengths: Vec<[Value; 2]> = lengths.collect();
        (solvers, lengths)
    };
    let (by, lengths) = answered(&lines, "whole", "");
    assert!(by[..121].iter().all(|it| it == "table"), "{by:?}");
    assert_eq!(by[121], "batsat");
    // A shard of two lines uses the table, because the whole list is long.
    let (by_shard, _) = answered(&lines, "shard", "--shard 1/61");
    assert_eq!(by_shard, ["table", "table"]);
    assert_eq!(answered(&lines[..9], "few", "").0, ["batsat"; 9]);
    let (_, by_sat) = answered(&lines, "sat", "--method sat");
    assert_eq!(lengths[..121], by_sat[..121]);
}

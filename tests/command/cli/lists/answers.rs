//! Answers to lists, and options that lists refuse.

use super::*;

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn sat_and_table_find_the_known_length_of_every_state() {
    let lists = ListFolder::new();
    let states = KNOWN.map(|(state, _)| state);
    for method in ["sat", "table"] {
        let command = format!("solve pocket --method {method} --jobs 2");
        let file = lists.answered(&states, method, &command);
        let merged = run!("merge {file} -q").ends(0);
        for (line, (state, turns)) in merged.out.lines().zip(KNOWN) {
            let row: Value = serde_json::from_str(line).unwrap();
            assert_eq!(
                (&row["turns"], &row["outcome"]),
                (&json!(turns), &json!("minimal"))
            );
            let problem = problem(state, &Target::Any, Budget::Exactly(turns));
            assert_eq!(replay(&problem, row["solution"].as_str().unwrap()), turns);
        }
        assert_eq!(merged.out.lines().count(), KNOWN.len());
    }
}

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
    let are_shorter = |name: &str| {
        let file = lists.answered(&lines, name, "solve rubik");
        let merged = run!("merge {file} -q").ends(0);
        let rows = merged.out.lines().map(serde_json::from_str);
        let rows: Vec<Value> = rows.map(Result::unwrap).collect();
        let outcomes: Vec<&Value> = rows.iter().map(|row| &row["outcome"]).collect();
        assert_eq!(outcomes, ["solved", "solved", "minimal"]);
        let mut turns = rows.iter().map(|row| row["turns"].as_u64().unwrap());
        turns.all(|turns| turns < 30)
    };
    assert!(
        ["first", "second", "third"]
            .iter()
            .any(|name| are_shorter(name))
    );
    let more = "solve rubik --time-limit 100ms";
    let list = lists.path_argument("list.txt");
    let out = run!("{more} --batch {list} -q").ends(30).out;
    assert_eq!(out.lines().count(), lines.len(), "{out}");
}

#[test]
#[ignore = "long check"]
fn a_line_with_a_budget_may_be_refuted_by_tables_of_cosets() {
    let lists = ListFolder::new();
    let line = "U' R L U L2 U2 D2 L' F R2 U2 R2 B F B' F' R L2 F D B2 R2 F R2 D L' R' B' U2 L";
    let list = lists.list(&[line]);
    let words = "solve rubik --max-turns 12 --time-limit 1h";
    let out = run!("{words} --batch {list} --format json -q").ends(20).out;
    assert!(out.contains("tables of cosets"), "{out}");
}

#[test]
fn an_answer_file_has_a_header_and_what_format_json_prints() {
    let lists = ListFolder::new();
    let lines = ["# two", "R U2 F'", "", "R U X"];
    let file = lists.answered(&lines, "answers", "solve pocket");
    let head: Value = serde_json::from_str(&head(&file)).unwrap();
    assert_eq!(head["schema"], "twistsat.list/2");
    assert_eq!(
        (&head["lines"], &head["shard"]),
        (&json!("2,4"), &json!("1/1"))
    );
    assert_eq!(head["request"], json!({"question": {"puzzle": "pocket"}}));
    let list = lists.path_argument("list.txt");
    let sum = Command::new("sha256sum").arg(&list).output();
    if let Ok(sum) = sum {
        let sum = String::from_utf8(sum.stdout).unwrap();
        assert!(
            sum.starts_with(head["list_sha256"].as_str().unwrap()),
            "{sum}"
        );
    }
    let printed = run!("solve pocket -q --batch {list} --format json").ends(1);
    let printed = printed
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let without_times = |mut answer: Value| {
        let keys = answer.as_object_mut().unwrap();
        keys.remove("attempts");
        answer
    };
    let printed: Vec<Value> = printed.map(without_times).collect();
    let mut kept: Vec<Value> = records(&file).into_iter().map(without_times).collect();
    for (answer, outcome) in kept.iter_mut().zip(["minimal", "failed"]) {
        let keys = answer.as_object_mut().unwrap();
        assert_eq!(keys.remove("outcome").unwrap(), outcome);
        assert!(keys.remove("seconds").unwrap().is_f64());
    }
    assert_eq!(kept, printed);
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
    let outcomes: Vec<_> = records(&file)
        .iter()
        .map(|it| it["outcome"].clone())
        .collect();
    assert_eq!(outcomes, ["minimal", "minimal", "solved", "none"]);
    assert_eq!(records(&file)[0]["recipe"], "mux");
    assert_eq!(records(&file)[2]["solver"], "varisat");
    assert_eq!(table(&file).lines().count(), 5);
    // The options supply what a line leaves out, and error messages use the keys of a line.
    let list = lists.list(&[
        r#"{"question": {"scramble": "R U"}}"#,
        r#"{"question": {"scramble": "R U", "turn": 3}}"#,
        r#"{"question": {}}"#,
    ]);
    let some = run!("solve pocket --batch {list} -q")
        .ends(1)
        .says(&[":2: unknown field `turn`", ":3: give a start: `scramble`"]);
    assert!(
        some.out.starts_with("1: U' R' (2 turns, minimal)\n"),
        "{some:#?}"
    );
    run_with_stdin("solve --batch - -q", b"R U\n")
        .ends(1)
        .says(&["requires a puzzle among the options"]);
}

#[test]
fn refutations_have_certificates_that_merge_checks_against_their_lines() {
    let lists = ListFolder::new();
    let prefix = lists.path_argument("proofs/p");
    let prove = format!("prove pocket --max-turns 2 -o {prefix}");
    let file = lists.answered(&["R U2 F'", "R U F", "R"], "answers", &prove);
    let outcomes: Vec<_> = records(&file)
        .iter()
        .map(|it| it["outcome"].clone())
        .collect();
    assert_eq!(outcomes, ["refuted", "refuted", "solved"]);
    let merged = table(&file);
    assert_eq!(merged.matches(",checked proof,").count(), 2, "{merged}");
    run!("merge {file} --verify-proofs -q").ends(0);
    let certificates = [1, 2].map(|line| format!("{prefix}-{line}.json"));
    for path in &certificates {
        run!("verify {path}").ends(0);
    }
    // Certificates may be named after the text of their lines.
    let list = lists.0.write("states", format!("{THREE}\n"));
    let named = format!("prove pocket --max-turns 2 -q --jobs 2 --batch {list} -o");
    let prefix_of_input = lists.path_argument("named/{input}");
    run!("{named} {prefix_of_input}").ends(0);
    run!(
        r#"verify "{}""#,
        lists.path_argument(&format!("named/{THREE}.json"))
    )
    .ends(0);
    // A truncated proof is refused, and so is the certificate of another line.
    let proof = format!("{prefix}-1.lrat");
    let whole = fs::read(&proof).unwrap();
    fs::write(&proof, &whole[..whole.len() - 1]).unwrap();
    table(&file);
    refused(
        format!("{file} --verify-proofs"),
        "is not the file of the certificate",
    );
    fs::write(&proof, &whole).unwrap();
    fs::copy(&certificates[1], &certificates[0]).unwrap();
    refused(&file, "it is not the certificate that was written");
    // The certificate of another line is also refused if the answer has its hash.
    let answers = records(&file);
    let mut first = answers[0].clone();
    first["certificate_sha256"] = answers[1]["certificate_sha256"].clone();
    fs::write(&file, head(&file) + &with_hash(&first)).unwrap();
    refused(&file, "it is about another question than that of the line");
}

#[test]
fn all_solutions_of_each_line_are_listed_and_replayed() {
    let lists = ListFolder::new();
    let list = lists.list(&["R U", "R2"]);
    let text = run!("enumerate pocket --shortest --batch {list} -q")
        .ends(0)
        .out;
    assert!(text.starts_with("1: U' R'"), "{text}");
    let file = lists.answered(&["R U", "R2"], "answers", "enumerate pocket --shortest");
    let answers = records(&file);
    let counts: Vec<_> = answers
        .iter()
        .map(|it| it["count"].as_u64().unwrap())
        .collect();
    for (line, count) in ["R U", "R2"].iter().zip(&counts) {
        let alone = [
            "enumerate",
            "pocket",
            "--shortest",
            "--scramble",
            line,
            "-q",
        ];
        let alone = run((&alone, "--format json")).ends(0).json();
        assert_eq!(alone["count"], *count);
    }
    assert_eq!(table(&file).lines().count(), 3);
    let mut wrong = answers[0].clone();
    wrong["solutions"][0] = json!("U R");
    fs::write(&file, head(&file) + &with_hash(&wrong)).unwrap();
    refused(&file, "do not lead from the start to the goal");
}

#[test]
fn again_retries_unanswered_lines_only() {
    let lists = ListFolder::new();
    let lines = ["R U2 F'", NINE];
    let hurried = "solve pocket --time-limit 0";
    run_words(&lists.words(&lines, "answers", hurried)).ends(30);
    let file = lists.path_argument("answers");
    run!("merge {file} --format csv")
        .ends(30)
        .says(&["note: 2 of 2 lines have no answer (unknown: 1-2)"]);
    // Nothing is left to do until a retry is requested.
    let again = |more: &str, code| {
        let words = lists.words(&lines, "answers", "solve pocket");
        let words: Vec<String> = words.into_iter().filter(|word| word != "-q").collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        run((&words, &more)).ends(code).err
    };
    assert_eq!(again("", 30), "0 solved, 2 answered before\n");
    let all = "--again unknown --time-limit 1h";
    assert_eq!(again(all, 0), "2 solved\n");
    assert_eq!(again(all, 0), "0 solved, 2 answered before\n");
    assert_eq!(table(&file).matches(",minimal,").count(), 2);
}

#[test]
fn shards_answer_every_line_once_and_the_table_does_not_depend_on_them() {
    let lists = ListFolder::new();
    let lines = scrambles(9, 3);
    let whole = lists.answered(&lines, "whole", "solve pocket");
    let shard = |name: &str, shard: &str| {
        let command = format!("solve pocket --jobs 2 --shard {shard}");
        lists.answered(&lines, name, &command)
    };
    let (one, two) = (shard("one", "1/2"), shard("two", "2/2"));
    assert_eq!((records(&one).len(), records(&two).len()), (5, 4));
    let merged = table(&whole);
    assert_eq!(table(format!("{one} {two}")), merged);
    assert_eq!(table(format!("{two} {one}")), merged);
    // Shards of two divisions may be merged together.
    let third = shard("third", "2/3");
    assert_eq!(table(format!("{third} {two} {one}")), merged);
    run!("merge {two}")
        .ends(30)
        .says(&["note: 5 of 9 lines have no answer (missing: 1,3,5,7,9)"]);
    for wrong in ["0/2", "3/2", "1", "a/b", "1/0"] {
        run!("solve pocket --batch x --shard {wrong}")
            .ends(2)
            .says(&["expected I/N"]);
    }
}

#[test]
fn incompatible_options_are_refused() {
    let lists = ListFolder::new();
    let list = lists.list(&["R"]);
    for (words, says) in [
        ("solve pocket --scramble R --shard 1/2", "--batch"),
        (
            &*format!("solve pocket --batch {list} --again unknown"),
            "--resume",
        ),
        (
            &*format!("solve pocket --batch {list} --resume x --format alg"),
            "--format",
        ),
        (
            &*format!("prove pocket --batch {list} --max-turns 2 --split 1"),
            "--split",
        ),
        (&*format!("prove pocket --batch {list}"), "--max-turns"),
        ("enumerate pocket --shortest --batch - --to -", "stdin"),
        (
            &*format!("solve pocket --batch {list} --resume {list}"),
            "are the same file",
        ),
        ("solve --scramble R", "<PUZZLE>"),
        ("merge x --format sqlite", "requires --output FILE"),
    ] {
        run(words).ends(2).says(&[says]);
    }
}

#[cfg(feature = "sqlite")]
#[test]
fn a_table_in_sqlite_has_the_rows_of_the_csv() {
    use rusqlite::Connection;

    let lists = ListFolder::new();
    let file = lists.answered(&["R U2 F'", "R", "R U F R2"], "answers", "solve pocket");
    let place = lists.path_argument("table.sqlite");
    run!("merge {file} --format sqlite -o {place} -q").ends(0);
    let base = Connection::open(&place).unwrap();
    let select = "SELECT line, input, outcome, turns, solution FROM answer ORDER BY line";
    let mut query = base.prepare(select).unwrap();
    let rows = query.query_map([], |row| {
        let (line, turns): (i64, i64) = (row.get(0)?, row.get(3)?);
        let texts: [String; 3] = [row.get(1)?, row.get(2)?, row.get(4)?];
        Ok(format!(
            "{line},{},{},{turns},{},",
            texts[0], texts[1], texts[2]
        ))
    });
    let rows: Vec<String> = rows.unwrap().map(Result::unwrap).collect();
    let csv = table(&file);
    assert_eq!(rows.len(), csv.lines().count() - 1);
    for (row, line) in rows.iter().zip(csv.lines().skip(1)) {
        assert!(line.starts_with(row), "{row}: {csv}");
    }
}

#[test]
fn without_sqlite_merge_names_the_missing_feature() {
    if cfg!(feature = "sqlite") {
        return;
    }
    let lists = ListFolder::new();
    let file = lists.answered(&["R"], "answers", "solve pocket");
    let place = lists.path_argument("table.sqlite");
    run!("merge {file} --format sqlite -o {place}")
        .ends(1)
        .says(&["--features sqlite"]);
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
        fs::write(file, head(file) + &with_hash(&record)).unwrap();
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
        let merged = run!("merge {file} -q").ends(0);
        let rows = merged.out.lines().map(serde_json::from_str);
        let rows: Vec<Value> = rows.map(Result::unwrap).collect();
        let solutions: Vec<&Value> = rows.iter().map(|row| &row["solution"]).collect();
        assert_eq!(solutions, ["U' u'", "u'", "u'", "R' L' l'", "U'"]);
        assert_eq!(rows[1]["turns"], json!(0), "turns of tips do not count");
        assert!(table(&file).contains("\n2,u,"), "{}", table(&file));
        assert!(table(&file).contains(",0,u',"), "{}", table(&file));
        let mut record = records(&file)[1].clone();
        for tips in [json!("u"), json!(null)] {
            record["tips"] = tips;
            fs::write(&file, head(&file) + &with_hash(&record)).unwrap();
            refused(&file, "its turns of the tips do not solve them");
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
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("(U')"), "{text}");
    assert_eq!(table(&file).lines().count(), 5);
    for (from, to, says) in [
        ("(U", "(R", "is not allowed in this problem"),
        ("(U')", "", "do not lead from the start to the goal"),
    ] {
        let wrong = records(&file).into_iter().map(|record| {
            let record = record.to_string().replace(from, to);
            with_hash(&serde_json::from_str(&record).unwrap())
        });
        let wrong: String = wrong.collect();
        fs::write(&file, head(&file) + &wrong).unwrap();
        refused(&file, says);
        fs::write(&file, &text).unwrap();
    }
}

#[test]
fn a_line_without_a_solution_of_the_requested_length_is_merged() {
    let lists = ListFolder::new();
    let enumerate = "enumerate pocket --turns 1";
    let file = lists.answered(&["R U", "R"], "answers", enumerate);
    let rows = table(&file);
    let rows: Vec<&str> = rows.lines().skip(1).collect();
    assert!(rows[0].starts_with("1,R U,none,,,"), "{rows:?}");
    assert!(rows[1].starts_with("2,R,solved,1,"), "{rows:?}");
}

/// The lines name no budget: the bounds of their constraints are refuted, and no longer sequence can satisfy them.
#[test]
fn a_line_whose_constraints_bound_the_length_is_merged() {
    let lists = ListFolder::new();
    let lines = [
        r#"{"question": {"scramble": "R U F", "max_cost": 2}}"#,
        r#"{"question": {"scramble": "R U", "sequence": ["R R R"]}}"#,
    ];
    for method in ["auto", "sat"] {
        let file = lists.answered(&lines, method, format!("solve pocket --method {method}"));
        let rows = table(&file);
        let rows: Vec<&str> = rows.lines().skip(1).collect();
        assert_eq!(rows.len(), 2);
        assert!(rows.iter().all(|row| row.contains(",none,,")), "{rows:?}");
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
    let by = |file: &str| {
        let solvers = records(file).into_iter();
        let solvers = solvers.map(|it| it["solver"].as_str().unwrap().to_owned());
        solvers.collect::<Vec<String>>()
    };
    let solve = "solve pocket";
    let whole = lists.answered(&lines, "whole", solve);
    let (last, starts) = by(&whole)
        .split_last()
        .map(|(a, b)| (a.clone(), b.to_vec()))
        .unwrap();
    assert!(starts.iter().all(|it| it == "table"), "{starts:?}");
    assert_eq!(last, "batsat");
    // A shard of two lines uses the table, because the whole list is long.
    let shard = format!("{solve} --shard 1/61");
    let shard = lists.answered(&lines, "shard", &shard);
    assert_eq!(by(&shard), ["table", "table"]);
    let sat = format!("{solve} --method sat");
    let sat = lists.answered(&lines, "sat", &sat);
    let lengths = |file: &str| {
        let rows = table(file);
        let rows = rows.lines().skip(1);
        let lengths = rows.map(|row| row.split(',').skip(2).take(2).collect::<Vec<_>>().join(","));
        lengths.collect::<Vec<String>>()
    };
    let few = lists.answered(&lines[..9], "few", solve);
    assert_eq!(by(&few), ["batsat"; 9]);
    assert_eq!(lengths(&whole)[..121], lengths(&sat)[..121]);
}

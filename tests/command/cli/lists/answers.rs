//! Answers to lists, and options that lists refuse.

use super::*;
use crate::common::each;

/// For a single question, the search would continue for a proof of minimality, which takes seconds to minutes.
#[test]
#[ignore = "long check"]
fn a_line_for_a_large_puzzle_is_solved_without_a_proof_by_default() {
    let folder = Folder::new();
    let far = "U' R L U L2 U2 D2 L' F R2 U2 R2 B F B' F' R L2 F D B2 R2 F R2 D L' R' B' U2 L\n";
    let second =
        "R' U R F2 R2 L' F2 U F' R' D F' R2 B L' U2 D2 B' U' L F2 B' D2 F2 U' F' R' D R2 U";
    let list = format!("{far}{second}\nR U2 F'\n");
    // Not merely the inverses of the scrambles, which have 30 turns. A line gets two seconds, of a machine that may
    // have other work.
    let are_shorter = |name: &&str| {
        answered(&folder, &list, name, "solve rubik");
        let rows = run_in!(&folder, "merge {name} -q").ends(0).rows();
        assert_eq!(outcomes(&rows), ["solved", "solved", "minimal"]);
        rows.iter().all(|row| row["turns"].as_u64().unwrap() < 30)
    };
    assert!(["first", "second", "third"].iter().any(are_shorter));
    let limited = "solve rubik --time-limit 100ms --batch list -q";
    let stopped = run_in(&folder, limited).ends(30);
    assert_eq!(stopped.out.lines().count(), 3, "{stopped:#?}");
    // With a budget, a line may be refuted by tables of cosets.
    folder.write("list", far);
    let refuted = "solve rubik --max-turns 12 --time-limit 1h --batch list --format json -q";
    run_in(&folder, refuted).ends_printing(20, &["tables of cosets"]);
}

#[test]
fn an_answer_file_has_a_header_and_what_format_json_prints() {
    let folder = Folder::new();
    let list = "# two\nR U2 F'\n\nR U X\n";
    let kept = answered(&folder, list, "answers", "solve pocket");
    assert_eq!(outcomes(&kept), ["minimal", "failed"]);
    assert!(kept.iter().all(|answer| answer["seconds"].is_f64()));
    assert_keys(
        &serde_json::from_str(&head(&folder, "answers")).unwrap(),
        json!({
            "schema": "twistsat.list/2", "lines": "2,4", "shard": "1/1",
            "request": {"question": {"puzzle": "pocket"}}, "list_sha256": sha256(list.as_bytes())
        }),
    );
    let printed = run_in(&folder, "solve pocket -q --batch list --format json").ends(1);
    let [kept, printed] = [kept, printed.rows()].map(|mut answers| {
        for keys in answers.iter_mut().filter_map(Value::as_object_mut) {
            keys.retain(|key, _| !["attempts", "outcome", "seconds"].contains(&&**key));
        }
        answers
    });
    assert_eq!(kept, printed);
}

#[test]
fn each_line_may_be_a_whole_question_with_its_own_method() {
    let folder = Folder::new();
    let list = r#"{"question": {"puzzle": "pocket", "scramble": "R U2 F'"}, "method": {"recipe": "mux"}}
        {"question": {"puzzle": "skewb", "scramble": "R U"}}
        {"question": {"puzzle": "pocket", "scramble": "R U F", "turns": 5}, "method": {"solver": "varisat"}}
        {"question": {"puzzle": "pocket", "scramble": "R U F", "max_turns": 2}}"#;
    let answers = answered(&folder, list, "answers", "solve");
    assert_eq!(outcomes(&answers), ["minimal", "minimal", "solved", "none"]);
    assert_eq!(answers[0]["recipe"], "mux");
    assert_eq!(answers[2]["solver"], "varisat");
    assert_eq!(table(&folder, "answers").lines().count(), 5);
    // The options supply what a line leaves out, unless its keys exclude them. Error messages use the keys of a line.
    let list = r#"{"question": {"scramble": "R U", "turns": 2}}
        {"question": {"scramble": "R U", "turn": 3}}
        {"question": {}}
        {"x": 1}"#;
    folder.write("list", list);
    let run = run_in(&folder, "solve pocket --max-turns 1 --batch list -q");
    run.ends_saying(1, &[":2: unknown field `turn`", ":4: unknown field `x`"])
        .says(&[":3: give a start: `scramble`"])
        .prints(&["1: U' R' (2 turns)\n"]);
    run_with_stdin("solve --batch - -q", b"R U\n")
        .ends_saying(1, &["requires a puzzle among the options"]);
}

#[test]
fn refutations_have_certificates_that_merge_checks_against_their_lines() {
    let folder = Folder::new();
    let prove = "prove pocket --max-turns 2 -o proofs/p";
    let answers = answered(&folder, "R U2 F'\nR U F\nR\n", "answers", prove);
    assert_eq!(outcomes(&answers), ["refuted", "refuted", "solved"]);
    let merged = table(&folder, "answers");
    assert_eq!(merged.matches(",checked proof,").count(), 2, "{merged}");
    run_in(&folder, "merge answers --verify-proofs -q").ends(0);
    for line in [1, 2] {
        run_in!(&folder, "verify proofs/p-{line}.json").ends(0);
    }
    // Certificates may be named after the text of their lines.
    folder.write("list", THREE);
    let named = "prove pocket --max-turns 2 -q --jobs 2 --batch list -o named/{input}";
    run_in(&folder, named).ends(0);
    run_in!(&folder, "verify named/{THREE}.json").ends(0);
    // A truncated proof is refused, and so is the certificate of another line.
    let proof = std::fs::read(folder.path_of("proofs/p-1.lrat")).unwrap();
    folder.write("proofs/p-1.lrat", &proof[..proof.len() - 1]);
    table(&folder, "answers");
    let says = "is not the file of the certificate";
    refused(&folder, "answers --verify-proofs", says);
    folder.write("proofs/p-1.lrat", proof);
    folder.write("proofs/p-1.json", folder.read("proofs/p-2.json"));
    let says = "its SHA-256 is not the one in the answer: the file was changed or replaced";
    refused(&folder, "answers", says);
    // The certificate of another line is also refused if the answer has its hash.
    let hash = json!({"certificate_sha256": answers[1]["certificate_sha256"]});
    write_changed(&folder, "answers", &answers[0], hash);
    let says = "it is about a different question from this line's";
    refused(&folder, "answers", says);
}

#[test]
fn all_solutions_of_each_line_are_listed() {
    let folder = Folder::new();
    let all = "enumerate pocket --shortest";
    for answer in answered(&folder, "R U\nR2\n", "answers", all) {
        let one = format!("{all} --scramble {} --format json -q", answer["input"]);
        run(one).ends_reporting(0, json!({"count": answer["count"]}));
    }
    assert_eq!(table(&folder, "answers").lines().count(), 3);
    let text = run_in!(&folder, "{all} --batch list -q").ends(0);
    assert!(text.out.starts_with("1: U' R'"), "{text:#?}");
}

#[test]
fn again_retries_unanswered_lines_only() {
    let folder = Folder::new();
    let list = format!("R U2 F'\n{NINE}\n");
    let answers = answered(&folder, &list, "answers", "solve pocket --time-limit 0");
    assert_eq!(outcomes(&answers), ["unknown"; 2]);
    let says = "note: 2 of 2 lines have no answer (unknown: 1-2)";
    run_in(&folder, "merge answers --format csv").ends_saying(30, &[says]);
    // Nothing is left to do until a retry is requested.
    let retry = "--again unknown --time-limit 1h";
    for (more, code, says) in [
        ("", 30, "0 solved, 2 answered before\n"),
        (retry, 0, "2 solved\n"),
        (retry, 0, "0 solved, 2 answered before\n"),
    ] {
        let again = run_in!(&folder, "solve pocket --batch list --resume answers {more}");
        assert_eq!(again.ends(code).err, says);
    }
    assert_eq!(table(&folder, "answers").matches(",minimal,").count(), 2);
}

#[test]
fn shards_answer_every_line_once_and_the_table_does_not_depend_on_them() {
    let folder = Folder::new();
    let list = scrambles(9, 3);
    answered(&folder, &list, "whole", "solve pocket");
    let counts = ["1/2", "2/2", "2/3"].map(|shard| {
        let command = format!("solve pocket --jobs 2 --shard {shard}");
        answered(&folder, &list, &shard.replace('/', "-"), command).len()
    });
    assert_eq!(counts, [5, 4, 3]);
    // Shards of two divisions may be merged together.
    for files in ["1-2 2-2 2-2", "2-2 1-2 1-2", "2-3 2-2 1-2"] {
        assert_eq!(table(&folder, files), table(&folder, "whole"));
    }
    let says = "note: 5 of 9 lines have no answer (missing: 1,3,5,7,9)";
    run_in(&folder, "merge 2-2").ends_saying(30, &[says]);
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

#[test]
fn a_table_in_sqlite_has_the_rows_of_the_csv_and_needs_the_feature() {
    let folder = Folder::new();
    let list = "R U2 F'\nR\nR U F R2\n";
    answered(&folder, list, "answers", "solve pocket");
    let run = run_in(&folder, "merge answers --format sqlite -o table.sqlite -q");
    #[cfg(not(feature = "sqlite"))]
    {
        run.ends_saying(1, &["--features sqlite"]);
        assert!(!folder.path_of("table.sqlite").exists());
    }
    #[cfg(feature = "sqlite")]
    {
        run.ends(0);
        let base = rusqlite::Connection::open(folder.path_of("table.sqlite")).unwrap();
        let row = "line || ',' || input || ',' || outcome || ',' || turns || ',' || solution";
        let select = format!("SELECT {row} FROM answer ORDER BY line");
        let mut query = base.prepare(&select).unwrap();
        let rows = query.query_map([], |row| row.get::<_, String>(0)).unwrap();
        let csv = table(&folder, "answers");
        for (row, line) in rows.zip(csv.lines().skip(1)) {
            assert!(line.starts_with(&row.unwrap()), "{csv}");
        }
        let count = base.query_row("SELECT COUNT(*) FROM answer", [], |row| row.get(0));
        assert_eq!(count, Ok(3));
    }
}

#[test]
fn solutions_in_the_table_solve_the_tips() {
    let folder = Folder::new();
    let list = "U u\nu\nBGGGGGGGG GRRRRRRRR RBBBBBBBB YYYYYYYYY\nL R l\nU\n";
    for (file, command) in [
        ("solved", "solve pyraminx"),
        ("listed", "enumerate pyraminx --shortest"),
    ] {
        answered(&folder, list, file, command);
        let rows = run_in!(&folder, "merge {file} -q").ends(0).rows();
        let solutions: Vec<&Value> = rows.iter().map(|row| &row["solution"]).collect();
        assert_eq!(solutions, ["U' u'", "u'", "u'", "R' L' l'", "U'"]);
        assert_eq!(rows[1]["turns"], json!(0), "turns of tips do not count");
    }
}

#[test]
fn lines_with_free_turns_or_without_a_solution_are_merged() {
    let folder = Folder::new();
    let free = "enumerate pocket --shortest --free U";
    let answers = answered(&folder, "U R U F\nR U\nU\nR F U2\n", "free", free);
    assert!(json!(answers).to_string().contains("(U')"), "{answers:?}");
    assert_eq!(table(&folder, "free").lines().count(), 5);
    answered(&folder, "R U\nR\n", "exact", "enumerate pocket --turns 1");
    let rows = table(&folder, "exact");
    assert!(rows.contains("\n1,R U,none,,,"), "{rows}");
    assert!(rows.contains("\n2,R,solved,1,"), "{rows}");
    // The lines name no budget: the bounds of their constraints are refuted, and no longer sequence can satisfy them.
    let list = r#"{"question": {"scramble": "R U F", "max_cost": 2}}
        {"question": {"scramble": "R U", "sequence": ["R R R"]}}"#;
    for method in ["auto", "sat"] {
        answered(
            &folder,
            list,
            method,
            format!("solve pocket --method {method}"),
        );
        let rows = table(&folder, method);
        assert_eq!(rows.matches(",none,,").count(), 2, "{rows}");
    }
}

/// The table gives the same lengths as formulas, and every shard of a long list uses it.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_long_list_of_starts_is_answered_by_the_table_of_all_states_and_a_short_one_by_formulas() {
    let folder = Folder::new();
    let list = scrambles(120, 5) + "F2 R' .\n{\"question\": {\"scramble\": \"R U\"}}\n";
    // The solver of each answer, and its outcome and length.
    let solved = |list: &str, name: &str, more: &str| {
        let mut answers = answered(&folder, list, name, format!("solve pocket {more}"));
        answers.sort_by_key(|answer| answer["line"].as_u64());
        let keys = |keys: &[&str]| {
            let answers = answers.iter();
            let values = answers.map(|it| keys.iter().map(|key| it[key].clone()).collect());
            values.collect::<Vec<Vec<Value>>>()
        };
        (keys(&["solver"]).concat(), keys(&["outcome", "turns"]))
    };
    let (by, lengths) = solved(&list, "whole", "");
    assert!(by[..121].iter().all(|it| it == "table"), "{by:?}");
    assert_eq!(by[121], "batsat");
    // A shard of two lines uses the table, because the whole list is long.
    assert_eq!(solved(&list, "shard", "--shard 1/61").0, ["table"; 2]);
    assert_eq!(solved(&scrambles(9, 5), "few", "").0, ["batsat"; 9]);
    let (_, by_sat) = solved(&list, "sat", "--method sat");
    assert_eq!(lengths[..121], by_sat[..121]);
}

//! What a campaign answers, and what it refuses to ask.

use super::*;

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn every_state_gets_the_length_that_is_known_by_sat_and_by_table() {
    let campaigns = Campaigns::new();
    let states: Vec<&str> = KNOWN.iter().map(|(state, _)| *state).collect();
    for (name, method) in [("sat", "sat"), ("table", "table")] {
        let dir = campaigns.of_states(name, &states, &["solve", "pocket", "--method", method]);
        let worked = campaign(&["work", &dir, "--jobs", "2"]).ends(0);
        assert_eq!(worked.out, "5 jobs done: 5 minimal\nall blocks are done\n");
        let merged = campaign(&["merge", &dir, "--format", "json", "-q"]).ends(0);
        for (line, (state, turns)) in merged.out.lines().zip(KNOWN) {
            let row: Value = serde_json::from_str(line).unwrap();
            assert_eq!(row["turns"], turns, "{row}");
            assert_eq!(row["verdict"], "minimal");
            let problem = problem(state, &Target::Any, Budget::Exactly(turns));
            assert_eq!(replay(&problem, row["solution"].as_str().unwrap()), turns);
        }
    }
}

/// 56 classes of the 2,644 farthest positions, 8 of the 276 in quarter turns: published by Rokicki and others,
/// and counted by `records/cube.py`.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn the_farthest_states_are_as_many_classes_as_is_known() {
    let campaigns = Campaigns::new();
    for (metric, classes, states, turns) in [("htm", 56, 2644, 11), ("qtm", 8, 276, 14)] {
        let (dir, every) = (
            campaigns.dir(metric),
            campaigns.dir(&format!("{metric}-every")),
        );
        let of = ["--question", "antipodes", "-q"];
        let command = [
            "--", "solve", "pocket", "--method", "table", "--metric", metric,
        ];
        let new = [&["new", &dir][..], &of, &command].concat();
        let made = campaign(&new).ends(0).out;
        assert_eq!(made, format!("{dir}: {classes} jobs in {classes} blocks\n"));
        campaign(&["work", &dir, "-q"]).ends(0);
        let farthest = format!(",minimal,{turns},");
        assert_eq!(table(&dir).matches(&farthest).count(), classes);
        campaign(&[&["new", &every][..], &of, &["--every"], &command].concat()).ends(0);
        assert_eq!(status(&every)["jobs"], states);
    }
}

#[test]
fn what_cannot_be_asked_is_told_with_its_line_and_no_folder_appears() {
    let campaigns = Campaigns::new();
    let list = campaigns
        .0
        .write("list.txt", "R U2 F'\n# no state\n\nR U X\n");
    let dir = campaigns.dir("dir");
    let new = ["new", &dir, "--question", "states", "--list", &list];
    let refused = campaign(&[&new[..], &["--", "solve", "pocket"]].concat()).ends(1);
    let says = format!("error: {list}:4: the scramble: `X` at column 5 is not a turn");
    assert!(refused.err.starts_with(&says), "{refused:#?}");
    for (command, says) in [
        (&["solve", "poket"][..], "did you mean `pocket`?"),
        (
            &["solve", "pocket", "--scramble", "R"],
            "each job has its own start",
        ),
        (
            &["solve", "pocket", "--jobs", "2"],
            "cannot be combined with --jobs",
        ),
        (&["show", "pocket"], "unrecognized subcommand 'show'"),
        (&["prove", "pocket"], "--max-turns <N>"),
        (&[], "give the command of the jobs"),
    ] {
        let refused = campaign(&[&new[..], &["--"], command].concat()).ends(2);
        assert!(refused.err.contains(says), "{says}: {refused:#?}");
    }
    let far = ["new", &dir, "--question", "distance", "--distance", "12"];
    let refused = campaign(&[&far[..], &["--", "solve", "pocket"]].concat()).ends(1);
    assert!(refused.err.contains("the farthest are 11"), "{refused:#?}");
    assert_eq!(campaigns.0.names(), ["list.txt"]);
    // Nor is a folder touched that is there.
    fs::create_dir(&dir).unwrap();
    let refused = campaign(&[&new[..], &["--", "solve", "pocket"]].concat()).ends(1);
    assert!(refused.err.contains("is there already"), "{refused:#?}");
    let refused = campaign(&["work", &dir]).ends(1);
    assert!(refused.err.contains("is no campaign"), "{refused:#?}");
}

#[test]
fn lines_that_ask_the_same_are_one_job_and_a_job_is_a_command() {
    let campaigns = Campaigns::new();
    let dir = campaigns.of_states(
        "dir",
        &["R U2 F'", "R  U2 F' # again", "R"],
        &["solve", "pocket"],
    );
    let jobs = fs::read_to_string(Path::new(&dir).join("jobs.txt")).unwrap();
    assert_eq!(jobs.lines().count(), 2);
    campaign(&["work", &dir]).ends(0);
    for (line, turns) in jobs.lines().zip([3, 1]) {
        let (_, command) = line.split_once('\t').unwrap();
        let words = shlex::split(command).unwrap();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let typed = run(&[&words[..], &["--format", "json", "-q"]].concat()).ends(0);
        assert_eq!(typed.json()["turns"], turns);
    }
}

#[test]
fn refutations_have_certificates_that_verify_finds_right() {
    let campaigns = Campaigns::new();
    let dir = campaigns.of_states(
        "dir",
        &["R U2 F'", "R U F", "R"],
        &["prove", "pocket", "--max-turns", "2"],
    );
    let worked = campaign(&["work", &dir]).ends(0);
    assert!(
        worked.out.starts_with("3 jobs done: 1 solved, 2 refuted\n"),
        "{worked:#?}"
    );
    let verified = campaign(&["verify", &dir, "-q"]).ends(0);
    let says = "1 solutions replayed, 2 proofs checked; 3 of 3 jobs have an answer\n";
    assert_eq!(verified.out, says);
    let merged = table(&dir);
    let rows = merged
        .lines()
        .filter_map(|row| row.split(",checked proof,").nth(1));
    let certificates: Vec<&str> = rows.filter_map(|row| row.split(',').next()).collect();
    assert_eq!(certificates.len(), 2, "{merged}");
    for name in &certificates {
        let path = Path::new(&dir).join(name);
        run(&["verify", path.to_str().unwrap()]).ends(0);
    }
    // A proof with another byte, and a certificate of another job in its place.
    let [one, other] = certificates[..] else {
        panic!("{certificates:?}")
    };
    let path = |name: &str| Path::new(&dir).join(name);
    let proof = path(&one.replace(".json", ".lrat"));
    let whole = fs::read(&proof).unwrap();
    fs::write(&proof, &whole[..whole.len() - 1]).unwrap();
    let refused = campaign(&["verify", &dir, "-q"]).ends(1);
    assert!(
        refused.err.contains("is not the file of the certificate"),
        "{refused:#?}"
    );
    fs::write(&proof, &whole).unwrap();
    fs::copy(path(other), path(one)).unwrap();
    let refused = campaign(&["merge", &dir, "-q"]).ends(1);
    assert!(
        refused
            .err
            .contains("it is not the certificate that was written"),
        "{refused:#?}"
    );
    assert_eq!(refused.out, "");
}

#[test]
fn solutions_of_a_list_are_made_shorter_or_proved_to_be_shortest() {
    let campaigns = Campaigns::new();
    // One solution of eight turns there is for this state, and two more turns do no good.
    let eight = "F R' U F R' F2 U2 R2";
    let list = campaigns
        .0
        .write("list.txt", format!("{eight}\nR R {eight}\nR2 U U\n"));
    let dir = campaigns.dir("dir");
    let new = ["new", &dir, "--question", "improve", "--list", &list];
    campaign(&[&new[..], &["--", "solve", "pocket"]].concat()).ends(0);
    campaign(&["work", &dir]).ends(0);
    let merged = table(&dir);
    let rows: Vec<Vec<&str>> = merged.lines().map(|row| row.split(',').collect()).collect();
    assert_eq!((rows[1][1], rows[1][2]), ("none", ""));
    assert_eq!(rows[2][1], "minimal");
    assert_eq!((rows[3][1], rows[3][2]), ("minimal", "2"));
}

#[test]
fn jobs_without_an_answer_are_asked_again_and_keep_the_others() {
    let campaigns = Campaigns::new();
    let dir = campaigns.of_states("dir", &["R U2 F'", NINE], &["solve", "pocket"]);
    campaign(&["work", &dir, "--time-limit", "0"]).ends(0);
    let stands = status(&dir);
    assert_eq!(stands["verdicts"], json!({"unknown": 2}));
    assert_eq!(stands["reasons"][0]["reason"], "time limit reached");
    campaign(&["merge", &dir, "-q"]).ends(30);
    // Nothing is left to do before it is asked for again.
    let idle = campaign(&["work", &dir]).ends(0);
    assert_eq!(idle.out, "0 jobs done: nothing\nall blocks are done\n");
    let says = "asked for again: 2 without an answer, 0 without a result; blocks opened: 2\n";
    assert_eq!(campaign(&["retry", &dir]).ends(0).out, says);
    // Twice asked is asked once.
    assert!(
        campaign(&["retry", &dir])
            .ends(0)
            .out
            .starts_with("asked for again: 0")
    );
    campaign(&["work", &dir]).ends(0);
    assert_eq!(status(&dir)["verdicts"], json!({"minimal": 2}));
    assert!(
        campaign(&["retry", &dir])
            .ends(0)
            .out
            .starts_with("asked for again: 0")
    );
}

#[test]
fn files_that_jobs_read_go_along_and_must_stay_as_they_were() {
    let campaigns = Campaigns::new();
    let puzzle = campaigns
        .0
        .write("mine.toml", data("encodings/puzzles/pocket.toml"));
    let dir = campaigns.of_states("dir", &["R U2 F'"], &["solve", "--puzzle-file", &puzzle]);
    fs::remove_file(&puzzle).unwrap();
    // The folder may be anywhere, and the worker, too.
    let moved = campaigns.dir("moved");
    fs::rename(&dir, &moved).unwrap();
    run_in(campaigns.0.path(), &["campaign", "work", "moved"]).ends(0);
    assert!(table(&moved).contains(",minimal,3,"));
    let copy = Path::new(&moved).join("inputs/mine.toml");
    fs::write(&copy, fs::read_to_string(&copy).unwrap() + "\n").unwrap();
    let refused = campaign(&["merge", &moved]).ends(1);
    assert!(
        refused
            .err
            .contains("is not as it was when the campaign was made"),
        "{refused:#?}"
    );
}

#[cfg(feature = "sqlite")]
#[test]
fn a_campaign_in_sqlite_has_the_rows_of_the_csv() {
    use rusqlite::Connection;

    let campaigns = Campaigns::new();
    let dir = campaigns.of_states("dir", &["R U2 F'", "R", "R U F R2"], &["solve", "pocket"]);
    campaign(&["work", &dir]).ends(0);
    let place = campaigns.dir("results.sqlite");
    campaign(&["merge", &dir, "--format", "sqlite", "-o", &place, "-q"]).ends(0);
    let base = Connection::open(&place).unwrap();
    let mut query = base
        .prepare("SELECT job, verdict, turns, solution FROM result")
        .unwrap();
    let rows = query.query_map([], |row| {
        let turns: i64 = row.get(2)?;
        let texts: [String; 3] = [row.get(0)?, row.get(1)?, row.get(3)?];
        Ok(format!("{},{},{turns},{},", texts[0], texts[1], texts[2]))
    });
    let rows: Vec<String> = rows.unwrap().map(Result::unwrap).collect();
    let csv = table(&dir);
    assert_eq!(rows.len(), csv.lines().count() - 1);
    for row in rows {
        assert!(csv.contains(&format!("\n{row}")), "{row}: {csv}");
    }
}

#[cfg(not(feature = "sqlite"))]
#[test]
fn without_sqlite_a_table_says_how_to_get_it() {
    let campaigns = Campaigns::new();
    let dir = campaigns.of_states("dir", &["R"], &["solve", "pocket"]);
    let place = campaigns.dir("results.sqlite");
    let merge = ["merge", &dir, "--format", "sqlite"];
    let refused = campaign(&[&merge[..], &["-o", &place]].concat()).ends(1);
    assert!(refused.err.contains("--features sqlite"), "{refused:#?}");
    assert!(
        campaign(&merge)
            .ends(2)
            .err
            .contains("requires --output FILE")
    );
    assert!(!Path::new(&place).exists());
}

#[test]
fn shards_share_the_work_without_seeing_each_other() {
    let campaigns = Campaigns::new();
    let lines = scrambles(9, 3);
    let dir = campaigns.of_states("dir", &lines, &["solve", "pocket"]);
    for (shard, done) in [("1/2", 5), ("2/2", 4), ("1/2", 0)] {
        let worked = campaign(&["work", &dir, "--shard", shard]).ends(0);
        let first = worked.out.split(' ').next().unwrap();
        assert_eq!(first, done.to_string(), "{worked:#?}");
    }
    for wrong in ["0/2", "3/2", "1", "a/b", "1/0"] {
        let refused = campaign(&["work", &dir, "--shard", wrong]).ends(2);
        assert!(refused.err.contains("expected I/N"), "{refused:#?}");
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn the_parts_of_a_refutation_are_jobs_and_prove_joins_them() {
    let folder = Folder::new();
    let inside = |arguments: &[&str]| run_in(folder.path(), arguments);
    let question = [
        "prove",
        "pocket",
        "--scramble",
        "R U2 F' R U'",
        "--max-turns",
        "4",
    ];
    let new = [
        "campaign",
        "new",
        "c",
        "--question",
        "parts",
        "--split",
        "1",
        "--",
    ];
    let run = inside(&[&new[..], &question].concat()).ends(0);
    assert!(run.out.starts_with("c: 9 jobs in "), "{run:#?}");
    inside(&["campaign", "work", "c"]).ends(0);
    // Nothing is proved again.
    let join = ["--split", "1", "-o", "c/proofs/whole"];
    let run = inside(&[&question[..], &join].concat()).ends(0);
    assert!(!run.err.contains("refuted ("), "{run:#?}");
    let run = inside(&["verify", "c/proofs/whole.json"]).ends(0);
    assert!(
        run.out.contains("\nparts  9, each 1 turn from the start\n"),
        "{run:#?}"
    );
}

#[test]
fn a_question_that_has_no_parts_makes_no_campaign() {
    let folder = Folder::new();
    let new = ["campaign", "new", "c", "--question", "parts"];
    let near = |most| {
        let question = ["--split", "3", "--", "prove", "pocket"];
        let scramble = ["--scramble", "R U2 F'", "--max-turns", most];
        [&question[..], &scramble].concat()
    };
    for (more, says) in [
        (
            &["--", "prove", "pocket"][..],
            "--split N goes with --question parts",
        ),
        (
            &["--split", "1", "--", "solve", "pocket", "--scramble", "R"],
            "requires one question: `prove PUZZLE",
        ),
        (
            &["--split", "1", "--", "prove", "pocket", "--max-turns", "2"],
            "--scramble",
        ),
        (&near("4"), "there is a solution within 3 turns"),
        (
            &near("2"),
            "3 turns cannot be cut off a budget of 2 turns, only 1 to 2",
        ),
    ] {
        let run = run_in(folder.path(), &[&new[..], more].concat());
        assert!(
            run.code != Some(0) && run.err.contains(says),
            "no `{says}` in {run:#?}"
        );
        assert!(folder.names().is_empty(), "{says}");
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn the_parts_between_first_and_last_turns_are_jobs_and_prove_joins_them() {
    let campaigns = Campaigns::new();
    let dir = campaigns.dir("dir");
    let question = [
        "prove",
        "pocket",
        "--scramble",
        "R U2 F' R U'",
        "--max-turns",
        "4",
    ];
    let split = ["--split", "1", "--split-last", "1"];
    let new = [&["new", &dir, "--question", "parts"][..], &split, &["--"]].concat();
    let made = campaign(&[&new[..], &question].concat()).ends(0);
    assert!(made.out.contains(": 81 jobs in 81 blocks"), "{made:#?}");
    let worked = campaign(&["work", &dir, "--jobs", "2"]).ends(0);
    assert!(worked.out.contains("81 refuted"), "{worked:#?}");
    let to = Path::new(&dir).join("proofs/whole");
    let to = to.display().to_string();
    let joined = run(&[&question[..], &split, &["-o", &to]].concat()).ends(0);
    assert!(joined.out.contains("81 proofs were checked"), "{joined:#?}");
    // None was made again.
    assert!(!joined.err.contains("refuted ("), "{joined:#?}");
    run(&["verify", &format!("{to}.json")]).ends(0);
}

/// By workers as in one process, and with constraints of the question's own.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn the_cubes_of_a_refutation_are_jobs_and_prove_joins_them() {
    let folder = Folder::new();
    let inside = |arguments: &[&str]| run_in(folder.path(), arguments);
    let nine = ["pocket", "--state", "DUUDLLFBRRBFLRFFRLBBUDDU"];
    let asked = ["--sequence", ". [R U F]* .*", "--min-turns", "1"];
    let asked = [&asked[..], &["--notation", "lowercase", "--max-turns", "8"]].concat();
    let question = [&["prove"], &nine[..], &asked].concat();
    let cut = ["--look-ahead", "5"];
    let new = ["campaign", "new", "c", "--question", "cubes"];
    let run = inside(&[&new[..], &cut, &["--"], &question].concat()).ends(0);
    assert!(run.out.starts_with("c: 9 jobs in 9 blocks"), "{run:#?}");
    inside(&["campaign", "work", "c", "--jobs", "2"]).ends(0);
    inside(&["campaign", "verify", "c", "--quiet"]).ends(0);
    // Nothing is proved again.
    let join = [&question[..], &cut, &["-o", "c/proofs/whole"]].concat();
    let joined = inside(&join).ends(0);
    assert!(!joined.err.contains("refuted ("), "{joined:#?}");
    assert!(joined.out.contains("10 proofs were checked"), "{joined:#?}");
    inside(&["verify", "c/proofs/whole.json"]).ends(0);
    // A process of its own cuts alike.
    let alone = [&["cubes"], &question[1..], &cut, &["--cover", "one"]].concat();
    inside(&alone).ends(0);
    for extension in ["cnf", "lrat"] {
        let read = |name: &str| fs::read(folder.at(&format!("{name}.{extension}"))).unwrap();
        assert!(read("c/proofs/whole") == read("one"), "{extension}");
    }
}

#[test]
fn a_question_that_has_no_cubes_makes_no_campaign() {
    let folder = Folder::new();
    let new = ["campaign", "new", "c", "--question", "cubes"];
    let far = "R U2 F' R U'";
    for (look_ahead, scramble, most, says) in [
        ("1", far, "5", "it must be a whole number, 2 or more"),
        ("5", "R", "1", "there is nothing to cut into several cubes"),
        ("9", far, "1", "nothing is left to ask"),
        ("", far, "4", "--look-ahead N goes with --question cubes"),
    ] {
        let cut = ["--look-ahead", look_ahead];
        let cut = if look_ahead.is_empty() { &[][..] } else { &cut };
        let run = run_in(
            folder.path(),
            &[
                &new,
                cut,
                &["--", "prove", "pocket", "--scramble", scramble],
                &["--max-turns", most],
            ]
            .concat(),
        );
        assert!(
            run.code != Some(0) && run.err.contains(says),
            "no `{says}` in {run:#?}"
        );
        assert!(folder.names().is_empty(), "{says}");
    }
}

/// `benchmark` says of each question what a search from both ends found, which knows nothing of campaigns.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn a_benchmark_family_is_a_campaign_with_the_answers_that_are_known() {
    let campaigns = Campaigns::new();
    // Yurichev's formulas take long: here it is looked at what is asked.
    for (family, puzzle, count, is_worked) in [
        ("pocket", "pocket", "2", true),
        ("pseudo-boolean", "pocket", "4", true),
        ("yurichev", "pocket", "2", false),
    ] {
        let folder = campaigns.dir(&format!("{family}-index"));
        let made = ["benchmark", family, "-o", &folder, "--count", count];
        run(&[&made[..], &["--no-solver", "-q"]].concat()).ends(0);
        let index = fs::read_to_string(Path::new(&folder).join("index.json")).unwrap();
        let index: Value = serde_json::from_str(&index).unwrap();
        let dir = campaigns.dir(family);
        let new = ["new", &dir, "--question", "family", "--family", family];
        let new = [&new[..], &["--count", count, "--", "solve", puzzle]].concat();
        campaign(&new).ends(0);
        if is_worked {
            campaign(&["work", &dir, "--jobs", "2", "-q"]).ends(0);
        }
        let rows = campaign(&["merge", &dir, "--format", "json", "-q"]);
        let rows = rows.ends(if is_worked { 0 } else { 30 });
        let rows = rows.out.lines().map(serde_json::from_str);
        let rows: Vec<Value> = rows.collect::<Result<_, _>>().unwrap();
        let jobs = fs::read_to_string(Path::new(&dir).join("jobs.txt")).unwrap();
        let index = index.as_array().unwrap();
        assert_eq!(
            (rows.len(), jobs.lines().count()),
            (index.len(), index.len())
        );
        let mut seen = [0, 0];
        for ((row, job), known) in rows.iter().zip(jobs.lines()).zip(index) {
            let is_sat = known["expected"] == "sat";
            seen[usize::from(is_sat)] += 1;
            let verdict = is_worked.then_some(if is_sat { "solved" } else { "none" });
            assert_eq!(row["verdict"].as_str(), verdict, "{row} {known}");
            let to = if known["scramble"].is_null() {
                "solved"
            } else {
                "any"
            };
            assert!(job.contains(&format!("--to {to} ")), "{job} {known}");
            for key in ["recipe", "turns"] {
                let value = known[key].to_string();
                let value = value.trim_matches('"');
                assert!(job.contains(&format!("--{key} {value}")), "{job} {known}");
            }
            if let Some(turns) = known["scramble"].as_str() {
                let words = shlex::split(job.split_once('\t').unwrap().1).unwrap();
                assert!(words.iter().any(|word| word == turns), "{job} {known}");
            } else {
                let state = known["state"].as_str().unwrap();
                assert!(
                    job.contains(&format!("'{state}'")) || job.contains(&format!("\"{state}\"")),
                    "{job} {known}"
                );
            }
        }
        assert!(!is_worked || seen == [index.len() / 2; 2], "{seen:?}");
    }
}

#[test]
fn a_family_that_is_about_something_else_makes_no_campaign() {
    let campaigns = Campaigns::new();
    let dir = campaigns.dir("dir");
    for (more, code, says) in [
        (
            &["--family", "count", "--", "solve", "pocket"][..],
            1,
            "more than whether there is a solution",
        ),
        (
            &["--family", "rubik", "--", "solve", "pocket"],
            2,
            "is about the puzzle rubik",
        ),
        (
            &[
                "--family",
                "pocket",
                "--",
                "prove",
                "pocket",
                "--max-turns",
                "3",
            ],
            2,
            "`-- solve pocket",
        ),
        (
            &["--", "solve", "pocket"],
            2,
            "--family NAME goes with --question family",
        ),
        (
            &[
                "--family", "pocket", "--", "solve", "pocket", "--turns", "3",
            ],
            2,
            "cannot be used multiple times",
        ),
    ] {
        let new = [&["new", &dir, "--question", "family"][..], more].concat();
        let refused = campaign(&new).ends(code);
        assert!(refused.err.contains(says), "{says}: {refused:#?}");
    }
    assert!(campaigns.0.names().is_empty());
}

#[test]
fn what_a_killed_new_left_is_cleared_by_the_next() {
    let campaigns = Campaigns::new();
    let left = campaigns.0.at(".dir.unfinished-abcdef");
    fs::create_dir(&left).unwrap();
    fs::write(left.join("jobs.txt"), "half a li").unwrap();
    let dir = campaigns.of_states("dir", &["R"], &["solve", "pocket"]);
    assert!(!left.exists());
    campaign(&["work", &dir]).ends(0);
}

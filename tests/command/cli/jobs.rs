//! `solve --jobs`: one question on several threads.

use super::*;

#[test]
fn the_shortest_length_is_the_same_with_any_number_of_jobs() {
    let problem = problem(FIRST, &Target::Any, Budget::Exactly(3));
    for how in ["mux, descend", "mux-idle, ascend", "faces, descend"] {
        let (recipe, strategy) = how.split_once(", ").unwrap();
        let how = format!("--recipe {recipe} --strategy {strategy} --format json");
        // Zero means one job per core.
        for (jobs, parts) in [(0, 0), (1, 1), (2, 2), (9, 9), (200, 9)] {
            let solve = format!("solve pocket --state '{FIRST}' --max-turns 5 {how} --jobs {jobs}");
            let keys = json!({"turns": 3, "minimal": true, "recipe": recipe, "solver": "batsat"});
            let json = run(&solve).ends(0).reports(keys).json();
            assert_eq!(replay(&problem, json["solution"].as_str().unwrap()), 3);
            if jobs == 0 {
                continue;
            }
            let says = format!("batsat in {parts} parts, unchecked");
            let by = json["minimal_by"].as_str().unwrap();
            assert!(parts == 1 || by.contains(&says), "{json:#}");
            for attempt in json["attempts"].as_array().unwrap() {
                let keys = json!({"parts": parts, "recipe": recipe, "solver": "batsat"});
                assert_keys(attempt, keys);
            }
        }
    }
}

#[test]
fn every_solver_and_strategy_refutes_a_budget_in_parts() {
    for &solver in SOLVERS {
        for strategy in ["descend", "ascend"] {
            let arguments = r#"solve pocket --scramble "R U2 F'""#;
            let more = "--max-turns 2 --jobs 2 --recipe faces";
            run!("{arguments} {more} --solver {solver} --strategy {strategy}")
                .ends_printing(20, &["in 2 parts, unchecked"]);
        }
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_time_limit_ends_every_solver_and_part_with_exit_code_30() {
    for &solver in SOLVERS {
        for (limit, jobs) in [("0", 1), ("0.3", 1), ("300ms", 1), ("0.3", 2)] {
            let line = format!("{} --solver {solver} --time-limit {limit}", limits::HARD);
            let (run, took) = run_timed(format!("{line} --jobs {jobs}"));
            assert!(took.is_below(Duration::from_secs(3)), "{line}: {took:?}");
            let keys = json!({"turns": null, "minimal": false, "refuted": []});
            let json = run.ends(30).reports(keys).json();
            assert!(json["stopped"].as_str().unwrap().contains("time limit"));
            // Never "unsat".
            let keys = json!({"verdict": "unknown", "parts": jobs});
            assert_keys(&json["attempts"][0], keys);
        }
    }
}

#[cfg(unix)]
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn signals_end_every_solver_and_part_with_exit_code_30() {
    for &solver in SOLVERS {
        for (signal, jobs) in [("-INT", 1), ("-TERM", 1), ("-INT", 3)] {
            let line = format!("{} --solver {solver} --jobs {jobs}", limits::HARD);
            let child = start(line);
            limits::wait_for_handler(&child);
            std::thread::sleep(Duration::from_millis(300));
            let run = limits::ended_by(signal, child).ends(30);
            run.reports(json!({"solver": solver, "stopped": "interrupted", "refuted": []}));
        }
    }
}

#[cfg(unix)]
#[test]
fn two_programs_work_on_one_state_at_the_same_time() {
    let folder = Folder::new();
    let solver = batch::solver_that_waits_for_another(&folder);
    run!("solve pocket --scramble R --turns 2 --jobs 2 --solver-command {solver}")
        .ends_printing(20, &["sociable in 2 parts"]);
}

#[cfg(unix)]
#[test]
fn a_program_that_fails_on_one_part_refutes_nothing() {
    for (odd, says) in [
        ("echo broken >&2; exit 3", "broken"),
        ("echo 's UNKNOWN'; exit 0", "odd gave up"),
        ("kill -9 $$", "odd crashed"),
    ] {
        let folder = Folder::new();
        // The first process behaves differently from the others.
        let first = format!("if mkdir \"${{0%/*}}/first\" 2>/dev/null; then {odd}; fi");
        let script = format!("#!/bin/sh\n{first}\necho 's UNSATISFIABLE'; exit 20\n");
        let solver = folder.script("odd", &script);
        let run = run!("solve pocket --scramble R --turns 2 --jobs 2 --solver-command {solver}");
        assert_ne!(run.code, Some(20), "{run:#?}");
        assert!((run.out.clone() + &run.err).contains(says), "{run:#?}");
        run.lacks(&["unsat by"]);
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_hangs_is_ended_when_another_finds_a_model() {
    let Ok(_) = Command::new("picosat").arg("--version").output() else {
        return eprintln!("skipped: picosat is not installed");
    };
    let folder = Folder::new();
    // Both parts have solutions: a turn and its inverse. The second part has five of the nine first turns, so it
    // forbids fewer turns than the first one and is recognized by its smaller number of clauses.
    let arguments = "solve pocket --scramble '' --turns 2";
    // Each process waits for the other, so that neither is ended before it has its formula.
    let counts = "cat > \"${0%/*}/$$.cnf\"; touch \"${0%/*}/$$.there\"\n\
        while [ $(ls \"${0%/*}\" | grep -c there) -lt 2 ]; do sleep 0.05; done\n\
        exec picosat \"${0%/*}/$$.cnf\"";
    let counting = folder.script("counting", &format!("#!/bin/sh\n{counts}\n"));
    let jobs = "--jobs 2 --format alg --solver-command";
    run!("{arguments} {jobs} {counting}").ends(0);
    let formulas = folder.names().into_iter();
    let formulas = formulas.filter(|name| name.ends_with(".cnf"));
    let clauses = |name: String| -> usize {
        let text = folder.read(&name);
        let header = text.lines().find(|line| line.starts_with("p cnf"));
        header.unwrap().split(' ').nth(3).unwrap().parse().unwrap()
    };
    let second = formulas.map(clauses).min().unwrap();
    let hangs = format!(
        "cat > \"${{0%/*}}/$$.cnf\"\n\
         if grep -q \"^p cnf [0-9]* {second}$\" \"${{0%/*}}/$$.cnf\"\n\
         then echo $$ > \"${{0%/*}}/hanging\"; exec sleep 60; fi\n\
         exec picosat \"${{0%/*}}/$$.cnf\""
    );
    let solver = folder.script("hanging-one", &format!("#!/bin/sh\n{hangs}\n"));
    let begin = Instant::now();
    let run = run!("{arguments} {jobs} {solver}").ends(0);
    assert!(begin.elapsed() < Duration::from_secs(20));
    assert_eq!(replay(&scrambled("", Budget::Exactly(2)), &run.out), 2);
    // The process may have been ended before it wrote its process ID.
    if let Ok(id) = std::fs::read_to_string(folder.path_of("hanging")) {
        let alive = Command::new("kill").args(["-0", id.trim()]).output();
        assert!(!alive.unwrap().status.success(), "process {id} still runs");
    }
}

/// Eight processes at once compete for the cores.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_same_question_on_several_threads_has_the_same_answer_each_time() {
    let folder = Folder::new();
    let list = folder.write("list", format!("{THREE}\nR2 F2 R2\nR2 U2 F2\n{FIRST}\n"));
    for question in [
        // Each has several solutions, which begin with different turns.
        "solve pocket --scramble 'R2 F2 R2'",
        "solve pocket --scramble 'R2 U2 F2 R2'",
        "solve pocket --state DDUURRLLBFBFUUDDRRLLFBFB",
        "solve pocket --state DDUURRLLBFBFUUDDRRLLFBFB --recipe mux --strategy descend --max-turns 5",
        &*format!("solve pocket --batch {list}"),
    ] {
        for jobs in ["2", "3"] {
            let ask = || run!("{question} --quiet --jobs {jobs}").ends(0).out;
            let answers: Vec<String> = std::thread::scope(|scope| {
                let asked = [(); 8].map(|()| scope.spawn(ask));
                asked.map(|it| it.join().unwrap()).into()
            });
            let same = answers.iter().all(|answer| *answer == answers[0]);
            assert!(same, "{question:?}: {answers:#?}");
        }
    }
}

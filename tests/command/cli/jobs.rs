//! `solve --jobs`: one question on several threads.

use super::*;

/// The part of an answer that does not depend on the number of threads.
fn answer(run: &Run) -> [Value; 4] {
    let json = run.json();
    ["turns", "minimal", "recipe", "solver"].map(|field| json[field].clone())
}

#[test]
fn the_shortest_length_is_the_same_with_any_number_of_jobs() {
    let problem = problem(FIRST, &Target::Any, Budget::Exactly(3));
    for (recipe, strategy) in [
        ("mux", "descend"),
        ("mux-idle", "ascend"),
        ("faces", "descend"),
    ] {
        let with = |jobs| {
            let arguments = format!("solve pocket --state '{FIRST}' --max-turns 5");
            let more = format!("--recipe {recipe} --strategy {strategy} --format json");
            run!("{arguments} {more} --jobs {jobs}").ends(0)
        };
        let one = with("1");
        assert_eq!(one.json()["attempts"][0]["parts"], 1);
        for (jobs, parts) in [("2", 2), ("9", 9), ("200", 9)] {
            let many = with(jobs);
            assert_eq!(answer(&many), answer(&one), "{jobs} jobs");
            let json = many.json();
            assert_eq!(replay(&problem, json["solution"].as_str().unwrap()), 3);
            let says = format!("batsat in {parts} parts, unchecked");
            assert!(
                json["minimal_by"].as_str().unwrap().contains(&says),
                "{json:#}"
            );
            for attempt in json["attempts"].as_array().unwrap() {
                assert_eq!(attempt["parts"], parts);
                assert_eq!(attempt["recipe"], recipe);
                assert_eq!(attempt["solver"], "batsat");
            }
        }
        // Zero means one job per core.
        assert_eq!(answer(&with("0")), answer(&one));
    }
}

#[test]
fn every_solver_and_strategy_refutes_a_budget_in_parts() {
    for &solver in SOLVERS {
        for strategy in ["descend", "ascend"] {
            let arguments = r#"solve pocket --scramble "R U2 F'""#;
            let more = "--max-turns 2 --jobs 2 --recipe faces";
            run!("{arguments} {more} --solver {solver} --strategy {strategy}")
                .ends(20)
                .prints(&["in 2 parts, unchecked"]);
        }
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_time_limit_ends_every_part_with_exit_code_30() {
    for &solver in SOLVERS {
        let more = format!("--jobs 2 --solver {solver} --time-limit 0.3");
        let (run, took) = run_timed((&limits::HARD, &more));
        assert!(took.is_below(Duration::from_secs(3)), "{solver}: {took:?}");
        let json = run.ends(30).json();
        assert_eq!(json["attempts"][0]["verdict"], "unknown", "never unsat");
        assert_eq!(json["attempts"][0]["parts"], 2);
        assert_eq!(json["refuted"], json!([]));
        assert!(json["stopped"].as_str().unwrap().contains("time limit"));
    }
}

#[cfg(unix)]
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn ctrl_c_ends_every_part_with_exit_code_30() {
    for &solver in SOLVERS {
        let more = format!("--jobs 3 --solver {solver}");
        let child = start((&limits::HARD, &more));
        limits::wait_for_handler(&child);
        std::thread::sleep(Duration::from_millis(300));
        let json = limits::interrupted(child).ends(30).json();
        assert_eq!(json["stopped"], "interrupted");
        assert_eq!(json["refuted"], json!([]));
    }
}

#[cfg(unix)]
#[test]
fn two_programs_work_on_one_state_at_the_same_time() {
    let folder = Folder::new();
    let solver = batch::solver_that_waits_for_another(&folder);
    run!("solve pocket --scramble R --turns 2 --jobs 2 --solver-command {solver}")
        .ends(20)
        .prints(&["sociable in 2 parts"]);
}

/// A solver whose first process behaves differently from the others.
#[cfg(unix)]
fn solver_with_odd_first_process(folder: &Folder, odd: &str, others: &str) -> String {
    let odd = format!("if mkdir \"${{0%/*}}/first\" 2>/dev/null; then {odd}; fi");
    folder.script("odd", &format!("#!/bin/sh\n{odd}\n{others}\n"))
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
        let solver = solver_with_odd_first_process(&folder, odd, "echo 's UNSATISFIABLE'; exit 20");
        let run = run!("solve pocket --scramble R --turns 2 --jobs 2 --solver-command {solver}");
        assert_ne!(run.code, Some(20), "{run:#?}");
        assert!(!run.out.contains("unsat by"), "{run:#?}");
        assert!((run.out.clone() + &run.err).contains(says), "{run:#?}");
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_hangs_is_ended_when_another_finds_a_model() {
    let Ok(_) = Command::new("picosat").arg("--version").output() else {
        return eprintln!("skipped: picosat is not installed");
    };
    let folder = Folder::new();
    // Both parts have solutions: a turn and its inverse. The second part has five of the nine first turns, so it forbids
    // fewer turns than the first one and is recognized by its smaller number of clauses.
    let arguments = "solve pocket --scramble '' --turns 2";
    // Each process waits for the other, so that neither is ended before it has its formula.
    let counts = "cat > \"${0%/*}/$$.cnf\"; touch \"${0%/*}/$$.there\"\n\
        while [ $(ls \"${0%/*}\" | grep -c there) -lt 2 ]; do sleep 0.05; done\n\
        exec picosat \"${0%/*}/$$.cnf\"";
    let counting = folder.script("counting", &format!("#!/bin/sh\n{counts}\n"));
    let jobs = "--jobs 2 --format alg --solver-command";
    run!("{arguments} {jobs} {counting}").ends(0);
    let formulas = folder
        .names()
        .into_iter()
        .filter(|name| name.ends_with(".cnf"));
    let clauses = |name: String| -> usize {
        let text = folder.read(&name);
        let header = text.lines().find(|line| line.starts_with("p cnf")).unwrap();
        header.split(' ').nth(3).unwrap().parse().unwrap()
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

/// Background threads that compete for the cores, with irregular pauses.
struct Load(std::sync::Arc<std::sync::atomic::AtomicBool>);

impl Load {
    fn new(threads: usize) -> Self {
        use std::sync::atomic::Ordering;
        let on = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
        for number in 0..threads {
            let on = on.clone();
            std::thread::spawn(move || {
                let mut turn = number;
                while on.load(Ordering::Relaxed) {
                    turn = turn.wrapping_mul(31).wrapping_add(1);
                    if turn % 4096 == number {
                        std::thread::sleep(Duration::from_millis(turn as u64 % 5));
                    }
                }
            });
        }
        Self(on)
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.0.store(false, std::sync::atomic::Ordering::Relaxed);
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_same_question_on_several_threads_has_the_same_answer_each_time() {
    let _load = Load::new(3);
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
            let answers: Vec<String> = (0..8)
                .map(|_| run!("{question} --quiet --jobs {jobs}").ends(0).out)
                .collect();
            let same = answers.iter().all(|answer| *answer == answers[0]);
            assert!(same, "{question:?}: {answers:#?}");
        }
    }
}

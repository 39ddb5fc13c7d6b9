//! The commands `twistsat prove` and `twistsat solve --certify`.

use serde_json::{Value, json};
use twistsat::control::{CancelFlag, Control, Stop};
use twistsat::problem::{Budget, Target};
use twistsat::proof::certificate::Certificate;
use twistsat::proof::write::{self, Event};
use twistsat::search::UnknownReason;
use twistsat::solver::by_name;

use super::*;
use crate::common::cli::*;
use crate::common::programs::installed;

/// Proves that two turns do not solve a state three turns away, with these additional arguments.
fn prove(folder: &Folder, more: &str) -> Run {
    let question = format!("pocket --state {THREE} --max-turns 2");
    run_in!(folder.path(), "prove {question} -o p {more}")
}

/// Replays the proof of a certificate clause by clause, and runs `verify` on the certificate.
#[track_caller]
fn assert_right(folder: &Folder, prefix: &str) {
    let cnf = folder.read(&format!("{prefix}.cnf"));
    let proof = std::fs::read(folder.path_of(&format!("{prefix}.lrat"))).unwrap();
    replayed(&cnf, &proof);
    run_in!(folder.path(), "verify {prefix}.json").ends(0);
}

#[test]
fn an_unsolvable_question_is_proved_in_three_files() {
    let folder = Folder::new();
    let run = prove(&folder, "").ends(0);
    let says = "no solution of at most 2 turns: the proof was checked (";
    assert!(run.out.starts_with(says), "{run:#?}");
    assert!(run.out.ends_with(")\np.cnf\np.lrat\np.json\n"), "{run:#?}");
    assert_eq!(folder.names(), ["p.cnf", "p.json", "p.lrat"]);
    assert_right(&folder, "p");
}

#[test]
fn a_solvable_question_is_not_proved_but_its_solution_is_shown() {
    let folder = Folder::new();
    let arguments = format!("prove pocket --state {THREE} --max-turns 4");
    let text = run_in(folder.path(), &arguments).ends(1);
    assert_eq!(text.err, "");
    let lines: Vec<&str> = text.out.lines().collect();
    let problem = problem(THREE, &Target::Any, Budget::AtMost(4));
    let length = replay(&problem, lines[lines.len() - 2]);
    let says = format!("{length} turns: there is a solution of at most 4 turns");
    assert_eq!(lines[lines.len() - 1], says);
    let json = run_in!(folder.path(), "{arguments} --format json");
    let json = json.ends(1).json();
    assert_eq!(json["verdict"], "solved");
    replay(&problem, json["solution"].as_str().unwrap());
    assert!(!folder.path_of("cnf-out/pocket-at-most-4.json").exists());
}

#[test]
fn the_same_question_gives_the_same_three_files() {
    let (one, other) = (Folder::new(), Folder::new());
    let prove = r#"prove pocket --scramble "R U F2 R'" --max-turns 3"#;
    for folder in [&one, &other] {
        run_in(folder.path(), prove).ends(0);
    }
    for extension in ["cnf", "lrat", "json"] {
        let name = format!("cnf-out/pocket-at-most-3.{extension}");
        let read = |folder: &Folder| std::fs::read(folder.path_of(&name)).unwrap();
        assert!(read(&one) == read(&other), "{name} differs");
    }
}

#[test]
fn a_proof_can_be_text_too() {
    let folder = Folder::new();
    prove(&folder, "--text").ends(0);
    assert!(folder.read("p.lrat").ends_with(" 0\n"));
    assert_right(&folder, "p");
    let text = folder.read("p.lrat").lines().count();
    prove(&folder, "").ends(0);
    let binary = std::fs::read(folder.path_of("p.lrat")).unwrap();
    let steps = replayed(&folder.read("p.cnf"), &binary).steps;
    assert_eq!(text as u64, steps);
}

/// DRAT is the format without hints.
#[test]
fn a_proof_can_be_drat_too() {
    let folder = Folder::new();
    for more in ["", "--text"] {
        let drat = format!("--proof-format drat {more}");
        let run = prove(&folder, &drat).ends(0);
        assert!(run.out.ends_with(")\np.cnf\np.drat\np.json\n"), "{run:#?}");
        let proof = std::fs::read(folder.path_of("p.drat")).unwrap();
        verified(&folder.read("p.cnf"), &proof);
        let run = run_in!(folder.path(), "verify p.json").ends(0);
        assert!(run.out.ends_with("any other that reads DRAT\n"), "{run:#?}");
    }
}

#[test]
fn a_solver_that_writes_no_proofs_is_refused_and_those_that_do_are_named() {
    let folder = Folder::new();
    let state = r#"prove pocket --scramble "R U2 F' R U" --max-turns 4"#;
    let with = |solver| run_in!(folder.path(), "{state} -o p --solver {solver}");
    for solver in ["batsat", "varisat", "cadical"] {
        if solver == "cadical" && installed(solver).is_none() {
            continue;
        }
        with(solver).ends(0);
        assert_right(&folder, "p");
        let json = folder.json("p.json");
        assert_eq!(json["refutation"]["solver"], solver);
    }
    let run = with("splr").ends(2);
    let says = "splr does not write proofs; batsat, varisat, cadical, kissat do, and so does any program with \
                --solver-command \"prog {cnf} {proof}\"";
    assert!(run.err.contains(says), "{run:#?}");
    assert!(!by_name("minisat").unwrap().writes_proofs());
    let run = prove(&folder, "--proof x.drat").ends(2);
    run.says(&["--solver-command"]);
}

#[test]
fn the_proof_of_a_command_is_read_from_its_file() {
    if installed("cadical").is_none() {
        return;
    }
    let folder = Folder::new();
    for (command, more) in [
        ("cadical -q {cnf} {proof}", ""),
        ("cadical -q --no-binary {cnf} {proof}", ""),
        ("cadical -q {cnf} own.drat", "--proof own.drat"),
    ] {
        let command = format!("--solver-command '{command}' {more}");
        prove(&folder, &command).ends(0);
        assert_right(&folder, "p");
    }
}

/// A solver's hints are not needed: missing hints do no harm, but an unreadable proof is refused.
#[cfg(unix)]
#[test]
#[ignore = "long check"]
fn the_proof_of_a_command_may_be_lrat_with_unchecked_hints() {
    if installed("cadical").is_none() {
        return;
    }
    let folder = Folder::new();
    let twistsat = env!("CARGO_BIN_EXE_twistsat-tested");
    let solve = "cadical -q \"$1\" own.drat > answer";
    let hint =
        format!("'{twistsat}' check \"$1\" own.drat --quiet --lrat-text --to-lrat own.lrat > said");
    // Either remove the last hint of each addition, or make the last addition unreadable.
    let no_hint = r"sed -E '/ d /!s/ [0-9]+ 0$/ 0/' own.lrat";
    let broken = "sed '$s/ 0 / zwei 0 /' own.lrat";
    let unchanged = "cat own.lrat";
    for (change, fine) in [(unchanged, true), (no_hint, true), (broken, false)] {
        let script =
            format!("#!/bin/sh\n{solve}\n{hint}\n{change} > \"$2\"\ncat answer\nexit 20\n");
        let hinting = folder.script("hinting", &script);
        let command = format!("{hinting} {{cnf}} {{proof}}");
        // The question is so hard that lemmas alone do not refute it.
        let prove = format!("prove pocket --state {NINE} --max-turns 8 -o p");
        let run = run_in!(folder.path(), r#"{prove} --solver-command "{command}""#);
        if fine {
            run.ends(0);
            assert_right(&folder, "p");
        } else {
            let run = run.ends(1);
            let says = "the proof of hinting is wrong, so nothing is proved";
            assert!(run.err.contains(says), "{run:#?}");
        }
    }
}

/// A solver wrongly claims that there is no solution.
#[cfg(unix)]
#[test]
fn a_wrong_answer_of_a_solver_is_detected() {
    let folder = Folder::new();
    let state = format!("prove pocket --state {THREE} --max-turns 3");
    for (proof, says) in [
        ("0\\n", ", so nothing is proved: step 1"),
        ("", ", so nothing is proved: the proof has no steps"),
        ("1 0\\n-1 0\\n", ""),
        ("d 1 0\\n1 zwei 0\\n", ", so nothing is proved: line 2"),
    ] {
        let script =
            format!("#!/bin/sh\nprintf '{proof}' > \"$2\"\necho 's UNSATISFIABLE'\nexit 20\n");
        let liar = folder.script("liar", &script);
        let command = format!("{liar} {{cnf}} {{proof}}");
        let run = run_in!(folder.path(), r#"{state} --solver-command "{command}""#);
        let says = format!("the proof of liar is wrong{says}");
        run.ends(1).says(&[says]);
    }
    let silent = folder.script("silent", "#!/bin/sh\necho 's UNSATISFIABLE'\nexit 20\n");
    let command = format!("{silent} {{cnf}}");
    let more = format!(r#"--solver-command "{command}" --proof none.drat"#);
    let run = run_in!(folder.path(), "{state} {more}").ends(1);
    run.says(&["its proof, none.drat, cannot be read"]);
    // A command without `{proof}`, and without `--proof`, writes no proof.
    let run = run_in!(folder.path(), r#"{state} --solver-command "{command}""#);
    assert!(run.ends(2).err.contains("silent does not write proofs"));
    assert!(!folder.path_of("cnf-out/pocket-at-most-3.json").exists());
}

#[test]
fn a_limit_is_unknown_and_leaves_no_file() {
    let folder = Folder::new();
    for limit in ["0", "0.1"] {
        let question = format!("prove pocket --state {ELEVEN} --max-turns 10 -o p");
        let how = format!("--time-limit {limit} --format json");
        let json = run_in!(folder.path(), "{question} {how}").ends(30).json();
        assert_eq!(json["verdict"], "unknown");
        assert_eq!(json["stopped"], "time limit reached");
        assert!(folder.names().is_empty());
    }
}

#[test]
fn a_stop_at_any_point_is_no_answer() {
    let problem = scrambled("R U2 F' R U F2", Budget::AtMost(5));
    let batsat = by_name("batsat").unwrap();
    // Raised before the start, and at each kind of event.
    for event in 0..=4 {
        let cancel = CancelFlag::default();
        let control = Control::new(cancel.clone(), None);
        if event == 0 {
            cancel.raise();
        }
        let mut notify = |happened: Event| {
            let number = match happened {
                Event::Solving { .. } => 1,
                Event::Refuted => 2,
                Event::Derived(_) => 3,
                Event::Checking(_) => 4,
            };
            if number == event {
                cancel.raise();
            }
        };
        let outcome = write::prove(&problem, Format::Lrat, batsat, &control, &mut notify).unwrap();
        let write::Outcome::Unknown(UnknownReason::Stopped(Stop::Cancelled)) = outcome else {
            panic!("{event}: {outcome:?}");
        };
    }
}

#[test]
fn an_unusable_prefix_is_refused_before_any_work() {
    for prefix in ["-", "there/", ".."] {
        let folder = Folder::new();
        let question = format!("prove pocket --state {ELEVEN} --max-turns 10");
        let run = run_in!(folder.path(), "{question} -o {prefix}");
        run.ends(2).says(&["cannot be the prefix of file names"]);
        assert!(folder.names().is_empty());
    }
}

#[test]
fn solve_certifies_minimal_solutions() {
    let folder = Folder::new();
    let solve = format!("solve pocket --state {THREE} --certify c");
    let text = run_in(folder.path(), &solve).ends(0);
    let says = "3 turns, minimal: lengths 0 to 2: checked proof, c.json\n";
    assert!(text.out.ends_with(says), "{text:#?}");
    assert_right(&folder, "c");
    let json = folder.json("c.json");
    assert_eq!(json["question"]["max_turns"], 2);
    let json = run_in!(folder.path(), "{solve} --format json --solver splr");
    let json = json.ends(0).json();
    assert_eq!(json["certificate"], "c.json");
    assert_eq!(json["minimal"], true);
    // Without `--certify`, the field is null.
    let json = run!("solve pocket --state {THREE} --format json").json();
    assert_eq!(json["certificate"], Value::Null);
    // Without a solution, only the refutation is certified.
    let text = run_in!(folder.path(), "{solve} --max-turns 1").ends(20);
    let says = "refuted: lengths 0 to 1: checked proof, c.json\n";
    assert!(text.out.ends_with(says), "{text:#?}");
    assert_right(&folder, "c");
}

#[test]
fn solve_certifies_nothing_without_a_minimality_claim() {
    let folder = Folder::new();
    let solve = |more: &str| run_in!(folder.path(), "solve pocket --certify c --state {more}");
    let run = solve(SOLVED).ends(0);
    run.says(&["no certificate: the start is the goal"]);
    let run = solve(&format!("{ELEVEN} --time-limit 0")).ends(30);
    run.says(&["no certificate: no solution is known to be minimal"]);
    assert!(folder.names().is_empty());
    for more in ["--turns 3", "--batch x"] {
        run!("solve pocket --certify c {more}").ends(2);
    }
}

#[test]
fn a_certificate_is_about_a_question_although_its_texts_differ() {
    let folder = Folder::new();
    prove(&folder, "--cost R=2 --max-cost 9").ends(0);
    let text = folder.read("p.json");
    let read = |text: &str| Certificate::read(text).unwrap();
    let certificate = read(&text);
    let hash = &certificate.puzzle_sha256;
    let problem = certificate.question.problem_with_hash(hash).unwrap();
    let mut other: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(other["question"]["cost"], json!(["R1 R2 R'=2"]));
    other["question"]["cost"] = json!(["R' R2 R1=2"]);
    assert!(read(&other.to_string()).is_about(&problem));
    other["question"]["max_turns"] = json!(3);
    assert!(!read(&other.to_string()).is_about(&problem));
}

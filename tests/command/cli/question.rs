//! Questions as data: read from files, printed, and answered by the library.

use std::fs;

use tempfile::TempDir;
use twistsat::answer::{Engine, Method, Task};
use twistsat::control::Control;
use twistsat::problem::{Question, Solution};

use super::*;
use crate::common::some_or_all;

/// The questions of the tests, one per line. The tests of Python and of the web module use the same file.
const QUESTIONS: &str = include_str!("../../data/questions.jsonl");

/// The expected answers: the turns of a solution, whether it is minimal, and the lower bound; of a whole plan, the turns and
/// whether they solve the puzzle.
const ANSWERS: &str = include_str!("../../data/answers.jsonl");

/// Every `step`-th of the questions in the file, and its answer.
fn questions(step: usize) -> impl Iterator<Item = (String, &'static str, Value)> {
    let answers = ANSWERS
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let both = (1..).zip(QUESTIONS.lines().zip(answers)).step_by(step);
    both.map(|(number, (line, answer))| {
        (format!("tests/data/questions.jsonl:{number}"), line, answer)
    })
}

/// The library's answer with an engine; `None` if the engine does not support the question.
fn answered(question: &Question, engine: Engine) -> Option<Value> {
    let puzzle = question.puzzle().unwrap();
    let problem = question.problem_of(&puzzle).unwrap();
    let method = Method {
        engine,
        ..Method::default()
    };
    let task = Task::new(question.clone(), method, &puzzle).ok()?;
    if question.plan.is_some() && question.stage.is_none() {
        let answer = task.carry_out(&problem, &Control::unlimited(), &|_| ());
        let answer = answer.ok()?;
        return Some(
            json!({ "turns": answer.turns.as_ref().map(Vec::len), "solved": answer.is_solved(&problem) }),
        );
    }
    let answer = task.solve(&problem, &Control::unlimited(), &|_| ()).ok()?;
    let found = answer.found;
    let at_least = (!found.unsolvable()).then(|| found.lower_bound());
    Some(json!({
        "turns": found.solution.as_ref().map(Solution::len),
        "minimal": found.is_minimal(),
        "at_least": at_least,
    }))
}

fn run_question(question: &str, options: impl Words) -> Run {
    run_with_stdin(("solve --question - --quiet", options), question.as_bytes())
}

#[test]
fn the_command_and_the_library_give_the_same_answers() {
    check_answers(some_or_all(7, 3));
}

#[test]
#[ignore = "long check"]
fn the_command_and_the_library_give_the_same_answer_to_each_question() {
    check_answers(1);
}

fn check_answers(step: usize) {
    for (place, line, answer) in questions(step) {
        let question = Question::from_text(&place, line).unwrap();
        // With formulas alone, and with all engines.
        for engine in [Engine::Sat, Engine::Auto] {
            let found = answered(&question, engine);
            assert_eq!(found.as_ref(), Some(&answer), "{place} by {engine}");
        }
        let run = run_question(line, "--format json");
        let printed: Value =
            serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{place}: {run:?}"));
        for (key, expected) in answer.as_object().unwrap() {
            assert_eq!(&printed[key], expected, "{place}: {key}");
        }
        run.ends(if answer["turns"].is_null() { 20 } else { 0 });
    }
}

/// The two engines share only the code that describes the problem.
#[test]
fn the_search_from_both_ends_agrees_with_the_formulas_on_the_questions_it_supports() {
    let mut asked = 0;
    for (place, line, answer) in questions(some_or_all(7, 1)) {
        let question = Question::from_text(&place, line).unwrap();
        if let Some(found) = answered(&question, Engine::Graph) {
            asked += 1;
            assert_eq!(found["turns"], answer["turns"], "{place}");
        }
    }
    assert!(asked > 20, "the search answered only {asked} questions");
}

#[test]
fn the_printed_question_is_the_one_asked() {
    for (_, line, _) in questions(some_or_all(7, 1)) {
        let printed = run_question(line, "--print-question").ends(0).out;
        let again = Question::from_text("printed", &printed).unwrap();
        assert_eq!(again, Question::from_text("line", line).unwrap());
    }
    let question = r#"pocket --scramble "R U2 F'" --cost half=2 --max-cost 9 --free U"#;
    let printed = run!("solve {question} --max-turns 4 --to any --print-question").ends(0);
    let keys: Value = serde_json::from_str(&printed.out).unwrap();
    let expected = json!({
        "puzzle": "pocket", "scramble": "R U2 F'", "cost": ["half=2"], "max_cost": 9, "free": "U", "max_turns": 4
    });
    assert_eq!(keys, expected);
}

#[test]
fn a_printed_question_contains_its_files_as_text() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let puzzle = data("encodings/puzzles/pocket.toml");
    fs::write(path("mine.toml"), &puzzle).unwrap();
    fs::write(path("state"), THREE).unwrap();
    let state = format!("@{}", path("state"));
    let command = format!(
        r#"solve --puzzle-file {} --state "{state}""#,
        path("mine.toml")
    );
    let printed = run!("{command} --print-question").ends(0);
    let keys: Value = serde_json::from_str(&printed.out).unwrap();
    assert_eq!(keys["puzzle_file"]["text"], json!(puzzle));
    assert_eq!(keys["state"], json!(THREE));
    fs::remove_file(path("mine.toml")).unwrap();
    run_question(&printed.out, "").ends(0);
}

#[test]
fn each_command_takes_a_question() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("question.toml").display().to_string();
    let text = "puzzle = \"pocket\"\nscramble = \"R U2 F'\"\nmax_turns = 2\n";
    fs::write(&path, text).unwrap();
    let prefix = folder.path().join("proof").display().to_string();
    run!("solve --question {path}").ends(20);
    run!("enumerate --question {path}").ends(0);
    run!("prove --question {path} -o {prefix}").ends(0);
    run!("encode --question {path} --recipe mux-idle -o -").ends(0);
    run!("cubes --question {path} --split 1").ends(0);
    for command in ["enumerate", "prove", "encode"] {
        let printed = run!("{command} --question {path} --print-question").ends(0);
        let again = Question::from_text("printed", &printed.out).unwrap();
        assert_eq!(again, Question::from_text("text", text).unwrap());
    }
}

/// Published: this state has one canonical solution of 6 turns, and none of exactly 7.
#[test]
fn canonical_applies_to_solutions_and_is_refused_for_certificates() {
    let state = "xSayaSXx7y7y7x7aSaxXXySX";
    let question = |rest: &str| {
        format!(
            r#"{{"puzzle": "pocket", "state": "{state}", "layout": "net", "canonical": true, {rest}}}"#
        )
    };
    run_question(&question(r#""turns": 7"#), "")
        .ends(20)
        .prints(&["exactly 7 turns, canonical"]);
    run_question(&question(r#""max_turns": 6"#), "")
        .ends(0)
        .prints(&["6 turns, canonical, minimal"]);
    let json = run_question(&question(r#""max_turns": 6"#), "--format json").ends(0);
    let printed: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(printed["constraints"], json!(["canonical"]));
    let folder = TempDir::new().unwrap();
    let prefix = folder.path().join("proof").display().to_string();
    run_question(
        &question(r#""max_turns": 5"#),
        format!("--certify {prefix}"),
    )
    .ends(2)
    .says(&["does not take `canonical`"]);
}

#[test]
fn a_formula_with_a_stricter_order_than_its_recipe_has_nothing_switched_off() {
    let question = r#"{"puzzle": "pocket", "scramble": "R U", "canonical": true, "turns": 2}"#;
    let run = run_with_stdin("encode --question - --recipe mux -o -", question.as_bytes()).ends(0);
    assert!(run.out.contains("c that is "), "{}", run.out);
    assert!(!run.out.contains("are off"), "{}", run.out);
}

#[test]
fn options_excluded_by_a_question_are_refused() {
    let plan = r#"{"puzzle": "rubik", "scramble": "R", "plan": "peel", "plan_file": {"name": "p.toml", "text": ""}}"#;
    run_question(plan, "").ends(2).says(&["cannot be combined"]);
    let plan =
        r#"{"puzzle": "rubik", "scramble": "R", "plan": "thistlethwaite", "canonical": true}"#;
    run_question(plan, "").ends(2).says(&["canonical"]);
    let solved = r#"{"puzzle": "pocket", "scramble": "R", "to": "solved"}"#;
    run_question(solved, "--to any")
        .ends(2)
        .says(&["cannot be used with"]);
    let exactly = r#"{"puzzle": "pocket", "scramble": "R", "metric": "qtm", "turns": 2}"#;
    run_question(exactly, "--certify x")
        .ends(2)
        .says(&["`turns`"]);
}

#[test]
fn a_mistake_in_a_question_is_reported_by_its_key() {
    for (question, code, says) in [
        (
            r#"{"puzle": "pocket"}"#,
            1,
            "stdin:1:8: unknown field `puzle`",
        ),
        (
            r#"{"puzzle": "pocket"}"#,
            2,
            "stdin: give a start: `scramble`, `state`",
        ),
        (
            r#"{"scramble": "R"}"#,
            2,
            "stdin: give a puzzle: either `puzzle` or `puzzle_file`",
        ),
        (
            r#"{"puzzle": "pocket", "scramble": "Q"}"#,
            1,
            "stdin: `scramble`: `Q`",
        ),
        (
            r#"{"puzzle": "pocket", "scramble": "R", "turns": 1, "max_turns": 1}"#,
            2,
            "stdin: `turns` cannot be combined with `max_turns`",
        ),
        (
            r#"{"puzzle": "pocket", "scramble": "R", "max_turns": -1}"#,
            1,
            "integer `-1`, expected a whole number from 0",
        ),
        (
            r#"{"puzzle": "pocket", "scramble": "R", "metric": "stm"}"#,
            1,
            "unknown metric `stm`",
        ),
        (
            r#"{"puzzle": "pocket", "scramble": "R", "puzzle_file": "/etc/hosts"}"#,
            1,
            "stdin:1:",
        ),
        (
            r#"{"puzzle": "pocket", "state": "@/etc/hosts"}"#,
            1,
            "stdin: the state has",
        ),
        (
            r#"{"puzzle": "pocket", "scramble": "-"}"#,
            1,
            "stdin: `scramble`: ",
        ),
    ] {
        run_question(question, "").ends(code).says(&[says]);
    }
    let run = run_question(r#"{"puzzle": "pocket", "scramble": "R"}"#, "--metric qtm").ends(2);
    let says = "cannot be used with";
    assert!(run.err.contains(says), "{run:?}");
}

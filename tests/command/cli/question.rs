//! Questions as data: read from files, printed, and answered by the library.

use twistsat::answer::{Engine, Method, Task};
use twistsat::control::Control;
use twistsat::problem::{Question, Solution};

use super::*;
use crate::common::{each, some_or_all};

/// The questions of the tests, one per line. The tests of Python and of the web module use the same file.
const QUESTIONS: &str = include_str!("../../data/questions.jsonl");

/// The expected answers: the turns of a solution, whether it is minimal, and the lower bound; of a whole plan, the
/// turns and whether they solve the puzzle.
const ANSWERS: &str = include_str!("../../data/answers.jsonl");

/// Every `step`-th question: its place in the file, its line and its answer.
fn questions(step: usize) -> impl Iterator<Item = (String, &'static str, Value)> {
    let both = QUESTIONS.lines().zip(json_lines(ANSWERS));
    let both = (1..).zip(both).step_by(step);
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
    let control = Control::unlimited();
    if question.plan.is_some() && question.stage.is_none() {
        let answer = task.carry_out(&problem, &control, &|_| ()).ok()?;
        let turns = answer.turns.as_ref().map(Vec::len);
        return Some(json!({"turns": turns, "solved": answer.is_solved(&problem)}));
    }
    let found = task.solve(&problem, &control, &|_| ()).ok()?.found;
    let at_least = (!found.is_unsolvable()).then(|| found.lower_bound());
    let turns = found.solution.as_ref().map(Solution::len);
    Some(json!({"turns": turns, "minimal": found.is_minimal(), "at_least": at_least}))
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
        let code = if answer["turns"].is_null() { 20 } else { 0 };
        let run = run_question(line, "--format json").ends(code);
        run.reports(answer);
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
    let expected = json!({
        "puzzle": "pocket", "scramble": "R U2 F'", "cost": ["half=2"], "max_cost": 9, "free": "U", "max_turns": 4
    });
    assert_eq!(printed.json(), expected);
}

#[test]
fn a_printed_question_contains_its_files_as_text() {
    let folder = Folder::new();
    let puzzle = data("encodings/puzzles/pocket.toml");
    folder.write("mine.toml", &puzzle);
    folder.write("state", THREE);
    let solve = "solve --puzzle-file mine.toml --state @state --print-question";
    let printed = run_in(&folder, solve).ends(0);
    let printed = printed.reports(json!({"state": THREE}));
    assert_eq!(printed.json()["puzzle_file"]["text"], puzzle);
    run_question(&printed.out, "").ends(0);
}

#[test]
fn each_command_takes_a_question() {
    let folder = Folder::new();
    let text = "puzzle = \"pocket\"\nscramble = \"R U2 F'\"\nmax_turns = 2\n";
    folder.write("question.toml", text);
    for (command, code) in [
        ("solve", 20),
        ("enumerate", 0),
        ("prove -o proof", 0),
        ("encode --recipe mux-idle -o -", 0),
        ("cubes --split 1", 0),
    ] {
        let ask = format!("{command} --question question.toml");
        run_in(&folder, &ask).ends(code);
        if !command.starts_with("cubes") {
            let printed = run_in!(&folder, "{ask} --print-question").ends(0);
            let again = Question::from_text("printed", &printed.out).unwrap();
            assert_eq!(again, Question::from_text("text", text).unwrap());
        }
    }
}

/// Published: this state has one canonical solution of 6 turns, and none of exactly 7.
#[test]
fn canonical_applies_to_solutions_and_is_refused_for_certificates() {
    let question = |rest: &str| {
        let state = "xSayaSXx7y7y7x7aSaxXXySX";
        let start = format!(r#""puzzle": "pocket", "state": "{state}", "layout": "net""#);
        format!(r#"{{{start}, "canonical": true, {rest}}}"#)
    };
    run_question(&question(r#""turns": 7"#), "").ends_printing(20, &["exactly 7 turns, canonical"]);
    let six = question(r#""max_turns": 6"#);
    run_question(&six, "").ends_printing(0, &["6 turns, canonical, minimal"]);
    let json = run_question(&six, "--format json").ends(0);
    json.reports(json!({"constraints": ["canonical"]}));
    run_question(&question(r#""max_turns": 5"#), "--certify nowhere")
        .ends_saying(2, &["does not take `canonical`"]);
}

#[test]
fn a_formula_with_a_stricter_order_than_its_recipe_has_nothing_switched_off() {
    let question = r#"{"puzzle": "pocket", "scramble": "R U", "canonical": true, "turns": 2}"#;
    let run = run_with_stdin("encode --question - --recipe mux -o -", question.as_bytes());
    run.ends_printing(0, &["c that is "])
        .lacks(&["without those"]);
}

#[test]
fn a_mistake_in_a_question_is_reported_by_its_key() {
    each(
        r#"
"puzle": "pocket" » stdin:1:8: unknown field `puzle`
"puzzle": "pocket" » stdin: give a start: `scramble`, `state`
"scramble": "R" » stdin: give a puzzle: either `puzzle` or `puzzle_file`
"puzzle": "pocket", "scramble": "Q" » stdin: `scramble`: `Q`
"puzzle": "pocket", "scramble": "R", "turns": 1, "max_turns": 1 » stdin: `turns` cannot be combined with `max_turns`
"puzzle": "pocket", "scramble": "R", "max_turns": -1 » integer `-1`, expected a whole number from 0
"puzzle": "pocket", "scramble": "R", "metric": "stm" » unknown metric `stm`
"puzzle": "pocket", "scramble": "R", "puzzle_file": "/etc/hosts" » stdin:1:
"puzzle": "pocket", "state": "@/etc/hosts" » stdin: the state has
"puzzle": "pocket", "scramble": "-" » stdin: `scramble`:
// Options that the question excludes.
"puzzle": "rubik", "scramble": "R", "plan": "peel", "plan_file": {"name": "p.toml", "text": ""} » cannot be combined
"puzzle": "rubik", "scramble": "R", "plan": "thistlethwaite", "canonical": true » canonical
"#,
        |[question], says| {
            let run = run_question(&format!("{{{question}}}"), "").says(says);
            assert!(matches!(run.code, Some(1 | 2)), "{run:#?}");
        },
    );
    let question =
        r#"{"puzzle": "pocket", "scramble": "R", "to": "solved", "metric": "qtm", "turns": 2}"#;
    for (option, says) in [
        ("--to any", "cannot be used with"),
        ("--metric qtm", "cannot be used with"),
        ("--certify x", "`turns`"),
    ] {
        run_question(question, option).ends_saying(2, &[says]);
    }
}

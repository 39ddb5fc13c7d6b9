//! `verify --formula-by`: a second program generates the formula, and the clauses are compared.

use super::*;
use crate::common::{each, fewer_in_check};

/// The Python interpreter and the script that generates formulas; `None` if no Python that reads TOML is installed.
pub(super) fn generator() -> Option<(String, String)> {
    let python = std::env::var("TWISTSAT_PYTHON");
    let required = python.is_ok();
    let python = python.unwrap_or_else(|_| "python3".to_owned());
    let reads_toml = Command::new(&python)
        .args(["-c", "import tomllib"])
        .output()
        .is_ok_and(|output| output.status.success());
    assert!(reads_toml || !required, "{python} must be 3.11 or later");
    if !reads_toml {
        eprintln!("skipped: {python} does not read TOML");
        return None;
    }
    let script = root("tools/plain_formula.py");
    Some((python, script))
}

fn root(path: &str) -> String {
    let path = Path::new(env!("TWISTSAT_ROOT")).join(path);
    path.to_str().unwrap().to_owned()
}

/// A puzzle and a question about it.
const QUESTIONS: &str = "
pocket --scramble \"R U2 F'\" --max-turns 2
pocket --scramble \"R U2 F'\" --max-turns 3 --metric qtm
pocket --scramble 'R U2 D' --max-turns 2 --to solved
pocket --state 'F=RYOG U=YRGO D=WRBO R=GYWB L=BYWG B=BOWR' --max-turns 2
pocket --scramble 'R U F' --max-turns 3 --allow 'R2 U'
pocket --scramble R --max-turns 0
pyraminx --scramble \"R U L' B\" --max-turns 3
skewb --scramble \"R U L' B\" --max-turns 3
domino --scramble \"R2 U F2 U'\" --max-turns 3
rubik --scramble 'R U F' --max-turns 2
";

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_second_program_generates_the_same_clauses_for_every_question() {
    let Some((python, script)) = generator() else {
        return;
    };
    let folder = Folder::new();
    let prefix = folder.arg("p");
    for question in QUESTIONS.trim().lines().step_by(fewer_in_check(2, 1)) {
        run!("prove {question} --quiet -o {prefix}").ends(0);
        let puzzle = question.split(' ').next().unwrap();
        let file = root(&format!("encodings/puzzles/{puzzle}.toml"));
        let verify = format!(
            r#"verify {prefix}.json --quiet --formula-by "'{python}' '{script}' '{file}'""#
        );
        run(&verify).ends(0).prints(&[
            "\n       on or, in place of the encoding, on `",
            "which generated the same set of ",
        ]);
        // In JSON, the second program is among the premises.
        let json = run!("{verify} --format json").ends(0).json();
        let premise = json["rests_on"][2].as_str().unwrap();
        let says = "or, in place of the encoding";
        assert!(premise.starts_with(says), "{premise}");
    }
}

/// There is a formula for each cube, and one which states that the cubes cover all cases.
#[test]
#[ignore = "long check"]
fn a_second_program_generates_the_same_clauses_for_cubes() {
    let folder = Folder::new();
    let nine = format!("prove pocket --state {NINE} --max-turns 8 --look-ahead 2");
    let Some(checked) = checked_with(&folder, &nine) else {
        return;
    };
    let original = checked("", "").ends(0);
    original.prints(&["which generated the same set of "]);
    // The negation of each cube is left out; the formula of a cube lacks its turns.
    let negation = "add(*(-literal for literal in made + idle))";
    let turns = "                    add(-made)";
    for (line, says) in [(negation, "p.cnf"), (turns, "-1.cnf")] {
        let indent = line.len() - line.trim_start().len();
        let pass = " ".repeat(indent) + "pass";
        let says = format!("{says} is not the formula that `");
        checked(line, &pass).ends_saying(1, &[says]);
    }
}

/// Proves a claim, and returns a function that verifies it with one part of the script replaced; `None` if Python is
/// missing.
fn checked_with<'a>(folder: &'a Folder, prove: &str) -> Option<impl Fn(&str, &str) -> Run + 'a> {
    let (python, script) = generator()?;
    run_in!(folder, "{prove} --quiet -o p").ends(0);
    let (script, puzzle) = (data_at(&script), root("encodings/puzzles/pocket.toml"));
    Some(move |right: &str, wrong: &str| {
        let is_there_once = script.matches(right).count() == 1;
        assert!(right.is_empty() || is_there_once, "{right}");
        folder.write("script.py", script.replacen(right, wrong, 1));
        let by = format!("'{python}' script.py '{puzzle}'");
        run_in!(folder, r#"verify p.json --quiet --formula-by "{by}""#)
    })
}

fn data_at(path: &str) -> String {
    std::fs::read_to_string(path).unwrap()
}

const THREE_TURNS: &str = r#"prove pocket --scramble "R U2 F'" --max-turns 2"#;

#[test]
#[ignore = "long check"]
fn a_generator_that_is_wrong_in_any_clause_is_refused() {
    let folder = Folder::new();
    let Some(checked) = checked_with(&folder, THREE_TURNS) else {
        return;
    };
    each(
        "
// The transition clauses hold in one direction only.
add(-made, now[move[facelet]], -there) » pass
// The turns are in another order.
[*turns], [*turns.values()] » [*turns], [*turns.values()][::-1]
// An idle slot may be followed by a turn.
add(-before[-1], now[-1]) » pass
// The goal is weaker.
add(-now[frame[0]]) » add(-now[frame[0]], slots[0][0])
// A slot may have two turns at once.
for slot in slots:⏎        exactly_one(slot) » pass
",
        |[right, wrong], _| {
            let run = checked(right, wrong).ends(1).prints_nothing();
            run.says(&["p.cnf is not the formula that `", "the clause `"]);
        },
    );
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_command_that_prints_no_formula_is_an_error_and_does_not_reject_the_certificate() {
    let folder = Folder::new();
    run_in!(&folder, "{THREE_TURNS} --quiet -o p").ends(0);
    let verify =
        |by: &str, more: &str| run_in!(&folder, r#"verify p.json --formula-by "{by}" {more}"#);
    each(
        "
 » 2 » --formula-by ``: the command names no program
'python3 » 2 » the `'` at character 1 is not closed
no-such-generator » 1 » --formula-by: no-such-generator was not found: give its path
sh -c 'echo oh no >&2; exit 3' » 1 » --formula-by: sh failed (exit status: 3): oh no
echo » 1 » is not a DIMACS formula:
true » 1 » the output of `true` is not a DIMACS formula:
// No shell runs the command: `;` and `true` are arguments of `echo`.
echo p cnf 1 0 ; true » 1 » is not a DIMACS formula:
sh -c 'while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done' » 1 » sh prints more than
",
        |[command, code], says| {
            for format in ["", "--format json"] {
                let run = verify(command, format).ends(code.parse().unwrap());
                run.prints_nothing().says(says);
            }
        },
    );
    verify("sh -c 'sleep 60'", "--time-limit 300ms").ends(30);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_script_names_what_it_does_not_support() {
    let Some((python, script)) = generator() else {
        return;
    };
    let folder = Folder::new();
    let unknown = "has the key `at_most`, which this script does not know";
    for (more, puzzle, says) in [
        ("", "skewb", "skewb.toml is not the puzzle that"),
        ("--at-most R=1", "pocket", unknown),
    ] {
        run_in!(&folder, "{THREE_TURNS} {more} --quiet -o p").ends(0);
        let file = root(&format!("encodings/puzzles/{puzzle}.toml"));
        let by = format!("'{python}' '{script}' '{file}'");
        let run = run_in!(&folder, r#"verify p.json --formula-by "{by}""#);
        run.ends_saying(1, &[says]);
    }
}

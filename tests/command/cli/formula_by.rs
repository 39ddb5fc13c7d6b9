//! `verify --formula-by`: a second program generates the formula, and the clauses are compared.

use super::*;
use crate::common::fewer_in_check;

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

/// The questions: a puzzle, and the options of the proof about it.
const QUESTIONS: &[(&str, &str)] = &[
    ("pocket", r#"--scramble "R U2 F'" --max-turns 2"#),
    (
        "pocket",
        r#"--scramble "R U2 F'" --max-turns 3 --metric qtm"#,
    ),
    ("pocket", "--scramble 'R U2 D' --max-turns 2 --to solved"),
    (
        "pocket",
        "--state 'F=RYOG U=YRGO D=WRBO R=GYWB L=BYWG B=BOWR' --max-turns 2",
    ),
    ("pocket", "--scramble 'R U F' --max-turns 3 --allow 'R2 U'"),
    ("pocket", "--scramble R --max-turns 0"),
    ("pyraminx", r#"--scramble "R U L' B" --max-turns 3"#),
    ("skewb", r#"--scramble "R U L' B" --max-turns 3"#),
    ("domino", r#"--scramble "R2 U F2 U'" --max-turns 3"#),
    ("rubik", "--scramble 'R U F' --max-turns 2"),
];

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_second_program_generates_the_same_clauses_for_every_question() {
    let Some((python, script)) = generator() else {
        return;
    };
    let folder = Folder::new();
    for (number, (puzzle, question)) in QUESTIONS.iter().step_by(fewer_in_check(2, 1)).enumerate() {
        let prefix = folder.arg(&number.to_string());
        run!("prove {puzzle} --quiet -o {prefix} {question}").ends(0);
        let file = root(&format!("encodings/puzzles/{puzzle}.toml"));
        let by = format!("'{python}' '{script}' '{file}'");
        let certificate = format!("{prefix}.json");
        let verified = run!(r#"verify {certificate} --formula-by "{by}" --quiet"#).ends(0);
        let on = "\n       on or, in place of the encoding, on `";
        assert!(verified.out.contains(on), "{verified:#?}");
        assert!(
            verified.out.contains("which generated the same set of "),
            "{verified:#?}"
        );
        // In JSON, the second program is among the premises.
        let json =
            run!(r#"verify {certificate} --formula-by "{by}" --quiet --format json"#).ends(0);
        let rests_on = json.json()["rests_on"].clone();
        let premise = rests_on[2].as_str().unwrap();
        assert!(
            premise.starts_with("or, in place of the encoding"),
            "{premise}"
        );
    }
}

/// There is a formula for each cube, and one which states that the cubes cover all cases.
#[test]
#[ignore = "long check"]
fn a_second_program_generates_the_same_clauses_for_cubes() {
    let Some((python, script)) = generator() else {
        return;
    };
    let folder = Folder::new();
    let prefix = folder.arg("cubes");
    let nine = "pocket --state DUUDRRRLFBFFUDDULLLRBFBB";
    run!("prove --quiet {nine} --max-turns 8 --look-ahead 2 -o {prefix}").ends(0);
    let file = root("encodings/puzzles/pocket.toml");
    let certificate = format!("{prefix}.json");
    let verified = |script: &str| {
        let by = format!("'{python}' '{script}' '{file}'");
        run!(r#"verify {certificate} --formula-by "{by}" --quiet"#)
    };
    verified(&script)
        .ends(0)
        .prints(&["which generated the same set of "]);
    let text = std::fs::read_to_string(&script).unwrap();
    for (number, (line, says)) in [
        // The negation of each cube is left out.
        (
            "add(*(-literal for literal in made + idle))",
            "cubes.cnf is not the formula that `",
        ),
        // The formula of a cube lacks its turns.
        (
            "                    add(-made)",
            "-1.cnf is not the formula that `",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        assert_eq!(text.matches(line).count(), 1, "{line}");
        let broken = folder.write(&format!("{number}.py"), text.replace(line.trim(), "pass"));
        verified(&broken).ends(1).says(&[says]);
    }
}

/// A certificate about a state three turns away, a function that builds the command for a script, and the text of the
/// original script.
fn certificate_and_script(folder: &Folder) -> Option<(String, impl Fn(&str) -> String, String)> {
    let (python, script) = generator()?;
    let prefix = folder.arg("three");
    run!(r#"prove pocket --scramble "R U2 F'" --max-turns 2 --quiet -o {prefix}"#).ends(0);
    let puzzle = root("encodings/puzzles/pocket.toml");
    let by = move |script: &str| format!("'{python}' '{script}' '{puzzle}'");
    Some((
        format!("{prefix}.json"),
        by,
        std::fs::read_to_string(script).unwrap(),
    ))
}

#[test]
#[ignore = "long check"]
fn a_generator_that_is_wrong_in_any_clause_is_refused() {
    let folder = Folder::new();
    let Some((certificate, by, script)) = certificate_and_script(&folder) else {
        return;
    };
    for (number, (right, wrong)) in [
        // The transition clauses hold in one direction only.
        ("add(-made, now[move[facelet]], -there)", "pass"),
        // The turns are in another order.
        (
            "[*turns], [*turns.values()]",
            "[*turns], [*turns.values()][::-1]",
        ),
        // An idle slot may be followed by a turn.
        ("add(-before[-1], now[-1])", "pass"),
        // The goal is weaker.
        ("add(-now[frame[0]])", "add(-now[frame[0]], slots[0][0])"),
        // A slot may have two turns at once.
        ("for slot in slots:\n        exactly_one(slot)", "pass"),
    ]
    .into_iter()
    .enumerate()
    {
        assert_eq!(script.matches(right).count(), 1, "{right}");
        let broken = folder.write(&format!("{number}.py"), script.replace(right, wrong));
        run!(r#"verify {certificate} --formula-by "{}""#, by(&broken))
            .ends(1)
            .prints_nothing()
            .says(&["three.cnf is not the formula that `", "the clause `"]);
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_command_that_prints_no_formula_is_an_error_and_does_not_reject_the_certificate() {
    let folder = Folder::new();
    let prefix = folder.arg("three");
    run!(r#"prove pocket --scramble "R U2 F'" --max-turns 2 --quiet -o {prefix}"#).ends(0);
    let certificate = format!("{prefix}.json");
    for (command, code, says) in [
        ("", 2, "--formula-by ``: the command names no program"),
        ("'python3", 2, "the `'` at character 1 is not closed"),
        (
            "no-such-generator",
            1,
            "--formula-by: no-such-generator was not found: give its path",
        ),
        (
            "sh -c 'echo oh no >&2; exit 3'",
            1,
            "--formula-by: sh failed (exit status: 3): oh no",
        ),
        ("echo", 1, "is not a DIMACS formula: "),
        ("true", 1, "the output of `true` is not a DIMACS formula: "),
        // No shell runs the command: `;` and `true` are arguments of `echo`.
        ("echo p cnf 1 0 ; true", 1, "is not a DIMACS formula: "),
        (
            "sh -c 'while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done'",
            1,
            "sh prints more than ",
        ),
    ] {
        run!(r#"verify {certificate} --formula-by "{command}""#)
            .ends(code)
            .prints_nothing()
            .says(&[says]);
        let json = ["verify", &certificate, "--formula-by", command];
        run((&json, "--format json")).ends(code).prints_nothing();
    }
    run!(r#"verify {certificate} --formula-by "sh -c 'sleep 60'" --time-limit 300ms"#).ends(30);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_script_names_what_it_does_not_support() {
    let folder = Folder::new();
    let Some((certificate, by, _)) = certificate_and_script(&folder) else {
        return;
    };
    let script = root("tools/plain_formula.py");
    // The script gets the file of another puzzle.
    let other = by(&script).replace("pocket.toml", "skewb.toml");
    run!(r#"verify {certificate} --formula-by "{other}""#)
        .ends(1)
        .says(&["skewb.toml is not the puzzle that"]);
    // The script does not support side constraints.
    let prefix = folder.arg("asked");
    let question = r#"prove pocket --scramble "R U2 F'" --at-most R=1"#;
    run!("{question} --max-turns 2 --quiet -o {prefix}").ends(0);
    run!(r#"verify {prefix}.json --formula-by "{}""#, by(&script))
        .ends(1)
        .says(&["has the key `at_most`, which this script does not know"]);
}

//! Checks our LRAT proofs with ACL2's formally verified checker, which `checker/tools/proved-check` runs.

use std::io::Write;
use std::process::Command;

use crate::common::cli::{Folder, run_in};
use crate::common::{fewer_in_check, rows};

/// The environment variable with the names of the required checkers, separated by commas.
const REQUIRED: &str = "TWISTSAT_REQUIRE_CHECKERS";

/// Arguments of `prove` for questions of every kind: puzzles, both metrics, goals, stages, patterns, partly unknown starts,
/// forbidden turns, side constraints, cubes.
const QUESTIONS: &str = r#"
pocket --scramble "R U2 F'" --max-turns 2
rubik --scramble "R F U B" --plan thistlethwaite --stage 1 --max-turns 2
pocket --state UDDURFR.RF.F.D.ULB..LBL. --max-turns 1
pocket --scramble "R U2 F'" --ends-with U --max-turns 3
// The proof that the cubes cover all cases.
pocket --scramble "R U2 F' R U'" --max-turns 4 --look-ahead 2
// Only the long check proves the following questions.
pocket --scramble "R U2 F'" --at-most half=0 --max-turns 3
rubik --scramble "R U R'" --to UUUUUUUUURRR......FFF......DDDDDDDDDLLL......BBB...... --max-turns 1
pocket --scramble "R U' F2 R" --metric qtm --max-turns 4
pocket --state DUUDRRRLFBFFUDDULLLRBFBB --max-turns 8
pocket --state UDDURFRFRFRFUDDULBLBLBLB --max-turns 4
pocket --state DUUDRRRLFBFFUDDULLLRBFBB --max-turns 8 --look-ahead 2
pocket --scramble "R U" --max-turns 0
pocket --scramble "R U" --to solved --max-turns 1
pocket --scramble "R U F2" --to "R F" --max-turns 1
pocket --scramble "R2 U F" --metric qtm --max-turns 2
skewb --scramble "R U L B'" --max-turns 3
domino --scramble "R2 U F2 U'" --max-turns 2
twiddle --scramble "A B" --max-turns 1
kilominx --scramble "R U" --max-turns 1
pyraminx --scramble "R U L B'" --max-turns 3
rubik --scramble "R U2" --metric qtm --max-turns 2
rubik --scramble "R U F" --plan kociemba --stage 1 --max-turns 1
rubik --scramble "R2 U2 F2 U2" --plan thistlethwaite --stage 4 --max-turns 2
pocket --state "U=WGRO R=YRBO F=YBGW D=ORBY L=OGRW B=WBG." --max-turns 2
pocket --state UDDURFRFRFRFUDDUL.LBLBLB --max-turns 3
pocket --scramble "R U2 F'" --forbid F --max-turns 3
pocket --scramble "R U2 F'" --allow "R U" --max-turns 4
pocket --scramble "R U2 F'" --starts-with R --max-turns 3
pocket --scramble "R U2 F'" --never "U F" --max-turns 2
rubik --scramble R --max-turns 0
"#;

/// Whether ACL2's checker verifies each pair of a formula and a proof; `None` if it is not installed.
fn by_acl2(folder: &Folder, pairs: &[(String, String)]) -> Option<Vec<bool>> {
    let tool = concat!(env!("TWISTSAT_ROOT"), "/checker/tools/proved-check");
    let names = pairs.iter().flat_map(|(cnf, proof)| [cnf, proof]);
    let mut python = Command::new("python3");
    let run = python.arg(tool).args(names).current_dir(folder.path());
    let run = match run.output() {
        Ok(run) if run.status.code() != Some(3) => run,
        other => {
            let required = std::env::var(REQUIRED).unwrap_or_default();
            let required = required.split(',').any(|name| name == "acl2");
            assert!(!required, "{REQUIRED} names acl2, but {other:?}");
            let _ = writeln!(std::io::stderr(), "skipped: acl2 is not installed");
            return None;
        }
    };
    let out = String::from_utf8(run.stdout).unwrap();
    let answers = out.lines().map(|line| line.starts_with("verified "));
    let answers: Vec<bool> = answers.collect();
    assert_eq!(answers.len(), pairs.len(), "{out}");
    let all = answers.iter().all(|&answer| answer);
    assert_eq!(run.status.code(), Some(i32::from(!all)));
    Some(answers)
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_verified_checker_agrees_about_proofs_of_each_kind() {
    let folder = Folder::new();
    let mut pairs = Vec::new();
    let questions = rows(QUESTIONS).into_iter();
    let some = questions.take(fewer_in_check(5, usize::MAX));
    for (number, [question]) in some.enumerate() {
        let prefix = format!("p{number}");
        let text = ["", "--text"][number % 2];
        run_in!(folder.path(), "prove {question} --quiet -o {prefix} {text}").ends(0);
        run_in!(folder.path(), "verify {prefix}.json").ends(0);
        pairs.push((format!("{prefix}.cnf"), format!("{prefix}.lrat")));
    }
    let answers = by_acl2(&folder, &pairs).unwrap_or_default();
    for ((cnf, proof), answer) in pairs.iter().zip(answers) {
        assert!(answer, "{cnf} {proof}");
    }
}

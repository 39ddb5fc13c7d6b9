//! Plans combined with other options of `solve`.

use crate::common::cli::{Folder, run, run_in};
use crate::common::simulator::{SOLVED, after, is_solved};

const PLAN: &str = "--plan thistlethwaite";

const SCRAMBLE: &str = "R2 D' B U2 L F' R D2 B' U";

fn solve(more: &str) -> crate::common::cli::Run {
    run!(r#"solve rubik --scramble "{SCRAMBLE}" --quiet {PLAN} {more}"#)
}

#[track_caller]
fn assert_solves(solution: &serde_json::Value) {
    let end = after(&after(SOLVED, SCRAMBLE), solution.as_str().unwrap());
    assert!(is_solved(&end), "{solution}");
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_plan_solves_each_line_of_a_list() {
    let folder = Folder::new();
    let list = folder.write("list.txt", format!("{SCRAMBLE}\nR U F\n"));
    let result = run!("solve rubik --batch {list} --format json --jobs 2 {PLAN}").ends(0);
    let lines = result.rows();
    assert_eq!(lines.len(), 2);
    assert_solves(&lines[0]["solution"]);
    assert_eq!(lines[1]["turns"], 3);
    assert!(lines.iter().all(|line| line["stopped"].is_null()));
}

#[test]
fn a_single_stage_is_refused_with_a_list() {
    run!("solve rubik --batch - --plan kociemba --stage 1")
        .ends(2)
        .says(&["--batch cannot be combined with --stage"]);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_total_is_counted_in_the_requested_metric() {
    let report = solve("--metric qtm --format json").ends(0).json();
    assert_solves(&report["solution"]);
    let turns = report["solution"].as_str().unwrap().split_whitespace();
    assert!(turns.clone().all(|turn| !turn.ends_with('2')));
    assert_eq!(report["turns"], turns.count());
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_plan_continues_until_its_solution_is_good_enough() {
    let report = solve("--good-enough 40 --format json").ends(0).json();
    assert_solves(&report["solution"]);
    assert_eq!(report["stages"].as_array().unwrap().len(), 4);
    assert!(report["stopped"].is_null());
}

#[test]
#[ignore = "long check"]
fn two_threads_give_the_same_result_for_all_variants() {
    let plan = r#"solve rubik --scramble "R2 D' B U2" --quiet --axis all --format json"#;
    let report = |jobs| run!("{plan} {PLAN} --jobs {jobs}").ends(0).json();
    let (one, two) = (report("1"), report("2"));
    for key in ["solution", "inverse", "turns"] {
        assert_eq!(one[key], two[key]);
    }
}

#[test]
#[ignore = "long check"]
fn each_stage_has_a_certificate_that_can_be_verified() {
    let folder = Folder::new();
    let asked = r#"solve rubik --scramble "R U F2 D B' L" --certify cube --quiet"#;
    run_in!(folder.path(), "{asked} {PLAN}").ends(0);
    let mut certificates = 0;
    for stage in 1..=4 {
        let name = format!("cube-{stage}.json");
        if folder.names().contains(&name) {
            run_in!(folder.path(), "verify {name}")
                .ends(0)
                .prints(&[&format!("stage {stage} of plan `thistlethwaite`")]);
            certificates += 1;
        }
    }
    assert!(certificates >= 3, "{:?}", folder.names());
}

//! `solve --method graph` and `enumerate --method graph`, and tables of the stages of plans.

use super::*;

#[test]
fn a_solution_is_minimal_because_the_search_refuted_shorter_ones() {
    let solve = "solve rubik --scramble 'R U F' --method graph --format json";
    run(solve).ends(0).reports(json!({
        "solver": "graph", "turns": 3, "solution": "F' U' R'", "minimal": true,
        "minimal_by": "lengths 0 to 2: none by breadth-first search from both ends"
    }));
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn too_many_side_constraints_leave_the_answer_unknown() {
    let most = ["R1", "R'", "R2", "U1", "U'", "U2", "F1", "F'", "F2"]
        .map(|turn| format!(r#"--at-most "{turn}=90""#))
        .join(" ");
    let asked = format!("pocket --state UFFURUURRFFRDBDDLDLLLBBB --method graph {most}");
    run!("solve {asked}").ends_printing(30, &["no solution of", "was found"]);
    run!("enumerate {asked} --shortest").ends(30);
}

#[test]
fn with_too_little_memory_the_answer_is_unknown() {
    let asked =
        r#"rubik --scramble "R U2 F' D L B2 R' U F2 D' R2 B'" --method graph --max-memory 1"#;
    let stopped = "not enough memory for more states, see `max_memory`";
    let keys = json!({"solution": null, "minimal": false, "stopped": stopped});
    run!("solve {asked} --format json").ends_reporting(30, keys);
    run!("enumerate {asked} --shortest --format json")
        .ends_reporting(30, json!({"count": 0, "complete": false}));
}

#[test]
fn unsupported_options_are_refused_by_name() {
    let start = "F=RYOG U=YRGO D=WRBO R=GYWB L=BYW. B=BOWR";
    let says = "--method graph requires a start without unknown stickers";
    run!("solve pocket --state '{start}' --to solved --method graph").ends_saying(1, &[says]);
    for option in ["--certify x", "--plan kociemba"] {
        let name = option.split(' ').next().unwrap();
        let says = format!("{name} cannot be combined with --method graph");
        run!("solve rubik --scramble 'R U' --method graph {option}").ends_saying(2, &[says]);
    }
}

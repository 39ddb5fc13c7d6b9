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
    run!("solve {asked}")
        .ends(30)
        .prints(&["no solution was found"]);
    run!("enumerate {asked} --shortest").ends(30);
}

#[test]
fn with_too_little_memory_the_answer_is_unknown() {
    let asked =
        r#"rubik --scramble "R U2 F' D L B2 R' U F2 D' R2 B'" --method graph --max-memory 1"#;
    let stopped = "not enough memory for more states, see `max_memory`";
    run!("solve {asked} --format json")
        .ends(30)
        .reports(json!({"solution": null, "minimal": false, "stopped": stopped}));
    run!("enumerate {asked} --shortest --format json")
        .ends(30)
        .reports(json!({"count": 0, "complete": false}));
}

#[test]
fn side_constraints_budgets_and_limits_are_respected() {
    let list = r#"enumerate pocket --scramble "R U2 F'" --format json"#;
    for more in [
        "--turns 5",
        "--turns 5 --canonical",
        "--shortest --at-most R=0",
        "--shortest --ends-with U",
        "--shortest --starts-with 'U F' --metric qtm",
        "--shortest --max-cost 5 --cost half=3 --min-turns 4",
        "--shortest --allow 'R F' --max-turns 6",
    ] {
        let expected = run!("{list} {more} --method sat").ends(0).json();
        let keys = json!({"count": expected["count"], "turns": expected["turns"]});
        run!("{list} {more} --method graph").ends(0).reports(keys);
    }
    let some = run!("{list} --turns 5 --limit 3 --method graph").ends(0);
    some.reports(json!({"count": 3, "complete": false}));
}

#[test]
fn unsupported_options_are_refused_by_name() {
    let start = "F=RYOG U=YRGO D=WRBO R=GYWB L=BYW. B=BOWR";
    run!("solve pocket --state '{start}' --to solved --method graph")
        .ends(1)
        .says(&["--method graph requires a start without unknown stickers"]);
    for option in ["--certify x", "--plan kociemba"] {
        let name = option.split(' ').next().unwrap();
        run!("solve rubik --scramble 'R U' --method graph {option}")
            .ends(2)
            .says(&[format!("{name} cannot be combined with --method graph")]);
    }
}

#[test]
#[ignore = "long check"]
fn a_stage_too_large_for_a_table_is_searched_with_tables_of_its_parts() {
    let solve = r#"solve rubik --scramble "R U2 F' D L B2" --plan kociemba --stage 1"#;
    let meet = run!("{solve} --method graph --format json").ends(0).json();
    let keys = json!({"solver": "table", "turns": meet["turns"], "minimal": true});
    let table = run!("{solve} --method table --format json").ends(0);
    let table = table.reports(keys).json();
    let by = table["minimal_by"].as_str().unwrap();
    let says = "none by depth-first search with tables";
    assert!(by.ends_with(says), "{by}");
}

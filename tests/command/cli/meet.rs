//! `solve --method graph` and `enumerate --method graph`, and tables of the stages of plans.

use super::*;

const T_PERMUTATION: &str = "R U R' U' R' F R2 U' R' U' R U R' F'";

#[test]
fn both_shortest_sequences_for_the_t_permutation_are_listed() {
    let list =
        format!(r#"enumerate rubik --scramble "{T_PERMUTATION}" --allow 'R U F' --shortest"#);
    let found = run!("{list} --method graph --format json").ends(0).json();
    assert_eq!(found["solver"], "graph");
    assert!(found["recipe"].is_null());
    assert_eq!((&found["turns"], &found["count"]), (&14.into(), &2.into()));
    assert_eq!(found["complete"], true);
    assert_eq!(found["solutions"][0], T_PERMUTATION);
    let refuted = "lengths 0 to 13: none by breadth-first search from both ends";
    assert_eq!(found["refuted"][0], refuted);
}

#[test]
fn a_solution_is_minimal_because_the_search_refuted_shorter_ones() {
    let found = run!("solve rubik --scramble 'R U F' --method graph --format json")
        .ends(0)
        .json();
    assert_eq!(
        (&found["solver"], &found["turns"]),
        (&"graph".into(), &3.into())
    );
    assert_eq!(
        (&found["solution"], &found["minimal"]),
        (&"F' U' R'".into(), &true.into())
    );
    let by = "lengths 0 to 2: none by breadth-first search from both ends";
    assert_eq!(found["minimal_by"], by);
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
    let scramble = "R U2 F' D L B2 R' U F2 D' R2 B'";
    let solve = format!(r#"solve rubik --scramble "{scramble}" --method graph --max-memory 1"#);
    let unknown = run!("{solve} --format json").ends(30).json();
    assert!(unknown["solution"].is_null() && unknown["minimal"] == false);
    assert_eq!(
        unknown["stopped"],
        "not enough memory for more states, see `max_memory`"
    );
    let list = format!(r#"enumerate rubik --scramble "{scramble}" --method graph --max-memory 1"#);
    let unknown = run!("{list} --shortest --format json").ends(30).json();
    assert_eq!(
        (&unknown["count"], &unknown["complete"]),
        (&0.into(), &false.into())
    );
}

#[test]
fn a_time_limit_ends_the_search_promptly() {
    let solve = r#"solve rubik --scramble "R U2 F' D L B2 R' U F2 D' R2 B' L U""#;
    let begun = std::time::Instant::now();
    run!("{solve} --method graph --time-limit 0.5")
        .ends(30)
        .prints(&["time limit reached"]);
    assert!(begun.elapsed().as_secs() < 20);
}

#[test]
fn side_constraints_budgets_and_limits_are_respected() {
    let ask = |more: &str, code: i32| {
        let list = r#"enumerate pocket --scramble "R U2 F'" --method graph"#;
        run!("{list} {more} --format json").ends(code).json()
    };
    let by_sat = |more: &str| {
        run!(r#"enumerate pocket --scramble "R U2 F'" --format json {more}"#)
            .ends(0)
            .json()
    };
    for more in [
        "--turns 5",
        "--turns 5 --canonical",
        "--shortest --at-most R=0",
        "--shortest --ends-with U",
        "--shortest --starts-with 'U F' --metric qtm",
        "--shortest --max-cost 5 --cost half=3 --min-turns 4",
        "--shortest --allow 'R F' --max-turns 6",
    ] {
        let (found, expected) = (ask(more, 0), by_sat(more));
        assert_eq!(found["count"], expected["count"], "{more:?}");
        assert_eq!(found["turns"], expected["turns"], "{more:?}");
    }
    let some = ask("--turns 5 --limit 3", 0);
    assert_eq!(
        (&some["count"], &some["complete"]),
        (&3.into(), &false.into())
    );
}

#[test]
fn unsupported_options_are_refused_by_name() {
    let start = "F=RYOG U=YRGO D=WRBO R=GYWB L=BYW. B=BOWR";
    let refused = run!("solve pocket --state '{start}' --to solved --method graph")
        .ends(1)
        .err;
    assert!(refused.contains("--method graph requires a start without unknown stickers"));
    let refused = run!("solve pocket --scramble 'R U' --method graph --certify x")
        .ends(2)
        .err;
    assert!(refused.contains("--certify cannot be combined with --method graph"));
    let refused = run!("solve rubik --scramble 'R U' --plan kociemba --method graph")
        .ends(2)
        .err;
    assert!(refused.contains("--plan cannot be combined with --method graph"));
}

#[test]
#[ignore = "long check"]
fn a_stage_too_large_for_a_table_is_searched_with_tables_of_its_parts() {
    let stage = |method| {
        let solve = r#"solve rubik --scramble "R U2 F' D L B2" --plan kociemba"#;
        run!("{solve} --stage 1 --method {method} --format json")
            .ends(0)
            .json()
    };
    let [table, meet] = ["table", "graph"].map(stage);
    assert_eq!(table["solver"], "table");
    assert_eq!(table["turns"], meet["turns"]);
    assert_eq!(table["minimal"], true);
    let by = table["minimal_by"].as_str().unwrap();
    assert!(
        by.ends_with("none by depth-first search with tables"),
        "{by}"
    );
}

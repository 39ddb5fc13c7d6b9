use super::*;

#[test]
fn a_scramble_is_solved_in_the_fewest_turns() {
    for (method, by_formulas) in [("auto", false), ("sat", true)] {
        let run = run!(r#"solve pocket --scramble "R U2 F'" --method {method}"#).ends(0);
        let lines: Vec<&str> = run.out.lines().collect();
        assert_eq!(lines.len(), 9, "{run:#?}"); // How to hold it, the net, the turns, the length.
        assert_eq!(
            replay(&scrambled("R U2 F'", Budget::Exactly(3)), lines[7]),
            3
        );
        assert!(lines[8].starts_with("3 turns, minimal: "), "{run:#?}");
        let told = run.err.starts_with("budget 3: sat");
        assert_eq!(told, by_formulas, "{run:#?}");
    }
}

#[test]
fn text_shows_net_turns_length_and_the_source_of_minimality() {
    let run = run!("solve pocket --state {SOLVED} --format text").ends(0);
    let net = "Hold it with the corner that is D below, L on the left and B at the back.\n       U  U\n       U  U\n L  L  F  F  R  R  B  B\n L  L  F  F  R  R  B  B\n       D  D\n       D  D\n";
    let out: String = run
        .out
        .lines()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect();
    assert!(out.starts_with(net), "{out}");
    assert!(
        out.ends_with("0 turns, minimal: the start is the goal\n"),
        "{out}"
    );
}

#[test]
fn alg_prints_the_turns_alone() {
    let run = run!(r#"solve pocket --scramble "R U2 F'" --max-turns 4 --format alg"#).ends(0);
    assert_eq!(run.out, "F U2 R'\n");
}

#[test]
fn no_solution_within_max_turns_is_exit_code_20() {
    let arguments = r#"solve pocket --scramble "R U2 F'" --max-turns 2 --format"#;
    for strategy in ["descend", "ascend"] {
        let with = |format| run!("{arguments} {format} --strategy {strategy}").ends(20);
        let text = with("text");
        assert!(
            text.out.contains("no solution of at most 2 turns"),
            "{text:#?}"
        );
        let alg = with("alg");
        assert_eq!(
            alg.out, "",
            "a program that reads turns must not read a sentence"
        );
        assert!(
            alg.err.contains("no solution of at most 2 turns"),
            "{alg:#?}"
        );
        let json = with("json").json();
        assert_eq!(json["turns"], Value::Null);
        assert_eq!(json["solution"], Value::Null);
        assert_eq!(json["minimal"], false);
    }
}

#[test]
fn turns_means_exactly_n() {
    for (scramble, turns, code) in [
        ("R", 1, 0),
        ("R", 2, 0),
        ("R", 4, 0),
        ("R U", 1, 20),
        ("R U", 3, 0),
        ("R", 0, 20),
        ("", 0, 0),
        ("", 1, 20),
        ("", 2, 0),
    ] {
        let number = turns.to_string();
        let run =
            run!("solve pocket --scramble '{scramble}' --turns {number} --format alg").ends(code);
        if code == 0 {
            let problem = scrambled(scramble, Budget::Exactly(turns));
            assert_eq!(replay(&problem, &run.out), turns, "{run:#?}");
        } else {
            assert!(
                run.err
                    .contains(&format!("no solution of exactly {turns} turn"))
            );
        }
    }
}

#[test]
fn an_unnecessarily_long_solution_is_not_called_minimal() {
    let arguments = "solve pocket --scramble R --turns 3";
    let text = run(arguments).ends(0).out;
    assert!(
        text.contains("3 turns, as requested; not necessarily minimal"),
        "{text}"
    );
    let json = run!("{arguments} --format json").ends(0).json();
    assert_eq!(
        (&json["turns"], &json["minimal"]),
        (&json!(3), &json!(false))
    );
}

#[test]
fn a_solved_cube_takes_no_turns_with_any_goal_recipe_or_strategy() {
    for to in ["any", "solved", "GGGGOOOOWWWWBBBBRRRRYYYY"] {
        for strategy in ["descend", "ascend"] {
            let run = run!(
                r#"solve pocket --scramble "R R'" --to {to} --strategy {strategy} \
                   --recipe mux --format alg --time-limit 5"#
            )
            .ends(0);
            assert_eq!((run.out.as_str(), run.err.as_str()), ("\n", ""));
        }
    }
}

#[test]
fn a_rotated_cube_needs_turns_only_for_a_fixed_orientation() {
    // The solved cube after the rotation x'.
    let rotated = "F=GGGG U=YYYY B=BBBB D=WWWW R=OOOO L=RRRR";
    let any = run!("solve pocket --state '{rotated}' --format json").ends(0);
    assert_eq!(any.json()["turns"], 0);
    let solved =
        run!("solve pocket --state '{rotated}' --to solved --max-turns 2 --format json").ends(0);
    assert_eq!(solved.json()["turns"], 2); // R L'
}

#[test]
fn the_first_published_position_takes_4_turns_to_its_orientation_and_3_to_any() {
    for (to, target, turns) in [("solved", Target::Solved, 4), ("any", Target::Any, 3)] {
        let run =
            run!("solve pocket --state '{FIRST}' --to {to} --max-turns 5 --format json").ends(0);
        let json = run.json();
        assert_eq!(
            (&json["turns"], &json["minimal"]),
            (&json!(turns), &json!(true))
        );
        let problem = problem(FIRST, &target, Budget::Exactly(turns));
        assert_eq!(replay(&problem, json["solution"].as_str().unwrap()), turns);
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_length_without_canonical_solution_does_not_hide_a_shorter_one() {
    // The published net xSayaSXx7y7y7x7aSaxXXySX: 6 turns; no canonical solution of 7.
    let state = "xSay7ySaXx7aXySXaS7x7yxX";
    let problem = problem(state, &Target::Any, Budget::Exactly(6));
    for recipe in ["mux", "mux-canonical", "mux-idle"] {
        for (strategy, most) in [("descend", "8"), ("descend", "7"), ("ascend", "8")] {
            let json = run!(
                "solve pocket --state {state} --recipe {recipe} --strategy {strategy} \
                 --max-turns {most} --format json"
            )
            .ends(0)
            .json();
            assert_eq!(json["minimal"], true, "{json:#}");
            assert_eq!(replay(&problem, json["solution"].as_str().unwrap()), 6);
        }
    }
}

#[test]
fn every_solver_finds_the_minimum_and_is_named_in_the_report() {
    for &solver in SOLVERS {
        for recipe in ["mux", "mux-tree", "mux-idle"] {
            let json = run!(
                "solve pocket --state {THREE} --solver {solver} --recipe {recipe} \
                 --max-turns 4 --format json"
            )
            .ends(0)
            .json();
            assert_eq!(
                (&json["solver"], &json["recipe"]),
                (&json!(solver), &json!(recipe))
            );
            assert_eq!(
                (&json["turns"], &json["minimal"]),
                (&json!(3), &json!(true))
            );
            assert!(
                json["minimal_by"].as_str().unwrap().contains(solver),
                "{json:#}"
            );
        }
    }
}

#[test]
fn json_is_one_object_with_the_promised_fields() {
    let run = run!(r#"solve pocket --scramble "R U2 F'" --max-turns 4 --method sat --format json"#)
        .ends(0);
    let json = run.json();
    assert_eq!(json["puzzle"], "pocket");
    assert_eq!(json["metric"], "htm");
    assert_eq!(json["to"], "any");
    assert_eq!(json["turns"], 3);
    assert_eq!(json["solution"], "F U2 R'");
    assert_eq!(json["minimal"], true);
    for name in ["recipe", "solver", "minimal_by"] {
        assert!(json[name].is_string(), "{name} in {json:#}");
    }
    let attempts = json["attempts"].as_array().unwrap();
    assert!(!attempts.is_empty());
    for attempt in attempts {
        for name in ["turns", "variables", "clauses"] {
            assert!(attempt[name].is_u64(), "{name} in {attempt}");
        }
        for name in ["encode_seconds", "solve_seconds"] {
            assert!(attempt[name].is_f64(), "{name} in {attempt}");
        }
        assert!(["sat", "unsat", "unknown"].contains(&attempt["verdict"].as_str().unwrap()));
    }
}

#[test]
fn stderr_has_one_line_per_budget_unless_quiet() {
    let arguments =
        r#"solve pocket --scramble "R U2 F'" --max-turns 4 --format json --recipe mux-canonical"#;
    let loud = run(arguments).ends(0);
    let attempts = loud.json()["attempts"].as_array().unwrap().clone();
    let lines: Vec<&str> = loud.err.lines().collect();
    assert_eq!(lines.len(), attempts.len(), "{loud:#?}");
    for (line, attempt) in lines.iter().zip(&attempts) {
        let begin = format!("budget {}: ", attempt["turns"]);
        assert!(line.starts_with(&begin), "{line}");
        assert!(
            line.contains(attempt["verdict"].as_str().unwrap()),
            "{line}"
        );
        assert!(
            line.contains("variables") && line.contains("clauses"),
            "{line}"
        );
        assert!(line.ends_with(" s"), "{line}");
    }
    for quiet in ["--quiet", "-q"] {
        assert_eq!(run!("{arguments} {quiet}").ends(0).err, "");
    }
}

#[test]
fn in_quarter_turns_a_half_turn_is_two_turns_and_reports_count_so() {
    let solve = "solve pocket --scramble 'R2 U' --metric qtm";
    let text = run(solve).ends(0).prints(&["3 quarter turns, minimal: "]);
    assert!(!text.out.contains("R2"), "{text:#?}");
    let json = run!("{solve} --format json").ends(0).json();
    assert_eq!(json["metric"], "qtm");
    assert_eq!(json["turns"], 3);
    let problem = scrambled("R2 U", Budget::AtMost(11))
        .with_metric(Metric::QuarterTurn)
        .unwrap();
    assert_eq!(replay(&problem, json["solution"].as_str().unwrap()), 3);
    // The largest distance is 14 quarter turns. Budgets need the parity of the state, which is odd here.
    let down = ["--strategy", "descend", "--format", "json"];
    let down = run((&solve, &down)).ends(0).json();
    assert_eq!(down["attempts"][0]["turns"], 13);
    for turns in ["1", "2", "4"] {
        let none = run!("{solve} --turns {turns}").ends(20);
        let plural = if turns == "1" { "" } else { "s" };
        let says = format!("no solution of exactly {turns} quarter turn{plural}");
        assert!(none.out.contains(&says), "{none:#?}");
    }
    run!("{solve} --turns 5").ends(0);
}

use super::*;

#[test]
fn a_scramble_is_solved_in_the_fewest_turns() {
    for (method, by_formulas) in [("auto", false), ("sat", true)] {
        let run = run!(r#"solve pocket --scramble "R U2 F'" --method {method}"#).ends(0);
        let lines: Vec<&str> = run.out.lines().collect();
        assert_eq!(lines.len(), 9, "{run:#?}"); // How to hold it, the net, the turns, the length.
        let problem = scrambled("R U2 F'", Budget::Exactly(3));
        assert_eq!(replay(&problem, lines[7]), 3);
        assert!(lines[8].starts_with("3 turns, minimal: "), "{run:#?}");
        let told = run.err.starts_with("budget 3: sat");
        assert_eq!(told, by_formulas, "{run:#?}");
    }
}

#[test]
fn text_shows_net_turns_length_and_the_source_of_minimality() {
    let run = run!("solve pocket --state {SOLVED} --format text").ends(0);
    let net = "Hold it with the corner that is D below, L on the left and B at the back.\n       U  U\n       U  U\n L  L  F  F  R  R  B  B\n L  L  F  F  R  R  B  B\n       D  D\n       D  D\n";
    let lines: Vec<&str> = run.out.lines().map(str::trim_end).collect();
    let end = "0 turns, minimal: the start is the goal";
    assert!(lines.join("\n").starts_with(net), "{run:#?}");
    assert_eq!(lines.last(), Some(&end), "{run:#?}");
}

#[test]
fn no_solution_within_max_turns_is_exit_code_20() {
    for strategy in ["descend", "ascend"] {
        let solve =
            format!(r#"solve pocket --scramble "R U2 F'" --max-turns 2 --strategy {strategy}"#);
        let says = ["no solution of at most 2 turns"];
        run(&solve).ends_printing(20, &says);
        // A program that reads turns must not read a sentence.
        run!("{solve} --format alg")
            .ends(20)
            .prints_nothing()
            .says(&says);
        let json = run!("{solve} --format json").ends(20);
        json.reports(json!({"turns": null, "solution": null, "minimal": false}));
    }
}

#[test]
fn turns_means_exactly_n() {
    for (scramble, solvable, unsolvable) in [
        ("R", &[1, 2, 4][..], &[0][..]),
        ("R U", &[3], &[1]),
        ("", &[0, 2], &[1]),
    ] {
        let solve = |turns: usize, code| {
            let solve = format!("solve pocket --scramble '{scramble}' --turns {turns}");
            run!("{solve} --format alg").ends(code)
        };
        for &turns in solvable {
            let problem = scrambled(scramble, Budget::Exactly(turns));
            assert_eq!(replay(&problem, &solve(turns, 0).out), turns);
        }
        for &turns in unsolvable {
            let says = format!("no solution of exactly {turns} turn");
            solve(turns, 20).says(&[says]);
        }
    }
}

#[test]
fn an_unnecessarily_long_solution_is_not_called_minimal() {
    let arguments = "solve pocket --scramble R --turns 3";
    let says = "3 turns, as requested; not necessarily minimal";
    run(arguments).ends_printing(0, &[says]);
    run!("{arguments} --format json").ends_reporting(0, json!({"turns": 3, "minimal": false}));
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
    // `R L'` leads back.
    for (goal, turns) in [("any", 0), ("solved --max-turns 2", 2)] {
        run!("solve pocket --state '{rotated}' --to {goal} --format json")
            .ends_reporting(0, json!({"turns": turns}));
    }
}

#[test]
fn every_solver_finds_the_minimum_and_is_named_in_the_report() {
    for &solver in SOLVERS {
        for recipe in ["mux", "mux-tree", "mux-idle"] {
            let solve = format!("solve pocket --state {THREE} --solver {solver} --recipe {recipe}");
            let keys = json!({"solver": solver, "recipe": recipe, "turns": 3, "minimal": true});
            let run = run!("{solve} --max-turns 4 --format json").ends(0);
            let json = run.reports(keys).json();
            let by = json["minimal_by"].as_str().unwrap();
            assert!(by.contains(solver), "{json:#}");
        }
    }
}

#[test]
fn stderr_has_one_line_per_budget_unless_quiet() {
    let arguments =
        r#"solve pocket --scramble "R U2 F'" --max-turns 4 --format json --recipe mux-canonical"#;
    let loud = run(arguments).ends(0);
    let attempts = loud.json()["attempts"].as_array().unwrap().clone();
    assert_eq!(loud.err.lines().count(), attempts.len(), "{loud:#?}");
    for (line, attempt) in loud.err.lines().zip(&attempts) {
        let begin = format!("budget {}: ", attempt["turns"]);
        assert!(line.starts_with(&begin) && line.ends_with(" s"), "{line}");
        for says in [attempt["verdict"].as_str().unwrap(), "variables", "clauses"] {
            assert!(line.contains(says), "{line}");
        }
    }
    for quiet in ["--quiet", "-q"] {
        assert_eq!(run!("{arguments} {quiet}").ends(0).err, "");
    }
}

#[test]
fn in_quarter_turns_a_half_turn_is_two_turns_and_reports_count_so() {
    let solve = "solve pocket --scramble 'R2 U' --metric qtm";
    let text = run(solve).ends_printing(0, &["3 quarter turns, minimal: "]);
    text.lacks(&["R2"]);
    let json = run!("{solve} --format json").ends(0);
    let json = json.reports(json!({"metric": "qtm", "turns": 3})).json();
    let problem = scrambled("R2 U", Budget::AtMost(11)).with_metric(Metric::QuarterTurn);
    let problem = problem.unwrap();
    assert_eq!(replay(&problem, json["solution"].as_str().unwrap()), 3);
    // The largest distance is 14 quarter turns. Budgets need the parity of the state, which is odd here.
    let down = run!("{solve} --strategy descend --format json").ends(0);
    assert_eq!(down.json()["attempts"][0]["turns"], 13);
    for (turns, says) in [
        (1, "1 quarter turn"),
        (2, "2 quarter turns"),
        (4, "4 quarter turns"),
    ] {
        let says = format!("no solution of exactly {says}");
        run!("{solve} --turns {turns}").ends_printing(20, &[says]);
    }
    run!("{solve} --turns 5").ends(0);
}

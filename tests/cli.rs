//! What a user of the command line is promised, by the built program.

mod common_cli;

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common_cli::*;
use rustsat::instances::{BasicVarManager, SatInstance, fio};
use serde_json::{Value, json};
use twistsat::control::Control;
use twistsat::encode::{Recipe, encode};
use twistsat::puzzle::{Budget, Target};
use twistsat::solver::{Session, Verdict, by_name};

/// Starts the program without waiting for it.
fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_twistsat"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

mod help {
    use super::*;

    const SUBCOMMANDS: [&str; 6] = ["solve", "encode", "decode", "enumerate", "show", "list"];

    #[test]
    fn the_help_names_every_subcommand_and_every_exit_code() {
        let help = run(&["--help"]).ends(0).out;
        for word in SUBCOMMANDS
            .iter()
            .chain(&["0 done", "1 error", "2 usage", "20", "30"])
        {
            assert!(help.contains(word), "{word} is not in {help}");
        }
        assert!(run(&["--version"]).ends(0).out.starts_with("twistsat "));
    }

    #[test]
    fn every_subcommand_shows_an_example_that_it_accepts() {
        let folder = Folder::new();
        for subcommand in SUBCOMMANDS {
            let help = run(&[subcommand, "--help"]).ends(0).out;
            let calls: Vec<&str> = help
                .lines()
                .filter_map(|line| line.strip_prefix("  twistsat "))
                .collect();
            assert!(!calls.is_empty(), "no example in {help}");
            for call in calls {
                let mut arguments = shell_words(call);
                match arguments[0].as_str() {
                    // Needs another program in between.
                    "decode" => continue,
                    // Whether it is accepted, not how long it takes.
                    "solve" | "enumerate" => {
                        arguments.extend(["--time-limit".to_owned(), "0".to_owned()]);
                    }
                    _ => (),
                }
                let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
                let run = run_in(folder.path(), &arguments);
                assert!(matches!(run.code, Some(0 | 30)), "{call}: {run:#?}");
            }
        }
    }

    /// The words of a call as a shell reads them, up to a redirection.
    fn shell_words(call: &str) -> Vec<String> {
        let mut words = Vec::new();
        for (at, part) in call.split('"').enumerate() {
            if at % 2 == 1 {
                words.push(part.to_owned());
                continue;
            }
            let end = part.find('>').unwrap_or(part.len());
            words.extend(part[..end].split_whitespace().map(str::to_owned));
        }
        words
    }
}

mod solve {
    use super::*;

    #[test]
    fn a_scramble_is_solved_by_the_fewest_turns_from_the_known_maximum_down() {
        let run = run(&["solve", "pocket", "--scramble", "R U2 F'"]).ends(0);
        let lines: Vec<&str> = run.out.lines().collect();
        assert_eq!(lines.len(), 8, "{run:#?}"); // The net, the turns, the length.
        assert_eq!(
            replay(&scrambled("R U2 F'", Budget::Exactly(3)), lines[6]),
            3
        );
        assert!(lines[7].starts_with("3 turns, minimal: "), "{run:#?}");
        assert!(run.err.starts_with("budget 11: sat"), "{run:#?}");
    }

    #[test]
    fn text_shows_the_start_as_a_net_then_turns_then_length_and_who_says_so() {
        let run = run(&["solve", "pocket", "--state", SOLVED, "--format", "text"]).ends(0);
        let net = "       U  U\n       U  U\n L  L  F  F  R  R  B  B\n L  L  F  F  R  R  B  B\n       D  D\n       D  D\n";
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
        let arguments = [
            "solve",
            "pocket",
            "--scramble",
            "R U2 F'",
            "--max-turns",
            "4",
        ];
        let run = run(&[&arguments[..], &["--format", "alg"]].concat()).ends(0);
        assert_eq!(run.out, "F U2 R'\n");
    }

    #[test]
    fn no_solution_within_max_turns_is_exit_code_20() {
        let arguments = [
            "solve",
            "pocket",
            "--scramble",
            "R U2 F'",
            "--max-turns",
            "2",
            "--format",
        ];
        for strategy in ["descend", "ascend"] {
            let with = |format| {
                run(&[&arguments[..], &[format, "--strategy", strategy]].concat()).ends(20)
            };
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
    fn turns_means_exactly_so_many() {
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
            let run = run(&[
                "solve",
                "pocket",
                "--scramble",
                scramble,
                "--turns",
                &number,
                "--format",
                "alg",
            ])
            .ends(code);
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
    fn a_longer_solution_than_needed_is_not_called_minimal() {
        let arguments = ["solve", "pocket", "--scramble", "R", "--turns", "3"];
        let text = run(&arguments).ends(0).out;
        assert!(
            text.contains("3 turns, as asked; not necessarily minimal"),
            "{text}"
        );
        let json = run(&[&arguments[..], &["--format", "json"]].concat())
            .ends(0)
            .json();
        assert_eq!(
            (&json["turns"], &json["minimal"]),
            (&json!(3), &json!(false))
        );
    }

    #[test]
    fn a_solved_cube_takes_no_turns_whatever_the_goal_recipe_or_strategy() {
        for to in ["any", "solved", "GGGGRRWWOOYYRRWWOOYYBBBB"] {
            for strategy in ["descend", "ascend"] {
                let run = run(&[
                    "solve",
                    "pocket",
                    "--scramble",
                    "R R'",
                    "--to",
                    to,
                    "--strategy",
                    strategy,
                    "--recipe",
                    "mux",
                    "--format",
                    "alg",
                    "--time-limit",
                    "5",
                ])
                .ends(0);
                assert_eq!((run.out.as_str(), run.err.as_str()), ("\n", ""));
            }
        }
    }

    #[test]
    fn a_cube_that_is_only_rotated_takes_no_turns_to_any_but_some_to_solved() {
        // The solved cube, with U, F, D and B each one place further round.
        let rotated = "F=GGGG U=YYYY B=BBBB D=WWWW R=OOOO L=RRRR";
        let any = run(&["solve", "pocket", "--state", rotated, "--format", "json"]).ends(0);
        assert_eq!(any.json()["turns"], 0);
        let solved = run(&[
            "solve",
            "pocket",
            "--state",
            rotated,
            "--to",
            "solved",
            "--max-turns",
            "2",
            "--format",
            "json",
        ])
        .ends(0);
        assert_eq!(solved.json()["turns"], 2); // R L'
    }

    #[test]
    fn the_first_published_position_takes_4_turns_to_its_orientation_and_3_to_any() {
        for (to, target, turns) in [("solved", Target::Solved, 4), ("any", Target::Any, 3)] {
            let run = run(&[
                "solve",
                "pocket",
                "--state",
                FIRST,
                "--to",
                to,
                "--max-turns",
                "5",
                "--format",
                "json",
            ])
            .ends(0);
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
    fn a_length_without_canonical_solution_does_not_hide_a_shorter_one() {
        let state = "xSayaSXx7y7y7x7aSaxXXySX"; // 6 turns; no canonical solution of 7.
        let problem = problem(state, &Target::Any, Budget::Exactly(6));
        for recipe in ["mux", "mux-canonical", "mux-idle"] {
            for (strategy, most) in [("descend", "8"), ("descend", "7"), ("ascend", "8")] {
                let json = run(&[
                    "solve",
                    "pocket",
                    "--state",
                    state,
                    "--recipe",
                    recipe,
                    "--strategy",
                    strategy,
                    "--max-turns",
                    most,
                    "--format",
                    "json",
                ])
                .ends(0)
                .json();
                assert_eq!(json["minimal"], true, "{json:#}");
                assert_eq!(replay(&problem, json["solution"].as_str().unwrap()), 6);
            }
        }
    }

    #[test]
    fn every_solver_finds_the_minimum_and_is_named_as_its_witness() {
        for solver in SOLVERS {
            for recipe in ["mux", "mux-tree", "mux-idle"] {
                let json = run(&[
                    "solve",
                    "pocket",
                    "--state",
                    THREE,
                    "--solver",
                    solver,
                    "--recipe",
                    recipe,
                    "--max-turns",
                    "4",
                    "--format",
                    "json",
                ])
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
        let run = run(&[
            "solve",
            "pocket",
            "--scramble",
            "R U2 F'",
            "--max-turns",
            "4",
            "--format",
            "json",
        ])
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
    fn stderr_has_a_line_a_budget_and_none_when_quiet() {
        let arguments = [
            "solve",
            "pocket",
            "--scramble",
            "R U2 F'",
            "--max-turns",
            "4",
            "--format",
            "json",
            "--recipe",
            "mux-canonical",
        ];
        let loud = run(&arguments).ends(0);
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
            assert_eq!(run(&[&arguments[..], &[quiet]].concat()).ends(0).err, "");
        }
    }
}

mod limits {
    use super::*;

    /// Refuting 10 turns for a state at distance 11: no solver is done soon.
    const HARD: [&str; 8] = [
        "solve", "pocket", "--state", ELEVEN, "--turns", "10", "--format", "json",
    ];

    #[test]
    fn a_time_limit_ends_every_solver_with_exit_code_30() {
        for solver in SOLVERS {
            for limit in ["0", "0.3", "300ms"] {
                let begin = Instant::now();
                let run = run(&[&HARD[..], &["--solver", solver, "--time-limit", limit]].concat())
                    .ends(30);
                assert!(begin.elapsed() < Duration::from_secs(3), "{solver} {limit}");
                let json = run.json();
                assert_eq!(json["attempts"][0]["verdict"], "unknown", "never unsat");
                assert_eq!(
                    (&json["turns"], &json["minimal"]),
                    (&Value::Null, &json!(false))
                );
                assert!(json["stopped"].as_str().unwrap().contains("time limit"));
            }
        }
    }

    #[test]
    fn a_time_limit_ends_an_enumeration_with_exit_code_30() {
        let run = run(&[
            "enumerate",
            "pocket",
            "--state",
            ELEVEN,
            "--shortest",
            "--time-limit",
            "0.2",
            "--format",
            "json",
        ])
        .ends(30);
        let json = run.json();
        assert_eq!(
            (&json["complete"], &json["count"]),
            (&json!(false), &json!(0))
        );
    }

    #[test]
    fn a_time_limit_that_is_not_reached_changes_nothing() {
        run(&[
            "solve",
            "pocket",
            "--scramble",
            "R",
            "--max-turns",
            "2",
            "--time-limit",
            "1h",
        ])
        .ends(0);
    }

    #[cfg(unix)]
    #[test]
    fn ctrl_c_ends_every_solver_with_exit_code_30() {
        for solver in SOLVERS {
            let child = start(&[&HARD[..], &["--solver", solver]].concat());
            wait_for_handler(&child);
            std::thread::sleep(Duration::from_millis(300));
            let json = interrupted(child).ends(30).json();
            assert_eq!(json["solver"], solver);
            assert_eq!(json["stopped"], "interrupted");
        }
    }

    #[cfg(unix)]
    #[test]
    fn ctrl_c_gives_the_best_answer_so_far() {
        let mut child = start(&[
            "solve",
            "pocket",
            "--state",
            NINE,
            "--max-turns",
            "9",
            "--recipe",
            "mux-canonical",
        ]);
        // The first budget is answered, the next takes seconds to refute.
        let mut line = String::new();
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        stderr.read_line(&mut line).unwrap();
        assert!(line.starts_with("budget 9: sat"), "{line}");
        let run = interrupted(child).ends(30);
        let problem = problem(NINE, &Target::Any, Budget::Exactly(9));
        assert_eq!(replay(&problem, run.out.lines().nth(6).unwrap()), 9);
        assert!(
            run.out
                .contains("9 turns, not proved minimal (interrupted)"),
            "{run:#?}"
        );
    }

    #[cfg(unix)]
    #[test]
    fn ctrl_c_ends_an_enumeration_with_what_was_found() {
        let mut child = start(&["enumerate", "pocket", "--scramble", "", "--turns", "8"]);
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        stdout.read_line(&mut String::new()).unwrap();
        assert!(
            child.try_wait().unwrap().is_none(),
            "the first line came only at the end"
        );
        interrupt(&child);
        let mut rest = String::new();
        stdout.read_to_string(&mut rest).unwrap();
        assert!(
            rest.trim_end().ends_with("there may be more (interrupted)"),
            "{rest}"
        );
        assert_eq!(child.wait().unwrap().code(), Some(30));
    }

    #[cfg(unix)]
    fn interrupt(child: &Child) {
        let kill = Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status();
        assert!(kill.unwrap().success());
    }

    /// Sends Ctrl-C, and waits for the end, but not long.
    #[cfg(unix)]
    fn interrupted(child: Child) -> Run {
        interrupt(&child);
        let begin = Instant::now();
        let run = Run::of(child.wait_with_output().unwrap());
        assert!(
            begin.elapsed() < Duration::from_secs(2),
            "{:?}",
            begin.elapsed()
        );
        run
    }

    /// Waits until the program listens for Ctrl-C, as far as that can be seen.
    #[cfg(unix)]
    fn wait_for_handler(child: &Child) {
        let listens = || {
            let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
            let caught = status
                .lines()
                .find_map(|line| line.strip_prefix("SigCgt:"))?;
            u64::from_str_radix(caught.trim(), 16)
                .ok()
                .map(|set| set & 2 != 0)
        };
        let begin = Instant::now();
        while listens() != Some(true) && begin.elapsed() < Duration::from_secs(2) {
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

mod texts {
    use super::*;

    #[test]
    fn the_same_state_is_read_in_three_layouts() {
        let show = |layout: &str| {
            let run = run(&["show", "pocket", "--state", FIRST, "--as", layout]).ends(0);
            run.out.trim_end().to_owned()
        };
        assert_eq!(show("net"), "YRGOBYRYGYBOWGOGWBWRWRBO");
        assert_eq!(show("urfdlb"), "YRGOGYWBRYOGWRBOBYWGBOWR");
        assert_eq!(show("faces"), "U=YRGO R=GYWB F=RYOG D=WRBO L=BYWG B=BOWR");
        for layout in ["net", "faces", "urfdlb"] {
            let text = show(layout);
            let run = run(&[
                "solve",
                "pocket",
                "--state",
                &text,
                "--layout",
                layout,
                "--to",
                "solved",
                "--max-turns",
                "4",
                "--format",
                "json",
            ])
            .ends(0);
            assert_eq!(run.json()["turns"], 4, "{layout}");
        }
    }

    #[test]
    fn twenty_four_plain_characters_are_the_net_and_named_faces_are_recognised() {
        for text in [
            "YRGO BYRYGYBO WGOGWBWR WRBO",
            "YRGOBYRYGYBOWGOGWBWRWRBO",
            FIRST,
        ] {
            let run = run(&["show", "pocket", "--state", text, "--as", "urfdlb"]).ends(0);
            assert_eq!(run.out, "YRGOGYWBRYOGWRBOBYWGBOWR\n");
        }
    }

    #[test]
    fn what_show_draws_is_read_back() {
        let net = run(&["show", "pocket", "--state", FIRST]).ends(0).out;
        let run = run_with_stdin(
            &["show", "pocket", "--state", "-", "--as", "faces"],
            net.as_bytes(),
        )
        .ends(0);
        assert_eq!(run.out, "U=YRGO R=GYWB F=RYOG D=WRBO L=BYWG B=BOWR\n");
    }

    #[test]
    fn any_six_symbols_are_colors() {
        let translate = |to: &str| -> String {
            let symbols: Vec<char> = to.chars().collect();
            THREE
                .chars()
                .map(|c| symbols["URFDLB".find(c).unwrap()])
                .collect()
        };
        for symbols in ["012345", "αβγδεζ", "!?*+-/", "🟩🟧⬜🟦🟥🟨", "BLDFRU"] {
            let run = run(&[
                "solve",
                "pocket",
                "--state",
                &translate(symbols),
                "--max-turns",
                "3",
                "--format",
                "json",
            ])
            .ends(0);
            assert_eq!(run.json()["turns"], 3, "{symbols}");
        }
    }

    #[test]
    fn a_dash_reads_stdin() {
        let solve = [
            "solve",
            "pocket",
            "--max-turns",
            "3",
            "--format",
            "alg",
            "-q",
        ];
        let scramble = run_with_stdin(&[&solve[..], &["--scramble", "-"]].concat(), b"R U2\nF'\n");
        assert_eq!(scramble.ends(0).out, "F U2 R'\n");
        for state in [THREE.to_owned(), format!("{THREE}\r\n")] {
            let state = run_with_stdin(&[&solve[..], &["--state", "-"]].concat(), state.as_bytes());
            let problem = problem(THREE, &Target::Any, Budget::Exactly(3));
            assert_eq!(replay(&problem, &state.ends(0).out), 3);
        }
    }

    #[test]
    fn turns_are_read_and_written_in_all_four_notations() {
        for (notation, scramble, solution) in [
            ("singmaster", "R U2 F'", "F U2 R'"),
            ("cw", "RCW UH FCCW", "FCW UH RCCW"),
            ("lowercase", "R U2 f", "F U2 r"),
            ("inverse", "R U2 Fi", "F U2 Ri"),
        ] {
            for spaced in [scramble.to_owned(), scramble.replace(' ', "")] {
                let run = run(&[
                    "solve",
                    "pocket",
                    "--scramble",
                    &spaced,
                    "--notation",
                    notation,
                    "--max-turns",
                    "3",
                    "--format",
                    "alg",
                ])
                .ends(0);
                assert_eq!(run.out.trim_end(), solution);
            }
            let shown = run(&[
                "show",
                "pocket",
                "--apply",
                scramble,
                "--notation",
                notation,
                "--as",
                "net",
            ]);
            let same = run(&["show", "pocket", "--apply", "R U2 F'", "--as", "net"]);
            assert_eq!(shown.ends(0).out, same.ends(0).out);
        }
    }

    #[test]
    fn the_target_is_a_text_in_the_layout_and_symbols_of_the_start() {
        // From solved to R U2, in symbols that are not the puzzle's.
        let to = run(&[
            "show", "pocket", "--state", SOLVED, "--apply", "R U2", "--as", "net",
        ]);
        let to = to.ends(0).out;
        let run = run(&[
            "solve",
            "pocket",
            "--state",
            SOLVED,
            "--to",
            to.trim_end(),
            "--max-turns",
            "3",
            "--format",
            "json",
        ])
        .ends(0);
        let json = run.json();
        assert_eq!(json["to"], to.trim_end());
        assert_eq!(
            (&json["turns"], &json["minimal"]),
            (&json!(2), &json!(true))
        );
        let shown = self::run(&[
            "show",
            "pocket",
            "--state",
            SOLVED,
            "--apply",
            json["solution"].as_str().unwrap(),
            "--as",
            "net",
        ]);
        assert_eq!(shown.ends(0).out, to);
    }

    #[test]
    fn the_target_may_need_turns_of_faces_that_up_to_rotation_are_held() {
        let to = run(&["show", "pocket", "--apply", "L", "--as", "faces"])
            .ends(0)
            .out;
        let run = run(&[
            "solve",
            "pocket",
            "--scramble",
            "",
            "--to",
            to.trim_end(),
            "--max-turns",
            "2",
            "--format",
            "alg",
        ])
        .ends(0);
        assert_eq!(run.out, "L\n");
    }
}

mod files {
    use super::*;

    #[test]
    fn a_puzzle_file_takes_the_place_of_a_built_in_puzzle() {
        let folder = Folder::new();
        let text = data("encodings/puzzles/pocket.toml");
        let renamed = text.replace("name = \"pocket\"", "name = \"my-own\"");
        let path = folder.write("own.toml", renamed);
        let json = run(&[
            "solve",
            "--puzzle-file",
            &path,
            "--scramble",
            "R U",
            "--max-turns",
            "2",
            "--format",
            "json",
        ])
        .ends(0)
        .json();
        assert_eq!(
            (&json["puzzle"], &json["turns"]),
            (&json!("my-own"), &json!(2))
        );
    }

    #[test]
    fn a_puzzle_without_known_maximum_needs_max_turns() {
        let folder = Folder::new();
        let text = data("encodings/puzzles/pocket.toml");
        let path = folder.write("own.toml", text.replace("{ any = 11, exact = 11 }", "{}"));
        let solve = ["solve", "--puzzle-file", &path, "--scramble", "R"];
        let refused = run(&solve).ends(2);
        assert!(refused.err.contains("--max-turns"), "{refused:#?}");
        run(&[&solve[..], &["--max-turns", "1"]].concat()).ends(0);
    }

    #[test]
    fn a_puzzle_of_another_shape_is_a_file_and_no_code() {
        // Three disks of two stickers on a ring; a turn swaps neighbours or flips.
        let folder = Folder::new();
        let path = folder.write(
            "ring.toml",
            r#"
            name = "ring"
            title = "Three two-sided disks"
            maximum = {}
            net = ["a1 b1 c1", "a2 b2 c2"]
            face = [
              { name = "A", color = "x", paint = "red", facelets = "a1 a2" },
              { name = "B", color = "y", paint = "blue", facelets = "b1 b2" },
              { name = "C", color = "z", paint = "green", facelets = "c1 c2" },
            ]
            turn = [
              { name = "S", cycles = ["a1 b1 c1", "a2 b2 c2"] },
              { name = "T", cycles = ["a1 b1", "a2 b2"] },
            ]
            "#,
        );
        let run = run(&[
            "solve",
            "--puzzle-file",
            &path,
            "--state",
            "yxzyxz",
            "--to",
            "xyzxyz",
            "--max-turns",
            "3",
            "--format",
            "alg",
        ])
        .ends(0);
        assert_eq!(run.out, "T\n");
    }

    #[test]
    fn a_recipe_file_takes_the_place_of_a_built_in_recipe() {
        let folder = Folder::new();
        let text = data("encodings/recipes/mux-tree.toml");
        let text =
            text.replace("name = \"mux-tree\"", "name = \"own\"") + "order = \"no-same-face\"\n";
        let path = folder.write("own.toml", text);
        let json = run(&[
            "solve",
            "pocket",
            "--recipe-file",
            &path,
            "--state",
            THREE,
            "--max-turns",
            "4",
            "--format",
            "json",
        ])
        .ends(0)
        .json();
        assert_eq!(
            (&json["recipe"], &json["turns"]),
            (&json!("own"), &json!(3))
        );
    }
}

mod enumerate {
    use super::*;

    fn turns_of(run: &Run) -> Vec<&str> {
        let lines: Vec<&str> = run.out.lines().collect();
        lines[..lines.len() - 1].to_vec()
    }

    #[test]
    fn every_solution_of_the_exact_length_stands_on_a_line_and_the_count_comes_last() {
        let run = run(&[
            "enumerate",
            "pocket",
            "--state",
            FIRST,
            "--to",
            "solved",
            "--turns",
            "4",
        ])
        .ends(0);
        let solutions = turns_of(&run);
        assert_eq!(solutions.len(), 2);
        assert_ne!(solutions[0], solutions[1]);
        let problem = problem(FIRST, &Target::Solved, Budget::Exactly(4));
        for solution in solutions {
            assert_eq!(replay(&problem, solution), 4);
        }
        assert!(
            run.out.ends_with("2 solutions of exactly 4 turns\n"),
            "{run:#?}"
        );
    }

    #[test]
    fn detours_count_unless_only_canonical_sequences_are_asked_for() {
        // One solution of 3 turns; each of its turns splits in two, in two ways.
        let arguments = ["enumerate", "pocket", "--state", FIRST, "--turns", "4"];
        let all = run(&arguments).ends(0);
        assert!(
            all.out.ends_with("6 solutions of exactly 4 turns\n"),
            "{all:#?}"
        );
        let canonical = run(&[&arguments[..], &["--canonical"]].concat()).ends(0);
        assert_eq!(canonical.out, "0 canonical solutions of exactly 4 turns\n");
    }

    #[test]
    fn an_order_in_the_recipe_hides_no_solution() {
        for recipe in [
            "mux",
            "mux-tree",
            "mux-canonical",
            "mux-idle",
            "mux-distinct",
        ] {
            let run = run(&[
                "enumerate",
                "pocket",
                "--state",
                FIRST,
                "--turns",
                "4",
                "--recipe",
                recipe,
            ])
            .ends(0);
            assert!(
                run.out.ends_with("6 solutions of exactly 4 turns\n"),
                "{recipe} {run:#?}"
            );
        }
    }

    #[test]
    fn shortest_takes_the_place_of_turns() {
        let json = run(&[
            "enumerate",
            "pocket",
            "--state",
            THREE,
            "--shortest",
            "--max-turns",
            "4",
            "--format",
            "json",
        ])
        .ends(0)
        .json();
        assert_eq!((&json["turns"], &json["count"]), (&json!(3), &json!(2)));
        assert_eq!(json["complete"], true);
        let solutions = json["solutions"].as_array().unwrap();
        assert_eq!(solutions.len(), 2);
        for solution in solutions {
            let problem = problem(THREE, &Target::Any, Budget::Exactly(3));
            assert_eq!(replay(&problem, solution.as_str().unwrap()), 3);
        }
    }

    #[test]
    fn finding_that_there_is_none_is_the_task_and_exit_code_0() {
        let none = run(&["enumerate", "pocket", "--state", THREE, "--turns", "2"]).ends(0);
        assert_eq!(none.out, "0 solutions of exactly 2 turns\n");
        let json = run(&[
            "enumerate",
            "pocket",
            "--state",
            THREE,
            "--shortest",
            "--max-turns",
            "2",
            "--format",
            "json",
        ])
        .ends(0)
        .json();
        assert_eq!((&json["turns"], &json["count"]), (&Value::Null, &json!(0)));
        assert_eq!(
            (&json["complete"], &json["solutions"]),
            (&json!(true), &json!([]))
        );
    }

    #[test]
    fn a_solved_cube_has_one_solution_of_no_turns() {
        let run = run(&["enumerate", "pocket", "--scramble", "", "--shortest"]).ends(0);
        assert_eq!(run.out, "\n1 solution of exactly 0 turns\n");
    }

    #[test]
    fn a_limit_is_kept_and_the_rest_not_denied() {
        let arguments = [
            "enumerate",
            "pocket",
            "--state",
            FIRST,
            "--turns",
            "4",
            "--limit",
            "2",
        ];
        let text = run(&arguments).ends(0);
        assert_eq!(turns_of(&text).len(), 2);
        assert!(
            text.out.ends_with("found, there may be more (--limit)\n"),
            "{text:#?}"
        );
        let json = run(&[&arguments[..], &["--format", "json"]].concat())
            .ends(0)
            .json();
        assert_eq!(
            (&json["count"], &json["complete"]),
            (&json!(2), &json!(false))
        );
        assert_eq!(json["solutions"].as_array().unwrap().len(), 2);
    }

    #[test]
    fn every_solver_enumerates_the_same() {
        let solutions = |solver| {
            let run = run(&[
                "enumerate",
                "pocket",
                "--state",
                FIRST,
                "--turns",
                "4",
                "--solver",
                solver,
                "-q",
            ])
            .ends(0);
            assert_eq!(run.err, "");
            let mut lines: Vec<String> = run.out.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        assert_eq!(solutions("varisat"), solutions("batsat"));
        assert_eq!(solutions("splr"), solutions("batsat"));
    }

    #[test]
    fn alg_prints_nothing_but_turns() {
        let run = run(&[
            "enumerate",
            "pocket",
            "--state",
            FIRST,
            "--turns",
            "3",
            "--format",
            "alg",
            "--notation",
            "cw",
        ])
        .ends(0);
        assert_eq!(run.out.lines().count(), 1);
        assert!(run.out.contains("CW") || run.out.contains('H'), "{run:#?}");
        assert!(
            run.err.ends_with("1 solution of exactly 3 turns\n"),
            "{run:#?}"
        );
    }
}

mod encode_and_decode {
    use super::*;

    const SCRAMBLE: [&str; 4] = ["encode", "pocket", "--scramble", "R U2 F'"];

    #[test]
    fn the_formula_goes_to_cnf_out_under_a_telling_name_with_its_map_beside_it() {
        let folder = Folder::new();
        let run = run_in(
            folder.path(),
            &[&SCRAMBLE[..], &["--turns", "3", "--recipe", "mux"]].concat(),
        )
        .ends(0);
        let cnf = std::path::Path::new("cnf-out").join("pocket-mux-exactly-3.cnf");
        let map = std::path::Path::new("cnf-out").join("pocket-mux-exactly-3.cnf.map.json");
        assert_eq!(run.out, format!("{}\n{}\n", cnf.display(), map.display()));
        assert!(folder.path().join(cnf).is_file() && folder.path().join(map).is_file());
        assert_eq!(
            std::fs::read_dir(folder.at("cnf-out")).unwrap().count(),
            2,
            "nothing else"
        );
    }

    #[test]
    fn at_most_so_many_turns_needs_a_recipe_with_idle_slots() {
        let folder = Folder::new();
        let run = |recipe| {
            let arguments = [&SCRAMBLE[..], &["--max-turns", "4", "--recipe", recipe]].concat();
            run_in(folder.path(), &arguments)
        };
        let refused = run("mux").ends(2);
        assert!(refused.err.contains("idle"), "{refused:#?}");
        assert!(folder.names().is_empty(), "{:?}", folder.names());
        let made = run("mux-idle").ends(0);
        assert!(
            made.out.contains("pocket-mux-idle-at-most-4.cnf"),
            "{made:#?}"
        );
    }

    #[test]
    fn the_same_input_gives_the_same_bytes() {
        let folder = Folder::new();
        for name in ["a.cnf", "b.cnf"] {
            let path = folder.arg(name);
            run(&[&SCRAMBLE[..], &["--turns", "4", "-o", &path]].concat()).ends(0);
        }
        assert!(folder.read("a.cnf") == folder.read("b.cnf"));
        assert!(folder.read("a.cnf.map.json") == folder.read("b.cnf.map.json"));
        assert_eq!(
            folder.names(),
            ["a.cnf", "a.cnf.map.json", "b.cnf", "b.cnf.map.json"]
        );
    }

    #[test]
    fn a_dash_writes_the_formula_to_stdout_and_a_map_only_where_told() {
        let folder = Folder::new();
        let arguments = [&SCRAMBLE[..], &["--turns", "3", "-o"]].concat();
        let path = folder.arg("a.cnf");
        run(&[&arguments[..], &[&path]].concat()).ends(0);
        let formula = folder.read("a.cnf");
        let bare = run_in(folder.path(), &[&arguments[..], &["-"]].concat()).ends(0);
        assert!(bare.out == formula);
        assert_eq!(folder.names(), ["a.cnf", "a.cnf.map.json"]);
        let map = folder.arg("b.json");
        let both = run(&[&arguments[..], &["-", "--map", &map]].concat()).ends(0);
        assert!(both.out == formula);
        assert!(folder.read("b.json") == folder.read("a.cnf.map.json"));
    }

    #[test]
    fn comments_say_what_the_formula_is() {
        let run = run(&[&SCRAMBLE[..], &["--turns", "3", "-o", "-"]].concat()).ends(0);
        let comments: Vec<&str> = run
            .out
            .lines()
            .take_while(|line| line.starts_with("c "))
            .collect();
        let comments = comments.join("\n");
        for word in [
            "twistsat",
            "pocket",
            "Pocket",
            "start",
            "goal",
            "exactly 3 turns",
            "recipe",
        ] {
            assert!(
                comments.to_lowercase().contains(&word.to_lowercase()),
                "{word}: {comments}"
            );
        }
        let header = run
            .out
            .lines()
            .find(|line| !line.starts_with("c "))
            .unwrap();
        assert!(header.starts_with("p cnf "), "{header}");
    }

    #[test]
    fn the_dimacs_file_reads_back_as_the_formula_that_header_and_map_announce() {
        let folder = Folder::new();
        for recipe in ["mux", "mux-tree", "mux-idle", "mux-reference"] {
            let path = folder.arg("a.cnf");
            run(&[
                &SCRAMBLE[..],
                &["--turns", "3", "--recipe", recipe, "-o", &path],
            ]
            .concat())
            .ends(0);
            let text = folder.read("a.cnf");
            let header = text
                .lines()
                .find(|line| line.starts_with("p cnf "))
                .unwrap();
            let numbers: Vec<usize> = header
                .split(' ')
                .skip(2)
                .map(|number| number.parse().unwrap())
                .collect();
            let map: Value = serde_json::from_str(&folder.read("a.cnf.map.json")).unwrap();
            assert_eq!(json!(numbers), json!([map["variables"], map["clauses"]]));
            let read: SatInstance<BasicVarManager> =
                fio::dimacs::parse_cnf(&mut text.as_bytes()).unwrap();
            assert_eq!(read.cnf().len(), numbers[1]);
            let recipe = Recipe::built_in(recipe).unwrap().unwrap();
            let made = encode(&scrambled("R U2 F'", Budget::Exactly(3)), &recipe).unwrap();
            assert!(*read.cnf() == made.cnf, "{}", recipe.name);
            assert_eq!(numbers[0], made.variables as usize);
        }
    }

    /// A model of a DIMACS text, one literal a variable.
    fn solve_dimacs(text: &str) -> Vec<String> {
        let instance: SatInstance<BasicVarManager> =
            fio::dimacs::parse_cnf(&mut text.as_bytes()).unwrap();
        let header = text
            .lines()
            .find_map(|line| line.strip_prefix("p cnf "))
            .unwrap();
        let variables: u32 = header.split(' ').next().unwrap().parse().unwrap();
        let backend = by_name("batsat").unwrap();
        let mut session = Session::new(backend, instance.cnf(), variables).unwrap();
        let Verdict::Sat(model) = session.solve(&Control::unlimited()).unwrap() else {
            panic!("the formula must have a model");
        };
        model
            .iter()
            .map(|literal| literal.to_ipasir().to_string())
            .collect()
    }

    #[test]
    fn a_model_in_either_format_decodes_to_turns_that_solve_the_state() {
        let folder = Folder::new();
        for (recipe, budget) in [("mux", "--turns"), ("mux-idle", "--max-turns")] {
            let path = folder.arg("a.cnf");
            run(&[
                "encode", "pocket", "--state", THREE, budget, "4", "--recipe", recipe, "-o", &path,
            ])
            .ends(0);
            let literals = solve_dimacs(&folder.read("a.cnf"));
            let lines: Vec<String> = literals
                .chunks(10)
                .map(|chunk| format!("v {}\n", chunk.join(" ")))
                .collect();
            let competition = format!("c hello\ns SATISFIABLE\n{}v 0\n", lines.concat());
            let minisat = format!("SAT\n{} 0\n", literals.join(" "));
            for model in [&competition, &minisat, &competition.replace('\n', "\r\n")] {
                let model = folder.write("a.model", model);
                let map = folder.arg("a.cnf.map.json");
                let alg = run(&["decode", &map, &model, "--format", "alg"]).ends(0);
                let problem = problem(THREE, &Target::Any, Budget::AtMost(4));
                assert!(replay(&problem, &alg.out) <= 4);
                let text = run(&["decode", &map, &model]).ends(0);
                assert!(text.out.ends_with(&alg.out), "{text:#?}");
                assert_eq!(text.out.lines().count(), 7, "{text:#?}");
                let json = run(&["decode", &map, &model, "--format", "json"])
                    .ends(0)
                    .json();
                assert_eq!(json["solution"], alg.out.trim_end());
                assert_eq!(json["verdict"], "sat");
            }
            let stdin = run_with_stdin(
                &[
                    "decode",
                    &folder.arg("a.cnf.map.json"),
                    "-",
                    "--format",
                    "alg",
                    "--notation",
                    "cw",
                ],
                minisat.as_bytes(),
            )
            .ends(0);
            assert!(!stdin.out.contains('\''), "{stdin:#?}");
        }
    }

    #[test]
    fn decode_needs_nothing_but_map_and_model_even_for_a_puzzle_from_a_file() {
        let folder = Folder::new();
        let text = data("encodings/puzzles/pocket.toml");
        let puzzle = folder.write("own.toml", text.replace("\"pocket\"", "\"my-own\""));
        let path = folder.arg("a.cnf");
        run(&[
            "encode",
            "--puzzle-file",
            &puzzle,
            "--scramble",
            "R",
            "--turns",
            "1",
            "-o",
            &path,
        ])
        .ends(0);
        std::fs::remove_file(folder.at("own.toml")).unwrap();
        let literals = solve_dimacs(&folder.read("a.cnf"));
        std::fs::remove_file(folder.at("a.cnf")).unwrap();
        let model = folder.write("a.model", format!("SAT\n{} 0\n", literals.join(" ")));
        let run = run(&[
            "decode",
            &folder.arg("a.cnf.map.json"),
            &model,
            "--format",
            "json",
        ])
        .ends(0);
        let json = run.json();
        assert_eq!(
            (&json["puzzle"], &json["solution"]),
            (&json!("my-own"), &json!("R'"))
        );
    }

    #[test]
    fn a_refutation_is_exit_code_20_and_an_unknown_verdict_30() {
        let folder = Folder::new();
        let path = folder.arg("a.cnf");
        run(&[&SCRAMBLE[..], &["--turns", "2", "-o", &path]].concat()).ends(0);
        let map = folder.arg("a.cnf.map.json");
        for (answer, code, verdict) in [
            ("s UNSATISFIABLE\n", 20, "unsat"),
            ("UNSAT\n", 20, "unsat"),
            ("s UNKNOWN\n", 30, "unknown"),
            ("INDET\n", 30, "unknown"),
        ] {
            let model = folder.write("a.model", answer);
            let text = run(&["decode", &map, &model]).ends(code);
            assert!(text.out.contains("exactly 2 turns"), "{text:#?}");
            let alg = run(&["decode", &map, &model, "--format", "alg"]).ends(code);
            assert_eq!(alg.out, "");
            let json = run(&["decode", &map, &model, "--format", "json"])
                .ends(code)
                .json();
            assert_eq!(
                (&json["verdict"], &json["turns"]),
                (&json!(verdict), &Value::Null)
            );
        }
    }

    #[test]
    fn a_file_that_is_there_survives_when_encoding_fails() {
        let folder = Folder::new();
        let path = folder.write("a.cnf", "mine");
        folder.write("a.cnf.map.json", "mine too");
        let encode = ["encode", "pocket", "-o", &path, "--scramble"];
        for (rest, code) in [
            (&["R", "--turns", "1000000"][..], 1),
            (&["R X", "--turns", "1"], 1),
            (&["R", "--max-turns", "1", "--recipe", "mux"], 2),
            (
                &[
                    "R",
                    "--turns",
                    "1",
                    "--to",
                    "solved",
                    "--recipe",
                    "mux-uniform",
                ],
                1,
            ),
            (
                &["R", "--turns", "1", "--map", "no/such/folder/map.json"],
                1,
            ),
            (&["R", "--turns", "1", "--map", &path], 2),
        ] {
            run(&[&encode[..], rest].concat()).ends(code);
            assert_eq!(folder.read("a.cnf"), "mine", "{rest:?}");
            assert_eq!(folder.read("a.cnf.map.json"), "mine too", "{rest:?}");
            assert_eq!(
                folder.names(),
                ["a.cnf", "a.cnf.map.json"],
                "no remains of {rest:?}"
            );
        }
        run(&[&encode[..], &["R", "--turns", "1"]].concat()).ends(0);
        assert!(folder.read("a.cnf").contains("p cnf"));
    }

    #[test]
    fn a_place_that_cannot_be_written_is_an_error_and_leaves_no_file() {
        let folder = Folder::new();
        folder.write("file", "");
        std::fs::create_dir(folder.at("folder")).unwrap();
        for bad in ["missing/a.cnf", "file/a.cnf", "folder"] {
            let encode = [&SCRAMBLE[..], &["--turns", "3"]].concat();
            let path = folder.arg(bad);
            let good = folder.arg("good");
            for arguments in [["-o", &path, "--map", &good], ["-o", &good, "--map", &path]] {
                let run = run(&[&encode[..], &arguments].concat()).ends(1);
                assert!(run.err.contains(&path), "{run:#?}");
                assert_eq!(folder.names(), ["file", "folder"], "{arguments:?}");
            }
        }
    }

    #[test]
    fn the_map_does_not_go_to_stdout() {
        let folder = Folder::new();
        for output in ["-", "a.cnf"] {
            let arguments = [&SCRAMBLE[..], &["--turns", "1", "-o", output, "--map", "-"]].concat();
            let run = run_in(folder.path(), &arguments).ends(2);
            assert!(run.err.contains("--map"), "{run:#?}");
            assert!(folder.names().is_empty());
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_in_the_place_of_a_file_is_written_to_and_not_replaced() {
        use std::os::unix::fs::FileTypeExt;
        let folder = Folder::new();
        let pipe = folder.arg("pipe");
        assert!(
            Command::new("mkfifo")
                .arg(&pipe)
                .status()
                .unwrap()
                .success()
        );
        let reader = {
            let pipe = pipe.clone();
            std::thread::spawn(move || std::fs::read_to_string(pipe).unwrap())
        };
        let map = folder.arg("map");
        run(&[&SCRAMBLE[..], &["--turns", "3", "-o", &pipe, "--map", &map]].concat()).ends(0);
        assert!(std::fs::metadata(&pipe).unwrap().file_type().is_fifo());
        assert!(reader.join().unwrap().contains("p cnf"));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_in_the_place_of_a_file_stays_a_link() {
        let folder = Folder::new();
        folder.write("real", "old");
        std::os::unix::fs::symlink(folder.at("real"), folder.at("link")).unwrap();
        let link = folder.arg("link");
        run(&[&SCRAMBLE[..], &["--turns", "3", "-o", &link]].concat()).ends(0);
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        assert!(folder.read("real").contains("p cnf"));
    }
}

mod show_and_list {
    use super::*;

    #[test]
    fn show_draws_the_solved_state_unless_told_otherwise() {
        let run = run(&["show", "pocket", "--as", "faces"]).ends(0);
        assert_eq!(run.out, "U=GGGG R=OOOO F=WWWW D=BBBB L=RRRR B=YYYY\n");
    }

    #[test]
    fn apply_makes_turns_before_the_state_is_shown() {
        let scrambled = run(&["show", "pocket", "--scramble", "R U2 F'"])
            .ends(0)
            .out;
        let applied = run(&["show", "pocket", "--apply", "R U2 F'"]).ends(0).out;
        let both = run(&["show", "pocket", "--scramble", "R", "--apply", "U2 F'"])
            .ends(0)
            .out;
        assert_eq!((&applied, &both), (&scrambled, &scrambled));
        let back = run(&["show", "pocket", "--scramble", "R", "--apply", "R'"])
            .ends(0)
            .out;
        assert_eq!(back, run(&["show", "pocket"]).ends(0).out);
    }

    #[test]
    fn show_keeps_the_symbols_of_the_state() {
        let run = run(&["show", "pocket", "--state", THREE, "--as", "net"]).ends(0);
        assert_eq!(run.out.trim_end(), THREE);
    }

    #[test]
    fn lists_name_everything_that_can_be_chosen() {
        for (what, names) in [
            ("puzzles", &["pocket"][..]),
            (
                "recipes",
                &[
                    "mux-idle",
                    "mux-canonical",
                    "mux",
                    "mux-tree",
                    "mux-distinct",
                    "mux-uniform",
                    "mux-reference",
                ],
            ),
            ("solvers", &SOLVERS),
        ] {
            let run = run(&["list", what]).ends(0);
            let listed: Vec<&str> = run
                .out
                .lines()
                .map(|line| line.split("  ").next().unwrap().trim())
                .collect();
            assert_eq!(listed, names);
            for line in run.out.lines() {
                assert!(
                    line.split_whitespace().count() > 2,
                    "no description: {line}"
                );
            }
        }
    }
}

mod output {
    use super::*;

    #[test]
    fn a_pipe_gets_no_escape_sequences_and_no_color_none_ever() {
        let plain = run(&["show", "pocket"]).ends(0);
        assert!(!plain.out.contains('\u{1b}'), "{plain:#?}");
        let solved = run(&["solve", "pocket", "--scramble", "R", "--max-turns", "1"]).ends(0);
        assert!(
            !solved.out.contains('\u{1b}') && !solved.err.contains('\u{1b}'),
            "{solved:#?}"
        );
        let forced = twistsat()
            .args(["show", "pocket"])
            .env("CLICOLOR_FORCE", "1")
            .output();
        assert!(Run::of(forced.unwrap()).ends(0).out.contains('\u{1b}'));
        let never = twistsat()
            .args(["show", "pocket"])
            .env("NO_COLOR", "1")
            .output();
        assert_eq!(Run::of(never.unwrap()).ends(0).out, plain.out);
    }

    #[test]
    fn solutions_come_as_they_are_found_and_a_reader_that_leaves_does_no_harm() {
        let mut child = start(&["enumerate", "pocket", "--scramble", "", "--turns", "8"]);
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        for _ in 0..3 {
            let mut line = String::new();
            stdout.read_line(&mut line).unwrap();
            assert_eq!(replay(&scrambled("", Budget::Exactly(8)), &line), 8);
        }
        assert!(child.try_wait().unwrap().is_none(), "there are many more");
        drop(stdout); // As `| head -3` does.
        Run::of(child.wait_with_output().unwrap()).ends(0);
    }

    #[test]
    fn a_formula_that_nobody_reads_does_no_harm() {
        let mut child = start(&[
            "encode",
            "pocket",
            "--scramble",
            "R",
            "--turns",
            "9",
            "-o",
            "-",
        ]);
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        stdout.read_line(&mut String::new()).unwrap();
        drop(stdout);
        Run::of(child.wait_with_output().unwrap()).ends(0);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn an_output_that_cannot_be_written_is_an_error() {
        for arguments in [
            &["show", "pocket"][..],
            &["list", "solvers"],
            &[
                "encode",
                "pocket",
                "--scramble",
                "R",
                "--turns",
                "0",
                "-o",
                "-",
            ],
            &[
                "encode",
                "pocket",
                "--scramble",
                "R",
                "--turns",
                "3",
                "-o",
                "-",
            ],
            &["solve", "pocket", "--scramble", "", "--format", "json"],
            &["enumerate", "pocket", "--scramble", "R", "--turns", "1"],
        ] {
            let full = std::fs::File::options()
                .write(true)
                .open("/dev/full")
                .unwrap();
            let child = Command::new(env!("CARGO_BIN_EXE_twistsat"))
                .args(arguments)
                .stdin(Stdio::null())
                .stdout(full)
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            let run = Run::of(child.wait_with_output().unwrap()).ends(1);
            assert!(
                run.err.contains("cannot write to stdout"),
                "{arguments:?}: {run:#?}"
            );
        }
    }
}

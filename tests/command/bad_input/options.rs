use super::*;

#[test]
fn an_unknown_name_is_refused_with_the_known_ones() {
    let solve = "solve pocket --scramble R";
    refused("solve gearcube --scramble R", 2, &["`gearcube`", "pocket"]);
    for (option, known) in [
        ("--recipe", "mux-tree"),
        ("--solver", "batsat, varisat, splr"),
        ("--layout", "net, faces, urfdlb"),
        ("--notation", "singmaster, cw, lowercase, inverse"),
        ("--metric", "htm (R2 counts as one turn) or qtm"),
        ("--strategy", "ascend, descend"),
        ("--format", "text, json, alg"),
    ] {
        let says = ["nonsense", known];
        refused(format!("{solve} {option} nonsense"), 2, &says);
    }
    refused(
        "list nonsense",
        2,
        &[
            "nonsense",
            "puzzles, recipes, plans, costs, cases, goals, solvers",
        ],
    );
    refused("show pocket --as nonsense", 2, &["net, faces, urfdlb"]);
    refused("nonsense", 2, &["nonsense"]);
}

#[test]
fn a_start_is_needed_and_only_one() {
    let guided = run!("solve pocket").ends(2);
    assert!(guided.err.contains("--scramble") && guided.err.contains("--state"));
    refused("encode pocket --turns 1", 2, &["--scramble <TURNS>"]);
    refused("enumerate pocket --turns 1", 2, &["--scramble <TURNS>"]);
    let both = format!("solve pocket --scramble R --state {SOLVED}");
    refused(&both, 2, &["--scramble", "--state"]);
    refused("solve --scramble R", 2, &["PUZZLE"]);
    let both = "solve pocket --puzzle-file x.toml --scramble R";
    refused(both, 2, &["--puzzle-file"]);
}

#[test]
fn turns_without_their_option_are_refused_with_the_option() {
    for subcommand in ["solve", "prove --max-turns 1", "enumerate --shortest"] {
        let says = ["'R U2'", r#"--scramble "R U2""#, "--state"];
        refused(format!("{subcommand} pocket 'R U2'"), 2, &says);
    }
    let other = run!("verify one.json two.json").ends(2);
    assert!(!other.err.contains("--scramble"), "{other:?}");
}

#[test]
fn exactly_one_budget_is_required_without_a_default() {
    let start = "pocket --scramble R";
    let both = ["--turns", "1", "--max-turns", "2"];
    for subcommand in ["solve", "encode", "enumerate"] {
        refused(
            (format!("{subcommand} {start}"), &both),
            2,
            &["--turns", "--max-turns"],
        );
    }
    refused(format!("encode {start}"), 2, &["--turns"]);
    refused(format!("enumerate {start}"), 2, &["--turns", "--shortest"]);
    let both = "--turns 1 --shortest";
    refused(
        format!("enumerate {start} {both}"),
        2,
        &["--turns", "--shortest"],
    );
}

#[test]
fn a_number_of_turns_is_a_whole_number_within_reason() {
    for (subcommand, option) in [
        ("solve", "--turns"),
        ("solve", "--max-turns"),
        ("encode", "--turns"),
        ("enumerate", "--turns"),
    ] {
        let start = format!("{subcommand} pocket --scramble R");
        for (number, says) in [
            ("-1", "-1"),
            ("1e3", "whole number"),
            ("0x10", "whole number"),
            ("NaN", "whole number"),
            ("1 ", "whole number"),
            ("٣", "whole number"),
            ("1.5", "whole number"),
            ("", "turns"),
            ("three", "whole number"),
            ("99999999999", "at most"),
            ("99999999999999999999999999", "at most"),
        ] {
            let argument = format!("{option}={number}");
            refused(format!(r#"{start} "{argument}""#), 2, &[option, says]);
        }
        // Refused with an estimate, before anything is built.
        let says = ["1000000 turns", "clauses", "at most"];
        let down: &[&str] = match option {
            "--max-turns" => &["--strategy", "descend"],
            _ => &[],
        };
        refused((format!("{start} {option} 1000000"), &down), 1, &says);
    }
    let distinct = "--max-turns 5000 --recipe mux-distinct --strategy descend";
    let solve = "solve pocket --scramble R";
    refused(format!("{solve} {distinct}"), 1, &["5000 turns", "clauses"]);
    let limit = "enumerate pocket --scramble R --turns 1 --limit x";
    refused(limit, 2, &["--limit"]);
}

/// Nothing of such a puzzle becomes a clause, and a million states of it would
/// still fill the memory.
#[test]
fn the_budget_limit_also_applies_to_a_puzzle_of_one_color() {
    let folder = Folder::new();
    let beads: Vec<String> = (0..200).map(|bead| format!("b{bead}")).collect();
    let beads = beads.join(" ");
    let puzzle = format!(
        "name = \"gray\"\ntitle = \"Gray\"\nmaximum = {{}}\nnet = [\"{beads}\"]\n\
         [[face]]\nname = \"A\"\ncolor = \"G\"\npaint = \"gray\"\nfacelets = \"{beads}\"\n\
         [[turn]]\nname = \"T\"\ncycles = [\"b0 b1\"]\n"
    );
    let puzzle = folder.write("gray.toml", puzzle);
    for subcommand in ["solve", "enumerate"] {
        let start = format!("{subcommand} --puzzle-file {puzzle} --scramble T --turns");
        refused(format!("{start} 1000000"), 1, &["1000000 turns", "at most"]);
        run!("{start} 3").ends(0);
    }
}

#[test]
fn a_time_limit_is_a_length_of_time() {
    for limit in [
        "",
        "-1",
        "-0.1",
        "-inf",
        "soon",
        "5 lightyears",
        "nan",
        "inf",
        "1e300",
        "1e",
        "0x10",
        "1,5",
        "99999999999999999999999h",
    ] {
        let argument = format!("--time-limit={limit}");
        let solve = format!(r#"solve pocket --scramble R "{argument}""#);
        refused(&solve, 2, &["--time-limit", "90s"]);
    }
}

#[test]
fn a_goal_of_uniform_faces_leaves_orientations_open() {
    let recipe = "--recipe mux-uniform --to solved --turns 1";
    let solve = "solve pocket --scramble R";
    refused(
        format!("{solve} {recipe}"),
        1,
        &["`mux-uniform`", "goal `any`"],
    );
}

#[test]
#[cfg(unix)]
fn an_argument_that_is_not_text_is_refused() {
    use std::os::unix::ffi::OsStrExt;
    let bytes = std::ffi::OsStr::from_bytes(b"R\xff");
    for option in [
        "--scramble",
        "--state",
        "--to",
        "--turns",
        "--recipe",
        "--time-limit",
    ] {
        let mut command = twistsat();
        let run = Run::of(
            command
                .args(["solve", "pocket", option])
                .arg(bytes)
                .output()
                .unwrap(),
        );
        assert!(run.ends(2).err.contains("invalid UTF-8"), "{option}");
    }
}

#[test]
fn map_and_model_cannot_both_come_from_stdin() {
    refused("decode - -", 2, &["stdin"]);
}

#[test]
fn options_of_another_method_are_refused() {
    let formula = [
        "--recipe mux",
        "--solver batsat",
        "--strategy descend --max-turns 3",
    ];
    for (option, method) in formula
        .iter()
        .flat_map(|it| ["graph", "table"].map(|by| (it, by)))
    {
        let words: Vec<&str> = option.split(' ').chain(["--method", method]).collect();
        let name = words[0];
        let asked = [&["solve", "pocket", "--scramble", "R U"], &words[..]].concat();
        refused(&asked, 2, &[name, "--method"]);
    }
    for option in ["--improve 1s", "--good-enough 3"] {
        let words: Vec<&str> = option.split(' ').chain(["--turns", "3"]).collect();
        let asked = [&["solve", "pocket", "--scramble", "R U"], &words[..]].concat();
        refused(&asked, 2, &[words[0], "--turns"]);
    }
}

use super::*;

#[test]
fn show_draws_the_solved_state_by_default() {
    let run = run!("show pocket --as faces").ends(0);
    assert_eq!(run.out, "U=GGGG R=OOOO F=WWWW D=BBBB L=RRRR B=YYYY\n");
}

#[test]
fn show_with_apply_makes_turns_first() {
    let scrambled = run!(r#"show pocket --scramble "R U2 F'""#).ends(0).out;
    let applied = run!(r#"show pocket --apply "R U2 F'""#).ends(0).out;
    let both = run!(r#"show pocket --scramble R --apply "U2 F'""#)
        .ends(0)
        .out;
    assert_eq!((&applied, &both), (&scrambled, &scrambled));
    let back = run!(r#"show pocket --scramble R --apply "R'""#).ends(0).out;
    assert_eq!(back, run!("show pocket").ends(0).out);
}

#[test]
fn show_keeps_the_symbols_of_the_state() {
    let run = run!("show pocket --state {THREE} --as urfdlb").ends(0);
    assert_eq!(run.out.trim_end(), THREE);
}

/// The names of the files in a folder of `encodings`, in alphabetical order.
fn files(folder: &str) -> Vec<String> {
    let root = Path::new(env!("TWISTSAT_ROOT")).join("encodings");
    let files = std::fs::read_dir(root.join(folder)).unwrap();
    let mut names: Vec<String> = files
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .filter_map(|file| Some(file.strip_suffix(".toml")?.to_owned()))
        .collect();
    names.sort();
    names
}

#[test]
fn lists_name_everything_that_can_be_chosen() {
    let mut puzzles = files("puzzles");
    puzzles.extend([4, 5, 6, 7].map(|n| format!("{n}x{n}x{n}")));
    puzzles.sort();
    // The default comes first, the others in alphabetical order.
    let mut recipes = files("recipes");
    recipes.sort_by_key(|name| name != "lemmas");
    let solvers = [SOLVERS, &PROGRAMS].concat();
    for (what, names) in [
        ("puzzles", puzzles),
        ("recipes", recipes),
        ("plans", [files("plans"), vec!["peel".to_owned()]].concat()),
        ("solvers", solvers.into_iter().map(str::to_owned).collect()),
    ] {
        let run = run!("list {what}").ends(0);
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

/// The name of the puzzle in the report of `solve`.
fn puzzle_of(name: &str) -> String {
    let solve = format!(r#"solve "{name}" --scramble R --format json"#);
    let report: serde_json::Value = serde_json::from_str(&run(&solve).ends(0).out).unwrap();
    report["puzzle"].as_str().unwrap().to_owned()
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn variants_of_names_are_accepted_and_reports_use_the_built_in_names() {
    for (typed, name) in [
        ("rubik", "rubik"),
        ("Rubik", "rubik"),
        ("RUBIKS", "rubik"),
        ("Rubik's cube", "rubik"),
        ("3x3", "rubik"),
        ("3X3x3", "rubik"),
        ("3×3×3", "rubik"),
        ("2x2", "pocket"),
        ("2x2x2", "pocket"),
        ("4x4", "4x4x4"),
        ("4x4x4", "4x4x4"),
        ("Megaminx", "megaminx"),
        ("Minx", "megaminx"),
        ("Kilominx", "kilominx"),
    ] {
        assert_eq!(puzzle_of(typed), name, "{typed}");
    }
    run!("solve Pocket --scramble R --recipe Mux_Idle --solver VariSAT -q").ends(0);
    run!("solve 3x3 --scramble R --plan Kociemba --stage 1 -q").ends(0);
}

#[test]
fn an_unknown_name_is_refused_with_suggestions() {
    let solve = |puzzle: &str, more: &str| run!("solve {puzzle} --scramble R {more}").ends(2).err;
    for (err, expected) in [
        (
            solve("rubick", ""),
            "unknown puzzle `rubick`; did you mean `rubik`?",
        ),
        (
            solve("5x5x6", ""),
            "unknown puzzle `5x5x6`; did you mean `5x5x5`?",
        ),
        (
            solve("pocket", "--recipe lemma"),
            "unknown recipe `lemma`; did you mean `lemmas`?",
        ),
        (
            solve("pocket", "--solver cadicla"),
            "unknown solver `cadicla`; did you mean `cadical`?",
        ),
        (
            solve("rubik", "--plan kociemb"),
            "unknown plan `kociemb`; did you mean `kociemba`?",
        ),
        (
            solve("icosahedron", ""),
            "unknown puzzle `icosahedron`; expected one of: 4x4x4, ",
        ),
    ] {
        assert!(err.contains(expected), "{err}");
    }
}

/// A certificate names the puzzle by its built-in name.
#[test]
fn certificates_name_the_puzzle_and_not_the_typed_alias() {
    let folder = Folder::new();
    let prove = "prove 2x2 --scramble 'R U' --max-turns 1 -o";
    let prefix = folder.arg("two");
    run!("{prove} {prefix}").ends(0);
    let certificate = folder.arg("two.json");
    let text = std::fs::read_to_string(&certificate).unwrap();
    assert!(text.contains("\"puzzle\": \"pocket\""), "{text}");
    run!("verify {certificate}").ends(0);
}

use super::*;

#[test]
fn show_draws_the_solved_state_by_default() {
    let run = run!("show pocket --as faces").ends(0);
    assert_eq!(run.out, "U=GGGG R=OOOO F=WWWW D=BBBB L=RRRR B=YYYY\n");
}

#[test]
fn show_with_apply_makes_turns_first() {
    let show = |more: &str| run!("show pocket {more}").ends(0).out;
    let scrambled = show(r#"--scramble "R U2 F'""#);
    assert_eq!(show(r#"--apply "R U2 F'""#), scrambled);
    assert_eq!(show(r#"--scramble R --apply "U2 F'""#), scrambled);
    assert_eq!(show(r#"--scramble R --apply "R'""#), show(""));
}

/// The names of the files in a folder of `encodings`, in alphabetical order.
fn files(folder: &str) -> Vec<String> {
    let files = crate::docs::names::files(&format!("encodings/{folder}"), &[".toml"]);
    let name = |path: &std::path::PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
    let mut names: Vec<String> = files.unwrap().iter().map(name).collect();
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
    let solvers = [SOLVERS, &PROGRAMS].concat().into_iter();
    for (what, names) in [
        ("puzzles", puzzles),
        ("recipes", recipes),
        ("plans", [files("plans"), vec!["peel".to_owned()]].concat()),
        ("solvers", solvers.map(str::to_owned).collect()),
    ] {
        let mut lines = run!("list {what}").ends(0).out.leak().lines();
        let name = |line: &'static str| line.split("  ").next().unwrap().trim();
        assert!(lines.clone().map(name).eq(names), "{what}");
        let is_described = |line: &str| line.split_whitespace().count() > 2;
        assert!(lines.all(is_described), "{what}");
    }
}

/// The name of the puzzle in the report of `solve`.
fn puzzle_of(name: &str) -> Value {
    let solve = format!(r#"solve "{name}" --scramble R --format json"#);
    run(&solve).ends(0).json()["puzzle"].clone()
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
fn certificates_name_the_puzzle_and_not_the_typed_alias() {
    let folder = Folder::new();
    let prove = "prove 2x2 --scramble 'R U' --max-turns 1 -o two";
    run_in(&folder, prove).ends(0);
    assert_eq!(folder.json("two.json")["question"]["puzzle"], "pocket");
    run_in(&folder, "verify two.json").ends(0);
}

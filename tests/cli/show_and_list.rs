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
    let files = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("encodings/puzzles"));
    let mut puzzles: Vec<String> = { files.unwrap() }
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .filter_map(|file| Some(file.strip_suffix(".toml")?.to_owned()))
        .collect();
    puzzles.sort();
    let puzzles: Vec<&str> = puzzles.iter().map(String::as_str).collect();
    for (what, names) in [
        ("puzzles", &puzzles[..]),
        (
            "recipes",
            &[
                "lemmas",
                "lemmas-3",
                "mux-idle",
                "faces",
                "placements",
                "placements-plain",
                "placements-binary",
                "plain",
                "onehot",
                "conditional",
                "mux-lemmas",
                "mux-canonical",
                "mux",
                "mux-tree",
                "mux-distinct",
                "mux-uniform",
                "mux-reference",
            ],
        ),
        ("solvers", &[&SOLVERS[..], &PROGRAMS].concat()),
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

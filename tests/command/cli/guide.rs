//! Help for first-time users: the short help, and `solve` without a question.

use super::*;

#[test]
fn the_short_help_of_solve_fits_a_page_and_has_sections() {
    let help = run!("solve -h").ends(0).out;
    let lines: Vec<&str> = help.lines().collect();
    assert!(lines.len() <= 60, "{} lines:\n{help}", lines.len());
    let mut from = 0;
    for section in ["Start:", "Goal:", "Turns:", "Search:", "Output:"] {
        let at = lines.iter().position(|line| *line == section);
        let at = at.unwrap_or_else(|| panic!("{section} is not in {help}"));
        assert!(at > from, "{section} in {help}");
        from = at;
    }
    // --help has everything, including the short help.
    let whole = run!("solve --help").ends(0).out;
    for option in [
        "--recipe-file",
        "--at-most",
        "--notation",
        "--stage-time-limit",
        "--keep",
    ] {
        assert!(whole.contains(option), "{option}");
    }
    for line in lines
        .iter()
        .filter_map(|line| line.trim_start().strip_prefix("--"))
    {
        let option = line.split([' ', ',']).next().unwrap();
        assert!(whole.contains(&format!("--{option}")), "{option}");
    }
}

#[test]
fn solve_without_arguments_says_what_to_type() {
    run!("solve").ends(2).prints_nothing().says(&[
        "solve 3x3",
        "--scramble",
        "list puzzles",
        "solve -h",
    ]);
}

#[test]
fn solve_with_only_a_puzzle_shows_how_its_states_are_written() {
    for puzzle in ["3x3", "pocket", "pyraminx", "skewb", "megaminx", "4x4x4"] {
        let shown = run!("solve {puzzle}").ends(2);
        let text = &shown.err;
        assert_eq!(shown.out, "");
        // The text names all stickers.
        let about = run!("puzzle show {puzzle} --format json").ends(0);
        let about: serde_json::Value = serde_json::from_str(&about.out).unwrap();
        let words: Vec<&str> = text.split_whitespace().collect();
        for facelet in about["facelets"].as_array().unwrap() {
            assert!(
                words.contains(&facelet.as_str().unwrap()),
                "{facelet} of {puzzle}: {text}"
            );
        }
        // Every example runs as printed.
        let calls = text
            .lines()
            .filter_map(|line| Some(line.split_once("twistsat ")?.1));
        let mut solved = 0;
        for call in calls.filter(|call| !call.starts_with("page")) {
            let mut words = shlex::split(call).unwrap();
            if words[0] == "solve" {
                words.extend(["--max-turns".to_owned(), "2".to_owned()]);
                solved += 1;
            }
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            run(&words).ends(0);
        }
        assert_eq!(solved, 2, "{text}");
        // Every example of a state is accepted.
        let states = text
            .lines()
            .filter(|line| line.starts_with("  ") && line.contains('='));
        for state in states {
            run!(r#"show {puzzle} --state "{}""#, state.trim()).ends(0);
        }
    }
    run!("solve 3x4").ends(2).says(&["unknown puzzle `3x4`"]);
}

//! Help for first-time users: the short help, and `solve` without a question.

use super::*;

#[test]
fn the_short_help_of_solve_fits_a_page_and_has_sections() {
    let help = run!("solve -h").ends(0).out;
    let lines: Vec<&str> = help.lines().collect();
    assert!(lines.len() <= 60, "{} lines:\n{help}", lines.len());
    let sections = ["Start:", "Goal:", "Turns:", "Search:", "Output:"];
    let places = sections.map(|section| lines.iter().position(|line| *line == section));
    assert!(places.is_sorted() && places[0].is_some(), "{help}");
    // --help has everything, including the short help.
    let whole = run!("solve --help").ends(0).prints(&[
        "--recipe-file",
        "--at-most",
        "--notation",
        "--stage-time-limit",
        "--keep",
        "--good-enough",
        "--verbose",
    ]);
    let short = lines.iter().map(|line| line.trim_start());
    let options = short.filter(|line| line.starts_with("--"));
    let options = options.filter_map(|line| line.split([' ', ',']).next());
    whole.prints(&options.collect::<Vec<&str>>());
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
        let text = run!("solve {puzzle}").ends(2).prints_nothing().err;
        // The text names all stickers.
        let about = run!("puzzle show {puzzle} --format json").ends(0).json();
        let words: Vec<&str> = text.split_whitespace().collect();
        for facelet in about["facelets"].as_array().unwrap() {
            let is_named = words.contains(&facelet.as_str().unwrap());
            assert!(is_named, "{facelet} of {puzzle}: {text}");
        }
        // Every example runs as printed.
        let calls = text
            .lines()
            .filter_map(|line| Some(line.split_once("twistsat ")?.1));
        let mut solved = 0;
        for call in calls.filter(|call| !call.starts_with("page")) {
            let is_solve = call.starts_with("solve ");
            run((call, if is_solve { "--max-turns 2" } else { "" })).ends(0);
            solved += usize::from(is_solve);
        }
        assert_eq!(solved, 2, "{text}");
        // Every example of a state is accepted.
        let is_state = |line: &&str| line.starts_with("  ") && line.contains('=');
        for state in text.lines().filter(is_state) {
            run!(r#"show {puzzle} --state "{}""#, state.trim()).ends(0);
        }
    }
    run!("solve 3x4").ends_saying(2, &["unknown puzzle `3x4`"]);
}

//! Every answer begins with how to hold the puzzle, in the colors or letters of the question.

use super::*;

/// The first line of the answer to a question.
fn first(arguments: &str) -> String {
    let run = run!("solve {arguments} --quiet").ends(0);
    run.out.lines().next().unwrap().to_owned()
}

#[test]
fn an_answer_says_how_to_hold_the_puzzle_in_the_words_of_the_question() {
    for (arguments, hold) in [
        // After a scramble: in the colors of the puzzle file.
        ("rubik --scramble 'R U'", "white up and green in front"),
        (
            "pyraminx --scramble 'R U'",
            "green in front and yellow below",
        ),
        ("megaminx --scramble 'R U'", "white up and green in front"),
        // In letters, without centers: the answer names a corner that does not move.
        (
            "pocket --state UUUURLRLBFBFDDDDLRLRFBFB",
            "the corner that is D below, L on the left and B at the back",
        ),
        // In colors, in another orientation: yellow on top, blue in front.
        (
            "rubik --state 'YYYYYYYYY RRRRRRRRR BBBBBBBBB WWWWWWWWW OOOOOOOOO GGGGGGGGG'",
            "yellow up and blue in front",
        ),
        (
            "rubik --state 'WWWWWWWWW RRRRRRRRR GGGGGGGGG YYYYYYYYY OOOOOOOOO BBBBBBBBB'",
            "white up and green in front",
        ),
        // In letters.
        (
            "rubik --state 'UUUUUUUUU RRRRRRRRR FFFFFFFFF DDDDDDDDD LLLLLLLLL BBBBBBBBB'",
            "U up and F in front",
        ),
        // A Pyraminx with red in front.
        (
            "pyraminx --state 'RRRRRR BBBBBB GGGGGG YYYYYY'",
            "red in front and yellow below",
        ),
    ] {
        assert_eq!(
            first(arguments),
            format!("Hold it with {hold}."),
            "{arguments:?}"
        );
    }
    // No fixed center shows how the puzzle was held before the scramble.
    for (puzzle, sides) in [
        ("pocket", "green up and white in front"),
        ("skewb", "white up and green in front"),
        ("4x4x4", "white up and green in front"),
    ] {
        let says = format!("Hold it as after the scramble, which began with {sides}.");
        assert_eq!(first(&format!("{puzzle} --scramble 'R U'")), says);
    }
    // The answer of a plan begins in the same way; `--format alg` prints only turns.
    let plan = "rubik --scramble 'R2 U' --plan thistlethwaite";
    assert_eq!(first(plan), "Hold it with white up and green in front.");
    assert_eq!(first("rubik --scramble R --format alg"), "R'");
}

//! Every answer begins with how to hold the puzzle, in the colors or letters of the question.

use super::*;
use crate::common::each;

#[test]
fn an_answer_says_how_to_hold_the_puzzle_in_the_words_of_the_question() {
    each(
        "
// After a scramble: in the colors of the puzzle file.
rubik --scramble 'R U' » with white up and green in front.
pyraminx --scramble 'R U' » with green in front and yellow below.
megaminx --scramble 'R U' » with white up and green in front.
// In letters, without centers: the answer names a corner that does not move.
pocket --state UUUURLRLBFBFDDDDLRLRFBFB » with the corner that is D below, L on the left and B at the back.
// In colors, in another orientation, and in letters.
rubik --state 'YYYYYYYYY RRRRRRRRR BBBBBBBBB WWWWWWWWW OOOOOOOOO GGGGGGGGG' » with yellow up and blue in front.
rubik --state 'WWWWWWWWW RRRRRRRRR GGGGGGGGG YYYYYYYYY OOOOOOOOO BBBBBBBBB' » with white up and green in front.
rubik --state 'UUUUUUUUU RRRRRRRRR FFFFFFFFF DDDDDDDDD LLLLLLLLL BBBBBBBBB' » with U up and F in front.
// A Pyraminx with red in front.
pyraminx --state 'RRRRRR BBBBBB GGGGGG YYYYYY' » with red in front and yellow below.
// No fixed center shows how the puzzle was held before the scramble.
pocket --scramble 'R U' » as after the scramble, which began with green up and white in front.
skewb --scramble 'R U' » as after the scramble, which began with white up and green in front.
4x4x4 --scramble 'R U' » as after the scramble, which began with white up and green in front.
// The answer of a plan begins in the same way.
rubik --scramble 'R2 U' --plan thistlethwaite » with white up and green in front.
",
        |[arguments, hold], _| {
            let run = run!("solve {arguments} --quiet").ends(0);
            let begin = format!("Hold it {hold}\n");
            assert!(run.out.starts_with(&begin), "{run:#?}");
        },
    );
    // `--format alg` prints only turns.
    let alg = run!("solve rubik --scramble R --format alg --quiet").ends(0);
    assert_eq!(alg.out, "R'\n");
}

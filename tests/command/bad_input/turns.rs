use super::*;
use crate::common::each;

#[track_caller]
fn refused_turns(notation: &str, turns: &str, says: &[&str]) {
    let notation = format!("--notation {notation}");
    let scramble = format!(r#"solve pocket --scramble "{turns}""#);
    refused(format!("{scramble} {notation}"), 1, says);
    let apply = format!(r#"show pocket --apply "{turns}""#);
    refused(format!("{apply} {notation}"), 1, says);
}

/// An error never prints an escape sequence of the input as it is.
#[test]
fn an_unknown_token_is_named_with_its_column_and_the_known_ones() {
    each(
        "
singmaster » R U2 Q F » `Q` at column 6 » U U2 U' R
singmaster » R0 » `R0` at column 1
singmaster » R U2q » `U2q` at column 3
singmaster » R U ) » `)` at column 5
singmaster » é R » `é` at column 1
singmaster » R⏎ U‹9›q y » `q` at column 6
singmaster » ' » `'` at column 1
singmaster » U R+ F » `R+` at column 3 » U U2 U' R
singmaster » U R{2} » `R{` at column 3 » U U2 U' R
singmaster » R ‹1b›[2J » `\\u{1b}[2J` at column 3
singmaster » R ‹202e›U » `\\u{202e}U` at column 3
singmaster » ‹200b›R » `\\u{200b}R` at column 1
cw » RCW RCWW » `RCWW` at column 5 » UCW UH UCCW
lowercase » R q » `q` at column 3 » U U2 u
inverse » R Ri2 » `Ri2` at column 3 » U U2 Ui
// A name of another notation.
singmaster » U RCW » `RCW` at column 3 » notation `cw`
singmaster » U Ri » `Ri` at column 3 » notation `inverse`
lowercase » U R' » `R'` at column 3 » notation `singmaster`
cw » R2 » `R2` at column 1 » notation `singmaster`
",
        |[notation, turns], says| refused_turns(notation, turns, says),
    );
    let long = "q".repeat(100_000);
    let run = run!(r#"show pocket --apply "{long}""#).ends(1);
    let run = run.says(&["qqq…` at column 1"]);
    assert!(run.err.len() < 500, "{run:#?}");
}

#[test]
fn lowercase_is_not_guessed_but_explained() {
    let says = ["counter-clockwise", "wide", "notation `lowercase`"];
    refused("solve pocket --scramble U --allow r", 1, &says);
    // A wide turn of two layers of two: seldom meant.
    let says = "note: a lowercase letter was read as a wide turn";
    run!("solve pocket --to solved --scramble 'U r'")
        .ends(0)
        .says(&[says])
        .prints(&["held at the end: x\n"]);
    for (puzzle, turns) in [("rubik", "U r"), ("pocket", "U x"), ("pyraminx", "U r")] {
        let read = run!("solve {puzzle} --scramble '{turns}'").ends(0);
        read.lacks(&[says]);
    }
}

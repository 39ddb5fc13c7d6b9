use super::*;

#[track_caller]
fn refused_turns(notation: &str, turns: &str, says: &[&str]) {
    let notation = format!("--notation {notation}");
    let scramble = format!(r#"solve pocket --scramble "{turns}""#);
    refused(format!("{scramble} {notation}"), 1, says);
    let apply = format!(r#"show pocket --apply "{turns}""#);
    refused(format!("{apply} {notation}"), 1, says);
}

#[test]
fn an_unknown_token_is_named_with_its_column() {
    refused_turns("singmaster", "R U2 Q F", &["`Q` at column 6", "U U2 U' R"]);
    refused_turns("singmaster", "R0", &["`R0` at column 1"]);
    refused_turns("singmaster", "R U2q", &["`U2q` at column 3"]);
    refused_turns("singmaster", "R U )", &["`)` at column 5"]);
    refused_turns("singmaster", "é R", &["`é` at column 1"]);
    refused_turns("singmaster", "R\n U\tq y", &["`q` at column 6"]);
    refused_turns("singmaster", "'", &["`'` at column 1"]);
    refused_turns("singmaster", "U R+ F", &["`R+` at column 3", "U U2 U' R"]);
    refused_turns("singmaster", "U R{2}", &["`R{` at column 3", "U U2 U' R"]);
    refused_turns("cw", "RCW RCWW", &["`RCWW` at column 5", "UCW UH UCCW"]);
    refused_turns("lowercase", "R q", &["`q` at column 3", "U U2 u"]);
    refused_turns("inverse", "R Ri2", &["`Ri2` at column 3", "U U2 Ui"]);
}

/// A message quotes input: not all of it, and never as escape sequences.
#[test]
fn a_token_is_quoted_in_part_and_visibly() {
    let long = "q".repeat(100_000);
    let run = run!(r#"show pocket --apply "{long}""#)
        .ends(1)
        .says(&["qqq…` at column 1"]);
    assert!(run.err.len() < 500, "{run:#?}");
    refused_turns("singmaster", "R \u{1b}[2J", &["`\\u{1b}[2J` at column 3"]);
    refused_turns("singmaster", "R \u{202e}U", &["`\\u{202e}U` at column 3"]);
    refused_turns("singmaster", "\u{200b}R", &["`\\u{200b}R` at column 1"]);
}

#[test]
fn lowercase_is_not_guessed_but_explained() {
    let says = [
        "`r` at column 3",
        "counter-clockwise",
        "wide",
        "notation `lowercase`",
    ];
    refused("solve pocket --scramble U --allow r", 1, &says[1..]);
    // A wide turn of two layers of two: seldom meant.
    let says = "note: a lowercase letter was read as a wide turn";
    run!("solve pocket --to solved --scramble 'U r'")
        .ends(0)
        .says(&[says])
        .prints(&["held at the end: x\n"]);
    for (puzzle, turns) in [("rubik", "U r"), ("pocket", "U x"), ("pyraminx", "U r")] {
        let read = run!("solve {puzzle} --scramble '{turns}'").ends(0);
        assert!(!read.err.contains(says), "{read:#?}");
    }
}

#[test]
fn a_name_of_another_notation_is_recognized() {
    refused_turns(
        "singmaster",
        "U RCW",
        &["`RCW` at column 3", "notation `cw`"],
    );
    refused_turns(
        "singmaster",
        "U Ri",
        &["`Ri` at column 3", "notation `inverse`"],
    );
    refused_turns(
        "lowercase",
        "U R'",
        &["`R'` at column 3", "notation `singmaster`"],
    );
    refused_turns("cw", "R2", &["`R2` at column 1", "notation `singmaster`"]);
}

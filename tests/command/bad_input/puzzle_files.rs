use super::*;
use crate::common::each;

/// Asserts that the pocket cube's file is refused with one part replaced. The mistake is in the line of the text `at`.
#[track_caller]
fn refused_file(from: &str, to: &str, at: &str, says: &[&str]) {
    let good = data("encodings/puzzles/pocket.toml");
    assert!(good.contains(from), "{from} is not in the file");
    let text = good.replacen(from, to, 1);
    let folder = Folder::new();
    let path = folder.write("bad.toml", &text);
    let line = text[..text.find(at).unwrap()].matches('\n').count() + 1;
    let place = format!("{path}:{line}:");
    let says = [&[&*place], says].concat();
    refused(format!("show --puzzle-file {path}"), 1, &says);
}

#[test]
fn invalid_toml_is_reported_with_its_line() {
    each(
        r#"
title = » title : » title : » key
held = » hold = » hold » unknown field `hold` » `held`
[[face]] » [[fase]] » fase » unknown field `fase` » `face`
exact = 11 » exakt = 11 » exakt » unknown field `exakt`
any = 11 » any = -11 » -11 » -11
name = "pocket" » name = 2 » name = 2 » string
name = "pocket"⏎ »  » # » missing field `name`
color = "G"⏎ »  » [[face]] » missing field `color`
"green" » "greenish" » "greenish" » greenish » `green`
title » name » name = "Pocket » duplicate key
"#,
        |[from, to, at], says| refused_file(from, to, at, says),
    );
}

#[test]
fn names_must_be_names() {
    each(
        r#"
"pocket" » "../pocket" » ../pocket » letters, digits
"pocket" » "" » name = "" » letters, digits
name = "R" » name = "U" » name = "U"⏎color = "O" » `U` » twice
name = "R" » name = "R=" » "R=" » face needs a name
color = "O" » color = "OO" » "OO" » one character
name = "R"⏎cycles » name = "U"⏎cycles » name = "U"⏎cycles = ["R1 » turn `U` appears twice
name = "R"⏎cycles » name = "R:"⏎cycles » name = "R:" » one word without brackets
"#,
        |[from, to, at], says| refused_file(from, to, at, says),
    );
}

#[test]
fn names_must_be_short_and_visible() {
    let long = format!("name = \"{}\"\ncycles", "A".repeat(41));
    let turn = "name = \"R\"\ncycles";
    refused_file(turn, &long, "\"AAAA", &["at most 40 characters"]);
    each(
        r#"
name = "R"⏎cycles » name = "idle"⏎cycles » "idle" » cannot be named `idle`
title = "Pocket cube » title = "\u001b[31m » \u001b » the title » \u{1b} » cannot be seen
title = "Pocket cube » title = "‹202e› » ‹202e› » the title » \u{202e}
color = "G" » color = "\u0000" » \u0000 » a color » \u{0}
color = "G" » color = "‹200b›" » ‹200b› » a color » \u{200b}
name = "U"⏎color » name = "U\u0007"⏎color » U\u0007 » a face's name » \u{7}
"U1 U2 U3 U4" » "U1 U2 U3 U\u202e" » \u202e » a facelet's name
"D3 B4 L3" » "D3 B4 D3" » "D3 B4 D3" » `D3` is held twice
"#,
        |[from, to, at], says| refused_file(from, to, at, says),
    );
}

#[test]
fn an_absurd_maximum_is_refused() {
    each(
        r#"
any = 11 » any = 1000001 » 1000001 » at most 1000000 turns
any = 11 » any = 9223372036854775807 » 9223372036854775807 » at most 1000000 turns
any = 11 » any = 9223372036854775808 » 9223372036854775808 » maximum
any = 11 » any = 1e3 » 1e3 » float
any = 11 » any = nan » nan » float
any = 11 » any = "11" » "11" » string
"#,
        |[from, to, at], says| refused_file(from, to, at, says),
    );
}

#[test]
fn facelets_must_be_those_of_the_faces_once_each() {
    each(
        r#"
"U1 U2 U4 U3" » "U1 U2 U4 U9" » "U1 U2 U4 U9" » unknown facelet `U9`
U1 U2  . » U1 U9  . » U1 U9  . » unknown facelet `U9`
U1 U2  . » U1 U1  . » U1 U1  . » facelet `U1` appears twice in the net
U1 U2  . » U1  .  . » "pocket" » facelet `U2` is missing from the net
"R1 R2 R3 R4" » "R1 R2 R3 U4" » "R1 R2 R3 U4" » facelet `U4` appears twice
"D3 B4 L3" » "D3 B4 L9" » "D3 B4 L9" » unknown facelet `L9`
"U1 U2 U3 U4" » "" » "" » face `U` has no facelets
"#,
        |[from, to, at], says| refused_file(from, to, at, says),
    );
}

#[test]
fn a_turn_must_be_a_permutation_that_moves_something_and_is_new() {
    each(
        r#"
"U1 U2 U4 U3" » "U1 U2 U4 U1" » "U1 U2 U4 U1" » turn `U` is not a permutation » `U1` twice
"U1 U2 U4 U3" » "U1 U2 F1 U3" » "F1 L1 » turn `U` is not a permutation » `F1` twice
"U1 U2 U4 U3" » "U1" » "U1" » at least two facelets
"U1 U2 U4 U3", "F1 L1 B1 R1", "F2 L2 B2 R2" »  » name = "U"⏎cycles » turn `U` moves nothing
// The turns U and U' in place of R.
"R1 R2 R4 R3", "F2 U2 B3 D2", "F4 U4 B1 D4" » "U1 U2 U4 U3", "F1 L1 B1 R1", "F2 L2 B2 R2" » name = "R"⏎cycles » is the same turn as U
"R1 R2 R4 R3", "F2 U2 B3 D2", "F4 U4 B1 D4" » "U3 U4 U2 U1", "R1 B1 L1 F1", "R2 B2 L2 F2" » name = "R"⏎cycles » a power of turn `R`
"#,
        |[from, to, at], says| refused_file(from, to, at, says),
    );
    let good = data("encodings/puzzles/pocket.toml");
    let (without, _) = good.split_once("[[turn]]").unwrap();
    let folder = Folder::new();
    for (text, says) in [(without, "turn"), ("", "missing field `name`")] {
        let path = folder.write("bad.toml", text);
        refused(format!("show --puzzle-file {path}"), 1, &[&path, says]);
    }
}

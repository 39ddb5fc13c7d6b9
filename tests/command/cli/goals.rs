//! Named goals on the command line: only the pieces of the goal must be solved.

use super::*;

fn solved(more: &str) -> String {
    run!("solve rubik --format alg --quiet {more}").ends(0).out
}

#[test]
fn a_named_goal_leaves_other_pieces_open_unless_kept() {
    let cross = "--scramble U --to cross";
    assert_eq!(solved(cross), "\n");
    assert_eq!(solved(&format!("{cross} --keep corners")), "U'\n");
    assert_eq!(solved("--scramble F --to cross"), "F'\n");
    // The cross on the left face is still solved.
    let side = "--scramble R --to cross --goal-up-to rotation";
    assert_eq!(solved(side), "\n");
    let alone = run!("solve pocket --scramble R --keep corners");
    let says = "--keep takes a named goal, or cycles of pieces, as --to";
    alone.says(&[says]);
}

#[test]
fn goals_are_listed_and_drawn() {
    let listed = run!("list goals rubik").ends(0).out;
    let names = listed.lines().map(|line| line.split(' ').next().unwrap());
    let names: Vec<&str> = names.collect();
    let mut some = ["cross", "eo-line", "cmll"].iter();
    assert!(some.all(|name| names.contains(name)));
    run!("list goals twiddle").ends_saying(2, &["Twiddle", "has no named goals"]);
    // The cross and the edge UB, drawn by hand.
    let drawn = run!("show rubik --to cross --keep UB").ends(0).out;
    let rows: Vec<String> = drawn.lines().map(|row| row.replace(' ', "")).collect();
    let by_hand = ".U. .U. ... ..........B. .L..F..R..B. .L..F..R..B. .D. DDD .D.";
    assert_eq!(rows[..9].join(" "), by_hand);
}

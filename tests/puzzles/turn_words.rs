//! More ways to write turns: layers by number, any power, comments, words without spaces, lists of sets.

use twistsat::notation::Notation;
use twistsat::problem::Scramble;
use twistsat::puzzle::Puzzle;

use super::scramble_notation::{made_on, read};

fn refused(puzzle: &Puzzle, text: &str) -> String {
    Notation::Singmaster
        .read(puzzle, text)
        .unwrap_err()
        .to_string()
}

fn with_rotations(name: &str) -> Puzzle {
    Puzzle::built_in(name).unwrap().with_all_groups().clone()
}

#[test]
fn any_power_of_a_turn_can_be_written() {
    let puzzle = with_rotations("rubik");
    for (text, meant) in [
        ("R3", "R'"),
        ("R3'", "R"),
        ("R5'", "R'"),
        ("R'2", "R2"),
        ("R2'", "R2"),
        ("R6", "R2"),
        ("R4", ""),
        ("x7'", "x"),
        ("M5", "M"),
        ("(R U5)'", "U' R'"),
        ("(R U)'2", "U' R' U' R'"),
    ] {
        assert_eq!(read(&puzzle, text), read(&puzzle, meant), "{text}");
    }
    let megaminx = with_rotations("megaminx");
    assert_eq!(read(&megaminx, "BR7 U'3"), read(&megaminx, "BR2 U2"));
    let skewb = with_rotations("skewb");
    assert_eq!(read(&skewb, "R5 L'2"), read(&skewb, "R' L"));
}

#[test]
fn comments_and_pauses_are_not_turns() {
    let puzzle = with_rotations("rubik");
    let text = "R U // first\n. F2 . // (then\nL'";
    assert_eq!(read(&puzzle, text), read(&puzzle, "R U F2 L'"));
    assert!(read(&puzzle, "// nothing").is_empty());
    // As `scramble` prints it, with the state after it.
    let text = "# first\nR U # F=GGG U=WWW\nF2 // #";
    assert_eq!(read(&puzzle, text), read(&puzzle, "R U F2"));
    assert!(refused(&puzzle, "R U#").contains("`U#` at column 3"));
    // Next to other characters, `.` may be an unknown sticker instead.
    assert!(refused(&puzzle, "R U.").contains("`.` at column 4 is a pause only between spaces"));
    // Pauses count in the columns of errors.
    assert!(refused(&puzzle, "R . Q").contains("`Q` at column 5"));
}

/// A sticker moves exactly when its coordinate along the axis is in the range of layers.
#[test]
fn numbered_turns_move_exactly_their_layers() {
    for (name, size) in [("4x4x4", 4), ("5x5x5", 5), ("6x6x6", 6), ("7x7x7", 7)] {
        let puzzle = with_rotations(name);
        for (face, seen_on, columns_from) in [('R', 'F', size), ('L', 'F', 1)] {
            // On the front, the layers of R are the columns from the right, those of L from the left.
            for first in 1..size {
                for last in first..size {
                    let names = match (first, last) {
                        (1, 1) => vec![format!("{face}"), format!("1{face}")],
                        (a, b) if a == b => vec![format!("{a}{face}")],
                        (1, b) => vec![format!("{b}{face}w"), format!("1-{b}{face}w")],
                        (a, b) => vec![
                            format!("{a}-{b}{face}w"),
                            format!("{a}-{b}{}", face.to_ascii_lowercase()),
                        ],
                    };
                    for text in names {
                        let made = made_on(&puzzle, &text);
                        for row in 0..size {
                            for layer in 1..=size {
                                let column = if columns_from == 1 {
                                    layer
                                } else {
                                    size + 1 - layer
                                };
                                let name = format!("{seen_on}{}", row * size + column);
                                let facelet =
                                    puzzle.facelets().iter().position(|it| *it == name).unwrap();
                                let moves = made.source(facelet) != facelet;
                                assert_eq!(
                                    moves,
                                    (first..=last).contains(&layer),
                                    "{name}: {text}"
                                );
                            }
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn layers_of_a_group_that_is_not_enabled_are_refused_with_its_name() {
    let puzzle = Puzzle::built_in("5x5x5").unwrap();
    for (text, group) in [("3R", "slice"), ("2-3Lw'", "wide")] {
        let error = refused(&puzzle, text);
        assert!(
            error.contains(&format!("it is in group `{group}` of turns")),
            "{error}"
        );
    }
    // On an even cube, inner layers are products of the default turns, so no group is needed.
    let puzzle = Puzzle::built_in("4x4x4").unwrap();
    assert_eq!(read(&puzzle, "M m"), read(&puzzle, "2-3Lw 2-3Lw"));
}

#[test]
fn middle_layers_of_even_cubes_have_the_usual_names() {
    let puzzle = with_rotations("4x4x4");
    for text in ["M", "m", "2-3Lw", "2L 3L", "3Lw L'"] {
        assert_eq!(
            made_on(&puzzle, text),
            made_on(&puzzle, "R L' x'"),
            "{text}"
        );
    }
    let puzzle = with_rotations("5x5x5");
    assert_eq!(made_on(&puzzle, "3R"), made_on(&puzzle, "M'"));
    assert_eq!(made_on(&puzzle, "m"), made_on(&puzzle, "2L M 4L"));
}

#[test]
fn a_text_with_two_readings_is_refused_with_both() {
    let big = with_rotations("4x4x4");
    for (text, one, other) in [
        ("y3Rw", "y3 Rw", "y 3Rw"),
        ("R2U", "R2 U", "R 2U"),
        ("Uw2R'", "Uw2 R'", "Uw 2R'"),
        ("F R U2R B", "U2 R", "U 2R"),
    ] {
        let error = refused(&big, text);
        assert!(
            error.contains(&format!("can be read as `{one}` or as `{other}`")),
            "{error}"
        );
    }
    let megaminx = with_rotations("megaminx");
    let error = refused(&megaminx, "RDR");
    assert!(
        error.contains("`RDR` at column 1 can be read as `R DR` or as `R D R`"),
        "{error}"
    );
    // A scramble may contain turns of groups that are not enabled, so these make texts ambiguous, too.
    let enabled = Puzzle::built_in("4x4x4").unwrap();
    let scramble = |text| Scramble::read(Notation::Singmaster, &enabled, text);
    let error = scramble("F R2U").unwrap_err().to_string();
    assert!(
        error.contains("can be read as `R2 U` or as `R 2U`"),
        "{error}"
    );
    assert_eq!(scramble("R2 U (RU)'2").unwrap().turns().len(), 6);
    // The name of a turn is never split, and on a 3×3×3 layers have no numbers.
    assert_eq!(read(&megaminx, "DR").len(), 1);
    assert_eq!(read(&with_rotations("rubik"), "R2UR'U2F").len(), 5);
    assert_eq!(read(&big, "RUR'U'FwRw").len(), 6);
}

#[test]
fn sets_of_turns_are_read_with_commas_in_brackets_and_without_spaces() {
    let puzzle = Puzzle::built_in("rubik").unwrap();
    let sets = |list| {
        Notation::Singmaster
            .read_sets(&puzzle, list)
            .unwrap()
            .concat()
    };
    for list in ["R,U", "<R,U>", "< R, U >", "RU", "R U", "R,,U"] {
        assert_eq!(sets(list), read(&puzzle, "R R2 R' U U2 U'"), "{list}");
    }
    assert_eq!(sets("RU2F'"), read(&puzzle, "R R2 R' U2 F'"));
    // If `R2` is the only turn of R, `R` means `R2`.
    let domino = Puzzle::built_in("domino").unwrap();
    let sets = |list| {
        Notation::Singmaster
            .read_sets(&domino, list)
            .unwrap()
            .concat()
    };
    assert_eq!(sets("RF"), read(&domino, "R2 F2"));
    for (list, reason) in [
        ("RQ", "`RQ`"),
        ("<R,U", "`<R`"),
        ("R;U", "`R;U`"),
        ("R4", "`R4` moves nothing"),
    ] {
        let error = Notation::Singmaster.read_sets(&puzzle, list).unwrap_err();
        assert!(error.contains(reason), "{list}: {error}");
    }
    let big = Puzzle::built_in("4x4x4").unwrap();
    let error = Notation::Singmaster.read_sets(&big, "m").unwrap_err();
    assert!(error.contains("`m` stands for several turns"), "{error}");
}

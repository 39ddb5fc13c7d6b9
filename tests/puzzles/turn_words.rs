//! More ways to write turns: layers by number, any power, comments, words without spaces, lists of sets.

use itertools::Itertools;
use twistsat::notation::Notation;
use twistsat::problem::Scramble;
use twistsat::puzzle::Puzzle;

use super::scramble_notation::{made_on, read};
use crate::common::rows;

fn refused(puzzle: &Puzzle, text: &str) -> String {
    let refused = Notation::Singmaster.read(puzzle, text);
    refused.unwrap_err().to_string()
}

fn with_rotations(name: &str) -> Puzzle {
    Puzzle::built_in(name).unwrap().with_all_groups().clone()
}

#[test]
fn any_power_of_a_turn_can_be_written() {
    let puzzle = with_rotations("rubik");
    for [text, meant] in rows(
        "
R3 » R'
R3' » R
R5' » R'
R'2 » R2
R2' » R2
R6 » R2
R4R » R
x7' » x
M5 » M
(R U5)' » U' R'
(R U)'2 » U' R' U' R'
",
    ) {
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
    for size in 4..=7 {
        let puzzle = with_rotations(&format!("{size}x{size}x{size}"));
        let at = |name: &String| puzzle.facelets().iter().position(|it| it == name);
        let ranges = (1..size).cartesian_product(1..size);
        let ranges = ranges.filter(|(first, last)| first <= last);
        for ((first, last), face) in ranges.cartesian_product(["R", "L"]) {
            let texts = match (first, last) {
                (1, 1) => vec![face.to_owned(), format!("1{face}")],
                (a, b) if a == b => vec![format!("{a}{face}")],
                (1, b) => vec![format!("{b}{face}w"), format!("1-{b}{face}w")],
                (a, b) => {
                    let small = face.to_lowercase();
                    vec![format!("{a}-{b}{face}w"), format!("{a}-{b}{small}")]
                }
            };
            // On the front, the layers of R are the columns from the right, those of L from the left.
            for (text, cell) in texts.iter().cartesian_product(0..size * size) {
                let column = cell % size + 1;
                let from_right = size + 1 - column;
                let layer = if face == "L" { column } else { from_right };
                let facelet = at(&format!("F{}", cell + 1)).unwrap();
                let moves = made_on(&puzzle, text).source(facelet) != facelet;
                let is_in = (first..=last).contains(&layer);
                assert_eq!(moves, is_in, "{size}, {cell}: {text}");
            }
        }
    }
}

#[test]
fn layers_of_a_group_that_is_not_enabled_are_refused_with_its_name() {
    let puzzle = Puzzle::built_in("5x5x5").unwrap();
    for (text, group) in [("3R", "slice"), ("2-3Lw'", "wide")] {
        let says = format!("it is in group `{group}` of turns");
        let error = refused(&puzzle, text);
        assert!(error.contains(&says), "{error}");
    }
    // On an even cube, inner layers are products of the default turns, so no group is needed.
    let puzzle = Puzzle::built_in("4x4x4").unwrap();
    assert_eq!(read(&puzzle, "M m"), read(&puzzle, "2-3Lw 2-3Lw"));
}

#[test]
fn middle_layers_of_even_cubes_have_the_usual_names() {
    let puzzle = with_rotations("4x4x4");
    for text in ["M", "m", "2-3Lw", "2L 3L", "3Lw L'"] {
        let expected = made_on(&puzzle, "R L' x'");
        assert_eq!(made_on(&puzzle, text), expected, "{text}");
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
        let says = format!("can be read as `{one}` or as `{other}`");
        let error = refused(&big, text);
        assert!(error.contains(&says), "{error}");
    }
    let megaminx = with_rotations("megaminx");
    let error = refused(&megaminx, "RDR");
    let says = "`RDR` at column 1 can be read as `R DR` or as `R D R`";
    assert!(error.contains(says), "{error}");
    // A scramble may contain turns of groups that are not enabled, so these make texts ambiguous, too.
    let enabled = Puzzle::built_in("4x4x4").unwrap();
    let scramble = |text| Scramble::read(Notation::Singmaster, &enabled, text);
    let error = scramble("F R2U").unwrap_err().to_string();
    let says = "can be read as `R2 U` or as `R 2U`";
    assert!(error.contains(says), "{error}");
    assert_eq!(scramble("R2 U (RU)'2").unwrap().turns().len(), 6);
    // The name of a turn is never split, and on a 3×3×3 layers have no numbers.
    assert_eq!(read(&megaminx, "DR").len(), 1);
    assert_eq!(read(&with_rotations("rubik"), "R2UR'U2F").len(), 5);
    assert_eq!(read(&big, "RUR'U'FwRw").len(), 6);
}

#[test]
fn sets_of_turns_are_read_with_commas_in_brackets_and_without_spaces() {
    let puzzle = Puzzle::built_in("rubik").unwrap();
    let sets = |puzzle: &Puzzle, list: &str| {
        let sets = Notation::Singmaster.read_sets(puzzle, list);
        sets.unwrap().concat()
    };
    for list in ["R,U", "<R,U>", "< R, U >", "RU", "R U", "R,,U"] {
        let both = read(&puzzle, "R R2 R' U U2 U'");
        assert_eq!(sets(&puzzle, list), both, "{list}");
    }
    assert_eq!(sets(&puzzle, "RU2F'"), read(&puzzle, "R R2 R' U2 F'"));
    // If `R2` is the only turn of R, `R` means `R2`.
    let domino = Puzzle::built_in("domino").unwrap();
    assert_eq!(sets(&domino, "RF"), read(&domino, "R2 F2"));
    let wrong = [
        ("RQ", "`RQ`"),
        ("<R,U", "`<R`"),
        ("R;U", "`R;U`"),
        ("R4", "`R4` moves nothing"),
    ];
    for (list, reason) in wrong {
        let error = Notation::Singmaster.read_sets(&puzzle, list).unwrap_err();
        assert!(error.contains(reason), "{list}: {error}");
    }
    let big = Puzzle::built_in("4x4x4").unwrap();
    let error = Notation::Singmaster.read_sets(&big, "m").unwrap_err();
    assert!(error.contains("`m` stands for several turns"), "{error}");
}

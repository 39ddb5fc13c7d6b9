//! Turns of official scrambles. `web/tests/notation.test.mjs` compares each notation with another program.

use crate::common::puzzles::effect_of;
use crate::common::rows;
use twistsat::group::Permutation;
use twistsat::notation::Notation;
use twistsat::problem::Scramble;
use twistsat::puzzle::{Puzzle, TurnId};

pub(super) fn read(puzzle: &Puzzle, text: &str) -> Vec<TurnId> {
    let turns = Notation::Singmaster.read(puzzle, text);
    turns.unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The effect of turns on the facelets.
pub(super) fn made_on(puzzle: &Puzzle, text: &str) -> Permutation {
    effect_of(puzzle, &read(puzzle, text))
}

/// The effect of turns of the Megaminx on its facelets.
fn permutation_of(text: &str) -> Permutation {
    let puzzle = Puzzle::built_in("megaminx").unwrap();
    made_on(puzzle.with_all_groups(), text)
}

#[test]
fn official_scrambles_are_read() {
    let scrambles = [
        ("4x4x4", "R2 Uw' F2 Rw U Fw2 L' D B Rw2"),
        ("5x5x5", "Lw2 D Bw' Rw2 Uw F' Dw2 R"),
        ("6x6x6", "3Rw2 Uw' 3Fw L2 3Uw' Bw R"),
        ("7x7x7", "3Rw2 3Bw' Dw 3Uw2 Lw2 F 3Lw' 3Dw"),
        ("skewb", "U R' L B' U' R L'"),
        ("pyraminx", "U L' R B' U' L R'"),
        ("megaminx", "R++ D-- R-- D++ R++ D++ U R-- D-- U'"),
        ("kilominx", "U2 R' BL2' F L BR'"),
    ];
    for (name, scramble) in scrambles {
        let puzzle = Puzzle::built_in(name).unwrap();
        let reading = Notation::Singmaster.scramble_reader(puzzle.with_all_groups());
        let (words, _) = reading.read_by_words(scramble).unwrap();
        assert_eq!(words.len(), scramble.split(' ').count(), "{name}");
    }
}

/// `R++` keeps the layer of L in place and `D++` that of U; everything else turns by two fifths.
#[test]
fn turns_with_two_signs_move_everything_but_one_layer() {
    let puzzle = Puzzle::built_in("megaminx").unwrap();
    let face = |name: &str| {
        let mut faces = puzzle.faces().iter();
        faces.find(|face| face.name == name).unwrap()
    };
    // The center of the opposite face turns, too, but invisibly.
    let [right, down] = [("L", "DR"), ("U", "D")];
    let turns = [("R++", right), ("R--", right), ("D++", down), ("D--", down)];
    for (name, (held, opposite)) in turns {
        let (layer, all) = (permutation_of(held), permutation_of(name));
        for (facelet, shown) in puzzle.facelets().iter().enumerate() {
            let stays = layer.source(facelet) != facelet
                || face(held).facelets.contains(&facelet)
                || facelet == face(opposite).facelets[10];
            assert_eq!(all.source(facelet) == facelet, stays, "{name} {shown}");
        }
        let four = [name; 4].join(" ");
        assert_ne!(permutation_of(&four), permutation_of(""));
        let found = permutation_of(&format!("{four} {name}"));
        assert_eq!(found, permutation_of(""));
    }
    assert_eq!(permutation_of("R++ R-- D-- D++"), permutation_of(""));
}

/// `R++` turns everything but L clockwise, as seen from R. Up to rotation, that turns L by two fifths, clockwise
/// as seen from L.
#[test]
fn turning_everything_but_one_layer_equals_turning_that_layer_up_to_rotation() {
    for name in ["megaminx", "kilominx"] {
        let puzzle = Puzzle::built_in(name).unwrap();
        let back = |scramble: &str| {
            let scramble = Scramble::read(Notation::Singmaster, &puzzle, scramble).unwrap();
            let undoing = puzzle.inverse_sequence(scramble.turns());
            Notation::Singmaster.write_all(&puzzle, &undoing)
        };
        // The Kilominx itself has turns of everything but one layer, so no rotation is needed.
        let names = [
            ("R++", "L2'", "DRw2'"),
            ("R--", "L2", "DRw2"),
            ("D++", "U2'", "Dw2'"),
            ("D--", "U2", "Dw2"),
        ];
        for (all_but, of_face, of_rest) in names {
            let expected = if name == "megaminx" { of_face } else { of_rest };
            assert_eq!(back(all_but), expected, "{name} {all_but}");
        }
    }
}

#[test]
fn turns_with_two_signs_are_refused_for_puzzles_without_them() {
    for [name, text, reason] in rows(
        r#"
pyraminx » U R++ » is Megaminx notation; this puzzle is: Pyraminx
rubik » U D-- » is Megaminx notation; this puzzle is: Rubik's Cube
megaminx » U L++ » only R and D can have ++
megaminx » U R++ » the group `rotation` of turns must be enabled
"#,
    ) {
        let puzzle = Puzzle::built_in(name).unwrap();
        let error = Notation::Singmaster.read(&puzzle, text).unwrap_err();
        assert_eq!(error.column, 3, "{error}");
        assert!(error.reason.contains(reason), "{error}");
    }
}

/// A rotation moves a tip to another corner, where another turn solves it.
#[test]
fn rotations_of_the_puzzle_move_tips() {
    let puzzle = Puzzle::built_in("pyraminx").unwrap();
    let tips = |scramble: &str| {
        let scramble = Scramble::read(Notation::Singmaster, &puzzle, scramble).unwrap();
        Notation::Singmaster.write_tips(&puzzle, &scramble.tips().solution(&puzzle))
    };
    // Seen from above, y takes the corner on the right to the left, that on the left to the back.
    assert_eq!(tips("r y"), "l'");
    assert_eq!(tips("l y"), "b'");
    assert_eq!(tips("u y"), "u'");
    assert_eq!(tips("r y r"), "l' r'");
    assert_eq!(tips("r R U' L"), "r'");
    assert_eq!(tips("r y U y"), "b'");
}

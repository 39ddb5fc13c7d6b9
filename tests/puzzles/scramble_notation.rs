//! Turns of official scrambles.

use twistsat::notation::Notation;
use twistsat::problem::{Classes, Free, Sameness};
use twistsat::puzzle::{Puzzle, TurnId};

fn read(puzzle: &Puzzle, text: &str) -> Vec<TurnId> {
    Notation::Singmaster.read(puzzle, text).unwrap()
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
    ];
    for (name, scramble) in scrambles {
        let puzzle = Puzzle::built_in(name).unwrap();
        let groups: Vec<&str> = puzzle.groups().iter().map(|it| &*it.name).collect();
        let puzzle = puzzle.with_groups(&groups).unwrap();
        let turns = read(&puzzle, scramble);
        assert_eq!(turns.len(), scramble.split(' ').count(), "{name}");
    }
}

/// The whole Megaminx turned five times by two steps is as it was, and so is the layer that stayed.
#[test]
fn five_times_two_steps_of_all_but_a_layer_are_none() {
    let puzzle = Puzzle::built_in("megaminx").unwrap();
    let solved = puzzle.solved();
    for face in ["R", "D"] {
        let forwards = format!("{face}++");
        let back = format!("{face}--");
        let five = [forwards.as_str(); 5].join(" ");
        assert_eq!(puzzle.apply(solved, &read(&puzzle, &five)), *solved);
        // Faces have their old names again.
        let then = |text: &str| read(&puzzle, text).last().copied();
        assert_eq!(then(&format!("{five} F")), then("F"));
        let none = read(&puzzle, &format!("{forwards} {back}"));
        assert_eq!(puzzle.apply(solved, &none), *solved);
        assert_ne!(puzzle.apply(solved, &read(&puzzle, &forwards)), *solved);
    }
}

/// After the whole puzzle was turned, turns are the same up to that rotation: any two of them, so the names have not
/// only been exchanged.
#[test]
fn after_it_faces_have_the_names_that_a_rotation_gives_them() {
    let puzzle = Puzzle::built_in("megaminx").unwrap();
    let classes = Classes::new(&puzzle, &[Sameness::Rotation], &Free::default());
    let names = [
        "U", "F", "R", "BR", "BL", "L", "FR", "DR", "B", "DL", "FL", "D",
    ];
    for all_but in ["R++", "D--", "R++ D++", "R-- D++ R++"] {
        let count = all_but.split(' ').count();
        for first in names {
            for second in names {
                let plain = read(&puzzle, &format!("{first} {second}'"));
                let turned = read(&puzzle, &format!("{all_but} {first} {second}'"));
                assert_eq!(
                    classes.key(&turned[count..]),
                    classes.key(&plain),
                    "{all_but} {first} {second}"
                );
            }
        }
    }
    // R stays where it is when all is turned about R, and the layer opposite to it turns.
    let turns = read(&puzzle, "R++ R");
    assert_eq!(turns[1], read(&puzzle, "R")[0]);
    assert_eq!(turns[0], read(&puzzle, "DL2")[0]);
}

#[test]
fn all_but_a_layer_is_refused_where_there_is_none() {
    let puzzle = Puzzle::built_in("pyraminx").unwrap();
    let error = Notation::Singmaster.read(&puzzle, "U R++").unwrap_err();
    assert_eq!(error.column, 3);
    assert!(error.reason.contains("Megaminx"), "{error}");
}

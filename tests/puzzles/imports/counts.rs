//! Groups, distances and moves of the samples, compared with the model and with published figures.

use num_bigint::BigUint;
use twistsat::group::Permutation;
use twistsat::notation::{Notation, Scheme};
use twistsat::puzzle::{Layout, Puzzle, TurnId};

use super::model::Model;
use super::{read, sample, samples, text};
use crate::common::puzzles::{POCKET_DISTANCES, counts, effect_of};
use crate::common::rows;

pub fn order(puzzle: &Puzzle) -> BigUint {
    let turns: Vec<TurnId> = (0..puzzle.turns().len()).collect();
    puzzle.group(&turns).expect("small").order()
}

/// The effect of turns on the facelets.
fn effect(puzzle: &Puzzle, turns: &str) -> Permutation {
    effect_of(puzzle, &Notation::Singmaster.read(puzzle, turns).unwrap())
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn each_sample_has_as_many_states_at_each_distance_as_its_model() {
    assert!(samples().len() >= 15);
    for path in samples() {
        let is_one = |names: &str| names.split(' ').any(|name| path.ends_with(name));
        // Another test compares moves that are defined by other moves.
        if is_one("pocket.json cube.json old.json") {
            continue;
        }
        let is_large = is_one("large.tws cube.tws pocket.tws");
        let most = if is_large { 2 } else { 4 };
        let expected = Model::read(&path).counts(most);
        assert_eq!(counts(&read(&path), most), expected, "{}", path.display());
        assert!(expected.len() > 1, "{}", path.display());
    }
}

#[test]
fn orders_of_the_samples_are_the_published_ones() {
    for (name, expected) in [
        ("pocket-fixed.tws", "3674160"),
        ("pocket-zero.tws", "3674160"),
        ("old.json", "3674160"),
        ("pocket.tws", "88179840"),
        ("pocket.json", "88179840"),
        ("pyraminx.tws", "933120"),
        ("pyraminx.json", "933120"),
        ("cube.tws", "43252003274489856000"),
    ] {
        assert_eq!(order(&read(&sample(name))).to_string(), expected, "{name}");
    }
}

#[test]
fn distances_of_the_samples_are_the_published_ones() {
    for name in ["pocket-fixed.tws", "pocket-zero.tws"] {
        let puzzle = read(&sample(name));
        assert_eq!(counts(&puzzle, 5), POCKET_DISTANCES[..6], "{name}");
    }
    for name in ["pyraminx.tws", "pyraminx.json"] {
        let puzzle = read(&sample(name));
        assert_eq!(counts(&puzzle, 4), [1, 8, 48, 288, 1728], "{name}");
    }
    assert_eq!(counts(&read(&sample("cube.tws")), 3), [1, 18, 243, 3240]);
    // Three of six beads are of one color.
    let beads = read(&sample("identical.tws"));
    assert_eq!(counts(&beads, 99).iter().sum::<u64>(), 20);
}

#[test]
fn a_puzzle_is_the_same_in_both_formats() {
    for (one, other) in [
        ("pyraminx.tws", "pyraminx.json"),
        ("pocket-fixed.tws", "pocket-zero.tws"),
    ] {
        let (one, other) = (read(&sample(one)), read(&sample(other)));
        assert_eq!(one.facelets().len(), other.facelets().len());
        for turn in one.turns() {
            let same = effect(&other, &turn.name());
            assert_eq!(turn.permutation, same, "{}", turn.name());
        }
    }
}

#[test]
fn moves_defined_by_other_moves_are_their_products() {
    for (file, name, product) in [
        ("old.json", "sexy", "R U R' U'"),
        ("sequences.tws", "Slope", "U R'"),
        ("sequences.tws", "Cut", "U2 R"),
        ("sequences.tws", "Both", "U R' U2 R"),
    ] {
        let puzzle = read(&sample(file));
        assert_eq!(effect(&puzzle, name), effect(&puzzle, product), "{name}");
    }
    // A move that equals an earlier one becomes an alias.
    let sequences = read(&sample("sequences.tws"));
    for name in ["Right", "RR"] {
        assert!(sequences.turns().iter().all(|turn| turn.base != name));
    }
    let own = Notation::Singmaster;
    for (notation, text, turns) in [
        (own, "Right Right' Right2 Right3", "R R' R2 R'"),
        (own, "RR RR' [RR, URight]", "R2 R2 R2 U R R2 R' U'"),
        // Other names are turns in each notation.
        (Notation::Lowercase, "Right right RR r", "R R' R2 R'"),
    ] {
        let read = notation.read(&sequences, text).expect(text);
        let written = Notation::Singmaster.write_all(&sequences, &read);
        assert_eq!(written, turns, "{text}");
    }
}

#[test]
fn numbers_above_255_and_identical_pieces_are_read() {
    let large = read(&sample("large.tws"));
    assert_eq!((large.facelets().len(), large.colors().len()), (300, 300));
    // The numbers 3, 7 and 9 are the letters A, B and C; the second and the third piece are identical, and their
    // orientations are invisible.
    let oriented = read(&sample("oriented.tws"));
    let shown = Scheme::own_symbols(&oriented).write(&oriented, oriented.solved(), Layout::Net);
    assert_eq!(shown, "___BAAAAAAAA_C__A__B__");
}

#[test]
fn numbers_are_not_limited_to_a_byte() {
    // Pieces of 300 orientations.
    let orientations =
        "Set A 2 300\nSolved\nEnd\nMove T\nA\n1 2\n295 0\nEnd\nMove S\nA\n2 1\nEnd\n";
    let puzzle = super::puzzle("x.tws", orientations);
    assert_eq!(puzzle.facelets().len(), 600);
    assert_eq!(order(&puzzle), BigUint::from(2 * 60 * 60_u32));
    let turned = "ScrambleState x\nA\n0 1\n295 0\nEnd\n";
    let turned = puzzle.read_scrambles("x.scr", turned).expect("a state");
    let after = Scheme::own_symbols(&puzzle).state_characters(&puzzle.reached_by(&[0]));
    assert_eq!(puzzle.turns()[0].name(), "T");
    assert_eq!(turned[0].state, after);
}

#[test]
fn the_samples_have_every_feature_of_the_formats() {
    let all: String = samples().iter().map(|path| text(path)).collect();
    for [feature] in rows(
        r#"
⏎Name␣
⏎Set␣
⏎Solved⏎
⏎StartState⏎
⏎Move␣
⏎MoveTransformation␣
⏎MoveAlias␣
⏎MoveSequence␣
#␣
␣?␣
MoveSequence Cut U2,R
"#,
    ) {
        let feature = feature.replace('␣', " ");
        assert!(all.contains(&feature), "no sample has {feature}");
    }
    let keys = "name orbits orbitOrdering orbitName numPieces numOrientations defaultPattern startStateData pieces \
                orientation orientationMod moves permutation orientationDelta derivedMoves experimentalDerivedMoves";
    for key in keys.split(' ') {
        assert!(all.contains(&format!("\"{key}\"")), "no sample has {key}");
    }
}

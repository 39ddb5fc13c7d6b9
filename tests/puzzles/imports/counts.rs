//! Groups, distances and moves of the samples, compared with the model and with published figures.

use num_bigint::BigUint;
use twistsat::group::Permutation;
use twistsat::notation::Notation;
use twistsat::puzzle::{Layout, Puzzle, TurnId};

use super::model::Model;
use super::{read, sample, samples, text};
use crate::common::cli::{Folder, run};
use crate::common::puzzles::{POCKET_DISTANCES, counts};

pub fn order(puzzle: &Puzzle) -> BigUint {
    let turns: Vec<TurnId> = (0..puzzle.turns().len()).collect();
    puzzle.group(&turns).expect("small").order()
}

/// The product of the turns with these names.
fn product(puzzle: &Puzzle, turns: &[&str]) -> Permutation {
    let identity = Permutation::identity(puzzle.facelets().len());
    turns.iter().fold(identity, |product, name| {
        let turn = puzzle.turns().iter().find(|turn| turn.name() == *name);
        let turn = turn.unwrap_or_else(|| panic!("no turn {name}"));
        product.then(&turn.permutation)
    })
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn each_sample_has_as_many_states_at_each_distance_as_its_model() {
    let (tws, kpuzzle) = (samples("tws"), samples("kpuzzle"));
    assert!(tws.len() >= 10 && kpuzzle.len() >= 5);
    for path in [tws, kpuzzle].concat() {
        // Another test compares moves that are defined by other moves.
        if ["pocket.json", "cube.json", "old.json"]
            .iter()
            .any(|name| path.ends_with(name))
        {
            continue;
        }
        let large = ["large.tws", "cube.tws", "pocket.tws"];
        let most = if large.iter().any(|name| path.ends_with(name)) {
            2
        } else {
            4
        };
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
            let same = product(&other, &[&turn.name()]);
            assert_eq!(turn.permutation, same, "{}", turn.name());
        }
    }
}

#[test]
fn moves_defined_by_other_moves_are_their_products() {
    let old = read(&sample("old.json"));
    assert_eq!(
        product(&old, &["sexy"]),
        product(&old, &["R", "U", "R'", "U'"])
    );
    let sequences = read(&sample("sequences.tws"));
    let turns = |turns: &[&str]| product(&sequences, turns);
    assert_eq!(turns(&["Slope"]), turns(&["U", "R'"]));
    assert_eq!(turns(&["Cut"]), turns(&["U2", "R"]));
    assert_eq!(turns(&["Both"]), turns(&["U", "R'", "U2", "R"]));
    // A move that equals an earlier one becomes an alias.
    for name in ["Right", "RR"] {
        assert!(sequences.turns().iter().all(|turn| turn.base != name));
    }
    let alg = |text: &str| {
        let turns = Notation::Singmaster.read(&sequences, text);
        let turns = turns.unwrap_or_else(|error| panic!("{error}"));
        Notation::Singmaster.write_all(&sequences, &turns)
    };
    assert_eq!(alg("Right Right' Right2 Right3"), "R R' R2 R'");
    assert_eq!(alg("RR RR' [RR, URight]"), "R2 R2 R2 U R R2 R' U'");
    let lowercase = Notation::Lowercase.read(&sequences, "Right right RR r");
    let lowercase = lowercase.expect("other names are turns in each notation");
    assert_eq!(
        Notation::Singmaster.write_all(&sequences, &lowercase),
        "R R' R2 R'"
    );
}

#[test]
fn numbers_above_255_and_identical_pieces_are_read() {
    let large = read(&sample("large.tws"));
    assert_eq!(large.facelets().len(), 300);
    assert_eq!(large.colors().len(), 300);
    // The numbers 3, 7 and 9 are the letters A, B and C; the second and the third piece are identical, and their
    // orientations are invisible.
    let oriented = read(&sample("oriented.tws"));
    let symbols = oriented.symbols();
    let shown = oriented
        .solved()
        .colors()
        .iter()
        .map(|&color| symbols[color]);
    let shown: Vec<char> = shown.collect();
    let net = Layout::Net.write(&oriented, &shown);
    assert_eq!(net, "___BAAAAAAAA_C__A__B__");
}

#[test]
fn numbers_are_not_limited_to_a_byte() {
    // Pieces of 300 orientations, and 300 turns, each a swap of two of 25 beads.
    let orientations =
        "Set A 2 300\nSolved\nEnd\nMove T\nA\n1 2\n295 0\nEnd\nMove S\nA\n2 1\nEnd\n";
    let puzzle = Puzzle::from_file("x.tws", orientations).expect("a puzzle");
    assert_eq!(puzzle.facelets().len(), 600);
    assert_eq!(order(&puzzle), BigUint::from(2 * 60 * 60_u32));
    let turned = "ScrambleState x\nA\n0 1\n295 0\nEnd\n";
    let turned = puzzle.read_scrambles("x.scr", turned).expect("a state");
    let after = puzzle.apply(puzzle.solved(), &[0]);
    let symbols = puzzle.symbols();
    let after: Vec<char> = after.colors().iter().map(|&color| symbols[color]).collect();
    assert_eq!(
        (puzzle.turns()[0].name(), turned[0].state.clone()),
        ("T".to_owned(), after)
    );

    let mut swaps = "Set A 25 1\nSolved\nEnd\n".to_owned();
    for (one, other) in (1..=25).flat_map(|one| (1..one).map(move |other| (one, other))) {
        let letter = |n: u8| char::from(b'a' + n);
        let mut row: Vec<String> = (1..=25).map(|place| place.to_string()).collect();
        row.swap(usize::from(one - 1), usize::from(other - 1));
        let name = [letter(one), letter(other)].iter().collect::<String>();
        swaps += &format!("Move {name}\nA\n{}\nEnd\n", row.join(" "));
    }
    let folder = Folder::new();
    let file = folder.write("swaps.tws", &swaps);
    assert_eq!(
        Puzzle::from_file("x.tws", &swaps)
            .expect("a puzzle")
            .turns()
            .len(),
        300
    );
    let solve = format!("solve --puzzle-file {file} --scramble zy --format alg");
    assert_eq!(run!("{solve} --quiet").ends(0).out, "zy\n");
}

#[test]
fn the_samples_have_every_feature_of_the_formats() {
    let texts =
        |folder: &str| -> String { samples(folder).iter().map(|path| text(path)).collect() };
    let tws = texts("tws");
    for feature in [
        "\nName ",
        "\nSet ",
        "\nSolved\n",
        "\nStartState\n",
        "\nMove ",
        "\nMoveTransformation ",
        "\nMoveAlias ",
        "\nMoveSequence ",
        "# ",
        " ? ",
        "MoveSequence Cut U2,R",
    ] {
        assert!(tws.contains(feature), "no sample has {feature}");
    }
    let kpuzzle = texts("kpuzzle");
    for key in [
        "name",
        "orbits",
        "orbitOrdering",
        "orbitName",
        "numPieces",
        "numOrientations",
        "defaultPattern",
        "startStateData",
        "pieces",
        "orientation",
        "orientationMod",
        "moves",
        "permutation",
        "orientationDelta",
        "derivedMoves",
        "experimentalDerivedMoves",
    ] {
        assert!(
            kpuzzle.contains(&format!("\"{key}\"")),
            "no sample has {key}"
        );
    }
}

//! Sets of turns, written with every name of every turn on every available puzzle. Each name is also read as a sequence; the
//! effect of that sequence on the facelets determines the expected set.

use std::collections::BTreeSet;

use twistsat::group::Permutation;
use twistsat::notation::Notation;
use twistsat::puzzle::{Puzzle, TurnId};

use super::{read, samples};
use crate::common::puzzles::{of_family, puzzle_file};

const SINGMASTER: Notation = Notation::Singmaster;

/// The built-in puzzles, cubes of a family and the samples, with all their groups of turns.
fn puzzles() -> Vec<Puzzle> {
    let built_in = Puzzle::built_in_names();
    let built_in = built_in.map(|name| Puzzle::clone(&Puzzle::built_in(name).unwrap()));
    let cubes = (2..=7).map(|size| Puzzle::clone(&of_family("cube", size)));
    let samples = samples().into_iter().map(|path| read(&path));
    let puzzles = built_in.chain(cubes).chain(samples).chain([named()]);
    puzzles.map(|it| it.with_all_groups().clone()).collect()
}

/// A turn of order six, a wide one and a half turn, with other names for most of them.
fn named() -> Puzzle {
    let turns = [("D", "a b c d e f"), ("Rw", "a b g h"), ("F2", "g h")];
    let mut text = puzzle_file("named", None, &[("A", "1", "a b c d e f g h")], &turns);
    let aliases = "Down=D two=D2 three=D3 four=D2' back=D' wide=Rw wide_2=Rw2 front=F2 D1=Rw'";
    for alias in aliases.split(' ') {
        let (name, turn) = alias.split_once('=').unwrap();
        text += &format!("[[alias]]\nname = \"{name}\"\nturn = \"{turn}\"\n");
    }
    Puzzle::from_toml("named.toml", &text).unwrap()
}

/// The lowercase names of wide turns: `r` for `Rw`, `3r` for `3Rw`.
fn lowercase_names(puzzle: &Puzzle) -> Vec<String> {
    let bases: BTreeSet<&str> = puzzle.turns().iter().map(|turn| &*turn.base).collect();
    let wide = bases.iter().filter(|base| {
        let letters: String = base.chars().filter(|c| !c.is_ascii_digit()).collect();
        letters.len() == 2 && letters.ends_with('w') && letters.starts_with(char::is_uppercase)
    });
    let names = wide.map(|base| base.trim_end_matches('w').to_lowercase());
    names.filter(|name| !bases.contains(&**name)).collect()
}

/// The one turn that a text names.
fn turn(puzzle: &Puzzle, text: &str) -> TurnId {
    match SINGMASTER.read(puzzle, text).as_deref() {
        Ok(&[turn]) => turn,
        read => panic!("{}: `{text}` is {read:?}", puzzle.name()),
    }
}

/// The turns with the effects of the powers of a turn.
fn powers(puzzle: &Puzzle, turn: TurnId) -> BTreeSet<TurnId> {
    let turns = puzzle.turns();
    let once = &turns[turn].permutation;
    let mut all = BTreeSet::new();
    let mut done: Permutation = once.clone();
    while !done.is_identity() {
        all.insert(turns.iter().position(|it| it.permutation == done).unwrap());
        done = done.then(once);
    }
    all
}

fn set(puzzle: &Puzzle, word: &str) -> BTreeSet<TurnId> {
    let set = SINGMASTER.read_set(puzzle, word);
    let set = set.unwrap_or_else(|error| panic!("{}: {error}", puzzle.name()));
    assert!(set.is_sorted_by(|a, b| a < b), "{word}: {set:?}");
    set.into_iter().collect()
}

#[test]
#[ignore = "long check"]
fn every_name_of_a_face_stands_for_all_its_turns_and_every_name_of_a_turn_for_that_one() {
    let (mut faces, mut single) = (0, 0);
    for puzzle in puzzles() {
        let bases: BTreeSet<&str> = puzzle.turns().iter().map(|turn| &*turn.base).collect();
        let mut names: Vec<String> = bases.into_iter().map(str::to_owned).collect();
        names.extend(lowercase_names(&puzzle));
        names.extend(puzzle.aliases().iter().map(|alias| alias.name.clone()));
        for name in names {
            let named = turn(&puzzle, &name);
            let is_face = puzzle.turns()[named].power == 1;
            let expected = if is_face {
                powers(&puzzle, named)
            } else {
                BTreeSet::from([named])
            };
            let what = format!("{} {name}", puzzle.name());
            assert_eq!(set(&puzzle, &name), expected, "{what}");
            for power in ["'", "2"] {
                let word = format!("{name}{power}");
                if let Ok(&[one]) = SINGMASTER.read(&puzzle, &word).as_deref() {
                    assert_eq!(set(&puzzle, &word), BTreeSet::from([one]), "{what}{power}");
                    single += 1;
                }
            }
            // `R1` is the single turn `R`, unless another turn has this name.
            let first = format!("{name}1");
            let is_other = |turns: Vec<TurnId>| turns != [named];
            if is_face && !SINGMASTER.read(&puzzle, &first).is_ok_and(is_other) {
                assert_eq!(set(&puzzle, &first), BTreeSet::from([named]), "{what}1");
                faces += 1;
            }
        }
    }
    assert!(faces > 200 && single > 400, "{faces} {single}");
}

#[test]
fn half_always_means_all_half_turns() {
    for puzzle in puzzles() {
        let turns = puzzle.turns();
        let twice = |turn: &TurnId| {
            let made = &turns[*turn].permutation;
            made.then(made).is_identity()
        };
        let half: BTreeSet<TurnId> = (0..turns.len()).filter(twice).collect();
        if half.is_empty() {
            drop(SINGMASTER.read_set(&puzzle, "half").unwrap_err())
        } else {
            assert_eq!(set(&puzzle, "half"), half, "{}", puzzle.name())
        }
    }
    let text = puzzle_file("x", None, &[("A", "1", "a b c d")], &[("HALF", "a b c d")]);
    let puzzle = Puzzle::from_toml("x.toml", &text).unwrap();
    assert_eq!(set(&puzzle, "half"), BTreeSet::from([1]));
    let lowercase = Notation::Lowercase.read_set(&puzzle, "half").unwrap_err();
    for says in ["every half turn", "`HALF'`"] {
        assert!(lowercase.contains(says), "{lowercase}");
    }
}

#[test]
fn lowercase_turns_of_a_notation_are_read_as_single_turns() {
    let puzzle = Puzzle::built_in("rubik").unwrap();
    let puzzle = puzzle.with_groups(&["wide"]).unwrap();
    let back = SINGMASTER.read(&puzzle, "R'").unwrap();
    assert_eq!(Notation::Lowercase.read_set(&puzzle, "r"), Ok(back));
    let found = Notation::Cw.read_set(&puzzle, "RwCW").map(|set| set.len());
    assert_eq!(found, Ok(1));
    assert!(Notation::Cw.read_set(&puzzle, "r").is_err());
}

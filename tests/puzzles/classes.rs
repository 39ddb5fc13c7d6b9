//! Classes of equivalent turn sequences, compared with orbits computed from the definitions.

use std::collections::BTreeSet;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use twistsat::notation::Notation;
use twistsat::problem::{Classes, Equivalence, FreeTurns};
use twistsat::puzzle::{Puzzle, TurnId};

fn turn(puzzle: &Puzzle, name: &str) -> TurnId {
    let mut turns = puzzle.turns().iter();
    turns.position(|turn| turn.name() == name).unwrap()
}

/// For each turn, the turn of the renamed face; a mirror image turns the other way.
fn renamed(puzzle: &Puzzle, faces: [&str; 6], mirrored: bool) -> Vec<TurnId> {
    let new = |turn: &twistsat::puzzle::Turn| {
        let face = "URFDLB".find(&turn.base);
        let power = if mirrored { 4 - turn.power } else { turn.power };
        let is_new =
            |it: &twistsat::puzzle::Turn| it.base == faces[face.unwrap()] && it.power == power;
        puzzle.turns().iter().position(is_new).unwrap()
    };
    puzzle.turns().iter().map(new).collect()
}

/// All sequences that repeated steps reach.
fn orbit(first: &[TurnId], steps: &dyn Fn(&[TurnId]) -> Vec<Vec<TurnId>>) -> BTreeSet<Vec<TurnId>> {
    let mut seen = BTreeSet::from([first.to_vec()]);
    let mut open = vec![first.to_vec()];
    while let Some(turns) = open.pop() {
        for next in steps(&turns) {
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    seen
}

#[test]
fn sequences_have_equal_keys_exactly_if_they_are_equivalent() {
    let mut random = SmallRng::seed_from_u64(71);
    for name in ["pocket", "rubik"] {
        let puzzle = Puzzle::built_in(name).unwrap();
        // The images of the faces under the rotations about U and about R, and under the reflection that swaps L and R.
        let y = renamed(&puzzle, ["U", "F", "L", "D", "B", "R"], false);
        let x = renamed(&puzzle, ["B", "R", "U", "F", "L", "D"], false);
        let mirror = renamed(&puzzle, ["U", "L", "F", "D", "R", "B"], true);
        let kinds = [
            Equivalence::Rotation,
            Equivalence::Mirror,
            Equivalence::Inverse,
            Equivalence::Commuting,
        ];
        for subset in 0..16_u32 {
            let has = |equivalence: Equivalence| {
                let at = kinds.iter().position(|&kind| kind == equivalence).unwrap();
                subset >> at & 1 == 1
            };
            let chosen: Vec<Equivalence> = kinds.into_iter().filter(|&kind| has(kind)).collect();
            let classes = Classes::new(&puzzle, &chosen, &FreeTurns::default());
            let steps = |turns: &[TurnId]| {
                let by = |map: &[TurnId]| turns.iter().map(|&turn| map[turn]).collect();
                let mut next: Vec<Vec<TurnId>> = Vec::new();
                if has(Equivalence::Rotation) {
                    next.extend([by(&x), by(&y)]);
                }
                if has(Equivalence::Mirror) && has(Equivalence::Rotation) {
                    next.push(by(&mirror));
                }
                if has(Equivalence::Inverse) {
                    next.push(puzzle.inverse_sequence(turns));
                }
                if has(Equivalence::Commuting) {
                    for at in 1..turns.len() {
                        if puzzle.commute(turns[at - 1], turns[at]) {
                            let mut swapped = turns.to_vec();
                            swapped.swap(at - 1, at);
                            next.push(swapped);
                        }
                    }
                }
                next
            };
            for _ in 0..3 {
                let length = random.random_range(1..5);
                let turns = (0..length).map(|_| random.random_range(0..puzzle.turns().len()));
                let turns: Vec<TurnId> = turns.collect();
                let all = orbit(&turns, &steps);
                let key = classes.key(&turns);
                // Without rotations, the mirror may be any of several reflections, so the key itself is not fixed.
                if !has(Equivalence::Mirror) || has(Equivalence::Rotation) {
                    assert_eq!(Some(&key), all.first(), "{chosen:?} {turns:?}");
                }
                let keys: BTreeSet<_> = all.iter().map(|it| classes.key(it)).collect();
                assert_eq!(keys.len(), 1, "{chosen:?} {turns:?}");
            }
        }
    }
}

#[test]
fn free_turns_do_not_change_the_class_of_a_solution() {
    let puzzle = Puzzle::built_in("rubik").unwrap();
    let read = |text| Notation::Singmaster.read(&puzzle, text).unwrap();
    let u = ["U", "U2", "U'"].map(|name| turn(&puzzle, name)).to_vec();
    let free = FreeTurns {
        before: u.clone(),
        after: u,
    };
    let classes = Classes::new(&puzzle, &[Equivalence::Auf], &free);
    let key = classes.key(&read("R U R'"));
    assert_eq!(key, read("R U R'"));
    for alike in ["U R U R'", "U2 R U R' U'", "R U R' U"] {
        assert_eq!(classes.key(&read(alike)), key, "{alike}");
    }
    // `U` commutes with `D`; so with `Commuting`, the first `U` is a free turn, too.
    let found = classes.key(&read("D U R U R'"));
    assert_ne!(found, classes.key(&read("D R U R'")));
    let both = Classes::new(&puzzle, &[Equivalence::Auf, Equivalence::Commuting], &free);
    assert_eq!(both.key(&read("D U R U R'")), both.key(&read("D R U R'")));
    // Without `Auf`, free turns make another class.
    let none = Classes::new(&puzzle, &[Equivalence::Commuting], &free);
    assert_ne!(none.key(&read("U R")), none.key(&read("R")));
}

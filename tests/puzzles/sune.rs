//! All solutions of nine turns that orient the last layer from one state, and their classes under various equivalences.
//! They are compared with canonical sequences that are built from names alone and joined from two halves.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use twistsat::control::Control;
use twistsat::graph::meet::Meet;
use twistsat::notation::Notation;
use twistsat::problem::{Budget, Classes, Equivalence, FreeTurns, Problem, Target};
use twistsat::puzzle::{Color, Puzzle, Sticker, TurnId};

const STATE: &str = "R U2 R' U' R U' R'";

/// The last layer is oriented, in any permutation.
const GOAL: &str = "UUUUUUUUU...RRRRRR...FFFFFFDDDDDDDDD...LLLLLL...BBBBBB";

const FACES: [char; 6] = ['U', 'D', 'R', 'L', 'F', 'B'];

/// No face twice in a row; of opposite faces, the first one in the puzzle file comes first.
fn may_follow(before: char, after: char) -> bool {
    !matches!((before, after), ('D', 'U') | ('L', 'R') | ('B', 'F')) && before != after
}

/// All canonical sequences of N turns, by names, each with the state after it.
fn sequences_with_images(
    puzzle: &Puzzle,
    start: &[Color],
    length: usize,
) -> Vec<(Vec<TurnId>, Vec<Color>)> {
    let face = |turn: TurnId| puzzle.turns()[turn].base.chars().next().unwrap();
    let mut all = vec![(Vec::new(), start.to_vec())];
    for _ in 0..length {
        let mut longer = Vec::new();
        for (turns, state) in &all {
            for turn in 0..18 {
                assert!(FACES.contains(&face(turn)));
                let last = turns.last().map(|&last: &TurnId| face(last));
                if last.is_none_or(|last| may_follow(last, face(turn))) {
                    let next = puzzle.turns()[turn].permutation.apply(state);
                    longer.push(([&turns[..], &[turn]].concat(), next));
                }
            }
        }
        all = longer;
    }
    all
}

/// The solved state as the goal sees it: the sides of the upper layer have an extra color, since their permutation does
/// not matter.
fn solved_as_the_goal_sees_it(puzzle: &Puzzle) -> Vec<Color> {
    let own = puzzle.solved().colors().iter().enumerate();
    own.map(|(facelet, &color)| match (facelet / 9, facelet % 9) {
        // The file lists the faces as U R F D L B; the upper rows of the sides are in the upper layer.
        (1 | 2 | 4 | 5, 0..3) => 99,
        _ => color,
    })
    .collect()
}

/// All canonical solutions of nine turns, by joining halves.
fn solutions_by_joining(puzzle: &Puzzle) -> BTreeSet<Vec<TurnId>> {
    let goal = solved_as_the_goal_sees_it(puzzle);
    let read = |text| Notation::Singmaster.read(puzzle, text).unwrap();
    let start = read(STATE).iter().fold(goal.clone(), |state, &turn| {
        puzzle.turns()[turn].permutation.apply(&state)
    });
    let mut ends: HashMap<Vec<Color>, Vec<Vec<TurnId>>> = HashMap::new();
    for (turns, state) in sequences_with_images(puzzle, &goal, 4) {
        ends.entry(state)
            .or_default()
            .push(puzzle.inverse_sequence(&turns));
    }
    let face = |turn: TurnId| puzzle.turns()[turn].base.chars().next().unwrap();
    let mut all = BTreeSet::new();
    for (first, state) in sequences_with_images(puzzle, &start, 5) {
        for last in ends.get(&state).into_iter().flatten() {
            let whole = [&first[..], last].concat();
            let follow = |pair: &[TurnId]| may_follow(face(pair[0]), face(pair[1]));
            if whole.windows(2).all(follow) {
                all.insert(whole);
            }
        }
    }
    all
}

/// The key of a sequence without the free turns of U and D at its ends: the least of its eight rotations that keep the axis
/// of U and D, and optionally of their mirror images and inverses.
fn key(puzzle: &Puzzle, turns: &[TurnId], with_mirrors_and_inverses: bool) -> Vec<String> {
    let names: Vec<String> = turns
        .iter()
        .map(|&turn| puzzle.turns()[turn].name())
        .collect();
    let is_free = |name: &&String| name.starts_with(['U', 'D']);
    let first = names.iter().take_while(is_free).count();
    let last = names.iter().rev().take_while(is_free).count();
    let core = &names[first..names.len() - last];
    let renamed = |name: &String, from: &str, to: &str, back: bool| {
        let face = name.chars().next().unwrap();
        let face = from.find(face).map_or(face, |at| to.as_bytes()[at] as char);
        let power = match (&name[1..], back) {
            ("2", _) => "2",
            ("", false) | ("'", true) => "",
            _ => "'",
        };
        format!("{face}{power}")
    };
    let mut all = Vec::new();
    for about in ["RFLB", "FLBR", "LBRF", "BRFL"] {
        for upside in ["UD", "DU"] {
            let to = match upside {
                "UD" => format!("{about}{upside}"),
                // Rotated by a half turn about the axis of R and L.
                _ => about.replace('F', "b").replace('B', "F").replace('b', "B") + upside,
            };
            let turned: Vec<String> = core
                .iter()
                .map(|name| renamed(name, "RFLBUD", &to, false))
                .collect();
            let mirror: Vec<String> = turned
                .iter()
                .map(|name| renamed(name, "RL", "LR", true))
                .collect();
            for one in [turned, mirror]
                .into_iter()
                .take(1 + usize::from(with_mirrors_and_inverses))
            {
                let undone: Vec<String> = one
                    .iter()
                    .rev()
                    .map(|name| renamed(name, "", "", true))
                    .collect();
                all.push(one);
                if with_mirrors_and_inverses {
                    all.push(undone);
                }
            }
        }
    }
    all.into_iter().min().unwrap()
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_42_solutions_that_orient_a_sune_are_nine_algorithms() {
    let rubik = Puzzle::built_in("rubik").unwrap();
    let read = |text| Notation::Singmaster.read(&rubik, text).unwrap();
    let target = Target::Pattern(Sticker::read_all(GOAL).unwrap());
    let budget = Budget::Exactly(9);
    let problem = Problem::from_scramble(rubik.clone(), &read(STATE), &target, budget);
    let problem = problem.unwrap().canonical();
    let mut found = BTreeSet::new();
    let control = Control::unlimited();
    let ended = Meet::new(&problem, 1 << 29, &control).run(&mut |turns| {
        found.insert(turns.to_vec());
        ControlFlow::Continue(())
    });
    ended.unwrap();
    assert_eq!(found.len(), 42);
    assert_eq!(found, solutions_by_joining(&rubik));
    let free: Vec<TurnId> = Vec::from_iter(read("U U2 U' D D2 D'"));
    let free = FreeTurns {
        before: free.clone(),
        after: free,
    };
    for (with_mirrors_and_inverses, equivalences, count) in [
        (false, &[Equivalence::Rotation, Equivalence::Auf][..], 9),
        (
            true,
            &[
                Equivalence::Rotation,
                Equivalence::Auf,
                Equivalence::Mirror,
                Equivalence::Inverse,
            ],
            5,
        ),
    ] {
        let classes = Classes::new(&rubik, equivalences, &free);
        let by_key: BTreeSet<_> = found.iter().map(|it| classes.key(it)).collect();
        let by_name: BTreeSet<_> = found
            .iter()
            .map(|it| key(&rubik, it, with_mirrors_and_inverses))
            .collect();
        assert_eq!((by_key.len(), by_name.len()), (count, count));
    }
}

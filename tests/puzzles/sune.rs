//! All solutions of nine turns that orient the last layer from one state, and their classes under various equivalences. Their
//! number is compared with that of sequences joined from two halves, their classes with those by names alone.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use twistsat::control::Control;
use twistsat::graph::meet::Meet;
use twistsat::notation::Notation;
use twistsat::problem::{Budget, Classes, Equivalence, FreeTurns, Problem, Target};
use twistsat::puzzle::{Color, Puzzle, State, Sticker, TurnId};

use crate::common::brute;

const STATE: &str = "R U2 R' U' R U' R'";

/// The last layer is oriented, in any permutation.
const GOAL: &str = "UUUUUUUUU...RRRRRR...FFFFFFDDDDDDDDD...LLLLLL...BBBBBB";

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

/// The number of canonical solutions of nine turns, by joining halves.
fn count_by_joining(puzzle: &Puzzle) -> u64 {
    let goal = State::new(solved_as_the_goal_sees_it(puzzle));
    let start = puzzle.apply(&goal, &Notation::Singmaster.read(puzzle, STATE).unwrap());
    brute::count(puzzle, &start, &goal, &puzzle.all_turns(), 9, true)
}

/// The key of a sequence without the free turns of U and D at its ends: the least of its eight rotations that keep the axis
/// of U and D, and optionally of their mirror images and inverses.
fn key(puzzle: &Puzzle, turns: &[TurnId], with_mirrors_and_inverses: bool) -> Vec<String> {
    let names = turns.iter().map(|&turn| puzzle.turns()[turn].name());
    let names: Vec<String> = names.collect();
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
            let turned = core.iter().map(|name| renamed(name, "RFLBUD", &to, false));
            let turned: Vec<String> = turned.collect();
            let mirror = turned.iter().map(|name| renamed(name, "RL", "LR", true));
            let mirror: Vec<String> = mirror.collect();
            let images = 1 + usize::from(with_mirrors_and_inverses);
            for one in [turned, mirror].into_iter().take(images) {
                let undone = one.iter().rev().map(|name| renamed(name, "", "", true));
                let undone: Vec<String> = undone.collect();
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
    assert_eq!((found.len(), count_by_joining(&rubik)), (42, 42));
    for turns in &found {
        let end = rubik.apply(problem.start.pattern(), turns);
        assert!(problem.goal.admits(&end.state().unwrap()));
    }
    let [before, after] = [(); 2].map(|()| read("U U2 U' D D2 D'"));
    let free = FreeTurns { before, after };
    let few = &[Equivalence::Rotation, Equivalence::Auf][..];
    let all = [few, &[Equivalence::Mirror, Equivalence::Inverse]].concat();
    for (with_mirrors_and_inverses, equivalences, count) in [(false, few, 9), (true, &all[..], 5)] {
        let classes = Classes::new(&rubik, equivalences, &free);
        let by_key: BTreeSet<_> = found.iter().map(|it| classes.key(it)).collect();
        let name = |turns: &Vec<TurnId>| key(&rubik, turns, with_mirrors_and_inverses);
        let by_name: BTreeSet<_> = found.iter().map(name).collect();
        assert_eq!((by_key.len(), by_name.len()), (count, count));
    }
}

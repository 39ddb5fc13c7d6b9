//! Moves with common powers, and moves of large order.

use std::collections::{HashMap, HashSet};

use twistsat::Notation;
use twistsat::puzzle::Puzzle;

use super::model::Model;
use super::puzzle;
use crate::common::cli::{Folder, run};

/// Sets of single pieces with the given numbers of orientations, and moves that twist each piece by the given steps.
fn dials(orders: &[usize], moves: &[(&str, &[usize])]) -> String {
    let mut text = String::new();
    for (number, order) in orders.iter().enumerate() {
        text += &format!("Set D{number} 1 {order}\n");
    }
    text += "Solved\nEnd\n";
    for (name, turned) in moves {
        text += &format!("Move {name}\n");
        for (number, by) in turned.iter().enumerate() {
            text += &format!("D{number}\n1\n{by}\n");
        }
        text += "End\n";
    }
    text
}

/// The number of sequences of exactly `length` turns that leave the puzzle solved, where equal powers of moves count as one turn.
fn closed_words(orders: &[usize], moves: &[&[usize]], length: usize) -> usize {
    let add = |a: &[usize], b: &[usize]| -> Vec<usize> {
        let sums = a.iter().zip(b).zip(orders);
        sums.map(|((a, b), order)| (a + b) % order).collect()
    };
    let zero = vec![0; orders.len()];
    let mut turns: HashSet<Vec<usize>> = HashSet::new();
    for made in moves {
        let mut power = made.to_vec();
        while power != zero {
            turns.insert(power.clone());
            power = add(&power, made);
        }
    }
    let mut ways = HashMap::from([(zero.clone(), 1)]);
    for _ in 0..length {
        let mut next = HashMap::new();
        for (state, count) in &ways {
            for turn in &turns {
                *next.entry(add(state, turn)).or_insert(0) += count;
            }
        }
        ways = next;
    }
    ways.get(&zero).copied().unwrap_or(0)
}

#[test]
fn of_equal_powers_only_one_is_a_turn() {
    for (orders, moves) in [
        (vec![4, 2], vec![("F", vec![1, 0]), ("G", vec![1, 1])]),
        (
            vec![6, 2, 3],
            vec![
                ("F", vec![1, 0, 0]),
                ("G", vec![1, 1, 0]),
                ("H", vec![1, 0, 1]),
                ("I", vec![1, 1, 2]),
            ],
        ),
        (vec![9, 3], vec![("F", vec![1, 0]), ("G", vec![1, 1])]),
        (vec![8, 2], vec![("F", vec![1, 0]), ("G", vec![3, 1])]),
    ] {
        let named: Vec<(&str, &[usize])> = moves
            .iter()
            .map(|(name, turned)| (*name, &turned[..]))
            .collect();
        let text = dials(&orders, &named);
        let turned: Vec<&[usize]> = named.iter().map(|(_, turned)| *turned).collect();
        let puzzle = puzzle("dials.tws", &text);
        let distinct: HashSet<_> = puzzle
            .turns()
            .iter()
            .map(|turn| &turn.permutation)
            .collect();
        assert!(distinct.len() < puzzle.turns().len(), "{text}");
        assert_eq!(puzzle.all_turns().len(), distinct.len());
        let folder = Folder::new();
        let file = folder.write("dials.tws", &text);
        for length in 1..=3 {
            let turns = length.to_string();
            let words = format!("enumerate --puzzle-file {file} --from solved --to solved");
            let printed = run!("{words} --turns {turns} --format alg --quiet");
            assert!(matches!(printed.code, Some(0 | 20)), "{printed:#?}");
            let printed = printed.out;
            let expected = closed_words(&orders, &turned, length);
            assert_eq!(
                printed.lines().count(),
                expected,
                "{length} turns:\n{text}\n{printed}"
            );
            let lines: HashSet<&str> = printed.lines().collect();
            assert_eq!(lines.len(), expected, "{printed}");
        }
        // Each name is read as the single turn with its effect.
        for turn in puzzle.turns() {
            let read = Notation::Singmaster
                .read(&puzzle, &turn.name())
                .expect("a name");
            assert_eq!(puzzle.turns()[read[0]].permutation, turn.permutation);
            assert!(puzzle.all_turns().contains(&read[0]));
            assert_eq!(puzzle.inverse(puzzle.inverse(read[0])), read[0]);
        }
    }
}

#[test]
fn a_face_in_a_list_means_all_its_powers_and_their_aliases() {
    let text = dials(&[4, 2], &[("F", &[1, 0]), ("G", &[1, 1])]);
    let folder = Folder::new();
    let file = folder.write("dials.tws", &text);
    let solve = |more: &str| {
        run!("solve --puzzle-file {file} --format alg --quiet {more}")
            .ends(0)
            .out
    };
    assert_eq!(solve("--scramble G2 --allow G"), "F2\n");
    assert_eq!(
        solve("--scramble 'G F' --metric qtm --to solved")
            .lines()
            .count(),
        1
    );
    assert_eq!(solve("--scramble F2 --allow G --metric qtm"), "G G\n");
}

#[test]
fn generators_with_an_equal_power_are_refused_in_puzzle_files() {
    let text = dials(&[4, 2], &[("F", &[1, 0]), ("G", &[1, 1])]);
    let own = puzzle("dials.tws", &text).definition().to_owned();
    assert!(Puzzle::from_toml("dials.toml", &own).is_ok());
    let twice =
        own.clone() + "\n[[turn]]\nname = \"H\"\ncycles = [\"D0-1.0 D0-1.2\", \"D0-1.1 D0-1.3\"]\n";
    let said = super::refusal("dials.toml", &twice);
    assert!(
        said.contains("a power of turn `H` is the same turn as F2"),
        "{said}"
    );
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_turn_of_large_order_requires_a_metric_or_allowed_turns() {
    // 2 · 3 · 5 · 7 = 210 powers of A, 121 of B, 64 of C.
    let text = dials(
        &[2, 3, 5, 7, 121, 64],
        &[
            ("A", &[1, 1, 1, 1, 0, 0]),
            ("B", &[0, 0, 0, 0, 1, 0]),
            ("C", &[0, 0, 0, 0, 0, 1]),
        ],
    );
    let read = puzzle("dials.tws", &text);
    assert_eq!(read.turns().len(), 209 + 120 + 63);
    let folder = Folder::new();
    let file = folder.write("dials.tws", &text);
    let solve = |more: &str| {
        run!(r#"solve --puzzle-file {file} --scramble "A3 B'" --format alg --quiet {more}"#)
    };
    let refused = solve("").ends(1).err;
    assert!(refused.contains("turn `A` must be repeated 210 times to move nothing, and each of its 209 powers would count as one turn"), "{refused}");
    assert!(
        refused.contains("--metric qtm") && refused.contains("--allow"),
        "{refused}"
    );
    let qtm = solve("--metric qtm").ends(0).out;
    assert_eq!(qtm.split_whitespace().count(), 4, "{qtm}");
    let few = solve(r#"--allow "A1 A2' B1 B'""#).ends(0).out;
    assert_eq!(few.split_whitespace().count(), 4, "{few}");
    let all = solve("--allow 'A B'").ends(0).out;
    assert_eq!(all, "A3' B\n");
}

#[test]
fn shared_powers_change_no_distance() {
    let text = dials(
        &[6, 2, 3],
        &[("F", &[1, 0, 0]), ("G", &[1, 1, 0]), ("H", &[1, 0, 1])],
    );
    let folder = Folder::new();
    let file = folder.write("dials.tws", &text);
    let model = Model::read(std::path::Path::new(&file));
    assert_eq!(
        crate::common::puzzles::counts(&puzzle("dials.tws", &text), 6),
        model.counts(6)
    );
}

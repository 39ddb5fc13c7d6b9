//! Moves with common powers, and moves of large order.

use itertools::Itertools;
use twistsat::Notation;
use twistsat::puzzle::{Puzzle, TurnId};

use super::model::Model;
use super::puzzle;
use crate::common::brute;
use crate::common::cli::{Folder, run};

/// Sets of single pieces with the given numbers of orientations, and moves that twist each piece by the given steps: `F 1 0`.
fn dials(orders: &str, moves: &[&str]) -> String {
    let mut text = String::new();
    for (number, order) in orders.split(' ').enumerate() {
        text += &format!("Set D{number} 1 {order}\n");
    }
    text += "Solved\nEnd\n";
    for turned in moves {
        let (name, turned) = turned.split_once(' ').unwrap();
        text += &format!("Move {name}\n");
        for (number, by) in turned.split(' ').enumerate() {
            text += &format!("D{number}\n1\n{by}\n");
        }
        text += "End\n";
    }
    text
}

#[test]
fn of_equal_powers_only_one_is_a_turn() {
    for text in [
        dials("4 2", &["F 1 0", "G 1 1"]),
        dials("6 2 3", &["F 1 0 0", "G 1 1 0", "H 1 0 1", "I 1 1 2"]),
        dials("9 3", &["F 1 0", "G 1 1"]),
        dials("8 2", &["F 1 0", "G 3 1"]),
    ] {
        let puzzle = puzzle("dials.tws", &text);
        let effect = |&turn: &TurnId| &puzzle.turns()[turn].permutation;
        let all = 0..puzzle.turns().len();
        let distinct: Vec<TurnId> = all.unique_by(effect).collect();
        assert!(distinct.len() < puzzle.turns().len(), "{text}");
        assert_eq!(puzzle.all_turns().len(), distinct.len());
        let folder = Folder::new();
        let file = folder.write("dials.tws", &text);
        for length in 1..=3 {
            let words = format!("enumerate --puzzle-file {file} --from solved --to solved");
            let printed = run!("{words} --turns {length} --format alg --quiet");
            assert!(matches!(printed.code, Some(0 | 20)), "{printed:#?}");
            let solved = puzzle.solved();
            let expected = brute::count(&puzzle, solved, solved, &distinct, length, false);
            let lines = printed.out.lines().collect_vec();
            assert_eq!(lines.len() as u64, expected, "{text}\n{printed:#?}");
            assert!(lines.iter().all_unique(), "{printed:#?}");
        }
        // Each name is read as the single turn with its effect.
        for turn in puzzle.turns() {
            let read = Notation::Singmaster.read(&puzzle, &turn.name());
            let read = read.expect("a name")[0];
            assert_eq!(*effect(&read), turn.permutation);
            assert!(puzzle.all_turns().contains(&read));
            assert_eq!(puzzle.inverse(puzzle.inverse(read)), read);
        }
    }
}

#[test]
fn a_face_in_a_list_means_all_its_powers_and_their_aliases() {
    let text = dials("4 2", &["F 1 0", "G 1 1"]);
    let folder = Folder::new();
    let file = folder.write("dials.tws", &text);
    let solve = format!("solve --puzzle-file {file} --format alg --quiet");
    let solve = |more: &str| run!("{solve} {more}").ends(0).out;
    assert_eq!(solve("--scramble G2 --allow G"), "F2\n");
    let by_quarters = solve("--scramble 'G F' --metric qtm --to solved");
    assert_eq!(by_quarters.lines().count(), 1);
    assert_eq!(solve("--scramble F2 --allow G --metric qtm"), "G G\n");
}

#[test]
fn generators_with_an_equal_power_are_refused_in_puzzle_files() {
    let text = dials("4 2", &["F 1 0", "G 1 1"]);
    let own = puzzle("dials.tws", &text).definition().to_owned();
    assert!(Puzzle::from_toml("dials.toml", &own).is_ok());
    let twice =
        own.clone() + "\n[[turn]]\nname = \"H\"\ncycles = [\"D0-1.0 D0-1.2\", \"D0-1.1 D0-1.3\"]\n";
    let said = super::refusal("dials.toml", &twice);
    let says = "a power of turn `H` is the same turn as F2";
    assert!(said.contains(says), "{said}");
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_turn_of_large_order_requires_a_metric_or_allowed_turns() {
    // 2 · 3 · 5 · 7 = 210 powers of A, 121 of B, 64 of C.
    let moves = ["A 1 1 1 1 0 0", "B 0 0 0 0 1 0", "C 0 0 0 0 0 1"];
    let text = dials("2 3 5 7 121 64", &moves);
    let read = puzzle("dials.tws", &text);
    assert_eq!(read.turns().len(), 209 + 120 + 63);
    let folder = Folder::new();
    let file = folder.write("dials.tws", &text);
    let solve = |more: &str| {
        run!(r#"solve --puzzle-file {file} --scramble "A3 B'" --format alg --quiet {more}"#)
    };
    let refused = solve("").ends(1).err;
    let why = "turn `A` must be repeated 210 times to move nothing, and each of its 209 powers would count as one turn";
    for says in [why, "--metric qtm", "--allow"] {
        assert!(refused.contains(says), "{refused}");
    }
    let qtm = solve("--metric qtm").ends(0).out;
    assert_eq!(qtm.split_whitespace().count(), 4, "{qtm}");
    let few = solve(r#"--allow "A1 A2' B1 B'""#).ends(0).out;
    assert_eq!(few.split_whitespace().count(), 4, "{few}");
    let all = solve("--allow 'A B'").ends(0).out;
    assert_eq!(all, "A3' B\n");
}

#[test]
fn shared_powers_change_no_distance() {
    let text = dials("6 2 3", &["F 1 0 0", "G 1 1 0", "H 1 0 1"]);
    let folder = Folder::new();
    let file = folder.write("dials.tws", &text);
    let model = Model::read(std::path::Path::new(&file));
    let found = crate::common::puzzles::counts(&puzzle("dials.tws", &text), 6);
    assert_eq!(found, model.counts(6));
}

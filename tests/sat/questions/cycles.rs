//! The shortest sequences of R, U and F that cycle three corners of the 3×3×3 and do nothing else. Their length and number
//! are compared with those found by joining halves of sequences.

use std::collections::HashMap;
use std::sync::Arc;

use twistsat::control::Control;
use twistsat::group::Permutation;
use twistsat::notation::Scheme;
use twistsat::problem::{Budget, Problem, Target};
use twistsat::puzzle::{Puzzle, TurnId};
use twistsat::search::Search;

use super::random::found;
use crate::common::sat::{batsat, recipe};

/// How many sequences make each permutation.
type Counts = HashMap<Permutation, u64>;

/// The effects of all sequences of 0, 1, 2, … turns.
fn effects_by_length(puzzle: &Puzzle, turns: &[TurnId], most: usize) -> Vec<Counts> {
    let mut effects = vec![Counts::from([(Permutation::identity(54), 1)])];
    for length in 0..most {
        let mut next = Counts::new();
        for (permutation, count) in &effects[length] {
            for &turn in turns {
                let longer = permutation.then(&puzzle.turns()[turn].permutation);
                *next.entry(longer).or_default() += count;
            }
        }
        effects.push(next);
    }
    effects
}

/// What a permutation does to the stickers of edges. (The facelets of each face are numbered row by row.)
fn on_edges(permutation: &Permutation) -> Vec<usize> {
    let edges = (0..54).filter(|facelet| facelet % 9 % 2 == 1);
    edges.map(|facelet| permutation.source(facelet)).collect()
}

/// Whether a permutation cycles three corners, that is, nine stickers, and moves no other sticker.
fn is_cycle(permutation: &Permutation) -> bool {
    let moved: Vec<usize> = (0..54).filter(|&f| permutation.source(f) != f).collect();
    let third = permutation.then(permutation).then(permutation);
    let stays = |f: &usize| (f % 9).is_multiple_of(2);
    moved.len() == 9 && moved.iter().all(stays) && third.is_identity()
}

/// All cycles of three corners that two halves of a sequence make together, each with its number of sequences. The second
/// half must undo what the first does to the edges.
fn cycles(first: &Counts, second: &Counts) -> Counts {
    let mut by_edges: HashMap<Vec<usize>, Vec<(&Permutation, u64)>> = HashMap::new();
    for (permutation, &count) in first {
        let undone = on_edges(&permutation.inverse());
        by_edges
            .entry(undone)
            .or_default()
            .push((permutation, count));
    }
    let mut cycles = Counts::new();
    for (permutation, count) in second {
        for (before, times) in by_edges.get(&on_edges(permutation)).into_iter().flatten() {
            let whole = before.then(permutation);
            if is_cycle(&whole) {
                *cycles.entry(whole).or_default() += count * times;
            }
        }
    }
    cycles
}

/// Searches for every `step`-th cycle, and compares the length and the number of its solutions.
fn find_cycles(step: usize) {
    let rubik: Arc<Puzzle> = Puzzle::built_in("rubik").unwrap();
    let faces = ["R", "U", "F"];
    let turns: Vec<TurnId> = (0..rubik.turns().len())
        .filter(|&turn| faces.contains(&rubik.turns()[turn].base.as_str()))
        .collect();
    assert_eq!(turns.len(), 9);
    let effects = effects_by_length(&rubik, &turns, 5);
    let (shortest, cycles) = (1..=10)
        .map(|length| {
            (
                length,
                cycles(&effects[length / 2], &effects[length - length / 2]),
            )
        })
        .find(|(_, cycles)| !cycles.is_empty())
        .unwrap();
    let all: u64 = cycles.values().sum();
    println!(
        "{} cycles by {all} sequences of {shortest} turns",
        cycles.len()
    );
    let mut sorted: Vec<(&Permutation, u64)> = cycles.iter().map(|(p, &n)| (p, n)).collect();
    sorted.sort_by_key(|(permutation, _)| permutation.sources().collect::<Vec<usize>>());
    for &(cycle, count) in sorted.iter().step_by(step) {
        let solved = Scheme::own_symbols(&rubik).state_characters(rubik.solved());
        let cycled = Scheme::own_symbols(&rubik).state_characters(&rubik.solved().after(cycle));
        let target = Target::state(&cycled);
        let problem = Problem::new(rubik.clone(), &solved, &target, Budget::AtMost(20));
        let problem = problem.unwrap().allowing(&turns).unwrap();
        let (control, lemmas) = (Control::unlimited(), recipe("lemmas"));
        let least = Search::default()
            .recipe(&lemmas)
            .solver(batsat())
            .control(control.clone())
            .minimum(&problem);
        let least = least.unwrap();
        assert!(least.is_minimal());
        assert_eq!(least.solution.map(|it| it.len()), Some(shortest));
        let found = found(&problem, &lemmas, "batsat", shortest).unwrap();
        assert_eq!(found.len() as u64, count);
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_shortest_sequences_of_three_faces_that_cycle_three_corners_are_found() {
    find_cycles(72);
}

#[test]
#[ignore = "some three minutes"]
fn the_shortest_sequences_for_every_such_cycle_are_found() {
    find_cycles(1);
}

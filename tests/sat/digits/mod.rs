//! The cubes of digits, compared with a simulator that is written from the text of *cubular* alone.

mod simulator;

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use crate::common::puzzles::of_family;
use crate::common::sat::shortest_from_both_ends;
use itertools::Itertools;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use simulator::{Cube, PICTURES};
use twistsat::control::Control;
use twistsat::notation::{Notation, Scheme};
use twistsat::plan::{Peel, PeelOrder};
use twistsat::problem::{Budget, Problem, Target};
use twistsat::puzzle::{Layout, Puzzle, State, TurnId};
use twistsat::search::{AnytimeLimits, Minimum, PriorResults, Search};

static DIGITS: LazyLock<Arc<Puzzle>> = LazyLock::new(|| Puzzle::built_in("digits").unwrap());

/// The cell that a facelet is named after.
fn cell(name: &str) -> [usize; 3] {
    let digits = name.chars().map(|c| c.to_digit(10).unwrap() as usize);
    let digits: Vec<usize> = digits.collect();
    digits.try_into().unwrap()
}

/// A state as a cube of the simulator, with digits from 0.
fn simulated(puzzle: &Puzzle, size: usize, state: &State) -> Cube<usize> {
    let symbols = puzzle.symbols();
    let digit = |facelet: usize| symbols[state.color(facelet)].to_digit(10).unwrap() as usize - 1;
    Cube::new(size, |x, y, z| {
        let mut names = puzzle.facelets().iter();
        digit(names.position(|name| cell(name) == [x, y, z]).unwrap())
    })
}

/// A state as text, with a character for each cell and three layers side by side.
fn state_text(symbol: impl Fn(usize, usize, usize) -> char) -> String {
    let mut text = String::new();
    for first in [0, 3, 6] {
        for y in 0..9 {
            for z in first..first + 3 {
                text.extend((0..9).map(|x| symbol(x, y, z)));
                text.push(' ');
            }
            text.push('\n');
        }
    }
    text
}

/// The state that a text describes.
fn read(text: &str) -> Result<State, String> {
    let layout = Layout::guess(&DIGITS, text);
    let symbols = layout.read(&DIGITS, text);
    let symbols = symbols.map_err(|error| error.to_string())?;
    let scheme = Scheme::infer(&DIGITS, &symbols).map_err(|error| error.to_string())?;
    Ok(scheme.state(&symbols).unwrap())
}

fn random_turns(puzzle: &Puzzle, turns: usize, seed: u64) -> Vec<TurnId> {
    let all: Vec<TurnId> = (0..puzzle.turns().len()).collect();
    puzzle.scramble(&all, turns, &mut ChaCha8Rng::seed_from_u64(seed))
}

#[test]
fn the_simulator_turns_as_the_pictures_of_the_text_show() {
    for (axis, moves) in PICTURES {
        let mut cube = Cube::new(2, |x, y, z| [x, y, z]);
        cube.rotate([0; 3], 2, axis);
        for pair in moves.split(", ") {
            let (from, to) = pair.split_once(' ').unwrap();
            let what = format!("{axis}1 brings {from} to {to}");
            assert_eq!(*cube.cell_at(cell(to)), cell(from), "{what}");
        }
    }
}

#[test]
fn every_turn_does_what_its_name_says_in_both_coordinate_systems() {
    assert_eq!(DIGITS.turns().len(), 3_087);
    let home = Cube::new(9, |x, y, z| [x, y, z]);
    for turn in DIGITS.turns() {
        let (mut by_answer, mut by_question) = (home.clone(), home.clone());
        by_answer.turn(&Notation::Numbered.write(turn));
        by_question.turn_of_question(&Notation::Exchanged.write(turn));
        assert_eq!(by_answer, by_question, "{}", turn.name());
        for (facelet, name) in DIGITS.facelets().iter().enumerate() {
            let from = &DIGITS.facelets()[turn.permutation.source(facelet)];
            let shown = *by_answer.cell_at(cell(name));
            assert_eq!(shown, cell(from), "{} at {name}", turn.name());
        }
    }
    for notation in [Notation::Numbered, Notation::Exchanged] {
        let all: Vec<TurnId> = (0..DIGITS.turns().len()).collect();
        let text = notation.write_all(&DIGITS, &all);
        assert_eq!(notation.read(&DIGITS, &text).unwrap(), all);
    }
}

#[test]
fn a_state_is_read_with_digits_from_1_or_from_0_or_with_letters() {
    let turns = random_turns(&DIGITS, 500, 1);
    let state = DIGITS.apply(DIGITS.solved(), &turns);
    let cube = simulated(&DIGITS, 9, &state);
    let digit = |x, y, z| *cube.cell_at([x, y, z]);
    let number = |digit: usize| char::from_digit(digit as u32, 10).unwrap();
    // With letters, a solved row is 0 a 1 b 2 c …: the digit is the sum of the coordinates mod 9.
    let letter = |x: usize, y: usize, z: usize| {
        let is_it = |sum: &usize| sum % 2 == (x + y + z) % 2 && sum % 9 == digit(x, y, z);
        let sum = (0..18).find(is_it).unwrap();
        "0a1b2c3d4e5f6g7h8i".chars().nth(sum).unwrap()
    };
    for text in [
        state_text(|x, y, z| number(digit(x, y, z) + 1)),
        state_text(|x, y, z| number(digit(x, y, z))),
        state_text(letter),
    ] {
        assert_eq!(read(&text).unwrap(), state, "{text}");
    }
}

#[test]
fn layers_are_read_one_below_the_other_too() {
    let state = DIGITS.apply(DIGITS.solved(), &random_turns(&DIGITS, 500, 2));
    let cube = simulated(&DIGITS, 9, &state);
    let digit = |x: usize, y, z| (*cube.cell_at([x, y, z]) + 1).to_string();
    let mut text = String::new();
    for z in 0..9 {
        for y in 0..9 {
            text.extend((0..9).map(|x| digit(x, y, z)).chain(["\n".to_owned()]));
        }
        text.push('\n');
    }
    assert_eq!(read(&text).unwrap(), state, "{text}");
    // The text may have spaces between digits, and Windows line endings.
    let rows = text.lines().map(|row| row.chars().join(" ") + "\r\n");
    let spaced: String = rows.collect();
    assert_eq!(read(&spaced).unwrap(), state, "{spaced}");
}

#[test]
fn a_wrong_cube_is_refused_by_digit_and_kind_of_cell() {
    let solved = |x: usize, y: usize, z: usize| (x + y + z) % 9;
    let number = |digit: usize| char::from_digit(digit as u32 + 1, 10).unwrap();
    let on_even = |digit| {
        let sums = (0..729).map(|cell| cell % 9 + cell / 9 % 9 + cell / 81);
        sums.filter(|sum| sum % 9 == digit && sum % 2 == 0).count()
    };
    // The cell at the corner shows 4 instead of 1.
    let text = state_text(|x, y, z| match (x, y, z) {
        (0, 0, 0) => '4',
        _ => number(solved(x, y, z)),
    });
    let (ones, fours) = (on_even(0), on_even(3));
    let expected = format!(
        "digit 1 occurs {} times on even cells, not {ones} times; digit 4 occurs {} times on even cells, not {fours} times",
        ones - 1,
        fours + 1
    );
    assert_eq!(read(&text).unwrap_err(), expected);
    // Swap the digits of an even and an odd cell: only the total count of each digit is still right.
    let text = state_text(|x, y, z| match (x, y, z) {
        (0, 0, 0) => number(solved(1, 0, 0)),
        (1, 0, 0) => number(solved(0, 0, 0)),
        _ => number(solved(x, y, z)),
    });
    let error = read(&text).unwrap_err();
    for says in ["digit 2 occurs", "on odd cells"] {
        assert!(error.contains(says), "{error}");
    }
    let short = &text.trim_end()[..text.trim_end().len() - 1];
    assert!(read(short).unwrap_err().contains("728"));
    let strange = text.replacen('7', "x", 1);
    assert!(read(&strange).unwrap_err().contains('x'));
}

/// The problem of undoing random turns.
fn random_problem(puzzle: &Arc<Puzzle>, turns: usize, seed: u64) -> Problem {
    let turns = random_turns(puzzle, turns, seed);
    let text = Notation::Singmaster.write_all(puzzle, &turns);
    let problem = Problem::scrambled(puzzle, &text).unwrap();
    problem.to(&Target::Solved).unwrap()
}

/// The solution by peeling, which the simulator accepts.
fn by_peeling(problem: &Problem, size: usize, peel: &Peel, patience: Duration) -> Minimum {
    let limits = AnytimeLimits {
        patience: Some(patience),
        ..AnytimeLimits::default()
    };
    let control = Control::unlimited().with_time_limit(Duration::from_secs(600));
    let search = Search::default().control(control);
    let found = search.search_by_peeling(problem, peel, limits, &PriorResults::default());
    let found = found.unwrap();
    let puzzle = &problem.puzzle;
    let mut cube = simulated(puzzle, size, &problem.start.state().unwrap());
    for &turn in found.solution.as_ref().expect("solved").turns() {
        cube.turn(&Notation::Numbered.write(&puzzle.turns()[turn]));
    }
    assert!(cube.is_solved(), "{peel:?}");
    found
}

#[test]
fn a_known_solution_is_minimal_if_every_shorter_length_is_refuted() {
    let puzzle = of_family("digits", 4);
    let turns: Vec<TurnId> = vec![0, puzzle.turns().len() - 1];
    let problem = Problem::from_scramble(puzzle, &turns, &Target::Any, Budget::AtMost(5)).unwrap();
    let found = Search::default().solve(&problem).unwrap();
    assert!(found.is_minimal() && found.solution.as_ref().unwrap().len() == 2);
    for (refutations, is_minimal) in [(found.refutations, true), (Vec::new(), false)] {
        let prior = PriorResults {
            solution: found.solution.clone(),
            refutations,
            ..PriorResults::default()
        };
        let limits = AnytimeLimits::default();
        let control = Control::unlimited().with_time_limit(Duration::ZERO);
        let search = Search::default().control(control);
        let again = search.search_by_peeling(&problem, &Peel::default(), limits, &prior);
        let again = again.unwrap();
        assert_eq!(again.is_minimal(), is_minimal);
        assert_eq!(again.stop.is_none(), is_minimal);
    }
}

#[test]
#[ignore = "long check"]
fn a_random_small_cube_is_peeled_in_either_order() {
    let problem = random_problem(&of_family("digits", 4), 300, 7);
    for (order, positions) in [(PeelOrder::Inwards, None), (PeelOrder::Outwards, Some(3))] {
        let peel = Peel {
            order,
            positions,
            turns: Some(6),
        };
        by_peeling(&problem, 4, &peel, Duration::ZERO);
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn with_identical_pieces_regression_and_both_ends_find_equal_lengths() {
    let puzzle = of_family("digits", 4);
    for seed in 1..4 {
        let problem = random_problem(&puzzle, 2, seed).at_most(3);
        let search = Search::default().recipe("regression");
        let found = search.minimum(&problem).unwrap();
        assert!(found.is_minimal());
        let length = found.solution.map(|it| it.len());
        let expected = Some(shortest_from_both_ends(&problem));
        assert_eq!(length, expected, "seed {seed}");
    }
}

#[test]
#[ignore = "minutes: five random states of the 9×9×9"]
fn five_random_states_of_the_9x9x9_take_at_most_550_turns_on_average() {
    let turns = [1, 2, 3, 4, 5].map(|seed| {
        let problem = random_problem(&DIGITS, 5_000, seed);
        let patience = Duration::from_secs(60);
        let found = by_peeling(&problem, 9, &Peel::default(), patience);
        found.solution.unwrap().len()
    });
    let total: usize = turns.iter().sum();
    assert!(total <= 550 * turns.len(), "{turns:?}");
}

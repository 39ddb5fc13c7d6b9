//! Questions that are too large for the default recipe are encoded with a smaller one.

use std::fmt::Write;
use std::sync::Mutex;

use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use twistsat::encode::{Encoder, Recipe};
use twistsat::puzzle::Puzzle;
use twistsat::search::{Event, Search};
use twistsat::{Budget, ErrorKind, Problem, Target};

/// The numbers of sets of pieces, of pieces in each set (three of each kind are identical), and of moves.
const SETS: usize = 6;
const PIECES: usize = 60;
const MOVES: usize = 150;

/// A puzzle definition with moves of order two or three, each of nearly a third of the pieces.
fn definition(random: &mut ChaCha8Rng) -> String {
    let mut text = "Name Large\n\n".to_owned();
    for set in 0..SETS {
        writeln!(text, "Set PIECE{set} {PIECES} 1").unwrap();
    }
    writeln!(text, "\nSolved").unwrap();
    for set in 0..SETS {
        let pieces: Vec<String> = (0..PIECES).map(|it| (it / 3 + 1).to_string()).collect();
        writeln!(text, "PIECE{set}\n{}", pieces.join(" ")).unwrap();
    }
    writeln!(text, "End").unwrap();
    for number in 0..MOVES {
        let letters = [number / 26, number % 26].map(|it| char::from(b'A' + it as u8));
        writeln!(text, "\nMove {}{}", letters[0], letters[1]).unwrap();
        let order = random.random_range(2..=3);
        for set in 0..SETS {
            let mut shuffled: Vec<usize> = (0..PIECES).collect();
            shuffled.shuffle(random);
            let mut places: Vec<usize> = (1..=PIECES).collect();
            for cycle in shuffled[..18].chunks(order) {
                for (at, &place) in cycle.iter().enumerate() {
                    places[place] = cycle[(at + 1) % order] + 1;
                }
            }
            let places: Vec<String> = places.iter().map(usize::to_string).collect();
            writeln!(text, "PIECE{set}\n{}", places.join(" ")).unwrap();
        }
        writeln!(text, "End").unwrap();
    }
    text
}

#[test]
#[ignore = "long check"]
fn a_puzzle_of_many_pieces_and_turns_is_solved_with_a_smaller_recipe_which_is_named() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let puzzle = Puzzle::from_file("large.tws", &definition(&mut random)).unwrap();
    let puzzle = std::sync::Arc::new(puzzle);
    let all: Vec<usize> = (0..puzzle.turns().len()).collect();
    let scramble = puzzle.scramble(&all, 2, &mut random);
    let budget = Budget::AtMost(2);
    let problem = Problem::from_scramble(puzzle.clone(), &scramble, &Target::Solved, budget);
    let problem = problem.unwrap();
    // The question is too large for the default recipe.
    let default = Recipe::built_in(Recipe::DEFAULT).unwrap();
    let control = twistsat::Control::unlimited();
    let refused = Encoder::new(&problem, &default).encode(budget, &control);
    let refused = refused.map(|_| "it fits").unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::TooLarge);
    let replacements = Mutex::new(Vec::new());
    let search = Search::default().notify(|event| {
        if let Event::ReplacedRecipe(replaced) = event {
            replacements.lock().unwrap().push((*replaced).clone());
        }
    });
    let found = search.minimum(&problem).unwrap();
    // The scramble undone is one.
    let solution = found.solution.as_ref().expect("a solution");
    let start = problem.start.state().unwrap();
    assert_eq!(&puzzle.apply(&start, solution.turns()), puzzle.solved());
    // No single turn is a solution, and the scramble has two turns.
    let solves = |turn: &usize| puzzle.apply(&start, &[*turn]) == *puzzle.solved();
    assert!(!all.iter().any(solves));
    assert!(found.is_minimal() && solution.len() == 2);
    let replacements = replacements.lock().unwrap().clone();
    assert_eq!(replacements.len(), 1);
    let why = &replacements[0].why;
    assert_eq!(why.kind(), ErrorKind::TooLarge);
    assert!(why.to_string().starts_with("2 turns need "), "{why}");
    assert_eq!(found.attempts.last().unwrap().recipe, replacements[0].by);
    assert_ne!(replacements[0].by, Recipe::DEFAULT);
    // An encoder that does not replace its recipe names the same smaller one in its error.
    let advice = format!("; recipe `{}` needs fewer", replacements[0].by);
    assert!(refused.to_string().ends_with(&advice), "{refused}");
}

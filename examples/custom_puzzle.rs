//! A puzzle of your own: two rings of three beads that share one bead.
//!
//!     $ cargo run --example custom_puzzle
//!     Two rings of three: L L' R R'
//!     L' R' L' R'

use std::error::Error;
use std::sync::Arc;

use twistsat::Search;
use twistsat::problem::{Problem, Target};
use twistsat::puzzle::Puzzle;

// `encodings/README.md` describes every key.
const RINGS: &str = r#"
    name = "rings"
    title = "Two rings of three"
    maximum = {}
    net = ["a b c d e"]
    face = [
      { name = "A", color = "1", paint = "red", facelets = "a" },
      { name = "B", color = "2", paint = "orange", facelets = "b" },
      { name = "C", color = "3", paint = "white", facelets = "c" },
      { name = "D", color = "4", paint = "green", facelets = "d" },
      { name = "E", color = "5", paint = "blue", facelets = "e" },
    ]
    turn = [
      { name = "L", cycles = ["a b c"] },
      { name = "R", cycles = ["c d e"] },
    ]
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle = Arc::new(Puzzle::from_toml("rings.toml", RINGS)?);
    let turns = puzzle.turns().iter().map(|turn| turn.name());
    println!(
        "{}: {}",
        puzzle.title(),
        turns.collect::<Vec<_>>().join(" ")
    );

    // The goal is the solved state, because this puzzle has only one orientation. Its file gives no maximum length.
    let problem = Problem::of_state(&puzzle, "45123")?.to(&Target::Solved)?;
    let found = Search::default()
        .recipe("mux-idle")
        .minimum(&problem.at_most(6))?;
    println!("{}", found.solution()?);
    Ok(())
}

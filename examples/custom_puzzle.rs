//! A puzzle of your own: two rings of three beads that share one bead.
//!
//!     $ cargo run --example custom_puzzle
//!     Two rings of three: L L' R R'
//!     L' R' L' R'

use std::error::Error;
use std::sync::Arc;

use twistsat::control::Control;
use twistsat::encode::Recipe;
use twistsat::notation::Notation;
use twistsat::problem::{Budget, Problem, Target};
use twistsat::puzzle::{Layout, Puzzle};
use twistsat::search::{Strategy, minimum};
use twistsat::solver::by_name;

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

    // This puzzle has one orientation only; its file knows no maximum.
    let start = Layout::Net.read(&puzzle, "45123")?;
    let problem = Problem::new(puzzle.clone(), &start, &Target::Solved, Budget::AtMost(6))?;
    let recipe = Recipe::built_in("mux-idle").ok_or("no such recipe")??;
    let solver = by_name("batsat").ok_or("no such solver")?;
    let control = Control::unlimited();
    let up = Strategy::Ascend;
    let result = minimum(&problem, &recipe, solver, up, &control, &mut |_| ())?;
    let solution = result.solution.ok_or("no solution of six turns")?;
    println!(
        "{}",
        Notation::Singmaster.write_all(&puzzle, solution.turns())
    );
    Ok(())
}

//! A shortest solution of a scramble.
//!
//!     $ cargo run --example first
//!     F U2 R'

use twistsat::Search;
use twistsat::problem::Problem;
use twistsat::puzzle::Puzzle;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle = Puzzle::built_in("pocket")?;
    let problem = Problem::scrambled(&puzzle, "R U2 F'")?.at_most(11);
    let found = Search::default().recipe("mux").minimum(&problem)?;
    println!("{}", found.solution()?);
    assert!(found.is_minimal());
    Ok(())
}

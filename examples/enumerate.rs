//! Every solution of one length.
//!
//!     $ cargo run --example enumerate
//!     F' R2 U2 R2 F'
//!     F R2 U2 R2 F
//!     F2 R2 U2 R2 F2
//!     F U2 R2 U2 F
//!     F2 U2 R2 U2 F2
//!     F' U2 R2 U2 F'
//!     6 solutions, and no others

use std::error::Error;
use std::ops::ControlFlow;

use twistsat::Search;
use twistsat::problem::Problem;
use twistsat::puzzle::Puzzle;

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle = Puzzle::built_in("pocket")?;
    // Canonical: without `R R`, and with turns that commute in only one order.
    let problem = Problem::scrambled(&puzzle, "R2 U2 R2")?
        .exactly(5)
        .canonical();
    let result = Search::default()
        .recipe("mux")
        .enumerate(&problem, |solution| {
            println!("{solution}");
            ControlFlow::Continue(())
        })?;
    let complete = if result.complete {
        "and no others"
    } else {
        "perhaps others"
    };
    println!("{} solutions, {complete}", result.count);
    Ok(())
}

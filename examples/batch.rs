//! Solves several scrambles at a time, and prints the answers in order.
//!
//!     $ cargo run --example batch
//!     R U2 F': F U2 R' (3 turns, minimal)
//!     R U R' U': U R U' R' (4 turns, minimal)
//!     F R2: R2 F' (2 turns, minimal)
//!     Q: error: `Q` at column 1 is not a turn: the singmaster names are U U2 U' R R2 R' F F2 F' D D2 D' L L2 L' B B2 B' x x2 x' y y2 y' z z2 z'

use std::error::Error;
use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use twistsat::problem::Problem;
use twistsat::puzzle::Puzzle;
use twistsat::search::in_order;
use twistsat::{Minimum, Search};

const SCRAMBLES: [&str; 4] = ["R U2 F'", "R U R' U'", "F R2", "Q"];

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle = Puzzle::built_in("pocket")?;
    let search = Search::default().recipe("mux-idle");
    let jobs = available_parallelism().unwrap_or(NonZeroUsize::MIN);

    let solve = |scramble: &str| -> Result<Minimum, Box<dyn Error + Send + Sync>> {
        let problem = Problem::scrambled(&puzzle, scramble)?.at_most(11);
        Ok(search.minimum(&problem)?)
    };
    // The first closure runs on the threads, the second on this one.
    in_order(
        &SCRAMBLES,
        jobs,
        |scramble| solve(scramble),
        |scramble, answer| {
            match answer {
                Ok(found) => println!("{scramble}: {found}"),
                Err(error) => println!("{scramble}: error: {error}"),
            }
            true // Continue with the next scramble.
        },
    );
    Ok(())
}

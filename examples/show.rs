//! Reads a state, makes a turn, draws the result and writes it.
//!
//!     $ cargo run --example show
//!            Y  Y
//!            G  G
//!      B  Y  R  R  W  G  O  O
//!      W  G  O  O  B  Y  R  R
//!            W  W
//!            B  B
//!     U=YYGG R=WGBY F=RROO D=WWBB L=BYWG B=OORR

use std::error::Error;

use twistsat::notation::{Notation, Scheme};
use twistsat::puzzle::{Layout, Puzzle};
use twistsat::report;

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle = Puzzle::built_in("pocket")?;
    let text = "F=RYOG U=YRGO D=WRBO R=GYWB L=BYWG B=BOWR";

    // One character per facelet; their colors are inferred from the puzzle.
    let symbols = Layout::guess(&puzzle, text).read(&puzzle, text)?;
    let scheme = Scheme::infer(&puzzle, &symbols)?;
    let state = scheme.state(&symbols)?;

    let turns = Notation::Singmaster.read(&puzzle, "R")?;
    let state = puzzle.apply(&state, &turns);

    // In color on a terminal that supports it, unless NO_COLOR is set.
    anstream::print!("{}", report::net(&puzzle, &scheme, &state));
    println!("{}", scheme.write(&puzzle, &state, Layout::Faces));
    Ok(())
}

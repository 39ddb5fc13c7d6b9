//! A shortest solution of a state, and the reason why no shorter one exists.
//!
//!     $ cargo run --example solve
//!     budget 1: no
//!     budget 2: no
//!     budget 3: yes
//!     R U2 F (3 turns, minimal)
//!     lengths 0 to 2: unsat by batsat, unchecked; idle slots cover the shorter lengths

use std::error::Error;
use std::time::Duration;

use twistsat::problem::Problem;
use twistsat::puzzle::Puzzle;
use twistsat::search::{AttemptVerdict, Event};
use twistsat::{CancelFlag, Control, Search};

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle = Puzzle::built_in("pocket")?;
    let state = "F=RYOG U=YRGO D=WRBO R=GYWB L=BYWG B=BOWR";

    // Solved in any orientation. No state needs more than 11 turns.
    let problem = Problem::of_state(&puzzle, state)?.at_most(11);

    // Another thread may raise the flag; then the best answer so far is returned.
    let flag = CancelFlag::default();
    let found = Search::default()
        .recipe("mux-idle")
        .solver("batsat")
        .control(Control::new(flag, Some(Duration::from_secs(60))))
        .notify(|event| {
            if let Event::Answered(attempt) = event {
                match attempt.verdict {
                    AttemptVerdict::Sat { .. } => println!("budget {}: yes", attempt.turns),
                    AttemptVerdict::Unsat => println!("budget {}: no", attempt.turns),
                    AttemptVerdict::Unknown(_) => println!("budget {}: unknown", attempt.turns),
                }
            }
        })
        .minimum(&problem)?;

    println!("{found}");
    if found.is_minimal() {
        println!("{}", found.proof_of_minimality());
    }
    Ok(())
}

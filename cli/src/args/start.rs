//! Selects the start.

use std::sync::Arc;

use clap::Args;
use twistsat::notation::Scheme;
use twistsat::problem::possible_state;
use twistsat::puzzle::{Pattern, Puzzle};

use super::text::{TextArgs, note_tips};
use crate::Failure;
use crate::files::or_stdin;

/// Selects the start.
#[derive(Args)]
#[group(id = "start", multiple = false)]
pub(crate) struct StartArgs {
    /// Start from the solved state scrambled by these turns; rotations, wide turns and turns of
    /// middle layers (x, r, M) and groups such as (R U)2, [R, U] and [R: U] are accepted too; `-`
    /// reads stdin
    #[arg(long, value_name = "TURNS", group = "start")]
    pub(crate) scramble: Option<String>,
    /// Start from this state; `-` reads stdin, `@FILE` a file (for a twsearch puzzle a .scr file,
    /// of which `@FILE#NAME` reads one scramble)
    #[arg(long, value_name = "STATE", group = "start")]
    pub(crate) state: Option<String>,
}

/// The state or pattern to show; the solved state by default.
pub(crate) fn state_to_show(
    puzzle: &Arc<Puzzle>,
    start: &StartArgs,
    text: &TextArgs,
) -> Result<(Scheme, Pattern), Failure> {
    match (&start.scramble, &start.state) {
        (_, Some(state)) => {
            let state = or_stdin(state)?;
            let read = text.read_state(puzzle, &state)?;
            note_tips("the state has turned tips", &read.tips);
            Ok(possible_state(puzzle, &read.stickers)
                .map_err(|error| read.impossible_state_error(puzzle, &state, error))?)
        }
        (Some(turns), None) => {
            let scramble = text.scramble("--scramble", puzzle, &or_stdin(turns)?)?;
            note_tips("the scramble turns tips", scramble.tips());
            Ok((scramble.scheme(puzzle), scramble.state(puzzle).into()))
        }
        (None, None) => Ok((Scheme::own_symbols(puzzle), puzzle.solved().into())),
    }
}

/// The error if several of the start, the list and the goals are `-`.
pub(super) fn stdin_used_twice() -> Failure {
    Failure::Usage("only one of the start, the list and the goals can come from stdin".to_owned())
}

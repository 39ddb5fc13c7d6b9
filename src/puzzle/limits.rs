//! How large a puzzle may be. A file of a few lines must not take gigabytes or
//! minutes: each limit is far above the puzzles of this kind that people have
//! made, and says its number when it is passed.

use super::pieces::steps_to_derive;
use crate::group::Permutation;
use crate::text;

/// More facelets than any puzzle of another program has, or one made of coordinates.
pub(crate) const MOST_FACELETS: usize = 10_000;

/// More facelets than any puzzle of this kind has.
pub(crate) const MOST_IN_FILE: usize = 25_000;

/// The longest name of a turn, so that reading turns does not depend on it.
const MOST_LETTERS: usize = 40;

/// The largest budget, and the largest maximum of a puzzle file: more turns than
/// any formula that fits into memory.
pub const MOST_TURNS: usize = 1_000_000;

/// What maps call a slot without a turn.
pub(crate) const IDLE: &str = "idle";

/// What stands for every half turn where sets of turns are read.
pub(crate) const HALF: &str = "half";

/// What the permutations take: the stickers that each turn moves, all powers counted. Where a puzzle
/// is made of coordinates or comes from another program: facelets times turns. A cube of 18×18×18 has
/// half a million.
pub(crate) const MOST_TURN_ENTRIES: usize = 8_000_000;

/// The steps to derive the pieces: facelets that the same generators move, times the stickers of a
/// kind of pieces that generators move.
const MOST_PAIR_STEPS: usize = 150_000_000;

/// What is beyond the limits of a puzzle file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum LimitError {
    /// More turns than fit.
    #[error(
        "the puzzle is too large: {facelets} facelets and {turns} turns or more, with their powers; \
         the product must be at most {MOST_TURN_ENTRIES}"
    )]
    Turns { facelets: usize, turns: usize },
    /// Turns that move more than fits.
    #[error(
        "the puzzle is too large: its turns, with their powers, move {moved} stickers or more; \
         at most {MOST_TURN_ENTRIES} are allowed"
    )]
    Entries { moved: usize },
    /// More moves of another program than fit.
    #[error(
        "the puzzle is too large: with {facelets} places or facelets, it can have {most} moves, and here is one more"
    )]
    Moves { facelets: usize, most: usize },
    /// More to look at than a moment allows, where the pieces are derived.
    #[error(
        "the puzzle is too large: its turns move too many of the same facelets; to find the pieces takes \
         {steps} steps, and at most {MOST_PAIR_STEPS} are allowed"
    )]
    Moved { steps: usize },
    /// A text would not be shown as it is.
    #[error(transparent)]
    Invisible(#[from] text::Invisible),
    /// No name of a turn.
    #[error(
        "a turn's name must be one word without brackets or any of `, : = | '`; `2` and `'` are added for its powers"
    )]
    TurnName,
    /// A name of a turn that is too long.
    #[error("a turn's name must have at most {MOST_LETTERS} characters")]
    LongTurnName,
    /// The name that stands for no turn.
    #[error("a turn cannot be named `{IDLE}`: in maps, that names the empty slot")]
    IdleName,
    /// A name that stands for a set of turns.
    #[error(
        "a turn cannot be named `{0}`: `{HALF}` stands for every half turn where turns are listed"
    )]
    SetName(String),
    /// No name of an orbit.
    #[error("a name must be text without spaces or `=`")]
    OrbitName,
}

impl From<LimitError> for String {
    fn from(error: LimitError) -> Self {
        error.to_string()
    }
}

/// Whether so many turns fit.
pub(crate) fn check_turns(facelets: usize, turns: usize) -> Result<(), LimitError> {
    if facelets.saturating_mul(turns) <= MOST_TURN_ENTRIES {
        return Ok(());
    }
    Err(LimitError::Turns { facelets, turns })
}

/// Whether so many moves of other programs can become turns. Some may only be other names.
pub(crate) fn check_moves(facelets: usize, moves: usize) -> Result<(), LimitError> {
    let turns = moves.saturating_sub(MOST_ALIASES);
    if facelets.saturating_mul(turns) <= MOST_TURN_ENTRIES {
        return Ok(());
    }
    let most = MOST_TURN_ENTRIES / facelets.max(1) + MOST_ALIASES;
    Err(LimitError::Moves { facelets, most })
}

/// Whether turns that move so many stickers altogether fit.
pub(crate) fn check_entries(moved: usize) -> Result<(), LimitError> {
    if moved <= MOST_TURN_ENTRIES {
        Ok(())
    } else {
        Err(LimitError::Entries { moved })
    }
}

/// Whether the pieces can be derived in a moment.
pub(crate) fn check_moved<'a>(
    facelets: usize,
    generators: impl Iterator<Item = &'a Permutation>,
) -> Result<(), LimitError> {
    let generators: Vec<&Permutation> = generators.collect();
    let steps = steps_to_derive(facelets, &generators);
    if steps <= MOST_PAIR_STEPS {
        Ok(())
    } else {
        Err(LimitError::Moved { steps })
    }
}

/// Whether a text can name an orbit, of which facelets are named.
pub(crate) fn check_orbit_name(name: &str) -> Result<(), LimitError> {
    text::check_visible("the name", name)?;
    if name.is_empty() || name.contains(|c: char| c.is_whitespace() || c == '=') {
        return Err(LimitError::OrbitName);
    }
    Ok(())
}

/// Whether a name can be that of a turn, or another name of one: `R`, `3Rw`, `F_R`, `1H`.
pub(crate) fn check_turn_name(name: &str) -> Result<(), LimitError> {
    text::check_visible("the name", name)?;
    // What stands between turns, or around them, or behind them. `//` begins a comment.
    let is_mark = |c: char| c.is_whitespace() || "()[]{}<>,:=|'’′".contains(c);
    if name.is_empty() || name.contains(is_mark) || name.contains("//") || name == "." {
        return Err(LimitError::TurnName);
    }
    if name.chars().count() > MOST_LETTERS {
        return Err(LimitError::LongTurnName);
    }
    if name == IDLE {
        return Err(LimitError::IdleName);
    }
    check_set_name(name)
}

/// Refuses the name of a turn that already stands for a set of turns. `half2` is `half`, too,
/// where a face is named by its half turn alone.
fn check_set_name(name: &str) -> Result<(), LimitError> {
    if name.strip_suffix('2').unwrap_or(name) == HALF {
        return Err(LimitError::SetName(name.to_owned()));
    }
    Ok(())
}

/// The most other names that turns may have altogether.
pub(crate) const MOST_ALIASES: usize = 1000;

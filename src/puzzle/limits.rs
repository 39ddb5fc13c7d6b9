//! Limits on the size of a puzzle, because a file of a few lines must not take gigabytes or minutes. Each limit is far
//! above the existing puzzles, and its error message states the number.

use super::pieces::steps_to_derive;
use crate::group::Permutation;
use crate::text;

/// The maximum number of facelets of an imported puzzle, or of a puzzle built from coordinates.
pub(crate) const MAX_FACELETS: usize = 10_000;

/// The maximum number of facelets of a puzzle file, which names each of them.
pub(crate) const MAX_FACELETS_IN_FILE: usize = 25_000;

/// The maximum number of characters of a turn's name, which bounds the time for reading turns.
const MAX_NAME_LENGTH: usize = 40;

pub(crate) const MAX_ALIASES: usize = 1000;

/// The largest budget, and the largest maximum in a puzzle file. A formula for a million turns does not fit into memory.
pub const MAX_TURNS: usize = 1_000_000;

/// The name of an empty turn slot in the maps of formulas.
pub(crate) const IDLE: &str = "idle";

/// The word for all half turns in a list of turns.
pub(crate) const HALF: &str = "half";

/// The maximum size of all permutations together: the sum, over all turns, of the stickers that each moves. For puzzles
/// built from coordinates or imported: facelets times turns. A cube of 18×18×18 has half a million.
pub(crate) const MAX_TURN_ENTRIES: usize = 8_000_000;

/// The maximum number of steps for deriving the pieces, as [`steps_to_derive`] counts them.
const MAX_PAIR_STEPS: usize = 150_000_000;

/// Checks the product of the numbers of facelets and turns.
pub(crate) fn check_turns(facelets: usize, turns: usize) -> Result<(), String> {
    if facelets.saturating_mul(turns) <= MAX_TURN_ENTRIES {
        return Ok(());
    }
    Err(format!(
        "the puzzle is too large: {facelets} facelets and {turns} turns or more, with their powers; \
         the product must be at most {MAX_TURN_ENTRIES}"
    ))
}

/// Checks the number of moves in an imported definition. Some moves may only become aliases of turns.
pub(crate) fn check_moves(facelets: usize, moves: usize) -> Result<(), String> {
    let max_moves = MAX_TURN_ENTRIES / facelets.max(1) + MAX_ALIASES;
    if moves <= max_moves {
        return Ok(());
    }
    Err(format!(
        "the puzzle is too large: with {facelets} places or facelets, it can have at most {max_moves} moves; this is one more"
    ))
}

/// Checks the number of stickers that turns move.
pub(crate) fn check_entries(moved: usize) -> Result<(), String> {
    if moved <= MAX_TURN_ENTRIES {
        return Ok(());
    }
    Err(format!(
        "the puzzle is too large: its turns, with their powers, move {moved} stickers or more; \
         at most {MAX_TURN_ENTRIES} are allowed"
    ))
}

pub(crate) fn check_derivation_steps<'a>(
    facelets: usize,
    generators: impl Iterator<Item = &'a Permutation>,
) -> Result<(), String> {
    let generators: Vec<&Permutation> = generators.collect();
    let steps = steps_to_derive(facelets, &generators);
    if steps <= MAX_PAIR_STEPS {
        return Ok(());
    }
    Err(format!(
        "the puzzle is too large: its turns move too many of the same facelets; finding the pieces takes \
         {steps} steps, and at most {MAX_PAIR_STEPS} are allowed"
    ))
}

/// Checks the name of an orbit, after which facelets are named.
pub(crate) fn check_orbit_name(name: &str) -> Result<(), String> {
    text::check_visible("the name", name)?;
    if name.is_empty() || name.contains(|c: char| c.is_whitespace() || c == '=') {
        return Err("a name must be text without spaces or `=`".to_owned());
    }
    Ok(())
}

/// Checks the name or alias of a turn: `R`, `3Rw`, `F_R`, `1H`.
pub(crate) fn check_turn_name(name: &str) -> Result<(), String> {
    text::check_visible("the name", name)?;
    // These characters separate, enclose or follow turns. `//` begins a comment.
    let is_mark = |c: char| c.is_whitespace() || "()[]{}<>,:=|'’′".contains(c);
    if name.is_empty() || name.contains(is_mark) || name.contains("//") || name == "." {
        let why = "a turn's name must be one word without brackets, `//` or any of `, : = | '`, and not `.`; `2` and `'` are added for its powers";
        return Err(why.to_owned());
    }
    if name.chars().count() > MAX_NAME_LENGTH {
        return Err(format!(
            "a turn's name must have at most {MAX_NAME_LENGTH} characters"
        ));
    }
    if name == IDLE {
        return Err(format!(
            "a turn cannot be named `{IDLE}`: the map of a formula uses that name for an empty turn slot"
        ));
    }
    // `half` could also mean a turn `half2`, as `R` means `R2` if `R2` is the only turn of its face.
    if name.strip_suffix('2').unwrap_or(name) == HALF {
        return Err(format!(
            "a turn cannot be named `{name}`: `{HALF}` stands for every half turn where turns are listed"
        ));
    }
    Ok(())
}

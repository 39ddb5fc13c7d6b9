//! Puzzles, and what turns do to pieces and states. The replay of solutions relies on this module.
//!
//! A [`Puzzle`] has turns, which are permutations of facelets; its [`Pieces`] are derived from them. A [`State`] is a color
//! for each facelet, a [`Pattern`] a set of possible states.

mod around_held;
mod arrangement;
mod assembly;
mod background;
mod cached_facts;
mod canonical;
mod classes;
mod equivalence;
mod faces;
mod held;
mod invariants;
mod layout;
pub(crate) mod limits;
mod maximum;
mod misplaced_pieces;
mod orbit_positions;
mod orbit_puzzle;
mod parity;
mod pattern;
mod pieces;
mod placements;
mod possible;
pub(crate) mod puzzle_data;
mod reachability;
mod state;
mod tips;
pub(crate) mod turn;
mod whole_rotations;

#[cfg(test)]
pub(crate) use arrangement::TIMES_READ;
internal!(use arrangement::{Arrangement, PlacedPiece});
pub(crate) use arrangement::{fitting_pieces, misfits};
pub use assembly::Puzzle;
pub(crate) use classes::FaceletClasses;
pub use faces::Face;
internal!(use faces::{ColorName, Paint});
pub(crate) use held::HeldPiece;
internal!(use held::Rotation);
pub(crate) use invariants::{BrokenInvariant, broken_invariant, invariant_error, odd_lengths};
pub use layout::Layout;
pub use limits::MAX_TURNS;
pub(crate) use limits::{
    HALF, IDLE, MAX_FACELETS, MAX_FACELETS_IN_FILE, MAX_TURN_ENTRIES, check_orbit_name,
};
internal!(use maximum::{MaxDistance, Maximum});
pub(crate) use orbit_puzzle::{Contents, Effect, Move, Orbit, OrbitPuzzle, Power};
pub use pattern::{Pattern, Sticker};
pub(crate) use puzzle_data::PuzzleData;
internal!(use pattern::Permutable);
pub use pieces::{Piece, Pieces};
internal!(use cached_facts::Premise);
pub use state::{Color, State};
pub(crate) use state::{colors_error, held_piece_error, length_error};
pub(crate) use tips::corner_turn;
internal!(use tips::{TipTurn, Tips});
pub use turn::{Metric, Turn, TurnId};
internal!(use turn::{Alias, Tip, TurnGroup});
pub(crate) use turn::{TipCell, power_name, with_exponent};
pub(crate) use whole_rotations::{NamedRotation, rotations};
internal!(use whole_rotations::{names_of_rotations, rotations_named});

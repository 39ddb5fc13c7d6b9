//! Layered reachability of a few pieces at a time: the source of lemmas.
//!
//! *Idea.* Let T be the number of turn slots, and A a few items, such as pieces. F(t, A) is the set of joint placements
//! of A reachable from the start in exactly t allowed turns; B(t, A) is the set of those from which exactly T − t
//! allowed turns lead to the goal's placements. Breadth-first search over the joint placements of A alone, which are
//! few, finds both. A joint placement outside F ∩ B, "a is at p and b is at q after t turns", gives the clause that
//! excludes it: a *lemma*. The rest of a formula implies it, but a solver would have to find it out piece by piece.
//!
//! *Why it is sound.* The action of a turn on an item depends only on the turn and the item's placement. So the turns
//! of a solution move A from the start's placements to the goal's. After t turns, the placements of A are in F(t, A)
//! and in B(t, A), so no lemma excludes any part of a solution. Turns may bring A to its goal without being a solution
//! of the whole puzzle; that costs lemmas, never solutions.
//!
//! * *Idle slots* change nothing and exist only at the goal. When the puzzle is at its goal, so is A. So A may stay
//!   where it has the goal's placements. B then contains everything that leads to the goal in at most T − t turns.
//! * *Order constraints*, distinct states and other restrictions only remove solutions, and lemmas hold for all
//!   solutions.
//! * *Parity*, in the quarter-turn metric, is the reason for counting turns exactly: layers of even and of odd steps
//!   differ.
//! * *If the start cannot lead to the goal* in T turns, and A is large enough to show it, some layers are empty. Then
//!   the lemmas exclude every placement, although each item has one: the formula is unsatisfiable.
//!
//! *Which lemmas.* Only the minimal ones: a lemma follows from any lemma about some of its items at the same step.
//!
//! *Cost.* Memory is one bit for each joint placement, set and step: on the pocket cube with a held corner and 11
//! turns, at most 0.9 MB for three pieces at a time and 16 MB for four, in each direction; equal layers are stored
//! once. Backward layers are computed once per goal, for any start and budget. [`Items::layer_bytes`] is the size of a
//! layer; more than [`MAX_BYTES`] in one direction are rejected.

mod backward;
mod bits;
mod bloom_filter;
mod cosets;
mod error;
mod item_sets;
mod items;
mod layers;
mod lemmas;
mod list;
mod lists_from_both_ends;
mod monotone_cache;
mod packed_state;
mod placement_search;
mod product;
mod state_filter;
mod supports;
mod table;

pub use backward::{BACKWARD_LIMIT, Backward};
pub use cosets::{Cosets, MAX_FAMILIES};
pub use error::{MAX_BYTES, ReachError};
pub use item_sets::ItemPlacement;
pub use items::Items;
pub use layers::{FORWARD_LIMIT, Forward, Layers};
pub use lemmas::LemmaCounts;
pub use list::MAX_LISTED;
pub use lists_from_both_ends::ListsFromBothEnds;
pub use packed_state::PackedState;
pub use product::{Product, Quantity, Steps};
pub use supports::Support;
pub use table::Limit;

/// The maximum number of items tracked together.
pub const MAX_ITEMS: usize = 4;

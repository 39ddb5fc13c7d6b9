//! Layered reachability of a few pieces at a time: the source of lemmas.
//!
//! *Idea.* Let T be the number of turn slots, and A a few items, such as pieces. F(t, A) are the joint placements of A
//! reachable from the start in exactly t allowed turns, B(t, A) those from which the goal's are reachable in exactly T − t
//! allowed turns. Both are found by breadth-first search over the joint placements of A alone, which are few. A tuple
//! outside F ∩ B, "a is at p and b is at q after t turns", gives the clause that excludes it. It is a *lemma*: the rest of
//! a formula implies it. With many short lemmas a solver infers early what it would otherwise have to find out piece by
//! piece.
//!
//! *Why it is sound.* The action of a turn on an item depends only on the turn and the item's placement. So projecting a
//! solution to A gives a walk of A from the start's placements to the goal's, by the same turns. After t turns the walk has
//! made t turns and T − t remain. So it is in F(t, A) and in B(t, A), and no lemma excludes any part of a solution. A walk
//! of A may exist without a solution of the whole puzzle; that costs lemmas, never solutions.
//!
//! * *Idle slots* are turns that change nothing and exist only at the goal. When the puzzle is at its goal, so is A. So a
//!   walk may stay where A has the goal's placements. B then contains everything that leads to the goal in at most T − t
//!   turns.
//! * *Order constraints*, distinct states and other restrictions only remove solutions, and lemmas hold for all solutions.
//!   They follow even from the formula without such constraints.
//! * *Parity*, in the quarter-turn metric, needs no special treatment. It is the reason for counting turns exactly: layers
//!   of even and of odd steps differ.
//! * *If the start cannot lead to the goal* in T turns, and A is large enough to show it, some layers are empty. Then every
//!   placement is excluded, which contradicts that each item has one.
//!
//! *Which lemmas.* Only the minimal ones, none of whose parts is excluded at the same step. All lemmas of a step up to the
//! chosen size follow from these.
//!
//! *Two pieces in one place* are never reachable together, so the lemmas of two items exclude that, too, at every step.
//!
//! *Cost.* Memory is one bit for each joint placement, set and step: on the pocket cube with a held corner and 11 turns, at
//! most 0.9 MB for three pieces at a time and 16 MB for four, in each direction; equal layers are stored once. Backward
//! layers are computed once per goal, for any start and budget. For sizes see [`Items::layer_bytes`]; more than
//! [`MAX_BYTES`] are rejected.
//!
//! ```
//! use std::sync::Arc;
//!
//! use twistsat::control::Control;
//! use twistsat::notation::Notation;
//! use twistsat::problem::{Budget, Problem, Target};
//! use twistsat::puzzle::Puzzle;
//! use twistsat::reach::{Backward, Items, Layers};
//!
//! let puzzle = Puzzle::built_in("pocket")?;
//! let scramble = Notation::Singmaster.read(&puzzle, "R U F2 R'")?;
//! let problem = Problem::from_scramble(puzzle, &scramble, &Target::Any, Budget::Exactly(3))?;
//!
//! let control = Control::unlimited();
//! let backward = Backward::new(Arc::new(Items::new(&problem)?), 2, false)?;
//! let layers = Layers::new(&problem, &backward, &control)?;
//!
//! let mut lemmas = 0;
//! layers.visit(|_step, tuple| {
//!     assert!(tuple.len() <= 2);
//!     lemmas += 1;
//! });
//! assert_eq!(lemmas, layers.counts().iter().sum::<u64>());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod backward;
mod bit_rows;
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
mod supports;
mod table;
mod walks;

pub use backward::{BACKWARD_LIMIT, Backward};
pub use cosets::{Cosets, MAX_FAMILIES};
pub use error::{MAX_BYTES, MAX_ITEMS, ReachError};
pub use items::Items;
pub use layers::{FORWARD_LIMIT, Forward, ItemPlacement, Layers};
pub use lemmas::Counts;
pub use list::MAX_LISTED;
pub use lists_from_both_ends::ListsFromBothEnds;
pub use packed_state::PackedState;
pub use product::{Product, Quantity, Steps};
pub use supports::Support;
pub use table::Limit;

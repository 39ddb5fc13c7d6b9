//! Layered reachability of a few pieces at a time: the source of lemmas.
//!
//! *Idea.* Let T be the number of turn slots, and A a few items, such as
//! pieces. F(t, A) are the joint placements of A that the start leads to in
//! exactly t allowed turns, B(t, A) those from which exactly T − t allowed turns
//! lead to the goal's. Both are found by breadth-first search over the joint
//! placements of A alone, which are few. A tuple outside F ∩ B, "a is at p and b
//! is at q after t turns", gives the clause that denies it. It is a *lemma*: the
//! rest of a formula implies it. With many small ones a solver sees early what
//! it would otherwise have to find out piece by piece.
//!
//! *Why it is sound.* What a turn does to an item follows from the turn and the
//! item's placement alone. So from any solution, all but the items of A can be
//! struck out, and what is left is a walk of A: from the start's placements to
//! the goal's, by the same turns. After t turns the walk has made t turns and
//! has T − t before it. So it is in F(t, A) and in B(t, A), and no lemma denies
//! what any solution does. The walk of A may be possible where the whole is not;
//! that costs lemmas, never solutions.
//!
//! * *Idle slots* are turns that change nothing and exist at the goal only.
//!   When the puzzle is at its goal, then so is A. So a walk may stay where A has
//!   the goal's placements. B then holds what leads to the goal in at most T − t
//!   turns.
//! * *Order constraints*, distinct states and whatever else admits fewer
//!   solutions: what holds for all solutions holds for those left. The lemmas
//!   follow even from the formula without such constraints.
//! * *Parity*, in the quarter-turn metric, needs nothing special. It is why turns
//!   are counted exactly: layers of even and of odd steps differ.
//! * *Where the start cannot lead to the goal* in T turns, and A is large enough
//!   to show it, some layers are empty. Then every placement is denied, which
//!   contradicts that each item has one.
//!
//! *Which lemmas.* Only the minimal ones: none of whose parts is denied at the
//! same step. [`Side`] says minimal among which. All lemmas of a step up to the
//! chosen size follow from these.
//!
//! *Two pieces in one place* are never reached together, so the lemmas of two
//! items say that too, at every step.
//!
//! *Cost.* Memory is a bit for each joint placement, set and step: on the pocket
//! cube with a held corner and 11 turns, 0.9 MB for three pieces at a time and
//! 16 MB for four, each way, at most; equal layers are kept once. Backward layers
//! are made once for a goal, whatever the start and the budget. For sizes see
//! [`Items::layer_bytes`]; more than [`MOST_BYTES`] are refused.
//!
//! ```
//! use std::sync::Arc;
//!
//! use twistsat::control::Control;
//! use twistsat::notation::Notation;
//! use twistsat::problem::{Budget, Problem, Target};
//! use twistsat::puzzle::Puzzle;
//! use twistsat::reach::{Backward, Items, Layers, Side};
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
//! layers.visit(Side::Both, |_step, tuple| {
//!     assert!(tuple.len() <= 2);
//!     lemmas += 1;
//! });
//! assert_eq!(lemmas, layers.counts(Side::Both).iter().sum::<u64>());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod backward;
mod cosets;
mod error;
mod items;
mod joint;
mod layers;
mod lemmas;
mod lists;
mod sets;
mod shared;
mod supports;
mod table;
mod walk;
mod words;

pub use backward::{Backward, FOLLOWED_BACK};
pub use cosets::Cosets;
pub use error::{MOST_BYTES, MOST_ITEMS, ReachError};
pub use items::Items;
pub use joint::Joint;
pub use layers::{At, FOLLOWED_AHEAD, Forward, Layers};
pub use lemmas::{Counts, Side};
pub use lists::{Followed, Lists, MOST_LISTED};
pub use supports::Support;
pub use table::Limit;

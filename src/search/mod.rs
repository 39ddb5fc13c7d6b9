//! The budget loop and enumeration: questions that take more than one call of
//! a solver.

mod all;
mod asker;
mod batch;
mod error;
mod improve;
mod maximum;
mod minimum;
mod result;
mod rotation;
mod split;
mod stages;
mod ways;

pub use all::{Enumeration, enumerate};
pub use batch::in_order;
pub use error::{Halt, SearchError};
pub use improve::{Improvement, Improver, improve};
pub use maximum::up_to_maximum;
pub use minimum::{Strategy, exactly, minimum};
pub use result::{Attempt, AttemptVerdict, Bound, Certified, Event, Minimum, Refutation};
pub use stages::{Carrier, StageResult, Staged, Stages, StagesError};
pub use ways::{Way, shortest_way};

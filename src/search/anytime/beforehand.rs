//! What is known of a question before it is searched from both sides.

use crate::control::Control;
use crate::problem::Solution;
use crate::search::{Minimum, Notify, Refutation};

/// What is known of a question.
#[derive(Default)]
pub struct Beforehand<'a> {
    /// A solution.
    pub solution: Option<Solution>,
    /// Lengths that have no solution.
    pub refutations: Vec<Refutation>,
    /// What refutes the first lengths, before formulas do.
    pub refuter: Option<&'a Refuter<'a>>,
}

/// Another engine, which refutes the first lengths of a question until the control stops it; `None` if it cannot ask it. It
/// announces each length by [`Event::Meeting`](crate::search::Event::Meeting).
pub type Refuter<'a> = dyn Fn(&Control, &Notify<'_>) -> Result<Option<Minimum>, String> + Sync + 'a;

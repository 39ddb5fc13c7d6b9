//! Results known before the search from both sides.

use crate::control::Control;
use crate::problem::Solution;
use crate::search::{Minimum, Notify, Refutation};

/// Previous results about a question.
#[derive(Default)]
pub struct PriorResults<'a> {
    /// A solution.
    pub solution: Option<Solution>,
    /// Lengths that have no solution.
    pub refutations: Vec<Refutation>,
    /// What refutes the first lengths, before formulas do.
    pub refuter: Option<&'a Refuter<'a>>,
}

/// Another engine, which refutes the first lengths of a question until the control stops it; returns `None` if it does not
/// support the question. It announces each length by [`Event::Meeting`](crate::search::Event::Meeting).
pub type Refuter<'a> = dyn Fn(&Control, &Notify<'_>) -> Result<Option<Minimum>, String> + Sync + 'a;

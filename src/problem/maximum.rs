//! Upper bounds, known in advance, on the length of shortest solutions.

use itertools::Itertools;

use super::checked::Problem;
use crate::puzzle::Pattern;

impl Problem {
    /// An upper bound on the length of shortest solutions: from the constraints or, if there are none, from the maximum
    /// in the puzzle file.
    pub fn known_maximum(&self) -> Option<usize> {
        let longest = self.constraints.max_length(&self.allowed);
        longest.or_else(|| self.claimed_maximum())
    }

    /// Whether turns are forbidden or there are side constraints. `canonical` is not one of them.
    pub(crate) fn has_further_requirements(&self) -> bool {
        self.allowed != self.usual_turns() || !self.constraints.is_empty()
    }

    /// The maximum length of shortest solutions that the puzzle file claims for problems like this one.
    ///
    /// *Where it applies.* The number is about one goal: the solved state, or the solved state in some orientation,
    /// with all turns and no constraints. If start or goal stands for several states, one state that is close enough is
    /// sufficient. So the number applies
    ///
    /// 1. if the goal is the solved state or a pattern that contains the solved state;
    /// 2. if the start is such a state or pattern, because inverse sequences have the same length;
    /// 3. if start or goal is the solved state in other colors, because renaming colors preserves solutions;
    /// 4. for any start and goal, if all pieces look different. Then each state x·g arises from the solved state x by
    ///    exactly one g, and the sequences from x·g to x·h are the sequences from x to x·g⁻¹·h.
    ///
    /// If pieces look alike, the graph of states may look different from different states, and the number says nothing
    /// about other goals.
    pub fn claimed_maximum(&self) -> Option<usize> {
        if self.has_further_requirements() {
            return None;
        }
        let maximum = self.puzzle.maximum().in_metric(self.metric);
        if self.up_to_rotation {
            return maximum.any;
        }
        let mut kinds = 0..self.puzzle.pieces().kinds().len();
        let is_solved = |end: &Pattern| self.admits_solved_in_some_colors(end);
        let holds = is_solved(&self.goal)
            || is_solved(&self.start)
            || kinds.all(|kind| self.puzzle.tells_apart(kind));
        maximum.exact.filter(|_| holds)
    }

    /// Whether a pattern admits the solved state or is the solved state in other colors.
    fn admits_solved_in_some_colors(&self, pattern: &Pattern) -> bool {
        let solved = self.puzzle.solved();
        let Some(state) = pattern.state() else {
            return pattern.admits(solved);
        };
        // Both show the same colors, so a renaming that is a function is injective.
        let renaming = solved.colors().iter().zip(state.colors()).unique();
        renaming.count() == self.puzzle.colors().len()
    }
}

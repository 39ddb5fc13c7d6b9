//! How long a shortest solution is at most, as far as that is known beforehand.

use itertools::Itertools;

use super::checked::Problem;
use crate::puzzle::Pattern;

impl Problem {
    /// No shortest solution of such problems is longer: by what is asked of it, or else by the
    /// maximum of the puzzle file.
    #[must_use]
    pub fn known_maximum(&self) -> Option<usize> {
        if self.asks_for_more() {
            self.constraints.longest(&self.allowed)
        } else {
            self.claimed_maximum()
        }
    }

    /// Whether more is asked of a solution than that it leads to the goal.
    pub(crate) fn asks_for_more(&self) -> bool {
        self.allowed != self.usual_turns() || !self.constraints.is_empty()
    }

    /// The longest shortest solution of such problems, if the puzzle file claims to know it.
    ///
    /// *Where it holds.* The number is about one goal: the solved state, or that in some
    /// orientation. It is asked for with all turns, and with nothing else. If start or goal stands for
    /// several states, one that is near enough will do. So it holds
    ///
    /// 1. to the solved state, and to a pattern that has it;
    /// 2. from there, as the turns that lead back are as many;
    /// 3. to or from the solved state in other colors: to rename colors has no part in turning, so it
    ///    carries solutions to solutions;
    /// 4. between any states, if all pieces look different. Then a state x·g is made of the solved
    ///    state x by one g only, and the turns that lead from x·g to x·h are just those that lead from
    ///    x to x·g⁻¹·h.
    ///
    /// Where pieces look alike, the graph of states need not look the same from everywhere, and the
    /// number says nothing of other goals.
    #[must_use]
    pub fn claimed_maximum(&self) -> Option<usize> {
        if self.asks_for_more() {
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

    /// Whether the solved state is one of a pattern's, or all there is, with its colors renamed.
    fn admits_solved_in_some_colors(&self, pattern: &Pattern) -> bool {
        let solved = self.puzzle.solved();
        let Some(state) = pattern.state() else {
            return pattern.admits(solved);
        };
        let pairs = || solved.colors().iter().zip(state.colors());
        let count = |pairs: usize| pairs == self.puzzle.colors().len();
        // One new name for each old one, and one old for each new.
        count(pairs().unique().count())
    }
}

//! Limits the work of a search.

/// The search ran out of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BudgetExhausted;

/// The number of steps left.
pub(super) struct Budget {
    pub(super) steps_left: u64,
}

impl Budget {
    pub(super) fn new(steps_left: u64) -> Self {
        Self { steps_left }
    }

    pub(super) fn spend(&mut self, steps: usize) -> Result<(), BudgetExhausted> {
        self.steps_left = self
            .steps_left
            .checked_sub(steps as u64)
            .ok_or(BudgetExhausted)?;
        Ok(())
    }

    /// Does some work with at most `most` of the remaining steps.
    pub(super) fn with_limit<T>(&mut self, most: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        let mut part = Self::new(self.steps_left.min(most));
        let given = part.steps_left;
        let done = work(&mut part);
        self.steps_left -= given - part.steps_left;
        done
    }
}

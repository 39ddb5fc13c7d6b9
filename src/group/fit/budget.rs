//! Limits the work of a search.

/// The search ran out of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BudgetExhausted;

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

    /// Does some work with at most `max_steps` of the remaining steps.
    pub(super) fn with_limit<T>(&mut self, max_steps: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        let granted = self.steps_left.min(max_steps);
        let mut part = Self::new(granted);
        let result = work(&mut part);
        self.steps_left -= granted - part.steps_left;
        result
    }
}

//! `twistsat solve` by a plan that the program finds.

use std::time::Duration;

use super::task::Task;
use super::task_args::Method;
use crate::control::Control;
use crate::plan::PEEL;
use crate::problem::Problem;
use crate::search::peel;
use crate::search::{Anytime, Event, Minimum, Strategy};

impl Task {
    /// Whether a problem is solved by a plan that the program finds: because that is asked for, or
    /// because the puzzle file names it.
    pub(super) fn peels(&self, problem: &Problem) -> bool {
        let ascends = self.strategy == Strategy::Ascend && self.question.turns.is_none();
        let by_file = || problem.puzzle.plan() == Some(PEEL) && peel::suits(problem);
        let may = !self.by_plan && self.method == Method::Sat && ascends;
        self.peels || may && by_file()
    }

    /// How a problem is solved by such a plan. Asked for alone, its first solution is enough.
    pub(super) fn peeled(
        &self,
        problem: &Problem,
        control: &Control,
        notify: impl Fn(&Event<'_>) + Send + Sync,
    ) -> Minimum {
        let patience = if self.peels && !self.improves {
            Some(Duration::ZERO)
        } else {
            self.patience
        };
        let limits = Anytime {
            good_enough: self.good_enough,
            patience,
            all_ways: false,
        };
        let search = self.search(control).notify(notify);
        search.peeled(problem, &self.peel, limits)
    }
}

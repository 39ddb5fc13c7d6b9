//! The ways to begin: first stages of one length, each handed on as it is found.
//!
//! *Repeats.* Where a first stage ends with a turn that the second may make, it is a shorter first stage
//! and the beginning of a second. So is one with such a turn before its last, if the two commute. Both are left
//! out, and of turns that commute one order is asked for.

use std::ops::ControlFlow;

use itertools::Itertools;

use crate::encode::Encoder;
use crate::plan::Plan;
use crate::problem::Budget;
use crate::puzzle::{State, TurnId};
use crate::search::beforehand::without_formula;
use crate::search::{Search, Stages, StagesError};

/// A state, and a plan of two stages from there.
#[derive(Clone, Debug)]
pub(super) struct Begin<'a> {
    pub(super) stages: &'a Stages,
    pub(super) start: &'a State,
}

impl Begin<'_> {
    fn plan(&self) -> &Plan {
        self.stages.plan()
    }

    /// Hands on the first stages of a length. Some that only repeat shorter ones
    /// are left out.
    pub(super) fn each(
        &self,
        length: usize,
        search: &Search<'_>,
        mut found: impl FnMut(Vec<TurnId>) -> ControlFlow<()>,
    ) -> Result<(), StagesError> {
        let reduction = &self.stages.reductions()[0];
        let mut problem = reduction.problem(self.start, Budget::Exactly(length))?;
        problem.canonical = true;
        if length == 0 {
            if reduction.reaches(self.start, &[]) {
                let _ = found(Vec::new());
            }
            return Ok(());
        }
        let mut encoder = Encoder::new(&problem, search.means()?.recipe);
        if without_formula(&mut encoder, &problem, search.controlled_by())?.is_some() {
            return Ok(());
        }
        drop(encoder);
        search.enumerate_without(&problem, &self.repeating(), |solution| {
            let turns = reduction.lift(solution);
            match reduction.reaches(self.start, &turns) {
                true => found(turns),
                false => ControlFlow::Continue(()),
            }
        })?;
        Ok(())
    }

    /// The ends of first stages that repeat shorter ones, as the reduced puzzle calls its turns.
    fn repeating(&self) -> Vec<Vec<TurnId>> {
        let second = &self.plan().stages[1].allowed;
        let puzzle = &self.plan().puzzle;
        let seen = self.stages.reductions()[0].quotient().turns().iter();
        let turns: Vec<(TurnId, TurnId)> = { seen.enumerate() }
            .filter_map(|(seen, &turn)| Some((seen, turn?)))
            .collect();
        let (inside, outside): (Vec<_>, Vec<_>) =
            turns.iter().partition(|(_, turn)| second.contains(turn));
        let before = { inside.iter().cartesian_product(&outside) }
            .filter(|((_, a), (_, b))| puzzle.commute(*a, *b))
            .map(|((a, _), (b, _))| vec![*a, *b]);
        let last = inside.iter().map(|&(seen, _)| vec![seen]);
        last.chain(before).collect()
    }
}

//! Selects and orders the solutions that are listed.

use std::collections::HashMap;
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::problem::{Classes, Cost, Equivalence, FreeTurns, Problem, Question, Solution};
use crate::puzzle::{Color, TurnId};
use crate::search::Enumeration;

/// Which solutions are listed. Its keys are the options of `enumerate` with these names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ListOptions {
    /// The maximum number of solutions; with [`rank`](Self::rank), the cheapest of all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
    /// The equivalences of solutions; one solution of each class is listed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub distinct: Vec<Equivalence>,
    /// Whether the cheapest solutions come first.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub rank: bool,
}

/// A solution in a list.
#[derive(Clone, Debug)]
pub struct ListedSolution {
    /// The solution, the cheapest of its class.
    pub solution: Solution,
    /// Its cost, in a ranked list.
    pub cost: Option<usize>,
    /// The size of its class, if solutions are listed by class.
    pub class_size: Option<usize>,
}

/// The result of listing solutions.
#[derive(Clone, Debug)]
pub struct Enumerated {
    /// The problem, with the budget that was tried.
    pub problem: Problem,
    /// The length of the solutions; `None` if no length has a solution, or if the length is unknown.
    pub turns: Option<usize>,
    /// The enumeration of this length.
    pub result: Enumeration,
    /// What refutes all shorter lengths, in words, if the question asked for the shortest solutions.
    pub shorter: Vec<String>,
    /// The number of listed solutions.
    pub listed: usize,
    /// The number of solutions of the requested length that were left out because their first or last turns cancel with
    /// free turns.
    pub cancelling: usize,
    /// The number of classes, if one solution of each was requested.
    pub classes: Option<usize>,
    /// Whether only the cheapest solutions were requested.
    pub is_cheapest: bool,
    /// Whether more expensive solutions were left out.
    pub is_cut: bool,
}

impl Enumerated {
    /// The result of a search, before its solutions are ordered or merged into classes.
    pub(super) fn new(
        problem: &Problem,
        turns: Option<usize>,
        result: Enumeration,
        shorter: Vec<String>,
    ) -> Self {
        Self {
            problem: problem.clone(),
            turns,
            result,
            shorter,
            listed: 0,
            cancelling: 0,
            classes: None,
            is_cheapest: false,
            is_cut: false,
        }
    }

    /// The lengths that were found to have no solution, one sentence each.
    pub(crate) fn refuted(&self, question: &Question) -> Vec<String> {
        let refutations = self.result.refutations.iter();
        match question.turns {
            Some(_) => refutations.map(ToString::to_string).collect(),
            None => self.shorter.clone(),
        }
    }
}

/// The sort key of a solution in a ranked list: its cost, its turns, and the state that it solves.
type Rank = (Option<usize>, Vec<TurnId>, Vec<Color>);

/// Receives each solution and decides whether to continue.
pub(super) type SolutionSink<'a> = dyn FnMut(ListedSolution) -> ControlFlow<()> + 'a;

impl ListOptions {
    /// Rejects a limit of 0, a ranking without costs, and costs that have no effect.
    pub fn check(&self, question: &Question) -> Result<(), Error> {
        if self.limit == Some(0) {
            return Err(Error::malformed("{limit} must be at least 1"));
        }
        question.check_ranked("rank", self.rank)
    }
}

/// Collects solutions for a list: passes each on at once, or holds all back until their classes and order are known.
pub(super) struct Lister<'a> {
    listing: &'a ListOptions,
    /// The costs of turns, if the cheapest solutions come first.
    cost: Option<Cost>,
    free: FreeTurns,
    /// The solutions held back: all of them, or fewer than 2 N if the cheapest N are wanted and there are no classes.
    held_back: Vec<Solution>,
    count: usize,
    sink: &'a mut SolutionSink<'a>,
}

impl<'a> Lister<'a> {
    /// Prepares a list. Costs that are only used to rank solutions are removed from the problem.
    pub(super) fn new(
        listing: &'a ListOptions,
        question: &Question,
        problem: &mut Problem,
        sink: &'a mut SolutionSink<'a>,
    ) -> Result<Self, Error> {
        let mut cost = problem.constraints.cost.clone();
        let limit = cost.as_mut().and_then(|cost| cost.max_total.take());
        if limit.is_none() {
            *problem = problem.clone().changed(|data| data.constraints.cost = None);
        }
        Ok(Self {
            listing,
            cost: cost.filter(|_| listing.rank),
            free: question.free_turns(problem)?,
            held_back: Vec::new(),
            count: 0,
            sink,
        })
    }

    fn has_classes(&self) -> bool {
        !self.listing.distinct.is_empty()
    }

    /// Whether solutions are passed on only when all have been found.
    fn holds_back(&self) -> bool {
        self.cost.is_some() || self.has_classes()
    }

    /// The number of solutions wanted, if these are the cheapest.
    pub(super) fn cheapest_limit(&self) -> Option<usize> {
        self.listing.limit.filter(|_| self.cost.is_some())
    }

    /// Takes a solution; returns whether to continue.
    pub(super) fn add(&mut self, solution: &Solution) -> ControlFlow<()> {
        self.count += 1;
        if self.holds_back() {
            self.held_back.push(solution.clone());
            self.drop_expensive();
        } else {
            (self.sink)(ListedSolution {
                solution: solution.clone(),
                cost: None,
                class_size: None,
            })?;
        }
        // The cheapest solutions are known only when all have been found.
        if self.cheapest_limit().is_none() && self.listing.limit == Some(self.count) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Discards solutions that are not among the cheapest. With classes, all are needed, because a class counts once.
    fn drop_expensive(&mut self) {
        if let Some(wanted) = self.cheapest_limit().filter(|_| !self.has_classes())
            && self.held_back.len() >= wanted.saturating_mul(2)
        {
            let mut kept = std::mem::take(&mut self.held_back);
            kept.sort_by_cached_key(|solution| self.rank(solution));
            kept.truncate(wanted);
            self.held_back = kept;
        }
    }

    fn cost_of(&self, solution: &Solution) -> Option<usize> {
        let cost = self.cost.as_ref()?;
        Some(cost.of(solution.turns()).unwrap_or(usize::MAX))
    }

    fn rank(&self, solution: &Solution) -> Rank {
        (
            self.cost_of(solution),
            solution.turns().to_vec(),
            solution.start().colors().to_vec(),
        )
    }

    /// Passes on the solutions held back, and records in the result how many are listed.
    pub(super) fn finish(mut self, found: &mut Enumerated) {
        let holds_back = self.holds_back();
        let mut rows = self.class_rows(&found.problem);
        if self.cost.is_some() {
            rows.sort_by_cached_key(|(solution, _)| self.rank(solution));
        }
        let classes = self.has_classes().then_some(rows.len());
        rows.truncate(self.cheapest_limit().unwrap_or(usize::MAX));
        found.listed = if holds_back { rows.len() } else { self.count };
        found.classes = classes;
        found.is_cheapest = self.cheapest_limit().is_some();
        found.is_cut = found.is_cheapest && found.listed < classes.unwrap_or(self.count);
        for (solution, class_size) in rows {
            let row = ListedSolution {
                cost: self.cost_of(&solution),
                class_size: self.has_classes().then_some(class_size),
                solution,
            };
            if (self.sink)(row).is_break() {
                break;
            }
        }
    }

    /// One solution of each class, the first in a ranked list, and the size of the class.
    fn class_rows(&mut self, problem: &Problem) -> Vec<(Solution, usize)> {
        let kept = std::mem::take(&mut self.held_back);
        if !self.has_classes() {
            return kept.into_iter().map(|solution| (solution, 1)).collect();
        }
        let classes = Classes::new(&problem.puzzle, &self.listing.distinct, &self.free);
        let mut rows: Vec<(Solution, usize)> = Vec::new();
        let mut numbers = HashMap::new();
        for solution in kept {
            // Solutions of different states are never equivalent.
            let key = (classes.key(solution.turns()), solution.start().clone());
            let new = rows.len();
            let number = *numbers.entry(key).or_insert(new);
            if number == new {
                rows.push((solution, 1));
                continue;
            }
            let (best, size) = &mut rows[number];
            *size += 1;
            if self.cost.is_some() && self.rank(&solution) < self.rank(best) {
                *best = solution;
            }
        }
        rows
    }
}

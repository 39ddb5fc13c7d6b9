//! The solutions of an enumeration: printed at once, or kept for their classes and their order.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::args::Args;
use crate::cli::output::Format;
use crate::cli::progress::Progress;
use crate::cli::{Failure, output};
use crate::notation::Notation;
use crate::problem::{Classes, Cost, Free, Problem, Question, Solution};
use crate::puzzle::{Color, TurnId};
use crate::report;
use crate::report::text;

/// Where a solution stands in a ranked list: its cost, its turns, and the state that it solves.
type Rank = (Option<usize>, Vec<TurnId>, Vec<Color>);

/// What is done with solutions.
pub(super) struct Collected<'a> {
    args: &'a Args,
    pub(super) notation: Notation,
    /// What turns cost, if the cheapest come first.
    cost: Option<Cost>,
    free: Free,
    /// What waits for the others; of these, if only the cheapest are wanted, no more than a few times as many.
    kept: Vec<Solution>,
    /// What was printed, or is to be.
    texts: Vec<String>,
    starts: Vec<String>,
    count: usize,
    /// How many solutions waited, one of each class if that was asked for.
    rows: usize,
    /// How many of these were printed.
    printed: usize,
    broken: Option<Failure>,
    /// How many solutions are in the class of each that is printed.
    pub(super) alike: Vec<usize>,
    /// What each that is printed costs.
    pub(super) costs: Vec<usize>,
}

impl<'a> Collected<'a> {
    /// What the options ask for. Costs that only rank are none of the problem.
    pub(super) fn new(
        args: &'a Args,
        question: &Question,
        problem: &mut Problem,
    ) -> Result<Self, Failure> {
        let cost = problem.constraints.cost.clone().filter(|_| args.rank);
        let limit = problem.constraints.cost.as_ref().and_then(|cost| cost.most);
        if limit.is_none() {
            problem.constraints.cost = None;
        }
        Ok(Self {
            args,
            notation: question.notation,
            cost: cost.map(|cost| Cost { most: None, ..cost }),
            free: question.free_turns(problem)?,
            kept: Vec::new(),
            texts: Vec::new(),
            starts: Vec::new(),
            count: 0,
            rows: 0,
            printed: 0,
            broken: None,
            alike: Vec::new(),
            costs: Vec::new(),
        })
    }

    fn waits(&self) -> bool {
        self.cost.is_some() || !self.args.distinct.is_empty()
    }

    /// Takes a solution; whether more are wanted.
    pub(super) fn take(
        &mut self,
        problem: &Problem,
        solution: &Solution,
        progress: &Progress,
    ) -> ControlFlow<()> {
        self.count += 1;
        if self.waits() {
            self.kept.push(solution.clone());
            self.drop_expensive();
        } else {
            let printed = progress.suspend(|| self.print(problem, solution, None, None));
            self.broken = printed.err();
        }
        // Which are the cheapest is known when all have been found.
        let is_last = self.cheapest().is_none() && self.args.limit == Some(self.count);
        if self.broken.is_some() || is_last {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// How many are wanted, where these are the cheapest.
    pub(super) fn cheapest(&self) -> Option<usize> {
        self.args.limit.filter(|_| self.cost.is_some())
    }

    /// Forgets solutions that are not among the cheapest. Where a class counts once, all are needed.
    fn drop_expensive(&mut self) {
        let Some(most) = self.cheapest().filter(|_| self.args.distinct.is_empty()) else {
            return;
        };
        if self.kept.len() >= most.saturating_mul(2) {
            let mut kept = std::mem::take(&mut self.kept);
            kept.sort_by_cached_key(|solution| self.rank(solution));
            kept.truncate(most);
            self.kept = kept;
        }
    }

    /// What a solution costs; `None` if no costs are asked for.
    fn cost_of(&self, solution: &Solution) -> Option<usize> {
        let cost = self.cost.as_ref()?;
        Some(cost.of(solution.turns()).unwrap_or(usize::MAX))
    }

    /// The order of a ranked list: of equal cost, turn by turn in the order of the puzzle file.
    fn rank(&self, solution: &Solution) -> Rank {
        (
            self.cost_of(solution),
            solution.turns().to_vec(),
            solution.start().colors().to_vec(),
        )
    }

    fn print(
        &mut self,
        problem: &Problem,
        solution: &Solution,
        cost: Option<usize>,
        alike: Option<usize>,
    ) -> Result<(), Failure> {
        match self.args.format {
            Format::Json => {
                self.texts.push(solution.write(self.notation));
                self.starts.extend(report::completed(problem, solution));
                Ok(())
            }
            Format::Text => {
                let line = report::with_start(problem, self.notation, solution);
                output::part_line(&text::classed(&line, cost, alike))
            }
            Format::Alg => output::part_line(&report::alg(problem, self.notation, solution)),
        }
    }

    /// Prints what waited. The solutions and their starts, for a report.
    pub(super) fn finish(
        &mut self,
        problem: &Problem,
    ) -> Result<(Vec<String>, Vec<String>), Failure> {
        if let Some(failure) = self.broken.take() {
            return Err(failure);
        }
        let mut rows = self.rows(problem);
        if self.cost.is_some() {
            rows.sort_by_cached_key(|(solution, _)| self.rank(solution));
        }
        self.rows = rows.len();
        rows.truncate(self.cheapest().unwrap_or(usize::MAX));
        self.printed += rows.len();
        for (solution, alike) in rows {
            let cost = self.cost_of(&solution);
            let alike = (!self.args.distinct.is_empty()).then_some(alike);
            self.print(problem, &solution, cost, alike)?;
            self.costs.extend(cost);
            self.alike.extend(alike);
        }
        Ok((
            std::mem::take(&mut self.texts),
            std::mem::take(&mut self.starts),
        ))
    }

    /// One solution of each class, the first in a ranked list, and the size of the class.
    fn rows(&mut self, problem: &Problem) -> Vec<(Solution, usize)> {
        let kept = std::mem::take(&mut self.kept);
        if self.args.distinct.is_empty() {
            return kept.into_iter().map(|solution| (solution, 1)).collect();
        }
        let classes = Classes::new(&problem.puzzle, &self.args.distinct, &self.free);
        let mut rows: Vec<(Solution, usize)> = Vec::new();
        let mut numbers: HashMap<(Vec<TurnId>, Vec<usize>), usize> = HashMap::new();
        for solution in kept {
            // What solves another state is another solution.
            let start = if problem.start.is_state() {
                Vec::new()
            } else {
                solution.start().colors().to_vec()
            };
            let key = (classes.key(solution.turns()), start);
            let new = rows.len();
            let number = *numbers.entry(key).or_insert(new);
            if number == new {
                rows.push((solution, 1));
                continue;
            }
            let row = &mut rows[number];
            row.1 += 1;
            if self.cost.is_some() && self.rank(&solution) < self.rank(&row.0) {
                row.0 = solution;
            }
        }
        rows
    }

    /// How many solutions are in the list.
    pub(super) fn listed(&self) -> usize {
        self.printed
    }

    /// Whether the list has the cheapest only, and some are left out.
    pub(super) fn is_cut(&self) -> bool {
        let all = if self.args.distinct.is_empty() {
            self.count
        } else {
            self.rows
        };
        self.cheapest().is_some() && self.printed < all
    }

    /// How many classes there are, in words.
    pub(super) fn classes(&self) -> Option<String> {
        (!self.args.distinct.is_empty()).then(|| match self.rows {
            1 => "1 class".to_owned(),
            count => format!("{count} classes"),
        })
    }
}

//! The solutions of an enumeration: printed at once, or kept for their classes and their order.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::args::Args;
use crate::cli::output::Format;
use crate::cli::progress::Progress;
use crate::cli::{Failure, output};
use crate::notation::Notation;
use crate::problem::{Classes, Cost, Free, Problem, Solution};
use crate::puzzle::TurnId;
use crate::report;
use crate::report::text;

/// What is done with solutions.
pub(super) struct Collected<'a> {
    args: &'a Args,
    pub(super) notation: Notation,
    /// What turns cost, if the cheapest come first.
    cost: Option<Cost>,
    free: Free,
    /// What waits for the others.
    kept: Vec<Solution>,
    /// What was printed, or is to be.
    texts: Vec<String>,
    starts: Vec<String>,
    count: usize,
    broken: Option<Failure>,
    /// How many solutions are in the class of each that is printed.
    pub(super) alike: Vec<usize>,
    /// What each that is printed costs.
    pub(super) costs: Vec<usize>,
}

impl<'a> Collected<'a> {
    /// What the options ask for. Costs that only rank are none of the problem.
    pub(super) fn new(args: &'a Args, problem: &mut Problem) -> Result<Self, Failure> {
        let notation = args.problem.text.notation;
        let cost = problem.constraints.cost.clone().filter(|_| args.rank);
        let limit = problem.constraints.cost.as_ref().and_then(|cost| cost.most);
        if limit.is_none() {
            problem.constraints.cost = None;
        }
        Ok(Self {
            args,
            notation,
            cost: cost.map(|cost| Cost { most: None, ..cost }),
            free: args.free.named(problem, notation)?,
            kept: Vec::new(),
            texts: Vec::new(),
            starts: Vec::new(),
            count: 0,
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
        } else {
            let printed = progress.suspend(|| self.print(problem, solution, None, None));
            self.broken = printed.err();
        }
        match self.broken.is_none() && self.args.limit != Some(self.count) {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
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
                output::line(&text::classed(&line, cost, alike))
            }
            Format::Alg => output::line(&report::alg(problem, self.notation, solution)),
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
        // Of equal cost, those that were found first.
        rows.sort_by_key(|(cost, ..)| *cost);
        for (cost, solution, alike) in rows {
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

    /// One solution of each class, the cheapest, with its cost and the size of the class.
    fn rows(&mut self, problem: &Problem) -> Vec<(Option<usize>, Solution, usize)> {
        let classes = Classes::new(&problem.puzzle, &self.args.distinct, &self.free);
        let mut rows: Vec<(Option<usize>, Solution, usize)> = Vec::new();
        let mut numbers: HashMap<(Vec<TurnId>, Vec<usize>), usize> = HashMap::new();
        for solution in std::mem::take(&mut self.kept) {
            let cost =
                { self.cost.as_ref() }.map(|cost| cost.of(solution.turns()).unwrap_or(usize::MAX));
            if self.args.distinct.is_empty() {
                rows.push((cost, solution, 1));
                continue;
            }
            // What solves another state is another solution.
            let start = match problem.start.is_state() {
                true => Vec::new(),
                false => solution.start().colors().to_vec(),
            };
            let key = (classes.key(solution.turns()), start);
            let new = rows.len();
            let number = *numbers.entry(key).or_insert(new);
            if number == new {
                rows.push((cost, solution, 1));
                continue;
            }
            let row = &mut rows[number];
            row.2 += 1;
            if cost < row.0 {
                (row.0, row.1) = (cost, solution);
            }
        }
        rows
    }

    /// How many classes there are, in words.
    pub(super) fn classes(&self) -> Option<String> {
        (!self.args.distinct.is_empty()).then(|| match self.alike.len() {
            1 => "1 class".to_owned(),
            count => format!("{count} classes"),
        })
    }
}

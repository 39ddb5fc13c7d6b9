//! The budget loop: raises or lowers the budget until a shortest solution is found and every shorter length is refuted.
//!
//! *Why it is sound.* The loop keeps the set of open lengths, which are not refuted yet. A refuted formula removes only
//! the lengths that its refutation covers (see [`RefutedLengths`](crate::encode::RefutedLengths)), which need not be all
//! lengths up to its budget. A solution is minimal when no length below its own is open. So the loop does not assume that
//! solvability is monotone in the budget, which is false in general.

use std::sync::atomic::Ordering;

use super::attempt::Answer;
use super::known::KnownSolutions;
use super::open_lengths::OpenLengths;
use super::rotation::{lift, up_to_rotation};
use super::without_solver::{refuted_without_formula, refuted_without_solver};
use super::{Event, Minimum, Refutation, Search, Strategy, UnknownReason};
use crate::encode::{Encoder, Justification, Symmetry};
use crate::error::{Error, ErrorKind};
use crate::problem::{Budget, Problem, Rotations, Solution};

/// A search with an unlimited budget tests its solver once before its first formula of this length or more.
const FIRST_TESTED_LENGTH: usize = 12;

impl Search<'_> {
    /// Finds a shortest solution with at most the problem's budget of turns.
    ///
    /// # Errors
    /// [`Error`] if the problem cannot be encoded, or the solver cannot be used or gives a wrong answer. A stop or a crash
    /// of the solver is not an error: see [`Minimum::stop`].
    pub fn minimum(&self, problem: &Problem) -> Result<Minimum, Error> {
        let premise = self.check_premise(problem)?;
        let up_to_rotation = match self.selected_recipe()?.symmetry {
            Symmetry::None => None,
            Symmetry::Rotation => up_to_rotation(problem),
        };
        let found = match up_to_rotation {
            None => self.budget_loop(problem, Minimum::of(problem)),
            Some((rotations, held)) => self.minimum_from_rotation(problem, &rotations, &held),
        };
        Ok(found?.with_premise(premise))
    }

    /// Solves `held` first, the problem up to rotation. If that does not answer the problem, solves the problem itself.
    fn minimum_from_rotation(
        &self,
        problem: &Problem,
        rotations: &Rotations,
        held: &Problem,
    ) -> Result<Minimum, Error> {
        // A solution up to rotation is not necessarily a solution of the problem.
        let without_solutions = self.clone().notify(|event| {
            if !matches!(event, Event::Improved(_)) {
                self.report(event);
            }
        });
        let found = without_solutions.budget_loop(held, Minimum::of(problem))?;
        let known = lift(problem, rotations, found);
        if let Some(solution) = &known.solution {
            self.report(&Event::Improved(solution));
        }
        if known.complete || known.stop.is_some() {
            return Ok(known);
        }
        self.budget_loop(problem, known)
    }

    /// Finds a shortest solution, given lengths of the same problem that another method has refuted.
    ///
    /// # Errors
    /// As [`Self::minimum`].
    pub fn minimum_beyond(
        &self,
        problem: &Problem,
        refutations: Vec<Refutation>,
    ) -> Result<Minimum, Error> {
        if refutations.is_empty() {
            return self.minimum(problem);
        }
        let premise = self.check_premise(problem)?;
        let known = Minimum {
            refutations,
            ..Minimum::of(problem)
        };
        Ok(self.budget_loop(problem, known)?.with_premise(premise))
    }

    /// Continues from `known`, the result of a search of the same problem with a smaller budget.
    pub(super) fn continue_search(
        &self,
        problem: &Problem,
        known: Minimum,
    ) -> Result<Minimum, Error> {
        let ascending = self.clone().strategy(Strategy::Ascend);
        ascending.budget_loop(problem, known.converted_to(problem))
    }

    fn budget_loop(&self, problem: &Problem, known: Minimum) -> Result<Minimum, Error> {
        let recipe = self.selected_recipe()?;
        let strategy = self.strategy;
        let mut open = OpenLengths::new(problem.budget.slots());
        for refutation in &known.refutations {
            open.refute(&refutation.covers.lengths);
        }
        // Only a search without earlier results may skip lengths before its first formula.
        let mut may_skip_lengths = known.refutations.is_empty();
        let mut result = known;
        match Solution::replay(problem, Vec::new()) {
            Ok(solution) => {
                result.solution = Some(solution);
                open.limit_below(0);
            }
            Err(error) => {
                if let ErrorKind::Undecided(undecided) = error.kind() {
                    result.stop = Some(UnknownReason::Undecided(undecided));
                    return Ok(result);
                }
                for mut covers in refuted_without_solver(problem) {
                    // A continued search knows some of these refutations already.
                    covers.lengths = covers.lengths.intersection(&open.lengths);
                    if covers.lengths.is_empty() {
                        continue;
                    }
                    open.refute(&covers.lengths);
                    result.refutations.push(Refutation::new(covers, None));
                }
            }
        }
        let mut known = KnownSolutions::of(problem);
        let mut encoder = Encoder::new(problem, recipe).allow_smaller_recipe();
        let mut reported = 0;
        let mut is_solver_tested = !problem.budget.is_unlimited() || self.found_length.is_some();
        loop {
            if let Some(found) = self.found_length {
                let length = found.load(Ordering::SeqCst);
                open.limit_below(length);
                known.other_length = Some(length);
            }
            known.check(&result.refutations)?;
            // With a solution, the longest open length comes next: its refutation usually covers the shorter lengths.
            let direction = match &result.solution {
                Some(_) => Strategy::Descend,
                None => strategy,
            };
            let Some(turns) = open.next_length(direction) else {
                break;
            };
            let asked = problem.within(Budget::AtMost(turns));
            if !is_solver_tested && result.solution.is_none() && turns >= FIRST_TESTED_LENGTH {
                is_solver_tested = true;
                self.test_solver(problem)?;
            }
            // Before the first report, lengths are refuted so quickly that one report is enough.
            if reported > 0 {
                reported = self.report_bound(reported, &open, &result);
            }
            if let Some(covers) = refuted_without_formula(&mut encoder, &asked, &self.control)? {
                // After lists, the formula of the next length is easy, but formulas of larger budgets are not.
                let by_lists = covers.justification == Justification::Lists;
                may_skip_lengths &= !by_lists;
                open.refute(&covers.lengths);
                result.refutations.push(Refutation::new(covers, None));
                // Report the bound now, because the next lists may take seconds.
                if by_lists {
                    reported = self.report_bound(reported, &open, &result);
                }
                continue;
            }
            let asked = match strategy {
                Strategy::Ascend if may_skip_lengths => {
                    may_skip_lengths = false;
                    problem.within(Budget::AtMost(open.first_formula_length(turns, recipe)))
                }
                _ => asked,
            };
            reported = self.report_bound(reported, &open, &result);
            let (attempt, answer) = self.attempt(&asked, &mut encoder)?;
            let solver = attempt.solver_in_words();
            result.attempts.push(attempt);
            match answer {
                Answer::Found(solution) => {
                    open.limit_below(solution.len());
                    known.found.push(solution.clone());
                    self.report(&Event::Improved(&solution));
                    result.solution = Some(solution);
                }
                Answer::Refuted(covers) => {
                    open.refute(&covers.lengths);
                    let refutation = Refutation::new(covers, Some(solver));
                    result.refutations.push(refutation);
                }
                Answer::Stopped(stop) => {
                    result.stop = Some(stop);
                    return Ok(result);
                }
            }
        }
        self.report_bound(reported, &open, &result);
        result.complete = true;
        Ok(result)
    }

    /// Returns the least open length, and reports it if it exceeds `reported`, the last length reported.
    fn report_bound(&self, reported: usize, open: &OpenLengths, known: &Minimum) -> usize {
        let least = open.least_open();
        if least > reported {
            let below = least - 1;
            let refutes = |it: &&Refutation| it.covers.lengths.contains(below);
            let why = known.refutations.iter().rfind(refutes);
            self.report(&Event::AtLeast(least, why));
        }
        least
    }
}

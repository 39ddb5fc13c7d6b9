//! Who lists the solutions, and with what free turns around them.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::super::graph::meet;
use super::super::progress::Progress;
use super::args::Args;
use crate::cli::Failure;
use crate::cli::args::Method;
use crate::control::Control;
use crate::problem::{Budget, Free, Problem, Question, Solution};
use crate::search::{Enumeration, Event, Minimum, Search, in_order, shortest_freed};

/// What came of listing solutions.
pub(super) struct Listed {
    /// Their length; `None` if no length has one, or if it was not found out.
    pub(super) turns: Option<usize>,
    pub(super) result: Enumeration,
    /// What refutes the shorter lengths, if the shortest was looked for.
    pub(super) shorter: Vec<String>,
}

/// How solutions are listed.
pub(super) struct Lister<'a> {
    pub(super) args: &'a Args,
    pub(super) question: &'a Question,
    pub(super) search: Search<'a>,
    pub(super) control: &'a Control,
    pub(super) progress: &'a Progress,
}

/// Is told of a solution, and says whether it wants more.
type Tell<'a> = &'a mut dyn FnMut(&Solution) -> ControlFlow<()>;

impl Lister<'_> {
    /// Lists the solutions of a length, or the shortest ones.
    pub(super) fn list(
        &self,
        problem: &Problem,
        free: &Free,
        found: Tell<'_>,
    ) -> Result<Listed, Failure> {
        if !free.is_empty() {
            return self.freed(problem, free, found);
        }
        match self.args.method {
            Method::Sat => self.by_sat(problem, found),
            Method::Meet => self.by_meet(problem, found),
        }
    }

    fn by_sat(&self, problem: &Problem, found: Tell<'_>) -> Result<Listed, Failure> {
        let mut shorter = Vec::new();
        let mut problem = problem.clone();
        let length = match self.question.turns {
            Some(turns) => Length::Known(turns),
            None => {
                let result = self.shortest(&problem)?;
                shorter = result.refuted();
                if let Some(solution) = &result.solution {
                    problem = problem.with_known(solution);
                }
                Length::of(result)
            }
        };
        let (turns, result) = match length {
            Length::Unknown(none) => (None, none),
            Length::Known(turns) => {
                self.progress.count("enumerating");
                let problem = problem.within(Budget::Exactly(turns));
                (Some(turns), self.exactly(&problem, found)?)
            }
        };
        Ok(Listed {
            turns,
            result,
            shorter,
        })
    }

    fn by_meet(&self, problem: &Problem, found: Tell<'_>) -> Result<Listed, Failure> {
        let (turns, result, whole) = self.ask(|means| meet::enumerate(problem, means, found))?;
        Ok(Listed {
            turns,
            result,
            shorter: whole.refuted(),
        })
    }

    /// Asks the search from both ends.
    fn ask<R>(&self, ask: impl FnOnce(&meet::Means<'_>) -> R) -> R {
        let means = meet::Means {
            memory: self.args.memory.bytes(),
            control: self.control,
            notify: &|turns, states| self.progress.show(&Event::Meeting { turns, states }),
        };
        ask(&means)
    }

    /// The shortest solution.
    fn shortest(&self, problem: &Problem) -> Result<Minimum, Failure> {
        match (self.args.method, self.question.max_turns) {
            (Method::Meet, _) => self.ask(|means| meet::solve(problem, means)),
            (Method::Sat, Some(_)) => self.search.minimum(problem).map_err(Failure::error),
            (Method::Sat, None) => self.search.up_to_maximum(problem).map_err(Failure::error),
        }
    }

    /// All solutions of one length, on as many threads as there are: split by their first turn.
    fn exactly(&self, problem: &Problem, found: Tell<'_>) -> Result<Enumeration, Failure> {
        if self.args.method == Method::Meet {
            let (_, result, _) = self.ask(|means| meet::enumerate(problem, means, found))?;
            return Ok(result);
        }
        let jobs = self.control.jobs();
        let length = problem.budget.slots();
        let is_split = jobs.get() > 1 && length > 0 && problem.constraints.starts_with.is_empty();
        if !is_split {
            let listed = self.search.enumerate(problem, found);
            return listed.map_err(Failure::error);
        }
        let part = |&turn: &usize| {
            let mut part = problem.clone();
            part.constraints.starts_with = vec![turn];
            part
        };
        let parts: Vec<Problem> = problem.allowed.iter().map(part).collect();
        let (mut listed, mut failure) = (Vec::new(), None);
        let work = |part: &Problem| {
            let mut solutions = Vec::new();
            let listed = self.search.enumerate(part, |solution| {
                solutions.push(solution.clone());
                ControlFlow::Continue(())
            });
            (solutions, listed)
        };
        in_order(&parts, jobs, work, |_, (solutions, found_here)| {
            let mut part = match found_here {
                Ok(part) => part,
                Err(error) => {
                    failure = Some(Failure::error(error));
                    return false;
                }
            };
            let told = solutions.iter().position(|solution| {
                // A part knows nothing of the rule that was added for it.
                let whole = Solution::replay_from(
                    problem,
                    solution.start().clone(),
                    solution.turns().to_vec(),
                );
                whole.is_ok_and(|whole| found(&whole).is_break())
            });
            if let Some(last) = told {
                part.count = last + 1;
                part.complete = false;
            }
            let goes_on = told.is_none() && part.stop.is_none();
            // That no solution begins with this turn says nothing of the start itself.
            let refutations = part.refutations.drain(..);
            part.refutations = refutations.map(|it| it.of_length(length)).collect();
            listed.push(part);
            goes_on
        });
        if let Some(failure) = failure {
            return Err(failure);
        }
        Ok(Enumeration::of_cases(listed, parts.len()))
    }

    /// With free turns around them: after each of what free turns do first.
    fn freed(&self, problem: &Problem, free: &Free, found: Tell<'_>) -> Result<Listed, Failure> {
        let freed = free.of(problem).map_err(Failure::error)?;
        let (mut shorter, mut known) = (Vec::new(), None);
        let turns = match problem.budget {
            Budget::Exactly(turns) => turns,
            Budget::AtMost(_) => {
                let ask = |problem: &Problem| self.shortest(problem);
                let result = shortest_freed(problem, &freed, ask, Failure::error)?;
                shorter = result.refuted();
                known.clone_from(&result.solution);
                match Length::of(result) {
                    Length::Known(turns) => turns,
                    Length::Unknown(result) => {
                        return Ok(Listed {
                            turns: None,
                            result,
                            shorter,
                        });
                    }
                }
            }
        };
        self.progress.count("enumerating");
        let mut seen = HashSet::new();
        let mut listed = Vec::new();
        for one in &freed {
            let (mut count, mut ends, mut wrong) = (0, false, None);
            let mut exactly = one.problem.within(Budget::Exactly(turns));
            if let Some(known) = &known {
                exactly = exactly.with_known(known);
            }
            let mut part = self.exactly(&exactly, &mut |solution| {
                match one.completed(solution.clone()) {
                    // Solutions of one state that differ only by free turns are one.
                    Ok(solution)
                        if !seen.insert((solution.start().clone(), solution.turns().to_vec())) =>
                    {
                        ControlFlow::Continue(())
                    }
                    Ok(solution) => {
                        count += 1;
                        let next = found(&solution);
                        ends = next.is_break();
                        next
                    }
                    Err(error) => {
                        wrong = Some(error);
                        ControlFlow::Break(())
                    }
                }
            })?;
            if let Some(error) = wrong {
                return Err(Failure::error(error));
            }
            part.count = count;
            let stopped = ends || part.stop.is_some();
            listed.push(part);
            if stopped {
                break;
            }
        }
        Ok(Listed {
            turns: Some(turns),
            result: Enumeration::of_cases(listed, freed.len()),
            shorter,
        })
    }
}

/// What the search for the shortest length came to.
enum Length {
    Known(usize),
    /// There is none, or it was not found out.
    Unknown(Enumeration),
}

impl Length {
    fn of(result: Minimum) -> Self {
        match (&result.solution, result.stop) {
            (Some(solution), None) => Length::Known(solution.len()),
            (_, stop) => Length::Unknown(Enumeration {
                count: 0,
                complete: stop.is_none(),
                stop,
                refutations: result.refutations,
            }),
        }
    }
}

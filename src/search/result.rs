//! Results and events of a search.

use std::fmt;
use std::time::Duration;

use super::refutation::{Refutation, lengths_in_words};
use super::{ImprovementMethod, Milestone, UnknownReason};
use crate::encode::ReplacedRecipe;
use crate::problem::{Lengths, Problem, Solution};
use crate::puzzle::{Metric, Premise};

/// The result of one formula.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    /// The budget.
    pub turns: usize,
    /// The solver's verdict.
    pub verdict: AttemptVerdict,
    /// The number of variables of the formula.
    pub variables: u32,
    /// The number of clauses of the formula.
    pub clauses: usize,
    /// Seconds to build the formula.
    pub encode_seconds: f64,
    /// Seconds to load and solve the formula.
    pub solve_seconds: f64,
    /// The recipe's name.
    pub recipe: String,
    /// The solver's name.
    pub solver: String,
    /// The number of parts into which the formula was split, each solved on its own thread.
    pub parts: usize,
    /// Whether the formula is about the problem up to rotation.
    pub up_to_rotation: bool,
}

impl Attempt {
    /// The source of the verdict in words: `batsat`, `batsat in 2 parts`.
    pub fn solver_in_words(&self) -> String {
        match self.parts {
            0 | 1 => self.solver.clone(),
            parts => format!("{} in {parts} parts", self.solver),
        }
    }
}

/// A verdict without its model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttemptVerdict {
    /// Satisfiable.
    Sat {
        /// The number of turns of the solution after shortening.
        found: usize,
    },
    /// Unsatisfiable.
    Unsat,
    /// Stopped, or the solver failed.
    Unknown(UnknownReason),
}

impl fmt::Display for AttemptVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AttemptVerdict::Sat { .. } => "sat",
            AttemptVerdict::Unsat => "unsat",
            AttemptVerdict::Unknown(_) => "unknown",
        })
    }
}

/// What happens during a search, for display.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// A stage of a plan begins, counted from 1.
    Stage(usize),
    /// A formula was built and passed to the solver.
    Solving {
        /// The budget.
        turns: usize,
        /// The number of variables of the formula.
        variables: u32,
        /// The number of clauses of the formula.
        clauses: usize,
    },
    /// A formula was solved or given up.
    Answered(&'a Attempt),
    /// A better solution was found.
    Improved(&'a Solution),
    /// A better lower bound on the number of turns, with the refutation of the length just below it, if there is one.
    /// Reported before slow steps and at the end.
    AtLeast(usize, Option<&'a Refutation>),
    /// The method with which the solution is now being shortened.
    Trying(ImprovementMethod),
    /// A search without a time limit continues because a shortest solution is expected within this time.
    Expected(Duration),
    /// In an anytime search, a better solution or a better bound.
    Milestone(&'a Milestone),
    /// A graph search, from both ends or with tables of cosets, begins to search a length.
    GraphSearch {
        /// The length.
        turns: usize,
        /// The number of stored states; `None` with tables, which store no states.
        states: Option<u64>,
    },
    /// All solutions of a length are being listed.
    Enumerating(usize),
    /// The solution of a plan is being shortened: `None` at the beginning, then the number of turns of each shorter one.
    Improving(Option<usize>),
    /// A cheaper solution was found.
    Cheaper {
        /// The solution.
        solution: &'a Solution,
        /// The cost of its turns.
        cost: usize,
    },
    /// A depth-first search with tables begins to search a length.
    Deepening(usize),
    /// The recipe needed too many clauses and was replaced by another one.
    ReplacedRecipe(&'a ReplacedRecipe),
    /// The maximum claimed by the puzzle or plan file is wrong: a solution exists, but none within that many turns.
    MaximumTooSmall(usize),
}

/// Called with each event of a search.
pub type Notify<'a> = dyn Fn(&Event<'_>) + Send + Sync + 'a;

/// The result of a search for a shortest solution.
#[derive(Clone, Debug, Default)]
pub struct Minimum {
    /// The shortest solution found.
    pub solution: Option<Solution>,
    /// The refuted lengths, in the order of their refutation.
    pub refutations: Vec<Refutation>,
    /// Whether it is proved that no shorter solution exists; without a solution, that none exists within the budget.
    pub complete: bool,
    /// Why the search ended early.
    pub stop: Option<UnknownReason>,
    /// Every formula that was tried.
    pub attempts: Vec<Attempt>,
    /// The certificate of the refutations, if one was written.
    pub certificate: Option<Certified>,
    /// The milestones of an anytime search; empty for other searches.
    pub history: Vec<Milestone>,
    /// Where the budget comes from.
    pub budget_source: BudgetSource,
    /// The budget and the constraints, in words.
    pub(super) question: String,
    /// Whether the budget is unlimited.
    pub(super) open_ended: bool,
    /// How length is counted.
    pub(super) metric: Metric,
}

/// Why a search has no solution to show.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoSolution {
    /// No solution of any length exists.
    #[error("no solution of any length")]
    Unsolvable,
    /// No solution exists within the budget.
    #[error("no solution of {0}")]
    Refuted(String),
    /// No solution exists within the maximum that the puzzle file claims for all states.
    #[error("no solution of {0}; the puzzle file says that no state needs more")]
    Claimed(String),
    /// The search ended before its budget was refuted.
    #[error("unknown whether there is a solution of {question} ({stop})")]
    Unknown {
        /// The budget and the constraints.
        question: String,
        /// Why it ended.
        stop: UnknownReason,
    },
    /// A search without a budget ended early. It may be known that a solution exists.
    #[error("no solution of {question} was found ({stop})")]
    NotFound {
        /// The budget and the constraints.
        question: String,
        /// Why it ended.
        stop: UnknownReason,
    },
}

/// Where the budget of a search comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BudgetSource {
    /// The question.
    #[default]
    Asked,
    /// The maximum that the puzzle file claims for all states.
    Claimed,
    /// The maximum that the puzzle file claims was too small, so the search continued without a limit.
    TooSmall,
}

/// A certificate whose proof was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certified {
    /// The greatest refuted length: no length from 0 to this one has a solution.
    pub max_refuted_length: usize,
    /// The path of its file.
    pub file: String,
}

impl Minimum {
    /// The result of a search that has not begun.
    pub(crate) fn of(problem: &Problem) -> Self {
        Self {
            question: problem.question_in_words(),
            open_ended: problem.budget.is_unlimited(),
            metric: problem.metric,
            ..Self::default()
        }
    }

    /// Restates the result for another problem that it answers, such as the same problem with another budget.
    pub(crate) fn converted_to(self, problem: &Problem) -> Self {
        Self {
            question: problem.question_in_words(),
            open_ended: problem.budget.is_unlimited(),
            ..self
        }
    }

    pub(crate) fn with_stop(self, stop: UnknownReason) -> Self {
        let stop = Some(stop);
        Self { stop, ..self }
    }

    /// The shortest solution found.
    ///
    /// # Errors
    /// [`NoSolution`] says why none was found.
    pub fn solution(&self) -> Result<&Solution, NoSolution> {
        self.solution
            .as_ref()
            .ok_or_else(|| self.without_solution())
    }

    fn without_solution(&self) -> NoSolution {
        if self.is_unsolvable() {
            return NoSolution::Unsolvable;
        }
        let question = self.question.clone();
        match (self.stop.clone(), self.budget_source) {
            (Some(stop), _) if self.open_ended && !matches!(stop, UnknownReason::Undecided(_)) => {
                NoSolution::NotFound { question, stop }
            }
            (Some(stop), _) => NoSolution::Unknown { question, stop },
            (None, BudgetSource::Claimed) => NoSolution::Claimed(question),
            (None, BudgetSource::Asked | BudgetSource::TooSmall) => NoSolution::Refuted(question),
        }
    }

    /// Qualifies the result if it is undecided whether start and goal are possible states of the puzzle. A solution
    /// settles that; "no solution" proves nothing about a state that may be impossible.
    #[must_use]
    pub fn with_premise(mut self, premise: Premise) -> Self {
        if let (Premise::Undecided(undecided), None) = (premise, &self.solution) {
            self.complete = false;
            self.refutations
                .retain(|refutation| !refutation.covers_all_lengths());
            self.stop.get_or_insert(UnknownReason::Undecided(undecided));
        }
        self
    }

    /// The greatest proved lower bound on the length of a solution: every shorter length is
    /// [refuted](Self::refutations), or the solution is minimal.
    pub fn lower_bound(&self) -> usize {
        if let Some(solution) = self.solution.as_ref().filter(|_| self.complete) {
            return solution.len();
        }
        Refutation::lengths_of(&self.refutations).first_missing()
    }

    /// Whether every length below that of the solution is [refuted](Self::refutations), so that the solution is minimal.
    pub(super) fn refutes_all_shorter(&self) -> bool {
        let refuted = Refutation::lengths_of(&self.refutations);
        let solution = self.solution.as_ref();
        solution.is_some_and(|solution| refuted.first_missing() >= solution.len())
    }

    /// Whether the solution is proved to be shortest.
    pub fn is_minimal(&self) -> bool {
        self.complete && self.solution.is_some()
    }

    /// The text after the length of the solution: `, minimal`, or why minimality is not proved. Empty if the search ended
    /// without a proof because the question does not ask for a shortest solution.
    pub(crate) fn minimality_in_words(&self) -> String {
        match &self.stop {
            _ if self.is_minimal() => ", minimal".to_owned(),
            Some(stop) => format!(", not proved minimal: {stop}"),
            None => String::new(),
        }
    }

    /// Whether it is known that there is no solution of any length.
    pub fn is_unsolvable(&self) -> bool {
        self.complete && self.refutations.iter().any(Refutation::covers_all_lengths)
    }

    /// The reasons why no solution is shorter, with their sources.
    pub fn proof_of_minimality(&self) -> String {
        let reasons = self.refutations_in_words();
        if reasons.is_empty() {
            "the start is the goal".to_owned()
        } else {
            reasons.join("; ")
        }
    }

    /// The refutations in words, except those whose lengths are covered by later ones or are not below the solution's
    /// length. With a certificate, only a line about the certificate.
    pub fn refutations_in_words(&self) -> Vec<String> {
        if let Some(certified) = &self.certificate {
            let lengths = lengths_in_words(&Lengths::between(0..=certified.max_refuted_length));
            let file = &certified.file;
            return vec![format!("{lengths}: checked proof, {file}")];
        }
        let mut covered = Lengths::default();
        let mut reasons: Vec<String> = Vec::new();
        for refutation in self.refutations.iter().rev() {
            let new = refutation.covers.lengths.without(&covered);
            let shorter = |first| self.solution.as_ref().is_none_or(|it| first < it.len());
            if new.first().is_some_and(shorter) {
                reasons.push(refutation.to_string());
                covered = covered.union(&refutation.covers.lengths);
            }
        }
        reasons.reverse();
        reasons
    }
}

/// `F U2 R' (3 turns, minimal)`, or why there is no solution.
impl fmt::Display for Minimum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let solution = match self.solution() {
            Ok(solution) => solution,
            Err(error) => return error.fmt(f),
        };
        if !solution.is_empty() {
            write!(f, "{solution} ")?;
        }
        write!(
            f,
            "({}{})",
            self.metric.count(solution.len()),
            self.minimality_in_words()
        )
    }
}

//! What a search came to, and what happens on its way.

use std::fmt;
use std::time::Duration;

use itertools::Itertools;

use super::{Improver, Milestone, UnknownReason};
use crate::encode::{Justification, RefutedLengths, Replaced};
use crate::problem::{Lengths, Problem, Solution, Unsolvable};
use crate::puzzle::{Metric, Premise};

/// What came of one formula.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    /// The budget.
    pub turns: usize,
    /// What the solver said.
    pub verdict: AttemptVerdict,
    /// Variables of the formula.
    pub variables: u32,
    /// Clauses of the formula.
    pub clauses: usize,
    /// How many of them are lemmas.
    pub lemmas: usize,
    /// Seconds to build the formula.
    pub encode_seconds: f64,
    /// Seconds to load and solve it.
    pub solve_seconds: f64,
    /// The recipe's name.
    pub recipe: String,
    /// The solver's name.
    pub solver: String,
    /// Into how many parts it was split, each on a thread of its own.
    pub parts: usize,
    /// Whether the formula is about the same problem up to rotation.
    pub up_to_rotation: bool,
}

impl Attempt {
    /// Who says what was said, in words: `batsat`, `batsat in 2 parts`.
    #[must_use]
    pub fn witness(&self) -> String {
        match self.parts {
            0 | 1 => self.solver.clone(),
            parts => format!("{} in {parts} parts", self.solver),
        }
    }
}

/// A verdict without its model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttemptVerdict {
    /// Satisfiable, by a solution that has this length when shortened.
    Sat {
        /// Turns of the solution.
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

/// What happens during a search, for whoever shows it.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// A stage of a plan begins, counted from 1.
    Stage(usize),
    /// A formula was built and goes to the solver.
    Solving {
        /// The budget.
        turns: usize,
        /// Variables of the formula.
        variables: u32,
        /// Clauses of the formula.
        clauses: usize,
    },
    /// A formula was answered.
    Answered(&'a Attempt),
    /// A better solution was found.
    Improved(&'a Solution),
    /// No solution has fewer turns, and this refuted the last length below, if any
    /// did. It is told before a formula is made, and at the end, if it has risen.
    AtLeast(usize, Option<&'a Refutation>),
    /// Of a search from both sides: what is tried to make the solution shorter.
    Trying(Improver),
    /// Of a search that ends by itself: it goes on, as a shortest solution is expected within this time.
    Expected(Duration),
    /// Of a search from both sides: a better solution, or a better bound.
    News(&'a Milestone),
    /// A breadth-first search from both ends goes on to a length.
    Meeting {
        /// The length.
        turns: usize,
        /// How many states are stored; `None` beneath tables, where no state is.
        states: Option<u64>,
    },
    /// All solutions of a length are being listed.
    Enumerating(usize),
    /// The solution of a plan is being made shorter, and has this many turns by now, if any were saved.
    Improving(Option<usize>),
    /// A cheaper solution was found.
    Cheaper {
        /// The solution.
        solution: &'a Solution,
        /// What its turns cost.
        cost: usize,
    },
    /// A depth-first search under tables goes on to a length.
    Deepening(usize),
    /// The recipe needed too many clauses, and another one took its place.
    Replaced(&'a Replaced),
    /// There is a solution, but none of so many turns, which the puzzle file says are enough.
    TooSmall(usize),
}

/// Called with each event of a search.
pub type Notify<'a> = dyn Fn(&Event<'_>) + Send + Sync + 'a;

/// Lengths without a solution, and who says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// What was refuted, and why that covers these lengths.
    pub covers: RefutedLengths,
    /// Who says so, see [`Attempt::witness`]; `None` where it took no solver.
    pub solver: Option<String>,
    /// Whether it is about the same problem up to rotation, which takes no more
    /// turns.
    pub up_to_rotation: bool,
}

impl fmt::Display for Refutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_reason(f)?;
        if self.up_to_rotation && !self.is_for_ever() {
            f.write_str("; even up to rotation, which takes no more turns")?;
        }
        Ok(())
    }
}

impl Refutation {
    /// Whether no length has a solution.
    #[must_use]
    pub fn is_for_ever(&self) -> bool {
        self.unsolvable().is_some()
    }

    /// Why no length has a solution, if that is what was refuted.
    #[must_use]
    pub fn unsolvable(&self) -> Option<Unsolvable> {
        match self.covers.justification {
            Justification::Unsolvable(why) => Some(why),
            _ => None,
        }
    }

    /// What it says of one length alone.
    #[must_use]
    pub fn of_length(mut self, length: usize) -> Self {
        if self.is_for_ever() {
            self.covers.justification = Justification::CaseByCase;
        }
        self.covers.lengths = self.covers.lengths.intersection(&Lengths::only(length));
        self
    }

    /// Whether both are refuted by the same argument, and on the same word.
    pub(super) fn has_reason_of(&self, other: &Self) -> bool {
        let lengths = other.covers.lengths.clone();
        let covers = RefutedLengths {
            lengths,
            ..self.covers
        };
        Self {
            covers,
            ..self.clone()
        } == *other
    }

    /// The lengths that some refutations cover together.
    #[must_use]
    pub fn lengths_of<'a>(refutations: impl IntoIterator<Item = &'a Self>) -> Lengths {
        let lengths = refutations.into_iter().map(|it| &it.covers.lengths);
        lengths.fold(Lengths::default(), |all, some| all.union(some))
    }

    /// A refutation of the problem itself.
    pub(crate) fn new(covers: RefutedLengths, solver: Option<String>) -> Self {
        Self {
            covers,
            solver,
            up_to_rotation: false,
        }
    }

    fn write_reason(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lengths = written(&self.covers.lengths);
        let by = match &self.solver {
            Some(solver) => format!("{lengths}: unsat by {solver}, unchecked"),
            None => lengths.clone(),
        };
        match self.covers.justification {
            Justification::OneLength if self.solver.is_none() => {
                write!(f, "{lengths}: the start is not the goal")
            }
            Justification::OneLength => f.write_str(&by),
            Justification::OneLengthShortest => {
                write!(f, "{by}; no shortest solution has this length")
            }
            Justification::IdleSlots => write!(f, "{by}; idle slots cover the shorter lengths"),
            Justification::SplitTurns => {
                write!(
                    f,
                    "{by}; in a shorter solution, a turn could be split in two"
                )
            }
            Justification::TurnAndBack => write!(
                f,
                "{by}; to a shorter solution a turn and its inverse could be added"
            ),
            Justification::Parity => {
                let first = self.covers.lengths.first();
                let odd = first.is_some_and(|length| length % 2 == 1);
                let which = if odd { "odd" } else { "even" };
                write!(f, "{which} lengths: ruled out by the parity of the turns")
            }
            Justification::Reach => write!(
                f,
                "{lengths}: too few turns for some pieces, whatever the others do"
            ),
            Justification::Asked => write!(f, "{lengths}: shorter than the side constraints allow"),
            Justification::CaseByCase => {
                write!(f, "{lengths}: refuted case by case")?;
                let mut solver = self.solver.iter();
                solver.try_for_each(|it| write!(f, " (by {it}, unchecked)"))
            }
            Justification::Other => {
                let by = self.solver.as_deref().unwrap_or("another method");
                write!(f, "{lengths}: none by {by}")
            }
            Justification::Unsolvable(unsolvable) => write!(f, "every length: {unsolvable}"),
        }
    }
}

/// `length 4`, `lengths 0 to 7`, `lengths 1, 3, 5`.
fn written(lengths: &Lengths) -> String {
    let (Some(first), Some(last)) = (lengths.first(), lengths.last()) else {
        return "no length".to_owned();
    };
    if first == last {
        format!("length {first}")
    } else if *lengths == Lengths::between(first..=last) {
        format!("lengths {first} to {last}")
    } else if lengths.count() > 4 {
        format!("lengths {}, … {last}", lengths.iter().take(2).join(", "))
    } else {
        format!("lengths {}", lengths.iter().join(", "))
    }
}

/// The result of the budget loop.
#[derive(Clone, Debug, Default)]
pub struct Minimum {
    /// The shortest solution found.
    pub solution: Option<Solution>,
    /// The lengths that were refuted, in the order in which they were.
    pub refutations: Vec<Refutation>,
    /// Whether nothing shorter exists (with a solution), or nothing within
    /// the budget (without).
    pub complete: bool,
    /// Why the loop ended early.
    pub stop: Option<UnknownReason>,
    /// Every formula that was tried.
    pub attempts: Vec<Attempt>,
    /// The certificate of what was refuted, if one was written afterwards.
    pub certificate: Option<Certified>,
    /// What happened on the way, of a search from both sides; else empty.
    pub history: Vec<Milestone>,
    /// Where the budget comes from.
    pub bound: Bound,
    /// The budget and what else was asked for, in words.
    pub(super) asked_for: String,
    /// Whether the budget is no limit.
    pub(super) open_ended: bool,
    /// How length is counted.
    pub(super) metric: Metric,
}

/// Why a search has no solution to show.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoSolution {
    /// There is none, of any length.
    #[error("no solution of any length")]
    Unsolvable,
    /// There is none within the budget.
    #[error("no solution of {0}")]
    Refuted(String),
    /// There is none within the maximum that the puzzle file claims.
    #[error("no solution of {0}; the puzzle file says that no state needs more")]
    Claimed(String),
    /// The search ended before its budget was refuted.
    #[error("unknown whether there is a solution of {asked_for} ({stop})")]
    Unknown {
        /// The budget and what else was asked for.
        asked_for: String,
        /// Why it ended.
        stop: UnknownReason,
    },
    /// The search ended early, and had no budget. There may be a known reason why a solution exists.
    #[error("no solution was found, of {asked_for} ({stop})")]
    NotFound {
        /// The budget and what else was asked for.
        asked_for: String,
        /// Why it ended.
        stop: UnknownReason,
    },
}

/// Where the budget of a search comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// It is part of the question.
    #[default]
    Asked,
    /// The puzzle file says that no state needs more turns.
    Claimed,
    /// The puzzle file said so, and was wrong: the search went on without any.
    TooSmall,
}

/// A certificate, whose proof was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certified {
    /// No length from 0 to this one has a solution.
    pub most: usize,
    /// Its file.
    pub file: String,
}

impl Minimum {
    /// Nothing, so far, of a problem.
    #[must_use]
    pub(crate) fn of(problem: &Problem) -> Self {
        Self {
            asked_for: problem.asked_for(),
            open_ended: problem.budget.is_open(),
            metric: problem.metric,
            ..Self::default()
        }
    }

    /// What was found out, as what is known of this problem.
    pub(super) fn of_problem(self, problem: &Problem) -> Self {
        let Self {
            asked_for,
            open_ended,
            metric,
            ..
        } = Self::of(problem);
        Self {
            asked_for,
            open_ended,
            metric,
            ..self
        }
    }

    /// The same, but for what ended the search early.
    pub(crate) fn stopped(self, stop: UnknownReason) -> Self {
        let stop = Some(stop);
        Self { stop, ..self }
    }

    /// The shortest solution found.
    ///
    /// # Errors
    /// [`NoSolution`] says why there is none.
    pub fn solution(&self) -> Result<&Solution, NoSolution> {
        self.solution
            .as_ref()
            .ok_or_else(|| self.without_solution())
    }

    fn without_solution(&self) -> NoSolution {
        if self.unsolvable() {
            return NoSolution::Unsolvable;
        }
        let asked_for = self.asked_for.clone();
        match (self.stop.clone(), self.bound) {
            (Some(stop), _) if self.open_ended && !matches!(stop, UnknownReason::Undecided(_)) => {
                NoSolution::NotFound { asked_for, stop }
            }
            (Some(stop), _) => NoSolution::Unknown { asked_for, stop },
            (None, Bound::Claimed) => NoSolution::Claimed(asked_for),
            (None, Bound::Asked | Bound::TooSmall) => NoSolution::Refuted(asked_for),
        }
    }

    /// What this means where it was perhaps not found out whether the puzzle can have start and goal. A solution
    /// shows it; but that there is none says nothing of a state that the puzzle may not have.
    #[must_use]
    pub fn resting_on(mut self, premise: Premise) -> Self {
        if let (Premise::Undecided(undecided), None) = (premise, &self.solution) {
            self.complete = false;
            self.refutations
                .retain(|refutation| !refutation.is_for_ever());
            self.stop.get_or_insert(UnknownReason::Undecided(undecided));
        }
        self
    }

    /// No solution has fewer turns: every shorter length is among the
    /// [refuted](Self::refutations) ones, or the solution is minimal.
    #[must_use]
    pub fn at_least(&self) -> usize {
        if let Some(solution) = self.solution.as_ref().filter(|_| self.complete) {
            return solution.len();
        }
        Refutation::lengths_of(&self.refutations).first_missing()
    }

    /// Whether the solution is proved to be shortest.
    #[must_use]
    pub fn is_minimal(&self) -> bool {
        self.complete && self.solution.is_some()
    }

    /// `, minimal` or why that is not known, to go behind the length of the solution; nothing
    /// where no shortest one was asked for.
    pub(crate) fn standing(&self) -> String {
        match &self.stop {
            _ if self.is_minimal() => ", minimal".to_owned(),
            Some(stop) => format!(", not proved minimal: {stop}"),
            None => String::new(),
        }
    }

    /// Whether it is known that there is no solution of any length.
    #[must_use]
    pub fn unsolvable(&self) -> bool {
        self.complete && self.refutations.iter().any(Refutation::is_for_ever)
    }

    /// What covers every length below the solution's, and who says so.
    #[must_use]
    pub fn minimal_by(&self) -> String {
        let reasons = self.refuted();
        if reasons.is_empty() {
            "the start is the goal".to_owned()
        } else {
            reasons.join("; ")
        }
    }

    /// The refutations in words. One that later ones cover is left out, and so
    /// is what only covers lengths above the solution's.
    #[must_use]
    pub fn refuted(&self) -> Vec<String> {
        if let Some(Certified { most, file }) = &self.certificate {
            let lengths = written(&Lengths::between(0..=*most));
            return vec![format!("{lengths}: checked proof, {file}")];
        }
        let mut said = Lengths::default();
        let mut reasons: Vec<String> = Vec::new();
        for refutation in self.refutations.iter().rev() {
            let new = refutation.covers.lengths.without(&said);
            let shorter = |first| self.solution.as_ref().is_none_or(|it| first < it.len());
            if new.first().is_some_and(shorter) {
                reasons.push(refutation.to_string());
                said = said.union(&refutation.covers.lengths);
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
            self.standing()
        )
    }
}

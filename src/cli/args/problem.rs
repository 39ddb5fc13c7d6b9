//! Which problem a command line asks: its start, its goal, and what a solution must be.

use std::path::Path;
use std::sync::Arc;

use clap::Args;

use super::constraints::ConstraintArgs;
use super::either::Either;
use super::layout::refused;
use super::plan::PlanArgs;
use super::puzzle::PuzzleArgs;
use super::start::{StartArgs, or_stdin, twice_stdin};
use super::text::{TextArgs, has_groups};
use crate::cli::places::Places;
use crate::cli::{Failure, scrambles};
use crate::problem::{
    Budget, Problem, ProblemError, Reduction, Scramble, Target, names_of_rotations, rotations_named,
};
use crate::puzzle::{Metric, Puzzle, State, Sticker};
use crate::text::shown;

/// Which problem.
#[derive(Args)]
#[group(id = "from", required = true, multiple = false, args = ["scramble", "state", "either"])]
pub(crate) struct ProblemArgs {
    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
    #[command(flatten)]
    start: StartArgs,
    /// Start from this state, from the solved state scrambled by these turns, or from `solved`; `-`
    /// reads stdin. In a state, `.` is an unknown sticker, `[WY]` one that is W or Y
    #[arg(long = "from", value_name = "STATE|TURNS|solved")]
    either: Option<String>,
    /// The goal: `any` (solved up to whole-puzzle rotation), `solved` (in the orientation of the
    /// puzzle file), a state in the symbols of the start, or turns, which stand for the state they
    /// make of the solved one. In a state, `.` is a sticker that does not matter, `[WY]` one that
    /// must be W or Y. May be repeated: any of these
    #[arg(long, value_name = "any|solved|STATE|TURNS", default_value = "any")]
    pub(crate) to: Vec<String>,
    /// The goal may lie otherwise: `y` (any number of these rotations; several may be listed) or
    /// `rotation` (any). What the turns cannot reach is no goal
    #[arg(long, value_name = "ROTATIONS")]
    upto: Option<String>,
    /// How length is counted: htm (a half turn counts as one turn) or qtm (quarter turns only, R2
    /// is R R)
    #[arg(long, value_name = "METRIC", default_value_t)]
    metric: Metric,
    #[command(flatten)]
    pub(crate) text: TextArgs,
    #[command(flatten)]
    pub(crate) constraints: ConstraintArgs,
    #[command(flatten)]
    pub(crate) plan: PlanArgs,
}

impl ProblemArgs {
    /// The problem, with a budget that is decided when it is known.
    pub(crate) fn problem(
        &self,
        budget: impl FnOnce(&Problem) -> Result<Budget, Failure>,
    ) -> Result<Problem, Failure> {
        let StartArgs { scramble, state } = &self.start;
        let starts = [scramble, state, &self.either];
        let start = self.start()?;
        if self.to.iter().any(|to| to == "-")
            && starts.iter().any(|start| start.as_deref() == Some("-"))
        {
            return Err(twice_stdin());
        }
        if self.to.len() > 1 && starts.iter().any(|start| start.as_deref() == Some("-")) {
            let why = "several goals (--to) cannot be combined with a start from stdin (`-`)";
            return Err(Failure::Usage(why.to_owned()));
        }
        self.problem_from(start, budget)
    }

    /// The same from another start.
    pub(crate) fn problem_from(
        &self,
        start: Start<'_>,
        budget: impl FnOnce(&Problem) -> Result<Budget, Failure>,
    ) -> Result<Problem, Failure> {
        let mut problem = self.question()?.posed(start)?;
        for to in self.to.iter().skip(1) {
            let other = self.question_to(to)?.posed(start)?;
            problem = either(problem, &other)?;
        }
        if let Some(words) = &self.upto {
            problem = up_to(problem, words)?;
        }
        if let Some(reduction) = self.plan.stage(&problem.puzzle)? {
            problem = self.reduced(&problem, &reduction)?;
        }
        problem.budget = budget(&problem)?;
        Ok(problem)
    }

    /// How length is counted.
    pub(crate) fn metric(&self) -> Metric {
        self.metric
    }

    /// What was asked for as a goal, as it was written.
    pub(crate) fn goal(&self) -> String {
        self.to.join(" | ")
    }

    /// The start that is given.
    pub(crate) fn start(&self) -> Result<Start<'_>, Failure> {
        let StartArgs { scramble, state } = &self.start;
        Ok(match (scramble, state, &self.either) {
            (Some(turns), _, _) => Start::Scramble(turns),
            (_, Some(text), _) => Start::State(text),
            (_, _, Some(text)) => Start::Either(text),
            (None, None, None) => {
                return Err(Failure::Usage(
                    "give a start: --scramble TURNS, --state STATE, or --from with either"
                        .to_owned(),
                ));
            }
        })
    }

    /// Notes what is read.
    pub(crate) fn note(&self, places: &mut Places) {
        self.puzzle.note(places);
        self.plan.note(places);
        self.constraints.note(places);
        let StartArgs { scramble, state } = &self.start;
        for (option, text) in [
            ("--scramble", scramble.as_deref()),
            ("--state", state.as_deref()),
            ("--from", self.either.as_deref()),
        ]
        .into_iter()
        .chain(self.to.iter().map(|to| ("--to", Some(to.as_str()))))
        {
            match text {
                Some("-") => places.reads(option, Path::new("-")),
                Some(text) => {
                    if let Some(path) = scrambles::file(text) {
                        places.reads(option, path);
                    }
                }
                None => (),
            }
        }
    }

    /// What is asked of a solution that a whole plan does not know.
    pub(crate) fn beside_a_plan(&self) -> Option<&'static str> {
        (!self.constraints.is_empty()).then_some("side constraints")
    }

    /// The problem as a stage of a plan sees it.
    fn reduced(&self, problem: &Problem, reduction: &Reduction) -> Result<Problem, Failure> {
        if self.metric != Metric::HalfTurn {
            let why = "--metric qtm cannot be combined with --stage, which counts every turn of the plan as one";
            return Err(Failure::Usage(why.to_owned()));
        }
        if !self.constraints.is_empty() && !reduction.tells_turns_apart() {
            let why = "side constraints cannot be combined with this stage: some turns act alike on what it sees, so a constraint cannot single one out";
            return Err(Failure::Usage(why.to_owned()));
        }
        let reduced = reduction.problem(&whole_start(problem)?, Budget::AtMost(0));
        let mut reduced = reduced.map_err(Failure::error)?;
        if let Some(whole) = &mut reduced.whole {
            Arc::make_mut(whole).scheme = problem.scheme.clone();
        }
        // The inverse of a scramble may solve the stage, too.
        for turns in problem.known.turns() {
            reduced = reduced.with_known_turns(reduction.lower(turns));
        }
        self.constraints.constrain(reduced, self.text.notation)
    }

    /// What is asked, whatever the start.
    pub(crate) fn question(&self) -> Result<Question<'_>, Failure> {
        let first = self.to.first().map_or("any", String::as_str);
        self.question_to(first)
    }

    /// What is asked of lines of a list, where one goal is all there may be.
    pub(crate) fn check_one_goal(&self, option: &str) -> Result<(), Failure> {
        if self.to.len() > 1 || self.upto.is_some() {
            Err(Failure::Usage(format!(
                "{option} cannot be combined with several goals (--to more than once, --upto)"
            )))
        } else {
            Ok(())
        }
    }

    /// A certificate says one goal.
    pub(crate) fn check_certified_goal(&self, option: &str) -> Result<(), Failure> {
        if self.to.len() > 1 || self.upto.is_some() {
            Err(Failure::Usage(format!(
                "{option} cannot be combined with several goals (--to more than once, --upto), because a certificate says one; ask for each goal by itself: if each is refuted, all are"
            )))
        } else {
            Ok(())
        }
    }

    /// What is asked with one of the goals.
    fn question_to(&self, to: &str) -> Result<Question<'_>, Failure> {
        let puzzle = self.puzzle.puzzle()?;
        self.text.check(&puzzle)?;
        let target = match to {
            // Where no piece is held, any colors will do.
            "any" if self.plan.is_asked() && puzzle.held().is_empty() => Target::Any,
            "any" | "solved" if self.plan.is_asked() => Target::Solved,
            _ if self.plan.is_asked() => {
                let why = "--plan cannot be combined with a state or turns as --to: a plan has its own goals";
                return Err(Failure::Usage(why.to_owned()));
            }
            "any" => Target::Any,
            "solved" => Target::Solved,
            text => self.text.goal(&puzzle, &or_stdin(text)?)?,
        };
        Ok(Question {
            puzzle,
            target,
            args: self,
        })
    }
}

/// The question with the goals of both.
fn either(one: Problem, other: &Problem) -> Result<Problem, Failure> {
    if one.scheme != other.scheme || one.up_to_rotation != other.up_to_rotation {
        let why = "--to: `any` cannot be one of several goals, and all of them must be in the symbols of the start; use --upto for rotations";
        return Err(Failure::Usage(why.to_owned()));
    }
    let goals = [one.each_goal(), other.each_goal()].concat();
    Ok(one.with_goals(goals))
}

/// The question up to rotations.
fn up_to(problem: Problem, words: &str) -> Result<Problem, Failure> {
    if problem.up_to_rotation {
        let why =
            "--upto cannot be combined with --to any, which means any rotation; use --to solved";
        return Err(Failure::Usage(why.to_owned()));
    }
    let mut rotations = Vec::new();
    for word in words.split_whitespace() {
        let named = rotations_named(&problem.puzzle, word).map_err(Failure::error)?;
        if named.is_empty() {
            return Err(no_rotation(&problem.puzzle, word));
        }
        rotations.extend(named);
    }
    if rotations.is_empty() {
        return Err(no_rotation(&problem.puzzle, ""));
    }
    Ok(problem.up_to(&rotations))
}

/// Why a word is no rotation, and what would be one.
fn no_rotation(puzzle: &Puzzle, word: &str) -> Failure {
    let (word, name) = (shown(word), puzzle.name());
    let names = names_of_rotations(puzzle);
    Failure::Error(if names.is_empty() {
        format!("--upto: the file of {name} names no rotation of the whole puzzle")
    } else {
        let names = names.iter().map(|name| format!("`{name}`"));
        let names = names.collect::<Vec<_>>().join(", ");
        format!(
            "--upto: `{word}` is no rotation of {name}; expected `rotation` for all of them, or one or more of {names}, each of which stands for its powers, too"
        )
    })
}

/// The state that a problem starts from.
pub(crate) fn whole_start(problem: &Problem) -> Result<State, Failure> {
    problem.start.state().ok_or_else(|| {
        let why = "--plan requires a start without unknown stickers";
        Failure::Usage(why.to_owned())
    })
}

/// A start as it is written, and what it is said to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start<'a> {
    /// Turns (`--scramble`).
    Scramble(&'a str),
    /// A state (`--state`).
    State(&'a str),
    /// Whichever it can be (`--from`).
    Either(&'a str),
}

/// A problem without its start: read once, asked of many states. The budget of
/// the problems it makes is still to be set.
pub(crate) struct Question<'a> {
    pub(crate) puzzle: Arc<Puzzle>,
    target: Target,
    args: &'a ProblemArgs,
}

impl Question<'_> {
    /// The problem from a start.
    fn posed(&self, start: Start<'_>) -> Result<Problem, Failure> {
        match start {
            Start::Scramble(turns) => self.of_scramble("--scramble", &or_stdin(turns)?),
            Start::State(text) => self.of_state(&or_stdin(text)?),
            Start::Either(text) => self.of_either(&or_stdin(text)?),
        }
    }

    /// What a line of a list is, see [`Self::of_line`].
    pub(crate) fn start_of_line<'l>(&self, line: &'l str) -> Start<'l> {
        if self.args.text.is_turns(&self.puzzle, line) {
            Start::Scramble(line)
        } else {
            Start::State(line)
        }
    }

    /// The problem from where turns lead from the solved state. `what` is what
    /// errors call the turns.
    fn of_scramble(&self, what: &str, turns: &str) -> Result<Problem, Failure> {
        self.after(self.args.text.scramble(what, &self.puzzle, turns)?)
    }

    fn after(&self, scramble: Scramble) -> Result<Problem, Failure> {
        let puzzle = self.puzzle.clone();
        let problem = Problem::scrambled_by(puzzle, scramble, &self.target, Budget::AtMost(0));
        self.constrained(problem.map_err(Failure::error)?)
    }

    /// The problem from a state as text.
    fn of_state(&self, text: &str) -> Result<Problem, Failure> {
        let read = self.args.text.read_state(&self.puzzle, text)?;
        let puzzle = self.puzzle.clone();
        let problem = Problem::of_stickers(puzzle, &read.stickers, &self.target, Budget::AtMost(0));
        let problem = problem.map_err(|error| match error {
            ProblemError::Start(_) => refused(&self.puzzle, text, &read, error),
            error => Failure::error(error),
        })?;
        let tips = read.tips;
        self.constrained(Problem { tips, ..problem })
    }

    /// The problem from a character a facelet, in the puzzle's own order.
    pub(crate) fn of_facelets(&self, symbols: &[char]) -> Result<Problem, Failure> {
        let budget = Budget::AtMost(0);
        let problem = Problem::new(self.puzzle.clone(), symbols, &self.target, budget);
        self.constrained(problem.map_err(Failure::error)?)
    }

    /// The problem from a state, from turns, or from the solved state.
    fn of_either(&self, text: &str) -> Result<Problem, Failure> {
        if text == "solved" {
            return self.after(Scramble::of_turns(&self.puzzle, Vec::new()));
        }
        let instead = "use --scramble for turns, --state for a state";
        match self
            .args
            .text
            .either("--from", instead, &self.puzzle, text)?
        {
            Either::Turns(scramble) => self.after(scramble),
            Either::State(_) => self.of_state(text),
            Either::Neither(error) => Err(error.about("--from must be `solved`, turns or a state")),
        }
    }

    /// The problem in the metric and with the constraints that are asked for.
    fn constrained(&self, problem: Problem) -> Result<Problem, Failure> {
        let problem = problem
            .counted_in(self.args.metric)
            .map_err(Failure::error)?;
        if self.args.plan.is_asked() {
            return Ok(problem);
        }
        let notation = self.args.text.notation;
        self.args.constraints.constrain(problem, notation)
    }

    /// The problem from a line of a list: a scramble if every word of it is one
    /// turn, or if it has turns in groups; else a state.
    pub(crate) fn of_line(&self, line: &str) -> Result<Problem, Failure> {
        let is_turn = |word: &str| self.args.text.is_turn(&self.puzzle, word);
        let has_groups = has_groups(line);
        if self.args.text.is_turns(&self.puzzle, line) {
            return self.of_scramble("the scramble", line);
        }
        // As long as no state: then it is a scramble with a mistake.
        let symbols = Sticker::read_all(&line.split_whitespace().collect::<String>());
        let facelets = self.puzzle.facelets().len();
        let is_state = line.contains('=') || symbols.is_ok_and(|symbols| symbols.len() == facelets);
        if !is_state && (has_groups || line.split_whitespace().any(is_turn)) {
            return self.of_scramble("the scramble", line);
        }
        let read = Scramble::read(self.args.text.notation, &self.puzzle, line);
        let hint = if read.is_ok() {
            " (it was read as a state; if it is a scramble, put spaces between the turns)"
        } else {
            ""
        };
        self.of_state(line).map_err(|error| match error {
            Failure::Error(message) => Failure::Error(format!("{message}{hint}")),
            error => error,
        })
    }
}

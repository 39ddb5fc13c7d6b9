//! The question of a command line: its start, its goal, and its constraints.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use twistsat::Error;
use twistsat::problem::{Problem, Question};
use twistsat::puzzle::{Metric, Puzzle};

use super::constraints::ConstraintArgs;
use super::plan::PlanArgs;
use super::puzzle::PuzzleArgs;
use super::start::{StartArgs, stdin_used_twice};
use super::text::{TextArgs, error_naming_start, note_lowercase};
use crate::exit::option_name;
use crate::files::{Kind, or_stdin};
use crate::path_conflicts::PathRegistry;
use crate::state_files::text_or_file;
use crate::{Failure, files, output, state_files};

/// Selects the problem.
#[derive(Args)]
#[group(id = "start_source", required = true, multiple = false, args = ["scramble", "state", "from", "question_file"])]
pub(crate) struct ProblemArgs {
    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
    #[command(flatten)]
    start: StartArgs,
    /// Start from this state, from the solved state scrambled by these turns, or from `solved`; `-`
    /// reads stdin. In a state, `.` is an unknown sticker, `[WY]` one that is W or Y
    #[arg(long, value_name = "STATE|TURNS|solved")]
    from: Option<String>,
    /// The goal: `any` (solved up to whole-puzzle rotation), `solved` (in the orientation of the
    /// puzzle file), a named goal, such as `cross` (see `twistsat list goals`), cycles of pieces, such as `(UF UR UL)` or `(UF+)`, a state
    /// in the symbols of the start, or turns, which stand for the state that
    /// they lead to from solved. In a state, `.` is a sticker that does not matter, `[WY]` one that
    /// must be W or Y. May be repeated to accept any of several goals
    #[arg(
        long,
        value_name = "any|solved|GOAL|STATE|TURNS",
        default_value = "any"
    )]
    pub(crate) to: Vec<String>,
    /// With a named goal or cycles of pieces as --to: what must be solved, too, such as `edges`, `corners`, `UF` or
    /// `orientation`. All other pieces are free; without --keep, cycles require all of them to be solved
    #[arg(long, value_name = "PIECES")]
    keep: Vec<String>,
    /// Also accept the goal after any number of these rotations, such as `y` (several may be listed), or after any rotation
    /// (`rotation`). A named goal is then accepted on other faces, too: with `rotation`, the cross on any face
    #[arg(long, value_name = "ROTATIONS")]
    goal_up_to: Option<String>,
    /// How length is counted: htm (a half turn counts as one turn) or qtm (quarter turns only, R2
    /// is R R)
    #[arg(long, value_name = "METRIC", default_value_t)]
    metric: Metric,
    #[command(flatten)]
    text: TextArgs,
    #[command(flatten)]
    constraints: ConstraintArgs,
    #[command(flatten)]
    plan: PlanArgs,
    /// Read the question from a file, JSON or TOML: its keys are the names of options with underscores, such as
    /// `{"puzzle": "pocket", "scramble": "R U2 F'"}`; `-` reads stdin
    #[arg(
        long = "question",
        value_name = "FILE|-",
        group = "puzzle_source",
        // Options whose defaults cannot be distinguished from typed values.
        conflicts_with_all = ["to", "metric", "notation"]
    )]
    question_file: Option<PathBuf>,
    /// Print the question as JSON, for --question, without answering it
    #[arg(long)]
    print_question: bool,
}

impl ProblemArgs {
    /// The question of the options. `more` adds the command's own options.
    pub(crate) fn question(&self, more: impl FnOnce(&mut Question)) -> Result<Question, Failure> {
        let StartArgs { scramble, state } = &self.start;
        let starts = [scramble, state, &self.from].into_iter().flatten();
        if starts.chain(&self.to).filter(|text| *text == "-").count() > 1 {
            return Err(stdin_used_twice());
        }
        let puzzle_question = match &self.question_file {
            None if self.puzzle.is_given() => self.puzzle.selected()?.question.clone(),
            _ => Question {
                with: self.puzzle.groups().to_vec(),
                ..Question::default()
            },
        };
        let mut question = Question {
            layout: self.text.layout.clone(),
            notation: self.text.notation,
            keep: self.keep.clone(),
            goal_up_to: self.goal_up_to.clone(),
            metric: self.metric,
            ..puzzle_question
        };
        self.constraints.apply_to(&mut question)?;
        self.plan.apply_to(&mut question)?;
        let mut read = |text: &String| {
            let text = or_stdin(text)?;
            if !text.starts_with('@') {
                return Ok(text);
            }
            let (text, layout) = text_or_file(&self.puzzle.selected()?.puzzle, &text)?;
            question.layout = layout.or(question.layout.take());
            Ok::<_, Failure>(text)
        };
        let scramble = scramble.as_deref().map(or_stdin).transpose()?;
        let state = state.as_ref().map(&mut read).transpose()?;
        let from = self.from.as_ref().map(&mut read).transpose()?;
        let goals = self.to.iter().map(read);
        question.to = goals.collect::<Result<_, Failure>>()?;
        if question.to == ["any"] {
            question.to.clear();
        }
        question.scramble = scramble;
        question.state = state;
        question.from = from;
        more(&mut question);
        match &self.question_file {
            None => Ok(question),
            Some(path) => self.read_question(path, &question),
        }
    }

    /// Reads the question from a file. Rejects options that set keys of a question.
    fn read_question(&self, path: &Path, options: &Question) -> Result<Question, Failure> {
        let options = serde_json::to_value(options).map_err(Failure::error)?;
        let given = options.as_object().and_then(|keys| keys.keys().next());
        if let Some(key) = given {
            let given = option_name(key);
            return Err(Failure::Usage(format!(
                "--question cannot be combined with {given}; write `{key}` into the question"
            )));
        }
        let text = files::read(path, Kind::Definition)?;
        let question =
            Question::from_text(&files::display_name(path), &text).map_err(Failure::error)?;
        let puzzle = self.puzzle.read_from(&question);
        puzzle.map_err(|error| self.explain_error(&error))?;
        Ok(question)
    }

    /// The error for a question. It names keys if the question is from a file, otherwise options.
    pub(crate) fn explain_error(&self, error: &Error) -> Failure {
        match &self.question_file {
            None => Failure::of_question(error, option_name),
            Some(path) => {
                let name = |key: &str| {
                    if Question::has_key(key) {
                        format!("`{key}`")
                    } else {
                        option_name(key)
                    }
                };
                let failure = Failure::of_question(error, name);
                failure.of_file(&files::display_name(path))
            }
        }
    }

    /// Whether only the question is printed.
    pub(crate) fn only_prints_question(&self) -> bool {
        self.print_question
    }

    /// Prints the question if `--print-question` is set; returns whether it is.
    pub(crate) fn print_question(&self, question: &Question) -> Result<bool, Failure> {
        if !self.print_question {
            return Ok(false);
        }
        self.problem(question)?;
        output::print_json(question)?;
        Ok(true)
    }

    /// The problem of a question.
    pub(crate) fn problem(&self, question: &Question) -> Result<Problem, Failure> {
        let puzzle = self.puzzle.puzzle()?;
        let problem = question.problem_of(&puzzle);
        let problem = problem.map_err(|error| self.explain_error(&error))?;
        note_scramble(question, &problem);
        Ok(problem)
    }

    /// The problem of a question with its start from a line of a list.
    pub(crate) fn problem_of_line(
        question: &Question,
        puzzle: &Arc<Puzzle>,
        line: &str,
    ) -> Result<Problem, Failure> {
        let problem = question.problem_of_line(puzzle, line);
        let problem = problem.map_err(|error| error_naming_start(&error, "the scramble"))?;
        if let Some(scramble) = &problem.scramble {
            note_lowercase(question.notation, puzzle, scramble, line);
        }
        Ok(problem)
    }

    /// Rejects a question that a certificate cannot express.
    pub(crate) fn check_certifiable(&self, question: &Question, what: &str) -> Result<(), Failure> {
        let checked = question.check_certifiable(what);
        let checked = checked.and_then(|()| question.check_max_turns(what));
        checked.map_err(|error| self.explain_error(&error))
    }

    /// Rejects a list from stdin if a goal is also read from stdin.
    pub(crate) fn check_list(&self, list: &Path) -> Result<(), Failure> {
        if list.as_os_str() == "-" && self.to.iter().any(|to| to == "-") {
            return Err(stdin_used_twice());
        }
        Ok(())
    }

    /// Registers the input files.
    pub(crate) fn register_paths(&self, paths: &mut PathRegistry) {
        self.puzzle.register_paths(paths);
        self.plan.register_paths(paths);
        self.constraints.register_paths(paths);
        paths.register_optional_input("--question", self.question_file.as_deref());
        let StartArgs { scramble, state } = &self.start;
        for (option, text) in [
            ("--scramble", scramble.as_deref()),
            ("--state", state.as_deref()),
            ("--from", self.from.as_deref()),
        ]
        .into_iter()
        .chain(self.to.iter().map(|to| ("--to", Some(to.as_str()))))
        {
            let stdin = text.filter(|text| *text == "-").map(Path::new);
            let file = || text.and_then(state_files::existing_file);
            paths.register_optional_input(option, stdin.or_else(file));
        }
    }
}

fn note_scramble(question: &Question, problem: &Problem) {
    let given = question.scramble.as_ref().zip(problem.scramble.as_ref());
    if let Some((text, scramble)) = given {
        note_lowercase(question.notation, problem.full_puzzle(), scramble, text);
    }
}

//! Arguments that several subcommands share, and what they mean.

use std::num::{IntErrorKind, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use itertools::Itertools;

use super::Failure;
use super::constraints::ConstraintArgs;
use super::files::{self, Kind};
use super::scrambles::{self, FromFile};
use crate::control::{CancelFlag, Control};
use crate::encode::Recipe;
use crate::puzzle::{
    Budget, Layout, MOST_TURNS, Metric, Notation, Problem, ProblemError, Puzzle, Scheme, State,
    Sticker, Target, TurnId, built_in, built_in_names, other_layout,
};
use crate::solver::{self, Backend, External, SolverError};

/// How long a second Ctrl-C waits before it ends the process.
const TIME_TO_END: Duration = Duration::from_millis(100);

/// Which puzzle.
#[derive(Args)]
pub(super) struct PuzzleArgs {
    /// A built-in puzzle (see `twistsat list puzzles`)
    #[arg(
        value_name = "PUZZLE",
        required_unless_present = "puzzle_file",
        conflicts_with = "puzzle_file"
    )]
    puzzle: Option<String>,
    #[command(flatten)]
    source: SourceArgs,
}

/// Which puzzle, apart from its name.
#[derive(Args)]
pub(super) struct SourceArgs {
    /// Read the puzzle from a file instead: a puzzle file (.toml), a twsearch definition (.tws) or a
    /// KPuzzle (.json)
    #[arg(long, value_name = "PATH")]
    puzzle_file: Option<PathBuf>,
    /// Also use these groups of turns, such as `slice,wide,rotation` of the rubik (see
    /// `twistsat puzzle show`)
    #[arg(long, value_name = "GROUPS", value_delimiter = ',')]
    with: Vec<String>,
}

impl PuzzleArgs {
    /// The file from which the puzzle is read, if it is.
    pub(super) fn file(&self) -> Option<&Path> {
        self.source.puzzle_file.as_deref()
    }

    pub(super) fn puzzle(&self) -> Result<Arc<Puzzle>, Failure> {
        self.source.puzzle(self.puzzle.as_deref())
    }
}

impl SourceArgs {
    /// The puzzle among the words of a command line, and the others: it is the
    /// first of them unless it is read from a file.
    pub(super) fn split<'a>(
        &self,
        words: &'a [String],
    ) -> Result<(Arc<Puzzle>, &'a [String]), Failure> {
        match words {
            [name, words @ ..] if self.puzzle_file.is_none() => {
                Ok((self.puzzle(Some(name))?, words))
            }
            words => Ok((self.puzzle(None)?, words)),
        }
    }

    fn puzzle(&self, name: Option<&str>) -> Result<Arc<Puzzle>, Failure> {
        let puzzle = match &self.puzzle_file {
            Some(path) => {
                Puzzle::from_file(&files::name(path), &files::read(path, Kind::Definition)?)
            }
            None => {
                let name = name.unwrap_or_default();
                built_in(name).ok_or_else(|| unknown("puzzle", name, built_in_names()))?
            }
        };
        let puzzle = puzzle.map_err(Failure::error)?;
        if self.with.is_empty() {
            return Ok(Arc::new(puzzle));
        }
        let groups: Vec<&str> = self.with.iter().map(|group| group.trim()).collect();
        let puzzle = puzzle.with_groups(&groups).map_err(Failure::error)?;
        Ok(Arc::new(puzzle))
    }
}

/// Where it starts.
#[derive(Args)]
#[group(id = "start", multiple = false)]
pub(super) struct StartArgs {
    /// Start where these turns lead from the solved state; groups such as (R U)2, [R, U] and [R: U]
    /// are read too; `-` reads stdin
    #[arg(long, value_name = "TURNS", group = "start")]
    scramble: Option<String>,
    /// Start from this state; `-` reads stdin, `@FILE` a file (for a puzzle of twsearch a .scr file,
    /// `@FILE#NAME` one scramble of it)
    #[arg(long, value_name = "STATE", group = "start")]
    state: Option<String>,
}

/// How texts are read and written.
#[derive(Args)]
pub(super) struct TextArgs {
    /// How states are read: net, faces or urfdlb [default: faces if the text names them, else net]
    #[arg(long, value_name = "LAYOUT")]
    layout: Option<Layout>,
    /// How turns are read and written: singmaster (R R2 R'), cw (RCW RH RCCW), lowercase (R R2 r)
    /// or inverse (R R2 Ri)
    #[arg(long, value_name = "NOTATION", default_value_t)]
    pub(super) notation: Notation,
}

impl TextArgs {
    /// Refuses a notation in which two turns of this puzzle have one name.
    pub(super) fn check(&self, puzzle: &Puzzle) -> Result<(), Failure> {
        check_notation(self.notation, puzzle)
    }

    /// Reads turns that an option gave.
    pub(super) fn turns(
        &self,
        option: &str,
        puzzle: &Puzzle,
        text: &str,
    ) -> Result<Vec<TurnId>, Failure> {
        let turns = self.notation.read(puzzle, text);
        turns.map_err(|error| Failure::Error(format!("{option}: {error}")))
    }

    /// Whether every word of a text is one turn, or it has turns in groups.
    pub(super) fn is_turns(&self, puzzle: &Puzzle, text: &str) -> bool {
        let mut words = text.split_whitespace();
        let is_alg = || has_groups(text) && self.notation.read(puzzle, text).is_ok();
        words.all(|word| self.is_turn(puzzle, word)) || is_alg()
    }

    /// Whether a word is one turn.
    fn is_turn(&self, puzzle: &Puzzle, word: &str) -> bool {
        let turns = self.notation.read(puzzle, word);
        turns.is_ok_and(|turns| turns.len() == 1)
    }

    /// One character a facelet, and the layout that was used. `@FILE` is read from a file.
    pub(super) fn read(&self, puzzle: &Puzzle, text: &str) -> Result<(Vec<char>, Layout), Failure> {
        let (stickers, layout) = self.read_stickers(puzzle, text)?;
        let symbols = Layout::all_known(&stickers).map_err(Failure::error)?;
        Ok((symbols, layout))
    }

    /// What is said of each facelet, and the layout that was used. `@FILE` is read from a
    /// file.
    fn read_stickers(
        &self,
        puzzle: &Puzzle,
        text: &str,
    ) -> Result<(Vec<Sticker>, Layout), Failure> {
        if let Some(path) = scrambles::path(puzzle, text) {
            return match scrambles::read(puzzle, path)? {
                FromFile::State(symbols) => Ok((Sticker::all_known(&symbols), Layout::Net)),
                FromFile::Text(text) => self.read_text(puzzle, &text),
            };
        }
        self.read_text(puzzle, text)
    }

    fn read_text(&self, puzzle: &Puzzle, text: &str) -> Result<(Vec<Sticker>, Layout), Failure> {
        let layout = { self.layout }.unwrap_or_else(|| Layout::guess_for(puzzle, text));
        let symbols = layout.read_stickers(puzzle, text).map_err(|error| {
            let hint = match Layout::guess_for(puzzle, text) {
                guess if guess != layout => format!(" (read as --layout {layout})"),
                _ => String::new(),
            };
            Failure::Error(format!("{error}{hint}"))
        })?;
        Ok((symbols, layout))
    }
}

/// Whether a text may have turns in groups: no state has such characters.
fn has_groups(text: &str) -> bool {
    text.contains(['(', ',', ':'])
}

/// Refuses a notation in which two turns of a puzzle have one name: what is
/// printed in it could not be read back.
pub(super) fn check_notation(notation: Notation, puzzle: &Puzzle) -> Result<(), Failure> {
    match notation.ambiguous_name(puzzle) {
        None => Ok(()),
        Some(name) => Err(Failure::Usage(format!(
            "in the {notation} notation `{name}` names two turns of this puzzle; take another --notation"
        ))),
    }
}

/// Which problem.
#[derive(Args)]
#[group(id = "from", required = true, multiple = false, args = ["scramble", "state", "either"])]
pub(super) struct ProblemArgs {
    #[command(flatten)]
    pub(super) puzzle: PuzzleArgs,
    #[command(flatten)]
    start: StartArgs,
    /// Start from this state, from where these turns lead, or from `solved`; `-` reads stdin. In a
    /// state `.` is a sticker that is not known, `[WY]` one that is W or Y
    #[arg(long = "from", value_name = "STATE|TURNS|solved")]
    either: Option<String>,
    /// The goal: `any` (solved up to whole-puzzle rotation), `solved` (in the orientation of the
    /// puzzle file), a state in the symbols of the start, or where these turns lead from the solved
    /// state. In a state `.` is a sticker that does not matter, `[WY]` one that is to be W or Y
    #[arg(long, value_name = "any|solved|STATE|TURNS", default_value = "any")]
    pub(super) to: String,
    /// How length is counted: htm (half turns count one) or qtm (quarter turns only, R2 is R R)
    #[arg(long, value_name = "METRIC", default_value_t)]
    metric: Metric,
    #[command(flatten)]
    pub(super) text: TextArgs,
    #[command(flatten)]
    pub(super) constraints: ConstraintArgs,
}

impl ProblemArgs {
    /// The problem, with a budget that is decided when it is known.
    pub(super) fn problem(
        &self,
        budget: impl FnOnce(&Problem) -> Result<Budget, Failure>,
    ) -> Result<Problem, Failure> {
        let StartArgs { scramble, state } = &self.start;
        let starts = [scramble, state, &self.either];
        if self.to == "-" && starts.iter().any(|start| start.as_deref() == Some("-")) {
            return Err(twice_stdin());
        }
        let question = self.question()?;
        let mut problem = match (scramble, state, &self.either) {
            (Some(turns), _, _) => question.of_scramble("--scramble", &or_stdin(turns)?)?,
            (_, Some(text), _) => question.of_state(&or_stdin(text)?)?,
            (_, _, Some(text)) => question.of_either(&or_stdin(text)?)?,
            (None, None, None) => {
                return Err(Failure::Usage(
                    "say where to start: --scramble TURNS, --state STATE or --from either"
                        .to_owned(),
                ));
            }
        };
        problem.budget = budget(&problem)?;
        Ok(problem)
    }

    /// What is asked, whatever the start.
    pub(super) fn question(&self) -> Result<Question<'_>, Failure> {
        let puzzle = self.puzzle.puzzle()?;
        self.text.check(&puzzle)?;
        let target = match self.to.as_str() {
            "any" => Target::Any,
            "solved" => Target::Solved,
            text => self.target(&puzzle, &or_stdin(text)?)?,
        };
        Ok(Question {
            puzzle,
            target,
            args: self,
        })
    }

    /// The goal that is a state, a pattern, or where turns lead.
    fn target(&self, puzzle: &Puzzle, text: &str) -> Result<Target, Failure> {
        let instead = "put the state or the turns in another way";
        Ok(match self.text.either("--to", instead, puzzle, text)? {
            Either::Turns(turns) => {
                let state = puzzle.apply(puzzle.solved(), &turns);
                Target::State(Scheme::own(puzzle).characters(&state))
            }
            Either::Stickers(stickers) => Target::of(stickers),
            Either::Neither(error) => {
                let what = "--to is neither `any`, `solved`, turns nor a state";
                return Err(about(what, error));
            }
        })
    }
}

/// What a text means that may be turns or a state.
enum Either {
    Turns(Vec<TurnId>),
    Stickers(Vec<Sticker>),
    /// Nothing, and why it is no state.
    Neither(Failure),
}

impl TextArgs {
    /// Reads a text as turns or as a state, whichever it can be. `instead` says what to
    /// do if it can be both.
    fn either(
        &self,
        option: &str,
        instead: &str,
        puzzle: &Puzzle,
        text: &str,
    ) -> Result<Either, Failure> {
        let turns = self.notation.read(puzzle, text);
        let state = self.read_stickers(puzzle, text);
        Ok(match (turns, state) {
            (Ok(_), Ok(_)) if self.is_turns(puzzle, text) => {
                return Err(Failure::Usage(format!(
                    "{option}: this can be read as turns and as a state; {instead}"
                )));
            }
            (_, Ok((stickers, _))) => Either::Stickers(stickers),
            (Ok(turns), Err(_)) if !turns.is_empty() => Either::Turns(turns),
            // Words that are mostly turns are turns with a mistake.
            (Err(error), Err(_))
                if !text.contains('.') && { text.split_whitespace() }
                    .any(|word| self.is_turn(puzzle, word)) =>
            {
                return Err(Failure::Error(format!("{option}: {error}")));
            }
            (_, Err(error)) => Either::Neither(error),
        })
    }
}

/// A problem without its start: read once, asked of many states. The budget of
/// the problems it makes is still to be set.
pub(super) struct Question<'a> {
    pub(super) puzzle: Arc<Puzzle>,
    target: Target,
    args: &'a ProblemArgs,
}

impl Question<'_> {
    /// The problem from where turns lead from the solved state. `what` is what
    /// errors call the turns.
    fn of_scramble(&self, what: &str, turns: &str) -> Result<Problem, Failure> {
        let turns = self.args.text.turns(what, &self.puzzle, turns)?;
        self.of_turns(&turns)
    }

    fn of_turns(&self, turns: &[TurnId]) -> Result<Problem, Failure> {
        let puzzle = self.puzzle.clone();
        let problem = Problem::from_scramble(puzzle, turns, &self.target, Budget::AtMost(0));
        self.constrained(problem.map_err(Failure::error)?)
    }

    /// The problem from a state as text.
    fn of_state(&self, text: &str) -> Result<Problem, Failure> {
        let (stickers, layout) = self.args.text.read_stickers(&self.puzzle, text)?;
        self.of_stickers(text, &stickers, layout)
    }

    fn of_stickers(
        &self,
        text: &str,
        stickers: &[Sticker],
        layout: Layout,
    ) -> Result<Problem, Failure> {
        let puzzle = self.puzzle.clone();
        let problem = Problem::of_stickers(puzzle, stickers, &self.target, Budget::AtMost(0));
        let problem = problem.map_err(|error| {
            let other = match error {
                ProblemError::Start(_) => other_layout(&self.puzzle, text, layout, &self.target),
                _ => None,
            };
            Failure::Error(format!("{error}{}", layout_hint(layout, other)))
        })?;
        self.constrained(problem)
    }

    /// The problem from a state, from turns, or from the solved state.
    fn of_either(&self, text: &str) -> Result<Problem, Failure> {
        if text == "solved" {
            return self.of_turns(&[]);
        }
        let instead = "say --scramble for turns, --state for a state";
        match self
            .args
            .text
            .either("--from", instead, &self.puzzle, text)?
        {
            Either::Turns(turns) => self.of_turns(&turns),
            Either::Stickers(_) => self.of_state(text),
            Either::Neither(error) => Err(about(
                "--from is neither `solved`, turns nor a state",
                error,
            )),
        }
    }

    /// The problem in the metric and with the constraints that are asked for.
    fn constrained(&self, problem: Problem) -> Result<Problem, Failure> {
        let problem = problem
            .counted_in(self.args.metric)
            .map_err(Failure::error)?;
        let notation = self.args.text.notation;
        self.args.constraints.constrain(problem, notation)
    }

    /// The problem from a line of a list: a scramble if every word of it is one
    /// turn, or if it has turns in groups; else a state.
    pub(super) fn of_line(&self, line: &str) -> Result<Problem, Failure> {
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
        let hint = if self.args.text.notation.read(&self.puzzle, line).is_ok() {
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

/// The state to show, the solved one if none is given.
pub(super) fn shown_state(
    puzzle: &Arc<Puzzle>,
    start: &StartArgs,
    text: &TextArgs,
) -> Result<(Scheme, State), Failure> {
    match (&start.scramble, &start.state) {
        (_, Some(state)) => {
            let state = or_stdin(state)?;
            let (symbols, layout) = text.read(puzzle, &state)?;
            possible_state(puzzle, &symbols).map_err(|error| {
                let possible = |layout: &Layout| {
                    layout
                        .read(puzzle, &state)
                        .is_ok_and(|symbols| possible_state(puzzle, &symbols).is_ok())
                };
                let other = Layout::ALL.into_iter().find(possible);
                Failure::Error(format!("{error}{}", layout_hint(layout, other)))
            })
        }
        (Some(turns), None) => {
            let turns = text.turns("--scramble", puzzle, &or_stdin(turns)?)?;
            Ok((Scheme::own(puzzle), puzzle.apply(puzzle.solved(), &turns)))
        }
        (None, None) => Ok((Scheme::own(puzzle), puzzle.solved().clone())),
    }
}

/// A state from which turns may lead to the solved one.
fn possible_state(puzzle: &Arc<Puzzle>, symbols: &[char]) -> Result<(Scheme, State), ProblemError> {
    let scheme = Scheme::infer(puzzle, symbols).map_err(ProblemError::Start)?;
    let solved = Target::State(scheme.characters(puzzle.solved()));
    let problem = Problem::new(puzzle.clone(), symbols, &solved, Budget::AtMost(0))?;
    let state = problem.scheme.state(symbols).map_err(ProblemError::Start)?;
    Ok((problem.scheme, state))
}

/// What to try when a text is impossible as it was read.
fn layout_hint(used: Layout, other: Option<Layout>) -> String {
    other.map_or(String::new(), |other| {
        format!(
            "\nhint: it was read as --layout {used}; as --layout {other} it is a possible state"
        )
    })
}

/// Which encoding.
#[derive(Args)]
pub(super) struct RecipeArgs {
    /// A built-in recipe (see `twistsat list recipes`)
    #[arg(long, value_name = "NAME", default_value = default_recipe())]
    recipe: String,
    /// Read the recipe from a file instead
    #[arg(long, value_name = "PATH", conflicts_with = "recipe")]
    recipe_file: Option<PathBuf>,
}

impl RecipeArgs {
    pub(super) fn recipe(&self) -> Result<Recipe, Failure> {
        let recipe = match &self.recipe_file {
            Some(path) => {
                Recipe::from_toml(&files::name(path), &files::read(path, Kind::Definition)?)
            }
            None => Recipe::built_in(&self.recipe)
                .ok_or_else(|| unknown("recipe", &self.recipe, Recipe::built_in_names()))?,
        };
        recipe.map_err(Failure::error)
    }
}

/// Which solver, and for how long.
#[derive(Args)]
pub(super) struct SolverArgs {
    /// The solver, built in or a program on PATH (see `twistsat list solvers`)
    #[arg(long, value_name = "NAME", default_value = solver::all()[0].name())]
    solver: String,
    /// Any other program as solver, such as `prog --flag {cnf}`: {cnf} is a file with the formula
    /// (without it, the formula goes to stdin), {result} one for the answer (without it, stdout)
    #[arg(long, value_name = "COMMAND", conflicts_with = "solver")]
    solver_command: Option<String>,
    /// Stop after this time and give the best answer so far: seconds, or `90s`, `2m`, `1h`
    #[arg(long, value_name = "TIME", value_parser = duration, allow_negative_numbers = true)]
    time_limit: Option<Duration>,
}

impl SolverArgs {
    /// The solver. A program is looked for at once, before there is any work.
    pub(super) fn backend(&self) -> Result<Box<dyn Backend>, Failure> {
        self.backend_with(None)
    }

    /// A solver that writes proofs, its own program to this file.
    pub(super) fn prover(&self, proof: Option<&Path>) -> Result<Box<dyn Backend>, Failure> {
        let backend = self.backend_with(proof)?;
        if backend.writes_proofs() {
            return Ok(backend);
        }
        let solver = backend.name().to_owned();
        Err(Failure::Usage(SolverError::NoProof { solver }.to_string()))
    }

    fn backend_with(&self, proof: Option<&Path>) -> Result<Box<dyn Backend>, Failure> {
        let program = match &self.solver_command {
            Some(command) => {
                let program = External::from_command(command).map_err(|error| {
                    Failure::Usage(format!("--solver-command `{command}`: {error}"))
                })?;
                Some(match proof {
                    Some(file) => program.with_proof_file(file.to_owned()),
                    None => program,
                })
            }
            None => { solver::external().iter() }
                .find(|program| program.name() == self.solver)
                .cloned(),
        };
        if let Some(program) = program {
            program.program().map_err(Failure::error)?;
            return Ok(Box::new(program));
        }
        let built_in = solver::all().iter().map(|backend| backend.name());
        let programs = solver::external().iter().map(|program| program.name());
        match solver::by_name(&self.solver) {
            Some(backend) => Ok(Box::new(backend)),
            None => Err(unknown("solver", &self.solver, built_in.chain(programs))),
        }
    }

    /// A control that stops at the time limit and on Ctrl-C.
    pub(super) fn control(&self) -> Result<Control, Failure> {
        Ok(self.limit(cancel_flag()?))
    }

    /// A control that stops on a flag, and at the time limit from now.
    pub(super) fn limit(&self, cancel: CancelFlag) -> Control {
        Control::new(cancel, self.time_limit)
    }
}

/// A flag that Ctrl-C and SIGTERM raise. A second one ends the process at once.
pub(super) fn cancel_flag() -> Result<CancelFlag, Failure> {
    let cancel = CancelFlag::default();
    let flag = cancel.clone();
    ctrlc::set_handler(move || {
        if flag.is_raised() {
            // The first Ctrl-C has at least this long to end a solver that
            // is a program of its own. It would outlive us.
            std::thread::sleep(TIME_TO_END);
            std::process::exit(130);
        }
        flag.raise();
    })
    .map_err(|error| Failure::Error(format!("cannot listen for Ctrl-C: {error}")))?;
    Ok(cancel)
}

/// So many threads, or for 0 as many as there are cores.
pub(super) fn threads(asked: u16) -> NonZeroUsize {
    let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    NonZeroUsize::new(asked.into()).unwrap_or_else(cores)
}

/// How many turns exactly, as a command-line value.
pub(super) fn turns(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(turns) if turns <= MOST_TURNS => Ok(turns),
        Err(error) if *error.kind() != IntErrorKind::PosOverflow => {
            Err("it must be a whole number of turns".to_owned())
        }
        _ => Err(format!("at most {MOST_TURNS}")),
    }
}

/// The largest budget: as asked, or the puzzle's known maximum; if nobody knows
/// that, as large as can be.
pub(super) fn max_turns(asked: Option<usize>, problem: &Problem) -> usize {
    asked.or(problem.known_maximum()).unwrap_or(MOST_TURNS)
}

/// Seconds, or what `humantime` reads.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok();
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .or_else(|| humantime::parse_duration(text).ok())
        .ok_or_else(|| "it must be a time such as 30, 0.5, 90s, 2m or 1h".to_owned())
}

/// The name of the default recipe.
fn default_recipe() -> &'static str {
    Recipe::built_in_names().next().unwrap_or_default()
}

/// Stdin can be read once.
pub(super) fn twice_stdin() -> Failure {
    Failure::Usage("start and --to cannot both come from stdin".to_owned())
}

/// The text itself, or stdin for `-`.
pub(super) fn or_stdin(text: &str) -> Result<String, Failure> {
    if text == "-" {
        files::read(Path::new("-"), Kind::Text).map(|text| text.trim_end().to_owned())
    } else {
        Ok(text.to_owned())
    }
}

fn about(what: &str, failure: Failure) -> Failure {
    match failure {
        Failure::Error(message) => Failure::Error(format!("{what}: {message}")),
        other => other,
    }
}

fn unknown(kind: &str, name: &str, known: impl Iterator<Item = &'static str>) -> Failure {
    let known = { known }.join(", ");
    Failure::Usage(format!("no {kind} `{name}`; there are: {known}"))
}

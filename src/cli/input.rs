//! Arguments that several subcommands share, and what they mean.

use std::num::{IntErrorKind, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use super::files::Kind;
use super::places::Places;
use super::scrambles::FromFile;
use super::{Failure, INTERRUPTED, files, loading, output, scrambles};
use crate::control::{CancelFlag, Control};
use crate::encode::Recipe;
use crate::notation::{Notation, Scheme};
use crate::problem::{Budget, Problem, ProblemError, Target};
use crate::puzzle::{Layout, MOST_TURNS, Pattern, Puzzle, Sticker, TurnId};
use crate::solver;
use crate::solver::{Backend, External, SolverError, provers};

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
    /// Also use these groups of turns, such as `slice,wide,rotation` for the puzzle rubik (see
    /// `twistsat puzzle show`)
    #[arg(long, value_name = "GROUPS", value_delimiter = ',')]
    with: Vec<String>,
}

impl PuzzleArgs {
    /// The file from which the puzzle is read, if it is.
    pub(super) fn file(&self) -> Option<&Path> {
        self.source.puzzle_file.as_deref()
    }

    /// Notes what is read.
    pub(super) fn note(&self, places: &mut Places) {
        if let Some(path) = self.file() {
            places.reads("--puzzle-file", path);
        }
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
            None => return self.enabled(Puzzle::built_in(name.unwrap_or_default())?),
        };
        self.enabled(Arc::new(puzzle.map_err(Failure::error)?))
    }

    /// The puzzle with the groups of turns that are asked for.
    fn enabled(&self, puzzle: Arc<Puzzle>) -> Result<Arc<Puzzle>, Failure> {
        if self.with.is_empty() {
            return Ok(puzzle);
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
    /// Start from the solved state scrambled by these turns; groups such as (R U)2, [R, U] and [R:
    /// U] are accepted too; `-` reads stdin
    #[arg(long, value_name = "TURNS", group = "start")]
    pub(super) scramble: Option<String>,
    /// Start from this state; `-` reads stdin, `@FILE` a file (for a twsearch puzzle a .scr file,
    /// of which `@FILE#NAME` reads one scramble)
    #[arg(long, value_name = "STATE", group = "start")]
    pub(super) state: Option<String>,
}

/// How texts are read and written.
#[derive(Args)]
pub(super) struct TextArgs {
    /// The layout in which states are written: net, faces or urfdlb [default: faces if the text
    /// names them, else the puzzle file's layout]
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
    pub(super) fn is_turn(&self, puzzle: &Puzzle, word: &str) -> bool {
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
    pub(super) fn read_stickers(
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
pub(super) fn has_groups(text: &str) -> bool {
    text.contains(['(', ',', ':'])
}

/// Refuses a notation in which two turns of a puzzle have one name: what is
/// printed in it could not be read back.
pub(super) fn check_notation(notation: Notation, puzzle: &Puzzle) -> Result<(), Failure> {
    match notation.ambiguous_name(puzzle) {
        None => Ok(()),
        Some(name) => Err(Failure::Usage(format!(
            "in the {notation} notation `{name}` is the name of two turns of this puzzle; choose another --notation"
        ))),
    }
}

/// The state or pattern to show, the solved state if none is given.
pub(super) fn shown(
    puzzle: &Arc<Puzzle>,
    start: &StartArgs,
    text: &TextArgs,
) -> Result<(Scheme, Pattern), Failure> {
    match (&start.scramble, &start.state) {
        (_, Some(state)) => {
            let state = or_stdin(state)?;
            let (stickers, layout) = text.read_stickers(puzzle, &state)?;
            possible(puzzle, &stickers).map_err(|error| {
                let is_possible = |layout: &Layout| {
                    let stickers = layout.read_stickers(puzzle, &state);
                    stickers.is_ok_and(|stickers| possible(puzzle, &stickers).is_ok())
                };
                let other = Layout::ALL.into_iter().find(is_possible);
                Failure::Error(format!("{error}{}", layout_hint(layout, other)))
            })
        }
        (Some(turns), None) => {
            let turns = text.turns("--scramble", puzzle, &or_stdin(turns)?)?;
            let state = puzzle.apply(puzzle.solved(), &turns);
            Ok((Scheme::own(puzzle), state.into()))
        }
        (None, None) => Ok((Scheme::own(puzzle), puzzle.solved().into())),
    }
}

/// A state from which turns may lead to the solved one, or a pattern of such states.
fn possible(puzzle: &Arc<Puzzle>, stickers: &[Sticker]) -> Result<(Scheme, Pattern), ProblemError> {
    let known: Option<Vec<char>> = stickers.iter().map(Sticker::symbol).collect();
    let to = |target: &Target| {
        let budget = Budget::AtMost(0);
        let problem = Problem::of_stickers(puzzle.clone(), stickers, target, budget)?;
        Ok((problem.scheme, problem.start))
    };
    match known {
        Some(symbols) => {
            let scheme = Scheme::infer(puzzle, &symbols).map_err(ProblemError::Start)?;
            to(&Target::State(scheme.characters(puzzle.solved())))
        }
        // In the puzzle's own symbols, or in others that the held piece tells.
        None => to(&Target::Solved).or_else(|error| to(&Target::Any).map_err(|_| error)),
    }
}

/// What to try when a text is impossible as it was read.
pub(super) fn layout_hint(used: Layout, other: Option<Layout>) -> String {
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
    #[arg(long, value_name = "NAME", default_value = Recipe::DEFAULT)]
    recipe: String,
    /// Read the recipe from a file instead
    #[arg(long, value_name = "PATH", conflicts_with = "recipe")]
    recipe_file: Option<PathBuf>,
}

impl RecipeArgs {
    /// Notes what is read.
    pub(super) fn note(&self, places: &mut Places) {
        if let Some(path) = &self.recipe_file {
            places.reads("--recipe-file", path);
        }
    }

    pub(super) fn recipe(&self) -> Result<Recipe, Failure> {
        match &self.recipe_file {
            Some(path) => {
                let text = files::read(path, Kind::Definition)?;
                Recipe::from_toml(&files::name(path), &text).map_err(Failure::error)
            }
            None => Ok(Recipe::built_in(&self.recipe)?),
        }
    }
}

/// Which solver, and for how long.
#[derive(Args)]
pub(super) struct SolverArgs {
    /// The solver, built in or a program on PATH (see `twistsat list solvers`)
    #[arg(long, value_name = "NAME", default_value = solver::all()[0].name())]
    solver: String,
    /// Use any other program as the solver, such as `prog --flag {cnf}`: {cnf} stands for the file
    /// with the formula (without it, the formula is written to stdin), {result} for the file with
    /// the answer (without it, the answer is read from stdout)
    #[arg(long, value_name = "COMMAND", conflicts_with = "solver")]
    solver_command: Option<String>,
    /// Stop after this time and report what is known by then: seconds, or `90s`, `2m`, `1h`
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
        let error = SolverError::NoProof { solver };
        Err(Failure::Usage(format!(
            "{error}; {} do, and so does any program with --solver-command \"prog {{cnf}} {{proof}}\"",
            provers()
        )))
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
            None => {
                let name = solver::by_name(&self.solver)?.name();
                let mut programs = solver::external().iter();
                programs.find(|program| program.name() == name).cloned()
            }
        };
        if let Some(program) = program {
            program.program().map_err(Failure::error)?;
            return Ok(Box::new(program));
        }
        Ok(Box::new(solver::by_name(&self.solver)?))
    }

    /// The time limit begins, for all that is read and done from now on.
    pub(super) fn begin(&self) {
        loading::begin(self.time_limit);
    }

    /// A control that stops at the time limit, counted from the beginning, and on Ctrl-C. Loading
    /// is over: whoever is stopped from now on has something to report.
    pub(super) fn control(&self) -> Result<Control, Failure> {
        // Before anybody listens for signals: one that comes now ends the process by itself.
        loading::done();
        Ok(loading::control().with_own_flag(cancel_flag()?))
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
            std::process::exit(INTERRUPTED.into());
        }
        if loading::ends() {
            output::diagnose("error: interrupted");
            std::process::exit(INTERRUPTED.into());
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

/// How many, as a command-line value.
pub(super) fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err("it must be a whole number, 1 or more".to_owned()),
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

pub(super) fn about(what: &str, failure: Failure) -> Failure {
    match failure {
        Failure::Error(message) => Failure::Error(format!("{what}: {message}")),
        other => other,
    }
}

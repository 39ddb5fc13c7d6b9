//! `twistsat show`.

use std::str::FromStr;

use twistsat::UnknownName;
use twistsat::notation::Scheme;
use twistsat::picture;
use twistsat::problem::Question;
use twistsat::puzzle::{Layout, Pattern, Puzzle};
use twistsat::report;
use twistsat::text::excerpt;

use super::args::{PuzzleArgs, StartArgs, TextArgs};
use super::exit::option_name;
use super::{Exit, Failure, args, files, output};

const EXAMPLES: &str = "\
Examples:
  twistsat show pocket --scramble \"R U2 F'\"
  twistsat show pocket --state UFFURUURRFFRDBDDLDLLLBBB --apply \"R U\" --as faces
  twistsat show rubik --to f2l-1
  twistsat show megaminx --scramble \"R U'\" --as svg > megaminx.svg";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    puzzle: PuzzleArgs,
    #[command(flatten)]
    start: StartArgs,
    #[command(flatten)]
    text: TextArgs,
    /// Draw a goal instead, by its name or as cycles of pieces; a dot means any color
    #[arg(long, value_name = "GOAL", conflicts_with_all = ["start", "apply"])]
    to: Option<String>,
    /// With --to: pieces that must be solved, too, as for `solve`
    #[arg(long, value_name = "PIECES", requires = "to")]
    keep: Vec<String>,
    /// Turns to apply before the state is shown
    #[arg(
        long,
        value_name = "TURNS",
        default_value = "",
        hide_default_value = true
    )]
    apply: String,
    /// Print the state as text in a layout instead (net, faces or urfdlb), or as a picture (svg)
    #[arg(long = "as", value_name = "FORM")]
    form: Option<Form>,
}

/// How a state is printed.
#[derive(Clone, Copy)]
enum Form {
    Layout(Layout),
    Svg,
}

impl FromStr for Form {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        match name.to_lowercase().as_str() {
            "svg" => Ok(Form::Svg),
            _ => name
                .parse()
                .map(Form::Layout)
                .map_err(|error: UnknownName| {
                    let svg = "svg (a picture)".to_owned();
                    let known = error.known.into_iter().chain([svg]).collect();
                    UnknownName { known, ..error }
                }),
        }
    }
}

pub(super) fn run(args: Args) -> Result<Exit, Failure> {
    let puzzle = args.puzzle.puzzle()?;
    if let Some(to) = &args.to {
        return goal(&puzzle, to, &args);
    }
    let (scheme, state) = args::state_to_show(&puzzle, &args.start, &args.text)?;
    args.text.check(&puzzle)?;
    let turns = args
        .text
        .scramble("--apply", &puzzle, &files::or_stdin(&args.apply)?)?;
    let state = turns.apply(&puzzle, &state);
    args.print(&puzzle, &scheme, &state)
}

impl Args {
    fn print(&self, puzzle: &Puzzle, scheme: &Scheme, state: &Pattern) -> Result<Exit, Failure> {
        match self.form {
            Some(Form::Svg) => output::print(&picture::svg(puzzle, scheme, state))?,
            Some(Form::Layout(layout)) => {
                output::print_line(&scheme.write_pattern(puzzle, state, layout))?;
            }
            None => output::print(&report::pattern(puzzle, scheme, state))?,
        }
        Ok(Exit::Done)
    }
}

/// Draws a goal. If the name stands for several goals, draws the first and prints the number of the others.
fn goal(puzzle: &Puzzle, text: &str, args: &Args) -> Result<Exit, Failure> {
    let question = Question {
        keep: args.keep.clone(),
        ..Question::default()
    };
    let goals = question.named_goals(puzzle, text);
    let goals = goals.map_err(|error| Failure::of_question(&error, option_name))?;
    let Some([first, others @ ..]) = goals.as_deref() else {
        return Err(Failure::Usage(format!(
            "--to: `{}` is neither the name of a goal (see `twistsat list goals {}`) nor cycles of pieces",
            excerpt(text),
            puzzle.name()
        )));
    };
    args.print(puzzle, &Scheme::own_symbols(puzzle), first)?;
    if !others.is_empty() && args.form.is_none() {
        let many = others.len();
        output::print_line(&format!("or the same on another side ({many} more)"))?;
    }
    Ok(Exit::Done)
}

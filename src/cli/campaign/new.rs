//! `twistsat campaign new`.

use std::path::PathBuf;

use super::cubes::Cubes;
use super::family::Family;
use super::folder::FolderArgs;
use super::lists::{Template, lines, of_commands};
use super::parts::Parts;
use crate::benchmark::FamilyName;
use crate::campaign::{Draft, Made};
use crate::cli::{Exit, Failure, args, files, output};
use crate::files::leftovers;
use crate::graph::DistanceTable;
use crate::proof::parts::cover::Cut;
use crate::puzzle::{Puzzle, State};
use crate::text::grouped;

const EXAMPLES: &str = "\
Examples:
  twistsat campaign new ten --question antipodes -- prove pocket --max-turns 10
  twistsat campaign new five --question distance --distance 5 -- solve pocket
  twistsat campaign new mine --question states --list scrambles.txt -- solve rubik --plan kociemba
  twistsat campaign new shorter --question improve --list scrambles.txt -- solve rubik --to solved
  twistsat campaign new any --question commands --list commands.txt
  twistsat campaign new bench --question family --family pocket --count 50 -- solve pocket
  twistsat campaign new hard --question parts --split 1 -- prove rubik --from \"R F U\" --max-turns 2

Each job is the command with a start of its own. Files that the command names are copied into the folder.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    folder: FolderArgs,
    /// What the jobs are about
    #[arg(long, value_enum)]
    question: Kind,
    /// The list, `-` for stdin: a line is a state or a scramble, with `improve` a solution, with
    /// `commands` a command; `#` starts a comment
    #[arg(long, value_name = "FILE|-")]
    list: Option<PathBuf>,
    /// With --question distance: so many turns from solved
    #[arg(long, value_name = "N", value_parser = args::turns)]
    distance: Option<usize>,
    /// With --question parts: cut the question of the command after N turns
    #[arg(long, value_name = "N", value_parser = args::turns)]
    split: Option<usize>,
    /// With --question parts: also cut off its last N turns
    #[arg(long, value_name = "N", requires = "split", value_parser = args::turns)]
    split_last: Option<usize>,
    /// With --question cubes: cut the question of the command into N cubes or a few more
    #[arg(long, value_name = "N", value_parser = args::at_least_two)]
    look_ahead: Option<usize>,
    /// With --question family: which one; see `twistsat benchmark --help`
    #[arg(long, value_name = "NAME")]
    family: Option<FamilyName>,
    /// With --question family: how many questions [default: 20]
    #[arg(long, value_name = "N", requires = "family", value_parser = args::at_least_one)]
    count: Option<usize>,
    /// With --question family: the seed of the random states [default: 1]
    #[arg(long, value_name = "SEED", requires = "family")]
    seed: Option<u64>,
    /// Of a whole set, take every state, and not one of those that rotations, mirrors and the inverse
    /// make of each other
    #[arg(long)]
    every: bool,
    /// Put N jobs into a block, which is what a worker takes at a time [default: as many as make at
    /// most 4096 blocks]
    #[arg(long, value_name = "N", value_parser = args::at_least_one)]
    block: Option<usize>,
    /// Print only errors to stderr
    #[arg(long, short)]
    quiet: bool,
    /// The command of each job without its start: `solve PUZZLE …` or `prove PUZZLE …`
    #[arg(value_name = "COMMAND", last = true)]
    command: Vec<String>,
}

/// How many questions of a family there are unless told otherwise, as with `benchmark`.
const FAMILY: usize = 20;

/// What jobs are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    /// The states and scrambles of a list
    States,
    /// All states at a distance from solved, up to symmetry
    Distance,
    /// All states that are farthest from solved, up to symmetry
    Antipodes,
    /// The solutions of a list: is there one with fewer turns?
    Improve,
    /// The commands of a list
    Commands,
    /// The parts of one refutation, which `prove --split N` joins
    Parts,
    /// The cubes of one refutation, which `prove --look-ahead N` joins
    Cubes,
    /// The questions of a benchmark family, as `benchmark` draws them: each a state, a recipe and a
    /// number of turns
    Family,
}

pub(super) fn run(args: Args) -> Result<Exit, Failure> {
    check(&args)?;
    // Nothing is read for a folder that cannot be made.
    let mut held = None;
    let mut draft = Draft::begin(&args.folder.folder, |place| {
        let (folder, claim) = leftovers::staging(place)?;
        held = Some(claim);
        Ok(folder)
    })?;
    let list = || args.list.clone().unwrap_or_default();
    let words = draft.with_files(&args.command)?;
    let block = args.block;
    let made = if args.question == Kind::Commands {
        let said = format!("commands of {}", files::name(&list()));
        draft.finish((said, words), of_commands(lines(&list())?), block)?
    } else if args.question == Kind::Parts {
        let cut = Cut {
            first: args.split.unwrap_or_default(),
            last: args.split_last.unwrap_or_default(),
        };
        let parts = Parts::new(&args.command, &words, cut)?;
        draft.finish((parts.said(), words), parts.jobs(), block)?
    } else if let Some(count) = args.look_ahead {
        let cubes = Cubes::new(&args.command, &words, count)?;
        draft.finish((cubes.said(), words), cubes.jobs(), block)?
    } else if let Some(name) = args.family {
        let family = Family {
            name,
            count: args.count.unwrap_or(FAMILY),
            seed: args.seed.unwrap_or(1),
            read: &args.command,
            written: &words,
        };
        draft.finish((family.said(), words.clone()), family.jobs()?, block)?
    } else {
        let template = Template::new(words.clone(), &args.command)?;
        let puzzle = template.puzzle()?;
        match args.question {
            Kind::States => {
                let said = format!("states of {}", files::name(&list()));
                draft.finish((said, words), template.of_states(lines(&list())?)?, block)?
            }
            Kind::Improve => {
                let said = format!("shorter than the solutions of {}", files::name(&list()));
                draft.finish((said, words), template.to_improve(lines(&list())?)?, block)?
            }
            _ => {
                let table = template.table(&puzzle, args.quiet)?;
                let (said, states) = states(&args, &puzzle, &table)?;
                draft.finish((said, words), template.of_set(&puzzle, states), block)?
            }
        }
    };
    let Made {
        jobs,
        blocks,
        twice,
    } = made;
    drop(held);
    if twice > 0 && !args.quiet {
        let lines = if twice == 1 { "line asks" } else { "lines ask" };
        output::diagnose(&format!(
            "note: {twice} {lines} what another does; that is one job"
        ));
    }
    output::line(&format!(
        "{}: {} in {}",
        args.folder.folder.display(),
        counted(jobs, "job"),
        counted(blocks, "block")
    ))?;
    Ok(Exit::Done)
}

fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        count => format!("{} {what}s", grouped(count as u64)),
    }
}

fn check(args: &Args) -> Result<(), Failure> {
    let is_list = matches!(args.question, Kind::States | Kind::Improve | Kind::Commands);
    let wrong = if is_list && args.list.is_none() {
        "this question requires --list FILE"
    } else if !is_list && args.list.is_some() {
        "--list cannot be combined with this question"
    } else if (args.question == Kind::Distance) != args.distance.is_some() {
        "--distance N goes with --question distance, and only with that"
    } else if (args.question == Kind::Parts) != args.split.is_some() {
        "--split N goes with --question parts, and only with that"
    } else if (args.question == Kind::Cubes) != args.look_ahead.is_some() {
        "--look-ahead N goes with --question cubes, and only with that"
    } else if (args.question == Kind::Family) != args.family.is_some() {
        "--family NAME goes with --question family, and only with that"
    } else if !matches!(args.question, Kind::Distance | Kind::Antipodes) && args.every {
        "--every goes with a set of states (--question distance or antipodes)"
    } else if (args.question == Kind::Commands) != args.command.is_empty() {
        match args.question {
            Kind::Commands => {
                "with --question commands the list has the commands; leave out what follows `--`"
            }
            _ => "give the command of the jobs behind `--`, such as `-- solve pocket`",
        }
    } else {
        return Ok(());
    };
    Err(Failure::Usage(wrong.to_owned()))
}

/// The states of a set, and what it is.
fn states(
    args: &Args,
    puzzle: &Puzzle,
    table: &DistanceTable,
) -> Result<(String, Vec<State>), Failure> {
    let farthest = table.distribution().len() - 1;
    let distance = args.distance.unwrap_or(farthest);
    if distance > farthest {
        return Err(Failure::Error(format!(
            "--distance: no state of {} is {distance} turns from solved; the farthest are {farthest}",
            puzzle.title()
        )));
    }
    let all = table.distribution()[distance];
    let states = if args.every {
        table.states_at(distance).collect()
    } else {
        table.classes_at(puzzle, distance)
    };
    let one_each = if args.every {
        ""
    } else {
        ", one of each class"
    };
    let said = format!(
        "{}: the {} {} from solved{one_each}",
        puzzle.title(),
        counted(usize::try_from(all).unwrap_or(usize::MAX), "state"),
        counted(distance, "turn"),
    );
    Ok((said, states))
}

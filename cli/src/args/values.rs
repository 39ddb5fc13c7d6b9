//! Parses the values of options: numbers, amounts of memory, times, and names.

use std::num::{IntErrorKind, NonZeroUsize};
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use twistsat::answer::{Axis, Engine};
use twistsat::platform;
use twistsat::puzzle::MAX_TURNS;
use twistsat::search::Strategy;

/// The number of bytes in a mebibyte.
pub(crate) const MEBIBYTE: u64 = 1 << 20;

/// The number of threads: `requested`, or one per core for 0. If the process has a memory limit, no more than fit into
/// the remaining memory, but at least one.
pub(crate) fn threads(requested: u16) -> NonZeroUsize {
    platform::threads(NonZeroUsize::new(requested.into()))
}

/// An engine that can list all solutions, as a command-line value.
pub(crate) fn listing_engine() -> impl TypedValueParser<Value = Engine> {
    let engines = [Engine::Auto, Engine::Sat, Engine::Graph];
    one_of(engines.map(|engine| (engine, PossibleValue::new(engine.name()))))
}

/// Any engine, as a command-line value.
pub(crate) fn engine() -> impl TypedValueParser<Value = Engine> {
    let help = |engine| match engine {
        Engine::Auto => {
            "The one that is likely to be fastest: first a short search from both ends; then a formula or, for large puzzles, \
             several methods that share their results. A recipe, a solver or the strategy `descend` implies `sat`"
        }
        Engine::Sat => "A formula and a SAT solver",
        Engine::Table => {
            "A table of the distances of all states, for puzzles with few enough states; kept in the user's cache folder. It \
             finds one shortest solution"
        }
        Engine::Graph => {
            "A breadth-first search from both ends, for solutions of few turns on any puzzle; for longer ones, a search with \
             tables of cosets, if they fit into memory (3×3×3: 150 MiB, faster with 690)"
        }
    };
    one_of(Engine::ALL.map(|engine| (engine, PossibleValue::new(engine.name()).help(help(engine)))))
}

/// The direction of a search, as a command-line value.
pub(crate) fn strategy() -> impl TypedValueParser<Value = Strategy> {
    let ascend =
        "From the smallest budget up: usually faster, because small budgets are refuted quickly";
    let descend =
        "From the largest budget down: finds a solution early, but usually not a shortest one";
    one_of([
        (Strategy::Ascend, PossibleValue::new("ascend").help(ascend)),
        (
            Strategy::Descend,
            PossibleValue::new("descend").help(descend),
        ),
    ])
}

/// The orientations in which a plan is tried, as a command-line value.
pub(crate) fn axis() -> impl TypedValueParser<Value = Axis> {
    let one = "The puzzle is held as the plan says";
    let all = "The puzzle is held in every way that makes a difference, and the inverse state is solved too";
    one_of([
        (Axis::One, PossibleValue::new("one").help(one)),
        (Axis::All, PossibleValue::new("all").help(all)),
    ])
}

/// Parses the name of one of these values.
fn one_of<T: Copy + Send + Sync + 'static, const COUNT: usize>(
    values: [(T, PossibleValue); COUNT],
) -> impl TypedValueParser<Value = T> {
    let shown = values.iter().map(|(_, shown)| shown.clone());
    PossibleValuesParser::new(shown.collect::<Vec<_>>()).try_map(move |typed| {
        let named = values.iter().find(|(_, shown)| shown.matches(&typed, true));
        named.map(|(value, _)| *value).ok_or("an unknown name")
    })
}

/// An exact number of turns, as a command-line value.
pub(crate) fn turns(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(turns) if turns <= MAX_TURNS => Ok(turns),
        Err(error) if *error.kind() != IntErrorKind::PosOverflow => {
            Err("it must be a whole number of turns".to_owned())
        }
        _ => Err(format!("at most {MAX_TURNS}")),
    }
}

/// A number of turns or an inclusive range: `3`, or `3..9`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TurnRange {
    pub(crate) first: usize,
    pub(crate) last: usize,
}

impl TurnRange {
    /// The number of turns, if the range has only one.
    pub(crate) fn single(self) -> Option<usize> {
        (self.first == self.last).then_some(self.first)
    }
}

/// A number of turns or a range, as a command-line value.
pub(crate) fn turn_range(text: &str) -> Result<TurnRange, String> {
    let Some((first, last)) = text.split_once("..") else {
        let only = turns(text)?;
        return Ok(TurnRange {
            first: only,
            last: only,
        });
    };
    let (first, last) = (turns(first)?, turns(last)?);
    if first <= last {
        Ok(TurnRange { first, last })
    } else {
        Err(format!(
            "{first} is more than {last}; expected the smaller number first"
        ))
    }
}

/// A positive number, as a command-line value.
pub(crate) fn at_least_one(text: &str) -> Result<usize, String> {
    at_least(1, text)
}

/// A number of at least two, as a command-line value.
pub(crate) fn at_least_two(text: &str) -> Result<usize, String> {
    at_least(2, text)
}

fn at_least(least: usize, text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&number| number >= least);
    number.ok_or_else(|| format!("it must be a whole number, {least} or more"))
}

/// An amount of memory in MiB, such as `1024`, `512M` or `1G`, as a command-line value.
pub(crate) fn mebibytes(text: &str) -> Result<u64, String> {
    let (number, factor) = match text.strip_suffix(['G', 'g']) {
        Some(number) => (number, 1024),
        None => (text.strip_suffix(['M', 'm']).unwrap_or(text), 1),
    };
    let size = number.parse::<u64>().ok();
    size.and_then(|size| size.checked_mul(factor))
        .filter(|size| (1..1 << 24).contains(size))
        .ok_or_else(|| "it must be 1 to 16777215 MiB, such as 1024, 512M or 1G".to_owned())
}

/// A duration in seconds or in the syntax of `humantime`.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok();
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .or_else(|| humantime::parse_duration(text).ok())
        .ok_or_else(|| "it must be a time such as 30, 0.5, 90s, 2m or 1h".to_owned())
}

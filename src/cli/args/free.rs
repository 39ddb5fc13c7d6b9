//! Turns that are made before and after a solution for nothing.

use clap::Args;

use super::turn_sets::TurnSets;
use crate::cli::Failure;
use crate::notation::Notation;
use crate::problem::{Free, Problem};

const HEADING: &str = "Free turns and classes";

/// Free turns.
#[derive(Args)]
#[group(skip)]
pub(crate) struct FreeArgs {
    /// Turns that may be made before and after a solution and are not counted, such as `U`, written as
    /// for --allow: solutions that differ only by them are one. They are printed in brackets
    #[arg(long, value_name = "TURNS", help_heading = HEADING)]
    free: Option<String>,
    /// The same before a solution only
    #[arg(long, value_name = "TURNS", help_heading = HEADING)]
    before: Option<String>,
    /// The same after a solution only
    #[arg(long, value_name = "TURNS", help_heading = HEADING)]
    after: Option<String>,
    /// Count these turns as all others. Then they matter to --distinct auf alone
    #[arg(long, help_heading = HEADING)]
    count_free: bool,
}

impl FreeArgs {
    /// The turns, whether or not they are counted.
    pub(crate) fn named(&self, problem: &Problem, notation: Notation) -> Result<Free, Failure> {
        let sets = TurnSets {
            puzzle: &problem.puzzle,
            notation,
        };
        let read = |option: &str, text: &Option<String>| match text {
            Some(text) => sets.read_all(option, text),
            None => Ok(Vec::new()),
        };
        let both = read("--free", &self.free)?;
        let turns = |more: Vec<usize>| {
            let mut turns = [&both[..], &more].concat();
            turns.sort_unstable();
            turns.dedup();
            turns
        };
        Ok(Free {
            before: turns(read("--before", &self.before)?),
            after: turns(read("--after", &self.after)?),
        })
    }

    /// The turns that are not counted.
    pub(crate) fn uncounted(&self, problem: &Problem, notation: Notation) -> Result<Free, Failure> {
        let named = self.named(problem, notation)?;
        self.check()?;
        Ok(if self.count_free {
            Free::default()
        } else {
            named
        })
    }

    /// Refuses to count free turns where there are none.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        let is_named = [&self.free, &self.before, &self.after]
            .iter()
            .any(|it| it.is_some());
        if self.count_free && !is_named {
            Err(Failure::Usage(
                "--count-free requires --free, --before or --after".to_owned(),
            ))
        } else {
            Ok(())
        }
    }

    /// Whether some turns are not counted.
    pub(crate) fn is_asked(&self) -> bool {
        !self.count_free
            && [&self.free, &self.before, &self.after]
                .iter()
                .any(|it| it.is_some())
    }
}

//! A benchmark family as a campaign: a job for each of its formulas.

use super::lists::{Template, checked};
use crate::benchmark::{BenchmarkError, FamilyName, Maker, Means};
use crate::campaign::Job;
use crate::cli::scramble::at_distance;
use crate::cli::{Failure, args, interrupt};
use crate::control::Control;

/// The questions of a family.
pub(super) struct Family<'a> {
    pub(super) name: FamilyName,
    pub(super) count: usize,
    pub(super) seed: u64,
    /// The command as it was given.
    pub(super) read: &'a [String],
    /// The same with the places that its files have in the campaign.
    pub(super) written: &'a [String],
}

impl Family<'_> {
    /// What the campaign is about.
    pub(super) fn said(&self) -> String {
        format!("benchmark family {}, seed {}", self.name, self.seed)
    }

    pub(super) fn jobs(&self) -> Result<impl Iterator<Item = Result<Job, Failure>>, Failure> {
        let puzzle = self.name.puzzle().map_err(Failure::error)?;
        let asked = Template::new(self.written.to_vec(), self.read)?.puzzle()?;
        if asked.name() != puzzle.name() || self.read.first().is_none_or(|it| it != "solve") {
            return Err(Failure::Usage(format!(
                "the family {} is about the puzzle {}: give its command as `-- solve {} …`",
                self.name,
                puzzle.name(),
                puzzle.name()
            )));
        }
        let control = Control::new(interrupt::cancel_flag()?, None).with_jobs(args::threads(0));
        let states = at_distance(&puzzle, &puzzle.turns_around_held(), &control)?;
        let means = Means {
            format: None,
            seed: self.seed,
            limit: None,
            control,
        };
        let maker = Maker::new(self.name, states, means).map_err(Failure::error)?;
        let numbers = 0..maker.formulas(self.count);
        Ok(numbers.map(move |number| {
            let said = maker.asked(number).map_err(|error| match error {
                BenchmarkError::Stopped(_) => Failure::Interrupted,
                error => Failure::error(error),
            })?;
            let (option, start) = match &said.scramble {
                Some(turns) => ("--scramble", turns),
                None => ("--state", &said.state),
            };
            let turns = said.turns.to_string();
            let more = [
                [option, start],
                ["--to", said.to],
                ["--turns", &turns],
                ["--recipe", &said.recipe],
            ];
            let whole = |words: &[String]| -> Vec<String> {
                let more = more.iter().flatten().map(|&word| word.to_owned());
                words.iter().cloned().chain(more).collect()
            };
            checked(&whole(self.read), &whole(self.written))
        }))
    }
}

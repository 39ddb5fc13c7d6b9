//! How a campaign stands: what its ledgers come to.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, HashMap};
use std::fmt;

use itertools::Itertools;

use super::blocks::Block;
use super::error::CampaignError;
use super::folder::Campaign;
use super::job::{Id, Job};
use super::ledger::{Entries, Entry, Mistake};
use super::outcome::{Outcome, Verdict};
use super::record::Record;
use crate::text::shown;

/// Two results of one job that cannot both be true.
#[derive(Clone, Debug, PartialEq)]
pub struct Contradiction {
    /// The job.
    pub job: Job,
    /// The two.
    pub results: [Record; 2],
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let said = |record: &Record| {
            let Outcome {
                verdict,
                turns,
                at_least,
                ..
            } = &record.outcome;
            let turns = turns.map(|turns| format!(", {turns} turns"));
            let least = at_least.map(|least| format!(", at least {least}"));
            format!(
                "{verdict}{}{} on {}",
                turns.unwrap_or_default(),
                least.unwrap_or_default(),
                shown(&record.host)
            )
        };
        let [one, other] = &self.results;
        write!(
            f,
            "job {}: two results cannot both be true: {}; {}. One of them is wrong: run `twistsat {}` by hand, and remove the wrong one from its ledger",
            self.job.id,
            said(one),
            said(other),
            self.job.arguments
        )
    }
}

/// How a block stands.
#[derive(Debug)]
pub struct OfBlock {
    /// Its jobs, in the order of the list.
    pub jobs: Vec<Job>,
    /// The best result of each, if there is one.
    pub best: Vec<Option<Entry>>,
    /// How often each was asked for again.
    attempts: Vec<u32>,
    /// The last of these that has a result.
    answered: Vec<Option<u32>>,
    /// Results of one job that contradict each other.
    pub contradictions: Vec<Contradiction>,
    /// Lines of ledgers that do not count.
    pub mistakes: Vec<Mistake>,
    /// How many ledgers end in the middle of a line.
    pub cut: usize,
    /// How many results there are beside the best one of each job.
    pub others: usize,
}

impl OfBlock {
    /// The jobs that are to be done, and how often each was asked for again.
    pub fn open(&self) -> impl Iterator<Item = (&Job, u32)> {
        (0..self.jobs.len())
            .filter(|&at| {
                let best = self.best[at].as_ref();
                let is_answered = best.is_some_and(|best| best.record.outcome.verdict.is_answer());
                !is_answered && self.answered[at].is_none_or(|last| last < self.attempts[at])
            })
            .map(|at| (&self.jobs[at], self.attempts[at]))
    }

    /// The jobs with a result, and the best one of each.
    pub fn results(&self) -> impl Iterator<Item = (&Job, &Entry)> {
        let all = self.jobs.iter().zip(&self.best);
        all.filter_map(|(job, best)| best.as_ref().map(|best| (job, best)))
    }
}

impl Campaign {
    /// How a block stands.
    ///
    /// # Errors
    /// [`CampaignError`] if something cannot be read, or the list of jobs was altered.
    pub fn of_block(&self, block: &Block) -> Result<OfBlock, CampaignError> {
        let jobs = self.jobs(block)?;
        let at: HashMap<Id, usize> = jobs.iter().zip(0..).map(|(job, at)| (job.id, at)).collect();
        let entries = Entries::read(self.folder(), block.number, |id| at.contains_key(&id))?;
        Ok(standing(jobs, &at, entries))
    }

    /// How all blocks stand, in numbers.
    ///
    /// # Errors
    /// As [`Campaign::of_block`].
    pub fn counts(&self) -> Result<Counts, CampaignError> {
        let mut counts = Counts::default();
        for block in self.blocks() {
            counts.add(&self.of_block(block)?);
        }
        Ok(counts)
    }
}

/// `at` has the place of each job in the list.
fn standing(jobs: Vec<Job>, at: &HashMap<Id, usize>, entries: Entries) -> OfBlock {
    let mut attempts = vec![0; jobs.len()];
    for id in entries.again {
        attempts[at[&id]] += 1;
    }
    let mut results: Vec<Vec<Entry>> = vec![Vec::new(); jobs.len()];
    for entry in entries.results {
        results[at[&entry.record.job]].push(entry);
    }
    let mut contradictions = Vec::new();
    let mut others = 0;
    let mut best = Vec::with_capacity(jobs.len());
    let mut answered = Vec::with_capacity(jobs.len());
    for (job, results) in jobs.iter().zip(results) {
        others += results.len().saturating_sub(1);
        let pair = results
            .iter()
            .array_combinations()
            .find(|[one, other]| one.record.outcome.contradicts(&other.record.outcome));
        if let Some([one, other]) = pair {
            contradictions.push(Contradiction {
                job: job.clone(),
                results: [one.record.clone(), other.record.clone()],
            });
        }
        answered.push(results.iter().map(|result| result.record.attempt).max());
        best.push(results.into_iter().reduce(better));
    }
    OfBlock {
        jobs,
        best,
        attempts,
        answered,
        contradictions,
        mistakes: entries.mistakes,
        cut: entries.cut,
        others,
    }
}

/// The better of two results of one job. Of two that say as little, that of the later attempt.
fn better(one: Entry, other: Entry) -> Entry {
    let key = |Entry { record, .. }: &Entry| {
        let again = if record.outcome.verdict.is_answer() {
            0
        } else {
            record.attempt
        };
        (record.outcome.rank(), Reverse(again))
    };
    let order =
        (key(&one).cmp(&key(&other))).then_with(|| one.record.outcome.cmp(&other.record.outcome));
    match order {
        Ordering::Greater => other,
        _ => one,
    }
}

/// How many jobs came to what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally(BTreeMap<Verdict, usize>);

impl Tally {
    /// One more.
    pub fn add(&mut self, verdict: Verdict) {
        *self.0.entry(verdict).or_default() += 1;
    }

    /// How many there are.
    #[must_use]
    pub fn all(&self) -> usize {
        self.0.values().sum()
    }

    /// Together with others.
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        for (verdict, count) in &other.0 {
            *self.0.entry(*verdict).or_default() += count;
        }
        self
    }

    /// What there is, and how often.
    pub fn iter(&self) -> impl Iterator<Item = (Verdict, usize)> {
        self.0.iter().map(|(&verdict, &count)| (verdict, count))
    }
}

/// `3 minimal, 1 unknown`.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.all() == 0 {
            return f.write_str("nothing");
        }
        let said = self
            .iter()
            .map(|(verdict, count)| format!("{count} {verdict}"));
        f.write_str(&said.collect_vec().join(", "))
    }
}

/// How a campaign stands, in numbers.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// All jobs.
    pub jobs: usize,
    /// Jobs with a result.
    pub tally: Tally,
    /// Why there is no answer, and how often.
    pub reasons: BTreeMap<(Verdict, String), usize>,
    /// Jobs that are to be done.
    pub open: usize,
    /// The seconds that the results took, together.
    pub seconds: f64,
    /// How many ledgers end in the middle of a line.
    pub cut: usize,
    /// Results beside the best one of each job.
    pub others: usize,
    /// Lines of ledgers that do not count.
    pub mistakes: Vec<Mistake>,
    /// Results of one job that contradict each other.
    pub contradictions: Vec<Contradiction>,
}

impl Counts {
    /// Those of a block more.
    pub fn add(&mut self, block: &OfBlock) {
        self.jobs += block.jobs.len();
        self.open += block.open().count();
        for (_, Entry { record, .. }) in block.results() {
            let Record {
                outcome, seconds, ..
            } = record;
            self.tally.add(outcome.verdict);
            self.seconds += seconds;
            if let Some(reason) = &outcome.reason {
                let reason = (outcome.verdict, reason.clone());
                *self.reasons.entry(reason).or_default() += 1;
            }
        }
        self.cut += block.cut;
        self.others += block.others;
        self.mistakes.extend_from_slice(&block.mistakes);
        self.contradictions.extend_from_slice(&block.contradictions);
    }
}

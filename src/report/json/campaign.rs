//! How a campaign stands, and its results.

use serde::Serialize;

use super::header::{Made, Schema};
use crate::campaign::{Counts, Holder, Job, MistakeKind, Outcome, Question, Record, Verdict};
use crate::report::campaign::seconds_left;

/// How a campaign stands.
#[derive(Debug, Serialize)]
pub struct CampaignStatus {
    /// What every object begins with.
    #[serde(flatten)]
    pub made: Made,
    /// What is asked, in words.
    pub question: String,
    /// How many jobs there are.
    pub jobs: usize,
    /// How many are to be done.
    pub open: usize,
    /// How many came to what.
    pub verdicts: std::collections::BTreeMap<&'static str, usize>,
    /// Why there is no answer, and how often.
    pub reasons: Vec<CampaignReason>,
    /// Who has blocks of jobs.
    pub workers: Vec<CampaignWorker>,
    /// Seconds that the results took, together.
    pub seconds: f64,
    /// How many seconds are left if the open jobs are like those done, with the workers of now; null if that cannot be said.
    pub seconds_left: Option<f64>,
    /// How many ledgers end in the middle of a line.
    pub cut: usize,
    /// Results beside the best one of each job.
    pub others: usize,
    /// Lines of ledgers that were altered, a sentence each.
    pub altered: Vec<String>,
    /// Results that contradict themselves or each other, a sentence each.
    pub contradictions: Vec<String>,
    /// Lines of ledgers about jobs that are not in their block, a sentence each.
    pub foreign: Vec<String>,
}

/// Why jobs have no answer.
#[derive(Debug, Serialize)]
pub struct CampaignReason {
    /// `unknown` or `failed`.
    pub verdict: Verdict,
    /// Why.
    pub reason: String,
    /// How many jobs.
    pub jobs: usize,
}

/// Who has a block.
#[derive(Debug, Serialize)]
pub struct CampaignWorker {
    /// The machine.
    pub host: String,
    /// The process there.
    pub pid: u32,
    /// The block, from 0.
    pub block: usize,
}

impl CampaignStatus {
    /// The report of how a campaign stands.
    #[must_use]
    pub fn new(question: &Question, counts: &Counts, holders: &[Holder]) -> Self {
        let reasons = counts.reasons.iter();
        let reasons = reasons.map(|((verdict, reason), &jobs)| CampaignReason {
            verdict: *verdict,
            reason: reason.clone(),
            jobs,
        });
        let workers = holders.iter().map(|holder| CampaignWorker {
            host: holder.host.clone(),
            pid: holder.pid,
            block: holder.block,
        });
        let verdicts = counts.tally.iter();
        let sentences = |kind| {
            let mistakes = counts.mistakes.iter();
            let mistakes = mistakes.filter(move |mistake| mistake.kind == kind);
            mistakes.map(ToString::to_string)
        };
        Self {
            made: Made::new(Schema::CampaignStatus),
            question: question.question.clone(),
            jobs: counts.jobs,
            open: counts.open,
            verdicts: verdicts
                .map(|(verdict, count)| (verdict.name(), count))
                .collect(),
            reasons: reasons.collect(),
            workers: workers.collect(),
            seconds: counts.seconds,
            seconds_left: seconds_left(counts, holders.len()),
            cut: counts.cut,
            others: counts.others,
            altered: sentences(MistakeKind::Altered).collect(),
            contradictions: sentences(MistakeKind::Contradictory)
                .chain(counts.contradictions.iter().map(ToString::to_string))
                .collect(),
            foreign: sentences(MistakeKind::Foreign).collect(),
        }
    }
}

/// A job of a campaign and what came of it.
#[derive(Debug, Serialize)]
pub struct CampaignResult<'a> {
    /// What every object begins with.
    #[serde(flatten)]
    pub made: Made,
    /// The job's name.
    pub job: String,
    /// What it asks, as the arguments of a command.
    pub arguments: &'a str,
    /// What came of it; null if it was not done.
    pub verdict: Option<Verdict>,
    /// The length of the solution; null without one.
    pub turns: Option<usize>,
    /// The solution; null without one.
    pub solution: Option<&'a str>,
    /// No solution has fewer turns; null where that is not known.
    pub at_least: Option<usize>,
    /// Who says that nothing shorter exists.
    pub by: Option<&'a str>,
    /// The certificate, a file in the folder; null without one.
    pub certificate: Option<&'a str>,
    /// Why there is no answer; null if there is.
    pub reason: Option<&'a str>,
    /// How long it took, with `--times` alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// How often it had been asked for again, with `--times` alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attempt: Option<u32>,
    /// Where, with `--times` alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<&'a str>,
}

impl<'a> CampaignResult<'a> {
    /// A job and its best result, if it has one.
    #[must_use]
    pub fn new(job: &'a Job, record: Option<&'a Record>, times: bool) -> Self {
        let outcome: Option<&'a Outcome> = record.map(|record| &record.outcome);
        let timed = record.filter(|_| times);
        Self {
            made: Made::new(Schema::CampaignResult),
            job: job.id.to_string(),
            arguments: &job.arguments,
            verdict: outcome.map(|it| it.verdict),
            turns: outcome.and_then(|it| it.turns),
            solution: outcome.and_then(|it| it.solution.as_deref()),
            at_least: outcome.and_then(|it| it.at_least),
            by: outcome.and_then(|it| it.by.as_deref()),
            certificate: outcome.and_then(|it| it.certificate.as_deref()),
            reason: outcome.and_then(|it| it.reason.as_deref()),
            seconds: timed.map(|it| it.seconds),
            attempt: timed.map(|it| it.attempt),
            host: timed.map(|it| it.host.as_str()),
        }
    }
}

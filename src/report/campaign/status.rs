//! How a campaign stands, as text.

use std::fmt::Write;

use itertools::Itertools;

use crate::campaign::{Counts, Holder, MistakeKind, Question};
use crate::text::{grouped, visible};

/// How a campaign stands.
#[must_use]
pub fn status(question: &Question, counts: &Counts, holders: &[Holder]) -> String {
    let mut text = format!(
        "{}: {} jobs\n",
        visible(&question.question),
        grouped(counts.jobs as u64)
    );
    let mut line = |name: &str, what: &str| {
        let _ = writeln!(text, "{name:<9} {what}");
    };
    line("done", &counts.tally.to_string());
    line("open", &grouped(counts.open as u64));
    for (host, pid, blocks) in workers(holders) {
        let blocks = match blocks {
            1 => "1 block".to_owned(),
            blocks => format!("{blocks} blocks"),
        };
        line("at work", &format!("host {host}, process {pid}: {blocks}"));
    }
    for ((verdict, reason), count) in &counts.reasons {
        let reason = visible(reason.lines().next().unwrap_or_default());
        line("no answer", &format!("{count} {verdict}: {reason}"));
    }
    if let Some(left) = seconds_left(counts, holders.len()) {
        let mean = counts.seconds / counts.tally.all() as f64;
        let workers = match holders.len() {
            0 | 1 => "one job at a time".to_owned(),
            jobs => format!("{jobs} jobs at a time"),
        };
        line(
            "time",
            &format!("{mean:.6} s a job; about {left:.0} s left with {workers}"),
        );
    }
    if counts.cut > 0 {
        let what =
            "ledgers end in the middle of a line, as workers were killed; these jobs are open";
        line("cut", &format!("{} {what}", counts.cut));
    }
    for mistake in &counts.mistakes {
        let name = match mistake.kind {
            MistakeKind::Altered => "altered",
            MistakeKind::Contradictory => "wrong",
            MistakeKind::Foreign => "foreign",
        };
        line(name, &visible(&mistake.to_string()));
    }
    for contradiction in &counts.contradictions {
        line("wrong", &visible(&contradiction.to_string()));
    }
    text
}

/// Who works, and on how many blocks.
fn workers(holders: &[Holder]) -> Vec<(&str, u32, usize)> {
    let counted = holders
        .iter()
        .map(|holder| (holder.host.as_str(), holder.pid))
        .counts();
    let counted = counted
        .into_iter()
        .map(|((host, pid), blocks)| (host, pid, blocks));
    counted.sorted().collect()
}

/// How long the open jobs will take if they are like those that are done, with so many at a time.
pub(crate) fn seconds_left(counts: &Counts, at_a_time: usize) -> Option<f64> {
    let done = counts.tally.all();
    (done > 0 && counts.open > 0)
        .then(|| counts.seconds / done as f64 * counts.open as f64 / at_a_time.max(1) as f64)
}

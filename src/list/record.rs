//! A line of an answer file, which ends with its own hash. Detects contradictions within and between answers.

use std::cmp::Reverse;

use serde::Deserialize;

use super::verdict::LineVerdict;
use crate::text::{readable_parser_message, sha256, with_tips};

/// The text before the hash at the end of a line.
const HASH_PREFIX: &str = ",\"sha256\":\"";
/// The text after the hash.
const HASH_SUFFIX: &str = "\"}";

/// An answer read from a file, with the keys that `merge` needs.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Record {
    /// The number of the line in the list.
    pub line: usize,
    /// The text of the line.
    pub input: String,
    /// The verdict.
    #[serde(rename = "outcome")]
    pub verdict: LineVerdict,
    /// The length of the solutions, in the metric of the question.
    pub turns: Option<usize>,
    /// The solution of `solve` or `prove`. [`Self::read`] moves it to the solutions.
    solution: Option<String>,
    /// The solutions, in the notation of the question.
    #[serde(default)]
    pub(super) solutions: Vec<String>,
    /// The state that the solution solves, if the start leaves stickers open. [`Self::read`] moves it to the starts.
    start: Option<String>,
    /// The state that each solution solves, if the start leaves stickers open.
    #[serde(default)]
    pub(super) starts: Vec<String>,
    /// The turns that solve the tips; `None` if all tips are solved at the start.
    pub(super) tips: Option<String>,
    /// Whether the list of solutions is complete.
    #[serde(default)]
    complete: bool,
    /// The lower bound: no solution has fewer turns.
    pub at_least: Option<usize>,
    #[serde(default)]
    refuted: Vec<String>,
    /// The path of the certificate.
    pub certificate: Option<String>,
    /// Its SHA-256, in hexadecimal.
    pub(super) certificate_sha256: Option<String>,
    stopped: Option<String>,
    error: Option<String>,
    /// The time that the answer took, in seconds.
    pub seconds: f64,
}

impl Record {
    /// The solutions, separated by semicolons, each followed by the turns that solve the tips.
    pub fn solutions_with_tips(&self) -> Option<String> {
        let all = self.solutions.iter();
        let all: Vec<String> = all.map(|it| with_tips(it, self.tips.as_deref())).collect();
        (!all.is_empty()).then(|| all.join("; "))
    }

    /// What excludes shorter solutions, or all solutions.
    pub fn refuted_by(&self) -> Option<String> {
        let by = match self.verdict {
            LineVerdict::Refuted => "checked proof".to_owned(),
            _ => self.refuted.join("; "),
        };
        (self.verdict.is_answer() && !by.is_empty()).then_some(by)
    }

    /// Why there is no answer.
    pub fn reason(&self) -> Option<&str> {
        self.error.as_deref().or(self.stopped.as_deref())
    }

    /// Parses a line without its line ending; the error says why it is invalid.
    pub(super) fn read(line: &[u8]) -> Result<Self, String> {
        let line = std::str::from_utf8(line).map_err(|_| "it is not UTF-8 text")?;
        let split = line.strip_suffix(HASH_SUFFIX);
        let split = split.and_then(|open| open.rsplit_once(HASH_PREFIX));
        let (open, stored) = split.ok_or("altered or damaged: it does not end with its hash")?;
        let text = format!("{open}}}");
        let hash = sha256(text.as_bytes());
        if stored != hash {
            return Err(format!("altered or damaged: its hash should be {hash}"));
        }
        let record = serde_json::from_str(&text);
        let mut record: Self = record.map_err(|it| readable_parser_message(&it.to_string()))?;
        record.solutions.extend(record.solution.take());
        record.starts.extend(record.start.take());
        Ok(record)
    }

    /// Whether this answer says that no solution within the budget has this length.
    pub(super) fn excludes(&self, length: usize) -> bool {
        let least = match self.verdict {
            LineVerdict::NoSolution | LineVerdict::Refuted => return true,
            LineVerdict::Minimal => self.turns.max(self.at_least),
            _ => self.at_least,
        };
        least.is_some_and(|least| length < least)
    }

    /// Whether this answer contradicts itself, or lacks its solution or the length of its solution.
    pub(super) fn contradicts_itself(&self) -> bool {
        let has_solution = !self.solutions.is_empty();
        let Some(turns) = self.turns else {
            return has_solution || self.verdict.has_solution();
        };
        let is_longer = |least| self.verdict == LineVerdict::Minimal && turns > least;
        !has_solution || self.excludes(turns) || self.at_least.is_some_and(is_longer)
    }

    /// Whether two answers to one line contradict each other.
    pub(super) fn contradicts(&self, other: &Self) -> bool {
        let are_complete = self.complete && other.complete;
        let excludes = |one: &Self, other: &Self| other.turns.is_some_and(|it| one.excludes(it));
        are_complete && self.solutions.len() != other.solutions.len()
            || excludes(self, other)
            || excludes(other, self)
    }

    /// The rank among the answers to a line, best first: answers first, a minimum before another solution, fewer turns
    /// before more, a higher bound before a lower one.
    pub(super) fn rank(&self) -> (LineVerdict, usize, Reverse<Option<usize>>) {
        let turns = self.turns.unwrap_or(usize::MAX);
        (self.verdict, turns, Reverse(self.at_least))
    }

    /// The verdict and the bounds in words.
    pub(super) fn summary(&self) -> String {
        let turns = self.turns.map(|turns| match turns {
            1 => ", 1 turn".to_owned(),
            _ => format!(", {turns} turns"),
        });
        let least = self.at_least.map(|least| format!(", at least {least}"));
        let (turns, least) = (turns.unwrap_or_default(), least.unwrap_or_default());
        format!("{}{turns}{least}", self.verdict)
    }
}

/// The line of an answer: the object that `--format json` prints, with the verdict, the time and the hash.
pub(super) fn answer_line(object: &str, verdict: LineVerdict, seconds: f64) -> String {
    let open = object.strip_suffix('}').unwrap_or(object);
    let seconds = serde_json::Value::from((seconds * 1e6).round() / 1e6);
    let open = format!("{open},\"outcome\":\"{verdict}\",\"seconds\":{seconds}");
    let hash = sha256(format!("{open}}}").as_bytes());
    format!("{open}{HASH_PREFIX}{hash}{HASH_SUFFIX}")
}

#[cfg(test)]
mod tests {
    use LineVerdict::{Minimal, NoSolution, Refuted, Solved, Unknown};
    use itertools::{Itertools, iproduct};

    use super::*;

    fn answer(verdict: LineVerdict, turns: Option<usize>, at_least: Option<usize>) -> Record {
        Record {
            verdict,
            turns,
            solutions: turns.map(|turns| "R ".repeat(turns)).into_iter().collect(),
            at_least,
            ..Record::default()
        }
    }

    /// Whether an answer can be true if the shortest solution has this many turns; `None` if there is no solution.
    fn can_be_true(answer: &Record, shortest: Option<usize>) -> bool {
        let length = shortest.unwrap_or(usize::MAX);
        let is_possible = match answer.verdict {
            Minimal => answer.turns == shortest,
            NoSolution | Refuted => shortest.is_none(),
            _ => true,
        };
        is_possible
            && answer.at_least.is_none_or(|least| least <= length)
            && answer.turns.is_none_or(|turns| length <= turns)
    }

    #[test]
    fn answers_that_cannot_be_true_contradict_themselves_or_each_other() {
        let lengths = [None, Some(3), Some(4), Some(5), Some(6)];
        let all = iproduct!(LineVerdict::ALL, lengths, lengths);
        let all = all.map(|(verdict, turns, at_least)| answer(verdict, turns, at_least));
        let mut all = all.collect_vec();
        for answer in &all {
            let can_be = lengths.iter().any(|&it| can_be_true(answer, it));
            let is_minimal = answer.verdict == Minimal && answer.at_least.is_some();
            let is_incomplete = answer.verdict.has_solution() && answer.turns.is_none()
                || is_minimal && answer.at_least < answer.turns;
            let is_wrong = !can_be || is_incomplete;
            assert_eq!(answer.contradicts_itself(), is_wrong, "{answer:?}");
        }
        all.retain(|answer| !answer.contradicts_itself());
        for (one, other) in all.iter().cartesian_product(&all) {
            let can_be = |&it: &_| can_be_true(one, it) && can_be_true(other, it);
            let is_wrong = !lengths.iter().any(can_be);
            assert_eq!(one.contradicts(other), is_wrong, "{one:?} {other:?}");
        }
        // The length and the solution belong together.
        let mut halves = [0; 2].map(|_| answer(Unknown, Some(3), None));
        halves[0].turns = None;
        halves[1].solutions.clear();
        assert!(halves.iter().all(Record::contradicts_itself));
    }

    #[test]
    fn the_better_answer_has_the_lower_rank() {
        let in_order = [
            answer(Minimal, Some(4), Some(4)),
            answer(Solved, Some(4), Some(3)),
            answer(Solved, Some(4), None),
            answer(Solved, Some(5), Some(3)),
            answer(Unknown, Some(7), None),
            answer(Unknown, None, None),
        ];
        assert!(in_order.is_sorted_by(|one, other| one.rank() < other.rank()));
    }
}

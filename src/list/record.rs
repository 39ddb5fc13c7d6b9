//! A line of an answer file, which ends with its own hash; contradictions within it and between several of them.

use std::cmp::Reverse;

use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::verdict::LineVerdict;
use crate::text::{hex, readable_parser_message, with_tips};

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
    /// The time it took, in seconds.
    pub seconds: f64,
    /// The length of the solution, in the metric of the question.
    pub turns: Option<usize>,
    /// The solution, in the notation of the question.
    pub(super) solution: Option<String>,
    /// The solutions listed by `enumerate`.
    #[serde(default)]
    pub(super) solutions: Vec<String>,
    pub(super) start: Option<String>,
    #[serde(default)]
    pub(super) starts: Vec<String>,
    /// The turns that solve the tips; `None` if the start turns none.
    pub(super) tips: Option<String>,
    /// Whether the list of solutions is complete.
    #[serde(default)]
    pub(super) complete: bool,
    /// No solution has fewer turns.
    pub at_least: Option<usize>,
    #[serde(default)]
    pub(super) refuted: Vec<String>,
    /// The certificate, a file.
    pub certificate: Option<String>,
    /// Its SHA-256, in hexadecimal.
    pub(super) certificate_sha256: Option<String>,
    pub(super) stopped: Option<String>,
    pub(super) error: Option<String>,
}

impl Record {
    /// All solutions, each with the state that it solves if the start leaves stickers open.
    ///
    /// # Errors
    /// If the numbers of states and solutions differ.
    pub(super) fn solutions_with_starts(&self) -> Result<Vec<(&str, Option<&str>)>, String> {
        let one = self.solution.iter();
        let mut solved: Vec<_> = one
            .map(|solution| (solution.as_str(), self.start.as_deref()))
            .collect();
        let (solutions, starts) = (&self.solutions, &self.starts);
        if !starts.is_empty() && starts.len() != solutions.len() {
            let (few, many) = (starts.len(), solutions.len());
            return Err(format!("it has {few} starts for {many} solutions"));
        }
        let starts = starts.iter().map(|start| Some(start.as_str()));
        let starts = starts.chain(std::iter::repeat(None));
        solved.extend(solutions.iter().map(String::as_str).zip(starts));
        Ok(solved)
    }

    /// The solution, or the solutions separated by semicolons, each followed by the turns that solve the tips.
    pub fn solutions_with_tips(&self) -> Option<String> {
        let all = match &self.solution {
            Some(solution) => std::slice::from_ref(solution),
            None => &self.solutions,
        };
        let all = all.iter();
        let all: Vec<String> = all.map(|it| with_tips(it, self.tips.as_deref())).collect();
        (!all.is_empty()).then(|| all.join("; "))
    }

    /// What refuted the shorter solutions, or all solutions.
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
        let line = std::str::from_utf8(line).map_err(|_| "it is not UTF-8 text".to_owned())?;
        let split = line.strip_suffix(HASH_SUFFIX).and_then(|line| {
            let (text, stored) = line.rsplit_once(HASH_PREFIX)?;
            Some((format!("{text}}}"), stored))
        });
        let Some((text, stored)) = split else {
            return Err("altered or damaged: it does not end with its hash".to_owned());
        };
        if stored != hash(&text) {
            return Err(format!(
                "altered or damaged: its hash should be {}",
                hash(&text)
            ));
        }
        serde_json::from_str(&text).map_err(|error| readable_parser_message(&error.to_string()))
    }

    /// The least length that this answer leaves open for a solution; `usize::MAX` if it leaves none open.
    fn least(&self) -> usize {
        let least = match self.verdict {
            LineVerdict::None | LineVerdict::Refuted => Some(usize::MAX),
            LineVerdict::Minimal => self.turns.max(self.at_least),
            _ => self.at_least,
        };
        least.unwrap_or_default()
    }

    /// Whether this answer says that no solution within the budget has this length.
    pub(super) fn excludes(&self, length: usize) -> bool {
        length < self.least()
    }

    /// Whether this answer contradicts itself, or lacks its solution or the length of its solution.
    pub(super) fn contradicts_itself(&self) -> bool {
        let has_solution = self.solution.is_some() || !self.solutions.is_empty();
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
    let hash = hash(&format!("{open}}}"));
    format!("{open}{HASH_PREFIX}{hash}{HASH_SUFFIX}")
}

fn hash(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(verdict: LineVerdict, turns: Option<usize>) -> Record {
        Record {
            verdict,
            turns,
            solution: turns.map(|turns| "R ".repeat(turns)),
            ..Record::default()
        }
    }

    #[test]
    fn incompatible_answers_contradict_each_other() {
        use LineVerdict::{Failed, Minimal, None as Nothing, Refuted, Solved, Unknown};
        let all = [
            (Minimal, Some(4)),
            (Minimal, Some(5)),
            (Solved, Some(4)),
            (Solved, Some(5)),
            (Nothing, None),
            (Refuted, None),
            (Unknown, None),
            (Failed, None),
        ];
        // Determined by hand, one row per answer: the others that contradict it.
        let wrong = [
            "01001100", "10101100", "01001100", "00001100", "11110000", "11110000", "00000000",
            "00000000",
        ];
        for ((one, turns), row) in all.iter().zip(wrong) {
            for ((other, others), wrong) in all.iter().zip(row.chars()) {
                let (a, b) = (answer(*one, *turns), answer(*other, *others));
                assert_eq!(a.contradicts(&b), wrong == '1', "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn an_answer_that_cannot_be_true_contradicts_itself() {
        use LineVerdict::{Failed, Minimal, None as Nothing, Refuted, Solved, Unknown};
        // Determined by hand: the verdict, the length, the bound, and whether the combination is consistent.
        let all = [
            (Minimal, Some(5), Some(5), true),
            (Minimal, Some(5), Some(9), false),
            (Minimal, Some(5), Some(2), false),
            (Minimal, Some(5), None, true),
            (Minimal, None, Some(5), false),
            (Solved, Some(5), Some(5), true),
            (Solved, Some(5), Some(2), true),
            (Solved, Some(5), Some(6), false),
            (Solved, None, None, false),
            (Nothing, None, Some(6), true),
            (Nothing, Some(5), None, false),
            (Refuted, None, Some(6), true),
            (Refuted, Some(5), Some(6), false),
            (Unknown, None, Some(6), true),
            (Unknown, Some(7), Some(6), true),
            (Unknown, Some(5), Some(6), false),
            (Failed, None, None, true),
        ];
        for (verdict, turns, at_least, can_be) in all {
            let is = Record {
                at_least,
                ..answer(verdict, turns)
            };
            assert_eq!(!is.contradicts_itself(), can_be, "{is:?}");
        }
        let without_turns = |turns, solution| Record {
            turns,
            solution,
            ..Record::default()
        };
        assert!(without_turns(Some(1), None).contradicts_itself());
        let one = Some("R".to_owned());
        assert!(without_turns(None, one).contradicts_itself());
    }

    #[test]
    fn the_better_answer_has_the_lower_rank() {
        use LineVerdict::{Failed, Minimal, Solved, Unknown};
        let in_order = [
            answer(Minimal, Some(4)),
            answer(Solved, Some(4)),
            answer(Solved, Some(5)),
            answer(Unknown, Some(7)),
            answer(Unknown, None),
            answer(Failed, None),
        ];
        assert!(in_order.is_sorted_by(|one, other| one.rank() < other.rank()));
    }
}

//! Contradictions within an answer and between several answers to one line.

use std::cmp::Reverse;

use super::record::Record;
use super::verdict::LineVerdict;

impl Record {
    /// Why this answer contradicts itself; `None` if it does not.
    pub(super) fn contradiction(&self) -> Option<String> {
        let has_solution = self.solution.is_some() || !self.solutions.is_empty();
        let verdict = self.verdict;
        let Some(turns) = self.turns else {
            let needs_one = has_solution || verdict.has_solution();
            return needs_one
                .then(|| format!("it is `{verdict}`, but a solution with its length is missing"));
        };
        if !has_solution {
            return Some(format!(
                "it gives a length of {turns} turns, but the solution is missing"
            ));
        }
        if verdict.denies_solutions() {
            return Some(format!(
                "it is `{verdict}`, but there is a solution of {turns} turns"
            ));
        }
        let least = self.at_least?;
        let is_minimal = verdict == LineVerdict::Minimal;
        (turns < least || is_minimal && turns > least).then(|| {
            format!(
                "it is `{verdict}` with {turns} turns, but says that there are at least {least}"
            )
        })
    }

    /// Why this answer contradicts the maximum number of turns of its question; `None` if it does not.
    pub(super) fn contradiction_within(&self, most: usize) -> Option<String> {
        let least = self.at_least.filter(|&least| least <= most)?;
        let verdict = self.verdict;
        (verdict == LineVerdict::None).then(|| {
            format!(
                "it is `{verdict}` of at most {most} turns, but its lower bound is only {least}"
            )
        })
    }

    /// The claim that a solution of this length contradicts, in words; `None` if there is no such claim.
    pub(super) fn contradicted_claim(&self, length: usize) -> Option<String> {
        let verdict = self.verdict;
        let shortest = self.turns.filter(|_| verdict == LineVerdict::Minimal);
        if let Some(turns) = shortest.filter(|&turns| turns > length) {
            return Some(format!("it is `{verdict}` with {turns} turns"));
        }
        let least = self.at_least.filter(|&least| least > length)?;
        Some(format!("it says that there are at least {least} turns"))
    }

    /// Whether two answers to one line contradict each other.
    pub(super) fn contradicts(&self, other: &Self) -> bool {
        let are_complete = self.complete && other.complete;
        if are_complete && self.solutions.len() != other.solutions.len() {
            return true;
        }
        let has_solution = |it: &Self| it.verdict.has_solution() || it.solution.is_some();
        let denies = |one: &Self, other| one.verdict.denies_solutions() && has_solution(other);
        let is_too_short = self.is_too_short_for(other) || other.is_too_short_for(self);
        denies(self, other) || denies(other, self) || is_too_short
    }

    /// Whether this solution is shorter than the bound of the other answer.
    fn is_too_short_for(&self, other: &Self) -> bool {
        let least = match other.verdict {
            LineVerdict::Minimal => other.turns,
            _ => other.at_least,
        };
        self.turns.zip(least).is_some_and(|(it, least)| it < least)
    }

    /// The rank among the answers to a line, best first: answers first, a minimum before another solution, fewer turns
    /// before more, a higher bound before a lower one.
    pub(super) fn rank(&self) -> (LineVerdict, usize, Reverse<Option<usize>>) {
        let turns = self.turns.unwrap_or(usize::MAX);
        (self.verdict, turns, Reverse(self.at_least))
    }
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
    fn a_solution_below_a_proved_bound_contradicts_it_though_neither_is_an_answer() {
        let bound = |least| Record {
            at_least: Some(least),
            ..Record::default()
        };
        let found = answer(LineVerdict::Unknown, Some(4));
        assert!(found.contradicts(&bound(5)) && bound(5).contradicts(&found));
        assert!(!found.contradicts(&bound(4)));
    }

    #[test]
    fn any_solution_contradicts_a_claim_of_no_solution() {
        let found = answer(LineVerdict::Unknown, Some(4));
        for none in [LineVerdict::None, LineVerdict::Refuted].map(|it| answer(it, None)) {
            assert!(found.contradicts(&none) && none.contradicts(&found));
        }
    }

    #[test]
    fn an_answer_that_cannot_be_true_says_why() {
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
            assert_eq!(is.contradiction().is_none(), can_be, "{is:?}");
        }
        let without_turns = |turns, solution| Record {
            turns,
            solution,
            ..Record::default()
        };
        assert!(without_turns(Some(1), None).contradiction().is_some());
        let one = Some("R".to_owned());
        assert!(without_turns(None, one).contradiction().is_some());
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

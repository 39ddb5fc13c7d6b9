//! What must be said of a question.

use rustc_hash::FxHashMap;

use super::ask::{Found, Told};
use super::counting::{Count, goal, is_possible, states};
use super::harness::Verdict;
use super::model::{Colors, Move};
use super::question::{Question, fits, state};

/// More states than any puzzle has that is drawn.
pub const MOST_STATES: usize = 100_000;

/// What must come of a question.
pub struct Truth<'a> {
    pub count: Count<'a>,
    /// The length of a shortest answer.
    pub shortest: Option<usize>,
    /// It must be refused: the start or the goal cannot be.
    pub is_impossible: bool,
    /// It may be refused: its colors can be read in other ways than one.
    pub may_be_refused: bool,
}

impl<'a> Truth<'a> {
    /// The truth about a question without a held piece.
    pub fn of(question: &Question, moves: &'a [Move]) -> Self {
        let model = &question.model;
        let states = states(model, moves, MOST_STATES).expect("few states");
        let from = question.start_sets(moves);
        let mut goals = vec![goal(question)];
        goals.extend(question.or_to.iter().cloned());
        let starts = match state(&from) {
            Some(state) => vec![state],
            None => all_fitting(&states, &from),
        };
        let is_possible = |sets| is_possible(&states, sets);
        let is_impossible = !goals.iter().chain([&from]).all(is_possible);
        let count = Count::new(question, moves, starts, goals, &[]);
        Self {
            shortest: count.shortest(),
            count,
            is_impossible,
            may_be_refused: false,
        }
    }

    /// Whether what was told is true.
    pub fn judge(&self, question: &Question, told: &Told) -> Verdict {
        let within = |length: &usize| question.max_turns.is_none_or(|most| *length <= most);
        let expected = self.shortest.filter(within);
        let wrong = |what: &str| {
            let truth = match (self.is_impossible, expected) {
                (true, _) => "start or goal is impossible".to_owned(),
                (_, None) => "there is none".to_owned(),
                (_, Some(length)) => format!("a shortest has {length} turns"),
            };
            Err(format!("{what}, but {truth}: {told:?}"))
        };
        match told {
            Told::Unexpressed => Ok("unexpressed"),
            Told::Unknown(why) => wrong(&format!("it is unknown: {why}")),
            Told::Refused(_) if self.is_impossible => Ok("impossible"),
            Told::Refused(_) if self.may_be_refused => Ok("refused"),
            Told::Refused(why) => wrong(&format!("it is refused: {why}")),
            _ if self.is_impossible => wrong("it is answered"),
            Told::Nothing if expected.is_none() => Ok("without a solution"),
            Told::Nothing => wrong("no solution is found"),
            Told::Solution(found, is_minimal) => match self.is_answer(question, found) {
                false => wrong("what is found is no solution"),
                true if Some(found.turns.len()) != expected => wrong("the length is wrong"),
                true if !is_minimal => wrong("it is not called minimal"),
                true => Ok("solved"),
            },
            Told::All(all) => {
                let length = all.first().map(|found| found.turns.len());
                if length != expected {
                    return wrong("the length is wrong");
                }
                self.judge_all(question, all, expected.unwrap_or_default())
            }
        }
    }

    /// Whether these are all answers of a length.
    pub fn judge_all(&self, question: &Question, all: &[Found], length: usize) -> Verdict {
        let mut different: Vec<_> = all
            .iter()
            .map(|found| (&found.turns, &found.start))
            .collect();
        different.sort_unstable();
        different.dedup();
        if different.len() < all.len() {
            return Err(format!("some are found twice: {all:?}"));
        }
        let is_one =
            |found: &&Found| found.turns.len() == length && self.is_answer(question, found);
        if let Some(other) = all.iter().find(|found| !is_one(found)) {
            return Err(format!("what is found is no solution: {other:?}"));
        }
        let count = self.count.counts(length)[length];
        if all.len() as u64 == count {
            Ok(if all.is_empty() {
                "without a solution"
            } else {
                "all found"
            })
        } else {
            Err(format!("{} of {count} solutions are found", all.len()))
        }
    }

    fn is_answer(&self, question: &Question, found: &Found) -> bool {
        let moves = self.count.moves;
        let turn = |name: &String| moves.iter().position(|it| it.name == *name);
        let turns: Option<Vec<usize>> = found.turns.iter().map(turn).collect();
        let start = match &found.start {
            Some(start) => self.count.starts.contains(start).then_some(start),
            None => self
                .count
                .starts
                .first()
                .filter(|_| state(&question.start_sets(moves)).is_some()),
        };
        let (Some(turns), Some(start)) = (turns, start) else {
            return false;
        };
        self.count.is_answer(start, &turns)
    }
}

pub fn all_fitting(states: &FxHashMap<Colors, usize>, sets: &[Vec<u8>]) -> Vec<Colors> {
    let mut all: Vec<Colors> = states
        .keys()
        .filter(|colors| fits(&sets.to_vec(), colors))
        .cloned()
        .collect();
    all.sort_unstable();
    all
}

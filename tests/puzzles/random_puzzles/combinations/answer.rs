//! Answers to questions: all claims that the library or the command makes.

use serde_json::Value;
use twistsat::encode::Justification;
use twistsat::search::{Minimum, Refutation};

use super::super::ask::Found;

/// Lengths that are claimed to have no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refuted {
    Lengths(Vec<usize>),
    Every,
    Even,
    Odd,
}

/// The claims of an answer.
#[derive(Clone, Debug, Default)]
pub struct Said {
    pub solutions: Vec<Found>,
    /// Whether these are claimed to be all solutions of a length, or all shortest ones.
    pub are_all: bool,
    pub is_minimal: bool,
    /// A lower bound on the length of solutions.
    pub at_least: Option<usize>,
    /// No solution exists within the question's limits.
    pub none: bool,
    /// No solution of any length exists.
    pub never: bool,
    pub refuted: Vec<Refuted>,
    /// The cost of each solution.
    pub costs: Vec<usize>,
    /// No solution within the budget is cheaper.
    pub is_cheapest: bool,
    /// The number of solutions left out because they cancel with free turns.
    pub cancelling: u64,
}

/// The answer to a question.
#[derive(Clone, Debug)]
pub enum Answer {
    /// An error, in these words.
    Refused(String),
    /// The recipe cannot express it, and says so.
    Unexpressed,
    /// Unknown, with the reason; and the claims made nevertheless.
    Unknown(String, Said),
    Said(Said),
}

impl Refuted {
    pub fn of(refutation: &Refutation) -> Self {
        match refutation.covers.justification {
            Justification::Unsolvable(_) => Refuted::Every,
            _ => Refuted::Lengths(refutation.covers.lengths.iter().collect()),
        }
    }

    /// The lengths that a sentence names; `None` if it does not name lengths.
    fn read(text: &str) -> Option<Self> {
        let (lengths, _) = text.split_once(':')?;
        let number = |text: &str| text.trim().parse::<usize>().ok();
        match lengths {
            "every length" => return Some(Refuted::Every),
            "even lengths" => return Some(Refuted::Even),
            "odd lengths" => return Some(Refuted::Odd),
            _ => (),
        }
        let lengths = lengths.strip_prefix("length")?;
        let lengths = lengths.trim_start_matches('s');
        if let Some((first, last)) = lengths.split_once(" to ") {
            let last = number(last)?.min(1_000);
            return Some(Refuted::Lengths((number(first)?..=last).collect()));
        }
        let known = lengths.split(", ").filter(|text| !text.contains('…'));
        let known: Option<Vec<usize>> = known.map(number).collect();
        known.map(Refuted::Lengths)
    }

    pub fn read_all(texts: &Value) -> Vec<Self> {
        let texts = texts.as_array().expect("a list").iter();
        let read = |text: &Value| Self::read(text.as_str().unwrap());
        texts.filter_map(read).collect()
    }

    /// Whether it refutes a length.
    pub fn has(&self, length: usize) -> bool {
        match self {
            Refuted::Lengths(lengths) => lengths.contains(&length),
            Refuted::Every => true,
            Refuted::Even => length.is_multiple_of(2),
            Refuted::Odd => !length.is_multiple_of(2),
        }
    }
}

impl Said {
    /// The claims of a search, except its solution.
    pub fn of(found: &Minimum) -> Self {
        Self {
            is_minimal: found.is_minimal(),
            at_least: (!found.is_unsolvable()).then(|| found.lower_bound()),
            none: found.complete && found.solution.is_none(),
            never: found.is_unsolvable(),
            refuted: found.refutations.iter().map(Refuted::of).collect(),
            ..Self::default()
        }
    }
}

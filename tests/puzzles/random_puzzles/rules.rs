//! Rules about the order of turns, as users type them, and automata for them. They are built from derivatives
//! (Brzozowski 1964); the crate under test uses nondeterministic automata and the subset construction instead.

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools;
use rand::RngExt;
use rand::seq::IndexedRandom;

use super::harness::Chance;
use super::model::Move;

/// An expression over turns as typed, and the sequences that match it.
type Form = (String, Language);

/// A random expression over some turns.
fn form(moves: &[&Move], depth: usize, chance: &mut Chance) -> Form {
    let one = |chance: &mut Chance| *moves.choose(chance).expect("a turn");
    let kind = chance.random_range(0..if depth == 0 { 5 } else { 10 });
    let part = |chance: &mut Chance| form(moves, depth.saturating_sub(1), chance);
    let parts = |least: usize, chance: &mut Chance| -> (Vec<String>, Vec<Language>) {
        let count = chance.random_range(least..=3);
        (0..count).map(|_| part(chance)).unzip()
    };
    match kind {
        0..=2 => {
            let turn = one(chance);
            (turn.name.clone(), Language::OneOf(1 << turn.number))
        }
        3 => {
            let count = chance.random_range(1..=3);
            let some: Vec<&Move> = (0..count).map(|_| one(chance)).collect();
            let words = some.iter().map(|it| &it.name).join(" ");
            let turns = some.iter().flat_map(|it| it.set());
            let mask = turns.fold(0, |mask, turn| mask | 1 << turn);
            if chance.random_bool(0.3) {
                (format!("[^{words}]"), Language::OneOf(!mask))
            } else {
                (format!("[{words}]"), Language::OneOf(mask))
            }
        }
        4 => (".".to_owned(), Language::OneOf(u64::MAX)),
        5 | 6 => {
            let (texts, parts) = parts(1, chance);
            let parts = parts.into_iter().rev();
            let all = parts.fold(Language::Empty, |rest, part| then(part, rest));
            (format!("({})", texts.join(" ")), all)
        }
        7 => {
            let (texts, parts) = parts(2, chance);
            (format!("({})", texts.join(" | ")), either(parts))
        }
        _ => {
            let least = chance.random_range(0..=2);
            let most = chance.random_range(0..=3);
            let most = (most < 2).then_some(least + most);
            let (text, of) = part(chance);
            let limit = most.map_or(String::new(), |most| most.to_string());
            let text = format!("({text}){{{least},{limit}}}");
            (text, repeated(of, least, most))
        }
    }
}

/// A rule, as an option and its value.
#[derive(Clone, Debug)]
pub struct Rule {
    pub option: &'static str,
    pub value: String,
    /// The sequences that satisfy it.
    language: Language,
}

impl Rule {
    /// A random rule about some turns.
    pub fn draw(moves: &[&Move], chance: &mut Chance) -> Self {
        let form = |chance: &mut Chance| {
            let depth = chance.random_range(0..3);
            form(moves, depth, chance)
        };
        let anything = || not(Language::Nothing);
        let (option, value, language) = match chance.random_range(0..6) {
            0 | 1 => {
                let (text, part) = form(chance);
                let broken = then(anything(), then(part, anything()));
                ("--never", text, not(broken))
            }
            2 | 3 => {
                let ((first, before), (next, after)) = (form(chance), form(chance));
                let broken = then(before, not(then(after, anything())));
                let language = not(then(anything(), broken));
                ("--always-after", format!("{first}={next}"), language)
            }
            4 => {
                let (text, language) = form(chance);
                ("--sequence", text, language)
            }
            _ => {
                let (text, part) = form(chance);
                let any = || repeated(Language::OneOf(u64::MAX), 0, None);
                let text = format!("((.){{0,}} {text} (.){{0,}})");
                ("--sequence", text, then(any(), then(part, any())))
            }
        };
        Self {
            option,
            value,
            language,
        }
    }

    /// An automaton that accepts the sequences that satisfy the rule; `None` if it is too large.
    pub fn automaton(&self, turns: usize) -> Option<Automaton> {
        Automaton::of(self.language.clone(), turns)
    }
}

/// A set of sequences, simplified so that it has finitely many different derivatives.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Language {
    Nothing,
    Empty,
    /// One turn of a set, with a bit for each turn.
    OneOf(u64),
    Then(Box<Language>, Box<Language>),
    Either(BTreeSet<Language>),
    Repeated(Box<Language>, usize, Option<usize>),
    Not(Box<Language>),
}

fn then(first: Language, next: Language) -> Language {
    match (first, next) {
        (Language::Nothing, _) | (_, Language::Nothing) => Language::Nothing,
        (Language::Empty, other) | (other, Language::Empty) => other,
        (Language::Then(a, b), next) => Language::Then(a, Box::new(then(*b, next))),
        (first, next) => Language::Then(Box::new(first), Box::new(next)),
    }
}

fn either(parts: impl IntoIterator<Item = Language>) -> Language {
    let mut all = BTreeSet::new();
    for part in parts {
        match part {
            Language::Nothing => (),
            Language::Either(parts) => all.extend(parts),
            part => {
                all.insert(part);
            }
        }
    }
    let everything = not(Language::Nothing);
    if all.contains(&everything) {
        return everything;
    }
    match all.len() {
        0 => Language::Nothing,
        1 => all.pop_first().expect("one"),
        _ => Language::Either(all),
    }
}

fn repeated(of: Language, least: usize, most: Option<usize>) -> Language {
    match (of, least, most) {
        (_, _, Some(0)) | (Language::Empty, ..) | (Language::Nothing, 0, _) => Language::Empty,
        (Language::Nothing, ..) => Language::Nothing,
        (of, 1, Some(1)) => of,
        (of, least, most) => Language::Repeated(Box::new(of), least, most),
    }
}

fn not(of: Language) -> Language {
    match of {
        Language::Not(of) => *of,
        of => Language::Not(Box::new(of)),
    }
}

impl Language {
    fn has_empty(&self) -> bool {
        match self {
            Language::Nothing | Language::OneOf(_) => false,
            Language::Empty => true,
            Language::Then(first, next) => first.has_empty() && next.has_empty(),
            Language::Either(parts) => parts.iter().any(Language::has_empty),
            Language::Repeated(of, least, _) => *least == 0 || of.has_empty(),
            Language::Not(of) => !of.has_empty(),
        }
    }

    /// The derivative by a turn: the sequences that may follow it.
    fn after(&self, turn: usize) -> Language {
        match self {
            Language::Nothing | Language::Empty => Language::Nothing,
            Language::OneOf(mask) if mask >> turn & 1 == 1 => Language::Empty,
            Language::OneOf(_) => Language::Nothing,
            Language::Then(first, next) => {
                let inside = then(first.after(turn), (**next).clone());
                if first.has_empty() {
                    either([inside, next.after(turn)])
                } else {
                    inside
                }
            }
            Language::Either(parts) => either(parts.iter().map(|part| part.after(turn))),
            Language::Repeated(of, least, most) => {
                let (least, most) = (least.saturating_sub(1), most.map(|it| it - 1));
                then(of.after(turn), repeated((**of).clone(), least, most))
            }
            Language::Not(of) => not(of.after(turn)),
        }
    }
}

/// The maximum number of states of an automaton.
const MAX_STATES: usize = 300;

/// A deterministic automaton, which starts in state 0.
#[derive(Clone, Debug)]
pub struct Automaton {
    next: Vec<Vec<usize>>,
    accepts: Vec<bool>,
    /// Whether some continuation is accepted.
    is_alive: Vec<bool>,
}

impl Automaton {
    fn of(language: Language, turns: usize) -> Option<Self> {
        let mut numbers = BTreeMap::from([(language.clone(), 0)]);
        let mut all = vec![language];
        let mut next: Vec<Vec<usize>> = Vec::new();
        while next.len() < all.len() {
            let from = all[next.len()].clone();
            let mut row = Vec::new();
            for turn in 0..turns {
                let to = from.after(turn);
                let number = *numbers.entry(to.clone()).or_insert_with(|| {
                    all.push(to);
                    all.len() - 1
                });
                row.push(number);
            }
            next.push(row);
            if all.len() > MAX_STATES {
                return None;
            }
        }
        let accepts: Vec<bool> = all.iter().map(Language::has_empty).collect();
        let mut is_alive = accepts.clone();
        loop {
            let leads = |row: &Vec<usize>| row.iter().any(|&to| is_alive[to]);
            let pairs = next.iter().zip(&is_alive);
            let leads: Vec<bool> = pairs.map(|(row, &alive)| alive || leads(row)).collect();
            if leads == is_alive {
                break;
            }
            is_alive = leads;
        }
        Some(Self {
            next,
            accepts,
            is_alive,
        })
    }

    /// The state after one more turn; `None` if no continuation is accepted.
    pub fn after(&self, state: usize, turn: usize) -> Option<usize> {
        Some(self.next[state][turn]).filter(|&state| self.is_alive[state])
    }

    pub fn accepts(&self, state: usize) -> bool {
        self.accepts[state]
    }
}

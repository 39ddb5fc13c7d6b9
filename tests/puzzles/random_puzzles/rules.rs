//! Rules about the order of turns, as users type them, and automata for them. They are built from derivatives
//! (Brzozowski 1964); the crate under test uses nondeterministic automata and the subset construction instead.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use rand::RngExt;
use rand::seq::IndexedRandom;

use super::harness::Chance;
use super::model::{Model, Move};

/// A regular expression over turns.
#[derive(Clone, Debug)]
pub enum Form {
    Turn(String),
    /// One turn of a set; with the flag, one turn that is not in the set.
    OneOf(Vec<String>, bool),
    Any,
    Then(Vec<Form>),
    Either(Vec<Form>),
    Repeated(Box<Form>, usize, Option<usize>),
}

/// A rule.
#[derive(Clone, Debug)]
pub enum Rule {
    Whole(Form),
    Never(Form),
    AlwaysAfter(Form, Form),
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = |parts: &[Form], between: &str| {
            let texts: Vec<String> = parts.iter().map(ToString::to_string).collect();
            format!("({})", texts.join(between))
        };
        match self {
            Form::Turn(name) => f.write_str(name),
            Form::OneOf(words, false) => write!(f, "[{}]", words.join(" ")),
            Form::OneOf(words, true) => write!(f, "[^{}]", words.join(" ")),
            Form::Any => f.write_str("."),
            Form::Then(parts) => f.write_str(&all(parts, " ")),
            Form::Either(parts) => f.write_str(&all(parts, " | ")),
            Form::Repeated(of, least, most) => match most {
                None => write!(f, "({of}){{{least},}}"),
                Some(most) => write!(f, "({of}){{{least},{most}}}"),
            },
        }
    }
}

impl Form {
    /// An expression over some turns.
    fn draw(moves: &[&Move], depth: usize, chance: &mut Chance) -> Self {
        let one = |chance: &mut Chance| moves.choose(chance).expect("a turn").name.clone();
        let kind = chance.random_range(0..if depth == 0 { 5 } else { 10 });
        let part = |chance: &mut Chance| Self::draw(moves, depth.saturating_sub(1), chance);
        match kind {
            0..=2 => Form::Turn(one(chance)),
            3 => {
                let words = (0..chance.random_range(1..=3)).map(|_| one(chance));
                Form::OneOf(words.collect(), chance.random_bool(0.3))
            }
            4 => Form::Any,
            5 | 6 => {
                let parts = (0..chance.random_range(1..=3)).map(|_| part(chance));
                Form::Then(parts.collect())
            }
            7 => {
                let parts = (0..chance.random_range(2..=3)).map(|_| part(chance));
                Form::Either(parts.collect())
            }
            _ => {
                let least = chance.random_range(0..=2);
                let most = chance.random_range(0..=3);
                let most = (most < 2).then_some(least + most);
                Form::Repeated(Box::new(part(chance)), least, most)
            }
        }
    }

    /// Whether every word in it means something.
    fn is_sound(&self, model: &Model, moves: &[Move]) -> bool {
        match self {
            Form::Turn(name) => model.turn(moves, name).is_some(),
            Form::OneOf(words, _) => words.iter().all(|word| model.set(moves, word).is_some()),
            Form::Any => true,
            Form::Then(parts) | Form::Either(parts) => {
                parts.iter().all(|part| part.is_sound(model, moves))
            }
            Form::Repeated(of, ..) => of.is_sound(model, moves),
        }
    }

    fn language(&self, model: &Model, moves: &[Move]) -> Language {
        let all = |parts: &[Form]| -> Vec<Language> {
            let languages = parts.iter().map(|part| part.language(model, moves));
            languages.collect()
        };
        match self {
            Form::Turn(name) => Language::OneOf(1 << model.turn(moves, name).expect("a turn")),
            Form::OneOf(words, others) => {
                let turns = words
                    .iter()
                    .flat_map(|word| model.set(moves, word).expect("a set"));
                let mask = turns.fold(0, |mask, turn| mask | 1 << turn);
                Language::OneOf(if *others { !mask } else { mask })
            }
            Form::Any => Language::OneOf(u64::MAX),
            Form::Then(parts) => {
                let parts = all(parts).into_iter().rev();
                parts.fold(Language::Empty, |rest, part| then(part, rest))
            }
            Form::Either(parts) => either(all(parts)),
            Form::Repeated(of, least, most) => repeated(of.language(model, moves), *least, *most),
        }
    }
}

impl Rule {
    /// A random rule about some turns.
    pub fn draw(moves: &[&Move], chance: &mut Chance) -> Self {
        let form = |chance: &mut Chance| {
            let depth = chance.random_range(0..3);
            Form::draw(moves, depth, chance)
        };
        match chance.random_range(0..6) {
            0 | 1 => Rule::Never(form(chance)),
            2 | 3 => Rule::AlwaysAfter(form(chance), form(chance)),
            4 => Rule::Whole(form(chance)),
            _ => {
                let anything = || Form::Repeated(Box::new(Form::Any), 0, None);
                Rule::Whole(Form::Then(vec![anything(), form(chance), anything()]))
            }
        }
    }

    /// The option and its value, as typed.
    pub fn option(&self) -> [String; 2] {
        let (option, value) = match self {
            Rule::Whole(form) => ("--sequence", form.to_string()),
            Rule::Never(form) => ("--never", form.to_string()),
            Rule::AlwaysAfter(first, next) => ("--always-after", format!("{first}={next}")),
        };
        [option.to_owned(), value]
    }

    pub fn is_sound(&self, model: &Model, moves: &[Move]) -> bool {
        match self {
            Rule::Whole(form) | Rule::Never(form) => form.is_sound(model, moves),
            Rule::AlwaysAfter(first, next) => {
                first.is_sound(model, moves) && next.is_sound(model, moves)
            }
        }
    }

    /// An automaton that accepts the sequences that satisfy the rule; `None` if it is too large.
    pub fn automaton(&self, model: &Model, moves: &[Move]) -> Option<Automaton> {
        let anything = || not(Language::Nothing);
        let language = match self {
            Rule::Whole(form) => form.language(model, moves),
            Rule::Never(form) => {
                let part = form.language(model, moves);
                not(then(anything(), then(part, anything())))
            }
            Rule::AlwaysAfter(first, next) => {
                let (first, next) = (first.language(model, moves), next.language(model, moves));
                let broken = then(first, not(then(next, anything())));
                not(then(anything(), broken))
            }
        };
        Automaton::of(language, moves.len())
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

#[test]
fn derivatives_agree_with_the_definitions_of_expressions() {
    let one = |turn: u64| Language::OneOf(1 << turn);
    let word = |turns: &[u64]| {
        let turns = turns.iter().rev();
        turns.fold(Language::Empty, |rest, &it| then(one(it), rest))
    };
    let accepts = |language: &Language, turns: &[usize]| {
        let left = turns.iter();
        let left = left.fold(language.clone(), |it, &turn| it.after(turn));
        left.has_empty()
    };
    let pairs = repeated(either([word(&[0, 1]), one(2)]), 1, Some(2));
    for (turns, is_one) in [
        (&[][..], false),
        (&[0, 1], true),
        (&[2, 0, 1], true),
        (&[0, 2], false),
        (&[2, 2, 2], false),
    ] {
        assert_eq!(accepts(&pairs, turns), is_one, "{turns:?}");
        assert_eq!(accepts(&not(pairs.clone()), turns), !is_one, "{turns:?}");
    }
}

//! A question about a puzzle, as users ask it: a puzzle file and a command line.

use super::costs::Costs;
use super::model::{Colors, Model, Move, text};
use super::rules::Rule;

/// The colors that each facelet may show.
pub type Sets = Vec<Vec<u8>>;

/// The start of a question.
#[derive(Clone, Debug)]
pub enum Start {
    Scramble(Vec<String>),
    Stickers(Sets),
}

impl Default for Start {
    fn default() -> Self {
        Start::Scramble(Vec::new())
    }
}

/// The goal of a question.
#[derive(Clone, Debug, Default)]
pub enum To {
    #[default]
    Any,
    Solved,
    Stickers(Sets),
}

/// Turns and a number: `--at-most "R U2=3"`, `--cost half=2`.
pub type Numbered = (Vec<String>, usize);

/// A question. Its constraints on turns are words as typed.
#[derive(Clone, Debug, Default)]
pub struct Question {
    pub model: Model,
    pub start: Start,
    pub to: To,
    /// Alternative goals.
    pub or_to: Vec<Sets>,
    /// Turns that are free before and after a solution.
    pub before: Vec<String>,
    pub after: Vec<String>,
    pub quarter_turns: bool,
    pub allow: Vec<String>,
    pub forbid: Vec<String>,
    pub at_most: Vec<Numbered>,
    pub cost: Vec<Numbered>,
    pub max_cost: Option<usize>,
    pub costs: Option<Costs>,
    pub rules: Vec<Rule>,
    pub min_turns: usize,
    pub starts_with: Vec<String>,
    pub ends_with: Vec<String>,
    pub canonical: bool,
    pub max_turns: Option<usize>,
    pub recipe: &'static str,
    pub solver: &'static str,
    pub descend: bool,
}

impl Question {
    /// The plainest question about a puzzle.
    pub fn plain(model: Model, start: Start, to: To) -> Self {
        Self {
            model,
            start,
            to,
            recipe: "lemmas",
            solver: "batsat",
            ..Self::default()
        }
    }

    /// The command line after the puzzle, without the method.
    pub fn options(&self) -> Vec<String> {
        let mut options = Vec::new();
        let mut add = |option: &str, value: String| options.extend([option.to_owned(), value]);
        match &self.start {
            Start::Scramble(turns) => add("--scramble", turns.join(" ")),
            Start::Stickers(sets) => add("--state", stickers(&self.model, sets)),
        }
        match &self.to {
            To::Any => (),
            To::Solved => add("--to", "solved".to_owned()),
            To::Stickers(sets) => add("--to", stickers(&self.model, sets)),
        }
        for sets in &self.or_to {
            add("--to", stickers(&self.model, sets));
        }
        if self.quarter_turns {
            add("--metric", "qtm".to_owned());
        }
        match self.before == self.after {
            true if self.before.is_empty() => (),
            true => add("--free", self.before.join(" ")),
            false => {
                for (option, words) in [("--before", &self.before), ("--after", &self.after)] {
                    if !words.is_empty() {
                        add(option, words.join(" "));
                    }
                }
            }
        }
        let words = [
            ("--allow", &self.allow),
            ("--forbid", &self.forbid),
            ("--starts-with", &self.starts_with),
            ("--ends-with", &self.ends_with),
        ];
        for (option, words) in words.into_iter().filter(|(_, words)| !words.is_empty()) {
            add(option, words.join(" "));
        }
        for (option, all) in [("--at-most", &self.at_most), ("--cost", &self.cost)] {
            for (words, number) in all {
                add(option, format!("{}={number}", words.join(" ")));
            }
        }
        if self.costs.is_some() {
            add("--cost-file", "./costs.toml".to_owned());
        }
        for rule in &self.rules {
            add(rule.option, rule.value.clone());
        }
        let min_turns = Some(self.min_turns).filter(|&it| it > 0);
        let numbers = [
            ("--max-cost", self.max_cost),
            ("--min-turns", min_turns),
            ("--max-turns", self.max_turns),
        ];
        for (option, number) in numbers {
            if let Some(number) = number {
                add(option, number.to_string());
            }
        }
        options
    }

    /// The files of the question, and a command line that asks it.
    pub fn shown(&self, command: &str, more: &[String]) -> String {
        let costs = self.costs.as_ref();
        let costs = costs.map_or(String::new(), |it| format!("# costs.toml\n{}\n", it.toml));
        let options = self.options();
        let words = options.iter().chain(more).map(String::as_str);
        let words = shlex::try_join(words).expect("no word has a NUL");
        let files = format!("# random.toml\n{}\n{costs}", self.model.toml());
        format!("{files}$ twistsat {command} --puzzle-file random.toml {words}")
    }

    /// The turns that count as one in the metric.
    pub fn counted<'a>(&self, moves: &'a [Move]) -> Vec<&'a Move> {
        let counts = |it: &&Move| !self.quarter_turns || it.is_quarter();
        moves.iter().filter(counts).collect()
    }

    /// What each facelet may show at the start.
    pub fn start_sets(&self, moves: &[Move]) -> Sets {
        match &self.start {
            Start::Stickers(sets) => sets.clone(),
            Start::Scramble(turns) => known(&scrambled(&self.model, moves, turns)),
        }
    }
}

/// The colors after a scramble.
pub fn scrambled(model: &Model, moves: &[Move], turns: &[String]) -> Colors {
    let turn = |word: &String| model.turn(moves, word).expect("a turn of the puzzle");
    turns.iter().fold(model.solved(), |colors, word| {
        super::model::colors_after(&colors, &moves[turn(word)].from)
    })
}

/// A state as sets of one color each.
pub fn known(colors: &[u8]) -> Sets {
    colors.iter().map(|&color| vec![color]).collect()
}

/// The state, if nothing is open.
pub fn state(sets: &Sets) -> Option<Colors> {
    let only = |set: &Vec<u8>| (set.len() == 1).then(|| set[0]);
    sets.iter().map(only).collect()
}

/// Whether each facelet of a state shows a color of its set.
pub fn fits(sets: &Sets, colors: &[u8]) -> bool {
    let mut pairs = sets.iter().zip(colors);
    pairs.all(|(set, color)| set.contains(color))
}

/// The text of sets of colors, such as `A.[AB]`.
fn stickers(model: &Model, sets: &Sets) -> String {
    let most = model.palette().len();
    let sticker = |set: &Vec<u8>| match set.len() {
        1 => text(set),
        all if all == most => ".".to_owned(),
        _ => format!("[{}]", text(set)),
    };
    sets.iter().map(sticker).collect()
}

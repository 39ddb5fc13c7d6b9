//! A question about a puzzle, as people ask it: a puzzle file and a command line.

use std::fmt;

use super::model::{Colors, Model, Move, text};

/// The colors that each facelet may show.
pub type Sets = Vec<Vec<u8>>;

/// Where it starts.
#[derive(Clone, Debug)]
pub enum Start {
    Scramble(Vec<String>),
    Stickers(Sets),
}

/// Where it is to end.
#[derive(Clone, Debug)]
pub enum To {
    Any,
    Solved,
    Stickers(Sets),
}

/// Turns and a number: `--at-most "R U2=3"`, `--cost half=2`.
pub type Numbered = (Vec<String>, usize);

/// A question. What it asks of turns are words, as they are typed.
#[derive(Clone, Debug)]
pub struct Question {
    pub model: Model,
    pub start: Start,
    pub to: To,
    pub quarter_turns: bool,
    pub allow: Vec<String>,
    pub forbid: Vec<String>,
    pub at_most: Vec<Numbered>,
    pub cost: Vec<Numbered>,
    pub max_cost: Option<usize>,
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
            quarter_turns: false,
            allow: Vec::new(),
            forbid: Vec::new(),
            at_most: Vec::new(),
            cost: Vec::new(),
            max_cost: None,
            min_turns: 0,
            starts_with: Vec::new(),
            ends_with: Vec::new(),
            canonical: false,
            max_turns: None,
            recipe: "lemmas",
            solver: "batsat",
            descend: false,
        }
    }

    /// What stands on the command line behind the puzzle, but for how the answer is found.
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
        if self.quarter_turns {
            add("--metric", "qtm".to_owned());
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
        let numbers = [
            ("--max-cost", self.max_cost),
            (
                "--min-turns",
                (self.min_turns > 0).then_some(self.min_turns),
            ),
            ("--max-turns", self.max_turns),
        ];
        for (option, number) in numbers {
            if let Some(number) = number {
                add(option, number.to_string());
            }
        }
        options
    }

    /// The same with less in it: whatever is asked beside, turns, other names, and facelets
    /// that do not matter. Words that lose their turn make no question.
    pub fn smaller(&self) -> Vec<Self> {
        let mut all = Vec::new();
        let mut without = |change: &dyn Fn(&mut Self) -> bool| {
            let mut other = self.clone();
            if change(&mut other) {
                all.push(other);
            }
        };
        without(&|it| std::mem::take(&mut it.quarter_turns));
        without(&|it| std::mem::take(&mut it.canonical));
        without(&|it| std::mem::take(&mut it.descend));
        without(&|it| std::mem::take(&mut it.min_turns) > 0);
        without(&|it| it.max_cost.take().is_some() && !std::mem::take(&mut it.cost).is_empty());
        without(&|it| it.max_turns.take().is_some());
        without(&|it| std::mem::replace(&mut it.recipe, "lemmas") != "lemmas");
        without(&|it| std::mem::replace(&mut it.solver, "batsat") != "batsat");
        let lists: [fn(&mut Self) -> &mut Vec<String>; 4] = [
            |it| &mut it.allow,
            |it| &mut it.forbid,
            |it| &mut it.starts_with,
            |it| &mut it.ends_with,
        ];
        for list in lists {
            without(&|it| list(it).pop().is_some());
            without(&|it| !list(it).is_empty() && !list(it).remove(0).is_empty());
        }
        without(&|it| it.at_most.pop().is_some());
        without(&|it| it.cost.pop().is_some());
        if let Start::Scramble(turns) = &self.start {
            for at in 0..turns.len() {
                let mut turns = turns.clone();
                turns.remove(at);
                without(&|it| {
                    it.start = Start::Scramble(turns.clone());
                    true
                });
            }
        }
        for generator in 0..self.model.generators.len() {
            without(&|it| {
                let gone = it.model.generators.remove(generator).name;
                it.model
                    .aliases
                    .retain(|alias| !alias.turn.starts_with(&gone));
                !it.model.generators.is_empty()
            });
        }
        for alias in 0..self.model.aliases.len() {
            without(&|it| !it.model.aliases.remove(alias).name.is_empty());
        }
        for claim in 0..4 {
            without(&|it| it.model.maximum[claim].take().is_some());
        }
        let still = (0..self.model.size()).filter(|&facelet| {
            let mut moved = self.model.generators.iter();
            moved.all(|it| it.from[facelet] == facelet) && !self.model.held.contains(&facelet)
        });
        for facelet in still.collect::<Vec<_>>() {
            without(&|it| it.drop_facelet(facelet));
        }
        all.retain(Self::is_sound);
        all
    }

    /// Leaves out a facelet that no turn moves.
    fn drop_facelet(&mut self, gone: usize) -> bool {
        let shift = |at: &mut usize| *at -= usize::from(*at > gone);
        for face in &mut self.model.faces {
            face.facelets.retain(|&facelet| facelet != gone);
            face.facelets.iter_mut().for_each(shift);
        }
        self.model.faces.retain(|face| !face.facelets.is_empty());
        for generator in &mut self.model.generators {
            generator.from.remove(gone);
            generator.from.iter_mut().for_each(shift);
        }
        self.model.held.iter_mut().for_each(shift);
        if let Start::Stickers(sets) = &mut self.start {
            sets.remove(gone);
        }
        if let To::Stickers(sets) = &mut self.to {
            sets.remove(gone);
        }
        true
    }

    /// Whether every word means something.
    fn is_sound(&self) -> bool {
        let moves = self.model.moves();
        let numbered = self.at_most.iter().chain(&self.cost);
        let mut sets =
            { self.allow.iter().chain(&self.forbid) }.chain(numbered.flat_map(|(words, _)| words));
        let scramble = match &self.start {
            Start::Scramble(turns) => &turns[..],
            Start::Stickers(_) => &[],
        };
        let mut turns = self
            .starts_with
            .iter()
            .chain(&self.ends_with)
            .chain(scramble);
        let mut aliases = self.model.aliases.iter();
        let palette = self.model.palette();
        let mut colors = [self.start_sets_typed(), self.goal_sets_typed()]
            .into_iter()
            .flatten()
            .flatten()
            .flatten();
        colors.all(|color| palette.contains(color))
            && sets.all(|word| self.model.set(&moves, word).is_some())
            && turns.all(|word| self.model.turn(&moves, word).is_some())
            && aliases.all(|alias| moves.iter().any(|it| it.name == alias.turn))
    }

    fn start_sets_typed(&self) -> Option<&Sets> {
        match &self.start {
            Start::Stickers(sets) => Some(sets),
            Start::Scramble(_) => None,
        }
    }

    fn goal_sets_typed(&self) -> Option<&Sets> {
        match &self.to {
            To::Stickers(sets) => Some(sets),
            To::Any | To::Solved => None,
        }
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
        super::model::turned(&colors, &moves[turn(word)].from)
    })
}

/// The sets of a state.
pub fn known(colors: &[u8]) -> Sets {
    colors.iter().map(|&color| vec![color]).collect()
}

/// The state, if nothing is open.
pub fn state(sets: &Sets) -> Option<Colors> {
    sets.iter()
        .map(|set| (set.len() == 1).then(|| set[0]))
        .collect()
}

/// Whether a state is one of those that sets stand for.
pub fn fits(sets: &Sets, colors: &[u8]) -> bool {
    sets.iter()
        .zip(colors)
        .all(|(set, color)| set.contains(color))
}

/// `A.[AB]`.
fn stickers(model: &Model, sets: &Sets) -> String {
    let most = model.palette().len();
    let sticker = |set: &Vec<u8>| match set.len() {
        1 => text(set),
        all if all == most => ".".to_owned(),
        _ => format!("[{}]", text(set)),
    };
    sets.iter().map(sticker).collect()
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# random.toml\n{}", self.model.toml())?;
        write!(f, "$ twistsat solve --puzzle-file random.toml")?;
        let quoted = self.options().into_iter().map(|word| {
            match word.contains([' ', '\'', '[', '=']) || word.is_empty() {
                true => format!("\"{word}\""),
                false => word,
            }
        });
        for word in quoted {
            write!(f, " {word}")?;
        }
        let strategy = if self.descend {
            " --strategy descend"
        } else {
            ""
        };
        let (recipe, solver) = (self.recipe, self.solver);
        write!(f, " --recipe {recipe} --solver {solver}{strategy}")
    }
}

//! Names of moves and orbits in foreign files.

use std::collections::{HashMap, HashSet};

use super::orbits::{Effect, Orbits, Power};
use crate::puzzle::TurnError;
use crate::puzzle::alg::Parser;
use crate::puzzle::limits;
use crate::text::shown;

/// The most steps (a move that is made, times all places) to multiply moves
/// out: a moment's work, and some hundred megabytes.
const MOST_STEPS: usize = 5_000_000;

/// The largest number behind a move.
const MOST_POWER: i64 = 1000;

/// The moves of a definition by their names.
#[derive(Default)]
pub(super) struct Names {
    known: HashSet<String>,
    /// The moves whose effect is known.
    defined: HashMap<String, usize>,
    /// The steps of all products so far.
    steps: usize,
}

impl Names {
    /// Notes a name; the reason if it is known already.
    pub(super) fn add(&mut self, name: &str) -> Result<(), String> {
        if self.known.insert(name.to_owned()) {
            return Ok(());
        }
        Err(format!("move `{}` stands twice", shown(name)))
    }

    /// Says which move a name stands for.
    pub(super) fn define(&mut self, name: &str, number: usize) {
        self.defined.insert(name.to_owned(), number);
    }

    /// Whether a word is a known move whose effect is not known yet, or a power
    /// of one.
    pub(super) fn is_waiting(&self, word: &str) -> bool {
        let end = |c: char| c.is_ascii_digit() || matches!(c, '\'' | '’');
        let is_known = |name: &str| self.known.contains(name) && !self.defined.contains_key(name);
        is_known(word) || is_known(word.trim_end_matches(end))
    }

    /// What a word says: a move, or a power of it such as `R2` or `R'`.
    pub(super) fn power(&self, orbits: &Orbits, word: &str) -> Result<Power, String> {
        self.exactly(word).ok_or_else(|| {
            let known = orbits.moves.iter().map(|made| made.name.as_str());
            format!(
                "`{}` is no known move and no power of one, such as `R2` or `R'`; the moves are {}",
                shown(word),
                crate::text::listed(known, " ")
            )
        })
    }

    fn exactly(&self, word: &str) -> Option<Power> {
        if let Some(&number) = self.defined.get(word) {
            return Some((number, 1));
        }
        let (word, sign) = match word.strip_suffix(['\'', '’']) {
            Some(word) => (word, -1),
            None => (word, 1),
        };
        let base = word.trim_end_matches(|c: char| c.is_ascii_digit());
        let count = match &word[base.len()..] {
            "" => 1,
            digits => digits.parse().ok().filter(|&count| count <= MOST_POWER)?,
        };
        Some((*self.defined.get(base)?, sign * count))
    }

    /// Reads an alg: moves and their powers, in groups or not.
    pub(super) fn alg(&self, orbits: &Orbits, text: &str) -> Result<Vec<Power>, TurnError> {
        let characters: Vec<char> = text.chars().collect();
        let turn_at = |at: usize| {
            let is_end = |c: &&char| c.is_whitespace() || "()[],:".contains(**c);
            let word = characters[at..].iter().take_while(|c| !is_end(c));
            let word: String = word.collect();
            let length = word.chars().count();
            let power = self.power(orbits, &word);
            power
                .map(|power| (length, power))
                .map_err(|reason| TurnError {
                    token: word,
                    column: at + 1,
                    reason: format!("is not a move: {reason}"),
                })
        };
        Parser::new(&characters, turn_at, |(made, power): Power| (made, -power)).read()
    }

    /// A product of moves; the reason if it would take too long.
    pub(super) fn product(
        &mut self,
        orbits: &Orbits,
        powers: &[Power],
    ) -> Result<Vec<Effect>, String> {
        let made: u64 = powers.iter().map(|(_, power)| power.unsigned_abs()).sum();
        let made = usize::try_from(made).unwrap_or(usize::MAX).max(1);
        self.steps = self
            .steps
            .saturating_add(made.saturating_mul(orbits.places()));
        if self.steps > MOST_STEPS {
            return Err(
                "the moves that are told in other moves are too long altogether".to_owned(),
            );
        }
        Ok(orbits.product(powers))
    }
}

/// Whether a text can name an orbit, of which facelets are named; the reason if not.
pub(super) fn check_orbit(name: &str) -> Result<(), String> {
    limits::check_visible("the name", name)?;
    if name.is_empty() || name.contains(|c: char| c.is_whitespace() || c == '=') {
        return Err("a name is text without spaces and `=`".to_owned());
    }
    Ok(())
}

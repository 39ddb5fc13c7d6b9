//! Names of moves and orbits in imported files, and moves defined by other moves.

use std::collections::{HashMap, VecDeque};

use crate::notation::{Parser, TurnError};
use crate::puzzle::{Effect, MAX_FACELETS, Move, Orbit, OrbitPuzzle, Power, limits};
use crate::source::{FileError, Source};
use crate::text::{excerpt, join_names};

/// The maximum number of steps (moves times places) for computing products, which limits their time and memory.
const MAX_STEPS: usize = 5_000_000;

/// The maximum exponent of a move.
const MAX_POWER: i64 = 1000;

/// The meaning of a pause, `.`: the zeroth power of the first move.
const NOTHING: Power = (0, 0);

/// The moves of a definition by their names. Moves defined by other moves have the last numbers.
pub(super) struct Names<'a> {
    known: HashMap<&'a str, usize>,
    /// The moves that are not defined by other moves.
    moves: &'a [Move],
}

/// A move defined by other moves.
pub(super) struct DerivedMove<T> {
    pub(super) name: String,
    /// The position of its name in the file, as a byte offset.
    pub(super) at: usize,
    pub(super) definition: T,
}

impl Names<'_> {
    /// The meaning of a word: a move, or a power of a move such as `R2` or `R'`.
    pub(super) fn power(&self, word: &str) -> Result<Power, String> {
        self.known_power(word).ok_or_else(|| {
            format!(
                "`{}` is neither a known move nor a power of one, such as `R2` or `R'`; the moves are {}",
                excerpt(word),
                join_names(self.moves.iter().map(|known| &known.name), " ")
            )
        })
    }

    fn known_power(&self, word: &str) -> Option<Power> {
        if let Some(&known) = self.known.get(word) {
            return Some((known, 1));
        }
        let (word, sign) = match word.strip_suffix(['\'', '’']) {
            Some(word) => (word, -1),
            None => (word, 1),
        };
        if let Some(&known) = self.known.get(word) {
            return Some((known, sign));
        }
        let base = word.trim_end_matches(|c: char| c.is_ascii_digit());
        let count: Option<i64> = word[base.len()..].parse().ok();
        let count = count.filter(|&count| count <= MAX_POWER)?;
        // A `^` separates a name that ends with a digit from the exponent.
        let base = base.strip_suffix('^').unwrap_or(base);
        Some((*self.known.get(base)?, sign * count))
    }

    /// Reads an alg: moves and their powers, possibly in groups.
    pub(super) fn read_alg(&self, text: &str) -> Result<Vec<Power>, TurnError> {
        let characters: Vec<char> = text.chars().collect();
        let turn_at = |at: usize| {
            let is_end = |c: &&char| c.is_whitespace() || "()[],:".contains(**c);
            let word = characters[at..].iter().take_while(|c| !is_end(c));
            let word: String = word.collect();
            let length = word.chars().count();
            if word == "." {
                return Ok((length, NOTHING));
            }
            let power = self.power(&word).map_err(|reason| TurnError {
                token: word,
                column: at + 1,
                reason: format!("is not a move: {reason}"),
            });
            Ok((length, power?))
        };
        let undo = |(number, power): Power| (number, -power);
        Parser::new(&characters, turn_at, undo).read()
    }
}

/// Adds the moves defined by other moves, in any order. `read` reads a definition.
pub(super) fn add_derived<T>(
    source: Source<'_>,
    orbits: &mut OrbitPuzzle,
    derived: &[DerivedMove<T>],
    read: impl Fn(&Names<'_>, &DerivedMove<T>) -> Result<Vec<Power>, FileError>,
) -> Result<(), FileError> {
    let count = orbits.moves.len();
    let moves = orbits.moves.iter().map(|known| known.name.as_str());
    let all = moves.chain(derived.iter().map(|derived| derived.name.as_str()));
    let names = Names {
        known: all.zip(0..).collect(),
        moves: &orbits.moves,
    };
    let mut steps: usize = 0;
    let definitions = derived.iter().map(|derived| {
        let powers = read(&names, derived)?;
        let lengths = powers.iter().map(|(_, power)| power.unsigned_abs());
        let length = lengths.sum::<u64>().max(1) as usize;
        steps = steps.saturating_add(length.saturating_mul(orbits.places()));
        if steps > MAX_STEPS {
            let reason = "the moves defined by other moves are too long in total";
            return Err(source.error(derived.at..derived.at, reason));
        }
        Ok(powers)
    });
    let definitions: Vec<Vec<Power>> = definitions.collect::<Result<_, _>>()?;
    let order = dependency_order(&definitions, count).map_err(|first| {
        let DerivedMove { name, at, .. } = &derived[first];
        let name = excerpt(name);
        let reason = format!("move `{name}` is defined in terms of itself, or of a move that is");
        source.error(*at..*at, reason)
    })?;
    // The index of each move in `orbits.moves`; `None` if it moves nothing or is not computed yet.
    let mut moves: Vec<Option<usize>> = (0..count).map(Some).collect();
    moves.resize(count + derived.len(), None);
    let mut nothing = Vec::new();
    for number in order {
        let powers = definitions[number].iter();
        let powers = powers.filter_map(|&(base, power)| Some((moves[base]?, power)));
        let effects = orbits.product(&powers.collect::<Vec<Power>>());
        let DerivedMove { name, at, .. } = &derived[number];
        // The identity can be neither a turn nor an alias of a turn.
        if !effects.iter().any(Effect::moves) {
            nothing.push(name);
            continue;
        }
        moves[count + number] = Some(orbits.moves.len());
        orbits.moves.push(Move {
            name: name.clone(),
            effects,
            at: *at,
        });
    }
    if !nothing.is_empty() {
        let names = join_names(nothing.iter(), " ");
        let note = format!("derived moves that move nothing are left out: {names}");
        orbits.notes.push(note);
    }
    Ok(())
}

/// The order in which repeated passes through the file can compute the derived moves, which are numbered from `count` in
/// the definitions. The error is the first move that depends on itself, or on a move that does.
fn dependency_order(definitions: &[Vec<Power>], count: usize) -> Result<Vec<usize>, usize> {
    let mut left = vec![0; definitions.len()];
    let mut needed_by = vec![Vec::new(); definitions.len()];
    for (number, powers) in definitions.iter().enumerate() {
        for &(base, power) in powers {
            if base >= count && power != 0 {
                left[number] += 1;
                needed_by[base - count].push(number);
            }
        }
    }
    // The pass in which each move can be computed.
    let mut pass = vec![0; left.len()];
    let mut ready: VecDeque<usize> = (0..left.len()).filter(|&at| left[at] == 0).collect();
    let mut order = Vec::new();
    while let Some(number) = ready.pop_front() {
        order.push(number);
        for &other in &needed_by[number] {
            pass[other] = pass[other].max(pass[number] + usize::from(number > other));
            left[other] -= 1;
            if left[other] == 0 {
                ready.push_back(other);
            }
        }
    }
    if let Some(first) = left.iter().position(|&left| left > 0) {
        return Err(first);
    }
    order.sort_by_key(|&number| (pass[number], number));
    Ok(order)
}

/// A whole number in a range.
pub(super) fn whole_number(text: &str, least: usize, most: usize) -> Result<usize, String> {
    let digits = Some(text).filter(|text| text.bytes().all(|b| b.is_ascii_digit()));
    let number = digits.and_then(|digits| digits.parse().ok());
    number
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| {
            let text = excerpt(text);
            format!("`{text}` is not a whole number from {least} to {most}")
        })
}

/// Checks the name of a new set of pieces. `word` is the file's word for a set.
pub(super) fn check_set_name(sets: &[Orbit], word: &str, name: &str) -> Result<(), String> {
    if sets.iter().any(|set| set.name == name) {
        return Err(format!("{word} `{}` appears twice", excerpt(name)));
    }
    limits::check_orbit_name(name)
}

/// Checks the total size of all sets.
pub(super) fn check_set_sizes(sets: &[Orbit], word: &str) -> Result<(), String> {
    let places: usize = sets.iter().map(|set| set.pieces).sum();
    if places <= MAX_FACELETS {
        return Ok(());
    }
    Err(format!(
        "the {word}s have {places} pieces; at most {MAX_FACELETS} are allowed"
    ))
}

pub(super) fn duplicate_error(name: &str) -> String {
    format!("move `{}` appears twice", excerpt(name))
}

pub(super) fn no_effect_error(name: &str) -> String {
    format!("turn `{}` moves nothing", excerpt(name))
}

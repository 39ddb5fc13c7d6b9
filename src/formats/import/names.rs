//! Names of moves and orbits in imported files, and moves defined by other moves.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, VecDeque};

use crate::notation::{Parser, TurnError};
use crate::puzzle::{Effect, Move, OrbitPuzzle, Power};
use crate::text::{excerpt, join_names};

/// The maximum number of steps (moves times places) for computing products, which limits their time and memory.
const MAX_STEPS: usize = 5_000_000;

/// The maximum exponent of a move.
const MAX_POWER: i64 = 1000;

/// The meaning of a pause, `.`: the zeroth power of the first move.
const NOTHING: Power = (0, 0);

/// The status of a named move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MoveStatus {
    /// Defined by moves that have not been processed yet; its index among the waiting ones.
    Waiting(usize),
    /// Its index among the moves.
    Defined(usize),
    /// The identity.
    Nothing,
    /// Invalid, as reported at its position.
    Wrong,
}

/// Why a text is not a sequence of moves.
#[derive(Debug)]
pub(super) enum InvalidSequence {
    /// It names an invalid move, which has been reported.
    Reported,
    /// The part of the text at this byte offset in the file is wrong.
    Wrong(usize, String),
}

/// The moves of a definition by their names.
#[derive(Default)]
pub(super) struct Names {
    known: HashMap<String, MoveStatus>,
    /// Whether some names could not be read.
    pub(super) incomplete: bool,
    /// The number of steps of all products so far.
    steps: usize,
    /// The waiting moves that the definition being read names.
    needed: RefCell<Vec<usize>>,
}

/// A move defined by other moves.
pub(super) struct DerivedMove<T> {
    pub(super) name: String,
    /// The position of its name, as a byte offset.
    pub(super) at: usize,
    pub(super) definition: T,
}

impl Names {
    /// Adds a name of an unprocessed move; returns whether it is new.
    pub(super) fn add(&mut self, name: &str) -> bool {
        let is_new = !self.known.contains_key(name);
        if is_new {
            self.mark_invalid(name);
        }
        is_new
    }

    pub(super) fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Sets the move of a name.
    pub(super) fn define(&mut self, name: &str, number: usize) {
        self.known
            .insert(name.to_owned(), MoveStatus::Defined(number));
    }

    pub(super) fn mark_invalid(&mut self, name: &str) {
        self.known.insert(name.to_owned(), MoveStatus::Wrong);
    }

    /// The meaning of a word: a move, or a power of it such as `R2` or `R'`.
    pub(super) fn power(
        &self,
        orbits: &OrbitPuzzle,
        word: &str,
        at: usize,
    ) -> Result<Power, InvalidSequence> {
        match self.exact_name(word) {
            Some((MoveStatus::Defined(number), power)) => Ok((number, power)),
            Some((MoveStatus::Waiting(number), power)) => {
                // Recorded here to order the waiting moves; all are defined when the result is used.
                self.needed.borrow_mut().push(number);
                Ok((0, power))
            }
            Some((MoveStatus::Nothing, _)) => Ok(NOTHING),
            Some((MoveStatus::Wrong, _)) => Err(InvalidSequence::Reported),
            None if self.incomplete => Err(InvalidSequence::Reported),
            None => {
                let known = orbits.moves.iter().map(|known| known.name.as_str());
                let reason = format!(
                    "`{}` is neither a known move nor a power of one, such as `R2` or `R'`; the moves are {}",
                    excerpt(word),
                    join_names(known, " ")
                );
                Err(InvalidSequence::Wrong(at, reason))
            }
        }
    }

    fn exact_name(&self, word: &str) -> Option<(MoveStatus, i64)> {
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
        let digits = &word[base.len()..];
        let count: Option<i64> = digits.parse().ok();
        let count = count.filter(|&count| count <= MAX_POWER)?;
        // A `^` separates a name that ends with a digit from the exponent.
        let base = base.strip_suffix('^').unwrap_or(base);
        Some((*self.known.get(base)?, sign * count))
    }

    /// Reads an alg: moves and their powers, possibly in groups.
    pub(super) fn read_alg(
        &self,
        orbits: &OrbitPuzzle,
        text: &str,
        place: usize,
    ) -> Result<Vec<Power>, InvalidSequence> {
        let characters: Vec<char> = text.chars().collect();
        let names_reported_move = Cell::new(false);
        let turn_at = |at: usize| {
            let is_end = |c: &&char| c.is_whitespace() || "()[],:".contains(**c);
            let word = characters[at..].iter().take_while(|c| !is_end(c));
            let word: String = word.collect();
            let length = word.chars().count();
            if word == "." {
                return Ok((length, NOTHING));
            }
            let refused = |reason: String| TurnError {
                token: word.clone(),
                column: at + 1,
                reason,
            };
            match self.power(orbits, &word, place) {
                Ok(power) => Ok((length, power)),
                Err(InvalidSequence::Wrong(_, reason)) => {
                    Err(refused(format!("is not a move: {reason}")))
                }
                Err(InvalidSequence::Reported) => {
                    names_reported_move.set(true);
                    Err(refused(String::new()))
                }
            }
        };
        let undo = |(number, power): Power| (number, -power);
        let turns = Parser::new(&characters, turn_at, undo).read();
        turns.map_err(|error| {
            if names_reported_move.get() {
                InvalidSequence::Reported
            } else {
                InvalidSequence::Wrong(place, error.to_string())
            }
        })
    }

    /// Adds the moves defined by other moves, in any order. `powers` reads a definition; mistakes go to `wrong`.
    pub(super) fn add_derived<T>(
        &mut self,
        orbits: &mut OrbitPuzzle,
        waiting: Vec<DerivedMove<T>>,
        powers: impl Fn(&Self, &OrbitPuzzle, &DerivedMove<T>) -> Result<Vec<Power>, InvalidSequence>,
        mut wrong: impl FnMut(usize, String),
    ) {
        let mut nothing = Vec::new();
        let (order, circular) = Dependencies::of(self, orbits, &waiting, &powers).order();
        for cycle in circular {
            let DerivedMove { name, at, .. } = &waiting[cycle[0]];
            let reason = format!("move `{}` is defined in terms of itself", excerpt(name));
            wrong(*at, reason);
            for number in cycle {
                self.mark_invalid(&waiting[number].name);
            }
        }
        for derived in order.into_iter().map(|number| &waiting[number]) {
            let effects = powers(self, orbits, derived)
                .and_then(|powers| self.product(orbits, &powers, derived.at));
            match effects {
                // The identity can be neither a turn nor an alternative name of one.
                Ok(effects) if !effects.iter().any(Effect::moves) => {
                    self.known.insert(derived.name.clone(), MoveStatus::Nothing);
                    nothing.push(derived.name.as_str());
                }
                Ok(effects) => {
                    orbits.moves.push(Move {
                        name: derived.name.clone(),
                        effects,
                        at: derived.at,
                    });
                    self.define(&derived.name, orbits.moves.len() - 1);
                }
                Err(error) => {
                    self.mark_invalid(&derived.name);
                    if let InvalidSequence::Wrong(at, reason) = error {
                        wrong(at, reason);
                    }
                }
            }
        }
        if !nothing.is_empty() {
            let names = join_names(nothing.iter(), " ");
            let note =
                format!("defined by other moves, these move nothing and are left out: {names}");
            orbits.notes.push(note);
        }
    }

    /// The product of moves, defined at a position.
    fn product(
        &mut self,
        orbits: &OrbitPuzzle,
        powers: &[Power],
        at: usize,
    ) -> Result<Vec<Effect>, InvalidSequence> {
        let count: u64 = powers.iter().map(|(_, power)| power.unsigned_abs()).sum();
        let count = usize::try_from(count).unwrap_or(usize::MAX).max(1);
        if self.steps > MAX_STEPS {
            return Err(InvalidSequence::Reported);
        }
        let steps = count.saturating_mul(orbits.places());
        self.steps = self.steps.saturating_add(steps);
        if self.steps > MAX_STEPS {
            let reason = "the moves defined by other moves are too long in total";
            return Err(InvalidSequence::Wrong(at, reason.to_owned()));
        }
        Ok(orbits.product(powers))
    }
}

/// The dependencies between the waiting moves.
struct Dependencies {
    /// For each, the others that it depends on.
    needs: Vec<Vec<usize>>,
    /// For each, the others that depend on it.
    needed_by: Vec<Vec<usize>>,
}

impl Dependencies {
    fn of<T>(
        names: &mut Names,
        orbits: &OrbitPuzzle,
        waiting: &[DerivedMove<T>],
        powers: &impl Fn(&Names, &OrbitPuzzle, &DerivedMove<T>) -> Result<Vec<Power>, InvalidSequence>,
    ) -> Self {
        for (number, derived) in waiting.iter().enumerate() {
            if let Some(known) = names.known.get_mut(&derived.name) {
                *known = MoveStatus::Waiting(number);
            }
        }
        let mut needed_by = vec![Vec::new(); waiting.len()];
        let needs = waiting.iter().enumerate().map(|(number, derived)| {
            // Mistakes are reported when it is processed.
            let _ = powers(names, orbits, derived);
            let needs = names.needed.take();
            for &other in &needs {
                needed_by[other].push(number);
            }
            needs
        });
        let needs = needs.collect();
        Self { needs, needed_by }
    }

    /// The order in which the moves can be processed, each after its dependencies, as in repeated passes through the file;
    /// and the moves that can never be processed: in each list, the first depends on itself or on an earlier list, and the
    /// others on it.
    fn order(&self) -> (Vec<usize>, Vec<Vec<usize>>) {
        let mut left: Vec<usize> = self.needs.iter().map(Vec::len).collect();
        // The pass in which each move can be processed.
        let mut round = vec![0; left.len()];
        let mut ready: VecDeque<usize> = (0..left.len()).filter(|&at| left[at] == 0).collect();
        let mut order = Vec::new();
        while let Some(number) = ready.pop_front() {
            order.push(number);
            for &other in &self.needed_by[number] {
                round[other] = round[other].max(round[number] + usize::from(number > other));
                left[other] -= 1;
                if left[other] == 0 {
                    ready.push_back(other);
                }
            }
        }
        order.sort_by_key(|&number| (round[number], number));
        let mut circular = Vec::new();
        let mut given_up: Vec<bool> = left.iter().map(|&left| left == 0).collect();
        for first in 0..left.len() {
            let (mut cycle, mut open) = (Vec::new(), vec![first]);
            while let Some(number) = open.pop() {
                if !std::mem::replace(&mut given_up[number], true) {
                    cycle.push(number);
                    open.extend(&self.needed_by[number]);
                }
            }
            if !cycle.is_empty() {
                circular.push(cycle);
            }
        }
        (order, circular)
    }
}

/// The error for a duplicate name of a move.
pub(super) fn duplicate_name(name: &str) -> String {
    format!("move `{}` appears twice", excerpt(name))
}

/// The error for a move that changes nothing.
pub(super) fn moves_nothing(name: &str) -> String {
    format!("turn `{}` moves nothing", excerpt(name))
}

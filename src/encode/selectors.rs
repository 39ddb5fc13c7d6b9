//! The choice of a turn in each slot: what each encoding of it must say, and
//! the selectors of a formula.
//!
//! A slot has a bus. Each *code* (a turn, or idle) is a pattern of bits of it, and
//! exactly one pattern is there in every model. So order constraints, idle slots
//! and transitions need to know nothing else.

use rustsat::types::Assignment;

use super::formula::Code;
use super::recipe::SelectorEncoding;
use super::{select_binary, select_face, select_onehot};
use crate::circuit::{Bus, Circuit, Signal};
use crate::puzzle::{Problem, Puzzle, TurnId};

/// Bits of a bus with the values that they must have.
pub(super) type Pattern = Vec<(usize, bool)>;

/// Codes that are told from the others by a pattern of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) pattern: Pattern,
    pub(super) codes: Vec<usize>,
}

/// How codes are written on a bus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Writing {
    pub(super) width: usize,
    /// The pattern of each code.
    pub(super) patterns: Vec<Pattern>,
    /// The codes in groups. What all codes of a group do alike can be said of
    /// the group.
    pub(super) groups: Vec<Group>,
}

impl Writing {
    /// Every code is a group of its own.
    pub(super) fn one_by_one(width: usize, patterns: Vec<Pattern>) -> Self {
        let group = |(code, pattern): (usize, &Pattern)| Group {
            pattern: pattern.clone(),
            codes: vec![code],
        };
        let groups = patterns.iter().enumerate().map(group).collect();
        Self {
            width,
            patterns,
            groups,
        }
    }
}

/// The signals that are all true when a bus has a pattern.
pub(super) fn signals(bus: &Bus, pattern: &Pattern) -> Vec<Signal> {
    let is = |&(at, value): &(usize, bool)| if value { bus[at] } else { !bus[at] };
    pattern.iter().map(is).collect()
}

/// The selectors of a formula: the bus of each slot, and what is written there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selectors {
    encoding: SelectorEncoding,
    codes: Vec<Code>,
    writing: Writing,
    slots: Vec<Bus>,
}

/// What a model chooses in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The code of this number, and no other.
    Code(usize),
    /// Nothing that means anything.
    Nothing,
    /// Two codes at once.
    Several,
    /// A signal has no value.
    NoValue,
}

impl Selectors {
    /// The selectors of a problem, without any slot so far.
    pub(super) fn new(problem: &Problem, encoding: SelectorEncoding, idle: bool) -> Self {
        let turns = problem.allowed.iter().map(|&turn| Code::Turn(turn));
        let codes = turns.chain(idle.then_some(Code::Idle)).collect();
        Self::of_codes(&problem.puzzle, encoding, codes)
    }

    /// Selectors for these codes, without any slot so far.
    pub(super) fn of_codes(puzzle: &Puzzle, encoding: SelectorEncoding, codes: Vec<Code>) -> Self {
        let writing = match encoding {
            SelectorEncoding::Binary => select_binary::writing(codes.len()),
            SelectorEncoding::Onehot => select_onehot::writing(codes.len()),
            SelectorEncoding::FaceAndTurn => select_face::writing(puzzle, &codes),
        };
        Self {
            encoding,
            codes,
            writing,
            slots: Vec::new(),
        }
    }

    /// Adds as many fresh slots.
    pub(super) fn push_fresh(&mut self, circuit: &mut Circuit, puzzle: &Puzzle, slots: usize) {
        for _ in 0..slots {
            let bus = match self.encoding {
                SelectorEncoding::Binary => circuit.input_bus(self.writing.width),
                SelectorEncoding::Onehot => select_onehot::fresh(circuit, self.writing.width),
                SelectorEncoding::FaceAndTurn => select_face::fresh(circuit, puzzle, &self.codes),
            };
            self.slots.push(bus);
        }
    }

    /// Adds a slot that is already there.
    pub(super) fn push(&mut self, slot: Bus) {
        self.slots.push(slot);
    }

    /// Requires that each slot has the pattern of exactly one code.
    pub(super) fn constrain(&self, circuit: &mut Circuit, puzzle: &Puzzle) {
        for slot in &self.slots {
            match self.encoding {
                SelectorEncoding::Binary => circuit.require_less_than(slot, self.codes.len()),
                SelectorEncoding::Onehot => circuit.require_exactly_one(slot.signals()),
                SelectorEncoding::FaceAndTurn => {
                    select_face::constrain(circuit, puzzle, &self.codes, slot);
                }
            }
        }
    }

    /// About how many clauses that takes, for one slot.
    pub(super) fn constraints(&self, puzzle: &Puzzle) -> usize {
        match self.encoding {
            SelectorEncoding::Binary => self.writing.width,
            SelectorEncoding::Onehot => select_onehot::constraints(self.codes.len()),
            SelectorEncoding::FaceAndTurn => select_face::constraints(puzzle, &self.codes),
        }
    }

    /// How the choice becomes signals.
    #[must_use]
    pub fn encoding(&self) -> SelectorEncoding {
        self.encoding
    }

    /// What can be chosen.
    #[must_use]
    pub fn codes(&self) -> &[Code] {
        &self.codes
    }

    /// The bus of each slot.
    #[must_use]
    pub fn slots(&self) -> &[Bus] {
        &self.slots
    }

    /// The width that the bus of a slot has.
    #[must_use]
    pub fn width(&self) -> usize {
        self.writing.width
    }

    pub(super) fn groups(&self) -> &[Group] {
        &self.writing.groups
    }

    pub(super) fn pattern(&self, code: usize) -> Pattern {
        self.writing.patterns[code].clone()
    }

    /// The signals that are all true when a slot has the pattern.
    pub(super) fn has(&self, slot: usize, pattern: &Pattern) -> Vec<Signal> {
        signals(&self.slots[slot], pattern)
    }

    /// The signals that are all true when the code of a number is chosen in a
    /// slot.
    ///
    /// # Panics
    /// If there is no such slot or code.
    #[must_use]
    pub fn chooses(&self, slot: usize, code: usize) -> Vec<Signal> {
        self.has(slot, &self.writing.patterns[code])
    }

    /// The signals that are all true when a turn is made in a slot; `None` if
    /// the turn is not allowed.
    ///
    /// # Panics
    /// If there is no such slot.
    #[must_use]
    pub fn makes(&self, slot: usize, turn: TurnId) -> Option<Vec<Signal>> {
        Some(self.chooses(slot, self.code(Code::Turn(turn))?))
    }

    /// The signals that are all true when a slot is idle; `None` if no slot
    /// may be.
    ///
    /// # Panics
    /// If there is no such slot.
    #[must_use]
    pub fn idles(&self, slot: usize) -> Option<Vec<Signal>> {
        Some(self.chooses(slot, self.code(Code::Idle)?))
    }

    /// The number of a code.
    pub(super) fn code(&self, code: Code) -> Option<usize> {
        self.codes.iter().position(|&known| known == code)
    }

    /// What a model chooses in a slot.
    ///
    /// # Panics
    /// If there is no such slot.
    #[must_use]
    pub fn choice(&self, slot: usize, model: &Assignment) -> Choice {
        let values: Option<Vec<bool>> = self.slots[slot].iter().map(|s| s.value(model)).collect();
        let Some(values) = values else {
            return Choice::NoValue;
        };
        let there = |pattern: &Pattern| pattern.iter().all(|&(at, value)| values[at] == value);
        let patterns = self.writing.patterns.iter().enumerate();
        let mut chosen = patterns.filter(|(_, pattern)| there(pattern));
        match (chosen.next(), chosen.next()) {
            (Some((code, _)), None) => Choice::Code(code),
            (None, _) => Choice::Nothing,
            (Some(_), Some(_)) => Choice::Several,
        }
    }
}

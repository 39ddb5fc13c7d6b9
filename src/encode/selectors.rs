//! The selectors of a formula: the choice of a turn in each slot.

use std::collections::HashMap;

use itertools::Itertools;
use rustsat::types::Assignment;

use super::codebook::{BitPattern, Code, Codebook};
use super::recipe::SelectorEncoding;
use super::select_face;
use crate::circuit::{Bus, Circuit, Signal};
use crate::error::Error;
use crate::problem::Problem;
use crate::puzzle::{Puzzle, TurnId};

/// The selectors of a formula: the bus of each slot, and the codes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selectors {
    encoding: SelectorEncoding,
    codes: Vec<Code>,
    codebook: Codebook,
    /// The index of each code.
    numbers: HashMap<Code, usize>,
    slots: Vec<Bus>,
}

impl Selectors {
    /// The selectors of a problem, without any slots yet.
    pub(super) fn new(problem: &Problem, encoding: SelectorEncoding, idle: bool) -> Self {
        let turns = problem.allowed.iter().map(|&turn| Code::Turn(turn));
        let codes = turns.chain(idle.then_some(Code::Idle)).collect();
        Self::with_codes(&problem.puzzle, encoding, codes)
    }

    /// Selectors for these codes, without any slots yet.
    pub(super) fn with_codes(
        puzzle: &Puzzle,
        encoding: SelectorEncoding,
        codes: Vec<Code>,
    ) -> Self {
        let numbers = codes.iter().enumerate();
        Self {
            codebook: match encoding {
                SelectorEncoding::Binary => Codebook::binary(codes.len()),
                SelectorEncoding::Onehot => Codebook::onehot(codes.len()),
                SelectorEncoding::FaceAndTurn => select_face::codebook(puzzle, &codes),
            },
            encoding,
            numbers: numbers.map(|(number, &code)| (code, number)).collect(),
            codes,
            slots: Vec::new(),
        }
    }

    /// Adds this many fresh slots.
    pub(super) fn push_fresh(&mut self, circuit: &mut Circuit, slots: usize) {
        for _ in 0..slots {
            self.slots.push(self.codebook.fresh_bus(circuit));
        }
    }

    /// Adds an existing bus as a slot.
    pub(super) fn push(&mut self, slot: Bus) {
        self.slots.push(slot);
    }

    /// Requires that each slot has the pattern of exactly one code.
    pub(super) fn constrain(&self, circuit: &mut Circuit) {
        for slot in &self.slots {
            self.codebook.constrain(circuit, slot);
        }
    }

    /// The encoding of the choice of a turn.
    pub fn encoding(&self) -> SelectorEncoding {
        self.encoding
    }

    /// The codes: the possible choices.
    pub fn codes(&self) -> &[Code] {
        &self.codes
    }

    /// The bus of each slot.
    pub fn slots(&self) -> &[Bus] {
        &self.slots
    }

    /// The width of the bus of a slot.
    pub fn width(&self) -> usize {
        self.codebook.width
    }

    pub(super) fn codebook(&self) -> &Codebook {
        &self.codebook
    }

    /// The signals that are all true if a slot has a pattern.
    pub(super) fn pattern_signals(&self, slot: usize, pattern: &BitPattern) -> Vec<Signal> {
        let bus = &self.slots[slot];
        let is = |&(at, value): &(usize, bool)| if value { bus[at] } else { !bus[at] };
        pattern.iter().map(is).collect()
    }

    /// The signals that are all true if the code with this index is chosen in a slot.
    pub fn code_signals(&self, slot: usize, code: usize) -> Vec<Signal> {
        self.pattern_signals(slot, &self.codebook.patterns[code])
    }

    /// The signals that are all true if a turn is made in a slot; `None` if the turn is not allowed.
    pub fn turn_signals(&self, slot: usize, turn: TurnId) -> Option<Vec<Signal>> {
        Some(self.code_signals(slot, self.code_index(Code::Turn(turn))?))
    }

    /// The signals that are all true if a slot is idle; `None` if idle slots are not allowed.
    pub fn idle_signals(&self, slot: usize) -> Option<Vec<Signal>> {
        Some(self.code_signals(slot, self.code_index(Code::Idle)?))
    }

    /// The index of a code; `None` if it is not possible.
    pub(super) fn code_index(&self, code: Code) -> Option<usize> {
        self.numbers.get(&code).copied()
    }

    /// The index of the code that a model chooses in a slot.
    ///
    /// # Errors
    /// [`Error`] if the model is partial, or does not choose exactly one code.
    pub fn choice(&self, slot: usize, model: &Assignment) -> Result<usize, Error> {
        let turn = slot + 1;
        let values: Option<Vec<bool>> = self.slots[slot].iter().map(|s| s.value(model)).collect();
        let values = values.ok_or_else(|| {
            Error::failed(format!(
                "the model gives no value to a selector of turn {turn}"
            ))
        })?;
        let fits = |pattern: &BitPattern| pattern.iter().all(|&(at, value)| values[at] == value);
        let mut chosen = self.codebook.patterns.iter().positions(fits);
        match (chosen.next(), chosen.next()) {
            (Some(code), None) => Ok(code),
            (None, _) => Err(Error::failed(format!(
                "the model's choice for turn {turn} does not stand for a turn"
            ))),
            (Some(_), Some(_)) => Err(Error::failed(format!(
                "the model makes two turns at once, as turn {turn}"
            ))),
        }
    }
}

//! Turns: the powers of a puzzle's generators.

use std::collections::HashMap;

use serde::Serialize;

use super::state::plural_suffix;
use crate::group::Permutation;
use crate::names::{named, serde_as_text};

/// The index of a turn in [`Puzzle::turns`](crate::puzzle::assembly::Puzzle::turns).
pub type TurnId = usize;

/// A turn: a power of a generator, for example a half turn of the face R.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The name of the generator, `R` for all of `R`, `R2` and `R'`.
    pub base: String,
    /// The index of the generator among the enabled generators. On a cube: the face.
    pub face: usize,
    /// The power of the generator, from 1 to `order - 1`, which determines the name.
    pub power: usize,
    /// The order of the generator.
    pub order: usize,
    /// The exponent of the power of the face's first turn that equals this turn, from 1 to `face_modulus - 1`. The exponents
    /// determine the products of turns of a face. This equals `power` except in quotients and windows: of the turns of `D`,
    /// a quotient may have only `D2` and `D4`, with the exponents 1 and 2.
    pub face_exponent: usize,
    /// The order of the first turn of its face, modulo which face exponents add.
    pub face_modulus: usize,
    /// Its permutation of the facelets.
    pub permutation: Permutation,
}

impl Turn {
    /// The turn's name in Singmaster's notation: `R`, `R2`, `R'`. Powers past the half are written as inverses.
    pub fn name(&self) -> String {
        power_name(&self.base, self.power, self.order)
    }

    /// Whether this is the generator or its inverse: on a cube, a quarter turn.
    pub fn is_quarter(&self) -> bool {
        self.power == 1 || self.power + 1 == self.order
    }

    /// Whether the power is half the generator's order, so the turn is its own inverse: `R2`.
    pub fn is_half(&self) -> bool {
        self.power * 2 == self.order
    }
}

/// The name of a power of a generator of order `order`.
pub(crate) fn power_name(base: &str, power: usize, order: usize) -> String {
    let back = order - power;
    let mark = if power <= back { "" } else { "'" };
    match power.min(back) {
        1 => format!("{base}{mark}"),
        count => format!("{}{mark}", with_exponent(base, count)),
    }
}

/// A name with an exponent: `R2`. A `^` separates the exponent from a digit: `A1^2`.
pub(crate) fn with_exponent(base: &str, count: usize) -> String {
    let ends_with_digit = base.ends_with(|c: char| c.is_ascii_digit());
    let sign = if ends_with_digit { "^" } else { "" };
    format!("{base}{sign}{count}")
}

/// The turns of a puzzle that have the effect of an earlier turn, each with the first such turn: `F2` may equal `G2`
/// although `F` and `G` differ. The first of equal turns represents all of them: only this turn is read, written, allowed
/// and counted. The others only complete their faces, so that each face has all its powers.
///
/// A power with the effect of a *generator* never occurs: the reader of puzzle files rejects it, and the readers of other
/// formats make the generator an alias. So in each metric, either all or none of several equal turns count as one turn.
pub(crate) fn equal_turns(turns: &[Turn]) -> HashMap<TurnId, TurnId> {
    let mut first: HashMap<&Permutation, TurnId> = HashMap::new();
    let ids = turns.iter().enumerate();
    let known = ids.map(|(id, turn)| (id, *first.entry(&turn.permutation).or_insert(id)));
    known.filter(|(id, known)| known != id).collect()
}

/// An alternative name of a turn, which is accepted as input. Output uses the turn's own name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alias {
    /// The alternative name.
    pub name: String,
    /// The generator of the turn.
    pub base: String,
    /// The power of the generator.
    pub power: usize,
    /// The order of the generator.
    pub order: usize,
}

impl Alias {
    /// The turn's own name.
    pub fn turn(&self) -> String {
        power_name(&self.base, self.power, self.order)
    }

    /// The powers of the generator that the powers of this name stand for, beginning with the name itself.
    pub(crate) fn powers(&self) -> impl Iterator<Item = usize> + '_ {
        let powers = (1..).map(|times| times * self.power % self.order);
        powers.take_while(|&power| power != 0)
    }
}

/// A part that turns independently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tip {
    /// The name of its turn, for example `u`.
    pub name: String,
    /// The order of its turn.
    pub order: usize,
}

/// A position in the text of a state that includes the stickers of tips.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TipCell {
    /// A facelet of the puzzle.
    Facelet(usize),
    /// The sticker of a tip next to a facelet. Turns of the tip move this sticker as turns of the puzzle move the facelet.
    Tip {
        /// The index of the tip.
        tip: usize,
        /// That facelet.
        neighbor: usize,
    },
}

/// An optional group of turns, for example the slice turns of a cube.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TurnGroup {
    /// Its name in the puzzle file.
    pub name: String,
    /// The names of its generators.
    pub turns: Vec<String>,
    /// Whether the group is enabled.
    pub enabled: bool,
}

/// How the length of a turn sequence is counted.
///
/// A metric is a choice of turns that cost one each. So the length of a sequence is always the number of its turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Metric {
    /// The half-turn metric: every turn of a face counts one, including `R2`.
    #[default]
    HalfTurn,
    /// The quarter-turn metric: a face's generator and its inverse count one. `R2` is not a turn in this metric, only `R R`.
    QuarterTurn,
}

named!(Metric, "metric", HalfTurn = "htm", QuarterTurn = "qtm",);

serde_as_text!(Metric);

impl Metric {
    /// Whether a turn counts one. Any other turn is not a turn in this metric.
    #[must_use]
    pub fn admits(self, turn: &Turn) -> bool {
        match self {
            Metric::HalfTurn => true,
            Metric::QuarterTurn => turn.is_quarter(),
        }
    }

    /// A number of turns in words: `1 turn`, `8 quarter turns`.
    #[must_use]
    pub fn count(self, turns: usize) -> String {
        let unit = match self {
            Metric::HalfTurn => "turn",
            Metric::QuarterTurn => "quarter turn",
        };
        format!("{turns} {unit}{}", plural_suffix(turns))
    }
}

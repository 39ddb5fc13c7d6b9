//! SMT-LIB 2, logic QF_BV: the turns and the facelets' colors as bit-vectors.
//!
//! *Source.* The SMT-LIB Standard 2.6 (Barrett, Fontaine, Tinelli). The formula follows Yurichev, *SAT/SMT by Example*:
//! turn *i* is a number `t`*i*, and the color of each facelet after it is a multiplexer, here a chain of `ite`.
//!
//! *Other constraints* (the goal, order, side constraints) are clauses, as in every other format: `v`*n* is variable
//! *n* of the map, either a bit of a bit-vector or a separate variable.

use std::io;
use std::io::Write;

use itertools::Itertools;

use crate::circuit::Signal;
use crate::encode::Formula;
use crate::encode::codebook::Code;
use crate::encode::formula::write_comments;
use crate::encode::recipe::{Form, Recipe, SelectorEncoding, StateEncoding};
use crate::problem::Problem;

/// Whether formulas of a recipe can be written as bit-vectors.
pub(super) fn fits_bit_vectors(recipe: &Recipe) -> bool {
    recipe.state == StateEncoding::ColorBinary
        && recipe.selector == SelectorEncoding::Binary
        && recipe.form == Form::Compact
}

/// The name of the choice in a slot, counted from 0.
pub(crate) fn name_of_turn(slot: usize) -> String {
    format!("t{}", slot + 1)
}

/// The name of a facelet's color after this many turns.
pub(crate) fn name_of_facelet(step: usize, facelet: usize) -> String {
    format!("s{step}_{facelet}")
}

/// A number as a bit-vector.
fn constant(number: usize, width: usize) -> String {
    format!("#b{number:0width$b}")
}

impl Formula {
    /// Writes the formula in SMT-LIB 2, after comment lines. Build it with `FormulaContent::Transitions`, from a recipe
    /// with binary colors and a binary selector.
    pub(super) fn write_smt(
        &self,
        problem: &Problem,
        comments: &[String],
        writer: &mut dyn Write,
    ) -> io::Result<()> {
        write_comments(comments, "; ", writer)?;
        writeln!(writer, "(set-option :produce-models true)")?;
        writeln!(writer, "(set-logic QF_BV)")?;
        let (selectors, states) = (&self.meaning.selectors, &self.meaning.states);
        let mut requested = Vec::new();
        let mut bits: Vec<Option<(String, usize)>> = vec![None; self.variables as usize];
        for (slot, bus) in selectors.slots().iter().enumerate() {
            let name = name_of_turn(slot);
            if !bus.is_empty() {
                writeln!(writer, "(declare-const {name} (_ BitVec {}))", bus.len())?;
                requested.push(name.clone());
            }
            record_bits(&mut bits, bus, &name);
        }
        for (step, buses) in states.steps().iter().enumerate() {
            // With a single color there is nothing to write, and bit-vectors must have at least one bit.
            let shown = buses.iter().enumerate().filter(|(_, bus)| !bus.is_empty());
            for (facelet, bus) in shown {
                let name = name_of_facelet(step, facelet);
                match step.checked_sub(1) {
                    None => {
                        if write_start(writer, &name, bus)? {
                            requested.push(name.clone());
                        }
                    }
                    Some(slot) => {
                        let next = self.color_after_turn(problem, slot, facelet);
                        let width = bus.len();
                        writeln!(writer, "(define-fun {name} () (_ BitVec {width}) {next})")?;
                    }
                }
                record_bits(&mut bits, bus, &name);
            }
        }
        let occurs = self.occurrences();
        for (number, bit) in (1..).zip(&bits).filter(|(number, _)| occurs[number - 1]) {
            match bit {
                Some((name, at)) => writeln!(
                    writer,
                    "(define-fun v{number} () Bool (= ((_ extract {at} {at}) {name}) #b1))"
                )?,
                None => writeln!(writer, "(declare-const v{number} Bool)")?,
            }
        }
        for clause in &self.cnf {
            let literal = |number: i32| match number {
                1.. => format!("v{number}"),
                _ => format!("(not v{})", number.unsigned_abs()),
            };
            let literals = clause.iter().map(|it| literal(it.to_ipasir()));
            match clause.len() {
                1 => writeln!(writer, "(assert {})", literals.format(""))?,
                _ => writeln!(writer, "(assert (or {}))", literals.format(" "))?,
            }
        }
        writeln!(writer, "(check-sat)")?;
        if !requested.is_empty() {
            writeln!(writer, "(get-value ({}))", requested.iter().format(" "))?;
        }
        Ok(())
    }

    /// The term for the color of a facelet after the turn of a slot: a chain of `ite` over the possible sources.
    fn color_after_turn(&self, problem: &Problem, slot: usize, facelet: usize) -> String {
        let (selectors, states) = (&self.meaning.selectors, &self.meaning.states);
        let source = |code: &Code| states.source(&problem.puzzle, *code, facelet, 0).0;
        let codes = selectors.codes().iter().enumerate();
        let by_source = codes
            .map(|(number, code)| (source(code), number))
            .into_group_map();
        let (turn, width) = (name_of_turn(slot), selectors.width());
        // The most frequent source needs no condition.
        let groups = by_source.into_iter();
        let mut groups = groups.sorted_by_key(|(from, codes)| (usize::MAX - codes.len(), *from));
        let last = groups.next().map_or(facelet, |(from, _)| from);
        let begin = name_of_facelet(slot, last);
        groups.fold(begin, |rest, (from, codes)| {
            let equals = |code: &usize| format!("(= {turn} {})", constant(*code, width));
            let when = match &codes[..] {
                [only] => equals(only),
                several => format!("(or {})", several.iter().map(equals).format(" ")),
            };
            format!("(ite {when} {} {rest})", name_of_facelet(slot, from))
        })
    }
}

/// Records which variables are the bits of the bit-vector `name`.
fn record_bits(bits: &mut [Option<(String, usize)>], bus: &[Signal], name: &str) {
    for (at, signal) in bus.iter().enumerate() {
        if let Some(literal) = signal.as_lit() {
            bits[literal.vidx()] = Some((name.to_owned(), at));
        }
    }
}

/// Writes a bit-vector of the start; returns whether any of its bits is unknown.
fn write_start(writer: &mut dyn Write, name: &str, bus: &[Signal]) -> io::Result<bool> {
    let width = bus.len();
    let known: Option<Vec<bool>> = bus.iter().map(|signal| signal.as_const()).collect();
    if let Some(known) = known {
        let number: String = known
            .iter()
            .rev()
            .map(|&bit| if bit { '1' } else { '0' })
            .collect();
        writeln!(
            writer,
            "(define-fun {name} () (_ BitVec {width}) #b{number})"
        )?;
        return Ok(false);
    }
    writeln!(writer, "(declare-const {name} (_ BitVec {width}))")?;
    for (at, value) in bus.iter().enumerate() {
        if let Some(value) = value.as_const() {
            let value = u8::from(value);
            writeln!(
                writer,
                "(assert (= ((_ extract {at} {at}) {name}) #b{value}))"
            )?;
        }
    }
    Ok(true)
}

//! AIGER: a circuit of and-gates and negations with one output, which is true if the inputs are a solution.
//!
//! *Source.* Biere, *The AIGER And-Inverter Graph (AIG) Format*, version 20071012, in ASCII (`aag`).
//!
//! *Idea.* The formula's gates become and-gates, and every variable that is not the output of a gate is an input. The
//! clauses that are not part of a gate are constraints; the output is their conjunction. So inputs make the output true
//! exactly when they are part of a model of the formula.

use std::io;
use std::io::Write;

use rustsat::types::Lit;

use crate::circuit::{GateKind, Signal};
use crate::encode::Formula;
use crate::encode::formula::ranges_of_unmarked;

/// A literal of AIGER: twice a number, and 1 more for the negation. 0 is false, 1 true.
type AigerLiteral = u32;

const FALSE: AigerLiteral = 0;
const TRUE: AigerLiteral = 1;

/// The circuit under construction.
struct AigerCircuit {
    /// The number of inputs, which have the first numbers.
    inputs: u32,
    ands: Vec<[AigerLiteral; 2]>,
    /// The literal of each variable.
    literals: Vec<AigerLiteral>,
}

impl AigerCircuit {
    fn and(&mut self, a: AigerLiteral, b: AigerLiteral) -> AigerLiteral {
        match (a.min(b), a.max(b)) {
            (FALSE, _) => FALSE,
            (TRUE, other) => other,
            (a, b) if a == b => a,
            (a, b) if a == b ^ 1 => FALSE,
            (a, b) => {
                self.ands.push([b, a]);
                2 * (self.inputs + self.ands.len() as u32)
            }
        }
    }

    /// The conjunction as a balanced tree, because some readers process it recursively.
    fn conjunction(&mut self, mut level: Vec<AigerLiteral>) -> AigerLiteral {
        while level.len() > 1 {
            let pair = |pair: &[AigerLiteral]| self.and(pair[0], *pair.get(1).unwrap_or(&TRUE));
            level = level.chunks(2).map(pair).collect();
        }
        level.first().copied().unwrap_or(TRUE)
    }

    fn ite(
        &mut self,
        choose: AigerLiteral,
        then: AigerLiteral,
        otherwise: AigerLiteral,
    ) -> AigerLiteral {
        if then == otherwise {
            return then;
        }
        let then = self.and(choose, then);
        let otherwise = self.and(choose ^ 1, otherwise);
        self.and(then ^ 1, otherwise ^ 1) ^ 1
    }

    fn literal(&self, literal: Lit) -> AigerLiteral {
        self.literals[literal.vidx()] ^ u32::from(literal.is_neg())
    }

    fn signal(&self, signal: Signal) -> AigerLiteral {
        match signal {
            Signal::Const(value) => u32::from(value),
            Signal::Lit(literal) => self.literal(literal),
        }
    }

    fn gate_literal(&mut self, kind: &GateKind) -> AigerLiteral {
        match kind {
            GateKind::And(inputs) => {
                let literals = inputs.iter().map(|&it| self.literal(it)).collect();
                self.conjunction(literals)
            }
            GateKind::Xor(a, b) => {
                let (a, b) = (self.literal(*a), self.literal(*b));
                self.ite(a, b ^ 1, b)
            }
            GateKind::Ite(choose, then, otherwise) => {
                let [choose, then, otherwise] =
                    [*choose, *then, *otherwise].map(|it| self.literal(it));
                self.ite(choose, then, otherwise)
            }
            GateKind::Mux(selector, inputs) => {
                // A tree with the least significant bit next to the inputs. A number without an input chooses an
                // arbitrary input: the formula forbids such numbers or does not define their output.
                let mut level: Vec<AigerLiteral> =
                    inputs.iter().map(|&it| self.signal(it)).collect();
                for &bit in selector {
                    let bit = self.signal(bit);
                    let pair = |pair: &[AigerLiteral]| self.ite(bit, pair[pair.len() - 1], pair[0]);
                    level = level.chunks(2).map(pair).collect();
                }
                level.first().copied().unwrap_or(FALSE)
            }
        }
    }
}

impl Formula {
    /// The variables that are not outputs of gates, counted from 1: first and last of each range, in ascending order.
    /// They are the inputs of the circuit, in this order.
    pub fn inputs(&self) -> Vec<[u32; 2]> {
        let mut is_output = vec![false; self.variables as usize];
        for gate in &self.gates {
            is_output[gate.output.vidx()] = true;
        }
        ranges_of_unmarked(&is_output)
    }

    /// Writes the formula as a circuit in AIGER's ASCII format. Build it with `FormulaContent::Gates`, otherwise all
    /// its variables are inputs.
    pub(super) fn write_aiger(
        &self,
        comments: &[String],
        writer: &mut dyn Write,
    ) -> io::Result<()> {
        let ranges = self.inputs();
        let inputs: Vec<u32> = ranges
            .iter()
            .flat_map(|&[first, last]| first..=last)
            .collect();
        let mut circuit = AigerCircuit {
            inputs: inputs.len() as u32,
            ands: Vec::new(),
            literals: vec![FALSE; self.variables as usize],
        };
        for (number, variable) in (1..).zip(&inputs) {
            circuit.literals[*variable as usize - 1] = 2 * number;
        }
        let mut is_gate_clause = vec![false; self.cnf.len()];
        for gate in &self.gates {
            is_gate_clause[gate.clauses.clone()].fill(true);
            let literal = circuit.gate_literal(&gate.kind);
            circuit.literals[gate.output.vidx()] = literal ^ u32::from(gate.output.is_neg());
        }
        let mut required = Vec::new();
        let clauses = self.cnf.iter().zip(is_gate_clause);
        for (clause, _) in clauses.filter(|(_, is_gate)| !is_gate) {
            let negated = clause.iter().map(|&it| circuit.literal(!it)).collect();
            required.push(circuit.conjunction(negated) ^ 1);
        }
        let output = circuit.conjunction(required);
        let (count, ands) = (circuit.inputs, circuit.ands.len());
        writeln!(writer, "aag {} {count} 0 1 {ands}", count as usize + ands)?;
        for number in 1..=count {
            writeln!(writer, "{}", 2 * number)?;
        }
        writeln!(writer, "{output}")?;
        for (number, [a, b]) in (count + 1..).zip(&circuit.ands) {
            writeln!(writer, "{} {a} {b}", 2 * number)?;
        }
        for (number, variable) in inputs.iter().enumerate() {
            writeln!(writer, "i{number} v{variable}")?;
        }
        writeln!(writer, "o0 solved\nc")?;
        for line in comments.iter().flat_map(|comment| comment.lines()) {
            // Some readers only accept ASCII.
            let ascii = |c: char| match c {
                '×' => 'x',
                c if c.is_ascii() => c,
                _ => '?',
            };
            writeln!(writer, "{}", line.chars().map(ascii).collect::<String>())?;
        }
        Ok(())
    }
}

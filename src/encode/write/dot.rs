//! Graphviz: the circuit as a graph with one node per gate.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::io::Write;

use rustsat::types::{Lit, Var};

use crate::circuit::{Bus, Gate, GateKind, Signal};
use crate::encode::describe::{bus_name, step_in_words};
use crate::encode::formula::write_comments;
use crate::encode::{Formula, Meaning};
use crate::problem::Problem;

impl Formula {
    /// Writes the gates as a graph in the language of Graphviz, after comment lines. Nodes are labeled with the meaning
    /// of their variables; a dot at the end of an edge is a negation. Constraints that are plain clauses are not drawn.
    pub(super) fn write_dot(
        &self,
        problem: &Problem,
        comments: &[String],
        writer: &mut dyn Write,
    ) -> io::Result<()> {
        write_comments(comments, "// ", writer)?;
        writeln!(writer, "digraph circuit {{\n  rankdir = LR;")?;
        let names = self.variable_labels(problem);
        let outputs: BTreeSet<Var> = self.gates.iter().map(|gate| gate.output.var()).collect();
        let label = |var: Var, kind: &str| {
            let number = var.pos_lit().to_ipasir();
            let name = names
                .get(&var)
                .map_or(String::new(), |name| format!(": {name}"));
            format!("{kind}{number}{name}")
        };
        let wires = self.gates.iter().flat_map(inputs).map(|(signal, _)| signal);
        let circuit_inputs: BTreeSet<Var> = wires
            .filter_map(Signal::as_lit)
            .map(Lit::var)
            .filter(|var| !outputs.contains(var))
            .collect();
        for var in circuit_inputs {
            let (node, label) = (node(var), label(var, ""));
            writeln!(writer, "  {node} [shape = plaintext, label = \"{label}\"];")?;
        }
        for (number, gate) in self.gates.iter().enumerate() {
            let kind = match gate.kind {
                GateKind::And(_) => "and ",
                GateKind::Xor(..) => "xor ",
                GateKind::Ite(..) => "if-then-else ",
                GateKind::Mux(..) => "multiplexer ",
            };
            let output = node(gate.output.var());
            let label = label(gate.output.var(), kind);
            writeln!(writer, "  {output} [shape = box, label = \"{label}\"];")?;
            for (at, (signal, port)) in inputs(gate).into_iter().enumerate() {
                let (from, is_negated) = match signal {
                    Signal::Lit(literal) => (node(literal.var()), literal.is_neg()),
                    Signal::Const(value) => {
                        let node = format!("c{number}_{at}");
                        let value = u8::from(value);
                        writeln!(writer, "  {node} [shape = plaintext, label = \"{value}\"];")?;
                        (node, false)
                    }
                };
                let end = if is_negated { ", arrowhead = dot" } else { "" };
                writeln!(writer, "  {from} -> {output} [label = \"{port}\"{end}];")?;
            }
        }
        writeln!(writer, "}}")
    }

    /// The labels of the variables of turns and states.
    fn variable_labels(&self, problem: &Problem) -> BTreeMap<Var, String> {
        let mut names = BTreeMap::new();
        let mut add = |bus: &Bus, name: &dyn Fn(usize) -> String| {
            for (bit, signal) in bus.iter().enumerate() {
                if let Some(literal) = signal.as_lit() {
                    names.entry(literal.var()).or_insert_with(|| name(bit));
                }
            }
        };
        let Meaning { selectors, states } = &self.meaning;
        for (slot, bus) in (1..).zip(selectors.slots()) {
            add(bus, &|bit| format!("turn {slot}, bit {bit}"));
        }
        for (step, buses) in states.steps().iter().enumerate() {
            for (number, bus) in buses.iter().enumerate() {
                let name = bus_name(&problem.puzzle, states, number);
                let when = step_in_words(step);
                add(bus, &|bit| format!("{name}, bit {bit}, {when}"));
            }
        }
        names
    }
}

/// The name of a variable's node.
fn node(var: Var) -> String {
    format!("v{}", var.idx32() + 1)
}

/// The inputs of a gate, with the role of each.
fn inputs(gate: &Gate) -> Vec<(Signal, String)> {
    let lit = |literal: &Lit, port: &str| (Signal::Lit(*literal), port.to_owned());
    match &gate.kind {
        GateKind::And(all) => all.iter().map(|it| lit(it, "")).collect(),
        GateKind::Xor(a, b) => vec![lit(a, ""), lit(b, "")],
        GateKind::Ite(selector, then, otherwise) => {
            vec![
                lit(selector, "if"),
                lit(then, "then"),
                lit(otherwise, "else"),
            ]
        }
        GateKind::Mux(selector, inputs) => {
            let selector = selector.iter().enumerate();
            let selector = selector.map(|(bit, &signal)| (signal, format!("selector {bit}")));
            let inputs = inputs.iter().enumerate();
            let inputs = inputs.map(|(number, &signal)| (signal, number.to_string()));
            selector.chain(inputs).collect()
        }
    }
}

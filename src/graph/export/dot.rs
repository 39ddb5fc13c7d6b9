//! Graphs in Graphviz format.

use std::io::Write;

use super::{Count, Edge, Export, ExportError};
use crate::control::Control;

impl Export<'_> {
    /// Writes the graph in the language DOT: a directed graph whose nodes have a `distance`. Each edge has a `label`,
    /// the turn, and `back`, the inverse turn.
    pub fn write_dot(
        &self,
        title: &str,
        writer: &mut dyn Write,
        control: &Control,
        notify: &dyn Fn(u64),
    ) -> Result<Count, ExportError> {
        writeln!(writer, "digraph {} {{", quoted(title))?;
        writeln!(writer, "  node [shape=point];\n  edge [arrowhead=none];")?;
        let count = self.write_nodes(control, notify, &mut |node| {
            let from = quoted(&node.name);
            writeln!(writer, "  {from} [distance={}];", node.distance)?;
            for Edge { link, end } in &node.edges {
                let to = quoted(end);
                let (turn, back) = (quoted(&link.name), quoted(&link.back));
                writeln!(writer, "  {from} -> {to} [label={turn}, back={back}];")?;
            }
            Ok(())
        })?;
        writeln!(writer, "}}")?;
        control.check()?;
        Ok(count)
    }
}

/// A quoted string. A quote is written with a backslash; backslashes are doubled so that none of them escapes a quote.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

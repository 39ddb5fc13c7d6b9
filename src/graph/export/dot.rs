//! Graphs in Graphviz format.

use std::io::Write;

use super::{Count, Edge, Export, ExportError, check_stop};
use crate::control::Control;

/// The number of indices between two checks of the control.
const INDICES_PER_CHUNK: usize = 4096;

impl Export<'_> {
    /// Writes the graph in the language DOT: a directed graph whose nodes have a `distance`. Each edge has a `label`,
    /// the turn, and `back`, the inverse turn.
    ///
    /// # Errors
    /// [`ExportError`].
    pub fn write_dot(
        &self,
        title: &str,
        writer: &mut dyn Write,
        control: &Control,
        notify: &dyn Fn(u64),
    ) -> Result<Count, ExportError> {
        writeln!(writer, "digraph {} {{", quoted(title))?;
        writeln!(writer, "  node [shape=point];\n  edge [arrowhead=none];")?;
        let count = self.each_node(
            INDICES_PER_CHUNK,
            control,
            notify,
            &mut |name, distance, edges| {
                let from = quoted(name);
                writeln!(writer, "  {from} [distance={distance}];")?;
                for Edge { link, end, .. } in edges {
                    let to = quoted(&String::from_utf8_lossy(end));
                    let (turn, back) = (quoted(&link.name), quoted(&link.back));
                    writeln!(writer, "  {from} -> {to} [label={turn}, back={back}];")?;
                }
                Ok(())
            },
        )?;
        writeln!(writer, "}}")?;
        check_stop(control)?;
        Ok(count)
    }
}

/// A quoted string. In DOT, only quotes need escaping; backslashes are doubled so that none escapes a quote.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

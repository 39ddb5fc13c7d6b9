//! Graphs in GraphML, which networkx, igraph, Gephi and yEd read.

use std::io::Write;

use super::{Count, Edge, Export, ExportError};
use crate::control::Control;
use crate::text::escape_xml;

const HEADER: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="distance" for="node" attr.name="distance" attr.type="int"/>
  <key id="turn" for="edge" attr.name="turn" attr.type="string"/>
  <key id="back" for="edge" attr.name="back" attr.type="string"/>
"#;

impl Export<'_> {
    /// Writes the graph as GraphML: a directed graph whose nodes have a `distance`. Each edge has a `turn`, and `back`,
    /// the inverse turn.
    pub fn write_graphml(
        &self,
        title: &str,
        writer: &mut dyn Write,
        control: &Control,
        notify: &dyn Fn(u64),
    ) -> Result<Count, ExportError> {
        let title = escape_xml(title);
        writeln!(
            writer,
            "{HEADER}  <graph id=\"{title}\" edgedefault=\"directed\">"
        )?;
        let count = self.write_nodes(control, notify, &mut |node| {
            let (from, distance) = (escape_xml(&node.name), node.distance);
            writeln!(
                writer,
                "    <node id=\"{from}\"><data key=\"distance\">{distance}</data></node>"
            )?;
            for Edge { link, end } in &node.edges {
                let to = escape_xml(end);
                let (turn, back) = (escape_xml(&link.name), escape_xml(&link.back));
                writeln!(
                    writer,
                    "    <edge source=\"{from}\" target=\"{to}\"><data key=\"turn\">{turn}</data>\
                     <data key=\"back\">{back}</data></edge>"
                )?;
            }
            Ok(())
        })?;
        writeln!(writer, "  </graph>\n</graphml>")?;
        control.check()?;
        Ok(count)
    }
}

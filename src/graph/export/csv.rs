//! CSV files in the format that Neo4j imports.

use std::io::Write;

use super::{Count, Edge, Export, ExportError};
use crate::control::Control;

/// The form of the files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CsvForm {
    /// For `neo4j-admin database import full` of Neo4j 5 and later: separated by commas, with the distance of each node
    /// and the turns of each edge.
    #[default]
    Current,
    /// As in the article of 2017 on the pocket cube in Neo4j: separated by semicolons, with names only.
    Published2017,
}

impl CsvForm {
    /// The first lines of the files of nodes and edges.
    fn headers(self) -> [&'static str; 2] {
        match self {
            CsvForm::Current => [
                "pos:ID(State),distance:int,:LABEL\n",
                ":START_ID(State),:END_ID(State),turn,back,:TYPE\n",
            ],
            CsvForm::Published2017 => ["pos:ID;:LABEL\n", ":START_ID;:END_ID;:TYPE\n"],
        }
    }
}

impl Export<'_> {
    /// Writes both files. `notify` is called repeatedly with the number of indices processed since the last call.
    pub fn write_csv(
        &self,
        form: CsvForm,
        nodes: &mut dyn Write,
        edges: &mut dyn Write,
        control: &Control,
        notify: &dyn Fn(u64),
    ) -> Result<Count, ExportError> {
        let [node_header, edge_header] = form.headers();
        nodes.write_all(node_header.as_bytes())?;
        edges.write_all(edge_header.as_bytes())?;
        self.write_nodes(control, notify, &mut |node| {
            let (from, distance) = (&node.name, node.distance);
            match form {
                CsvForm::Current => writeln!(nodes, "{from},{distance},State")?,
                CsvForm::Published2017 => writeln!(nodes, "{from};Cube")?,
            }
            for Edge { link, end } in &node.edges {
                let (turn, back) = (&link.name, &link.back);
                match form {
                    CsvForm::Current => writeln!(edges, "{from},{end},{turn},{back},MOVE")?,
                    CsvForm::Published2017 => writeln!(edges, "{from};{end};MOVE")?,
                }
            }
            Ok(())
        })
    }
}

//! CSV files in the format that Neo4j imports.

use std::io::Write;
use std::ops::Range;

use super::{Count, Edge, Export, ExportError};
use crate::control::Control;
use crate::platform::in_parallel;

/// The number of indices that a thread renders at a time.
const INDICES_PER_CHUNK: usize = 8192;

/// The format of the files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// For `neo4j-admin database import full` of Neo4j 5 and later: separated by commas, with the distance of each node
    /// and the turns of each edge.
    #[default]
    Current,
    /// As in the article of 2017 on the pocket cube in Neo4j: separated by semicolons, with names only.
    Published2017,
}

impl Form {
    /// The first lines of the files of nodes and edges.
    fn headers(self) -> [&'static str; 2] {
        match self {
            Form::Current => [
                "pos:ID(State),distance:int,:LABEL\n",
                ":START_ID(State),:END_ID(State),turn,back,:TYPE\n",
            ],
            Form::Published2017 => ["pos:ID;:LABEL\n", ":START_ID;:END_ID;:TYPE\n"],
        }
    }

    fn separator(self) -> u8 {
        match self {
            Form::Current => b',',
            Form::Published2017 => b';',
        }
    }
}

impl Export<'_> {
    /// Writes both files, with as many threads as `control` allows. `notify` is called repeatedly with the number of
    /// further indices done.
    pub fn write_csv(
        &self,
        form: Form,
        nodes: &mut dyn Write,
        edges: &mut dyn Write,
        control: &Control,
        notify: &dyn Fn(u64),
    ) -> Result<Count, ExportError> {
        let [node_header, edge_header] = form.headers();
        nodes.write_all(node_header.as_bytes())?;
        edges.write_all(edge_header.as_bytes())?;
        let mut count = Count::default();
        let size = self.table.indices();
        let jobs = control.jobs().get();
        for start in (0..size).step_by(jobs * INDICES_PER_CHUNK) {
            control.check()?;
            let indices_of_job = |job: usize| {
                let begin = (start + job * INDICES_PER_CHUNK).min(size);
                begin..(begin + INDICES_PER_CHUNK).min(size)
            };
            for part in in_parallel(jobs, |job| self.render(form, indices_of_job(job))) {
                nodes.write_all(&part.nodes)?;
                edges.write_all(&part.edges)?;
                count.nodes += part.count.nodes;
                count.edges += part.count.edges;
            }
            notify((size - start).min(jobs * INDICES_PER_CHUNK) as u64);
        }
        Ok(count)
    }

    fn render(&self, form: Form, indices: Range<usize>) -> Rendered {
        let mut part = Rendered::default();
        let mut name = Vec::new();
        for index in indices {
            let Some((state, distance)) = self.node(index) else {
                continue;
            };
            name.clear();
            self.names.write(state.colors(), &mut name);
            part.count.nodes += 1;
            part.nodes.extend(&name);
            part.nodes.extend(match form {
                Form::Current => format!(",{distance},State\n").into_bytes(),
                Form::Published2017 => b";Cube\n".to_vec(),
            });
            for Edge { link, end, .. } in self.edges(&state, &name) {
                part.count.edges += 1;
                part.edges.extend(&name);
                part.edges.push(form.separator());
                part.edges.extend(&end);
                part.edges.extend(match form {
                    Form::Current => format!(",{},{},MOVE\n", link.name, link.back).into_bytes(),
                    Form::Published2017 => b";MOVE\n".to_vec(),
                });
            }
        }
        part
    }
}

/// The output of a thread.
#[derive(Default)]
struct Rendered {
    nodes: Vec<u8>,
    edges: Vec<u8>,
    count: Count,
}

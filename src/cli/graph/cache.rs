//! Tables that are kept, so that the next run finds them made.
//!
//! They lie in the user's cache folder, a file for each graph. A file appears
//! whole or not at all, so two runs may make the same table at once. One that is
//! damaged is made anew.

use std::fs;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

use super::super::progress::Bar;
use super::super::{Failure, args, output};
use crate::answer::Task;
use crate::control::Control;
use crate::files::drafts::Draft;
use crate::graph::{DistanceTable, Distances, Graph, GraphError};
use crate::text::hex;

/// A larger table is not kept unasked.
const MOST_BYTES: usize = 256 << 20;

/// The table of a graph: kept from an earlier run, or made now and kept.
pub(crate) fn table(
    graph: Graph,
    control: &Control,
    quiet: bool,
) -> Result<DistanceTable, GraphError> {
    let say = |text: &str| {
        if !quiet {
            output::diagnose(text);
        }
    };
    let path = place(&graph);
    if let Some(path) = &path {
        match kept(&graph, path) {
            Ok(Some(distances)) => return Ok(graph.with(distances)),
            Ok(None) => (),
            Err(why) => say(&format!("the table {} is rebuilt: {why}", path.display())),
        }
    }
    let bar = Bar::new(graph.indices(), quiet);
    let distances = graph.search(control, &|found| bar.advance_by(found))?;
    drop(bar);
    if let Some(path) = &path
        && let Err(failure) = keep(&graph, &distances, path, control)
    {
        say(&format!("the table is not kept: {}", failure.message()));
    }
    Ok(graph.with(distances))
}

/// The task with tables that are kept from run to run, and made by all cores.
pub(crate) fn keeping_tables(task: Task, quiet: bool) -> Task {
    task.with_tables(move |graph, control| {
        let control = control.clone().with_jobs(args::threads(0));
        table(graph, &control, quiet)
    })
}

/// Finds all distances, and shows how far it has come.
pub(super) fn search(graph: &Graph, control: &Control, quiet: bool) -> Result<Distances, Failure> {
    let bar = Bar::new(graph.indices(), quiet);
    Ok(graph.search(control, &|found| bar.advance_by(found))?)
}

/// Where the table of a graph is kept; `None` for no place or a large table.
fn place(graph: &Graph) -> Option<PathBuf> {
    let folder = etcetera::choose_base_strategy().ok()?.cache_dir();
    let name = format!("distances-{}", hex(&graph.key()[..8]));
    (graph.table_bytes() <= MOST_BYTES).then(|| folder.join("twistsat").join(name))
}

/// The distances that were kept; `None` if there are none.
fn kept(graph: &Graph, path: &Path) -> Result<Option<Distances>, String> {
    if is_foreign(path) {
        return Err(NO_FILE.to_owned());
    }
    match File::open(path) {
        Ok(file) => graph
            .read(&mut BufReader::new(file))
            .map(Some)
            .map_err(|error| error.to_string()),
        // Nothing there, or nothing that may be looked at: a table can be made.
        Err(_) => Ok(None),
    }
}

const NO_FILE: &str = "it is not a regular file";

/// Whether there is something that no table is kept in: whoever opens a pipe waits for its other
/// end.
fn is_foreign(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|there| !there.is_file())
}

fn keep(
    graph: &Graph,
    distances: &Distances,
    path: &Path,
    control: &Control,
) -> Result<(), Failure> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| {
            Failure::Error(format!("cannot create {}: {error}", folder.display()))
        })?;
    }
    if is_foreign(path) {
        return Err(Failure::Error(NO_FILE.to_owned()));
    }
    let write = |writer: &mut dyn std::io::Write| graph.write(distances, writer);
    Ok(Draft::write(path, control.cancel_flag(), write)?.publish()?)
}

//! Stores tables of distances so that later runs can reuse them.
//!
//! The user's cache folder has one file for each graph. Files appear complete or not at all, so two runs may build the
//! same table at once. A damaged table is rebuilt.

use std::fs;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use twistsat::Error;
use twistsat::answer::Task;
use twistsat::control::Control;
use twistsat::graph::{DistanceTable, Distances, Graph};
use twistsat::text::hex;

use super::super::progress::Bar;
use super::super::{Failure, args, files, output};
use crate::files::drafts::Draft;

/// Larger tables are not stored.
const MAX_BYTES: usize = 256 << 20;

/// The table of a graph: read from the cache, or built and stored.
pub(crate) fn table(graph: Graph, control: &Control, quiet: bool) -> Result<DistanceTable, Error> {
    let say = |text: &str| {
        if !quiet {
            output::diagnose(text);
        }
    };
    let path = path_of_table(&graph);
    if let Some(path) = &path {
        match read_table(&graph, path) {
            Ok(Some(distances)) => return Ok(graph.with_distances(distances)),
            Ok(None) => (),
            Err(why) => say(&format!("the table {} is rebuilt: {why}", path.display())),
        }
    }
    let bar = Bar::new(graph.indices(), quiet);
    let distances = graph.search(control, &|found| bar.advance(found))?;
    drop(bar);
    if let Some(path) = &path
        && let Err(failure) = write_table(&graph, &distances, path, control)
    {
        say(&format!("the table is not kept: {}", failure.message()));
    }
    Ok(graph.with_distances(distances))
}

/// The task with stored tables. A missing table is built with all cores, and stored.
pub(crate) fn with_stored_tables(task: Task, quiet: bool) -> Task {
    task.with_tables(move |graph, control| {
        let control = control.clone().with_jobs(args::threads(0));
        table(graph, &control, quiet)
    })
}

/// Computes the distances of all states, and shows progress. Neither reads nor stores a table.
pub(super) fn search(graph: &Graph, control: &Control, quiet: bool) -> Result<Distances, Failure> {
    let bar = Bar::new(graph.indices(), quiet);
    Ok(graph.search(control, &|found| bar.advance(found))?)
}

/// The path of a graph's stored table; `None` without a cache folder or for a large table.
fn path_of_table(graph: &Graph) -> Option<PathBuf> {
    let folder = etcetera::choose_base_strategy().ok()?.cache_dir();
    let name = format!("distances-{}", hex(&graph.key()[..8]));
    (graph.table_bytes() <= MAX_BYTES).then(|| folder.join("twistsat").join(name))
}

/// The stored distances; `None` if the file does not exist or cannot be opened, an error if its content is wrong.
fn read_table(graph: &Graph, path: &Path) -> Result<Option<Distances>, String> {
    if is_irregular(path) {
        return Err(NOT_REGULAR.to_owned());
    }
    match File::open(path) {
        Ok(file) => graph
            .read(&mut BufReader::new(file))
            .map(Some)
            .map_err(|error| error.to_string()),
        // Missing or unreadable: build the table.
        Err(_) => Ok(None),
    }
}

const NOT_REGULAR: &str = "it is not a regular file";

/// Whether the path leads to something other than a regular file. Opening a pipe would block.
fn is_irregular(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|there| !there.is_file())
}

fn write_table(
    graph: &Graph,
    distances: &Distances,
    path: &Path,
    control: &Control,
) -> Result<(), Failure> {
    if let Some(folder) = path.parent() {
        files::create_folder(folder)?;
    }
    if is_irregular(path) {
        return Err(Failure::Error(NOT_REGULAR.to_owned()));
    }
    let write = |writer: &mut dyn std::io::Write| graph.write(distances, writer);
    Draft::write(path, control.cancel_flag(), write)?.publish()
}

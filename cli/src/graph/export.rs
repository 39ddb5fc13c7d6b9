//! `twistsat graph export`.
//!
//! Everything is written to a temporary folder next to the target and moved there in one step when it is complete. An
//! existing target is never touched.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::{fs, io};

use indicatif::HumanCount;
use sha2::{Digest, Sha256};
use tempfile::TempPath;
use twistsat::control::Control;
use twistsat::graph::export::{Count, CsvForm, Export, ExportError};
use twistsat::notation::Notation;
use twistsat::puzzle::Puzzle;
use twistsat::report::json;
use twistsat::text::hex;

use super::super::args::SourceArgs;
use super::super::output::TextOrJson;
use super::super::progress::Bar;
use super::super::{Exit, Failure, files, output, usage};
use super::args::GraphArgs;
use super::{args, cache};
use crate::files::{drafts, leftovers};

const EXAMPLES: &str = "\
Examples:
  twistsat graph export pocket --metric qtm --allow \"R U\" --to neo4j two
  twistsat graph export pocket --metric qtm --allow R --form 2017 --to neo4j one-face
  twistsat graph export pocket --allow \"R2 U2\" --to dot two.dot
  neo4j-admin database import full neo4j --nodes=two/nodes.csv --relationships=two/edges.csv

OUTPUT must not exist yet. docs/graph.md shows queries.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(override_usage = "twistsat graph export [OPTIONS] PUZZLE --to <TO> OUTPUT")]
pub(super) struct Args {
    /// The puzzle (unless --puzzle-file names one), and the folder or file to write
    #[arg(value_name = "PUZZLE OUTPUT", required = true, num_args = 1..=2)]
    words: Vec<String>,
    #[command(flatten)]
    puzzle: SourceArgs,
    /// The program to write for
    #[arg(long, value_enum)]
    to: ExportFormat,
    /// The form of the CSV files: current, for Neo4j 5 and later, or 2017, as in the article that docs/graph.md cites
    #[arg(long, value_enum, default_value_t)]
    form: FormArg,
    #[command(flatten)]
    graph: GraphArgs,
    /// The notation of turns: singmaster, cw, lowercase, inverse, numbered or exchanged
    #[arg(long, value_name = "NOTATION", default_value_t)]
    notation: Notation,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t)]
    format: TextOrJson,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ExportFormat {
    /// A folder with nodes.csv and edges.csv
    Neo4j,
    /// A SQLite database
    Sqlite,
    /// A file for Graphviz
    Dot,
    /// A file in GraphML, for networkx, igraph, Gephi and others
    Graphml,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum FormArg {
    #[default]
    Current,
    #[value(name = "2017")]
    Published2017,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let (puzzle, words) = args.puzzle.split(&args.words)?;
    let [place] = words else {
        return usage(
            "give the destination: graph export PUZZLE --to neo4j FOLDER, or --to sqlite, dot or graphml FILE",
        );
    };
    let place = Path::new(place);
    if place.symlink_metadata().is_ok() {
        return Err(already_exists(place));
    }
    let turns = args.graph.turns(&puzzle, args.notation)?;
    let names = args::names_of_nodes(&puzzle, args.graph.fixed)?;
    let graph = args.graph.graph(&puzzle, puzzle.solved(), &turns)?;
    let control = args.graph.control()?;
    let distances = cache::search(&graph, &control, args.graph.quiet)?;
    let table = graph.with_distances(distances);
    let bar = Bar::new(table.indices(), args.graph.quiet);
    let job = ExportJob {
        export: Export::new(&puzzle, &table, &names, args.notation),
        place,
        control: &control,
        notify: &|more| bar.advance(more),
    };
    let written = match args.to {
        ExportFormat::Neo4j => job.neo4j(match args.form {
            FormArg::Current => CsvForm::Current,
            FormArg::Published2017 => CsvForm::Published2017,
        }),
        ExportFormat::Sqlite => job.sqlite(),
        ExportFormat::Dot => {
            job.text(|export, writer| export.write_dot(puzzle.name(), writer, &control, job.notify))
        }
        ExportFormat::Graphml => job.text(|export, writer| {
            export.write_graphml(puzzle.name(), writer, &control, job.notify)
        }),
    };
    drop(bar);
    let written = written.map_err(|error| match control.stop() {
        Some(_) => Failure::Interrupted,
        None => error,
    })?;
    print(args, &puzzle, &written)?;
    Ok(Exit::Done)
}

/// The files that were written, with the size of the graph.
struct ExportedFiles {
    count: Count,
    files: Vec<ExportedFile>,
}

struct ExportedFile {
    path: String,
    bytes: u64,
    sha256: String,
}

struct ExportJob<'a> {
    export: Export<'a>,
    place: &'a Path,
    control: &'a Control,
    notify: &'a dyn Fn(u64),
}

impl ExportJob<'_> {
    /// Calls `write` with paths in a temporary folder next to the target, and moves the complete result there: the folder if
    /// there are several files, otherwise the single file.
    fn write_files(
        &self,
        names: &[&str],
        write: impl FnOnce(&[PathBuf]) -> Result<Count, ExportError>,
    ) -> Result<ExportedFiles, Failure> {
        let fail = |error: io::Error| self.write_error(&error);
        // SQLite creates its auxiliary files in this folder, too.
        let (folder, _lock) = leftovers::create_staging_folder(self.place).map_err(fail)?;
        let drafts: Vec<PathBuf> = names.iter().map(|name| folder.path().join(name)).collect();
        let count = write(&drafts).map_err(|error| self.export_error(error))?;
        let places = names.iter().map(|name| match names {
            [_] => self.place.to_owned(),
            _ => self.place.join(name),
        });
        let files = drafts.iter().zip(places);
        let files = files.map(|(draft, place)| self.sync_and_hash(draft, &place));
        let files = files.collect::<io::Result<_>>().map_err(fail)?;
        // A folder cannot replace a non-empty folder, so the second of two processes fails here.
        let published = match &drafts[..] {
            [draft] => TempPath::try_from_path(draft).and_then(|draft| {
                let published = draft.persist_noclobber(self.place);
                published.map_err(|error| error.error)
            }),
            _ => fs::rename(folder.path(), self.place),
        };
        published.map_err(|error| {
            if self.place.exists() {
                already_exists(self.place)
            } else {
                fail(error)
            }
        })?;
        if names.len() > 1 {
            // The folder has been moved, so there is nothing left to remove.
            let _ = folder.keep();
        }
        Ok(ExportedFiles { count, files })
    }

    /// Flushes a file to disk; returns its size and its checksum.
    fn sync_and_hash(&self, draft: &Path, place: &Path) -> io::Result<ExportedFile> {
        let file = File::open(draft)?;
        file.sync_all()?;
        let mut reader = BufReader::new(files::StoppableReader::new(file, self.control));
        let (mut hash, mut bytes) = (Sha256::new(), 0);
        loop {
            let part = reader.fill_buf()?;
            if part.is_empty() {
                break;
            }
            hash.update(part);
            let read = part.len();
            bytes += read as u64;
            reader.consume(read);
        }
        Ok(ExportedFile {
            path: place.display().to_string(),
            bytes,
            sha256: hex(&hash.finalize()),
        })
    }

    fn neo4j(&self, form: CsvForm) -> Result<ExportedFiles, Failure> {
        self.write_files(&["nodes.csv", "edges.csv"], |drafts| {
            let create = |draft: &PathBuf| File::create(draft).map(BufWriter::new);
            let (mut nodes, mut edges) = (create(&drafts[0])?, create(&drafts[1])?);
            let (control, notify) = (self.control, self.notify);
            let count = (self.export).write_csv(form, &mut nodes, &mut edges, control, notify)?;
            nodes.flush()?;
            edges.flush()?;
            Ok(count)
        })
    }

    /// Writes a single file.
    fn text(
        &self,
        write: impl FnOnce(&Export<'_>, &mut dyn Write) -> Result<Count, ExportError>,
    ) -> Result<ExportedFiles, Failure> {
        self.write_files(&["draft"], |drafts| {
            let mut writer = BufWriter::new(File::create(&drafts[0])?);
            let count = write(&self.export, &mut writer)?;
            writer.flush()?;
            Ok(count)
        })
    }

    #[cfg(feature = "sqlite")]
    fn sqlite(&self) -> Result<ExportedFiles, Failure> {
        self.write_files(&["draft"], |drafts| {
            self.export
                .write_sqlite(&drafts[0], self.control, self.notify)
        })
    }

    #[cfg(not(feature = "sqlite"))]
    fn sqlite(&self) -> Result<ExportedFiles, Failure> {
        let why = "this twistsat was built without SQLite; build it with --features sqlite";
        Err(Failure::error(why))
    }

    fn export_error(&self, error: ExportError) -> Failure {
        match error {
            ExportError::Io(error) => self.write_error(&error),
            ExportError::Stopped(_) => Failure::Interrupted,
            #[cfg(feature = "sqlite")]
            error => Failure::Error(format!("cannot write {}: {error}", self.place.display())),
        }
    }

    fn write_error(&self, error: &io::Error) -> Failure {
        let reason = drafts::reason(error);
        Failure::Error(format!("cannot write {}: {reason}", self.place.display()))
    }
}

fn already_exists(place: &Path) -> Failure {
    Failure::Error(format!(
        "{} already exists; remove it, or choose another place",
        place.display()
    ))
}

fn print(args: &Args, puzzle: &Puzzle, written: &ExportedFiles) -> Result<(), Failure> {
    let ExportedFiles { count, files } = written;
    if args.format == TextOrJson::Json {
        let listed = |file: &ExportedFile| {
            json::Object::default()
                .with("path", &*file.path)
                .with("bytes", file.bytes)
                .with("sha256", &*file.sha256)
        };
        let object = json::about("twistsat.graph-export/1", puzzle)
            .with("metric", args.graph.metric.name())
            .with("nodes", count.nodes)
            .with("edges", count.edges)
            .with_objects("files", files.iter().map(listed));
        return output::print_json(&object);
    }
    let (nodes, edges) = (HumanCount(count.nodes), HumanCount(count.edges));
    output::print_line(&format!("{nodes} nodes, {edges} edges"))?;
    // In the format of `sha256sum`, which can check the files.
    let mut lines = files
        .iter()
        .map(|file| format!("{}  {}", file.sha256, file.path));
    lines.try_for_each(|line| output::print_line(&line))
}

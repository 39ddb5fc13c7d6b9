//! `twistsat graph export`.
//!
//! Everything is written to a temporary place next to the target and moved there in one step when it is complete. An
//! existing target is never touched.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::{fs, io};

use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;

use super::super::args::SourceArgs;
use super::super::output::TextOrJson;
use super::super::progress::Bar;
use super::super::{Exit, Failure, output};
use super::question::GraphArgs;
use super::{cache, question};
use crate::control::Control;
use crate::files::{drafts, leftovers};
use crate::graph::export::{Count, Export, ExportError, Form};
use crate::notation::Notation;
use crate::puzzle::Puzzle;
use crate::report::{json, text};
#[cfg(feature = "sqlite")]
use crate::sys;
use crate::text::hex;

const EXAMPLES: &str = "\
Examples:
  twistsat graph export pocket --metric qtm --allow \"R U\" --to neo4j two
  twistsat graph export pocket --metric qtm --allow R --form 2017 --to neo4j one-face
  twistsat graph export pocket --allow \"R2 U2\" --to dot two.dot
  neo4j-admin database import full neo4j --nodes=two/nodes.csv --relationships=two/edges.csv

PLACE must not exist yet. docs/graph.md shows queries.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(override_usage = "twistsat graph export [OPTIONS] PUZZLE --to <TO> PLACE")]
pub(super) struct Args {
    /// The puzzle (unless --puzzle-file names one), and the folder or file to write
    #[arg(value_name = "PUZZLE PLACE", required = true, num_args = 1..=2)]
    words: Vec<String>,
    #[command(flatten)]
    puzzle: SourceArgs,
    /// The program to write for
    #[arg(long, value_enum)]
    to: Database,
    /// The form of the CSV files: current, for Neo4j 5 and later, or 2017, as published that year
    #[arg(long, value_enum, default_value_t)]
    form: FormArg,
    #[command(flatten)]
    graph: GraphArgs,
    /// The notation of turns: singmaster, cw, lowercase or inverse
    #[arg(long, value_name = "NOTATION", default_value_t)]
    notation: Notation,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t)]
    format: TextOrJson,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Database {
    /// A folder with nodes.csv and edges.csv
    Neo4j,
    /// A file
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
        let usage = "give the destination: graph export PUZZLE --to neo4j FOLDER, or --to sqlite, dot or graphml FILE";
        return Err(Failure::Usage(usage.to_owned()));
    };
    let place = Path::new(place);
    if place.symlink_metadata().is_ok() {
        return Err(taken(place));
    }
    let turns = args.graph.turns(&puzzle, args.notation)?;
    let names = question::names_of_nodes(&puzzle, args.graph.fixed)?;
    let graph = args.graph.graph(&puzzle, puzzle.solved(), &turns)?;
    let control = args.graph.control()?;
    let distances = cache::search(&graph, &control, args.graph.quiet)?;
    let table = graph.with(distances);
    let bar = Bar::new(table.indices(), args.graph.quiet);
    let job = Job {
        export: Export::new(&puzzle, &table, &names, args.notation),
        place,
        control: &control,
        notify: &|more| bar.advance_by(more),
    };
    let written = match args.to {
        Database::Neo4j => job.neo4j(match args.form {
            FormArg::Current => Form::Current,
            FormArg::Published2017 => Form::Published2017,
        }),
        Database::Sqlite => job.sqlite(),
        Database::Dot => {
            job.text(|export, writer| export.write_dot(puzzle.name(), writer, &control, job.notify))
        }
        Database::Graphml => job.text(|export, writer| {
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

/// The files written.
struct Written {
    count: Count,
    files: Vec<json::File>,
}

struct Job<'a> {
    export: Export<'a>,
    place: &'a Path,
    control: &'a Control,
    notify: &'a dyn Fn(u64),
}

impl Job<'_> {
    fn neo4j(&self, form: Form) -> Result<Written, Failure> {
        let (folder, _claim) =
            leftovers::staging(self.place).map_err(|error| self.refused(&error))?;
        let create = |name: &str| File::create(folder.path().join(name)).map(Digesting::new);
        let fail = |error: io::Error| self.refused(&error);
        let mut nodes = create("nodes.csv").map_err(fail)?;
        let mut edges = create("edges.csv").map_err(fail)?;
        let count = self
            .export
            .write_csv(form, &mut nodes, &mut edges, self.control, self.notify)
            .map_err(|error| self.failed(error))?;
        let files = [("nodes.csv", nodes), ("edges.csv", edges)]
            .map(|(name, file)| file.finish(&self.place.join(name)));
        let files = files.into_iter().collect::<io::Result<_>>().map_err(fail)?;
        // A folder cannot replace a non-empty folder, so the second of two processes fails here.
        fs::rename(folder.path(), self.place).map_err(|error| {
            if self.place.exists() {
                taken(self.place)
            } else {
                fail(error)
            }
        })?;
        // It has been moved: there is nothing left to remove.
        let _ = folder.keep();
        Ok(Written { count, files })
    }

    /// Gives a complete file its name, unless the name has been taken by now.
    fn publish(&self, draft: NamedTempFile) -> Result<(), Failure> {
        let published = draft.persist_noclobber(self.place);
        published.map(|_| ()).map_err(|error| {
            if self.place.exists() {
                taken(self.place)
            } else {
                self.refused(&error.error)
            }
        })
    }

    /// Writes a single file sequentially.
    fn text(
        &self,
        write: impl FnOnce(&Export<'_>, &mut dyn Write) -> Result<Count, ExportError>,
    ) -> Result<Written, Failure> {
        let fail = |error: io::Error| self.refused(&error);
        let draft = leftovers::draft(self.place).map_err(fail)?;
        let mut writer = Digesting::new(draft.reopen().map_err(fail)?);
        let count = write(&self.export, &mut writer).map_err(|error| self.failed(error))?;
        let file = writer.finish(self.place).map_err(fail)?;
        self.publish(draft)?;
        Ok(Written {
            count,
            files: vec![file],
        })
    }

    #[cfg(feature = "sqlite")]
    fn sqlite(&self) -> Result<Written, Failure> {
        let fail = |error: io::Error| self.refused(&error);
        // Use a temporary folder, which also holds SQLite's auxiliary files and can be locked: SQLite locks the file
        // itself.
        let (folder, _claim) = leftovers::staging(self.place).map_err(fail)?;
        let draft = sys::draft().tempfile_in(folder.path()).map_err(fail)?;
        let count = self
            .export
            .write_sqlite(draft.path(), self.control, self.notify)
            .map_err(|error| self.failed(error))?;
        draft.as_file().sync_all().map_err(fail)?;
        let mut digest = Digesting::new(io::sink());
        let mut whole = File::open(draft.path()).map_err(fail)?;
        let mut stoppable = drafts::Stoppable::new(&mut digest, self.control.cancel_flag());
        io::copy(&mut whole, &mut stoppable).map_err(fail)?;
        let file = digest.summary(self.place);
        self.publish(draft)?;
        Ok(Written {
            count,
            files: vec![file],
        })
    }

    #[cfg(not(feature = "sqlite"))]
    fn sqlite(&self) -> Result<Written, Failure> {
        let why = "this twistsat was built without SQLite; build it with --features sqlite";
        Err(Failure::Error(why.to_owned()))
    }

    fn failed(&self, error: ExportError) -> Failure {
        match error {
            ExportError::Io(error) => self.refused(&error),
            ExportError::Stopped(_) => Failure::Interrupted,
            #[cfg(feature = "sqlite")]
            error => Failure::Error(format!("cannot write {}: {error}", self.place.display())),
        }
    }

    fn refused(&self, error: &io::Error) -> Failure {
        let reason = drafts::reason(error);
        Failure::Error(format!("cannot write {}: {reason}", self.place.display()))
    }
}

fn taken(place: &Path) -> Failure {
    Failure::Error(format!(
        "{} already exists; remove it, or choose another place",
        place.display()
    ))
}

/// A writer that computes a checksum of everything written.
struct Digesting<W: Write> {
    writer: BufWriter<W>,
    hash: Sha256,
    bytes: u64,
}

impl<W: Write> Digesting<W> {
    fn new(writer: W) -> Self {
        Self {
            writer: BufWriter::new(writer),
            hash: Sha256::new(),
            bytes: 0,
        }
    }

    fn summary(self, path: &Path) -> json::File {
        let digest = self.hash.finalize();
        json::File {
            path: path.display().to_string(),
            bytes: self.bytes,
            sha256: hex(&digest),
        }
    }
}

impl Digesting<File> {
    /// Flushes everything to disk.
    fn finish(mut self, path: &Path) -> io::Result<json::File> {
        self.writer.flush()?;
        self.writer.get_ref().sync_all()?;
        Ok(self.summary(path))
    }
}

impl<W: Write> Write for Digesting<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.writer.write(bytes)?;
        self.hash.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

fn print(args: &Args, puzzle: &Puzzle, written: &Written) -> Result<(), Failure> {
    let Written { count, files } = written;
    if args.format == TextOrJson::Json {
        return output::json(&json::Export {
            about: json::About::new(json::Schema::GraphExport, puzzle),
            metric: args.graph.metric,
            nodes: count.nodes,
            edges: count.edges,
            files,
        });
    }
    output::print(&text::exported(count.nodes, count.edges, files))
}

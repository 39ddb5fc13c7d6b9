//! Ledgers: a file that one lease writes, a line a result.
//!
//! *What a cut leaves.* A worker that is killed, or a full disk, leaves a last line without an end. It counts for nothing, and its
//! job is done again. A line that has an end and a wrong hash was altered: that is told, and its job is open.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::blocks;
use super::error::{CampaignError, io};
use super::job::Id;
use super::record::{MistakeKind, Record};

/// Where ledgers lie, a folder a block.
pub(super) const LEDGERS: &str = "ledgers";

/// What their names end with, and those of what is asked for again.
const LEDGER: &str = "ledger";
const RETRY: &str = "retry";

/// How often at most the disk is waited for.
const SYNC: Duration = Duration::from_secs(1);

/// A record, and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// What came of a job.
    pub record: Record,
    /// The ledger.
    pub path: Arc<Path>,
    /// The line, from 1.
    pub line: usize,
}

/// A line of a ledger that does not count.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}:{line}: {why}", .path.display())]
pub struct Mistake {
    /// What is wrong, in a word.
    pub kind: MistakeKind,
    /// The ledger.
    pub path: PathBuf,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub why: String,
}

pub(super) fn folder(campaign: &Path, block: usize) -> PathBuf {
    campaign.join(LEDGERS).join(blocks::name(block))
}

/// A ledger that is written. Its file is made with the first record.
pub(super) struct Writer {
    folder: PathBuf,
    path: PathBuf,
    file: Option<File>,
    synced: Instant,
}

impl Writer {
    /// The ledger of a lease.
    pub(super) fn new(campaign: &Path, block: usize, lease: &str) -> Self {
        let folder = folder(campaign, block);
        Self {
            path: folder.join(format!("{lease}.{LEDGER}")),
            folder,
            file: None,
            synced: Instant::now(),
        }
    }

    /// Adds a record. After an error nothing must be added: the last line may have no end.
    pub(super) fn add(&mut self, record: &Record) -> Result<(), CampaignError> {
        let line = record.line().map_err(|error| CampaignError::Record {
            job: record.job.to_string(),
            error,
        })?;
        let file = match self.file.take() {
            Some(file) => file,
            None => self.begin().map_err(io("write", &self.path))?,
        };
        // In one piece, so that a kill falls before or after it.
        (&file)
            .write_all(line.as_bytes())
            .map_err(io("write", &self.path))?;
        self.file = Some(file);
        if self.synced.elapsed() < SYNC {
            Ok(())
        } else {
            self.sync()
        }
    }

    fn begin(&self) -> io::Result<File> {
        fs::create_dir_all(&self.folder)?;
        File::options()
            .append(true)
            .create_new(true)
            .open(&self.path)
    }

    /// Waits until the disk has everything.
    pub(super) fn sync(&mut self) -> Result<(), CampaignError> {
        self.synced = Instant::now();
        let synced = self.file.as_ref().map_or(Ok(()), File::sync_data);
        synced.map_err(io("write", &self.path))
    }
}

/// Everything in the ledgers of a block.
#[derive(Debug, Default)]
pub(super) struct Entries {
    /// In the order of the files' names.
    pub(super) results: Vec<Entry>,
    pub(super) mistakes: Vec<Mistake>,
    /// How many ledgers end in the middle of a line.
    pub(super) cut: usize,
    /// Jobs that were asked for again, as often as they were.
    pub(super) again: Vec<Id>,
}

impl Entries {
    /// Reads all that is about the jobs of the block.
    pub(super) fn read(
        campaign: &Path,
        block: usize,
        is_job: impl Fn(Id) -> bool,
    ) -> Result<Self, CampaignError> {
        let folder = folder(campaign, block);
        let mut entries = Self::default();
        let listed = match fs::read_dir(&folder) {
            Ok(listed) => listed,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(entries),
            Err(error) => return Err(io("read", &folder)(error)),
        };
        let mut paths = Vec::new();
        for entry in listed {
            paths.push(entry.map_err(io("read", &folder))?.path());
        }
        paths.sort_unstable();
        for path in paths {
            let kind = path.extension().and_then(|kind| kind.to_str());
            let read = |path: &Path| fs::read(path).map_err(io("read", path));
            match kind {
                Some(LEDGER) => entries.add_ledger(&path, &read(&path)?, &is_job),
                Some(RETRY) => entries.add_retry(&path, &read(&path)?, &is_job),
                // A file that is not whole yet, or none of ours.
                _ => (),
            }
        }
        Ok(entries)
    }

    fn add_ledger(&mut self, path: &Path, bytes: &[u8], is_job: &dyn Fn(Id) -> bool) {
        let shared: Arc<Path> = path.into();
        for (number, line) in lines(bytes, &mut self.cut) {
            match Record::read(line) {
                Ok(record) if is_job(record.job) => self.results.push(Entry {
                    record,
                    path: shared.clone(),
                    line: number,
                }),
                Ok(record) => self.mistakes.push(foreign((path, number), record.job)),
                Err((kind, why)) => self.mistakes.push(mistake(kind, (path, number), why)),
            }
        }
    }

    fn add_retry(&mut self, path: &Path, bytes: &[u8], is_job: &dyn Fn(Id) -> bool) {
        for (number, line) in lines(bytes, &mut self.cut) {
            let text = std::str::from_utf8(line).unwrap_or_default();
            match text.parse() {
                Ok(id) if is_job(id) => self.again.push(id),
                Ok(id) => self.mistakes.push(foreign((path, number), id)),
                Err(error) => {
                    let why = super::job::NoId::to_string(&error);
                    let at = (path, number);
                    self.mistakes.push(mistake(MistakeKind::Altered, at, why));
                }
            }
        }
    }
}

fn mistake(kind: MistakeKind, (path, number): (&Path, usize), why: String) -> Mistake {
    Mistake {
        kind,
        path: path.to_owned(),
        line: number,
        why,
    }
}

/// A line about a job of another list.
fn foreign(at: (&Path, usize), job: Id) -> Mistake {
    let why = format!(
        "job {job} is not in this block of the campaign; remove the line, or move it to where its job is"
    );
    mistake(MistakeKind::Foreign, at, why)
}

/// The lines that have an end, with their numbers from 1.
fn lines<'a>(bytes: &'a [u8], cut: &mut usize) -> impl Iterator<Item = (usize, &'a [u8])> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n');
    let whole = &bytes[..whole.map_or(0, |end| end + 1)];
    *cut += usize::from(whole.len() < bytes.len());
    let lines = whole.split_inclusive(|&byte| byte == b'\n');
    lines
        .zip(1..)
        .map(|(line, number)| (number, &line[..line.len() - 1]))
}

/// Writes which jobs of a block are asked for again, whole or not at all.
pub(super) fn ask_again(
    campaign: &Path,
    block: usize,
    name: &str,
    jobs: &[Id],
) -> Result<(), CampaignError> {
    let folder = folder(campaign, block);
    let to = folder.join(format!("{name}.{RETRY}"));
    let text: String = jobs.iter().map(|id| format!("{id}\n")).collect();
    let write = || {
        fs::create_dir_all(&folder)?;
        let mut file = crate::sys::draft().tempfile_in(&folder)?;
        file.write_all(text.as_bytes())?;
        file.as_file().sync_data()?;
        file.persist(&to).map(drop).map_err(|error| error.error)
    };
    write().map_err(io("write", &to))
}

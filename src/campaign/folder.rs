//! A campaign's folder: how it is made, and read.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use tempfile::TempDir;

use super::blocks;
use super::blocks::{Block, block_size};
use super::error::{CampaignError, io};
use super::job::{Id, Job};
use super::ledger::LEDGERS;
use super::question::{FORMAT, Header, Input, Question, VERSION};
use super::token::{DONE, LEASED, OPEN, Tokens};
use crate::text::{hex, shown};

/// The files.
pub(super) const QUESTION: &str = "campaign.json";
const JOBS: &str = "jobs.txt";
const BLOCKS: &str = "blocks.txt";
const INPUTS: &str = "inputs";

/// A campaign in its folder.
#[derive(Debug)]
pub struct Campaign {
    folder: PathBuf,
    question: Question,
    blocks: Vec<Block>,
}

impl Campaign {
    /// Opens a campaign that this version can work on, and looks whether what the jobs read is as it was.
    ///
    /// # Errors
    /// [`CampaignError`].
    pub fn open(folder: &Path) -> Result<Self, CampaignError> {
        let path = folder.join(QUESTION);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(CampaignError::NoCampaign(folder.to_owned()));
            }
            Err(error) => return Err(io("read", &path)(error)),
        };
        let wrong = |why: String| CampaignError::Question {
            path: path.clone(),
            why,
        };
        let header: Header =
            serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        if header.format != FORMAT {
            let is = shown(&header.format);
            return Err(wrong(format!(
                "its format is `{is}`; this version reads `{FORMAT}`"
            )));
        }
        if header.version != VERSION {
            return Err(CampaignError::Version {
                made: header.version,
                here: VERSION,
            });
        }
        let question: Question =
            serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        for Input { file, sha256 } in &question.inputs {
            read_unaltered(&folder.join(file), sha256)?;
        }
        let blocks = read_blocks(folder, &question)?;
        Ok(Self {
            folder: folder.to_owned(),
            question,
            blocks,
        })
    }

    /// Where it lies.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What it asks.
    #[must_use]
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// The parts of its list of jobs.
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Its tokens.
    #[must_use]
    pub fn tokens(&self) -> Tokens {
        Tokens::new(&self.folder)
    }

    /// The jobs of a block.
    ///
    /// # Errors
    /// [`CampaignError`] if they cannot be read, or are not as they were.
    pub fn jobs(&self, block: &Block) -> Result<Vec<Job>, CampaignError> {
        let path = self.folder.join(JOBS);
        let mut part = vec![0; block.length];
        let mut read = || {
            let mut file = File::open(&path)?;
            file.seek(SeekFrom::Start(block.offset))?;
            file.read_exact(&mut part)
        };
        read().map_err(io("read", &path))?;
        let line = |number: usize, why: String| CampaignError::Line {
            path: path.clone(),
            line: block.before + number + 1,
            why,
        };
        let text = std::str::from_utf8(&part)
            .map_err(|error| line(0, format!("from here on it is not UTF-8 text: {error}")))?;
        let jobs = text.lines().enumerate().map(|(number, text)| {
            // The name of a job is the hash of its arguments.
            Job::read(text).map_err(|why| line(number, why))
        });
        let jobs: Vec<Job> = jobs.collect::<Result<_, _>>()?;
        let is = hex(&Sha256::digest(&part));
        if is == block.sha256 && jobs.len() == block.jobs {
            Ok(jobs)
        } else {
            Err(CampaignError::Altered {
                path: path.clone(),
                is,
                was: block.sha256.clone(),
            })
        }
    }
}

/// The content of a file that must be as it was.
fn read_unaltered(path: &Path, was: &str) -> Result<Vec<u8>, CampaignError> {
    let bytes = fs::read(path).map_err(io("read", path))?;
    let is = hex(&Sha256::digest(&bytes));
    if is == was {
        Ok(bytes)
    } else {
        Err(CampaignError::Altered {
            path: path.to_owned(),
            is,
            was: was.to_owned(),
        })
    }
}

fn read_blocks(folder: &Path, question: &Question) -> Result<Vec<Block>, CampaignError> {
    let path = folder.join(BLOCKS);
    let bytes = read_unaltered(&path, &question.blocks_sha256)?;
    let text = String::from_utf8_lossy(&bytes);
    let blocks = text.lines().enumerate().map(|(number, line)| {
        let block = Block::read(line).filter(|block| block.number == number);
        block.ok_or_else(|| CampaignError::Line {
            path: path.clone(),
            line: number + 1,
            why: "it is no line of a list of blocks".to_owned(),
        })
    });
    blocks.collect()
}

/// A campaign that is being made. Its folder appears whole, or not at all.
pub struct Draft {
    place: PathBuf,
    folder: TempDir,
    inputs: Vec<Input>,
}

/// What was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// How many jobs there are.
    pub jobs: usize,
    /// In how many blocks.
    pub blocks: usize,
    /// How many lines asked what another had asked.
    pub twice: usize,
}

impl Draft {
    /// Begins a campaign in a folder that must not be there. `staging` makes the one that it is written to before it is
    /// whole, beside it.
    ///
    /// # Errors
    /// [`CampaignError`].
    pub fn begin(
        place: &Path,
        staging: impl FnOnce(&Path) -> io::Result<TempDir>,
    ) -> Result<Self, CampaignError> {
        if place.symlink_metadata().is_ok() {
            return Err(CampaignError::Exists(place.to_owned()));
        }
        Ok(Self {
            place: place.to_owned(),
            folder: staging(place).map_err(io("write", place))?,
            inputs: Vec::new(),
        })
    }

    /// Adds a file that the jobs read, and says what they call it.
    ///
    /// # Errors
    /// [`CampaignError`].
    pub(super) fn add_input(
        &mut self,
        name: &str,
        content: &[u8],
    ) -> Result<String, CampaignError> {
        let sha256 = hex(&Sha256::digest(content));
        let is_name = |c: char| c.is_alphanumeric() || "._-".contains(c);
        let plain: String = name
            .chars()
            .map(|c| if is_name(c) { c } else { '-' })
            .collect();
        let mut file = format!("{INPUTS}/{plain}");
        if let Some(known) = self.inputs.iter().find(|it| it.file == file) {
            if known.sha256 == sha256 {
                return Ok(file);
            }
            file = format!("{INPUTS}/{}-{plain}", &sha256[..8]);
        }
        let path = self.folder.path().join(&file);
        let write = || {
            fs::create_dir_all(self.folder.path().join(INPUTS))?;
            fs::write(&path, content)
        };
        write().map_err(io("write", &path))?;
        self.inputs.push(Input {
            file: file.clone(),
            sha256,
        });
        Ok(file)
    }

    /// Writes everything, and moves the folder to its place. `block` jobs are in a block, or as many as suit their number.
    /// A job that comes twice is one.
    ///
    /// # Errors
    /// [`CampaignError`], or that of whoever makes the jobs.
    pub fn finish<E: From<CampaignError>>(
        self,
        (question, command): (String, Vec<String>),
        jobs: impl Iterator<Item = Result<Job, E>>,
        block: Option<usize>,
    ) -> Result<Made, E> {
        let folder = self.folder.path();
        let path = folder.join(JOBS);
        let file = File::create(&path).map_err(io("write", &path))?;
        let mut writer = BufWriter::new(file);
        let mut names: HashSet<Id> = HashSet::new();
        let mut twice = 0;
        for job in jobs {
            let job = job?;
            if names.insert(job.id) {
                writeln!(writer, "{job}").map_err(io("write", &path))?
            } else {
                twice += 1
            }
        }
        writer.flush().map_err(io("write", &path))?;
        let count = names.len();
        if count == 0 {
            let why = "the list has no line that asks something";
            return Err(CampaignError::Empty(why).into());
        }
        let size = block.unwrap_or_else(|| block_size(count));
        let blocks_sha256 = self.write_blocks(size).map_err(io("write", &path))?;
        let blocks = count.div_ceil(size);
        let question = Question {
            format: FORMAT.to_owned(),
            version: VERSION.to_owned(),
            question,
            command,
            jobs: count,
            block: size,
            inputs: self.inputs.clone(),
            blocks_sha256,
        };
        self.publish(&question, blocks)?;
        Ok(Made {
            jobs: count,
            blocks,
            twice,
        })
    }

    /// Writes the list of blocks and returns its hash.
    fn write_blocks(&self, size: usize) -> io::Result<String> {
        let mut jobs = BufReader::new(File::open(self.folder.path().join(JOBS))?);
        let mut list = String::new();
        let (mut offset, mut before, mut part) = (0, 0, Vec::new());
        for number in 0.. {
            part.clear();
            let mut lines = 0;
            while lines < size && jobs.read_until(b'\n', &mut part)? > 0 {
                lines += 1;
            }
            if lines == 0 {
                break;
            }
            let block = Block {
                number,
                offset,
                length: part.len(),
                before,
                jobs: lines,
                sha256: hex(&Sha256::digest(&part)),
            };
            offset += part.len() as u64;
            before += lines;
            list.push_str(&format!("{block}\n"));
        }
        fs::write(self.folder.path().join(BLOCKS), &list)?;
        Ok(hex(&Sha256::digest(list.as_bytes())))
    }

    fn publish(self, question: &Question, blocks: usize) -> Result<(), CampaignError> {
        let folder = self.folder.path();
        let write = || {
            for name in [OPEN, LEASED, DONE, LEDGERS] {
                fs::create_dir(folder.join(name))?;
            }
            for number in 0..blocks {
                File::create(folder.join(OPEN).join(blocks::name(number)))?;
            }
            let text = serde_json::to_string_pretty(question)?;
            fs::write(folder.join(QUESTION), format!("{text}\n"))
        };
        write().map_err(io("write", folder))?;
        if self.place.symlink_metadata().is_ok() {
            return Err(CampaignError::Exists(self.place));
        }
        fs::rename(folder, &self.place).map_err(io("write", &self.place))?;
        // It is somewhere else now.
        let _ = self.folder.keep();
        Ok(())
    }
}

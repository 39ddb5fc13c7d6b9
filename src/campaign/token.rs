//! Tokens: a small file a block, and where it lies says who has the block.
//!
//! *Idea.* Moving a file is one step, so of two who move the same one succeeds. While a token is leased, its name has
//! host, process and a number of the lease, so nobody moves a lease by mistake that is not the one it saw.
//!
//! *Who is dead.* A worker holds a lock on its tokens, which the system gives back when the process ends, however it ends:
//! on the same machine, whose lock can be had is dead. Elsewhere only time tells, see `watch`.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::time::SystemTime;

use super::blocks;
use super::error::{CampaignError, io};
use super::host::{Host, now};
use crate::sys;
use crate::sys::Lock;

/// The folders.
pub(super) const OPEN: &str = "open";
pub(super) const LEASED: &str = "leased";
pub(super) const DONE: &str = "done";

/// Who has a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// The block.
    pub block: usize,
    /// The machine's name.
    pub host: String,
    /// Which start of the machine.
    pub(super) boot: String,
    /// The process there.
    pub pid: u32,
    /// The lease's own name.
    pub(super) lease: String,
}

impl Holder {
    pub(super) fn new(block: usize, host: &Host, lease: String) -> Self {
        Self {
            block,
            host: host.name.clone(),
            boot: host.boot.clone(),
            pid: process::id(),
            lease,
        }
    }

    /// What the token is called.
    pub(super) fn file(&self) -> String {
        let Self {
            host, boot, pid, ..
        } = self;
        let block = blocks::name(self.block);
        format!("{block}.{host}.{boot}.{pid}.{}", self.lease)
    }

    fn read(file: &str) -> Option<Self> {
        let mut words = file.split('.');
        let holder = Self {
            block: blocks::number(words.next()?)?,
            host: words.next()?.to_owned(),
            boot: words.next()?.to_owned(),
            pid: words.next()?.parse().ok()?,
            lease: words.next()?.to_owned(),
        };
        words.next().is_none().then_some(holder)
    }

    pub(super) fn is_on(&self, host: &Host) -> bool {
        self.host == host.name && self.boot == host.boot
    }
}

/// The tokens of a campaign.
#[derive(Clone, Debug)]
pub struct Tokens {
    folder: PathBuf,
}

impl Tokens {
    pub(super) fn new(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
        }
    }

    fn place(&self, kind: &str, name: &str) -> PathBuf {
        self.folder.join(kind).join(name)
    }

    /// The names in one of the folders, sorted.
    fn names(&self, kind: &str) -> Result<Vec<String>, CampaignError> {
        let path = self.folder.join(kind);
        let mut names = Vec::new();
        for entry in fs::read_dir(&path).map_err(io("read", &path))? {
            let name = entry.map_err(io("read", &path))?.file_name();
            // Other names are none of ours.
            names.extend(name.into_string().ok());
        }
        names.sort_unstable();
        Ok(names)
    }

    /// The blocks that nobody has begun, or that were given back.
    ///
    /// # Errors
    /// [`CampaignError::Io`].
    pub fn open(&self) -> Result<Vec<usize>, CampaignError> {
        let names = self.names(OPEN)?;
        Ok(names
            .iter()
            .filter_map(|name| blocks::number(name))
            .collect())
    }

    /// The blocks that are done.
    ///
    /// # Errors
    /// [`CampaignError::Io`].
    pub fn done(&self) -> Result<Vec<usize>, CampaignError> {
        let names = self.names(DONE)?;
        Ok(names
            .iter()
            .filter_map(|name| blocks::number(name))
            .collect())
    }

    /// The leases.
    ///
    /// # Errors
    /// [`CampaignError::Io`].
    pub fn leased(&self) -> Result<Vec<Holder>, CampaignError> {
        let names = self.names(LEASED)?;
        Ok(names.iter().filter_map(|name| Holder::read(name)).collect())
    }

    /// A token for a block that has none, or whose jobs are asked for again.
    pub(super) fn reopen(&self, block: usize) -> Result<(), CampaignError> {
        let name = blocks::name(block);
        let (from, to) = (self.place(DONE, &name), self.place(OPEN, &name));
        match fs::rename(&from, &to) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                File::create(&to).map(drop).map_err(io("write", &to))
            }
            moved => moved.map_err(io("move", &from)),
        }
    }

    /// When a lease was last said to be in use, by whatever clock; `None` if it is gone.
    pub(super) fn beaten(&self, holder: &Holder) -> Option<SystemTime> {
        let there = self.place(LEASED, &holder.file()).metadata().ok()?;
        there.modified().ok()
    }

    /// Takes an open block; `None` if somebody else has it.
    pub(super) fn take(&self, holder: Holder) -> Result<Option<Lease>, CampaignError> {
        self.seize(self.place(OPEN, &blocks::name(holder.block)), holder, true)
    }

    /// Takes a leased block from a worker of this machine; `None` if that lives.
    pub(super) fn take_from_dead(
        &self,
        dead: &Holder,
        holder: Holder,
    ) -> Result<Option<Lease>, CampaignError> {
        self.seize(self.place(LEASED, &dead.file()), holder, true)
    }

    /// Takes a leased block from a worker that was not heard of for too long.
    pub(super) fn take_from_silent(
        &self,
        silent: &Holder,
        holder: Holder,
    ) -> Result<Option<Lease>, CampaignError> {
        self.seize(self.place(LEASED, &silent.file()), holder, false)
    }

    /// Moves a token to where its name says who holds it. Locked before, so that at no moment there is a lease of a living
    /// worker without a lock.
    fn seize(
        &self,
        from: PathBuf,
        holder: Holder,
        only_if_free: bool,
    ) -> Result<Option<Lease>, CampaignError> {
        let opened = File::options().read(true).write(true).open(&from);
        let file = match opened {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(io("open", &from)(error)),
        };
        let lock = sys::lock(&file);
        let is_leased = from.parent().is_some_and(|folder| folder.ends_with(LEASED));
        let may = match lock {
            Lock::Held => true,
            Lock::Refused => !only_if_free,
            // Where there are no locks, nobody is known to be dead.
            Lock::Unknown => !only_if_free || !is_leased,
        };
        if !may {
            return Ok(None);
        }
        let to = self.place(LEASED, &holder.file());
        match fs::rename(&from, &to) {
            Ok(()) => (),
            // A server may have done it, and its answer was lost.
            Err(error) if error.kind() == io::ErrorKind::NotFound && !to.exists() => {
                return Ok(None);
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(io("move", &from)(error));
            }
            Err(_) => (),
        }
        let lease = Lease {
            tokens: self.clone(),
            holder,
            file,
        };
        lease.sign();
        Ok(Some(lease))
    }
}

/// A block that this process has.
#[derive(Debug)]
pub(super) struct Lease {
    tokens: Tokens,
    pub(super) holder: Holder,
    file: File,
}

impl Lease {
    fn path(&self) -> PathBuf {
        self.tokens.place(LEASED, &self.holder.file())
    }

    /// Says in the token who has it, for people. On a full disk that must not be.
    fn sign(&self) {
        let Holder { host, pid, .. } = &self.holder;
        let text = format!("host {host}, process {pid}, since {}\n", now());
        let _ = self.file.set_len(0);
        let _ = (&self.file).write_all(text.as_bytes());
        self.beat();
    }

    /// Says that the worker lives. What counts is that the time of the file changes, not what it is.
    pub(super) fn beat(&self) {
        let _ = self.file.set_modified(SystemTime::now());
    }

    /// Whether nobody else has taken it.
    pub(super) fn is_held(&self) -> bool {
        self.path().exists()
    }

    /// All jobs of the block are done; whether the token was still here.
    pub(super) fn finish(&self) -> Result<bool, CampaignError> {
        self.leave(DONE)
    }

    /// Others may go on; whether the token was still here.
    pub(super) fn give_back(&self) -> Result<bool, CampaignError> {
        self.leave(OPEN)
    }

    fn leave(&self, kind: &str) -> Result<bool, CampaignError> {
        let from = self.path();
        let to = self.tokens.place(kind, &blocks::name(self.holder.block));
        match fs::rename(&from, &to) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(io("move", &from)(error)),
        }
    }
}

//! What differs between operating systems, and nothing else does.
//!
//! On Unix a solver runs in a process group of its own, so that whatever it
//! starts ends with it. Elsewhere only the solver itself is ended.
//!
//! The command needs all of it, the library alone a part.
#![cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;
use std::process::{Child, Command};

#[cfg(unix)]
pub(crate) use unix::{
    FileId, draft, end_group, file_id, has_ended, is_at, is_program, limit_arenas, lock, memory,
    outlive_file_limits, own_group, staging, stdin_id, stdout_id,
};

#[cfg(not(unix))]
pub(crate) use other::{
    FileId, draft, end_group, file_id, has_ended, is_at, is_program, limit_arenas, lock, memory,
    outlive_file_limits, own_group, staging, stdin_id, stdout_id,
};

/// The memory limit of this process, in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    /// The limit, as set by `ulimit -v`.
    pub(crate) limit: u64,
    /// What is left of it.
    pub(crate) left: u64,
}

/// What came of the wish to lock a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lock {
    /// It is locked as long as it is open here.
    Held,
    /// Somebody else has locked it.
    #[cfg_attr(not(unix), allow(dead_code))]
    Refused,
    /// There are no locks here.
    Unknown,
}

#[cfg(unix)]
mod unix {
    use std::fs::TryLockError;
    use std::io::Read;
    use std::os::fd::{AsFd, BorrowedFd};
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;
    use std::sync::Arc;

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    use super::*;

    /// Makes the program the leader of a new process group.
    pub(crate) fn own_group(command: &mut Command) {
        command.process_group(0);
    }

    /// Whether the child has ended. It is not reaped: as long as it is not, no
    /// other process or group can get its number, so that
    /// [`end_group`] hits nobody else.
    pub(crate) fn has_ended(child: &mut Child) -> io::Result<bool> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        Ok(waitid(WaitId::Pid(Pid::from_child(child)), options)?.is_some())
    }

    /// Ends everything in the child's group, at once and without appeal. To be
    /// called before the child is waited for.
    pub(crate) fn end_group(child: &mut Child) {
        // It fails when nothing is left to end.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }

    /// Whether this is a file that someone may execute.
    pub(crate) fn is_program(path: &Path) -> bool {
        path.metadata()
            .is_ok_and(|there| there.is_file() && there.permissions().mode() & 0o111 != 0)
    }

    /// A file that grows beyond the user's limit (`ulimit -f`) is an error of whoever
    /// writes it, as on a full disk. Without this, a signal ends the process where
    /// it stands, and what it was writing stays behind. Programs that we start get
    /// the signal as ever.
    pub(crate) fn outlive_file_limits() {
        // Nobody looks at the flag. If the system refuses, all is as it was.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    }

    /// The limit of the address space, and what is left of it; `None` without a limit. Allocates nothing.
    pub(crate) fn memory() -> Option<Memory> {
        let limit = rustix::process::getrlimit(rustix::process::Resource::As).current?;
        // The first number counts pages, see proc_pid_statm(5).
        let mut text = [0; 64];
        let read = File::open("/proc/self/statm").and_then(|mut file| file.read(&mut text));
        let text = std::str::from_utf8(text.get(..read.ok()?)?).ok()?;
        let pages: u64 = text.split(' ').next()?.parse().ok()?;
        let taken = pages.saturating_mul(rustix::param::page_size() as u64);
        let left = limit.saturating_sub(taken);
        Some(Memory { limit, left })
    }

    /// Under a memory limit, executes this program again with a single malloc arena. By default glibc reserves at least
    /// 64 MiB of address space per thread, which counts towards the limit though it is not used.
    pub(crate) fn limit_arenas() {
        const ARENAS: &str = "MALLOC_ARENA_MAX";
        if memory().is_none() || std::env::var_os(ARENAS).is_some() {
            return;
        }
        if let Ok(program) = std::env::current_exe() {
            let mut arguments = std::env::args_os();
            let mut again = Command::new(program);
            if let Some(name) = arguments.next() {
                again.arg0(name);
            }
            // Returns only on failure; then the program goes on as it is.
            let _ = again.args(arguments).env(ARENAS, "1").exec();
        }
    }

    /// Which file something is, whatever it is called: its device and its number there.
    pub(crate) type FileId = (u64, u64);

    /// Which file this is; `None` for what is no file.
    pub(crate) fn file_id(there: &Metadata) -> Option<FileId> {
        there.is_file().then(|| (there.dev(), there.ino()))
    }

    fn id_behind(stream: BorrowedFd<'_>) -> Option<FileId> {
        let file = File::from(stream.try_clone_to_owned().ok()?);
        file_id(&file.metadata().ok()?)
    }

    /// Which file stdin is, if it is one.
    pub(crate) fn stdin_id() -> Option<FileId> {
        id_behind(io::stdin().as_fd())
    }

    /// Which file stdout is, if it is one.
    pub(crate) fn stdout_id() -> Option<FileId> {
        id_behind(io::stdout().as_fd())
    }

    /// Whether a path still leads to an open file or folder.
    pub(crate) fn is_at(file: &File, path: &Path) -> bool {
        let id = |there: Metadata| (there.dev(), there.ino());
        let (open, named) = (file.metadata().map(id), path.symlink_metadata().map(id));
        matches!((open, named), (Ok(open), Ok(named)) if open == named)
    }

    /// Locks a file or a folder for as long as it is open. The system gives the lock back
    /// when the process ends, however it ends.
    pub(crate) fn lock(file: &File) -> Lock {
        match file.try_lock() {
            Ok(()) => Lock::Held,
            Err(TryLockError::WouldBlock) => Lock::Refused,
            Err(TryLockError::Error(_)) => Lock::Unknown,
        }
    }

    /// Drafts are visible only to their writer by default; what is published
    /// gets the permissions of any new file.
    pub(crate) fn draft() -> tempfile::Builder<'static, 'static> {
        let mut builder = tempfile::Builder::new();
        builder.permissions(std::fs::Permissions::from_mode(0o666));
        builder
    }

    /// The same for folders.
    pub(crate) fn staging() -> tempfile::Builder<'static, 'static> {
        let mut builder = tempfile::Builder::new();
        builder.permissions(std::fs::Permissions::from_mode(0o777));
        builder
    }
}

#[cfg(not(unix))]
mod other {
    use super::*;

    pub(crate) fn own_group(_: &mut Command) {}

    pub(crate) fn has_ended(child: &mut Child) -> io::Result<bool> {
        Ok(child.try_wait()?.is_some())
    }

    pub(crate) fn end_group(child: &mut Child) {
        let _ = child.kill();
    }

    pub(crate) fn is_program(path: &Path) -> bool {
        path.is_file()
    }

    pub(crate) fn outlive_file_limits() {}

    pub(crate) fn memory() -> Option<Memory> {
        None
    }

    pub(crate) fn limit_arenas() {}

    pub(crate) type FileId = ();

    pub(crate) fn file_id(_: &Metadata) -> Option<FileId> {
        None
    }

    pub(crate) fn stdin_id() -> Option<FileId> {
        None
    }

    pub(crate) fn stdout_id() -> Option<FileId> {
        None
    }

    pub(crate) fn is_at(_: &File, path: &Path) -> bool {
        path.exists()
    }

    /// A lock may keep others from reading, so there is none.
    pub(crate) fn lock(_: &File) -> Lock {
        Lock::Unknown
    }

    pub(crate) fn draft() -> tempfile::Builder<'static, 'static> {
        tempfile::Builder::new()
    }

    pub(crate) fn staging() -> tempfile::Builder<'static, 'static> {
        tempfile::Builder::new()
    }
}

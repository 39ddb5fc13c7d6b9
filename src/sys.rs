//! Code of the library that differs between operating systems. That of the command is in `cli/src/sys.rs`.
//!
//! On Unix a solver runs in a process group of its own, so that all processes that it starts end with it. Elsewhere
//! only the solver itself is killed.

use std::fs::File;
use std::io;
use std::path::Path;
use std::process::{Child, Command};

#[cfg(unix)]
internal!(use unix::{
    Pages, has_ended, is_program, kill_group, lock, memory_limit, start_own_group, zeroed_pages,
});

#[cfg(not(unix))]
internal!(use other::{
    Pages, has_ended, is_program, kill_group, lock, memory_limit, start_own_group, zeroed_pages,
});

/// The memory limit of this process, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct MemoryLimit {
    /// The limit, as set by `ulimit -v`.
    pub limit: u64,
    /// The part of it that is left.
    pub left: u64,
}

/// The result of trying to lock a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileLock {
    /// This process holds the lock as long as it keeps the file open.
    Held,
    /// Another process has locked the file.
    #[cfg_attr(not(unix), allow(dead_code))]
    Refused,
    /// Locks are not supported, or locking failed.
    Unknown,
}

#[cfg(unix)]
mod unix {
    use std::fs::TryLockError;
    use std::io::Read;
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    use super::*;

    /// Bytes in large pages, on systems that have these.
    pub type Pages = memmap2::MmapMut;

    /// `size` zero bytes in large pages; `None` if there is not enough memory.
    pub fn zeroed_pages(size: usize) -> Option<Pages> {
        let bytes = Pages::map_anon(size).ok()?;
        // Without large pages, only reading is slower.
        #[cfg(target_os = "linux")]
        let _ = bytes.advise(memmap2::Advice::HugePage);
        Some(bytes)
    }

    /// Lets the program start as the leader of a new process group.
    pub fn start_own_group(command: &mut Command) {
        command.process_group(0);
    }

    /// Whether the child has ended. Does not reap it: until it is reaped, no other process or group can get its number, so
    /// [`kill_group`] cannot kill another one.
    pub fn has_ended(child: &mut Child) -> io::Result<bool> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        Ok(waitid(WaitId::Pid(Pid::from_child(child)), options)?.is_some())
    }

    /// Kills everything in the child's group. Must be called before the child is waited for.
    pub fn kill_group(child: &mut Child) {
        // Fails if nothing is left to kill.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }

    /// Whether this is an executable file.
    pub fn is_program(path: &Path) -> bool {
        path.metadata()
            .is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
    }

    /// The limit of the address space, and how much of it is left; `None` without a limit. Allocates no memory.
    pub fn memory_limit() -> Option<MemoryLimit> {
        let limit = rustix::process::getrlimit(rustix::process::Resource::As).current?;
        // The first number counts pages, see proc_pid_statm(5).
        let mut text = [0; 64];
        let read = File::open("/proc/self/statm").and_then(|mut file| file.read(&mut text));
        let text = std::str::from_utf8(text.get(..read.ok()?)?).ok()?;
        let pages: u64 = text.split(' ').next()?.parse().ok()?;
        let taken = pages.saturating_mul(rustix::param::page_size() as u64);
        let left = limit.saturating_sub(taken);
        Some(MemoryLimit { limit, left })
    }

    /// Locks a file or a folder for as long as it is open. The system releases the lock when the process ends, however
    /// it ends.
    pub fn lock(file: &File) -> FileLock {
        match file.try_lock() {
            Ok(()) => FileLock::Held,
            Err(TryLockError::WouldBlock) => FileLock::Refused,
            Err(TryLockError::Error(_)) => FileLock::Unknown,
        }
    }
}

#[cfg(not(unix))]
mod other {
    use super::*;

    pub type Pages = Vec<u8>;

    pub fn zeroed_pages(size: usize) -> Option<Pages> {
        Some(vec![0; size])
    }

    pub fn start_own_group(_: &mut Command) {}

    pub fn has_ended(child: &mut Child) -> io::Result<bool> {
        Ok(child.try_wait()?.is_some())
    }

    pub fn kill_group(child: &mut Child) {
        let _ = child.kill();
    }

    pub fn is_program(path: &Path) -> bool {
        path.is_file()
    }

    pub fn memory_limit() -> Option<MemoryLimit> {
        None
    }

    /// Files are not locked, because a lock may keep other processes from reading.
    pub fn lock(_: &File) -> FileLock {
        FileLock::Unknown
    }
}

//! The differences between operating systems, all in this file.
//!
//! On Unix a solver runs in a process group of its own, so that all processes that it starts end with it. Elsewhere
//! only the solver itself is killed.
//!
//! Without the command, the library needs only a part of this file.
#![cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;
use std::process::{Child, Command};

#[cfg(unix)]
pub(crate) use unix::{
    FileId, Pages, draft, end_group, file_id, has_ended, is_at, is_program, limit_arenas, lock,
    memory, on_interrupt, outlive_file_limits, own_group, pages, staging, stdin_id, stdout_id,
};

#[cfg(not(unix))]
pub(crate) use other::{
    FileId, Pages, draft, end_group, file_id, has_ended, is_at, is_program, limit_arenas, lock,
    memory, on_interrupt, outlive_file_limits, own_group, pages, staging, stdin_id, stdout_id,
};

/// The memory limit of this process, in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    /// The limit, as set by `ulimit -v`.
    pub(crate) limit: u64,
    /// The part of it that is left.
    pub(crate) left: u64,
}

/// The result of trying to lock a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lock {
    /// It is locked as long as it is open here.
    Held,
    /// Another process has locked it.
    #[cfg_attr(not(unix), allow(dead_code))]
    Refused,
    /// Locks are not supported.
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
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;

    use super::*;

    /// Bytes in large pages, on systems that have these.
    pub(crate) type Pages = memmap2::MmapMut;

    /// `count` zero bytes in large pages; `None` if there is not enough memory.
    pub(crate) fn pages(count: usize) -> Option<Pages> {
        let bytes = Pages::map_anon(count).ok()?;
        // Without large pages, only reading is slower.
        #[cfg(target_os = "linux")]
        let _ = bytes.advise(memmap2::Advice::HugePage);
        Some(bytes)
    }

    /// Makes the program the leader of a new process group.
    pub(crate) fn own_group(command: &mut Command) {
        command.process_group(0);
    }

    /// Whether the child has ended. It is not reaped: until then no other process or group can get its number, so
    /// [`end_group`] cannot affect another one.
    pub(crate) fn has_ended(child: &mut Child) -> io::Result<bool> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        Ok(waitid(WaitId::Pid(Pid::from_child(child)), options)?.is_some())
    }

    /// Kills everything in the child's group. Must be called before the child is waited for.
    pub(crate) fn end_group(child: &mut Child) {
        // Fails if nothing is left to kill.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }

    /// Whether this is an executable file.
    pub(crate) fn is_program(path: &Path) -> bool {
        path.metadata()
            .is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
    }

    /// Makes exceeding the user's limit on file sizes (`ulimit -f`) an error for the writer, as on a full disk.
    /// Otherwise, a signal kills the process, and unfinished files stay behind. Programs that we start get the signal
    /// as usual.
    pub(crate) fn outlive_file_limits() {
        // The flag is not used. If the system refuses, nothing changes.
        let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
    }

    /// Calls the handler, on a separate thread, after each Ctrl-C, SIGTERM, and SIGHUP (the end of the terminal). If
    /// the parent process ignores SIGHUP, as `nohup` does, it stays ignored, at least on Linux.
    pub(crate) fn on_interrupt(handler: impl Fn() + Send + 'static) -> io::Result<()> {
        let hangup = (!is_ignored(SIGHUP)).then_some(SIGHUP);
        let mut signals = Signals::new([SIGINT, SIGTERM].into_iter().chain(hangup))?;
        let listen = move || signals.forever().for_each(|_| handler());
        std::thread::Builder::new().spawn(listen).map(drop)
    }

    /// Whether this process ignores a signal; `false` where the system does not say so.
    fn is_ignored(signal: i32) -> bool {
        // See proc_pid_status(5): bit N stands for signal N + 1.
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let ignored = ignored.and_then(|set| u64::from_str_radix(set.trim(), 16).ok());
        ignored.is_some_and(|set| set >> (signal - 1) & 1 == 1)
    }

    /// The limit of the address space, and how much of it is left; `None` without a limit. Allocates no memory.
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
            // Returns only on failure; then the program continues unchanged.
            let _ = again.args(arguments).env(ARENAS, "1").exec();
        }
    }

    /// The identity of a file, independent of its name: its device and its number there.
    pub(crate) type FileId = (u64, u64);

    /// The identity of a file; `None` for anything else.
    pub(crate) fn file_id(metadata: &Metadata) -> Option<FileId> {
        metadata.is_file().then(|| (metadata.dev(), metadata.ino()))
    }

    fn id_behind(stream: BorrowedFd<'_>) -> Option<FileId> {
        let file = File::from(stream.try_clone_to_owned().ok()?);
        file_id(&file.metadata().ok()?)
    }

    /// The identity of stdin, if it is a file.
    pub(crate) fn stdin_id() -> Option<FileId> {
        id_behind(io::stdin().as_fd())
    }

    /// The identity of stdout, if it is a file.
    pub(crate) fn stdout_id() -> Option<FileId> {
        id_behind(io::stdout().as_fd())
    }

    /// Whether a path still leads to this open file or folder.
    pub(crate) fn is_at(file: &File, path: &Path) -> bool {
        let id = |metadata: Metadata| (metadata.dev(), metadata.ino());
        let (open, named) = (file.metadata().map(id), path.symlink_metadata().map(id));
        matches!((open, named), (Ok(open), Ok(named)) if open == named)
    }

    /// Locks a file or a folder for as long as it is open. The system releases the lock when the process ends, however
    /// it ends.
    pub(crate) fn lock(file: &File) -> Lock {
        match file.try_lock() {
            Ok(()) => Lock::Held,
            Err(TryLockError::WouldBlock) => Lock::Refused,
            Err(TryLockError::Error(_)) => Lock::Unknown,
        }
    }

    /// A builder for drafts: temporary files that are renamed when complete. By default they would be private; these
    /// have the permissions of any new file.
    pub(crate) fn draft() -> tempfile::Builder<'static, 'static> {
        let mut builder = tempfile::Builder::new();
        builder.permissions(std::fs::Permissions::from_mode(0o666));
        builder
    }

    /// A builder for temporary folders that are renamed when complete, with the permissions of any new folder.
    pub(crate) fn staging() -> tempfile::Builder<'static, 'static> {
        let mut builder = tempfile::Builder::new();
        builder.permissions(std::fs::Permissions::from_mode(0o777));
        builder
    }
}

#[cfg(not(unix))]
mod other {
    use super::*;

    pub(crate) type Pages = Vec<u8>;

    pub(crate) fn pages(count: usize) -> Option<Pages> {
        Some(vec![0; count])
    }

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

    pub(crate) fn on_interrupt(handler: impl Fn() + Send + 'static) -> io::Result<()> {
        #[cfg(windows)]
        ctrlc::set_handler(handler).map_err(io::Error::other)?;
        // Other systems have no interrupt that is known here.
        #[cfg(not(windows))]
        drop(handler);
        Ok(())
    }

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

    /// Files are not locked, because a lock may keep other processes from reading.
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

//! Code of the command that differs between operating systems. The library has its own in `src/sys.rs`.

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;

#[cfg(unix)]
pub(crate) use unix::{
    FileId, file_id, is_at, limit_malloc_arenas, on_interrupt, stdin_id, stdout_id,
    survive_file_size_limit, temporary_builder,
};

#[cfg(not(unix))]
pub(crate) use other::{
    FileId, file_id, is_at, limit_malloc_arenas, on_interrupt, stdin_id, stdout_id,
    survive_file_size_limit, temporary_builder,
};

#[cfg(unix)]
mod unix {
    use std::os::fd::{AsFd, BorrowedFd};
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;
    use std::process::Command;
    use std::sync::Arc;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;
    use twistsat::sys::memory_limit;

    use super::*;

    /// Makes exceeding the user's limit on file sizes (`ulimit -f`) an error for the writer, as on a full disk.
    /// Otherwise, a signal kills the process, and unfinished files stay behind. Programs that this one starts get the
    /// signal as usual.
    pub(crate) fn survive_file_size_limit() {
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

    /// Under a memory limit, executes this program again with a single malloc arena. By default glibc reserves at least
    /// 64 MiB of address space per thread, which counts towards the limit though it is not used.
    pub(crate) fn limit_malloc_arenas() {
        const ARENAS: &str = "MALLOC_ARENA_MAX";
        if memory_limit().is_none() || std::env::var_os(ARENAS).is_some() {
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

    /// The identity of a file, independent of its name: the device and inode numbers.
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

    /// A builder for temporary files or folders that are renamed when complete, with these permissions, restricted by
    /// the umask. By default they would be private.
    pub(crate) fn temporary_builder(mode: u32) -> tempfile::Builder<'static, 'static> {
        let mut builder = tempfile::Builder::new();
        builder.permissions(std::fs::Permissions::from_mode(mode));
        builder
    }
}

#[cfg(not(unix))]
mod other {
    use super::*;

    pub(crate) fn survive_file_size_limit() {}

    pub(crate) fn on_interrupt(handler: impl Fn() + Send + 'static) -> io::Result<()> {
        #[cfg(windows)]
        ctrlc::set_handler(handler).map_err(io::Error::other)?;
        // On other systems, this program handles no interrupts.
        #[cfg(not(windows))]
        drop(handler);
        Ok(())
    }

    pub(crate) fn limit_malloc_arenas() {}

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

    pub(crate) fn temporary_builder(_: u32) -> tempfile::Builder<'static, 'static> {
        tempfile::Builder::new()
    }
}

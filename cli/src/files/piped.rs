//! Writes to pipes, devices and stdout.
//!
//! Writing may block forever: a pipe may have no reader, or its reader may no longer read. So a separate thread writes,
//! and the caller checks every few milliseconds whether it is time to stop. A stop does not join the thread, which ends
//! when the reader ends, or with the process.

use std::io::{BufWriter, Write};
use std::sync::mpsc;
use std::sync::mpsc::{RecvTimeoutError, SyncSender, TrySendError};
use std::{io, thread};

use twistsat::control::CancelFlag;

use super::reader::POLL;

/// The size of a chunk of output.
const CHUNK_BYTES: usize = 256 * 1024;
/// The maximum number of chunks that wait for the thread.
const MAX_WAITING: usize = 4;

/// Opens a destination and writes content to it; fails if `cancel` is raised before all is written.
pub(crate) fn write<W: Write>(
    open: impl FnOnce() -> io::Result<W> + Send + 'static,
    cancel: &CancelFlag,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let (sender, chunks) = mpsc::sync_channel::<Vec<u8>>(MAX_WAITING);
    let (report, written) = mpsc::channel();
    let work = move || {
        let result = open().and_then(|mut writer| {
            // The loop owns the receiver: when it ends early, sending fails.
            for chunk in chunks {
                writer.write_all(&chunk)?;
            }
            writer.flush()
        });
        // The receiver is gone if the work was stopped.
        let _ = report.send(result);
    };
    thread::Builder::new().spawn(work)?;
    let mut writer = BufWriter::with_capacity(CHUNK_BYTES, ChannelWriter { sender, cancel });
    let passed = content(&mut writer).and_then(|()| writer.flush());
    // After an error, the rest is dropped.
    drop(writer.into_parts());
    loop {
        if cancel.is_raised() {
            return Err(interruption_error());
        }
        match written.recv_timeout(POLL) {
            // An error of the destination makes sending fail, too; the first is reported.
            Ok(result) => return result.and(passed),
            Err(RecvTimeoutError::Timeout) => (),
            Err(RecvTimeoutError::Disconnected) => return passed,
        }
    }
}

/// The error for a raised flag. Its kind is not `Interrupted`, which makes writers try again.
pub(super) fn interruption_error() -> io::Error {
    io::Error::other("interrupted")
}

/// A writer that sends its input to the thread, in chunks.
struct ChannelWriter<'a> {
    sender: SyncSender<Vec<u8>>,
    cancel: &'a CancelFlag,
}

impl Write for ChannelWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut chunk = bytes.to_vec();
        loop {
            if self.cancel.is_raised() {
                return Err(interruption_error());
            }
            match self.sender.try_send(chunk) {
                Ok(()) => return Ok(bytes.len()),
                Err(TrySendError::Disconnected(_)) => return Err(io::ErrorKind::BrokenPipe.into()),
                Err(TrySendError::Full(back)) => {
                    chunk = back;
                    thread::sleep(POLL);
                }
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    /// Collects its input.
    #[derive(Clone, Default)]
    struct CollectingWriter(Arc<Mutex<Vec<u8>>>);

    impl Write for CollectingWriter {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("no panic").extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn all_of_the_content_arrives() {
        let kept = CollectingWriter::default();
        let copy = kept.clone();
        let content: Vec<u8> = (0..3_000_000_u32).map(|at| (at % 251) as u8).collect();
        let all = |writer: &mut dyn Write| writer.write_all(&content);
        write(move || Ok(copy), &CancelFlag::default(), all).expect("written");
        assert!(*kept.0.lock().expect("no panic") == content);
    }
}

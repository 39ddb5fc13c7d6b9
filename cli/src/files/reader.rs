//! Reads from a file, a pipe, a device, or the terminal.
//!
//! Reading a file does not block. Reading anything else may block forever; a pipe without a writer blocks as soon as it
//! is opened. So a separate thread reads everything that is not a file, and the caller checks every few milliseconds
//! whether it is time to stop. The thread is not joined; it ends at the end of its source, or with the process.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;
use std::{fs, io, thread};

use twistsat::control::{Control, Stop};

/// The interval between two checks whether to stop.
pub(crate) const POLL: Duration = Duration::from_millis(10);

/// The size of a chunk of input.
const CHUNK_BYTES: usize = 64 * 1024;
/// The maximum number of chunks that the thread reads ahead.
const MAX_AHEAD: usize = 4;

/// The error if a control stopped a [`Reader`] or a [`StoppableReader`](super::StoppableReader).
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Stopped(Stop);

impl Stopped {
    /// Wraps the reason as an I/O error. Not `Interrupted`, which is retried.
    pub(crate) fn io_error(stop: Stop) -> io::Error {
        io::Error::other(Stopped(stop))
    }

    /// The reason why reading was stopped, if that caused this error.
    pub(crate) fn cause_of(error: &io::Error) -> Option<Stop> {
        let inner = error.get_ref()?.downcast_ref::<Self>()?;
        Some(inner.0)
    }
}

/// Reads a file or a stream. A control can stop the reading of a stream.
pub(crate) struct Reader<'a> {
    source: Source,
    control: &'a Control,
}

enum Source {
    File(File),
    Stream(Stream),
}

impl<'a> Reader<'a> {
    /// Opens a file, or anything readable; `-` is stdin.
    pub(crate) fn open(path: &Path, control: &'a Control) -> io::Result<Self> {
        let source = if path.as_os_str() == "-" {
            Source::Stream(Stream::spawn(|| Ok(io::stdin()))?)
        } else {
            match fs::metadata(path)? {
                metadata if metadata.is_dir() => return Err(io::Error::other("it is a folder")),
                metadata if metadata.is_file() => Source::File(File::open(path)?),
                _ => {
                    let path = path.to_owned();
                    Source::Stream(Stream::spawn(move || File::open(path))?)
                }
            }
        };
        Ok(Self { source, control })
    }
}

impl Read for Reader<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match &mut self.source {
            Source::File(file) => file.read(bytes),
            Source::Stream(stream) => stream.read(bytes, self.control),
        }
    }
}

/// A source that a separate thread reads.
struct Stream {
    chunks: Receiver<io::Result<Vec<u8>>>,
    chunk: Vec<u8>,
    position: usize,
}

impl Stream {
    /// Starts the thread that opens and reads the source.
    fn spawn<R: Read>(open: impl FnOnce() -> io::Result<R> + Send + 'static) -> io::Result<Self> {
        let (sender, chunks) = sync_channel(MAX_AHEAD);
        let read = move || match open() {
            Ok(reader) => send_chunks(reader, &sender),
            // The receiver is gone if reading was stopped.
            Err(error) => drop(sender.send(Err(error))),
        };
        thread::Builder::new().spawn(read)?;
        Ok(Self {
            chunks,
            chunk: Vec::new(),
            position: 0,
        })
    }

    fn read(&mut self, bytes: &mut [u8], control: &Control) -> io::Result<usize> {
        while self.position == self.chunk.len() {
            if let Some(stop) = control.stop() {
                return Err(Stopped::io_error(stop));
            }
            match self.chunks.recv_timeout(POLL) {
                Ok(chunk) => (self.chunk, self.position) = (chunk?, 0),
                Err(RecvTimeoutError::Timeout) => (),
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
        let left = &self.chunk[self.position..];
        let count = left.len().min(bytes.len());
        bytes[..count].copy_from_slice(&left[..count]);
        self.position += count;
        Ok(count)
    }
}

/// Reads to the end, or until the receiver is gone.
fn send_chunks(mut reader: impl Read, sender: &SyncSender<io::Result<Vec<u8>>>) {
    let mut buffer = vec![0; CHUNK_BYTES];
    loop {
        let chunk = match reader.read(&mut buffer) {
            Ok(0) => return,
            Ok(count) => Ok(buffer[..count].to_vec()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => Err(error),
        };
        let is_last = chunk.is_err();
        if sender.send(chunk).is_err() || is_last {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_yields_its_bytes_in_order_for_any_buffer_size() {
        let content: Vec<u8> = (0..1_000_000_u32).map(|at| (at % 251) as u8).collect();
        let control = Control::unlimited();
        for most in [1000, CHUNK_BYTES, 7 * CHUNK_BYTES] {
            let copy = io::Cursor::new(content.clone());
            let mut reader = Reader {
                source: Source::Stream(Stream::spawn(move || Ok(copy)).expect("a thread")),
                control: &control,
            };
            let mut read = Vec::new();
            let mut buffer = vec![0; most];
            loop {
                match reader.read(&mut buffer).expect("no error") {
                    0 => break,
                    count => read.extend_from_slice(&buffer[..count]),
                }
            }
            assert!(read == content);
        }
    }

    #[test]
    fn a_stream_that_cannot_be_opened_or_breaks_is_an_error() {
        struct FailingReader;
        impl Read for FailingReader {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("on purpose"))
            }
        }
        let control = Control::unlimited();
        let closed = Stream::spawn(|| Err::<FailingReader, _>(io::Error::other("on purpose")));
        for stream in [closed, Stream::spawn(|| Ok(FailingReader))] {
            let mut reader = Reader {
                source: Source::Stream(stream.expect("a thread")),
                control: &control,
            };
            let error = reader.read_to_end(&mut Vec::new()).expect_err("it breaks");
            assert_eq!(error.to_string(), "on purpose");
            assert_eq!(Stopped::cause_of(&error), None);
        }
    }
}

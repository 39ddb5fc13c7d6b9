//! Runs a program with limits, and ends everything that it started.
//!
//! A program may ignore its input, print without end, start other processes, or never finish, but it must not block
//! this process. So separate threads serve its pipes, and the calling thread only checks, every few milliseconds,
//! whether the program has ended or whether it is time to stop. Then the program's whole process group is killed. The
//! threads are not joined: if a process has left the group, it may hold their pipes open, and they end when that
//! process does.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;
use std::{io, thread};

use crate::control::{Control, Stop};
use crate::sys;

/// The longest interval between two checks whether the program has ended or must be stopped.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The first interval is short, because small formulas are solved in a millisecond. It doubles up to the longest one.
const FIRST_POLL_INTERVAL: Duration = Duration::from_micros(200);

/// How long pipes may stay open after the program and its group have ended.
const GRACE: Duration = Duration::from_secs(2);

/// The number of bytes that are kept from the end of stderr.
const STDERR_TAIL: usize = 4096;

/// The maximum length of a program's message in an error, in characters.
const MAX_QUOTED: usize = 200;

/// How a run ended.
pub(super) enum RunEnd {
    /// The program ended by itself.
    Finished(FinishedProcess),
    /// The control stopped it.
    Stopped(Stop),
    /// The program printed too much, and was killed if it was still running.
    TooMuchOutput,
}

/// A program that has ended.
pub(super) struct FinishedProcess {
    /// The exit code, unless a signal ended it.
    pub(super) code: Option<i32>,
    /// The exit code or the signal, in the system's words.
    pub(super) status_text: String,
    /// What it printed to stdout, or wrote to its result file.
    pub(super) output: String,
    /// The last line of its stderr, without control characters.
    pub(super) last_error_line: Option<String>,
}

impl FinishedProcess {
    /// How it ended, with its error message.
    pub(super) fn describe_end(&self) -> String {
        let end = match self.code {
            Some(code) => format!("it ended with exit code {code}"),
            None => format!("it was ended by {}", self.status_text),
        };
        match &self.last_error_line {
            Some(line) => format!("{end} and said: {line}"),
            None => end,
        }
    }
}

fn last_error_line(errors: &str) -> Option<String> {
    let line = errors.lines().rfind(|line| !line.trim().is_empty())?;
    let shown = line.trim().chars().filter(|c| !c.is_control());
    Some(shown.take(MAX_QUOTED).collect())
}

/// Runs a program until it ends or `control` stops it. It gets `input` on stdin, and may print up to `limit` bytes.
pub(super) fn run(
    command: &mut Command,
    input: Option<Vec<u8>>,
    limit: usize,
    control: &Control,
) -> io::Result<RunEnd> {
    sys::start_own_group(command);
    command
        .stdin(input.as_ref().map_or_else(Stdio::null, |_| Stdio::piped()))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut running = Running {
        child: command.spawn()?,
        is_killed: false,
    };
    let child = &mut running.child;
    let output = handle_pipe(child.stdout.take(), move |pipe| read_limited(pipe, limit))?;
    let errors = handle_pipe(child.stderr.take(), read_tail)?;
    let write = move |pipe| write_input(pipe, &input.unwrap_or_default());
    let input_written = handle_pipe(child.stdin.take(), write)?;
    let mut printed = None;
    let mut pause = FIRST_POLL_INTERVAL;
    while !sys::has_ended(&mut running.child)? {
        if let Some(stop) = control.stop() {
            return Ok(RunEnd::Stopped(stop));
        }
        match printed {
            // A program usually ends when it closes its output, so the next check comes soon.
            None => match output.recv_timeout(pause) {
                Ok(Ok(None)) => return Ok(RunEnd::TooMuchOutput),
                Ok(result) => {
                    printed = Some(result);
                    pause = FIRST_POLL_INTERVAL;
                }
                Err(_) => (),
            },
            Some(_) => thread::sleep(pause),
        }
        pause = POLL_INTERVAL.min(pause * 2);
    }
    let status = running.kill_and_wait()?;
    let printed = match printed {
        Some(printed) => printed,
        None => output.recv_timeout(GRACE).map_err(pipe_kept_open)?,
    };
    let Some(output) = printed? else {
        return Ok(RunEnd::TooMuchOutput);
    };
    let errors = errors.recv_timeout(GRACE).map_err(pipe_kept_open)??;
    let input_written = input_written.recv_timeout(GRACE);
    input_written.map_err(pipe_kept_open)??;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok(RunEnd::Finished(FinishedProcess {
        code: status.code(),
        status_text: status.to_string(),
        output: text(&output),
        last_error_line: last_error_line(&text(&errors)),
    }))
}

/// A running program. When dropped, it is killed together with its process group.
struct Running {
    child: Child,
    is_killed: bool,
}

impl Running {
    /// Kills all processes left in the group and returns the program's exit status.
    fn kill_and_wait(&mut self) -> io::Result<ExitStatus> {
        if !self.is_killed {
            sys::kill_group(&mut self.child);
            self.is_killed = true;
        }
        self.child.wait()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Errors cannot be reported here.
        let _ = self.kill_and_wait();
    }
}

/// Reads or writes a pipe on a thread of its own, which sends the result. Without a pipe, the default is sent.
fn handle_pipe<P: Send + 'static, T: Default + Send + 'static>(
    pipe: Option<P>,
    work: impl FnOnce(P) -> io::Result<T> + Send + 'static,
) -> io::Result<Receiver<io::Result<T>>> {
    let (sender, receiver) = mpsc::channel();
    let work = move || {
        let result = pipe.map_or_else(|| Ok(T::default()), work);
        // The receiver is gone if the program was stopped.
        let _ = sender.send(result);
    };
    thread::Builder::new().spawn(work)?;
    Ok(receiver)
}

/// The whole content, or `None` if it is more than `limit` bytes.
pub(super) fn read_limited(pipe: impl Read, limit: usize) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    let max_read = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    pipe.take(max_read).read_to_end(&mut bytes)?;
    Ok(Some(bytes).filter(|bytes| bytes.len() <= limit))
}

/// The last [`STDERR_TAIL`] bytes of the content.
fn read_tail(mut pipe: impl Read) -> io::Result<Vec<u8>> {
    let mut kept = Vec::new();
    let mut buffer = [0; STDERR_TAIL];
    loop {
        match pipe.read(&mut buffer) {
            Ok(0) => return Ok(kept),
            Ok(length) => {
                kept.extend_from_slice(&buffer[..length]);
                kept.drain(..kept.len().saturating_sub(STDERR_TAIL));
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
            Err(error) => return Err(error),
        }
    }
}

/// Writes the input. A program need not read all of it.
fn write_input(mut pipe: impl Write, input: &[u8]) -> io::Result<()> {
    match pipe.write_all(input) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn pipe_kept_open(_: RecvTimeoutError) -> io::Error {
    io::Error::other("it ended, but something that it started keeps its pipes open")
}

/// Finds a program by name, on `PATH` unless the name contains a slash.
pub(super) fn find(program: &str) -> Option<PathBuf> {
    let path = Path::new(program);
    if path.components().count() > 1 || path.is_absolute() {
        return Some(path.to_owned()).filter(|path| sys::is_program(path));
    }
    let folders = std::env::var_os("PATH")?;
    let file = format!("{program}{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(&folders)
        // An empty entry is the current folder.
        .map(|folder| Path::new(".").join(folder).join(&file))
        .find(|path| sys::is_program(path))
}

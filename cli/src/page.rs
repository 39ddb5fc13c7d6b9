//! `twistsat page`: the page of `web/`, embedded in the binary.
//!
//! The binary contains it with the feature `page`; docs/decisions/0016-page.md explains why it is a single file.

use std::path::PathBuf;

use super::{Exit, Failure};

const EXAMPLES: &str = "\
Examples:
  twistsat page -o twistsat.html
  twistsat page --serve 8000

The page is a single file that loads no others, so a browser can also open it from disk.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The HTML file, `-` for stdout; an existing file is replaced [default: twistsat.html]
    #[arg(long, short, value_name = "FILE", conflicts_with = "serve")]
    output: Option<PathBuf>,
    /// Serve the page only on this machine, at http://127.0.0.1:PORT/, until Ctrl-C; 0 takes any free port
    #[arg(long, value_name = "PORT")]
    serve: Option<u16>,
}

#[cfg(not(feature = "page"))]
pub(super) fn run(_: &Args) -> Result<Exit, Failure> {
    let why = "this twistsat was built without the page; to include it, run `web/page/build` in its sources (requires Node, npm and xz), then `cargo install` with --features page";
    Err(Failure::error(why))
}

#[cfg(feature = "page")]
pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    built_in::run(args)
}

#[cfg(feature = "page")]
mod built_in {
    use std::io::{self, BufRead, BufReader, Read, Write};
    use std::net::{Ipv4Addr, TcpListener, TcpStream};
    use std::path::Path;
    use std::thread;
    use std::time::Duration;

    use super::super::{Exit, Failure, interrupt, output};
    use super::Args;
    use crate::files::drafts::Draft;

    /// The page; build.rs sets its path.
    const PAGE: &[u8] = include_bytes!(env!("TWISTSAT_PAGE"));

    /// The default output file.
    const FILE: &str = "twistsat.html";

    /// The maximum size of a request.
    const MAX_BYTES: u64 = 16 * 1024;
    /// The maximum time to wait for each read from a browser and each write to it.
    const MAX_TIME: Duration = Duration::from_secs(10);

    /// The interval for checking for requests and Ctrl-C.
    const TICK: Duration = Duration::from_millis(20);

    pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
        if let Some(port) = args.serve {
            return serve(port);
        }
        let path = args.output.as_deref().unwrap_or(Path::new(FILE));
        if path.as_os_str() == "-" {
            let mut stdout = io::stdout();
            let written = stdout.write_all(PAGE).and_then(|()| stdout.flush());
            written.map_err(output::output_error)?;
            return Ok(Exit::Done);
        }
        let cancel = interrupt::cancel_flag()?;
        Draft::write_bytes(path, &cancel, PAGE)?.publish()?;
        output::print_line(&path.display().to_string())?;
        Ok(Exit::Done)
    }

    /// Answers requests until Ctrl-C.
    fn serve(port: u16) -> Result<Exit, Failure> {
        let fail =
            |error: io::Error| Failure::Error(format!("cannot serve on 127.0.0.1:{port}: {error}"));
        let cancel = interrupt::cancel_flag()?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(fail)?;
        listener.set_nonblocking(true).map_err(fail)?;
        output::print_line(&format!("http://{}/", listener.local_addr().map_err(fail)?))?;
        while !cancel.is_raised() {
            match listener.accept() {
                // A browser that disconnects is not an error.
                Ok((stream, _)) => {
                    let work = move || answer(&stream);
                    // If no thread can be started, the browser tries again.
                    drop(thread::Builder::new().spawn(work));
                }
                Err(_) => thread::sleep(TICK),
            }
        }
        Ok(Exit::Done)
    }

    fn answer(mut stream: &TcpStream) -> io::Result<()> {
        stream.set_nonblocking(false)?;
        stream.set_read_timeout(Some(MAX_TIME))?;
        stream.set_write_timeout(Some(MAX_TIME))?;
        let mut head = BufReader::new(stream.take(MAX_BYTES));
        let mut first = String::new();
        head.read_line(&mut first)?;
        let mut line = String::new();
        while head.read_line(&mut line)? > 2 {
            line.clear();
        }
        let mut words = first.split_whitespace();
        let method = words.next().unwrap_or_default();
        let path = words.next().unwrap_or_default();
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let (status, body): (_, &[u8]) = match (method, path) {
            ("GET" | "HEAD", "/" | "/index.html" | "/twistsat.html") => ("200 OK", PAGE),
            ("GET" | "HEAD", _) => ("404 Not Found", b"There is one page here: /\n"),
            _ => ("405 Method Not Allowed", b"GET or HEAD\n"),
        };
        let kind = if body.len() == PAGE.len() {
            "text/html"
        } else {
            "text/plain"
        };
        let length = body.len();
        write!(
            stream,
            "HTTP/1.1 {status}\r\nContent-Type: {kind}; charset=utf-8\r\nContent-Length: {length}\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
        )?;
        if method != "HEAD" {
            stream.write_all(body)?;
        }
        stream.flush()
    }
}

//! JSON with a line for each key and each of its entries; deeper values stay on that line. People read maps, too: with
//! one line per number a map would be very long, and without line breaks one long line.

use std::io::{Result, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

/// Values nested deeper than this stay on one line.
const DEEPEST: usize = 2;

/// A value as JSON, with a line for each of its parts and for each part of these.
pub(super) fn in_lines(value: &impl Serialize) -> serde_json::Result<String> {
    let mut text = Vec::new();
    let lines = Lines::default();
    value.serialize(&mut Serializer::with_formatter(&mut text, lines))?;
    text.push(b'\n');
    Ok(String::from_utf8_lossy(&text).into_owned())
}

#[derive(Default)]
struct Lines {
    depth: usize,
    is_empty: bool,
}

impl Lines {
    fn begin<W: ?Sized + Write>(&mut self, writer: &mut W, bracket: &[u8]) -> Result<()> {
        self.depth += 1;
        self.is_empty = true;
        writer.write_all(bracket)
    }

    fn end<W: ?Sized + Write>(&mut self, writer: &mut W, bracket: &[u8]) -> Result<()> {
        self.depth -= 1;
        // The closing bracket begins a new line, unless the brackets are empty.
        if self.depth < DEEPEST && !self.is_empty {
            self.line(writer)?;
        }
        self.is_empty = false;
        writer.write_all(bracket)
    }

    fn begin_element<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> Result<()> {
        self.is_empty = false;
        if !first {
            writer.write_all(b",")?;
        }
        if self.depth <= DEEPEST {
            self.line(writer)?;
        }
        Ok(())
    }

    fn line<W: ?Sized + Write>(&self, writer: &mut W) -> Result<()> {
        writer.write_all(b"\n")?;
        writer.write_all(b"  ".repeat(self.depth).as_slice())
    }
}

impl Formatter for Lines {
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        self.begin(writer, b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        self.end(writer, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> Result<()> {
        self.begin_element(writer, first)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        self.begin(writer, b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        self.end(writer, b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> Result<()> {
        self.begin_element(writer, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> Result<()> {
        writer.write_all(b": ")
    }
}

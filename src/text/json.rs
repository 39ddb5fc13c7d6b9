//! JSON as text.
//!
//! One formatter writes every layout, so that each type is compiled for one serializer.

use std::io::{Result, Write};

use serde::Serialize;
use serde::ser::Error;
use serde_json::Serializer;
use serde_json::ser::Formatter;

/// Where line breaks are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonLayout {
    /// Everything on one line, without spaces.
    OneLine,
    /// A line for each top-level key and for each entry of its value; deeper values stay on the line of their entry. This
    /// keeps a long file readable.
    Entries,
    /// A line for each value.
    Indented,
}

/// A value as JSON.
pub fn to_json(value: &impl Serialize, layout: JsonLayout) -> serde_json::Result<String> {
    let mut text = Vec::new();
    let lines = Lines {
        // Values nested deeper than this stay on one line.
        deepest: match layout {
            JsonLayout::OneLine => 0,
            JsonLayout::Entries => 2,
            JsonLayout::Indented => usize::MAX,
        },
        depth: 0,
        is_empty: false,
    };
    value.serialize(&mut Serializer::with_formatter(&mut text, lines))?;
    String::from_utf8(text).map_err(Error::custom)
}

struct Lines {
    deepest: usize,
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
        if self.depth < self.deepest && !self.is_empty {
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
        if self.depth <= self.deepest {
            self.line(writer)?;
        }
        Ok(())
    }

    fn line<W: ?Sized + Write>(&self, writer: &mut W) -> Result<()> {
        writer.write_all(b"\n")?;
        (0..self.depth).try_for_each(|_| writer.write_all(b"  "))
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
        writer.write_all(if self.deepest == 0 { b":" } else { b": " })
    }
}

//! Decompresses gzip while reading.

use std::io;
use std::io::{Chain, Cursor, Read};

use flate2::read::MultiGzDecoder;

/// The first bytes of gzip files.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The bytes of a reader, decompressed if they are gzip.
pub(super) enum Decompressed<'a> {
    /// Nothing is read yet.
    Unread(Option<Box<dyn Read + 'a>>),
    Plain(PeekedReader<'a>),
    Gzip(MultiGzDecoder<PeekedReader<'a>>),
}

/// A reader whose first bytes were already read.
type PeekedReader<'a> = Chain<Cursor<Vec<u8>>, Box<dyn Read + 'a>>;

impl<'a> Decompressed<'a> {
    pub(super) fn new(reader: Box<dyn Read + 'a>) -> Self {
        Self::Unread(Some(reader))
    }

    fn begin(mut reader: Box<dyn Read + 'a>) -> io::Result<Self> {
        let mut first = Vec::new();
        (&mut reader)
            .take(GZIP.len() as u64)
            .read_to_end(&mut first)?;
        let is_gzip = first == GZIP;
        let all = Cursor::new(first).chain(reader);
        Ok(if is_gzip {
            Self::Gzip(MultiGzDecoder::new(all))
        } else {
            Self::Plain(all)
        })
    }
}

impl Read for Decompressed<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if let Self::Unread(reader) = self {
            // Reading the beginning has failed before, so the file counts as ended.
            let Some(reader) = reader.take() else {
                return Ok(0);
            };
            *self = Self::begin(reader)?;
        }
        match self {
            Self::Unread(_) => Ok(0),
            Self::Plain(reader) => reader.read(bytes),
            Self::Gzip(reader) => reader.read(bytes).map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof => damaged("it is cut short"),
                io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => {
                    damaged(&error.to_string())
                }
                _ => error,
            }),
        }
    }
}

fn damaged(how: &str) -> io::Error {
    let words = format!("the gzip data is damaged: {how}");
    io::Error::new(io::ErrorKind::InvalidData, words)
}

//! Stores a table in a file, so that it need not be built again.
//!
//! *The file.* A line that identifies the format; the key of the graph; the length of the distribution, and its
//! numbers; the cells; the SHA-256 of all that. Numbers have eight bytes, least significant first.
//!
//! *Trust.* A file is accepted if its key is that of the graph and its checksum is correct. The key covers everything
//! that the numbers depend on: the meaning of the digits of the index and the action of the turns on them, but not the
//! colors. So one file serves every goal whose pieces are distinguishable.

use std::io;
use std::io::{Read, Write};

use sha2::{Digest, Sha256};

use super::cells::Cells;
use super::{Distances, Graph};

const FORMAT_LINE: &[u8] = b"twistsat distances 1\n";

/// The number of bytes written at a time.
const BUFFER_SIZE: usize = 1 << 16;

/// Why a file is not the table of a graph.
#[derive(Debug, thiserror::Error)]
pub enum Damage {
    /// It is another kind of file, or the table of another graph.
    #[error("it is not a table of this graph")]
    Foreign,
    /// Its content was altered, or it has the wrong length.
    #[error("its checksum is wrong")]
    Checksum,
    /// It ends too early.
    #[error("it is cut short")]
    Cut,
    /// It cannot be read.
    #[error("{0}")]
    Unreadable(io::Error),
}

impl From<io::Error> for Damage {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Damage::Cut,
            _ => Damage::Unreadable(error),
        }
    }
}

impl Graph {
    /// A hash of everything that the numbers of a table depend on.
    pub fn key(&self) -> [u8; 32] {
        // If this part is equal, the same turns lead from the same index to the same index.
        let mut meaning = Sha256::new();
        for (kind, _) in &self.kinds {
            kind.hash_meaning(&mut meaning);
        }
        let mut hash = Sha256::new();
        hash.update(meaning.finalize());
        for number in [self.goal, self.indices(), self.turns.len()] {
            hash.update((number as u64).to_le_bytes());
        }
        hash.update(self.width.bits().to_le_bytes());
        hash.finalize().into()
    }

    /// Writes the distances of this graph.
    pub fn write(&self, distances: &Distances, writer: &mut dyn Write) -> io::Result<()> {
        let mut hash = Sha256::new();
        let mut put = |bytes: &[u8]| {
            hash.update(bytes);
            writer.write_all(bytes)
        };
        put(FORMAT_LINE)?;
        put(&self.key())?;
        put(&(distances.distribution.len() as u64).to_le_bytes())?;
        for count in &distances.distribution {
            put(&count.to_le_bytes())?;
        }
        let mut buffer = Vec::with_capacity(BUFFER_SIZE);
        for word in distances.cells.to_words() {
            buffer.extend(word.to_le_bytes());
            if buffer.len() == BUFFER_SIZE {
                put(&buffer)?;
                buffer.clear();
            }
        }
        put(&buffer)?;
        writer.write_all(&hash.finalize())
    }

    /// Reads distances that [`Graph::write`] wrote.
    ///
    /// # Errors
    /// `Damage` if the file is not a valid table of this graph.
    pub fn read(&self, reader: &mut dyn Read) -> Result<Distances, Damage> {
        let mut hash = Sha256::new();
        let mut format_line = [0; FORMAT_LINE.len()];
        read_hashed(reader, &mut hash, &mut format_line)?;
        let mut key = [0; 32];
        read_hashed(reader, &mut hash, &mut key)?;
        if format_line != FORMAT_LINE || key != self.key() {
            return Err(Damage::Foreign);
        }
        let length = read_numbers(reader, &mut hash, 1)?[0];
        // There are no more distances than states: a damaged file must not exhaust the memory.
        let length = usize::try_from(length).ok();
        let length = length.filter(|&length| length <= self.indices());
        let distribution = read_numbers(reader, &mut hash, length.ok_or(Damage::Checksum)?)?;
        let words = Cells::word_count(self.indices(), self.width);
        let words = read_numbers(reader, &mut hash, words)?;
        let mut checksum = [0; 32];
        reader.read_exact(&mut checksum)?;
        let ends = reader.read(&mut [0])? == 0;
        if checksum[..] != hash.finalize()[..] || !ends {
            return Err(Damage::Checksum);
        }
        Ok(Distances {
            cells: Cells::from_words(self.indices(), self.width, words),
            distribution,
        })
    }
}

fn read_hashed(reader: &mut dyn Read, hash: &mut Sha256, bytes: &mut [u8]) -> io::Result<()> {
    reader.read_exact(bytes)?;
    hash.update(bytes);
    Ok(())
}

/// Reads this many numbers. Memory is allocated as they arrive: a damaged file may announce too many.
fn read_numbers(
    reader: &mut dyn Read,
    hash: &mut Sha256,
    count: usize,
) -> Result<Vec<u64>, Damage> {
    let mut numbers = Vec::new();
    let mut buffer = [0; BUFFER_SIZE];
    let mut left = count;
    while left > 0 {
        let bytes = &mut buffer[..BUFFER_SIZE.min(left * 8)];
        read_hashed(reader, hash, bytes)?;
        let (words, _) = bytes.as_chunks();
        numbers.extend(words.iter().map(|&word| u64::from_le_bytes(word)));
        left -= bytes.len() / 8;
    }
    Ok(numbers)
}

//! Stores a table in a file, so that it need not be built again.
//!
//! *The file.* A line that identifies the format; the key of the graph; the number of distances; the number of states
//! at each distance; the cells; the SHA-256 of all bytes before it. Numbers have eight bytes, least significant first.
//!
//! *Trust.* A file is accepted if it has the key of the graph and a correct checksum. The key covers everything that
//! the numbers depend on: the meaning of the digits of the index and the action of the turns on these digits, but not
//! the colors. So one file serves every goal whose pieces are distinguishable.

use std::io;
use std::io::{Read, Write};

use sha2::{Digest, Sha256};

use super::cells::{CELL_BITS, Cells};
use super::{Distances, Graph};

const FORMAT_LINE: &[u8] = b"twistsat distances 1\n";

/// The number of bytes read or written at a time.
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
        // In graphs with equal meaning, the same turns lead from an index to the same index.
        let mut meaning = Sha256::new();
        for kind in &self.kinds {
            kind.hash_meaning(&mut meaning);
        }
        let mut hash = Sha256::new();
        hash.update(meaning.finalize());
        for number in [self.goal, self.indices(), self.turns.len()] {
            hash.update((number as u64).to_le_bytes());
        }
        hash.update(CELL_BITS.to_le_bytes());
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

    /// Reads the distances from a file that [`Graph::write`] wrote.
    ///
    /// # Errors
    /// `Damage` if the file is not a valid table of this graph.
    pub fn read(&self, reader: &mut dyn Read) -> Result<Distances, Damage> {
        let mut hash = Sha256::new();
        let mut read = |bytes: &mut [u8]| {
            reader.read_exact(bytes)?;
            hash.update(bytes);
            io::Result::Ok(())
        };
        let expected = [FORMAT_LINE, &self.key()].concat();
        let mut head = vec![0; expected.len()];
        read(&mut head)?;
        if head != expected {
            return Err(Damage::Foreign);
        }
        let mut buffer = [0; BUFFER_SIZE];
        // Memory is allocated as numbers arrive: a damaged file may announce too many.
        let mut numbers = |count: usize| {
            let mut numbers: Vec<u64> = Vec::new();
            while numbers.len() < count {
                let bytes =
                    &mut buffer[..BUFFER_SIZE.min((count - numbers.len()).saturating_mul(8))];
                read(bytes)?;
                let (words, _) = bytes.as_chunks();
                numbers.extend(words.iter().map(|&word| u64::from_le_bytes(word)));
            }
            io::Result::Ok(numbers)
        };
        // There are no more distances than states: a damaged file must not exhaust the memory.
        let length = usize::try_from(numbers(1)?[0]).ok();
        let length = length.filter(|&length| length <= self.indices());
        let distribution = numbers(length.ok_or(Damage::Checksum)?)?;
        let words = numbers(Cells::word_count(self.indices()))?;
        let mut checksum = [0; 32];
        reader.read_exact(&mut checksum)?;
        let is_at_end = reader.read(&mut [0])? == 0;
        if checksum[..] != hash.finalize()[..] || !is_at_end {
            return Err(Damage::Checksum);
        }
        Ok(Distances {
            cells: Cells::from_words(self.indices(), words),
            distribution,
        })
    }
}

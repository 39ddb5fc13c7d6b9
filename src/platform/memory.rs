//! Large tables that are read at random places.
//!
//! *Idea.* With pages of 4 KiB, nearly every read of such a table requires another read, of the page table. Huge pages of
//! 2 MiB, where Linux provides them, avoid the second read.

#[cfg(feature = "os")]
use crate::sys::{Pages, zeroed_pages};

#[cfg(not(feature = "os"))]
type Pages = Vec<u8>;

/// A table of 32-bit numbers, initially all 0.
pub(crate) struct U32Table(Pages);

const U32_BYTES: usize = size_of::<u32>();

impl U32Table {
    /// A table of `count` numbers; `None` if there is not enough memory.
    pub(crate) fn new(count: usize) -> Option<Self> {
        Some(Self(zeroed_pages(count.checked_mul(U32_BYTES)?.max(1))?))
    }

    /// A table of `count` numbers from an iterator; `None` if there is not enough memory.
    pub(crate) fn from_values(count: usize, numbers: impl Iterator<Item = u32>) -> Option<Self> {
        let mut all = Self::new(count)?;
        for (place, number) in all.0.as_chunks_mut().0.iter_mut().zip(numbers) {
            *place = number.to_ne_bytes();
        }
        Some(all)
    }

    /// The number at an index.
    ///
    /// # Panics
    /// If the index is beyond the last number.
    #[inline(always)]
    pub(crate) fn get(&self, at: usize) -> u32 {
        u32::from_ne_bytes(self.0.as_chunks().0[at])
    }

    /// The table in rows of `count` numbers, each number as its bytes in native order.
    pub(crate) fn rows(&mut self, count: usize) -> std::slice::ChunksMut<'_, [u8; U32_BYTES]> {
        self.0.as_chunks_mut().0.chunks_mut(count)
    }
}

/// `size` zero bytes, in pages of the usual size; `None` if there is not enough memory.
#[cfg(not(feature = "os"))]
fn zeroed_pages(size: usize) -> Option<Pages> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(size).ok()?;
    bytes.resize(size, 0);
    Some(bytes)
}

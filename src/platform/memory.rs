//! Large tables that are read at random places.
//!
//! *Idea.* With pages of 4 KiB, nearly every read of such a table also reads the operating system's list of pages. Pages of
//! 2 MiB, where Linux has them, spare that.

#[cfg(feature = "os")]
use crate::sys::{Pages, pages};

#[cfg(not(feature = "os"))]
type Pages = Vec<u8>;

/// Numbers of 32 bits, all 0 at first.
pub(crate) struct Words(Pages);

const SIZE: usize = size_of::<u32>();

impl Words {
    /// `None` if there is no memory for them.
    pub(crate) fn new(count: usize) -> Option<Self> {
        Some(Self(pages(count.checked_mul(SIZE)?.max(1))?))
    }

    /// The numbers of an iterator that has `count` of them.
    pub(crate) fn of(count: usize, numbers: impl Iterator<Item = u32>) -> Option<Self> {
        let mut all = Self::new(count)?;
        for (place, number) in all.0.as_chunks_mut().0.iter_mut().zip(numbers) {
            *place = number.to_ne_bytes();
        }
        Some(all)
    }

    /// A number.
    ///
    /// # Panics
    /// Behind the last number.
    #[inline(always)]
    pub(crate) fn get(&self, at: usize) -> u32 {
        u32::from_ne_bytes(self.0.as_chunks().0[at])
    }

    /// Rows of `count` numbers each, every number as its bytes.
    pub(crate) fn rows(&mut self, count: usize) -> std::slice::ChunksMut<'_, [u8; SIZE]> {
        self.0.as_chunks_mut().0.chunks_mut(count)
    }
}

/// Zeros in the usual pages; `None` if there is no memory for them.
#[cfg(not(feature = "os"))]
fn pages(count: usize) -> Option<Pages> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(count).ok()?;
    bytes.resize(count, 0);
    Some(bytes)
}

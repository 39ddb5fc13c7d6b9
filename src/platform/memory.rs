//! Large tables that are read at random places.
//!
//! *Idea.* With pages of 4 KiB, nearly every read of such a table also reads the operating system's list of pages. Pages of
//! 2 MiB, where Linux has them, spare that.

#[cfg(all(feature = "os", unix))]
use memmap2::MmapMut;

/// Numbers of 32 bits, all 0 at first.
pub(crate) struct Words(Bytes);

#[cfg(all(feature = "os", unix))]
type Bytes = MmapMut;
#[cfg(not(all(feature = "os", unix)))]
type Bytes = Vec<u8>;

const SIZE: usize = size_of::<u32>();

impl Words {
    /// `None` if there is no memory for them.
    pub(crate) fn new(count: usize) -> Option<Self> {
        Some(Self(bytes(count.checked_mul(SIZE)?.max(1))?))
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

    /// Rows of `count` numbers each, to be set by [`set`].
    pub(crate) fn rows(&mut self, count: usize) -> std::slice::ChunksMut<'_, u8> {
        self.0.chunks_mut(SIZE * count)
    }
}

/// Sets a number of a row.
#[inline(always)]
pub(crate) fn set(row: &mut [u8], at: usize, word: u32) {
    row.as_chunks_mut().0[at] = word.to_ne_bytes();
}

#[cfg(all(feature = "os", unix))]
fn bytes(count: usize) -> Option<MmapMut> {
    let bytes = MmapMut::map_anon(count).ok()?;
    // Without large pages it is slower, and no less right.
    #[cfg(target_os = "linux")]
    let _ = bytes.advise(memmap2::Advice::HugePage);
    Some(bytes)
}

#[cfg(not(all(feature = "os", unix)))]
fn bytes(count: usize) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(count).ok()?;
    bytes.resize(count, 0);
    Some(bytes)
}

//! A table that holds for each entry its distance and, for each turn, whether the turn leads nearer, farther or neither.
//!
//! *Idea.* One memory access gives all turns that may follow. Any two turns of a face differ by one turn, so the turns of
//! a face lead to at most two distances, which are adjacent: one bit for each turn and one more suffice.
//!
//! *Cost.* Four bytes per entry, 564 MB on the 3×3×3. A node needs one lookup per axis instead of one per axis and
//! turn.

use std::sync::Mutex;

use super::classes::Classes;
use super::fill::Distances;
use crate::control::{Control, Stop};
use crate::platform::{U32Table, in_parallel};

const DISTANCE_BITS: u32 = 4;

/// The distance of entries to which no turns lead.
pub(super) const UNREACHED: usize = (1 << DISTANCE_BITS) - 1;

/// Turns whose changes of the distance share one code.
struct CodedTurns {
    turns: Vec<usize>,
    /// The meaning of each code: the changes, each plus one, as digits in base 3.
    keys: Vec<usize>,
    /// The code of each key.
    codes: Vec<u32>,
}

/// The codes of an entry, one for each group of turns.
struct Encoding {
    groups: Vec<CodedTurns>,
    /// The number of bits of a code.
    bits: u32,
}

/// The maximum number of codes of a group.
const MAX_CODES: usize = 16;

/// The number of classes that a thread takes at a time.
const CLASSES_PER_TASK: usize = 16;

pub(super) struct DirectionTable {
    entries: U32Table,
    /// The number of groups of turns.
    groups: usize,
    /// The number of bits of a code.
    bits: u32,
    /// By symmetry, group and code: the turns that lead nearer, and in the upper half the turns that do not lead farther,
    /// as they were before the symmetry renamed them.
    allowed: Vec<[u64; MAX_CODES]>,
}

impl DirectionTable {
    pub(super) fn bytes(classes: &Classes) -> u64 {
        classes.entries() as u64 * size_of::<u32>() as u64
    }

    /// Creates the table from [complete](Distances::is_complete) distances; `None` if an entry has too few bits.
    /// Any two turns in a list of `turns_one_apart` differ by one turn.
    pub(super) fn new(
        classes: &Classes,
        distances: &Distances,
        turns_one_apart: &[Vec<usize>],
        control: &Control,
    ) -> Result<Option<Self>, Stop> {
        let made = Encoding::new(turns_one_apart)
            .and_then(|encoding| Some((encoding, U32Table::new(classes.entries())?)));
        let Some((encoding, mut entries)) = made else {
            return Ok(None);
        };
        let width = classes.width;
        let parts = Mutex::new(entries.rows(width * CLASSES_PER_TASK).enumerate());
        let work = || {
            let (mut keys, mut row) = (vec![0_u8; width], vec![0_u32; width]);
            loop {
                let Some((part, rows)) = parts.lock().ok().and_then(|mut it| it.next()) else {
                    return;
                };
                if control.stop().is_some() {
                    return;
                }
                for (n, entries) in rows.chunks_mut(width).enumerate() {
                    let class = part * CLASSES_PER_TASK + n;
                    encoding.encode_row(classes, distances, class, &mut keys, &mut row);
                    for (place, entry) in entries.iter_mut().zip(&row) {
                        *place = entry.to_ne_bytes();
                    }
                }
            }
        };
        in_parallel(control.jobs().get(), |_| work());
        control.check()?;
        let renamings = classes.renamed.chunks_exact(classes.turns);
        let mut allowed = Vec::with_capacity(renamings.len() * encoding.groups.len());
        for renamed in renamings {
            for group in &encoding.groups {
                let mut row = [0; MAX_CODES];
                for (entry, &key) in row.iter_mut().zip(&group.keys) {
                    for (n, &turn) in group.turns.iter().enumerate() {
                        let original = renamed.iter().position(|&it| usize::from(it) == turn);
                        let bit = 1_u64 << original.unwrap_or(0);
                        *entry |= match change(key, n) {
                            0 => bit | bit << 32,
                            1 => bit << 32,
                            _ => 0,
                        };
                    }
                }
                allowed.push(row);
            }
        }
        Ok(Some(Self {
            entries,
            groups: encoding.groups.len(),
            bits: encoding.bits,
            allowed,
        }))
    }

    #[inline(always)]
    pub(super) fn get(&self, place: usize) -> u32 {
        self.entries.get(place)
    }

    /// The distance of an entry, if it was reached.
    pub(super) fn distance_if_reached(&self, place: usize) -> Option<usize> {
        Some(Self::distance(self.get(place))).filter(|&it| it != UNREACHED)
    }

    #[inline(always)]
    pub(super) fn distance(entry: u32) -> usize {
        entry as usize & UNREACHED
    }

    /// The turns that lead to a distance less than `left`, and the turns that lead to distance `left - 1`. Turns are
    /// numbered as before the symmetry renamed them.
    #[inline(always)]
    pub(super) fn turns_within(&self, entry: u32, symmetry: u16, left: usize) -> [u32; 2] {
        let rows = &self.allowed[usize::from(symmetry) * self.groups..][..self.groups];
        let code = (1 << self.bits) - 1;
        let (mut all, mut codes) = (0_u64, entry >> DISTANCE_BITS);
        for row in rows {
            all |= row[(codes & code) as usize % MAX_CODES];
            codes >>= self.bits;
        }
        let within = [0, all as u32, (all >> 32) as u32, u32::MAX, u32::MAX];
        // The number of turns to spare.
        match left.checked_sub(Self::distance(entry)) {
            Some(spare) => {
                let spare = spare.min(3);
                [within[spare + 1], within[spare + 1] & !within[spare]]
            }
            None => [0, 0],
        }
    }
}

/// The change of the distance by the turn number `n` of a group, plus one.
fn change(key: usize, n: usize) -> usize {
    key / 3_usize.pow(n as u32) % 3
}

impl CodedTurns {
    fn new(turns: &[usize]) -> Self {
        let is_possible = |&key: &usize| {
            let changes = || (0..turns.len()).map(|n| change(key, n));
            turns.len() == 1 || changes().all(|it| it < 2) || changes().all(|it| it > 0)
        };
        let mut codes = vec![0; 3_usize.pow(turns.len() as u32)];
        let keys: Vec<usize> = (0..codes.len()).filter(is_possible).collect();
        for (&key, code) in keys.iter().zip(0..) {
            codes[key] = code;
        }
        let turns = turns.to_vec();
        Self { turns, keys, codes }
    }
}

impl Encoding {
    /// The encoding of lists of turns that are one turn apart; `None` if an entry has too few bits.
    fn new(turns_one_apart: &[Vec<usize>]) -> Option<Self> {
        // Three turns take four bits as one group, six as three groups.
        let groups = turns_one_apart.iter().flat_map(|turns| {
            let size = if turns.len() <= 3 { 3 } else { 1 };
            turns.chunks(size).map(CodedTurns::new)
        });
        let groups: Vec<CodedTurns> = groups.collect();
        let widths = groups
            .iter()
            .map(|group| group.keys.len().next_power_of_two());
        let bits = widths.max().map_or(0, usize::trailing_zeros);
        let fits = DISTANCE_BITS + bits * groups.len() as u32 <= u32::BITS;
        fits.then_some(Self { groups, bits })
    }

    /// Writes the entries of a class to `row`. `keys` has room for a key of each entry.
    fn encode_row(
        &self,
        classes: &Classes,
        distances: &Distances,
        class: usize,
        keys: &mut [u8],
        row: &mut [u32],
    ) {
        let width = classes.width;
        for (entry, at) in row.iter_mut().zip(classes.row(class)) {
            *entry = distances.get(at).into();
        }
        for (group, n) in self.groups.iter().zip(0..) {
            let shift = DISTANCE_BITS + n * self.bits;
            keys.fill(0);
            let mut weight = 1_u8;
            for &turn in &group.turns {
                let (there, own) = classes.class_image(class, turn);
                let to = classes.row(there).start;
                let after = &classes.carried_after[turn * width..][..width];
                let image = &classes.carried_image[own * width..][..width];
                for ((key, &entry), &after) in keys.iter_mut().zip(&*row).zip(after) {
                    let there = distances.get(to + usize::from(image[usize::from(after)]));
                    let change = (there + 1).wrapping_sub((entry & UNREACHED as u32) as u8);
                    *key += weight * (change & 3);
                }
                weight *= 3;
            }
            for (entry, &key) in row.iter_mut().zip(keys.iter()) {
                *entry |= group.codes[key as usize] << shift;
            }
        }
    }
}

//! Permutations of points; in puzzles, of facelets.
//!
//! *Idea.* A turn of a large puzzle moves few of its facelets. So a permutation that fixes most points stores only the
//! moved points, and any other permutation stores all sources. The choice depends only on the permutation, so equal
//! permutations have equal representations.

use std::collections::HashSet;
use std::hash::Hash;

use itertools::{Either, Itertools};
use num_integer::Integer;

/// A permutation of facelets, stored by source: after it, facelet `f` has the color that facelet `source(f)` had
/// before. It has at most 2³² facelets, and takes four bytes for each facelet or eight bytes for each moved facelet.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Permutation {
    size: usize,
    sources: Storage,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Storage {
    /// The source of every facelet.
    All(Box<[u32]>),
    /// A facelet and its source, for each moved facelet, in ascending order.
    Moved(Box<[[u32; 2]]>),
}

/// Only the moved facelets are stored if there are fewer of them than all facelets divided by this number: a moved
/// facelet takes twice the memory, and looking up its source takes a search.
const SPARSE_RATIO: usize = 4;

impl Permutation {
    /// The permutation that moves nothing, on `size` facelets.
    pub fn identity(size: usize) -> Self {
        let sources = Storage::Moved(Box::default());
        Self { size, sources }
    }

    /// The permutation with these sources, which must be distinct.
    pub(crate) fn from_sources(sources: impl IntoIterator<Item = usize>) -> Self {
        let sources: Box<[u32]> = sources.into_iter().map(|source| source as u32).collect();
        let size = sources.len();
        let moved = || (0..).zip(&sources).filter(|&(to, &from)| to != from);
        let sources = if is_sparse(moved().count(), size) {
            Storage::Moved(moved().map(|(to, &from)| [to, from]).collect())
        } else {
            Storage::All(sources)
        };
        Self { size, sources }
    }

    /// The permutation that moves these facelets, in ascending order, from these sources.
    fn from_moved(size: usize, moved: Vec<[u32; 2]>) -> Self {
        if is_sparse(moved.len(), size) {
            let sources = Storage::Moved(moved.into());
            return Self { size, sources };
        }
        let mut sources: Box<[u32]> = (0..size as u32).collect();
        for [to, from] in moved {
            sources[to as usize] = from;
        }
        let sources = Storage::All(sources);
        Self { size, sources }
    }

    /// The permutation in which each facelet of a cycle moves to the next one.
    ///
    /// # Panics
    /// If a cycle moves a facelet outside `0..size`. The result is a permutation only if no facelet occurs twice.
    pub fn from_cycles(size: usize, cycles: &[Vec<usize>]) -> Self {
        let moves = cycles
            .iter()
            .flat_map(|cycle| cycle.iter().circular_tuple_windows());
        let moved = moves.filter(|(from, to)| from != to);
        let moved = moved.map(|(&from, &to)| [to as u32, from as u32]);
        let moved: Vec<[u32; 2]> = moved.sorted_unstable().collect();
        let largest = moved.iter().flatten().max();
        assert!(
            largest.is_none_or(|&largest| (largest as usize) < size),
            "there are {size} facelets"
        );
        Self::from_moved(size, moved)
    }

    /// The number of facelets.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The facelet whose sticker moves to `facelet`.
    ///
    /// # Panics
    /// If the facelet does not exist.
    #[inline]
    pub fn source(&self, facelet: usize) -> usize {
        match &self.sources {
            Storage::All(all) => all[facelet] as usize,
            Storage::Moved(moved) => {
                assert!(facelet < self.size, "there are {} facelets", self.size);
                let found = moved.binary_search_by_key(&facelet, |&[to, _]| to as usize);
                found.map_or(facelet, |at| moved[at][1] as usize)
            }
        }
    }

    /// All sources, in the order of the facelets.
    pub fn sources(&self) -> impl ExactSizeIterator<Item = usize> + Clone + '_ {
        match &self.sources {
            Storage::All(all) => Either::Left(all.iter().map(|&source| source as usize)),
            Storage::Moved(moved) => {
                let mut rest = moved.iter();
                Either::Right((0..self.size).map(move |to| match rest.as_slice() {
                    [[next, from], ..] if *next as usize == to => {
                        rest.next();
                        *from as usize
                    }
                    _ => to,
                }))
            }
        }
    }

    /// The moved facelets, in ascending order.
    pub fn moved(&self) -> impl Iterator<Item = usize> + '_ {
        match &self.sources {
            Storage::All(all) => {
                let all = (0..).zip(all);
                Either::Left(all.filter_map(|(to, &from)| (to != from as usize).then_some(to)))
            }
            Storage::Moved(moved) => Either::Right(moved.iter().map(|&[to, _]| to as usize)),
        }
    }

    /// This permutation followed by another one.
    #[must_use]
    #[inline]
    pub fn then(&self, next: &Self) -> Self {
        let both = |to: usize| self.source(next.source(to));
        match (&self.sources, &next.sources) {
            (Storage::Moved(_), Storage::Moved(_)) => {
                let moved = self.moved().merge(next.moved()).dedup();
                let moved = moved.map(|to| [to as u32, both(to) as u32]);
                let moved = moved.filter(|[to, from]| to != from);
                Self::from_moved(self.size, moved.collect())
            }
            _ => Self::from_sources(next.sources().map(|source| self.source(source))),
        }
    }

    /// The inverse permutation.
    #[must_use]
    pub fn inverse(&self) -> Self {
        match &self.sources {
            Storage::All(all) => {
                let mut source = vec![0; self.size];
                for (to, &from) in all.iter().enumerate() {
                    source[from as usize] = to;
                }
                Self::from_sources(source)
            }
            Storage::Moved(moved) => {
                let back = moved.iter().map(|&[to, from]| [from, to]);
                Self::from_moved(self.size, back.sorted_unstable().collect())
            }
        }
    }

    /// Whether the permutation moves nothing.
    pub fn is_identity(&self) -> bool {
        matches!(&self.sources, Storage::Moved(moved) if moved.is_empty())
    }

    /// Whether two permutations commute.
    pub fn commutes_with(&self, other: &Self) -> bool {
        let both = |first: &Self, then: &Self, to| first.source(then.source(to));
        let mut moved = self.moved().chain(other.moved());
        moved.all(|to| both(self, other, to) == both(other, self, to))
    }

    /// The restriction to some facelets, which the permutation must permute. Its facelet `n` is `facelets[n]` here.
    #[must_use]
    pub fn restricted_to(&self, facelets: &[usize]) -> Self {
        let mut numbers = vec![usize::MAX; self.size];
        for (number, &facelet) in facelets.iter().enumerate() {
            numbers[facelet] = number;
        }
        Self::from_sources(facelets.iter().map(|&to| numbers[self.source(to)]))
    }

    /// The powers 1, 2, … up to the last power that is not the identity.
    pub fn powers(&self) -> impl Iterator<Item = Self> + '_ {
        let next = |power: &Self| Some(power.then(self));
        let powers = std::iter::successors(Some(self.clone()), next);
        powers.take_while(|power| !power.is_identity())
    }

    /// The order of the permutation; saturates at `usize::MAX`.
    pub fn order(&self) -> usize {
        let lengths = self.cycles().into_iter().map(|cycle| cycle.len());
        lengths.fold(1_usize, |all, length| {
            (all / all.gcd(&length)).saturating_mul(length)
        })
    }

    /// The cycles of more than one facelet, as [`Self::from_cycles`] takes them, in the order of their first facelets.
    pub fn cycles(&self) -> Vec<Vec<usize>> {
        let goes_to = self.inverse();
        // A turn of a large puzzle moves few facelets.
        let mut seen = HashSet::new();
        let mut cycles = Vec::new();
        for first in self.moved() {
            let mut cycle = Vec::new();
            let mut at = first;
            while seen.insert(at) {
                cycle.push(at);
                at = goes_to.source(at);
            }
            if !cycle.is_empty() {
                cycles.push(cycle);
            }
        }
        cycles
    }

    /// Applies the permutation to one value per facelet.
    pub fn apply<T: Copy>(&self, values: &[T]) -> Vec<T> {
        self.sources().map(|source| values[source]).collect()
    }
}

/// Whether so few facelets are moved that only the moved facelets are stored.
fn is_sparse(moved: usize, size: usize) -> bool {
    moved * SPARSE_RATIO < size.max(1)
}

/// Whether a permutation of the numbers from `first` on is odd.
pub(crate) fn is_odd(sources: &[usize], first: usize) -> bool {
    // A cycle of n numbers is n - 1 swaps.
    let mut seen = vec![false; sources.len()];
    let mut swaps = 0;
    for start in 0..sources.len() {
        let mut at = start;
        while !std::mem::replace(&mut seen[at], true) {
            at = sources[at] - first;
            swaps += usize::from(at != start);
        }
    }
    swaps % 2 == 1
}

/// Extends a list by all products of its permutations with generators; `None` if it gets longer than `limit`.
pub(crate) fn add_products(
    all: &mut Vec<Permutation>,
    generators: &[Permutation],
    limit: usize,
) -> Option<()> {
    let products = |it: &Permutation| generators.iter().map(|next| it.then(next)).collect();
    add_images(all, limit, products)
}

/// Extends a list by the images of its elements, until it contains all of them; `None` if it gets longer than `limit`.
pub(crate) fn add_images<T: Clone + Eq + Hash>(
    all: &mut Vec<T>,
    limit: usize,
    images: impl Fn(&T) -> Vec<T>,
) -> Option<()> {
    let mut known: HashSet<T> = all.iter().cloned().collect();
    let mut next = 0;
    while next < all.len() {
        for image in images(&all[next]) {
            if known.insert(image.clone()) {
                all.push(image);
            }
        }
        if all.len() > limit {
            return None;
        }
        next += 1;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A random permutation, of all or only the first few facelets.
    fn permutation(size: usize) -> impl Strategy<Value = Permutation> {
        let first = |moved: usize| Just((0..moved).collect::<Vec<_>>()).prop_shuffle();
        let few = first(size / 3).prop_map(move |few| {
            let rest = few.len()..size;
            Permutation::from_sources(few.into_iter().chain(rest))
        });
        prop_oneof![first(size).prop_map(Permutation::from_sources), few]
    }

    /// The permutation in the form of all sources.
    fn sources(it: &Permutation) -> Vec<usize> {
        (0..it.size()).map(|facelet| it.source(facelet)).collect()
    }

    #[test]
    #[should_panic(expected = "there are 100 facelets")]
    fn a_missing_facelet_has_no_source() {
        let _ = Permutation::from_cycles(100, &[vec![2, 5]]).source(100);
    }

    proptest! {
        #[test]
        fn sparse_and_dense_permutations_are_equal(p in permutation(14), q in permutation(14)) {
            let (a, b) = (sources(&p), sources(&q));
            let both = |a: &[usize], b: &[usize]| b.iter().map(|&at| a[at]).collect::<Vec<_>>();
            prop_assert_eq!(p.sources().collect::<Vec<_>>(), a.clone());
            prop_assert_eq!(p.sources().len(), 14);
            prop_assert_eq!(p.then(&q), Permutation::from_sources(both(&a, &b)));
            prop_assert_eq!(p.commutes_with(&q), both(&a, &b) == both(&b, &a));
            prop_assert_eq!(both(&a, &sources(&p.inverse())), (0..14).collect::<Vec<_>>());
            prop_assert_eq!(p.inverse(), Permutation::from_sources(sources(&p.inverse())));
            prop_assert_eq!(p.is_identity(), a.is_sorted());
            let moved = (0..14).filter(|&to| a[to] != to).collect::<Vec<_>>();
            prop_assert_eq!(p.moved().collect::<Vec<_>>(), moved);
            prop_assert_eq!(Permutation::from_cycles(14, &p.cycles()), p);
        }
    }
}

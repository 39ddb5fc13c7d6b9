//! Permutations of points; in puzzles, of facelets.
//!
//! *Idea.* A turn of a large puzzle moves few of its facelets. So a permutation that leaves most
//! points where they are stores only those that it moves, and any other one all sources. Which of
//! the two it is follows from the permutation alone, so equal ones are stored alike.

/// A permutation of facelets, stored by source: after it, facelet `f` shows
/// what facelet `source(f)` showed before. At most 2³² facelets; four bytes for each, or eight for
/// each that it moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Permutation {
    size: usize,
    sources: Sources,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Sources {
    /// Of every facelet.
    All(Box<[u32]>),
    /// A facelet and its source, for each that is moved, in increasing order.
    Moved(Box<[[u32; 2]]>),
}

/// One in so many facelets may move where only those are stored. They are twice as large, and are
/// searched for.
const FEW: usize = 4;

impl Permutation {
    /// The permutation that moves nothing, on `size` facelets.
    #[must_use]
    pub fn identity(size: usize) -> Self {
        let sources = Sources::Moved(Box::default());
        Self { size, sources }
    }

    /// The permutation with these sources, which must be all different.
    pub(crate) fn from_sources(sources: impl IntoIterator<Item = usize>) -> Self {
        let sources: Box<[u32]> = { sources.into_iter() }
            .map(|source| source as u32)
            .collect();
        let size = sources.len();
        let moved = || (0..).zip(&sources).filter(|&(to, &from)| to != from);
        let few = moved().count() * FEW < size.max(1);
        let sources = match few {
            true => Sources::Moved(moved().map(|(to, &from)| [to, from]).collect()),
            false => Sources::All(sources),
        };
        Self { size, sources }
    }

    /// The permutation in which each facelet of a cycle moves to the next one.
    ///
    /// # Panics
    /// If a cycle names a facelet outside `0..size`. The result is a
    /// permutation only if no facelet stands in two places.
    #[must_use]
    pub fn from_cycles(size: usize, cycles: &[Vec<usize>]) -> Self {
        let mut source: Vec<usize> = (0..size).collect();
        for cycle in cycles {
            for (at, &from) in cycle.iter().enumerate() {
                source[cycle[(at + 1) % cycle.len()]] = from;
            }
        }
        Self::from_sources(source)
    }

    /// How many facelets there are.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// The facelet whose sticker comes to `facelet`.
    ///
    /// # Panics
    /// If there are not so many facelets.
    #[must_use]
    pub fn source(&self, facelet: usize) -> usize {
        match &self.sources {
            Sources::All(all) => all[facelet] as usize,
            Sources::Moved(moved) => {
                assert!(facelet < self.size, "there are {} facelets", self.size);
                let found = moved.binary_search_by_key(&facelet, |&[to, _]| to as usize);
                found.map_or(facelet, |at| moved[at][1] as usize)
            }
        }
    }

    /// All sources, in the order of the facelets.
    pub fn sources(&self) -> impl ExactSizeIterator<Item = usize> + Clone + '_ {
        (0..self.size).map(|facelet| self.source(facelet))
    }

    /// This permutation followed by another one.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        Self::from_sources(next.sources().map(|source| self.source(source)))
    }

    /// The permutation that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let mut source = vec![0; self.size];
        for (to, from) in self.sources().enumerate() {
            source[from] = to;
        }
        Self::from_sources(source)
    }

    /// Whether it moves nothing.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        self.sources().enumerate().all(|(to, from)| to == from)
    }

    /// Whether the order in which the two are made does not matter.
    #[must_use]
    pub fn commutes_with(&self, other: &Self) -> bool {
        let both = |first: &Self, then: &Self, to| first.source(then.source(to));
        (0..self.size).all(|to| both(self, other, to) == both(other, self, to))
    }

    /// What it does to some facelets that it brings to each other; what is facelet `n` there is
    /// `facelets[n]` here.
    #[must_use]
    pub fn on(&self, facelets: &[usize]) -> Self {
        let mut numbers = vec![usize::MAX; self.size];
        for (number, &facelet) in facelets.iter().enumerate() {
            numbers[facelet] = number;
        }
        Self::from_sources(facelets.iter().map(|&to| numbers[self.source(to)]))
    }

    /// The powers 1, 2, … up to the last one that moves something.
    pub fn powers(&self) -> impl Iterator<Item = Self> + '_ {
        let next = |power: &Self| Some(power.then(self));
        let powers = std::iter::successors(Some(self.clone()), next);
        powers.take_while(|power| !power.is_identity())
    }

    /// The cycles of more than one facelet, as [`Self::from_cycles`] takes them, in the order of
    /// their first facelets.
    #[must_use]
    pub fn cycles(&self) -> Vec<Vec<usize>> {
        let goes_to = self.inverse();
        let mut seen = vec![false; self.size];
        let mut cycles = Vec::new();
        for first in 0..self.size {
            let mut cycle = Vec::new();
            let mut at = first;
            while !std::mem::replace(&mut seen[at], true) {
                cycle.push(at);
                at = goes_to.source(at);
            }
            if cycle.len() > 1 {
                cycles.push(cycle);
            }
        }
        cycles
    }

    /// Applies the permutation to one value a facelet.
    #[must_use]
    pub fn apply<T: Copy>(&self, values: &[T]) -> Vec<T> {
        self.sources().map(|source| values[source]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn permutation(size: usize) -> impl Strategy<Value = Permutation> {
        Just((0..size).collect::<Vec<_>>())
            .prop_shuffle()
            .prop_map(Permutation::from_sources)
    }

    #[test]
    fn a_cycle_moves_each_facelet_to_the_next() {
        let cycle = Permutation::from_cycles(4, &[vec![0, 1, 2]]);
        assert_eq!(cycle.apply(&['a', 'b', 'c', 'd']), ['c', 'a', 'b', 'd']);
        assert_eq!(cycle.powers().count(), 2);
    }

    #[test]
    fn one_that_moves_little_stores_little_and_means_the_same() {
        let swap = |size| Permutation::from_cycles(size, &[vec![2, 5]]);
        assert!(matches!(&swap(9).sources, Sources::Moved(moved) if moved.len() == 2));
        assert!(matches!(swap(8).sources, Sources::All(_)));
        for size in 6..20 {
            let sources: Vec<usize> = swap(size).sources().collect();
            assert_eq!((sources[2], sources[5]), (5, 2));
            assert_eq!(sources.iter().sum::<usize>(), size * (size - 1) / 2);
            assert_eq!(Permutation::from_sources(sources), swap(size));
            assert_eq!(swap(size).then(&swap(size)), Permutation::identity(size));
        }
    }

    #[test]
    #[should_panic(expected = "there are 100 facelets")]
    fn a_facelet_that_is_not_there_has_no_source() {
        let _ = Permutation::from_cycles(100, &[vec![2, 5]]).source(100);
    }

    proptest! {
        #[test]
        fn a_permutation_and_its_inverse_cancel(p in permutation(9)) {
            prop_assert!(p.then(&p.inverse()).is_identity());
            prop_assert!(p.inverse().then(&p).is_identity());
        }

        #[test]
        fn the_cycles_of_a_permutation_make_it(p in permutation(9)) {
            prop_assert_eq!(Permutation::from_cycles(9, &p.cycles()), p);
        }

        #[test]
        fn applying_two_in_a_row_is_applying_their_product(
            p in permutation(7),
            q in permutation(7),
        ) {
            let values: Vec<usize> = (10..17).collect();
            prop_assert_eq!(q.apply(&p.apply(&values)), p.then(&q).apply(&values));
        }
    }
}

//! Permutations of facelets.

/// A permutation of facelets, stored by source: after it, facelet `f` shows
/// what facelet `source(f)` showed before.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Permutation(Vec<usize>);

impl Permutation {
    /// The permutation that moves nothing, on `size` facelets.
    #[must_use]
    pub fn identity(size: usize) -> Self {
        Self((0..size).collect())
    }

    /// The permutation with these sources, which must be all different.
    pub(crate) fn from_sources(sources: Vec<usize>) -> Self {
        Self(sources)
    }

    /// The permutation in which each facelet of a cycle moves to the next one.
    ///
    /// # Panics
    /// If a cycle names a facelet outside `0..size`. The result is a
    /// permutation only if no facelet stands in two places.
    #[must_use]
    pub fn from_cycles(size: usize, cycles: &[Vec<usize>]) -> Self {
        let mut source = Self::identity(size).0;
        for cycle in cycles {
            for (at, &from) in cycle.iter().enumerate() {
                source[cycle[(at + 1) % cycle.len()]] = from;
            }
        }
        Self(source)
    }

    /// How many facelets there are.
    #[must_use]
    pub fn size(&self) -> usize {
        self.0.len()
    }

    /// The facelet whose sticker comes to `facelet`.
    #[must_use]
    pub fn source(&self, facelet: usize) -> usize {
        self.0[facelet]
    }

    /// All sources, in the order of the facelets.
    #[must_use]
    pub fn sources(&self) -> &[usize] {
        &self.0
    }

    /// This permutation followed by another one.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        Self(next.0.iter().map(|&source| self.0[source]).collect())
    }

    /// The permutation that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let mut source = vec![0; self.size()];
        for (to, &from) in self.0.iter().enumerate() {
            source[from] = to;
        }
        Self(source)
    }

    /// Whether it moves nothing.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        self.0.iter().enumerate().all(|(to, &from)| to == from)
    }

    /// Whether the order in which the two are made does not matter.
    #[must_use]
    pub fn commutes_with(&self, other: &Self) -> bool {
        (0..self.size()).all(|to| self.0[other.0[to]] == other.0[self.0[to]])
    }

    /// What it does to some facelets that it brings to each other; what is facelet `n` there is
    /// `facelets[n]` here.
    #[must_use]
    pub fn on(&self, facelets: &[usize]) -> Self {
        let mut numbers = vec![usize::MAX; self.size()];
        for (number, &facelet) in facelets.iter().enumerate() {
            numbers[facelet] = number;
        }
        let sources = facelets.iter().map(|&to| numbers[self.0[to]]);
        Self(sources.collect())
    }

    /// The powers 1, 2, … up to the last one that moves something.
    #[must_use]
    pub fn powers(&self) -> Vec<Self> {
        let mut powers = Vec::new();
        let mut power = self.clone();
        while !power.is_identity() {
            let next = power.then(self);
            powers.push(std::mem::replace(&mut power, next));
        }
        powers
    }

    /// Applies the permutation to one value a facelet.
    #[must_use]
    pub fn apply<T: Copy>(&self, values: &[T]) -> Vec<T> {
        self.0.iter().map(|&source| values[source]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn permutation(size: usize) -> impl Strategy<Value = Permutation> {
        Just((0..size).collect::<Vec<_>>())
            .prop_shuffle()
            .prop_map(Permutation)
    }

    #[test]
    fn a_cycle_moves_each_facelet_to_the_next() {
        let cycle = Permutation::from_cycles(4, &[vec![0, 1, 2]]);
        assert_eq!(cycle.apply(&['a', 'b', 'c', 'd']), ['c', 'a', 'b', 'd']);
        assert_eq!(cycle.powers().len(), 2);
    }

    proptest! {
        #[test]
        fn a_permutation_and_its_inverse_cancel(p in permutation(9)) {
            prop_assert!(p.then(&p.inverse()).is_identity());
            prop_assert!(p.inverse().then(&p).is_identity());
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

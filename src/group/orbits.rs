//! Points that permutations bring to each other.

use super::chain::Points;
use super::permutation::Permutation;

/// Points joined by permutations, as these are added.
pub(crate) struct Orbits {
    /// A point of the same orbit nearer to its first one; that first one itself.
    up: Vec<usize>,
    counts: Vec<usize>,
}

impl Orbits {
    pub(crate) fn new(size: usize) -> Self {
        Self {
            up: (0..size).collect(),
            counts: vec![1; size],
        }
    }

    /// The orbits of the group that some permutations generate.
    pub(crate) fn generated_by<'a>(
        size: usize,
        generators: impl IntoIterator<Item = &'a Permutation>,
    ) -> Self {
        let mut orbits = Self::new(size);
        for generator in generators {
            for to in generator.moved() {
                orbits.join(to, generator.source(to));
            }
        }
        orbits
    }

    /// The point that stands for an orbit.
    pub(crate) fn of(&mut self, mut point: usize) -> usize {
        while self.up[point] != point {
            self.up[point] = self.up[self.up[point]];
            point = self.up[point];
        }
        point
    }

    /// How many points the orbit of a point has.
    pub(crate) fn count(&mut self, point: usize) -> usize {
        let first = self.of(point);
        self.counts[first]
    }

    /// Joins two points.
    pub(crate) fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.of(a), self.of(b));
        if a != b {
            self.up[a] = b;
            self.counts[b] += self.counts[a];
        }
    }

    /// Joins the points that an element brings to each other.
    pub(crate) fn join_by(&mut self, element: &Points) {
        for (place, &source) in element.iter().enumerate() {
            self.join(place, source as usize);
        }
    }

    /// All orbits, each in increasing order, in the order of their first points.
    pub(crate) fn all(&mut self) -> Vec<Vec<usize>> {
        let mut numbers = vec![usize::MAX; self.up.len()];
        let mut orbits: Vec<Vec<usize>> = Vec::new();
        for point in 0..self.up.len() {
            let first = self.of(point);
            if numbers[first] == usize::MAX {
                numbers[first] = orbits.len();
                orbits.push(Vec::new());
            }
            orbits[numbers[first]].push(point);
        }
        orbits
    }
}

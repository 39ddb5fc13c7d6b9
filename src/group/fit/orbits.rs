//! Points that elements bring to each other.

use super::super::chain::Points;

/// Points joined by elements of a group, as they are added.
pub(super) struct Orbits {
    /// A point of the same orbit nearer to its first one; that first one itself.
    up: Vec<usize>,
    counts: Vec<usize>,
}

impl Orbits {
    pub(super) fn new(size: usize) -> Self {
        Self {
            up: (0..size).collect(),
            counts: vec![1; size],
        }
    }

    /// The point that stands for an orbit.
    pub(super) fn of(&mut self, mut point: usize) -> usize {
        while self.up[point] != point {
            self.up[point] = self.up[self.up[point]];
            point = self.up[point];
        }
        point
    }

    pub(super) fn count(&mut self, point: usize) -> usize {
        let first = self.of(point);
        self.counts[first]
    }

    /// Joins the points that an element brings to each other.
    pub(super) fn join(&mut self, element: &Points) {
        for (place, &source) in element.iter().enumerate() {
            let (a, b) = (self.of(place), self.of(source as usize));
            if a != b {
                self.up[a] = b;
                self.counts[b] += self.counts[a];
            }
        }
    }

    /// All orbits, each in increasing order.
    pub(super) fn all(&mut self) -> Vec<Vec<usize>> {
        let size = self.up.len();
        let mut orbits: Vec<Vec<usize>> = vec![Vec::new(); size];
        for point in 0..size {
            let first = self.of(point);
            orbits[first].push(point);
        }
        orbits.retain(|orbit| !orbit.is_empty());
        orbits
    }
}

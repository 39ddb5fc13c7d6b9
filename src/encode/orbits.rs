//! Where the allowed turns can bring a sticker.

use crate::puzzle::{Color, Problem};

/// The orbits of the facelets under the allowed turns of a problem, each in
/// increasing order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Orbits {
    orbits: Vec<Vec<usize>>,
    /// For each facelet its orbit, and its number there.
    of: Vec<(usize, usize)>,
}

impl Orbits {
    pub(super) fn new(problem: &Problem) -> Self {
        let turns = problem.puzzle.turns();
        let size = problem.puzzle.facelets().len();
        let mut orbits = Vec::new();
        let mut of = vec![(usize::MAX, 0); size];
        for start in 0..size {
            if of[start].0 != usize::MAX {
                continue;
            }
            of[start].0 = orbits.len();
            let mut orbit = vec![start];
            let mut next = 0;
            while next < orbit.len() {
                for &turn in &problem.allowed {
                    let source = turns[turn].permutation.source(orbit[next]);
                    if of[source].0 == usize::MAX {
                        of[source].0 = orbits.len();
                        orbit.push(source);
                    }
                }
                next += 1;
            }
            orbit.sort_unstable();
            for (number, &facelet) in orbit.iter().enumerate() {
                of[facelet].1 = number;
            }
            orbits.push(orbit);
        }
        Self { orbits, of }
    }

    /// The orbit of a facelet.
    pub(super) fn of(&self, facelet: usize) -> &[usize] {
        &self.orbits[self.of[facelet].0]
    }

    /// The number of a facelet in its orbit.
    pub(super) fn number(&self, facelet: usize) -> usize {
        self.of[facelet].1
    }

    /// Whether one facelet is in the orbit of another.
    pub(super) fn is_in(&self, facelet: usize, of: usize) -> bool {
        self.of[facelet].0 == self.of[of].0
    }

    /// For each facelet the colours that it can show, in increasing order.
    pub(super) fn colors(&self, problem: &Problem) -> Vec<Vec<Color>> {
        let of_orbit = |orbit: &Vec<usize>| {
            let mut colors: Vec<Color> = orbit.iter().map(|&f| problem.start.color(f)).collect();
            colors.sort_unstable();
            colors.dedup();
            colors
        };
        let colors: Vec<Vec<Color>> = self.orbits.iter().map(of_orbit).collect();
        self.of
            .iter()
            .map(|&(orbit, _)| colors[orbit].clone())
            .collect()
    }
}

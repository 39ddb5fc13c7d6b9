//! The facelets to which the allowed turns can move a sticker.

use crate::problem::Problem;
use crate::puzzle::Color;

/// The orbits of the facelets under the allowed turns of a problem, each in ascending order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Orbits {
    pub(crate) orbits: Vec<Vec<usize>>,
    /// The orbit of each facelet.
    orbit_of: Vec<usize>,
}

impl Orbits {
    pub(super) fn new(problem: &Problem) -> Self {
        let turns = problem.puzzle.turns();
        let size = problem.puzzle.facelets().len();
        let mut orbits = Vec::new();
        let mut orbit_of = vec![usize::MAX; size];
        for start in 0..size {
            if orbit_of[start] != usize::MAX {
                continue;
            }
            orbit_of[start] = orbits.len();
            let mut orbit = vec![start];
            let mut next = 0;
            while next < orbit.len() {
                for &turn in &problem.allowed {
                    let source = turns[turn].permutation.source(orbit[next]);
                    if orbit_of[source] == usize::MAX {
                        orbit_of[source] = orbits.len();
                        orbit.push(source);
                    }
                }
                next += 1;
            }
            orbit.sort_unstable();
            orbits.push(orbit);
        }
        Self { orbits, orbit_of }
    }

    /// The orbit of a facelet.
    pub(super) fn orbit(&self, facelet: usize) -> &[usize] {
        &self.orbits[self.orbit_of[facelet]]
    }

    /// The possible colors of each facelet, in ascending order.
    pub(super) fn colors(&self, problem: &Problem) -> Vec<Vec<Color>> {
        let of_orbit = |orbit: &Vec<usize>| {
            let sets = orbit.iter().map(|&f| &problem.start.sets()[f]);
            let mut colors: Vec<Color> = sets.flatten().copied().collect();
            colors.sort_unstable();
            colors.dedup();
            colors
        };
        let colors: Vec<Vec<Color>> = self.orbits.iter().map(of_orbit).collect();
        self.orbit_of
            .iter()
            .map(|&orbit| colors[orbit].clone())
            .collect()
    }
}

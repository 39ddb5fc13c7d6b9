//! The facelets to which the allowed turns can move a sticker.

use itertools::Itertools;

use crate::group::Orbits;
use crate::problem::Problem;
use crate::puzzle::Color;

/// The orbits of the facelets under the allowed turns of a problem.
pub(super) fn orbits(problem: &Problem) -> Orbits {
    let turns = problem.puzzle.turns();
    let allowed = problem.allowed.iter();
    let permutations = allowed.map(|&turn| &turns[turn].permutation);
    Orbits::generated_by(problem.puzzle.facelets().len(), permutations)
}

/// The possible colors of each facelet, in ascending order.
pub(super) fn possible_colors(problem: &Problem) -> Vec<Vec<Color>> {
    let mut possible = vec![Vec::new(); problem.puzzle.facelets().len()];
    for orbit in orbits(problem).all() {
        let sets = orbit.iter().map(|&facelet| &problem.start.sets()[facelet]);
        let colors = sets.flatten().copied().sorted_unstable().dedup();
        let colors: Vec<Color> = colors.collect();
        for facelet in orbit {
            possible[facelet] = colors.clone();
        }
    }
    possible
}

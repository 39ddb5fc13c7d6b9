//! The premises of a certificate beyond its clauses.
//!
//! The proof shows that a formula is unsatisfiable. Conclusions about a puzzle need further premises. This module
//! states each premise and names the code that checks it; `docs/testing.md` names the tests of that code.

use itertools::Itertools;

use super::check::Format;
use crate::notation::Scheme;
use crate::problem::Problem;

/// The index of the premise about the encoding.
pub(super) const ENCODING: usize = 1;

/// The premises, in words, in a fixed order that depends only on the problem.
pub(super) fn premises(problem: &Problem, format: Format) -> Vec<String> {
    let mut premises = vec![
        "the puzzle file: it says what the turns do".to_owned(),
        "the encoding: every solution is a model of the formula, which is rebuilt to verify it (src/encode)"
            .to_owned(),
    ];
    if let Some(context) = &problem.stage_context {
        premises.push(format!(
            "the stage: every solution of the puzzle is also one of the smaller puzzle of {}, which is derived again to \
             verify it (src/quotient)",
            context.stage_in_words()
        ));
    }
    if problem.up_to_rotation {
        let facelets = problem.puzzle.facelets();
        let names = problem.puzzle.held().iter().map(|&held| &facelets[held]);
        premises.push(format!(
            "the held piece: each turn that moves {} equals one that does not, followed by a rotation of the \
             whole puzzle; checked whenever the puzzle file is read (src/puzzle/held.rs)",
            names.format(" ")
        ));
    }
    if problem.goals.len() > 1 && problem.up_to_rotation && !problem.start.is_state() {
        premises.push(format!(
            "the orientations: the start leaves the orientation of the puzzle open, and the formula has all {} in which a \
             solution can end (src/problem/orientations.rs)",
            problem.goals.len()
        ));
    }
    if !is_in_own_colors(problem) {
        premises.push(
            "the colors: the letters of the start are not those of the puzzle, and only one assignment of colors to them \
             gives pieces of the puzzle (src/notation/inference.rs)"
                .to_owned(),
        );
    }
    if !problem.start.is_state() {
        premises.push(
            "the start: it is partly unknown, and the formula admits every state that matches it and that turns can reach \
             (src/encode/reachable_start.rs)"
                .to_owned(),
        );
    }
    premises.push(format!(
        "the checker of the proof (checker/), or any other that reads {}",
        format.title()
    ));
    premises
}

/// Whether the letters are those of the puzzle, possibly rotated.
fn is_in_own_colors(problem: &Problem) -> bool {
    let own = Scheme::own_symbols(&problem.puzzle);
    let mut rotations = problem.puzzle.rotations().iter();
    rotations.any(|rotation| own.renamed(&rotation.colors) == problem.scheme)
}

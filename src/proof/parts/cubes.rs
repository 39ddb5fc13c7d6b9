//! Reads the parts of a question that was split at turns.

use super::cube::Cube;
use crate::control::Control;
use crate::error::Error;
use crate::problem::Problem;
use crate::proof::certificate::Part;

/// The premise of a claim that was proved in cubes.
pub(super) const PREMISE: &str = "the cubes: the first proof shows that a solution makes the turns of one of them, and the certificate of each \
     is about the question with that cube as a side constraint; rebuilt to verify it (src/proof/parts)";

/// The cubes, and the question restricted to each.
pub(super) fn read(
    parts: &[Part],
    problem: &Problem,
    control: &Control,
) -> Result<(Vec<Cube>, Vec<Problem>), Error> {
    let slots = problem.budget.slots();
    let (mut questions, mut cubes) = (Vec::new(), Vec::new());
    for part in parts {
        // Reading many cubes takes time, so each checks for a stop.
        control.check()?;
        let cube = Cube::read(&problem.puzzle, &part.first, part.at_most);
        let cube = cube.map_err(|error| part.damaged_error(error))?;
        if !part.last.is_empty() {
            return Err(part.damaged_error("with a refutation, it cannot have `last`"));
        }
        if cube.is_empty() {
            let reason = "it fixes nothing, so it is the whole question again";
            return Err(part.damaged_error(reason));
        }
        if cube.slots() > slots || cube.max_turns().is_some_and(|most| most >= slots) {
            let reason = format!("it is not a part of a question with {slots} slots");
            return Err(part.damaged_error(reason));
        }
        let question = cube.question(problem);
        questions.push(question.map_err(|error| part.damaged_error(error))?);
        cubes.push(cube);
    }
    Ok((cubes, questions))
}

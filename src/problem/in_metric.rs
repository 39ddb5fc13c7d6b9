//! Turns as a metric counts them.

use super::question::Problem;
use crate::puzzle::TurnId;

/// The same with allowed turns only: a turn that is none is made by several of its face. The
/// turns are merged where some in a row do what fewer do. `None` where that cannot be, or the start is not known.
#[must_use]
pub fn in_metric(problem: &Problem, turns: &[TurnId]) -> Option<Vec<TurnId>> {
    let made: Option<Vec<Vec<TurnId>>> = turns.iter().map(|&turn| allowed(problem, turn)).collect();
    let puzzle = &problem.puzzle;
    let start = problem.start.state()?;
    Some(puzzle.shorten(&start, &made?.concat(), &problem.allowed))
}

/// The fewest allowed turns of a turn's face, all the same, that do what the turn does.
fn allowed(problem: &Problem, turn: TurnId) -> Option<Vec<TurnId>> {
    if problem.allowed.contains(&turn) {
        return Some(vec![turn]);
    }
    let turns = problem.puzzle.turns();
    let wanted = &turns[turn];
    let of_face = problem
        .allowed
        .iter()
        .filter(|&&it| turns[it].face == wanted.face);
    let ways = of_face.filter_map(|&it| {
        let times = (1..wanted.steps).find(|&n| turns[it].step * n % wanted.steps == wanted.step);
        times.map(|times| vec![it; times])
    });
    ways.min_by_key(Vec::len)
}

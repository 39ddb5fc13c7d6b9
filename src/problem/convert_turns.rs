//! Conversion of turn sequences to allowed turns, such as the turns of a metric.

use super::checked::Problem;
use crate::puzzle::{Turn, TurnId};

/// The order of a turn above which users rarely intend to allow all its powers.
const MAX_USUAL_ORDER: usize = 100;

impl Problem {
    /// A turn of order greater than 100 whose powers are all allowed: in the half-turn metric each power counts as one
    /// turn.
    pub fn turn_with_many_powers(&self) -> Option<&Turn> {
        let turns = self.puzzle.turns();
        let first = |turn: &&Turn| turn.power == 1 && turn.order > MAX_USUAL_ORDER;
        turns.iter().filter(first).find(|first| {
            let of_face = (0..turns.len()).filter(|&turn| turns[turn].face == first.face);
            let mut of_face = of_face.map(|turn| self.puzzle.representative_turn(turn));
            of_face.all(|turn| self.allowed.binary_search(&turn).is_ok())
        })
    }
}

/// Rewrites turns with allowed turns only: each other turn becomes several allowed turns of its face, and adjacent turns are
/// merged where possible. `None` if a turn cannot be rewritten, or the start is unknown.
pub fn convert_to_allowed(problem: &Problem, turns: &[TurnId]) -> Option<Vec<TurnId>> {
    let repeated: Option<Vec<Vec<TurnId>>> = turns
        .iter()
        .map(|&turn| repeated_turn(problem, turn))
        .collect();
    let puzzle = &problem.puzzle;
    let start = problem.start.state()?;
    Some(puzzle.shorten(&start, &repeated?.concat(), &problem.allowed))
}

/// A turn as the fewest repetitions of one allowed turn of its face; `None` if that is impossible.
fn repeated_turn(problem: &Problem, turn: TurnId) -> Option<Vec<TurnId>> {
    if problem.allowed.contains(&turn) {
        return Some(vec![turn]);
    }
    let turns = problem.puzzle.turns();
    let wanted = &turns[turn];
    let of_face = problem
        .allowed
        .iter()
        .filter(|&&it| turns[it].face == wanted.face);
    let repetitions = of_face.filter_map(|&it| {
        let times = (1..wanted.face_modulus)
            .find(|&n| turns[it].face_exponent * n % wanted.face_modulus == wanted.face_exponent);
        times.map(|times| vec![it; times])
    });
    repetitions.min_by_key(Vec::len)
}

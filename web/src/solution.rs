//! Prepares solutions to be played and drawn. Each solution is replayed first.

use serde_json::json;
use twistsat::ask::{Answer, Request};
use twistsat::notation::Notation;
use twistsat::picture::{self, Playback, scheme_rotations};
use twistsat::problem::{Budget, Problem, Solution};

use crate::{Result, page};

/// The problem, and the turns as its solution; an error if they do not solve it.
fn replay(request: &Request, turns: &str) -> Result<(Problem, Solution)> {
    let problem = page::problem(request)?;
    let turns = request.question.notation.read(&problem.puzzle, turns)?;
    let problem = problem.within(Budget::Exactly(turns.len()));
    // If the start is partly unknown: the state that these turns solve.
    let start_from_goal = || {
        let (puzzle, goal) = (&problem.puzzle, problem.shown_goal().state()?);
        Some(puzzle.apply(&goal, &puzzle.inverse_sequence(&turns)))
    };
    let start = problem.start.state().or_else(start_from_goal);
    let start = start
        .ok_or("both start and goal have unknown stickers, so the solution cannot be replayed")?;
    let solution = Solution::replay_from(&problem, start, turns)?;
    Ok((problem, solution))
}

/// The data for playing a solution.
pub(crate) fn play(request: &Request, turns: &str) -> Result<Answer> {
    let (problem, solution) = replay(request, turns)?;
    let puzzle = &problem.puzzle;
    let write = |turns: &[_]| Notation::default().write_all(puzzle, turns);
    let back = write(&puzzle.inverse_sequence(solution.turns()));
    let setup = scheme_rotations(puzzle, &problem.scheme);
    let answer = json!({
        "data": Playback::of(&problem, request.question.notation, &solution).data(),
        // Rotations to the scheme of the start, then turns to the start; null if no rotations lead to the scheme.
        "setup": setup.map(|held| format!("{held} {back}").trim().to_owned()),
        // The solution in the notation of external pages.
        "alg": write(solution.turns()),
    });
    Ok(Answer::new(answer, Vec::new())?)
}

/// A solution as pictures, and as a page that plays it.
pub(crate) fn pictures(request: &Request, turns: &str) -> Result<Answer> {
    let (problem, solution) = replay(request, turns)?;
    let play = Playback::of(&problem, request.question.notation, &solution);
    let net = picture::svg(play.puzzle, play.scheme, &play.start);
    let name = problem.puzzle.name();
    let files = [
        (format!("{name}.svg"), net),
        (format!("{name}-turns.svg"), picture::solution_svg(&play)),
        (format!("{name}.html"), picture::page(&play, "")),
    ];
    let files = files.map(|(name, text)| (name, text.into_bytes()));
    Ok(Answer::new(json!({}), files.into())?)
}

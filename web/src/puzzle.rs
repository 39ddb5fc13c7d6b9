//! Lists the built-in puzzles, recipes and solvers, and describes puzzles.

use serde_json::{Value, json};
use twistsat::ask::{Answer, Request};
use twistsat::encode::Recipe;
use twistsat::notation::Scheme;
use twistsat::picture::{PlaybackColor, Shape, external_name};
use twistsat::problem::TextFile;
use twistsat::puzzle::{Layout, Puzzle, Turn};
use twistsat::report::json::VERSION;
use twistsat::solver;

use crate::Result;

fn answer(value: &Value) -> Result<Answer> {
    Ok(Answer::new(value, Vec::new())?)
}

/// The names of puzzles, recipes and solvers.
pub(crate) fn list() -> Result<Answer> {
    let puzzles = Puzzle::built_in_entries()?.into_iter();
    let puzzles = puzzles.map(|listed| json!({ "name": listed.name, "title": listed.title }));
    let solvers = solver::built_in().iter().map(|solver| solver.name());
    answer(&json!({
        "version": VERSION,
        "puzzles": puzzles.collect::<Value>(),
        "recipes": Recipe::built_in_names().collect::<Value>(),
        "solvers": solvers.collect::<Value>(),
    }))
}

/// The data with which the page draws a puzzle, or the mistakes in its file.
pub(crate) fn describe(request: &Request) -> Result<Answer> {
    if let Some(TextFile { name, text }) = &request.question.puzzle_file {
        let mistakes = Puzzle::mistakes(name, text);
        if !mistakes.is_empty() {
            let mistakes = mistakes.iter().map(ToString::to_string);
            return answer(&json!({ "mistakes": mistakes.collect::<Value>() }));
        }
    }
    let puzzle = request.question.puzzle()?;
    let faces = puzzle.faces().iter();
    answer(&json!({
        "name": puzzle.name(),
        "title": puzzle.title(),
        "shape": Shape::of(&puzzle),
        "facelets": puzzle.facelets(),
        // The facelets in the order of a written state.
        "order": puzzle.net_order(),
        // The facelets of each face.
        "faces": faces.clone().map(|face| face.facelets.clone()).collect::<Value>(),
        "face_names": faces.map(|face| face.name.clone()).collect::<Value>(),
        "has_fixed_centers": has_fixed_centers(&puzzle),
        "colors": PlaybackColor::all(&puzzle, &Scheme::own_symbols(&puzzle)),
        "solved": puzzle.solved().colors(),
        // The puzzle's name in cubing.js; null if cubing.js does not have it.
        "cubing": external_name(&puzzle).map(|known| known.cubing),
    }))
}

/// Whether each face has a facelet that no turn moves, so that its color identifies the face.
fn has_fixed_centers(puzzle: &Puzzle) -> bool {
    let is_fixed = |facelet: &usize| {
        let stays = |turn: &Turn| turn.permutation.source(*facelet) == *facelet;
        puzzle.turns().iter().all(stays)
    };
    let mut faces = puzzle.faces().iter();
    faces.all(|face| face.facelets.iter().any(is_fixed))
}

/// A random state that the turns around the held piece can reach.
pub(crate) fn random(request: &Request, seed: u64) -> Result<Answer> {
    let puzzle = request.question.puzzle()?;
    let state = puzzle.random_state(seed);
    answer(&json!({ "state": Scheme::own_symbols(&puzzle).write(&puzzle, &state, Layout::Net) }))
}

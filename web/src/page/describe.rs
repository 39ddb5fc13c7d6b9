//! Lists what is available, and describes puzzles.

use serde::Serialize;
use twistsat::encode::Recipe;
use twistsat::notation::Scheme;
use twistsat::picture::{ColorData, Shape, external_names};
use twistsat::problem::TextFile;
use twistsat::puzzle::{Color, Puzzle, Turn};
use twistsat::solver;

use super::Answer;
use crate::request::Request;
use crate::solve::Result;

#[derive(Serialize)]
struct List {
    version: &'static str,
    puzzles: Vec<Named>,
    recipes: Vec<String>,
    solvers: Vec<String>,
}

#[derive(Serialize)]
struct Named {
    name: String,
    title: String,
}

pub(super) fn list() -> Result<Answer> {
    let puzzles = Puzzle::list()?.into_iter().map(|listed| Named {
        name: listed.name.to_owned(),
        title: listed.title,
    });
    Answer::new(&List {
        version: env!("CARGO_PKG_VERSION"),
        puzzles: puzzles.collect(),
        recipes: Recipe::built_in_names().map(str::to_owned).collect(),
        solvers: solver::all()
            .iter()
            .map(|solver| solver.name().to_owned())
            .collect(),
    })
}

#[derive(Serialize)]
struct Described {
    name: String,
    title: String,
    shape: Shape,
    facelets: Vec<String>,
    /// The facelets in the order of a written state.
    order: Vec<usize>,
    /// The facelets of each face.
    faces: Vec<Vec<usize>>,
    /// The names of the faces.
    face_names: Vec<String>,
    /// Whether the center of each face is fixed, so that its color identifies the face.
    has_fixed_centers: bool,
    colors: Vec<ColorData>,
    solved: Vec<Color>,
    /// The number of facelets of each color.
    counts: Vec<usize>,
    /// The names of the turns.
    turns: Vec<String>,
    /// Its name in cubing.js, if it is available there.
    cubing: Option<&'static str>,
}

/// The mistakes in a file, one per line.
#[derive(Serialize)]
struct Mistakes {
    mistakes: Vec<String>,
}

pub(super) fn puzzle(request: &Request) -> Result<Answer> {
    if let Some(TextFile { name, text }) = &request.question.puzzle_file {
        let mistakes = Puzzle::mistakes(name, text);
        if !mistakes.is_empty() {
            let mistakes = mistakes.iter().map(ToString::to_string).collect();
            return Answer::new(&Mistakes { mistakes });
        }
    }
    let puzzle = request.question.puzzle()?;
    let solved = puzzle.solved().colors().to_vec();
    let count = |color| solved.iter().filter(|it| **it == color).count();
    Answer::new(&Described {
        name: puzzle.name().to_owned(),
        title: puzzle.title().to_owned(),
        shape: Shape::of(&puzzle),
        facelets: puzzle.facelets().to_vec(),
        order: puzzle.net_order(),
        faces: puzzle
            .faces()
            .iter()
            .map(|face| face.facelets.clone())
            .collect(),
        face_names: puzzle
            .faces()
            .iter()
            .map(|face| face.name.clone())
            .collect(),
        has_fixed_centers: has_fixed_centers(&puzzle),
        colors: ColorData::all(&puzzle, &Scheme::own(&puzzle)),
        counts: (0..puzzle.colors().len()).map(count).collect(),
        solved,
        turns: puzzle.turns().iter().map(|turn| turn.name()).collect(),
        cubing: external_names(&puzzle).map(|known| known.cubing),
    })
}

/// Whether each face has a facelet that no turn moves.
fn has_fixed_centers(puzzle: &Puzzle) -> bool {
    let is_fixed = |facelet: &usize| {
        let stays = |turn: &Turn| turn.permutation.source(*facelet) == *facelet;
        puzzle.turns().iter().all(stays)
    };
    let mut faces = puzzle.faces().iter();
    faces.all(|face| face.facelets.iter().any(is_fixed))
}

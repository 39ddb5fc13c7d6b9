//! Problems.

use pyo3::prelude::*;
use twistsat::{Metric, Target};

use crate::puzzle::Puzzle;
use crate::wrong;

/// A question: from a state to a goal, in so many turns.
#[pyclass(frozen)]
#[derive(Clone)]
pub(crate) struct Problem {
    pub(crate) inner: twistsat::Problem,
    /// Whether a number of turns was given.
    pub(crate) is_bounded: bool,
}

#[pymethods]
impl Problem {
    #[new]
    #[pyo3(signature = (puzzle, scramble = None, *, state = None, to = "any", turns = None, max_turns = None, metric = "htm", canonical = false))]
    #[allow(clippy::too_many_arguments)] // They have names in Python.
    fn new(
        puzzle: &Puzzle,
        scramble: Option<&str>,
        state: Option<&str>,
        to: &str,
        turns: Option<usize>,
        max_turns: Option<usize>,
        metric: &str,
        canonical: bool,
    ) -> PyResult<Self> {
        let puzzle = &puzzle.inner;
        let problem = match (scramble, state) {
            (Some(scramble), None) => twistsat::Problem::scrambled(puzzle, scramble),
            (None, Some(state)) => twistsat::Problem::of_state(puzzle, state),
            _ => return Err(wrong("give a start: either scramble or state")),
        };
        let mut problem = problem.map_err(wrong)?;
        match to {
            "any" => (),
            "solved" => problem = problem.to(&Target::Solved).map_err(wrong)?,
            text => {
                let layout = twistsat::Layout::guess_for(puzzle, text);
                let stickers = layout.read_stickers(puzzle, text).map_err(wrong)?;
                problem = problem.to(&Target::of(stickers)).map_err(wrong)?;
            }
        }
        let metric: Metric = metric.parse().map_err(wrong)?;
        problem = problem.counted_in(metric).map_err(wrong)?;
        for (name, given) in [("turns", turns), ("max_turns", max_turns)] {
            if given.is_some_and(|it| it > twistsat::puzzle::MOST_TURNS) {
                let most = twistsat::puzzle::MOST_TURNS;
                return Err(wrong(format!("{name}: at most {most}")));
            }
        }
        problem = match (turns, max_turns) {
            (Some(_), Some(_)) => return Err(wrong("give turns or max_turns, not both")),
            (Some(turns), None) => problem.exactly(turns),
            (None, Some(most)) => problem.at_most(most),
            (None, None) => problem,
        };
        if canonical {
            problem = problem.canonical();
        }
        Ok(Self {
            inner: problem,
            is_bounded: turns.or(max_turns).is_some(),
        })
    }

    #[getter]
    fn puzzle(&self) -> Puzzle {
        let inner = self.inner.puzzle.clone();
        Puzzle { inner }
    }

    fn __repr__(&self) -> String {
        let puzzle = self.inner.puzzle.name();
        format!("Problem({puzzle}, {})", self.inner.asked_for())
    }
}

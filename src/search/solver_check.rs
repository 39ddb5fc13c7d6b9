//! A test question with a known answer, for a solver that refutes one length after another.
//!
//! *Idea.* A search with an unlimited budget continues while its solver says "unsatisfiable". With a solver that always
//! says so, it would never end. So the solver must also find turns from the start to a state two turns away.

use itertools::Itertools;

use super::Search;
use crate::encode::Encoder;
use crate::error::{Error, ErrorKind};
use crate::problem::Problem;
use crate::solver::{Session, Verdict, wrong_refutation_error};

impl Search<'_> {
    /// Tests the solver with a question that has a solution.
    ///
    /// # Errors
    /// [`Error`] if the solver says that there is no solution, or gives another wrong answer.
    pub(crate) fn test_solver(&self, problem: &Problem) -> Result<(), Error> {
        let Some(start) = problem.start.state() else {
            return Ok(());
        };
        let puzzle = &problem.puzzle;
        let ends = [problem.allowed.first(), problem.allowed.last()];
        let turns = ends.into_iter().flatten().copied().collect_vec();
        let end = puzzle.apply(&start, &turns);
        let question = problem.unconstrained().to_pattern(end.into());
        let question = question.at_most(turns.len());
        let mut encoder = Encoder::new(&question, self.selected_recipe()?);
        // A recipe that cannot express the test is meant for other goals.
        let Ok(formula) = encoder.encode(question.budget, &self.control) else {
            return Ok(());
        };
        let backend = self.selected_solver()?;
        let mut session = Session::new(backend, &formula.cnf, formula.variables)?;
        match session.solve(&self.control) {
            Ok(Verdict::Unsat) => {
                let names = turns.iter().map(|&turn| puzzle.turns()[turn].name());
                let turns = names.collect_vec().join(" ");
                let reason = format!("a test question has the solution {turns}");
                Err(wrong_refutation_error(backend.name(), &reason))
            }
            Err(error) if error.kind() == ErrorKind::WrongAnswer => Err(error),
            // Other errors are reported when they occur with the question itself.
            Ok(_) | Err(_) => Ok(()),
        }
    }
}

//! The formats, with their requirements on the question and the recipe.

use std::io;
use std::io::Write;

use rustsat::types::Lit;

use super::smt::fits_bit_vectors;
use crate::encode::formula::{Formula, FormulaContent};
use crate::encode::recipe::{Recipe, SelectorEncoding, StateEncoding};
use crate::error::Error;
use crate::names::named;
use crate::problem::{Constraints, Cost, Problem};

/// The format of a formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// DIMACS, with the variables that determine a solution as `c p show` for model counters.
    #[default]
    Cnf,
    /// Weighted clauses for MaxSAT solvers.
    Wcnf,
    /// Pseudo-boolean constraints.
    Opb,
    /// Clauses and cubes.
    Icnf,
    /// SMT-LIB 2 with bit-vectors.
    Smt2,
    /// The circuit in AIGER's ASCII format.
    Aag,
    /// The gates as a drawing, in the language of Graphviz.
    Dot,
}

named!(
    Format,
    "format",
    Cnf = "cnf",
    Wcnf = "wcnf",
    Opb = "opb",
    Icnf = "icnf",
    Smt2 = "smt2",
    Aag = "aag",
    Dot = "dot",
);

impl Format {
    /// Whether the format can express costs, so that a solver finds the cheapest solution.
    #[must_use]
    pub fn expresses_cost(self) -> bool {
        matches!(self, Format::Wcnf | Format::Opb)
    }

    /// The content that the format needs from a formula.
    #[must_use]
    pub fn content(self) -> FormulaContent {
        match self {
            Format::Cnf | Format::Wcnf | Format::Icnf => FormulaContent::Clauses,
            Format::Opb => FormulaContent::Linear,
            Format::Smt2 => FormulaContent::Transitions,
            Format::Aag | Format::Dot => FormulaContent::Gates,
        }
    }

    /// Rejects a recipe that cannot be written in this format.
    ///
    /// # Errors
    /// [`Error`] with the reason.
    pub fn check(self, recipe: &Recipe) -> Result<(), Error> {
        if self != Format::Smt2 || fits_bit_vectors(recipe) {
            return Ok(());
        }
        let has = match (recipe.state, recipe.selector) {
            (StateEncoding::ColorBinary, SelectorEncoding::Binary) => "form `reference`",
            (StateEncoding::ColorBinary, _) => "another selector",
            _ => "another state",
        };
        let recipe = &recipe.name;
        Err(Error::impossible_value(format!(
            "format smt2 represents the turns and the colors of facelets as bit-vectors: it requires a recipe with state `color-binary`, selector `binary` and form `compact`, such as mux or mux-idle, and `{recipe}` has {has}"
        )))
    }

    /// Rejects a formula that has slots but no gates if the format draws gates.
    ///
    /// # Errors
    /// [`Error`] with the reason.
    pub fn check_gates(self, problem: &Problem, formula: &Formula) -> Result<(), Error> {
        if self != Format::Dot || !formula.gates.is_empty() || problem.budget.slots() == 0 {
            return Ok(());
        }
        Err(Error::malformed(
            "{format} dot draws gates, and the formula of this recipe has none; choose another one, such as {recipe} mux",
        ))
    }

    /// The problem in the form that the format requires. In a weighted formula each turn has a cost: one, unless the
    /// problem sets costs. With costs, no option of a recipe is used that could exclude a cheapest solution.
    #[must_use]
    pub fn problem_to_encode(self, problem: Problem) -> Problem {
        if self != Format::Wcnf || problem.constraints.cost.is_some() {
            return problem;
        }
        let weights = vec![1; problem.puzzle.turns().len()];
        let constraints = Constraints {
            cost: Some(Cost::of_turns(weights, None)),
            ..problem.constraints.clone()
        };
        problem.with_constraints(constraints)
    }

    /// Writes a formula that was built with the [content](Self::content) of the format. Only iCNF has cubes.
    ///
    /// # Errors
    /// I/O errors of the writer.
    pub fn write(
        self,
        problem: &Problem,
        formula: &Formula,
        cubes: &[Vec<Lit>],
        comments: &[String],
        writer: &mut dyn Write,
    ) -> io::Result<()> {
        let written = match self {
            Format::Cnf => {
                let comments = [comments, &[projection(problem, formula)]].concat();
                formula.write_dimacs(&comments, writer)
            }
            Format::Wcnf => formula.write_wcnf(problem, comments, writer),
            Format::Opb => formula.write_opb(problem, comments, writer),
            Format::Icnf => formula.write_icnf(cubes, comments, writer),
            Format::Smt2 => formula.write_smt(problem, comments, writer),
            Format::Aag => formula.write_aiger(comments, writer),
            Format::Dot => formula.write_dot(problem, comments, writer),
        };
        written.and_then(|()| writer.flush())
    }
}

/// The variables onto which models are projected for counting, in the notation of the Model Counting Competition.
fn projection(problem: &Problem, formula: &Formula) -> String {
    let variables = formula.solution_variables(problem);
    let numbers = variables.iter().map(|variable| format!("{variable} "));
    format!("p show {}0", numbers.collect::<String>())
}

//! The basis of a proof: the plain formula of a question, and its lemmas.

use rustsat::types::Lit;

use super::finish::ProofFinisher;
use super::given_lemmas::GivenLemmas;
use super::outcome::{Event, Refutation};
use crate::clauses::Clauses;
use crate::control::Control;
use crate::encode::{Formula, Recipe, encode_controlled};
use crate::error::{Error, ErrorKind, Undecided};
use crate::problem::{Budget, Problem};
use crate::proof::check::Format;
use crate::puzzle::Premise;
use crate::search::UnknownReason;

/// The name of the recipe of the formulas in certificates.
pub const RECIPE: &str = "plain";

/// The problem that a certificate is about: at most as many turns as the budget allows, in any order.
pub fn certified_problem(problem: &Problem) -> Problem {
    let budget = Budget::AtMost(problem.budget.slots());
    let problem = problem.within(budget);
    problem.changed(|data| data.canonical = false)
}

/// The plain formula of a problem, and its recipe.
pub fn plain_formula(problem: &Problem, control: &Control) -> Result<(Recipe, Formula), Error> {
    let recipe = Recipe::built_in(RECIPE)?;
    let formula = encode_controlled(problem, &recipe, control)?;
    Ok((recipe, formula))
}

/// The plain formula of a question, and its lemmas.
pub struct BaseFormula {
    /// The recipe of the formula.
    pub recipe: Recipe,
    /// The formula.
    pub formula: Formula,
    /// The lemmas, if any; without lemmas, solving only takes longer.
    pub(super) given: Option<GivenLemmas>,
}

/// A refutation of a formula together with additional clauses.
#[derive(Clone, Debug)]
pub struct ClauseRefutation<'a> {
    /// The additional clauses.
    pub added: &'a [Vec<Lit>],
    /// A proof in DRAT or LRAT. Each of its clauses follows from the formula, the lemmas, the additional clauses and
    /// the previous clauses of the proof.
    pub proof: Vec<u8>,
    /// The solver or method that found the refutation, for errors.
    pub author: &'a str,
}

impl BaseFormula {
    /// The plain formula and the lemmas of a question.
    ///
    /// # Errors
    /// [`Error`] if the formula cannot be built, or the work was stopped.
    pub fn new(problem: &Problem, control: &Control) -> Result<Self, Error> {
        let (recipe, formula) = plain_formula(problem, control)?;
        let given = GivenLemmas::new(problem, &formula, control)?;
        Ok(Self {
            recipe,
            formula,
            given,
        })
    }

    /// The number of lemmas.
    pub fn lemma_count(&self) -> usize {
        self.given.as_ref().map_or(0, |given| given.lemmas.len())
    }

    /// The clauses of the formula, followed by the lemmas.
    pub fn clauses(&self) -> Clauses {
        let mut clauses = self.formula.cnf.clone();
        clauses.extend(self.given.iter().flat_map(GivenLemmas::clauses));
        clauses
    }

    /// The checked proof that the formula with the additional clauses is unsatisfiable.
    ///
    /// # Errors
    /// [`Error`], for example if it is not a refutation.
    pub fn refutation(
        mut self,
        problem: &Problem,
        refuted: ClauseRefutation<'_>,
        format: Format,
        control: &Control,
        notify: &mut dyn FnMut(Event),
    ) -> Result<Refutation, Error> {
        // "No solution" proves nothing about a state that the puzzle may not have.
        if let Premise::Undecided(undecided) = problem.check_premise()? {
            return Err(undecided_error(undecided));
        }
        notify(Event::Refuted);
        self.formula.cnf.extend(refuted.added);
        let with_lemmas = self.clauses();
        let mut finisher = ProofFinisher {
            clauses: &self.formula.cnf,
            variables: self.formula.variables,
            format,
            author: refuted.author,
            control,
            notify,
        };
        let (proof, sizes) = finisher.proof(with_lemmas, self.given, refuted.proof)?;
        Ok(Refutation {
            recipe: self.recipe,
            formula: self.formula,
            proof,
            format,
            sizes,
        })
    }
}

/// The error for a start that turns may be unable to reach, so that nothing is proved.
pub(super) fn undecided_error(why: Undecided) -> Error {
    Error::new(ErrorKind::Undecided(why), UnknownReason::Undecided(why))
}

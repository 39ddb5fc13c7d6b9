//! The encoder: combines the parts of a recipe.

use std::sync::Arc;

use super::assembly::Assembly;
use super::error::check_budget;
use super::formula::FormulaContent;
use super::joint_layers::JointLayers;
use super::layer_lists::LayerLists;
use super::lemmas::Reach;
use super::recipe::Recipe;
use super::size::{ReplacedRecipe, check_encodable, find_smaller_recipe};
use super::soft_goals::SoftGoals;
use super::sound_options::{Justification, RefutedLengths, SoundOptions};
use super::states::States;
use super::{Formula, lemmas, soft_goals};
use crate::control::Control;
use crate::error::{Error, ErrorKind};
use crate::problem::{Budget, Lengths, Problem};

/// Encodes one problem for successive budgets, and keeps the data that they share, such as the reachable placements.
#[derive(Debug)]
pub struct Encoder {
    problem: Problem,
    recipe: Recipe,
    /// The reachable placements without idle slots, and with idle slots; computed on demand.
    reach: [Option<Reach>; 2],
    lists: LayerLists,
    soft_goals: SoftGoals,
    content: FormulaContent,
    /// The problem for the last budget.
    prepared: Option<Arc<CheckedProblem>>,
    /// Whether a smaller recipe may replace one that is too large.
    allows_smaller_recipe: bool,
    /// The replacement, until the caller takes it.
    replaced: Option<ReplacedRecipe>,
}

/// A problem for one budget, checked for expressibility and size, and the recipe's options that are sound for it.
#[derive(Debug)]
struct CheckedProblem {
    problem: Problem,
    options: SoundOptions,
}

impl Encoder {
    /// An encoder of a problem for any budget. Nothing is computed yet.
    pub fn new(problem: &Problem, recipe: &Recipe) -> Self {
        Self {
            problem: problem.clone(),
            recipe: recipe.clone(),
            reach: [None, None],
            lists: LayerLists::new(recipe.coordinates, JointLayers::None),
            soft_goals: SoftGoals::default(),
            content: FormulaContent::Clauses,
            prepared: None,
            allows_smaller_recipe: false,
            replaced: None,
        }
    }

    /// Allows a smaller recipe if the recipe is the default one and needs too many clauses.
    #[must_use]
    pub fn allow_smaller_recipe(mut self) -> Self {
        self.allows_smaller_recipe = self.recipe.name == Recipe::DEFAULT;
        self
    }

    /// The smaller recipe that has replaced the encoder's recipe since the last call, if any.
    pub fn take_replaced(&mut self) -> Option<ReplacedRecipe> {
        self.replaced.take()
    }

    /// An encoder for one of many questions about the same goal: if the recipe has lemmas, the encoder lists the joint
    /// placements of all pieces, and tracks at most three pieces at a time for lemmas, but over more turns.
    #[must_use]
    pub fn with_full_layers(self) -> Self {
        self.with_joint_layers(JointLayers::Full)
    }

    /// An encoder for a search for all solutions: if the recipe has lemmas, the encoder also lists joint placements of
    /// many pieces.
    #[must_use]
    pub fn with_partial_layers(self) -> Self {
        self.with_joint_layers(JointLayers::Partial)
    }

    fn with_joint_layers(mut self, joint_layers: JointLayers) -> Self {
        if self.recipe.lemmas > 0 {
            self.lists = LayerLists::new(self.recipe.coordinates, joint_layers);
        }
        self
    }

    /// Adds soft goals: the last state must also meet a given number of them. Refutations without a formula ignore soft
    /// goals.
    #[must_use]
    pub fn with_soft_goals(self, soft_goals: SoftGoals) -> Self {
        Self { soft_goals, ..self }
    }

    /// Keeps parts of the formula in a form other than clauses.
    #[must_use]
    pub fn with_content(self, content: FormulaContent) -> Self {
        Self { content, ..self }
    }

    /// The recipe.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// The lengths refuted for a budget without a formula, because some or all of the pieces alone, or the coset
    /// coordinates, cannot reach their goal within it; `None` if no length is refuted in this way.
    ///
    /// # Errors
    /// As [`Self::encode`].
    pub fn refuted_without_formula(
        &mut self,
        budget: Budget,
        control: &Control,
    ) -> Result<Option<RefutedLengths>, Error> {
        let prepared = self.prepare(budget, control)?;
        let CheckedProblem { problem, options } = &*prepared;
        let slots = budget.slots();
        let justification = if self.lists.can_replace_lemmas(slots) {
            self.lists.refutation(slots)
        } else {
            let is_refuted = self.reach(problem, options).refutes(slots, control)?;
            is_refuted.then_some(Justification::Reach)
        };
        let shortest = if options.idle { 0 } else { slots };
        Ok(justification.map(|justification| RefutedLengths {
            lengths: Lengths::between(shortest..=slots),
            justification,
        }))
    }

    /// Encodes the problem for a budget.
    ///
    /// # Errors
    /// As [`encode()`](super::encode()), and [`Error`] if the control stops it.
    pub fn encode(&mut self, budget: Budget, control: &Control) -> Result<Formula, Error> {
        let prepared = self.prepare(budget, control)?;
        let CheckedProblem { problem, options } = &*prepared;
        let slots = problem.budget.slots();
        let layers = if self.lists.can_replace_lemmas(slots) {
            None
        } else {
            let has_values = self.lists.have_values(slots);
            self.reach(problem, options)
                .layers(slots, has_values, control)?
        };
        let states = States::new(problem, self.recipe.state);
        let possible_bits = self.lists.possible_bits(slots, &states);
        let exclusive = layers.is_none() && !self.lists.have_full_layers(slots);
        let mut assembly = Assembly::new(problem, &self.recipe, options, self.content, control);
        let meaning = assembly.add_steps(states, &possible_bits, exclusive)?;
        let extra_costs = assembly.require(&meaning)?;
        let circuit = &mut assembly.circuit;
        let states = &meaning.states;
        soft_goals::require(circuit, problem, &self.recipe, states, &self.soft_goals)?;
        circuit.note(|| {
            "joint coordinates of the pieces, and the placements possible with them".to_owned()
        });
        let mut lemmas = self.lists.require(circuit, problem, &meaning, control)?;
        circuit.note(|| {
            "lemmas, which follow from the clauses above: where pieces cannot be".to_owned()
        });
        if let Some(layers) = &layers {
            lemmas = lemmas::require(circuit, &problem.puzzle, states, layers, control)?;
        }
        if let Some(Reach::Unreachable) = self.reach[usize::from(options.idle)] {
            circuit.require_clause(&[]);
        }
        Ok(assembly.finish(meaning, lemmas, &extra_costs))
    }

    /// The problem for a budget, with the values of its lists. The result is kept until the budget changes, because a
    /// budget is first tested without a formula and then encoded.
    fn prepare(&mut self, budget: Budget, control: &Control) -> Result<Arc<CheckedProblem>, Error> {
        if let Some(prepared) = &self.prepared
            && prepared.problem.budget == budget
        {
            return Ok(prepared.clone());
        }
        check_budget(budget)?;
        let problem = self.problem.within(budget);
        let mut options = SoundOptions::new(&problem, &self.recipe);
        match check_encodable(&problem, &self.recipe, &options, control) {
            Err(error) if error.kind() == ErrorKind::TooLarge => {
                let Some((recipe, fitting)) = find_smaller_recipe(&problem, control)? else {
                    return Err(error);
                };
                if !self.allows_smaller_recipe {
                    return Err(error.text(format!("; recipe `{}` needs fewer", recipe.name)));
                }
                options = fitting;
                self.replace_recipe(&recipe, error);
            }
            checked => checked?,
        }
        self.lists.list(&problem, control)?;
        let prepared = Arc::new(CheckedProblem { problem, options });
        self.prepared = Some(prepared.clone());
        Ok(prepared)
    }

    /// Switches to a smaller recipe, and drops the data computed for the larger one.
    fn replace_recipe(&mut self, recipe: &Recipe, why: Error) {
        let by = recipe.name.clone();
        let other = std::mem::replace(self, Self::new(&self.problem, recipe));
        (self.content, self.soft_goals) = (other.content, other.soft_goals);
        (self.allows_smaller_recipe, self.replaced) = (true, Some(ReplacedRecipe { by, why }));
    }

    fn reach(&mut self, problem: &Problem, options: &SoundOptions) -> &mut Reach {
        let (lemmas, joint) = (self.recipe.lemmas, self.lists.joint_layers);
        let reach = &mut self.reach[usize::from(options.idle)];
        reach.get_or_insert_with(|| Reach::new(problem, lemmas, options.idle, joint))
    }
}

/// Encodes a problem with a recipe.
///
/// # Errors
/// [`Error`] if the recipe cannot express the problem, or the formula would not fit into memory.
pub fn encode(problem: &Problem, recipe: &Recipe) -> Result<Formula, Error> {
    encode_controlled(problem, recipe, &Control::unlimited())
}

/// As [`encode()`], but `control` can stop it: a formula near the size limit takes seconds.
///
/// # Errors
/// As [`encode()`], and [`Error`] if the control stops it.
pub fn encode_controlled(
    problem: &Problem,
    recipe: &Recipe,
    control: &Control,
) -> Result<Formula, Error> {
    Encoder::new(problem, recipe).encode(problem.budget, control)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;

    #[test]
    fn refuting_and_encoding_prepare_a_budget_once() {
        let puzzle = Puzzle::built_in("pocket").expect("built in");
        let problem = Problem::scrambled(&puzzle, "R U F").expect("turns");
        let recipe = Recipe::built_in("lemmas").expect("built in");
        let mut encoder = Encoder::new(&problem, &recipe);
        let (budget, control) = (Budget::AtMost(3), Control::unlimited());
        let prepared = |encoder: &Encoder| encoder.prepared.clone().expect("prepared");
        encoder
            .refuted_without_formula(budget, &control)
            .expect("no limit");
        let first = prepared(&encoder);
        encoder.encode(budget, &control).expect("no limit");
        assert!(Arc::ptr_eq(&first, &prepared(&encoder)));
        // The budget may differ from the previous one.
        encoder
            .refuted_without_formula(Budget::AtMost(2), &control)
            .expect("no limit");
        assert_eq!(prepared(&encoder).problem.budget, Budget::AtMost(2));
    }
}

//! Assembles the circuit of one budget from the parts of a recipe.

use rustsat::types::Lit;

use super::error::check_stop;
use super::explain::step_in_words;
use super::formula_content::FormulaContent;
use super::layer_values::PossibleBits;
use super::recipe::{Form, Recipe};
use super::representation::StateRepresentation;
use super::selectors::Selectors;
use super::sound_options::SoundOptions;
use super::states::{Representation, States};
use super::{
    Formula, Meaning, constraints, distinct, goal, idle, order, reachable_start, reference,
    transition,
};
use crate::circuit::{Circuit, CircuitOptions, Signal};
use crate::control::Control;
use crate::error::Error;
use crate::problem::Problem;

pub(super) fn circuit(recipe: &Recipe, content: FormulaContent) -> Circuit {
    Circuit::new(CircuitOptions {
        verbatim: recipe.form == Form::Reference,
        keep: content.kept_structure(),
        at_most_one: recipe.at_most_one,
        cardinality: recipe.cardinality,
    })
}

/// Converts a circuit to a formula.
pub(super) fn formula(
    mut circuit: Circuit,
    meaning: Meaning,
    options: &SoundOptions,
    lemmas: usize,
    extra_costs: &[(Signal, usize)],
) -> Formula {
    let notes = circuit.take_notes();
    let (linear, gates) = circuit.take_structure();
    let (cnf, variables) = circuit.into_clauses();
    Formula {
        cnf,
        linear,
        gates,
        notes,
        variables,
        meaning,
        covers: options.covers.clone(),
        lemmas,
        extra_costs: cost_literals(extra_costs),
    }
}

/// How slots, states and transitions are encoded.
pub(super) struct StepSettings<'a> {
    pub(super) recipe: &'a Recipe,
    pub(super) options: &'a SoundOptions,
    pub(super) content: FormulaContent,
    /// Whether to require that no two alternatives hold, such as two placements of a piece. Lemmas make that redundant.
    pub(super) exclusive: bool,
    /// The bits that may be true; all others are false.
    pub(super) possible_bits: &'a PossibleBits,
}

/// Adds slots and states with the transitions between them.
pub(super) fn add_steps(
    circuit: &mut Circuit,
    problem: &Problem,
    representation: Representation,
    settings: &StepSettings<'_>,
    control: &Control,
) -> Result<Meaning, Error> {
    let recipe = settings.recipe;
    let mut selectors = Selectors::new(problem, recipe.selector, settings.options.idle);
    let puzzle = &problem.puzzle;
    let slots = problem.budget.slots();
    selectors.push_fresh(circuit, slots);
    let mut states = States::new(representation);
    match recipe.form {
        Form::Reference => {
            if reference::unused_codes_reach_goal(problem) {
                selectors.constrain(circuit);
            }
            reference::add_states(circuit, problem, &selectors, &mut states);
            for facelet in 0..puzzle.facelets().len() {
                check_stop(control)?;
                circuit.note(|| {
                    format!(
                        "sticker {} after each turn: one multiplexer per turn",
                        puzzle.facelets()[facelet]
                    )
                });
                reference::add_facelet(circuit, problem, &selectors, &states, facelet);
            }
        }
        Form::Compact => {
            circuit.note(|| "each slot has exactly one of the choices above".to_owned());
            selectors.constrain(circuit);
            circuit.note(|| "the start".to_owned());
            let start = states
                .implementation()
                .start(problem, &mut || circuit.input());
            states.push(start);
            if !problem.start.is_state() || !states.implementation().determines_start() {
                let implementation: &dyn StateRepresentation = states.implementation();
                implementation.constrain_start(circuit, problem, states.step(0));
            }
            for slot in 0..slots {
                check_stop(control)?;
                if settings.content == FormulaContent::Transitions {
                    transition::add_free_state(circuit, &mut states, slot);
                } else {
                    transition::add_step(
                        circuit,
                        puzzle,
                        recipe.transition,
                        &selectors,
                        &mut states,
                        slot,
                        settings.possible_bits,
                    );
                }
                circuit.note(|| {
                    let when = step_in_words(slot + 1);
                    format!(
                        "{when}: no code without a meaning; exactly one of several alternatives"
                    )
                });
                let implementation: &dyn StateRepresentation = states.implementation();
                implementation.constrain(circuit, states.step(slot + 1), settings.exclusive);
            }
        }
    }
    Ok(Meaning { selectors, states })
}

/// The costs that depend on a literal.
fn cost_literals(extra_costs: &[(Signal, usize)]) -> Vec<(Lit, usize)> {
    let literal = |&(signal, cost): &(Signal, usize)| Some((signal.as_lit()?, cost));
    extra_costs.iter().filter_map(literal).collect()
}

/// Adds the constraints of the options, and the goal. Returns the costs beyond those of individual turns.
pub(super) fn require(
    circuit: &mut Circuit,
    problem: &Problem,
    recipe: &Recipe,
    options: &SoundOptions,
    meaning: &Meaning,
    control: &Control,
) -> Result<Vec<(Signal, usize)>, Error> {
    let Meaning { selectors, states } = meaning;
    let slots = problem.budget.slots();
    circuit.note(|| {
        "of successive turns with the same effect in any order, only one order".to_owned()
    });
    order::require(circuit, problem, options.order, selectors, control)?;
    circuit.note(|| "after a slot without a turn, no more turns".to_owned());
    if options.idle {
        idle::require_trailing(circuit, selectors);
    }
    circuit.note(|| "no state occurs twice".to_owned());
    if options.distinct {
        for later in 1..=slots {
            check_stop(control)?;
            distinct::require(circuit, states, selectors, later);
        }
    }
    circuit.note(|| "the other constraints on the turns".to_owned());
    let extra_costs = constraints::require(circuit, problem, selectors);
    circuit.note(|| "turns can reach the start".to_owned());
    reachable_start::require(circuit, problem, states)?;
    circuit.note(|| {
        format!(
            "the goal (solved, unless another was given): {}",
            step_in_words(slots)
        )
    });
    goal::require(circuit, problem, recipe.goal, states, slots);
    Ok(extra_costs)
}

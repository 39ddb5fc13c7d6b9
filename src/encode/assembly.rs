//! Assembles the formula of one budget from the parts of a recipe.

use std::mem::take;

use super::costs::CostSignals;
use super::describe::step_in_words;
use super::formula::FormulaContent;
use super::layer_values::PossibleBits;
use super::recipe::{Form, Recipe};
use super::selectors::Selectors;
use super::sound_options::SoundOptions;
use super::states::States;
use super::{
    Formula, Meaning, constraints, distinct, goal, idle, order, reachable_start, reference,
    transition,
};
use crate::circuit::{Circuit, CircuitOptions, Signal};
use crate::control::Control;
use crate::error::Error;
use crate::problem::Problem;

/// A formula under construction.
pub(super) struct Assembly<'a> {
    pub(super) circuit: Circuit,
    problem: &'a Problem,
    recipe: &'a Recipe,
    options: &'a SoundOptions,
    content: FormulaContent,
    control: &'a Control,
}

impl<'a> Assembly<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        recipe: &'a Recipe,
        options: &'a SoundOptions,
        content: FormulaContent,
        control: &'a Control,
    ) -> Self {
        Self {
            circuit: Circuit::new(CircuitOptions {
                verbatim: recipe.form == Form::Reference,
                keeps_linear: content == FormulaContent::Linear,
                keeps_gates: content == FormulaContent::Gates,
                keeps_notes: content == FormulaContent::Explained,
                at_most_one: recipe.at_most_one,
                cardinality: recipe.cardinality,
            }),
            problem,
            recipe,
            options,
            content,
            control,
        }
    }

    /// Adds slots and states with the transitions between them. Bits outside `possible_bits` are false. `exclusive`:
    /// whether to require that no two alternatives hold, such as two placements of a piece; with lemmas this gains
    /// nothing.
    pub(super) fn add_steps(
        &mut self,
        states: States,
        possible_bits: &PossibleBits,
        exclusive: bool,
    ) -> Result<Meaning, Error> {
        let (problem, recipe) = (self.problem, self.recipe);
        let mut selectors = Selectors::new(problem, recipe.selector, self.options.idle);
        selectors.push_fresh(&mut self.circuit, problem.budget.slots());
        let mut meaning = Meaning { selectors, states };
        match recipe.form {
            Form::Reference => self.add_reference_steps(&mut meaning)?,
            Form::Compact => self.add_compact_steps(&mut meaning, possible_bits, exclusive)?,
        }
        Ok(meaning)
    }

    fn add_reference_steps(&mut self, meaning: &mut Meaning) -> Result<(), Error> {
        let (circuit, problem) = (&mut self.circuit, self.problem);
        if reference::unused_codes_reach_goal(problem) {
            meaning.selectors.constrain(circuit);
        }
        reference::add_states(circuit, problem, meaning);
        for (facelet, name) in problem.puzzle.facelets().iter().enumerate() {
            self.control.check()?;
            circuit.note(|| format!("sticker {name} after each turn: one multiplexer per turn"));
            reference::add_facelet(circuit, problem, meaning, facelet);
        }
        Ok(())
    }

    fn add_compact_steps(
        &mut self,
        meaning: &mut Meaning,
        possible_bits: &PossibleBits,
        exclusive: bool,
    ) -> Result<(), Error> {
        let (circuit, problem) = (&mut self.circuit, self.problem);
        circuit.note(|| "each slot has exactly one of the choices above".to_owned());
        meaning.selectors.constrain(circuit);
        circuit.note(|| "the start".to_owned());
        let states = meaning.states.implementation();
        let start = states.start(problem, &mut || circuit.input());
        if !problem.start.is_state() || !states.determines_start() {
            states.constrain_start(circuit, problem, &start);
        }
        meaning.states.push(start);
        let is_clauses = self.content != FormulaContent::Transitions;
        let transition = is_clauses.then_some(self.recipe.transition);
        for slot in 0..problem.budget.slots() {
            self.control.check()?;
            transition::add_step(
                circuit,
                &problem.puzzle,
                transition,
                meaning,
                slot,
                possible_bits,
            );
            circuit.note(|| {
                let when = step_in_words(slot + 1);
                format!("{when}: no code without a meaning; exactly one of several alternatives")
            });
            let states = &meaning.states;
            states
                .implementation()
                .constrain(circuit, states.step(slot + 1), exclusive);
        }
        Ok(())
    }

    /// Adds the constraints of the options, and the goal. Returns the costs as [`constraints::require`] does.
    pub(super) fn require(&mut self, meaning: &Meaning) -> Result<CostSignals, Error> {
        let (circuit, problem, options) = (&mut self.circuit, self.problem, self.options);
        let Meaning { selectors, states } = meaning;
        let slots = problem.budget.slots();
        circuit.note(|| {
            "of successive turns with the same effect in any order, only one order".to_owned()
        });
        order::require(circuit, problem, options.order, selectors, self.control)?;
        circuit.note(|| "after a slot without a turn, no more turns".to_owned());
        if options.idle {
            idle::require_trailing(circuit, selectors);
        }
        circuit.note(|| "no state occurs twice".to_owned());
        if options.distinct {
            for later in 1..=slots {
                self.control.check()?;
                distinct::require(circuit, states, selectors, later);
            }
        }
        circuit.note(|| "the other constraints on the turns".to_owned());
        let extra_costs = constraints::require(circuit, problem, selectors);
        circuit.note(|| "turns can reach the start".to_owned());
        reachable_start::require(circuit, problem, states)?;
        circuit.note(|| {
            let when = step_in_words(slots);
            format!("the goal (solved, unless another was given): {when}")
        });
        goal::require(circuit, problem, self.recipe.goal, states, slots);
        Ok(extra_costs)
    }

    /// The formula, when everything is added.
    pub(super) fn finish(
        self,
        meaning: Meaning,
        lemmas: usize,
        extra_costs: &[(Signal, usize)],
    ) -> Formula {
        let mut circuit = self.circuit;
        let clauses = circuit.clause_count();
        circuit.notes.pop_if(|(first, _)| *first == clauses);
        let linear = take(&mut circuit.linear);
        let gates = take(&mut circuit.kept_gates);
        let notes = take(&mut circuit.notes);
        let (cnf, variables) = circuit.into_clauses();
        let literal = |&(signal, cost): &(Signal, usize)| Some((signal.as_lit()?, cost));
        Formula {
            cnf,
            linear,
            gates,
            notes,
            variables,
            meaning,
            covers: self.options.covers.clone(),
            lemmas,
            extra_costs: extra_costs.iter().filter_map(literal).collect(),
        }
    }
}

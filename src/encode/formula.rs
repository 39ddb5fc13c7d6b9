//! The result of encoding: clauses, the meaning of their variables, and the lengths that a refutation covers.

use std::io;
use std::io::Write;

use itertools::Itertools;
use rustsat::types::{Assignment, Clause, Lit, Var};

use super::codebook::Code;
use super::recipe::Recipe;
use super::selectors::Selectors;
use super::sound_options::{Justification, RefutedLengths};
use super::states::States;
use crate::circuit::{Gate, LinearConstraint, Signal};
use crate::clauses::Clauses;
use crate::error::Error;
use crate::problem::{Budget, Problem};
use crate::puzzle::{State, TurnId};

/// A problem as clauses.
#[derive(Clone, Debug)]
pub struct Formula {
    /// The clauses.
    pub cnf: Clauses,
    /// The bounds on numbers and weights, if they were requested in this form; otherwise they are clauses.
    pub linear: Vec<LinearConstraint>,
    /// The gates behind some of the clauses, if they were requested.
    pub gates: Vec<Gate>,
    /// Notes on the meaning of clauses, each with the index of the first clause it describes, if they were requested.
    pub notes: Vec<(usize, String)>,
    /// The number of variables, including those that occur in no clause.
    pub variables: u32,
    /// The meaning of the variables.
    pub meaning: Meaning,
    /// The lengths that a refutation covers.
    pub covers: RefutedLengths,
    /// The number of lemmas among the clauses: clauses that the others imply.
    pub lemmas: usize,
    /// Literals, each with the cost that is paid if it is true. The costs of individual turns are only included with
    /// [`FormulaContent::Linear`] and without a limit on costs.
    pub extra_costs: Vec<(Lit, usize)>,
}

impl Formula {
    /// Checks that the formula covers every length of the problem's budget: without idle slots, a refutation would say
    /// nothing about solutions of fewer turns.
    ///
    /// # Errors
    /// [`Error`] if the budget is at most N turns and the recipe has no idle slots.
    pub fn check_every_length(&self, problem: &Problem, recipe: &Recipe) -> Result<(), Error> {
        let is_exact = matches!(problem.budget, Budget::Exactly(_));
        if is_exact || self.covers.justification == Justification::IdleSlots {
            return Ok(());
        }
        let name = &recipe.name;
        let why = format!(
            "recipe `{name}` has no idle slots, so its formula is about one exact length; give "
        );
        let error = Error::malformed("").text(why);
        Err(error.template("{turns}, or a recipe with `idle = \"trailing\"`"))
    }
}

/// The parts of a formula that are kept in a form other than clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FormulaContent {
    /// Only clauses.
    #[default]
    Clauses,
    /// As `Clauses`, with notes that explain them; see [`Formula::notes`](super::Formula::notes).
    Explained,
    /// Bounds on numbers and weights; see [`Formula::linear`](super::Formula::linear).
    Linear,
    /// Gates are kept in addition to their clauses; see [`Formula::gates`](super::Formula::gates).
    Gates,
    /// Transitions between states. They have no clauses, so the writer of the formula must add them.
    Transitions,
}

/// The meaning of a formula's variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// The turns in the slots.
    pub selectors: Selectors,
    /// The state before the first turn and after each.
    pub states: States,
}

impl Meaning {
    /// The clause that excludes the turn sequence and start of a model, whatever the values of other variables. `None`
    /// if these are the only sequence and start that the variables can express.
    pub fn blocking_clause(
        &self,
        problem: &Problem,
        codes: &[usize],
        start: &State,
    ) -> Option<Clause> {
        let slots = codes.iter().enumerate();
        let chosen = slots.flat_map(|(slot, &code)| self.selectors.code_signals(slot, code));
        let signals = chosen.chain(self.start_signals(problem, start));
        let clause: Clause = signals.filter_map(|signal| (!signal).as_lit()).collect();
        (!clause.is_empty()).then_some(clause)
    }

    /// The state that a model starts from: the start of the problem, or a state that the start admits; `None` if the
    /// model does not determine a state.
    pub fn start(&self, problem: &Problem, model: &Assignment) -> Option<State> {
        problem.start.state().or_else(|| {
            let start = self.states.start_in(problem, model)?;
            self.states.constant_state(&problem.puzzle, &start)
        })
    }

    /// The signals that are all true if `start` is the first state.
    fn start_signals(&self, problem: &Problem, start: &State) -> Vec<Signal> {
        let open = |&facelet: &usize| problem.start.color(facelet).is_none();
        let shown = |facelet| {
            let color = start.color(facelet);
            self.states.shows(&problem.puzzle, 0, facelet, color)
        };
        let facelets = (0..problem.puzzle.facelets().len()).filter(open);
        facelets.flat_map(shown).unique().collect()
    }
}

/// Writes the lines of comments, each after `begin`.
pub(super) fn write_comments(
    comments: &[String],
    begin: &str,
    writer: &mut dyn Write,
) -> io::Result<()> {
    let mut lines = comments.iter().flat_map(|comment| comment.lines());
    lines.try_for_each(|line| writeln!(writer, "{begin}{line}"))
}

/// The ranges of unmarked variables, in ascending order: the first and the last variable of each, counted from 1.
pub(super) fn ranges_of_unmarked(marked: &[bool]) -> Vec<[u32; 2]> {
    let mut ranges: Vec<[u32; 2]> = Vec::new();
    for (variable, _) in (1..).zip(marked).filter(|(_, marked)| !**marked) {
        match ranges.last_mut() {
            Some([_, last]) if *last + 1 == variable => *last = variable,
            _ => ranges.push([variable, variable]),
        }
    }
    ranges
}

impl Formula {
    /// The literals that are all true exactly when a turn is made in a slot (slots count from 0); `None` if that is
    /// impossible. A solver can assume them.
    pub fn turn_literals(&self, slot: usize, turn: TurnId) -> Option<Vec<Lit>> {
        self.code_literals(slot, Code::Turn(turn))
    }

    /// The literals that are all true exactly when a slot (slots count from 0) and all later ones have no turn; `None`
    /// if that is impossible.
    pub fn idle_literals(&self, slot: usize) -> Option<Vec<Lit>> {
        self.code_literals(slot, Code::Idle)
    }

    fn code_literals(&self, slot: usize, code: Code) -> Option<Vec<Lit>> {
        let selectors = &self.meaning.selectors;
        selectors.slots().get(slot)?;
        let signals = selectors.code_signals(slot, selectors.code_index(code)?);
        let literals = signals.iter().filter_map(|signal| signal.as_lit());
        (!signals.contains(&Signal::FALSE)).then(|| literals.collect())
    }

    /// The ranges of variables that occur in no clause or bound, ascending: the first and the last variable of each,
    /// counted from 1. A model need not include these variables, and some solvers omit them.
    pub fn free_variables(&self) -> Vec<[u32; 2]> {
        ranges_of_unmarked(&self.occurrences())
    }

    /// For each variable, whether it occurs in a clause or a bound.
    pub(super) fn occurrences(&self) -> Vec<bool> {
        let mut occurs = vec![false; self.variables as usize];
        let bounded = self.linear.iter().flat_map(|it| &it.terms);
        let bounded = bounded.map(|(literal, _)| literal);
        for literal in self.cnf.iter().flatten().chain(bounded) {
            occurs[literal.vidx()] = true;
        }
        occurs
    }

    /// The variables that determine a solution, counted from 1: those of the turns, and of a start that is not a single
    /// state. Projected onto them, models correspond to solutions.
    pub fn solution_variables(&self, problem: &Problem) -> Vec<u32> {
        let Meaning { selectors, states } = &self.meaning;
        let is_open = !problem.start.is_state();
        let start = states.steps().first().filter(|_| is_open);
        let buses = selectors.slots().iter().chain(start.into_iter().flatten());
        let literals = buses.flatten().filter_map(|signal| signal.as_lit());
        let variables = literals.map(|literal| literal.to_ipasir().unsigned_abs());
        variables.sorted().dedup().collect()
    }

    /// Writes the clauses in DIMACS format, after comment lines.
    ///
    /// # Errors
    /// I/O errors of the writer.
    pub fn write_dimacs(&self, comments: &[String], writer: &mut dyn Write) -> io::Result<()> {
        write_comments(comments, "c ", writer)?;
        self.cnf
            .write_with_notes(&self.notes, writer, self.variables)
    }

    /// Writes the clauses and the costs of turns in the weighted format of the MaxSAT Evaluation since 2022: `h` before
    /// a hard clause, its weight before a soft one. Each turn with a cost is a soft clause per slot, "it is not made
    /// here". Without costs in the problem, each turn costs 1. Costs paid in every model are stated for the first
    /// variable: it costs that much to be true, and the same to be false.
    ///
    /// # Errors
    /// I/O errors of the writer.
    pub fn write_wcnf(
        &self,
        problem: &Problem,
        comments: &[String],
        writer: &mut dyn Write,
    ) -> io::Result<()> {
        write_comments(comments, "c ", writer)?;
        let mut line = |weight: &str, clause: &[Lit]| {
            let literals = clause.iter().map(|literal| literal.to_ipasir());
            writeln!(writer, "{weight} {} 0", literals.format(" "))
        };
        for clause in self.cnf.iter() {
            line("h", clause.as_ref())?;
        }
        let mut always = 0;
        let slots = 0..self.meaning.selectors.slots().len();
        for (slot, &turn) in slots.cartesian_product(&problem.allowed) {
            // The only possible turn of a slot has no literals: it is always made.
            let Some(made) = self.turn_literals(slot, turn) else {
                continue;
            };
            let weight = problem.constraints.cost.as_ref();
            let weight = weight.map_or(1, |cost| cost.weights[turn]);
            let unmade: Vec<Lit> = made.iter().map(|&literal| !literal).collect();
            match (weight, unmade.is_empty()) {
                (0, _) => (),
                (_, true) => always = usize::saturating_add(always, weight),
                (_, false) => line(&weight.to_string(), &unmade)?,
            }
        }
        for &(literal, weight) in &self.extra_costs {
            line(&weight.to_string(), &[!literal])?;
        }
        // Every model violates one of these two. An empty soft clause would be equivalent, but not every solver accepts
        // one.
        if always > 0 {
            let any = Var::new(0);
            line(&always.to_string(), &[any.pos_lit()])?;
            line(&always.to_string(), &[any.neg_lit()])?;
        }
        Ok(())
    }
}

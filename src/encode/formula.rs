//! The result of encoding: clauses, what their variables mean, and what their
//! refutation covers.

use std::io;
use std::io::Write;

use itertools::Itertools;
use rustsat::types::{Assignment, Clause, Lit, Var};

use super::options::RefutedLengths;
use super::selectors::Selectors;
use super::states::States;
use crate::circuit::{Bus, Gate, Linear, Signal};
use crate::clauses::Clauses;
use crate::problem::Problem;
use crate::puzzle::{State, TurnId};

/// A problem as clauses.
#[derive(Clone, Debug)]
pub struct Formula {
    /// The clauses.
    pub cnf: Clauses,
    /// What bounds a number or a weight, if that was [asked for](super::View::Linear); else clauses say it.
    pub linear: Vec<Linear>,
    /// The gates that some of the clauses say, if they were [asked for](super::View::Gates).
    pub gates: Vec<Gate>,
    /// What the clauses from a number on mean, if that was [asked for](super::View::Explained).
    pub notes: Vec<(usize, String)>,
    /// How many variables there are, whether or not each occurs in a clause.
    pub variables: u32,
    /// What the variables mean.
    pub meaning: Meaning,
    /// What a refutation shows.
    pub covers: RefutedLengths,
    /// How many of the clauses are lemmas, which the others imply.
    pub lemmas: usize,
    /// What is paid where these hold, beside what turns cost by themselves.
    pub paid: Vec<(Lit, usize)>,
}

/// What the variables of a formula mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// Which turn is made in each slot.
    pub selectors: Selectors,
    /// The state before the first turn and after each.
    pub states: States,
}

impl Meaning {
    /// The clause that excludes just the turn sequence of a model, from just the
    /// start that it has, whatever the rest of the model says; `None` if there is no
    /// other sequence and start.
    #[must_use]
    pub fn blocking_clause(
        &self,
        problem: &Problem,
        codes: &[usize],
        start: &State,
    ) -> Option<Clause> {
        let slots = codes.iter().enumerate();
        let chosen = slots.flat_map(|(slot, &code)| self.selectors.chooses(slot, code));
        denied(chosen.chain(self.starts_as(problem, start)))
    }

    /// The state that a model starts from: the start of the problem, or one of those that it stands for;
    /// `None` if the model tells none.
    #[must_use]
    pub fn start(&self, problem: &Problem, model: &Assignment) -> Option<State> {
        problem.start.state().or_else(|| {
            let start = self.states.start_in(problem, model)?;
            self.states.meant(&problem.puzzle, &start)
        })
    }

    /// The signals that are all true when the first state is this one.
    fn starts_as(&self, problem: &Problem, start: &State) -> impl Iterator<Item = Signal> {
        let open = |&facelet: &usize| problem.start.color(facelet).is_none();
        let open: Vec<usize> = (0..problem.puzzle.facelets().len()).filter(open).collect();
        let shown = |facelet| {
            let color = start.color(facelet);
            self.states.shows(&problem.puzzle, 0, facelet, color)
        };
        open.into_iter()
            .flat_map(shown)
            .unique()
            .collect_vec()
            .into_iter()
    }
}

/// Of the variables that are not marked, counted from 1: in increasing order the first and last of each row.
pub(super) fn rows(marked: &[bool]) -> Vec<[u32; 2]> {
    let mut rows: Vec<[u32; 2]> = Vec::new();
    for (variable, _) in (1..).zip(marked).filter(|(_, marked)| !**marked) {
        match rows.last_mut() {
            Some([_, last]) if *last + 1 == variable => *last = variable,
            _ => rows.push([variable, variable]),
        }
    }
    rows
}

/// The literals among signals that are all to be true; `None` if one never is.
fn literals(signals: &[Signal]) -> Option<Vec<Lit>> {
    let possible = !signals.contains(&Signal::FALSE);
    possible.then(|| {
        signals
            .iter()
            .filter_map(|signal| signal.as_lit())
            .collect()
    })
}

/// The clause that denies some signals together; `None` if they are all constant.
fn denied(signals: impl Iterator<Item = Signal>) -> Option<Clause> {
    let literals: Vec<_> = signals.filter_map(|signal| (!signal).as_lit()).collect();
    (!literals.is_empty()).then(|| literals.into_iter().collect())
}

impl Formula {
    /// The literals that are all true just if a turn is made in a slot, counted from 0; `None` if
    /// it never is. A solver can assume them.
    #[must_use]
    pub fn turn(&self, slot: usize, turn: TurnId) -> Option<Vec<Lit>> {
        let selectors = &self.meaning.selectors;
        selectors.slots().get(slot)?;
        literals(&selectors.makes(slot, turn)?)
    }

    /// The literals that are all true just if no turn is made in a slot, counted from 0, and so in
    /// none after it; `None` if there always is one.
    #[must_use]
    pub fn idle(&self, slot: usize) -> Option<Vec<Lit>> {
        let selectors = &self.meaning.selectors;
        selectors.slots().get(slot)?;
        literals(&selectors.idles(slot)?)
    }

    /// The variables that stand in no clause, counted from 1: in increasing order the first and last of
    /// each row of such. A model need not speak of them, and some solvers do not.
    #[must_use]
    pub fn free_variables(&self) -> Vec<[u32; 2]> {
        let mut occurs = vec![false; self.variables as usize];
        let bounded = self.linear.iter().flat_map(|it| &it.terms);
        let bounded = bounded.map(|(literal, _)| literal);
        for literal in self.cnf.iter().flatten().chain(bounded) {
            occurs[literal.vidx()] = true;
        }
        rows(&occurs)
    }

    /// The variables that a model is projected on to be a solution, counted from 1: those of the turns, and of a
    /// start that is not one state. Counted by them, models are solutions.
    #[must_use]
    pub fn shown(&self, problem: &Problem) -> Vec<u32> {
        let Meaning { selectors, states } = &self.meaning;
        let is_open = !problem.start.is_state();
        let start = states.steps().first().filter(|_| is_open);
        let buses = selectors.slots().iter().chain(start.into_iter().flatten());
        let literals = buses.flat_map(Bus::iter).filter_map(Signal::as_lit);
        let variables = literals.map(|literal| literal.to_ipasir().unsigned_abs());
        variables.sorted().dedup().collect()
    }

    /// Writes the clauses in DIMACS format, after comment lines.
    ///
    /// # Errors
    /// What the writer refuses.
    pub fn write_dimacs(&self, comments: &[String], writer: &mut impl Write) -> io::Result<()> {
        for line in comments.iter().flat_map(|comment| comment.lines()) {
            writeln!(writer, "c {line}")?;
        }
        if self.notes.is_empty() {
            return self.cnf.write_dimacs(writer, self.variables);
        }
        writeln!(writer, "p cnf {} {}", self.variables, self.cnf.len())?;
        let mut notes = self.notes.iter().peekable();
        for (number, clause) in self.cnf.iter().enumerate() {
            if let Some((_, words)) = notes.next_if(|(first, _)| *first == number) {
                writeln!(writer, "c {words}")?;
            }
            let literals = clause.iter().map(|literal| literal.to_ipasir());
            let literals = literals.format(" ");
            writeln!(
                writer,
                "{literals}{}0",
                if clause.is_empty() { "" } else { " " }
            )?;
        }
        writer.flush()
    }

    /// Writes the clauses and what turns cost in the weighted format of the MaxSAT
    /// Evaluation since 2022: `h` before a hard clause, its weight before a soft one. Each
    /// turn that costs something is a soft clause a slot, "it is not made here". Turns
    /// of a problem without costs cost 1 each. What turns cost that are made in every model is said
    /// of the first variable: it costs that much to be true, and as much to be false.
    ///
    /// # Errors
    /// What the writer refuses.
    pub fn write_wcnf(
        &self,
        problem: &Problem,
        comments: &[String],
        writer: &mut impl Write,
    ) -> io::Result<()> {
        for comment in comments.iter().flat_map(|comment| comment.lines()) {
            writeln!(writer, "c {comment}")?;
        }
        let mut line = |weight: &str, clause: &[Lit]| {
            let literals = clause.iter().map(|literal| literal.to_ipasir());
            writeln!(writer, "{weight} {} 0", literals.format(" "))
        };
        for clause in self.cnf.iter() {
            line("h", clause.as_ref())?;
        }
        let mut always = 0;
        for (turn, made) in self.makes(problem) {
            let weight = problem.constraints.cost.as_ref();
            let weight = weight.map_or(1, |cost| cost.weights[turn]);
            let unmade: Vec<Lit> = made.iter().filter_map(|&it| (!it).as_lit()).collect();
            match (weight, unmade.is_empty()) {
                (0, _) => (),
                (_, true) => always = usize::saturating_add(always, weight),
                (_, false) => line(&weight.to_string(), &unmade)?,
            }
        }
        for &(paid, weight) in &self.paid {
            line(&weight.to_string(), &[!paid])?;
        }
        // Of these two every model violates one. A soft clause without literals would say
        // the same, but not every solver takes one.
        if always > 0 {
            let any = Var::new(0);
            line(&always.to_string(), &[any.pos_lit()])?;
            line(&always.to_string(), &[any.neg_lit()])?;
        }
        Ok(())
    }

    /// The turns that can be made, slot by slot, each with the signals that are all true when it
    /// is. There are no signals for a turn that is the only one: it is always made.
    fn makes<'a>(&'a self, problem: &'a Problem) -> impl Iterator<Item = (TurnId, Vec<Signal>)> {
        let selectors = &self.meaning.selectors;
        (0..selectors.slots().len())
            .cartesian_product(&problem.allowed)
            .filter_map(|(slot, &turn)| Some((turn, selectors.makes(slot, turn)?)))
            .filter(|(_, made)| !made.contains(&Signal::FALSE))
    }
}

#[cfg(test)]
mod tests {

    use proptest::prelude::*;
    use rustsat::instances::{BasicVarManager, SatInstance};

    use super::super::{Recipe, encode};
    use crate::clauses::Clauses;
    use crate::problem::{Budget, Problem, Target};
    use crate::puzzle::Puzzle;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn dimacs_written_is_read_back_as_the_same_formula(
            scramble in prop::collection::vec(0..18_usize, 0..6),
            slots in 0..4_usize,
            recipe in 0..Recipe::built_in_names().count(),
        ) {
            let puzzle = Puzzle::built_in("pocket").expect("built in");
            let name = Recipe::built_in_names().nth(recipe).expect("in range");
            let recipe = Recipe::built_in(name).expect("built in");
            let budget = Budget::Exactly(slots);
            let problem = Problem::from_scramble(puzzle, &scramble, &Target::Any, budget).expect("possible");
            let formula = encode(&problem, &recipe).expect("encodes");
            let mut text = Vec::new();
            formula.write_dimacs(&["two\nlines".to_owned()], &mut text).expect("writes");
            let header = format!("\np cnf {} {}\n", formula.variables, formula.cnf.len());
            prop_assert!(String::from_utf8_lossy(&text).contains(&header));
            let read: SatInstance<BasicVarManager> =
                SatInstance::from_dimacs(&mut &text[..]).expect("reads");
            prop_assert_eq!(Clauses::from(&read.into_cnf().0), formula.cnf);
        }
    }
}

//! Converts a problem back to the question that maps and certificates store.
//!
//! *Why it is sound.* The written question is read back like a user's question and must yield the original problem. So a
//! document stores nothing that can be derived from puzzle, start and goal.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use itertools::Itertools;

use super::data::{CostFile, Question, TextFile};
use crate::error::Error;
use crate::notation::{Notation, Scheme};
use crate::plan::Plan;
use crate::problem::budget::Budget;
use crate::problem::checked::Problem;
use crate::problem::constraints::AtMost;
use crate::problem::cost::Cost;
use crate::problem::sequences::Rule;
use crate::problem::stage_context::StageContext;
use crate::puzzle::{Layout, MAX_TURNS, Pattern, Puzzle, TurnId};

impl Question {
    /// The question of a problem. A puzzle or plan that is not built in is included as its definition.
    ///
    /// `None` for problems that cannot be written as a question, such as some built through the API. The question omits
    /// known solutions, tips, and the scramble that leads to the start.
    pub fn of(problem: &Problem) -> Option<Self> {
        let puzzle = problem.whole_puzzle();
        let rest = Self::without_start_and_goals(problem);
        let questions = match &problem.stage_context {
            Some(whole) => vec![rest.with_stage(whole)],
            None => rest.with_start_and_goals(problem),
        };
        let poses = |question: &Self| {
            let posed = question.document_problem(puzzle);
            posed.is_ok_and(|posed| posed.difference(problem).is_none())
        };
        let question = questions.into_iter().find(poses)?;
        Some(question.with_puzzle(puzzle))
    }

    /// Rejects a named goal that stands for several goals; those of `any` count as one.
    pub fn check_names_one_goal(&self, problem: &Problem, what: &str) -> Result<(), Error> {
        let is_any = self.to.iter().all(|to| to == "any");
        let goals = problem.each_goal().len();
        if is_any || goals <= 1 {
            return Ok(());
        }
        Err(Error::malformed("{to}: ").text(format!(
            "{what} takes one goal, and this name stands for {goals}"
        )))
    }

    /// The problem of a question in a document that also states the hash of its puzzle.
    ///
    /// # Errors
    /// [`Error`] if the hash is that of another puzzle, and as [`Self::problem`].
    pub fn problem_with_hash(&self, puzzle_sha256: &str) -> Result<Problem, Error> {
        let puzzle = self.puzzle()?;
        let is = puzzle.sha256();
        if is != puzzle_sha256 {
            return Err(Error::malformed("").text(format!(
                "its `puzzle_sha256` is not that of its puzzle `{}`, which is {is}",
                puzzle.name()
            )));
        }
        self.document_problem(&puzzle)
    }

    /// The problem of a question in a document. Its constraints are about turns of the reduced puzzle, where turns
    /// with the same effect are the same turn.
    fn document_problem(&self, puzzle: &Arc<Puzzle>) -> Result<Problem, Error> {
        self.problem_from_start(puzzle, self.start()?, |_| Ok(()))
    }

    /// The question with this puzzle: its name if it is built in, otherwise its definition.
    fn with_puzzle(self, puzzle: &Puzzle) -> Self {
        if puzzle.as_built_in().is_some() {
            let with = puzzle.enabled_groups().into_iter();
            return Self {
                puzzle: Some(puzzle.name().to_owned()),
                with: with.map(ToOwned::to_owned).collect(),
                ..self
            };
        }
        Self {
            puzzle_file: Some(TextFile {
                name: format!("{}.toml", puzzle.name()),
                text: puzzle.definition().to_owned(),
            }),
            ..self
        }
    }

    /// The question with start and goals: one for each way to write them, the usual one first.
    fn with_start_and_goals(&self, problem: &Problem) -> Vec<Self> {
        let puzzle = &problem.puzzle;
        let schemes = [problem.scheme.clone(), Scheme::own_symbols(puzzle)];
        let in_scheme = |scheme: Scheme| {
            let text = |state: &Pattern| scheme.write_pattern(puzzle, state, Layout::Faces);
            let state = text(&problem.start);
            let goals = problem.each_goal().iter().map(text).collect();
            let all = [vec!["any".to_owned()], vec!["solved".to_owned()], goals];
            all.map(|to| Self {
                state: Some(state.clone()),
                to,
                ..self.clone()
            })
        };
        schemes.into_iter().dedup().flat_map(in_scheme).collect()
    }

    /// The question with the start of a stage, and its plan.
    fn with_stage(self, whole: &StageContext) -> Self {
        let (name, text) = (&whole.plan, &*whole.plan_text);
        let known = Plan::built_in(name, &whole.puzzle);
        let is_known = known.is_ok_and(|plan| *plan.text == *text);
        let scheme = Scheme::own_symbols(&whole.puzzle);
        let state = scheme.write(&whole.puzzle, &whole.start, Layout::Faces);
        Self {
            state: Some(state),
            to: vec!["solved".to_owned()],
            plan: is_known.then(|| name.clone()),
            plan_file: (!is_known).then(|| TextFile {
                name: format!("{name}.toml"),
                text: text.to_owned(),
            }),
            stage: Some(whole.stage),
            ..self
        }
    }

    /// The question except puzzle, start and goals.
    fn without_start_and_goals(problem: &Problem) -> Self {
        let puzzle = &*problem.puzzle;
        let sequence = |turns: &[TurnId]| {
            let text = Notation::Singmaster.write_all(puzzle, turns);
            (!turns.is_empty()).then_some(text)
        };
        let asked = &problem.constraints;
        let limit =
            |limit: &AtMost| format!("{}={}", turn_set(puzzle, &limit.turns), limit.max_count);
        let usual = match &problem.stage_context {
            Some(whole) => whole.quotient.allowed_in_image(),
            None => problem.usual_turns(),
        };
        let usual = problem.allowed == usual && problem.turn_with_many_powers().is_none();
        let (turns, max_turns) = match problem.budget {
            Budget::Exactly(turns) => (Some(turns), None),
            Budget::AtMost(MAX_TURNS) => (None, None),
            Budget::AtMost(turns) => (None, Some(turns)),
        };
        let mut question = Self {
            metric: problem.metric,
            allow: (!usual).then(|| turn_set(puzzle, &problem.allowed)),
            starts_with: sequence(&asked.starts_with),
            ends_with: sequence(&asked.ends_with),
            at_most: asked.at_most.iter().map(limit).collect(),
            min_turns: Some(asked.min_turns).filter(|&least| least > 0),
            canonical: problem.canonical,
            turns,
            max_turns,
            ..Self::default()
        };
        if let Some(cost) = &asked.cost {
            question.set_costs(puzzle, cost);
        }
        for sequence in &asked.sequences {
            question.add_rule(puzzle, sequence.rule());
        }
        question
    }

    fn add_rule(&mut self, puzzle: &Puzzle, rule: &Rule) {
        let text = |it| Notation::Singmaster.write_sequence(puzzle, it);
        match rule {
            Rule::Whole(all) => self.sequence.push(text(all)),
            Rule::Never(part) => self.never.push(text(part)),
            Rule::AlwaysAfter(first, then) => {
                let (first, then) = (text(first), text(then));
                self.always_after.push(format!("{first}={then}"));
            }
        }
    }

    fn set_costs(&mut self, puzzle: &Puzzle, cost: &Cost) {
        let mut by_weight: BTreeMap<usize, Vec<TurnId>> = BTreeMap::new();
        for (turn, &weight) in cost.weights.iter().enumerate() {
            by_weight.entry(weight).or_default().push(turn);
        }
        if cost.max_total.is_some() {
            // The default cost of a turn.
            by_weight.remove(&1);
        }
        let cost_of = |(weight, turns): (&usize, &Vec<TurnId>)| {
            format!("{}={weight}", turn_set(puzzle, turns))
        };
        self.cost = by_weight.iter().map(cost_of).collect();
        self.max_cost = cost.max_total;
        self.cost_file = cost.has_more_than_turns().then(|| {
            CostFile::File(TextFile {
                name: "costs.toml".to_owned(),
                text: cost_file(puzzle, cost),
            })
        });
    }
}

/// Turns as a set of individual ones: `R1 R2 R'`.
fn turn_set(puzzle: &Puzzle, turns: &[TurnId]) -> String {
    let word = |&turn: &TurnId| {
        let name = puzzle.turns()[turn].name();
        let read = Notation::Singmaster.read_set(puzzle, &name);
        // The name of a face stands for all its turns.
        if read.is_ok_and(|turns| turns == [turn]) {
            name
        } else {
            name + "1"
        }
    };
    turns.iter().map(word).join(" ")
}

/// A cost file with the costs of pairs and the grips.
fn cost_file(puzzle: &Puzzle, cost: &Cost) -> String {
    let quoted = |text: &str| toml::Value::from(text).to_string();
    let turn = |&turn: &TurnId| quoted(&turn_set(puzzle, &[turn]));
    let mut text = "title = \"costs\"\n".to_owned();
    // Writing to a string does not fail.
    if let Some(grips) = &cost.grips {
        let names = grips.names.iter().map(|name| quoted(name)).join(", ");
        let _ = writeln!(text, "grips = [{names}]");
    }
    for ([first, then], cost) in &cost.pairs {
        let (first, then) = (turn(first), turn(then));
        let _ = writeln!(
            text,
            "[[pair]]\nfirst = {first}\nthen = {then}\ncost = {cost}"
        );
    }
    if let Some(grips) = &cost.grips {
        for step in &grips.steps {
            let [from, to] = [step.from, step.to].map(|grip| quoted(&grips.names[grip]));
            let (turns, cost) = (turn(&step.turn), step.cost);
            let _ = writeln!(
                text,
                "[[step]]\nfrom = {from}\nturns = {turns}\nto = {to}\ncost = {cost}"
            );
        }
    }
    text
}

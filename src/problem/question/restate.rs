//! Converts a problem back to the question that maps and certificates store.
//!
//! *Why it is sound.* The question is converted back to a problem like a user's question, and must yield the original
//! problem. So a document stores nothing that can be derived from puzzle, start and goal.

use std::sync::Arc;

use itertools::Itertools;
use serde_json::json;

use super::data::{CostFile, Question, TextFile};
use crate::error::Error;
use crate::notation::{Notation, Scheme};
use crate::plan::Plan;
use crate::problem::budget::Budget;
use crate::problem::checked::Problem;
use crate::problem::constraints::AtMost;
use crate::problem::cost::{Cost, Grips};
use crate::problem::stage_context::StageContext;
use crate::problem::turn_rules::Rule;
use crate::puzzle::{Layout, MAX_TURNS, Pattern, Puzzle, TurnId};

impl Question {
    /// The question of a problem. A puzzle or plan that is not built in is included as its definition. Known solutions, tips
    /// and the scramble are omitted.
    ///
    /// `None` for a problem that no question expresses, such as some problems built through the API.
    pub fn of(problem: &Problem) -> Option<Self> {
        let puzzle = problem.full_puzzle();
        let common = Self::without_start_and_goals(problem);
        let questions = match &problem.stage_context {
            Some(context) => vec![common.with_stage(context)],
            None => common.with_start_and_goals(problem),
        };
        let expresses = |question: &Self| {
            let read = question.document_problem(puzzle);
            read.is_ok_and(|read| read.difference(problem).is_none())
        };
        let question = questions.into_iter().find(expresses)?;
        Some(question.with_puzzle(puzzle))
    }

    /// Rejects a named goal that stands for several goals. `any` is one goal.
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
    /// [`Error`] if the hash is that of another puzzle, and for the same reasons as [`Self::problem`].
    pub fn problem_with_hash(&self, puzzle_sha256: &str) -> Result<Problem, Error> {
        let puzzle = self.puzzle()?;
        let sha256 = puzzle.sha256();
        if sha256 != puzzle_sha256 {
            return Err(Error::malformed("").text(format!(
                "its `puzzle_sha256` is not that of its puzzle `{}`, which is {sha256}",
                puzzle.name()
            )));
        }
        self.document_problem(&puzzle)
    }

    /// The problem of a question in a document. The constraints of a stage are about turns of its reduced puzzle, where
    /// turns with the same effect are one turn.
    fn document_problem(&self, puzzle: &Arc<Puzzle>) -> Result<Problem, Error> {
        self.problem_from_start(puzzle, self.start()?, |_| Ok(()))
    }

    /// The question with the name of a built-in puzzle, or with the definition of another puzzle.
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

    /// The question with start and goals, once for each way to write them. The usual way comes first.
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

    /// The question with the start and the plan of a stage.
    fn with_stage(self, context: &StageContext) -> Self {
        let (name, text, puzzle) = (&context.plan, &*context.plan_text, &context.puzzle);
        let built_in = Plan::built_in(name, puzzle);
        let is_built_in = built_in.is_ok_and(|plan| *plan.text == *text);
        let scheme = Scheme::own_symbols(puzzle);
        Self {
            state: Some(scheme.write(puzzle, &context.start, Layout::Faces)),
            to: vec!["solved".to_owned()],
            plan: is_built_in.then(|| name.clone()),
            plan_file: (!is_built_in).then(|| TextFile {
                name: format!("{name}.toml"),
                text: text.to_owned(),
            }),
            stage: Some(context.stage),
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
        let constraints = &problem.constraints;
        let limit =
            |limit: &AtMost| format!("{}={}", turn_set(puzzle, &limit.turns), limit.max_count);
        let usual = match &problem.stage_context {
            Some(context) => context.quotient.allowed_in_image(),
            None => problem.usual_turns(),
        };
        let is_usual = problem.allowed == usual && problem.turn_with_many_powers().is_none();
        let (turns, max_turns) = match problem.budget {
            Budget::Exactly(turns) => (Some(turns), None),
            Budget::AtMost(MAX_TURNS) => (None, None),
            Budget::AtMost(turns) => (None, Some(turns)),
        };
        let mut question = Self {
            metric: problem.metric,
            allow: (!is_usual).then(|| turn_set(puzzle, &problem.allowed)),
            starts_with: sequence(&constraints.starts_with),
            ends_with: sequence(&constraints.ends_with),
            at_most: constraints.at_most.iter().map(limit).collect(),
            min_turns: Some(constraints.min_turns).filter(|&least| least > 0),
            canonical: problem.canonical,
            turns,
            max_turns,
            ..Self::default()
        };
        if let Some(cost) = &constraints.cost {
            question.set_costs(puzzle, cost);
        }
        let text = |it| Notation::Singmaster.write_sequence(puzzle, it);
        for compiled in &constraints.rules {
            match compiled.rule() {
                Rule::Whole(all) => question.sequence.push(text(all)),
                Rule::Never(part) => question.never.push(text(part)),
                Rule::AlwaysAfter(first, then) => {
                    let rule = format!("{}={}", text(first), text(then));
                    question.always_after.push(rule);
                }
            }
        }
        question
    }

    fn set_costs(&mut self, puzzle: &Puzzle, cost: &Cost) {
        let by_weight = (0..cost.weights.len()).into_group_map_by(|&turn| cost.weights[turn]);
        let costs = by_weight.iter().sorted();
        // With a limit, costs of 1 are omitted, because 1 is the default.
        let costs = costs.filter(|&(&weight, _)| weight != 1 || cost.max_total.is_none());
        let costs = costs.map(|(weight, turns)| format!("{}={weight}", turn_set(puzzle, turns)));
        self.cost = costs.collect();
        self.max_cost = cost.max_total;
        self.cost_file = cost.has_pairs_or_grips().then(|| {
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
    let turn = |&turn: &TurnId| turn_set(puzzle, &[turn]);
    let pairs = cost.pairs.iter().map(|([first, then], cost)| {
        let (first, then) = (turn(first), turn(then));
        json!({ "first": first, "then": then, "cost": cost })
    });
    let mut file = json!({ "title": "costs", "pair": pairs.collect_vec() });
    if let Some(Grips { names, steps }) = &cost.grips {
        let steps = steps.iter().map(|step| {
            let (from, to) = (&names[step.from], &names[step.to]);
            json!({ "from": from, "turns": turn(&step.turn), "to": to, "cost": step.cost })
        });
        file["step"] = steps.collect();
        file["grips"] = json!(names);
    }
    // Texts, numbers and lists can always be written as TOML.
    toml::to_string(&file).unwrap_or_default()
}

//! What `solve` does with a problem, be it one or one of a list.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::staged_args::{Axis, StagedArgs};
use super::task_args::{Method, TaskArgs};
use crate::built_in::BuiltInError;
use crate::cli::graph::meet;
use crate::cli::graph::method;
use crate::cli::graph::method::Tables;
use crate::cli::{Exit, Failure};
use crate::control::{Control, Stop};
use crate::encode::Recipe;
use crate::notation::Notation;
use crate::plan::{PEEL, Peel, Plan};
use crate::problem::{Budget, Free, Problem, Question};
use crate::puzzle::MOST_TURNS;
use crate::puzzle::{Puzzle, State, TurnId};
use crate::report::json;
use crate::search::{
    Anytime, Event, FoundBy, Minimum, Search, StageTables, Stages, Strategy, UnknownReason,
    Variant, shortest_freed,
};
use crate::solver::Backend;

/// How long a search goes on after its first solution, where no time limit was given.
const PATIENCE: Duration = Duration::from_secs(30);

/// The same where a plan is carried out: its solution is enough, unless more is asked for; what tables find
/// they find soon.
const PATIENCE_WITH_PLAN: Duration = Duration::ZERO;
const PATIENCE_WITH_TABLES: Duration = Duration::from_secs(1);

/// The plan that a puzzle's file names, or why it is none.
pub(super) fn own_plan(puzzle: &Arc<Puzzle>) -> Option<Result<Plan, BuiltInError>> {
    let name = puzzle.plan().filter(|name| *name != PEEL);
    name.map(|name| Plan::built_in(name, puzzle))
}

/// How problems are solved, whichever they are.
pub(super) struct Task {
    pub(super) method: Method,
    /// Bytes for states.
    memory: u64,
    tables: Tables,
    /// The same for the stages of a plan.
    stage_tables: StageTables,
    quiet: bool,
    /// What is asked, from whichever start.
    pub(super) question: Question,
    /// A solution of so many turns is enough.
    pub(super) good_enough: Option<usize>,
    /// How long after the first solution of a large puzzle a search goes on.
    pub(super) patience: Option<Duration>,
    /// The plan that is asked for, or that of the puzzle's file, once it is ready.
    plan: OnceLock<Stages>,
    /// Whether all stages of a plan are asked for.
    pub(super) by_plan: bool,
    /// A plan that the program finds is asked for.
    pub(super) peels: bool,
    /// How it is found.
    pub(super) peel: Peel,
    all_ways: bool,
    stage_limit: Option<Duration>,
    /// Whether a plan's solution is to be made shorter.
    pub(super) improves: bool,
    recipe: Recipe,
    backend: Box<dyn Backend>,
    pub(super) strategy: Strategy,
    to: String,
    pub(super) notation: Notation,
}

impl Task {
    /// The recipe and the solver are looked for at once.
    pub(super) fn new(
        args: &TaskArgs,
        question: Question,
        staged: &StagedArgs,
    ) -> Result<Self, Failure> {
        args.check(&question, staged)?;
        Ok(Self {
            method: args.method,
            memory: args.memory.bytes(),
            tables: Tables::default(),
            stage_tables: StageTables::new(args.memory.bytes()),
            quiet: args.quiet,
            good_enough: args.good_enough,
            patience: staged
                .improve
                .or((!args.solver.is_limited()).then_some(PATIENCE)),
            plan: OnceLock::new(),
            by_plan: false,
            peels: question.is_peeling(),
            peel: Peel::default(),
            all_ways: staged.axis == Axis::All,
            stage_limit: staged.stage_limit,
            improves: staged.improve.is_some()
                || args.good_enough.is_some()
                || question.max_turns.is_some(),
            recipe: args.recipe.recipe()?,
            backend: args.solver.backend()?,
            strategy: args.strategy.into(),
            to: question.goal_text(),
            notation: question.notation,
            question,
        })
    }

    /// How the task searches, until the control says stop.
    pub(super) fn search(&self, control: &Control) -> Search<'_> {
        let search = Search::default();
        let search = match self.method {
            Method::Table => search.stage_solvers(&self.stage_tables),
            Method::Sat | Method::Meet => search,
        };
        search
            .recipe(&self.recipe)
            .solver(&*self.backend)
            .strategy(self.strategy)
            .stage_limit(self.stage_limit)
            .control(control.clone())
    }

    /// Whether a problem is solved from both sides: by a plan, or from the group of the turns alone, at
    /// once, and shorter then.
    pub(super) fn is_from_both_sides(&self, problem: &Problem) -> bool {
        let ascends = self.strategy == Strategy::Ascend && self.question.turns.is_none();
        let has_plan = || own_plan(&problem.puzzle).is_none_or(|plan| plan.is_ok());
        let is_large = || has_plan() && Anytime::suits(problem);
        let is_asked = self.by_plan || self.peels(problem);
        is_asked || self.method == Method::Sat && ascends && is_large()
    }

    /// A problem with the budget for it.
    pub(super) fn posed(&self, problem: Problem) -> Result<Problem, Failure> {
        let budget = self.budget(&problem)?;
        Ok(Problem { budget, ..problem })
    }

    /// How many turns are tried, where a problem leaves that open.
    fn budget(&self, problem: &Problem) -> Result<Budget, Failure> {
        match problem.budget {
            Budget::Exactly(turns) => Ok(Budget::Exactly(turns)),
            // They know how far it is, or how far they come.
            asked if self.method != Method::Sat => Ok(asked),
            asked => {
                let known = self.question.max_turns.or(problem.known_maximum());
                if self.strategy == Strategy::Descend && known.is_none() {
                    return Err(Failure::Usage(format!(
                        "no maximum is known for this problem in metric {}, so --strategy descend requires --max-turns N",
                        problem.metric
                    )));
                }
                // From both sides, no maximum is needed to end.
                let budget = if self.is_from_both_sides(problem) {
                    asked
                } else {
                    Budget::AtMost(known.unwrap_or(MOST_TURNS))
                };
                Ok(budget)
            }
        }
    }

    /// The same by all stages of a plan. Unless more is asked for, its solution is enough.
    pub(super) fn by_plan(self, plan: Plan) -> Result<Self, Failure> {
        if let Some(peel) = plan.peel {
            if self.method != Method::Sat {
                return Err(Failure::Usage(format!(
                    "{} cannot be combined with a plan whose stages are found while it is carried out",
                    self.method.option()
                )));
            }
            return Ok(Self {
                peels: true,
                peel,
                ..self
            });
        }
        let patience = match self.method {
            _ if self.improves => self.patience,
            Method::Table => self.patience.and(Some(PATIENCE_WITH_TABLES)),
            _ => Some(PATIENCE_WITH_PLAN),
        };
        if self.method == Method::Table && plan.stages.len() != 2 {
            return Err(Failure::Usage(format!(
                "--method table takes a plan of two stages, and {} has {}",
                plan.name,
                plan.stages.len()
            )));
        }
        let stages = Stages::new(plan).map_err(Failure::error)?;
        Ok(Self {
            plan: stages.into(),
            by_plan: true,
            patience,
            ..self
        })
    }

    /// Refuses an option that only goes with stages that are questions.
    pub(super) fn check_questions(&self, option: &str, is_asked: bool) -> Result<(), Failure> {
        let plan = self.plan.get().map(Stages::plan);
        match plan.filter(|plan| is_asked && !plan.asks_questions_only()) {
            None => Ok(()),
            Some(plan) => Err(Failure::Usage(format!(
                "{option} cannot be combined with plan {}: not each of its stages is one question",
                plan.name
            ))),
        }
    }

    /// Whether the stages of the plan are solved by SAT, one after the other.
    pub(super) fn is_in_stages(&self) -> bool {
        self.by_plan && self.method == Method::Sat
    }

    /// How many stages the plan has.
    pub(super) fn stages(&self) -> usize {
        self.plan.get().map_or(0, |it| it.plan().stages.len())
    }

    /// The ways to carry out the plan from a state; none without a plan.
    pub(super) fn variants(&self, start: &State) -> Result<Vec<Variant>, Failure> {
        let Some(stages) = self.plan.get().cloned() else {
            return Ok(Vec::new());
        };
        if !self.all_ways {
            Ok(vec![Variant::plain_of(stages, start)])
        } else {
            Variant::all_of(stages, start).map_err(Failure::error)
        }
    }

    /// The plan that is asked for, or that of the puzzle's file.
    fn plan_of(&self, puzzle: &Arc<Puzzle>) -> Result<Option<&Stages>, Failure> {
        if self.plan.get().is_none()
            && let Some(plan) = own_plan(puzzle)
        {
            let stages = Stages::new(plan?).map_err(Failure::error)?;
            return Ok(Some(self.plan.get_or_init(|| stages)));
        }
        Ok(self.plan.get())
    }

    /// Does it from both sides.
    pub(super) fn search_both_sides(
        &self,
        problem: &Problem,
        first: Option<(Vec<TurnId>, FoundBy)>,
        control: &Control,
        notify: impl Fn(&Event<'_>) + Send + Sync,
    ) -> Result<Minimum, Failure> {
        let stages = self.plan_of(&problem.puzzle)?;
        let limits = Anytime {
            good_enough: self.good_enough,
            patience: self.patience,
            all_ways: self.all_ways,
        };
        let search = self.search(control).notify(notify);
        // A plan of other stages than questions has given its solution by then.
        let stages = stages.filter(|stages| stages.plan().asks_questions_only());
        let found = search.anytime_from(problem, stages, first, limits);
        found.map_err(Failure::error)
    }

    /// The shortest solution by the method, whatever is known of large puzzles. `notify` is told of each step.
    pub(super) fn answer(
        &self,
        problem: &Problem,
        control: &Control,
        notify: &(impl Fn(&Event<'_>) + Send + Sync),
    ) -> Result<Minimum, Failure> {
        if self.method != Method::Sat {
            return self.solve(problem, control, notify);
        }
        let search = self.search(control).notify(notify);
        search.solve(problem).map_err(Failure::error)
    }

    /// The same with free turns around it.
    pub(super) fn answer_freed(
        &self,
        problem: &Problem,
        free: &Free,
        control: &Control,
        notify: &(impl Fn(&Event<'_>) + Send + Sync),
    ) -> Result<Minimum, Failure> {
        if free.is_empty() {
            return self.answer(problem, control, notify);
        }
        let freed = free.of(problem).map_err(Failure::error)?;
        let ask = |problem: &Problem| self.answer(problem, control, notify);
        shortest_freed(problem, &freed, ask, Failure::error)
    }

    /// Does it. `notify` is told of each step of a search.
    pub(super) fn solve(
        &self,
        problem: &Problem,
        control: &Control,
        notify: impl Fn(&Event<'_>) + Send + Sync,
    ) -> Result<Minimum, Failure> {
        match self.method {
            Method::Sat if self.peels(problem) => Ok(self.peeled(problem, control, notify)),
            _ if self.is_from_both_sides(problem) => {
                self.search_both_sides(problem, None, control, notify)
            }
            Method::Table => {
                let means = method::Means {
                    memory: self.memory,
                    control,
                    quiet: self.quiet,
                    notify: &|turns| notify(&Event::Deepening(turns)),
                };
                self.tables.solve(problem, &means)
            }
            Method::Meet => meet::solve(
                problem,
                &meet::Means {
                    memory: self.memory,
                    control,
                    notify: &|turns, states| notify(&Event::Meeting { turns, states }),
                },
            ),
            Method::Sat => {
                let search = self.search(control).notify(notify);
                let found = match problem.budget {
                    Budget::AtMost(_) if !self.question.is_bounded() => {
                        search.up_to_maximum(problem)
                    }
                    _ => search.solve(problem),
                };
                found.map_err(Failure::error)
            }
        }
    }

    /// Whether a solution is as short as it need be.
    pub(super) fn is_enough(&self, result: &Minimum) -> bool {
        let most = self.good_enough;
        result
            .solution
            .as_ref()
            .is_some_and(|it| most.is_some_and(|most| it.len() <= most))
    }

    /// What a result is worth.
    pub(super) fn exit(&self, problem: &Problem, result: &Minimum) -> Exit {
        match (&result.solution, problem.budget) {
            _ if matches!(result.stop, Some(UnknownReason::Panicked(_))) => Exit::Unknown,
            (Some(_), _) if self.is_enough(result) => Exit::Done,
            // Of a plan its solution was asked for, and nothing more.
            (Some(_), _) if (self.by_plan || self.peels) && !self.improves => Exit::Done,
            (Some(_), Budget::Exactly(_)) => Exit::Done,
            (Some(_), Budget::AtMost(_)) if result.complete => Exit::Done,
            (None, _) if result.complete => Exit::NoSolution,
            _ => Exit::Unknown,
        }
    }

    /// Whether a search ended because no time limit was given, and shorter solutions may exist.
    pub(super) fn was_impatient(&self, result: &Minimum) -> bool {
        let time_is_up = UnknownReason::Stopped(Stop::TimeLimit);
        self.patience == Some(PATIENCE) && result.stop == Some(time_is_up)
    }

    /// Whether there are clauses, and so proofs.
    pub(super) fn searches(&self) -> bool {
        self.method == Method::Sat
    }

    /// The option that asks for the method.
    pub(super) fn method(&self) -> &'static str {
        self.method.option()
    }

    /// The solver.
    pub(super) fn backend(&self) -> &dyn Backend {
        &*self.backend
    }

    pub(super) fn names(&self) -> json::Names<'_> {
        json::Names {
            recipe: self.searches().then_some(&self.recipe),
            solver: Some(match self.method {
                Method::Sat => self.backend.name(),
                Method::Table => "table",
                Method::Meet => meet::NAME,
            }),
            to: Some(&self.to),
            notation: self.notation,
        }
    }
}

//! A plan carried out as a whole, stage by stage.

use super::task::{RunningTask, Task};
use crate::control::Control;
use crate::error::Error;
use crate::platform;
use crate::problem::{self, Problem};
use crate::puzzle::{Puzzle, State, TurnId};
use crate::search::{
    Event, FoundBy, Improvement, Minimum, Notify, PlanResult, PriorResults, StageMethod,
    StageResult, UnknownReason, Variant, improve, shortest_variant,
};

/// The result of a plan, with its stages.
#[derive(Clone, Debug)]
pub struct PlanAnswer {
    /// The start.
    pub start: State,
    /// The variants of the plan that were tried.
    pub variants: Vec<Variant>,
    /// The index of the variant with the shortest solution.
    pub variant: usize,
    /// The results of the stages of this variant.
    pub staged: PlanResult,
    /// The turns of the best variant, converted to turns of the original state; `None` without a solution.
    pub turns: Option<Vec<TurnId>>,
    /// The later improvements, if the plan ends with a goal other than the solved puzzle.
    pub improvements: Vec<Improvement>,
    /// The result of the anytime search that continued from the plan's solution, if there was such a search.
    pub whole: Option<Minimum>,
}

impl PlanAnswer {
    /// The variant with the shortest solution.
    ///
    /// # Panics
    /// If there is no variant with this index.
    pub fn best_variant(&self) -> &Variant {
        &self.variants[self.variant]
    }

    /// Whether the plan was carried out completely: each stage that is a single question has a shortest solution, and
    /// every other stage has a solution.
    pub fn is_carried_out(&self) -> bool {
        let mut stages = self.staged.stages.iter();
        let panicked = matches!(self.staged.stop, Some(UnknownReason::Panicked(_)));
        !panicked
            && self.staged.turns.is_some()
            && stages
                .all(|stage| stage.method != StageMethod::Question || stage.minimum.is_minimal())
    }

    /// The stages that were carried out: the result, the title and the turns of each.
    pub(crate) fn stages(&self) -> impl Iterator<Item = (&StageResult, &str, Option<Vec<TurnId>>)> {
        let variant = self.best_variant();
        let stages = self.staged.stages.iter().zip(&variant.stages.plan().stages);
        stages.map(|(stage, about)| {
            let turns = stage.turns.as_ref();
            let turns = turns.map(|turns| variant.in_usual_orientation(turns));
            (stage, about.title.as_str(), turns)
        })
    }

    /// The turns stage by stage, and for each stage the number of turns before it and its title. There are no stages if
    /// a shorter solution was found, or if the best variant solves the inverse state. If one stage ends and the next
    /// begins with turns of the same face, both turns are shown, although the solution merges them.
    pub fn in_stages(
        &self,
        puzzle: &Puzzle,
        turns: &[TurnId],
    ) -> (Vec<TurnId>, Vec<(usize, String)>) {
        let (mut all, mut titles) = (Vec::new(), Vec::new());
        for (number, (_, title, turns)) in (1..).zip(self.stages()) {
            titles.push((all.len(), format!("Stage {number}: {title}")));
            all.extend(turns.into_iter().flatten());
        }
        let end = |turns: &[TurnId]| puzzle.apply(&self.start, turns);
        let shorter = self.whole.is_some() || !self.improvements.is_empty();
        if !shorter && !self.best_variant().inverse && end(&all) == end(turns) {
            (all, titles)
        } else {
            (turns.to_vec(), Vec::new())
        }
    }

    /// The number and the title of the last completed stage, if any.
    pub fn last_done_stage(&self) -> Option<(usize, &str)> {
        let done = self
            .stages()
            .take_while(|(stage, ..)| stage.turns.is_some());
        let (number, (_, title, _)) = (1..).zip(done).last()?;
        Some((number, title))
    }

    /// Whether the turns reach the goal of the problem, up to rotation: a plan may end elsewhere. `None` without a
    /// solution.
    pub fn is_solved(&self, problem: &Problem) -> Option<bool> {
        let end = problem.puzzle.apply(&self.start, self.turns.as_ref()?);
        let mut rotations = problem.puzzle.rotations().iter();
        Some(rotations.any(|it| problem.goal.admits(&end.after(&it.facelets))))
    }
}

impl Task {
    /// Whether the stages of a plan are solved by SAT, one after the other; in that case [`Self::carry_out`] returns
    /// the result of each.
    pub fn solves_stages_by_sat(&self) -> bool {
        self.stages().is_some() && self.makes_formulas()
    }

    /// Carries out the plan of the question, if its [stages are solved by SAT](Self::solves_stages_by_sat), and
    /// shortens its solution on request.
    ///
    /// # Errors
    /// [`Error`]. A stop is not an error.
    pub fn carry_out(
        &self,
        problem: &Problem,
        control: &Control,
        notify: &Notify<'_>,
    ) -> Result<PlanAnswer, Error> {
        if !self.solves_stages_by_sat() {
            return Err(Error::malformed(
                "only a whole {plan} with {method} auto or {method} sat is carried out in stages",
            ));
        }
        let problem = &self.with_shared_cache(problem);
        let control = &self.within_time_limit(control);
        let task = RunningTask::new(self, control, notify);
        let answer = task.solve_stages(problem)?;
        if !self.shortens_plan_solution() {
            return in_metric(problem, answer);
        }
        if answer.is_solved(problem) == Some(true) {
            return task.shorten_whole(problem, answer);
        }
        // The plan ends in another state: look for a shorter solution that ends there.
        let answer = task.shorter_to_the_same_end(answer)?;
        in_metric(problem, answer)
    }

    /// Whether a plan was carried out as requested.
    pub fn is_done(&self, answer: &PlanAnswer) -> bool {
        let Some(whole) = &answer.whole else {
            return answer.is_carried_out();
        };
        let mut solution = whole.solution.iter();
        whole.is_minimal() || solution.any(|solution| self.is_enough(solution.len()))
    }
}

impl RunningTask<'_> {
    /// Carries out the stages one after the other in each variant of the plan, and keeps the shortest result.
    fn solve_stages(&self, problem: &Problem) -> Result<PlanAnswer, Error> {
        let start = problem::known_start(problem)?;
        let variants = Variant::with_shortest_known_solution(self.task.variants(&start)?, problem);
        let (variant, staged) = shortest_variant(&variants, &self.sat_search())?;
        let turns = staged
            .turns
            .as_ref()
            .map(|turns| variants[variant].to_original_turns(turns));
        Ok(PlanAnswer {
            start,
            variants,
            variant,
            staged,
            turns,
            improvements: Vec::new(),
            whole: None,
        })
    }

    /// Looks for a solution shorter than the plan's, which reaches the goal, while lengths are refuted.
    fn shorten_whole(
        &self,
        problem: &Problem,
        mut answer: PlanAnswer,
    ) -> Result<PlanAnswer, Error> {
        let name = answer.best_variant().stages.plan().name.clone();
        let turns = answer.turns.take();
        let first = turns.map(|turns| (turns, FoundBy::Plan(name)));
        let whole = self.anytime_search(problem, first, &PriorResults::default())?;
        answer.turns = whole.solution.as_ref().map(|it| it.turns().to_vec());
        answer.whole = Some(whole);
        Ok(answer)
    }

    /// Looks for fewer turns to the state in which the plan ends.
    fn shorter_to_the_same_end(&self, mut answer: PlanAnswer) -> Result<PlanAnswer, Error> {
        let asks_questions = answer.best_variant().stages.plan().asks_questions_only();
        let (true, Some(time), Some(found)) =
            (asks_questions, self.task.patience(), answer.turns.clone())
        else {
            return Ok(answer);
        };
        (self.notify)(&Event::Improving(None));
        let mut improvements: Vec<Improvement> = Vec::new();
        let mut notify = |improvement: &Improvement| {
            (self.notify)(&Event::Improving(Some(improvement.turns.len())));
            improvements.push(improvement.clone());
        };
        let search = self
            .sat_search()
            .control(self.control.with_time_limit(time));
        // Other variants than the requested one may lead to a shorter solution.
        let first = &answer.variants[0];
        let all = Variant::all(first.stages.clone(), &first.start)?;
        let shorter = platform::catch_panic(|| improve(&all, &found, &search, &mut notify));
        answer.turns = Some(match shorter {
            Ok(shorter) => shorter?,
            Err(message) => {
                answer.staged.stop = Some(UnknownReason::Panicked(message));
                let best = improvements.last().map(|it| it.turns.clone());
                best.unwrap_or(found)
            }
        });
        answer.improvements = improvements;
        Ok(answer)
    }
}

/// The answer, with its turns converted to those of the metric.
fn in_metric(problem: &Problem, answer: PlanAnswer) -> Result<PlanAnswer, Error> {
    let Some(turns) = &answer.turns else {
        return Ok(answer);
    };
    let Some(turns) = problem::convert_to_allowed(problem, turns) else {
        return Err(Error::impossible_value(format!(
            "the turns of this plan cannot be counted in metric {}: some cannot be made of the turns of that metric",
            problem.metric
        )));
    };
    let turns = Some(turns);
    Ok(PlanAnswer { turns, ..answer })
}

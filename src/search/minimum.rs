//! The budget loop: step the number of turns down, or up, until the shortest
//! solution is found and every shorter length is refuted.
//!
//! *Why it is sound.* A set of lengths is open: not refuted yet. A formula
//! removes from it only what its refutation covers (see
//! [`Covers`]), never merely its budget. A solution is
//! minimal when no length below its own is open. So the loop does not depend
//! on solvability being monotone in the budget, which it is not in general.

use super::asker::Asker;
use super::error::{Outcome, check_budget};
use super::split::{ask_in_parts, parts};
use super::strategy::Strategy;
use super::{Attempt, AttemptVerdict, Event, Halt, Minimum, Refutation, SearchError, rotation};
use crate::control::{Control, Stop, Stopwatch};
use crate::encode::{
    Argument, Covers, EncodeError, Encoder, Formula, Idle, Quotient, Recipe, decode,
};
use crate::problem::{Budget, Problem, ReplayError, Solution};
use crate::solver::Backend;

/// With what a search is made, whatever the problem: a [`Search`](super::Search) whose names are
/// resolved.
#[derive(Clone, Copy)]
pub(super) struct Means<'a> {
    pub(super) recipe: &'a Recipe,
    pub(super) backend: &'a dyn Backend,
    pub(super) strategy: Strategy,
    pub(super) control: &'a Control,
}

/// See [`Search::minimum`](super::Search::minimum).
pub(super) fn minimum(
    problem: &Problem,
    means: &Means<'_>,
    notify: &mut dyn FnMut(&Event<'_>),
) -> Result<Minimum, SearchError> {
    check_budget(problem)?;
    let premise = problem.premise()?;
    let found = means.run(problem, notify)?;
    Ok(found.resting_on(premise))
}

/// Goes on from what a search found out about the same problem with a smaller budget.
pub(super) fn beyond(
    problem: &Problem,
    mut known: Minimum,
    means: &Means<'_>,
    notify: &mut dyn FnMut(&Event<'_>),
) -> Result<Minimum, SearchError> {
    let strategy = Strategy::Ascend;
    known.asked_for = problem.asked_for();
    Means { strategy, ..*means }.step(problem, known, notify)
}

impl Means<'_> {
    fn run(
        &self,
        problem: &Problem,
        notify: &mut dyn FnMut(&Event<'_>),
    ) -> Result<Minimum, SearchError> {
        let quotient = match self.recipe.quotient {
            Quotient::None => None,
            Quotient::Rotation => rotation::Quotient::of(problem),
        };
        let nothing = Minimum::of(problem);
        let Some(quotient) = quotient else {
            return self.step(problem, nothing, notify);
        };
        // A better solution up to rotation is not yet one of the problem.
        let mut pass_on = |event: &Event<'_>| {
            if !matches!(event, Event::Improved(_)) {
                notify(event);
            }
        };
        let known = quotient.lift(self.step(&quotient.held, nothing, &mut pass_on)?);
        if let Some(solution) = &known.solution {
            notify(&Event::Improved(solution));
        }
        if known.complete || known.stop.is_some() {
            return Ok(known);
        }
        self.step(problem, known, notify)
    }

    /// The budget loop, from what is known already.
    fn step(
        &self,
        problem: &Problem,
        known: Minimum,
        notify: &mut dyn FnMut(&Event<'_>),
    ) -> Result<Minimum, SearchError> {
        let Self {
            recipe,
            strategy,
            control,
            ..
        } = *self;
        let mut open = OpenLengths::new(problem.budget.slots());
        for refutation in &known.refutations {
            open.refute(&refutation.covers.lengths);
        }
        // What was found out before leads close to the shortest length.
        let mut first = known.refutations.is_empty();
        let mut result = known;
        match Solution::replay(problem, Vec::new()) {
            Ok(solution) => {
                result.solution = Some(solution);
                open.found(0);
            }
            Err(ReplayError::Undecided(undecided)) => {
                result.stop = Some(Halt::Undecided(undecided));
                return Ok(result);
            }
            Err(_) => {
                for covers in without_solver(problem) {
                    open.refute(&covers.lengths);
                    result.refutations.push(Refutation::new(covers, None));
                }
            }
        }
        let mut encoder = Encoder::new(problem, recipe);
        loop {
            // Lengths that were passed over are refuted all at once.
            let direction = match &result.solution {
                Some(_) => Strategy::Descend,
                None => strategy,
            };
            let Some(turns) = open.next(direction) else {
                break;
            };
            let asked = problem.within(Budget::AtMost(turns));
            if let Some(covers) = without_formula(&mut encoder, &asked, control)? {
                open.refute(&covers.lengths);
                result.refutations.push(Refutation::new(covers, None));
                continue;
            }
            let asked = match strategy {
                Strategy::Ascend if first => {
                    first = false;
                    problem.within(Budget::AtMost(open.first_asked(turns, recipe)))
                }
                _ => asked,
            };
            let (attempt, answer) = self.attempt(&asked, &mut encoder, notify)?;
            let stop = match answer {
                Answer::Found(solution) => {
                    open.found(solution.len());
                    notify(&Event::Improved(&solution));
                    result.solution = Some(solution);
                    None
                }
                Answer::Refuted(covers) => {
                    open.refute(&covers.lengths);
                    result
                        .refutations
                        .push(Refutation::new(covers, Some(attempt.witness())));
                    None
                }
                Answer::Stopped(stop) => Some(stop),
            };
            result.attempts.push(attempt);
            if stop.is_some() {
                result.stop = stop;
                return Ok(result);
            }
        }
        result.complete = true;
        Ok(result)
    }
}

/// See [`Search::exactly`](super::Search::exactly).
pub(super) fn exactly(
    problem: &Problem,
    means: &Means<'_>,
    notify: &mut dyn FnMut(&Event<'_>),
) -> Result<Minimum, SearchError> {
    check_budget(problem)?;
    let premise = problem.premise()?;
    let turns = problem.budget.slots();
    let asked = problem.within(Budget::Exactly(turns));
    let found = exactly_as_asked(&asked, means, notify)?;
    Ok(found.resting_on(premise))
}

fn exactly_as_asked(
    asked: &Problem,
    means: &Means<'_>,
    notify: &mut dyn FnMut(&Event<'_>),
) -> Result<Minimum, SearchError> {
    let turns = asked.budget.slots();
    let mut result = Minimum::of(asked);
    let known = Covers::beforehand(asked);
    if let Some(covers) = known
        .into_iter()
        .find(|covers| covers.lengths.contains(&turns))
    {
        result.complete = true;
        result.refutations.push(Refutation::new(covers, None));
        return Ok(result);
    }
    let mut encoder = Encoder::new(asked, means.recipe);
    if let Some(covers) = without_formula(&mut encoder, asked, means.control)? {
        result.complete = true;
        result.refutations.push(Refutation::new(covers, None));
        return Ok(result);
    }
    let (attempt, answer) = means.attempt(asked, &mut encoder, notify)?;
    let solver = attempt.witness();
    result.attempts.push(attempt);
    match answer {
        Answer::Found(solution) => {
            result.complete = solution.is_empty();
            result.solution = Some(solution);
        }
        Answer::Refuted(covers) => {
            result.complete = true;
            result
                .refutations
                .push(Refutation::new(covers, Some(solver)));
        }
        Answer::Stopped(stop) => result.stop = Some(stop),
    }
    Ok(result)
}

/// What is known before any formula about a problem that is not solved already.
fn without_solver(problem: &Problem) -> Vec<Covers> {
    let known = Covers::beforehand(problem);
    if known.iter().any(|covers| covers.lengths.contains(&0)) {
        return known;
    }
    let zero = Covers {
        lengths: vec![0],
        argument: Argument::OneLength,
    };
    // Of an unknown start nobody can say that it is not the goal.
    let differs = problem.start.is_state() || problem.start.contradicts(&problem.goal);
    known.into_iter().chain(differs.then_some(zero)).collect()
}

/// What the pieces alone refute, before any formula. A stop there is left to
/// the attempt that follows.
fn without_formula(
    encoder: &mut Encoder,
    problem: &Problem,
    control: &Control,
) -> Result<Option<Covers>, SearchError> {
    match encoder.refuted(problem.budget, control) {
        Err(EncodeError::Stopped(_)) => Ok(None),
        covers => Ok(covers?),
    }
}

/// Up to so many turns, pieces alone tell most of what there is to tell.
const SEEN_BY_PIECES: usize = 4;

/// No more lengths than this are passed over: formulas grow.
const MOST_PASSED_OVER: usize = 2;

/// The lengths that are neither refuted nor longer than what was found.
struct OpenLengths(Vec<bool>);

impl OpenLengths {
    fn new(most: usize) -> Self {
        Self(vec![true; most.saturating_add(1)])
    }

    fn refute(&mut self, lengths: &[usize]) {
        for &length in lengths {
            if let Some(open) = self.0.get_mut(length) {
                *open = false;
            }
        }
    }

    fn found(&mut self, length: usize) {
        self.0.truncate(length);
    }

    /// The first budget that is worth a formula, going up: a few above the least
    /// open one, `least`. Pieces alone see nearly all of the first lengths and less
    /// and less of the others, and with idle slots one refutation covers those
    /// passed over. On the pocket cube that spares two formulas of four; where
    /// it passes the shortest length, it costs one more.
    fn first_asked(&self, least: usize, recipe: &Recipe) -> usize {
        if recipe.idle != Idle::Trailing || recipe.lemmas == 0 {
            return least;
        }
        let passed_over = least.saturating_sub(SEEN_BY_PIECES).min(MOST_PASSED_OVER);
        let open = (least..self.0.len()).filter(|&length| self.0[length]);
        open.take(passed_over + 1).last().unwrap_or(least)
    }

    fn next(&self, strategy: Strategy) -> Option<usize> {
        match strategy {
            Strategy::Descend => self.0.iter().rposition(|&open| open),
            Strategy::Ascend => self.0.iter().position(|&open| open),
        }
    }
}

enum Answer {
    Found(Solution),
    Refuted(Covers),
    Stopped(Halt),
}

impl Means<'_> {
    /// Encodes a problem, solves it, decodes and replays.
    fn attempt(
        &self,
        problem: &Problem,
        encoder: &mut Encoder,
        notify: &mut dyn FnMut(&Event<'_>),
    ) -> Result<(Attempt, Answer), SearchError> {
        let Self {
            backend, control, ..
        } = *self;
        let watch = Stopwatch::start(control);
        let mut attempt = Attempt {
            turns: problem.budget.slots(),
            verdict: AttemptVerdict::Unknown(Halt::Stopped(Stop::Cancelled)),
            variables: 0,
            clauses: 0,
            lemmas: 0,
            encode_seconds: 0.0,
            solve_seconds: 0.0,
            recipe: encoder.recipe().name.clone(),
            solver: backend.name().to_owned(),
            parts: parts(problem, control),
            up_to_rotation: false,
        };
        let formula = match encoder.encode(problem.budget, control) {
            Err(EncodeError::Stopped(stop)) => {
                attempt.verdict = AttemptVerdict::Unknown(Halt::Stopped(stop));
                attempt.encode_seconds = watch.seconds();
                notify(&Event::Answered(&attempt));
                return Ok((attempt, Answer::Stopped(Halt::Stopped(stop))));
            }
            formula => formula?,
        };
        attempt.variables = formula.variables;
        attempt.clauses = formula.cnf.len();
        attempt.lemmas = formula.lemmas;
        attempt.encode_seconds = watch.seconds();
        notify(&Event::Solving {
            turns: attempt.turns,
            variables: attempt.variables,
            clauses: attempt.clauses,
        });
        let watch = Stopwatch::start(control);
        let outcome = if attempt.parts > 1 {
            ask_in_parts(problem, &formula, backend, control)?
        } else {
            Asker::new(problem, &formula, backend)?.ask(control)?
        };
        attempt.solve_seconds = watch.seconds();
        let (verdict, answer) = judge(problem, &formula, backend, outcome)?;
        attempt.verdict = verdict;
        notify(&Event::Answered(&attempt));
        Ok((attempt, answer))
    }
}

fn judge(
    problem: &Problem,
    formula: &Formula,
    backend: &dyn Backend,
    outcome: Outcome,
) -> Result<(AttemptVerdict, Answer), SearchError> {
    Ok(match outcome {
        Outcome::Unsat => (
            AttemptVerdict::Unsat,
            Answer::Refuted(formula.covers.clone()),
        ),
        Outcome::Unknown(halt) => (AttemptVerdict::Unknown(halt.clone()), Answer::Stopped(halt)),
        Outcome::Sat(model) => {
            let solution =
                decode(problem, &formula.meaning, &model).map_err(|error| SearchError::Decode {
                    solver: backend.name().to_owned(),
                    error,
                })?;
            let solution = match problem.budget {
                Budget::Exactly(_) => solution,
                Budget::AtMost(_) => solution.shortened(problem),
            };
            (
                AttemptVerdict::Sat {
                    found: solution.len(),
                },
                Answer::Found(solution),
            )
        }
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use rustsat::types::Cl;

    use super::super::Search;
    use super::*;
    use crate::notation::Notation;
    use crate::problem::Target;
    use crate::puzzle::Puzzle;
    use crate::solver::{Engine, SolverError, Verdict, by_name};

    /// Answers once, then crashes.
    #[derive(Default)]
    struct Crashing(AtomicUsize);

    struct CrashingEngine(Box<dyn Engine>, bool);

    impl Backend for Crashing {
        fn name(&self) -> &str {
            "crashing"
        }

        fn description(&self) -> String {
            "answers once, then crashes".to_owned()
        }

        fn start(&self, variables: u32) -> Result<Box<dyn Engine>, SolverError> {
            let inner = by_name("batsat")
                .expect("batsat is built in")
                .start(variables)?;
            let crashes = self.0.fetch_add(1, Ordering::SeqCst) > 0;
            Ok(Box::new(CrashingEngine(inner, crashes)))
        }
    }

    impl Engine for CrashingEngine {
        fn solve(&mut self, control: &Control) -> Result<Verdict, SolverError> {
            if self.1 {
                return Err(SolverError::Crashed {
                    solver: "crashing".to_owned(),
                    message: "on purpose".to_owned(),
                });
            }
            self.0.solve(control)
        }

        fn add_clause(&mut self, clause: &Cl) -> Result<(), SolverError> {
            self.0.add_clause(clause)
        }
    }

    #[test]
    fn among_canonical_sequences_the_shortest_is_found_too() {
        let puzzle = Puzzle::built_in("pocket").expect("built in");
        let batsat = by_name("batsat").expect("built in");
        for scramble in ["U2 D", "R U R' D2", "F F"] {
            let turns = Notation::Singmaster.read(&puzzle, scramble).expect("turns");
            for name in Recipe::built_in_names().filter(|name| *name != "mux-uniform") {
                let recipe = Recipe::built_in(name).expect("built in");
                let budget = Budget::AtMost(5);
                let problem =
                    Problem::from_scramble(puzzle.clone(), &turns, &Target::Solved, budget)
                        .and_then(|problem| problem.counted_in(crate::puzzle::Metric::QuarterTurn))
                        .expect("possible");
                let problem = Problem {
                    canonical: true,
                    ..problem
                };
                let search = Search::default().recipe(&recipe).solver(batsat);
                let ask = |strategy| {
                    let found = search.clone().strategy(strategy).minimum(&problem);
                    { found.expect("no internal error") }
                        .solution
                        .map(|solution| solution.len())
                };
                assert_eq!(
                    ask(Strategy::Descend),
                    ask(Strategy::Ascend),
                    "{scramble} {name}"
                );
            }
        }
    }

    #[test]
    fn a_budget_past_all_sense_is_an_error() {
        let puzzle = Puzzle::built_in("pocket").expect("built in");
        let budget = Budget::AtMost(usize::MAX);
        let problem = Problem::from_scramble(puzzle, &[0], &Target::Any, budget).expect("possible");
        let recipe = Recipe::built_in("mux").expect("built in");
        let backend = Crashing::default();
        let search = Search::default().recipe(&recipe).solver(&backend);
        for strategy in [Strategy::Ascend, Strategy::Descend] {
            let refused = search.clone().strategy(strategy).minimum(&problem);
            assert!(matches!(refused, Err(SearchError::TooManyTurns)));
        }
        let exact = search.exactly(&problem);
        assert!(matches!(exact, Err(SearchError::TooManyTurns)));
    }

    #[test]
    fn a_crash_keeps_the_best_answer_and_refutes_nothing() {
        let puzzle = Puzzle::built_in("pocket").expect("built in");
        let turns = Notation::Singmaster.read(&puzzle, "R U F").expect("turns");
        let problem = Problem::from_scramble(puzzle, &turns, &Target::Any, Budget::AtMost(4))
            .expect("possible");
        let recipe = Recipe::built_in("mux-idle").expect("built in");
        let backend = Crashing::default();
        let search = Search::default().recipe(&recipe).solver(&backend);
        let result = search.strategy(Strategy::Descend).minimum(&problem);
        let result = result.expect("a crash is no error");
        assert!(result.solution.is_some());
        assert!(!result.complete && !result.is_minimal());
        assert!(
            matches!(&result.stop, Some(Halt::Failed(error)) if error.to_string().contains("on purpose"))
        );
        assert_eq!(result.refuted(), ["length 0: the start is not the goal"]);
    }
}

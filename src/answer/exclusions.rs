//! Checks whether a question, a method and the extra tasks of a front end can be combined.

use super::method::{Axis, Engine, Method};
use crate::error::{Error, Exclusion};
use crate::problem::Question;
use crate::search::Strategy;

/// The extra tasks of a front end, besides answering one question.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExtraTasks {
    /// Answers a list.
    pub batch: bool,
    /// Writes a certificate.
    pub certify: bool,
    /// Draws pictures, or prints links.
    pub pictures: bool,
}

/// Rejects a question, a method and extra tasks that cannot be combined.
pub fn check_combination(
    question: &Question,
    method: &Method,
    extras: ExtraTasks,
) -> Result<(), Error> {
    let makes_formulas = method.engine.makes_formulas();
    let is_table = method.engine == Engine::Table;
    let engine = match method.engine {
        Engine::Auto => "{method} auto",
        Engine::Sat => "{method} sat",
        Engine::Table => "{method} table",
        Engine::Graph => "{method} graph",
    };
    let is_whole_plan = question.is_whole_plan();
    let carries_out_plans = makes_formulas || is_table && !question.is_peeling();
    let batch = ("{batch}", extras.batch);
    let certify = ("{certify}", extras.certify);
    let pictures = ("pictures ({svg}, {html} or {link})", extras.pictures);
    let turns = ("{turns}", question.turns.is_some());
    let max_turns = ("{max_turns}", question.max_turns.is_some());
    let plan = ("{plan}", is_whole_plan);
    let stage = ("{stage}", question.stage.is_some());
    let goals = (
        "several goals ({to} more than once, {goal_up_to})",
        question.has_several_goals(),
    );
    let cheapest = ("{cheapest}", method.cheapest);
    let cost_or_free = (
        "{cheapest} or free turns",
        method.cheapest || question.has_free_turns(),
    );
    let descends = ("{strategy} descend", method.strategy == Strategy::Descend);
    let improves = match (method.good_enough, method.improve) {
        (Some(_), _) => ("{good_enough}", true),
        (None, improve) => ("{improve}", improve.is_some()),
    };
    let plan_key = match (method.axis, method.stage_time_limit) {
        (Axis::All, _) => ("{axis}", true),
        (Axis::One, limit) => ("{stage_time_limit}", limit.is_some()),
    };
    let sat_key = method.sat_key().map_or(("", false), |key| (key, true));
    let graph = ("{method} graph", method.engine == Engine::Graph);
    let table = ("{method} table", is_table);
    let table_of_states = ("{method} table", is_table && !is_whole_plan);
    let no_formula = (engine, !makes_formulas);
    let every_length = ": a certificate covers every length up to {max_turns}";
    let differs = ": whether a stage can start differs from line to line";
    let many_states = "; `twistsat cases` asks about many states";
    let only_shortest = ", which finds only shortest solutions";
    let single_stage = "; a single stage can ({stage} N)";
    check_rows(&[
        (certify, batch, ""),
        (certify, turns, every_length),
        (certify, no_formula, ", which produces no proof"),
        (batch, stage, differs),
        (batch, cost_or_free, many_states),
        (batch, goals, ""),
        (batch, pictures, ""),
        (cost_or_free, certify, ""),
        (cost_or_free, plan, ""),
        (pictures, stage, "; {plan} alone shows all stages"),
        (pictures, cost_or_free, ""),
        (turns, max_turns, ""),
        (turns, table, only_shortest),
        (turns, improves, ""),
        (turns, descends, ""),
        (improves, descends, only_shortest),
        (improves, graph, only_shortest),
        (improves, table_of_states, only_shortest),
        (improves, stage, ""),
        (plan, descends, single_stage),
        (plan, (engine, !carries_out_plans), single_stage),
        (cheapest, ("{plan}", question.has_plan()), ""),
        (plan_key, stage, ""),
        (sat_key, no_formula, ", which uses no formula"),
    ])?;
    if plan_key.1 && !is_whole_plan {
        return Err(Error::malformed(plan_key.0).template(" requires {plan} or {plan_file}"));
    }
    if method.cheapest && !question.is_bounded() {
        return Err(Error::malformed(
            "{cheapest} requires {turns} N or {max_turns} N: it finds the cheapest solution of exactly, or of at most, N turns",
        ));
    }
    Ok(())
}

/// Two requests that exclude each other, and why; see [`Exclusion`].
type Row = ((&'static str, bool), (&'static str, bool), &'static str);

fn check_rows(rows: &[Row]) -> Result<(), Error> {
    let exclusion = |&(one, other, why): &Row| Exclusion { one, other, why };
    Error::check_exclusions(rows.iter().map(exclusion))
}

/// Rejects keys that cannot apply to a list of solutions.
pub(super) fn check_list(question: &Question, method: &Method) -> Result<(), Error> {
    let list = ("a list of solutions", true);
    let table = ("{method} table", method.engine == Engine::Table);
    let descends = ("{strategy} descend", method.strategy == Strategy::Descend);
    let plan = ("all stages of a plan", question.is_whole_plan());
    let good_enough = ("{good_enough}", method.good_enough.is_some());
    let finds_one = ", which looks for one solution";
    check_rows(&[
        (list, table, finds_one),
        (list, descends, finds_one),
        (list, ("{cheapest}", method.cheapest), finds_one),
        (list, good_enough, finds_one),
        (list, ("{improve}", method.improve.is_some()), finds_one),
        (list, plan, "; a single stage can ({stage} N)"),
    ])
}

/// Rejects a method with keys that a proof does not use.
pub(super) fn check_proof_method(method: &Method) -> Result<(), Error> {
    let proof_method = Method {
        engine: method.engine,
        solver: method.solver.clone(),
        time_limit: method.time_limit,
        ..Method::default()
    };
    if *method == proof_method && method.engine.makes_formulas() {
        return Ok(());
    }
    Err(Error::malformed(
        "a proof takes no other keys of a method than {solver} and {time_limit}",
    ))
}

//! Which keys of a question and a method exclude each other, or an extra task of a front end.

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
    let by = |engine| method.engine == engine;
    let is_sat = method.engine.makes_formulas();
    let engine = match method.engine {
        Engine::Auto => "{method} auto",
        Engine::Sat => "{method} sat",
        Engine::Table => "{method} table",
        Engine::Graph => "{method} graph",
    };
    let whole_plan = question.is_whole_plan();
    let carries_out_plans = is_sat || by(Engine::Table) && !question.is_peeling();
    let batch = ("{batch}", extras.batch);
    let certify = ("{certify}", extras.certify);
    let pictures = ("pictures ({svg}, {html} or {link})", extras.pictures);
    let turns = ("{turns}", question.turns.is_some());
    let max_turns = ("{max_turns}", question.max_turns.is_some());
    let plan = ("{plan}", whole_plan);
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
    let graph = ("{method} graph", by(Engine::Graph));
    let table = ("{method} table", by(Engine::Table));
    let table_of_states = (table.0, table.1 && !whole_plan);
    let no_formula = (engine, !is_sat);
    let only_shortest = ", which finds only shortest solutions";
    let single_stage = "; a single stage can ({stage} N)";
    Error::check_exclusions(
        [
            (certify, batch, ""),
            (
                certify,
                turns,
                ": a certificate covers every length up to {max_turns}",
            ),
            (certify, no_formula, ", which produces no proof"),
            (
                batch,
                stage,
                ": whether a stage can start differs from line to line",
            ),
            (
                batch,
                cost_or_free,
                "; `twistsat cases` asks about many states",
            ),
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
        ]
        .map(exclusion),
    )?;
    if plan_key.1 && !whole_plan {
        return Err(Error::malformed(plan_key.0).template(" requires {plan} or {plan_file}"));
    }
    if method.cheapest && !question.is_bounded() {
        return Err(Error::malformed(
            "{cheapest} requires {turns} N or {max_turns} N: it finds the cheapest solution of exactly, or of at most, N turns",
        ));
    }
    Ok(())
}

type Row = ((&'static str, bool), (&'static str, bool), &'static str);

fn exclusion((one, other, why): Row) -> Exclusion {
    Exclusion { one, other, why }
}

/// Rejects keys that cannot apply to a list of solutions.
pub(super) fn check_list(question: &Question, method: &Method) -> Result<(), Error> {
    let finds_one = ", which looks for one solution";
    let refused = [
        ("{method} table", method.engine == Engine::Table, finds_one),
        (
            "{strategy} descend",
            method.strategy == Strategy::Descend,
            finds_one,
        ),
        ("{cheapest}", method.cheapest, finds_one),
        ("{good_enough}", method.good_enough.is_some(), finds_one),
        ("{improve}", method.improve.is_some(), finds_one),
        (
            "all stages of a plan",
            question.is_whole_plan(),
            "; a single stage can ({stage} N)",
        ),
    ];
    let list = ("a list of solutions", true);
    Error::check_exclusions(
        refused.map(|(key, is_given, why)| exclusion((list, (key, is_given), why))),
    )
}

/// Rejects a method with keys that a proof does not use.
pub(super) fn check_proof_method(method: &Method) -> Result<(), Error> {
    let known = Method {
        engine: method.engine,
        solver: method.solver.clone(),
        time_limit: method.time_limit,
        ..Method::default()
    };
    if *method == known && method.engine.makes_formulas() {
        return Ok(());
    }
    Err(Error::malformed(
        "a proof takes no other keys of a method than {solver} and {time_limit}",
    ))
}

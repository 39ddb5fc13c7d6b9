//! Rejects keys of a question and of a method that exclude each other.

use super::method::{Axis, Engine, Method};
use crate::error::{Error, Exclusion};
use crate::problem::Question;
use crate::search::Strategy;

/// Rejects a question and a method that exclude each other.
pub(super) fn check(question: &Question, method: &Method) -> Result<(), Error> {
    let by = |engine| method.engine == engine;
    let is_sat = method.engine.makes_formulas();
    let other = match method.engine {
        Engine::Auto => "{method} auto",
        Engine::Sat => "{method} sat",
        Engine::Table => "{method} table",
        Engine::Graph => "{method} graph",
    };
    let whole_plan = question.is_whole_plan();
    let descends = method.strategy == Strategy::Descend;
    let carries_out_plans = is_sat || by(Engine::Table) && !question.is_peeling();
    let goes_on = match (method.good_enough, method.improve) {
        (Some(_), _) => ("{good_enough}", true),
        (None, improve) => ("{improve}", improve.is_some()),
    };
    let in_stages = match (method.axis, method.stage_limit) {
        (Axis::All, _) => ("{axis}", true),
        (Axis::One, limit) => ("{stage_limit}", limit.is_some()),
    };
    let formula = method.sat_key().map_or(("", false), |key| (key, true));
    let turns = ("{turns}", question.turns.is_some());
    let only_shortest = ", which finds only shortest solutions";
    let single_stage = "; a single stage can ({stage} N)";
    let exclusion = |one, other, why| Exclusion { one, other, why };
    Error::unless_excluded(&[
        exclusion(turns, ("{method} table", by(Engine::Table)), only_shortest),
        exclusion(turns, goes_on, ""),
        exclusion(turns, ("{strategy} descend", descends), ""),
        exclusion(goes_on, ("{strategy} descend", descends), only_shortest),
        exclusion(
            goes_on,
            ("{method} graph", by(Engine::Graph)),
            only_shortest,
        ),
        exclusion(
            goes_on,
            ("{method} table", by(Engine::Table) && !whole_plan),
            only_shortest,
        ),
        exclusion(goes_on, ("{stage}", question.stage.is_some()), ""),
        exclusion(
            ("{plan}", whole_plan),
            ("{strategy} descend", descends),
            single_stage,
        ),
        exclusion(
            ("{plan}", whole_plan),
            (other, !carries_out_plans),
            single_stage,
        ),
        exclusion(
            ("{cheapest}", method.cheapest),
            ("{plan}", question.has_plan()),
            "",
        ),
        exclusion(in_stages, ("{stage}", question.stage.is_some()), ""),
        exclusion(formula, (other, !is_sat), ", which makes no formula"),
    ])?;
    if in_stages.1 && !whole_plan {
        return Err(Error::malformed(in_stages.0).then(" requires {plan} or {plan_file}"));
    }
    if method.cheapest && !question.is_bounded() {
        return Err(Error::malformed(
            "{cheapest} requires {turns} N or {max_turns} N: it finds the cheapest solution of exactly, or of at most, N turns",
        ));
    }
    Ok(())
}

/// Refuses what says nothing of a list of solutions.
pub(super) fn check_list(question: &Question, method: &Method) -> Result<(), Error> {
    let list = ("a list of solutions", true);
    let refused = [
        ("{method} table", method.engine == Engine::Table),
        ("{strategy} descend", method.strategy == Strategy::Descend),
        ("{cheapest}", method.cheapest),
        ("{good_enough}", method.good_enough.is_some()),
        ("{improve}", method.improve.is_some()),
    ];
    let finds_one = ", which looks for one solution";
    let whole_plan = Exclusion {
        one: list,
        other: ("all stages of a plan", question.is_whole_plan()),
        why: "; a single stage can ({stage} N)",
    };
    let refused = refused.map(|other| Exclusion {
        one: list,
        other,
        why: finds_one,
    });
    Error::unless_excluded(&refused)?;
    Error::unless_excluded(&[whole_plan])
}

/// Rejects a method with keys that a proof does not use.
pub(super) fn check_proof(method: &Method) -> Result<(), Error> {
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

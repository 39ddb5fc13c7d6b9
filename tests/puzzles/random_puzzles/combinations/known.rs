//! TO BE REMOVED AT MERGE: kinds of failures that are mended elsewhere at this moment. Each is switched off by
//! its name in the list; when the list is empty, this file and its three calls go.

use super::super::counting::Count;
use super::super::question::To;
use super::{Combination, Wanted};

/// What is switched off.
const SWITCHED_OFF: &[&str] = &[
    "any length",
    "the cheapest of a limit",
    "models that are no solutions",
    "free turns that move the held piece",
];

/// Whether questions with free turns are asked without a bound: they take very long, and this becomes `true`
/// (and goes) when that is mended.
pub const FREE_WITHOUT_BOUND: bool = false;

fn switched_off(kind: Option<&'static str>) -> Option<&'static str> {
    let kind = kind.filter(|kind| SWITCHED_OFF.contains(kind));
    kind.map(|_| "switched off")
}

/// The kind of a failure, if that is switched off.
pub fn kind(asked: &Combination, wrong: &str) -> Option<&'static str> {
    let question = &asked.question;
    let is_free = asked.has_free_turns();
    let is_held = matches!(question.to, To::Any) && !question.model.held.is_empty();
    let is_said_of_all = [
        "none of any length is said",
        "the shortest length is refuted",
    ];
    let moves = question.model.moves();
    let moves_held = || {
        let count = Count::new(question, &moves, Vec::new(), Vec::new(), &[]);
        let mut free = count.free.before.iter().chain(&count.free.after);
        free.any(|&turn| !moves[turn].leaves(&question.model.held))
    };
    switched_off(if is_held && moves_held() {
        Some("free turns that move the held piece")
    } else if is_said_of_all.iter().any(|words| wrong.starts_with(words))
        && (is_free || asked.jobs > 1)
    {
        Some("any length")
    } else if matches!(asked.wanted, Wanted::Ranked { limit: Some(_), .. })
        && wrong.starts_with("others are cheaper")
    {
        Some("the cheapest of a limit")
    } else {
        None
    })
}

/// The same of a formula.
pub fn kind_of_model(wrong: &str) -> Option<&'static str> {
    let is_model =
        wrong.starts_with("a model is no solution: the state that the turns solve is impossible");
    switched_off(is_model.then_some("models that are no solutions"))
}

/// The same of a table of cases.
pub fn kind_of_case(wrong: &str) -> Option<&'static str> {
    let is_said_of_all = [
        "none of any length is said",
        "the shortest length is refuted",
    ];
    let is_one = is_said_of_all.iter().any(|words| wrong.starts_with(words));
    switched_off(is_one.then_some("any length"))
}

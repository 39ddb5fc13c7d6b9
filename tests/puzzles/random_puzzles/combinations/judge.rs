//! Judges whether an answer is true.

use itertools::Itertools;

use super::super::ask::Found;
use super::super::counting::{Count, states};
use super::super::harness::Verdict;
use super::super::model::{Colors, Move, colors_after};
use super::super::question::{Question, Sets, Start, To, fits, known, state};
use super::super::rotation::{rotations, seen_from_all_sides};
use super::super::rules::Rule;
use super::answer::{Answer, Refuted, Said};
use super::{Combination, Method, Wanted, ask, command};

/// The maximum number of solutions that are listed; questions with more are left out.
pub const MAX_LISTED: u64 = 200;

/// The maximum number of prefixes of sequences that are distinguished.
pub const MAX_BEGINNINGS: usize = 20_000;

/// More states than any drawn puzzle has.
const MAX_STATES: usize = 100_000;

/// The truth about a question.
pub struct Truth<'a> {
    pub count: Count<'a>,
    pub shortest: Option<usize>,
    /// The question must be refused: its start or goal is impossible.
    pub is_impossible: bool,
    /// The question may be refused: its colors have several readings, or no turn is allowed.
    pub may_be_refused: bool,
}

impl<'a> Truth<'a> {
    /// `None` if that would take too long, a rule has too large an automaton, or the file must be refused.
    pub fn of(question: &Question, moves: &'a [Move]) -> Option<Self> {
        let model = &question.model;
        let is_large = |rule: &Rule| rule.automaton(moves.len()).is_none();
        if question.rules.iter().any(is_large) {
            return None;
        }
        let states = states(model, moves, MAX_STATES)?;
        let from = question.start_sets(moves);
        let solved = model.solved();
        let starts = match state(&from) {
            Some(state) => vec![state],
            None => {
                let fitting = states.keys().filter(|colors| fits(&from, colors));
                let mut all: Vec<Colors> = fitting.cloned().collect();
                all.sort_unstable();
                all
            }
        };
        let is_held = matches!(question.to, To::Any) && !model.held.is_empty();
        let rotations = if model.held.is_empty() {
            Vec::new()
        } else {
            rotations(model)?
        };
        let mut goals = match (&question.to, is_held) {
            (To::Any, true) => {
                let goals = seen_from_all_sides(model, &rotations);
                goals.iter().map(|goal| known(goal)).collect()
            }
            (To::Any | To::Solved, _) => vec![known(&solved)],
            (To::Stickers(sets), _) => vec![sets.clone()],
        };
        goals.extend(question.or_to.iter().cloned());
        let is_possible = |sets: &Sets| states.keys().any(|colors| fits(sets, colors));
        let is_impossible = !goals.iter().chain([&from]).all(is_possible);
        let around: &[usize] = if is_held { &model.held } else { &[] };
        let is_home = |start: &Colors| around.iter().all(|&it| start[it] == solved[it]);
        let is_scramble = matches!(question.start, Start::Scramble(_));
        let may_be_refused = is_held && !is_scramble && !starts.iter().all(is_home);
        let count = Count::new(question, moves, starts, goals, around);
        Some(Self {
            shortest: count.shortest_among(MAX_BEGINNINGS)?,
            may_be_refused: may_be_refused || count.allowed.is_empty(),
            count,
            is_impossible,
        })
    }
}

pub fn check(asked: &Combination) -> Verdict {
    let moves = asked.question.model.moves();
    let Some(truth) = Truth::of(&asked.question, &moves) else {
        return Ok("too large");
    };
    let length = match asked.wanted {
        Wanted::All(turns) | Wanted::Ranked { turns, .. } => Some(turns),
        Wanted::AllShortest => truth.shortest,
        _ => None,
    };
    if length.is_some_and(|it| truth.count.counts(it)[it] > MAX_LISTED) {
        return Ok("too many");
    }
    let answer = if asked.by_command {
        command::ask(asked)
    } else {
        ask::ask(asked)
    };
    judge(asked, &truth, &answer)
}

pub fn judge(asked: &Combination, truth: &Truth<'_>, answer: &Answer) -> Verdict {
    match answer {
        Answer::Unexpressed => Ok("unexpressed"),
        Answer::Refused(why) => refused(asked, truth, why),
        Answer::Unknown(why, said) => {
            is_true_and_sufficient(asked, truth, said)?;
            unknown(asked, why)
        }
        Answer::Said(said) if truth.is_impossible => {
            Err(format!("an impossible start or goal is answered: {said:?}"))
        }
        Answer::Said(said) => is_true_and_sufficient(asked, truth, said),
    }
}

fn refused(asked: &Combination, truth: &Truth<'_>, why: &str) -> Verdict {
    let question = &asked.question;
    let open = |sets: &Vec<Vec<u8>>| state(sets).is_none();
    let is_open_start = matches!(&question.start, Start::Stickers(sets) if open(sets));
    let is_open_goal =
        matches!(&question.to, To::Stickers(sets) if open(sets)) || question.or_to.iter().any(open);
    let has_constraints = question.max_cost.is_some()
        || !(question.starts_with.is_empty() && question.ends_with.is_empty())
        || !(question.at_most.is_empty() && question.rules.is_empty())
        || question.min_turns > 0;
    let is_large = is_open_start
        || is_open_goal
        || has_constraints
        || asked.has_free_turns()
        || !question.or_to.is_empty();
    match asked.method {
        _ if truth.is_impossible => Ok("impossible"),
        _ if truth.may_be_refused => Ok("refused"),
        Method::Meet if is_open_start && why.contains("unknown stickers") => {
            Ok("not from both ends")
        }
        Method::Meet if is_open_goal && why.contains("the goal leaves stickers open") => {
            Ok("not from both ends")
        }
        Method::Table if is_large && why.contains("--method table") => Ok("not by table"),
        Method::Table if why.contains("states have no unique index") => Ok("not by table"),
        _ => Err(format!("it is refused: {why}")),
    }
}

fn unknown(asked: &Combination, why: &str) -> Verdict {
    let halts = ["Memory", "Constraints", "memory", "side constraints"];
    let may_halt = asked.method == Method::Meet && halts.iter().any(|words| why.contains(words));
    if may_halt {
        Ok("halted")
    } else {
        Err(format!("it is unknown: {why}"))
    }
}

/// Whether all claims are true, and enough is claimed.
fn is_true_and_sufficient(asked: &Combination, truth: &Truth<'_>, said: &Said) -> Verdict {
    let wrong = |what: &str| {
        let shortest = match truth.shortest {
            Some(length) => format!("a shortest has {length} turns"),
            None => "no length has a solution".to_owned(),
        };
        Err(format!("{what}: {shortest}: {said:?}"))
    };
    if let (true, Some(_)) = (said.never, truth.shortest) {
        return wrong("it denies every length");
    }
    for found in &said.solutions {
        if let Some(what) = error_in_solution(asked, truth, found) {
            return wrong(what);
        }
    }
    let solutions = said.solutions.iter();
    if !solutions.clone().map(|it| it.turns.len()).all_equal() {
        return wrong("the solutions have several lengths");
    }
    if !solutions.map(|it| (&it.turns, &it.start)).all_unique() {
        return wrong("a solution is listed twice");
    }
    if let Some(shortest) = truth.shortest {
        if said.at_least.is_some_and(|least| least > shortest) {
            return wrong("the lower bound is too high");
        }
        if said.refuted.iter().any(|it| it.has(shortest)) {
            return wrong("the shortest length is refuted");
        }
    }
    let length = said.solutions.first().map(|found| found.turns.len());
    if said.is_minimal && !asked.as_text && length != truth.shortest {
        return wrong("a longer solution is called minimal");
    }
    let is_long = |length: &usize| asked.question.max_turns.is_some_and(|most| *length > most);
    let shortest = truth.shortest.filter(|length| !is_long(length));
    match asked.wanted {
        Wanted::Shortest | Wanted::AllShortest => {
            if said.none != shortest.is_none() {
                return wrong("it is wrong about whether a solution exists");
            }
            let is_shown = !asked.as_text;
            if is_shown && length != shortest
                || said.is_minimal != shortest.is_some()
                    && (is_shown || asked.wanted == Wanted::Shortest)
            {
                return wrong("the length, or the claim that it is minimal, is wrong");
            }
        }
        Wanted::Exactly(turns) | Wanted::All(turns) | Wanted::Ranked { turns, .. } => {
            let has_some = truth.count.counts(turns)[turns] > 0;
            if said.none == has_some || length.is_some_and(|length| length != turns) {
                return wrong("it is wrong about whether a solution exists");
            }
        }
        Wanted::Cheapest { exactly, turns } => return cheapest(asked, truth, said, exactly, turns),
    }
    let listed = match asked.wanted {
        Wanted::All(turns) | Wanted::Ranked { turns, .. } => Some(turns),
        Wanted::AllShortest => shortest,
        _ => None,
    };
    if let (Some(turns), false) = (listed, asked.as_text) {
        let count = truth.count.counts(turns)[turns];
        let Some(count) = count.checked_sub(said.cancelling) else {
            return wrong("more are left out than there are");
        };
        if said.cancelling > 0 && !asked.has_free_turns() {
            return wrong("some are left out without free turns");
        }
        let limit = match asked.wanted {
            Wanted::Ranked {
                limit: Some(limit), ..
            } => limit as u64,
            _ => u64::MAX,
        };
        if said.solutions.len() as u64 != count.min(limit) {
            return wrong(&format!("not all of {count} are found"));
        }
        if said.are_all && count > limit {
            return wrong("an incomplete list is called complete");
        }
    }
    if let Wanted::Ranked { turns, .. } = asked.wanted {
        ranked(truth, said, turns)?;
    }
    Ok(match (listed, length, said.never, truth.shortest) {
        (Some(_), Some(_), ..) => "all found",
        (None, Some(_), ..) => "solved",
        (_, None, true, _) => "none of any length",
        (_, None, false, None) => "none within",
        _ if asked.as_text && !said.none => "solved",
        _ => "none within",
    })
}

/// Checks that the solution is the cheapest.
fn cheapest(
    asked: &Combination,
    truth: &Truth<'_>,
    said: &Said,
    exactly: bool,
    turns: usize,
) -> Verdict {
    let least = truth.count.cheapest(if exactly { turns } else { 0 }, turns);
    let wrong = |what: &str| Err(format!("{what}: the cheapest costs {least:?}: {said:?}"));
    if said.none != least.is_none() {
        return wrong("it is wrong about whether a solution exists");
    }
    let cost = said.costs.first().copied();
    if !asked.as_text && (cost != least || !said.is_cheapest) {
        return wrong("the cost is wrong");
    }
    Ok("cheapest")
}

/// The turns with these names; `None` if one is unknown.
pub fn numbers(moves: &[Move], names: &[String]) -> Option<Vec<usize>> {
    let number = |name: &String| moves.iter().position(|it| it.name == *name);
    names.iter().map(number).collect()
}

/// Checks that the solutions are in the order of their costs, and are the cheapest of all.
fn ranked(truth: &Truth<'_>, said: &Said, turns: usize) -> Verdict {
    let moves = truth.count.moves;
    let cost = |found: &Found| {
        let turns = numbers(moves, &found.turns).expect("known turns");
        truth.count.cost(&turns)
    };
    let costs: Vec<usize> = said.solutions.iter().map(cost).collect();
    if costs != said.costs || !costs.is_sorted() {
        let wrong = "the costs or their order are wrong";
        return Err(format!("{wrong}: {costs:?}: {said:?}"));
    }
    let all = truth.count.costs(turns);
    let mut rest = all.iter();
    // The costs of solutions that were left out are among these, too.
    let mut are_among_all = || costs.iter().all(|cost| rest.any(|it| it == cost));
    if costs[..] == all[..costs.len()] || said.cancelling > 0 && are_among_all() {
        Ok("ranked")
    } else {
        Err(format!("there are cheaper solutions: {all:?}: {said:?}"))
    }
}

/// Why a claimed solution is wrong; `None` if it is right.
fn error_in_solution(
    asked: &Combination,
    truth: &Truth<'_>,
    found: &Found,
) -> Option<&'static str> {
    let moves = truth.count.moves;
    let numbers = |names: &[String]| numbers(moves, names);
    let [before, after] = &found.around;
    let (Some(before), Some(turns), Some(after)) =
        (numbers(before), numbers(&found.turns), numbers(after))
    else {
        return Some("a turn is unknown");
    };
    let is_known = state(&asked.question.start_sets(moves)).is_some();
    let start = match (&found.start, is_known) {
        (Some(start), false) => truth.count.starts.contains(start).then_some(start),
        (None, true) => truth.count.starts.first(),
        // An open start that fits a single state need not be written.
        (None, false) if truth.count.starts.len() == 1 => truth.count.starts.first(),
        _ => return Some("a start is written without need, or is missing"),
    };
    let Some(start) = start else {
        return Some("the start does not fit the question");
    };
    if !truth.count.is_answer(start, &turns) {
        return Some("it is not a solution");
    }
    let all_free = |turns: &[usize], free: &[usize]| turns.iter().all(|it| free.contains(it));
    let free = &truth.count.free;
    let around = [&before[..], &after[..]].concat();
    // Without turns between them, the turns in brackets can be divided anywhere.
    let ends = |at: &usize| {
        if turns.is_empty() {
            around.split_at(*at)
        } else {
            (&before[..], &after[..])
        }
    };
    let mut ends = (0..=around.len()).map(|at| ends(&at));
    if !ends.any(|(before, after)| all_free(before, &free.before) && all_free(after, &free.after)) {
        return Some("a turn in brackets is not free");
    }
    let all = before.iter().chain(&turns).chain(&after);
    let end = all.fold(start.clone(), |colors, &turn| {
        colors_after(&colors, &moves[turn].from)
    });
    let is_solved = truth.count.typed_goals.iter().any(|goal| fits(goal, &end));
    (!is_solved).then_some("with the turns in brackets it is no solution")
}

/// A sentence claims nothing about lengths that it does not name.
#[test]
fn sentences_are_read_as_the_lengths_that_they_name() {
    let read = |texts: &str| Refuted::read_all(&serde_json::json!([texts]));
    let found = read("lengths 1 to 3: none");
    assert_eq!(found, [Refuted::Lengths(vec![1, 2, 3])]);
    assert_eq!(read("length 4: none"), [Refuted::Lengths(vec![4])]);
    assert_eq!(read("every length: none"), [Refuted::Every]);
    let found = read("lengths 1, 3, … 9: none");
    assert_eq!(found, [Refuted::Lengths(vec![1, 3])]);
}

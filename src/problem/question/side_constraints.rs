//! Reads side constraints: converts texts to [`Constraints`].

use super::data::{CostFile, Question};
use crate::error::Error;
use crate::problem::checked::Problem;
use crate::problem::constraints::{AtMost, Constraints};
use crate::problem::cost::Cost;
use crate::problem::turn_rules::{CompiledRule, Rule};
use crate::puzzle::{MAX_TURNS, Puzzle, Turn, TurnId};
use crate::text::excerpt;

/// The maximum value of budgets, limits and weights.
const MAX_LIMIT: usize = MAX_TURNS;

impl Question {
    /// Rejects costs without a limit, for methods that do not rank solutions.
    pub fn check_costs(&self) -> Result<(), Error> {
        let key = match (self.cost.is_empty(), &self.cost_file) {
            _ if self.max_cost.is_some() => return Ok(()),
            (false, _) => "cost",
            (true, Some(_)) => "cost_file",
            (true, None) => return Ok(()),
        };
        let error = Error::malformed("").key(key);
        Err(error.template(" requires {max_cost} N"))
    }

    /// Rejects ranking by cost without costs, and costs without ranking or a limit. `key` is the key that requests ranking.
    pub(crate) fn check_ranked(&self, key: &'static str, ranks: bool) -> Result<(), Error> {
        if !ranks {
            return self.check_costs();
        }
        if self.has_costs() {
            return Ok(());
        }
        let error = Error::malformed("").key(key);
        Err(error.template(" requires {cost} or {cost_file}, which set the costs of turns"))
    }

    /// Rejects numbers that are too large, and a minimum number of turns above the maximum.
    pub(super) fn check_numbers(&self) -> Result<(), Error> {
        for (key, number) in [
            ("turns", self.turns),
            ("max_turns", self.max_turns),
            ("max_cost", self.max_cost),
            ("min_turns", self.min_turns),
        ] {
            if let Some(number) = number.filter(|&number| number > MAX_LIMIT) {
                let error = Error::malformed("").key(key);
                return Err(error.text(format!(": {number} is too large; at most {MAX_LIMIT}")));
            }
        }
        for (key, most) in [("turns", self.turns), ("max_turns", self.max_turns)] {
            if let (Some(least), Some(most)) = (self.min_turns, most)
                && least > most
            {
                let error = Error::malformed("{min_turns} ");
                let error = error.text(format!("{least} requires more turns than "));
                return Err(error.key(key).text(format!(" {most} allows")));
            }
        }
        Ok(())
    }

    /// The problem with the side constraints.
    pub(super) fn constrain(&self, problem: Problem) -> Result<Problem, Error> {
        let puzzle = &*problem.puzzle;
        let allowed = self.allowed(&problem)?;
        let sequence = |key, text: &Option<String>| {
            let text = text.as_deref().unwrap_or_default();
            let turns = self.notation.read(puzzle, text);
            let turns = turns.map_err(|error| Error::for_key(key, error))?;
            match turns.iter().find(|turn| !allowed.contains(turn)) {
                None => Ok(turns),
                Some(&turn) => Err(self.excluded_turn_error(key, &problem, turn)),
            }
        };
        let starts_with = sequence("starts_with", &self.starts_with)?;
        let ends_with = sequence("ends_with", &self.ends_with)?;
        let limit = |text: &String| {
            let (turns, max_count) = self.turns_and_number(puzzle, "at_most", text)?;
            Ok(AtMost { turns, max_count })
        };
        let at_most = self.at_most.iter().map(limit);
        let constraints = Constraints {
            starts_with,
            ends_with,
            at_most: at_most.collect::<Result<_, Error>>()?,
            cost: self.costs(puzzle)?,
            min_turns: self.min_turns.unwrap_or_default(),
            rules: self.rules(puzzle)?,
        };
        problem.allowing(&allowed)?.constrained(constraints)
    }

    fn rules(&self, puzzle: &Puzzle) -> Result<Vec<CompiledRule>, Error> {
        let read = |key, text: &str| {
            let read = self.notation.read_sequence(puzzle, text);
            read.map_err(|error| Error::for_key(key, error))
        };
        let mut rules = Vec::new();
        for text in &self.sequence {
            rules.push(("sequence", Rule::Whole(read("sequence", text)?)));
        }
        for text in &self.never {
            rules.push(("never", Rule::Never(read("never", text)?)));
        }
        let key = "always_after";
        for text in &self.always_after {
            let Some((first, then)) = text.split_once('=') else {
                return Err(Error::malformed("{always_after}: ").text(format!(
                    "`{}` has no `=`; expected FIRST=THEN, for example \"R=U\"",
                    excerpt(text)
                )));
            };
            // Pad the text so that errors give the position in the whole text.
            let padded = " ".repeat(first.chars().count() + 1) + then;
            let rule = Rule::AlwaysAfter(read(key, first)?, read(key, &padded)?);
            rules.push((key, rule));
        }
        let compile = |(key, rule)| {
            let compiled = CompiledRule::new(puzzle, rule);
            compiled.map_err(|error| Error::for_key(key, error))
        };
        rules.into_iter().map(compile).collect()
    }

    fn allowed(&self, problem: &Problem) -> Result<Vec<TurnId>, Error> {
        let mut allowed = problem.allowed.clone();
        if let Some(text) = &self.allow {
            let refuse = |turn| self.excluded_turn_error("allow", problem, turn);
            allowed = self.named_subset(&problem.puzzle, text, &allowed, refuse)?;
        } else if let Some(turn) = problem.turn_with_many_powers() {
            return Err(too_many_powers_error(turn));
        }
        let forbidden = self.turn_set(&problem.puzzle, "forbid", self.forbid.as_deref())?;
        allowed.retain(|turn| !forbidden.contains(turn));
        if allowed.is_empty() {
            let why = "{allow} and {forbid} leave no turn to use";
            return Err(Error::impossible(why));
        }
        Ok(allowed)
    }

    fn costs(&self, puzzle: &Puzzle) -> Result<Option<Cost>, Error> {
        if !self.has_costs() && self.max_cost.is_none() {
            return Ok(None);
        }
        let mut costs = match &self.cost_file {
            Some(CostFile::File(file)) => Cost::from_toml(&file.name, &file.text, puzzle)?,
            Some(CostFile::BuiltIn(name)) => Cost::built_in(name, puzzle)?,
            None => Cost::of_turns(vec![1; puzzle.turns().len()], None),
        };
        for text in &self.cost {
            let (turns, weight) = self.turns_and_number(puzzle, "cost", text)?;
            for turn in turns {
                costs.weights[turn] = weight;
            }
        }
        costs.max_total = self.max_cost;
        Ok(Some(costs))
    }

    /// The error for a turn that is not allowed, with the reason.
    fn excluded_turn_error(&self, key: &'static str, problem: &Problem, turn: TurnId) -> Error {
        let puzzle = &problem.puzzle;
        let name = self.notation.write(&puzzle.turns()[turn]);
        let error = Error::for_key(key, format!("turn `{name}` "));
        if !problem.metric.admits(&puzzle.turns()[turn]) {
            error.text(format!("is not a single turn in metric {}", problem.metric))
        } else if !problem.allowed.contains(&turn) {
            error.template("moves the held piece; use {to} solved to allow all turns")
        } else {
            error.template("is excluded by {allow} or {forbid}")
        }
    }

    /// Parses turns and a number, such as `R U2=3`.
    fn turns_and_number(
        &self,
        puzzle: &Puzzle,
        key: &'static str,
        text: &str,
    ) -> Result<(Vec<TurnId>, usize), Error> {
        let reject = |reason: &str| {
            Error::malformed("").key(key).text(format!(
                ": `{text}` {reason}; expected TURNS=N, for example R=2"
            ))
        };
        let (words, count) = text.rsplit_once('=').ok_or_else(|| reject("has no `=`"))?;
        let count = count.trim();
        let count = parse_number(count).map_err(|error| match count {
            "" => reject("has no number after `=`"),
            count => reject(&format!("has `{}` after `=`: {error}", excerpt(count))),
        })?;
        let turns = self.turn_set(puzzle, key, Some(words))?;
        if turns.is_empty() {
            return Err(reject("has no turn before `=`"));
        }
        Ok((turns, count))
    }
}

/// The error for a turn with too many powers, which asks the user to choose.
fn too_many_powers_error(turn: &Turn) -> Error {
    let (name, order) = (&turn.base, turn.order);
    Error::impossible("")
        .text(format!(
            "turn `{name}` must be repeated {order} times to move nothing, and each of its {} powers would count as one turn",
            order - 1
        ))
        .template("; use {metric} qtm to count ")
        .text(format!("{name} and {name}' only"))
        .template(", or name the turns to use with {allow}")
}

/// Parses a number up to the limit.
pub fn parse_number(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if number <= MAX_LIMIT => Ok(number),
        Ok(_) => Err(format!("at most {MAX_LIMIT}")),
        Err(_) => Err("it must be a whole number, 0 or more".to_owned()),
    }
}

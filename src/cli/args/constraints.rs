//! What a solution must be beside leading to the goal: the options for that.

use std::path::Path;

use clap::Args;

use super::turn_sets::TurnSets;
use crate::cli::files::Kind;
use crate::cli::places::Places;
use crate::cli::{Failure, files};
use crate::notation::Notation;
use crate::problem::{AtMost, Constraints, Cost, Problem, Rule, Sequence};
use crate::puzzle::{Turn, TurnId};
use crate::text::shown;

const HEADING: &str = "Side constraints";

/// The largest number that a limit or a weight may be.
const MOST: usize = 1_000_000;

/// Side constraints.
#[derive(Args)]
pub(crate) struct ConstraintArgs {
    /// Use only these turns: `R` means every turn of the face, `R1` only the clockwise quarter
    /// turn, `R2` and `R'` only that turn, `half` every half turn. An alias, such as `r` for `Rw`,
    /// means the same as the name it stands for. "R U", "R,U", "<R,U>" and RU are the same
    #[arg(long, value_name = "TURNS", help_heading = HEADING)]
    allow: Option<String>,
    /// Do not use these turns, written as for --allow
    #[arg(long, value_name = "TURNS", help_heading = HEADING)]
    forbid: Option<String>,
    /// Start with these turns
    #[arg(long, value_name = "TURNS", help_heading = HEADING)]
    starts_with: Option<String>,
    /// End with these turns
    #[arg(long, value_name = "TURNS", help_heading = HEADING)]
    ends_with: Option<String>,
    /// Use at most N of some turns, such as `R=2`, `half=1` or `"R2 U2=3"`; may be repeated
    #[arg(long, value_name = "TURNS=N", help_heading = HEADING)]
    at_most: Vec<String>,
    /// What a turn costs, such as `half=2`; may be repeated, and the last cost given for a turn
    /// counts. All other turns cost 1
    #[arg(long, value_name = "TURNS=N", help_heading = HEADING)]
    cost: Vec<String>,
    /// Turns cost what this file says: a built-in name (see `twistsat list costs`) or a path. Weights of
    /// turns, of pairs of successive turns, and regrips; --cost comes on top
    #[arg(long, value_name = "NAME|PATH", help_heading = HEADING)]
    cost_file: Option<String>,
    /// Use turns that cost at most N in total
    #[arg(long, value_name = "N", value_parser = number, help_heading = HEADING)]
    max_cost: Option<usize>,
    /// Use only sequences of this form, a regular expression over turns: `"(R U)* F"`; `.` is any
    /// turn, `[R U2]` one of these as for --allow, `|` means or; may be repeated
    #[arg(long, value_name = "EXPRESSION", help_heading = HEADING)]
    sequence: Vec<String>,
    /// Do not use these turns one right after the other, such as "R L"; any expression as for
    /// --sequence; may be repeated
    #[arg(long, value_name = "EXPRESSION", help_heading = HEADING)]
    never: Vec<String>,
    /// Wherever the first is made, the second follows at once, such as `"R=U"`: both are expressions as
    /// for --sequence; may be repeated
    #[arg(long, value_name = "FIRST=THEN", help_heading = HEADING)]
    always_after: Vec<String>,
    /// Use at least N turns
    #[arg(long, value_name = "N", value_parser = number, help_heading = HEADING)]
    min_turns: Option<usize>,
}

impl ConstraintArgs {
    /// Refuses costs without a limit, which only a formula for a MaxSAT solver has.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        let option = match (self.cost.is_empty(), &self.cost_file) {
            _ if self.max_cost.is_some() => return Ok(()),
            (false, _) => "--cost",
            (true, Some(_)) => "--cost-file",
            (true, None) => return Ok(()),
        };
        Err(Failure::Usage(format!("{option} requires --max-cost N")))
    }

    /// The same, where costs say which solution comes first: then there must be some.
    pub(crate) fn check_ranked(&self, option: &str, ranks: bool) -> Result<(), Failure> {
        match (ranks, self.has_costs()) {
            (false, _) => self.check(),
            (true, true) => Ok(()),
            (true, false) => Err(Failure::Usage(format!(
                "{option} requires --cost or --cost-file, which say what turns cost"
            ))),
        }
    }

    /// Whether something is said of costs.
    pub(crate) fn has_costs(&self) -> bool {
        !self.cost.is_empty() || self.cost_file.is_some()
    }

    /// Notes what is read.
    pub(crate) fn note(&self, places: &mut Places) {
        if let Some(path) = self.cost_path() {
            places.reads("--cost-file", path);
        }
    }

    /// The cost file, unless it is a built-in one.
    fn cost_path(&self) -> Option<&Path> {
        let name = self.cost_file.as_deref()?;
        let is_built_in = Cost::built_in_names().any(|known| known == name);
        let is_path = name.contains(['/', '\\', '.']) || Path::new(name).exists();
        (!is_built_in && is_path).then(|| Path::new(name))
    }

    /// Whether nothing is asked.
    pub(crate) fn is_empty(&self) -> bool {
        let texts = [
            &self.allow,
            &self.forbid,
            &self.starts_with,
            &self.ends_with,
        ];
        texts.iter().all(|text| text.is_none())
            && self.at_most.is_empty()
            && self.cost.is_empty()
            && self.cost_file.is_none()
            && self.max_cost.is_none()
            && self.min_turns.is_none()
            && [&self.sequence, &self.never, &self.always_after]
                .iter()
                .all(|rules| rules.is_empty())
    }

    /// Refuses more turns at least than an option, as it was given, allows.
    pub(crate) fn check_turns(&self, option: &str, most: Option<usize>) -> Result<(), Failure> {
        match (self.min_turns, most) {
            (Some(least), Some(most)) if least > most => Err(Failure::Usage(format!(
                "--min-turns {least} asks for more turns than {option} {most} allows"
            ))),
            _ => Ok(()),
        }
    }

    /// The problem with these constraints.
    pub(crate) fn constrain(
        &self,
        problem: Problem,
        notation: Notation,
    ) -> Result<Problem, Failure> {
        let puzzle = problem.puzzle.clone();
        let sets = TurnSets {
            puzzle: &puzzle,
            notation,
        };
        let allowed = self.allowed(&problem, &sets)?;
        let sequence = |option: &str, text: &Option<String>| {
            let turns = notation.read(&puzzle, text.as_deref().unwrap_or_default());
            let turns = turns.map_err(|error| Failure::Error(format!("{option}: {error}")))?;
            match turns.iter().find(|turn| !allowed.contains(turn)) {
                None => Ok(turns),
                Some(&turn) => Err(not_allowed(option, &problem, notation, turn)),
            }
        };
        let starts_with = sequence("--starts-with", &self.starts_with)?;
        let ends_with = sequence("--ends-with", &self.ends_with)?;
        let limit = |text: &String| {
            let (turns, most) = numbered(&sets, "--at-most", text)?;
            Ok(AtMost { turns, most })
        };
        Ok(Problem {
            constraints: Constraints {
                starts_with,
                ends_with,
                at_most: self
                    .at_most
                    .iter()
                    .map(limit)
                    .collect::<Result<_, Failure>>()?,
                cost: self.costs(&sets)?,
                min_turns: self.min_turns.unwrap_or_default(),
                sequences: self.sequences(&sets)?,
            },
            allowed,
            ..problem
        })
    }

    /// What is asked of the order of turns.
    fn sequences(&self, sets: &TurnSets<'_>) -> Result<Vec<Sequence>, Failure> {
        let puzzle = sets.puzzle;
        let read = |option: &str, text: &str| {
            let read = sets.notation.read_sequence(puzzle, text);
            read.map_err(|error| Failure::Error(format!("{option}: {error}")))
        };
        let mut rules = Vec::new();
        for text in &self.sequence {
            rules.push(("--sequence", Rule::Whole(read("--sequence", text)?)));
        }
        for text in &self.never {
            rules.push(("--never", Rule::Never(read("--never", text)?)));
        }
        for text in &self.always_after {
            let option = "--always-after";
            let Some((first, then)) = text.split_once('=') else {
                return Err(Failure::Usage(format!(
                    "{option}: `{}` has no `=`; expected FIRST=THEN, for example \"R=U\"",
                    shown(text)
                )));
            };
            // The place in the whole text is told.
            let padded = " ".repeat(first.chars().count() + 1) + then;
            let rule = Rule::AlwaysAfter(read(option, first)?, read(option, &padded)?);
            rules.push((option, rule));
        }
        let sequence = |(option, rule)| {
            let sequence = Sequence::new(puzzle, rule);
            sequence.map_err(|error| Failure::Error(format!("{option}: {error}")))
        };
        rules.into_iter().map(sequence).collect()
    }

    /// The turns that may be used.
    fn allowed(&self, problem: &Problem, sets: &TurnSets<'_>) -> Result<Vec<TurnId>, Failure> {
        let mut allowed = problem.allowed.clone();
        if let Some(text) = &self.allow {
            let refuse = |turn| not_allowed("--allow", problem, sets.notation, turn);
            allowed = sets.allowed(text, &allowed, &refuse)?;
        } else if let Some(turn) = problem.turn_with_many_powers() {
            return Err(too_many_powers(turn));
        }
        if let Some(text) = &self.forbid {
            let turns = sets.read_all("--forbid", text)?;
            allowed.retain(|turn| !turns.contains(turn));
        }
        if allowed.is_empty() {
            Err(Failure::Error(
                "--allow and --forbid leave no turn to use".to_owned(),
            ))
        } else {
            Ok(allowed)
        }
    }

    fn costs(&self, sets: &TurnSets<'_>) -> Result<Option<Cost>, Failure> {
        if !self.has_costs() && self.max_cost.is_none() {
            return Ok(None);
        }
        let mut costs = match (self.cost_path(), &self.cost_file) {
            (Some(path), _) => {
                let text = files::read(path, Kind::Definition)?;
                let costs = Cost::from_toml(&files::name(path), &text, sets.puzzle);
                costs.map_err(Failure::error)?
            }
            (None, Some(name)) => Cost::built_in(name, sets.puzzle)?,
            (None, None) => Cost::of_turns(vec![1; sets.puzzle.turns().len()], None),
        };
        for text in &self.cost {
            let (turns, weight) = numbered(sets, "--cost", text)?;
            for turn in turns {
                costs.weights[turn] = weight;
            }
        }
        costs.most = self.max_cost;
        Ok(Some(costs))
    }
}

/// Asks which powers of a turn are meant.
fn too_many_powers(turn: &Turn) -> Failure {
    let (name, order) = (&turn.base, turn.order);
    Failure::Error(format!(
        "turn `{name}` must be repeated {order} times to move nothing, and each of its {} powers would count as one turn; \
         use --metric qtm to count {name} and {name}' only, or name the turns to use with --allow",
        order - 1
    ))
}

/// Says that a turn cannot be used, and why.
fn not_allowed(option: &str, problem: &Problem, notation: Notation, turn: TurnId) -> Failure {
    let puzzle = &problem.puzzle;
    let name = notation.write(&puzzle.turns()[turn]);
    let why = if !problem.metric.admits(&puzzle.turns()[turn]) {
        format!("is not a single turn in metric {}", problem.metric)
    } else if !problem.allowed.contains(&turn) {
        "moves the held piece; use --to solved to allow all turns".to_owned()
    } else {
        "is excluded by --allow or --forbid".to_owned()
    };
    Failure::Error(format!("{option}: turn `{name}` {why}"))
}

/// The turns and the number of `R U2=3`.
fn numbered(
    sets: &TurnSets<'_>,
    option: &str,
    text: &str,
) -> Result<(Vec<TurnId>, usize), Failure> {
    let wrong = |reason: &str| {
        Failure::Usage(format!(
            "{option}: `{text}` {reason}; expected TURNS=N, for example R=2"
        ))
    };
    let (words, count) = text.rsplit_once('=').ok_or_else(|| wrong("has no `=`"))?;
    let count = count.trim();
    let count = number(count).map_err(|error| match count {
        "" => wrong("has no number after `=`"),
        count => wrong(&format!("has `{}` after `=`: {error}", shown(count))),
    })?;
    let turns = sets.read_all(option, words)?;
    if turns.is_empty() {
        return Err(wrong("has no turn before `=`"));
    }
    Ok((turns, count))
}

/// A number that is not too large.
fn number(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if number <= MOST => Ok(number),
        Ok(_) => Err(format!("at most {MOST}")),
        Err(_) => Err("it must be a whole number, 0 or more".to_owned()),
    }
}

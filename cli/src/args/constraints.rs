//! The options for side constraints.

use std::path::Path;

use clap::Args;
use twistsat::problem::{Cost, CostFile, Question, parse_number};

use crate::path_conflicts::PathRegistry;
use crate::{Failure, files};

const HEADING: &str = "Side constraints";

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
    /// counts. Other turns cost 1, or what --cost-file says
    #[arg(long, value_name = "TURNS=N", help_heading = HEADING)]
    cost: Vec<String>,
    /// The costs of turns: a built-in name (see `twistsat list costs`) or a path. The file has costs
    /// of turns, of pairs of successive turns, and of regrips; --cost overrides costs of turns
    #[arg(long, value_name = "NAME|PATH", help_heading = HEADING)]
    cost_file: Option<String>,
    /// Use turns that cost at most N in total
    #[arg(long, value_name = "N", value_parser = parse_number, help_heading = HEADING)]
    max_cost: Option<usize>,
    /// Use only sequences of this form, a regular expression over turns, such as `"(R U)* F"`: `.` is any
    /// turn, `[R U2]` one of these turns, written as for --allow, and `|` means or; may be repeated
    #[arg(long, value_name = "EXPRESSION", help_heading = HEADING)]
    sequence: Vec<String>,
    /// Never make these turns one right after the other, such as "R L"; an expression as for
    /// --sequence; may be repeated
    #[arg(long, value_name = "EXPRESSION", help_heading = HEADING)]
    never: Vec<String>,
    /// Wherever FIRST occurs, THEN must follow at once, such as `"R=U"`; both are expressions as
    /// for --sequence; may be repeated
    #[arg(long, value_name = "FIRST=THEN", help_heading = HEADING)]
    always_after: Vec<String>,
    /// Use at least N turns
    #[arg(long, value_name = "N", value_parser = parse_number, help_heading = HEADING)]
    min_turns: Option<usize>,
}

impl ConstraintArgs {
    /// Adds the constraints to a question.
    pub(super) fn apply_to(&self, question: &mut Question) -> Result<(), Failure> {
        *question = Question {
            allow: self.allow.clone(),
            forbid: self.forbid.clone(),
            starts_with: self.starts_with.clone(),
            ends_with: self.ends_with.clone(),
            at_most: self.at_most.clone(),
            cost: self.cost.clone(),
            cost_file: self.read_cost_file()?,
            max_cost: self.max_cost,
            sequence: self.sequence.clone(),
            never: self.never.clone(),
            always_after: self.always_after.clone(),
            min_turns: self.min_turns,
            ..std::mem::take(question)
        };
        Ok(())
    }

    /// Registers the input files.
    pub(super) fn register_paths(&self, paths: &mut PathRegistry) {
        let file = self.cost_file.as_deref().and_then(cost_path);
        paths.register_optional_input("--cost-file", file);
    }

    fn read_cost_file(&self) -> Result<Option<CostFile>, Failure> {
        if let Some(path) = self.cost_file.as_deref().and_then(cost_path) {
            return Ok(Some(CostFile::File(files::read_definition(path)?)));
        }
        Ok(self.cost_file.clone().map(CostFile::BuiltIn))
    }
}

/// The path of a cost file; `None` for the name of built-in costs, known or not.
pub(crate) fn cost_path(name: &str) -> Option<&Path> {
    let is_built_in = Cost::built_in_names().any(|known| known == name);
    let is_path = name.contains(['/', '\\', '.']) || Path::new(name).exists();
    (!is_built_in && is_path).then(|| Path::new(name))
}

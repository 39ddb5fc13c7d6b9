//! The arguments of `verify`.

use std::path::PathBuf;
use std::time::Duration;

use crate::args::{self, DefinitionArgs};
use crate::output::TextOrJson;

const EXAMPLES: &str = "\
Examples:
  twistsat prove pocket --scramble \"R U2 F'\" --max-turns 2 -o three
  twistsat verify three.json
  twistsat verify three.json --formula-by \"python3 plain_formula.py pocket.toml\"

The formula is rebuilt from the puzzle and the state, and compared line by line, without comments. Exit code 0: the \
proof is correct, so there is no such solution; 1: the certificate is not valid, or cannot be read; 30: stopped.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The certificate, PREFIX.json; the formula and the proof, or the certificates of the parts, must
    /// be next to it
    #[arg(value_name = "CERTIFICATE")]
    pub(super) certificate: PathBuf,
    #[command(flatten)]
    pub(super) definitions: DefinitionArgs,
    /// Also compare the formula with the output of this command, which gets the certificate's path as its last argument
    /// and prints DIMACS; the sets of clauses must be equal
    #[arg(long, value_name = "COMMAND")]
    pub(super) formula_by: Option<String>,
    /// Stop after this time: seconds, or `90s`, `2m`, `1h`
    #[arg(long, value_name = "TIME", value_parser = args::duration, allow_negative_numbers = true)]
    pub(super) time_limit: Option<Duration>,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: TextOrJson,
    /// Print only errors to stderr
    #[arg(long, short)]
    pub(super) quiet: bool,
}

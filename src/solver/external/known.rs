//! The external programs known by name.
//!
//! Each is a command that a user could also give. Observed behavior:
//!
//! - minisat prints no answer; it writes a result file in its own format.
//! - clasp prints the model before the verdict, and exits with 30 instead of 10 if it finds that the model is the only one.
//! - cryptominisat5 exits with 15 instead of 0 if its verdict is unknown.
//! - cryptominisat5 writes FRAT by default, so it is not used for proofs.
//! - picosat exits with 0 if it cannot read its input.

use std::sync::LazyLock;

use super::External;
use super::template::Template;

/// The title and the command of each program. The command ends with `{proof}` if the program writes proofs in DRAT.
const PROGRAMS: &str = "
MiniSat, by Eén and Sörensson: minisat -verb=0 {cnf} {result}
PicoSAT, by Biere: picosat {cnf}
CaDiCaL, by Biere and others: cadical -q {cnf} {proof}
Kissat, by Biere and others: kissat -q {cnf} {proof}
CryptoMiniSat, by Soos: cryptominisat5 --verb=0 {cnf}
clasp, by Kaufmann and others: clasp --outf=1 --verbose=0 {cnf}
";

/// The programs known by name, in display order, whether or not they are installed: see [`External::find_executable`].
pub fn known_programs() -> &'static [External] {
    static KNOWN: LazyLock<Vec<External>> =
        LazyLock::new(|| PROGRAMS.lines().filter_map(program).collect());
    &KNOWN
}

/// The program of a row.
fn program(row: &str) -> Option<External> {
    let (title, command) = row.split_once(": ")?;
    let with_proof = command.strip_suffix(" {proof}");
    let template = Template::parse(with_proof.unwrap_or(command), "").ok()?;
    Some(External {
        name: template.program.clone(),
        title: title.to_owned(),
        // minisat has no option that prints its version.
        version: (template.program != "minisat").then_some("--version"),
        template,
        proving: with_proof.and_then(|_| Template::parse(command, "").ok()),
        proof_file: None,
    })
}

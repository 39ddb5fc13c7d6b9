//! The external programs known by name.
//!
//! Each is a command that a user could also give; none is treated specially. Observed behavior:
//!
//! - minisat prints no answer; it writes a result file in its own format.
//! - clasp prints the model before the verdict, and exits with 30 instead of 10 if it finds that the model is the only one.
//! - cryptominisat5 exits with 15 instead of 0 if it does not know.
//! - cryptominisat5 writes FRAT by default, so it is not used for proofs.
//! - picosat exits with 0 if it cannot read its input.

use std::sync::LazyLock;

use super::External;
use super::template::Template;

/// Title, command, and the arguments for a proof in DRAT, if the program writes one.
type Row = (&'static str, &'static str, Option<&'static str>);

const ROWS: [Row; 6] = [
    (
        "MiniSat, by Eén and Sörensson",
        "minisat -verb=0 {cnf} {result}",
        None,
    ),
    ("PicoSAT, by Biere", "picosat {cnf}", None),
    (
        "CaDiCaL, by Biere and others",
        "cadical -q {cnf}",
        Some(" {proof}"),
    ),
    (
        "Kissat, by Biere and others",
        "kissat -q {cnf}",
        Some(" {proof}"),
    ),
    (
        "CryptoMiniSat, by Soos",
        "cryptominisat5 --verb=0 {cnf}",
        None,
    ),
    (
        "clasp, by Kaufmann and others",
        "clasp --outf=1 --verbose=0 {cnf}",
        None,
    ),
];

/// The programs known by name, in display order, whether or not they are installed: see [`External::program`].
pub fn external() -> &'static [External] {
    static KNOWN: LazyLock<Vec<External>> = LazyLock::new(all);
    &KNOWN
}

fn all() -> Vec<External> {
    let solver = |(title, command, proof): Row| {
        let template = Template::parse(command, "").ok()?;
        let proving = proof.map(|proof| Template::parse(&(command.to_owned() + proof), ""));
        Some(External {
            name: template.program.clone(),
            title: title.to_owned(),
            // minisat has no option that prints its version.
            version: (template.program != "minisat").then_some("--version"),
            template,
            proving: proving.transpose().ok()?,
            proof_file: None,
        })
    };
    ROWS.into_iter().filter_map(solver).collect()
}

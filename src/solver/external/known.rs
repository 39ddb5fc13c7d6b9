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

/// Name and program, title, command, the arguments for a proof in DRAT, and those for printing the version.
type Row = (
    &'static str,
    &'static str,
    &'static str,
    Option<&'static str>,
    Option<&'static str>,
);

const ROWS: [Row; 6] = [
    (
        "minisat",
        "MiniSat, by Eén and Sörensson",
        "minisat -verb=0 {cnf} {result}",
        None,
        None,
    ),
    (
        "picosat",
        "PicoSAT, by Biere",
        "picosat {cnf}",
        None,
        Some("--version"),
    ),
    (
        "cadical",
        "CaDiCaL, by Biere and others",
        "cadical -q {cnf}",
        Some(" {proof}"),
        Some("--version"),
    ),
    (
        "kissat",
        "Kissat, by Biere and others",
        "kissat -q {cnf}",
        Some(" {proof}"),
        Some("--version"),
    ),
    (
        "cryptominisat5",
        "CryptoMiniSat, by Soos",
        "cryptominisat5 --verb=0 {cnf}",
        None,
        Some("--version"),
    ),
    (
        "clasp",
        "clasp, by Kaufmann and others",
        "clasp --outf=1 --verbose=0 {cnf}",
        None,
        Some("--version"),
    ),
];

/// The programs known by name, in display order, whether or not they are installed: see [`External::program`].
pub fn external() -> &'static [External] {
    static KNOWN: LazyLock<Vec<External>> = LazyLock::new(all);
    &KNOWN
}

fn all() -> Vec<External> {
    let solver = |(name, title, command, proof, version): Row| {
        Some(External {
            name: name.to_owned(),
            title: title.to_owned(),
            template: Template::parse(command, "").ok()?,
            proving: proof
                .and_then(|proof| Template::parse(&(command.to_owned() + proof), "").ok()),
            proof_file: None,
            version,
        })
    };
    ROWS.into_iter().filter_map(solver).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_table_is_a_command_of_its_own_program() {
        let all = all();
        assert_eq!(all.len(), ROWS.len());
        for solver in all {
            assert_eq!(solver.name, solver.template.program);
            assert!(solver.template.has_placeholder(super::super::template::CNF));
        }
    }
}

//! The programs that are known by name.
//!
//! Each is a command such as a user may give, so there is nothing special about
//! any of them. Quirks, as seen:
//!
//! - minisat prints no answer; it writes a result file of its own format.
//! - clasp prints the model before the verdict, and ends with 30 instead of 10
//!   when it sees that there is no other model.
//! - cryptominisat5 ends with 15 instead of 0 when it does not know.
//! - cryptominisat5 writes FRAT unless told otherwise, so it is not asked for a proof.
//! - picosat ends with 0 when it cannot read its input.

use super::{External, Template};

/// Name and program, title, command, what to add to it for a proof in DRAT, and
/// how to ask for the version.
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

pub(super) fn all() -> Vec<External> {
    let solver = |(name, title, command, proof, version): Row| {
        Some(External {
            name: name.to_owned(),
            title: title.to_owned(),
            template: Template::parse(command).ok()?,
            proving: proof.and_then(|proof| Template::parse(&(command.to_owned() + proof)).ok()),
            proof_file: None,
            version,
        })
    };
    ROWS.into_iter().filter_map(solver).collect()
}

/// The version in what a program prints when it is asked for it: the word after
/// `version`, or the first.
pub(super) fn version(output: &str) -> Option<String> {
    let mut words = output.lines().next()?.split_whitespace();
    let first = words.clone().next();
    let version = words
        .find(|word| *word == "version")
        .and_then(|_| words.next());
    let version: String = version
        .or(first)?
        .chars()
        .filter(char::is_ascii_graphic)
        .take(20)
        .collect();
    Some(version).filter(|version| !version.is_empty())
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
            assert!(solver.template.names(super::super::template::CNF));
        }
    }

    #[test]
    fn versions_are_read_as_the_programs_tell_them() {
        for (output, expected) in [
            ("965\n", Some("965")),
            ("1.5.3\n", Some("1.5.3")),
            (
                "c CryptoMiniSat version 5.11.4\nc CMS Copyright\n",
                Some("5.11.4"),
            ),
            (
                "clasp version 3.3.5\nAddress model: 64-bit\n",
                Some("3.3.5"),
            ),
            ("\u{1b}[31m4.0\n", Some("[31m4.0")),
            ("clasp version", Some("clasp")),
            ("", None),
            ("\n1\n", None),
        ] {
            assert_eq!(version(output).as_deref(), expected, "{output:?}");
        }
    }
}

//! Encodings of "at most one" and "at most N" as clauses: RustSAT's encodings by name.

use serde::{Deserialize, Serialize};

/// The encoding of "at most one". With up to three literals it is always one clause per pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AtMostOne {
    /// Pairs up to 40 literals, bits above.
    #[default]
    Usual,
    /// One clause per pair: n (n − 1) / 2, and no variables.
    Pairwise,
    /// A chain of n − 1 variables that marks the position of the true literal (Gent and Nightingale).
    Ladder,
    /// Each literal implies its number in binary (Prestwich).
    Bitwise,
    /// Groups of four, with a variable for each group, recursively (Klieber and Kwon).
    Commander,
    /// Groups of four, and the number of the group in binary (Nguyen and Mai).
    Bimander,
    /// Rows and columns of a square (Chen).
    Product,
}

/// The encoding of "at most N", and of bounds on weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cardinality {
    /// A tree of unary sums; for weights a generalized one up to a bound of 100, above that a binary adder (Bailleux and
    /// Boufkhad; Joshi, Martins and Manquinho).
    #[default]
    Totalizer,
    /// A binary adder (Eén and Sörensson; Warners).
    Adder,
    /// The dynamic polynomial watchdog (Paxian, Reimer and Becker).
    Watchdog,
}

//! The choice among RustSAT's encodings of "at most one" and "at most N" as clauses.

use serde::{Deserialize, Serialize};

/// The encoding of "at most one". With up to three literals it is always one clause per pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AtMostOne {
    /// [`Self::Pairwise`] up to 40 literals, [`Self::Bitwise`] above.
    #[default]
    Auto,
    /// One clause per pair: n (n − 1) / 2, and no variables.
    Pairwise,
    /// A chain of n − 1 variables that marks the position of the true literal (Gent and Nightingale).
    Ladder,
    /// Each literal implies its own number in binary, on ⌈log₂ n⌉ variables (Prestwich, *Finding Large Cliques using SAT
    /// Local Search*).
    Bitwise,
    /// Groups of four. Each literal implies a variable for its group; one clause per pair of literals of a group, and per
    /// pair of groups (Klieber and Kwon).
    Commander,
    /// Groups of four. Each literal implies the number of its group in binary; one clause per pair of literals of a group
    /// (Nguyen and Mai).
    Bimander,
    /// A grid of literals, each of which implies its row and its column; at most one of each may be true (Chen).
    Product,
}

/// The encoding of "at most N", and of bounds on weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cardinality {
    /// A tree of unary sums (Bailleux and Boufkhad, *Efficient CNF Encoding of Boolean Cardinality Constraints*). For
    /// weights up to a bound of 100, a generalized totalizer (Joshi, Martins and Manquinho, *Generalized Totalizer
    /// Encoding for Pseudo-Boolean Constraints*); above that, a binary adder.
    #[default]
    Totalizer,
    /// A binary adder (Eén and Sörensson, *Translating Pseudo-Boolean Constraints into SAT*; Warners).
    Adder,
    /// The dynamic polynomial watchdog (Paxian, Reimer and Becker).
    Watchdog,
}

//! How "at most one" and "at most so many" become clauses: RustSAT's encodings by name.

use serde::{Deserialize, Serialize};

/// How "at most one of these" becomes clauses. Of three literals or fewer it is a clause a pair in any case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AtMostOne {
    /// Pairs up to 40 literals, bits above.
    #[default]
    Usual,
    /// A clause a pair: n (n − 1) / 2, and no variable.
    Pairwise,
    /// A chain of n − 1 variables that says how far the true one is behind (Gent and Nightingale).
    Ladder,
    /// Each literal implies its number in binary (Prestwich).
    Bitwise,
    /// Groups of four, a variable for each group, and the same of those (Klieber and Kwon).
    Commander,
    /// Groups of four, and the number of the group in binary (Nguyen and Mai).
    Bimander,
    /// Rows and columns of a square (Chen).
    Product,
}

/// How "at most so many of these", and a bound on weights, becomes clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cardinality {
    /// A tree of unary sums; of weights a generalised one up to a bound of 100, above that a binary adder (Bailleux and Boufkhad; Joshi,
    /// Martins and Manquinho).
    #[default]
    Totalizer,
    /// A binary adder (Eén and Sörensson; Warners).
    Adder,
    /// The dynamic polynomial watchdog (Paxian, Reimer and Becker).
    Watchdog,
}

//! The built-in families of benchmarks.

use crate::encode::Format;
use crate::names::named;

/// The task of a family's formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Objective {
    /// Whether a model exists.
    Verdict,
    /// The number of models, projected onto the variables of the turns.
    Count,
    /// The cost of the cheapest model.
    Cheapest,
}

/// A family of formulas.
pub(super) struct Family {
    pub(super) title: &'static str,
    pub(super) puzzle: &'static str,
    /// The state to solve, in its exact orientation; `None` for random states at each distance in `turns`. Formulas
    /// then require a solution as long as the distance; with [`Objective::Verdict`], some require one turn fewer.
    pub(super) state: Option<&'static str>,
    /// The range of distances (with `state`: of budgets), inclusive.
    pub(super) turns: [usize; 2],
    pub(super) objective: Objective,
    pub(super) format: Format,
    /// The recipes of its formulas; empty for all built-in recipes.
    pub(super) recipes: &'static [&'static str],
    pub(super) origin: &'static str,
}

/// The names of the families.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FamilyName {
    /// The pocket cube, 7 to 11 turns, every built-in recipe.
    Pocket,
    /// The 3×3×3, 8 to 12 turns.
    Rubik,
    /// The second position of Yurichev's text, 8 to 11 turns: his published formula, and a compact one.
    Yurichev,
    /// For model counters: the pocket cube, 3 to 6 turns.
    Count,
    /// For MaxSAT solvers: the cheapest solutions of the pocket cube.
    Maxsat,
    /// For pseudo-boolean solvers: the pocket cube, 5 to 9 turns.
    PseudoBoolean,
}

named!(
    FamilyName,
    "family",
    Pocket = "pocket",
    Rubik = "rubik",
    Yurichev = "yurichev",
    Count = "count",
    Maxsat = "maxsat",
    PseudoBoolean = "pseudo-boolean",
);

const RANDOM: &str = "random states, all states at a given distance equally likely";

impl FamilyName {
    pub(super) fn family(self) -> Family {
        let common = Family {
            title: "",
            puzzle: "pocket",
            state: None,
            turns: [3, 6],
            objective: Objective::Verdict,
            format: Format::Cnf,
            recipes: &[],
            origin: RANDOM,
        };
        match self {
            Self::Pocket => Family {
                title: "pocket cube, 7 to 11 turns from solved; satisfiable at the distance, unsatisfiable one turn below it",
                turns: [7, 11],
                ..common
            },
            Self::Rubik => Family {
                title: "3×3×3, 8 to 12 turns from solved; satisfiable at the distance, unsatisfiable one turn below it",
                puzzle: "rubik",
                turns: [8, 12],
                recipes: &["placements", "conditional", "onehot", "regression"],
                ..common
            },
            Self::Yurichev => Family {
                title: "the second position of Yurichev, SAT/SMT by Example, with his formula",
                state: Some("F=RORW U=BRBB D=GOOR R=WYGY L=OWYW B=BYGG"),
                turns: [8, 11],
                recipes: &["mux-reference", "mux"],
                origin: "Dennis Yurichev, SAT/SMT by Example, pocket cube",
                ..common
            },
            Self::Count => Family {
                title: "pocket cube, 3 to 6 turns from solved: how many sequences of turns solve it",
                objective: Objective::Count,
                recipes: &["mux", "onehot", "placements", "lemmas"],
                ..common
            },
            Self::Maxsat => Family {
                title: "pocket cube, 3 to 6 turns from solved: the cheapest solution, where half turns cost 3",
                objective: Objective::Cheapest,
                format: Format::Wcnf,
                recipes: &["mux", "onehot", "placements", "lemmas"],
                ..common
            },
            Self::PseudoBoolean => Family {
                title: "pocket cube, 5 to 9 turns from solved, with cardinality constraints kept",
                turns: [5, 9],
                format: Format::Opb,
                recipes: &["onehot", "placements", "lemmas"],
                ..common
            },
        }
    }
}

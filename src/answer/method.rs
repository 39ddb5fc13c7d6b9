//! How a question is answered, as plain data.

use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::encode::Recipe;
use crate::error::Error;
use crate::names::named;
use crate::problem::{TextFile, knows_key};
use crate::search::Strategy;
use crate::solver::{self, Backend};
use crate::text::is_default;

/// How a question is answered. Like [`Question`](crate::problem::Question), it is plain data, and its keys are the
/// options of the command, with `_` for `-`.
///
/// It contains no path and no command line, but its solver may be the name of a program on `PATH`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Method {
    /// The engine that finds solutions.
    #[serde(rename = "method", skip_serializing_if = "is_default")]
    pub engine: Engine,
    /// A built-in recipe; by default [`Recipe::DEFAULT`].
    #[serde(skip_serializing_if = "is_default")]
    pub recipe: Option<String>,
    /// The definition of another recipe.
    #[serde(skip_serializing_if = "is_default")]
    pub recipe_file: Option<TextFile>,
    /// A solver; by default the first of [`solver::built_in()`].
    #[serde(skip_serializing_if = "is_default")]
    pub solver: Option<String>,
    /// The direction in which budgets are tried.
    #[serde(skip_serializing_if = "is_default")]
    pub strategy: Strategy,
    /// A solution of at most this many turns is enough.
    #[serde(skip_serializing_if = "is_default")]
    pub good_enough: Option<usize>,
    /// How long the search continues after its first solution.
    #[serde(skip_serializing_if = "is_default")]
    pub improve: Option<Seconds>,
    /// In which orientations of the puzzle a plan is carried out.
    #[serde(skip_serializing_if = "is_default")]
    pub axis: Axis,
    /// The time limit for a shortest solution of each stage of a plan, in place of the limits in the plan.
    #[serde(skip_serializing_if = "is_default")]
    pub stage_time_limit: Option<Seconds>,
    /// Whether to find the cheapest solution rather than a shortest one.
    #[serde(skip_serializing_if = "is_default")]
    pub cheapest: bool,
    /// The memory limit for states and tables in MiB; by default [`MAX_BYTES`](crate::graph::MAX_BYTES), or less if
    /// engines share the memory without threads.
    #[serde(skip_serializing_if = "is_default")]
    pub max_memory: Option<u64>,
    /// The time limit, after which the best answer so far is returned.
    #[serde(skip_serializing_if = "is_default")]
    pub time_limit: Option<Seconds>,
}

/// An engine: what finds solutions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    /// The engine that is likely to be fastest. A recipe, a solver or the strategy `descend` implies `sat`.
    #[default]
    Auto,
    /// A formula and a SAT solver.
    Sat,
    /// A table of the distances of all states, for puzzles with few states.
    Table,
    /// A breadth-first search from both ends; beyond its reach a search with tables of cosets.
    Graph,
}

named!(
    Engine,
    "method",
    Auto = "auto",
    Sat = "sat",
    Table = "table",
    Graph = "graph",
);

impl Engine {
    /// Whether this engine may use formulas.
    pub(super) fn makes_formulas(self) -> bool {
        matches!(self, Engine::Auto | Engine::Sat)
    }
}

/// In which orientations of the puzzle a plan is carried out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Axis {
    /// The orientation that the plan describes.
    #[default]
    One,
    /// Every orientation that makes a difference, each also for the inverse state.
    All,
}

/// A time, written as a number of seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seconds(pub Duration);

impl Serialize for Seconds {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_f64(self.0.as_secs_f64())
    }
}

impl<'de> Deserialize<'de> for Seconds {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let seconds = f64::deserialize(from)?;
        let time = Duration::try_from_secs_f64(seconds);
        time.map(Seconds)
            .map_err(|_| serde::de::Error::custom(format!("{seconds} is not a number of seconds")))
    }
}

impl Method {
    /// Whether a method can have a key of this name.
    pub fn has_key(key: &str) -> bool {
        knows_key::<Self>(key)
    }

    /// The recipe, which selects the encoding.
    ///
    /// # Errors
    /// [`Error`] if there is no such recipe, if its file has a mistake, or if both a name and a file are given.
    pub fn read_recipe(&self) -> Result<Recipe, Error> {
        match (&self.recipe, &self.recipe_file) {
            (Some(_), Some(_)) => Err(Error::malformed(
                "{recipe} cannot be combined with {recipe_file}",
            )),
            (None, Some(file)) => Ok(Recipe::from_toml(&file.name, &file.text)?),
            (Some(name), None) => Ok(Recipe::built_in(name)?),
            (None, None) => Ok(Recipe::built_in(Recipe::DEFAULT)?),
        }
    }

    /// The solver.
    ///
    /// # Errors
    /// [`Error`] if no solver has this name.
    pub fn backend(&self) -> Result<&'static dyn Backend, Error> {
        match &self.solver {
            Some(name) => Ok(solver::by_name(name)?),
            None => Ok(solver::built_in()[0]),
        }
    }

    /// The method, with the engine that its other keys imply.
    #[must_use]
    pub(super) fn with_implied_engine(mut self) -> Self {
        if self.engine == Engine::Auto && self.implies_sat() {
            self.engine = Engine::Sat;
        }
        self
    }

    /// Whether its recipe, solver or strategy implies the engine `sat`.
    pub fn implies_sat(&self) -> bool {
        self.sat_key().is_some()
    }

    /// The key that implies the engine `sat`, if one is given.
    pub(super) fn sat_key(&self) -> Option<&'static str> {
        let keys = [
            ("{recipe}", self.recipe.is_some()),
            ("{recipe_file}", self.recipe_file.is_some()),
            ("{solver}", self.solver.is_some()),
            ("{strategy}", self.strategy != Strategy::default()),
        ];
        keys.iter()
            .find(|(_, is_given)| *is_given)
            .map(|(key, _)| *key)
    }

    /// The memory limit for states and tables, in bytes.
    pub(super) fn max_bytes(&self) -> u64 {
        let bytes = self.max_memory.map(|mib| mib.saturating_mul(1 << 20));
        bytes.unwrap_or(crate::graph::MAX_BYTES)
    }
}

//! Converts a problem and a recipe to a [`Formula`], and a model to turns.
//!
//! This is the only module that builds circuits for puzzles. Each technique has its own file. [`encode()`] combines the
//! techniques of a recipe, [`decode()`] converts a model, and [`map`] stores the meaning of the variables in a file.

mod assembly;
mod codebook;
mod colors;
mod conditional;
mod constraints;
mod coordinates;
mod costs;
pub(crate) mod decode;
mod describe;
mod distinct;
mod encoder;
mod error;
mod formula;
mod goal;
mod group_product;
mod identical_pieces;
mod idle;
mod invariants;
mod joint_layers;
mod layer_lists;
mod layer_values;
mod lemmas;
pub mod map;
mod order;
mod order_compatibility;
mod placements;
mod reachable_start;
mod recipe;
mod reference;
mod regression;
mod representation;
mod select_face;
mod selectors;
mod sequences;
mod size;
mod soft_goals;
mod solver_answer;
mod sound_options;
mod states;
mod transition;
mod write;

internal!(use codebook::Code);
pub(crate) use coordinates::uses_coset_coordinates;
pub use decode::decode;
pub use describe::describe;
internal!(use describe::{file_name, variable_legend});
pub use encoder::{Encoder, encode, encode_controlled};
pub(crate) use error::check_budget;
pub use formula::{Formula, Meaning};
pub use sound_options::Justification;
internal!(use sound_options::{SoundOptions, RefutedLengths});
pub use recipe::{
    CosetCoordinates, Form, GoalEncoding, Idle, Recipe, SelectorEncoding, StateEncoding, Symmetry,
    Transition, TurnOrder,
};
internal!(use recipe::MAX_LEMMA_PIECES);
internal!(use selectors::Selectors);
internal!(use size::{ReplacedRecipe, estimate});
internal!(use states::States);
internal!(use solver_answer::{ParsedAnswer, decode_turns, read_solver_answer});
internal!(use formula::FormulaContent);
internal!(use soft_goals::{SoftGoal, SoftGoals});
pub use write::Format;
internal!(use write::read_cubes);

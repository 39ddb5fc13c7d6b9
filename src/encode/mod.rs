//! Converts a problem and a recipe to a [`Formula`], and a model to turns.
//!
//! This is the only room where puzzle and circuit meet. There is one file per technique: [`encode()`] combines them
//! according to the recipe, [`decode()`] converts a model, [`map`] stores the meaning of the variables in a file.

mod alike;
mod assembly;
mod closed;
mod code;
mod color_binary;
mod color_onehot;
mod conditional;
mod conserved;
mod constraints;
mod coordinates;
mod costs;
pub(crate) mod decode;
mod describe;
mod distinct;
mod encoder;
mod error;
mod explain;
mod formula;
mod goal;
mod idle;
mod joint;
mod legal;
mod lemmas;
mod made;
mod many;
pub mod map;
mod options;
mod orbits;
mod order;
mod placements;
mod recipe;
mod reference;
mod regression;
mod representation;
mod select_binary;
mod select_face;
mod select_onehot;
mod selector;
mod selectors;
mod sequences;
mod size;
mod smaller;
mod states;
mod told;
mod transition;
mod values;
mod view;
mod wishes;
mod write;

inner!(use code::Code);
pub use decode::{DecodeError, decode};
pub use describe::describe;
pub use encoder::{Encoder, encode, encode_under};
pub use error::EncodeError;
inner!(use explain::legend);
pub use formula::{Formula, Meaning};
pub use options::{Justification, Options, RefutedLengths};
pub use recipe::{
    CosetCoordinates, Form, GoalEncoding, Idle, Order, Recipe, SelectorEncoding, StateEncoding,
    Symmetry, Transition,
};
inner!(use recipe::MOST_LEMMAS);
inner!(use selectors::{Choice, Selectors});
inner!(use size::estimate);
inner!(use smaller::Replaced);
inner!(use states::States);
inner!(use told::{TellError, Told, decode_turns, read_told});
inner!(use view::View);
inner!(use wishes::{Wish, Wishes});
pub use write::{Format, Unsuited};
inner!(use write::{CubeError, read_cubes});

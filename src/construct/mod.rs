//! Turns that make a given permutation, as many as it takes.

mod cycles;
mod scramble;
mod sequences;
mod tables;
mod words;

pub use cycles::ThreeCycles;
pub use words::Words;

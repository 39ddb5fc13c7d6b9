//! Questions that tables do not answer: patterns, side constraints, budgets without a
//! maximum, questions without an answer. Each is answered a second time by trying all
//! turn sequences.

pub mod brute;
mod cycles;
mod encoded;
mod held;
mod known;
mod large_formulas;
mod liars;
mod many;
mod panics;
mod possible;
mod random;
mod scrambles;
mod single;
mod unsolvable;
mod upto;

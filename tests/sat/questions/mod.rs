//! Questions that tables do not answer: patterns, side constraints, budgets without a
//! maximum, questions without an answer. Each is answered a second time by trying all
//! turn sequences.

mod brute;
mod canonical;
mod cheapest;
mod cycles;
mod encoded;
mod free;
mod held;
mod known;
mod large_formulas;
mod liars;
mod many;
mod maximum;
mod panics;
mod possible;
mod proved;
mod random;
mod scrambles;
mod sequences;
mod unsolvable;
mod upto;

//! Questions that tables do not answer: patterns, side constraints, budgets without a maximum, questions without a solution.
//! The answers are compared with those of trying all turn sequences.

mod encoded;
mod held;
mod kept_order;
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

//! Finds shortest solutions with tables of cosets: iterative deepening from the start, for one known goal.
//!
//! *Idea.* The coordinates of a [family](crate::problem::Family) are the properties of a state that a subgroup of the
//! puzzle's group does not change: on the 3×3×3, the places of the middle layer's edges and the orientations of all
//! pieces. A table stores the number of turns from each joint value, a coset, to the goal's. A state needs at least as
//! many turns as its value, so a search to depth `n` turns back if a value needs more turns than are left. Values are
//! looked up for each image of the subgroup under symmetries of the puzzle: the three axes. If all images have the same
//! distance and the goal is not reached, one more turn is needed (M. Reid).
//!
//! *Tables.* Values are reduced by the symmetries of the family (`classes`): 140,908,410 entries instead of
//! 2,217,093,120. Entries are filled only as deep as the current length justifies (`tables`); the rest count as one
//! turn farther. For long searches, and if there is memory for it, a second table stores for each entry which turns
//! lead nearer (`direction_table`).
//!
//! *Side constraints.* One automaton reads the turns (`turn_automaton`): it enforces canonical sequences, limits, costs
//! and rules about the order of turns.
//!
//! *Why it is sound.* Coordinates, symmetries and classes are found for any puzzle from its turns, and the action of
//! each symmetry on the values is checked. A table only prunes branches that cannot reach the goal in time; the
//! remaining sequences are compared with the goal itself. Every length is refuted separately.
//!
//! *Source.* H. Kociemba, *Cube Explorer*; R. E. Korf, *Finding optimal solutions to Rubik's cube using pattern
//! databases* (1997).

mod classes;
mod depth_first;
mod direction_table;
mod fill;
mod joint_values;
mod lookup;
mod lower_bound_table;
mod reorderings;
mod search;
mod tables;
mod turn_automaton;

pub use search::Cosets;
pub use tables::TableCache;

//! Finds shortest solutions with tables of cosets: iterative deepening from the start, for one known goal.
//!
//! *Idea.* The coordinates of a [family](crate::problem::Family) are properties of a state that a subgroup of the puzzle's
//! group does not change: on the 3×3×3, the places of the middle layer's edges and the orientations of all pieces. Their
//! joint values are the cosets of the subgroup. A table stores the number of turns from each joint value to the goal's
//! value. A state needs at least as many turns as its value, so a search to depth `n` goes back if a value needs more turns
//! than are left. The search looks up values for each image of the subgroup under symmetries of the puzzle: the three axes
//! of the 3×3×3. If all images have the same distance and the goal is not reached, one more turn is needed (M. Reid).
//!
//! *Tables.* Symmetries reduce the values to classes (`classes`): on the 3×3×3, 140,908,410 entries instead of
//! 2,217,093,120. The table is filled only as deep as the current length justifies (`tables`); all other entries count as
//! one turn farther. For long searches, if there is enough memory, a second table stores for each entry which turns lead
//! nearer (`direction_table`).
//!
//! *Why it is sound.* Coordinates, symmetries and classes are found for any puzzle from its turns, and the action of
//! each symmetry on the values is checked. A table only prunes branches that cannot reach the goal in time, and the
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
mod reorderings;
mod search;
mod tables;
mod turn_automaton;

pub use search::Cosets;
pub use tables::TableCache;

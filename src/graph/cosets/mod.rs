//! Finds shortest solutions with tables of cosets: iterative deepening from the start, for one known goal.
//!
//! *Idea.* The coordinates of a [family](crate::problem::Family) show a state as far as a subgroup of what the turns
//! generate does not change it: where the middle layer's edges are and how all pieces are flipped and twisted, on a
//! 3×3×3. A table holds how many turns lead from each joint value to the goal's. No state is nearer to the goal than
//! its value, so a search that goes at most `n` turns deep turns back where a value needs more turns than are left. A
//! value is looked up along each image of the subgroup under the symmetries of the puzzle: the three axes. Where all
//! say the same and the goal is not reached, one more turn is needed (M. Reid).
//!
//! *Tables.* Values are reduced by the symmetries of the family (`classes`): 140,908,410 entries instead of
//! 2,217,093,120. They are filled as deep as a length is worth (`tables`): what is not reached counts as one turn
//! farther. For long searches, and with memory for it, a second table says of each entry which turns lead nearer
//! (`direction_table`).
//!
//! *Side constraints.* One automaton reads the turns on the way (`automaton`): it knows canonical sequences, limits,
//! costs and orders of turns.
//!
//! *Why it is sound.* Coordinates, symmetries and classes are found for any puzzle from its turns, and the action of each symmetry on the
//! values is checked. A table only ever cuts what cannot lead to the goal in time; what remains at the end is compared with the goal
//! itself. Every length is refuted by itself.
//!
//! *Source.* H. Kociemba, *Cube Explorer*; R. E. Korf, *Finding optimal solutions to Rubik's cube using pattern databases* (1997).

mod classes;
mod direction_table;
mod fill;
mod joint;
mod lookup;
mod reorderings;
mod search;
mod search_data;
mod tables;
mod turn_automaton;
mod walk;

pub use search::Cosets;
pub use tables::TableCache;

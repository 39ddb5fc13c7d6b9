//! Human-readable reports. Each result is one text of whole lines, corresponding to the object of the same name in
//! [`json`](super::json).

mod anytime;
mod graph;
mod plan;
mod proof;
mod puzzle;
mod solve;

pub use anytime::{attempt, found_by, milestone, trying};
pub use graph::{NO_PATH, all_shortest_paths, shortest_path};
pub use plan::{after_stages, plan, unsolved_note, why_no_plan_solution};
pub use proof::{checked_proof, proved_claim, proved_in_parts, verified_claim};
pub use puzzle::puzzle_check;
pub use solve::{
    answer, common_lines, decoded_model, enumerated, list_entry, listed_solution, ten_per_line,
    why_no_solution,
};

//! The 3×3×3 of `large`, which judges the program's solutions independently.

use std::sync::LazyLock;

use super::large::{Simulator, cube};

static CUBE: LazyLock<Simulator> = LazyLock::new(|| cube(3));

/// The state of 54 characters after these turns in Singmaster's notation.
pub fn after(state: &str, turns: &str) -> String {
    CUBE.after(state, turns)
}

/// Whether every face shows one color.
pub fn is_solved(state: &str) -> bool {
    let state: Vec<char> = state.chars().collect();
    let mut faces = state.chunks(9);
    faces.all(|face| face.iter().all(|&it| it == face[0]))
}

/// The solved state.
pub const SOLVED: &str = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";

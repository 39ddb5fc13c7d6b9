//! The simulated 3×3×3 of `large.rs`, which judges the program's solutions independently.

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

/// The index of a sticker, such as `R2`.
pub fn place(sticker: &str) -> usize {
    let face = "URFDLB".find(&sticker[..1]).unwrap();
    face * 9 + sticker[1..].parse::<usize>().unwrap() - 1
}

/// A state with some stickers in other colors: `R2=F U1=W`.
pub fn with_colors(state: &str, changes: &str) -> String {
    let mut stickers: Vec<char> = state.chars().collect();
    for change in changes.split_whitespace() {
        let (sticker, color) = change.split_once('=').unwrap();
        stickers[place(sticker)] = color.chars().next().unwrap();
    }
    stickers.into_iter().collect()
}

/// The solved state.
pub const SOLVED: &str = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";

//! A smaller puzzle that a larger one represents once the pieces of each block match.
//!
//! *Idea.* A drawing in the plan file maps each facelet of the larger puzzle to a facelet of the smaller one. Facelets
//! mapped to the same piece form a block. The pieces of a block match if facelets mapped to the same facelet have the
//! same color. If they match in each block, the larger puzzle shows a state of the smaller one, and a turn that moves
//! whole blocks acts as a turn of the smaller puzzle.

use std::sync::Arc;

use itertools::Itertools;

use crate::puzzle::{Color, Puzzle, State, Turn, TurnId};

/// The smaller puzzle of a plan.
#[derive(Clone, Debug)]
pub struct SmallerPuzzle {
    /// The smaller puzzle.
    pub puzzle: Arc<Puzzle>,
    /// For each facelet of the larger puzzle, the facelet of the smaller one.
    pub facelets: Vec<usize>,
    /// For each color of the larger puzzle, the color of the smaller one; `None` if no facelet has the color.
    pub colors: Vec<Option<Color>>,
    /// For each turn of the smaller puzzle, the turn of the larger one with the same effect.
    pub turns: Vec<TurnId>,
}

impl SmallerPuzzle {
    /// The smaller puzzle defined by a drawing, or what is wrong with the drawing.
    pub(crate) fn new(
        large: &Puzzle,
        puzzle: Arc<Puzzle>,
        facelets: Vec<usize>,
    ) -> Result<Self, String> {
        let mut colors = vec![None; large.colors().len()];
        for (facelet, &image) in facelets.iter().enumerate() {
            let [color, small] = [large.solved().color(facelet), puzzle.solved().color(image)];
            if colors[color].replace(small).is_some_and(|it| it != small) {
                return Err(format!(
                    "the facelets with `{}` on the larger puzzle must belong to one color of the smaller one, but belong to two",
                    large.colors()[color].symbol
                ));
            }
        }
        let used = |small: Color| colors.iter().filter(|it| **it == Some(small)).count();
        if let Some(shared) = (0..puzzle.colors().len()).find(|&small| used(small) != 1) {
            return Err(format!(
                "color `{}` of the smaller puzzle must stand for one color of the larger one, but stands for {}",
                puzzle.colors()[shared].symbol,
                used(shared)
            ));
        }
        let carries = |large: &Turn, small: &Turn| {
            let mut pairs = facelets.iter().enumerate();
            pairs.all(|(facelet, &image)| {
                facelets[large.permutation.source(facelet)] == small.permutation.source(image)
            })
        };
        let turn_for = |small: &Turn| {
            let found = large.turns().iter().position(|turn| carries(turn, small));
            found.ok_or_else(|| {
                format!(
                    "no turn of the larger puzzle carries the blocks as `{}` does on the smaller one",
                    small.name()
                )
            })
        };
        let turns = puzzle.turns().iter().map(turn_for);
        let turns = turns.collect::<Result<_, _>>()?;
        Ok(Self {
            puzzle,
            facelets,
            colors,
            turns,
        })
    }

    /// For each facelet of the smaller puzzle, the facelets of the larger one that belong to it.
    pub fn members(&self) -> Vec<Vec<usize>> {
        let mut members = vec![Vec::new(); self.puzzle.facelets().len()];
        for (facelet, &image) in self.facelets.iter().enumerate() {
            members[image].push(facelet);
        }
        members
    }

    /// The block of a facelet of the larger puzzle, as a place of the smaller puzzle.
    pub fn block_of(&self, facelet: usize) -> usize {
        self.puzzle.pieces().place_of(self.facelets[facelet])
    }

    /// Whether some turn of the smaller puzzle moves this facelet of the smaller puzzle.
    pub fn is_moved(&self, facelet: usize) -> bool {
        let mut turns = self.puzzle.turns().iter();
        turns.any(|turn| turn.permutation.source(facelet) != facelet)
    }

    /// The state of the smaller puzzle, possible or not, that a state of the larger puzzle shows; `None` if the pieces
    /// of some block do not match.
    pub fn project(&self, state: &State) -> Option<State> {
        let shown = |members: &Vec<usize>| {
            let mut colors = members.iter().map(|&facelet| state.color(facelet));
            let first = colors.next()?;
            colors.all(|color| color == first).then_some(())?;
            self.colors[first]
        };
        let shown: Option<Vec<Color>> = self.members().iter().map(shown).collect();
        shown.map(State::new)
    }

    /// Whether a state of the smaller puzzle is possible.
    pub fn is_possible(&self, state: &State) -> bool {
        let symbols = self.puzzle.symbols();
        self.puzzle.check_possible(&state.into(), &symbols).is_ok()
    }

    /// A state of the smaller puzzle, shown on the larger one.
    pub fn enlarge(&self, state: &State) -> State {
        let color = |small: Color| self.colors.iter().position(|it| *it == Some(small));
        let colors = self
            .facelets
            .iter()
            .map(|&image| color(state.color(image)).unwrap_or(0));
        State::new(colors.collect())
    }

    /// The kinds of pieces of the larger puzzle with several distinguishable pieces in one block. If such a kind has odd
    /// parity, neither turns of the smaller puzzle nor 3-cycles before them solve it.
    pub fn kinds_sharing_blocks(&self, large: &Puzzle) -> Vec<usize> {
        let pieces = large.pieces();
        let several = |kind: &usize| {
            let places = &pieces.all()[pieces.kinds()[*kind].clone()];
            let mut blocks = places.iter().map(|place| self.block_of(place.facelets[0]));
            large.tells_apart(*kind) && !blocks.all_unique()
        };
        (0..pieces.kinds().len()).filter(several).collect()
    }
}

//! A smaller puzzle that a larger one looks like, once the pieces of each block belong together.
//!
//! *Idea.* A drawing says for each facelet of the larger puzzle which facelet of the smaller one it belongs to. What
//! belongs to the facelets of one piece is a block. Where all facelets that belong to one show the same colour, the larger
//! puzzle shows a state of the smaller one; and a turn that carries block to block makes its turn.

use std::sync::Arc;

use crate::puzzle::{Color, Puzzle, State, Turn, TurnId};

/// The smaller puzzle of a plan.
#[derive(Clone, Debug)]
pub struct Smaller {
    /// The smaller puzzle.
    pub puzzle: Arc<Puzzle>,
    /// For each facelet of the larger puzzle the one that it belongs to.
    pub facelets: Vec<usize>,
    /// For each color of the larger puzzle that of the smaller one.
    pub colors: Vec<Option<Color>>,
    /// For each turn of the smaller puzzle the turn of the larger one that does the same.
    pub turns: Vec<TurnId>,
}

impl Smaller {
    /// Of a drawing.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub(crate) fn new(
        large: &Puzzle,
        puzzle: Arc<Puzzle>,
        facelets: Vec<usize>,
    ) -> Result<Self, String> {
        let mut colors = vec![None; large.colors().len()];
        for (facelet, &here) in facelets.iter().enumerate() {
            let [color, small] = [large.solved().color(facelet), puzzle.solved().color(here)];
            if colors[color].replace(small).is_some_and(|it| it != small) {
                return Err(format!(
                    "what shows `{}` on the larger puzzle must belong to one color of the smaller one, and belongs to two",
                    large.colors()[color].symbol
                ));
            }
        }
        let used = |small: Color| colors.iter().filter(|it| **it == Some(small)).count();
        if let Some(shared) = (0..puzzle.colors().len()).find(|&small| used(small) != 1) {
            return Err(format!(
                "color `{}` of the smaller puzzle must stand for one color of the larger one, and stands for {}",
                puzzle.colors()[shared].symbol,
                used(shared)
            ));
        }
        let carries = |large: &Turn, small: &Turn| {
            let mut each = facelets.iter().enumerate();
            each.all(|(facelet, &here)| {
                facelets[large.permutation.source(facelet)] == small.permutation.source(here)
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

    /// The facelets of the larger puzzle that belong to each of the smaller one.
    #[must_use]
    pub fn members(&self) -> Vec<Vec<usize>> {
        let mut members = vec![Vec::new(); self.puzzle.facelets().len()];
        for (facelet, &here) in self.facelets.iter().enumerate() {
            members[here].push(facelet);
        }
        members
    }

    /// The block of a facelet of the larger puzzle: the place of the smaller one.
    #[must_use]
    pub fn block(&self, facelet: usize) -> usize {
        self.puzzle.pieces().place_of(self.facelets[facelet])
    }

    /// Whether the smaller puzzle's turns move a facelet of it.
    #[must_use]
    pub fn moves(&self, here: usize) -> bool {
        let mut turns = self.puzzle.turns().iter();
        turns.any(|turn| turn.permutation.source(here) != here)
    }

    /// The state of the smaller puzzle that a state looks like; `None` if it looks like none, possible or not.
    #[must_use]
    pub fn seen(&self, state: &State) -> Option<State> {
        let shown = |members: &Vec<usize>| {
            let mut colors = members.iter().map(|&facelet| state.color(facelet));
            let first = colors.next()?;
            colors.all(|color| color == first).then_some(())?;
            self.colors[first]
        };
        let shown: Option<Vec<Color>> = self.members().iter().map(shown).collect();
        shown.map(State::new)
    }

    /// Whether the smaller puzzle can have a state.
    #[must_use]
    pub fn can_have(&self, state: &State) -> bool {
        let symbols = self.puzzle.symbols();
        self.puzzle.check_possible(&state.into(), &symbols).is_ok()
    }

    /// A state of the smaller puzzle on the larger one.
    #[must_use]
    pub fn enlarged(&self, state: &State) -> State {
        let color = |small: Color| self.colors.iter().position(|it| *it == Some(small));
        let colors = self
            .facelets
            .iter()
            .map(|&here| color(state.color(here)).unwrap_or(0));
        State::new(colors.collect())
    }

    /// The kinds of pieces of the larger puzzle of which several make one block, and look different. Where one of them is permuted oddly, no turns
    /// of the smaller puzzle, and no 3-cycles before, bring it home.
    #[must_use]
    pub fn kinds_of_several(&self, large: &Puzzle) -> Vec<usize> {
        let pieces = large.pieces();
        let several = |kind: &usize| {
            let places = pieces.kinds()[*kind].clone();
            let mut blocks: Vec<usize> = places
                .map(|place| self.block(pieces.all()[place].facelets[0]))
                .collect();
            let places = blocks.len();
            blocks.sort_unstable();
            blocks.dedup();
            blocks.len() < places && large.tells_apart(*kind)
        };
        (0..pieces.kinds().len()).filter(several).collect()
    }
}

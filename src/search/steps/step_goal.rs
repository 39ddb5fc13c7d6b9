//! The goal of a stage that is solved a few pieces at a time, and what remains to be done from a state.

use std::sync::Arc;

use crate::encode::SoftGoal;
use crate::error::Error;
use crate::group::Orbits;
use crate::plan::{Plan, SmallerPuzzle, Stage, StageKind, Steps};
use crate::problem::Mark;
use crate::puzzle::{Arrangement, Color, Pattern, Puzzle, State, Sticker, TurnId};
use crate::quotient::Goal;

/// The goal of a stage that is solved in steps.
pub(in crate::search) struct StepGoal<'a> {
    pub(super) puzzle: &'a Arc<Puzzle>,
    pub(super) allowed: &'a [TurnId],
    pub(super) steps: Steps,
    /// The smaller puzzle, if the stage ends when all its blocks are formed.
    pub(super) smaller: Option<&'a SmallerPuzzle>,
    /// The color of each sticker: its own color, or its color in the recoloring.
    colors: Vec<Color>,
    /// The required final color of each facelet, if any. Stickers that need not be solved count as a color of their own.
    final_colors: Vec<Option<Color>>,
    /// The required final color of each facelet, if its sticker must be solved.
    goal: Vec<Option<Color>>,
    /// Whether an allowed turn moves each facelet.
    is_moved: Vec<bool>,
    /// The kinds of piece that must be evenly permuted; for each kind, whether each turn permutes it oddly.
    odd_turns: Vec<(usize, Vec<bool>)>,
}

/// What remains to be done from a state.
pub(in crate::search) struct Remaining {
    /// The color of each facelet.
    pub(super) shown: Vec<Color>,
    /// The colors that must be the same again at the end of a step.
    pub(super) fixed_colors: Vec<Option<Color>>,
    /// The soft goals of the next steps, and how many of them are met.
    pub(super) soft_goals: Vec<SoftGoal>,
    pub(super) met_count: usize,
    /// The parity of each kind that must be evenly permuted.
    pub(super) marks: Vec<Mark>,
    /// Whether a piece that no turn moves is not solved.
    is_stuck: bool,
    pub(in crate::search) is_done: bool,
}

impl Remaining {
    pub(super) fn unmet_count(&self) -> usize {
        self.soft_goals.len() - self.met_count
    }

    /// Whether all required kinds are evenly permuted.
    pub(super) fn is_even(&self) -> bool {
        self.marks.iter().all(|mark| !mark.is_away)
    }
}

impl<'a> StepGoal<'a> {
    /// The goal of a stage; `None` if the stage is not solved in steps.
    pub(in crate::search) fn new(plan: &'a Plan, stage: &'a Stage) -> Option<Self> {
        let puzzle = &plan.puzzle;
        let (steps, smaller) = match stage.kind {
            StageKind::Pieces(steps) => (steps, None),
            StageKind::PairBlocks(steps) => (steps, Some(plan.smaller.as_deref()?)),
            StageKind::Question | StageKind::Plan(_) => return None,
        };
        let Goal::Recoloring {
            recoloring,
            patterns,
        } = &stage.goal
        else {
            return None;
        };
        let mut symbols: Vec<char> = Vec::new();
        let mut number = |symbol: char| {
            let known = symbols.iter().position(|&it| it == symbol);
            known.unwrap_or_else(|| {
                symbols.push(symbol);
                symbols.len() - 1
            })
        };
        let recolored: Vec<Color> = recoloring.iter().map(|&symbol| number(symbol)).collect();
        let mut goal: Vec<Option<Color>> = match patterns.first() {
            None => recolored.iter().copied().map(Some).collect(),
            Some(pattern) => pattern
                .iter()
                .map(|sticker: &Sticker| sticker.symbol().map(&mut number))
                .collect(),
        };
        // Stickers with this symbol need not be solved. They go to the places that the other stickers leave free.
        let ignored = number('.');
        let final_colors = goal.clone();
        goal.iter_mut()
            .for_each(|color| *color = color.filter(|&it| it != ignored));
        let mut colors = recolored;
        if smaller.is_some() {
            colors = puzzle.solved().colors().to_vec();
            let own = |(required, &own): (&Option<Color>, &Color)| required.map(|_| own);
            goal = goal.iter().zip(&colors).map(own).collect();
        }
        let even = plan
            .smaller
            .iter()
            .filter(|_| stage.even_permutation)
            .flat_map(|smaller| smaller.kinds_sharing_blocks(puzzle));
        let turns = || puzzle.turns().iter();
        let odd = even.map(|kind| {
            let odd = turns().map(|turn| puzzle.pieces().permutes_oddly(&turn.permutation, kind));
            (kind, odd.collect())
        });
        let mut is_moved = vec![false; goal.len()];
        let allowed = stage.allowed.iter().map(|&turn| &puzzle.turns()[turn]);
        for facelet in allowed.flat_map(|turn| turn.permutation.moved()) {
            is_moved[facelet] = true;
        }
        Some(Self {
            is_moved,
            odd_turns: odd.collect(),
            allowed: &stage.allowed,
            puzzle,
            steps,
            smaller,
            colors,
            final_colors,
            goal,
        })
    }

    pub(super) fn color_count(&self) -> usize {
        self.colors.iter().max().map_or(0, |max| max + 1)
    }

    pub(in crate::search) fn remaining(&self, state: &State) -> Result<Remaining, Error> {
        let arrangement = Arrangement::of_state(self.puzzle, state, &self.puzzle.symbols())?;
        let permutation = arrangement.permutation(self.puzzle.pieces());
        let shown = permutation.apply(&self.colors);
        let marks = self.odd_turns.iter().map(|(kind, moved_by)| Mark {
            moved_by: moved_by.clone(),
            is_away: self.puzzle.pieces().permutes_oddly(&permutation, *kind),
        });
        let mut left = Remaining {
            fixed_colors: vec![None; shown.len()],
            soft_goals: Vec::new(),
            met_count: 0,
            marks: marks.collect(),
            is_stuck: false,
            is_done: false,
            shown,
        };
        match self.smaller {
            None => self.add_piece_goals(&mut left),
            Some(smaller) => self.add_block_goals(smaller, &mut left),
        }
        left.is_done =
            left.unmet_count() == 0 && !left.is_stuck && left.is_even() && self.may_end(state);
        Ok(left)
    }

    /// Solved pieces must be solved again after a step. Unsolved pieces become soft goals, except pieces that no turn
    /// moves.
    fn add_piece_goals(&self, left: &mut Remaining) {
        for place in self.puzzle.pieces().all() {
            let required: Vec<(usize, Color)> = place
                .facelets
                .iter()
                .filter_map(|&facelet| Some((facelet, self.goal[facelet]?)))
                .collect();
            let is_home = |&(facelet, color): &(usize, Color)| left.shown[facelet] == color;
            if required.iter().all(is_home) {
                for (facelet, color) in required {
                    left.fixed_colors[facelet] = Some(color);
                }
            } else if required.iter().any(|&(facelet, _)| self.is_moved[facelet]) {
                left.soft_goals.push(SoftGoal::Colors(required));
            } else {
                left.is_stuck = true;
            }
        }
    }

    /// Facelets that no turn of the smaller puzzle moves must keep their colors. All blocks become soft goals, also those
    /// that are formed already.
    fn add_block_goals(&self, smaller: &SmallerPuzzle, left: &mut Remaining) {
        left.fixed_colors.clone_from(&self.goal);
        let members = smaller.members();
        for block in smaller.puzzle.pieces().all() {
            let sets = block
                .facelets
                .iter()
                .filter(|&&here| smaller.is_moved(here));
            let sets: Vec<Vec<usize>> = sets.map(|&here| members[here].clone()).collect();
            if sets.iter().all(|set| set.len() < 2) {
                continue;
            }
            let alike = |set: &Vec<usize>| {
                let mut colors = set.iter().map(|&facelet| left.shown[facelet]);
                let first = colors.next();
                colors.all(|color| Some(color) == first)
            };
            left.met_count += usize::from(sets.iter().all(alike));
            left.soft_goals.push(SoftGoal::Alike(sets));
        }
    }

    /// Whether the stage may end in a state. It may not if the state looks like one that the smaller puzzle cannot have.
    pub(super) fn may_end(&self, state: &State) -> bool {
        self.smaller.is_none_or(|smaller| {
            let reduced = smaller.project(state);
            reduced.is_none_or(|reduced| smaller.is_possible(&reduced))
        })
    }

    /// The facelets with a required or wanted color that turns move, and all facelets from which turns bring colors there.
    pub(super) fn facelets(&self, left: &Remaining) -> Vec<usize> {
        let mut matters: Vec<bool> = left.fixed_colors.iter().map(Option::is_some).collect();
        for goal in &left.soft_goals {
            match goal {
                SoftGoal::Colors(colors) => colors.iter().for_each(|&(it, _)| matters[it] = true),
                SoftGoal::Alike(sets) => sets.iter().flatten().for_each(|&it| matters[it] = true),
            }
        }
        let orbits = self.orbits().into_iter();
        let mut facelets: Vec<usize> = orbits
            .filter(|orbit| orbit.len() > 1 && orbit.iter().any(|&it| matters[it]))
            .flatten()
            .collect();
        facelets.sort_unstable();
        facelets
    }

    /// The orbits of facelets under all turns of the allowed faces.
    fn orbits(&self) -> Vec<Vec<usize>> {
        let face = |turn: TurnId| self.puzzle.turns()[turn].face;
        let mut faces: Vec<usize> = self.allowed.iter().map(|&turn| face(turn)).collect();
        faces.dedup();
        let turns = self.puzzle.turns().iter();
        let turns = turns.filter(|turn| faces.contains(&turn.face));
        let turns = turns.map(|turn| &turn.permutation);
        Orbits::generated_by(self.puzzle.facelets().len(), turns).all()
    }

    /// The goal in the puzzle's own colors, for the construction with 3-cycles.
    pub(super) fn pattern(&self, state: &State) -> Pattern {
        let solved = self.puzzle.solved();
        if let Some(smaller) = self.smaller {
            return super::nearest::nearest_reducible(self.puzzle, smaller, state).into();
        }
        let mut sets = vec![Vec::new(); self.goal.len()];
        for orbit in self.orbits() {
            for &facelet in &orbit {
                let fits = |&&it: &&usize| match self.final_colors[facelet] {
                    Some(color) => self.colors[it] == color,
                    None => true,
                };
                let fitting = orbit.iter().filter(fits);
                sets[facelet] = fitting.map(|&it| solved.color(it)).collect();
            }
        }
        Pattern::new(sets)
    }
}

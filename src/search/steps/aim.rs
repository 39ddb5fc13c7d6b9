//! What a stage that is done some pieces at a time aims at, seen from a state.

use std::sync::Arc;

use crate::construct::ThreeCycles;
use crate::control::Control;
use crate::encode::Wish;
use crate::group::Orbits;
use crate::plan::{Means, Plan, Smaller, Stage, Steps};
use crate::problem::Mark;
use crate::puzzle::{Arrangement, Color, Pattern, Puzzle, State, StateError, Sticker, TurnId};
use crate::quotient::Goal;

/// What a stage aims at.
pub(super) struct Aim<'a> {
    pub(super) puzzle: &'a Arc<Puzzle>,
    pub(super) allowed: &'a [TurnId],
    pub(super) steps: Steps,
    /// The smaller puzzle, where the stage ends when all blocks are joined.
    pub(super) joins: Option<&'a Smaller>,
    /// For each sticker its color: as the recoloring says, or its own.
    colors: Vec<Color>,
    /// What each facelet shows in the end, where that is said.
    ends: Vec<Option<Color>>,
    /// The same of those that are followed.
    goal: Vec<Option<Color>>,
    /// Whether an allowed turn moves each facelet.
    moves: Vec<bool>,
    /// For each kind that must be evenly permuted: which turns do not do that.
    odd: Vec<(usize, Vec<bool>)>,
}

/// What there is to do from a state.
pub(super) struct Left {
    /// The color of each facelet.
    pub(super) shown: Vec<Color>,
    /// What facelets show that must show it again.
    pub(super) kept: Vec<Option<Color>>,
    /// What may be done next, and how much of it is done.
    pub(super) wishes: Vec<Wish>,
    pub(super) met: usize,
    /// Whether the kinds that must be evenly permuted are not.
    pub(super) marks: Vec<Mark>,
    /// Whether a piece that no turn moves is not home.
    is_stuck: bool,
    /// Whether it is the end of the stage.
    pub(super) is_done: bool,
}

impl Left {
    /// How many wishes are not met.
    pub(super) fn open(&self) -> usize {
        self.wishes.len() - self.met
    }

    /// Whether all kinds are evenly permuted that must be.
    pub(super) fn is_even(&self) -> bool {
        self.marks.iter().all(|mark| !mark.is_away)
    }
}

impl<'a> Aim<'a> {
    /// That of a stage; `None` if it is a question.
    pub(super) fn new(plan: &'a Plan, stage: &'a Stage) -> Option<Self> {
        let puzzle = &plan.puzzle;
        let (steps, joins) = match stage.means {
            Means::Pieces(steps) => (steps, None),
            Means::Joined(steps) => (steps, Some(plan.smaller.as_deref()?)),
            Means::Question | Means::Plan(_) => return None,
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
        let painted: Vec<Color> = recoloring.iter().map(|&symbol| number(symbol)).collect();
        let mut goal: Vec<Option<Color>> = match patterns.first() {
            None => painted.iter().copied().map(Some).collect(),
            Some(pattern) => pattern
                .iter()
                .map(|sticker: &Sticker| sticker.symbol().map(&mut number))
                .collect(),
        };
        // What is called so need not come home: it is where the others are not.
        let nothing = number('.');
        let ends = goal.clone();
        goal.iter_mut()
            .for_each(|color| *color = color.filter(|&it| it != nothing));
        let mut colors = painted;
        if joins.is_some() {
            colors = puzzle.solved().colors().to_vec();
            let own = |(asked, &own): (&Option<Color>, &Color)| asked.map(|_| own);
            goal = goal.iter().zip(&colors).map(own).collect();
        }
        let even = plan
            .smaller
            .iter()
            .filter(|_| stage.even)
            .flat_map(|smaller| smaller.kinds_of_several(puzzle));
        let turns = || puzzle.turns().iter();
        let odd = even.map(|kind| {
            let odd = turns().map(|turn| puzzle.pieces().permutes_oddly(&turn.permutation, kind));
            (kind, odd.collect())
        });
        let mut moves = vec![false; goal.len()];
        let allowed = stage.allowed.iter().map(|&turn| &puzzle.turns()[turn]);
        for facelet in allowed.flat_map(|turn| turn.permutation.moved()) {
            moves[facelet] = true;
        }
        Some(Self {
            moves,
            odd: odd.collect(),
            allowed: &stage.allowed,
            puzzle,
            steps,
            joins,
            colors,
            ends,
            goal,
        })
    }

    /// How many colors there are.
    pub(super) fn count(&self) -> usize {
        self.colors.iter().max().map_or(0, |most| most + 1)
    }

    /// What there is to do.
    pub(super) fn left(&self, state: &State) -> Result<Left, StateError> {
        let arrangement = Arrangement::of_state(self.puzzle, state, &self.puzzle.symbols())?;
        let made = arrangement.permutation(self.puzzle.pieces());
        let shown = made.apply(&self.colors);
        let marks = self.odd.iter().map(|(kind, moved_by)| Mark {
            moved_by: moved_by.clone(),
            is_away: self.puzzle.pieces().permutes_oddly(&made, *kind),
        });
        let mut left = Left {
            kept: vec![None; shown.len()],
            wishes: Vec::new(),
            met: 0,
            marks: marks.collect(),
            is_stuck: false,
            is_done: false,
            shown,
        };
        match self.joins {
            None => self.pieces_left(&mut left),
            Some(smaller) => self.blocks_left(smaller, &mut left),
        }
        left.is_done = left.open() == 0 && !left.is_stuck && left.is_even() && self.may_end(state);
        Ok(left)
    }

    /// Pieces that are home must be home again; the others are wished home, but not those that no turn moves.
    fn pieces_left(&self, left: &mut Left) {
        for place in self.puzzle.pieces().all() {
            let asked: Vec<(usize, Color)> = place
                .facelets
                .iter()
                .filter_map(|&facelet| Some((facelet, self.goal[facelet]?)))
                .collect();
            let is_home = |&(facelet, color): &(usize, Color)| left.shown[facelet] == color;
            if asked.iter().all(is_home) {
                for (facelet, color) in asked {
                    left.kept[facelet] = Some(color);
                }
            } else if asked.iter().any(|&(facelet, _)| self.moves[facelet]) {
                left.wishes.push(Wish::Colors(asked));
            } else {
                left.is_stuck = true;
            }
        }
    }

    /// What no turn of the smaller puzzle moves must show its color; of the blocks all are wished, whichever are joined now.
    fn blocks_left(&self, smaller: &Smaller, left: &mut Left) {
        left.kept.clone_from(&self.goal);
        let members = smaller.members();
        for block in smaller.puzzle.pieces().all() {
            let sets = block.facelets.iter().filter(|&&here| smaller.moves(here));
            let sets: Vec<Vec<usize>> = sets.map(|&here| members[here].clone()).collect();
            if sets.iter().all(|set| set.len() < 2) {
                continue;
            }
            let alike = |set: &Vec<usize>| {
                let mut colors = set.iter().map(|&facelet| left.shown[facelet]);
                let first = colors.next();
                colors.all(|color| Some(color) == first)
            };
            left.met += usize::from(sets.iter().all(alike));
            left.wishes.push(Wish::Alike(sets));
        }
    }

    /// Whether a state is not like one that the smaller puzzle cannot have.
    pub(super) fn may_end(&self, state: &State) -> bool {
        self.joins.is_none_or(|smaller| {
            let seen = smaller.seen(state);
            seen.is_none_or(|seen| smaller.can_have(&seen))
        })
    }

    /// The facelets that matter, and all that turns bring there.
    pub(super) fn facelets(&self, left: &Left) -> Vec<usize> {
        let mut matters: Vec<bool> = left.kept.iter().map(Option::is_some).collect();
        for wish in &left.wishes {
            match wish {
                Wish::Colors(colors) => colors.iter().for_each(|&(it, _)| matters[it] = true),
                Wish::Alike(sets) => sets.iter().flatten().for_each(|&it| matters[it] = true),
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

    /// The facelets that the faces of the allowed turns bring to each other.
    fn orbits(&self) -> Vec<Vec<usize>> {
        let face = |turn: TurnId| self.puzzle.turns()[turn].face;
        let mut faces: Vec<usize> = self.allowed.iter().map(|&turn| face(turn)).collect();
        faces.dedup();
        let turns = self.puzzle.turns().iter();
        let turns = turns.filter(|turn| faces.contains(&turn.face));
        let turns = turns.map(|turn| &turn.permutation);
        Orbits::generated_by(self.puzzle.facelets().len(), turns).all()
    }

    /// The goal in the puzzle's own colors.
    pub(super) fn pattern(&self, state: &State) -> Pattern {
        let solved = self.puzzle.solved();
        if let Some(smaller) = self.joins {
            return super::nearest::nearest(self.puzzle, smaller, state).into();
        }
        let mut sets = vec![Vec::new(); self.goal.len()];
        for orbit in self.orbits() {
            for &facelet in &orbit {
                let fits = |&&it: &&usize| match self.ends[facelet] {
                    Some(color) => self.colors[it] == color,
                    None => true,
                };
                let fitting = orbit.iter().filter(fits);
                sets[facelet] = fitting.map(|&it| solved.color(it)).collect();
            }
        }
        Pattern::new(sets)
    }

    /// 3-cycles of the allowed turns.
    pub(super) fn cycles(&self, control: &Control) -> Option<ThreeCycles<'_>> {
        ThreeCycles::within(self.puzzle, self.allowed, control)
    }
}

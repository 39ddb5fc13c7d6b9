//! Turns from a state to a goal, where pieces may look alike.
//!
//! *Idea.* First some turns that bring many pieces home at once ([`bulk`]), then a few that mend what 3-cycles
//! cannot do, then 3-cycles ([`weave`]). Nobody decides beforehand which of the pieces
//! that look alike goes where: whatever shows the right colours is home. Several ways are tried, and the
//! shortest is kept.
//!
//! *Why sound.* Nothing here is trusted: whoever asks replays the turns on the puzzle.

mod aim;
mod bulk;
mod weave;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::three::ThreeCycles;
use crate::construct::merge::Merging;
use crate::control::Control;
use crate::puzzle::{Pattern, State, TurnId};
pub use aim::Parity;
use aim::{Aim, Colors, colors};
use bulk::{Beam, TURN};
use weave::{Way, Weaver};

/// How much is done to find a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// So many states are followed at a time.
    pub width: usize,
    /// So many ways are tried.
    pub ways: usize,
    /// So often each of them is finished with 3-cycles.
    pub tries: usize,
    /// What chance begins with.
    pub seed: u64,
}

impl ThreeCycles<'_> {
    /// Turns from a state to one of a goal: the shortest of several ways. `None` if none was found, which
    /// says nothing, or if the control said stop before.
    #[must_use]
    pub fn way(
        &self,
        start: &State,
        goal: &Pattern,
        effort: Effort,
        control: &Control,
    ) -> Option<Vec<TurnId>> {
        self.even_way(start, (goal, &[]), effort, control)
    }

    /// The same with some parities even at its end, at most 64, which the goal does not tell.
    #[must_use]
    pub fn even_way(
        &self,
        start: &State,
        (goal, parities): (&Pattern, &[Parity]),
        effort: Effort,
        control: &Control,
    ) -> Option<Vec<TurnId>> {
        let aim = Aim::new(self, goal, parities)?;
        let merging = Merging::new(self.sequences.puzzle, &self.sequences.allowed);
        let start = colors(start);
        if start.len() != self.pieces.size() {
            return None;
        }
        let beam = Beam::new(&aim, &merging, effort.seed);
        let mut weaver = Weaver {
            aim: &aim,
            merging: &merging,
            random: ChaCha8Rng::seed_from_u64(effort.seed),
        };
        let ways = beam.ways(&start, effort.width, effort.ways, control);
        let best = self.shortest(ways, &mut weaver, effort.tries, control);
        let mended = || {
            if control.stop().is_some() {
                return None;
            }
            let ways = self.mended(&aim, &beam, &start).into_iter().collect();
            self.shortest(ways, &mut weaver, effort.tries, control)
        };
        best.or_else(mended).map(|way| way.turns)
    }

    /// The shortest that becomes of some ways with 3-cycles.
    fn shortest(
        &self,
        ways: Vec<(u32, Way)>,
        weaver: &mut Weaver<'_>,
        tries: usize,
        control: &Control,
    ) -> Option<Way> {
        let mut kinds: Vec<usize> = (0..self.tables.len()).collect();
        kinds.sort_by_key(|&kind| std::cmp::Reverse(self.pieces.kinds()[kind].len()));
        let mut best: Option<Way> = None;
        for (way, _) in ways
            .iter()
            .flat_map(|(_, way)| (0..tries).map(move |of| (way, of)))
        {
            if control.stop().is_some() {
                break;
            }
            let most = best.as_ref().map_or(usize::MAX, |best| best.turns.len());
            best = weaver.finish(way.clone(), &kinds, most).or(best);
            kinds.shuffle(&mut weaver.random);
        }
        best
    }

    /// A way that only mends what 3-cycles cannot do.
    fn mended(&self, aim: &Aim<'_>, beam: &Beam<'_>, start: &Colors) -> Option<(u32, Way)> {
        let mut mends = self.quotient.shortest_first().into_iter().map(|mend| Way {
            turns: mend.turns.clone(),
            end: aim.after(start, &mend.turns),
        });
        let odd = |turns: &[TurnId]| {
            let changes = turns.iter().map(|&turn| aim.changed_by(turn));
            changes.fold(aim.at_start(), |odd, changed| odd ^ changed)
        };
        let way = mends.find(|way| aim.is_for_cycles(&way.end, odd(&way.turns)))?;
        Some((way.turns.len() as u32 * TURN + beam.left(&way.end), way))
    }
}

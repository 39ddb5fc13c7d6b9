//! Stages that recolor the stickers and whose goals are patterns of the new colors.

use super::truth::rows;
use super::*;
use crate::common::cli::pocket;
use crate::common::puzzles::distances;

/// A puzzle, its plan with one stage, and that stage.
struct Recolored {
    puzzle: Arc<Puzzle>,
    reduction: Reduction,
    recoloring: Vec<u8>,
    goals: Vec<Vec<u8>>,
    allowed: Vec<TurnId>,
}

impl Recolored {
    /// `goals` are patterns with a letter or `.` for each facelet; without any, the goal is the recoloring itself. The
    /// recoloring and the goals are nets with spaces.
    fn new(puzzle: &Arc<Puzzle>, allow: &str, recoloring: &str, goals: &[&str]) -> Self {
        let mut text = format!(
            "name = \"recolored\"\ntitle = \"Recolored\"\npuzzle = \"{}\"\n[[stage]]\ntitle = \"one\"\n\
             allow = \"{allow}\"\nrecoloring = \"{recoloring}\"\n",
            puzzle.name()
        );
        if !goals.is_empty() {
            text += &format!("patterns = {goals:?}\n");
        }
        let plan = Plan::from_toml("recolored.toml", &text, puzzle).unwrap();
        let read = |text: &str| -> Vec<u8> {
            let known = text.replace('.', "~");
            let colors = puzzle.layout().read(puzzle, &known).unwrap();
            colors.into_iter().map(|color| color as u8).collect()
        };
        Self {
            puzzle: puzzle.clone(),
            reduction: Reduction::new(&plan, 1).unwrap(),
            recoloring: read(recoloring),
            goals: match goals {
                [] => vec![read(recoloring)],
                goals => goals.iter().map(|goal| read(goal)).collect(),
            },
            allowed: plan.stages[0].allowed.clone(),
        }
    }

    /// The goals. With `is_open`, a `.` in a goal admits any color.
    fn goal_colorings(&self, is_open: bool) -> Vec<Vec<u8>> {
        if !is_open {
            return self.goals.clone();
        }
        let fits = |colors: &[u8], goal: &[u8]| {
            let mut pairs = colors.iter().zip(goal);
            pairs.all(|(color, goal)| color == goal || *goal == b'~')
        };
        let start = [self.recoloring.clone()];
        let all = distances(&self.puzzle, &self.allowed, start, usize::MAX).into_keys();
        all.filter(|colors| self.goals.iter().any(|goal| fits(colors, goal)))
            .collect()
    }

    fn check(&self, is_open: bool, states: u64) {
        // The inverse of each allowed turn is allowed.
        let goals = self.goal_colorings(is_open);
        let distances = distances(&self.puzzle, &self.allowed, goals, 2 + states as usize);
        for seed in 0..states {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let scramble = self
                .puzzle
                .scramble(&self.allowed, 3 + seed as usize, &mut random);
            let state = self.puzzle.apply(self.puzzle.solved(), &scramble);
            let mut colors = self.recoloring.clone();
            for &turn in &scramble {
                colors = self.puzzle.turns()[turn].permutation.apply(&colors);
            }
            let turns = shortest_solution(&self.reduction, &state);
            assert_eq!(turns.len(), distances[&colors], "{scramble:?}");
            assert!(self.reduction.reaches(&state, &turns));
        }
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn one_color_on_one_face_takes_as_many_turns_as_the_table_says() {
    let recoloring = "uuuu .... .... .... .... ....";
    let recolored = Recolored::new(&pocket(), "U R F", recoloring, &[]);
    assert_eq!(rows(&recolored.reduction.quotient().image).count(), 1);
    recolored.check(false, 12);
}

#[test]
fn the_nearest_of_several_patterns_is_reached() {
    let recoloring = "uuuu .... .... .... .... ....";
    let goals = [
        "uuuu .... .... .... .... ....",
        ".... .... .... .... .... uuuu",
        "u... ..u. .... .... .... ....",
    ];
    Recolored::new(&pocket(), "U R F", recoloring, &goals).check(true, 12);
}

#[test]
#[ignore = "long check"]
fn a_recoloring_with_many_colorings_takes_as_many_turns_as_the_table_says() {
    // More colorings than a coordinate can have values.
    let recoloring = "uuuu aabb ccdd .... .... ....";
    Recolored::new(&pocket(), "U R F", recoloring, &[]).check(false, 6);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn identical_centers_may_be_recolored() {
    let puzzle = crate::common::puzzles::of_family("cube", 4);
    let symbols = puzzle.net_order().into_iter();
    let symbols = symbols.map(|facelet| match &*puzzle.facelets()[facelet] {
        "U6" | "U7" | "U10" | "U11" => 'u',
        _ => '.',
    });
    let recoloring: String = symbols.collect();
    Recolored::new(&puzzle, "U R F Uw Rw Fw", &recoloring, &[]).check(false, 4);
}

#[test]
fn a_state_is_at_the_goal_exactly_when_it_shows_the_colors() {
    let pocket = pocket();
    let recolored = Recolored::new(&pocket, "U R F", "uuuu .... .... .... .... ....", &[]);
    let quotient = recolored.reduction.quotient();
    for (turns, is_there) in [("", true), ("U2", true), ("R", false), ("F U", false)] {
        let turns = Notation::Singmaster.read(&pocket, turns).unwrap();
        let state = pocket.apply(pocket.solved(), &turns);
        assert_eq!(quotient.contains(&state), is_there, "{turns:?}");
    }
}

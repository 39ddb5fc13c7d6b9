//! Goals that are colors: stickers get other ones, and some pattern of these is the goal.

use rustc_hash::FxHashMap;

use super::truth::rows;
use super::*;

/// A puzzle, its plan with one stage, and that stage.
struct Recolored {
    puzzle: Arc<Puzzle>,
    reduction: Reduction,
    recoloring: Vec<u8>,
    goals: Vec<Vec<u8>>,
    allowed: Vec<TurnId>,
}

impl Recolored {
    /// `goals` are patterns with a letter or `.` a facelet; none is the recoloring at home. Both are in
    /// the layout `net` with spaces.
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

    /// By the colors of the recoloring how far each is from a goal: breadth-first from the solved
    /// puzzle to know all, then from all goals backwards. `is_open`: `~` of a goal admits all.
    fn distances(&self, is_open: bool) -> FxHashMap<Vec<u8>, usize> {
        let turns: Vec<&Permutation> = self
            .allowed
            .iter()
            .map(|&turn| &self.puzzle.turns()[turn].permutation)
            .collect();
        let mut all = vec![self.recoloring.clone()];
        let mut known: FxHashMap<Vec<u8>, usize> =
            FxHashMap::from_iter([(self.recoloring.clone(), usize::MAX)]);
        let mut next = 0;
        while next < all.len() {
            for turn in &turns {
                let colors = turn.apply(&all[next]);
                if known.insert(colors.clone(), usize::MAX).is_none() {
                    all.push(colors);
                }
            }
            next += 1;
        }
        let fits = |colors: &[u8], goal: &[u8]| {
            let mut pairs = colors.iter().zip(goal);
            pairs.all(|(color, goal)| color == goal || is_open && *goal == b'~')
        };
        let is_goal = |colors: &&Vec<u8>| self.goals.iter().any(|goal| fits(colors, goal));
        let mut layer: Vec<Vec<u8>> = all.iter().filter(is_goal).cloned().collect();
        let mut distance = 0;
        while !layer.is_empty() {
            layer.retain(|colors| {
                let known = known.get_mut(colors).unwrap();
                let is_new = *known == usize::MAX;
                *known = distance.min(*known);
                is_new
            });
            // The inverse of each allowed turn is allowed, so backwards is forwards.
            layer = layer
                .iter()
                .flat_map(|colors| turns.iter().map(|turn| turn.apply(colors)))
                .collect();
            distance += 1;
        }
        known
    }

    fn check(&self, is_open: bool, states: u64) {
        let distances = self.distances(is_open);
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
            let turns = solved(&self.reduction, &state);
            assert_eq!(turns.len(), distances[&colors], "{scramble:?}");
            assert!(self.reduction.reaches(&state, &turns));
        }
    }
}

fn pocket() -> Arc<Puzzle> {
    Puzzle::built_in("pocket").unwrap()
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn one_color_on_one_face_takes_the_turns_of_the_table() {
    let recoloring = "uuuu .... .... .... .... ....";
    let recolored = Recolored::new(&pocket(), "U R F", recoloring, &[]);
    assert_eq!(rows(recolored.reduction.quotient().image()).count(), 1);
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
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn a_recoloring_with_more_colorings_than_a_coordinate_has_values_is_solved_as_fast_as_the_table_says()
 {
    with_many_colorings().check(false, 4);
}

#[test]
#[ignore = "long check: half a minute"]
fn a_recoloring_with_many_colorings_is_solved_from_far_away_as_fast_as_the_table_says() {
    with_many_colorings().check(false, 6);
}

/// A recoloring with more colorings than a coordinate has values.
fn with_many_colorings() -> Recolored {
    Recolored::new(&pocket(), "U R F", "uuuu aabb ccdd .... .... ....", &[])
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn centers_that_look_alike_may_have_colors_of_a_recoloring() {
    let puzzle = crate::common::puzzles::of_family("cube", 4);
    let recoloring: String = puzzle
        .net_order()
        .iter()
        .map(|&facelet| &puzzle.facelets()[facelet])
        .map(|name| ["U6", "U7", "U10", "U11"].contains(&name.as_str()))
        .map(|is| if is { 'u' } else { '.' })
        .collect();
    Recolored::new(&puzzle, "U R F Uw Rw Fw", &recoloring, &[]).check(false, 4);
}

#[test]
fn a_state_is_at_the_goal_if_it_shows_the_colors_and_only_then() {
    let pocket = pocket();
    let recolored = Recolored::new(&pocket, "U R F", "uuuu .... .... .... .... ....", &[]);
    let quotient = recolored.reduction.quotient();
    for (turns, is_there) in [("", true), ("U2", true), ("R", false), ("F U", false)] {
        let turns = Notation::Singmaster.read(&pocket, turns).unwrap();
        let state = pocket.apply(pocket.solved(), &turns);
        assert_eq!(quotient.contains(&state), is_there, "{turns:?}");
    }
}

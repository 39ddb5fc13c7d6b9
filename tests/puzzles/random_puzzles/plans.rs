//! Plans whose stages allow powers of turns of any order and end in a group or in the colors of a recoloring. Each stage
//! must be as short as possible. The reference explores each stage turn by turn: a state lists the solved place of the
//! sticker at each facelet, or that sticker's color in the recoloring of the stage.

use std::collections::BTreeSet;
use std::fmt;

use rand::RngExt;
use rand::seq::IndexedRandom;
use rustc_hash::{FxHashMap, FxHashSet};
use twistsat::notation::Notation;
use twistsat::plan::Plan;
use twistsat::puzzle::TurnId;
use twistsat::search::{Search, Stages};

use super::ask;
use super::counting::distances;
use super::generate::{beads, cycles, puzzle, walk};
use super::harness::{Chance, Property, Verdict};
use super::model::{Colors, Model, Move, colors_after, text};
use super::question::{Sets, fits};

/// The maximum number of states of a stage, since all of them are listed.
const MAX_STATES: usize = 4_000;

/// Where a stage ends.
enum Goal {
    /// The states that these turns reach from the solved state.
    Group(Vec<String>),
    /// The colors of the solved state in a recoloring, or those of a pattern.
    Recoloring(Colors, Vec<Sets>),
}

struct Stage {
    allow: Vec<String>,
    goal: Goal,
}

/// A plan and a state for it.
struct Planned {
    model: Model,
    stages: Vec<Stage>,
    scramble: Vec<String>,
}

/// The moves that words stand for.
fn of<'a>(model: &Model, moves: &'a [Move], words: &[String]) -> Vec<&'a Move> {
    let all = BTreeSet::from_iter(model.sets(moves, words));
    all.into_iter().map(|it| &moves[it]).collect()
}

/// The states that moves reach, with their distances. Drawn stages have at most [`MAX_STATES`].
fn reached(from: Colors, moves: &[&Move]) -> FxHashMap<Colors, usize> {
    distances(&[from], moves, MAX_STATES).expect("few states")
}

impl Stage {
    fn moves<'a>(&self, model: &Model, moves: &'a [Move]) -> Vec<&'a Move> {
        of(model, moves, &self.allow)
    }

    /// The projection of a state that decides whether the goal is reached.
    fn sees(&self, places: &Colors) -> Colors {
        match &self.goal {
            Goal::Group(_) => places.clone(),
            Goal::Recoloring(recoloring, _) => {
                let colors = places.iter().map(|&it| recoloring[usize::from(it)]);
                colors.collect()
            }
        }
    }
}

impl Planned {
    /// The solved state: each sticker is at its place.
    fn home(&self) -> Colors {
        (0..self.model.size() as u8).collect()
    }

    /// The goals of a stage, in its projection.
    fn goals(&self, stage: &Stage, moves: &[Move]) -> FxHashSet<Colors> {
        let home = stage.sees(&self.home());
        match &stage.goal {
            Goal::Group(words) => {
                let all = reached(home, &of(&self.model, moves, words));
                all.into_keys().collect()
            }
            Goal::Recoloring(_, patterns) if patterns.is_empty() => FxHashSet::from_iter([home]),
            Goal::Recoloring(_, patterns) => {
                let all = reached(home, &stage.moves(&self.model, moves)).into_keys();
                all.filter(|seen| patterns.iter().any(|it| fits(it, seen)))
                    .collect()
            }
        }
    }

    /// Why the plan must be refused; `None` if it is valid.
    fn reason_to_refuse(&self, moves: &[Move]) -> Option<&'static str> {
        for (number, stage) in self.stages.iter().enumerate() {
            let goals = self.goals(stage, moves);
            let are_among = |states: &FxHashMap<Colors, usize>| {
                let mut goals = goals.iter();
                goals.all(|goal| states.contains_key(goal))
            };
            let home = stage.sees(&self.home());
            let states = reached(home, &stage.moves(&self.model, moves));
            if goals.is_empty() {
                return Some("no goal");
            }
            if !are_among(&states) {
                return Some("a goal that its turns do not make");
            }
            let is_group = matches!(stage.goal, Goal::Group(_));
            if states.len() == 1 || is_group && goals.len() == states.len() {
                return Some("nothing to do");
            }
            let next = self.stages.get(number + 1).filter(|_| is_group);
            if let Some(next) = next
                && !are_among(&reached(self.home(), &next.moves(&self.model, moves)))
            {
                return Some("a goal from which the next stage cannot go on");
            }
        }
        None
    }

    /// The fewest turns that solve a stage from a state; `None` if no turns do.
    fn distance(&self, stage: &Stage, moves: &[Move], places: &Colors) -> Option<usize> {
        let reached = reached(stage.sees(places), &stage.moves(&self.model, moves));
        let goals = self.goals(stage, moves);
        let distances = goals.iter().filter_map(|goal| reached.get(goal));
        distances.min().copied()
    }

    fn file(&self) -> String {
        let mut file = "name = \"plan\"\ntitle = \"Plan\"\npuzzle = \"random\"\n".to_owned();
        for stage in &self.stages {
            let allow = stage.allow.join(" ");
            file += &format!("[[stage]]\ntitle = \"a stage\"\nallow = \"{allow}\"\n");
            match &stage.goal {
                Goal::Group(words) => file += &format!("group = \"{}\"\n", words.join(" ")),
                Goal::Recoloring(recoloring, patterns) => {
                    file += &format!("recoloring = \"{}\"\n", text(recoloring));
                    // In a pattern `.` is any color.
                    let sticker = |set: &Vec<u8>| match set[..] {
                        [one] => char::from(one),
                        _ => '.',
                    };
                    let pattern = |sets: &Sets| sets.iter().map(sticker).collect();
                    let patterns: Vec<String> = patterns.iter().map(pattern).collect();
                    if !patterns.is_empty() {
                        file += &format!("patterns = {patterns:?}\n");
                    }
                }
            }
        }
        file
    }

    /// The turns of each stage, as the library finds them.
    fn solved(&self) -> Result<Vec<Vec<String>>, String> {
        let puzzle = ask::puzzle(&self.model)?;
        let text = |error: &dyn fmt::Display| error.to_string();
        let plan = Plan::from_toml("plan.toml", &self.file(), &puzzle).map_err(|it| text(&it))?;
        let stages = Stages::new(plan).map_err(|it| text(&it))?;
        let scramble = Notation::Singmaster.read(&puzzle, &self.scramble.join(" "));
        let start = puzzle.reached_by(&scramble.unwrap());
        let search = Search::default().recipe("lemmas").solver("batsat");
        let staged = stages.solve(&start, &search).map_err(|it| text(&it))?;
        if !staged.is_minimal_in_stages() {
            return Err(format!("it is not solved: {:?}", staged.stop));
        }
        let name = |&turn: &TurnId| puzzle.turns()[turn].name();
        let stages = staged.stages.iter();
        let stages = stages.map(|stage| stage.turns.as_ref().unwrap().iter().map(name).collect());
        Ok(stages.collect())
    }

    fn check(&self) -> Verdict {
        let moves = self.model.moves();
        let found = match (self.solved(), self.reason_to_refuse(&moves)) {
            (Err(_), Some(_)) => return Ok("refused"),
            (Ok(_), Some(wrong)) => return Err(format!("it is not refused: {wrong}")),
            (Err(error), None) => return Err(format!("it is refused: {error}")),
            (Ok(found), None) => found,
        };
        if found.len() != self.stages.len() {
            return Err(format!("stages are missing: {found:?}"));
        }
        let turn = |name: &String| moves.iter().find(|it| it.name == *name).unwrap();
        let after = |places: Colors, name| colors_after(&places, &turn(name).from);
        let mut places = self.scramble.iter().fold(self.home(), after);
        for (stage, turns) in self.stages.iter().zip(&found) {
            let fewest = self.distance(stage, &moves, &places);
            if fewest != Some(turns.len()) {
                let wrong = "a stage has a wrong length: it takes";
                return Err(format!("{wrong} {fewest:?} turns: {found:?}"));
            }
            let allowed = stage.moves(&self.model, &moves);
            let is_allowed = |name: &String| allowed.iter().any(|it| it.name == *name);
            if !turns.iter().all(is_allowed) {
                return Err(format!("a turn is not allowed: {found:?}"));
            }
            places = turns.iter().fold(places, after);
            if !self.goals(stage, &moves).contains(&stage.sees(&places)) {
                return Err(format!("a stage does not end at its goal: {found:?}"));
            }
        }
        let plain = |word: &String| !self.model.generators.iter().any(|it| it.name == *word);
        let mut stages = self.stages.iter();
        let powers = stages.any(|stage| stage.allow.iter().all(plain));
        Ok(if powers { "powers only" } else { "solved" })
    }
}

impl fmt::Display for Planned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (puzzle, plan) = (self.model.toml(), self.file());
        writeln!(f, "# random.toml\n{puzzle}\n# plan.toml\n{plan}")?;
        let scramble = self.scramble.join(" ");
        let files = "--puzzle-file random.toml --plan-file plan.toml";
        write!(f, "$ twistsat solve {files} --scramble \"{scramble}\"")
    }
}

/// A puzzle of distinguishable facelets, often with a turn of order five or more; or a puzzle of beads.
fn model(chance: &mut Chance) -> Option<Model> {
    if chance.random_bool(0.2) {
        return beads(chance);
    }
    let size = chance.random_range(5..=8);
    let all: Vec<usize> = (0..size).collect();
    let mut turns = vec![cycles(size, &all, &[5, 6, 6, 2, 3, 4], chance)];
    for _ in 0..chance.random_range(0..=2) {
        turns.push(cycles(size, &all, &[2, 3, 4], chance));
    }
    let solved: Colors = (0..size).map(|it| b'A' + it as u8).collect();
    puzzle(&solved, turns, chance)
}

/// Words for some turns: faces, or powers of them.
fn words(model: &Model, moves: &[Move], most: usize, chance: &mut Chance) -> Vec<String> {
    let mut words = Vec::new();
    for _ in 0..chance.random_range(1..=most) {
        words.push(match chance.random_range(0..3) {
            0 => model.generators.choose(chance).unwrap().name.clone(),
            _ => moves.choose(chance).unwrap().name.clone(),
        });
    }
    words
}

fn goal(model: &Model, moves: &[Move], allowed: &[&Move], chance: &mut Chance) -> Option<Goal> {
    let solved = model.solved();
    if !has_equal_colors(&solved) && chance.random_bool(0.7) {
        let inside: Vec<Move> = allowed.iter().map(|&it| it.clone()).collect();
        let words = match chance.random_range(0..8) {
            0..=2 => Vec::new(),
            3 => words(model, moves, 1, chance),
            _ => walk(&inside, 2, chance),
        };
        return Some(Goal::Group(words));
    }
    // Stickers of one color get one color of the recoloring.
    let colors: Colors = (0..26).map(|_| b"ab."[chance.random_range(0..3)]).collect();
    let recoloring = solved.iter().map(|&color| colors[usize::from(color) % 26]);
    let recoloring: Colors = recoloring.collect();
    let mut patterns = Vec::new();
    if chance.random_bool(0.4) {
        let mut palette = recoloring.clone();
        palette.sort_unstable();
        palette.dedup();
        for _ in 0..chance.random_range(1..=2) {
            let steps = chance.random_range(0..3);
            let shown = (0..steps).fold(recoloring.clone(), |colors, _| {
                colors_after(&colors, &allowed.choose(chance).unwrap().from)
            });
            // In a pattern `.` is any color.
            let set = |&color: &u8| match color {
                b'.' => palette.clone(),
                color => vec![color],
            };
            patterns.push(shown.iter().map(set).collect());
        }
    }
    Some(Goal::Recoloring(recoloring, patterns))
}

/// Whether two facelets show the same color.
fn has_equal_colors(solved: &[u8]) -> bool {
    (1..solved.len()).any(|at| solved[..at].contains(&solved[at]))
}

fn draw(chance: &mut Chance) -> Option<Planned> {
    let model = model(chance)?;
    let moves = model.moves();
    let mut stages: Vec<Stage> = Vec::new();
    for _ in 0..chance.random_range(1..=2) {
        // Each stage uses the turns of the previous goal.
        let allow = match stages.last().map(|stage| &stage.goal) {
            Some(Goal::Group(words)) if !words.is_empty() => words.clone(),
            Some(Goal::Group(_)) => break,
            // A recoloring leaves other pieces anywhere, so every turn may be needed.
            Some(Goal::Recoloring(..)) => {
                model.generators.iter().map(|it| it.name.clone()).collect()
            }
            None => words(&model, &moves, 3, chance),
        };
        let allowed = of(&model, &moves, &allow);
        let goal = goal(&model, &moves, &allowed, chance)?;
        stages.push(Stage { allow, goal });
    }
    let first = stages[0].moves(&model, &moves);
    let first: Vec<Move> = first.into_iter().cloned().collect();
    let planned = Planned {
        scramble: walk(&first, 6, chance),
        stages,
        model,
    };
    let few = |stage: &Stage| {
        let allowed = stage.moves(&planned.model, &moves);
        distances(&[planned.home()], &allowed, MAX_STATES).is_some()
    };
    if !planned.stages.iter().all(few) {
        return None;
    }
    let keep = planned.reason_to_refuse(&moves).is_none() || chance.random_bool(0.3);
    keep.then_some(planned)
}

const PROPERTY: Property<Planned> = Property::new(7, draw, Planned::check);

#[test]
#[ignore = "long check"]
fn stages_of_powers_of_turns_are_as_short_as_possible() {
    let tally = PROPERTY.holds(8_000);
    tally.has(16, &["powers only", "solved", "refused"]);
}

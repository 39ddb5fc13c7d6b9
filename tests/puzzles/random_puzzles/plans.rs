//! Plans whose stages allow powers of turns of any order and end in a group or in the colors of a
//! recoloring. Each stage must be as short as possible; the solutions are replayed here.

use std::fmt;
use std::sync::Arc;

use rand::RngExt;
use rand::seq::IndexedRandom;
use twistsat::notation::Notation;
use twistsat::plan::Plan;
use twistsat::puzzle::{Puzzle, TurnId};
use twistsat::search::{Search, Stages};

use super::ask;
use super::generate::{beads, cycles, puzzle, walk};
use super::harness::{Case, Chance, Property, Verdict};
use super::model::{Colors, Model, Move, colors_after};
use super::planned::{Goal, MAX_STATES, Planned, Stage, all_of, of};
use crate::common::cli::{Folder, run_in};

impl Planned {
    /// The turns of each stage, as the library finds them.
    fn solved(&self) -> Result<Vec<Vec<String>>, String> {
        let puzzle: Arc<Puzzle> = ask::puzzle(&self.model)?;
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

    /// The turns of each stage, as the command finds them.
    fn solved_by_command(&self) -> Result<Vec<Vec<String>>, String> {
        let folder = Folder::new();
        folder.write("random.toml", self.model.toml());
        folder.write("plan.toml", self.file());
        let scramble = self.scramble.join(" ");
        let options = "solve --puzzle-file random.toml --plan-file plan.toml --quiet";
        let more = format!(r#"--scramble "{scramble}" --format json"#);
        let run = run_in!(folder.path(), "{options} {more}");
        if run.code != Some(0) {
            return Err(run.err);
        }
        let json = run.json();
        let stages = json["stages"].as_array().unwrap().iter();
        let words = |stage: &serde_json::Value| -> Vec<String> {
            let words = stage["solution"].as_str().unwrap().split_whitespace();
            words.map(ToOwned::to_owned).collect()
        };
        Ok(stages.map(words).collect())
    }

    fn check(&self) -> Verdict {
        let moves = self.model.moves();
        let wrong = self.reason_to_refuse(&moves);
        let answer = if self.by_command {
            self.solved_by_command()
        } else {
            self.solved()
        };
        let found = match (answer, wrong) {
            (Err(_), Some(_)) => return Ok("refused"),
            (Err(_), None) if !self.starts_in_subgroup(&moves) => return Ok("refused"),
            (Ok(_), Some(wrong)) => return Err(format!("it is not refused: {wrong}")),
            (Err(error), None) => return Err(format!("it is refused: {error}")),
            (Ok(found), None) => found,
        };
        if found.len() != self.stages.len() {
            return Err(format!("stages are missing: {found:?}"));
        }
        let turn = |name: &String| moves.iter().find(|it| it.name == *name).unwrap();
        let mut labels = self.scrambled(&moves);
        for (stage, turns) in self.stages.iter().zip(&found) {
            let fewest = self.distance(stage, &moves, &labels);
            let allowed = stage.moves(&self.model, &moves);
            if fewest != Some(turns.len()) {
                return Err(format!(
                    "a stage has a wrong length: it takes {fewest:?} turns: {found:?}"
                ));
            }
            for turn in turns.iter().map(turn) {
                if !allowed.iter().any(|it| it.name == turn.name) {
                    return Err(format!("a turn is not allowed: {found:?}"));
                }
                labels = colors_after(&labels, &turn.from);
            }
            if !self.goals(stage, &moves).contains(&stage.sees(&labels)) {
                return Err(format!("a stage does not end at its goal: {found:?}"));
            }
        }
        let plain = |word: &String| !self.model.generators.iter().any(|it| it.name == *word);
        let mut stages = self.stages.iter();
        let powers = stages.any(|stage| stage.allow.iter().all(plain));
        Ok(if powers { "powers only" } else { "solved" })
    }
}

impl Case for Planned {
    fn smaller(&self) -> Vec<Self> {
        let mut all = Vec::new();
        for at in 0..self.scramble.len() {
            let mut other = self.clone();
            other.scramble.remove(at);
            all.push(other);
        }
        if self.stages.len() > 1 {
            for keep in [0, 1] {
                let stages = vec![self.stages[keep].clone()];
                all.push(Self {
                    stages,
                    ..self.clone()
                });
            }
        }
        for (at, stage) in self.stages.iter().enumerate() {
            for word in 0..stage.allow.len() {
                let mut other = self.clone();
                other.stages[at].allow.remove(word);
                if !other.stages[at].allow.is_empty() {
                    all.push(other);
                }
            }
        }
        all
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
        by_command: chance.random_bool(0.15),
        stages,
        model,
    };
    let few = |stage: &Stage| {
        let allowed = stage.moves(&planned.model, &moves);
        all_of(planned.home(), &allowed).len() <= MAX_STATES
    };
    if !planned.stages.iter().all(few) {
        return None;
    }
    let keep = planned.reason_to_refuse(&moves).is_none() || chance.random_bool(0.3);
    keep.then_some(planned)
}

const PROPERTY: Property<Planned> = Property {
    seed: 7,
    draw,
    check: Planned::check,
};

#[test]
#[ignore = "long check"]
fn stages_of_powers_of_turns_are_as_short_as_possible() {
    let tally = PROPERTY.holds(8_000);
    tally.has(16, &["powers only", "solved", "refused"]);
}

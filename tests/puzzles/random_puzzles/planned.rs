//! A plan, a state for it, and the expected results. The reference explores each stage turn by turn. A state lists the
//! solved place of the sticker at each facelet, or that sticker's color in the recoloring of the stage.

use std::fmt;

use rustc_hash::FxHashSet;

use super::model::{Colors, Model, Move, colors_after, text};

/// The maximum number of states of a stage, since all of them are listed.
pub const MAX_STATES: usize = 4_000;

/// Where a stage ends.
#[derive(Clone, Debug)]
pub enum Goal {
    /// The states that these turns reach from the solved state.
    Group(Vec<String>),
    /// The colors of the solved state in a recoloring, or those of a pattern.
    Recoloring(Colors, Vec<Vec<Vec<u8>>>),
}

#[derive(Clone, Debug)]
pub struct Stage {
    pub allow: Vec<String>,
    pub goal: Goal,
}

/// A plan and a state for it.
#[derive(Clone, Debug)]
pub struct Planned {
    pub model: Model,
    pub stages: Vec<Stage>,
    pub scramble: Vec<String>,
    pub by_command: bool,
}

/// A state with distinguishable stickers: the solved place of the sticker at each facelet.
pub type Labels = Vec<usize>;

impl Stage {
    pub fn moves<'a>(&self, model: &Model, moves: &'a [Move]) -> Vec<&'a Move> {
        of(model, moves, &self.allow)
    }

    /// The projection of a state that decides whether the goal is reached.
    pub fn sees(&self, labels: &Labels) -> Vec<u16> {
        match &self.goal {
            Goal::Group(_) => labels.iter().map(|&it| it as u16).collect(),
            Goal::Recoloring(recoloring, _) => {
                labels.iter().map(|&it| u16::from(recoloring[it])).collect()
            }
        }
    }
}

/// The moves that words stand for.
pub fn of<'a>(model: &Model, moves: &'a [Move], words: &[String]) -> Vec<&'a Move> {
    let set = |word: &String| model.set(moves, word).unwrap_or_default();
    let mut all: Vec<usize> = words.iter().flat_map(set).collect();
    all.sort_unstable();
    all.dedup();
    all.into_iter().map(|it| &moves[it]).collect()
}

/// All arrangements of a list that the moves can reach; the search stops soon after [`MAX_STATES`].
pub fn all_of<T: Copy + Eq + std::hash::Hash>(start: Vec<T>, moves: &[&Move]) -> FxHashSet<Vec<T>> {
    let mut seen = FxHashSet::from_iter([start.clone()]);
    let mut queue = vec![start];
    while let Some(state) = queue.pop() {
        for it in moves {
            let next = colors_after(&state, &it.from);
            if seen.insert(next.clone()) {
                queue.push(next);
            }
        }
        if seen.len() > MAX_STATES {
            break;
        }
    }
    seen
}

impl Planned {
    pub fn home(&self) -> Labels {
        (0..self.model.size()).collect()
    }

    /// The goals of a stage, in its projection.
    pub fn goals(&self, stage: &Stage, moves: &[Move]) -> FxHashSet<Vec<u16>> {
        let allowed = stage.moves(&self.model, moves);
        let home = stage.sees(&self.home());
        match &stage.goal {
            Goal::Group(words) => all_of(home, &of(&self.model, moves, words)),
            Goal::Recoloring(_, patterns) if patterns.is_empty() => FxHashSet::from_iter([home]),
            Goal::Recoloring(_, patterns) => {
                let fits = |seen: &Vec<u16>, pattern: &Vec<Vec<u8>>| {
                    let mut pairs = seen.iter().zip(pattern);
                    pairs.all(|(&color, set)| set.iter().any(|&it| u16::from(it) == color))
                };
                let all = all_of(home, &allowed).into_iter();
                all.filter(|seen| patterns.iter().any(|it| fits(seen, it)))
                    .collect()
            }
        }
    }

    /// Why the plan must be refused; `None` if it is valid.
    pub fn reason_to_refuse(&self, moves: &[Move]) -> Option<&'static str> {
        for (number, stage) in self.stages.iter().enumerate() {
            let allowed = stage.moves(&self.model, moves);
            let goals = self.goals(stage, moves);
            let seen = all_of(stage.sees(&self.home()), &allowed);
            if goals.is_empty() {
                return Some("no goal");
            }
            if !goals.is_subset(&seen) {
                return Some("a goal that its turns do not make");
            }
            let is_group = matches!(stage.goal, Goal::Group(_));
            if seen.len() == 1 || is_group && goals.len() == seen.len() {
                return Some("nothing to do");
            }
            let next = self.stages.get(number + 1);
            if let (Some(next), Goal::Group(_)) = (next, &stage.goal) {
                let on = all_of(self.home(), &next.moves(&self.model, moves));
                let back = goals
                    .iter()
                    .map(|goal| goal.iter().map(|&it| usize::from(it)).collect());
                if !back
                    .collect::<Vec<Labels>>()
                    .iter()
                    .all(|goal| on.contains(goal))
                {
                    return Some("a goal from which the next stage cannot go on");
                }
            }
        }
        None
    }

    /// The fewest turns that solve a stage from a state; `None` if no turns do.
    pub fn distance(&self, stage: &Stage, moves: &[Move], labels: &Labels) -> Option<usize> {
        let (goals, allowed) = (self.goals(stage, moves), stage.moves(&self.model, moves));
        let start = stage.sees(labels);
        let mut seen = FxHashSet::from_iter([start.clone()]);
        let mut layer = vec![start];
        for distance in 0.. {
            if layer.iter().any(|state| goals.contains(state)) {
                return Some(distance);
            }
            let next = layer
                .iter()
                .flat_map(|state| allowed.iter().map(|it| colors_after(state, &it.from)));
            layer = next.filter(|state| seen.insert(state.clone())).collect();
            if layer.is_empty() {
                return None;
            }
        }
        None
    }

    /// Whether the turns of the first stage lead from the solved state to the start.
    pub fn starts_in_subgroup(&self, moves: &[Move]) -> bool {
        let allowed = self.stages[0].moves(&self.model, moves);
        all_of(self.home(), &allowed).contains(&self.scrambled(moves))
    }

    pub fn scrambled(&self, moves: &[Move]) -> Labels {
        let turn = |name: &String| moves.iter().find(|it| it.name == *name).unwrap();
        let turns = self.scramble.iter().map(turn);
        turns.fold(self.home(), |labels, turn| {
            colors_after(&labels, &turn.from)
        })
    }

    pub fn file(&self) -> String {
        let mut file = "name = \"plan\"\ntitle = \"Plan\"\npuzzle = \"random\"\n".to_owned();
        for stage in &self.stages {
            file += &format!(
                "[[stage]]\ntitle = \"a stage\"\nallow = \"{}\"\n",
                stage.allow.join(" ")
            );
            match &stage.goal {
                Goal::Group(words) => file += &format!("group = \"{}\"\n", words.join(" ")),
                Goal::Recoloring(recoloring, patterns) => {
                    file += &format!("recoloring = \"{}\"\n", text(recoloring));
                    let pattern = |sets: &Vec<Vec<u8>>| -> String {
                        let set = |set: &Vec<u8>| match &set[..] {
                            [one] if *one != b'.' => char::from(*one).to_string(),
                            _ => ".".to_owned(),
                        };
                        sets.iter().map(set).collect()
                    };
                    if !patterns.is_empty() {
                        let patterns: Vec<String> = patterns.iter().map(pattern).collect();
                        file += &format!("patterns = {patterns:?}\n");
                    }
                }
            }
        }
        file
    }
}

impl fmt::Display for Planned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# random.toml\n{}", self.model.toml())?;
        writeln!(f, "# plan.toml\n{}", self.file())?;
        let scramble = self.scramble.join(" ");
        write!(
            f,
            "$ twistsat solve --puzzle-file random.toml --plan-file plan.toml --scramble \"{scramble}\""
        )
    }
}

//! Generates the formulas of a family.

use std::sync::Arc;
use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use super::families::{Family, FamilyName, Objective};
use super::known_answer::{KnownAnswer, run_solver};
use crate::control::Control;
use crate::encode::{Encoder, Format, FormulaContent, Recipe, describe, map};
use crate::error::{Error, ErrorKind};
use crate::graph::DistanceSampler;
use crate::notation::Notation;
use crate::problem::{Budget, Cache, Cost, Problem, Question, Target};
use crate::proof::certificate::sha256;
use crate::puzzle::{Layout, Puzzle, TurnId};
use crate::solver;
use crate::text::Object;

/// The settings for generating formulas.
pub struct GeneratorSettings {
    /// The format; `None` for the default of the family.
    pub format: Option<Format>,
    /// The seed of the random states.
    pub seed: u64,
    /// The time limit of the reference solver per formula; `None` to run no solver.
    pub limit: Option<Duration>,
    /// The means to stop the work early.
    pub control: Control,
}

/// A generator for the formulas of a family.
pub struct FormulaGenerator {
    settings: GeneratorSettings,
    name: FamilyName,
    family: Family,
    format: Format,
    puzzle: Arc<Puzzle>,
    combinations: Vec<Combination>,
    sampler: DistanceSampler,
    cache: Cache,
}

/// A formula of a family.
pub struct GeneratedFormula {
    /// The name of its file.
    pub file: String,
    /// The content of its file.
    pub formula: Vec<u8>,
    /// Its row of the index.
    pub row: Object,
    /// Its map, with which `decode` reads the output of a solver.
    pub map: String,
}

/// The parameters of a formula.
struct Combination {
    /// The distance of the start from the solved state.
    distance: usize,
    /// The number of turns of the requested solutions: the distance, or one fewer.
    turns: usize,
    recipe: Recipe,
}

impl FamilyName {
    /// The puzzle of the family.
    pub fn puzzle(self) -> Result<Arc<Puzzle>, Error> {
        Puzzle::built_in(self.family().puzzle)
    }
}

impl FormulaGenerator {
    /// A generator for a family; `sampler` samples states of its [puzzle](FamilyName::puzzle).
    ///
    /// # Errors
    /// [`Error`] if the family does not support the format.
    pub fn new(
        name: FamilyName,
        sampler: DistanceSampler,
        settings: GeneratorSettings,
    ) -> Result<Self, Error> {
        let family = name.family();
        let format = settings.format.unwrap_or(family.format);
        Ok(Self {
            combinations: combinations(name, format)?,
            puzzle: name.puzzle()?,
            name,
            family,
            format,
            sampler,
            cache: Cache::default(),
            settings,
        })
    }

    /// The number of formulas to generate if `requested` are wanted: for a single state, at most one per combination.
    pub fn formula_count(&self, requested: usize) -> usize {
        match self.family.state {
            Some(_) => requested.min(self.combinations.len()),
            None => requested,
        }
    }

    fn combination(&self, number: usize) -> &Combination {
        &self.combinations[number % self.combinations.len()]
    }

    /// The problem of the formula with this index, and the scramble of its start if it was sampled. Each formula has
    /// its own random numbers, so that generating more formulas does not change the others.
    fn problem(&self, number: usize) -> Result<(Problem, Option<Vec<TurnId>>), Error> {
        let combination = self.combination(number);
        let budget = Budget::Exactly(combination.turns);
        let (mut problem, scramble) = match self.family.state {
            Some(text) => {
                let problem = Problem::of_state(&self.puzzle, text)?;
                (problem.to(&Target::Solved)?, None)
            }
            None => {
                let seed = self.settings.seed.wrapping_mul(1_000_003);
                let seed = seed.wrapping_add(number as u64);
                let mut random = ChaCha8Rng::seed_from_u64(seed);
                let (_, scramble) = self.sampler.draw(combination.distance, &mut random)?;
                let puzzle = self.puzzle.clone();
                let problem = Problem::from_scramble(puzzle, &scramble, &Target::Any, budget)?;
                (problem, Some(scramble))
            }
        };
        if self.family.objective == Objective::Cheapest {
            let turns = self.puzzle.turns().iter();
            let is_half = turns.map(|turn| 2 * turn.face_exponent == turn.face_modulus);
            let weights = is_half.map(|is_half| if is_half { 3 } else { 1 });
            let cost = Cost::of_turns(weights.collect(), None);
            problem = problem.changed(|data| data.constraints.cost = Some(cost));
        }
        Ok((problem.within(budget), scramble))
    }

    /// The question of the formula with this index, from 0, and the name of its recipe. Index and seed alone determine
    /// the start.
    ///
    /// # Errors
    /// [`Error`] if the family asks for more than whether a solution exists.
    pub fn question_and_recipe(&self, number: usize) -> Result<(Question, String), Error> {
        if self.family.objective != Objective::Verdict {
            let family = self.name;
            let reason = format!(
                "family {family} asks for more than whether a solution exists, so it has no list of questions; use `twistsat benchmark {family}`"
            );
            return Err(Error::new(ErrorKind::Unsupported, reason));
        }
        let question = Question::of(&self.problem(number)?.0);
        let question = question.ok_or_else(|| Error::internal("a question cannot be written"))?;
        Ok((question, self.combination(number).recipe.name.clone()))
    }

    /// The formula with this index, from 0.
    ///
    /// # Errors
    /// [`Error`] if the formula cannot be built, or if it contradicts the known answer.
    pub fn generate(&self, number: usize) -> Result<GeneratedFormula, Error> {
        let (problem, scramble) = self.problem(number)?;
        let problem = problem.with_cache(&self.cache);
        let Combination { turns, recipe, .. } = self.combination(number);
        let (family, control) = (&self.family, &self.settings.control);
        let encode = |content| {
            let mut encoder = Encoder::new(&problem, recipe).with_content(content);
            encoder.encode(problem.budget, control)
        };
        let formula = encode(self.format.content())?;
        // A formula with parts other than clauses is checked in a version that has only clauses.
        let in_clauses = match self.format.content() {
            FormulaContent::Clauses => None,
            _ => Some(encode(FormulaContent::Clauses)?),
        };
        let clauses = in_clauses.as_ref().unwrap_or(&formula);
        let known_answer = KnownAnswer::compute(&problem, family.objective, control)?;
        let backend = solver::built_in()[0];
        known_answer.check(&problem, clauses, backend, control)?;
        let limited = self.settings.limit.map(|it| control.with_time_limit(it));
        let run = |limited| run_solver(&problem, clauses, &known_answer, backend, &limited);
        let answer = limited.map(run).transpose()?;
        let (format, comments) = (self.format, describe(&problem, recipe, &formula));
        let mut content = Vec::new();
        let result = format.write(&problem, &formula, &[], &comments, &mut content);
        result.map_err(Error::failed)?;
        let hash = sha256(&content);
        let written = |turns: &Vec<TurnId>| Notation::Singmaster.write_all(&self.puzzle, turns);
        let state = match &scramble {
            Some(turns) => {
                let state = self.puzzle.apply(self.puzzle.solved(), turns);
                self.puzzle.write_state(&state)
            }
            None => {
                let (start, scheme) = (problem.start.pattern(), &problem.scheme);
                scheme.write_pattern(&self.puzzle, start, Layout::Faces)
            }
        };
        let file = format!(
            "{}-{turns}-{}-{}.{format}",
            self.name,
            recipe.name,
            &hash[..12]
        );
        let proved_by = match known_answer.witness {
            Some(_) if family.objective == Objective::Verdict => "witness",
            _ => "graph",
        };
        let row = Object::default()
            .with("file", &*file)
            .with("family", self.name.name())
            .with("sha256", hash)
            .with("bytes", content.len())
            .with("puzzle", self.puzzle.name())
            .with("state", state)
            .with("scramble", scramble.as_ref().map(written))
            .with("recipe", &*recipe.name)
            .with("turns", *turns)
            .with("variables", formula.variables)
            .with("constraints", formula.cnf.len() + formula.linear.len())
            .with("expected", known_answer.expected(family.objective))
            .with("witness", known_answer.witness.as_ref().map(written))
            .with("proved_by", proved_by)
            .with("solver", answer.map(|_| backend.name()))
            .with("verdict", answer.map(|(verdict, _)| verdict))
            .with("seconds", answer.map(|(_, seconds)| seconds));
        // A model is decoded without the costs.
        let problem = problem.changed(|data| data.constraints.cost = None);
        Ok(GeneratedFormula {
            file,
            formula: content,
            row,
            map: map::write(&problem, recipe, &formula)?,
        })
    }
}

/// All combinations of a family, in an order in which the first few cover many distances and many recipes.
fn combinations(name: FamilyName, format: Format) -> Result<Vec<Combination>, Error> {
    let family = name.family();
    let all: Vec<&str> = Recipe::built_in_names().collect();
    let named = match family.recipes {
        [] => &all[..],
        recipes => recipes,
    };
    let recipes = named.iter().map(|name| Recipe::built_in(name));
    let mut recipes: Vec<Recipe> = recipes.collect::<Result<_, _>>()?;
    recipes.retain(|recipe| format.check(recipe).is_ok());
    if recipes.is_empty() {
        let reason = format!("no recipe of {name} can be written as {format}");
        return Err(Error::new(ErrorKind::Unsupported, reason));
    }
    let fewer = match (family.state, family.objective) {
        (None, Objective::Verdict) => &[0, 1][..],
        _ => &[0],
    };
    let [least, most] = family.turns;
    let mut combinations = Vec::new();
    for at in 0..recipes.len() {
        for (number, distance) in (least..=most).enumerate() {
            let recipe = &recipes[(at + number) % recipes.len()];
            combinations.extend(fewer.iter().map(|fewer| Combination {
                distance,
                turns: distance - fewer,
                recipe: recipe.clone(),
            }));
        }
    }
    Ok(combinations)
}

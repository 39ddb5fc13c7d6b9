//! The file of a set of cases. Only the keys in `encodings/README.md` are allowed.

use std::sync::Arc;

use itertools::Itertools;
use serde::Deserialize;
use toml::Spanned;

use super::budget::Budget;
use super::checked::Problem;
use super::free_turns::FreeTurns;
use super::scramble::Scramble;
use super::target::Target;
use crate::built_in::{BuiltIn, find};
use crate::error::Error;
use crate::names::{UnknownName, resolve};
use crate::notation::{Notation, Scheme};
use crate::puzzle::{Color, Pattern, Puzzle, State, Sticker, TurnId};
use crate::source::{FileError, Source};
use crate::text::excerpt;

/// The built-in files, in alphabetical order. `build.rs` writes the list.
const FILES: &[BuiltIn] = include!(concat!(env!("OUT_DIR"), "/cases.rs"));

const MAX_CASES: usize = 10_000;

/// The maximum value of `max_turns`.
const MAX_TURNS: usize = 100;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CasesFile {
    title: Spanned<String>,
    puzzle: Spanned<String>,
    #[serde(default)]
    with: Vec<Spanned<String>>,
    to: Option<Spanned<String>>,
    free: Option<Spanned<String>>,
    #[serde(default)]
    view: View,
    set: Vec<SetEntry>,
    case: Vec<CaseEntry>,
}

/// How a case is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum View {
    /// As a net.
    #[default]
    Net,
    /// As the upper face, with the side stickers of its pieces.
    Top,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetEntry {
    name: Spanned<String>,
    allow: Spanned<String>,
    max_turns: Spanned<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseEntry {
    name: Spanned<String>,
    alg: Option<Spanned<String>>,
    state: Option<Spanned<String>>,
}

/// A set of cases with their common question.
pub struct Cases {
    /// A one-line description of the file.
    pub title: String,
    /// The puzzle of all cases.
    pub puzzle: Arc<Puzzle>,
    /// The alternative sets of allowed turns.
    pub sets: Vec<AllowedTurns>,
    /// The cases, in the order of the file.
    pub cases: Vec<Case>,
    /// The turns that are not counted before and after a solution.
    pub free: FreeTurns,
    /// How a case is drawn.
    pub view: View,
    target: Target,
}

/// A set of allowed turns, and the maximum length of solutions.
pub struct AllowedTurns {
    /// Its name in tables.
    pub name: String,
    allowed: Vec<TurnId>,
    /// The maximum length of solutions.
    pub max_turns: usize,
}

/// A state to be solved.
pub struct Case {
    /// Its name in tables.
    pub name: String,
    /// The state to be solved.
    pub state: State,
    /// The scramble, if the file defines the case by turns that solve the state.
    scramble: Option<Arc<Scramble>>,
}

impl Cases {
    /// The names of the built-in files.
    pub fn built_in_names() -> impl Iterator<Item = &'static str> {
        FILES.iter().map(|file| file.name)
    }

    /// The text of a built-in file.
    pub fn text(name: &str) -> Result<&'static str, Error> {
        Ok(find("set of cases", name, FILES, |_| Vec::new())?.text)
    }

    /// The cases with one set of turns instead of the sets in the file. The limit on turns is the largest of the file.
    pub fn with_turn_set(mut self, text: &str) -> Result<Self, String> {
        let max_turns = self.sets.iter().map(|set| set.max_turns).max();
        self.sets = vec![AllowedTurns {
            name: text.trim().to_owned(),
            allowed: read_turns(&self.puzzle, text)?,
            max_turns: max_turns.unwrap_or_default(),
        }];
        Ok(self)
    }

    /// A built-in file.
    pub fn built_in(name: &str) -> Result<Self, Error> {
        let file = find("set of cases", name, FILES, |_| Vec::new())?.source();
        Ok(Self::from_toml(file.name, file.text)?)
    }

    /// Reads the cases from a TOML text; errors quote `name`.
    pub fn from_toml(name: &str, text: &str) -> Result<Self, FileError> {
        let source = Source { name, text };
        let file: CasesFile = source.read()?;
        source.check_visible("the title", &file.title)?;
        let error_at = |span, reason: String| source.error(span, reason);
        let mut puzzle = Puzzle::built_in(file.puzzle.get_ref())
            .map_err(|error| error_at(file.puzzle.span(), error.to_string()))?;
        if let Some(first) = file.with.first() {
            let groups: Vec<&str> = file.with.iter().map(|it| it.get_ref().as_str()).collect();
            let with_groups = puzzle.with_groups(&groups);
            puzzle = Arc::new(with_groups.map_err(|error| error_at(first.span(), error.reason))?);
        }
        let reader = Reader {
            source,
            puzzle: &puzzle,
        };
        let free = file
            .free
            .as_ref()
            .map_or(Ok(Vec::new()), |free| reader.turns(free))?;
        let sets = reader.sets(&file.set)?;
        let target = reader.target(file.to.as_ref())?;
        let cases = reader.cases(&file.case)?;
        let cases = Self {
            title: file.title.into_inner(),
            sets,
            cases,
            free: FreeTurns {
                before: free.clone(),
                after: free,
            },
            view: file.view,
            target,
            puzzle: puzzle.clone(),
        };
        for (case, entry) in cases.cases.iter().zip(&file.case) {
            cases.problem(case, &cases.sets[0]).map_err(|error| {
                let reason = format!("case {}: {error}", excerpt(&case.name));
                error_at(entry.name.span(), reason)
            })?;
        }
        Ok(cases)
    }

    /// The state of a case, as a pattern that leaves open the stickers that the goal leaves open.
    pub fn pattern(&self, case: &Case) -> Pattern {
        let state = Pattern::from(&case.state);
        let Target::Pattern(goal) = &self.target else {
            return state;
        };
        let arrangement = state.arrangement(&self.puzzle, &self.puzzle.symbols());
        let Ok(Some(arrangement)) = arrangement else {
            return state;
        };
        let home = arrangement.permutation(self.puzzle.pieces());
        let any: Vec<Color> = (0..self.puzzle.colors().len()).collect();
        let shown = |facelet: usize| match goal[home.source(facelet)] {
            Sticker::Any => any.clone(),
            Sticker::OneOf(_) => vec![case.state.color(facelet)],
        };
        Pattern::new((0..goal.len()).map(shown).collect())
    }

    /// All pairs of a case and a set of turns with these names. An empty list of names selects all.
    pub fn select(
        &self,
        cases: &[String],
        sets: &[String],
    ) -> Result<Vec<(&Case, &AllowedTurns)>, UnknownName> {
        let cases = chosen("case", &self.cases, |case| &case.name, cases)?;
        let sets = chosen("set of turns", &self.sets, |set| &set.name, sets)?;
        Ok(cases.into_iter().cartesian_product(sets).collect())
    }

    /// The problem of a case; `None` if every turn of the set moves the held piece and so is redundant.
    pub fn problem(&self, case: &Case, set: &AllowedTurns) -> Result<Option<Problem>, Error> {
        let text = Scheme::own_symbols(&self.puzzle).state_characters(&case.state);
        let budget = Budget::AtMost(set.max_turns);
        let problem = Problem::new(self.puzzle.clone(), &text, &self.target, budget)?;
        let mut allowed = set.allowed.clone();
        // Up to rotation, turns that move the held piece are redundant.
        allowed.retain(|turn| problem.allowed.contains(turn));
        if allowed.is_empty() {
            return Ok(None);
        }
        let mut problem = problem.allowing(&allowed)?;
        if let Some(scramble) = &case.scramble {
            let inverse = self.puzzle.inverse_sequence(scramble.turns());
            problem = problem.with_known_turns(inverse);
            problem = problem.changed(|data| data.scramble = Some(scramble.clone()));
        }
        Ok(Some(problem))
    }
}

/// The entries with these names, in the order of the entries; all entries if there are no names.
fn chosen<'a, T>(
    what: &'static str,
    entries: &'a [T],
    name_of: impl Copy + Fn(&T) -> &str,
    names: &[String],
) -> Result<Vec<&'a T>, UnknownName> {
    let named = |name: &String| resolve(what, name, entries, name_of, |_| Vec::new()).map(name_of);
    let named: Vec<&str> = names.iter().map(named).collect::<Result<_, _>>()?;
    let is_chosen = |entry: &&T| named.is_empty() || named.contains(&name_of(entry));
    Ok(entries.iter().filter(is_chosen).collect())
}

struct Reader<'a> {
    source: Source<'a>,
    puzzle: &'a Arc<Puzzle>,
}

/// The turns that a list stands for, in ascending order. A list without turns is an error.
fn read_turns(puzzle: &Puzzle, list: &str) -> Result<Vec<TurnId>, String> {
    let turns = Notation::Singmaster.read_sets(puzzle, list)?.concat();
    if turns.is_empty() {
        return Err("there must be a turn here".to_owned());
    }
    Ok(turns.into_iter().sorted().dedup().collect())
}

impl Reader<'_> {
    fn turns(&self, text: &Spanned<String>) -> Result<Vec<TurnId>, FileError> {
        let turns = read_turns(self.puzzle, text.get_ref());
        turns.map_err(|reason| self.source.error(text.span(), reason))
    }

    fn sets(&self, entries: &[SetEntry]) -> Result<Vec<AllowedTurns>, FileError> {
        if entries.is_empty() {
            let reason = "there must be a set of turns: [[set]] with name, allow and max_turns";
            return Err(self.source.error(self.source.span_of("set"), reason));
        }
        let set = |entry: &SetEntry| {
            self.source.check_visible("the name", &entry.name)?;
            let max_turns = *entry.max_turns.get_ref();
            if max_turns > MAX_TURNS {
                let reason = format!("`max_turns` must be at most {MAX_TURNS} turns");
                return Err(self.source.error(entry.max_turns.span(), reason));
            }
            Ok(AllowedTurns {
                name: entry.name.get_ref().clone(),
                allowed: self.turns(&entry.allow)?,
                max_turns,
            })
        };
        entries.iter().map(set).collect()
    }

    fn target(&self, to: Option<&Spanned<String>>) -> Result<Target, FileError> {
        match to.map(|to| (to, to.get_ref().as_str())) {
            None | Some((_, "any")) => Ok(Target::Any),
            Some((_, "solved")) => Ok(Target::Solved),
            Some((to, text)) => {
                let layout = self.puzzle.layout();
                let stickers = layout.read_stickers(self.puzzle, text);
                let stickers =
                    stickers.map_err(|error| self.source.error(to.span(), error.to_string()))?;
                Ok(Target::Pattern(stickers))
            }
        }
    }

    fn cases(&self, entries: &[CaseEntry]) -> Result<Vec<Case>, FileError> {
        if entries.is_empty() || entries.len() > MAX_CASES {
            let reason = format!("there must be 1 to {MAX_CASES} cases");
            return Err(self.source.error(self.source.span_of("case"), reason));
        }
        let mut cases: Vec<Case> = Vec::new();
        for entry in entries {
            self.source.check_visible("the name", &entry.name)?;
            let name = entry.name.get_ref();
            if cases.iter().any(|case| case.name == *name) {
                let reason = format!("there are two cases `{}`", excerpt(name));
                return Err(self.source.error(entry.name.span(), reason));
            }
            let (state, scramble) = match (&entry.alg, &entry.state) {
                (Some(alg), None) => {
                    let notation = Notation::Singmaster;
                    let case = Scramble::undone_by(notation, self.puzzle, alg.get_ref());
                    let error_at_alg = |error| self.source.error(alg.span(), format!("{error}"));
                    let case = case.map_err(error_at_alg)?;
                    (case.state(self.puzzle), Some(Arc::new(case)))
                }
                (None, Some(state)) => (self.state(state)?, None),
                _ => {
                    let reason = "a case needs either `alg` (turns that solve it) or `state`";
                    return Err(self.source.error(entry.name.span(), reason));
                }
            };
            cases.push(Case {
                name: name.clone(),
                state,
                scramble,
            });
        }
        Ok(cases)
    }

    fn state(&self, text: &Spanned<String>) -> Result<State, FileError> {
        let symbols = self.puzzle.layout().read(self.puzzle, text.get_ref());
        let state = symbols.and_then(|symbols| Scheme::own_symbols(self.puzzle).state(&symbols));
        state.map_err(|error| self.source.error(text.span(), error.to_string()))
    }
}

//! The questions of the page in `web/page` besides solving: what a puzzle looks like, mistakes in a painted state, files to
//! save. One file for each kind of question.
//!
//! A question is an object with `ask`, one of the words below, and `request`, a [`Request`] as for [`solve`](crate::solve).
//! The format is internal to the page and this module.

mod describe;
mod files;
mod painted;
mod random;
mod search;

use serde::{Deserialize, Serialize};
use twistsat::control::Control;
use twistsat::report::json::Mistake;

use crate::request::Request;
use crate::solve::Result;

/// A question of the page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    ask: Ask,
    #[serde(default)]
    request: Request,
    /// The number of turns, or a seed.
    #[serde(default)]
    number: u64,
    /// The turns to replay.
    #[serde(default)]
    turns: String,
}

/// The kind of question.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Ask {
    /// The available puzzles, recipes and solvers.
    List,
    /// The description of a puzzle.
    Puzzle,
    /// The picture of a state or a scramble, with its mistakes.
    Painted,
    /// A random state; `number` is the seed.
    Random,
    /// A solution, with progress.
    Solve,
    /// All solutions of `number` turns.
    All,
    /// The data for playing `turns`.
    Play,
    /// The formula "solved in at most `number` turns" and its map, as files.
    Formula,
    /// A certificate that there is no solution of `number` turns or fewer, verified, as files.
    Prove,
    /// The solution `turns` as a picture and as a page, as files.
    Pictures,
}

/// A file to save.
pub(crate) struct File {
    name: String,
    content: Vec<u8>,
}

/// An answer with its files.
pub(crate) struct Answer {
    /// As JSON.
    pub(crate) text: String,
    /// The contents of the files, in the order in which the text names them.
    pub(crate) files: Vec<Vec<u8>>,
}

/// An answer as JSON with the names of its files.
#[derive(Serialize)]
struct WithFiles<'a, T: Serialize> {
    #[serde(flatten)]
    said: T,
    files: Vec<&'a str>,
}

impl Answer {
    fn new(said: &impl Serialize) -> Result<Self> {
        Self::with(said, Vec::new())
    }

    fn with(said: &impl Serialize, files: Vec<File>) -> Result<Self> {
        let names = files.iter().map(|file| file.name.as_str()).collect();
        let said = WithFiles { said, files: names };
        Ok(Self {
            text: serde_json::to_string(&said)?,
            files: files.into_iter().map(|file| file.content).collect(),
        })
    }
}

/// Answers a question. `tell` receives progress as JSON.
pub(crate) fn answer(question: &[u8], control: &Control, tell: fn(&str)) -> Answer {
    dispatch(question, control, tell).unwrap_or_else(|error| Answer {
        text: serde_json::to_string(&Mistake::new(error.to_string())).unwrap_or_default(),
        files: Vec::new(),
    })
}

fn dispatch(question: &[u8], control: &Control, tell: fn(&str)) -> Result<Answer> {
    let Question {
        ask,
        request,
        number,
        turns,
    } = serde_json::from_slice(question).map_err(|error| format!("the question: {error}"))?;
    let many = usize::try_from(number).unwrap_or(usize::MAX);
    match ask {
        Ask::List => describe::list(),
        Ask::Puzzle => describe::puzzle(&request),
        Ask::Painted => painted::painted(&request),
        Ask::Random => random::random(&request, number),
        Ask::Solve => search::solve(&request, control, tell),
        Ask::All => search::all(&request, many, control, tell),
        Ask::Play => search::play(&request, &turns),
        Ask::Formula => files::formula(&request, many),
        Ask::Prove => files::prove(&request, many, control, tell),
        Ask::Pictures => files::pictures(&request, &turns),
    }
}

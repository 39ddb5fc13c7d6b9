//! What the page in `web/page` asks, beside a solution: what a puzzle looks like, what is wrong with
//! what was painted, files to be saved. One file for each kind of question.
//!
//! A question is an object with `ask`, one of the words below, and `request`, a [`Request`] as
//! [`solve`](crate::solve) takes it. The page and this belong together; nobody else need know the form.

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
    /// How many turns, or a seed.
    #[serde(default)]
    number: u64,
    /// Turns to be replayed.
    #[serde(default)]
    turns: String,
}

/// What is asked.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Ask {
    /// Which puzzles, recipes and solvers there are.
    List,
    /// What a puzzle looks like.
    Puzzle,
    /// What a state or a scramble looks like, and what is wrong with it.
    Painted,
    /// A random state; `number` is the seed.
    Random,
    /// A solution, with news on the way.
    Solve,
    /// All solutions of `number` turns.
    All,
    /// How `turns` are played.
    Play,
    /// The formula "solved in at most `number` turns" and its map, as files.
    Formula,
    /// A certificate that there is no solution of `number` turns or fewer, verified, as files.
    Prove,
    /// The solution `turns` as a picture and as a page, as files.
    Pictures,
}

/// A file to be saved.
pub(crate) struct File {
    name: String,
    content: Vec<u8>,
}

/// An answer, and the files that belong to it.
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

/// Answers a question. `tell` is told of what happens on the way, as JSON.
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

//! The questions of the page in `web/page`: those of [`Ask`], and questions about the appearance of a puzzle, the
//! mistakes in a painted state and the pictures of a solution.
//!
//! A question is an object with `ask`, its name, and `request`, a [`Request`] as for [`solve`](crate::solve).
//! The format is internal to the page and this module.

use serde::Deserialize;
use twistsat::ask::{Answer, Ask, EventHandler, Request};
use twistsat::control::Control;
use twistsat::problem::{Cache, Problem};
use twistsat::proof::certificate::Certificate;
use twistsat::proof::verify::{RefutationFiles, verify};

use crate::{Result, painted, puzzle, solution};

/// A question of the page.
#[derive(Deserialize)]
struct Question {
    #[serde(default)]
    request: Request,
    #[serde(flatten)]
    ask: PageAsk,
}

#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
enum PageAsk {
    /// The available puzzles, recipes and solvers.
    List,
    /// The description of a puzzle.
    Puzzle,
    /// A painted state or a scramble as stickers, how the puzzle is held, and what is impossible.
    Painted,
    /// A random state.
    Random { seed: u64 },
    /// The data for playing turns that solve a state.
    Play { turns: String },
    /// Pictures of turns that solve a state, and a page that plays them, as files.
    Pictures { turns: String },
    /// A question that is not specific to the page.
    #[serde(untagged)]
    Other(Ask),
}

thread_local! {
    /// Results shared by all requests.
    static CACHE: Cache = Cache::default();
}

/// The problem of a request.
pub(crate) fn problem(request: &Request) -> Result<Problem> {
    let problem = request.question.problem()?;
    Ok(CACHE.with(|cache| problem.with_cache(cache)))
}

/// Answers a question that is not specific to the page. A new certificate is verified from its files.
pub(crate) fn answer(
    ask: &Ask,
    request: &Request,
    control: &Control,
    notify: &EventHandler<'_>,
) -> Result<Answer> {
    let answer = ask.answer(request, &problem(request)?, control, notify)?;
    if let (Ask::Prove { .. }, [certificate, formula, proof]) = (ask, &answer.files[..]) {
        notify(r#"{"news": "trying", "what": "verifying the certificate"}"#.to_owned());
        let certificate = Certificate::read(str::from_utf8(&certificate.1)?)?;
        let puzzle = request.question.puzzle()?;
        let files = RefutationFiles {
            formula: &formula.1,
            proof: &proof.1,
        };
        verify(&certificate, puzzle, files, control, &mut |_| ())?;
    }
    Ok(answer)
}

/// Answers a question of the page.
pub(crate) fn ask(question: &[u8], control: &Control, notify: &EventHandler<'_>) -> Result<Answer> {
    let question = serde_json::from_slice(question);
    let Question { request, ask } = question.map_err(|error| format!("the question: {error}"))?;
    match ask {
        PageAsk::List => puzzle::list(),
        PageAsk::Puzzle => puzzle::describe(&request),
        PageAsk::Painted => painted::check(&request),
        PageAsk::Random { seed } => puzzle::random(&request, seed),
        PageAsk::Play { turns } => solution::play(&request, &turns),
        PageAsk::Pictures { turns } => solution::pictures(&request, &turns),
        PageAsk::Other(ask) => answer(&ask, &request, control, notify),
    }
}

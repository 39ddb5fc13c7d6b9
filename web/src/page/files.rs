//! Files to save: formulas, certificates, pictures.

use serde::Serialize;
use twistsat::control::Control;
use twistsat::encode::{Format, describe, encode_controlled, map};
use twistsat::picture;
use twistsat::problem::Budget;
use twistsat::proof::certificate::{Certificate, claim};
use twistsat::proof::check;
use twistsat::proof::verify::{certificate_files, verify};
use twistsat::proof::write::{Event, Outcome};
use twistsat::puzzle::Puzzle;

use super::search::{played, replayed};
use super::{Answer, File};
use crate::request::Request;
use crate::solve::Result;

#[derive(Serialize)]
struct Sizes {
    variables: u32,
    clauses: usize,
}

/// The formula for "at most N turns" if the recipe has idle slots, otherwise "exactly N".
pub(super) fn formula(request: &Request, turns: usize) -> Result<Answer> {
    let recipe = request.method.read_recipe()?;
    request.question.check_problem_only("a formula")?;
    let problem = request.problem()?.within(Budget::Exactly(turns));
    let formula = encode_controlled(&problem, &recipe, &Control::unlimited())?;
    let mut text = Vec::new();
    let comments = describe(&problem, &recipe, &formula);
    Format::Cnf.write(&problem, &formula, &[], &comments, &mut text)?;
    let stem = format!("{}-{}-exactly-{turns}", problem.puzzle.name(), recipe.name);
    let said = Sizes {
        variables: formula.variables,
        clauses: formula.cnf.len(),
    };
    let map = map::write(&problem, &recipe, &formula)?;
    let file = |name: String, content| File { name, content };
    Answer::with(
        &said,
        vec![
            file(format!("{stem}.cnf"), text),
            file(format!("{stem}.cnf.map.json"), map.into_bytes()),
        ],
    )
}

#[derive(Serialize)]
struct Proved {
    /// The claim, in words.
    claim: Option<String>,
    /// Why there is no proof.
    instead: Option<String>,
    /// Steps of the proof.
    steps: u64,
}

/// A certificate: proved, written, and verified from its files.
pub(super) fn prove(
    request: &Request,
    turns: usize,
    control: &Control,
    tell: fn(&str),
) -> Result<Answer> {
    let (problem, task) = request.to_prove()?;
    let problem = problem.within(Budget::AtMost(turns));
    let mut notify = |event: Event| {
        let what = match event {
            Event::Solving { .. } => "looking for a refutation",
            Event::Refuted => "refuted; the proof is made shorter",
            Event::Derived(_) => "the proof is checked",
            Event::Checking(_) => return,
        };
        tell(&format!("{{\"news\":\"trying\",\"what\":\"{what}\"}}"));
    };
    let instead = |why: String| Proved {
        claim: None,
        instead: Some(why),
        steps: 0,
    };
    let refutation = match task.prove(&problem, check::Format::Lrat, control, &mut notify)? {
        Outcome::Refuted(refutation) => refutation,
        Outcome::Solved(solution) => {
            let turns = problem.metric.count(solution.len());
            return Answer::new(&instead(format!("there is a solution of {turns}")));
        }
        Outcome::Unknown(why) => return Answer::new(&instead(why.to_string())),
    };
    let stem = format!("{}-at-most-{turns}", problem.puzzle.name());
    let format = refutation.format.name();
    let (text, formula) = certificate_files(&problem, task.solver().name(), &refutation, &stem)?;
    tell("{\"news\":\"trying\",\"what\":\"the certificate is verified\"}");
    let read = Certificate::read(&text)?;
    let puzzle: std::sync::Arc<Puzzle> = request.question.puzzle()?;
    let (problem, _) = verify(
        &read,
        puzzle,
        (&formula, &refutation.proof),
        control,
        &mut |_| (),
    )?;
    let said = Proved {
        claim: Some(claim(&problem)),
        instead: None,
        steps: refutation.sizes.additions,
    };
    let file = |extension: &str, content| File {
        name: format!("{stem}.{extension}"),
        content,
    };
    Answer::with(
        &said,
        vec![
            file("json", text.into_bytes()),
            file("cnf", formula),
            file(format, refutation.proof),
        ],
    )
}

/// A solution as a picture, and as a page that plays it.
pub(super) fn pictures(request: &Request, turns: &str) -> Result<Answer> {
    let problem = request.problem()?;
    let notation = request.question.notation;
    let solution = replayed(&problem, notation, turns)?;
    let play = played(&problem, notation, &solution);
    let heading = format!(
        "{}, solved in {}",
        problem.puzzle.title(),
        problem.metric.count(solution.len())
    );
    let name = problem.puzzle.name();
    let net = picture::svg(play.puzzle, play.scheme, &play.start);
    let file = |name: String, content: String| File {
        name,
        content: content.into_bytes(),
    };
    Answer::with(
        &serde_json::Map::new(),
        vec![
            file(format!("{name}.svg"), net),
            file(format!("{name}-turns.svg"), picture::row(&play)),
            file(format!("{name}.html"), picture::page(&play, &heading, "")),
        ],
    )
}

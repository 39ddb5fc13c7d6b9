//! Certificates: what `verify` calls verified is true, and what is true within a few turns is proved.

use rand::RngExt;
use twistsat::control::Control;
use twistsat::problem::Budget;
use twistsat::proof::certificate::{Certificate, File};
use twistsat::proof::verify::{dimacs, verify};
use twistsat::proof::write::{Outcome, ProveError, prove};
use twistsat::solver::by_name;

use super::alike::{claim, question};
use super::ask::{Told, of_solution, problem, puzzle};
use super::asked::{Asked, How};
use super::canonical::constrain;
use super::counting::states;
use super::generate::any;
use super::harness::{Chance, Promise, Verdict, threads};
use super::held;
use super::model::Move;
use super::question::Question;
use super::truth::Truth;
use crate::common::cli::{Folder, run_in};
use crate::common::some_or_all;

fn draw(chance: &mut Chance) -> Option<Asked> {
    let question = if chance.random_bool(0.3) {
        let question = held::draw(chance)?.question;
        held::truth(&question, &question.model.moves())?;
        question
    } else {
        let mut model = any(chance)?;
        let moves = model.moves();
        let states = states(&model, &moves, 1_000)?;
        claim(&mut model, &states, chance);
        let mut question = question(model, &moves, &states, chance);
        let counted: Vec<&Move> = moves
            .iter()
            .filter(|it| !question.quarter_turns || it.is_quarter())
            .collect();
        if chance.random_bool(0.3) {
            constrain(&mut question, &counted, chance);
        }
        question
    };
    let how = if chance.random_bool(0.2) {
        How::ProveByCommand
    } else {
        How::Prove
    };
    let max_turns = Some(chance.random_range(question.min_turns..5));
    let question = Question {
        max_turns,
        ..question
    };
    Some(Asked { question, how })
}

/// What came of a proof.
enum Proved {
    /// There is no such solution, and that was verified.
    Verified,
    Told(Told),
    /// It says that it cannot prove it.
    Open,
}

fn proved(question: &Question) -> Result<Proved, String> {
    let made = puzzle(&question.model).and_then(|puzzle| Ok((problem(question, &puzzle)?, puzzle)));
    let (problem, puzzle) = match made {
        Ok(made) => made,
        Err(error) => return Ok(Proved::Told(Told::Refused(error))),
    };
    let problem = problem.within(Budget::AtMost(question.max_turns.unwrap_or_default()));
    let control = Control::unlimited();
    let refutation = match prove(&problem, by_name("batsat").unwrap(), &control, &mut |_| ()) {
        Ok(Outcome::Solved(solution)) => {
            return Ok(Proved::Told(Told::Solution(
                of_solution(&problem, &solution),
                true,
            )));
        }
        Ok(Outcome::Refuted(refutation)) => refutation,
        Ok(Outcome::Unknown(stop)) => return Ok(Proved::Told(Told::Unknown(stop.to_string()))),
        Err(ProveError::Open(_)) => return Ok(Proved::Open),
        Err(error) => return Err(format!("it fails: {error}")),
    };
    let formula = dimacs(&problem, &refutation.recipe, &refutation.formula);
    let files = (
        File::of("a.cnf".to_owned(), &formula),
        File::of("a.drat".to_owned(), &refutation.proof),
    );
    let certificate = Certificate::new(&problem, None, "batsat", &refutation, files);
    let text = certificate
        .and_then(|it| it.write())
        .map_err(|error| format!("no certificate: {error}"))?;
    let read = Certificate::read(&text).map_err(|error| format!("no certificate: {error}"))?;
    let files = (&formula[..], &refutation.proof[..]);
    verify(&read, puzzle, files, &control, &mut |_| ())
        .map(|_| Proved::Verified)
        .map_err(|error| format!("it is not verified: {error}"))
}

fn proved_by_command(question: &Question) -> Result<Proved, String> {
    let folder = Folder::new();
    folder.write("random.toml", question.model.toml());
    let asked = question.options();
    let mut arguments = vec!["prove", "--puzzle-file", "random.toml", "--quiet"];
    arguments.extend(asked.iter().map(String::as_str));
    arguments.extend(["-o", "proof", "--format", "json"]);
    let run = run_in(folder.path(), &arguments);
    let is_json = run.out.starts_with('{');
    match run.code {
        Some(0) => {
            let verified = run_in(
                folder.path(),
                &[
                    "verify",
                    "proof.json",
                    "--puzzle-file",
                    "random.toml",
                    "--quiet",
                ],
            );
            match verified.code {
                Some(0) => Ok(Proved::Verified),
                _ => Err(format!("it is not verified: {verified:?}")),
            }
        }
        Some(1) if is_json => {
            let json = run.json();
            let start = json.get("start").and_then(serde_json::Value::as_str);
            let start = start.map(|text| super::ask::start_of(&question.model, text));
            let found = super::ask::found(&json["solution"], start);
            Ok(Proved::Told(Told::Solution(found, true)))
        }
        Some(1) if run.err.contains("cannot be proved") => Ok(Proved::Open),
        Some(1) => Ok(Proved::Told(Told::Refused(run.err))),
        _ => Ok(Proved::Told(Told::Unknown(format!("{run:?}")))),
    }
}

fn check(asked: &Asked) -> Verdict {
    let question = &asked.question;
    let moves = question.model.moves();
    let Some(truth) = held::truth(question, &moves) else {
        return Ok("not to be held");
    };
    let proved = match asked.how {
        How::ProveByCommand => proved_by_command(question),
        _ => proved(question),
    };
    let told = match proved? {
        Proved::Open => return Ok("open"),
        Proved::Verified => Told::Nothing,
        // Any solution within the budget will do.
        Proved::Told(Told::Solution(found, minimal)) => {
            let length = found.turns.len();
            if truth.shortest.is_some_and(|shortest| shortest <= length)
                && question.max_turns >= Some(length)
            {
                let question = Question {
                    max_turns: None,
                    ..question.clone()
                };
                let truth = Truth {
                    shortest: Some(length),
                    ..truth
                };
                return truth.judge(&question, &Told::Solution(found, minimal));
            }
            Told::Solution(found, minimal)
        }
        Proved::Told(told) => told,
    };
    truth.judge(question, &told).map(|about| match about {
        "without a solution" => "verified",
        about => about,
    })
}

const PROMISE: Promise<Asked> = Promise {
    seed: 9,
    draw,
    check,
};

#[test]
fn what_is_verified_is_true() {
    let tally = PROMISE.holds(some_or_all(100, 250), 1);
    tally.has(6, &["verified", "solved"]);
}

#[test]
#[ignore = "long check"]
fn so_is_much_more() {
    PROMISE.holds(10_000, threads());
}

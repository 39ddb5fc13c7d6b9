//! Certificates: every claim that `verify` accepts is true, and every true claim about a few turns is proved.

use rand::RngExt;
use twistsat::control::Control;
use twistsat::problem::Budget;
use twistsat::proof::certificate::{Certificate, File};
use twistsat::proof::check::Format;
use twistsat::proof::verify::{RefutationFiles, dimacs, verify};
use twistsat::proof::write::{Outcome, prove};
use twistsat::solver::by_name;

use super::alike::{claim, question};
use super::ask::{Found, of_solution, problem, puzzle};
use super::canonical::constrain;
use super::combinations::{Answer, Combination, Said, Truth, Wanted, judge};
use super::counting::states;
use super::generate::any;
use super::harness::{Chance, Property, Verdict};
use super::held;
use super::question::Question;
use crate::common::some_or_all;

fn draw(chance: &mut Chance) -> Option<Combination> {
    let question = if chance.random_bool(0.3) {
        held::draw(chance)?.question
    } else {
        let mut model = any(chance)?;
        let moves = model.moves();
        let states = states(&model, &moves, 1_000)?;
        claim(&mut model, &states, chance);
        let mut question = question(model, &moves, &states, chance);
        let counted = question.counted(&moves);
        if chance.random_bool(0.3) {
            constrain(&mut question, &counted, chance);
        }
        question
    };
    let max_turns = Some(chance.random_range(question.min_turns..5));
    let question = Question {
        max_turns,
        ..question
    };
    // If the puzzle file is refused, there is nothing to prove.
    Truth::of(&question, &question.model.moves())?;
    Some(Combination::by_sat(
        question,
        Wanted::Shortest,
        false,
        chance,
    ))
}

/// The answer: "no solution" only if its certificate was verified. `None` if it cannot be proved.
fn proved(question: &Question) -> Result<Option<Answer>, String> {
    let made = puzzle(&question.model).and_then(|puzzle| Ok((problem(question, &puzzle)?, puzzle)));
    let (problem, puzzle) = match made {
        Ok(made) => made,
        Err(error) => return Ok(Some(Answer::Refused(error))),
    };
    let problem = problem.within(Budget::AtMost(question.max_turns.unwrap_or_default()));
    let control = Control::unlimited();
    let refutation = match prove(
        &problem,
        Format::Lrat,
        by_name("batsat").unwrap(),
        &control,
        &mut |_| (),
    ) {
        Ok(Outcome::Solved(solution)) => {
            return Ok(Some(solved(of_solution(&problem, &solution))));
        }
        Ok(Outcome::Refuted(refutation)) => refutation,
        Ok(Outcome::Unknown(stop)) => {
            return Ok(Some(Answer::Unknown(stop.to_string(), Said::default())));
        }
        Err(error) if error.to_string().contains("leaves one of them open") => return Ok(None),
        Err(error) => return Err(format!("it fails: {error}")),
    };
    let formula = dimacs(&problem, &refutation.recipe, &refutation.formula);
    let certificate = Certificate::new(
        &problem,
        "batsat",
        &refutation,
        File::of("a.cnf".to_owned(), &formula),
        File::of("a.drat".to_owned(), &refutation.proof),
    );
    let text = certificate.and_then(|it| it.write());
    let text = text.map_err(|error| format!("no certificate: {error}"))?;
    let read = Certificate::read(&text).map_err(|error| format!("no certificate: {error}"))?;
    let files = RefutationFiles {
        formula: &formula,
        proof: &refutation.proof,
    };
    verify(&read, puzzle.clone(), files, &control, &mut |_| ())
        .map_err(|error| format!("it is not verified: {error}"))?;
    // The proof must not be accepted for another question.
    let mut other = read;
    other.question.max_turns = Some(problem.budget.slots() + 1);
    match verify(&other, puzzle, files, &control, &mut |_| ()) {
        Ok(_) => Err("it is verified for another question".to_owned()),
        Err(_) => Ok(Some(none())),
    }
}

fn solved(found: Found) -> Answer {
    Answer::Said(Said {
        solutions: vec![found],
        ..Said::default()
    })
}

fn none() -> Answer {
    Answer::Said(Said {
        none: true,
        ..Said::default()
    })
}

fn check(asked: &Combination) -> Verdict {
    let question = &asked.question;
    let moves = question.model.moves();
    let Some(truth) = Truth::of(question, &moves) else {
        return Ok("too large");
    };
    let Some(answer) = proved(question)? else {
        return Ok("open");
    };
    let mut asked = asked.clone();
    if let Answer::Said(said) = &answer
        && let Some(found) = said.solutions.first()
    {
        // Any solution within the budget is correct.
        let length = found.turns.len();
        if question.max_turns < Some(length) {
            return Err(format!("the solution is too long: {found:?}"));
        }
        asked.wanted = Wanted::Exactly(length);
    }
    judge(&asked, &truth, &answer).map(|about| match about {
        "none within" => "verified",
        about => about,
    })
}

pub const PROPERTY: Property<Combination> = Property::new(9, draw, check);

#[test]
fn verified_certificates_are_true() {
    let tally = PROPERTY.holds(some_or_all(100, 250));
    tally.has(6, &["verified", "solved"]);
}

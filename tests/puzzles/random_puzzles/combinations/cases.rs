//! The command `cases`: a few states of the 3×3×3, each with a few sets of turns and with free turns, compared
//! with a model that takes its turns from a simulator.

use std::fmt;

use itertools::Itertools;
use rand::RngExt;
use rand::seq::IndexedRandom;
use serde_json::Value;

use super::super::ask::found;
use super::super::counting::Count;
use super::super::harness::{Chance, Property, Verdict};
use super::super::model::{Face, Generator, Model, Move};
use super::super::question::{Question, Start, To, known, state};
use super::answer::{Answer, Refuted, Said};
use super::{Combination, MAX_BEGINNINGS, Method, Truth, Wanted, judge};
use crate::common::cli::{Folder, run_in};
use crate::common::fewer_in_check;
use crate::common::simulator::{SOLVED, after};

/// A file of cases.
#[derive(Clone, Debug)]
struct Table {
    free: String,
    /// Sets of turns, and how many may be made.
    sets: Vec<(Vec<String>, usize)>,
    /// Turns that solve each case.
    algs: Vec<Vec<String>>,
    method: &'static str,
    jobs: usize,
}

/// The 3×3×3, with the turns of the simulator.
fn cube() -> Model {
    let all: String = ('\u{100}'..).take(SOLVED.len()).collect();
    let faces = (0..6).map(|number| Face {
        color: SOLVED.as_bytes()[9 * number],
        facelets: (9 * number..9 * number + 9).collect(),
    });
    let turn = |name: char| {
        let made = after(&all, &name.to_string());
        Generator {
            name: name.to_string(),
            from: made.chars().map(|it| it as usize - 0x100).collect(),
        }
    };
    Model {
        faces: faces.collect(),
        generators: "URFDLB".chars().map(turn).collect(),
        ..Model::default()
    }
}

impl Table {
    fn file(&self) -> String {
        let mut file = "title = \"Random\"\npuzzle = \"rubik\"\nto = \"solved\"\n".to_owned();
        if !self.free.is_empty() {
            file += &format!("free = \"{}\"\n", self.free);
        }
        for (number, (turns, most)) in self.sets.iter().enumerate() {
            let turns = turns.join(" ");
            file += &format!(
                "[[set]]\nname = \"s{number}\"\nallow = \"{turns}\"\nmax_turns = {most}\n"
            );
        }
        for (number, alg) in self.algs.iter().enumerate() {
            let alg = alg.join(" ");
            file += &format!("[[case]]\nname = \"c{number}\"\nalg = \"{alg}\"\n");
        }
        file
    }

    /// The question of a case and a set.
    fn question(&self, alg: &[String], (allow, most): &(Vec<String>, usize)) -> Question {
        let back = alg.iter().rev().map(|turn| match turn.strip_suffix('\'') {
            Some(turn) => turn.to_owned(),
            None if turn.ends_with('2') => turn.clone(),
            None => format!("{turn}'"),
        });
        let mut question = Question::plain(cube(), Start::Scramble(back.collect()), To::Solved);
        let free = self.free.split_whitespace().map(ToOwned::to_owned);
        let free: Vec<String> = free.collect();
        (question.before, question.after) = (free.clone(), free);
        question.allow.clone_from(allow);
        question.max_turns = Some(*most);
        question
    }

    /// All cases with all sets, in the order of the command.
    fn questions(&self) -> Vec<Question> {
        let rows = self.algs.iter().cartesian_product(&self.sets);
        rows.map(|(alg, set)| self.question(alg, set)).collect()
    }
}

/// The truth about a question; `None` if that would take too long.
fn truth<'a>(question: &Question, moves: &'a [Move]) -> Option<Truth<'a>> {
    let start = state(&question.start_sets(moves)).expect("a scramble");
    let goals = vec![known(&question.model.solved())];
    let count = Count::new(question, moves, vec![start], goals, &[]);
    Some(Truth {
        shortest: count.shortest_among(MAX_BEGINNINGS)?,
        count,
        is_impossible: false,
        may_be_refused: false,
    })
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, method, jobs) = (self.file(), self.method, self.jobs);
        let command = "twistsat cases ./cases.toml --format json";
        write!(
            f,
            "# cases.toml\n{file}\n$ {command} --method {method} --jobs {jobs}"
        )
    }
}

fn draw(chance: &mut Chance) -> Option<Table> {
    let words = ["R2", "L2", "F2", "B2", "D2", "U2", "R", "U"];
    let some = |most: usize, chance: &mut Chance| -> Vec<String> {
        let count = chance.random_range(1..=most);
        let some = (0..count).map(|_| words.choose(chance).expect("a word").to_string());
        some.sorted().dedup().collect()
    };
    let free = *["", "U", "U", "U", "D", "U2", "R"].choose(chance)?;
    let count = chance.random_range(1..=3);
    let sets = (0..count).map(|_| (some(3, chance), chance.random_range(0..=5)));
    let sets = sets.collect_vec();
    let turns = sets.iter().flat_map(|(turns, _)| turns.clone());
    let mut turns = turns.collect_vec();
    turns.push(["U", "U'", "D2"].choose(chance)?.to_string());
    let algs = (0..chance.random_range(1..=3)).map(|_| {
        let length = chance.random_range(1..=5);
        let turns = (0..length).map(|_| turns.choose(chance).expect("a turn").clone());
        turns.collect()
    });
    let table = Table {
        free: free.to_owned(),
        algs: algs.collect(),
        sets,
        method: ["graph", "graph", "sat"].choose(chance)?,
        jobs: chance.random_range(1..=2),
    };
    let moves = cube().moves();
    let mut questions = table.questions().into_iter();
    questions
        .all(|it| truth(&it, &moves).is_some())
        .then_some(table)
}

fn check(table: &Table) -> Verdict {
    let folder = Folder::new();
    folder.write("cases.toml", table.file());
    let how = format!("--method {} --jobs {}", table.method, table.jobs);
    let more = "--quiet --time-limit 60 --format json";
    let run = run_in!(folder.path(), "cases ./cases.toml {how} {more}");
    if run.code != Some(0) {
        return Err(format!("it is not answered: {run:?}"));
    }
    let json = run.json();
    let answers = json["answers"].as_array().unwrap();
    let questions = table.questions();
    if answers.len() != questions.len() {
        return Err(format!("answers are missing: {json}"));
    }
    let moves = cube().moves();
    let mut about = "none within";
    for (question, answer) in questions.into_iter().zip(answers) {
        match row(question, &moves, answer) {
            Ok("solved") => about = "solved",
            Ok("none of any length") if about != "solved" => about = "none of any length",
            Ok(_) => (),
            Err(wrong) => return Err(format!("{wrong}: {answer}")),
        }
    }
    Ok(about)
}

/// Whether one answer is true.
fn row(question: Question, moves: &[Move], answer: &Value) -> Verdict {
    let none = answer["none"].as_str();
    let solution = none.is_none().then(|| found(&answer["algorithm"], None));
    if let Some(found) = &solution
        && answer["turns"] != found.turns.len()
    {
        return Err("the number of turns is wrong".to_owned());
    }
    let said = Said {
        solutions: solution.into_iter().collect(),
        is_minimal: answer["minimal"] == true,
        none: none.is_some(),
        never: none == Some("none"),
        refuted: Refuted::read_all(&answer["refuted"]),
        ..Said::default()
    };
    let answer = match none {
        Some(none) if none != "none" && !none.starts_with("none of at most") => {
            Answer::Unknown(none.to_owned(), said)
        }
        _ => Answer::Said(said),
    };
    let truth = truth(&question, moves).expect("few beginnings");
    let asked = Combination {
        question,
        wanted: Wanted::Shortest,
        method: Method::Sat,
        jobs: 1,
        by_command: true,
        as_text: false,
    };
    judge(&asked, &truth, &answer)
}

const PROPERTY: Property<Table> = Property::new(13, draw, check);

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn tables_of_cases_are_correct() {
    let tally = PROPERTY.holds(fewer_in_check(50, 2_000));
    tally.has(4, &["solved"]);
}

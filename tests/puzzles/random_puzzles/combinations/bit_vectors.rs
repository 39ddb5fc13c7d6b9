//! Formulas in SMT-LIB 2, evaluated here for every value of the turns and of an open start.

use std::collections::HashMap;

use rustsat::types::{Clause, Var};
use twistsat::encode::{Code, Format};
use twistsat::problem::{Problem, Solution};
use twistsat::puzzle::{State, TurnId};
use twistsat::sat::Clauses;

use super::super::harness::{Chance, Property, Verdict};
use super::models::{Encoded, Models, drawn, judged};
use super::written::written;
use crate::common::sat::model_of;

/// The maximum number of bits for which all values are tried.
const MAX_BITS: usize = 11;

#[derive(Clone, Debug)]
enum Term {
    Word(String),
    List(Vec<Term>),
}

use Term::{List, Word};

/// The commands of a text.
fn commands(text: &str) -> Vec<Term> {
    let lines = text.lines().filter(|line| !line.starts_with(';'));
    let spaced = lines.map(|line| line.replace('(', " ( ").replace(')', " ) "));
    let mut open = vec![Vec::new()];
    for word in spaced.collect::<String>().split_whitespace() {
        match word {
            "(" => open.push(Vec::new()),
            ")" => {
                let list = List(open.pop().unwrap());
                open.last_mut().unwrap().push(list);
            }
            word => open.last_mut().unwrap().push(Word(word.to_owned())),
        }
    }
    open.pop().unwrap()
}

fn word(term: &Term) -> &str {
    match term {
        Word(word) => word,
        List(_) => panic!("{term:?}"),
    }
}

type Values = HashMap<String, usize>;

/// The value of a term; `None` if it depends on a symbol without a value.
fn value(term: &Term, known: &Values) -> Option<usize> {
    let list = match term {
        Word(word) => {
            let number = word.strip_prefix("#b");
            return match number {
                Some(bits) => usize::from_str_radix(bits, 2).ok(),
                None => known.get(word).copied(),
            };
        }
        List(list) => list,
    };
    let at = |number: usize| value(&list[number], known);
    match &list[0] {
        Word(word) if word == "ite" => at(if at(1)? == 1 { 2 } else { 3 }),
        Word(word) if word == "=" => Some(usize::from(at(1)? == at(2)?)),
        Word(word) if word == "not" => Some(1 - at(1)?),
        Word(word) if word == "or" => {
            let all: Vec<_> = (1..list.len()).map(at).collect();
            let one = all.contains(&Some(1)).then_some(Some(1));
            one.unwrap_or_else(|| all.iter().all(Option::is_some).then_some(0))
        }
        List(extract) if word(&extract[1]) == "extract" => {
            let bit: usize = word(&extract[2]).parse().unwrap();
            Some(at(1)? >> bit & 1)
        }
        other => panic!("{other:?}"),
    }
}

/// The values of all defined symbols; `None` if the assertions cannot hold. A SAT solver chooses the remaining Booleans.
fn holds(commands: &[Term], mut known: Values) -> Option<Values> {
    let mut numbers: HashMap<String, u32> = HashMap::new();
    let mut rest = Clauses::new();
    for command in commands {
        let List(command) = command else { panic!() };
        match word(&command[0]) {
            "define-fun" => {
                let name = word(&command[1]).to_owned();
                let value = value(&command[4], &known)?;
                known.insert(name, value);
            }
            "declare-const" => {
                let count = u32::try_from(numbers.len()).unwrap();
                let name = word(&command[1]).to_owned();
                numbers.entry(name).or_insert(count);
            }
            "assert" => match value(&command[1], &known) {
                Some(0) => return None,
                Some(_) => (),
                None => {
                    let either = match &command[1] {
                        List(list) if matches!(&list[0], Word(word) if word == "or") => &list[1..],
                        _ => &command[1..],
                    };
                    let open = either.iter().filter(|it| value(it, &known).is_none());
                    let literal = |term: &Term| match term {
                        Word(name) => Var::new(numbers[name]).pos_lit(),
                        List(not) => Var::new(numbers[word(&not[1])]).neg_lit(),
                    };
                    let clause: Clause = open.map(literal).collect();
                    rest.add(clause);
                }
            },
            _ => (),
        }
    }
    let variables = u32::try_from(numbers.len()).unwrap();
    model_of(&rest, variables).map(|_| known)
}

/// The formula and its solutions; `None` if there are too many values to try.
fn read(asked: &Encoded, problem: &Problem) -> Result<Option<Models>, String> {
    let Some((formula, text)) = written(asked, problem, Format::Smt2)? else {
        return Ok(None);
    };
    let commands = commands(&text);
    let mut free: Vec<(String, usize)> = Vec::new();
    for command in &commands {
        if let List(command) = command
            && let [Word(_), Word(name), List(of)] = &command[..]
        {
            free.push((name.clone(), word(&of[2]).parse().unwrap()));
        }
    }
    let bits: usize = free.iter().map(|(_, width)| width).sum();
    if bits > MAX_BITS {
        return Ok(None);
    }
    let mut found = Vec::new();
    for mut number in 0..1_usize << bits {
        let mut values = Values::new();
        for (name, width) in &free {
            values.insert(name.clone(), number & ((1 << width) - 1));
            number >>= width;
        }
        let Some(values) = holds(&commands, values) else {
            continue;
        };
        let facelets = 0..problem.puzzle.facelets().len();
        // With a single color, there is no variable.
        let shown = |facelet| values.get(&format!("s0_{facelet}")).copied().unwrap_or(0);
        let start = facelets.map(shown);
        let codes = formula.meaning.selectors.codes();
        let turns = (1..=problem.budget.slots()).map(|slot| {
            // With a single turn, there is no variable.
            let code = values.get(&format!("t{slot}")).copied().unwrap_or(0);
            match codes[code] {
                Code::Turn(turn) => turn,
                Code::Idle => panic!("an idle slot in a formula of an exact length"),
            }
        });
        let (start, turns) = (State::new(start.collect()), turns.collect::<Vec<TurnId>>());
        let solution = Solution::replay_from(problem, start, turns);
        found.push(solution.map_err(|error| format!("a model is no solution: {error}"))?);
    }
    Ok(Some((formula, found)))
}

fn draw(chance: &mut Chance) -> Option<Encoded> {
    let mut asked = drawn(false, chance)?;
    asked.is_exact = true;
    asked.question.recipe = ["mux", "mux-tree"][asked.turns % 2];
    Some(asked)
}

fn check(asked: &Encoded) -> Verdict {
    judged(asked, &|problem| read(asked, problem))
}

const PROPERTY: Property<Encoded> = Property::new(15, draw, check);

#[test]
fn bit_vectors_agree_for_open_starts_and_goals() {
    let tally = PROPERTY.holds(60);
    tally.has(4, &["all models are solutions"]);
}

//! So do formulas in SMT-LIB 2: read here, with every value of the turns and of an open start tried.

use rand::rngs::SmallRng;
use twistsat::encode::{Encoder, Format};

use super::drawn::{Answer, draw};
use super::*;

/// No more values than this are tried.
const MOST_BITS: usize = 11;

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

/// The value of a term; `None` if it depends on what has none.
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

/// Whether what is required can be, where some Booleans are left open.
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
    let mut session = Session::new(batsat(), &rest, variables).unwrap();
    match session.solve(&Control::unlimited()).unwrap() {
        Verdict::Sat(_) => Some(known),
        Verdict::Unsat => None,
        Verdict::Unknown(stop) => panic!("{stop}"),
    }
}

/// The answers of a formula; `None` if there are too many values to try.
fn answers(problem: &Problem, recipe: &Recipe) -> Option<Vec<Answer>> {
    let mut encoder = Encoder::new(problem, recipe).viewed(Format::Smt2.view());
    let formula = encoder
        .encode(problem.budget, &Control::unlimited())
        .unwrap();
    let mut text = Vec::new();
    Format::Smt2
        .write(problem, &formula, &[], &[], &mut text)
        .unwrap();
    let commands = commands(std::str::from_utf8(&text).unwrap());
    let mut free: Vec<(String, usize)> = Vec::new();
    for command in &commands {
        if let List(command) = command
            && let [Word(_), Word(name), List(of)] = &command[..]
        {
            free.push((name.clone(), word(&of[2]).parse().unwrap()));
        }
    }
    let bits: usize = free.iter().map(|(_, width)| width).sum();
    if bits > MOST_BITS {
        return None;
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
        // Of one color alone there is nothing to tell.
        let shown = |facelet| values.get(&format!("s0_{facelet}")).copied().unwrap_or(0);
        let start = facelets.map(shown);
        let codes = formula.meaning.selectors.codes();
        let turns = (1..=problem.budget.slots()).map(|slot| {
            // Where there is one turn only, nothing is chosen.
            let code = values.get(&format!("t{slot}")).copied().unwrap_or(0);
            match codes[code] {
                Code::Turn(turn) => turn,
                Code::Idle => panic!("all turns are made"),
            }
        });
        found.push((start.collect(), turns.collect()));
    }
    found.sort();
    Some(found)
}

#[test]
fn bit_vectors_say_the_same_of_open_starts_and_goals() {
    let mut random = SmallRng::seed_from_u64(5);
    let mut held = 0;
    while held < 60 {
        let (model, [start, goal], length) = draw(&mut random);
        let Some(expected) = model.answers(&start, &goal, length) else {
            continue;
        };
        let problem = model.asked(&start, &goal).within(Budget::Exactly(length));
        for by in ["mux", "mux-tree"] {
            if let Some(found) = answers(&problem, &recipe(by)) {
                let expected: Vec<Answer> = expected.iter().cloned().collect();
                assert_eq!(found, expected, "{by}");
                held += 1;
            }
        }
    }
}

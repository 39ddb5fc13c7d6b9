//! What is written in each format says the same of open starts and goals: read here, in each format's own terms, it has the
//! solutions that counting finds.

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rustsat::types::{Assignment, Lit};
use twistsat::encode::{Encoder, Format, decode_turns};

use super::drawn::{Answer, draw};
use super::open::models;
use super::*;

/// A literal as solvers write it.
fn literal(number: i32) -> Lit {
    Lit::from_ipasir(number).unwrap()
}

/// Clauses in lines of numbers, each after a word or none.
fn clauses<'a>(lines: impl Iterator<Item = &'a str>) -> Clauses {
    let clause = |line: &str| -> Clause {
        let numbers = line.split(' ').filter(|word| *word != "h");
        let numbers = numbers.map(|word| word.parse::<i32>().unwrap());
        numbers.take_while(|&it| it != 0).map(literal).collect()
    };
    lines.map(clause).collect()
}

/// Sums of variables as clauses: all are clauses, or say that at most one is true or false.
fn clauses_of_sums(text: &str) -> Clauses {
    let mut all = Clauses::new();
    for line in text.lines().filter(|line| !line.starts_with('*')) {
        let words: Vec<&str> = line.trim_end_matches(" ;").split(' ').collect();
        let (sum, end) = words.split_at(words.len() - 2);
        let mut bound: i64 = end[1].parse().unwrap();
        let mut literals = Vec::new();
        for term in sum.chunks(2) {
            let variable: i32 = term[1][1..].parse().unwrap();
            match term[0] {
                "+1" => literals.push(literal(variable)),
                "-1" => {
                    // -x is the negation of x, less one.
                    literals.push(literal(-variable));
                    bound += 1;
                }
                "+0" => (),
                other => panic!("factor {other}"),
            }
        }
        at_least(&mut all, &literals, bound);
        if end[0] == "=" {
            let negated: Vec<Lit> = literals.iter().map(|&it| !it).collect();
            let bound = i64::try_from(negated.len()).unwrap() - bound;
            at_least(&mut all, &negated, bound);
        }
    }
    all
}

/// That so many literals are true.
fn at_least(all: &mut Clauses, literals: &[Lit], bound: i64) {
    let Ok(bound) = usize::try_from(bound) else {
        return;
    };
    if bound > literals.len() {
        all.add([]);
        return;
    }
    // Of one literal more than may be false some one is true.
    let some = literals.len() + 1 - bound;
    if bound > 0 {
        assert!(some <= 2 || bound == 1, "another bound: {bound} of {some}");
        for clause in literals.iter().copied().combinations(some) {
            all.add(clause);
        }
    }
}

/// A circuit of and-gates, with each number as a variable; and the variable of the formula that each input is.
fn clauses_of_gates(text: &str) -> (Clauses, u32, HashMap<u32, u32>) {
    let mut lines = text.lines();
    let header = lines.next().unwrap().split(' ').skip(1);
    let header: Vec<usize> = header.map(|word| word.parse().unwrap()).collect();
    let [most, inputs, 0, 1, ands] = header[..] else {
        panic!("{header:?}");
    };
    let mut all = Clauses::new();
    // Variable 0 is false.
    let wire = |number: u32| {
        let variable = Lit::positive(number / 2);
        if number % 2 == 1 { !variable } else { variable }
    };
    all.add([wire(1)]);
    let inputs: Vec<u32> = lines
        .by_ref()
        .take(inputs)
        .map(|line| line.parse::<u32>().unwrap() / 2)
        .collect();
    all.add([wire(lines.next().unwrap().parse().unwrap())]);
    for line in lines.by_ref().take(ands) {
        let wires: Vec<Lit> = line
            .split(' ')
            .map(|it| wire(it.parse().unwrap()))
            .collect();
        let [output, a, b] = wires[..] else {
            panic!("{line}");
        };
        all.add([!output, a]);
        all.add([!output, b]);
        all.add([output, !a, !b]);
    }
    let mut names = HashMap::new();
    for line in lines.take_while(|line| *line != "c") {
        if let Some((number, variable)) = line.strip_prefix('i').and_then(|it| it.split_once(" v"))
        {
            let number: usize = number.parse().unwrap();
            names.insert(inputs[number], variable.parse().unwrap());
        }
    }
    assert_eq!(names.len(), inputs.len());
    (all, u32::try_from(most).unwrap() + 1, names)
}

/// The answers that a text in a format tells of; an answer more than once is refused.
fn told(problem: &Problem, recipe: &Recipe, format: Format) -> Option<Vec<Answer>> {
    let problem = &format.asked(problem.clone());
    let mut encoder = Encoder::new(problem, recipe).viewed(format.view());
    let formula = encoder.encode(problem.budget, &Control::unlimited()).ok()?;
    let mut text = Vec::new();
    format
        .write(problem, &formula, &[], &[], &mut text)
        .unwrap();
    let text = String::from_utf8(text).unwrap();
    let shown = formula.shown(problem);
    let body = || {
        text.lines()
            .filter(|line| !line.starts_with(['c', 'p', '*']))
    };
    let models: Vec<Assignment> = match format {
        Format::Cnf => {
            let says = format!("c p show {} 0", shown.iter().join(" "));
            assert!(text.contains(&says.replace("  ", " ")), "{text}");
            models(&clauses(body()), formula.variables, &shown)
        }
        Format::Icnf => models(&clauses(body()), formula.variables, &shown),
        Format::Wcnf => {
            let hard = body().filter(|line| line.starts_with("h "));
            models(&clauses(hard), formula.variables, &shown)
        }
        Format::Opb => models(&clauses_of_sums(&text), formula.variables, &shown),
        Format::Aag => {
            let (all, variables, names) = clauses_of_gates(&text);
            let counted = names.iter().filter(|(_, name)| shown.contains(name));
            let counted: Vec<u32> = counted.map(|(wire, _)| wire + 1).sorted().collect();
            let named = |model: Assignment| {
                let mut named = Assignment::default();
                for (&wire, &name) in &names {
                    let value = model.lit_value(Lit::positive(wire)).to_bool_with_def(false);
                    let variable = Lit::positive(name - 1);
                    named.assign_lit(if value { variable } else { !variable });
                }
                named
            };
            let models = models(&all, variables, &counted).into_iter();
            models.map(named).collect()
        }
        Format::Smt2 => panic!("no bit-vectors here"),
    };
    let answer = |model: &Assignment| {
        let solution = decode_turns(problem, &formula.meaning, model).unwrap();
        let start = solution.start().colors().to_vec();
        (start, solution.turns().to_vec())
    };
    Some(models.iter().map(answer).sorted().collect())
}

#[test]
fn every_format_says_the_same_of_open_starts_and_goals() {
    let mut random = SmallRng::seed_from_u64(4);
    let recipes = recipes();
    let mut held = 0;
    while held < 150 {
        let (model, [start, goal], length) = draw(&mut random);
        let Some(answers) = model.answers(&start, &goal, length) else {
            continue;
        };
        let answers: Vec<Answer> = answers.into_iter().collect();
        let problem = model.asked(&start, &goal).within(Budget::Exactly(length));
        let recipe = recipes.choose(&mut random).unwrap();
        for format in [
            Format::Cnf,
            Format::Wcnf,
            Format::Opb,
            Format::Icnf,
            Format::Aag,
        ] {
            if let Some(told) = told(&problem, recipe, format) {
                assert_eq!(told, answers, "{} in {format}", recipe.name);
                held += 1;
            }
        }
    }
}

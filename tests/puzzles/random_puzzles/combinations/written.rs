//! All formats of formulas agree on open starts and goals: the formulas are parsed here by the rules of each format, and
//! must have the solutions that counting finds.

use std::collections::HashMap;

use itertools::Itertools;
use rustsat::instances::fio::opb::Options;
use rustsat::instances::{BasicVarManager, ManageVars, SatInstance};
use rustsat::types::{Assignment, Clause, Lit, Var};
use twistsat::control::Control;
use twistsat::encode::{Encoder, Format, Formula, decode_turns};
use twistsat::problem::Problem;
use twistsat::sat::Clauses;

use super::super::harness::{Chance, Property, Verdict};
use super::models::{Encoded, Models, drawn, expressed, judged, models};
use crate::common::sat::recipe;

/// Clauses from lines of numbers with an optional first word.
fn clauses<'a>(lines: impl Iterator<Item = &'a str>) -> Clauses {
    let clause = |line: &str| -> Clause {
        let numbers = line.split(' ').filter(|word| *word != "h");
        let numbers = numbers.map(|word| word.parse::<i32>().unwrap());
        let numbers = numbers.take_while(|&it| it != 0);
        numbers.map(|it| Lit::from_ipasir(it).unwrap()).collect()
    };
    lines.map(clause).collect()
}

/// Converts pseudo-Boolean constraints to clauses, by the reader and the encodings of RustSAT. Returns the clauses and the number
/// of their variables, at least `variables`.
fn clauses_of_sums(text: &str, variables: u32) -> (Clauses, u32) {
    let read = SatInstance::<BasicVarManager>::from_opb(&mut text.as_bytes(), Options::default());
    let mut read = read.unwrap();
    read.var_manager_mut()
        .increase_next_free(Var::new(variables));
    let (clauses, used) = read.sanitize().into_cnf();
    (Clauses::from(&clauses), used.n_used().max(variables))
}

/// Converts a circuit of and-gates to clauses. Returns the clauses, the number of their variables, and the variable of the
/// formula for each input.
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
        let wires = line.split(' ').map(|it| wire(it.parse().unwrap()));
        let wires: Vec<Lit> = wires.collect();
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

/// A formula and its text in a format; `None` if the recipe cannot express the question.
pub fn written(
    asked: &Encoded,
    problem: &Problem,
    format: Format,
) -> Result<Option<(Formula, String)>, String> {
    let recipe = recipe(asked.question.recipe);
    let mut encoder = Encoder::new(problem, &recipe).with_content(format.content());
    let formula = encoder.encode(problem.budget, &Control::unlimited());
    let Some(formula) = expressed(formula)? else {
        return Ok(None);
    };
    let mut text = Vec::new();
    let all = format.write(problem, &formula, &[], &[], &mut text);
    all.unwrap();
    Ok(Some((formula, String::from_utf8(text).unwrap())))
}

/// The models of a formula in a format.
fn read(asked: &Encoded, problem: &Problem, format: Format) -> Result<Option<Models>, String> {
    let problem = &format.problem_to_encode(problem.clone());
    let Some((formula, text)) = written(asked, problem, format)? else {
        return Ok(None);
    };
    let shown = formula.solution_variables(problem);
    let body = || text.lines().filter(|line| !line.starts_with(['c', 'p']));
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
        Format::Opb => {
            let (all, variables) = clauses_of_sums(&text, formula.variables);
            models(&all, variables, &shown)
        }
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
        Format::Smt2 | Format::Dot => panic!("not clauses here"),
    };
    let solution = |model| {
        let solution = decode_turns(problem, &formula.meaning, model);
        solution.map_err(|error| format!("a model is no solution: {error}"))
    };
    let solutions = models.iter().map(solution).collect::<Result<_, _>>()?;
    Ok(Some((formula, solutions)))
}

const FORMATS: [Format; 5] = [
    Format::Cnf,
    Format::Wcnf,
    Format::Opb,
    Format::Icnf,
    Format::Aag,
];

fn draw(chance: &mut Chance) -> Option<Encoded> {
    let asked = drawn(false, chance)?;
    Some(Encoded {
        is_exact: true,
        ..asked
    })
}

fn check(asked: &Encoded) -> Verdict {
    let mut about = "unexpressed";
    for format in FORMATS {
        about = judged(asked, &|problem| read(asked, problem, format))
            .map_err(|wrong| format!("{wrong}: as {format}"))?;
    }
    Ok(about)
}

const PROPERTY: Property<Encoded> = Property::new(14, draw, check);

#[test]
fn all_formats_agree_on_open_starts_and_goals() {
    let tally = PROPERTY.holds(40);
    tally.has(3, &["all models are solutions"]);
}

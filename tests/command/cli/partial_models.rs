//! Models that omit the variables that occur in no clause, as some solvers print them.

use super::*;
use crate::common::puzzles::puzzle_file;

/// A puzzle whose stickers all have one color, so a formula hardly constrains the turns.
fn one_color() -> String {
    let turns = [("R2", "a b"), ("S", "a b c")];
    puzzle_file("one", None, &[("A", "A", "a b c")], &turns)
}

/// The number of variables of a DIMACS text, and the variables that occur in a clause.
fn variables(text: &str) -> (i64, Vec<i64>) {
    let mut all = 0;
    let mut used = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('c')) {
        match line.strip_prefix("p cnf ") {
            Some(numbers) => all = numbers.split(' ').next().unwrap().parse().unwrap(),
            None => used.extend(line.split(' ').map(|it| it.parse::<i64>().unwrap().abs())),
        }
    }
    used.retain(|&variable| variable != 0);
    used.sort_unstable();
    used.dedup();
    (all, used)
}

fn encode_one(folder: &Folder, recipe: &str, turns: &str) -> String {
    let puzzle = folder.write("one.toml", one_color());
    let cnf = folder.arg("a.cnf");
    let encode = format!("encode --puzzle-file {puzzle} --scramble S");
    run!("{encode} {turns} --turns 2 --recipe {recipe} -o {cnf}").ends(0);
    folder.arg("a.cnf.map.json")
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_model_may_omit_only_variables_without_clauses() {
    let mut formulas_with_free_variables = 0;
    for recipe in Recipe::built_in_names().filter(|name| *name != "mux-uniform") {
        for turns in ["--allow S", ""] {
            let folder = Folder::new();
            let map = encode_one(&folder, recipe, turns);
            let text = folder.read("a.cnf");
            let (all, used) = variables(&text);
            formulas_with_free_variables += usize::from(used.len() < all as usize);
            let model = solve_dimacs(&text).unwrap();
            let decode = |literals: &[&String]| {
                let literals: Vec<&str> = literals.iter().map(|it| it.as_str()).collect();
                let model = format!("SAT\n{} 0\n", literals.join(" "));
                let model = folder.write("a.model", model);
                run!("decode {map} {model} --format alg")
            };
            let is_used = |literal: &&String| {
                let variable = literal.parse::<i64>().unwrap().abs();
                used.binary_search(&variable).is_ok()
            };
            let needed: Vec<&String> = model.iter().filter(is_used).collect();
            let decoded = decode(&needed).ends(0);
            assert_eq!(decoded.out.split_whitespace().count(), 2, "{decoded:#?}");
            assert_eq!(decode(&model.iter().collect::<Vec<_>>()).code, Some(0));
            for missing in 0..needed.len().min(5) {
                let mut short = needed.clone();
                let left_out = short.remove(missing).trim_start_matches('-');
                let refused = decode(&short).ends(1);
                let says = format!("not to variable {left_out}");
                assert!(refused.err.contains(&says), "{recipe} {refused:#?}");
            }
        }
    }
    assert!(formulas_with_free_variables > 3);
}

#[test]
fn a_map_without_free_variables_requires_every_variable() {
    let folder = Folder::new();
    let path = encode_one(&folder, "mux", "--allow S");
    let mut map = folder.json("a.cnf.map.json");
    assert_eq!(map["free"], json!([[1, 2]]));
    map.as_object_mut().unwrap().remove("free");
    folder.write("a.cnf.map.json", map.to_string());
    let short = folder.write("short", "SAT\n 0\n");
    run!("decode {path} {short}").ends_saying(1, &["not to variable 1"]);
    let whole = folder.write("whole", "SAT\n1 -2 0\n");
    run!("decode {path} {whole}").ends(0);
}

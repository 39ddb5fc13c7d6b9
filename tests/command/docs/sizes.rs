//! Recounts the sizes of formulas as functions of the number of turns, and the share of each part of a recipe. Checks
//! that each recipe names its source.

use std::collections::BTreeMap;
use std::fs;

use itertools::Itertools;

use twistsat::encode::Recipe;

use super::figures::{cells, formula, table};
use super::{Outcome, root};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// The numbers of variables and clauses for N turns to the solved state.
fn size(recipe: &str, turns: &str, n: i64) -> Result<[i64; 2]> {
    let (_, formula) = formula(recipe, "solved", &format!("{turns} {n}"))?;
    let clauses = i64::try_from(formula.cnf.len())?;
    Ok([formula.variables.into(), clauses])
}

/// `a n + b`, from `a` and `b`, as in the docs but without commas.
fn function([slope, rest]: [i64; 2]) -> String {
    match rest {
        0 => format!("{slope} *n*"),
        1.. => format!("{slope} *n* + {rest}"),
        _ => format!("{slope} *n* − {}", -rest),
    }
}

/// The numbers of variables and of clauses as linear functions of the number of turns: slope and constant.
fn growth(recipe: &str, turns: &str) -> Result<[[i64; 2]; 2]> {
    let [first, second, far] = [4, 5, 9].map(|n| size(recipe, turns, n));
    let (first, second, far) = (first?, second?, far?);
    let of = |which: usize| {
        let slope = second[which] - first[which];
        let rest = first[which] - 4 * slope;
        assert_eq!(far[which], 9 * slope + rest, "{recipe} is not linear");
        [slope, rest]
    };
    Ok([of(0), of(1)])
}

/// Whether the sizes of a recipe are linear: it has no lemmas, and its goal has a fixed orientation.
fn is_linear(name: &str) -> Result<bool> {
    let recipe = Recipe::built_in(name)?;
    Ok(recipe.lemmas == 0 && name != "mux-uniform")
}

#[test]
fn every_recipe_without_lemmas_grows_as_the_text_says() -> Outcome {
    let (_, rows) = table("| recipe | turns | variables of n turns |")?;
    let mut missing: Vec<&str> = Vec::new();
    for name in Recipe::built_in_names() {
        if is_linear(name)? && !rows.iter().any(|row| row[0] == name) {
            missing.push(name);
        }
    }
    assert!(missing.is_empty(), "no row for {missing:?}");
    let mut wrong = Vec::new();
    for row in rows {
        let [variables, clauses] = growth(&row[0], &row[1])?;
        let right = [function(variables), function(clauses)];
        if row[2..] != right {
            let right = right.join(" | ");
            wrong.push(format!("| `{}` | {} | {right} |", row[0], row[1]));
        }
    }
    assert!(wrong.is_empty(), "the right rows are\n{}", wrong.join("\n"));
    Ok(())
}

/// The parts of each recipe in its formula, by their names in the table of the docs.
const PARTS: &str = r#"
mux » exactly » COLORS » BINARY » transition = "mux-flat" 18 codes
mux-idle » at most » COLORS » BINARY » IDLE » transition = "mux-flat" 19 codes » ORDER
conditional » at most » COLORS » ONEHOT » transition = "conditional" colors in binary 19 codes » ORDER
onehot » at most » state = "color-onehot" » ONEHOT » transition = "conditional" one-hot colors 19 codes » ORDER
placements-plain » exactly » PLACEMENTS » selector = "onehot" 18 codes » transition = "conditional" placements 18 codes
placements-binary » at most » PLACEMENTS » BINARY » IDLE » MOVED » ORDER
placements » at most » PLACEMENTS » ONEHOT » MOVED » ORDER
plain » at most » PLACEMENTS » ONEHOT » MOVED
faces » at most » PLACEMENTS » selector = "face-and-turn" 19 codes » ONE » FACES » order = "canonical" faces
regression » at most » state = "regression" » ONEHOT » MOVED » ORDER
"#;

/// Short forms of names in that table.
const SHORT: [(&str, &str); 9] = [
    ("COLORS", r#"state = "color-binary""#),
    ("PLACEMENTS", r#"state = "placement-onehot""#),
    ("BINARY", r#"selector = "binary""#),
    ("IDLE", r#"idle = "trailing" binary"#),
    ("ONEHOT", r#"selector = "onehot" 19 codes » ONE"#),
    ("ONE", r#"idle = "trailing" one literal"#),
    ("MOVED", r#"transition = "conditional" placements 19 codes"#),
    ("FACES", r#"transition = "conditional" placements faces"#),
    ("ORDER", r#"order = "canonical" codes"#),
];

#[test]
fn the_clauses_of_each_part_per_slot_are_as_documented() -> Outcome {
    let (_, rows) = table("| part | variables per slot |")?;
    let sizes = |row: &Vec<String>| Some([row[3].parse().ok()?, row[4].parse().ok()?]);
    let parts = rows.iter().filter_map(|row| Some((&*row[0], sizes(row)?)));
    let parts: BTreeMap<&str, [i64; 2]> = parts.collect();
    let table = SHORT.iter().fold(PARTS.to_owned(), |table, (short, name)| {
        table.replace(&format!("» {short}"), &format!("» {name}"))
    });
    for line in table.trim().lines() {
        let mut cells = line.split(" » ");
        let (recipe, turns) = cells.next_tuple().ok_or("no recipe")?;
        let mut sum = [0, 0];
        for name in cells {
            let part = parts.get(name).ok_or_else(|| format!("no part {name}"))?;
            sum = [sum[0] + part[0], sum[1] + part[1]];
        }
        let [variables, clauses] = growth(recipe, turns)?;
        assert_eq!(sum, [variables[0], clauses[0]], "{recipe}");
    }
    for name in parts.keys() {
        let mut cells = table.split(['»', '\n']).map(str::trim);
        let is_used = cells.any(|cell| cell == *name);
        assert!(is_used, "no recipe is compared with {name}");
    }
    Ok(())
}

#[test]
fn every_recipe_names_its_paper_or_says_that_it_is_ours() -> Outcome {
    let text = fs::read_to_string(root().join("docs/recipes.md"))?;
    let lines = text
        .lines()
        .skip_while(|line| *line != "## Where each recipe is from");
    let rows: Vec<Vec<String>> = lines
        .skip(1)
        .take_while(|line| !line.starts_with("## "))
        .filter(|line| line.starts_with("| `"))
        .map(cells)
        .collect();
    for name in Recipe::built_in_names() {
        let row = rows.iter().find(|row| row[0] == name);
        let source = &row.ok_or_else(|| format!("{name} has no row"))?[2];
        // A title in italics, the word for our own work, or another recipe with a source.
        let is_of = |row: &Vec<String>| source.starts_with(&format!("as {}", row[0]));
        let is_named =
            source.matches('*').count() >= 2 || source.contains("ours") || rows.iter().any(is_of);
        assert!(is_named, "{name}: {source}");
    }
    assert_eq!(rows.len(), Recipe::built_in_names().count());
    Ok(())
}

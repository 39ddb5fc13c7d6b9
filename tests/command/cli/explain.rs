//! Explained formulas: comments on the clauses, drawings of circuits, and comparisons of recipes.

use super::*;

fn encoded(recipe: &str, more: &str) -> String {
    let encode = "encode pocket --scramble 'R U F2' --turns 3 -o -";
    run!("{encode} --recipe {recipe} {more}").ends(0).out
}

#[test]
fn explaining_a_formula_changes_only_its_comments() {
    for recipe in "mux mux-tree mux-reference onehot placements lemmas".split(' ') {
        let (plain, explained) = (encoded(recipe, ""), encoded(recipe, "--explain"));
        let without_comments = |text: &str| -> Vec<String> {
            let lines = text.lines().filter(|line| !line.starts_with('c'));
            lines.map(str::to_owned).collect()
        };
        let [plain, same] = [&plain, &explained].map(|text| without_comments(text));
        assert_eq!(plain, same, "{recipe}");
        let (_, clauses) = explained.split_once("\np cnf ").unwrap();
        // Each note is followed by clauses.
        let is_note: Vec<bool> = clauses.lines().map(|line| line.starts_with("c ")).collect();
        assert!(is_note.iter().filter(|it| **it).count() >= 5, "{recipe}");
        let is_followed = !is_note.windows(2).any(|pair| pair == [true, true]);
        assert!(is_followed && is_note.last() == Some(&false), "{recipe}");
        // The legend says which variables mean which turn.
        for turn in 1..=3 {
            let begin = format!("c turn {turn}: ");
            let legend = explained.lines().find(|line| line.starts_with(&begin));
            let legend = legend.unwrap_or_else(|| panic!("{recipe}: no {begin}"));
            let is_complete = legend.contains("R is ") && legend.contains("U' is ");
            assert!(is_complete, "{legend}");
        }
    }
}

#[test]
fn a_drawing_of_the_circuit_has_a_node_for_each_gate() {
    let drawing = encoded("mux", "--format dot");
    assert!(drawing.contains("\ndigraph circuit {\n") && drawing.ends_with("}\n"));
    let boxes = drawing.lines().filter(|line| line.contains("shape = box"));
    // 21 stickers that move, three bits each, after each of three turns; known bits need no gate.
    let multiplexers = boxes.filter(|line| line.contains("multiplexer")).count();
    assert!((100..=3 * 3 * 21).contains(&multiplexers), "{multiplexers}");
    for edge in drawing.lines().filter(|line| line.contains(" -> ")) {
        let from = edge.trim().split(' ').next().unwrap();
        let is_node = |line: &str| line.trim_start().starts_with(&format!("{from} ["));
        assert!(drawing.lines().any(is_node), "{edge}");
    }
    run!("encode pocket --scramble R --turns 1 -o - --format dot")
        .ends_saying(2, &["--format dot", "such as --recipe mux"]);
    run!("encode pocket --scramble R --turns 1 --explain --format aag")
        .ends_saying(2, &["--explain"]);
}

#[test]
fn recipes_are_compared_by_one_command() {
    let folder = Folder::new();
    let compare = "benchmark recipes pocket --scramble 'R U F2' --turns 3 \
                   --recipes mux,placements,lemmas --solvers batsat,varisat --csv sizes.csv \
                   --svg sizes.svg --quiet";
    let table = run_in(&folder, compare).ends(0).out;
    let rows = table.lines().map(|line| line.split_whitespace().collect());
    let rows: Vec<Vec<&str>> = rows.collect();
    assert_eq!(rows.len(), 7, "{table}");
    assert_eq!(rows[0][..2], ["recipe", "solver"]);
    for row in &rows[1..] {
        assert_eq!(*row.last().unwrap(), "sat", "{table}");
    }
    // The sizes are those of the files that `encode` writes.
    let header = encoded("mux", "");
    let csv = folder.read("sizes.csv");
    let mut lines = csv.lines();
    let mux = lines.find(|line| line.starts_with("mux,batsat,")).unwrap();
    let sizes: Vec<&str> = mux.split(',').collect();
    assert!(header.contains(&format!("\np cnf {} {}\n", sizes[2], sizes[3])));
    let drawing = folder.read("sizes.svg");
    assert_eq!(drawing.matches(": sat</title>").count(), 6);
    // Without `recipes`, the name of a family is required.
    run!("benchmark").ends_saying(2, &["NAME"]);
    let unknown = "benchmark recipes pocket --scramble R --turns 1 --recipes mxu";
    run(unknown).ends_saying(2, &["did you mean `mux`"]);
}

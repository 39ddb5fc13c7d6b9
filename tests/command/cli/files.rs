//! Puzzle files and recipe files of the user.

use super::*;

#[test]
fn without_a_known_maximum_the_search_ascends_to_the_first_solution() {
    let folder = Folder::new();
    let text = data("encodings/puzzles/pocket.toml");
    let path = folder.write("own.toml", text.replace("{ any = 11, exact = 11 }", "{}"));
    let solve = format!("solve --puzzle-file {path} --scramble R");
    let down = "--strategy descend";
    run!("{solve} {down}").ends_saying(2, &["--max-turns"]);
    run!("{solve} {down} --max-turns 1").ends(0);
    let found = run!("{solve} --format alg").ends(0);
    assert_eq!(found.out.trim(), "R'");
}

#[test]
fn a_recipe_file_can_be_used_instead_of_a_built_in_recipe() {
    let folder = Folder::new();
    let text = data("encodings/recipes/mux-tree.toml");
    let text = text.replace("name = \"mux-tree\"", "name = \"own\"") + "order = \"no-same-face\"\n";
    let path = folder.write("own.toml", text);
    run!("solve pocket --recipe-file {path} --state {THREE} --max-turns 4 --format json")
        .ends_reporting(0, json!({"recipe": "own", "turns": 3}));
}

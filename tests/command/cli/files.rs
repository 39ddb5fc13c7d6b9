//! Puzzle files and recipe files of the user.

use super::*;
use crate::common::puzzles::puzzle_file;

#[test]
fn a_puzzle_file_can_be_used_instead_of_a_built_in_puzzle() {
    let folder = Folder::new();
    let text = data("encodings/puzzles/pocket.toml");
    let renamed = text.replace("name = \"pocket\"", "name = \"my-own\"");
    let path = folder.write("own.toml", renamed);
    run!("solve --puzzle-file {path} --scramble 'R U' --max-turns 2 --format json")
        .ends(0)
        .reports(json!({"puzzle": "my-own", "turns": 2}));
}

#[test]
fn without_a_known_maximum_the_search_ascends_to_the_first_solution() {
    let folder = Folder::new();
    let text = data("encodings/puzzles/pocket.toml");
    let path = folder.write("own.toml", text.replace("{ any = 11, exact = 11 }", "{}"));
    let solve = format!("solve --puzzle-file {path} --scramble R");
    let down = "--strategy descend";
    run!("{solve} {down}").ends(2).says(&["--max-turns"]);
    run!("{solve} {down} --max-turns 1").ends(0);
    let found = run!("{solve} --format alg").ends(0);
    assert_eq!(found.out.trim(), "R'");
}

/// Three disks on a ring, each with two stickers: S moves all disks around the ring, and T swaps two of them.
#[test]
fn a_puzzle_of_a_new_shape_needs_only_a_file() {
    let folder = Folder::new();
    let faces = [
        ("A", "x", "a1 a2"),
        ("B", "y", "b1 b2"),
        ("C", "z", "c1 c2"),
    ];
    let turns = [("S", "a1 b1 c1 / a2 b2 c2"), ("T", "a1 b1 / a2 b2")];
    let text = puzzle_file("ring", None, &faces, &turns);
    let path = folder.write("ring.toml", text);
    // The state is given face by face.
    let solve = format!("solve --puzzle-file {path} --state yyxxzz --to xxyyzz");
    let run = run!("{solve} --max-turns 3 --format alg").ends(0);
    assert_eq!(run.out, "T\n");
}

#[test]
fn a_recipe_file_can_be_used_instead_of_a_built_in_recipe() {
    let folder = Folder::new();
    let text = data("encodings/recipes/mux-tree.toml");
    let text = text.replace("name = \"mux-tree\"", "name = \"own\"") + "order = \"no-same-face\"\n";
    let path = folder.write("own.toml", text);
    run!("solve pocket --recipe-file {path} --state {THREE} --max-turns 4 --format json")
        .ends(0)
        .reports(json!({"recipe": "own", "turns": 3}));
}

#[test]
fn a_missing_folder_is_reported_in_plain_words() {
    let folder = Folder::new();
    let nowhere = folder.arg("none/there.toml");
    let refused = run!("puzzle convert pocket -o {nowhere}").ends(1);
    let says = format!("error: cannot write {nowhere}: no such file or folder\n");
    assert_eq!(refused.err, says);
}

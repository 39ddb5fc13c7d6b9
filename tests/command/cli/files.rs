//! Puzzle files and recipe files of the user.

use super::*;

#[test]
fn a_puzzle_file_can_be_used_instead_of_a_built_in_puzzle() {
    let folder = Folder::new();
    let text = data("encodings/puzzles/pocket.toml");
    let renamed = text.replace("name = \"pocket\"", "name = \"my-own\"");
    let path = folder.write("own.toml", renamed);
    let json = run!("solve --puzzle-file {path} --scramble 'R U' --max-turns 2 --format json")
        .ends(0)
        .json();
    assert_eq!(
        (&json["puzzle"], &json["turns"]),
        (&json!("my-own"), &json!(2))
    );
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

#[test]
fn a_puzzle_of_a_new_shape_needs_only_a_file() {
    // Three disks on a ring, each with two stickers: S moves all disks around the ring, and T swaps two of them.
    let folder = Folder::new();
    let path = folder.write(
        "ring.toml",
        r#"
        name = "ring"
        title = "Three two-sided disks"
        maximum = {}
        layout = "net"
        net = ["a1 b1 c1", "a2 b2 c2"]
        face = [
          { name = "A", color = "x", paint = "red", facelets = "a1 a2" },
          { name = "B", color = "y", paint = "blue", facelets = "b1 b2" },
          { name = "C", color = "z", paint = "green", facelets = "c1 c2" },
        ]
        turn = [
          { name = "S", cycles = ["a1 b1 c1", "a2 b2 c2"] },
          { name = "T", cycles = ["a1 b1", "a2 b2"] },
        ]
        "#,
    );
    let run =
        run!("solve --puzzle-file {path} --state yxzyxz --to xyzxyz --max-turns 3 --format alg")
            .ends(0);
    assert_eq!(run.out, "T\n");
}

#[test]
fn a_recipe_file_can_be_used_instead_of_a_built_in_recipe() {
    let folder = Folder::new();
    let text = data("encodings/recipes/mux-tree.toml");
    let text = text.replace("name = \"mux-tree\"", "name = \"own\"") + "order = \"no-same-face\"\n";
    let path = folder.write("own.toml", text);
    let json =
        run!("solve pocket --recipe-file {path} --state {THREE} --max-turns 4 --format json")
            .ends(0)
            .json();
    assert_eq!(
        (&json["recipe"], &json["turns"]),
        (&json!("own"), &json!(3))
    );
}

#[test]
fn a_missing_folder_is_reported_in_plain_words() {
    let folder = Folder::new();
    let nowhere = folder.arg("none/there.toml");
    let good = Path::new(env!("TWISTSAT_ROOT")).join("encodings/puzzles/pocket.toml");
    let convert = format!("puzzle convert {} -o {nowhere}", good.to_str().unwrap());
    let refused = run(&convert).ends(1);
    assert_eq!(
        refused.err,
        format!("error: cannot write {nowhere}: no such file or folder\n")
    );
}

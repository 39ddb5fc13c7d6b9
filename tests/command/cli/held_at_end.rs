//! Every command that prints a solution says how the puzzle is held at the end.

use super::*;

/// After `R U x` the former front is up, the former upper face is at the back, and the right face is where it was. So
/// `B' R'` undoes the scramble. This was worked out by hand.
const SOLUTION: &str = "B' R'\nheld at the end: x\n";

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn each_command_says_how_the_puzzle_is_held_at_the_end() {
    let folder = Folder::new();
    let at = |words: &str| run_in(&folder, words);
    let start = "rubik --to solved --scramble 'R U x'";
    let with = |command: &str, more: &str| at(&format!("{command} {start} {more}"));
    with("solve", "-q").ends_printing(0, &[SOLUTION]);
    let by_plan = "--plan thistlethwaite -q";
    with("solve", by_plan).ends_printing(0, &["\nB' R'\nheld at the end: x\n2 turns"]);
    with("prove", "--max-turns 2 -o two").ends_printing(1, &[SOLUTION]);
    // After `R U` the puzzle is held as before, and the output does not mention it.
    let still = at("solve rubik --to solved --scramble 'R U' -q").ends(0);
    assert!(!still.out.contains("held"), "{still:#?}");
}

#[test]
fn an_enumeration_of_a_list_says_how_the_puzzle_is_held_at_the_end() {
    let folder = Folder::new();
    let list = folder.write("list.txt", "R U x\nR U\n");
    let out = run!("enumerate rubik --to solved --batch {list} --shortest -q");
    let out = out.ends(0).out;
    let says = "1: B' R'\n1: held at the end: x\n1: ";
    assert!(out.starts_with(says), "{out}");
    assert_eq!(out.matches("held").count(), 1, "{out}");
}

#[test]
fn decode_says_how_the_puzzle_is_held_at_the_end() {
    let folder = Folder::new();
    let at = |words: &str| run_in(&folder, words);
    let start = "rubik --to solved --scramble 'R U x'";
    let formula = "--turns 2 --recipe onehot -o f.cnf";
    at(&format!("encode {start} {formula}")).ends(0);
    folder.write("model", answer_to(&folder.read("f.cnf")));
    let decode = "decode f.cnf.map.json model";
    at(decode).ends_printing(0, &[SOLUTION]);
    let json = at(&format!("{decode} --format json")).ends(0);
    assert_eq!(json.json()["held_at_end"], "x");
}

/// `U' R' x'` sets up the case that `x R U` solves. Then the former upper face is in front, so `R F` solves the case.
/// This was worked out by hand.
#[test]
fn a_table_of_cases_says_how_the_puzzle_is_held_at_the_end() {
    let folder = Folder::new();
    let file = "title = \"t\"\npuzzle = \"rubik\"\nto = \"solved\"\n\
         [[set]]\nname = \"all\"\nallow = \"U R F\"\nmax_turns = 2\n\
         [[case]]\nname = \"turned\"\nalg = \"x R U\"\n\
         [[case]]\nname = \"still\"\nalg = \"R U\"\n";
    folder.write("cases.toml", file);
    for method in ["graph", "sat"] {
        let cases = format!("cases cases.toml -q --method {method}");
        let text = run_in(&folder, &cases).ends(0);
        let says = "turned  all  R F (2; held at the end: x')\nstill   all  R U (2)\n";
        assert!(text.out.contains(says), "{text:#?}");
        let json = format!("{cases} --format json");
        let json = run_in(&folder, &json).ends(0).json();
        assert_eq!(json["answers"][0]["held_at_end"], "x'");
        assert_eq!(json["answers"][1].get("held_at_end"), None);
    }
}

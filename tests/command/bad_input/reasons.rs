//! An error says what is wrong and what would be right.

use super::*;
use crate::common::each;

#[test]
fn an_error_about_a_limit_names_the_largest_allowed_value() {
    let encode = "encode pocket --scramble R --turns 1..2 --max-size 16777216";
    let meet = "solve pocket --scramble R --method graph --max-memory";
    for line in [encode, &format!("{meet} 16777216"), &format!("{meet} 1T")] {
        refused(line, 2, &["it must be 1 to 16777215 MiB"]);
    }
    for size in ["512M", "1G"] {
        run!("{meet} {size}").ends(0);
    }
}

#[test]
fn a_cut_beyond_the_budget_is_refused_with_the_possible_ones() {
    each(
        "
--split 0 --max-turns 2 » 0 turns cannot be cut off a budget of 2 turns, only 1 to 2
--split 3 --max-turns 2 » 3 turns cannot be cut off a budget of 2 turns, only 1 to 2
--split 2 --max-turns 1 » 2 turns cannot be cut off a budget of 1 turn, only 1
--split 1 --max-turns 0 » a budget of 0 turns leaves no turns to cut off
",
        |[cut], says| {
            let prove = format!("prove pocket --scramble 'R U F' -o parts {cut}");
            run_in(Folder::new().path(), prove).ends(1).says(says);
        },
    );
}

#[test]
fn a_different_puzzle_of_the_same_name_is_reported_with_its_hash() {
    let folder = Folder::new();
    let inside = |line: &str| run_in(folder.path(), line);
    inside("prove skewb --scramble 'R U' --max-turns 1 -o c").ends(0);
    let file = data("encodings/puzzles/skewb.toml");
    folder.write("skewb.toml", file.replace("color = \"U\"", "color = \"W\""));
    let [own, other] = ["skewb", "--puzzle-file skewb.toml"].map(|puzzle| {
        let shown = inside(&format!("puzzle show {puzzle} --format json"));
        let hash = shown.ends(0).json()["puzzle_sha256"].clone();
        hash.as_str().unwrap().to_owned()
    });
    assert_ne!(own, other);
    let says = format!(
        "its puzzle `skewb` is not the puzzle `skewb` that was given: only the name is the same, its SHA-256 is {own}, not {other}"
    );
    let verify = inside("verify c.json --puzzle-file skewb.toml");
    verify.ends(1).says(&[says]);
}

#[test]
fn the_file_of_a_plan_is_refused_where_no_stage_is_asked_about() {
    let folder = Folder::new();
    folder.write("plan.toml", data("encodings/plans/thistlethwaite.toml"));
    folder.write("model", "s UNSATISFIABLE\n");
    let start = "rubik --scramble 'R U'";
    run_in!(folder.path(), "prove {start} --max-turns 1 -o c").ends(0);
    run_in!(folder.path(), "encode {start} --turns 2 -o f.cnf").ends(0);
    let decode = "decode f.cnf.map.json model";
    for (command, what) in [("verify c.json", "the certificate"), (decode, "the map")] {
        let run = run_in!(folder.path(), "{command} --plan-file plan.toml");
        let says = format!("--plan-file is for a stage of a plan, and {what} is not about one");
        run.ends(2).says(&[says]);
    }
}

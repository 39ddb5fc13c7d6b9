//! An error says what is wrong and what would be right.

use super::*;

#[track_caller]
fn refused(folder: &Folder, line: impl Words, code: i32, says: &str) {
    run_in(folder.path(), line).ends(code).says(&[says]);
}

#[test]
fn an_error_about_a_limit_names_the_largest_allowed_value() {
    let folder = Folder::new();
    let encode = "encode pocket --scramble R --turns 1..2";
    let encode = format!("{encode} --max-size 16777216");
    refused(&folder, &encode, 2, "it must be 1 to 16777215 MiB");
    let meet = "solve pocket --scramble R --method graph";
    for (size, is_taken) in [
        ("16777216", false),
        ("1T", false),
        ("512M", true),
        ("1G", true),
    ] {
        let meet = format!("{meet} --max-memory {size}");
        if is_taken {
            run_in(folder.path(), &meet).ends(0);
        } else {
            refused(&folder, &meet, 2, "it must be 1 to 16777215 MiB");
        }
    }
}

#[test]
fn a_cut_beyond_the_budget_is_refused_with_the_possible_ones() {
    let folder = Folder::new();
    let prove = "prove pocket --scramble 'R U F' --split";
    for (split, budget, says) in [
        (
            "0",
            "2",
            "0 turns cannot be cut off a budget of 2 turns, only 1 to 2",
        ),
        (
            "3",
            "2",
            "3 turns cannot be cut off a budget of 2 turns, only 1 to 2",
        ),
        (
            "2",
            "1",
            "2 turns cannot be cut off a budget of 1 turn, only 1",
        ),
        ("1", "0", "a budget of 0 turns leaves no turns to cut off"),
    ] {
        let cut = format!("{split} --max-turns {budget} -o parts");
        refused(&folder, format!("{prove} {cut}"), 1, says);
    }
}

#[test]
fn a_different_puzzle_of_the_same_name_is_reported_with_its_hash() {
    let folder = Folder::new();
    run_in!(
        folder.path(),
        "prove skewb --scramble 'R U' --max-turns 1 -o c"
    )
    .ends(0);
    let own = run!("puzzle show skewb --format json").ends(0);
    let is_own = own.json()["puzzle_sha256"].as_str().unwrap().to_owned();
    let file = include_str!("../../../encodings/puzzles/skewb.toml");
    let other = file.replace("color = \"U\"", "color = \"W\"");
    assert_ne!(file, other);
    folder.write("skewb.toml", &other);
    let shown = run_in!(
        folder.path(),
        "puzzle show --puzzle-file skewb.toml --format json"
    );
    let is_other = shown.ends(0).json()["puzzle_sha256"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_ne!(is_own, is_other);
    let says = format!(
        "its puzzle `skewb` is not the puzzle `skewb` that was given: only the name is the same, its SHA-256 is {is_own}, not {is_other}"
    );
    let verify = "verify c.json --puzzle-file skewb.toml";
    refused(&folder, verify, 1, &says);
}

#[test]
fn the_file_of_a_plan_is_refused_where_no_stage_is_asked_about() {
    let folder = Folder::new();
    folder.write(
        "plan.toml",
        include_str!("../../../encodings/plans/thistlethwaite.toml"),
    );
    let start = "rubik --scramble 'R U'";
    run_in!(folder.path(), "prove {start} --max-turns 1 -o c").ends(0);
    let plan = "--plan-file plan.toml";
    let says = "--plan-file is for a stage of a plan, and the certificate is not about one";
    refused(&folder, format!("verify c.json {plan}"), 2, says);
    run_in!(folder.path(), "encode {start} --turns 2 -o f.cnf").ends(0);
    folder.write("model", "s UNSATISFIABLE\n");
    let decode = "decode f.cnf.map.json model";
    let says = "--plan-file is for a stage of a plan, and the map is not about one";
    refused(&folder, format!("{decode} {plan}"), 2, says);
}

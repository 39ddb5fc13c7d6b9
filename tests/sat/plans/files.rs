//! Plan files: a good one, and variants with one mistake each.

use super::*;
use crate::common::cli::{Folder, pocket, run};
use crate::common::puzzles::colored_beads;
use crate::common::{each, rows};

const GOOD: &str = r#"name = "mine"
title = "My plan"
puzzle = "pocket"

[[stage]]
title = "first"
allow = "U R F"
recoloring = "uuuu .... .... .... .... ...."
patterns = ["uuuu .... .... .... .... ....", ".... .... .... uuuu .... ...."]
maximum = 9

[[stage]]
title = "second"
allow = "U2 R2 F2"
group = ""
"#;

/// Asserts that the good plan with `from` replaced by `to` is refused, and that the message contains `says`.
#[track_caller]
fn refused(from: &str, to: &str, says: &[&str]) {
    assert!(GOOD.contains(from), "{from}");
    let text = GOOD.replacen(from, to, 1);
    let error = Plan::from_toml("bad.toml", &text, &pocket()).unwrap_err();
    for part in says {
        let error = error.to_string();
        assert!(error.contains(part), "no `{part}` in: {error}");
    }
}

#[test]
fn a_good_plan_is_read() {
    let plan = Plan::from_toml("good.toml", GOOD, &pocket()).unwrap();
    assert_eq!([&*plan.name, &*plan.title], ["mine", "My plan"]);
    let [first, second] = &plan.stages[..] else {
        panic!("{plan:?}");
    };
    assert_eq!(first.maximum, Some(9));
    assert_eq!([first.allowed.len(), second.allowed.len()], [9, 3]);
}

#[test]
fn a_plan_may_have_a_peel_table_instead_of_stages() {
    let head = GOOD.split("[[stage]]").next().unwrap();
    let peel = "[peel]\norder = \"outwards\"\npositions = 5\nturns = 7\n";
    let plan = Plan::from_toml("peel.toml", &format!("{head}{peel}"), &pocket()).unwrap();
    let peel = plan.peel.unwrap();
    assert_eq!(peel.order, PeelOrder::Outwards);
    assert_eq!([peel.positions, peel.turns], [Some(5), Some(7)]);
    let plan = Plan::from_toml("peel.toml", &format!("{head}[peel]\n"), &pocket()).unwrap();
    assert_eq!(plan.peel, Some(Peel::default()));
    for [table, says] in rows(
        r#"
 » 1 to 100 stages, or `[peel]`
[peel]⏎positions = 0⏎ » peel.toml:6:13: `positions` must be from 1 to 14
[peel]⏎turns = 21⏎ » peel.toml:6:9: `turns` must be from 1 to 20
[peel]⏎order = "up"⏎ » `inwards` or `outwards`
"#,
    ) {
        let error = Plan::from_toml("peel.toml", &format!("{head}{table}"), &pocket());
        let error = error.unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
}

#[test]
fn each_wrong_key_and_value_is_reported_with_its_place_and_a_remedy() {
    each(
        r#"
name = » nom = » bad.toml:1:1 » unknown field `nom` » `name`
name = "mine"⏎ »  » missing field `name`
"mine" » "a b" » bad.toml:1:8 » letters, digits
"mine" » "" » bad.toml:1:8 » letters, digits
"mine" » 7 » bad.toml:1:8 » expected a string
title = "My plan"⏎ »  » missing field `title`
"My plan" » "\u001b[2J" » bad.toml:2:9 » the title » cannot be seen
puzzle = "pocket"⏎ »  » missing field `puzzle`
"pocket" » "rubik" » bad.toml:3:10 » for puzzle `rubik`, not for `pocket`
title = "first"⏎ »  » missing field `title`
"first" » "\u0007" » bad.toml:6:9 » the title » cannot be seen
allow = » alow = » bad.toml:7:1 » unknown field `alow` » `allow`
"U R F" » "U X F" » bad.toml:7:9 » `X`
"U R F" » "" » bad.toml:7:9 » must allow some turns
"U R F" » ["U"] » bad.toml:7:9 » expected a string
recoloring = "uuuu » recoloring = "uuu » bad.toml:8:14 » 23 » 24
recoloring = "uuuu » recoloring = "u[ab]uu » bad.toml:8:14 » one color
recoloring = "uuuu » recoloring = "u[]uu » bad.toml:8:14 » `[]`
recoloring = "uuuu » recoloring = "uu_u » bad.toml:8:14 » `_` cannot be a color of a recoloring
recoloring = "uuuu .... .... .... .... ...."⏎ »  » bad.toml:6:9 » `group` » `recoloring`
recoloring = "uuuu .... .... .... .... ...."⏎ » group = "U2"⏎ » bad.toml:8:9 » cannot be combined with
["uuuu » ["uux » bad.toml:9:13 » 23 » 24
["uuuu » ["uuux » bad.toml:9:13 » no color `x`
["uuuu » [1, "uuuu » bad.toml:9:13 » expected a string
["uuuu .... .... .... .... ....", ".... .... .... uuuu .... ...."] » [] » bad.toml:9:12: `patterns` must have at least one pattern
maximum = 9 » maximum = 1001 » bad.toml:10:11 » `maximum` must be from 0 to 1000
maximum = 9 » maximum = -1 » bad.toml:10:11
maximum = 9 » maximum = "nine" » bad.toml:10:11
maximum = 9 » maximum = 9⏎limit = 0 » bad.toml:11:9 » 1 to 86400
maximum = 9 » maximum = 9⏎limit = "1s" » bad.toml:11:9
maximum = 9 » maximum = 9⏎intermediate_group = "Q" » bad.toml:11:22 » `Q`
maximum = 9 » maximum = 9⏎intermediate_group = "" » bad.toml:11:22 » must name at least one turn
group = "" » group = "Q" » bad.toml:15:9 » `Q`
group = "" »  » bad.toml:13:9 » needs a goal
group = "" » patterns = ["u"] » bad.toml:13:9 » needs a goal
group = "" » group = ""⏎recoloring = "u" » bad.toml:15:9 » cannot be combined with
[[stage]] » [stage] » bad.toml:12:3 » duplicate key
[[stage]] » [peel]⏎[[stage]] » either `[[stage]]` or `[peel]`
"#,
        |[from, to], says| refused(from, to, says),
    );
}

#[test]
fn a_plan_with_no_stages_or_too_many_is_refused() {
    let head = &GOOD[..GOOD.find("[[stage]]").unwrap()];
    let one = "[[stage]]\ntitle = \"t\"\nallow = \"U\"\ngroup = \"U2\"\n";
    for text in [
        format!("stage = []\n{head}"),
        format!("{head}{}", one.repeat(101)),
    ] {
        let error = Plan::from_toml("bad.toml", &text, &pocket()).unwrap_err();
        assert!(error.to_string().contains("1 to 100 stages"), "{error}");
    }
}

/// The error for a plan whose only stage is readable but cannot be carried out.
fn stage_error(puzzle: &Arc<Puzzle>, stage: &str) -> String {
    let text = format!(
        "name = \"bad\"\ntitle = \"Bad\"\npuzzle = \"{}\"\n[[stage]]\ntitle = \"one\"\n{stage}\n",
        puzzle.name()
    );
    let plan = Plan::from_toml("bad.toml", &text, puzzle).unwrap();
    Reduction::new(&plan, 1).unwrap_err().to_string()
}

#[test]
fn a_goal_that_a_stage_cannot_express_is_refused_with_the_reason() {
    let pocket = pocket();
    let patterns = r#""abcd .... .... .... .... ....", "badc .... .... .... .... ....""#;
    let many = "recoloring = \"abcd efgh ijkl .... .... ....\"";
    let many = format!("allow = \"U R F\"\n{many}\npatterns = [{patterns}]");
    let mut cases = vec![[&*many, "at most 4096 colorings"]];
    cases.extend(rows(
        r#"
allow = "U2 R2 F2"⏎group = "U" » turn U of the goal's group leads out
allow = "U R"⏎group = "U R" » never leave the goal
allow = "U"⏎recoloring = ".... .... .... .... .... ...." » never leave the goal
allow = "R"⏎recoloring = "uuuu .... .... .... .... ...."⏎patterns = [".... .... .... uuuu .... ...."] » to any of the patterns
"#,
    ));
    for [stage, says] in cases {
        let error = stage_error(&pocket, stage);
        assert!(error.starts_with("stage 1 of plan `bad`: "), "{error}");
        assert!(error.contains(says), "no `{says}` in: {error}");
    }
    let alike = colored_beads(&[("x", "ab"), ("y", "cd")], &["a b c", "b c d"]);
    let error = stage_error(&alike, "allow = \"A B\"\ngroup = \"A\"");
    let has_both = error.contains("look alike") && error.contains("recoloring");
    assert!(has_both, "{error}");
    let error = stage_error(&alike, "allow = \"A B\"\nrecoloring = \"a b c c\"");
    assert!(error.contains("look alike"), "{error}");
}

#[test]
fn a_wrong_or_missing_plan_file_is_reported_by_name() {
    let folder = Folder::new();
    let path = folder.write("bad.toml", GOOD.replace("U R F", "U R Q"));
    let solve = "solve pocket --scramble R --plan-file";
    let run = run!("{solve} {path}").ends(1).prints_nothing();
    run.says(&["bad.toml:7:9"]);
    run!("{solve} missing.toml")
        .ends(1)
        .says(&["cannot read missing.toml"]);
}

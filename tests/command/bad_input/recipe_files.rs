use super::*;
use crate::common::each;

#[track_caller]
fn refused_file(text: &str, says: &[&str]) {
    let folder = Folder::new();
    let path = folder.write("bad.toml", text);
    let solve = format!("solve pocket --scramble R --recipe-file {path}");
    refused(&solve, 1, &[&[&*path], says].concat());
}

#[test]
fn a_mistake_is_reported_with_its_line_and_the_allowed_values() {
    let good = data("encodings/recipes/mux-idle.toml");
    each(
        r#"
order = » ordre = » :8:1 » unknown field `ordre` » `order`
"canonical" » "random" » :8:9 » unknown variant `random` » `none`, `no-same-face`, `canonical`
mux-flat » mux-deep » `mux-flat` » `mux-tree`
"trailing" » true » :9:8
"mux-idle" » "a b" » :3:8 » letters, digits
state = "color-binary"⏎ »  » missing field `state`
title = " » title = "\u001b[2J » :4:9 » the title » cannot be seen
"#,
        |[from, to], says| {
            assert!(good.contains(from));
            refused_file(&good.replace(from, to), says);
        },
    );
    refused_file("", &["missing field `name`"]);
    refused_file("name = ", &[":1:"]);
    let both = "solve pocket --scramble R --recipe-file missing.toml --recipe mux";
    refused(both, 2, &["--recipe", "--recipe-file"]);
}

#[test]
fn the_reference_formula_combines_with_no_other_part() {
    let good = data("encodings/recipes/mux-reference.toml");
    let tree = good.replace("mux-flat", "mux-tree");
    refused_file(&tree, &["`reference`", "`mux-flat`"]);
    let parts = r#"idle = "trailing"⏎order = "canonical"⏎distinct = true⏎symmetry = "rotation""#;
    for part in parts.split('⏎') {
        let key = part.split(' ').next().unwrap();
        refused_file(&format!("{good}{part}\n"), &["`reference`", key]);
    }
}

#[test]
fn incompatible_parts_are_refused_with_their_position() {
    let good = data("encodings/recipes/placements.toml");
    for transition in ["mux-flat", "mux-tree"] {
        let mux = good.replace("conditional", transition);
        let with = |selector: &str| mux.replace("\"onehot\"", &format!("{selector:?}"));
        for selector in ["onehot", "face-and-turn"] {
            let says = [":7:14", "binary", "`conditional`"];
            refused_file(&with(selector), &says);
        }
        assert!(Recipe::from_toml("own", &with("binary")).is_ok());
    }
    let uniform = format!("{good}goal = \"uniform\"\n");
    refused_file(&uniform, &[":10:8", "`placement-onehot`", "`fixed`"]);
    let colors = uniform.replace("placement-onehot", "color-onehot");
    assert!(Recipe::from_toml("own", &colors).is_ok());
    let reference = data("encodings/recipes/mux-reference.toml");
    let onehot = reference.replace("color-binary", "color-onehot");
    refused_file(&onehot, &[":8:8", "`reference`", "`color-binary`"]);
}

use super::*;

#[track_caller]
pub fn refused_map(map: &str, says: &[&str]) {
    let folder = Folder::new();
    let map = folder.write("map.json", map);
    let model = folder.write("model", competition_lines(&encoded().model));
    refused(format!("decode {map} {model}"), 1, says);
}

/// Checks that a map with one changed value is rejected.
#[track_caller]
pub fn refused_change(change: impl FnOnce(&mut Value), says: &[&str]) {
    let mut map: Value = serde_json::from_str(&encoded().map).unwrap();
    change(&mut map);
    refused_map(&map.to_string(), says);
}

#[test]
fn the_unchanged_map_and_model_are_accepted() {
    let folder = Folder::new();
    let map = folder.write("map.json", &encoded().map);
    let model = folder.write("model", competition_lines(&encoded().model));
    let run = run!("decode {map} {model} --format alg").ends(0);
    assert_eq!(run.out, "U2 R'\n");
}

#[test]
fn files_that_are_not_maps_are_refused() {
    for text in [
        "",
        "nonsense",
        "[]",
        "{}",
        "null",
        "{\"format\": 1}",
        "p cnf 1 1\n1 0\n",
    ] {
        refused_map(
            text,
            &["map.json", "not a map written by `twistsat encode`"],
        );
    }
    let folder = Folder::new();
    let model = folder.write("model", competition_lines(&encoded().model));
    let missing = folder.arg("missing.json");
    refused(
        format!("decode {missing} {model}"),
        1,
        &["cannot read", "missing.json"],
    );
    let binary = folder.write("binary.json", b"\x80\x81");
    refused(
        format!("decode {binary} {model}"),
        1,
        &["cannot read", "binary.json", "UTF-8"],
    );
}

#[test]
fn a_map_of_another_version_is_refused_for_its_version() {
    refused_map(
        "{\"format\":\"twistsat-map-9\",\"new\":[]}",
        &["twistsat-map-9", "twistsat-map-3"],
    );
    refused_change(
        |map| map["format"] = json!("twistsat-map-2"),
        &["twistsat-map-2", "twistsat-map-3", "create it again"],
    );
}

#[test]
fn a_map_truncated_anywhere_is_refused() {
    let map = encoded().map.trim_end();
    for part in 0..12 {
        let mut end = map.len() * part / 12;
        while !map.is_char_boundary(end) {
            end -= 1;
        }
        refused_map(&map[..end], &["map.json", "not a map"]);
    }
    refused_map(&map[..map.len() - 1], &["map.json", "not a map"]);
}

#[test]
fn numbers_out_of_range_are_refused() {
    refused_change(
        |map| map["selectors"][0][0] = json!(1_000_000),
        &["literal 1000000"],
    );
    refused_change(
        |map| map["selectors"][0][0] = json!(-2_147_483_648i64),
        &["literal"],
    );
    refused_change(|map| map["selectors"][0][0] = json!(0), &["literal 0"]);
    refused_change(
        |map| map["selectors"][0][0] = json!(1u64 << 40),
        &["not a map"],
    );
    refused_change(|map| map["variables"] = json!(u32::MAX), &["variables"]);
    refused_change(|map| map["variables"] = json!(1), &["with 1 variables"]);
    refused_change(|map| map["variables"] = json!(-1), &["not a map"]);
    let wide = vec![json!(1); 70];
    refused_change(|map| map["selectors"][0] = json!(wide), &["70 bits"]);
    refused_change(
        |map| map["question"]["turns"] = json!(u64::MAX),
        &["turns are too many"],
    );
}

#[test]
fn incompatible_parts_are_refused() {
    let pop = |at: &'static str| {
        move |map: &mut Value| drop(map.pointer_mut(at).unwrap().as_array_mut().unwrap().pop())
    };
    refused_change(pop("/selectors"), &["selectors"]);
    refused_change(pop("/states"), &["states"]);
    refused_change(
        |map| map["question"]["allow"] = json!("R F"),
        &["not allowed"],
    );
    refused_change(
        |map| drop(map["states"][1].as_array_mut().unwrap().pop()),
        &["facelets"],
    );
    refused_change(|map| map["codes"][0] = json!("X2"), &["no turn `X2`"]);
    refused_change(|map| map["codes"][0] = json!("L"), &["not allowed"]);
    refused_change(
        |map| map["question"]["state"] = json!("GO"),
        &["damaged", "24"],
    );
    refused_change(
        |map| map["question"]["to"] = json!("X".repeat(24)),
        &["damaged", "X"],
    );
    refused_change(
        |map| map["question"]["allow"] = json!("X2"),
        &["damaged", "X2"],
    );
    refused_change(
        |map| {
            drop(map["question"].as_object_mut().unwrap().remove("puzzle"));
            map["question"]["puzzle_file"] = json!({"name": "my.toml", "text": "name = 1"});
        },
        &["damaged", "my.toml:1:8"],
    );
    refused_change(|map| map["question"]["metric"] = json!("stm"), &["`htm`"]);
    refused_change(
        |map| map["surplus"] = json!(1),
        &["unknown field `surplus`"],
    );
    refused_change(
        |map| map["question"]["surplus"] = json!(1),
        &["unknown field `surplus`"],
    );
    refused_change(
        |map| drop(map["question"].as_object_mut().unwrap().remove("state")),
        &["damaged", "give a start"],
    );
    refused_change(
        |map| drop(map.as_object_mut().unwrap().remove("question")),
        &["`question`"],
    );
    refused_change(
        |map| map["puzzle_sha256"] = json!("0"),
        &[
            "damaged",
            "`puzzle_sha256` is not that of its puzzle `pocket`",
        ],
    );
}

#[test]
fn turns_that_do_not_replay_are_never_printed() {
    let says = ["not a model of the formula"];
    refused_change(
        |map| map["question"]["to"] = json!("R"),
        &["do not lead from the start"],
    );
    refused_change(
        |map| map["codes"].as_array_mut().unwrap().rotate_left(1),
        &says,
    );
    refused_change(|map| map["codes"].as_array_mut().unwrap().reverse(), &says);
    refused_change(
        |map| map["selectors"].as_array_mut().unwrap().reverse(),
        &says,
    );
    refused_change(|map| map["states"].as_array_mut().unwrap().reverse(), &says);
}

#[test]
fn a_metric_that_does_not_count_the_allowed_turns_is_refused() {
    refused_change(
        |map| map["question"]["metric"] = "qtm".into(),
        &["which is not allowed"],
    );
    refused_change(
        |map| map["question"]["metric"] = "stm".into(),
        &["unknown metric `stm`"],
    );
}

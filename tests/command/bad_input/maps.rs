use super::*;

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
        encoded().refuses_map(
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
    encoded().refuses_map(
        "{\"format\":\"twistsat-map-9\",\"new\":[]}",
        &["twistsat-map-9", "twistsat-map-3"],
    );
    encoded().refuses_each_change(
        r#"/format = "twistsat-map-2" » twistsat-map-2 » twistsat-map-3 » create it again"#,
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
        encoded().refuses_map(&map[..end], &["map.json", "not a map"]);
    }
    encoded().refuses_map(&map[..map.len() - 1], &["map.json", "not a map"]);
}

#[test]
fn numbers_out_of_range_are_refused() {
    encoded().refuses_each_change(
        r"
/selectors/0/0 = 1000000 » literal 1000000
/selectors/0/0 = -2147483648 » literal
/selectors/0/0 = 0 » literal 0
/selectors/0/0 = 1099511627776 » not a map
/variables = 4294967295 » variables
/variables = 1 » with 1 variables
/variables = -1 » not a map
/question/turns = 18446744073709551615 » turns are too many
",
    );
    let wide = vec![json!(1); 70];
    encoded().refuses_change(|map| map["selectors"][0] = json!(wide), &["70 bits"]);
}

#[test]
fn incompatible_parts_are_refused() {
    encoded().refuses_each_change(
        r#"
/selectors/1 = » selectors
/states/2 = » states
/question/allow = "R F" » not allowed
/states/1/23 = » facelets
/codes/0 = "X2" » no turn `X2`
/codes/0 = "L" » not allowed
/question/state = "GO" » damaged » 24
/question/to = "XXXXXXXXXXXXXXXXXXXXXXXX" » damaged » X
/question/allow = "X2" » damaged » X2
/question/puzzle = » /question/puzzle_file = {"name": "my.toml", "text": "name = 1"} » damaged » my.toml:1:8
/question/metric = "stm" » `htm`
/surplus = 1 » unknown field `surplus`
/question/surplus = 1 » unknown field `surplus`
/question/state = » damaged » give a start
/question = » `question`
/puzzle_sha256 = "0" » damaged » `puzzle_sha256` is not that of its puzzle `pocket`
"#,
    );
}

#[test]
fn turns_that_do_not_replay_are_never_printed() {
    let says = ["not a model of the formula"];
    encoded().refuses_each_change(r#"/question/to = "R" » do not lead from the start"#);
    encoded().refuses_change(
        |map| map["codes"].as_array_mut().unwrap().rotate_left(1),
        &says,
    );
    encoded().refuses_change(|map| map["codes"].as_array_mut().unwrap().reverse(), &says);
    encoded().refuses_change(
        |map| map["selectors"].as_array_mut().unwrap().reverse(),
        &says,
    );
    encoded().refuses_change(|map| map["states"].as_array_mut().unwrap().reverse(), &says);
}

#[test]
fn a_metric_that_does_not_count_the_allowed_turns_is_refused() {
    encoded().refuses_each_change(
        r#"
/question/metric = "qtm" » which is not allowed
/question/metric = "stm" » unknown metric `stm`
"#,
    );
}

//! Maps of placements and of one-hot turns: the same promises as for colors.

use super::*;

type Change = fn(&mut Value);

#[test]
fn the_unchanged_maps_are_accepted() {
    for recipe in Recipe::built_in_names() {
        let encoded = encoded_with(recipe);
        let folder = Folder::new();
        let map = folder.write("map.json", &encoded.map);
        let model = folder.write("model", competition_lines(&encoded.model));
        let run = run!("decode {map} {model} --format alg").ends(0);
        assert_eq!(run.out, "U2 R'\n", "{recipe}");
    }
}

#[test]
fn pieces_and_placements_must_be_those_of_the_puzzle() {
    let encoded = encoded_with("placements");
    encoded.refuses_each_change(
        r#"
/pieces/6 = » pieces and placements
/placements/0/0 = "X1" » pieces and placements
/states/1/6 = » facelets or pieces
/states/1/0/- = 1 » 22 bits where 21 are needed
/state = "color-onehot" » pieces and placements
"#,
    );
    for list in ["/pieces", "/placements/0"] {
        let exchange = |map: &mut Value| {
            map.pointer_mut(list)
                .unwrap()
                .as_array_mut()
                .unwrap()
                .swap(0, 1)
        };
        encoded.refuses_change(exchange, &["pieces and placements"]);
    }
}

#[test]
fn a_model_with_other_placements_is_refused() {
    let encoded = encoded_with("placements");
    let cases: [(&str, Change, &[&str]); 4] = [
        (
            "two pieces exchanged at a step",
            |map| map["states"][1].as_array_mut().unwrap().swap(0, 1),
            &["step 1", "placement of the piece from"],
        ),
        (
            "a piece at two placements",
            |map| map["states"][2][0] = json!(vec![true; 21]),
            &["step 2", "placement of the piece from"],
        ),
        (
            "two turns at once",
            |map| map["selectors"][0] = json!(vec![true; 9]),
            &["two turns at once, as turn 1"],
        ),
        (
            "no turn at all",
            |map| map["selectors"][1] = json!(vec![false; 9]),
            &["choice for turn 2 does not stand for a turn"],
        ),
    ];
    for (name, change, says) in cases {
        println!("{name}");
        let says = [&["not a model of the formula"], says].concat();
        encoded.refuses_change(change, &says);
    }
}

#[test]
fn a_model_with_other_faces_is_refused() {
    let encoded = encoded_with("faces");
    let cases: [(&str, Change, &[&str]); 3] = [
        (
            "two faces",
            |map| map["selectors"][0] = json!(vec![true; 6]),
            &["two turns at once, as turn 1"],
        ),
        (
            "a face without a power",
            |map| map["selectors"][0] = json!([true, false, false, false, false, false]),
            &["choice for turn 1 does not stand for a turn"],
        ),
        (
            "the turns of both slots exchanged",
            |map| map["selectors"].as_array_mut().unwrap().swap(0, 1),
            &["step 1"],
        ),
    ];
    for (name, change, says) in cases {
        println!("{name}");
        let says = [&["not a model of the formula"], says].concat();
        encoded.refuses_change(change, &says);
    }
}

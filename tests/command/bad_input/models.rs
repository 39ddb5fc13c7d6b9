use super::*;

#[track_caller]
fn refused_model(model: impl AsRef<[u8]>, says: &[&str]) {
    let folder = Folder::new();
    let map = folder.write("map.json", &encoded().map);
    let model = folder.write("model", model);
    refused(
        format!("decode {map} {model}"),
        1,
        &[&["model"], says].concat(),
    );
}

#[test]
fn malformed_answers_are_refused() {
    refused_model("", &["no verdict"]);
    refused_model("c only a comment\n", &["no verdict"]);
    refused_model("nonsense\n", &["line 1", "`nonsense`"]);
    refused_model("s PERHAPS\n", &["line 1", "`PERHAPS` is not a verdict"]);
    refused_model(
        "s SATISFIABLE\ns UNSATISFIABLE\n",
        &["line 2", "contradicts"],
    );
    refused_model(
        "s UNSATISFIABLE\nv 1 2 0\n",
        &["verdict is not satisfiable"],
    );
    refused_model("SAT\n1 2 x 0\n", &["line 2", "`x` is not a literal"]);
    refused_model(
        "s SATISFIABLE\nv 1 99999999999999999999 0\n",
        &["line 2", "not a literal"],
    );
    refused_model(b"\x7fELF\x02\xff\xfe\x00", &["cannot read", "UTF-8"]);
    refused_model("\0\0\0\0", &["line 1"]);
    refused_model("p cnf 1 1\n1 0\n", &["line 1", "`p`"]);
    let folder = Folder::new();
    let map = folder.write("map.json", &encoded().map);
    let missing = folder.arg("missing");
    refused(
        format!("decode {map} {missing}"),
        1,
        &["cannot read", "missing"],
    );
}

#[test]
fn a_model_of_another_formula_is_refused() {
    let model = &encoded().model;
    let short = &model[..model.len() - 3];
    refused_model(competition_lines(short), &["too short", "variables"]);
    refused_model(competition_lines(&[]), &["too short", "not to variable 1"]);
    let next = model.len() as i64 + 1;
    let foreign = [&model[..], &[-next]].concat();
    let says = format!(
        "literal -{next}, but the formula has {} variables",
        model.len()
    );
    refused_model(competition_lines(&foreign), &["line 2", &says]);
    refused_model(
        "s SATISFIABLE\nv -9223372036854775808 0\n",
        &["line 2", "literal"],
    );
    let mut both = model.clone();
    both.push(-model[0]);
    refused_model(
        competition_lines(&both),
        &["line 2", "variable 1 is given both values"],
    );
}

#[test]
fn a_truncated_model_is_refused() {
    let whole = competition_lines(&encoded().model);
    let cut = whole.strip_suffix(" 0\n").unwrap();
    refused_model(cut, &["does not end with 0"]);
    refused_model(
        cut.replace("s SATISFIABLE\nv", "SAT\n"),
        &["does not end with 0"],
    );
    let (half, _) = whole[..whole.len() / 2].rsplit_once(' ').unwrap();
    refused_model(half, &["does not end with 0"]);
    refused_model(format!("{whole}v 1 0\n"), &["line 3", "after the 0"]);
}

#[test]
fn a_model_with_any_wrong_selector_bit_is_refused() {
    let map: Value = serde_json::from_str(&encoded().map).unwrap();
    let mut bits = 0;
    for selector in map["selectors"].as_array().unwrap() {
        for bit in selector.as_array().unwrap() {
            let variable = bit.as_i64().unwrap().unsigned_abs() as usize;
            let mut model = encoded().model.clone();
            model[variable - 1] *= -1;
            refused_model(
                competition_lines(&model),
                &["this is not a model of the formula"],
            );
            bits += 1;
        }
    }
    assert_eq!(bits, 8, "two turns out of nine");
}

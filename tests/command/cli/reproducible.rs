//! Equal commands of one version give equal answers, byte for byte, and name their version.

use super::*;

#[test]
fn the_same_seed_gives_the_same_scrambles_and_another_gives_others() {
    let scrambles = |more: &str| run!("scramble pocket {more}").ends(0).out;
    let first = scrambles("--count 3 --seed 7");
    assert_eq!(first, scrambles("--count 3 --seed 7"));
    assert_ne!(first, scrambles("--count 3 --seed 8"));
    let lines: Vec<&str> = first.lines().collect();
    assert_eq!(lines.len(), 3);
    for line in lines {
        let turns: Vec<&str> = line.split(' ').collect();
        assert_eq!(turns.len(), 30, "{line}");
        assert!(
            turns.windows(2).all(|pair| pair[0][..1] != pair[1][..1]),
            "{line}"
        );
        assert!(
            turns.iter().all(|turn| "RUF".contains(&turn[..1])),
            "{line}"
        );
    }
    let quarter = scrambles("--metric qtm --all-turns --turns 200");
    assert!(!quarter.contains('2') && quarter.contains('D'), "{quarter}");
    assert_eq!(scrambles("--turns 0"), "\n");
    assert_eq!(scrambles("--count 0"), "");
}

#[test]
fn a_list_of_scrambles_is_a_batch() {
    let list = run!("scramble pocket --count 4 --turns 2").ends(0).out;
    let batch = "solve pocket --batch - --max-turns 2 --quiet";
    let solved = run_with_stdin(batch, list.as_bytes()).ends(0);
    assert_eq!(solved.out.lines().count(), 4);
    assert_eq!(solved.out.matches("minimal").count(), 4, "{solved:#?}");
}

#[test]
fn reports_name_version_puzzle_and_recipe() {
    let puzzle = twistsat::Puzzle::built_in("pocket").unwrap().sha256();
    let recipe = twistsat::Recipe::built_in("lemmas").unwrap().sha256;
    let folder = Folder::new();
    let path = folder.arg("a.cnf");
    run(encode_one(&path)).ends(0);
    let (formula, map) = (folder.read("a.cnf"), folder.read("a.cnf.map.json"));
    for part in [&puzzle, &recipe, env!("CARGO_PKG_VERSION")] {
        assert!(formula.contains(part), "no {part} in {formula}");
    }
    let map: Value = serde_json::from_str(&map).unwrap();
    assert_eq!(map["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(map["recipe_sha256"], recipe);
    let model = folder.write("unsat", "s UNSATISFIABLE\n");
    let calls: [(&[&str], i32); 3] = [
        (&["solve", "pocket", "--scramble", "R"], 0),
        (
            &["enumerate", "pocket", "--scramble", "R", "--turns", "1"],
            0,
        ),
        (&["decode", &format!("{path}.map.json"), &model], 20),
    ];
    for (call, code) in calls {
        let json = run((&call, "--format json")).ends(code).json();
        assert_eq!(json["version"], env!("CARGO_PKG_VERSION"));
        assert_eq!(json["puzzle_sha256"], puzzle);
        assert_eq!(json["recipe_sha256"], recipe);
    }
}

/// A report without its times.
fn without_seconds(json: &str) -> Value {
    let mut json: Value = serde_json::from_str(json).unwrap();
    for attempt in json["attempts"].as_array_mut().unwrap() {
        for seconds in ["encode_seconds", "solve_seconds"] {
            attempt.as_object_mut().unwrap().remove(seconds);
        }
    }
    json
}

#[test]
#[ignore = "long check"]
fn every_solver_gives_the_same_answer_every_time() {
    for &solver in SOLVERS {
        let solve = |format: &str| {
            let scramble = r#"solve pocket --scramble "R U2 F' R2 U" --max-turns 7"#;
            run!("{scramble} --quiet --solver {solver} --format {format}")
                .ends(0)
                .out
        };
        assert_eq!(solve("text"), solve("text"), "{solver}");
        let [one, two] = [(); 2].map(|()| without_seconds(&solve("json")));
        assert_eq!(one, two, "{solver}");
        let enumerate = || {
            run!(r#"enumerate pocket --scramble "R U2 F'" --turns 5 --solver {solver}"#)
                .ends(0)
                .out
        };
        assert_eq!(enumerate(), enumerate(), "{solver}");
    }
}

/// The example is that of docs/json.md.
#[test]
fn the_hash_of_a_recipe_depends_on_its_meaning_only() {
    use sha2::{Digest, Sha256};
    let meaning = r#"{"selector":"binary","state":"color-binary","transition":"mux-tree"}"#;
    let hash = Sha256::digest(meaning.as_bytes());
    let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    let built_in = twistsat::Recipe::built_in("mux-tree").unwrap();
    assert_eq!(built_in.sha256, hash);
    let text = "# Mine.\ntransition = \"mux-tree\"\nselector = \"binary\"\nstate = \"color-binary\"\ntitle = \"Mine\"\nname = \"mine\"\n";
    let mine = twistsat::Recipe::from_toml("mine.toml", text).unwrap();
    assert_eq!(mine.sha256, hash);
    let other = twistsat::Recipe::from_toml("o.toml", &text.replace("mux-tree", "mux-flat"));
    assert_ne!(other.unwrap().sha256, hash);
}

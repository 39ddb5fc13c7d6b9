//! Equal commands of one version give equal answers, byte for byte, and name their version.

use super::*;

#[test]
fn the_same_seed_gives_the_same_scrambles_and_another_gives_others() {
    let scrambles = |more: &str| run!("scramble pocket {more}").ends(0).out;
    let first = scrambles("--count 3 --seed 7");
    assert_eq!(first, scrambles("--count 3 --seed 7"));
    assert_ne!(first, scrambles("--count 3 --seed 8"));
    assert_eq!(first.lines().count(), 3);
    for line in first.lines() {
        let faces: Vec<&str> = line.split(' ').map(|turn| &turn[..1]).collect();
        assert_eq!(faces.len(), 30, "{line}");
        assert!(faces.windows(2).all(|pair| pair[0] != pair[1]), "{line}");
        assert!(faces.iter().all(|face| "RUF".contains(face)), "{line}");
    }
    let quarter = scrambles("--metric qtm --all-turns --turns 200");
    assert!(!quarter.contains('2') && quarter.contains('D'), "{quarter}");
    assert_eq!(scrambles("--turns 0"), "\n");
    assert_eq!(scrambles("--count 0"), "");
    // They can be solved as a list.
    let list = scrambles("--count 4 --turns 2");
    let batch = "solve pocket --batch - --max-turns 2 --quiet";
    let solved = run_with_stdin(batch, list.as_bytes()).ends(0);
    assert_eq!(solved.out.lines().count(), 4);
    assert_eq!(solved.out.matches("minimal").count(), 4, "{solved:#?}");
}

#[test]
fn reports_name_version_puzzle_and_recipe() {
    let puzzle = twistsat::Puzzle::built_in("pocket").unwrap().sha256();
    let recipe = twistsat::Recipe::built_in("lemmas").unwrap().sha256;
    let version = env!("CARGO_PKG_VERSION");
    let keys = json!({"version": version, "puzzle_sha256": puzzle, "recipe_sha256": recipe});
    let folder = Folder::new();
    run_in(&folder, encode_one("a.cnf")).ends(0);
    let formula = folder.read("a.cnf");
    for part in [&puzzle, &recipe, version] {
        assert!(formula.contains(part), "no {part} in {formula}");
    }
    assert_keys(&folder.json("a.cnf.map.json"), keys.clone());
    folder.write("unsat", "s UNSATISFIABLE\n");
    for (call, code) in [
        ("solve pocket --scramble R", 0),
        ("enumerate pocket --scramble R --turns 1", 0),
        ("decode a.cnf.map.json unsat", 20),
    ] {
        let run = run_in!(&folder, "{call} --format json").ends(code);
        run.reports(keys.clone());
    }
}

#[test]
#[ignore = "long check"]
fn every_solver_gives_the_same_answer_every_time() {
    for &solver in SOLVERS {
        for call in [
            r#"solve pocket --scramble "R U2 F' R2 U" --max-turns 7 --quiet"#,
            r#"enumerate pocket --scramble "R U2 F'" --turns 5"#,
        ] {
            let [one, two] = [(); 2].map(|()| run!("{call} --solver {solver}").ends(0).out);
            assert_eq!(one, two, "{solver}");
        }
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

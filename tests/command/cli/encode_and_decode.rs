//! `encode` and `decode`: formulas, their maps, and models of them.

use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;
use std::time::{Duration, Instant};

use flate2::read::GzDecoder;

use super::*;

use twistsat::sat::Clauses;

const SCRAMBLE: &str = r#"encode pocket --scramble "R U2 F'""#;

#[test]
fn the_formula_and_its_map_are_written_to_cnf_out_under_a_descriptive_name() {
    let folder = Folder::new();
    let run = run_in!(folder.path(), "{SCRAMBLE} --turns 3 --recipe mux").ends(0);
    let cnf = std::path::Path::new("cnf-out").join("pocket-mux-exactly-3.cnf");
    let map = std::path::Path::new("cnf-out").join("pocket-mux-exactly-3.cnf.map.json");
    assert_eq!(run.out, format!("{}\n{}\n", cnf.display(), map.display()));
    assert!(folder.path().join(cnf).is_file() && folder.path().join(map).is_file());
    assert_eq!(
        std::fs::read_dir(folder.path_of("cnf-out"))
            .unwrap()
            .count(),
        2,
        "cnf-out has other files"
    );
}

#[test]
fn at_most_n_turns_requires_a_recipe_with_idle_slots() {
    let folder = Folder::new();
    let run = |recipe| run_in!(folder.path(), "{SCRAMBLE} --max-turns 4 --recipe {recipe}");
    run("mux").ends(2).says(&["idle"]);
    assert!(folder.names().is_empty(), "{:?}", folder.names());
    run("mux-idle")
        .ends(0)
        .prints(&["pocket-mux-idle-at-most-4.cnf"]);
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let folder = Folder::new();
    for name in ["a.cnf", "b.cnf"] {
        let path = folder.arg(name);
        run!("{SCRAMBLE} --turns 4 -o {path}").ends(0);
    }
    assert!(folder.read("a.cnf") == folder.read("b.cnf"));
    assert!(folder.read("a.cnf.map.json") == folder.read("b.cnf.map.json"));
    assert_eq!(
        folder.names(),
        ["a.cnf", "a.cnf.map.json", "b.cnf", "b.cnf.map.json"]
    );
}

#[test]
fn a_dash_writes_the_formula_to_stdout_and_the_map_only_on_request() {
    let folder = Folder::new();
    let arguments = format!("{SCRAMBLE} --turns 3 -o");
    let path = folder.arg("a.cnf");
    run!("{arguments} {path}").ends(0);
    let formula = folder.read("a.cnf");
    let bare = run_in!(folder.path(), "{arguments} -").ends(0);
    assert!(bare.out == formula);
    assert_eq!(folder.names(), ["a.cnf", "a.cnf.map.json"]);
    let map = folder.arg("b.json");
    let both = run!("{arguments} - --map {map}").ends(0);
    assert!(both.out == formula);
    assert!(folder.read("b.json") == folder.read("a.cnf.map.json"));
}

#[test]
fn a_formula_whose_name_ends_with_gz_is_compressed() {
    let folder = Folder::new();
    let [plain, compressed] = ["a.cnf", "b.cnf.gz"].map(|name| folder.arg(name));
    for path in [&plain, &compressed] {
        run!("{SCRAMBLE} --turns 2 -o {path}").ends(0);
    }
    let mut text = String::new();
    let file = std::fs::File::open(compressed).unwrap();
    GzDecoder::new(file).read_to_string(&mut text).unwrap();
    assert_eq!(text, folder.read("a.cnf"));
}

#[test]
fn comments_describe_the_formula() {
    let run = run!("{SCRAMBLE} --turns 3 -o -").ends(0);
    let comments: Vec<&str> = run
        .out
        .lines()
        .take_while(|line| line.starts_with("c "))
        .collect();
    let comments = comments.join("\n");
    for word in [
        "twistsat",
        "pocket",
        "Pocket",
        "start",
        "goal",
        "exactly 3 turns",
        "recipe",
    ] {
        assert!(
            comments.to_lowercase().contains(&word.to_lowercase()),
            "{word}: {comments}"
        );
    }
    let header = run
        .out
        .lines()
        .find(|line| !line.starts_with("c "))
        .unwrap();
    assert!(header.starts_with("p cnf "), "{header}");
}

#[test]
fn the_dimacs_file_agrees_with_its_header_its_map_and_the_encoder() {
    let folder = Folder::new();
    for recipe in ["mux", "mux-tree", "mux-idle", "mux-reference"] {
        let path = folder.arg("a.cnf");
        run!("{SCRAMBLE} --turns 3 --recipe {recipe} -o {path}").ends(0);
        let text = folder.read("a.cnf");
        let header = text
            .lines()
            .find(|line| line.starts_with("p cnf "))
            .unwrap();
        let numbers: Vec<usize> = header
            .split(' ')
            .skip(2)
            .map(|number| number.parse().unwrap())
            .collect();
        let map = folder.json("a.cnf.map.json");
        assert_eq!(json!(numbers), json!([map["variables"], map["clauses"]]));
        let read: SatInstance<BasicVarManager> =
            fio::dimacs::parse_cnf(&mut text.as_bytes()).unwrap();
        assert_eq!(read.cnf().len(), numbers[1]);
        let recipe = Recipe::built_in(recipe).unwrap();
        let made = encode(&scrambled("R U2 F'", Budget::Exactly(3)), &recipe).unwrap();
        assert!(Clauses::from(read.cnf()) == made.cnf, "{}", recipe.name);
        assert_eq!(numbers[0], made.variables as usize);
    }
}

/// A model of a DIMACS text, one literal per variable.
pub fn solve_dimacs(text: &str) -> Vec<String> {
    let instance: SatInstance<BasicVarManager> =
        fio::dimacs::parse_cnf(&mut text.as_bytes()).unwrap();
    let header = text
        .lines()
        .find_map(|line| line.strip_prefix("p cnf "))
        .unwrap();
    let variables: u32 = header.split(' ').next().unwrap().parse().unwrap();
    let backend = by_name("batsat").unwrap();
    let formula = Clauses::from(instance.cnf());
    let mut session = Session::new(backend, &formula, variables).unwrap();
    let Verdict::Sat(model) = session.solve(&Control::unlimited()).unwrap() else {
        panic!("the formula must have a model");
    };
    model
        .iter()
        .map(|literal| literal.to_ipasir().to_string())
        .collect()
}

#[test]
fn a_model_in_either_format_decodes_to_turns_that_solve_the_state() {
    let folder = Folder::new();
    for (recipe, budget) in [("mux", "--turns"), ("mux-idle", "--max-turns")] {
        let path = folder.arg("a.cnf");
        run!("encode pocket --state {THREE} {budget} 4 --recipe {recipe} -o {path}").ends(0);
        let literals = solve_dimacs(&folder.read("a.cnf"));
        let lines: Vec<String> = literals
            .chunks(10)
            .map(|chunk| format!("v {}\n", chunk.join(" ")))
            .collect();
        let competition = format!("c hello\ns SATISFIABLE\n{}v 0\n", lines.concat());
        let minisat = format!("SAT\n{} 0\n", literals.join(" "));
        for model in [&competition, &minisat, &competition.replace('\n', "\r\n")] {
            let model = folder.write("a.model", model);
            let map = folder.arg("a.cnf.map.json");
            let alg = run!("decode {map} {model} --format alg").ends(0);
            let problem = problem(THREE, &Target::Any, Budget::AtMost(4));
            assert!(replay(&problem, &alg.out) <= 4);
            let text = run!("decode {map} {model}").ends(0);
            assert!(text.out.ends_with(&alg.out), "{text:#?}");
            assert_eq!(text.out.lines().count(), 8, "{text:#?}");
            let json = run!("decode {map} {model} --format json").ends(0).json();
            assert_eq!(json["solution"], alg.out.trim_end());
            assert_eq!(json["verdict"], "sat");
        }
        let stdin = run_with_stdin(
            format!(
                "decode {} - --format alg --notation cw",
                folder.arg("a.cnf.map.json")
            ),
            minisat.as_bytes(),
        )
        .ends(0);
        assert!(!stdin.out.contains('\''), "{stdin:#?}");
    }
}

#[test]
fn decode_needs_only_map_and_model() {
    let folder = Folder::new();
    let text = data("encodings/puzzles/pocket.toml");
    let puzzle = folder.write("own.toml", text.replace("\"pocket\"", "\"my-own\""));
    let path = folder.arg("a.cnf");
    run!("encode --puzzle-file {puzzle} --scramble R --turns 1 -o {path}").ends(0);
    std::fs::remove_file(folder.path_of("own.toml")).unwrap();
    let literals = solve_dimacs(&folder.read("a.cnf"));
    std::fs::remove_file(folder.path_of("a.cnf")).unwrap();
    let model = folder.write("a.model", format!("SAT\n{} 0\n", literals.join(" ")));
    let run = run!(
        "decode {} {model} --format json",
        folder.arg("a.cnf.map.json")
    )
    .ends(0);
    let json = run.json();
    assert_eq!(
        (&json["puzzle"], &json["solution"]),
        (&json!("my-own"), &json!("R'"))
    );
}

#[test]
fn decode_exits_with_20_for_unsatisfiable_and_30_for_unknown() {
    let folder = Folder::new();
    let path = folder.arg("a.cnf");
    run!("{SCRAMBLE} --turns 2 -o {path}").ends(0);
    let map = folder.arg("a.cnf.map.json");
    for (answer, code, verdict) in [
        ("s UNSATISFIABLE\n", 20, "unsat"),
        ("UNSAT\n", 20, "unsat"),
        ("s UNKNOWN\n", 30, "unknown"),
        ("INDET\n", 30, "unknown"),
    ] {
        let model = folder.write("a.model", answer);
        run!("decode {map} {model}")
            .ends(code)
            .prints(&["exactly 2 turns"]);
        run!("decode {map} {model} --format alg")
            .ends(code)
            .prints_nothing();
        let json = run!("decode {map} {model} --format json").ends(code).json();
        assert_eq!(
            (&json["verdict"], &json["turns"]),
            (&json!(verdict), &Value::Null)
        );
    }
}

#[test]
fn an_existing_file_survives_a_failed_encoding() {
    let folder = Folder::new();
    let path = folder.write("a.cnf", "mine");
    folder.write("a.cnf.map.json", "mine too");
    let encode = format!("encode pocket -o {path} --scramble");
    for (rest, code) in [
        (&["R", "--turns", "1000000"][..], 1),
        (&["R X", "--turns", "1"], 1),
        (&["R", "--max-turns", "1", "--recipe", "mux"], 2),
        (
            &[
                "R",
                "--turns",
                "1",
                "--to",
                "solved",
                "--recipe",
                "mux-uniform",
            ],
            1,
        ),
        (
            &["R", "--turns", "1", "--map", "no/such/folder/map.json"],
            1,
        ),
        (&["R", "--turns", "1", "--map", &path], 2),
    ] {
        run((&encode, &rest)).ends(code);
        assert_eq!(folder.read("a.cnf"), "mine", "{rest:?}");
        assert_eq!(folder.read("a.cnf.map.json"), "mine too", "{rest:?}");
        assert_eq!(
            folder.names(),
            ["a.cnf", "a.cnf.map.json"],
            "{rest:?} left files behind"
        );
    }
    run!("{encode} R --turns 1").ends(0);
    assert!(folder.read("a.cnf").contains("p cnf"));
}

#[test]
fn a_path_that_cannot_be_written_is_an_error_and_leaves_no_file() {
    let folder = Folder::new();
    folder.write("file", "");
    std::fs::create_dir(folder.path_of("folder")).unwrap();
    for bad in ["missing/a.cnf", "file/a.cnf", "folder"] {
        let encode = format!("{SCRAMBLE} --turns 3");
        let path = folder.arg(bad);
        let good = folder.arg("good");
        for arguments in [["-o", &path, "--map", &good], ["-o", &good, "--map", &path]] {
            run((&encode, &arguments)).ends(1).says(&[&path]);
            assert_eq!(folder.names(), ["file", "folder"], "{arguments:?}");
        }
    }
}

#[test]
fn the_map_does_not_go_to_stdout() {
    let folder = Folder::new();
    for output in ["-", "a.cnf"] {
        run_in!(folder.path(), "{SCRAMBLE} --turns 1 -o {output} --map -")
            .ends(2)
            .says(&["--map"]);
        assert!(folder.names().is_empty());
    }
}

#[cfg(unix)]
#[test]
fn a_named_pipe_is_written_to_and_not_replaced() {
    use std::os::unix::fs::FileTypeExt;
    let folder = Folder::new();
    let pipe = folder.arg("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    let reader = {
        let pipe = pipe.clone();
        std::thread::spawn(move || std::fs::read_to_string(pipe).unwrap())
    };
    let map = folder.arg("map");
    run!("{SCRAMBLE} --turns 3 -o {pipe} --map {map}").ends(0);
    assert!(std::fs::metadata(&pipe).unwrap().file_type().is_fifo());
    assert!(reader.join().unwrap().contains("p cnf"));
}

#[cfg(unix)]
#[test]
fn an_output_that_is_a_link_stays_a_link() {
    let folder = Folder::new();
    folder.write("real", "old");
    std::os::unix::fs::symlink(folder.path_of("real"), folder.path_of("link")).unwrap();
    let link = folder.arg("link");
    run!("{SCRAMBLE} --turns 3 -o {link}").ends(0);
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(folder.read("real").contains("p cnf"));
    // Also a link whose target does not exist yet, but not a link to itself.
    std::os::unix::fs::symlink("new", folder.path_of("early")).unwrap();
    run!("{SCRAMBLE} --turns 3 -o {}", folder.arg("early")).ends(0);
    assert!(
        std::fs::symlink_metadata(folder.path_of("early"))
            .unwrap()
            .is_symlink()
    );
    assert!(folder.read("new").contains("p cnf"));
    std::os::unix::fs::symlink("loop", folder.path_of("loop")).unwrap();
    run!("{SCRAMBLE} --turns 3 -o {}", folder.arg("loop"))
        .ends(1)
        .says(&["too many links"]);
}

#[test]
fn a_quarter_turn_formula_names_its_metric_and_decodes_to_quarter_turns() {
    let folder = Folder::new();
    let made = run_in!(
        folder.path(),
        "encode pocket --scramble R2 --metric qtm --turns 2"
    )
    .ends(0);
    let name = made.out.lines().next().unwrap();
    assert!(
        name.ends_with("pocket-lemmas-qtm-exactly-2.cnf"),
        "{made:#?}"
    );
    let text = folder.read(name);
    assert!(
        text.contains(
            "c budget exactly 2 quarter turns, metric qtm, allowed turns U U' R R' F F'\n"
        )
    );
    let model = format!("SAT\n{} 0\n", solve_dimacs(&text).join(" "));
    let model = folder.write("model", model);
    let map = folder.arg(&format!("{name}.map.json"));
    let decoded = run!("decode {map} {model} --format json").ends(0).json();
    assert_eq!(decoded["metric"], "qtm");
    assert_eq!(decoded["turns"], 2);
    assert!(["R R", "R' R'"].contains(&decoded["solution"].as_str().unwrap()));
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn formulas_that_would_fill_the_disk_are_refused_by_default() {
    let folder = Folder::new();
    let to = folder.arg("formulas");
    let encode = format!("encode pocket --scramble 'R U F' -o {to} --turns");
    let begin = Instant::now();
    run!("{encode} 0..1000000")
        .ends(2)
        .says(&["more than --max-size 1024; ask for fewer, or raise it"]);
    assert!(begin.elapsed() < Duration::from_secs(10));
    assert!(!folder.path_of("formulas").exists());
    let few = format!("{encode} 2..9 --max-size");
    run!("{few} 1").ends(2);
    assert!(!folder.path_of("formulas").exists());
    run!("{few} 100").ends(0);
    let written = std::fs::read_dir(&to).unwrap();
    let bytes = written.map(|it| it.unwrap().metadata().unwrap().len());
    assert!(bytes.sum::<u64>() > 1 << 20);
    let list = folder.write("list", "R U F\n".repeat(10_000));
    run!("encode pocket --batch {list} --turns 9")
        .ends(2)
        .says(&["more than --max-size 1024"]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_removes_only_the_formulas_written_so_far() {
    for signal in ["INT", "TERM"] {
        let folder = Folder::new();
        for exists_before in [false, true] {
            let name = format!("formulas-{exists_before}");
            let to = folder.arg(&name);
            if exists_before {
                std::fs::create_dir(&to).unwrap();
                std::fs::write(folder.path_of(&name).join("mine"), "mine").unwrap();
            }
            let many = ["encode", "pocket", "--scramble", "R U F", "-o", &to];
            let mut child = Command::new(env!("CARGO_BIN_EXE_twistsat-tested"))
                .args(many)
                .args(["--turns", "2..200", "--max-size", "1000000"])
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            // Wait until two formulas are written.
            let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
            let first: Vec<String> = lines.by_ref().take(4).map(Result::unwrap).collect();
            assert!(first[0].ends_with("exactly-2.cnf"), "{first:?}");
            let status = Command::new("kill")
                .args([&format!("-{signal}"), &child.id().to_string()])
                .status();
            assert!(status.unwrap().success());
            lines.for_each(drop);
            assert_eq!(child.wait().unwrap().code(), Some(130));
            match std::fs::read_dir(&to) {
                Err(_) => assert!(!exists_before),
                Ok(left) => {
                    let left: Vec<_> = left.map(|it| it.unwrap().file_name()).collect();
                    assert!(exists_before && left == ["mine"], "{left:?}");
                }
            }
        }
    }
}

#[test]
fn a_map_has_one_line_per_key_slot_and_state_and_contains_the_puzzle_once() {
    let folder = Folder::new();
    folder.write(
        "three.toml",
        crate::common::puzzles::row("three", 3, &[("T", "a b c")]),
    );
    let words = "encode --puzzle-file three.toml --scramble T --turns 2 -o f.cnf";
    run_in(folder.path(), words).ends(0);
    let text = folder.read("f.cnf.map.json");
    let map: serde_json::Value = serde_json::from_str(&text).unwrap();
    let lines = |key: &str| {
        let rest = text
            .lines()
            .skip_while(|line| !line.starts_with(&format!("  \"{key}\": [")));
        rest.skip(1)
            .take_while(|line| line.starts_with("    "))
            .count()
    };
    assert_eq!((lines("states"), lines("selectors")), (3, 2), "{text}");
    for key in map.as_object().unwrap().keys() {
        assert_eq!(
            text.matches(&format!("\n  \"{key}\": ")).count(),
            1,
            "{key}"
        );
    }
    assert_eq!(text.matches("net = ").count(), 1, "{text}");
}

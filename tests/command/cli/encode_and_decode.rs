//! `encode` and `decode`: formulas, their maps, and models of them.

use std::io::{BufRead, BufReader, Read};
use std::time::{Duration, Instant};

use flate2::read::GzDecoder;

use super::*;

const SCRAMBLE: &str = r#"encode pocket --scramble "R U2 F'""#;

#[test]
fn the_formula_and_its_map_are_written_to_cnf_out_under_a_descriptive_name() {
    let folder = Folder::new();
    let run = run_in!(&folder, "{SCRAMBLE} --turns 3 --recipe mux").ends(0);
    let formula = Path::new("cnf-out").join("pocket-mux-exactly-3.cnf");
    let map = Path::new("cnf-out").join("pocket-mux-exactly-3.cnf.map.json");
    let (formula, map) = (formula.display(), map.display());
    assert_eq!(run.out, format!("{formula}\n{map}\n"));
    let written = std::fs::read_dir(folder.path_of("cnf-out")).unwrap();
    assert_eq!(written.count(), 2);
}

#[test]
fn at_most_n_turns_requires_a_recipe_with_idle_slots() {
    let folder = Folder::new();
    let run = |recipe| run_in!(&folder, "{SCRAMBLE} --max-turns 4 --recipe {recipe}");
    run("mux").ends_saying(2, &["idle"]);
    assert!(folder.names().is_empty(), "{:?}", folder.names());
    run("mux-idle").ends_printing(0, &["pocket-mux-idle-at-most-4.cnf"]);
}

#[test]
fn a_dash_writes_the_formula_to_stdout_and_the_map_only_on_request() {
    let folder = Folder::new();
    let encode = |to: &str| run_in!(&folder, "{SCRAMBLE} --turns 3 -o {to}").ends(0);
    encode("a.cnf");
    // The same input gives the same bytes.
    let formula = folder.read("a.cnf");
    assert!(encode("-").out == formula);
    assert_eq!(folder.names(), ["a.cnf", "a.cnf.map.json"]);
    assert!(encode("- --map b.json").out == formula);
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
    let (comments, formula) = run.out.split_once("\np cnf ").unwrap();
    assert!(comments.lines().all(|line| line.starts_with("c ")));
    assert!(formula.lines().all(|line| !line.starts_with('c')));
    let comments = comments.to_lowercase();
    for word in "twistsat,pocket,start,goal,exactly 3 turns,recipe".split(',') {
        assert!(comments.contains(word), "{word}: {comments}");
    }
}

#[test]
fn the_dimacs_file_agrees_with_its_header_its_map_and_the_encoder() {
    let folder = Folder::new();
    for recipe in ["mux", "mux-tree", "mux-idle", "mux-reference"] {
        let path = folder.arg("a.cnf");
        run!("{SCRAMBLE} --turns 3 --recipe {recipe} -o {path}").ends(0);
        let text = folder.read("a.cnf");
        let (read, variables) = read_dimacs(&text);
        assert!(text.contains(&format!("\np cnf {variables} {}\n", read.len())));
        let sizes = json!({"variables": variables, "clauses": read.len()});
        assert_keys(&folder.json("a.cnf.map.json"), sizes);
        let recipe = Recipe::built_in(recipe).unwrap();
        let made = encode(&scrambled("R U2 F'", Budget::Exactly(3)), &recipe).unwrap();
        assert!(read == made.cnf, "{}", recipe.name);
        assert_eq!(variables, made.variables);
    }
}

#[test]
fn a_model_in_either_format_decodes_to_turns_that_solve_the_state() {
    let folder = Folder::new();
    for (recipe, budget) in [("mux", "--turns"), ("mux-idle", "--max-turns")] {
        let path = folder.arg("a.cnf");
        run!("encode pocket --state {THREE} {budget} 4 --recipe {recipe} -o {path}").ends(0);
        let literals = solve_dimacs(&folder.read("a.cnf")).unwrap();
        let lines = literals.chunks(10);
        let lines: String = lines.map(|it| format!("v {}\n", it.join(" "))).collect();
        let competition = format!("c hello\ns SATISFIABLE\n{lines}v 0\n");
        let minisat = format!("SAT\n{} 0\n", literals.join(" "));
        let decode = format!("decode {path}.map.json");
        for model in [&competition, &minisat, &competition.replace('\n', "\r\n")] {
            let model = folder.write("a.model", model);
            let alg = run!("{decode} {model} --format alg").ends(0).out;
            let problem = problem(THREE, &Target::Any, Budget::AtMost(4));
            assert!(replay(&problem, &alg) <= 4);
            let text = run!("{decode} {model}").ends(0);
            assert!(text.out.ends_with(&alg), "{text:#?}");
            assert_eq!(text.out.lines().count(), 8, "{text:#?}");
            let json = run!("{decode} {model} --format json").ends(0);
            json.reports(json!({"solution": alg.trim_end(), "verdict": "sat"}));
        }
        let stdin = format!("{decode} - --format alg --notation cw");
        run_with_stdin(stdin, minisat.as_bytes())
            .ends(0)
            .lacks(&["'"]);
    }
}

#[test]
fn decode_needs_only_map_and_model() {
    let folder = Folder::new();
    let text = data("encodings/puzzles/pocket.toml");
    folder.write("own.toml", text.replace("\"pocket\"", "\"my-own\""));
    let encode = "encode --puzzle-file own.toml --scramble R --turns 1 -o a.cnf";
    run_in(&folder, encode).ends(0);
    folder.write("model", answer_to(&folder.read("a.cnf")));
    for file in ["own.toml", "a.cnf"] {
        std::fs::remove_file(folder.path_of(file)).unwrap();
    }
    let decode = "decode a.cnf.map.json model --format json";
    let decoded = run_in(&folder, decode).ends(0);
    decoded.reports(json!({"puzzle": "my-own", "solution": "R'"}));
}

#[test]
fn decode_exits_with_20_for_unsatisfiable_and_30_for_unknown() {
    let folder = Folder::new();
    let path = folder.arg("a.cnf");
    run!("{SCRAMBLE} --turns 2 -o {path}").ends(0);
    for (answer, code, verdict) in [
        ("s UNSATISFIABLE\n", 20, "unsat"),
        ("UNSAT\n", 20, "unsat"),
        ("s UNKNOWN\n", 30, "unknown"),
        ("INDET\n", 30, "unknown"),
    ] {
        let model = folder.write("a.model", answer);
        let decode = |more: &str| run!("decode {path}.map.json {model} {more}").ends(code);
        decode("").prints(&["exactly 2 turns"]);
        decode("--format alg").prints_nothing();
        decode("--format json").reports(json!({"verdict": verdict, "turns": null}));
    }
}

#[test]
fn an_existing_file_survives_a_failed_encoding() {
    let folder = Folder::new();
    folder.write("a.cnf", "mine");
    folder.write("a.cnf.map.json", "mine too");
    let encode = "encode pocket -o a.cnf --scramble";
    for (rest, code) in [
        ("R --turns 1000000", 1),
        ("'R X' --turns 1", 1),
        ("R --max-turns 1 --recipe mux", 2),
        ("R --turns 1 --to solved --recipe mux-uniform", 1),
        ("R --turns 1 --map no/such/folder/map.json", 1),
        ("R --turns 1 --map a.cnf", 2),
    ] {
        run_in!(&folder, "{encode} {rest}").ends(code);
        assert_eq!(folder.read("a.cnf"), "mine", "{rest}");
        assert_eq!(folder.read("a.cnf.map.json"), "mine too", "{rest}");
        assert_eq!(folder.names(), ["a.cnf", "a.cnf.map.json"], "{rest}");
    }
    run_in!(&folder, "{encode} R --turns 1").ends(0);
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
            run((&encode, &arguments)).ends_saying(1, &[&path]);
            assert_eq!(folder.names(), ["file", "folder"], "{arguments:?}");
        }
    }
}

#[test]
fn the_map_does_not_go_to_stdout() {
    let folder = Folder::new();
    for output in ["-", "a.cnf"] {
        run_in!(&folder, "{SCRAMBLE} --turns 1 -o {output} --map -").ends_saying(2, &["--map"]);
        assert!(folder.names().is_empty());
    }
}

#[cfg(unix)]
#[test]
fn a_named_pipe_is_written_to_and_not_replaced() {
    use std::os::unix::fs::FileTypeExt;
    let folder = Folder::new();
    let (pipe, map) = (folder.pipe("pipe"), folder.arg("map"));
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| std::fs::read_to_string(&pipe).unwrap());
        run!("{SCRAMBLE} --turns 3 -o {pipe} --map {map}").ends(0);
        assert!(reader.join().unwrap().contains("p cnf"));
    });
    assert!(std::fs::metadata(&pipe).unwrap().file_type().is_fifo());
}

#[cfg(unix)]
#[test]
fn an_output_that_is_a_link_stays_a_link() {
    let folder = Folder::new();
    folder.write("real", "old");
    // The target of a link need not exist yet.
    for (link, target) in [("link", "real"), ("early", "new")] {
        std::os::unix::fs::symlink(target, folder.path_of(link)).unwrap();
        run_in!(&folder, "{SCRAMBLE} --turns 3 -o {link}").ends(0);
        let there = std::fs::symlink_metadata(folder.path_of(link));
        assert!(there.unwrap().is_symlink());
        assert!(folder.read(target).contains("p cnf"));
    }
    std::os::unix::fs::symlink("loop", folder.path_of("loop")).unwrap();
    run_in!(&folder, "{SCRAMBLE} --turns 3 -o loop").ends_saying(1, &["too many links"]);
}

#[test]
fn a_quarter_turn_formula_names_its_metric_and_decodes_to_quarter_turns() {
    let folder = Folder::new();
    let encode = "encode pocket --scramble R2 --metric qtm --turns 2";
    let made = run_in(&folder, encode).ends(0);
    let name = made.out.lines().next().unwrap();
    let is_named = name.ends_with("pocket-lemmas-qtm-exactly-2.cnf");
    assert!(is_named, "{made:#?}");
    let text = folder.read(name);
    let says = "c budget exactly 2 quarter turns, metric qtm, allowed turns U U' R R' F F'\n";
    assert!(text.contains(says));
    folder.write("model", answer_to(&text));
    let decoded = run_in!(&folder, "decode {name}.map.json model --format json");
    let decoded = decoded.ends_reporting(0, json!({"metric": "qtm", "turns": 2}));
    let solution = decoded.json()["solution"].as_str().unwrap().to_owned();
    assert!(["R R", "R' R'"].contains(&&*solution), "{solution}");
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn formulas_that_would_fill_the_disk_are_refused_by_default() {
    let folder = Folder::new();
    let to = folder.arg("formulas");
    let encode = format!("encode pocket --scramble 'R U F' -o {to} --turns");
    let begin = Instant::now();
    let says = "more than --max-size 1024; ask for fewer, or raise it";
    run!("{encode} 0..1000000").ends_saying(2, &[says]);
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
    run!("encode pocket --batch {list} --turns 9").ends_saying(2, &["more than --max-size 1024"]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_removes_only_the_formulas_written_so_far() {
    for (signal, exists_before) in [("-INT", false), ("-TERM", true)] {
        let folder = Folder::new();
        let to = folder.arg("formulas");
        if exists_before {
            std::fs::create_dir(&to).unwrap();
            folder.write("formulas/mine", "mine");
        }
        let many = format!("encode pocket --scramble 'R U F' -o {to} --turns 2..200");
        let mut child = start(format!("{many} --max-size 1000000"));
        // Wait until two formulas are written.
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first: Vec<String> = lines.by_ref().take(4).map(Result::unwrap).collect();
        assert!(first[0].ends_with("exactly-2.cnf"), "{first:?}");
        send(&child, signal);
        lines.for_each(drop);
        assert_eq!(child.wait().unwrap().code(), Some(130));
        let left = std::fs::read_dir(&to).into_iter().flatten();
        let left: Vec<_> = left.map(|it| it.unwrap().file_name()).collect();
        assert_eq!(left, ["mine"][..usize::from(exists_before)]);
        assert_eq!(Path::new(&to).exists(), exists_before);
    }
}

#[test]
fn a_map_has_one_line_per_key_slot_and_state_and_contains_the_puzzle_once() {
    let folder = Folder::new();
    let three = crate::common::puzzles::row("three", 3, &[("T", "a b c")]);
    folder.write("three.toml", three);
    let words = "encode --puzzle-file three.toml --scramble T --turns 2 -o f.cnf";
    run_in(&folder, words).ends(0);
    let text = folder.read("f.cnf.map.json");
    for (key, count) in [("states", 3), ("selectors", 2)] {
        let begin = format!("  \"{key}\": [");
        let rest = text.lines().skip_while(|line| !line.starts_with(&begin));
        let rows = rest.skip(1).take_while(|line| line.starts_with("    "));
        assert_eq!(rows.count(), count, "{text}");
    }
    for key in folder.json("f.cnf.map.json").as_object().unwrap().keys() {
        let line = format!("\n  \"{key}\": ");
        assert_eq!(text.matches(&line).count(), 1, "{key}");
    }
    assert_eq!(text.matches("net = ").count(), 1, "{text}");
}

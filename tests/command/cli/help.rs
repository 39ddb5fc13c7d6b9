//! The help of the program and of each subcommand.

use super::packaging::subcommands;
use super::*;

#[test]
fn the_help_names_every_subcommand_and_every_exit_code() {
    let help = run!("--help").ends(0).out;
    for text in "0 success,1 error,2 usage error,20,30,130,Ctrl-C,SIGTERM,SIGHUP".split(',') {
        assert!(help.contains(text), "{text} is not in {help}");
    }
    for name in subcommands() {
        let first = name.split(' ').next().unwrap();
        let is_there = help.contains(&format!("\n  {first} "));
        assert!(is_there, "{first} is not in {help}");
    }
    assert!(run!("--version").ends(0).out.starts_with("twistsat "));
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn every_subcommand_shows_an_example_that_it_accepts() {
    let root = Path::new(env!("TWISTSAT_ROOT"));
    let folder = Folder::new();
    folder.write("scrambles.txt", "R U2 F'\n");
    folder.write("solutions.txt", "F U2 R'\n");
    // Input for the examples of `merge`.
    for answers in [
        "solve pocket --batch scrambles.txt --resume answers-1.jsonl",
        "prove pocket --max-turns 2 --batch scrambles.txt --resume proofs-1.jsonl",
    ] {
        run_in(&folder, answers).ends(0);
    }
    // Input for the examples of `puzzle` and `verify`.
    for (name, file) in [
        ("plain_formula.py", "tools/plain_formula.py"),
        ("pocket.toml", "encodings/puzzles/pocket.toml"),
        ("mine.toml", "encodings/puzzles/twiddle.toml"),
        ("3x3x3.tws", "tests/data/tws/cube.tws"),
        ("kilominx.kpuzzle.json", "tests/data/kpuzzle/pocket.json"),
    ] {
        folder.write(name, std::fs::read_to_string(root.join(file)).unwrap());
    }
    for subcommand in subcommands() {
        let help = run!("{subcommand} --help").ends(0).out;
        let calls = help.lines();
        let calls = calls.filter_map(|line| line.strip_prefix("  twistsat "));
        let calls: Vec<&str> = calls.collect();
        let own = calls.iter().any(|call| call.starts_with(&subcommand));
        assert!(own, "no example in {help}");
        for call in calls {
            let (mut arguments, output) = shell_words(&call.replace('*', "1"));
            match arguments[0].as_str() {
                // These need the output of another program.
                "decode" | "check" => continue,
                // Not every build has the page, and serving it does not end. `pictures.rs` tests both.
                "page" => continue,
                // Check that it is accepted, without running it to its end.
                "solve" | "enumerate" => {
                    arguments.extend(["--time-limit".to_owned(), "0".to_owned()]);
                }
                _ => (),
            }
            let run = run_in(&folder, &arguments);
            let is_accepted = matches!(run.code, Some(0 | 30));
            let is_missing = run.err.contains("cadical was not found");
            assert!(is_accepted || is_missing, "{call}: {run:#?}");
            // Later examples may read the output.
            let is_new = |file: &String| !file.contains('/') && !folder.path_of(file).exists();
            if let Some(file) = output.filter(is_new) {
                folder.write(&file, &run.out);
            }
        }
    }
}

/// The words of a command line as a shell parses them, and the file that receives its output.
fn shell_words(call: &str) -> (Vec<String>, Option<String>) {
    let mut words = shlex::split(call).unwrap();
    let redirection = words.iter().position(|word| word == ">");
    let output = redirection.map(|at| words[at + 1].clone());
    words.truncate(redirection.unwrap_or(words.len()));
    (words, output)
}

use super::*;

const SUBCOMMANDS: [&str; 11] = [
    "solve",
    "encode",
    "decode",
    "check",
    "enumerate",
    "scramble",
    "show",
    "puzzle",
    "list",
    "completions",
    "man",
];

#[test]
fn the_help_names_every_subcommand_and_every_exit_code() {
    let help = run(&["--help"]).ends(0).out;
    for word in SUBCOMMANDS
        .iter()
        .chain(&["0 done", "1 error", "2 usage", "20", "30"])
    {
        assert!(help.contains(word), "{word} is not in {help}");
    }
    assert!(run(&["--version"]).ends(0).out.starts_with("twistsat "));
}

#[test]
fn every_subcommand_shows_an_example_that_it_accepts() {
    let folder = Folder::new();
    for subcommand in SUBCOMMANDS {
        let help = run(&[subcommand, "--help"]).ends(0).out;
        folder.write("scrambles.txt", "R U2 F'\n");
        let calls: Vec<&str> = help
            .lines()
            .filter_map(|line| line.strip_prefix("  twistsat "))
            .collect();
        assert!(!calls.is_empty(), "no example in {help}");
        for call in calls {
            let mut arguments = shell_words(call);
            match arguments[0].as_str() {
                // Needs another program in between.
                "decode" | "check" => continue,
                // Whether it is accepted, not how long it takes.
                "solve" | "enumerate" => {
                    arguments.extend(["--time-limit".to_owned(), "0".to_owned()]);
                }
                _ => (),
            }
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let run = run_in(folder.path(), &arguments);
            assert!(matches!(run.code, Some(0 | 30)), "{call}: {run:#?}");
        }
    }
}

/// The words of a call as a shell reads them, up to a redirection.
fn shell_words(call: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (at, part) in call.split('"').enumerate() {
        if at % 2 == 1 {
            words.push(part.to_owned());
            continue;
        }
        let end = part.find('>').unwrap_or(part.len());
        words.extend(part[..end].split_whitespace().map(str::to_owned));
    }
    words
}

//! Checks command lines and options in texts against the definition of the command line.

use std::fs;

use clap::error::{ContextKind, ErrorKind};
use clap::{Arg, Command};

/// Options of other programs that occur in texts without the program: any program; Cargo and its tests; neo4j-admin;
/// GNU parallel; Slurm.
const FOREIGN: &str = "
--flag
--bench --bins --example --features --ignored --locked --profile --release --test
--nodes --overwrite-destination --relationships
--joblog --line-buffer --sshloginfile --termseq
--array --cpus-per-task --job-name --ntasks --open-mode --requeue --signal
";

fn is_foreign(word: &str) -> bool {
    FOREIGN.split_whitespace().any(|it| it == word)
}

/// Whether a benchmark reads an option: its name is quoted in the sources.
fn is_of_a_benchmark(word: &str) -> bool {
    let files = super::files("benches", &[".rs"]).unwrap_or_default();
    let mut texts = files.iter().flat_map(fs::read_to_string);
    let quoted = [word, word.trim_start_matches('-')].map(|name| format!("\"{name}\""));
    texts.any(|text| quoted.iter().any(|name| text.contains(name)))
}

fn is_called(option: &Arg, word: &str) -> bool {
    word.strip_prefix("--")
        .is_some_and(|name| option.get_long() == Some(name))
}

/// Whether a command or one below it has an option.
pub fn has_option(command: &Command, word: &str) -> bool {
    let mut own = command.get_arguments();
    let mut below = command.get_subcommands();
    ["--help", "--version"].contains(&word)
        || own.any(|option| is_called(option, word))
        || below.any(|command| has_option(command, word))
}

/// Whether some command has the option, or it is in [`FOREIGN`].
pub fn is_option(command: &Command, word: &str) -> bool {
    has_option(command, word) || is_foreign(word)
}

/// The options that occur in a line of any text.
pub fn options_in(line: &str) -> Vec<&str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let starts = line.match_indices("--").filter(|(at, _)| {
        let before = line[..*at].chars().next_back();
        let after = line[at + 2..].chars().next();
        !before.is_some_and(is_part) && after.is_some_and(|c| c.is_ascii_lowercase())
    });
    let option = |(at, _): (usize, &str)| {
        let rest = &line[at..];
        let option = rest.split(|c| !is_part(c)).next().unwrap_or(rest);
        option.trim_end_matches('-')
    };
    starts.map(option).collect()
}

/// The mistake in a command line or an option of ours, such as `solve --batch FILE` or `--format alg`.
pub fn mistake(command: &Command, name: &str) -> Option<String> {
    let words = shlex::split(name)?;
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    let first = *words.first()?;
    if first.starts_with("--") {
        return option_mistake(command, &words);
    }
    if first == "twistsat" {
        words.remove(0);
    } else if command.find_subcommand(first).is_none() {
        return None;
    }
    // Descend to the subcommand.
    let mut below = command;
    while let Some(found) = words.first().and_then(|word| below.find_subcommand(word)) {
        below = found;
        words.remove(0);
    }
    let long = |word: &&&str| word.starts_with("--") && word.len() > 2;
    let options = words.iter().filter(long);
    let mut options = options.map(|word| word.split('=').next().unwrap_or(word));
    if let Some(option) = options.find(|word| !has_option(below, word)) {
        return Some(format!("there is no option {option}"));
    }
    refused(below, &words)
}

/// The mistake in an option without a command: at least one command must accept it, with its value.
fn option_mistake(command: &Command, words: &[&str]) -> Option<String> {
    let name = words[0].split('=').next()?;
    if !has_option(command, name) {
        let elsewhere = is_foreign(name) || is_of_a_benchmark(name);
        return (!elsewhere).then(|| format!("there is no option {name}"));
    }
    let mut commands = vec![command];
    let mut refusals = Vec::new();
    while let Some(command) = commands.pop() {
        commands.extend(command.get_subcommands());
        let mut options = command.get_arguments();
        if options.any(|option| is_called(option, name)) {
            refusals.push(refused(command, words)?);
        }
    }
    refusals.pop()
}

/// Why a command refuses these arguments, apart from missing ones. A value with fewer than two lowercase letters, such
/// as `FILE` or a number, stands for any value.
fn refused(command: &Command, words: &[&str]) -> Option<String> {
    let words = [command.get_name()]
        .into_iter()
        .chain(words.iter().copied());
    let error = command.clone().try_get_matches_from(words).err()?;
    let context = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let value = context(ContextKind::InvalidValue);
    let letters = |text: &str| text.chars().filter(char::is_ascii_lowercase).count();
    let stands_for_any = letters(&value) < 2;
    match error.kind() {
        ErrorKind::InvalidValue | ErrorKind::ValueValidation if stands_for_any => None,
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            let option = context(ContextKind::InvalidArg);
            Some(format!("{option} does not take {value}"))
        }
        ErrorKind::InvalidSubcommand => {
            let what = context(ContextKind::InvalidSubcommand);
            Some(format!("there is no command {what}"))
        }
        _ => None,
    }
}

/// The calls of our command in the `sh` blocks of a text, with their lines. (Those in `console` blocks are run.)
pub fn in_blocks(text: &str) -> Vec<(usize, String)> {
    let mut calls = Vec::new();
    let mut block = String::new();
    for (at, line) in text.lines().enumerate() {
        if let Some(kind) = line.strip_prefix("```") {
            kind.clone_into(&mut block);
            continue;
        }
        let by_cargo = line.strip_prefix("cargo run --release --");
        // `twistsat-checker` has options of its own.
        let own = line.strip_prefix("twistsat");
        let own = own.filter(|rest| !rest.starts_with('-'));
        let call = by_cargo.or(own);
        if let (Some(call), "sh") = (call, block.as_str()) {
            calls.push((at + 1, format!("twistsat{call}")));
        }
    }
    calls
}

/// Why the command line is refused; `None` if it is not.
pub fn refusal(command: &Command, call: &str) -> Option<String> {
    let Some(words) = shlex::split(call) else {
        return Some(format!("{call}: it cannot be split into words"));
    };
    let is_ours = |word: &&String| ![">", "|", "&&"].contains(&word.as_str());
    let ours = words.iter().take_while(is_ours);
    let error = command.clone().try_get_matches_from(ours).err()?;
    Some(format!("{call}: {}", error.kind()))
}

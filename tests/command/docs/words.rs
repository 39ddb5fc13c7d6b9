//! Texts use the words of their readers: the guide for puzzlers, and the messages of the library.

use std::fs;
use std::path::Path;

use super::{Outcome, names, root};

/// Words of people who work on satisfiability, and of programmers.
const FOREIGN: &str = "assignment boolean clause cnf cores decode dimacs drat encode encoding facelet formula literal \
                       model recipe sat satisfiability satisfiable selector solver thread unsat";

#[test]
fn the_text_for_puzzlers_has_no_words_that_puzzlers_do_not_use() -> Outcome {
    let text = fs::read_to_string(root().join("docs/puzzlers.md"))?;
    // The target of a link is not part of the text.
    let mut shown = String::new();
    for (at, part) in text.split("](").enumerate() {
        let rest = part.split_once(')').map_or(part, |(_, rest)| rest);
        shown.push_str(if at == 0 { part } else { rest });
        shown.push(' ');
    }
    for word in shown.to_lowercase().split(|c: char| !c.is_alphanumeric()) {
        let singular = word.strip_suffix('s').unwrap_or(word);
        let is_foreign = FOREIGN.split(' ').any(|it| it == word || it == singular);
        assert!(!is_foreign, "docs/puzzlers.md says {word}");
    }
    Ok(())
}

/// Python and the page show these messages, too. Exempt are `report/state_guide.rs`, which only the command uses,
/// options of other programs, and the tests at the end of a file.
#[test]
fn no_message_of_the_library_names_an_option_of_the_command() -> Outcome {
    let exempt = ["src/solver/external", "src/report/state_guide.rs"].map(|it| root().join(it));
    let is_exempt = |path: &Path| exempt.iter().any(|folder| path.starts_with(folder));
    let files = names::files("src", &["rs"])?;
    let mut found = Vec::new();
    for path in files.iter().filter(|path| !is_exempt(path)) {
        let text = fs::read_to_string(path)?;
        let (code, _) = text.split_once("#[cfg(test)]").unwrap_or((&text, ""));
        let names_option = |line: &&str| {
            let mut parts = line.split("--").skip(1);
            !line.starts_with("//") && parts.any(|it| it.starts_with(char::is_lowercase))
        };
        let lines = code.lines().map(str::trim).filter(names_option);
        found.extend(lines.map(|line| format!("{}: {line}", path.display())));
    }
    assert!(files.len() > 250);
    assert!(found.is_empty(), "{found:#?}");
    Ok(())
}

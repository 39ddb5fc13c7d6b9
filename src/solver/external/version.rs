//! The version of a program.

/// The version in the first line of a program's output: the word after `version`, or else the first word.
pub(super) fn parse_version(output: &str) -> Option<String> {
    let words: Vec<&str> = output.lines().next()?.split_whitespace().collect();
    let label = words.iter().position(|word| *word == "version");
    let version = label.and_then(|at| words.get(at + 1)).or(words.first())?;
    let version = version.chars().filter(char::is_ascii_graphic).take(20);
    let version: String = version.collect();
    Some(version).filter(|version| !version.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_in_every_form_that_programs_print() {
        for (output, expected) in [
            ("965\n", Some("965")),
            ("1.5.3\n", Some("1.5.3")),
            ("c CMS version 5.11.4\nc Copyright\n", Some("5.11.4")),
            ("clasp version 3.3.5\n64-bit\n", Some("3.3.5")),
            ("\u{1b}[31m4.0\n", Some("[31m4.0")),
            ("clasp version", Some("clasp")),
            ("", None),
            ("\n1\n", None),
        ] {
            assert_eq!(parse_version(output).as_deref(), expected, "{output:?}");
        }
    }
}

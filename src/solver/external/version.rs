//! The version of a program.

/// The version in a program's output: the word after `version`, or the first one.
pub(super) fn parse_version(output: &str) -> Option<String> {
    let mut words = output.lines().next()?.split_whitespace();
    let first = words.clone().next();
    let version = words
        .find(|word| *word == "version")
        .and_then(|_| words.next());
    let version: String = version
        .or(first)?
        .chars()
        .filter(char::is_ascii_graphic)
        .take(20)
        .collect();
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
            (
                "c CryptoMiniSat version 5.11.4\nc CMS Copyright\n",
                Some("5.11.4"),
            ),
            (
                "clasp version 3.3.5\nAddress model: 64-bit\n",
                Some("3.3.5"),
            ),
            ("\u{1b}[31m4.0\n", Some("[31m4.0")),
            ("clasp version", Some("clasp")),
            ("", None),
            ("\n1\n", None),
        ] {
            assert_eq!(parse_version(output).as_deref(), expected, "{output:?}");
        }
    }
}

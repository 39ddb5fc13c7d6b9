//! Recognizes LRAT, and formats that are not supported, by the beginning of a file.
//!
//! *Idea.* Solvers write several formats, and a proof in another format would be misread: in LRAT the number of a
//! clause looks like a literal. LRAT is recognized before the check, unless the caller names the format. After a
//! rejection, the beginning is examined again, and if it matches another format, the error names that format.
//!
//! *Why only after a rejection.* Some short texts are proofs in two formats. A verified proof stays verified.

/// A format other than the expected one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ForeignFormat {
    /// Clauses with their numbers, and the numbers of the clauses from which they follow; as text or binary
    /// (Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, *Efficient Certified RAT Verification*).
    #[error("this is a proof in LRAT, not in DRAT")]
    Lrat,
    /// An intermediate format between solvers and LRAT (Baek, Carneiro and Heule, *A Flexible Proof Format for SAT
    /// Solver-Elaborator Communication*).
    #[error("this is a proof in FRAT, {}", SUPPORTED)]
    Frat,
    /// A proof for VeriPB, by cutting planes.
    #[error("this is a proof for VeriPB, {}", SUPPORTED)]
    VeriPb,
    /// A formula.
    #[error("this is a formula in DIMACS, not a proof; give the formula first, then the proof")]
    Dimacs,
    /// The output of bzip2, xz or zstd.
    #[error("this file is compressed, but not with gzip; decompress it first")]
    Compressed,
}

const SUPPORTED: &str =
    "but only DRAT and LRAT are supported; most solvers write DRAT unless another format is chosen";

impl ForeignFormat {
    pub(super) fn is_lrat(self) -> bool {
        self == ForeignFormat::Lrat
    }
}

/// Beginnings that identify a format.
const BEGINNINGS: [(&[u8], ForeignFormat); 5] = [
    (b"BZh", ForeignFormat::Compressed),
    (b"\xfd7zXZ\0", ForeignFormat::Compressed),
    (b"\x28\xb5\x2f\xfd", ForeignFormat::Compressed),
    (b"pseudo-Boolean proof version", ForeignFormat::VeriPb),
    (b"p cnf ", ForeignFormat::Dimacs),
];

/// The format that a file's beginning matches, if any. `clauses` is the number of clauses of the formula.
pub(super) fn recognize(head: &[u8], clauses: usize) -> Option<ForeignFormat> {
    let begins = |(begin, _): &&(&[u8], _)| text_of(head).starts_with(begin);
    if let Some((_, format)) = BEGINNINGS.iter().find(begins) {
        return Some(*format);
    }
    let clauses = clauses as u64;
    if is_lrat_text(head, clauses) || doubling_in_binary_lrat(head, clauses).is_some() {
        return Some(ForeignFormat::Lrat);
    }
    is_frat_text(head).then_some(ForeignFormat::Frat)
}

/// Whether a file begins like a proof in LRAT.
pub(super) fn is_lrat(head: &[u8], clauses: usize) -> bool {
    recognize(head, clauses) == Some(ForeignFormat::Lrat)
}

/// Whether a binary proof in LRAT with this beginning doubles the numbers of its additions, as usual.
pub(super) fn numbers_are_doubled(head: &[u8], clauses: usize) -> bool {
    doubling_in_binary_lrat(head, clauses as u64).unwrap_or(true)
}

/// The beginning of a file, without the comment lines at its start.
fn text_of(mut head: &[u8]) -> &[u8] {
    while let [b'c', b' ' | b'\n' | b'\r', ..] = head {
        let end = head.iter().position(|&byte| byte == b'\n');
        head = end.map_or(&[], |end| &head[end + 1..]);
    }
    head
}

/// The words of each line that is not a comment. An incomplete last line counts only if it is the only line.
fn lines(head: &[u8]) -> impl Iterator<Item = Vec<&str>> {
    let end = head.iter().rposition(|&byte| byte == b'\n');
    let whole = end.map_or(head, |end| &head[..end]);
    let lines = whole.split(|&byte| byte == b'\n');
    let words = lines.map(|line| -> Vec<&str> {
        // A line that is not text becomes an unknown word.
        let line = std::str::from_utf8(line).unwrap_or("?");
        line.split_ascii_whitespace().collect()
    });
    words.filter(|words| !matches!(words.first(), None | Some(&"c")))
}

/// Whether all lines are `NUMBER LITERALS 0 NUMBERS 0` or `NUMBER d NUMBERS 0`, where the numbers of new clauses
/// increase and exceed `clauses`.
fn is_lrat_text(head: &[u8], clauses: u64) -> bool {
    let mut last = clauses;
    let mut any = false;
    for words in lines(head) {
        any = true;
        let (number, rest) = (words[0].parse::<u64>(), &words[1..]);
        let Ok(number) = number else {
            return false;
        };
        if let Some((&"d", numbers)) = rest.split_first() {
            if !is_list::<u64>(numbers) {
                return false;
            }
            continue;
        }
        let Some(end) = rest.iter().position(|&word| word == "0") else {
            return false;
        };
        let (literals, hints) = rest.split_at(end + 1);
        if number <= last || !is_list::<i32>(literals) || !is_list::<i64>(hints) {
            return false;
        }
        last = number;
    }
    any
}

/// Whether these are numbers, with 0 only at the end.
fn is_list<T: std::str::FromStr + Default + PartialEq>(words: &[&str]) -> bool {
    let numbers: Option<Vec<T>> = words.iter().map(|word| word.parse().ok()).collect();
    let zero = |number: &T| *number == T::default();
    numbers.is_some_and(|numbers| {
        let last = numbers.len().checked_sub(1);
        last.is_some() && numbers.iter().position(zero) == last
    })
}

/// Whether the numbers of additions are doubled in a file with this beginning; `None` if the file is not binary LRAT,
/// whose steps are `a`, number, literals, 0, numbers, 0, or `d`, numbers, 0. Numbers are doubled, like positive literals,
/// but some programs do not double the number of an addition.
fn doubling_in_binary_lrat(head: &[u8], clauses: u64) -> Option<bool> {
    [true, false]
        .into_iter()
        .find(|&doubled| matches_binary_lrat(head, clauses, doubled))
}

fn matches_binary_lrat(head: &[u8], clauses: u64, doubled: bool) -> bool {
    let mut rest = head;
    let mut last = clauses;
    // Even numbers may be doubled ones, so the numbers count as not doubled only if one of them is odd.
    let mut any = false;
    while let Some((&kind, after)) = rest.split_first() {
        rest = after;
        let mut list = || {
            let mut numbers = Vec::new();
            loop {
                match number(&mut rest)? {
                    Some(0) => return Some(Some(numbers)),
                    Some(number) => numbers.push(number),
                    None => return Some(None),
                }
            }
        };
        // A truncated end may be valid; an invalid number is not.
        let (Some(first), Some(second)) = (match kind {
            b'd' => (list(), Some(Some(Vec::new()))),
            b'a' => (list(), list()),
            _ => return false,
        }) else {
            return false;
        };
        let (Some(clause), Some(hints)) = (first, second) else {
            break;
        };
        if kind == b'd' {
            continue;
        }
        let number = match clause.first() {
            Some(&code) if !doubled => code,
            Some(&code) if code % 2 == 0 => code / 2,
            _ => return false,
        };
        // Hints refer to earlier clauses; negative ones are odd.
        if number <= last || hints.iter().any(|&hint| hint / 2 >= number) {
            return false;
        }
        last = number;
        any |= doubled || number % 2 == 1;
    }
    any
}

/// The next number with seven bits per byte; `Some(None)` at the end of the bytes, `None` if it is too long.
fn number(bytes: &mut &[u8]) -> Option<Option<u64>> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let Some((&byte, rest)) = bytes.split_first() else {
            return Some(None);
        };
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(Some(number));
        }
    }
    None
}

/// Whether these are lines of FRAT: each begins with a letter, which determines the step, and a number.
fn is_frat_text(head: &[u8]) -> bool {
    let mut lines = lines(head).peekable();
    let is_step = |words: &Vec<&str>| {
        matches!(words[0], "o" | "a" | "d" | "f" | "l" | "r")
            && words.get(1).is_some_and(|word| word.parse::<u64>().is_ok())
            && words.last() == Some(&"0")
    };
    // A DRAT proof may begin with deletions, but not with the clauses of the formula.
    lines.peek().is_some_and(|words| words[0] == "o") && lines.all(|words| is_step(&words))
}

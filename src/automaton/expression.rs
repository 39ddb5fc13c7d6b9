//! Regular expressions as syntax trees.

use itertools::Itertools;

/// A regular expression: a set of words.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expression {
    /// Any one of these symbols.
    OneOf(Vec<usize>),
    /// Concatenation; without parts, the empty word.
    Concatenation(Vec<Expression>),
    /// Union; without parts, no word at all.
    Union(Vec<Expression>),
    /// A sequence of words of the expression, with their minimum and maximum number; `None` means no maximum.
    Repeated(Box<Expression>, usize, Option<usize>),
    /// Complement.
    Complement(Box<Expression>),
    /// Any one symbol.
    Any,
}

impl Expression {
    /// One symbol.
    pub fn one(symbol: usize) -> Self {
        Self::OneOf(vec![symbol])
    }

    /// One word.
    pub fn word(symbols: &[usize]) -> Self {
        Self::Concatenation(symbols.iter().map(|&symbol| Self::one(symbol)).collect())
    }

    /// A sequence of any number of words of an expression, including none.
    pub fn repeated(body: Self) -> Self {
        Self::Repeated(Box::new(body), 0, None)
    }

    /// Every word.
    pub fn everything() -> Self {
        Self::repeated(Self::Any)
    }

    /// The complement of an expression.
    pub fn complement(body: Self) -> Self {
        Self::Complement(Box::new(body))
    }

    /// An equivalent expression without nested concatenations or groups of a single part. Parsing the text of the
    /// result gives the result again, unless it contains a complement.
    #[must_use]
    pub fn simplified(&self) -> Self {
        match self {
            Self::Concatenation(parts) => {
                let parts = parts.iter().map(Self::simplified);
                let flat = parts.flat_map(|part| match part {
                    Self::Concatenation(parts) => parts,
                    part => vec![part],
                });
                let mut flat: Vec<Self> = flat.collect();
                match flat.len() {
                    1 => flat.swap_remove(0),
                    _ => Self::Concatenation(flat),
                }
            }
            Self::Union(parts) => {
                let mut parts: Vec<Self> = parts.iter().map(Self::simplified).collect();
                if parts.len() == 1 {
                    return parts.swap_remove(0);
                }
                let single = |part: &Self| match part {
                    Self::OneOf(symbols) if symbols.len() == 1 => symbols.first().copied(),
                    _ => None,
                };
                let symbols: Option<Vec<usize>> = parts.iter().map(single).collect();
                symbols.map_or(Self::Union(parts), Self::OneOf)
            }
            Self::Repeated(body, least, most) => {
                Self::Repeated(Box::new(body.simplified()), *least, *most)
            }
            Self::Complement(body) => Self::complement(body.simplified()),
            Self::OneOf(_) | Self::Any => self.clone(),
        }
    }

    /// The symbol set of each [`Expression::OneOf`] in the expression.
    pub(super) fn sets(&self) -> Vec<&[usize]> {
        match self {
            Self::OneOf(symbols) => vec![symbols],
            Self::Concatenation(parts) | Self::Union(parts) => {
                parts.iter().flat_map(Self::sets).collect()
            }
            Self::Repeated(body, ..) | Self::Complement(body) => body.sets(),
            Self::Any => Vec::new(),
        }
    }

    /// The expression as text, with symbols written by `name`. A complement has no notation: its text cannot be parsed.
    pub fn text(&self, name: &dyn Fn(usize) -> String) -> String {
        match self {
            Self::OneOf(symbols) => alternatives(symbols.iter().map(|&it| name(it)).collect()),
            Self::Concatenation(parts) if parts.is_empty() => "()".to_owned(),
            Self::Concatenation(parts) => parts.iter().map(|it| it.text(name)).join(" "),
            Self::Union(parts) => alternatives(parts.iter().map(|it| it.text(name)).collect()),
            Self::Repeated(body, least, most) => {
                let inner = match &**body {
                    Self::Any | Self::OneOf(_) => body.text(name),
                    Self::Union(parts) if parts.len() != 1 => body.text(name),
                    _ => format!("({})", body.text(name)),
                };
                let count = match (least, most) {
                    (0, None) => "*".to_owned(),
                    (1, None) => "+".to_owned(),
                    (0, Some(1)) => "?".to_owned(),
                    (least, None) => format!("{{{least},}}"),
                    (least, Some(most)) if least == most => format!("{{{least}}}"),
                    (least, Some(most)) => format!("{{{least},{most}}}"),
                };
                inner + &count
            }
            Self::Complement(body) => format!("not ({})", body.text(name)),
            Self::Any => ".".to_owned(),
        }
    }
}

fn alternatives(texts: Vec<String>) -> String {
    match &texts[..] {
        [] => "[]".to_owned(),
        [text] => text.clone(),
        _ => format!("({})", texts.join(" | ")),
    }
}

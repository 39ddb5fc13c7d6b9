//! Classes of facelets that colors alone do not distinguish, and ways to write states with them.
//!
//! *Idea.* On a cube of digits, a digit on an even cell never moves to an odd one. So counting each color is weaker than
//! counting it in each class, and a state may be written with letters on odd cells. A family defines its classes; no other
//! code depends on them.

use itertools::Itertools;

use super::{Color, Sticker};

/// Classes of facelets, and ways to write states with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FaceletClasses {
    /// The word for the facelets of each class.
    pub(crate) names: Vec<&'static str>,
    /// The word for the symbol of a facelet.
    pub(crate) symbol_word: &'static str,
    /// The class of each facelet.
    pub(crate) class_of: Vec<usize>,
    /// A layout of texts besides the net.
    pub(crate) stacked: StackedLayout,
    /// Symbols in which a state may be written instead of the puzzle's own.
    pub(crate) alternative_symbols: Vec<ClassSymbols>,
}

/// A text with rows of a few characters each, one below the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StackedLayout {
    /// The number of characters in a row.
    pub(crate) width: usize,
    /// The facelets, row by row.
    pub(crate) order: Vec<usize>,
}

/// For each class, the character of each color; `?` if the class lacks the color.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ClassSymbols(pub(crate) Vec<Vec<char>>);

impl FaceletClasses {
    /// The stickers in the puzzle's own symbols, converted from the first alternative symbols that fit; unchanged if
    /// none do.
    pub(crate) fn in_own_symbols(&self, own: &[char], stickers: Vec<Sticker>) -> Vec<Sticker> {
        let own = ClassSymbols(vec![own.to_vec(); self.names.len()]);
        if self.convert(&own, &own, &stickers).is_some() {
            return stickers;
        }
        let mut alternatives = self.alternative_symbols.iter();
        let found = alternatives.find_map(|symbols| self.convert(symbols, &own, &stickers));
        found.unwrap_or(stickers)
    }

    /// Converts stickers from some symbols to others; `None` if they are not in the first ones.
    fn convert(
        &self,
        from: &ClassSymbols,
        to: &ClassSymbols,
        stickers: &[Sticker],
    ) -> Option<Vec<Sticker>> {
        let translated = |(sticker, &class): (&Sticker, &usize)| {
            let symbol = |symbol: &char| {
                let color = from.0[class].iter().position(|known| known == symbol)?;
                to.0[class].get(color).copied()
            };
            Some(match sticker {
                Sticker::Any => Sticker::Any,
                Sticker::OneOf(some) => {
                    Sticker::OneOf(some.iter().map(symbol).collect::<Option<_>>()?)
                }
            })
        };
        stickers
            .iter()
            .zip(&self.class_of)
            .map(translated)
            .collect()
    }

    /// Describes the colors with wrong counts in a class; `None` if all counts are right.
    pub(crate) fn describe_wrong_counts(
        &self,
        symbols: &[char],
        found: &[Color],
        solved: &[Color],
    ) -> Option<String> {
        let counts = |colors: &[Color]| {
            let classes = self.class_of.iter().copied();
            classes.zip(colors.iter().copied()).counts()
        };
        let (found, wanted) = (counts(found), counts(solved));
        let mut wrong = Vec::new();
        for key @ &(class, color) in found.keys().chain(wanted.keys()).unique().sorted() {
            let [found, wanted] = [&found, &wanted].map(|it| it.get(key).copied().unwrap_or(0));
            if found != wanted {
                wrong.push(format!(
                    "{} {} occurs {found} times on {}, not {wanted} times",
                    self.symbol_word, symbols[color], self.names[class]
                ));
            }
        }
        let shown = wrong.iter().take(MAX_WRONG).join("; ");
        match wrong.len().saturating_sub(MAX_WRONG) {
            _ if wrong.is_empty() => None,
            0 => Some(shown),
            more => Some(format!("{shown}; and {more} more")),
        }
    }
}

/// The maximum number of wrong counts to report.
const MAX_WRONG: usize = 4;

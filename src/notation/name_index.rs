//! Finds the words that stand for turns in a text, with or without spaces between them.
//!
//! *Idea.* Text without spaces is segmented from right to left. A word is accepted at a position only if the text after it
//! can be segmented, too. If two words are accepted at a position, the text is ambiguous: `y3Rw` is `y 3Rw` or `y3 Rw`.
//! Text that is a single word is not ambiguous.
//!
//! *Cost.* One lookup for each position and each length, up to the length of the longest name.

use std::cmp::Reverse;
use std::collections::HashMap;

use itertools::Itertools;

use super::error::TurnError;

/// An index of the spellings of one notation. A puzzle may have thousands of turns, and a text may have a million.
pub(super) struct NameIndex<T> {
    meanings: HashMap<Vec<char>, T>,
    /// The length of the longest spelling: a few letters, see the limits of puzzle files.
    longest: usize,
    /// Whether any power of a name may be written, such as `R5'`.
    has_powers: bool,
}

/// The exponent of a word; a negative exponent undoes the turns.
type Times = i64;

/// The maximum number of digits of an exponent.
const MAX_DIGITS: usize = 6;

/// A word of a text.
#[derive(Clone, Copy)]
pub(super) struct FoundWord<T> {
    /// Its length, in characters.
    pub(super) length: usize,
    /// The meaning of the name in the word.
    pub(super) named: T,
    pub(super) times: Times,
}

impl<T: Copy> NameIndex<T> {
    pub(super) fn new(names: Vec<(String, T)>, has_powers: bool) -> Self {
        let names = names.into_iter();
        let meanings = names.map(|(name, named)| (name.chars().collect(), named));
        let meanings: HashMap<Vec<char>, T> = meanings.collect();
        Self {
            longest: meanings.keys().map(Vec::len).max().unwrap_or(0),
            meanings,
            has_powers,
        }
    }

    pub(super) fn contains(&self, name: &str) -> bool {
        let name: Vec<char> = name.chars().collect();
        self.meanings.contains_key(&name)
    }

    /// The longest word that a text begins with.
    pub(super) fn longest_at(&self, text: &[char]) -> Option<FoundWord<T>> {
        self.words_at(text).into_iter().next()
    }

    /// The words that a text begins with, the longest first, one per length. The typographic apostrophe and the
    /// prime stand for `'`.
    fn words_at(&self, text: &[char]) -> Vec<FoundWord<T>> {
        let word = text.iter().take(self.longest).map(without_typography);
        let word: Vec<char> = word.take_while(|c| !c.is_whitespace()).collect();
        let (mut found, mut derived) = (Vec::new(), Vec::new());
        for length in 1..=word.len() {
            let Some(&named) = self.meanings.get(&word[..length]) else {
                continue;
            };
            let times = 1;
            let name = FoundWord {
                length,
                named,
                times,
            };
            found.push(name);
            let has_power = word[length - 1] == '\'' || word[length - 1].is_ascii_digit();
            if self.has_powers && !has_power {
                let powers = powers(&text[length..]).into_iter();
                derived.extend(powers.map(|(more, times)| FoundWord {
                    length: length + more,
                    times,
                    ..name
                }));
            }
        }
        // A name takes precedence over a power.
        found.extend(derived);
        found.sort_by_key(|found| Reverse(found.length));
        found.dedup_by_key(|found| found.length);
        found
    }

    /// Segments a text into words, which are separated by spaces and by the characters for which `ends` is true.
    pub(super) fn segment(&self, text: &[char], ends: impl Fn(char) -> bool) -> Segmentation<T> {
        let is_end = |at: usize| text.get(at).is_none_or(|&c| ends(c) || c.is_whitespace());
        let mut words: Vec<Vec<FoundWord<T>>> = vec![Vec::new(); text.len()];
        for at in (0..text.len()).rev() {
            if !is_end(at) {
                let mut here = self.words_at(&text[at..]);
                let can_continue = |next: usize| is_end(next) || !words[next].is_empty();
                here.retain(|found| can_continue(at + found.length));
                words[at] = here;
            }
        }
        Segmentation(words)
    }
}

/// For each position of a text, the words there after which the text can be segmented up to the next space, the longest
/// first.
pub(super) struct Segmentation<T>(Vec<Vec<FoundWord<T>>>);

impl<T: Copy> Segmentation<T> {
    /// The word at a position; `None` if the text from there to the next space cannot be segmented.
    ///
    /// # Errors
    /// [`TurnError`] if that text can be segmented in two ways.
    pub(super) fn word_at(
        &self,
        text: &[char],
        at: usize,
    ) -> Result<Option<FoundWord<T>>, TurnError> {
        let (word, other) = match self.0[at][..] {
            [] => return Ok(None),
            [only] => return Ok(Some(only)),
            [longest, other, ..] => (longest, other),
        };
        let begin = self.start_of_quote(at);
        if begin == at && self.longest_word_ends(at + word.length).is_empty() {
            return Ok(Some(word));
        }
        let mut before = vec![begin];
        before.extend(self.longest_word_ends(begin));
        before.retain(|&next| next <= at);
        let reading = |word: FoundWord<T>| {
            let next = at + word.length;
            let places = [&before[..], &[next], &self.longest_word_ends(next)].concat();
            let words = places.into_iter().dedup().tuple_windows();
            words
                .map(|(from, to)| text[from..to].iter().collect::<String>())
                .join(" ")
        };
        let end = self.longest_word_ends(at).last().copied().unwrap_or(at);
        Err(TurnError {
            token: text[begin..end].iter().collect(),
            column: begin + 1,
            reason: format!(
                "can be read as `{}` or as `{}`; put spaces between the turns",
                reading(word),
                reading(other)
            ),
        })
    }

    /// The ends of the words from a position on, if the longest word is taken each time.
    fn longest_word_ends(&self, mut at: usize) -> Vec<usize> {
        let mut ends = Vec::new();
        while let Some(word) = self.0.get(at).and_then(|words| words.first()) {
            at += word.length;
            ends.push(at);
        }
        ends
    }

    /// Where a message begins to quote the text: at the first nearby word from which adjacent words lead to the position.
    fn start_of_quote(&self, at: usize) -> usize {
        let leads_to = |begin: &usize| *begin == at || self.longest_word_ends(*begin).contains(&at);
        // The message quotes only a few turns, which bounds the time for a long text.
        (at.saturating_sub(MAX_SHOWN)..=at)
            .find(leads_to)
            .unwrap_or(at)
    }
}

/// The maximum number of characters before the ambiguous word in a message.
const MAX_SHOWN: usize = 30;

fn without_typography(c: &char) -> char {
    if matches!(c, '’' | '′') { '\'' } else { *c }
}

/// The exponents that a text begins with, and their lengths: `5`, `5'`, `'`, `'5`.
fn powers(text: &[char]) -> Vec<(usize, Times)> {
    let is_mark = |at: usize| text.get(at).is_some_and(|c| without_typography(c) == '\'');
    let first = usize::from(is_mark(0));
    let digits = text[first..].iter().take(MAX_DIGITS);
    let digits = digits.map_while(|c| c.to_digit(10));
    let sign = if first == 1 { -1 } else { 1 };
    let mut powers: Vec<(usize, Times)> = Vec::new();
    let mut number = 0;
    for (count, digit) in (1..).zip(digits) {
        number = number * 10 + Times::from(digit);
        if number > 0 {
            powers.push((first + count, sign * number));
        }
    }
    if first == 1 {
        powers.push((1, -1));
    } else if let Some(&(length, number)) = powers.last().filter(|(length, _)| is_mark(*length)) {
        powers.push((length + 1, -number));
    }
    powers
}

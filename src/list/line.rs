//! The lines of a list, and their numbers.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;

use crate::names::serde_as_text;

/// A line with a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its line number in the file, from 1.
    pub number: usize,
    /// Its text without the comment.
    pub input: String,
    /// The start, if the line is a scramble of a twsearch file; `input` is then its name.
    pub state: Option<String>,
}

impl Line {
    /// Whether it is a JSON object.
    pub fn is_object(&self) -> bool {
        is_object(&self.input)
    }
}

fn is_object(text: &str) -> bool {
    text.starts_with('{')
}

/// The lines of a text that have a question, without comments.
pub fn lines(text: &str) -> Vec<Line> {
    let lines = text.lines().map(|line| {
        let line = line.trim();
        if is_object(line) {
            line
        } else {
            line.split('#').next().unwrap_or_default().trim()
        }
    });
    let lines = lines.zip(1..).filter(|(line, _)| !line.is_empty());
    let lines = lines.map(|(line, number)| Line {
        number,
        input: line.to_owned(),
        state: None,
    });
    lines.collect()
}

/// Numbers of lines from 1 in ascending order, as the ranges of `2-4,6`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineNumbers(Vec<(usize, usize)>);

impl LineNumbers {
    /// The count of numbers.
    pub fn count(&self) -> usize {
        self.0.iter().map(|(first, last)| last - first + 1).sum()
    }

    /// The numbers not in `others`, which must be in ascending order. The running time does not depend on the length of
    /// the ranges.
    #[must_use]
    pub fn without(&self, others: impl IntoIterator<Item = usize>) -> Self {
        let mut others = others.into_iter().peekable();
        let mut ranges = Vec::new();
        for &(mut first, last) in &self.0 {
            while let Some(other) = others.next_if(|&other| other <= last) {
                if first < other {
                    ranges.push((first, other - 1));
                }
                let Some(next) = other.checked_add(1) else {
                    return Self(ranges);
                };
                first = first.max(next);
            }
            if first <= last {
                ranges.push((first, last));
            }
        }
        Self(ranges)
    }

    /// Maps a number to its 0-based position in the set, or to `None` if it is not in the set.
    pub(super) fn position_lookup(&self) -> impl Fn(usize) -> Option<usize> {
        let before = self.0.iter().scan(0, |before, &(first, last)| {
            let here = *before;
            *before += last - first + 1;
            Some(here)
        });
        let before: Vec<usize> = before.collect();
        move |number| {
            let at = self.0.partition_point(|&(_, last)| last < number);
            let &(first, _) = self.0.get(at)?;
            let inside = number.checked_sub(first)?;
            Some(before[at] + inside)
        }
    }
}

impl FromIterator<usize> for LineNumbers {
    /// A set of numbers given in ascending order.
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Self {
        let mut ranges: Vec<(usize, usize)> = Vec::new();
        for number in numbers {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == number => *last = number,
                _ => ranges.push((number, number)),
            }
        }
        Self(ranges)
    }
}

impl fmt::Display for LineNumbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let range = |&(first, last): &(usize, usize)| {
            if first == last {
                first.to_string()
            } else {
                format!("{first}-{last}")
            }
        };
        f.write_str(&self.0.iter().map(range).join(","))
    }
}

impl FromStr for LineNumbers {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut ranges: Vec<(usize, usize)> = Vec::new();
        for range in text.split(',').filter(|range| !range.is_empty()) {
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            let range = first.parse().ok().zip(last.parse().ok());
            let before = ranges.last().map_or(0, |&(_, last)| last);
            let range = range.filter(|&(first, last)| before < first && first <= last);
            ranges.push(range.ok_or_else(|| "expected numbers such as 2-4,6".to_owned())?);
        }
        Ok(Self(ranges))
    }
}

serde_as_text!(LineNumbers);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_survive_a_round_trip_as_ranges() {
        let numbers = [2, 3, 4, 6, 9, 10];
        let ranges: LineNumbers = numbers.into_iter().collect();
        assert_eq!(ranges.to_string(), "2-4,6,9-10");
        assert_eq!(ranges.to_string().parse(), Ok(ranges.clone()));
        for (others, left) in [
            (&[][..], "2-4,6,9-10"),
            (&[2, 4, 10], "3,6,9"),
            (&[1, 3, 5, 6, 7], "2,4,9-10"),
            (&numbers, ""),
        ] {
            let without = ranges.without(others.iter().copied());
            assert_eq!(without.to_string(), left);
        }
        let all: LineNumbers = format!("1-{}", usize::MAX).parse().unwrap();
        assert_eq!(all.count(), usize::MAX);
        assert_eq!(all.without([usize::MAX]).count(), usize::MAX - 1);
        assert_eq!(all.without([1]).to_string(), format!("2-{}", usize::MAX));
        assert_eq!(ranges.count(), 6);
        for number in 0..12 {
            let place = numbers.iter().position(|&it| it == number);
            assert_eq!(ranges.position_lookup()(number), place, "{number}");
        }
        assert_eq!("".parse(), Ok(LineNumbers::default()));
        for wrong in ["0", "3,2", "4-2", "x", "1--2"] {
            assert!(wrong.parse::<LineNumbers>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_comment_ends_a_line_that_is_not_an_object() {
        let text = "# all\n\nR U # two\n{\"question\": {\"state\": \"#\"}}\n";
        let lines = lines(text);
        let read: Vec<_> = lines.iter().map(|it| (it.number, &*it.input)).collect();
        assert_eq!(
            read,
            [(3, "R U"), (4, "{\"question\": {\"state\": \"#\"}}")]
        );
    }
}

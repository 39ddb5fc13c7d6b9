//! The lines of a list, their numbers, and their division among processes.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;

use crate::names::serde_as_text;
use crate::text::excerpt;

/// A line with a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The number of the line in the file, from 1.
    pub number: usize,
    /// The text of the line without its comment.
    pub input: String,
    /// The start, if the line is a scramble of a twsearch file; `input` is then its name.
    pub state: Option<String>,
}

impl Line {
    /// Whether it is a JSON object, which contains a whole question.
    pub fn is_object(&self) -> bool {
        self.state.is_none() && is_object(&self.input)
    }
}

pub(super) fn is_object(input: &str) -> bool {
    input.starts_with('{')
}

/// The lines of a text that have a question, without comments.
pub fn lines(text: &str) -> Vec<Line> {
    let lines = text.lines().map(str::trim).map(|line| {
        let comment = line.find('#').filter(|_| !is_object(line));
        line[..comment.unwrap_or(line.len())].trim_end()
    });
    let lines = lines.zip(1..).filter(|(line, _)| !line.is_empty());
    let lines = lines.map(|(line, number)| Line {
        number,
        input: line.to_owned(),
        state: None,
    });
    lines.collect()
}

/// Ascending line numbers, as the ranges of `2-4,6`. An untrusted file may contain huge ranges, so no function takes
/// time or memory for each number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineNumbers(Vec<(usize, usize)>);

impl LineNumbers {
    /// The count of numbers.
    pub fn count(&self) -> usize {
        self.0.iter().map(|(first, last)| last - first + 1).sum()
    }

    /// The numbers that are not among `others`, which must be in ascending order.
    #[must_use]
    pub fn without(&self, others: impl IntoIterator<Item = usize>) -> Self {
        let mut others = others.into_iter().peekable();
        let mut ranges = Vec::new();
        for &(mut first, last) in &self.0 {
            while let Some(other) = others.next_if(|&other| other <= last) {
                if first < other {
                    ranges.push((first, other - 1));
                }
                first = first.max(other + 1);
            }
            if first <= last {
                ranges.push((first, last));
            }
        }
        Self(ranges)
    }

    /// Maps a number to its 0-based position in the set, or to `None` if it is not in the set.
    pub(super) fn position_lookup(&self) -> impl Fn(usize) -> Option<usize> {
        let ends = self.0.iter().scan(0, |count, &(first, last)| {
            *count += last - first + 1;
            Some(*count)
        });
        let ends: Vec<usize> = ends.collect();
        move |number| {
            let at = self.0.partition_point(|&(_, last)| last < number);
            let &(first, last) = self.0.get(at)?;
            (first <= number).then(|| ends[at] - 1 - (last - number))
        }
    }
}

impl FromIterator<usize> for LineNumbers {
    /// A set of numbers given in ascending order.
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Self {
        let ranges = numbers.into_iter().map(|number| (number, number));
        let ranges = ranges.coalesce(|one, next| match next.0 - one.1 {
            1 => Ok((one.0, next.1)),
            _ => Err((one, next)),
        });
        Self(ranges.collect())
    }
}

impl fmt::Display for LineNumbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut ranges = self.0.iter().map(|&(first, last)| match last - first {
            0 => first.to_string(),
            _ => format!("{first}-{last}"),
        });
        f.write_str(&ranges.join(","))
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
            let is_range = |&(first, last): &(usize, usize)| {
                // `without` needs the number after the last one.
                before < first && first <= last && last < usize::MAX
            };
            let range = range.filter(is_range);
            ranges.push(range.ok_or("expected numbers such as 2-4,6")?);
        }
        Ok(Self(ranges))
    }
}

serde_as_text!(LineNumbers);

/// Shard I of N, for one of several processes: every N-th question of a list, from the I-th on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The number of the shard, from 1.
    number: usize,
    /// The number of shards.
    count: usize,
}

impl Shard {
    /// The shard 1/1, which contains all lines.
    pub const ALL: Self = Self {
        number: 1,
        count: 1,
    };

    /// Whether the question with this 0-based position belongs to the shard.
    pub fn contains(self, position: usize) -> bool {
        position % self.count == self.number - 1
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let shard = text.split_once('/').and_then(|(number, count)| {
            let (number, count) = (number.parse().ok()?, count.parse().ok()?);
            Some(Self { number, count })
        });
        let shard = shard.filter(|it| (1..=it.count).contains(&it.number));
        shard.ok_or_else(|| {
            let is = excerpt(text);
            format!("`{is}` is not a shard; expected I/N with I from 1 to N, such as 2/8")
        })
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

serde_as_text!(Shard);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_survive_a_round_trip_as_ranges() {
        let numbers = [2, 3, 4, 6, 9, 10];
        let ranges: LineNumbers = numbers.into_iter().collect();
        assert_eq!(ranges.to_string(), "2-4,6,9-10");
        assert_eq!(ranges.to_string().parse(), Ok(ranges.clone()));
        assert_eq!(ranges.count(), 6);
        assert_eq!(ranges.without([]), ranges);
        assert_eq!(ranges.without(numbers), LineNumbers::default());
        assert_eq!(ranges.without([2, 4, 4, 10]).to_string(), "3,6,9");
        assert_eq!(ranges.without([1, 3, 5, 6, 7]).to_string(), "2,4,9-10");
        for number in 0..12 {
            let place = numbers.iter().position(|&it| it == number);
            assert_eq!(ranges.position_lookup()(number), place, "{number}");
        }
        let last = usize::MAX - 1;
        let all: LineNumbers = format!("1-{last}").parse().unwrap();
        assert_eq!((all.count(), all.without([last]).count()), (last, last - 1));
        assert_eq!("".parse(), Ok(LineNumbers::default()));
        for wrong in ["0", "3,2", "4-2", "x", "1--2", "18446744073709551615"] {
            assert!(wrong.parse::<LineNumbers>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_comment_ends_a_line_that_is_not_an_object() {
        let lines = lines("# all\n\nR U # two\n {\"question\": \"#\"}\n");
        let read: Vec<_> = lines.iter().map(|it| (it.number, &*it.input)).collect();
        assert_eq!(read, [(3, "R U"), (4, "{\"question\": \"#\"}")]);
    }
}

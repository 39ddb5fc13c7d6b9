//! iCNF: clauses, and cubes that a solver assumes one after another.
//!
//! *Source.* Wieringa, *Partitioning Search Spaces of a Randomized Search*, and its use in cube and conquer (Heule,
//! Kullmann, Wieringa, Biere): the header `p inccnf`, the clauses, and a line `a … 0` for each cube.

use std::io;
use std::io::Write;

use rustsat::types::Lit;

use crate::encode::Formula;
use crate::encode::formula::write_comments;
use crate::error::Error;
use crate::text::{excerpt, not_a_literal};

/// Reads cubes, one per line: literals over the given number of variables, followed by 0, with or without an `a` before
/// them. Lines that begin with `c` are comments.
///
/// # Errors
/// [`Error`] for any other line, or if there is no cube.
pub fn read_cubes(text: &str, variables: u32) -> Result<Vec<Vec<Lit>>, Error> {
    let mut cubes = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let mut words = line.split_whitespace().peekable();
        if words.peek().is_none_or(|word| word.starts_with('c')) {
            continue;
        }
        words.next_if_eq(&"a");
        let cube = parse_cube(words, variables);
        let line = number + 1;
        cubes.push(
            cube.map_err(|reason| Error::impossible_value(format!("line {line}: {reason}")))?,
        );
    }
    if cubes.is_empty() {
        let why = "there is no cube: expected lines such as `a 1 -2 0`";
        Err(Error::impossible(why))
    } else {
        Ok(cubes)
    }
}

fn parse_cube<'a>(
    mut words: impl Iterator<Item = &'a str>,
    variables: u32,
) -> Result<Vec<Lit>, String> {
    let mut cube: Vec<Lit> = Vec::new();
    while let Some(word) = words.next() {
        let number: i32 = word.parse().map_err(|_| not_a_literal(word))?;
        if number == 0 {
            return match words.next().map(excerpt) {
                None => Ok(cube),
                Some(word) => Err(format!("`{word}` comes after the 0 that ends the cube")),
            };
        }
        let variable = number.unsigned_abs();
        if variable > variables {
            return Err(format!(
                "literal {number}, but the formula has {variables} variables"
            ));
        }
        let literal = Lit::new(variable - 1, number < 0);
        if cube.iter().any(|known| known.var() == literal.var()) {
            return Err(format!("variable {variable} appears twice in the cube"));
        }
        cube.push(literal);
    }
    Err("the cube does not end with 0: it is cut short".to_owned())
}

impl Formula {
    /// Writes the clauses and some cubes as iCNF, after comment lines.
    pub(super) fn write_icnf(
        &self,
        cubes: &[Vec<Lit>],
        comments: &[String],
        writer: &mut dyn Write,
    ) -> io::Result<()> {
        write_comments(comments, "c ", writer)?;
        writeln!(writer, "p inccnf")?;
        self.cnf.write_lines(&[], writer)?;
        for cube in cubes {
            write!(writer, "a")?;
            for literal in cube {
                write!(writer, " {}", literal.to_ipasir())?;
            }
            writeln!(writer, " 0")?;
        }
        Ok(())
    }
}

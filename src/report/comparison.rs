//! Compares encodings and solvers on one question: as a table, as CSV, and as a chart.

use std::fmt::Write;

use itertools::Itertools;

use crate::encode::Recipe;
use crate::error::Error;
use crate::search::{Attempt, AttemptVerdict, Minimum};
use crate::text::{csv_field, escape_xml, with_thousands_separators};

/// The result of one recipe with one solver.
pub struct RecipeResult {
    recipe: String,
    solver: String,
    /// The formula and its verdict, or why there is no verdict.
    result: Result<Attempt, String>,
}

impl RecipeResult {
    /// The result of a search for one length.
    pub fn new(recipe: &Recipe, solver: &str, found: Result<Minimum, Error>) -> Self {
        let result = match found {
            Err(error) => Err(error.to_string()),
            Ok(found) => found.attempts.into_iter().next_back().ok_or_else(|| {
                found
                    .refutations
                    .first()
                    .map_or("not attempted", |_| "refuted without a formula")
                    .to_owned()
            }),
        };
        Self {
            recipe: recipe.name.clone(),
            solver: solver.to_owned(),
            result,
        }
    }
}

/// The message about a contradiction: one solver found a solution, another one answered that none exists.
pub fn disagreement(rows: &[RecipeResult]) -> Option<String> {
    let says = |row: &&RecipeResult, yes: bool| match row.result.as_ref().map(|it| &it.verdict) {
        Ok(AttemptVerdict::Sat { .. }) => yes,
        Ok(AttemptVerdict::Unsat) => !yes,
        _ => false,
    };
    let sat = rows.iter().find(|row| says(row, true))?;
    let unsat = rows.iter().find(|row| says(row, false))?;
    Some(format!(
        "{} with {} says sat, {} with {} says unsat: one of them is wrong",
        sat.recipe, sat.solver, unsat.recipe, unsat.solver
    ))
}

const COLUMNS: [&str; 7] = [
    "recipe",
    "solver",
    "variables",
    "clauses",
    "build",
    "solve",
    "verdict",
];

/// As human-readable text.
pub fn text(rows: &[RecipeResult]) -> String {
    let cells = |row: &RecipeResult| {
        let [variables, clauses, build, solve, verdict] = match &row.result {
            Ok(it) => [
                with_thousands_separators(it.variables),
                with_thousands_separators(it.clauses as u64),
                format!("{:.3} s", it.encode_seconds),
                format!("{:.3} s", it.solve_seconds),
                it.verdict.to_string(),
            ],
            Err(why) => ["", "", "", "", why].map(str::to_owned),
        };
        let (recipe, solver) = (row.recipe.clone(), row.solver.clone());
        [recipe, solver, variables, clauses, build, solve, verdict]
    };
    let mut all = vec![COLUMNS.map(str::to_owned)];
    all.extend(rows.iter().map(cells));
    let width = |column: usize| all.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..COLUMNS.len())
        .map(|it| width(it).unwrap_or(0))
        .collect();
    let mut text = String::new();
    for row in &all {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(column, (cell, &width))| match column {
            2..=5 => format!("{cell:>width$}"),
            _ => format!("{cell:width$}"),
        });
        let line = cells.collect_vec().join("  ");
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// As comma-separated values, with seconds to six decimal places.
pub fn csv(rows: &[RecipeResult]) -> String {
    let mut text = COLUMNS.join(",") + "\n";
    for row in rows {
        let rest = match &row.result {
            Ok(it) => format!(
                "{},{},{:.6},{:.6},{}",
                it.variables, it.clauses, it.encode_seconds, it.solve_seconds, it.verdict
            ),
            Err(why) => format!(",,,,{}", csv_field(why)),
        };
        let _ = writeln!(
            text,
            "{},{},{rest}",
            csv_field(&row.recipe),
            csv_field(&row.solver)
        );
    }
    text
}

/// The size of the drawing, and its margins.
const SIZE: [f64; 2] = [860.0, 520.0];
const LEFT: f64 = 70.0;
const RIGHT: f64 = 200.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 50.0;

/// The exponents of two different powers of ten that enclose all values.
fn enclosing_exponents(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let Some((least, greatest)) = values.minmax().into_option() else {
        return (0.0, 1.0);
    };
    let low = least.log10().floor();
    (low, greatest.log10().ceil().max(low + 1.0))
}

/// A log-log chart of seconds by clauses, with one color per solver.
pub fn svg(rows: &[RecipeResult]) -> String {
    let points: Vec<(&RecipeResult, &Attempt)> = rows
        .iter()
        .filter_map(|row| Some((row, row.result.as_ref().ok()?)))
        .collect();
    let seconds = |it: &Attempt| (it.encode_seconds + it.solve_seconds).max(0.001);
    let x_range = enclosing_exponents(points.iter().map(|(_, it)| it.clauses.max(1) as f64));
    let y_range = enclosing_exponents(points.iter().map(|(_, it)| seconds(it)));
    let x = |value: f64| {
        LEFT + (value.log10() - x_range.0) / (x_range.1 - x_range.0) * (SIZE[0] - LEFT - RIGHT)
    };
    let y = |value: f64| {
        SIZE[1]
            - BOTTOM
            - (value.log10() - y_range.0) / (y_range.1 - y_range.0) * (SIZE[1] - TOP - BOTTOM)
    };
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        SIZE[0], SIZE[1]
    );
    for power in y_range.0 as i32..=y_range.1 as i32 {
        let (value, at) = (10_f64.powi(power), y(10_f64.powi(power)));
        let _ = writeln!(
            text,
            "<line x1=\"{LEFT}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{value} s</text>",
            SIZE[0] - RIGHT,
            LEFT - 6.0,
            at + 4.0
        );
    }
    for power in x_range.0 as i32..=x_range.1 as i32 {
        let (value, at) = (10_f64.powi(power), x(10_f64.powi(power)));
        let _ = writeln!(
            text,
            "<line x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{TOP}\" y2=\"{}\" stroke=\"#ddd\"/><text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{value}</text>",
            SIZE[1] - BOTTOM,
            SIZE[1] - BOTTOM + 18.0
        );
    }
    let _ = writeln!(
        text,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">clauses</text>",
        (LEFT + SIZE[0] - RIGHT) / 2.0,
        SIZE[1] - 10.0
    );
    let solvers: Vec<&String> = rows.iter().map(|row| &row.solver).unique().collect();
    let hue = |solver: &String| {
        360 * solvers.iter().position(|it| *it == solver).unwrap_or(0) / solvers.len().max(1)
    };
    for (number, solver) in solvers.iter().enumerate() {
        let at = TOP + 20.0 * number as f64;
        let _ = writeln!(
            text,
            "<circle cx=\"{}\" cy=\"{at}\" r=\"5\" fill=\"hsl({},70%,40%)\"/><text x=\"{}\" y=\"{}\">{}</text>",
            SIZE[0] - 90.0,
            hue(solver),
            SIZE[0] - 80.0,
            at + 4.0,
            escape_xml(solver)
        );
    }
    for (row, it) in points {
        let (x, y) = (x(it.clauses.max(1) as f64), y(seconds(it)));
        let _ = writeln!(
            text,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"hsl({},70%,40%)\"><title>{} with {}: {}</title></circle><text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            hue(&row.solver),
            escape_xml(&row.recipe),
            escape_xml(&row.solver),
            it.verdict,
            x + 6.0,
            y + 4.0,
            escape_xml(&row.recipe)
        );
    }
    text + "</svg>\n"
}

//! The answers to a set of cases, as a table.

use std::fmt::Write;

use super::json::about;
use crate::answer::CaseResult;
use crate::notation::{Notation, Scheme};
use crate::picture;
use crate::picture::Thumbnail;
use crate::problem::case_file::{Case, Cases, View};
use crate::problem::{Problem, Solution};
use crate::search::Minimum;
use crate::text::{Object, csv_line, escape_invisible, escape_xml};

/// An algorithm of a case.
struct Algorithm {
    /// Its turns, with free turns before and after them in parentheses.
    written: String,
    /// Its length without the free turns.
    turns: usize,
    cost: Option<usize>,
}

/// The result of one case with one set of turns.
#[derive(Default)]
pub struct Answer {
    case: String,
    set: String,
    method: &'static str,
    /// A shortest algorithm, if one is known.
    shortest: Option<Algorithm>,
    held_at_end: Option<String>,
    minimal: bool,
    /// Why there is no algorithm, or why that is unknown; `None` if there is one.
    none: Option<String>,
    /// The best algorithms, shortest or cheapest first, if requested.
    best: Vec<Algorithm>,
    /// Whether `best` is incomplete because time or memory ran out.
    is_cut: bool,
    refuted: Vec<String>,
    /// Whether it is proved that nothing shorter exists, or that there is no algorithm.
    is_proved: bool,
}

impl Answer {
    /// The answer for a case and a set of turns, by a method.
    pub fn new(
        case: &str,
        set: &str,
        method: &'static str,
        problem: &Problem,
        result: &CaseResult,
    ) -> Self {
        let CaseResult { found, best, .. } = result;
        let shortest = found.solution.as_ref();
        let held = problem.held_at_end().filter(|_| shortest.is_some());
        let best = best.iter();
        Self {
            shortest: shortest.map(|solution| Algorithm::new(solution, None)),
            held_at_end: held.map(ToOwned::to_owned),
            minimal: found.is_minimal(),
            none: why_none(problem, found),
            best: best.map(|(it, cost)| Algorithm::new(it, *cost)).collect(),
            is_cut: !result.is_complete,
            refuted: found.refutations_in_words(),
            is_proved: found.complete,
            ..Self::without_allowed_turns(case, set, method)
        }
    }

    /// The answer for a case in which no turn of the set is allowed.
    pub fn without_allowed_turns(case: &str, set: &str, method: &'static str) -> Self {
        Self {
            case: case.to_owned(),
            set: set.to_owned(),
            none: Some("none: no turn of this set is allowed".to_owned()),
            method,
            is_proved: true,
            ..Self::default()
        }
    }

    /// Whether nothing remains unknown: the algorithm is proved shortest, or proved not to exist, and the list of the
    /// best algorithms is complete.
    pub fn is_settled(&self) -> bool {
        self.is_proved && !self.is_cut
    }

    fn json(&self) -> Object {
        let shortest = self.shortest.as_ref();
        Object::default()
            .with("case", &*self.case)
            .with("set", &*self.set)
            .with("algorithm", shortest.map(|it| &*it.written))
            .with("turns", shortest.map(|it| it.turns))
            .with_some("held_at_end", self.held_at_end.as_deref())
            .with("minimal", self.minimal)
            .with("none", self.none.as_deref())
            .with_any_objects("best", self.best.iter().map(Algorithm::json))
            .with_some("complete", self.is_cut.then_some(false))
            .with("method", self.method)
            .with("refuted", &*self.refuted)
    }
}

impl Algorithm {
    fn new(solution: &Solution, cost: Option<usize>) -> Self {
        Self {
            written: solution.write(Notation::Singmaster),
            turns: solution.len(),
            cost,
        }
    }

    fn json(&self) -> Object {
        Object::default()
            .with("algorithm", &*self.written)
            .with("turns", self.turns)
            .with_some("cost", self.cost)
    }
}

/// Why there is no algorithm, or why that is unknown; `None` if there is one.
fn why_none(problem: &Problem, found: &Minimum) -> Option<String> {
    let stop = found.stop.as_ref().map(ToString::to_string);
    match &found.solution {
        Some(_) => None,
        None if found.is_unsolvable() => Some("none".to_owned()),
        None if found.complete => Some(format!("none of {}", problem.question_in_words())),
        None => Some(format!("unknown ({})", stop.unwrap_or_default())),
    }
}

/// The answers as JSON.
pub fn json(cases: &Cases, answers: &[Answer]) -> Object {
    about("twistsat.cases/1", &cases.puzzle)
        .with("title", &*cases.title)
        .with_objects("answers", answers.iter().map(Answer::json))
}

/// The text of a table cell.
fn cell(answer: &Answer) -> String {
    let Some(Algorithm { written, turns, .. }) = &answer.shortest else {
        return answer.none.clone().unwrap_or_default();
    };
    let doubt = if answer.minimal {
        ""
    } else {
        ", not proved minimal"
    };
    let held = answer.held_at_end.as_ref();
    let held = held.map_or(String::new(), |held| format!("; held at the end: {held}"));
    let incomplete = if answer.is_cut {
        "; the list is not complete"
    } else {
        ""
    };
    if answer.best.is_empty() {
        return format!("{written} ({turns}{doubt}{held}){incomplete}");
    }
    let best = answer.best.iter().map(|one| match one.cost {
        Some(cost) => format!("{} ({}, cost {cost})", one.written, one.turns),
        None => format!("{} ({})", one.written, one.turns),
    });
    best.collect::<Vec<_>>().join("; ") + doubt + incomplete + &held
}

/// The answers as comma-separated values: one line per algorithm.
pub fn csv(answers: &[Answer]) -> String {
    let mut text = "case,set,algorithm,turns,cost,minimal,none,complete\n".to_owned();
    for answer in answers {
        let number = |number: Option<usize>| number.map_or(String::new(), |it| it.to_string());
        let length = |algorithm: &Algorithm| algorithm.turns;
        let shortest = answer.shortest.as_ref();
        let listed = match &answer.best[..] {
            [] => vec![shortest],
            best => best.iter().map(Some).collect(),
        };
        for algorithm in listed {
            let turns = algorithm.map(length);
            text += &csv_line([
                &*answer.case,
                &*answer.set,
                algorithm.map_or("", |it| &*it.written),
                &number(turns),
                &number(algorithm.and_then(|it| it.cost)),
                &(answer.minimal && shortest.map(length) == turns).to_string(),
                answer.none.as_deref().unwrap_or_default(),
                &answer.is_settled().to_string(),
            ]);
        }
    }
    text
}

/// The text below the table: the method, the number of proved answers, and the meaning of the parentheses.
fn footer(answers: &[Answer]) -> String {
    let method = answers.first().map_or("graph", |answer| answer.method);
    let proved = answers.iter().filter(|it| it.is_proved).count();
    format!(
        "Found by the method {method}, which refuted every shorter length for {proved} of {} answers.\nThe number after an algorithm is its length; turns in parentheses are free and not counted.",
        answers.len()
    )
}

/// The rows of the table: for each case its answers, one per set of turns.
fn rows(answers: &[Answer]) -> impl Iterator<Item = &[Answer]> {
    answers.chunk_by(|one, other| one.case == other.case)
}

/// The answers as human-readable text.
pub fn text(cases: &Cases, answers: &[Answer]) -> String {
    let width = |of: &dyn Fn(&Answer) -> usize| answers.iter().map(of).max().unwrap_or(0);
    let case = width(&|it| it.case.chars().count());
    let set = width(&|it| it.set.chars().count());
    let mut text = format!("{}\n", cases.title);
    for answer in answers {
        let cell = cell(answer);
        let _ = writeln!(text, "{:case$}  {:set$}  {cell}", answer.case, answer.set);
    }
    text + &footer(answers) + "\n"
}

/// The answers as a table in Markdown.
pub fn markdown(cases: &Cases, answers: &[Answer]) -> String {
    let plain = |text: &str| escape_invisible(text).replace('|', "\\|");
    let mut text = format!("## {}\n\n| case |", plain(&cases.title));
    let first = rows(answers).next().unwrap_or_default();
    for answer in first {
        text += &format!(" {} |", plain(&answer.set));
    }
    text += &format!("\n|---|{}\n", "---|".repeat(first.len()));
    for row in rows(answers) {
        text += &format!("| {} |", plain(&row[0].case));
        for answer in row {
            text += &format!(" {} |", plain(&cell(answer)));
        }
        text.push('\n');
    }
    format!("{text}\n{}\n", footer(answers))
}

/// The answers as an HTML page, with a picture of each case.
pub fn html(cases: &Cases, answers: &[Answer]) -> String {
    let title = escaped(&cases.title);
    let scheme = Scheme::own_symbols(&cases.puzzle);
    let mut text = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <style>body {{ font: 15px sans-serif }} td, th {{ border: 1px solid #ccc; padding: 4px 8px; text-align: left }} \
         table {{ border-collapse: collapse }}</style>\n<h1>{title}</h1>\n<table>\n<tr><th>case<th>"
    );
    for answer in rows(answers).next().unwrap_or_default() {
        text += &format!("<th>{}", escaped(&answer.set));
    }
    text.push('\n');
    for row in rows(answers) {
        let case = cases.cases.iter().find(|case| case.name == row[0].case);
        let drawn = case.map(|case| picture_of(cases, case, &scheme).standalone());
        let name = escaped(&row[0].case);
        text += &format!("<tr><th>{name}<td>{}", drawn.unwrap_or_default());
        for answer in row {
            text += &format!("<td>{}", escaped(&cell(answer)));
        }
        text.push('\n');
    }
    format!(
        "{text}</table>\n<p>{}</p>\n</html>\n",
        escaped(&footer(answers).replace('\n', " "))
    )
}

/// The answers as one SVG picture: each case with its result.
pub fn svg(cases: &Cases, answers: &[Answer]) -> String {
    let scheme = Scheme::own_symbols(&cases.puzzle);
    let row = |row: &[Answer]| {
        let case = cases.cases.iter().find(|case| case.name == row[0].case)?;
        let found = row.iter().map(|it| format!("{}: {}", it.set, cell(it)));
        let lines = std::iter::once(case.name.clone()).chain(found);
        Some((picture_of(cases, case, &scheme), lines.collect()))
    };
    let rows: Vec<_> = rows(answers).filter_map(row).collect();
    picture::sheet(&cases.title, &rows)
}

/// The picture of a case: from above if the file requests that view and the puzzle has an upper face, otherwise as a net.
fn picture_of(cases: &Cases, case: &Case, scheme: &Scheme) -> Thumbnail {
    let from_above = match cases.view {
        View::Top => picture::view_from_above(&cases.puzzle, scheme, &cases.pattern(case)),
        View::Net => None,
    };
    from_above
        .unwrap_or_else(|| picture::small_thumbnail(&cases.puzzle, scheme, &(&case.state).into()))
}

fn escaped(text: &str) -> String {
    escape_xml(&escape_invisible(text))
}

//! The answers to a set of cases, as a table.

use std::fmt::Write;

use super::json::CaseAnswer as Answer;
use crate::notation::Scheme;
use crate::picture;
use crate::picture::Thumbnail;
use crate::problem::case_file::{Case, Cases, View};
use crate::text::{csv_field, escape_invisible, escape_xml};

/// The text of a table cell.
fn cell(answer: &Answer) -> String {
    let (Some(algorithm), Some(turns)) = (&answer.algorithm, answer.turns) else {
        return answer.none.clone().unwrap_or_default();
    };
    let doubt = if answer.minimal {
        ""
    } else {
        ", not proved minimal"
    };
    let held = answer.held_at_end.as_ref();
    let held = held.map_or(String::new(), |held| format!("; held at the end: {held}"));
    let ended = match answer.complete {
        Some(false) => "; the list is not complete",
        _ => "",
    };
    if answer.best.is_empty() {
        return format!("{algorithm} ({turns}{doubt}{held}){ended}");
    }
    let best = answer.best.iter().map(|one| match one.cost {
        Some(cost) => format!("{} ({}, cost {cost})", one.algorithm, one.turns),
        None => format!("{} ({})", one.algorithm, one.turns),
    });
    best.collect::<Vec<_>>().join("; ") + doubt + ended + &held
}

/// As comma-separated values: one line per algorithm.
pub fn csv(answers: &[Answer]) -> String {
    let mut text = "case,set,algorithm,turns,cost,minimal,none,complete\n".to_owned();
    for answer in answers {
        let number = |number: Option<usize>| number.map_or(String::new(), |it| it.to_string());
        let mut add = |algorithm: &str, turns: Option<usize>, cost: Option<usize>| {
            let cells = [
                &*answer.case,
                &*answer.set,
                algorithm,
                &number(turns),
                &number(cost),
                &(answer.minimal && answer.turns == turns).to_string(),
                answer.none.as_deref().unwrap_or_default(),
                &answer.is_settled().to_string(),
            ];
            text += &cells.map(|cell| csv_field(cell).into_owned()).join(",");
            text.push('\n');
        };
        if answer.best.is_empty() {
            let algorithm = answer.algorithm.as_deref().unwrap_or_default();
            add(algorithm, answer.turns, None);
        }
        for one in &answer.best {
            add(&one.algorithm, Some(one.turns), one.cost);
        }
    }
    text
}

/// The text below the table: the method, the number of proved answers, and the meaning of brackets.
fn footer(answers: &[Answer]) -> String {
    let method = answers.first().map_or("graph", |answer| answer.method);
    let proved = answers.iter().filter(|it| it.is_proved).count();
    format!(
        "Found by the method {method}, which refuted every shorter length for {proved} of {} answers.\nThe number in brackets after an algorithm is its length; turns in brackets are free and not counted.",
        answers.len()
    )
}

/// The rows of the table: for each case its answers, one per set of turns.
fn rows(answers: &[Answer]) -> impl Iterator<Item = &[Answer]> {
    answers.chunk_by(|one, other| one.case == other.case)
}

/// As human-readable text.
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

/// As a table in Markdown.
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

/// As a page, with a picture of each case.
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

/// As one picture: each case with its result.
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

/// The picture of a case in the view that the file requests: from above if the puzzle has an upper face, otherwise as a
/// net.
fn picture_of(cases: &Cases, case: &Case, scheme: &Scheme) -> Thumbnail {
    let from_above = match cases.view {
        View::Top => picture::top(&cases.puzzle, scheme, &cases.pattern(case)),
        View::Net => None,
    };
    from_above
        .unwrap_or_else(|| picture::small_thumbnail(&cases.puzzle, scheme, &(&case.state).into()))
}

fn escaped(text: &str) -> String {
    escape_xml(&escape_invisible(text))
}

//! `--batch`: one question and one answer per line, for `solve`, `prove` and `enumerate`.
//!
//! The data that lines share (puzzle, recipe, tables) is read once. Answers go to stdout, or to the file of `--resume`,
//! whose lines `twistsat merge` reads.

mod args;
mod question;
mod run;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;

use itertools::Itertools;

use super::files::Kind;
use super::output::Format;
use super::path_conflicts::PathRegistry;
use super::{Exit, Failure, files, interrupt, output};
pub(super) use args::{ListArgs, optional_with_batch};
pub(super) use question::{Batch, LineAnswer, LineCommand, LineQuestion, line_keys};
use run::{Run, SharedTask};
use twistsat::formats::Scramble;
use twistsat::list::{Header, Line, Request, Results, SCHEMA, Tally};
use twistsat::problem::TextLayout;
use twistsat::proof::certificate::sha256;
use twistsat::puzzle::Puzzle;
use twistsat::report::json::VERSION;

impl Batch<'_> {
    /// Answers the list at this path; `register_inputs` registers the other input files.
    pub(super) fn answer(
        mut self,
        path: &Path,
        line_command: &dyn LineCommand,
        register_inputs: impl FnOnce(&mut PathRegistry),
    ) -> Result<Exit, Failure> {
        self.problem.check_list(path)?;
        let mut paths = PathRegistry::default();
        register_inputs(&mut paths);
        self.args.register_paths(&mut paths);
        paths.check()?;
        let text = files::read(path, Kind::List)?;
        let name = files::display_name(path);
        let is_given = self.problem.puzzle.is_given();
        let puzzle = is_given.then(|| self.problem.puzzle.puzzle()).transpose()?;
        let all = match &puzzle {
            Some(puzzle) if super::state_files::is_scramble_file(path, &text) => {
                self.request.question.layout = Some(TextLayout::Named(puzzle.layout()));
                let mut scrambles = scrambles(puzzle, &name, &text)?;
                // In answer files, lines are states, so that `merge` needs nothing else.
                for line in scrambles.iter_mut().filter(|_| self.args.resume.is_some()) {
                    line.input = line.state.clone().unwrap_or_default();
                }
                scrambles
            }
            _ => twistsat::list::lines(&text),
        };
        // Counted in the whole list, so that each shard answers a line in the same way.
        let starts = all.iter().filter(|line| !line.is_object());
        let starts = starts.unique_by(|line| &line.input).count();
        let puzzle_of_starts = puzzle.as_ref().filter(|_| starts > 0);
        let common = puzzle_of_starts
            .map(|puzzle| SharedTask::new(line_command, &self.request, puzzle.clone(), starts))
            .transpose()?;
        let shard = self.args.shard();
        let header = || {
            let mut request = self.request.clone();
            (request.method.time_limit, request.method.max_memory) = (None, None);
            Header {
                schema: SCHEMA.to_owned(),
                version: VERSION.to_owned(),
                command: self.command.to_owned(),
                list: name.clone(),
                list_sha256: sha256(text.as_bytes()),
                lines: all.iter().map(|line| line.number).collect(),
                shard,
                inputs: input_hashes(&self.request),
                options: self.options.clone(),
                request,
            }
        };
        let of_shard = all
            .iter()
            .zip(0..)
            .filter(|&(_, place)| shard.contains(place));
        let mut lines: Vec<&Line> = of_shard.map(|(line, _)| line).collect();
        for line in &lines {
            line_command.register_paths(line, &mut paths)?;
        }
        paths.check()?;
        let mut tally = Tally {
            refutes: self.command == "prove",
            ..Tally::default()
        };
        let mut results = None;
        if let Some(path) = &self.args.resume {
            let opened = Results::open(path, &header(), &lines)?;
            for mistake in &opened.mistakes {
                output::diagnose(&format!("note: {mistake}; its question is answered again"));
            }
            lines.retain(|line| match opened.best.get(&line.number) {
                Some(&verdict) if self.args.is_final(verdict) => {
                    tally.before.push(verdict);
                    false
                }
                _ => true,
            });
            results = Some(opened);
        }
        let run = Run {
            line_command,
            puzzle,
            common,
            shared: Mutex::default(),
            cancel: interrupt::cancel_flag()?,
            format: match results {
                Some(_) => Format::Json,
                None => self.format,
            },
            batch: &self,
        };
        run.answer_all(&name, &lines, results, tally)
    }
}

/// The scrambles of a twsearch file.
fn scrambles(puzzle: &Puzzle, name: &str, text: &str) -> Result<Vec<Line>, Failure> {
    let scrambles = puzzle.read_scrambles(name, text).map_err(Failure::error)?;
    let line = |scramble: Scramble| Line {
        number: scramble.line,
        input: scramble.name,
        state: Some(puzzle.layout().write(puzzle, &scramble.state)),
    };
    Ok(scrambles.into_iter().map(line).collect())
}

/// The hashes of the files that options name.
fn input_hashes(request: &Request) -> BTreeMap<String, String> {
    use twistsat::problem::CostFile;
    let costs = match &request.question.cost_file {
        Some(CostFile::File(file)) => Some(file),
        _ => None,
    };
    let files = [
        ("puzzle_file", request.question.puzzle_file.as_ref()),
        ("plan_file", request.question.plan_file.as_ref()),
        ("cost_file", costs),
        ("recipe_file", request.method.recipe_file.as_ref()),
    ];
    let files = files
        .into_iter()
        .filter_map(|(key, file)| Some((key, file?)));
    files
        .map(|(key, file)| (key.to_owned(), sha256(file.text.as_bytes())))
        .collect()
}

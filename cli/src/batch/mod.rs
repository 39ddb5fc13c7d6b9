//! `--batch`: one question and one answer per line, for `solve`, `prove` and `enumerate`.
//!
//! The data that lines share (puzzle, recipe, tables) is read once. Answers go to stdout, or to the file of `--resume`,
//! whose lines `twistsat merge` reads.

mod args;
mod run;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;

use itertools::Itertools;
use serde_json::Value;
use twistsat::formats::Scramble;
use twistsat::list::{AnswerFile, Header, Line, Request, SCHEMA, Tally, lines};
use twistsat::problem::TextLayout;
use twistsat::report::json::VERSION;
use twistsat::text::sha256;

use super::files::Kind;
use super::output::Format;
use super::path_conflicts::PathRegistry;
use super::{Exit, Failure, files, interrupt, output, state_files};
pub(super) use args::{ListArgs, optional_with_batch};
use run::Run;
pub(super) use run::{Batch, LineAnswer, LineQuestion, line_keys};

impl Batch<'_> {
    /// Answers the list at this path. `paths` has the other input files; `register_outputs` adds the files that a line
    /// writes besides its answer, if their paths are known before the line is answered.
    pub(super) fn run(
        mut self,
        path: &Path,
        mut paths: PathRegistry,
        register_outputs: impl Fn(&Line, &mut PathRegistry) -> Result<(), Failure>,
    ) -> Result<Exit, Failure> {
        self.problem.check_list(path)?;
        self.args.register_paths(&mut paths);
        paths.check()?;
        let text = files::read(path, Kind::List)?;
        let name = files::display_name(path);
        let is_given = self.problem.puzzle.is_given();
        let puzzle = is_given.then(|| self.problem.puzzle.puzzle()).transpose()?;
        let all = match &puzzle {
            Some(puzzle) if state_files::is_scramble_file(path, &text) => {
                self.request.question.layout = Some(TextLayout::Named(puzzle.layout()));
                let scrambles = puzzle.read_scrambles(&name, &text);
                let line = |scramble: Scramble| {
                    let state = puzzle.layout().write(puzzle, &scramble.state);
                    Line {
                        number: scramble.line,
                        // In answer files, lines are states, so that `merge` needs nothing else.
                        input: match self.args.resume {
                            Some(_) => state.clone(),
                            None => scramble.name,
                        },
                        state: Some(state),
                    }
                };
                let scrambles = scrambles.map_err(Failure::error)?.into_iter();
                scrambles.map(line).collect()
            }
            _ => lines(&text),
        };
        // Counted in the whole list, so that each shard answers a line in the same way.
        let starts = all.iter().filter(|line| !line.is_object());
        let starts = starts.unique_by(|line| &line.input).count();
        let puzzle_of_starts = puzzle.clone().filter(|_| starts > 0);
        let common = puzzle_of_starts.map(|it| self.shared_task(&self.request, it, starts));
        let common = common.transpose()?;
        let shard = self.args.shard();
        let lines = all.iter().zip(0..);
        let lines = lines.filter(|&(_, place)| shard.contains(place));
        let mut lines = lines.map(|(line, _)| line).collect_vec();
        for line in &lines {
            register_outputs(line, &mut paths)?;
        }
        paths.check()?;
        let (mut tally, mut results) = (Tally::default(), None);
        tally.refutes = self.command == "prove";
        if let Some(path) = &self.args.resume {
            self.format = Format::Json;
            let mut request = self.request.clone();
            (request.method.time_limit, request.method.max_memory) = (None, None);
            let header = Header {
                schema: SCHEMA.to_owned(),
                version: VERSION.to_owned(),
                command: self.command.to_owned(),
                list: name.clone(),
                list_sha256: sha256(text.as_bytes()),
                lines: all.iter().map(|line| line.number).collect(),
                shard,
                inputs: input_hashes(&request)?,
                options: self.options.clone(),
                request,
            };
            let opened = AnswerFile::open(path, &header, &lines)?;
            for mistake in &opened.mistakes {
                output::diagnose(&format!("note: {mistake}; its question is answered again"));
            }
            lines.retain(|line| {
                let verdict = opened.best.get(&line.number).copied();
                let done = verdict.filter(|&verdict| self.args.is_final(verdict));
                tally.before.extend(done);
                done.is_none()
            });
            results = Some(opened);
        }
        let run = Run {
            puzzle,
            common,
            shared: Mutex::default(),
            cancel: interrupt::cancel_flag()?,
            batch: &self,
        };
        run.answer_all(&name, &lines, results, tally)
    }
}

/// The hashes of the files that options name, by the keys that contain the files.
fn input_hashes(request: &Request) -> Result<BTreeMap<String, String>, Failure> {
    let request = serde_json::to_value(request).map_err(Failure::error)?;
    let parts = ["question", "method"].into_iter();
    let keys = parts.filter_map(|part| request[part].as_object()).flatten();
    let hash = |(key, file): (&String, &Value)| {
        let text = file["text"].as_str()?;
        Some((key.clone(), sha256(text.as_bytes())))
    };
    Ok(keys.filter_map(hash).collect())
}

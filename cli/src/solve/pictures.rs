//! `solve --svg`, `--html` and `--link`: pictures of a solution.

use std::path::{Path, PathBuf};

use twistsat::answer::{PlanAnswer, Task};
use twistsat::control::CancelFlag;
use twistsat::picture;
use twistsat::picture::{Links, Playback};
use twistsat::problem::Problem;
use twistsat::puzzle::Pattern;
use twistsat::search::Minimum;

use super::task_args::TaskArgs;
use crate::files::drafts;
use crate::files::drafts::Draft;
use crate::output::Format;
use crate::{Failure, output, path_conflicts, usage};

/// The pictures to make of a solution.
#[derive(clap::Args)]
pub(super) struct PictureArgs {
    /// Also draw the solution as an SVG file, with a small net for each turn; an existing file is replaced
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Also write a page that plays the solution: a single HTML file for any browser; an existing file is replaced
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Also print links to pages that play the solution, alg.cubing.net and Twizzle, for puzzles that they support
    #[arg(long)]
    link: bool,
}

impl PictureArgs {
    fn files(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        let files = [("--svg", &self.svg), ("--html", &self.html)];
        let files = files.into_iter();
        files.filter_map(|(option, path)| Some((option, path.as_deref()?)))
    }

    /// Registers the output files.
    pub(super) fn register_paths(&self, paths: &mut path_conflicts::PathRegistry) {
        for (option, path) in self.files() {
            paths.register_output(option, path);
        }
    }

    /// Whether any picture is requested.
    pub(super) fn is_requested(&self) -> bool {
        self.files().next().is_some() || self.link
    }

    /// Rejects pictures on stdout or in missing folders, links within JSON, and files that would overwrite input files.
    pub(super) fn check(&self, args: &TaskArgs) -> Result<(), Failure> {
        let mut all = path_conflicts::PathRegistry::default();
        args.register_paths(&mut all);
        let mut files = self.files();
        if let Some((option, _)) = files.find(|(_, path)| path.as_os_str() == "-") {
            return Err(Failure::Usage(format!(
                "{option} cannot be stdout, where the solution goes; give a path"
            )));
        }
        self.register_paths(&mut all);
        all.check()?;
        self.files()
            .try_for_each(|(_, path)| drafts::check_folder(path))?;
        if self.link && args.format == Format::Json {
            return usage("--link cannot be combined with --format json");
        }
        Ok(())
    }

    /// Draws the solution of a search, if there is one.
    pub(super) fn draw_solution(
        &self,
        problem: &Problem,
        task: &Task,
        result: &Minimum,
        cancel: &CancelFlag,
    ) -> Result<(), Failure> {
        let Some(solution) = &result.solution else {
            return self.note_no_picture();
        };
        let play = Playback::of(problem, task.question().notation, solution);
        let about = if result.is_minimal() {
            format!("No solution is shorter: {}.", result.proof_of_minimality())
        } else {
            String::new()
        };
        self.show(&play, &about, cancel)
    }

    /// Draws the result of a plan, divided into stages.
    pub(super) fn draw_plan(
        &self,
        problem: &Problem,
        task: &Task,
        answer: &PlanAnswer,
        cancel: &CancelFlag,
    ) -> Result<(), Failure> {
        let Some(turns) = &answer.turns else {
            return self.note_no_picture();
        };
        let (turns, titles) = answer.in_stages(&problem.puzzle, turns);
        let play = Playback {
            puzzle: &problem.puzzle,
            scheme: &problem.scheme,
            start: Pattern::from(&answer.start),
            turns: &turns,
            notation: task.question().notation,
            titles,
        };
        let about = format!("By the plan {}.", answer.best_variant().stages.plan().name);
        self.show(&play, &about, cancel)
    }

    /// Prints a note for each picture that is not drawn.
    fn note_no_picture(&self) -> Result<(), Failure> {
        for (option, path) in self.files() {
            let path = path.display();
            output::diagnose(&format!(
                "note: {option}: no solution, so {path} is not written"
            ));
        }
        Ok(())
    }

    fn show(&self, play: &Playback<'_>, about: &str, cancel: &CancelFlag) -> Result<(), Failure> {
        if self.link {
            for line in links(play) {
                output::print_line(&line)?;
            }
        }
        let drafts = self.files().map(|(option, path)| {
            let text = match option {
                "--svg" => picture::solution_svg(play),
                _ => picture::page(play, about),
            };
            Draft::write_bytes(path, cancel, text.as_bytes())
        });
        Draft::publish_all(drafts.collect::<Result<_, _>>()?)
    }
}

fn links(play: &Playback<'_>) -> Vec<String> {
    match picture::links(play.puzzle, play.scheme, play.turns) {
        Some(Links {
            alg_cubing_net,
            twizzle,
        }) => alg_cubing_net.into_iter().chain([twizzle]).collect(),
        None => {
            let title = play.puzzle.title();
            output::diagnose(&format!(
                "note: --link: no page is known that plays {title} with these turns; --html FILE writes one"
            ));
            Vec::new()
        }
    }
}

//! Progress on stderr: one line per budget, and a live line if stderr is a terminal.

use std::fmt::Write;
use std::sync::Mutex;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::Builder;
use std::time::Duration;

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use itertools::Itertools;
use twistsat::answer::Engine;
use twistsat::encode::ReplacedRecipe;
use twistsat::notation::Notation;
use twistsat::problem::{Budget, Problem};
use twistsat::proof::check;
use twistsat::report::text;
use twistsat::search::{AttemptVerdict, Event, MilestoneKind};

use super::output;

/// Shows a search on stderr.
pub(super) struct Progress {
    quiet: bool,
    /// Whether to print a line for each formula.
    prints_formulas: bool,
    /// Whether the live line shows the sizes of formulas.
    shows_sizes: bool,
    /// The notation of turns.
    notation: Notation,
    live: ProgressBar,
    /// The turns of a better solution, held back until its origin is reported.
    better: Mutex<Option<String>>,
    /// The live text for the lower and the upper bound.
    bound_texts: Mutex<[String; 2]>,
    /// Advice to print when the first budget has been refuted.
    advice: Mutex<Option<&'static str>>,
    /// Dropping it cancels the pending hint.
    hint: Option<Sender<()>>,
    _ticks: Ticks,
}

/// The refresh interval of a terminal.
const TICK: Duration = Duration::from_millis(100);

/// Redraws the live line until this value is dropped. (The ticker of `indicatif` panics if no thread can be started.)
struct Ticks {
    _ends: Option<Sender<()>>,
}

impl Ticks {
    /// Calls `update` before each redraw.
    fn start(live: &ProgressBar, update: fn(&ProgressBar)) -> Self {
        if live.is_hidden() {
            return Self { _ends: None };
        }
        let (ends, ended) = mpsc::channel::<()>();
        let live = live.clone();
        let tick = move || {
            while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                update(&live);
                live.tick();
            }
        };
        // Without a thread, the line changes only with events.
        let _ends = Builder::new().spawn(tick).is_ok().then_some(ends);
        Self { _ends }
    }
}

/// Turns the live line into a bar that is full after this time.
fn expect_within(live: &ProgressBar, time: Duration) {
    if live.length().is_none() {
        live.reset_elapsed();
    }
    let whole = live.elapsed().saturating_add(time);
    live.set_length(u64::try_from(whole.as_millis()).unwrap_or(u64::MAX));
    live.set_prefix(format!("{}s", whole.as_secs() + 1));
    let template = "{bar:20} {elapsed} of about {prefix} until a shortest solution; Ctrl-C ends it; {wide_msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        live.set_style(style);
    }
}

/// Sets the bar to the elapsed time, if there is one.
fn advance(live: &ProgressBar) {
    if let Some(whole) = live.length() {
        let elapsed = u64::try_from(live.elapsed().as_millis()).unwrap_or(u64::MAX);
        live.set_position(elapsed.min(whole));
    }
}

/// Solutions with more turns are not shown when they are found.
const MAX_SHOWN_TURNS: usize = 100;

/// The time before the hint that another method may be faster.
const PATIENCE: Duration = Duration::from_secs(10);

impl Progress {
    /// Shows nothing if `quiet`.
    pub(super) fn new(quiet: bool) -> Self {
        let live = if quiet {
            ProgressBar::hidden()
        } else {
            ProgressBar::new_spinner()
        };
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}") {
            live.set_style(style);
        }
        Self {
            quiet,
            _ticks: Ticks::start(&live, advance),
            prints_formulas: true,
            shows_sizes: false,
            notation: Notation::default(),
            live,
            better: Mutex::default(),
            bound_texts: Mutex::default(),
            advice: Mutex::default(),
            hint: None,
        }
    }

    /// Adds a hint, printed after some time, that another method may be faster.
    pub(super) fn with_hint(mut self, faster: Option<Engine>) -> Self {
        let hint = match faster.filter(|_| !self.quiet) {
            Some(Engine::Table) => {
                "hint: there are few enough states for --method table, which may be faster"
            }
            Some(Engine::Graph) => {
                "hint: --method graph searches from both ends within the memory limit, and may be faster"
            }
            Some(Engine::Auto | Engine::Sat) | None => return self,
        };
        let (sender, ended) = mpsc::channel::<()>();
        let live = self.live.clone();
        let wait = move || {
            if ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                live.suspend(|| output::diagnose(hint));
            }
        };
        // Without a thread there is no hint.
        self.hint = Builder::new().spawn(wait).is_ok().then_some(sender);
        self
    }

    /// Progress of a search. If the search may never end, prints how to end it after the first refuted budget.
    pub(super) fn of_search(quiet: bool, problem: &Problem, max_turns: Option<usize>) -> Self {
        let mut progress = Self::new(quiet);
        let ends = matches!(problem.budget, Budget::Exactly(_));
        if !ends && max_turns.or(problem.known_maximum()).is_none() {
            progress.advice = Mutex::new(Some(match problem.is_solvable() {
                Some(true) => {
                    "note: there is a solution, but no bound on its length is known; --max-turns N ends the search at N"
                }
                Some(false) | None => {
                    "note: it is not known whether there is a solution; --max-turns N ends the search at N turns"
                }
            }));
        }
        progress
    }

    /// Sets whether to print a line for each formula; `verbose` does, and shows the sizes of formulas, too.
    pub(super) fn with_formula_lines(mut self, formulas: bool, verbose: bool) -> Self {
        self.prints_formulas = formulas || verbose;
        self.shows_sizes = verbose;
        self
    }

    /// Sets the notation of turns.
    pub(super) fn with_notation(mut self, notation: Notation) -> Self {
        self.notation = notation;
        self
    }

    /// Shows one event.
    pub(super) fn show_event(&self, event: &Event<'_>) {
        match event {
            Event::Solving {
                turns,
                variables,
                clauses,
            } => {
                let size = || {
                    let variables = HumanCount(u64::from(*variables));
                    let clauses = HumanCount(*clauses as u64);
                    format!(" ({variables} variables, {clauses} clauses)")
                };
                let size = if self.shows_sizes { size() } else { String::new() };
                if self.live.length().is_none() {
                    self.live.reset_elapsed();
                }
                self.set_bound_text(0, format!("looking for a solution of {turns} turns{size}"));
            }
            Event::Answered(attempt) => {
                if self.prints_formulas {
                    self.print_line(&text::attempt(attempt));
                }
                if attempt.verdict == AttemptVerdict::Unsat
                    && let Some(advice) = self.advice.lock().ok().and_then(|mut it| it.take())
                {
                    self.print_line(advice);
                }
            }
            Event::GraphSearch {
                turns,
                states: Some(states),
            } => {
                let states = HumanCount(*states);
                self.set_live_text(&format!("{turns} turns: {states} states from both ends"));
            }
            Event::GraphSearch {
                turns,
                states: None,
            } => self.set_live_text(&format!("{turns} turns: searching with tables of cosets")),
            Event::Trying(what) => self.set_bound_text(1, text::trying(*what)),
            Event::Deepening(turns) => self.set_live_text(&format!("{turns} turns: searching with tables")),
            Event::Enumerating(_) => self.set_live_text("enumerating"),
            Event::Improving(None) => self.set_live_text("shortening the solution"),
            Event::Improving(Some(turns)) => self.set_live_text(&format!("{turns} turns")),
            Event::Cheaper { solution, cost } => self.print_line(&format!(
                "cost {cost}: {}",
                solution.write(self.notation)
            )),
            Event::Improved(solution) => {
                if let Ok(mut better) = self.better.lock() {
                    let shown = solution.len() <= MAX_SHOWN_TURNS;
                    *better = shown.then(|| solution.write(self.notation));
                }
            }
            Event::Stage(_) | Event::AtLeast(..) => (),
            Event::Milestone(milestone) => {
                let is_solution = matches!(milestone.kind, MilestoneKind::Solution { .. });
                let better = self.better.lock().ok().and_then(|mut it| it.take());
                let turns = better.filter(|_| is_solution);
                let turns = turns.map(|turns| format!(": {turns}")).unwrap_or_default();
                self.print_line(&format!("{}{turns}", text::milestone(milestone)));
            }
            Event::Expected(time) if !self.live.is_hidden() => expect_within(&self.live, *time),
            Event::Expected(time) => self.print_line(&format!(
                "note: a shortest solution is expected in about {} s, so the search continues; Ctrl-C ends it",
                time.as_secs() + 1
            )),
            Event::ReplacedRecipe(ReplacedRecipe { by, why }) => self.print_line(&format!(
                "note: recipe `{by}` is used from here on: {why}"
            )),
            Event::MaximumTooSmall(maximum) => self.print_line(&format!(
                "note: the `maximum` of {maximum} is too small: there is a solution, but it takes more turns; the search continues"
            )),
        }
    }

    /// Sets the live text for the lower (0) or the upper bound (1).
    fn set_bound_text(&self, bound: usize, text: String) {
        if let Ok(mut texts) = self.bound_texts.lock() {
            texts[bound] = text;
            let mut shown = texts.iter().filter(|text| !text.is_empty());
            self.live.set_message(shown.join("; "));
        }
    }

    /// Sets the live text.
    pub(super) fn set_live_text(&self, text: &str) {
        self.live.set_message(text.to_owned());
    }

    /// Prints a line on stderr, above the live line.
    pub(super) fn print_line(&self, text: &str) {
        if !self.quiet {
            self.live.suspend(|| output::diagnose(text));
        }
    }

    /// Calls a function that prints, without disturbing the live line.
    pub(super) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.live.suspend(print)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.hint = None;
        self.live.finish_and_clear();
    }
}

/// A progress bar on stderr for a known number of steps, if stderr is a terminal.
pub(super) struct Bar {
    bar: ProgressBar,
    _ticks: Ticks,
}

impl Bar {
    /// Shows nothing if `quiet`.
    pub(super) fn new(steps: usize, quiet: bool) -> Self {
        let bar = if quiet {
            ProgressBar::hidden()
        } else {
            ProgressBar::new(steps as u64)
        };
        // Nothing can be estimated before the first step.
        let left = |state: &ProgressState, to: &mut dyn Write| {
            let left =
                (state.pos() > 0).then(|| format!(", {:#} left", HumanDuration(state.eta())));
            let _ = to.write_str(&left.unwrap_or_default());
        };
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len}{left}") {
            bar.set_style(style.with_key("left", left));
        }
        Self {
            _ticks: Ticks::start(&bar, |_| ()),
            bar,
        }
    }

    /// Advances by this many steps.
    pub(super) fn advance(&self, steps: u64) {
        self.bar.inc(steps);
    }

    /// Calls a function that prints, without disturbing the bar.
    pub(super) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// The progress of checking a proof, as text.
pub(super) fn checking_text(step: check::Progress) -> String {
    match step {
        check::Progress::Read(step) => format!("step {}", HumanCount(step)),
        check::Progress::Backward { left, all } => {
            let (left, all) = (HumanCount(left), HumanCount(all));
            format!("{left} of {all} steps left")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_follows_the_expected_time() {
        let live = ProgressBar::hidden();
        advance(&live);
        assert_eq!((live.position(), live.length()), (0, None));
        expect_within(&live, Duration::ZERO);
        std::thread::sleep(Duration::from_millis(20));
        advance(&live);
        assert_eq!(Some(live.position()), live.length());
        expect_within(&live, Duration::from_secs(100));
        advance(&live);
        let (at, whole) = (live.position(), live.length().expect("a bar"));
        assert!((20..10_000).contains(&at), "{at} of {whole} ms");
        assert!((100_020..110_000).contains(&whole), "{at} of {whole} ms");
    }
}

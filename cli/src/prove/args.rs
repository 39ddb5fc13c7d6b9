//! The arguments of `prove`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use twistsat::answer::{Method, Task};
use twistsat::problem::Question;
use twistsat::proof::check::Encoding;
use twistsat::proof::parts::cover::Cut;
use twistsat::proof::parts::split::SplitMethod;
use twistsat::puzzle::Puzzle;

use crate::args::{ProblemArgs, ProofFormat, SolverArgs};
use crate::batch::{ListArgs, optional_with_batch};
use crate::certificate::CertificatePaths;
use crate::output::TextOrJson;
use crate::{Failure, args, path_conflicts};

const EXAMPLES: &str = "\
Examples:
  twistsat prove pocket --scramble \"R U2 F'\" --max-turns 2 -o three
  twistsat verify three.json
  twistsat prove rubik --scramble \"R F U B\" --plan thistlethwaite --stage 1 --max-turns 2 -o edges
  twistsat prove pocket --scramble \"R U2 F' R U'\" --max-turns 4 --split 1 -o parts
  twistsat prove pocket --scramble \"R U2 F' R U'\" --max-turns 4 --split 1 --list > parts.jsonl
  twistsat prove --batch parts.jsonl --shard 1/2 --resume 1.jsonl -o part
  twistsat prove pocket --scramble \"R U2 F'\" --max-turns 2 --solver-command \"cadical {cnf} {proof}\"

The proof is checked before anything is written. Exit code 0: there is no such solution; 1: there is \
one, and it is printed; 30: unknown.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES, mut_arg("puzzle", optional_with_batch))]
pub(crate) struct Args {
    #[command(flatten)]
    pub(super) problem: ProblemArgs,
    #[command(flatten)]
    pub(super) list: ListArgs,
    /// Prove that there is no solution of N turns or fewer
    #[arg(long, value_name = "N", value_parser = args::turns, required_unless_present_any = ["question_file", "batch"])]
    max_turns: Option<usize>,
    /// Write PREFIX.cnf, PREFIX.lrat and PREFIX.json; existing files are replaced [default: cnf-out/PUZZLE-at-most-N]. With
    /// --batch, -3 is appended to PREFIX for line 3, unless PREFIX contains `{input}`, which stands for the text of the
    /// line
    #[arg(long, short, value_name = "PREFIX")]
    pub(super) output: Option<PathBuf>,
    #[command(flatten)]
    pub(super) solver: SolverArgs,
    /// The file to which the program of --solver-command writes its proof, in DRAT or LRAT; or put {proof} in the command
    // With a list, all lines would share this file.
    #[arg(
        long,
        value_name = "FILE",
        requires = "solver_command",
        conflicts_with = "batch"
    )]
    pub(super) proof: Option<PathBuf>,
    /// The format of the proof, and the extension of its file; in LRAT, each clause names the clauses
    /// from which it follows
    #[arg(long, value_enum, default_value_t)]
    pub(super) proof_format: ProofFormat,
    /// Prove in parts, one for each state N turns from the start, up to symmetry. Each part has its own files, PREFIX-1
    /// and so on; a part whose certificate exists in the folder of PREFIX is not proved again
    #[arg(long, value_name = "N", groups = ["cut", "several"], value_parser = args::turns)]
    pub(super) split: Option<usize>,
    /// Also split before the last N turns: the parts lead from those states to each state N turns before the goal
    #[arg(long, value_name = "N", requires = "split", value_parser = args::turns)]
    pub(super) split_last: Option<usize>,
    /// Prove in at least N parts if possible, also with constraints, unknown stickers and stages. Each split makes a part
    /// for every turn still possible in the slot where unit propagation and lemmas leave the fewest turns. PREFIX.cnf and
    /// its proof show that the parts cover all cases; everything else is as with --split
    #[arg(long, value_name = "N", groups = ["cut", "several"], value_parser = args::at_least_two)]
    pub(super) look_ahead: Option<usize>,
    /// Print the parts as a list for --batch, one question per line, and prove nothing
    #[arg(long = "list", requires = "cut")]
    pub(super) prints_list: bool,
    /// Prove N parts, or lines of --batch, at once; 0 means one per core. Each needs its own memory
    #[arg(long, value_name = "N", requires = "several", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(..=256))]
    pub(super) jobs: Option<u16>,
    /// Split a part again, by one more turn or by --look-ahead N, if its proof takes longer than this: seconds, or
    /// `90s`, `2m`
    #[arg(long, value_name = "TIME", requires = "cut", value_parser = args::duration, allow_negative_numbers = true)]
    pub(super) part_limit: Option<Duration>,
    /// Write the proof as text; it is twice as long
    #[arg(long)]
    pub(super) text: bool,
    /// Compress the proof with gzip, as PREFIX.lrat.gz, to less than half its size
    #[arg(long)]
    pub(super) gzip: bool,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: TextOrJson,
    /// Print only errors to stderr
    #[arg(long, short)]
    pub(super) quiet: bool,
}

impl Args {
    /// The question. Without a list, an error if no certificate can express it.
    pub(super) fn question(&self) -> Result<Question, Failure> {
        let question = self.problem.question(|question| {
            question.max_turns = self.max_turns;
        })?;
        if self.list.batch.is_none() {
            self.problem.check_certifiable(&question, "a proof")?;
        }
        Ok(question)
    }

    /// The method: solver and time limit.
    pub(super) fn method(&self) -> Method {
        let mut method = Method::default();
        self.solver.apply_to(&mut method);
        method
    }

    /// The task of a question and a method, with a solver that writes proofs.
    pub(super) fn task(
        &self,
        question: Question,
        method: Method,
        puzzle: &Arc<Puzzle>,
    ) -> Result<Task, Failure> {
        let prover = self
            .solver
            .for_method(&method)?
            .prover(self.proof.as_deref())?;
        let task = Task::new(question, method, puzzle);
        let task = task.and_then(|task| task.check_proof().map(|()| task));
        let task = task.map_err(|error| self.problem.explain_error(&error))?;
        Ok(task.with_solver(prover))
    }

    /// How the question is split, if requested.
    pub(super) fn split_method(&self) -> Option<SplitMethod> {
        let states = self.split.map(|first| {
            let last = self.split_last.unwrap_or_default();
            SplitMethod::States(Cut { first, last })
        });
        states.or(self.look_ahead.map(SplitMethod::Cubes))
    }

    /// The encoding of proofs.
    pub(super) fn encoding(&self) -> Encoding {
        if self.text {
            Encoding::Text
        } else {
            Encoding::Binary
        }
    }

    /// The paths of the certificate with this prefix.
    pub(super) fn paths(&self, prefix: &Path) -> Result<CertificatePaths, Failure> {
        Ok(CertificatePaths::new(prefix, self.proof_format.into())?.with_gzip(self.gzip))
    }

    /// Rejects output files that would overwrite input files or each other.
    pub(super) fn check_paths(&self, paths: &CertificatePaths) -> Result<(), Failure> {
        let mut all = path_conflicts::PathRegistry::default();
        self.problem.register_paths(&mut all);
        self.list.register_paths(&mut all);
        if let Some(path) = &self.proof {
            all.register_output("--proof", path);
        }
        paths.register("-o", &mut all);
        all.check()
    }
}

//! Scripts that start workers, for engines that exist.
//!
//! *Idea.* An engine need know nothing of jobs: it starts workers, and these share the work. So a script is short, and
//! whatever the engine does (kills, starts again, starts more), the campaign is none the worse.

use std::path::Path;

use crate::names::named;

/// What starts workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// A job array of Slurm.
    Slurm,
    /// GNU parallel, over ssh.
    Parallel,
    /// Make, on this machine.
    Make,
}

named!(
    Engine,
    "engine",
    Slurm = "slurm",
    Parallel = "parallel",
    Make = "make",
);

/// How a script starts workers.
#[derive(Clone, Debug)]
pub struct Start<'a> {
    /// The program, as a path.
    pub program: &'a str,
    /// The folder, as a path.
    pub folder: &'a str,
    /// What `campaign work` is told beside the folder.
    pub options: &'a [String],
    /// How many workers.
    pub workers: usize,
    /// How many jobs each does at a time.
    pub jobs: usize,
    /// How long each may take, as Slurm writes it.
    pub time: Option<&'a str>,
}

impl Engine {
    /// The script, or `None` if a word of it cannot be quoted.
    #[must_use]
    pub fn script(self, start: &Start<'_>) -> Option<String> {
        let quote = |word: &str| shlex::try_quote(word).ok().map(String::from);
        let folder = quote(start.folder)?;
        let program = quote(start.program)?;
        let jobs = start.jobs.to_string();
        let mut words = vec!["campaign", "work", start.folder, "--jobs", &jobs];
        words.extend(start.options.iter().map(String::as_str));
        let words = shlex::try_join(words).ok()?;
        let work = format!("{program} {words}");
        let merge = format!("{program} campaign merge {folder}");
        let workers = start.workers;
        Some(match self {
            Engine::Slurm => slurm(&work, start),
            Engine::Parallel => format!(
                "#!/bin/sh\n\
                 # {workers} workers by GNU parallel: sh SCRIPT, or sh SCRIPT --sshloginfile HOSTS for the machines of a file,\n\
                 # all of which have the folder and the program under the same paths. Ctrl-C or SIGTERM gives the jobs back.\n\
                 exec parallel --line-buffer --termseq TERM,20000,KILL,1000 --joblog {} \"$@\" \\\n\
                 \x20   -N0 {} ::: $(seq {workers})\n",
                quote(&joined(start.folder, "parallel.log"))?,
                quote(&work)?,
            ),
            Engine::Make => make(&work, &merge, start),
        })
    }
}

fn joined(folder: &str, name: &str) -> String {
    Path::new(folder).join(name).display().to_string()
}

/// With `exec` the worker is what Slurm signals, 60 s before the time is over, and when another job needs the node.
fn slurm(work: &str, start: &Start<'_>) -> String {
    let Start { workers, jobs, .. } = start;
    let time = start.time.map_or(String::new(), |time| {
        format!("#SBATCH --time={time}\n#SBATCH --signal=B:TERM@60\n")
    });
    format!(
        "#!/bin/bash\n\
         # {workers} workers as a job array of Slurm: sbatch SCRIPT. As often as you like; each takes what is left.\n\
         #SBATCH --job-name=twistsat\n\
         #SBATCH --array=1-{workers}\n\
         #SBATCH --ntasks=1\n\
         #SBATCH --cpus-per-task={jobs}\n\
         {time}#SBATCH --requeue\n\
         #SBATCH --open-mode=append\n\
         exec {work}\n"
    )
}

fn make(work: &str, merge: &str, start: &Start<'_>) -> String {
    // To make, a dollar begins a variable.
    let (work, merge) = (work.replace('$', "$$"), merge.replace('$', "$$"));
    let workers: Vec<String> = (1..=start.workers)
        .map(|it| format!("worker-{it}"))
        .collect();
    let workers = workers.join(" ");
    format!(
        "# {} workers by make: make -f MAKEFILE -j {}. The table of results comes last.\n\
         .PHONY: all {workers}\n\
         all: {workers}\n\
         \t{merge}\n\
         {workers}:\n\
         \t{work}\n",
        start.workers, start.workers
    )
}

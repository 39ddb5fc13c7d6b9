//! Campaigns: jobs in a folder, workers that come and go, one table in the end.

mod answers;
mod engines;
mod faults;
mod identity;
mod slurm;
mod speed;

use std::borrow::Borrow;
use std::fs;

use super::*;

/// Runs `campaign`.
fn campaign(arguments: &[&str]) -> Run {
    run(&[&["campaign"], arguments].concat())
}

/// A folder for campaigns.
struct Campaigns(Folder);

impl Campaigns {
    fn new() -> Self {
        Self(Folder::new())
    }

    /// The path of a campaign.
    fn dir(&self, name: &str) -> String {
        self.0.arg(name)
    }

    /// A campaign of states, given a line each.
    fn of_states(&self, name: &str, lines: &[impl Borrow<str>], command: &[&str]) -> String {
        self.of_blocks(name, lines, &[&["--"], command].concat())
    }

    /// As [`Campaigns::of_states`], with what comes before the command.
    fn of_blocks(&self, name: &str, lines: &[impl Borrow<str>], more: &[&str]) -> String {
        let list = self.0.write("list.txt", lines.join("\n") + "\n");
        let dir = self.dir(name);
        let new = ["new", &dir, "--question", "states", "--list", &list];
        campaign(&[&new[..], more].concat()).ends(0);
        dir
    }
}

/// The table of a campaign, without times.
#[track_caller]
fn table(dir: &str) -> String {
    campaign(&["merge", dir, "--format", "csv", "-q"])
        .ends(0)
        .out
}

/// How a campaign stands.
fn status(dir: &str) -> Value {
    campaign(&["status", dir, "--format", "json"]).json()
}

/// All ledgers of a campaign, in the order of the blocks.
fn ledgers(dir: &str) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for block in fs::read_dir(Path::new(dir).join("ledgers")).unwrap() {
        for ledger in fs::read_dir(block.unwrap().path()).unwrap() {
            found.push(ledger.unwrap().path());
        }
    }
    found.retain(|path| path.extension().is_some_and(|kind| kind == "ledger"));
    found.sort();
    found
}

/// The names in a folder of tokens.
fn tokens(dir: &str, kind: &str) -> Vec<String> {
    let entries = fs::read_dir(Path::new(dir).join(kind)).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// States with the length of their shortest solutions, as published (see `tests/common/cli.rs`).
const KNOWN: [(&str, usize); 5] = [
    ("UUUURLFBLRBFLRBFRLFBDDDD", 4),
    (THREE, 3),
    (FIRST, 3),
    ("UDDULBRFRFLBLBRFRFLBUDDU", 5),
    (NINE, 9),
];

/// So many scrambles of some turns, no two alike.
fn scrambles(count: usize, turns: usize) -> Vec<String> {
    let (turns, count) = (turns.to_string(), count.to_string());
    let made = ["scramble", "pocket", "--seed", "22", "--turns", &turns];
    let made = run(&[&made[..], &["--count", &count]].concat()).ends(0).out;
    made.lines().map(str::to_owned).collect()
}

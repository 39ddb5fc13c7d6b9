//! The peak memory of the program.
//!
//! The kernel reports the peak of a process until it ends. This benchmark reads it every
//! millisecond.

use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use super::Setup;
use super::common::Result;
use super::process::twistsat;

pub fn measure_peaks(setup: &Setup) -> Result<()> {
    let positions = &setup.positions;
    let folder = tempfile::tempdir()?;
    let (list, cnf) = (folder.path().join("list.txt"), folder.path().join("a.cnf"));
    let far = positions.at_distance(11, setup.count(20), setup.seed);
    let far: Vec<String> = far.iter().map(|state| positions.text(state)).collect();
    std::fs::write(&list, far.join("\n"))?;
    let (list, cnf) = (list.to_string_lossy(), cnf.to_string_lossy());
    let second = "F=RORW U=BRBB D=GOOR R=WYGY L=OWYW B=BYGG";
    let limit = setup.limit.to_string();
    let solve = ["solve", "pocket", "--quiet", "--time-limit", &limit];
    let commands: [(&str, Vec<&str>); 5] = [
        (
            "a position at distance 11",
            [&solve[..], &["--state", &far[0]]].concat(),
        ),
        (
            "the same with --jobs 2",
            [&solve[..], &["--state", &far[0], "--jobs", "2"]].concat(),
        ),
        (
            "a list of positions at distance 11",
            [&solve[..], &["--batch", &list]].concat(),
        ),
        (
            "the second position to its orientation",
            [&solve[..], &["--state", second, "--to", "solved"]].concat(),
        ),
        (
            "encode, 11 turns",
            vec![
                "encode", "pocket", "--state", &far[0], "--turns", "11", "-o", &cnf,
            ],
        ),
    ];
    println!("| command | peak MB |\n|---|---|");
    let mut most: f64 = 0.0;
    for (what, arguments) in commands {
        let peak = peak(twistsat().args(arguments).args(&setup.more))?;
        most = most.max(peak);
        println!("| {what} | {peak:.0} |");
    }
    println!("promised: {most:.0} MB (under 500 MB)\n");
    Ok(())
}

/// The peak of a process, in megabytes.
fn peak(command: &mut Command) -> Result<f64> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let status = format!("/proc/{}/status", child.id());
    let mut peak = None;
    while child.try_wait()?.is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        // A process that has ended reports no peak.
        peak = line.and_then(kilobytes).or(peak);
        thread::sleep(Duration::from_millis(1));
    }
    Ok(peak.ok_or("this system does not report the memory of a process")? / 1e3)
}

/// `12345 kB`, where a kB is 1,024 bytes.
fn kilobytes(text: &str) -> Option<f64> {
    let number: f64 = text.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(number * 1.024)
}

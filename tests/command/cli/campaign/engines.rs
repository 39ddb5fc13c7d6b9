//! Engines that exist start the workers: make, and GNU parallel on two "hosts".

use super::*;

/// Names, with commas, of the engines whose absence is a failure.
const REQUIRED: &str = "TWISTSAT_REQUIRE_ENGINES";

/// Whether a program is there. If not, the test says that it was skipped, unless it is required.
pub(super) fn has(engine: &str, program: &str) -> bool {
    let found = Command::new("sh")
        .args(["-c", &format!("command -v {program}")])
        .output();
    if found.is_ok_and(|found| found.status.success()) {
        return true;
    }
    let required = std::env::var(REQUIRED).unwrap_or_default();
    let is_required = required.split(',').any(|name| name.trim() == engine);
    assert!(
        !is_required,
        "{REQUIRED} names {engine}, but {program} is not there"
    );
    let _ = std::io::Write::write_fmt(
        &mut std::io::stderr(),
        format_args!("skipped: {program} is not installed\n"),
    );
    false
}

/// A campaign of some scrambles, and the table that one process makes of it.
pub(super) fn campaign_and_table(
    campaigns: &Campaigns,
    (jobs, turns): (usize, usize),
    command: &[&str],
) -> (String, String) {
    let lines = scrambles(jobs, turns);
    let alone = campaigns.of_states("alone", &lines, command);
    campaign(&["work", &alone, "-q"]).ends(0);
    let dir = campaigns.of_states("dir", &lines, command);
    (dir, table(&alone))
}

/// The script for an engine, as a file.
pub(super) fn script(campaigns: &Campaigns, dir: &str, more: &[&str]) -> String {
    let script = campaign(&[&["script", dir], more].concat()).ends(0).out;
    campaigns.0.write("script", script)
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn make_runs_workers_side_by_side_and_prints_the_table() {
    if !has("make", "make") {
        return;
    }
    let campaigns = Campaigns::new();
    let (dir, whole) = campaign_and_table(&campaigns, (24, 6), &["solve", "pocket"]);
    let script = script(&campaigns, &dir, &["--engine", "make", "--workers", "2"]);
    let made = Command::new("make")
        .args(["-s", "-f", &script, "-j", "2"])
        .output();
    let made = Run::of(made.unwrap()).ends(0);
    assert_eq!(
        made.out.matches("all blocks are done").count(),
        2,
        "{made:#?}"
    );
    assert_eq!(
        made.out.matches("  minimal  ").count(),
        whole.lines().count() - 1
    );
    assert_eq!(table(&dir), whole);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn gnu_parallel_runs_workers_on_two_hosts() {
    if !has("parallel", "parallel") {
        return;
    }
    let campaigns = Campaigns::new();
    let (dir, whole) = campaign_and_table(&campaigns, (24, 6), &["solve", "pocket"]);
    let script = script(
        &campaigns,
        &dir,
        &["--engine", "parallel", "--workers", "2"],
    );
    // The hosts are this machine; what stands in for ssh runs what it is told. It waits until the other host
    // has its worker too: one that is done by then would be given both. As ssh does, it says what the user's shell
    // is: GNU parallel starts its work with that, and a machine that runs tests by itself may have none to hand down.
    let ssh = campaigns.0.write(
        "ssh",
        "#!/bin/sh\nhost=$1; shift\n[ \"$1\" != -- ] || shift\necho \"$host\" >> \"$0.hosts\"\n\
         for try in $(seq 300); do\n\
         [ \"$(sort -u \"$0.hosts\" | wc -l)\" -lt 2 ] || break\nsleep 0.1\ndone\nexport SHELL=/bin/sh\nexec sh -c \"$*\"\n",
    );
    let hosts = campaigns.0.write("hosts", "1/one\n1/two\n");
    Command::new("chmod").args(["+x", &ssh]).status().unwrap();
    let mut command = Command::new("sh");
    command.args([&script, "--ssh", &ssh, "--sshloginfile", &hosts]);
    let ran = Run::of(command.env("HOME", campaigns.0.path()).output().unwrap()).ends(0);
    assert_eq!(
        ran.out.matches("all blocks are done").count(),
        2,
        "{ran:#?}"
    );
    let seen = campaigns.0.read("ssh.hosts");
    assert!(seen.contains("one\n") && seen.contains("two\n"), "{seen}");
    let log = fs::read_to_string(Path::new(&dir).join("parallel.log")).unwrap();
    assert_eq!(log.lines().count(), 3, "{log}");
    assert_eq!(table(&dir), whole);
}

#[test]
fn a_script_says_what_its_engine_is_told() {
    let campaigns = Campaigns::new();
    let dir = campaigns.of_states("a dir with $ in its name", &["R"], &["solve", "pocket"]);
    let slurm = ["--engine", "slurm", "--workers", "64", "--jobs", "4"];
    let more = [
        "--time",
        "12:00:00",
        "--time-limit",
        "10m",
        "--program",
        "/opt/twistsat",
    ];
    let text = campaign(&[&["script", &dir][..], &slurm, &more].concat())
        .ends(0)
        .out;
    for line in [
        "#SBATCH --array=1-64",
        "#SBATCH --cpus-per-task=4",
        "#SBATCH --time=12:00:00",
        "#SBATCH --signal=B:TERM@60",
        "#SBATCH --requeue",
    ] {
        assert!(text.contains(&format!("\n{line}\n")), "{line}: {text}");
    }
    let last = text.lines().last().unwrap();
    let words = shlex::split(last).unwrap();
    let dir = fs::canonicalize(&dir).unwrap();
    let dir = dir.to_str().unwrap();
    let says = [
        "exec",
        "/opt/twistsat",
        "campaign",
        "work",
        dir,
        "--jobs",
        "4",
        "--time-limit",
        "600",
    ];
    assert_eq!(words, says);
    let refused = campaign(&["script", dir, "--engine", "lsf"]).ends(2);
    assert!(
        refused
            .err
            .contains("expected one of: slurm, parallel, make"),
        "{refused:#?}"
    );
    let refused = campaign(&["script", dir, "--engine", "make", "--time", "1"]).ends(2);
    assert!(
        refused.err.contains("--time goes with --engine slurm"),
        "{refused:#?}"
    );
}

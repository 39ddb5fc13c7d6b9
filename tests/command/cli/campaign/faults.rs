//! Whatever happens, nothing is lost, and nothing wrong is merged.

use std::time::SystemTime;

use super::*;

/// Starts a worker and does not wait for it.
fn worker(dir: &str, more: &[&str]) -> Child {
    start(&[&["campaign", "work", dir, "--quiet"], more].concat())
}

/// Waits until something is so, not for ever.
#[track_caller]
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn signal(child: &Child, name: &str) {
    let pid = child.id().to_string();
    let sent = Command::new("kill").args([name, &pid]).status().unwrap();
    assert!(sent.success());
}

/// Random numbers that are always the same.
fn random(state: &mut u64) -> u64 {
    *state = state
        .wrapping_mul(6364136223846793005)
        .wrapping_add(1442695040888963407);
    *state >> 33
}

/// Kills workers at moments that nobody chose, and holds the table against that of one process.
fn killed_at_random(moments: usize, jobs: usize) {
    let campaigns = Campaigns::new();
    let lines = scrambles(jobs, 8);
    let alone = campaigns.of_states("alone", &lines, &["solve", "pocket"]);
    campaign(&["work", &alone, "-q"]).ends(0);
    let question = ["--block", "3", "--", "solve", "pocket"];
    let killed = campaigns.of_blocks("killed", &lines, &question);
    let mut seed = 22;
    let mut kills = 0;
    while kills < moments {
        let mut two = [worker(&killed, &[]), worker(&killed, &["--jobs", "2"])];
        for child in &mut two {
            std::thread::sleep(Duration::from_millis(random(&mut seed) % 60));
            // A worker that has nothing left to do cannot be killed.
            kills += 1;
            let _ = child.kill();
            child.wait().unwrap();
        }
    }
    campaign(&["work", &killed, "-q"]).ends(0);
    assert_eq!(tokens(&killed, "leased"), [""; 0]);
    let stands = status(&killed);
    assert_eq!(
        (&stands["open"], &stands["verdicts"]["minimal"]),
        (&json!(0), &json!(jobs))
    );
    assert_eq!(table(&killed), table(&alone));
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn workers_that_are_killed_lose_nothing() {
    killed_at_random(12, 60);
}

#[test]
#[ignore = "takes a minute"]
fn workers_that_are_killed_at_a_hundred_moments_lose_nothing() {
    killed_at_random(100, 600);
}

#[test]
fn sigterm_gives_the_job_back_at_once() {
    let campaigns = Campaigns::new();
    let dir = campaigns.of_states("dir", &[ELEVEN], &["solve", "pocket", "--recipe", "mux"]);
    for name in ["-TERM", "-INT"] {
        let child = worker(&dir, &[]);
        wait_until("a lease", || !tokens(&dir, "leased").is_empty());
        let stands = status(&dir);
        assert_eq!(stands["workers"][0]["pid"], child.id());
        signal(&child, name);
        let begun = Instant::now();
        let ended = Run::of(child.wait_with_output().unwrap()).ends(30);
        assert!(begun.elapsed() < Duration::from_secs(10));
        assert_eq!(
            ended.out,
            "0 jobs done: nothing\n1 block given back\n1 block left\n"
        );
        assert_eq!(
            (tokens(&dir, "open").len(), tokens(&dir, "leased").len()),
            (1, 0)
        );
        assert!(ledgers(&dir).is_empty());
    }
}

#[test]
fn the_lease_of_a_dead_worker_is_taken_at_once_on_its_own_machine() {
    let campaigns = Campaigns::new();
    let dir = campaigns.of_states("dir", &["R U2 F'"], &["solve", "pocket"]);
    let hard = campaigns.of_states("hard", &[ELEVEN], &["solve", "pocket", "--recipe", "mux"]);
    let mut child = worker(&hard, &[]);
    wait_until("a lease", || !tokens(&hard, "leased").is_empty());
    // While it lives, nobody else gets it.
    let idle = campaign(&["work", &hard, "--no-wait", "-q"]).ends(30);
    assert_eq!(idle.out, "0 jobs done: nothing\n1 block left\n");
    let lease = tokens(&hard, "leased").remove(0);
    child.kill().unwrap();
    child.wait().unwrap();
    // Its token, on a campaign that can be done.
    fs::rename(
        Path::new(&hard).join("leased").join(&lease),
        Path::new(&dir).join("leased").join(&lease),
    )
    .unwrap();
    fs::remove_file(Path::new(&dir).join("open/000000")).unwrap();
    let worked = campaign(&["work", &dir]).ends(0);
    assert!(
        worked.err.contains("is taken over from host"),
        "{worked:#?}"
    );
    assert_eq!(worked.out, "1 job done: 1 minimal\nall blocks are done\n");
}

/// Whoever takes a block locks its token, then moves it. In between it lies open, and nobody else can take it.
#[cfg(unix)]
#[test]
fn a_block_that_is_just_being_taken_is_no_reason_to_end() {
    let campaigns = Campaigns::new();
    let dir = campaigns.of_states("dir", &["R U2 F'"], &["solve", "pocket"]);
    let open = fs::read_dir(Path::new(&dir).join("open")).unwrap().next();
    let token = fs::File::open(open.unwrap().unwrap().path()).unwrap();
    token.lock().unwrap();
    let worker = worker(&dir, &[]);
    std::thread::sleep(Duration::from_millis(500));
    // It was not taken after all.
    drop(token);
    let ended = Run::of(worker.wait_with_output().unwrap()).ends(0);
    assert_eq!(ended.out, "1 job done: 1 minimal\nall blocks are done\n");
}

/// A lease of another machine, whose clock is an hour off, in either direction.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn a_clock_that_is_an_hour_off_neither_keeps_a_dead_lease_nor_ends_a_living_one() {
    let hour = Duration::from_secs(3600);
    for there in [SystemTime::now() - hour, SystemTime::now() + hour] {
        let campaigns = Campaigns::new();
        let dir = campaigns.of_states("dir", &["R U2 F'"], &["solve", "pocket"]);
        let lease = Path::new(&dir).join("leased/000000.elsewhere.12345678.99.abcdef012345");
        fs::rename(Path::new(&dir).join("open/000000"), &lease).unwrap();
        let file = fs::File::options().write(true).open(&lease).unwrap();
        file.set_modified(there).unwrap();
        let mut waiting = worker(&dir, &["--stale", "1500ms"]);
        // As long as it is touched, by its own clock, it lives.
        for second in 1..8 {
            std::thread::sleep(Duration::from_millis(500));
            file.set_modified(there + Duration::from_secs(second))
                .unwrap();
        }
        assert!(waiting.try_wait().unwrap().is_none());
        assert!(lease.exists());
        // Then it is touched no more.
        let ended = Run::of(waiting.wait_with_output().unwrap()).ends(0);
        assert!(
            ended.out.starts_with("1 job done: 1 minimal\n"),
            "{ended:#?}"
        );
    }
}

#[test]
fn a_line_that_was_cut_is_done_again() {
    let campaigns = Campaigns::new();
    let lines = ["R U2 F'", "R", "R U"];
    let question = ["--block", "3", "--", "solve", "pocket"];
    let dir = campaigns.of_blocks("dir", &lines, &question);
    campaign(&["work", &dir]).ends(0);
    let whole = table(&dir);
    let ledger = ledgers(&dir).remove(0);
    let bytes = fs::read(&ledger).unwrap();
    // Wherever it is cut, as by a machine that lost its power.
    for end in [0, 1, 100, bytes.len() / 2, bytes.len() - 1] {
        fs::write(&ledger, &bytes[..end]).unwrap();
        let lost = status(&dir)["open"].as_u64().unwrap();
        assert!(lost > 0);
        campaign(&["merge", &dir, "-q"]).ends(30);
        let again = campaign(&["retry", &dir]).ends(0).out;
        assert!(
            again.contains(&format!(" {lost} without a result; blocks opened: 1")),
            "{again}"
        );
        let worked = campaign(&["work", &dir]).ends(0);
        assert!(
            worked.out.starts_with(&format!("{lost} job")),
            "{worked:#?}"
        );
        assert_eq!(table(&dir), whole);
        for ledger in ledgers(&dir).iter().filter(|it| **it != ledger) {
            fs::remove_file(ledger).unwrap();
        }
    }
}

#[test]
fn a_result_that_was_altered_is_told_and_never_merged() {
    let campaigns = Campaigns::new();
    let dir = campaigns.of_states("dir", &["R U2 F'", "R"], &["solve", "pocket"]);
    campaign(&["work", &dir]).ends(0);
    let whole = table(&dir);
    let ledger = ledgers(&dir).remove(0);
    let text = fs::read_to_string(&ledger).unwrap();
    for (from, to) in [
        ("\"turns\":3", "\"turns\":2"),
        ("minimal", "solved"),
        ("F U2 R'", "F U2 R "),
    ] {
        fs::write(&ledger, text.replace(from, to)).unwrap();
        let refused = campaign(&["merge", &dir, "-q"]).ends(1);
        let says = format!("error: {}:1: its hash is ", ledger.display());
        assert!(refused.err.starts_with(&says), "{refused:#?}");
        assert_eq!(refused.out, "");
        let told = campaign(&["status", &dir]).ends(1);
        assert!(told.out.contains("altered   "), "{told:#?}");
    }
    // Whoever can make hashes, too, is found by the puzzle.
    let forged = text.replace("F U2 R'", "F U2 R");
    let (_, record) = forged.split_once(' ').unwrap();
    fs::write(&ledger, with_hash(record.trim_end())).unwrap();
    let refused = campaign(&["merge", &dir, "-q"]).ends(1);
    assert!(
        refused.err.contains("is not a solution") || refused.err.contains("do not"),
        "{refused:#?}"
    );
    // It is removed, and the job is done again.
    fs::remove_file(&ledger).unwrap();
    campaign(&["retry", &dir]).ends(0);
    campaign(&["work", &dir]).ends(0);
    assert_eq!(table(&dir), whole);
}

/// A record as a line of a ledger.
fn with_hash(record: &str) -> String {
    use sha2::{Digest, Sha256};
    let hash = Sha256::digest(record.as_bytes());
    let hash: String = hash[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{hash} {record}\n")
}

#[test]
fn two_results_that_cannot_both_be_true_are_told() {
    let campaigns = Campaigns::new();
    let dir = campaigns.of_states("dir", &["R U2 F'"], &["solve", "pocket"]);
    campaign(&["work", &dir]).ends(0);
    let ledger = ledgers(&dir).remove(0);
    let text = fs::read_to_string(&ledger).unwrap();
    let (_, record) = text.split_once(' ').unwrap();
    let mut record: Value = serde_json::from_str(record).unwrap();
    // The same twice is the same.
    let second = ledger.with_file_name("second.ledger");
    fs::write(&second, &text).unwrap();
    assert_eq!(table(&dir).lines().count(), 2);
    assert_eq!(status(&dir)["others"], 1);
    record["verdict"] = json!("none");
    record
        .as_object_mut()
        .unwrap()
        .retain(|key, _| key != "turns" && key != "solution");
    fs::write(&second, with_hash(&record.to_string())).unwrap();
    let refused = campaign(&["merge", &dir, "-q"]).ends(1);
    assert!(
        refused.err.contains("two results cannot both be true"),
        "{refused:#?}"
    );
    assert_eq!(refused.out, "");
    assert!(
        campaign(&["status", &dir])
            .ends(1)
            .out
            .contains("wrong     job ")
    );
}

#[test]
fn a_result_that_contradicts_itself_is_named_and_never_merged() {
    let campaigns = Campaigns::new();
    let solve = ["solve", "pocket", "--max-turns"];
    let found = campaigns.of_states("found", &["R U2 F'"], &[&solve[..], &["3"]].concat());
    let none = campaigns.of_states("none", &["R U2 F'"], &[&solve[..], &["2"]].concat());
    for dir in [&found, &none] {
        campaign(&["work", dir]).ends(0);
    }
    let itself = "its result contradicts itself: it is ";
    // The campaign, the key that is changed, its value, what is said, and whether one line alone says enough.
    let changes = [
        (
            &found,
            "at_least",
            json!(9),
            "`minimal` with 3 turns, but says that there are at least 9",
            true,
        ),
        (
            &found,
            "at_least",
            json!(2),
            "`minimal` with 3 turns, but says that there are at least 2",
            true,
        ),
        (
            &found,
            "verdict",
            json!("none"),
            "`none`, but there is a solution of 3 turns",
            true,
        ),
        (
            &none,
            "verdict",
            json!("minimal"),
            "`minimal`, but a solution with its length is missing",
            true,
        ),
        (
            &none,
            "at_least",
            json!(2),
            "`none` of at most 2 turns, but says that a solution may have 2",
            false,
        ),
        (
            &none,
            "at_least",
            json!(0),
            "`none` of at most 2 turns, but says that a solution may have 0",
            false,
        ),
    ];
    for (dir, key, value, says, is_alone) in changes {
        let whole = table(dir);
        let ledger = ledgers(dir).remove(0);
        let text = fs::read_to_string(&ledger).unwrap();
        let mut record: Value = serde_json::from_str(text.split_once(' ').unwrap().1).unwrap();
        record[key] = value;
        fs::write(&ledger, with_hash(&record.to_string())).unwrap();
        let refused = campaign(&["merge", dir, "-q"]).ends(1);
        let says = format!("{itself}{says}");
        assert!(refused.err.contains(&says), "{says}: {refused:#?}");
        assert_eq!(refused.out, "");
        if is_alone {
            let told = campaign(&["status", dir]).ends(1).out;
            assert!(
                told.contains("wrong     ") && told.contains(&says),
                "{told}"
            );
            assert!(!told.contains("altered"), "{told}");
            let json = campaign(&["status", dir, "--format", "json"])
                .ends(1)
                .json();
            assert_eq!(json["altered"], json!([]));
            let said = json["contradictions"][0].as_str().unwrap();
            assert!(said.contains(&says), "{said}");
        }
        fs::write(&ledger, &text).unwrap();
        assert_eq!(table(dir), whole);
    }
}

/// The inverse of the scramble is F' U' R', by hand.
#[test]
fn a_result_that_the_inverse_of_the_scramble_contradicts_is_named_and_never_merged() {
    let campaigns = Campaigns::new();
    let dir = campaigns.of_states("dir", &["R U F"], &["solve", "pocket"]);
    campaign(&["work", &dir]).ends(0);
    let whole = table(&dir);
    let ledger = ledgers(&dir).remove(0);
    let text = fs::read_to_string(&ledger).unwrap();
    let record: Value = serde_json::from_str(text.split_once(' ').unwrap().1).unwrap();
    let none = json!({"verdict": "none", "at_least": null, "turns": null, "solution": null});
    let longer = json!({"turns": 5, "at_least": 5, "solution": "F' U' R' U U'"});
    let bound = json!({"verdict": "unknown", "at_least": 6, "turns": null, "solution": null});
    for (changes, says) in [
        (none, "it is `none`"),
        (longer, "it is `minimal` with 5 turns"),
        (bound, "it says that there are at least 6 turns"),
    ] {
        let mut record = record.clone();
        for (key, value) in changes.as_object().unwrap() {
            record[key] = value.clone();
        }
        record
            .as_object_mut()
            .unwrap()
            .retain(|_, value| !value.is_null());
        fs::write(&ledger, with_hash(&record.to_string())).unwrap();
        let refused = campaign(&["merge", &dir, "-q"]).ends(1);
        let says = format!(
            "{}:1: job {}: its result contradicts the scramble: {says}, but the inverse F' U' R' is a solution of 3 turns\n",
            ledger.display(),
            record["job"].as_str().unwrap()
        );
        assert!(refused.err.contains(&says), "{says}: {refused:#?}");
        assert_eq!(refused.out, "");
    }
    let mut nothing = record.clone();
    for key in ["turns", "at_least"] {
        nothing[key] = json!(0);
    }
    nothing["solution"] = json!("");
    fs::write(&ledger, with_hash(&nothing.to_string())).unwrap();
    let refused = campaign(&["merge", &dir, "-q"]).ends(1);
    let says = "0 turns do not lead from the start to the goal";
    assert!(refused.err.contains(says), "{refused:#?}");
    // What it leaves open is merged.
    let solved = [("verdict", json!("solved")), ("at_least", json!(2))];
    let mut record = record;
    for (key, value) in solved {
        record[key] = value;
    }
    fs::write(&ledger, with_hash(&record.to_string())).unwrap();
    assert_eq!(table(&dir).lines().count(), 2);
    fs::write(&ledger, &text).unwrap();
    assert_eq!(table(&dir), whole);
}

#[test]
fn a_line_about_a_job_that_the_block_does_not_have_is_named() {
    let campaigns = Campaigns::new();
    let dir = campaigns.of_states("dir", &["R U F"], &["solve", "pocket"]);
    campaign(&["work", &dir]).ends(0);
    let ledger = ledgers(&dir).remove(0);
    let text = fs::read_to_string(&ledger).unwrap();
    let mut record: Value = serde_json::from_str(text.split_once(' ').unwrap().1).unwrap();
    record["job"] = json!("ffffffffffffffffffff");
    fs::write(&ledger, format!("{text}{}", with_hash(&record.to_string()))).unwrap();
    let says = format!(
        "{}:2: job ffffffffffffffffffff is not in this block of the campaign; ",
        ledger.display()
    );
    let refused = campaign(&["merge", &dir, "-q"]).ends(1);
    assert!(refused.err.contains(&says), "{refused:#?}");
    assert_eq!(refused.out, "");
    let told = campaign(&["status", &dir]).ends(1).out;
    assert!(
        told.contains("foreign   ") && told.contains(&says),
        "{told}"
    );
    let json = campaign(&["status", &dir, "--format", "json"])
        .ends(1)
        .json();
    assert!(json["foreign"][0].as_str().unwrap().contains(&says));
    assert_eq!(
        (&json["altered"], &json["contradictions"]),
        (&json!([]), &json!([]))
    );
    // So is one that asks for such a job again.
    fs::write(&ledger, &text).unwrap();
    let retry = ledger.with_file_name("again.retry");
    fs::write(&retry, "ffffffffffffffffffff\n").unwrap();
    let refused = campaign(&["merge", &dir, "-q"]).ends(1);
    assert!(
        refused.err.contains("again.retry:1: job ff"),
        "{refused:#?}"
    );
}

#[test]
fn another_version_and_another_list_are_refused() {
    let campaigns = Campaigns::new();
    let dir = campaigns.of_states("dir", &["R U2 F'", "R"], &["solve", "pocket"]);
    let at = |name: &str| Path::new(&dir).join(name);
    let altered = |name: &str, from: &str, to: &str| {
        let before = fs::read_to_string(at(name)).unwrap();
        fs::write(at(name), before.replacen(from, to, 1)).unwrap();
        let refused = campaign(&["work", &dir]);
        fs::write(at(name), before).unwrap();
        refused.ends(1).err
    };
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    let says = altered("campaign.json", &version, "\"version\": \"99.0.0\"");
    assert!(
        says.contains("was made by twistsat 99.0.0; this is"),
        "{says}"
    );
    let says = altered(
        "campaign.json",
        "twistsat-campaign-1",
        "twistsat-campaign-9",
    );
    assert!(
        says.contains("its format is `twistsat-campaign-9`"),
        "{says}"
    );
    let says = altered("campaign.json", "\"jobs\"", "\"jabs\"");
    assert!(
        says.contains("campaign.json: unknown field `jabs`"),
        "{says}"
    );
    let says = altered("blocks.txt", "\t1\t", "\t2\t");
    assert!(says.contains("is not as it was"), "{says}");
    let says = altered("jobs.txt", "pocket", "skewbb");
    assert!(says.contains("jobs.txt:1: the job is called"), "{says}");
    assert_eq!(tokens(&dir, "open").len(), 2);
    campaign(&["work", &dir]).ends(0);
}

/// A limit of the size of files stands for a full disk: what is written beyond it fails.
#[cfg(unix)]
#[test]
fn a_full_disk_ends_the_worker_and_gives_its_jobs_back() {
    let campaigns = Campaigns::new();
    let lines = scrambles(40, 4);
    let question = ["--block", "40", "--", "solve", "pocket"];
    let dir = campaigns.of_blocks("dir", &lines, &question);
    let mut command = Command::new("sh");
    // Blocks of 512 or of 1024 bytes.
    command.args(["-c", "ulimit -f 3; exec \"$0\" campaign work \"$1\" -q"]);
    let limited = command
        .args([env!("CARGO_BIN_EXE_twistsat-tested"), &dir])
        .output()
        .unwrap();
    let limited = Run::of(limited).ends(1);
    assert!(limited.err.contains("error: cannot write "), "{limited:#?}");
    assert_eq!(
        (tokens(&dir, "open").len(), tokens(&dir, "leased").len()),
        (1, 0)
    );
    let stands = status(&dir);
    assert_eq!(stands["cut"], 1);
    let kept = stands["verdicts"]["minimal"].as_u64().unwrap();
    assert!((1..40).contains(&kept), "{stands}");
    let worked = campaign(&["work", &dir]).ends(0);
    assert!(
        worked
            .out
            .starts_with(&format!("{} jobs done", stands["open"])),
        "{worked:#?}"
    );
    assert_eq!(
        table(&dir).lines().count(),
        1 + status(&dir)["jobs"].as_u64().unwrap() as usize
    );
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn a_folder_that_is_copied_in_the_middle_goes_on_in_both_places() {
    let campaigns = Campaigns::new();
    let lines = scrambles(30, 7);
    let dir = campaigns.of_states("dir", &lines, &["solve", "pocket"]);
    let copy = campaigns.dir("copy");
    let mut child = worker(&dir, &[]);
    wait_until("some results", || ledgers(&dir).len() > 3);
    let copied = Command::new("cp")
        .args(["-r", &dir, &copy])
        .status()
        .unwrap();
    // What moves while it is copied, `cp` may miss: that is what a copy in the middle is.
    let _ = copied;
    child.wait().unwrap();
    campaign(&["retry", &copy]).ends(0);
    campaign(&["work", &copy, "--stale", "1s", "-q"]).ends(0);
    assert_eq!(table(&copy), table(&dir));
    // And together they are one: ledgers have names of their own.
    let joined = Command::new("cp")
        .args(["-r", &format!("{copy}/ledgers"), &dir])
        .status();
    assert!(joined.unwrap().success());
    assert_eq!(table(&copy), table(&dir));
}

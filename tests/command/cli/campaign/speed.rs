//! What a second worker is worth on the parts of one refutation.

use super::*;

/// All edges of the cube flipped.
const SUPERFLIP: &str = "R L U2 F U' D F2 R2 B2 L U2 F' B' U R2 D F2 U R2 U";

/// That the superflip has no solution of at most so many turns: more than a minute of work in parts.
const QUESTION: [&str; 6] = [
    "prove",
    "rubik",
    "--scramble",
    SUPERFLIP,
    "--max-turns",
    "9",
];

/// How long the whole is waited for in one piece.
const PATIENCE: &str = "10m";

/// The parts of the question as a campaign, and how many seconds so many workers need for it.
fn worked(campaigns: &Campaigns, workers: usize) -> (String, f64) {
    let dir = campaigns.dir(&format!("by-{workers}"));
    let new = [
        "new",
        &dir,
        "--question",
        "parts",
        "--split",
        "3",
        "-q",
        "--",
    ];
    campaign(&[&new[..], &QUESTION].concat()).ends(0);
    let begun = Instant::now();
    let worker = |_| start(&["campaign", "work", &dir, "--quiet"]);
    let started: Vec<Child> = (0..workers).map(worker).collect();
    for mut worker in started {
        assert!(worker.wait().unwrap().success());
    }
    (dir, begun.elapsed().as_secs_f64())
}

#[test]
#[ignore = "takes a quarter of an hour, and wants two cores with nothing else to do"]
fn two_workers_are_at_least_1_8_times_as_fast_as_one_on_the_parts_of_a_refutation() {
    let campaigns = Campaigns::new();
    let (one, alone) = worked(&campaigns, 1);
    let (two, together) = worked(&campaigns, 2);
    assert_eq!(table(&one), table(&two));
    let parts = table(&one).lines().count() - 1;
    let begun = Instant::now();
    let prefix = campaigns.dir("whole");
    let whole = run(&[
        &QUESTION[..],
        &["--time-limit", PATIENCE, "-q", "-o", &prefix],
    ]
    .concat());
    let undivided = begun.elapsed().as_secs_f64();
    let more = if whole.code == Some(0) {
        ""
    } else {
        "more than "
    };
    let ratio = alone / together;
    println!("parts               {parts}");
    println!("one worker          {alone:.1} s");
    println!("two workers         {together:.1} s");
    println!("ratio               {ratio:.2}");
    println!("undivided, one core {more}{undivided:.1} s");
    assert!(alone > 60.0, "{alone}");
    assert!(ratio >= 1.8, "{ratio}");
}

//! The speedup from a second process that works on the parts of one refutation.

use super::*;

/// The claim that the superflip, all edges of the cube flipped, has no solution of at most 9 turns. Proving its parts
/// takes one process more than a minute.
const QUESTION: &str = r#"prove rubik --max-turns 9 \
                          --scramble "R L U2 F U' D F2 R2 B2 L U2 F' B' U R2 D F2 U R2 U""#;

/// Runs the given number of processes on the parts of the question. Returns their table and the seconds that they take.
fn proved(folder: &Folder, processes: usize) -> (String, f64) {
    let begun = Instant::now();
    let files = (1..=processes).map(|shard| format!("{shard}-of-{processes}"));
    let files: Vec<String> = files.collect();
    let started = (1..).zip(&files).map(|(shard, file)| {
        let prove = format!("prove --shard {shard}/{processes} -o by-{processes}/p");
        start_in(folder, words(prove, file))
    });
    for child in started.collect::<Vec<Child>>() {
        end_of(child).ends(0);
    }
    let seconds = begun.elapsed().as_secs_f64();
    (table(folder, files).replace("by-2", "by-1"), seconds)
}

#[test]
#[ignore = "takes some minutes and needs two idle cores"]
fn two_processes_are_at_least_1_8_times_as_fast_as_one_on_the_parts_of_a_refutation() {
    let folder = Folder::new();
    let parts = run!("{QUESTION} --split 3 --list").ends(0).out;
    folder.write("list", &parts);
    let (one, alone) = proved(&folder, 1);
    let (two, together) = proved(&folder, 2);
    assert_eq!(one, two);
    let (parts, ratio) = (parts.lines().count(), alone / together);
    println!("{parts} parts: one process {alone:.1} s, two {together:.1} s, ratio {ratio:.2}");
    assert!(alone > 60.0, "{alone}");
    assert!(ratio >= 1.8, "{ratio}");
}

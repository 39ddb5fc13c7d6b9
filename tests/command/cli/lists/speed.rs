//! The speedup from a second process that works on the parts of one refutation.

use super::*;

/// The claim that the superflip, all edges of the cube flipped, has no solution of at most 9 turns. Proving its parts
/// takes one process more than a minute.
const QUESTION: &str = r#"prove rubik --max-turns 9 \
                          --scramble "R L U2 F U' D F2 R2 B2 L U2 F' B' U R2 D F2 U R2 U""#;

/// Runs the given number of processes on the parts of the question. Returns their table and the seconds that they take.
fn answered(lists: &ListFolder, list: &str, processes: usize) -> (String, f64) {
    let begun = Instant::now();
    let start_shard = |shard: usize| {
        let file = lists.path_argument(&format!("{shard}-of-{processes}"));
        let prefix = lists.path_argument(&format!("by-{processes}/p"));
        let of = format!("prove --batch {list} --shard {shard}/{processes} -q");
        (start(format!("{of} --resume {file} -o {prefix}")), file)
    };
    let started: Vec<(Child, String)> = (1..=processes).map(start_shard).collect();
    let files = started.into_iter().map(|(child, file)| {
        end_of(child).ends(0);
        file
    });
    let files: Vec<String> = files.collect();
    let seconds = begun.elapsed().as_secs_f64();
    (table(files).replace("by-2", "by-1"), seconds)
}

#[test]
#[ignore = "takes some minutes and needs two idle cores"]
fn two_processes_are_at_least_1_8_times_as_fast_as_one_on_the_parts_of_a_refutation() {
    let lists = ListFolder::new();
    let parts = run!("{QUESTION} --split 3 --list").ends(0).out;
    let list = lists.0.write("parts.jsonl", &parts);
    let (one, alone) = answered(&lists, &list, 1);
    let (two, together) = answered(&lists, &list, 2);
    assert_eq!(one, two);
    let ratio = alone / together;
    println!("parts         {}", parts.lines().count());
    println!("one process   {alone:.1} s");
    println!("two processes {together:.1} s");
    println!("ratio         {ratio:.2}");
    assert!(alone > 60.0, "{alone}");
    assert!(ratio >= 1.8, "{ratio}");
}

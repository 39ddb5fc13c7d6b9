//! The command `twistsat check`.

use crate::common::cli::*;
use crate::common::rows;

const CNF: &str = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";

/// A refutation of [`CNF`], with hints.
const LRAT: &str = "5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n";
const BINARY_LRAT: &[u8] = b"a\x0a\x02\0\x02\x04\0d\x02\x04\0a\x0c\0\x0a\x06\x08\0";

/// A folder with [`CNF`] and a proof.
fn folder(proof: impl AsRef<[u8]>) -> Folder {
    let folder = Folder::new();
    folder.write("f.cnf", CNF);
    folder.write("f.drat", proof);
    folder
}

/// Checks a proof of [`CNF`].
fn check(proof: impl AsRef<[u8]>, more: &str) -> Run {
    run_in!(folder(proof).path(), "check f.cnf f.drat {more}")
}

#[test]
fn a_right_proof_ends_with_0_and_says_so() {
    for proof in [&b"1 0\n0\n"[..], b"a\x02\0a\0"] {
        let text = check(proof, "").ends(0);
        let what = "DRAT: 1 step, 1 addition checked: 1 RUP, 0 RAT; used: 4 clauses";
        assert_eq!(
            text.out,
            format!("verified: the formula is unsatisfiable ({what})\n")
        );
        assert_eq!(text.err, "");
        let json = check(proof, "--format json").ends(0).json();
        assert_eq!(json["verdict"], "verified");
        assert_eq!(json["core_clauses"], 4);
        assert_eq!(json["core_additions"], 1);
        let json = check(proof, "--format json --forward").ends(0).json();
        assert_eq!(json["rup"], 1);
        assert_eq!(json["core_additions"], serde_json::Value::Null);
    }
    let says = ["2 steps", "ignored: 1 deletion of clauses that do not"];
    check("d 1 5 0\n1 0\n", "").ends(0).prints(&says);
}

#[test]
fn a_wrong_proof_ends_with_1_and_a_reason_on_stdout() {
    let wrong = "c x\nd 1 2 0\n1 0\n0\n";
    let text = check(wrong, "").ends(1);
    let says = "rejected, read as DRAT: step 2 (line 3): `1 0` does not follow";
    assert!(text.out.starts_with(says), "{text:#?}");
    assert_eq!(text.err, "");
    let json = check(wrong, "--format json").ends(1).json();
    assert_eq!(json["verdict"], "rejected");
    assert_eq!(json["steps"], 2);
    assert_eq!(json["line"], 3);
    let text = check("", "").ends(1);
    let says = "rejected, read as DRAT: the proof has no steps";
    assert!(text.out.starts_with(says), "{text:#?}");
}

#[test]
fn unreadable_input_ends_with_1_and_names_file_and_position() {
    let folder = folder("1 2 0\n2");
    for [files, says] in rows(
        "
f.cnf f.drat » f.drat: line 2, column 2: the last step does not end
f.drat f.drat » f.drat: line 1, column 1: `1` is not part of a header
f.cnf missing » missing: No such file
missing f.drat » missing: No such file
. f.drat » it is a folder
",
    ) {
        let run = run_in!(folder.path(), "check {files}").ends(1);
        let run = run.prints_nothing().says(&[says]);
        assert!(run.err.starts_with("error: "), "{run:#?}");
    }
    let says = "f.drat: byte 0: a step must begin with";
    check("1 0\n", "--binary").ends(1).says(&[says]);
    let says = "line 1, column 1: `a\\x02\\x00a\\x00`";
    check(b"a\x02\0a\0", "--text").ends(1).says(&[says]);
}

#[test]
fn either_file_may_come_from_stdin() {
    let folder = folder("1 0\n");
    let [cnf, proof] = ["f.cnf", "f.drat"].map(|name| folder.arg(name));
    run_with_stdin(format!("check - {proof}"), CNF.as_bytes()).ends(0);
    let by_stdin = |proof: &[u8]| run_with_stdin(format!("check {cnf} -"), proof);
    by_stdin(b"1 0\n").ends(0);
    by_stdin(b"a\x02\0").ends(0);
    by_stdin(b"1").ends(1).says(&["stdin: line 1, column 2"]);
    let both = run_with_stdin("check - -", b"").ends(2);
    both.says(&["cannot both come from stdin"]);
    check("1 0\n", "--text --binary").ends(2);
}

#[test]
fn a_time_limit_ends_with_30() {
    let run = check("1 0\n", "--time-limit 0").ends(30);
    let says = "unknown whether the proof is right (time limit reached)\n";
    assert_eq!(run.out, says);
    let json = check("1 0\n", "--time-limit 0 --format json").ends(30);
    let json = json.json();
    assert_eq!(json["verdict"], "unknown");
    assert_eq!(json["stopped"], "time limit reached");
}

/// The first word of the proof never ends.
#[test]
#[cfg(unix)]
fn an_endless_device_is_refused() {
    run_in!(folder("").path(), "check f.cnf /dev/zero").ends(1);
}

#[test]
fn the_command_says_which_format_it_read() {
    let folder = Folder::new();
    folder.write("a.cnf", CNF);
    folder.write("a.lrat", LRAT);
    folder.write("b", BINARY_LRAT);
    for proof in ["a.lrat", "b"] {
        let run = run_in!(folder.path(), "check a.cnf {proof}").ends(0);
        let what = "LRAT: 3 steps, 2 additions checked: 2 RUP, 0 RAT";
        assert_eq!(
            run.out,
            format!("verified: the formula is unsatisfiable ({what})\n")
        );
        let run = run_in!(folder.path(), "check a.cnf {proof} --format json").ends(0);
        assert_eq!(run.json()["proof_format"], "lrat");
    }
    // For a file broken from the beginning, the extension determines the format.
    folder.write("a.lrat", "4 1 0 1 2 0\n");
    let run = run_in!(folder.path(), "check a.cnf a.lrat").ends(1);
    let why = "its number is used already or too small; it must be more than 4";
    let says = format!("rejected, read as LRAT: step 1 (line 1): clause 4, `1 0`: {why}\n");
    assert_eq!(run.out, says);
    let json = run_in!(folder.path(), "check a.cnf a.lrat --format json").ends(1);
    assert_eq!(json.json()["line"], 1);
}

#[test]
fn check_turns_drat_into_lrat() {
    let folder = Folder::new();
    folder.write("a.cnf", CNF);
    folder.write("a.drat", "1 0\n0\n");
    let to = "check a.cnf a.drat --to-lrat a.lrat";
    let run = run_in(folder.path(), to).ends(0);
    let says = "verified: the formula is unsatisfiable (DRAT: ";
    assert!(run.out.starts_with(says), "{run:#?}");
    run_in!(folder.path(), "check a.cnf a.lrat --proof-format lrat").ends(0);
    run_in!(folder.path(), "{to} --lrat-text").ends(0);
    let found = folder.read("a.lrat");
    assert_eq!(found, "5 1 0 1 2 0\n6 2 0 5 3 0\n7 0 5 6 4 0\n");
    // A wrong proof is not written, and existing files are not overwritten.
    folder.write("a.drat", "0\n");
    let run = run_in(folder.path(), to).ends(1);
    assert!(run.out.starts_with("rejected, read as DRAT: "), "{run:#?}");
    assert!(folder.read("a.lrat").starts_with("5 1 0"));
    run_in!(folder.path(), "check a.cnf a.drat --to-lrat a.cnf")
        .ends(2)
        .says(&["a.cnf"]);
    run_in!(folder.path(), "check a.cnf a.lrat --to-lrat b")
        .ends(1)
        .says(&["this is a proof in LRAT, not in DRAT"]);
    assert!(!folder.path_of("b").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_before_anything_is_verified() {
    let run = check("1 0\n0\n", "--to-lrat /dev/full")
        .ends(1)
        .prints_nothing();
    run.says(&["cannot write /dev/full: no storage space"]);
}

#[test]
fn a_proof_in_another_format_is_refused_with_the_name_of_that_format() {
    let folder = Folder::new();
    folder.write("a.cnf", CNF);
    folder.write("a.lrat", LRAT);
    folder.write("b.lrat", BINARY_LRAT);
    for proof in ["a.lrat", "b.lrat"] {
        for more in ["", "--forward", "--format json"] {
            let check = format!("check a.cnf {proof} --proof-format drat");
            let run = run_in!(folder.path(), "{check} {more}").ends(1);
            let says = format!("error: {proof}: this is a proof in LRAT, not in DRAT\n");
            assert_eq!(run.err, says);
        }
    }
    run_in!(folder.path(), "check a.cnf a.cnf")
        .ends(1)
        .says(&["this is a formula in DIMACS"]);
}

//! Proofs that gzip packed, by this program or another one.

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use super::TWO_TURNS_TOO_FEW;
use crate::common::cli::*;

/// What `gzip` makes of bytes, told by arguments.
fn gzip(arguments: &[&str], bytes: &[u8]) -> Vec<u8> {
    let mut program = Command::new("gzip");
    let mut program = program
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = program.stdin.take().unwrap();
    let bytes = bytes.to_vec();
    let writer = std::thread::spawn(move || input.write_all(&bytes));
    let mut output = Vec::new();
    program
        .stdout
        .take()
        .unwrap()
        .read_to_end(&mut output)
        .unwrap();
    writer.join().unwrap().unwrap();
    assert!(program.wait().unwrap().success());
    output
}

/// A certificate with a packed proof, and the same with one that is not.
fn proved() -> Folder {
    let folder = Folder::new();
    for (prefix, more) in [("p", &["--gzip"][..]), ("plain", &[])] {
        let question = [&TWO_TURNS_TOO_FEW[..], &["-o", prefix, "--quiet"], more].concat();
        run_in(folder.path(), &question).ends(0);
    }
    folder
}

#[test]
fn a_packed_proof_is_what_gzip_unpacks_and_is_verified() {
    let folder = proved();
    let names = [
        "p.cnf",
        "p.json",
        "p.lrat.gz",
        "plain.cnf",
        "plain.json",
        "plain.lrat",
    ];
    assert_eq!(folder.names(), names);
    let packed = std::fs::read(folder.at("p.lrat.gz")).unwrap();
    assert_eq!(
        gzip(&["-d"], &packed),
        std::fs::read(folder.at("plain.lrat")).unwrap()
    );
    assert!(packed.len() < std::fs::read(folder.at("plain.lrat")).unwrap().len());
    run_in(folder.path(), &["verify", "p.json"]).ends(0);
    run_in(folder.path(), &["check", "p.cnf", "p.lrat.gz"]).ends(0);
}

#[test]
fn what_gzip_packed_is_read_as_formula_and_as_proof_of_each_format() {
    let folder = proved();
    folder.write("f.cnf.gz", gzip(&[], folder.read("p.cnf").as_bytes()));
    // Two packed files one behind the other are one.
    let proof = std::fs::read(folder.at("plain.lrat")).unwrap();
    let (a, b) = proof.split_at(proof.len() / 2);
    folder.write("two", [gzip(&[], a), gzip(&["-1"], b)].concat());
    run_in(folder.path(), &["check", "f.cnf.gz", "two"]).ends(0);
    let drat = ["--proof-format", "drat", "--text", "-o", "d", "--quiet"];
    run_in(folder.path(), &[&TWO_TURNS_TOO_FEW[..], &drat].concat()).ends(0);
    folder.write("d.gz", gzip(&[], folder.read("d.drat").as_bytes()));
    let run = run_in(folder.path(), &["check", "f.cnf.gz", "d.gz"]).ends(0);
    assert!(run.out.contains("DRAT"), "{run:#?}");
}

#[test]
fn a_packed_proof_that_is_damaged_is_no_proof() {
    let folder = proved();
    let packed = std::fs::read(folder.at("p.lrat.gz")).unwrap();
    // Names and times in the head mean nothing.
    let head = 10;
    for at in (0..head).chain((head..packed.len()).step_by(7)) {
        let mut damaged = packed.clone();
        damaged[at] ^= 0x41;
        folder.write("damaged.gz", &damaged);
        let run = run_in(folder.path(), &["check", "p.cnf", "damaged.gz"]);
        let fine = run.code == Some(1) || at < head && run.code == Some(0);
        assert!(fine, "byte {at}: {run:#?}");
        assert!(run.code == Some(0) || !run.err.is_empty() || run.out.contains("rejected"));
    }
    for length in [1, 2, 11, packed.len() / 2, packed.len() - 1] {
        folder.write("cut.gz", &packed[..length]);
        let run = run_in(folder.path(), &["check", "p.cnf", "cut.gz"]).ends(1);
        if length > 1 {
            assert!(
                run.err.contains("damaged: it is cut short"),
                "{length}: {run:#?}"
            );
        }
    }
}

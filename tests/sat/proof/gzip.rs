//! Proofs compressed by `prove --gzip`. (`checker/tests/checker/gzip.rs` tests how they are read.)

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use super::TWO_TURNS_TOO_FEW;
use crate::common::cli::*;

/// The output of `gzip` with these arguments.
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

/// A folder with two certificates of one question: one with a compressed proof, one with a plain proof.
fn proved() -> Folder {
    let folder = Folder::new();
    for to in ["p --gzip", "plain"] {
        run_in!(folder.path(), "{TWO_TURNS_TOO_FEW} --quiet -o {to}").ends(0);
    }
    folder
}

#[test]
fn gzip_decompresses_a_compressed_proof_and_verify_accepts_it() {
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
    let compressed = std::fs::read(folder.path_of("p.lrat.gz")).unwrap();
    assert_eq!(
        gzip(&["-d"], &compressed),
        std::fs::read(folder.path_of("plain.lrat")).unwrap()
    );
    assert!(compressed.len() < std::fs::read(folder.path_of("plain.lrat")).unwrap().len());
    run_in!(folder.path(), "verify p.json").ends(0);
    run_in!(folder.path(), "check p.cnf p.lrat.gz").ends(0);
}

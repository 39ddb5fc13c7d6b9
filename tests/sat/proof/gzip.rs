//! Proofs compressed by `prove --gzip`. (`checker/tests/checker/gzip.rs` tests how they are read.)

use std::process::Command;

use super::TWO_TURNS_TOO_FEW;
use crate::common::cli::*;

#[test]
fn gzip_decompresses_a_compressed_proof_and_verify_accepts_it() {
    let folder = Folder::new();
    for to in ["p --gzip", "plain"] {
        run_in!(folder.path(), "{TWO_TURNS_TOO_FEW} --quiet -o {to}").ends(0);
    }
    let names = "p.cnf p.json p.lrat.gz plain.cnf plain.json plain.lrat";
    assert_eq!(folder.names().join(" "), names);
    run_in!(folder.path(), "verify p.json").ends(0);
    run_in!(folder.path(), "check p.cnf p.lrat.gz").ends(0);
    let bytes = |name| std::fs::read(folder.path_of(name)).unwrap();
    let plain = bytes("plain.lrat");
    assert!(bytes("p.lrat.gz").len() < plain.len());
    let mut gzip = Command::new("gzip");
    let gzip = gzip.arg("-d").arg(folder.path_of("p.lrat.gz"));
    assert!(gzip.status().unwrap().success());
    assert!(bytes("p.lrat") == plain);
}

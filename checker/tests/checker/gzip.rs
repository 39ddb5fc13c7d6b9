//! Formulas and proofs that are compressed with gzip.

use std::io::Read;
use std::process::{Command, Stdio};

use flate2::Compression;
use flate2::read::GzEncoder;

use super::*;

const DRAT: &[u8] = b"1 0\n0\n";
const LRAT: &[u8] = b"5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n";

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut compressed = Vec::new();
    let mut encoder = GzEncoder::new(bytes, Compression::default());
    encoder.read_to_end(&mut compressed).unwrap();
    compressed
}

fn either(cnf: &[u8], proof: &[u8]) -> Result<(Format, Outcome), ReadError> {
    let formula = Formula::read(cnf)?;
    let mut poll = |_| ControlFlow::Continue(());
    let expected = Expected::default();
    check_either(&formula, proof, expected, Mode::Backward, &mut poll)
}

#[track_caller]
fn assert_right(cnf: &[u8], proof: &[u8], format: Format) {
    let read = either(cnf, proof);
    assert!(
        matches!(&read, Ok((it, Outcome::Verified(_))) if *it == format),
        "{read:?}"
    );
}

#[test]
fn gzip_files_are_read_as_formulas_and_proofs() {
    let cnf = gzip(SQUARE.as_bytes());
    for (proof, format) in [
        (DRAT, Format::Drat),
        (b"a\x02\0a\0", Format::Drat),
        (LRAT, Format::Lrat),
    ] {
        assert_right(&cnf, &gzip(proof), format);
        assert_right(SQUARE.as_bytes(), &gzip(proof), format);
        // Two concatenated gzip files are one.
        let (a, b) = proof.split_at(proof.len() / 2);
        assert_right(&cnf, &[gzip(a), gzip(b)].concat(), format);
    }
}

/// The gzip program also writes the name and the time of the file into the header.
#[test]
fn output_of_the_program_gzip_is_read() {
    let folder = folder("gzip");
    fs::write(folder.join("proof"), LRAT).unwrap();
    for options in ["-1", "-9n"] {
        let made = Command::new("gzip")
            .args(["-kc", options, "proof"])
            .current_dir(&folder)
            .stderr(Stdio::inherit())
            .output();
        match made {
            Ok(made) => assert_right(SQUARE.as_bytes(), &made.stdout, Format::Lrat),
            Err(why) => is_missing("gzip", REQUIRED_CHECKERS, &why.to_string()),
        }
    }
}

#[test]
fn a_damaged_gzip_file_is_not_verified() {
    let compressed = gzip(LRAT);
    // Damage to the name or the time in the header does not matter.
    let header = 10;
    for at in 0..compressed.len() {
        let mut damaged = compressed.clone();
        damaged[at] ^= 0x41;
        let read = either(SQUARE.as_bytes(), &damaged);
        let is_right = matches!(read, Ok((_, Outcome::Verified(_))));
        assert!(at < header || !is_right, "byte {at}: {read:?}");
    }
    for length in 2..compressed.len() {
        let error = either(SQUARE.as_bytes(), &compressed[..length]).unwrap_err();
        let says = error.to_string();
        assert!(
            says.contains("damaged: it is cut short"),
            "{length}: {says}"
        );
    }
}

//! Writes the files of a certificate: formula, proof, and description.

use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::GzEncoder;
use twistsat::Error;
use twistsat::control::{CancelFlag, Stop};
use twistsat::problem::Problem;
use twistsat::proof::certificate::{Certificate, File};
use twistsat::proof::check::{Encoding, Format, TrimError, rewrite};
use twistsat::proof::verify::dimacs;
use twistsat::proof::write::Refutation;

use super::{Failure, path_conflicts};
use crate::files::drafts::Draft;
use crate::files::paths::with_suffix;

/// The paths of a certificate: three files with a common prefix.
pub(super) struct CertificatePaths {
    pub(super) formula: PathBuf,
    pub(super) proof: PathBuf,
    pub(super) certificate: PathBuf,
    /// Whether the proof is compressed with gzip.
    is_compressed: bool,
}

impl CertificatePaths {
    pub(super) fn new(prefix: &Path, format: Format) -> Result<Self, Failure> {
        let bytes = prefix.as_os_str().as_encoded_bytes();
        let is_folder_or_stdout = bytes
            .last()
            .is_none_or(|&last| last == b'/' || last == b'-' && bytes.len() == 1);
        if is_folder_or_stdout || prefix.file_name().is_none() {
            return Err(Failure::Usage(format!(
                "`{}` cannot be the prefix of file names; give for example -o proofs/eleven, for \
                 proofs/eleven.cnf, .{} and .json",
                prefix.display(),
                format.name()
            )));
        }
        Ok(Self {
            formula: with_suffix(prefix, ".cnf"),
            proof: with_suffix(prefix, &format!(".{}", format.name())),
            certificate: with_suffix(prefix, ".json"),
            is_compressed: false,
        })
    }

    /// Appends `.gz` to the path of the proof, if it is to be compressed.
    pub(super) fn with_gzip(mut self, is_compressed: bool) -> Self {
        if is_compressed && !self.is_compressed {
            self.proof.as_mut_os_string().push(".gz");
            self.is_compressed = true;
        }
        self
    }

    /// Registers the output files of `option`.
    pub(super) fn register(&self, option: &str, paths: &mut path_conflicts::PathRegistry) {
        for path in [&self.formula, &self.proof, &self.certificate] {
            paths.register_output(option, path);
        }
    }

    /// Writes the files of a refutation, all or none. Returns the reason if the work was stopped.
    pub(super) fn write(
        &self,
        problem: &Problem,
        solver: &str,
        refutation: &Refutation,
        encoding: Encoding,
        cancel: &CancelFlag,
    ) -> Result<Option<Stop>, Failure> {
        let certificate = |(formula, proof)| {
            Certificate::new(problem, solver, refutation, formula, proof)
                .and_then(|certificate| certificate.write())
        };
        let written = self.write_described_by(problem, refutation, encoding, cancel, certificate);
        match (written, cancel.reason()) {
            (Ok(_), _) => Ok(None),
            (Err(_), Some(why)) => Ok(Some(why)),
            (Err(failure), None) => Err(failure),
        }
    }

    /// Writes the files with the description that `describe` makes of formula and proof; returns that description.
    pub(super) fn write_described_by(
        &self,
        problem: &Problem,
        refutation: &Refutation,
        encoding: Encoding,
        cancel: &CancelFlag,
        describe: impl FnOnce((File, File)) -> Result<String, Error>,
    ) -> Result<String, Failure> {
        let formula = dimacs(problem, &refutation.recipe, &refutation.formula);
        let text;
        let proof = match encoding {
            Encoding::Binary => &refutation.proof,
            Encoding::Text => {
                text = as_text(refutation).map_err(Failure::error)?;
                &text
            }
        };
        let compressed;
        let proof = if !self.is_compressed {
            proof
        } else {
            compressed = compress(proof);
            &compressed
        };
        let description = describe((
            File::of(stored_name(&self.formula)?, &formula),
            File::of(stored_name(&self.proof)?, proof),
        ))?;
        let draft = |path: &Path, content: &[u8]| {
            let draft = Draft::write_bytes(path, cancel, content)?;
            draft.sync()?;
            Ok::<_, Failure>(draft)
        };
        Draft::publish_all(vec![
            draft(&self.formula, &formula)?,
            draft(&self.proof, proof)?,
            draft(&self.certificate, description.as_bytes())?,
        ])?;
        Ok(description)
    }
}

/// The file name that is stored in the certificate.
pub(super) fn stored_name(path: &Path) -> Result<String, Failure> {
    let name = path.file_name().and_then(|name| name.to_str());
    name.map(ToOwned::to_owned).ok_or_else(|| {
        Failure::Usage(format!(
            "{} cannot be named in a certificate: the name is not Unicode",
            path.display()
        ))
    })
}

/// Compresses bytes with gzip.
fn compress(bytes: &[u8]) -> Vec<u8> {
    let mut compressed = Vec::new();
    let mut encoder = GzEncoder::new(bytes, Compression::default());
    // Reading from memory does not fail.
    let _ = encoder.read_to_end(&mut compressed);
    compressed
}

fn as_text(refutation: &Refutation) -> Result<Vec<u8>, TrimError> {
    let mut text = Vec::new();
    rewrite(
        refutation.format,
        &refutation.proof[..],
        Encoding::Text,
        &mut text,
    )?;
    Ok(text)
}

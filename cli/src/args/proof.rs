//! The proof format.

use twistsat::proof::check::Format;

/// `--proof-format`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ProofFormat {
    #[default]
    Lrat,
    Drat,
}

impl From<ProofFormat> for Format {
    fn from(format: ProofFormat) -> Self {
        match format {
            ProofFormat::Lrat => Format::Lrat,
            ProofFormat::Drat => Format::Drat,
        }
    }
}

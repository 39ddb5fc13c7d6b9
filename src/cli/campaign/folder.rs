//! Which campaign.

use std::path::PathBuf;

use crate::campaign::{Campaign, CampaignError};
use crate::cli::Failure;

/// Which campaign.
#[derive(clap::Args)]
pub(super) struct FolderArgs {
    /// The folder of the campaign
    #[arg(value_name = "DIR")]
    pub(super) folder: PathBuf,
}

impl FolderArgs {
    pub(super) fn open(&self) -> Result<Campaign, Failure> {
        Ok(Campaign::open(&self.folder)?)
    }
}

impl From<CampaignError> for Failure {
    fn from(error: CampaignError) -> Self {
        Failure::error(error)
    }
}

//! `twistsat campaign status`.

use std::thread;
use std::time::{Duration, Instant};

use super::folder::FolderArgs;
use crate::cli::output::TextOrJson;
use crate::cli::{Exit, Failure, args, interrupt, output};
use crate::report;
use crate::report::json;

const EXAMPLES: &str = "\
Examples:
  twistsat campaign status far
  twistsat campaign status far --watch 10s
  twistsat campaign status far --format json";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    folder: FolderArgs,
    /// Tell it again and again, after this time, until nothing is open [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = args::duration, num_args = 0..=1, default_missing_value = "10s")]
    watch: Option<Duration>,
    /// How the result is printed; with --watch, one JSON object each time
    #[arg(long, value_enum, default_value_t)]
    format: TextOrJson,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let campaign = args.folder.open()?;
    let cancel = interrupt::cancel_flag()?;
    loop {
        let holders = campaign.tokens().leased()?;
        let counts = campaign.counts()?;
        let question = campaign.question();
        let text = match args.format {
            TextOrJson::Text => report::campaign::status(question, &counts, &holders),
            TextOrJson::Json => {
                let status = json::CampaignStatus::new(question, &counts, &holders);
                let text = serde_json::to_string_pretty(&status).map_err(Failure::error)?;
                format!("{text}\n")
            }
        };
        // Without its reader there is no need to tell it again.
        match args.watch {
            Some(_) => output::part(&text)?,
            None => output::print(&text)?,
        }
        let Some(pause) = args.watch.filter(|_| counts.open > 0) else {
            return match counts.contradictions.is_empty() && counts.mistakes.is_empty() {
                true => Ok(Exit::Done),
                // It was told.
                false => Err(Failure::Reported),
            };
        };
        let begun = Instant::now();
        while begun.elapsed() < pause {
            if cancel.is_raised() {
                return Err(Failure::Interrupted);
            }
            thread::sleep(Duration::from_millis(50).min(pause));
        }
    }
}

//! `twistsat man`: the man pages, from the definition of the command line.

use std::path::PathBuf;

use clap_mangen::Man;

use super::path_conflicts::PathRegistry;
use super::{Exit, Failure, files, interrupt, output};
use crate::files::drafts::Draft;

const EXAMPLES: &str = "\
Examples:
  twistsat man > twistsat.1
  twistsat man man1";

/// The footer of each page.
const SOURCE: &str = concat!("twistsat ", env!("CARGO_PKG_VERSION"));

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Write all pages, one per subcommand, to this folder, which is created if needed [default:
    /// only the main page, to stdout]
    #[arg(value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

/// Prints or writes the pages of a command line.
pub(super) fn run(args: &Args, command: clap::Command) -> Result<Exit, Failure> {
    let pages = pages(command)?;
    let Some(folder) = &args.folder else {
        let main = pages.first().map_or("", |(_, text)| text);
        output::print(main)?;
        return Ok(Exit::Done);
    };
    let cancel = interrupt::cancel_flag()?;
    files::create_folder(folder)?;
    let pages: Vec<(PathBuf, String)> = pages
        .into_iter()
        .map(|(name, text)| (folder.join(name), text))
        .collect();
    let mut paths = PathRegistry::default();
    for (path, _) in &pages {
        paths.register_output("", path);
    }
    paths.check()?;
    for (path, text) in pages {
        Draft::write_bytes(&path, &cancel, text.as_bytes())?.publish()?;
        output::print_line(&path.display().to_string())?;
    }
    Ok(Exit::Done)
}

/// The name and the text of each page, the main one first.
fn pages(command: clap::Command) -> Result<Vec<(String, String)>, Failure> {
    let mut command = command.disable_help_subcommand(true);
    // Gives the subcommands their full names: `twistsat-solve`.
    command.build();
    let mut commands = Vec::new();
    collect(command, &mut commands);
    commands
        .into_iter()
        .map(|command| {
            let page = Man::new(command).source(SOURCE);
            let mut text = Vec::new();
            page.render(&mut text).map_err(Failure::error)?;
            // clap's extra section holds examples and exit codes, so rename it.
            let text = String::from_utf8_lossy(&text).replace(".SH EXTRA", ".SH NOTES");
            Ok((page.get_filename(), text))
        })
        .collect()
}

/// Collects a command and all its subcommands, parents first.
fn collect(command: clap::Command, all: &mut Vec<clap::Command>) {
    let below = command.get_subcommands().cloned().collect::<Vec<_>>();
    all.push(command);
    for command in below {
        collect(command, all);
    }
}

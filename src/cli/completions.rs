//! `twistsat completions`: what a shell needs to complete the command line.
//!
//! Everything comes from the definition of the command line itself.

use clap_complete::{Shell, generate};

use super::{Exit, Failure, output};

const EXAMPLES: &str = "\
Examples:
  twistsat completions bash > ~/.local/share/bash-completion/completions/twistsat
  twistsat completions fish > ~/.config/fish/completions/twistsat.fish
  twistsat completions zsh > _twistsat

Zsh looks for `_twistsat` in the folders of $fpath. PowerShell and Elvish read the script at start:
name it in their profile.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints the script for a command line.
pub(super) fn run(args: &Args, mut command: clap::Command) -> Result<Exit, Failure> {
    let name = command.get_name().to_owned();
    // Not to stdout directly: a reader that leaves would be a panic.
    let mut script = Vec::new();
    generate(args.shell, &mut command, name, &mut script);
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Done)
}

//! The command `twistsat`, which is in the library beside this file.

use std::process::ExitCode;

fn main() -> ExitCode {
    twistsat_cli::run()
}

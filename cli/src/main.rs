//! The program `twistsat`: calls the library of this package.

use std::process::ExitCode;

fn main() -> ExitCode {
    twistsat_cli::run()
}

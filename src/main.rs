//! The `twistsat` command. Everything it does is in the library's
//! [`cli`](twistsat::cli).

use std::process::ExitCode;

fn main() -> ExitCode {
    twistsat::cli::run()
}

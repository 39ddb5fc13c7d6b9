//! The `twistsat` command.
fn main() {}

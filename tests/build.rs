//! Sets `TWISTSAT_ROOT`, the folder of the project, and the configuration `all_tests`, which enables slow tests.

use std::env;
use std::path::Path;

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").unwrap();
    let root = Path::new(&root).parent().unwrap();
    println!("cargo:rustc-env=TWISTSAT_ROOT={}", root.display());
    // `cargo test` ignores slow tests unless `TWISTSAT_TESTS=all` is set.
    println!("cargo:rustc-check-cfg=cfg(all_tests)");
    println!("cargo:rerun-if-env-changed=TWISTSAT_TESTS");
    println!("cargo:rerun-if-changed=build.rs");
    if env::var("TWISTSAT_TESTS").is_ok_and(|tests| tests == "all") {
        println!("cargo:rustc-cfg=all_tests");
    }
}

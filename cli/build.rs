//! With the feature `page`: sets the path of the page to embed.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-env-changed=TWISTSAT_PAGE");
    if env::var_os("CARGO_FEATURE_PAGE").is_none() {
        return Ok(());
    }
    let root = env::var("CARGO_MANIFEST_DIR")?;
    let page = env::var("TWISTSAT_PAGE");
    let page = page.unwrap_or_else(|_| format!("{root}/../target/page/twistsat.html"));
    println!("cargo:rerun-if-changed={page}");
    if !Path::new(&page).is_file() {
        let why = "the feature `page` puts the page into the binary, and there is none";
        return Err(format!(
            "{why} at {page}: `web/page/build` makes it, or TWISTSAT_PAGE names another"
        )
        .into());
    }
    let page = fs::canonicalize(page)?;
    println!("cargo:rustc-env=TWISTSAT_PAGE={}", page.display());
    Ok(())
}

//! With the feature `page`: sets the path of the web page to embed in the program.

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
        return Err(format!(
            "the feature `page` embeds the page, but {page} does not exist; build it with `web/page/build`, or set \
             TWISTSAT_PAGE to the path of another one"
        )
        .into());
    }
    let page = fs::canonicalize(page)?;
    println!("cargo:rustc-env=TWISTSAT_PAGE={}", page.display());
    Ok(())
}

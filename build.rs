//! Makes the lists of built-in puzzles and plans from the folders where their files are, so
//! that a new one is a new file and nothing else.

use std::path::Path;
use std::{env, error, fs};

fn main() -> Result<(), Box<dyn error::Error>> {
    list("puzzles")?;
    list("plans")
}

/// Lists the files of a folder of `encodings`, with their texts.
fn list(kind: &str) -> Result<(), Box<dyn error::Error>> {
    println!("cargo:rerun-if-changed=encodings/{kind}");
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?)
        .join("encodings")
        .join(kind);
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_stem().and_then(|name| name.to_str());
        if let (Some(name), true) = (name, path.extension().is_some_and(|is| is == "toml")) {
            files.push((name.to_owned(), path.clone()));
        }
    }
    files.sort();
    let rows = files
        .iter()
        .map(|(name, path)| format!("({name:?}, include_str!({path:?})),\n"));
    let list = format!("&[\n{}]", rows.collect::<String>());
    fs::write(
        Path::new(&env::var("OUT_DIR")?).join(format!("{kind}.rs")),
        list,
    )?;
    Ok(())
}

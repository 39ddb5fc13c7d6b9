//! Makes the lists of built-in puzzles, recipes, plans, costs, cases and goals from the folders where their files
//! are, so that a new one is a new file and nothing else.

use std::path::Path;
use std::{env, error, fs};

type Outcome<T = ()> = Result<T, Box<dyn error::Error>>;

/// A data file: its name without the extension, its path in the repository, its text.
struct File {
    name: String,
    path: String,
    text: String,
}

fn main() -> Outcome {
    let mut puzzles = files("puzzles")?;
    for family in files("families")? {
        puzzles.extend(members(&family)?);
    }
    write("puzzles", puzzles)?;
    write("recipes", files("recipes")?)?;
    write("plans", files("plans")?)?;
    write("costs", files("costs")?)?;
    write("cases", files("cases")?)?;
    write("goals", files("goals")?)
}

/// The files of a folder of `encodings`.
fn files(folder: &str) -> Outcome<Vec<File>> {
    println!("cargo:rerun-if-changed=encodings/{folder}");
    let root = env::var("CARGO_MANIFEST_DIR")?;
    let mut files = Vec::new();
    for entry in fs::read_dir(Path::new(&root).join("encodings").join(folder))? {
        let path = entry?.path();
        let name = path.file_stem().and_then(|name| name.to_str());
        if let (Some(name), true) = (name, path.extension().is_some_and(|is| is == "toml")) {
            files.push(File {
                name: name.to_owned(),
                path: format!("encodings/{folder}/{name}.toml"),
                text: fs::read_to_string(&path)?,
            });
        }
    }
    Ok(files)
}

/// The puzzles of a family, each of them a puzzle file: `{n}` is its size, and the line with
/// all `sizes` is left out.
fn members(family: &File) -> Outcome<Vec<File>> {
    let path = &family.path;
    let sizes = family
        .text
        .lines()
        .find_map(|line| line.strip_prefix("sizes = [")?.strip_suffix(']'))
        .ok_or_else(|| format!("{path}: there is no line such as `sizes = [4, 5]`"))?;
    let mut members = Vec::new();
    for size in sizes.split(',').map(str::trim) {
        size.parse::<usize>()
            .map_err(|error| format!("{path}: size `{size}`: {error}"))?;
        let lines = family
            .text
            .lines()
            .filter(|line| !line.starts_with("sizes"));
        let text: String = lines.map(|line| line.replace("{n}", size) + "\n").collect();
        let name = text.lines().find_map(|line| line.strip_prefix("name = "));
        let name = name.ok_or_else(|| format!("{path}: there is no line `name = …`"))?;
        members.push(File {
            name: name.trim_matches('"').to_owned(),
            path: path.clone(),
            text,
        });
    }
    Ok(members)
}

/// Writes a list of files in the order of their names.
fn write(list: &str, mut files: Vec<File>) -> Outcome {
    files.sort_by(|a, b| a.name.cmp(&b.name));
    let row = |File { name, path, text }: &File| {
        format!("BuiltIn {{ name: {name:?}, path: {path:?}, text: {text:?} }},\n")
    };
    let rows: String = files.iter().map(row).collect();
    let path = Path::new(&env::var("OUT_DIR")?).join(format!("{list}.rs"));
    Ok(fs::write(path, format!("&[\n{rows}]"))?)
}

//! The command, which checks a proof that a formula is unsatisfiable.

#![forbid(unsafe_code)]

use std::env;
use std::error::Error;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use twistsat_checker::{
    Encoding, Expected, Format, Formula, Mode, Outcome, Proof, Suggestions, check_either, elaborate,
};

const HELP: &str = "\
Checks a proof in DRAT or LRAT that a formula is unsatisfiable.

Usage: twistsat-checker [OPTIONS] FORMULA PROOF

FORMULA is in DIMACS, PROOF in DRAT or LRAT, text or binary; either may be compressed with gzip, and one may be `-` for stdin.

Options:
      --format drat|lrat  The format of the proof; detected if omitted
      --form text|binary  The encoding of the proof; detected if omitted
      --forward           Check every addition of a DRAT proof in order, needed or not
      --to-lrat FILE      Also write a verified DRAT proof as LRAT, without its unneeded steps
      --lrat-text         Write LRAT as text instead of binary
  -h, --help              Print this help
  -V, --version           Print the version

Examples:
  cadical hard.cnf hard.drat
  twistsat-checker hard.cnf hard.drat
  twistsat-checker hard.cnf hard.drat --to-lrat hard.lrat

Prints `s VERIFIED` or `s NOT VERIFIED`, after a comment line that begins with `c`.
Exit status: 0 if verified; 1 if not verified, or if a file cannot be read or written or the result cannot be
printed; 2 after a usage error.
";

#[derive(Default)]
struct Options {
    files: Vec<PathBuf>,
    format: Option<Format>,
    encoding: Option<Encoding>,
    forward: bool,
    to_lrat: Option<PathBuf>,
    lrat_text: bool,
}

impl Options {
    fn read(mut words: impl Iterator<Item = OsString>) -> Result<Self, String> {
        let mut options = Self::default();
        while let Some(word) = words.next() {
            // A file name need not be valid Unicode.
            let text = word.to_string_lossy();
            let mut value = || words.next().ok_or_else(|| format!("{text} needs a value"));
            match &*text {
                "--format" => {
                    options.format = Some(match &*value()?.to_string_lossy() {
                        "drat" => Format::Drat,
                        "lrat" => Format::Lrat,
                        other => return Err(format!("--format is drat or lrat, not `{other}`")),
                    });
                }
                "--form" => {
                    options.encoding = Some(match &*value()?.to_string_lossy() {
                        "text" => Encoding::Text,
                        "binary" => Encoding::Binary,
                        other => return Err(format!("--form is text or binary, not `{other}`")),
                    });
                }
                "--forward" => options.forward = true,
                "--to-lrat" => options.to_lrat = Some(value()?.into()),
                "--lrat-text" => options.lrat_text = true,
                option if option.starts_with('-') && option != "-" => {
                    return Err(format!("there is no option {option}"));
                }
                _ => options.files.push(word.into()),
            }
        }
        options.validated()
    }

    fn validated(self) -> Result<Self, String> {
        let [formula, proof] = &self.files[..] else {
            return Err(format!(
                "expected a formula and a proof, but {} given",
                match self.files.len() {
                    1 => "1 file is".to_owned(),
                    files => format!("{files} files are"),
                }
            ));
        };
        if formula == proof {
            return Err("the formula and the proof are the same file".to_owned());
        }
        match &self.to_lrat {
            Some(lrat) if self.files.contains(lrat) => {
                Err("--to-lrat would overwrite an input file".to_owned())
            }
            Some(_) if self.forward || self.format == Some(Format::Lrat) => {
                Err("--to-lrat needs a DRAT proof and excludes --forward".to_owned())
            }
            None if self.lrat_text => Err("--lrat-text needs --to-lrat".to_owned()),
            _ => Ok(self),
        }
    }
}

fn main() -> ExitCode {
    let words: Vec<OsString> = env::args_os().skip(1).collect();
    let has_flag = |short: &str, long: &str| words.iter().any(|word| word == short || word == long);
    let done = if has_flag("-h", "--help") {
        print(HELP).map(|()| true)
    } else if has_flag("-V", "--version") {
        print(concat!(
            "twistsat-checker ",
            env!("CARGO_PKG_VERSION"),
            "\n"
        ))
        .map(|()| true)
    } else {
        match Options::read(words.into_iter()) {
            Ok(options) => run(&options),
            Err(why) => {
                print_error(&format!("{why}; see --help"));
                return ExitCode::from(2);
            }
        }
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            print_error(&error.to_string());
            ExitCode::FAILURE
        }
    }
}

/// Prints to stdout, which may be closed or a file on a full disk.
fn print(text: &str) -> Result<(), Box<dyn Error>> {
    let mut stdout = io::stdout().lock();
    let printed = stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush());
    printed.map_err(|why| format!("cannot write to stdout: {why}").into())
}

/// Prints an error to stderr. If that is closed, too, only the exit status reports it.
fn print_error(why: &str) {
    let _ = writeln!(io::stderr(), "error: {why}");
}

/// Checks the proof, prints the result, and returns whether the proof is verified.
fn run(options: &Options) -> Result<bool, Box<dyn Error>> {
    let [formula_file, proof_file] = [&options.files[0], &options.files[1]];
    let formula =
        Formula::read(open(formula_file)?).map_err(|why| path_error(formula_file, &why))?;
    let proof = open(proof_file)?;
    let mut never_stop = |_| ControlFlow::Continue(());
    let proof_error = |why| path_error(proof_file, &why);
    let outcome = if let Some(lrat) = &options.to_lrat {
        let proof = Proof::new(proof, options.encoding).map_err(proof_error)?;
        let (outcome, elaborated) =
            elaborate(&formula, proof, &Suggestions::default(), &mut never_stop)
                .map_err(proof_error)?;
        if let Some(elaborated) = elaborated {
            let encoding = if options.lrat_text {
                Encoding::Text
            } else {
                Encoding::Binary
            };
            write_whole(lrat, |out| elaborated.write(encoding, out))
                .map_err(|why| path_error(lrat, &why))?;
        }
        outcome
    } else {
        let mode = if options.forward {
            Mode::Forward
        } else {
            Mode::Backward
        };
        let name = proof_file.file_name().unwrap_or_default();
        let is_named_lrat = name.to_string_lossy().contains(".lrat");
        let expected = Expected {
            format: options.format,
            encoding: options.encoding,
            otherwise: is_named_lrat.then_some(Format::Lrat),
        };
        check_either(&formula, proof, expected, mode, &mut never_stop)
            .map_err(proof_error)?
            .1
    };
    match outcome {
        Outcome::Verified(verified) => {
            let core = verified.core.as_ref();
            let core = core.map_or(String::new(), |core| {
                let clauses = counted(core.clauses.len() as u64, "clause");
                let additions = counted(core.additions, "addition");
                format!("; needed: {clauses} and {additions}")
            });
            print(&format!(
                "c {} checked: {} RUP, {} RAT{core}\ns VERIFIED\n",
                counted(verified.rup + verified.rat, "addition"),
                verified.rup,
                verified.rat
            ))?;
            Ok(true)
        }
        Outcome::Rejected(rejected) => {
            print(&format!("c {rejected}\ns NOT VERIFIED\n"))?;
            Ok(false)
        }
        Outcome::Stopped => Ok(false),
    }
}

/// `1 clause`, `2 clauses`.
fn counted(count: u64, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

fn path_error(path: &Path, why: &dyn std::fmt::Display) -> String {
    format!("{}: {why}", path.display())
}

fn open(path: &Path) -> Result<Box<dyn Read>, String> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).map_err(|why| path_error(path, &why))?;
    Ok(Box::new(BufReader::new(file)))
}

/// Writes a file next to its destination and renames it, so that the destination is never incomplete.
fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut temporary_path = path.as_os_str().to_owned();
    temporary_path.push(".part");
    let written = File::create(&temporary_path).and_then(|file| {
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        out.flush()
    });
    let done = written.and_then(|()| fs::rename(&temporary_path, path));
    if done.is_err() {
        // The incomplete file is useless; an error in deleting it is ignored.
        let _ = fs::remove_file(&temporary_path);
    }
    done
}

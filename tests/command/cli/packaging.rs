use super::*;
use crate::docs;
use std::collections::BTreeSet;

/// The subcommands that the help of a command lists, except `help` itself, each followed by its own: `solve`, `puzzle`,
/// `puzzle show`.
fn subcommands_of(command: &str) -> Vec<String> {
    let help = help(command);
    let Some((_, commands)) = help.split_once("Commands:\n") else {
        return Vec::new();
    };
    let (commands, _) = commands.split_once("\n\n").unwrap();
    let first = |line: &str| line.split_whitespace().next().unwrap().to_owned();
    let is_name = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    let names = commands.lines().filter(is_name).map(first);
    names
        .filter(|name| name != "help")
        .flat_map(|name| {
            let name = format!("{command} {name}").trim().to_owned();
            let below = subcommands_of(&name);
            std::iter::once(name).chain(below)
        })
        .collect()
}

pub fn subcommands() -> Vec<String> {
    subcommands_of("")
}

fn help(command: &str) -> String {
    run!("{command} --help").ends(0).out
}

/// The long options that a subcommand's help lists.
fn options(subcommand: &str) -> BTreeSet<String> {
    let help = help(subcommand);
    let (_, options) = help.split_once("Options:\n").unwrap();
    let mut names = BTreeSet::new();
    for line in options.lines().map(str::trim_start) {
        if let Some((_, rest)) = line.split_once("--").filter(|_| line.starts_with('-')) {
            let is_name = |c: char| c.is_ascii_lowercase() || c == '-';
            names.insert(rest.chars().take_while(|&c| is_name(c)).collect());
        }
    }
    names
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_completions_of_every_shell_name_every_subcommand_and_option() {
    let subcommands = subcommands();
    assert!(subcommands.len() > 7, "{subcommands:?}");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = run!("completions {shell}").ends(0).out;
        for subcommand in &subcommands {
            let name = subcommand.rsplit(' ').next().unwrap().to_owned();
            for word in options(subcommand).into_iter().chain([name]) {
                assert!(script.contains(&word), "{subcommand} {word} for {shell}");
            }
        }
    }
}

#[test]
fn the_completions_offer_the_built_in_names() {
    // Not for PowerShell and Elvish, which complete no values.
    for shell in ["bash", "zsh", "fish"] {
        let script = run!("completions {shell}").ends(0).out;
        for what in ["puzzles", "recipes", "plans", "costs", "solvers"] {
            for line in run!("list {what}").ends(0).out.lines() {
                let name = line.split_whitespace().next().unwrap();
                let mut words = script.split(|c: char| !c.is_alphanumeric() && c != '-');
                assert!(words.any(|word| word == name), "{name} for {shell}");
            }
        }
    }
}

#[test]
fn each_installed_shell_can_parse_its_completions() {
    let folder = Folder::new();
    for (shell, check) in [("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")] {
        let script = folder.write(shell, run!("completions {shell}").ends(0).out);
        let Ok(output) = Command::new(shell).args([check, &script]).output() else {
            continue; // Not installed.
        };
        assert!(output.status.success(), "{shell}: {output:?}");
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_man_page_of_each_subcommand_names_every_option() {
    let folder = Folder::new();
    let written = run_in!(&folder, "man share/man1").ends(0).out;
    let mut pages = vec!["twistsat.1".to_owned()];
    for subcommand in subcommands() {
        let title = format!("twistsat-{}", subcommand.replace(' ', "-"));
        let name = format!("{title}.1");
        let page = folder.read(&format!("share/man1/{name}")).replace('\\', "");
        assert!(page.contains(&format!(".TH {title} 1")));
        assert!(page.contains(env!("CARGO_PKG_VERSION")), "{page}");
        for option in options(&subcommand) {
            let is_there = page.contains(&format!("--{option}"));
            assert!(is_there, "{option} is not in {name}");
        }
        pages.push(name);
    }
    let name = |path: &'static str| path.rsplit(['/', '\\']).next().unwrap();
    assert!(written.leak().lines().map(name).eq(pages));
}

#[test]
fn the_main_man_page_is_printed_and_refers_to_the_others() {
    let folder = Folder::new();
    let page = run_in!(&folder, "man").ends(0).out;
    assert!(page.contains(".TH twistsat 1"), "{page}");
    for subcommand in subcommands() {
        if subcommand.contains(' ') {
            continue; // The page of its parent command refers to it.
        }
        assert!(page.contains(&format!("twistsat\\-{subcommand}(1)")));
    }
    assert!(page.contains("Exit codes"), "{page}");
    assert!(folder.names().is_empty());
}

#[test]
fn an_error_names_the_folder_where_man_pages_cannot_be_written() {
    let folder = Folder::new();
    let file = folder.write("man1", "a file, no folder");
    run!("man {file}").ends_saying(1, &["cannot create", "man1"]);
}

/// Every source file below a folder of the project, with its relative path and its content.
fn sources(folder: &str) -> Vec<(String, String)> {
    let files = docs::names::files(folder, &[".rs"]).unwrap().into_iter();
    let named = files.map(|path| {
        let name = docs::names::within_project(&path).unwrap();
        let name = name.strip_prefix(&format!("{folder}/")).unwrap().to_owned();
        (name, std::fs::read_to_string(path).unwrap())
    });
    named.collect()
}

#[test]
fn only_one_file_of_each_package_has_code_for_one_operating_system() {
    let sources = ["src", "cli/src"].map(sources);
    assert!(sources.iter().all(|files| files.len() > 50));
    let special = "std::os:: cfg(unix) cfg(windows) cfg(not(unix)) cfg(not(windows)) target_os target_family rustix::";
    for (name, text) in sources.concat() {
        let found = special.split(' ').find(|word| text.contains(*word));
        assert_eq!(found.is_some(), name == "sys.rs", "{name} has {found:?}");
    }
}

/// Whether a source file may use features that require an operating system.
fn needs_an_operating_system(name: &str) -> bool {
    let files = "sys.rs list/file.rs platform/os.rs solver/minisat_glucose.rs solver/splr.rs";
    let is_test = name.ends_with("tests.rs");
    is_test || name.starts_with("solver/external/") || files.split(' ').any(|file| file == name)
}

#[test]
fn only_listed_files_use_operating_system_features() {
    let words = "Instant SystemTime thread:: std::fs std::process std::net std::env std::io::std io::stdin io::stdout \
                 io::stderr println! eprint {fs File::open File::create tempfile rand::rng(";
    let words: Vec<&str> = words.split_whitespace().chain([" fs::"]).collect();
    for (name, text) in sources("src") {
        if needs_an_operating_system(&name) {
            continue;
        }
        // Comments and tests are exempt.
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let mut lines = code.lines().map(str::trim_start);
        let found = lines
            .find(|line| !line.starts_with("//") && words.iter().any(|word| line.contains(word)));
        assert_eq!(found, None, "{name}");
    }
}

/// The crates that a package depends on when built with these options.
fn crates(package: &str, options: &[&str]) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--package", package, "--locked", "--offline"])
        .args(["--edges", "normal", "--prefix", "none"])
        .args(["--format", "{p}"])
        .args(options)
        .current_dir(env!("TWISTSAT_ROOT"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let name = |line: &str| line.split(' ').next().unwrap().to_owned();
    text.lines().map(name).collect()
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_library_has_no_dependency_of_the_command_and_without_features_none_of_the_os() {
    let of_the_command =
        "anstream clap clap_complete clap_mangen console etcetera humantime indicatif";
    let of_the_os = "cpu-time getrandom libc rusqlite rustix shlex signal-hook splr tempfile terminal_size windows-sys";
    let has = |crates: &BTreeSet<String>, names: &'static str| {
        let there = names.split(' ').filter(|name| crates.contains(*name));
        there.collect::<Vec<_>>().join(" ")
    };
    let command = crates("twistsat-cli", &[]);
    assert_eq!(has(&command, of_the_command), of_the_command);
    let all = crates("twistsat", &[]);
    assert_eq!(has(&all, of_the_command), "");
    let solvers = "batsat splr tempfile";
    assert_eq!(has(&all, solvers), solvers);
    // The dependencies of RustSAT's own external solvers are not our choice.
    let none = ["--no-default-features", "--prune", "rustsat"];
    let bare = crates("twistsat", &none);
    assert!(bare.contains("batsat") && bare.contains("varisat") && bare.len() > 20);
    assert_eq!(has(&bare, of_the_command), "");
    assert_eq!(has(&bare, of_the_os), "");
}

#[test]
fn the_browser_build_needs_only_dependencies_of_rustsat() {
    let target = "--target=wasm32-unknown-unknown";
    let crates = crates("twistsat", &["--no-default-features", target]);
    for name in ["tempfile", "web-time"] {
        let is_needed = crates.contains(name);
        assert!(is_needed, "RustSAT no longer needs {name}: remove it here");
    }
    for name in ["getrandom", "js-sys", "libc", "rustix", "wasm-bindgen"] {
        assert!(!crates.contains(name), "{name}");
    }
}

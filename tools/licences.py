#!/usr/bin/env python3
"""Prints the licenses of every crate that goes into some programs: a list first, then the texts.

    python3 tools/licences.py -p twistsat-cli -p twistsat-checker --features sqlite,page > LICENCES.txt
    python3 tools/licences.py -p twistsat-web --target wasm32-unknown-unknown

The options are those of `cargo tree`.
"""

import json
import subprocess
import sys
from pathlib import Path

TEXTS = ("LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE")
LINE = "\n" + "-" * 80


def cargo(*arguments: str) -> str:
    return subprocess.check_output(["cargo", *arguments, "--locked"], text=True)


def linked(options: list[str]) -> list[dict]:
    """The crates that are linked into the programs: no macros, and none that only tests or build scripts need."""
    tree = cargo("tree", "--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}", *options)
    # A line is `name v1.2.3`, and may go on with `(proc-macro)` or `(*)`.
    used = {tuple(line.split()[:2]) for line in tree.splitlines() if line and "(proc-macro)" not in line}
    packages = json.loads(cargo("metadata", "--format-version", "1"))["packages"]
    others = [it for it in packages if it["source"] and (it["name"], f"v{it['version']}") in used]
    return sorted(others, key=lambda package: (package["name"], package["version"]))


def standard_library() -> list[Path]:
    """The texts that come with the compiler, where its installation has them."""
    folder = Path(subprocess.check_output(["rustc", "--print", "sysroot"], text=True).strip()) / "share/doc/rust"
    names = ["COPYRIGHT", "LICENSE-MIT", "LICENSE-APACHE"]
    return [file for file in (folder / name for name in names) if file.is_file()]


def main() -> None:
    crates = linked(sys.argv[1:])
    if not crates:
        sys.exit("no crates: which packages? `-p NAME`")
    if unnamed := [crate["name"] for crate in crates if not crate["license"]]:
        sys.exit(f"no license is named by {', '.join(unnamed)}")
    print("twistsat is licensed under MIT or Apache-2.0, at your option. It contains Rust's standard library")
    print("(MIT OR Apache-2.0) and these crates, each with its license and the address of its sources:\n")
    texts: dict[str, list[str]] = {}
    without = []
    for crate in crates:
        name = f"{crate['name']} {crate['version']}"
        print(f"  {name}: {crate['license']}, {crate['repository'] or crate['homepage'] or 'no address'}")
        folder = Path(crate["manifest_path"]).parent
        files = [file for file in sorted(folder.iterdir()) if file.is_file() and file.name.upper().startswith(TEXTS)]
        for file in files:
            text = file.read_text(encoding="utf-8", errors="replace").strip()
            texts.setdefault(text, []).append(f"{name}: {file.name}")
        if not files:
            authors = ", ".join(author.split(" <")[0] for author in crate["authors"])
            without.append(f"  {name}: {crate['license']}, by {authors or 'its authors'}")
    if without:
        print("\nThe packages of these contain no text of their license; LICENSE-MIT and LICENSE-APACHE have those of MIT")
        print("and Apache-2.0, and 0BSD asks for none:\n")
        print("\n".join(without))
    for file in standard_library():
        texts.setdefault(file.read_text(encoding="utf-8").strip(), []).append(f"Rust's standard library: {file.name}")
    for text, names in texts.items():
        print(LINE)
        print("\n".join(names) + "\n")
        print(text)


if __name__ == "__main__":
    main()

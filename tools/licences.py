#!/usr/bin/env python3
"""Prints the licences of every crate that goes into the commands: names first, then the texts.

    python3 tools/licences.py --features sqlite,page > LICENCES.txt

What follows the name of the script is handed to `cargo metadata`.
"""

import json
import subprocess
import sys
from pathlib import Path

PROGRAMS = ["twistsat", "twistsat-checker"]
TEXTS = ("LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE")


def metadata(options: list[str]) -> dict:
    host = next(
        line.split()[1]
        for line in subprocess.check_output(["rustc", "-vV"], text=True).splitlines()
        if line.startswith("host:")
    )
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", host]
    return json.loads(subprocess.check_output(command + options))


def linked(data: dict) -> list[dict]:
    """The crates that are linked into the programs, not those that only tests or build scripts need."""
    packages = {package["id"]: package for package in data["packages"]}
    nodes = {node["id"]: node for node in data["resolve"]["nodes"]}
    members = set(data["workspace_members"])
    open_ids = [id for id in members if packages[id]["name"] in PROGRAMS]
    seen = set(open_ids)
    while open_ids:
        for dependency in nodes[open_ids.pop()]["deps"]:
            kinds = {kind["kind"] for kind in dependency["dep_kinds"]}
            if None in kinds and dependency["pkg"] not in seen:
                seen.add(dependency["pkg"])
                open_ids.append(dependency["pkg"])
    others = [packages[id] for id in seen - members]
    return sorted(others, key=lambda package: (package["name"], package["version"]))


def main() -> None:
    crates = linked(metadata(sys.argv[1:]))
    print("twistsat is licensed under MIT or Apache-2.0, as you like. It contains:\n")
    missing = []
    texts: dict[str, list[str]] = {}
    for crate in crates:
        name = f"{crate['name']} {crate['version']}"
        print(f"  {name}: {crate['license'] or 'see below'}")
        folder = Path(crate["manifest_path"]).parent
        files = [file for file in sorted(folder.iterdir()) if file.name.upper().startswith(TEXTS)]
        for file in files:
            text = file.read_text(encoding="utf-8", errors="replace").strip()
            texts.setdefault(text, []).append(f"{name}: {file.name}")
        if not files and not crate["license"]:
            missing.append(name)
    if missing:
        sys.exit(f"no licence is named by {', '.join(missing)}")
    for text, names in texts.items():
        print("\n" + "-" * 80)
        print("\n".join(names) + "\n")
        print(text)


if __name__ == "__main__":
    main()

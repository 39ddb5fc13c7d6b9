"""The installed package matches its types and the README."""

import contextlib
import io
import re
import subprocess
import sys
from pathlib import Path

import twistsat

HERE = Path(__file__).parent
INSTALLED = Path(twistsat.__file__).parent


def run_module(module, *arguments, folder):
    command = [sys.executable, "-m", module, *arguments]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    return run.returncode, run.stdout + run.stderr


def test_the_types_are_those_of_the_module(tmp_path):
    """mypy's stubtest compares every public name, signature and default, in both directions."""
    code, output = run_module("mypy.stubtest", "twistsat", folder=tmp_path)
    assert code == 0, output


def test_a_type_checker_sees_the_types(tmp_path):
    right = 'import twistsat\nturns: list[str] = twistsat.Puzzle("pocket").turns\n'
    wrong = right + "wrong: int = twistsat.Puzzle(3).name\n"
    for text, errors in [(right, 0), (wrong, 2)]:
        (tmp_path / "program.py").write_text(text)
        _, output = run_module("mypy", "--strict", "program.py", folder=tmp_path)
        assert output.count(": error:") == errors, output


def test_one_wheel_serves_every_python_and_has_its_types():
    names = {path.name for path in INSTALLED.iterdir()}
    assert {"py.typed", "__init__.pyi", "graph.pyi"} <= names
    assert any(re.fullmatch(r"_twistsat\.(abi3\.so|pyd)", name) for name in names), names


def test_the_example_with_pysat_prints_what_it_says():
    readme = (HERE.parent / "README.md").read_text(encoding="utf-8")
    program = re.search(r"```python\n(.*?)```", readme, re.DOTALL).group(1)
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(program, "README.md", "exec"), {})
    expected = re.findall(r"print\(.*\)  # (.*)", program)
    assert output.getvalue().splitlines() == expected and len(expected) == 1

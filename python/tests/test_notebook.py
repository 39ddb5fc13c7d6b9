"""The notebook runs from its first cell to its last, and says what it promises."""

from pathlib import Path

import nbformat
from nbclient import NotebookClient


def test_the_notebook_runs_to_the_certificate():
    path = Path(__file__).parents[1] / "first_certificate.ipynb"
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    outputs = [cell.get("outputs", []) for cell in notebook.cells]
    texts = "".join(output.get("text", "") for cell in outputs for output in cell)
    assert "3 turns" in texts or "minimal" in texts
    assert "bytes of proof" in texts
    pictures = [o for cell in outputs for o in cell if "image/png" in o.get("data", {})]
    assert len(pictures) == 2

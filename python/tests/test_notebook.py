"""The notebook runs from the first cell to the last, and its output contains a certificate and two plots."""

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
    plots = [output for cell in outputs for output in cell if "image/png" in output.get("data", {})]
    assert len(plots) == 2

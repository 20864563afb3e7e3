"""The package: imports, docstrings, versions, notebooks."""

import doctest
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

import redouble
from redouble import _core

PYTHON = Path(__file__).parents[1]


@pytest.mark.parametrize(
    "name",
    [
        "redouble",
        "redouble._core",
        "redouble._report",
        "redouble._commands",
        "redouble.states",
        "redouble.tilt",
        "redouble.envs",
        "redouble.text",
    ],
)
def test_examples_of_docstrings_run(name):
    module = importlib.import_module(name)
    tests = doctest.DocTestFinder(exclude_empty=True).find(module, name, globs={})
    if name == "redouble._core":
        finder = doctest.DocTestFinder()
        tests = [
            test
            for item in (_core.Board, _core.Game, _core.State, _core.Batch, _core.Player)
            for test in finder.find(item, item.__name__, globs={})
        ]
    runner = doctest.DocTestRunner()
    for test in tests:
        runner.run(test)
    assert runner.tries > 0 and runner.failures == 0


def test_everything_public_is_documented():
    for name in redouble.__all__:
        item = getattr(redouble, name)
        assert getattr(item, "__doc__", None), name
        for member in vars(item) if isinstance(item, type) else ():
            assert member.startswith("_") or getattr(item, member).__doc__ or member.isupper(), f"{name}.{member}"


def test_import_loads_neither_numpy_nor_gymnasium():
    code = "import sys, redouble; assert not {'numpy', 'gymnasium', 'tqdm'} & set(sys.modules), sorted(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_version_is_the_workspace_s():
    manifests = [PYTHON / "Cargo.toml", PYTHON.parent / "Cargo.toml"]
    versions = [re.search(r'^version = "(.*)"', manifest.read_text(), re.M).group(1) for manifest in manifests]
    assert versions[0] == versions[1]


def test_dependencies_have_the_versions_of_the_workspace():
    def locked(path):
        found = {}
        for name, version in re.findall(r'name = "(.*)"\nversion = "(.*)"', path.read_text()):
            found.setdefault(name, set()).add(version)
        return found

    ours, theirs = locked(PYTHON / "Cargo.lock"), locked(PYTHON.parent / "Cargo.lock")
    # Built once for both: `./check` shares the target directory.
    assert {name: versions for name, versions in ours.items() if name in theirs and not versions <= theirs[name]} == {}


@pytest.mark.parametrize("notebook", sorted((PYTHON / "examples").glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebooks_run(notebook, tmp_path):
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    book = nbformat.read(notebook, as_version=4)
    nbclient.NotebookClient(book, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()

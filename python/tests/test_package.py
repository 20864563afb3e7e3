"""The package: imports, docstrings, versions, notebooks."""

import doctest
import importlib
import importlib.util
import inspect
import os
import re
import subprocess
import sys
import tarfile
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
    optional = [importlib.import_module(f"redouble.{name}") for name in ("envs", "text")]
    for name, item in [(name, getattr(redouble, name)) for name in redouble.__all__] + [(module.__name__, module) for module in optional]:
        assert getattr(item, "__doc__", None), name
        for member in vars(item) if isinstance(item, type) else ():
            assert member.startswith("_") or getattr(item, member).__doc__ or member.isupper(), f"{name}.{member}"


def test_import_loads_neither_numpy_nor_gymnasium():
    code = "import sys, redouble; assert not {'numpy', 'gymnasium', 'tqdm'} & set(sys.modules), sorted(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_import_of_everything_needs_only_numpy():
    blocked = "sys.modules.update(dict.fromkeys(('gymnasium', 'pettingzoo', 'stable_baselines3', 'tqdm')))"
    code = f"import sys; {blocked}\nfrom redouble import *\nassert arena('random', games=1) and Batch(1).boards is not None"
    subprocess.run([sys.executable, "-c", code], check=True)


COMMANDS = {
    "arena": redouble.arena,
    "compare": redouble.compare,
    "hint": redouble.hint,
    "review": redouble.review,
    "perft": redouble.perft,
    "train": redouble.train,
    "solve": redouble.solve,
    "states count": redouble.states.count,
    "states find": redouble.states.find,
    "states sample": redouble.states.sample,
    "states bound": redouble.states.bound,
    "states moves": redouble.states.moves,
    "states graph": redouble.states.graph,
    "states verify": redouble.states.verify,
    "tilt adjacent": redouble.tilt.adjacent,
    "tilt space": redouble.tilt.space,
    "tilt draw": redouble.tilt.draw,
}


@pytest.mark.parametrize("command", COMMANDS)
def test_options_have_the_names_and_defaults_of_the_command(command):
    arguments = [sys.executable, "-m", "redouble", *command.split(), "--help"]
    text = subprocess.run(arguments, check=True, capture_output=True, text=True).stdout
    flags = re.split(r"\n +(?:-\w, )?--(?=[a-z])", text)[1:]
    there = {}
    for flag in flags:
        default = re.search(r"\[default: (.*?)\]", flag, re.S)
        there[re.match(r"[a-z0-9-]+", flag).group()] = default and default.group(1)
    assert there
    for option in inspect.signature(COMMANDS[command]).parameters.values():
        if option.kind is not option.KEYWORD_ONLY or option.name == "progress":
            continue
        assert option.name.replace("_", "-") in there, option
        if option.default not in (None, False, option.empty):
            default = there[option.name.replace("_", "-")]
            assert default is not None and default.replace(",", "") == str(option.default), option


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


def test_a_source_distribution_has_everything_that_is_built_from(tmp_path):
    root = PYTHON.parent
    if not (root / "crates").is_dir() or not importlib.util.find_spec("maturin"):
        pytest.skip("needs the repository and maturin")
    code = "import sys, build_backend; print(build_backend.build_sdist(sys.argv[1]))"
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    command = [sys.executable, "-c", code, str(tmp_path)]
    subprocess.run(command, check=True, cwd=PYTHON, env={**os.environ, "PATH": path}, capture_output=True)
    (archive,) = tmp_path.iterdir()
    with tarfile.open(archive) as sdist:
        top = archive.name.removesuffix(".tar.gz")
        names = {name.removeprefix(f"{top}/") for name in sdist.getnames()}
        # Without it packages built from this have no POPCNT.
        config = sdist.extractfile(f"{top}/.cargo/config.toml").read()
    assert b"target-cpu=x86-64-v2" in config and config == (root / ".cargo/config.toml").read_bytes()
    tracked = subprocess.run(["git", "ls-files", "course"], cwd=root, capture_output=True, text=True).stdout.split("\n")
    lessons = {name for name in tracked if name and not any(part.startswith(".") for part in Path(name).parts)}
    assert lessons <= names
    wanted = {"build_backend.py", "pyproject.toml", "python/Cargo.lock", "crates/redouble/networks/4x4.net", "LICENSE-MIT", "redouble/py.typed"}
    assert wanted <= names
    # Whatever the crates put into the program by name.
    included = re.compile(r"include_(?:str|bytes)!\(\s*\"([^\"]+)\"")
    for source in root.glob("crates/*/src/**/*.rs"):
        if source.relative_to(root).as_posix() in names:
            for name in included.findall(source.read_text()):
                assert os.path.relpath((source.parent / name).resolve(), root.resolve()) in names, f"{source}: {name}"


@pytest.mark.parametrize("notebook", sorted((PYTHON / "examples").glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebooks_run(notebook, tmp_path):
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    book = nbformat.read(notebook, as_version=4)
    for needed in book.metadata.get("needs", ()):
        pytest.importorskip(needed, reason=f"{notebook.name} needs {needed}, which is large: pip install './python[sb3]'")
    nbclient.NotebookClient(book, timeout=1200, resources={"metadata": {"path": str(tmp_path)}}).execute()

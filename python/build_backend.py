"""The build backend: maturin's, with a source distribution that can be built.

The crates read files outside of their own folders, and cargo's settings are in the root of the repository: maturin brings neither
along, and refuses to be told about files above its project.
"""

from __future__ import annotations

import io
import os
import tarfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import maturin
from maturin import (  # noqa: F401
    build_editable,
    build_wheel,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

# maturin would say that packaging tools do not use it.
os.environ.setdefault("MATURIN_NO_MISSING_BUILD_BACKEND_WARNING", "1")

HERE = Path(__file__).resolve().parent
# In the repository this file is one folder deep, in a source distribution it is at the top.
ROOT = HERE if (HERE / "crates").is_dir() else HERE.parent
OUTSIDE = (".cargo/config.toml", "LICENSE-APACHE", "LICENSE-MIT", "README.md", "course", "docs/players/corner.py")


def files() -> Iterator[Path]:
    """What the source distribution has besides what maturin puts into it."""
    for name in OUTSIDE:
        path = ROOT / name
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            hidden = any(part.startswith(".") or part == "__pycache__" for part in file.relative_to(path).parts)
            if file.is_file() and not hidden:
                yield file


def build_sdist(sdist_directory: str, config_settings: Mapping[str, Any] | None = None) -> str:
    """Builds the source distribution; its name."""
    name = maturin.build_sdist(sdist_directory, config_settings)
    archive = Path(sdist_directory) / name
    whole = io.BytesIO()
    with tarfile.open(archive) as built, tarfile.open(fileobj=whole, mode="w:gz", format=tarfile.PAX_FORMAT) as added:
        there = set()
        for member in built:
            there.add(member.name)
            added.addfile(member, built.extractfile(member) if member.isfile() else None)
        top = name.removesuffix(".tar.gz")
        for file in files():
            path = f"{top}/{file.relative_to(ROOT).as_posix()}"
            if path not in there:
                added.add(file, path)
    archive.write_bytes(whole.getvalue())
    return name

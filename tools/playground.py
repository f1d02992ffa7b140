"""Lay beside the docs what their playground needs: Pyodide, by npm, and the package as a zip.

    docs/extra/playground/vendor/pyodide/VERSION/FILE     fetched once
    docs/extra/playground/xyzgrid.zip                     made anew each time

Git ignores both. Where npm brings nothing this says so, and the page says it to its readers.
"""

import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

from tools.vendor import Library, fetch

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "extra" / "playground"
PYODIDE = Library(
    "pyodide",
    "314.0.7",  # worker.js has it, too
    (
        "pyodide.mjs",
        "pyodide.asm.mjs",
        "pyodide.asm.wasm",
        "python_stdlib.zip",
        "pyodide-lock.json",
    ),
    "package.json",  # it names the licence; the package has no text of it
)
PARTS = (
    *(
        "__init__.py",
        "core/*.py",
        "core/mapdata/[_fk]*.py",
        "parts/*.py",
        "parts/boards",
        "parts/dungeons/*.py",
    ),
    *("parts/dungeons/game/__init__.py", "parts/dungeons/core"),
    *("parts/dungeons/catalogue", "parts/proof", "terminal", "content", "foreign"),
)
"""What of the package goes into the zip; maps and routes need numpy and stay away."""


def write_zip(target: Path) -> None:
    """Write the parts of the package that the page needs, and its bridge to them."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(PAGE / "bridge.py", "bridge.py")
        for file in sorted(_files()):
            archive.write(file, file.relative_to(ROOT))


def _files() -> Iterator[Path]:
    for part in PARTS:
        for found in (ROOT / "xyzgrid_ext").glob(part):
            for file in found.rglob("*") if found.is_dir() else [found]:
                if file.is_file() and "__pycache__" not in file.parts:
                    yield file


def main() -> None:
    """Fetch and write; without npm the docs are built all the same."""
    write_zip(PAGE / "xyzgrid.zip")
    try:
        fetch(PAGE / "vendor", (PYODIDE,))
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"The docs get no playground: {error}", file=sys.stderr)


if __name__ == "__main__":
    main()

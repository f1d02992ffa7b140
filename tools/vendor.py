"""Gets the libraries that browsers load: `python -m tools.vendor`, with Node.js and npm.

    LIBRARIES ── npm ──► xyzgrid_ext/game/web/static/xyzgrid/vendor/PACKAGE/VERSION/FILE

The files are part of the package, so that games need neither npm nor the internet. Versions are
exact: those of Evennia's pages have a checksum there. Sources that people read are made small.
"""

import json
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "xyzgrid_ext" / "game" / "web" / "static" / "xyzgrid" / "vendor"
MAP_PAGE = ROOT / "xyzgrid_ext/parts/web_map/static/xyzgrid/vendor"
ESBUILD = "esbuild@0.28.2"
_FONTS = ("b612-mono", "fira-mono", "inconsolata", "roboto-mono", "source-code-pro", "ubuntu-mono")


@dataclass(frozen=True)
class Library:
    """One version of an npm package, with the files that are needed and its licence file."""

    package: str
    version: str
    files: tuple[str, ...]
    licence: str = "LICENSE"
    small: bool = True
    """Whether the files are small already."""


LIBRARIES = (
    Library("jquery", "3.2.1", ("dist/jquery.min.js", "dist/jquery.slim.min.js"), "LICENSE.txt"),
    Library(
        "bootstrap",
        "4.0.0-beta",
        ("dist/css/bootstrap.min.css", "dist/js/bootstrap.min.js"),
    ),
    Library("bootstrap", "4.0.0", ("dist/js/bootstrap.min.js",)),
    Library("bootstrap", "4.6.0", ("dist/css/bootstrap.min.css",)),
    # its only text of the licence is the head of the file that people read
    Library("popper.js", "1.11.0", ("dist/umd/popper.min.js",), "dist/umd/popper.js"),
    Library("popper.js", "1.12.9", ("dist/umd/popper.min.js",), "dist/umd/popper.js"),
    Library(
        "golden-layout",
        "1.5.9",
        (
            "dist/goldenlayout.min.js",
            "src/css/goldenlayout-base.css",
            "src/css/goldenlayout-dark-theme.css",
        ),
    ),
    Library("favico.js", "0.3.10", ("favico-0.3.10.min.js",), "MIT-LICENSE.txt"),
    *(
        Library(
            f"@fontsource/{font}",
            "5.3.0",
            ("latin-400.css", f"files/{font}-latin-400-normal.woff2"),
        )
        for font in _FONTS
    ),
    # the editor
    Library("konva", "10.9.1", ("konva.min.js",)),
)
OF_MAP_PAGE = (
    Library(
        "three",
        "0.187.0",
        (
            "build/three.core.js",
            "build/three.module.js",
            "examples/jsm/controls/OrbitControls.js",
        ),
        small=False,
    ),
)


def fetch(folder: Path, libraries: tuple[Library, ...] = LIBRARIES) -> None:
    """Put the files of libraries into a folder, each with its licence."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        # names of our own: one package may be needed in two versions
        names = {f"lib{n}": f"npm:{one.package}@{one.version}" for n, one in enumerate(libraries)}
        text = json.dumps({"private": True, "dependencies": names})
        (place / "package.json").write_text(text, encoding="utf-8")
        options = (
            "--ignore-scripts",
            "--no-package-lock",
            "--no-audit",
            "--no-fund",
            "--omit=peer",
        )
        npm = ["npm", "install", "--silent", "--legacy-peer-deps", "--fetch-retries=1", *options]
        subprocess.run(npm, cwd=place, check=True)
        for number, library in enumerate(libraries):
            package = place / "node_modules" / f"lib{number}"
            own = folder / library.package / library.version
            for file in library.files:
                (own / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(package / file, own / file)
                if not library.small:
                    _make_small(package / file, own / file)
            head, _code, _rest = (package / library.licence).read_text("utf-8").partition("*/")
            (own / "LICENSE").write_text(head.removeprefix("/**!"), encoding="utf-8")


def _make_small(source: Path, target: Path) -> None:
    options = ("--minify", "--format=esm", "--legal-comments=inline", "--allow-overwrite")
    command = ["npx", "--yes", ESBUILD, str(source), f"--outfile={target}", *options]
    subprocess.run(command, check=True)


if __name__ == "__main__":
    fetch(FOLDER)
    fetch(MAP_PAGE, OF_MAP_PAGE)

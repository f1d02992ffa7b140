"""python tools/lock.py PYTHON ...: write constraints.txt, the exact versions for CI and the image.

Each Python asks pip what it would install, with all extras that CI uses; one version of Python
gets other versions than the next, which the file tells apart by markers.
"""

import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "constraints.txt"
_ASK = ("-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed", "--report", "-")
_HEAD = """\
# Exact versions for CI and the image, by `sh tools/lock`: pip install --constraint constraints.txt
"""


def versions(report: Mapping[str, object]) -> tuple[str, dict[str, str]]:
    """Of a report of pip: its version of Python, and each package with its version."""
    python = report["environment"]["python_version"]
    found = (one["metadata"] for one in report["install"])
    return python, {one["name"].lower(): one["version"] for one in found}


def text(reports: Iterable[Mapping[str, object]]) -> str:
    """Return the file for reports of pip, of the lowest version of Python first."""
    lines = defaultdict(dict)
    for report in reports:
        python, found = versions(report)
        for name, version in found.items():
            lines[name].setdefault(version, []).append(python)
    lines.pop("xyzgrid-ext")
    return _HEAD + "".join(
        f"{name}=={end}\n" for name in sorted(lines) for end in _ends(lines[name])
    )


def _ends(of_package: Mapping[str, list[str]]) -> Iterator[str]:
    """Yield the versions of a package; where there are two, up to which Python the first holds."""
    if len(of_package) == 1:
        yield from of_package
        return
    (first, pythons), (second, _pythons) = of_package.items()
    yield f'{first} ; python_version <= "{pythons[-1]}"'
    yield f'{second} ; python_version > "{pythons[-1]}"'


def main() -> None:
    """Ask each Python, and write the file."""
    reports = []
    for python in sys.argv[1:]:
        command = [python, *_ASK, ".[dev,docs,postgres]"]
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True)
        reports.append(json.loads(done.stdout))
    FILE.write_text(text(reports), encoding="utf-8")


if __name__ == "__main__":
    main()

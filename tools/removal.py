"""Take parts away, their folders and tests, in a copy of the repository, and run the tests there.

    python -m tools.removal                 a table: the kernel, without each part, and each alone
    python -m tools.removal kernel boards   of these
    python -m tools.removal -- -k goto      with arguments for pytest, in place of the tests below

Nothing is simulated: what was taken away is not on the disk. The kernel is tried whole, by its own
tests, without any part; each other row by the tests of the parts that are there, since those of
the kernel, which name no part, are the same in each. `make test-all` prints the table.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from xyzgrid_ext import parts

REPOSITORY = Path(__file__).resolve().parents[1]
KERNEL = "kernel"
SMOKE = ("tests/core/test_parts.py", "tests/game/test_parts.py", "tests/game/test_towers.py")
"""What is tried of the kernel beside some parts."""
_PASSING = (
    *(".git", ".venv*", ".*_cache", "__pycache__", "node_modules", "*.egg-info", "build"),
    *("*.db3*", "logs", ".static", ".media", "secret_settings.py", "connection.txt"),
)


class Outcome(NamedTuple):
    """What pytest said: how many tests passed, how many did not, and all of its text."""

    passed: int
    failed: int
    text: str


def copy_with(names: Collection[str], place: Path) -> Path:
    """Copy the repository with these parts alone into a new folder."""
    shutil.copytree(REPOSITORY, place, ignore=shutil.ignore_patterns(*_PASSING), symlinks=True)
    for parent in ("xyzgrid_ext/parts", "tests/parts"):
        for folder in (place / parent).iterdir():
            if folder.is_dir() and folder.name not in names:
                shutil.rmtree(folder)
    return place


def run_tests(place: Path, *arguments: str) -> Outcome:
    """Run pytest in a copy, without what tests of the game set in this process."""
    ours = "PYTEST_", "DJANGO_", "XYZGRID_TEST_"
    environment = {key: value for key, value in os.environ.items() if not key.startswith(ours)}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
        cwd=place,
        env=environment | {"PYTHONPATH": str(place)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    counts = {
        word: int(number)
        for number, word in re.findall(r"(\d+) (passed|failed|error)", done.stdout[-200:])
    }
    failed = counts.get("failed", 0) + counts.get("error", 0)
    return Outcome(counts.get("passed", 0), failed or int(done.returncode != 0), done.stdout)


def needs_of(name: str) -> set[str]:
    """Return a part with all parts that it cannot be without."""
    manifests = {part.name: part for part in parts.all_parts()}
    return {name}.union(*map(needs_of, manifests[name].needs))


def rows(name: str) -> Iterator[tuple[str, set[str]]]:
    """Yield how a part is taken away, or left alone, with the parts that are there then."""
    if name == KERNEL:
        yield "no part", set()
        return
    everything = {part.name for part in parts.all_parts()}
    yield "deleted", {other for other in everything if name not in needs_of(other)}
    yield "alone", needs_of(name)


def suites(place: Path) -> list[str]:
    """Return what is to be run in a copy: see the docstring of the module."""
    folders = sorted((place / "tests/parts").glob("*/*"))
    paths = [f"{one.relative_to(place)}" for one in folders if one.name in ("core", "game")]
    return [*SMOKE, *paths] if paths else ["tests/core", "tests/game"]


def main(given: Sequence[str] | None = None) -> int:
    """Print the table; return 1 if a test failed."""
    everything = sorted(part.name for part in parts.all_parts())
    parser = argparse.ArgumentParser(prog="python -m tools.removal", description=__doc__)
    parser.add_argument("parts", nargs="*", help="which parts, or kernel; all by default")
    words = list(sys.argv[1:] if given is None else given)
    at = words.index("--") if "--" in words else len(words)
    options, arguments = parser.parse_args(words[:at]), words[at + 1 :]
    failed = 0
    for name in options.parts or [KERNEL, *everything]:
        for kind, names in rows(name):
            with tempfile.TemporaryDirectory() as folder:
                place = copy_with(names, Path(folder, "copy"))
                tests = arguments or suites(place)
                outcome = run_tests(place, *tests, "-n", "2", "--dist", "loadfile")
            failed += outcome.failed
            print(f"{name:<12} {kind:<8} {outcome.passed:>6,} passed {outcome.failed:>4,} failed")
            sys.stdout.write("".join(re.findall(r"^(?:FAILED|ERROR).*\n", outcome.text, re.M)))
            sys.stdout.flush()
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())

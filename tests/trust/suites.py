"""Tests of the suite that try a table of cases: run long, and counted.

A test says with `record_property` how many cases it tried, and how many of them were refused.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from limits import Failure, Tally

REPOSITORY = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Suite:
    """A file of tests, and what it tries."""

    name: str
    file: str


MAPS = Suite("each value of each map replaced", "tests/parts/together/game/test_mutated_maps.py")
RIGHTS = Suite("each cell of the table of rights", "tests/game/test_rights.py")


def run(suite: Suite, folder: Path, *, is_long: bool) -> Tally:
    """Run the file, and count what its tests tried."""
    began, report = time.monotonic(), folder / "suite.xml"
    report.unlink(missing_ok=True)
    own = ("TEST_DB_PATH", "DJANGO_SETTINGS_MODULE")  # of the game in this process
    environment = {name: value for name, value in os.environ.items() if name not in own}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", suite.file, f"--junitxml={report}"],
        cwd=REPOSITORY,
        env=environment | ({"XYZGRID_TRUST": "long"} if is_long else {}),
        capture_output=True,
        text=True,
        check=False,
    )
    tally = Tally(seconds=time.monotonic() - began)
    if report.exists():
        count(ElementTree.parse(report).getroot(), tally)
    if done.returncode and not tally.failures:
        tally.failures.append(
            Failure(1, f"pytest ended with {done.returncode}", done.stdout[-900:])
        )
    return tally


def count(report: ElementTree.Element, tally: Tally) -> None:
    """Add up the cases and the failures of a report of pytest."""
    for case in report.iter("testcase"):
        said = {one.get("name"): int(one.get("value", 0)) for one in case.iter("property")}
        tally.tried += said.get("tried", 0)
        tally.refused += said.get("refused", 0)
        for fault in (*case.findall("failure"), *case.findall("error")):
            sign = f"{case.get('name')}: {fault.get('message', '')[:150]}"
            tally.failures.append(Failure(1, sign, (fault.text or "")[-900:]))

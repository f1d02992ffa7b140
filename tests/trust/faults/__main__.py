"""`make faults`: 160 seeded faults, and whether the tests notice them. For comparing two suites.

    python tests/trust/faults run NAME --at REVISION  plant each in the code of this revision and
                                                      hold its tests against it: NAME.jsonl
    python tests/trust/faults report before after     shares that are caught, and what differs

A run that was broken off goes on where it was. It works on a copy of what is committed, in
`.faults/`. First the suite runs once to see which files of tests run which lines. Then each fault
is met by the files that run its statement, the most special first, up to BUDGET seconds of them. A
test that fails without the fault as well does not count. A fault that makes the tests hang is
caught.

Faults of core are held against tests/core and those of parts' cores, those of the game against
tests/game and those of parts' games; sessions on real servers are not asked.
"""

import argparse
import importlib.util
import json
import math
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import plant

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[2]
PACKAGE = "xyzgrid_ext"
SUITES = ("core", "game")
BUDGET = 60  # seconds of tests for one fault, as they took when they were recorded
PATIENCE = 600  # seconds by the clock after which tests hang
HUNG = "it hung"


class Copy:
    """A copy of the repository at one revision, and what its tests run."""

    def __init__(self, revision: str):
        self.revision = git(REPOSITORY, "rev-parse", revision).strip()
        self.folder = REPOSITORY / ".faults" / self.revision[:10]
        self.tree = self.folder / "tree"
        if not self.tree.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            git(REPOSITORY, "clone", "--quiet", "--shared", str(REPOSITORY), str(self.tree))
        git(self.tree, "checkout", "--quiet", "--force", self.revision)
        self.statements = plant.statements(self.tree, PACKAGE)

    def record(self, suite: str) -> dict:
        """Return which files of tests run which lines; see record.py."""
        file = self.folder / f"{suite}.json"
        if not file.exists():
            print(f"Seeing what the tests of {suite} run ...", flush=True)
            folders = [f"tests/{suite}", *self.tree.glob(f"tests/parts/*/{suite}")]
            self.pytest(map(str, folders), FAULTS_RECORD=file, FAULTS_SOURCE=self.tree / PACKAGE)
        return json.loads(file.read_text())

    def pytest(self, words, **variables) -> tuple[int | None, str]:
        """Run pytest; return its code, None if it hangs, and what it printed."""
        environment = os.environ | {name: str(value) for name, value in variables.items()}
        environment |= {"CI": "1", "PYTHONHASHSEED": "0", "PYTHONPATH": f"{self.tree}:{HERE}"}
        for name in ("DJANGO_SETTINGS_MODULE", "TEST_DB_PATH"):  # of the tests of a caller
            environment.pop(name, None)
        # none of the suite's own options: one process, and the long tests as well
        options = ["-o", "addopts=--import-mode=importlib --strict-markers", "-q", "-p", "record"]
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", *options, *words],
            cwd=self.tree,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            output, _ = process.communicate(timeout=PATIENCE if "-x" in words else None)
        except subprocess.TimeoutExpired:
            return None, ""
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # with all that the tests started
        return process.returncode, output

    def first_failure(self, files: list[str]) -> str | None:
        """Run these files; return the first test that fails, HUNG, or None if all pass."""
        code, output = self.pytest(["-x", *files])
        if code is None:
            return HUNG
        failed = re.search(r"^(?:FAILED|ERROR) (\S+)", output, re.MULTILINE)
        return None if code == 0 else failed[1] if failed else output[-200:]

    def meet(self, fault: dict) -> dict:
        """Plant a fault, run its tests; return the row of the result."""
        row = {"fault": fault["fault"], "result": "not found"}
        if (place := plant.find(fault, self.statements)) is None:
            return row
        statement, change = place
        record = self.record(fault["fault"].split("-")[0])
        files = covering(record, statement.file.relative_to(self.tree).as_posix(), statement.lines)
        sound = statement.file.read_text()
        row |= {"result": "survived", "files": len(files)}
        while files:
            write(statement.file, plant.planted(statement, change))
            try:
                failure = self.first_failure(files)
            finally:
                write(statement.file, sound)
            if failure is None:
                break
            suspects = [name for name in files if failure.startswith(name)] or files
            if self.first_failure(suspects) is None:
                return row | {"result": "caught", "by": failure}
            files = [name for name in files if name not in suspects]  # they fail without it, too
        return row


def covering(record: dict, path: str, lines: range) -> list[str]:
    """Return the files of tests that run one of these lines, the most special first."""
    ran = record["lines"].get(path, {})
    names = {name for line in lines for name in ran.get(str(line), ())}
    chosen, left = [], float(BUDGET)
    for name in sorted(names, key=lambda name: record["seconds"][name]):
        if not chosen or record["seconds"][name] <= left:
            chosen.append(name)
            left -= record["seconds"][name]
    return chosen


def write(file: Path, text: str) -> None:
    """Write a file of code, and forget what it was compiled to."""
    file.write_text(text)
    # compiled code is told from old by the second and the size: too coarse here
    Path(importlib.util.cache_from_source(str(file))).unlink(missing_ok=True)


def git(folder: Path, *words: str) -> str:
    """Return what git prints."""
    return subprocess.run(
        ["git", "-C", str(folder), *words], check=True, stdout=subprocess.PIPE, text=True
    ).stdout


def read(name: str) -> dict[str, dict]:
    """Return the rows of a file by their fault."""
    file = HERE / f"{name}.jsonl"
    rows = map(json.loads, file.read_text().splitlines()) if file.exists() else ()
    return {row["fault"]: row for row in rows if "fault" in row}


def run(name: str, revision: str) -> None:
    """Meet all faults that have no row yet."""
    copy, rows = Copy(revision), read(name)
    for key, fault in read("faults").items():
        if key not in rows:
            row = copy.meet(fault) | {"revision": copy.revision[:10]}
            print(*row.values(), flush=True)
            with (HERE / f"{name}.jsonl").open("a") as file:
                file.write(json.dumps(row) + "\n")


def report(names: list[str]) -> None:
    """Print how many faults each run caught, with the interval, and each that not all caught."""
    faults, runs = read("faults"), {name: read(name) for name in names}
    for suite in SUITES:
        for name, rows in runs.items():
            results = [row["result"] for key, row in rows.items() if key.startswith(suite)]
            caught, found = results.count("caught"), len(results) - results.count("not found")
            low, high = interval(caught, found)
            print(f"{suite}, {name}: {caught} caught of {found} found: {low:.0%} to {high:.0%}")
    for key, fault in faults.items():
        results = {name: rows.get(key, {"result": "not run"}) for name, rows in runs.items()}
        if any(row["result"] != "caught" for row in results.values()):
            print(f"\n{key} {fault['module']} {fault['function']}: {fault['operator']}")
            print(f"  {fault['text']}\n  {fault['part']} -> {fault['becomes']}")
            for name, row in results.items():
                print(f"  {name}: {row['result']}", row.get("by", ""))


def interval(caught: int, found: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson)."""
    if not found:
        return 0.0, 1.0
    z, share = 1.96, caught / found
    middle = share + z * z / (2 * found)
    width = z * math.sqrt(share * (1 - share) / found + z * z / (4 * found * found))
    return (middle - width) / (1 + z * z / found), (middle + width) / (1 + z * z / found)


def main() -> None:
    """Run, or report."""
    parser = argparse.ArgumentParser(description="Seeded faults: whether the tests notice them.")
    verbs = parser.add_subparsers(dest="verb", required=True)
    runner = verbs.add_parser("run")
    runner.add_argument("name")
    runner.add_argument("--at", default="HEAD", metavar="REVISION")
    verbs.add_parser("report").add_argument("names", nargs="+")
    options = parser.parse_args()
    if options.verb == "run":
        run(options.name, options.at)
    else:
        report(options.names)


if __name__ == "__main__":
    main()

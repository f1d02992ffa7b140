"""`make faults`: seeded faults, and whether the tests notice them. For comparing two suites.

    python tests/trust/faults choose --at REVISION    choose the faults: faults.jsonl, once for all
    python tests/trust/faults run NAME --at REVISION  plant each in the code of this revision and
                                                      hold its tests against it: NAME.jsonl
    python tests/trust/faults report before after     shares that are caught, and what differs

A run that was broken off goes on where it was, with its revision. It works on a copy of what is
committed, in `.faults/`. First the suite runs once to see which tests run which lines; that takes
some minutes for core and half an hour for the game. Then each fault is met by the tests that run
its statement, a few seconds each: the most special of each file first, up to BUDGET seconds of
them, ended by the first failure or after LIMIT seconds. A test that fails without the fault as well
does not count and is left out. A fault that makes the tests hang, and only the fault, is caught.

Faults of core are held against tests/core and those of the game against tests/game; the sessions of
tests/e2e, on real servers, are not asked: what only they see counts as survived, before and after.
"""

import argparse
import importlib.util
import json
import os
import platform
import signal
import subprocess
import sys
import time
from collections import defaultdict
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

import plant

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[2]
PACKAGE = "xyzgrid_ext"
SUITES = {  # name: (where faults are chosen, the tests held against them, how many)
    "core": (f"{PACKAGE}/core", "tests/core", 100),
    "game": (f"{PACKAGE}/game", "tests/game", 60),
}
SEED = 47
LIMIT = 90  # seconds of the processor for one fault
PATIENCE = 360  # seconds by the clock: others may use the machine as well
BUDGET = 30  # seconds of tests for one fault, as they took when they were recorded
MANY = 10  # tests, in one run without a fault
HUNG = "it hung"
START = "the start of the tests"
FOUND = ("caught", "survived")
NOT_RUN = {"result": "not run"}


class Bed:
    """A copy of the repository at one revision, and what its tests run."""

    def __init__(self, repository: Path, revision: str):
        self.revision = git(repository, "rev-parse", revision).strip()
        self.folder = repository / ".faults" / self.revision[:10]
        self.tree = self.folder / "tree"
        if not self.tree.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            git(repository, "clone", "--quiet", "--shared", str(repository), str(self.tree))
        git(self.tree, "checkout", "--quiet", "--force", self.revision)
        self.statements = plant.statements(self.tree, PACKAGE)
        self.records: dict[str, dict] = {}
        self.unsteady: set[str] = set()  # tests that fail without a fault, too

    def record(self, suite: str) -> dict:
        """Return which tests run which lines, as `watch.Recorder` wrote it."""
        if suite in self.records:
            return self.records[suite]
        file = self.folder / f"{suite}.json"
        if not file.exists():
            print(f"Seeing what {SUITES[suite][1]} runs ...", flush=True)
            new = file.with_suffix(".new")
            variables = {"FAULTS_RECORD": new, "FAULTS_SOURCE": self.tree / PACKAGE}
            tests = self.pytest([SUITES[suite][1]], variables | {"COVERAGE_CORE": "ctrace"})
            tests.wait()
            if not new.exists() or not json.loads(new.read_text(encoding="utf-8"))["tests"]:
                sys.exit(f"the tests do not run; see {self.folder / 'output'}")
            new.rename(file)
        self.records[suite] = json.loads(file.read_text(encoding="utf-8"))
        return self.records[suite]

    def pytest(self, words: list[str], variables: dict[str, object]) -> subprocess.Popen:
        environment = os.environ | {name: str(value) for name, value in variables.items()}
        environment |= {
            "CI": "1",  # hypothesis says the same each time
            "PYTHONHASHSEED": "0",
            "PYTHONPATH": f"{self.tree}{os.pathsep}{HERE}",
            "FAULTS_DATABASE": str(self.folder / "database.sqlite3"),
        }
        # what the tests of a caller have set for themselves would name modules that are not there
        for name in ("DJANGO_SETTINGS_MODULE", "TEST_DB_PATH"):
            environment.pop(name, None)
        # none of the suite's own options: one process, and the long tests as well
        options = ["-o", "addopts=--import-mode=importlib --strict-markers", "-q", "-p", "watch"]
        with open(self.folder / "output", "w", encoding="utf-8") as output:
            return subprocess.Popen(
                [sys.executable, "-m", "pytest", *options, *words],
                cwd=self.tree,
                env=environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def first_failure(self, tests: list[str]) -> str | None:
        """Run these tests; return the first that fails, START, HUNG, or None if all pass."""
        chosen, result = self.folder / "chosen.json", self.folder / "result"
        chosen.write_text(json.dumps(tests), encoding="utf-8")
        result.unlink(missing_ok=True)
        files = list(dict.fromkeys(name.split("::")[0] for name in tests))
        variables = {"FAULTS_TESTS": chosen, "FAULTS_RESULT": result, "FAULTS_LIMIT": LIMIT}
        process = self.pytest(["-x", *files], variables)
        try:
            code = ended(process)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # with all that the tests started
            process.wait()
        if code in (None, -signal.SIGXCPU, -signal.SIGKILL):
            return HUNG
        if code == 0:
            return None
        return result.read_text(encoding="utf-8") if result.exists() else START

    def shaky(self, tests: set[str]) -> set[str]:
        """Return those of these tests that fail without a fault, too."""
        rest, found = sorted(tests), set()
        while rest:
            failure = self.first_failure(rest[:MANY])
            if failure in (START, HUNG):
                sys.exit(f"the tests do not run without a fault; see {self.folder / 'output'}")
            if failure is None:
                rest = rest[MANY:]
            else:
                found.add(failure)
                rest.remove(failure)
        return found

    def meet(self, row: dict) -> dict:
        """Plant a fault, run its tests; return the row of the result."""
        began = time.monotonic()
        result = {"fault": row["fault"], "result": "not found"}
        if (found := plant.find(row, self.statements)) is None:
            return result
        statement, change = found
        if statement.text != row["text"]:
            result["read as"] = f"{statement.module} {statement.function}: {statement.text}"
        record = self.record(row["fault"].split("-")[0])
        path = statement.file.relative_to(self.tree).as_posix()
        covering = tests_of(record, path, statement.lines)
        tests = within_budget(record, [one for one in covering if one not in self.unsteady])
        sound = statement.file.read_text(encoding="utf-8")
        noticed = None
        while tests:
            self.write(statement.file, plant.planted(statement, change))
            try:
                noticed = self.first_failure(tests)
            finally:
                self.write(statement.file, sound)
            if noticed not in (HUNG, START) or (without := self.first_failure(tests)) != noticed:
                break
            if without == START:
                sys.exit(f"the tests do not run without a fault; see {self.folder / 'output'}")
            tests, noticed = tests[: len(tests) // 2], None  # they were too many
        result["result"] = "caught" if noticed else "survived"
        if noticed:
            result["by"] = noticed
        return result | {
            "tests": len(tests),
            "covering": len(covering),
            "seconds": round(time.monotonic() - began),
        }

    @staticmethod
    def write(file: Path, text: str) -> None:
        file.write_text(text, encoding="utf-8")
        # compiled code is told from old by the second and the size: too coarse here
        Path(importlib.util.cache_from_source(str(file))).unlink(missing_ok=True)


def tests_of(record: dict, path: str, lines: range) -> list[str]:
    """Return the tests that run one of these lines.

    A line that ran while modules were imported made something for the whole module: then all tests
    that come into its file are among them.
    """
    names, tests, ran = record["names"], record["tests"], record["lines"].get(path, {})
    at = {names[number] for line in lines for number in ran.get(str(line), ())}
    found = {name for name, test in tests.items() if name in at or at.intersection(test["shared"])}
    if any(name == "" or name.startswith("file ") for name in at):
        found |= {names[number] for numbers in ran.values() for number in numbers} & tests.keys()
    return sorted(found, key=lambda name: (tests[name]["lines"], name))


def within_budget(record: dict, covering: list[str]) -> list[str]:
    """Return the tests to run, file by file; from each file the most special first."""
    by_file = defaultdict(list)
    for name in covering:
        by_file[name.split("::")[0]].append(name)
    turns = sorted(
        (turn, place, name)
        for place, names in enumerate(by_file.values())
        for turn, name in enumerate(names)
    )
    chosen, seconds = set(), 0.0
    for _, _, name in turns:
        more = record["tests"][name]["seconds"]
        if seconds + more <= BUDGET:
            chosen.add(name)
            seconds += more
    return [name for names in by_file.values() for name in names if name in chosen]


def ended(process: subprocess.Popen) -> int | None:
    """Wait for a process; return its code, or None after PATIENCE seconds."""
    for _ in range(PATIENCE):  # one by one: while all is paused, none go by
        with suppress(subprocess.TimeoutExpired):
            return process.wait(1)
    return None


def git(folder: Path, *words: str) -> str:
    return subprocess.run(
        ["git", "-C", str(folder), *words], check=True, stdout=subprocess.PIPE, text=True
    ).stdout


def rows_of(file: Path) -> list[dict]:
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    return [json.loads(line) for line in text.splitlines()]


def add_to(file: Path, row: dict) -> None:
    with open(file, "a", encoding="utf-8") as rows:
        rows.write(json.dumps(row, ensure_ascii=False) + "\n")


def choose(data: Path, repository: Path, revision: str) -> None:
    bed = Bed(repository, revision)
    for name, (folder, _, count) in SUITES.items():
        for row in plant.choose(bed.tree, folder, name, count, SEED):
            add_to(data / "faults.jsonl", row)


def run(data: Path, repository: Path, name: str, revision: str, only: str) -> None:
    file = data / f"{name}.jsonl"
    done = rows_of(file)
    bed = Bed(repository, done[0]["revision"] if done else revision)
    if not done:
        versions = f"Python {platform.python_version()}, Evennia {version('evennia')}"
        add_to(file, {"revision": bed.revision, "with": versions})
    for suite in SUITES:
        faults = [row for row in rows_of(data / "faults.jsonl") if row["fault"].startswith(suite)]
        while only in ("", suite):
            rows = {row.get("fault"): row for row in rows_of(file)}
            for fault in faults:
                if fault["fault"] not in rows:
                    rows[fault["fault"]] = bed.meet(fault)
                    add_to(file, rows[fault["fault"]])
                    print(*rows[fault["fault"]].values(), flush=True)
            by = {name: row["by"] for name, row in rows.items() if "::" in row.get("by", "")}
            bed.unsteady |= (shaky := bed.shaky({*by.values()}))
            if not shaky:
                break
            # once more, without these
            file.unlink()
            for name, row in rows.items():
                if by.get(name) not in shaky:
                    add_to(file, row)


def report(data: Path, names: list[str]) -> None:
    faults = {row["fault"]: row for row in rows_of(data / "faults.jsonl")}
    runs = {
        name: {row["fault"]: row for row in rows_of(data / f"{name}.jsonl") if "fault" in row}
        for name in names
    }
    for suite in SUITES:
        own = [fault for fault in faults if fault.startswith(suite)]
        stand = [  # in the code of all runs
            fault
            for fault in own
            if all(run.get(fault, NOT_RUN)["result"] in FOUND for run in runs.values())
        ]
        for name, run in runs.items():
            of = {
                result: {fault for fault in own if run.get(fault, NOT_RUN)["result"] == result}
                for result in FOUND
            }
            caught, found = of["caught"], set().union(*of.values())
            print(f"{suite}, {name}: {len(caught)} caught of {len(found)} found", end="")
            print(f"; of the {len(stand)} found in every run: {len(caught.intersection(stand))}")
    for fault, row in faults.items():
        told = {name: run.get(fault, NOT_RUN) for name, run in runs.items()}
        if all(one["result"] == "caught" and "read as" not in one for one in told.values()):
            continue
        print(f"\n{fault} {row['module']} {row['function']}: {row['operator']}")
        print(f"  {row['text']}\n  {row['part']} -> {row['becomes']}")
        for name, one in told.items():
            how = one.get("by") or f"{one.get('tests', 0)} tests of {one.get('covering', 0)}"
            print(f"  {name}: {one['result']} by {how}", one.get("read as", ""))


def main() -> None:
    parser = argparse.ArgumentParser(description="Seeded faults: whether the tests notice them.")
    parser.add_argument("--data", type=Path, default=HERE, help="the folder of the .jsonl files")
    parser.add_argument("--repository", type=Path, default=REPOSITORY)
    verbs = parser.add_subparsers(dest="verb", required=True)
    for verb in ("choose", "run"):
        one = verbs.add_parser(verb)
        one.add_argument("--at", default="HEAD", metavar="REVISION")
        if verb == "run":
            one.add_argument("name")
            one.add_argument("--only", default="", choices=SUITES)
    verbs.add_parser("report").add_argument("names", nargs="+")
    words = parser.parse_args()
    if words.verb == "choose":
        choose(words.data, words.repository, words.at)
    elif words.verb == "run":
        run(words.data, words.repository, words.name, words.at, words.only)
    else:
        report(words.data, words.names)


if __name__ == "__main__":
    main()

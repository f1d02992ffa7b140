"""Seeded faults: chosen, found again after the code has moved, planted, noticed by tests or not."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).resolve().parents[1] / "trust" / "faults"

LAMP = '''
class Lamp:
    """A lamp."""

    def burns(self, oil: int) -> bool:
        """Say whether it burns."""
        logger.info("asked")
        if oil > 2:  # enough
            return _("yes, it burns")
        raise AssertionError("no lamp is so empty")

    def fill(self, oil):
        self.oil = oil
        self.light()
'''
TEST = """
from xyzgrid_ext.core.lamp import Lamp

def test_it_burns():
    assert Lamp().burns(3)
"""
CONFTEST = """
import builtins

builtins._ = str
"""


@pytest.fixture
def plant(monkeypatch):
    monkeypatch.syspath_prepend(TOOL)
    import plant

    return plant


@pytest.fixture
def written(tmp_path):
    """Return a function (name, text): writes a module of a package; returns its root."""

    def write(name, text):
        file = tmp_path / "xyzgrid_ext" / "core" / f"{name}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return tmp_path

    return write


@pytest.fixture
def boundary(plant, written):
    """Return the row of one fault: `oil >= 2` in place of `oil > 2`."""
    rows = plant.choose(written("lamp", LAMP), "xyzgrid_ext", "core", 40, seed=1)
    return next(row for row in rows if row["operator"] == "comparison")


def test_faults_are_in_what_functions_do_alone(plant, written):
    """Never in docstrings, types, logging, texts for people, and what cannot happen."""
    lines = plant.statements(written("lamp", LAMP), "xyzgrid_ext")
    made = {(one.text, change.becomes) for one in lines for change in plant.changes(one.node)}
    assert made == {
        ("if oil > 2:", "(not (oil > 2))"),
        ("if oil > 2:", "(oil >= 2)"),
        ("if oil > 2:", "(3)"),
        ("if oil > 2:", "(1)"),
        ("return _('yes, it burns')", "None"),
        ("self.oil = oil", "pass"),
        ("self.light()", "pass"),
    }


def test_the_same_seed_chooses_the_same_faults(plant, written):
    root = written("lamp", LAMP)
    one, again, other = (plant.choose(root, "xyzgrid_ext", "core", 4, seed) for seed in (1, 1, 2))
    assert one == again != other


def test_a_fault_is_planted_and_nothing_else_changed(plant, written, boundary):
    found = plant.find(boundary, plant.statements(written("lamp", LAMP), "xyzgrid_ext"))
    assert plant.planted(*found) == LAMP.replace("oil > 2", "(oil >= 2)")


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("lamp", "  # enough", "\n        "),
        ("light", "Lamp", "Lamp"),
        ("light", "Lamp", "Lantern"),
        ("lamp", "oil", "fuel"),
    ],
    ids=["laid out anew", "in another module", "in another class", "with other names"],
)
def test_a_fault_is_found_after_its_code_has_moved(plant, written, boundary, name, old, new):
    (written("lamp", LAMP) / "xyzgrid_ext/core/lamp.py").unlink()
    root = written(name, LAMP.replace(old, new))
    statement, change = plant.find(boundary, plant.statements(root, "xyzgrid_ext"))
    assert (statement.module, change.becomes[-6:]) == (f"xyzgrid_ext.core.{name}", " >= 2)")


def test_a_fault_whose_statement_is_gone_is_found_nowhere(plant, written, boundary):
    root = written("lamp", LAMP.replace("oil > 2", "self.oil"))
    assert plant.find(boundary, plant.statements(root, "xyzgrid_ext")) is None


def test_what_the_tests_notice_is_caught_and_the_rest_survives(plant, written):
    root = written("lamp", LAMP.replace("logger.info", "str"))
    rows = plant.choose(root, "xyzgrid_ext", "core", 40, seed=1)
    wanted = ["(oil >= 2)", "(not (oil > 2))"]
    faults = [next(row for row in rows if row["becomes"] == text) for text in wanted]
    faults.append(faults[0] | {"text": "if oil < 0:"})
    for number, fault in enumerate(faults):
        fault["fault"] = f"core-{number}"
    tests = root / "tests" / "core"
    tests.mkdir(parents=True)
    (tests / "test_lamp.py").write_text(TEST)
    (tests.parent / "conftest.py").write_text(CONFTEST)
    for words in ("init", "add .", "-c user.name=a -c user.email=a commit -m lamp"):
        subprocess.run(["git", *words.split()], cwd=root, check=True, capture_output=True)
    revision = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=root, check=True, capture_output=True, text=True
    ).stdout
    # which test runs which line, as it is recorded with `coverage`
    burns = {str(line): [0] for line in (6, 7, 8, 9)}
    name = "tests/core/test_lamp.py::test_it_burns"
    record = {
        "tests": {name: {"seconds": 0.1, "lines": 4, "shared": []}},
        "names": [name],
        "lines": {"xyzgrid_ext/core/lamp.py": burns},
    }
    bed = root / ".faults" / revision[:10]
    bed.mkdir(parents=True)
    (bed / "core.json").write_text(json.dumps(record))
    (root / "faults.jsonl").write_text("".join(json.dumps(row) + "\n" for row in faults))

    def faults_tool(*words):
        command = [sys.executable, TOOL, "--data", root, "--repository", root, *words]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout

    faults_tool("run", "now")
    first, *results = map(json.loads, (root / "now.jsonl").read_text().splitlines())
    assert first["revision"] == revision.strip()
    assert [row["result"] for row in results] == ["survived", "caught", "not found"]
    assert results[1]["by"] == name
    assert "core, now: 1 caught of 2 found" in faults_tool("report", "now")

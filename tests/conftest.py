"""What all tests share. Nothing of Django or Evennia here: the tests of core never load them."""

import gc
import os
import random
import re
import sys
import tempfile
from collections.abc import Iterable
from itertools import compress
from pathlib import Path

import pytest
from hypothesis import settings

from xyzgrid_ext import parts
from xyzgrid_ext.core.parts import (
    absent_parts,
    core_parts,
    set_missing_parts,
    set_parts,
    terminal_parts,
)

# filelock asks at every audit event of Python, of which Django raises hundreds a test, whether a
# fork is safe now; nothing takes a hook off again.
with pytest.MonkeyPatch.context() as patch:
    patch.setattr(sys, "addaudithook", lambda hook: None)
    import filelock  # noqa: F401

TESTS = Path(__file__).resolve().parent
REPOSITORY = TESTS.parent

# `world` and `tools` are folders of the repository, not parts of the installed package.
if str(REPOSITORY) not in sys.path:
    sys.path.insert(0, str(REPOSITORY))
# what several tests with Evennia have
sys.path += [str(TESTS / "game"), *map(str, TESTS.glob("parts/*/game"))]

# A busy machine is not a failed law; and a CI run must say the same twice. Other runs try other
# examples each time, so that they do with half as many.
EXAMPLES = os.environ.get("XYZGRID_TEST_EXAMPLES")  # of each law: `make test-all` wants many
settings.register_profile("default", deadline=None, max_examples=50)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.register_profile("large", deadline=None, max_examples=int(EXAMPLES or 100))
settings.load_profile("large" if EXAMPLES else "ci" if os.environ.get("CI") else "default")

# what the solver found out is kept for one run, and for all its processes
if "XYZGRID_CACHE" not in os.environ:
    CACHE = tempfile.TemporaryDirectory(prefix="xyzgrid-tests-")
    os.environ["XYZGRID_CACHE"] = CACHE.name

# spawns are killed at other moments in each run; at the same ones with the seed that a run tells
os.environ.setdefault("XYZGRID_TEST_SEED", str(random.randrange(10**6)))


def pytest_report_header() -> str:
    return f"XYZGRID_TEST_SEED={os.environ['XYZGRID_TEST_SEED']}"


class Folder(pytest.Dir):
    """A folder of one kind of tests, of the kernel or of a part: it has the fixtures of the kind.

    They are loaded with the first one from which tests are asked: those of `game` set Django up.
    """

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        module = f"tests.{self.path.name}.fixtures"
        self.config.pluginmanager.import_plugin(module)
        always = getattr(sys.modules[module], "ALWAYS", ())
        self.add_marker(pytest.mark.usefixtures("_parts_put_back", *always))
        return super().collect()


def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Have tests/parts/NAME/KIND find the fixtures of tests/KIND, as that does."""
    of_kind = path.parent == TESTS or path.parents[1] == TESTS / "parts"
    if of_kind and (TESTS / path.name / "fixtures.py").exists():
        return Folder.from_parent(parent, path=path)
    return None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out tests of a part `beside` others where those were taken away; see tools/removal."""
    here = {*parts.installed_parts()}
    there = (all({*mark.args} <= here for mark in item.iter_markers("beside")) for item in items)
    items[:] = list(compress(items, there))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Let no collection of garbage look through all that was imported again and again.

    And let there be fewer of them: the objects that a test makes are mostly in no circle.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


@pytest.fixture
def _parts_put_back():
    """Leave the process the parts that it had: a test may use others, and so does the terminal."""
    before = core_parts(), absent_parts(), terminal_parts()
    yield
    set_missing_parts(())
    set_parts(*before)


@pytest.fixture(scope="session")
def documented():
    """Return a function: language -> the texts of the pages' fenced blocks in it, in order.

    The pages are the README and those of docs/, in the order of their paths; what the tutorial
    says is tried step by step, in parts/together/game/test_command_pages.py, and the part of
    howto/parts.md in tests/e2e/test_added_part.py.
    """
    pages = sorted((REPOSITORY / "docs").rglob("*.md"))
    pages = [page for page in pages if not re.match(r"\d-|parts\.md", page.name)]
    text = "\n".join(page.read_text("utf-8") for page in [REPOSITORY / "README.md", *pages])
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return lambda language: [body for name, body in blocks if name == language]

"""The tutorial: after each of its steps the world loads, has no fault, is spawned and walked."""

import importlib
import re
import sys
from pathlib import Path

import pytest

from xyzgrid_ext.core.grid import check_world
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

STEPS = sorted((Path(__file__).resolve().parents[4] / "docs" / "tutorial").glob("[1-9]-*.md"))
FILES = re.compile(r"^`world/([\w.]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^evennia xyzgrid (\w+) ?(.*)$", re.MULTILINE)


@pytest.fixture
def follow(run, tmp_path, monkeypatch):
    """Return a function: a number of steps -> the grid, after all that the pages say to do."""
    folder = tmp_path / "tutorial_world"
    folder.mkdir()
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)

    def done(steps):
        for step in STEPS[:steps]:
            page = step.read_text("utf-8")
            for name, text in FILES.findall(page):
                (folder / name).write_text(text, encoding="utf-8")
            as_a_new_process()
            for word, rest in COMMAND.findall(page):
                words = rest.replace("world.", "tutorial_world.").split()
                code, told = run(word, *words, *(["--yes"] if word == "spawn" else []))
                assert code == (2 if word == "plan" else 0), told
        return get_xyzgrid()

    yield done
    forget_modules()


def forget_modules():
    for name in [name for name in sys.modules if name.split(".")[0] == "tutorial_world"]:
        del sys.modules[name]
    importlib.invalidate_caches()


def as_a_new_process():
    """Read the files anew, as the launcher does each time."""
    forget_modules()
    get_xyzgrid().reload()


@pytest.mark.parametrize("steps", range(1, len(STEPS) + 1), ids=[page.stem for page in STEPS])
def test_after_each_step_the_world_is_spawned_and_without_fault(follow, run, steps):
    grid = follow(steps)
    assert grid.live.unloaded_maps == []
    findings = [f for one in grid.live.loaded.values() for f in one.findings]
    findings += check_world(grid.live.grids)
    assert [str(f) for f in findings] == []
    code, told = run("plan")
    assert code == 0, told


def test_at_the_end_the_world_is_walked_and_its_locks_hold(follow, player):
    live = follow(len(STEPS)).live
    at = {
        live.object(room).key: live.object(room) for key in live.grids for room in rooms(live, key)
    }
    player.character.location = at["The Inn"]
    assert "You need the brass key." in player.types("goto the chapel")
    assert "A rod runs from it to the oil store." in player.types("goto the lamp")
    player.types("get key")
    assert "The Chapel" in player.types("path the chapel")
    player.character.location = at["The Oil Store"]
    assert "Level 1 of" in player.types("play box")
    assert "springs open" in player.types("ee")
    player.types("stop")
    assert "The Lamp" in player.types("path the lamp")
    player.character.location = at["The Lamp"]
    assert "floor 1" in player.types("map -")
    assert "ground floor" in player.types("map 0")


def test_who_quells_sees_the_grotto_as_a_player_does(follow, superuser):
    live = follow(3).live
    superuser.character.location = live.object(("grotto", 0))
    assert "grotto: wormhole" in superuser.types("path the pearl bed")
    superuser.types("quell")
    assert "wormhole" not in superuser.types("path the pearl bed")


def rooms(live, key):
    grid = live.grids[key]
    return [(key, number) for number in range(grid.rooms) if live.object((key, number))]

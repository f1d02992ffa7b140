"""The maps of docs/howto/people.md and contents.md: what the pages show is what happens there."""

import sys
import time
import types

import pytest
from evennia.objects.models import ObjectDB
from worlds import room_named

from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.visibility import needs
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.parts.contents.respawning import fill_rooms_steps
from xyzgrid_ext.parts.contents.wandering import walk_steps


def pass_by(seconds=0):
    """Let contents come, and people walk, as the worker does near players."""
    live = current()
    rooms = [(key, number) for key, grid in live.grids.items() for number in range(grid.rooms)]
    drain(fill_rooms_steps(live, rooms, time.time() + seconds))
    drain(walk_steps(live, rooms, time.time() + seconds))


@pytest.fixture
def spawned(documented, spawn_maps, monkeypatch):
    """Return a function that spawns a map of the pages, by its name."""

    def spawn(name):
        module = types.ModuleType(f"documented_{name}")
        module.__file__ = f"{name}.py"
        monkeypatch.setitem(sys.modules, module.__name__, module)
        source = next(block for block in documented("python") if f'"zcoord": "{name}"' in block)
        exec(source, module.__dict__)
        return spawn_maps(module.XYMAP_DATA)

    return spawn


@pytest.fixture
def ann(spawned, make_player, clock):
    """Return a player in the Smithy of the page's village."""
    spawned("hamlet")
    pass_by()
    return make_player("Ann", location=room_named("The Smithy"))


def set_hour(monkeypatch, hour, year=0.5):
    monkeypatch.setattr(needs, "moment_at", lambda *given: needs.Moment(hour, 24, year))
    monkeypatch.setattr(needs, "_of_all", needs.SharedAnswers())


def test_the_transcript_of_the_page_is_what_is_printed(ann, documented, clock):
    ObjectDB.objects.get(db_key="hammer").location = ann.character
    follow(ann, documented, "> talk smith", clock)


def follow(ann, documented, first, clock):
    """Type what a page shows; compare what is printed."""
    (shown,) = (block for block in documented("text") if first in block)
    for part in shown.strip().removeprefix("> ").split("\n> "):
        line, *printed = part.split("\n")
        begin = len(ann.sent)
        ann.types(line)
        clock.advance(1)
        assert ann.text_since(begin).split("\n") == printed


def test_things_and_people_look_different_by_hour_season_and_looker(
    spawned, make_player, documented, clock, monkeypatch
):
    set_hour(monkeypatch, 6, year=0.0)
    spawned("bakehouse")
    pass_by()
    ann = make_player("Ann", location=room_named("The Bakehouse"))
    follow(ann, documented, "> look oven", clock)
    set_hour(monkeypatch, 22, year=0.0)
    assert "It is cold. Icicles hang from its flue. Your loaf" in ann.types("look oven")
    assert "She is asleep on her feet." in ann.types("look ada")


def test_a_class_that_would_show_the_list_of_parts_is_told(spawn_maps, run):
    parts = [{"text": "Hot.", "needs": ["time:day"]}]
    oven = {"typeclass": "evennia.objects.objects.DefaultObject", "key": "oven", "desc": parts}
    room = {"key": "Here", "things": [oven], "contents": [{"prototype": oven}]}
    spawn_maps({"zcoord": "here", "rooms": {(0, 0): room}})
    text = run("check", "here")[1]
    assert text.count("DefaultObject does not read a description in parts") == 2, text

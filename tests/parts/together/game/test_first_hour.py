"""The demonstration is won by a program that knows only what it has read, on chance of its own."""

import os
import random
from pathlib import Path

import pytest
from dungeon_maps import run_now
from evennia.objects.models import ObjectDB
from newcomer import Newcomer, sayer
from spawned import spawned_once

from world import caves, cistern, deep, glasswork, hooks, lighthouse, town, undertow
from xyzgrid_ext.parts.dungeons.game import copies

WORLD = Path(town.__file__).parent


def _whole(data):
    """A map with its matrix file read, as tests give one."""
    return data | {"matrix": (WORLD / data["matrix"]).read_text("utf-8")}


shared_maps = spawned_once(
    town.XYMAP_DATA, lighthouse.XYMAP_DATA, caves.XYMAP_DATA, cistern.XYMAP_DATA,
    _whole(glasswork.XYMAP_DATA), _whole(undertow.XYMAP_DATA), _whole(deep.XYMAP_DATA),
)  # fmt: skip
# the others in the long run
SEEDS = (1, 2, 3) if os.environ.get("XYZGRID_FIRST_HOUR") == "all" else (1,)


@pytest.mark.parametrize("seed", SEEDS)
def test_who_knows_only_what_was_printed_lights_the_lamp(
    grid, player, clock, monkeypatch, found_at_once, settings, seed
):
    monkeypatch.setattr(copies, "run_in_slices", run_now)
    settings.XYZGRID_START = (4, 4, "town")
    settings.XYZGRID_LIMITS = {"questions": 10_000}  # it types faster than anybody
    hooks.at_server_start()
    player.character.move_to(ObjectDB.objects.get(db_key="Lantern Square"), quiet=True)

    say = sayer(player, clock)
    newcomer = Newcomer(say, random.Random(seed))
    newcomer.play()
    assert [name for name, _line in newcomer.marks][-2:] == ["The light", "all"]
    assert "The fire has come to you" in say("goto heart of the glass") + say("look")
    assert "Those that can be read: Ann." in say("read names")

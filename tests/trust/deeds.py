"""What players and builders do while something breaks: see breaks.py."""

from __future__ import annotations

import sys
from random import Random

import crash_maps
import play

THINGS = 12


def types(who: str, *lines: str) -> None:
    """Type lines, with some time after each."""
    for line in lines:
        play.game().player(who).types(line)
        play.game().passes(2.0)


def walks() -> None:
    """Ann is led through the town."""
    types("Ann", "goto (3,3,town)", "goto (4,4,town)")
    play.game().passes(10.0)


def plays() -> None:
    """Bob plays a board without a clock."""
    types("Bob", "restart", "l", "l", "undo", "l", "stop")


def takes_key() -> None:
    """Ann takes the key of a dungeon, and opens its door."""
    character = play.game().player("Ann").character
    character.move_to(play.game().room("Porch"), quiet=True)
    types("Ann", "hatch")
    play.game().passes(5.0, 0.01)
    types("Ann", "west", "open chest", "east", "east")


def prunes() -> None:
    """A builder takes the porch and the vault off the list, and removes their rooms."""
    from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
    from xyzgrid_ext.launchcmd import xyzcommand

    get_xyzgrid().remove("porch")
    xyzcommand("prune", "--yes")


def settles() -> None:
    """Things lie in rooms of the field, some of which will go."""
    from evennia import create_object
    from evennia.objects.models import ObjectDB

    rooms = ObjectDB.objects.filter(db_tags__db_key=crash_maps.FIELD, db_location=None).distinct()
    for number, room in enumerate(Random(3).sample(list(rooms.order_by("pk")), THINGS)):
        create_object("typeclasses.objects.Object", f"thing {number}", location=room, home=room)


def spawns() -> None:
    """A builder spawns the field as it has become."""
    from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
    from xyzgrid_ext.launchcmd import xyzcommand

    module = sys.modules["races"]
    others = [data for data in module.XYMAP_DATA_LIST if data["zcoord"] not in crash_maps.DRAWN]
    module.XYMAP_DATA_LIST = [*others, *crash_maps.world(1)]
    get_xyzgrid().reload()
    xyzcommand("spawn", *crash_maps.DRAWN, "--yes")


def explores_moor() -> None:
    """Rooms of a lazy map are made around somebody who walks, and go again, twice."""
    from xyzgrid_ext.game.base.lock import SERVER_ROLE, write_lock
    from xyzgrid_ext.game.base.pace import TERMINAL
    from xyzgrid_ext.game.base.task import drain
    from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
    from xyzgrid_ext.parts.lands.game import lazy_rooms
    from xyzgrid_ext.parts.lands.game.eviction import Idle, evict_steps

    assert write_lock().acquire(SERVER_ROLE)
    live, idle, chance = get_xyzgrid().live, Idle(), Random(3)
    grid = live.grids[crash_maps.MOOR]
    here = chance.randrange(grid.rooms)
    for _ in range(2):
        for _ in range(5):
            lazy_rooms.ensure_room(live, (crash_maps.MOOR, here))
            here = chance.choice(grid.target[grid.links_of(here)].tolist())
        drain(evict_steps(live, idle, 0, TERMINAL))


def gives_back() -> None:
    """The game is the contrib's again, without copies of dungeons, which the contrib has not."""
    from xyzgrid_ext.game.base.task import drain
    from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
    from xyzgrid_ext.launchcmd import xyzcommand
    from xyzgrid_ext.parts.dungeons.game import copies
    from xyzgrid_ext.parts.dungeons.game import stored as dungeons

    grid = get_xyzgrid()
    for copy in dungeons.all_copies(grid).values():
        drain(copies.removing_steps(grid.live, copy))
    xyzcommand("unadopt", "--yes")


def adopts() -> None:
    """The game becomes ours."""
    from xyzgrid_ext.launchcmd import xyzcommand

    xyzcommand("adopt", "--yes")


def adopts_again() -> None:
    """Adopt what is the contrib's or ours, and nothing between the two."""
    from evennia.objects.models import ObjectDB

    paths = ObjectDB.objects.filter(db_typeclass_path__regex=r"XYZ(Room|Exit)$")
    found = set(paths.values_list("db_typeclass_path", flat=True).distinct())
    assert len(found) == 2, f"adopted by half: {found}"
    adopts()


def all_of_it() -> None:
    """What players do, one after the other."""
    walks()
    plays()


def tends_pens() -> None:
    """Ann takes eggs, bells and the lives of goats, which come back."""
    import time

    from evennia.objects.models import ObjectDB

    from xyzgrid_ext.game.base.task import drain
    from xyzgrid_ext.game.world.current import current
    from xyzgrid_ext.parts.contents.coming import fill_rooms_steps

    ann, chance = play.game().player("Ann").character, Random(9)
    for minute in range(6):
        rooms = [("pens", number) for number in range(3)]
        drain(fill_rooms_steps(current(), rooms, time.time() + minute * 60))
        inside = ObjectDB.objects.filter(db_tags__db_category="xyzgrid_thing")
        inside = inside.filter(db_tags__db_key__contains=",pens|").order_by("pk")
        for obj in chance.sample(list(inside), min(4, len(inside))):
            if obj.key == "a goat":
                obj.delete()
            else:
                obj.move_to(ann, quiet=True)

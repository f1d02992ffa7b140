"""What is wrong with the rows of lazy maps, a line each: python lazy_rows.py GAME_DIR MAP.

Beside what every grid must be (`grid_faults`), a room of a lazy map has all exits of the file, or
none. It reads the rows, and no code that wrote them.
"""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from typing import Any


def faults(live: Any, key: str) -> list[str]:
    """All that is wrong; each as a line."""
    import grid_faults

    return [*grid_faults.faults(), *_of_map(live, key)]


def _of_map(live: Any, key: str) -> Iterator[str]:
    from evennia.objects.models import ObjectDB

    def tagged(category: str) -> dict[int, str]:
        links = ObjectDB.db_tags.through.objects.filter(tag__db_category=category)
        return dict(links.values_list("objectdb", "tag__db_key"))

    x, y, z, to = map(tagged, (*(f"room_{axis}_coordinate" for axis in "xyz"), "exit_direction"))
    ways: dict[int, set[str]] = defaultdict(set)
    for pk, room in ObjectDB.objects.filter(pk__in=list(to)).values_list("pk", "db_location"):
        ways[room].add(to[pk])
    grid = live.grids[key]
    for pk in x.keys() - to.keys():
        if z[pk].partition(":")[0] != key:
            continue
        room = live.room_at_xyz(int(x[pk]), int(y[pk]), z[pk])
        wanted = {grid.way_of(link).direction.lower() for link in grid.links_of(room[1])}
        if ways[pk] and ways[pk] != wanted:
            yield f"#{pk} at {room} has the exits {ways[pk]}, and not {wanted}"


def main() -> None:
    """Look at a game dir."""
    folder, key = sys.argv[1:]
    sys.path[:0] = [folder, os.path.dirname(folder), os.path.dirname(__file__)]
    os.chdir(folder)
    os.environ["DJANGO_SETTINGS_MODULE"] = "server.conf.settings"
    import django

    django.setup()
    import evennia

    evennia._init()
    from xyzgrid_ext.game.world.current import current

    print(*faults(current(), key), sep="\n")


if __name__ == "__main__":
    main()

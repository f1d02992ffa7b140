"""The settings of this package as rows, from which `settings` and the docs are made."""

from __future__ import annotations

from typing import Any, NamedTuple


class Setting(NamedTuple):
    """A setting: its name, the values it accepts, its default, and its purpose."""

    name: str
    takes: str
    default: Any
    meaning: str


SETTINGS = {
    row.name: row
    for row in (
        Setting(
            "XYZGRID_START",
            "(x, y, map) or (x, y, z, map)",
            None,
            "where new players start, instead of Limbo, and where `recall` leads",
        ),
        Setting(
            "XYZGRID_WALK_DELAY",
            "seconds, 0.05 at least",
            0.5,
            "the time between two steps of `goto`",
        ),
        Setting(
            "XYZGRID_PLACE_TAGS",
            "categories of tags",
            (None, "landmark"),
            "the tags by which `goto nearest` finds rooms; `None`: tags without a category",
        ),
        Setting(
            "XYZGRID_BOARDS",
            "folders",
            None,
            "where the game's [boards](boards.md) are; `None`: in `world/boards`. They come before "
            "the package's boards",
        ),
        Setting(
            "XYZGRID_JOURNAL",
            "path of a list",
            None,
            "the rows of `journal` and `score`, commands of the second [set](commands.md)",
        ),
        Setting(
            "XYZGRID_COMBAT",
            "path of a function",
            None,
            "starts a fight of the game's own in [dungeons](../howto/dungeons.md)",
        ),
        Setting(
            "XYZGRID_PARTY",
            "path of a function",
            None,
            "returns the name of a character's party",
        ),
        Setting(
            "XYZGRID_SHARE_EXPLORED",
            "True or False",
            False,
            "whether a party explores together: see [fog](../howto/fog.md)",
        ),
        Setting(
            "XYZGRID_EXPLORERS",
            "path of a function",
            None,
            "returns the characters who learn what a character explores",
        ),
        Setting(
            "XYZGRID_AHEAD_MB",
            "megabytes",
            128,
            "memory for rooms that are read in advance; 0: none",
        ),
        Setting(
            "XYZGRID_LAZY_ABOVE",
            "a number of rooms",
            50_000,
            "a map of more rooms, never spawned, is [lazy](../howto/big-maps.md) unless its "
            "option `rooms` says otherwise; 0: no map",
        ),
        Setting(
            "XYZGRID_LAZY_KEEP",
            "seconds",
            3600,
            "how long a room of a lazy map stays after the last visit; 0: for ever",
        ),
        Setting(
            "XYZGRID_WORKERS",
            "a number",
            1,
            "[processes](../howto/workers.md) for slow work: reading large maps, making dungeons, "
            "solving boards; 0: none, the Server does this work itself",
        ),
        Setting(
            "XYZGRID_CLUSTER",
            "tcp://HOST:PORT",
            None,
            "the scheduler of a Dask cluster that does this work instead",
        ),
        Setting(
            "XYZGRID_LIMITS",
            "a dict of names and numbers",
            {},
            "[limits on what players can cause](bounds.md)",
        ),
        Setting(
            "XYZGRID_DRAWN_MAPS",
            "path of a package",
            "world",
            "where the map editor writes the modules of new maps",
        ),
        Setting(
            "XYZGRID_MAP_URL",
            "text",
            None,
            "the address from which map clients load the world; an empty text: none; `None`: the "
            "game's own website",
        ),
        Setting(
            "XYZROOM_PROTOTYPE_OVERRIDE",
            "a prototype",
            {},
            "values to add to the prototype `xyz_room`: [a class of your own](../howto/classes.md)",
        ),
        Setting("XYZEXIT_PROTOTYPE_OVERRIDE", "a prototype", {}, "values to add to `xyz_exit`"),
        Setting(
            "XYZGRID_USE_DB_PROTOTYPES",
            "True or False",
            False,
            "whether maps can use prototypes that were made in the game",
        ),
    )
}

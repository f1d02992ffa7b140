"""The settings of this package as rows, from which `settings` and the docs are made."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from xyzgrid_ext.core.coords import Coord, Place

PREFIX = "XYZGRID_"


class Setting(NamedTuple):
    """A setting: its name, the values it accepts, its default, and its purpose.

    `read` returns a value as it is used; for values that are not accepted, it raises TypeError or
    ValueError.
    """

    name: str
    takes: str
    default: Any
    meaning: str
    read: Callable[[Any], Any]


def start_of(value: Any) -> Place | None:
    """Return the place that a start means."""
    if not value:
        return None
    x, y, *level, name = value
    if len(level) > 1:
        raise ValueError("too many parts")
    return Place(str(name), Coord(int(x), int(y), int(level[0]) if level else 0))


def _number(value: Any) -> float:
    if not math.isfinite(number := float(value)):
        raise ValueError("it has no end")
    return number


def _number_or_address(value: Any) -> int | str:
    return value if isinstance(value, str) and "://" in value else int(value)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("not a text")
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, int):
        raise TypeError("neither True nor False")
    return bool(value)


def _several(value: Any) -> tuple[Any, ...]:
    if isinstance(value, str | Path) or not isinstance(value, Iterable):
        raise TypeError("not a list")
    return tuple(value)


def _dict(value: Any) -> dict[Any, Any]:
    if not isinstance(value, Mapping):
        raise TypeError("not a dict")
    return dict(value)


def _maybe(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else read(value)


SETTINGS = {
    row.name: row
    for row in (
        Setting(
            "XYZGRID_PARTS",
            "names",
            None,
            "the parts of the game; `None`: all that are installed and whose needs are there",
            _maybe(_several),
        ),
        Setting(
            "XYZGRID_START",
            "(x, y, map) or (x, y, z, map)",
            None,
            "where new players start, instead of Limbo, and where `recall`, of the second "
            "[set](commands.md), leads",
            start_of,
        ),
        Setting(
            "XYZGRID_WALK_DELAY",
            "seconds, 0.05 at least",
            0.5,
            "the time between two steps of `goto`",
            _number,
        ),
        Setting(
            "XYZGRID_PLACE_TAGS",
            "categories of tags",
            (None, "landmark"),
            "the tags by which `goto nearest` finds rooms; `None`: tags without a category",
            _several,
        ),
        Setting(
            "XYZGRID_BOARDS",
            "folders",
            None,
            "where the game's [boards](boards.md) are; `None`: in `world/boards`. They come before "
            "the package's boards",
            _maybe(_several),
        ),
        Setting(
            "XYZGRID_JOURNAL",
            "path of a list",
            None,
            "the rows of the [journal](../howto/stories.md#the-journal), for `journal` and "
            "`score`, commands of the second [set](commands.md)",
            _maybe(_text),
        ),
        Setting(
            "XYZGRID_ANSWERS",
            "path of a dict",
            None,
            "words that are no commands of the game, with what the second [set](commands.md) "
            "answers: `{'buy': 'Nothing is for sale.'}`",
            _maybe(_text),
        ),
        Setting(
            "XYZGRID_COMBAT",
            "path of a function",
            None,
            "starts a fight of the game's own in [dungeons](../howto/dungeons.md)",
            _maybe(_text),
        ),
        Setting(
            "XYZGRID_PARTY",
            "path of a function",
            None,
            "returns the name of a character's party",
            _maybe(_text),
        ),
        Setting(
            "XYZGRID_SHARE_EXPLORED",
            "True or False",
            False,
            "whether a party explores together: see [fog](../howto/fog.md)",
            _flag,
        ),
        Setting(
            "XYZGRID_EXPLORERS",
            "path of a function",
            None,
            "returns the characters who learn what a character explores",
            _maybe(_text),
        ),
        Setting(
            "XYZGRID_LAZY_ABOVE",
            "a number of rooms",
            50_000,
            "a map of more rooms, never spawned, is [lazy](../howto/big-maps.md) unless its "
            "option `rooms` says otherwise; 0: no map",
            int,
        ),
        Setting(
            "XYZGRID_LAZY_KEEP",
            "seconds",
            3600,
            "how long a room of a lazy map stays after the last visit; 0: for ever",
            _number,
        ),
        Setting(
            "XYZGRID_WORKERS",
            "a number, or tcp://HOST:PORT",
            1,
            "[processes](../howto/workers.md) for slow work: reading large maps, making dungeons, "
            "solving boards; 0: none, the Server does this work itself; or the scheduler of a Dask "
            "cluster that does it",
            _number_or_address,
        ),
        Setting(
            "XYZGRID_LIMITS",
            "a dict of names and numbers",
            {},
            "[limits on what players can cause](bounds.md)",
            _dict,
        ),
        Setting(
            "XYZGRID_DRAWN_MAPS",
            "path of a package",
            "world",
            "where the map editor writes the modules of new maps",
            _text,
        ),
        Setting(
            "XYZGRID_MAP_URL",
            "text",
            None,
            "the address from which map clients load the world; an empty text: none; `None`: the "
            "game's own website",
            _maybe(_text),
        ),
        Setting(
            "XYZROOM_PROTOTYPE_OVERRIDE",
            "a prototype",
            {},
            "values to add to the prototype `xyz_room`: [a class of your own](../howto/classes.md)",
            _dict,
        ),
        Setting(
            "XYZEXIT_PROTOTYPE_OVERRIDE",
            "a prototype",
            {},
            "values to add to `xyz_exit`",
            _dict,
        ),
        Setting(
            "XYZGRID_USE_DB_PROTOTYPES",
            "True or False",
            False,
            "whether maps can use prototypes that were made in the game",
            _flag,
        ),
    )
}

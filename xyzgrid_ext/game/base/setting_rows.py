"""The kernel's settings as rows, from which `settings` and the docs are made; parts have more."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from xyzgrid_ext.core.coords import Coord, Place

PREFIX = "XYZGRID_"
"""How the names of all settings begin."""


class Limit(NamedTuple):
    """A limit on what players can cause, which games change in the setting XYZGRID_LIMITS.

    Attributes:
        name: its key in that setting.
        usual: its default; for a rate limit, the number per second.
        about: what it limits, in words.
        at_once: of a rate limit, how many seconds' worth may come at once.
    """

    name: str
    usual: int
    about: str
    at_once: float = 0.0


class Setting(NamedTuple):
    """A setting of this package, as a row.

    Attributes:
        name: its name in the settings module.
        takes: the values it accepts, in words.
        default: its value if a game has none.
        meaning: what it is for, in words.
        read: converts a game's value to the one that is used; raises TypeError or ValueError.
        is_path: whether its value is a Python path to import.
    """

    name: str
    takes: str
    default: Any
    meaning: str
    read: Callable[[Any], Any]
    is_path: bool = False


def read_start(value: Any) -> Place | None:
    """Return the place that (x, y, map) or (x, y, level, map) means; None for an empty value."""
    if not value:
        return None
    x, y, *level, name = value
    if len(level) > 1:
        raise ValueError("too many parts")
    return Place(str(name), Coord(int(x), int(y), int(level[0]) if level else 0))


def read_number(value: Any) -> float:
    """Return a value as a finite number.

    Raises:
        ValueError, TypeError: if it is none. The other `read_…` raise the same for a wrong value.
    """
    if not math.isfinite(number := float(value)):
        raise ValueError("it has no end")
    return number


def _delay(value: Any) -> float:
    # never none at all: a walk must leave the server time for others
    return max(0.05, read_number(value))


def _number_or_address(value: Any) -> int | str:
    return value if isinstance(value, str) and "://" in value else int(value)


def read_text(value: Any) -> str:
    """Return a value that must be a text."""
    if not isinstance(value, str):
        raise TypeError("not a text")
    return value


def read_flag(value: object) -> bool:
    """Return a value that must be True or False."""
    if not isinstance(value, int):
        raise TypeError("neither True nor False")
    return bool(value)


def read_tuple(value: object) -> tuple[Any, ...]:
    """Return a list as a tuple."""
    if isinstance(value, str | Path) or not isinstance(value, Iterable):
        raise TypeError("not a list")
    return tuple(value)


def read_references(value: Any) -> tuple[str, ...]:
    """Return a list of map modules and files as a tuple, each Python file as its Python path."""
    named = [read_text(each) for each in read_tuple(value)]
    return tuple(
        ".".join(Path(name).with_suffix("").parts) if name.endswith(".py") else name
        for name in named
    )


def read_dict(value: Any) -> dict[object, object]:
    """Return a value that must be a dict."""
    if not isinstance(value, Mapping):
        raise TypeError("not a dict")
    return dict(value)


def or_none(read: Callable[[object], object]) -> Callable[[object], object]:
    """Return a function like `read` that returns None for None."""
    return lambda value: None if value is None else read(value)


SETTINGS = {
    row.name: row
    for row in (
        Setting(
            "XYZGRID_PARTS",
            "a list of names",
            None,
            "the parts of the game; `None`: all that are installed and whose needs are there",
            or_none(read_tuple),
        ),
        Setting(
            "XYZGRID_MAPS",
            "a list of modules and files",
            None,
            "the maps of the game, as `evennia xyzgrid add` takes them: [deploying]"
            "(../howto/deploy.md); `None`: those that were added",
            or_none(read_references),
        ),
        Setting(
            "XYZGRID_START",
            "(x, y, map) or (x, y, z, map)",
            None,
            "where new players start, instead of Limbo, and where `recall`, of the second "
            "[set](commands.md), leads",
            read_start,
        ),
        Setting(
            "XYZGRID_WALK_DELAY",
            "seconds, 0.05 at least",
            0.5,
            "the time between two steps of `goto`",
            _delay,
        ),
        Setting(
            "XYZGRID_PLACE_TAGS",
            "categories of tags",
            (None, "landmark"),
            "the tags by which `goto nearest` finds rooms; `None`: tags without a category",
            read_tuple,
        ),
        Setting(
            "XYZGRID_PARTY",
            "path of a function",
            None,
            "returns the name of a character's party",
            or_none(read_text),
            is_path=True,
        ),
        Setting(
            "XYZGRID_SHARE_EXPLORED",
            "True or False",
            False,
            "whether a party explores together: see [fog](../howto/fog.md)",
            read_flag,
        ),
        Setting(
            "XYZGRID_EXPLORERS",
            "path of a function",
            None,
            "returns the characters who learn what a character explores",
            or_none(read_text),
            is_path=True,
        ),
        Setting(
            "XYZGRID_WORDS",
            "path of a list",
            None,
            "[words of the game's own](../howto/time-and-weather.md) for `needs` and texts: rows "
            "`NeedsWord`, or a function that returns them",
            or_none(read_text),
            is_path=True,
        ),
        Setting(
            "XYZGRID_WORKERS",
            "a number, or tcp://HOST:PORT",
            1,
            "[processes](../howto/workers.md) for slow work: reading large maps, and what "
            "parts compute; 0: none, the Server does this work itself; or the scheduler of a Dask "
            "cluster that does it",
            _number_or_address,
        ),
        Setting(
            "XYZGRID_LIMITS",
            "a dict of names and numbers",
            {},
            "[limits on what players can cause](bounds.md)",
            read_dict,
        ),
        Setting(
            "XYZGRID_MAP_URL",
            "text",
            None,
            "the address from which map clients load the world; an empty text: none; `None`: the "
            "game's own website",
            or_none(read_text),
        ),
        Setting(
            "XYZROOM_PROTOTYPE_OVERRIDE",
            "a prototype",
            {},
            "values to add to the prototype `xyz_room`: [a class of your own](../howto/classes.md)",
            read_dict,
        ),
        Setting(
            "XYZEXIT_PROTOTYPE_OVERRIDE",
            "a prototype",
            {},
            "values to add to `xyz_exit`",
            read_dict,
        ),
        Setting(
            "XYZGRID_USE_DB_PROTOTYPES",
            "True or False",
            False,
            "whether maps can use prototypes that were made in the game",
            read_flag,
        ),
    )
}

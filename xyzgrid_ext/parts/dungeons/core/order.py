"""The function `dungeon` for map modules: `XYMAP_DATA = dungeon(...)`. It returns plain data."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.machinery import PathFinder
from importlib.util import find_spec
from typing import Any

GAME_CATALOGUE = "world.catalogue"
"""The Python path of a game's own catalogue."""
PACKAGE_CATALOGUE = "xyzgrid_ext.parts.dungeons.catalogue"
"""The Python path of the catalogue that comes with the package."""
SHARED, PARTY, CHARACTER = "shared", "party", "character"
NEVER = "never"
"""The value of `reset` for dungeons that stay as they are."""


def dungeon(
    name: str,
    *,
    seed: int | str = 1,
    tier: int = 1,
    floors: int = 1,
    catalogue: object = GAME_CATALOGUE,
    outside: tuple[object, ...] | None = None,
    copies: str = SHARED,
    lease: float = 30,
    reset: float | str = NEVER,
    descents: int = 0,
    options: Mapping[str, object] | None = None,
    **parameters: object,
) -> dict[str, Any]:
    """Return the XYMAP_DATA of a dungeon.

    Args:
        name: the name of the map.
        seed: the seed; `python -m xyzgrid_ext generate` shows its dungeon.
        tier: the step of the quest, from 1.
        floors: the number of floors.
        catalogue: the components of its rooms: the Python path of a module with a CATALOGUE, or
            rows.
        outside: (x, y, map) to which the entrance and the last room lead out.
        copies: `shared`: one dungeon for all; `party` or `character`: one for each.
        lease: minutes that a copy is kept after the last player has left.
        reset: `never` (except by a builder), or minutes after the last player has left.
        descents: how many tiers of other dungeons players may choose at its entrance; 0: none.
        options: options of the map, as for any other map.
        parameters: other `Parameters` of the generator: rooms, keys, cycles …
    """
    made = {"seed": seed, "tier": tier, "floors": floors, **parameters}
    rules = {"copies": copies, "lease": lease, "reset": reset, "descents": descents}
    return {
        "zcoord": name,
        "dungeon": {"parameters": made, "catalogue": catalogue, "outside": outside, **rules},
        "options": dict(options or {}),
    }


def catalogue_path(place: str) -> str:
    """Return `place`, a Python path; PACKAGE_CATALOGUE for a GAME_CATALOGUE that does not exist."""
    if place != GAME_CATALOGUE:
        return place
    world = find_spec("world")  # and nothing of it is imported
    folders = None if world is None else world.submodule_search_locations
    return place if folders and PathFinder.find_spec(GAME_CATALOGUE, folders) else PACKAGE_CATALOGUE


# --- orders in words, for dungeons that a builder has made in the game

_WORD = "dungeon "
_PAIR = re.compile(r"""([^\s=]+)=("(?:[^"\\]|\\.)*"|\([^()]*\)|\S*)""")
_TO_QUOTE = re.compile(r"""[\s"(]""")


def is_dungeon_order(reference: str) -> bool:
    """Whether a stored reference to a map is of the form `dungeon deep seed=7 floors=2`."""
    return reference.startswith(_WORD)


def order_text(name: str, **given: object) -> str:
    """Return a name and arguments of `dungeon` as text: `dungeon deep seed=7 floors=2`."""
    words = [f"{key}={_text(value)}" for key, value in sorted(given.items())]
    return " ".join([_WORD.strip(), name, *words])


def parse_order(reference: str) -> dict[str, Any]:
    """Return the XYMAP_DATA of a dungeon from a text of `order_text`.

    Raises:
        TypeError: if it has unknown parameters.
        ValueError: if it is malformed.
    """
    name, values = parse(reference.removeprefix(_WORD))
    return dungeon(name, **values)


def parse(text: str) -> tuple[str, dict[str, Any]]:
    """Return (name, arguments by name) from `the deep seed=7 outside="3,3,the town"`."""
    name = " ".join(_PAIR.sub(" ", text).split())
    given = {key.lower(): _value(key.lower(), _unquoted(raw)) for key, raw in _PAIR.findall(text)}
    return str(given.pop("name", name)), given


def _text(value: object) -> str:
    text = ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
    return '"' + re.sub(r'(["\\])', r"\\\1", text) + '"' if _TO_QUOTE.search(text) else text


def _unquoted(text: str) -> str:
    is_quoted = len(text) > 1 and text[0] == text[-1] == '"'
    return re.sub(r"\\(.)", r"\1", text[1:-1]) if is_quoted else text


def _value(key: str, text: str) -> Any:
    if key == "outside":
        return _outside(text.strip("()"))
    if key == "items":
        return tuple(text.split(","))
    if text.isascii() and text.isdigit():
        return int(text)
    if key in ("lease", "reset") and text.replace(".", "", 1).isdecimal():
        return float(text)
    return text


def _outside(text: str) -> tuple[object, ...]:
    """Parse `3,3,town` or `3,3,0,tower`: numbers, and a name that may contain commas."""
    x, y, *rest = (*text.split(",", 2), "", "")
    name = rest[0]
    z, comma, more = name.partition(",")
    if comma and z.strip().isdecimal():
        return _value("", x), _value("", y), int(z), more.strip()
    return _value("", x), _value("", y), name.strip()

"""What a map module says of a dungeon: `XYMAP_DATA = dungeon(...)`. Plain data, nothing is made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

USUAL_CATALOGUE = "world.catalogue"
SHARED, PARTY, CHARACTER = "shared", "party", "character"
COPIES = (SHARED, PARTY, CHARACTER)
NEVER = "never"


def dungeon(
    name: str,
    *,
    seed: int | str = 1,
    tier: int = 1,
    floors: int = 1,
    catalogue: Any = USUAL_CATALOGUE,
    outside: tuple[Any, ...] | None = None,
    copies: str = SHARED,
    lease: float = 30,
    reset: float | str = NEVER,
    options: Mapping[str, Any] | None = None,
    **parameters: Any,
) -> dict[str, Any]:
    """The XYMAP_DATA of a dungeon.

    Args:
        name: of the map.
        seed: which dungeon; `python -m xyzgrid_ext generate` shows it.
        tier: how far the quest is, from 1.
        floors: how many.
        catalogue: what its rooms are made of: the python path of a module with a CATALOGUE, or
            rows.
        outside: (x, y, map) to which one comes by its entrance, and from its last room.
        copies: `shared`, one place for all; `party` or `character`, one for each.
        lease: minutes that a copy waits for its people after the last of them has left.
        reset: `never` (but by a builder), or minutes after the last has left.
        options: of the map, as of any other.
        parameters: what else `Parameters` of the generator has: rooms, keys, cycles …

    """
    made = {"seed": seed, "tier": tier, "floors": floors, **parameters}
    rules = {"copies": copies, "lease": lease, "reset": reset}
    return {
        "zcoord": name,
        "dungeon": {"parameters": made, "catalogue": catalogue, "outside": outside, **rules},
        "options": dict(options or {}),
    }


# --- orders in words, for dungeons that a builder has made in the game

_WORD = "dungeon "


def is_order(reference: str) -> bool:
    """Whether a reference is no module or file, but an order: `dungeon deep seed=7 floors=2`."""
    return reference.startswith(_WORD)


def in_words(name: str, **given: Any) -> str:
    """The order as the database keeps it; `read` gives it back."""
    words = [f"{key}={_text(value)}" for key, value in sorted(given.items())]
    return " ".join([_WORD.strip(), name, *words])


def read(reference: str) -> dict[str, Any]:
    """The XYMAP_DATA that an order stands for.

    Raises:
        TypeError: if it has values that no dungeon has, or ValueError.

    """
    name, given = parse(reference.removeprefix(_WORD))
    return dungeon(name, **given)


def parse(text: str) -> tuple[str, dict[str, Any]]:
    """The name and the values of `the deep seed=7 outside=3,3,town`."""
    words = text.split()
    name = " ".join(word for word in words if "=" not in word)
    pairs = (word.partition("=")[::2] for word in words if "=" in word)
    given = {key.lower(): _value(key.lower(), value) for key, value in pairs}
    return str(given.pop("name", name)), given


def _text(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _value(key: str, text: str) -> Any:
    if key == "outside":
        *numbers, name = text.strip("()").split(",")
        return (*(_value("", number) for number in numbers), name)
    if key == "items":
        return tuple(text.split(","))
    if text.isascii() and text.isdigit():
        return int(text)
    if key in ("lease", "reset") and text.replace(".", "", 1).isdecimal():
        return float(text)
    return text

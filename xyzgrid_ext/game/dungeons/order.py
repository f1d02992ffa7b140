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

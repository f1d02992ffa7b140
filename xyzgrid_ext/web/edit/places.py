"""Where builders are on a map, as others see it: a level, a cursor, and selected rooms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from xyzgrid_ext.core.editing.values import OperationError, place_of, place_text
from xyzgrid_ext.game.base.limits import most


def seen_at(said: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the place of a page's builder, as the page has sent it.

    Return None if that is not a place.
    """
    level, cursor, selected = (said.get(name) for name in ("level", "cursor", "selected"))
    if not isinstance(cursor, list) or not isinstance(selected, list):
        return None
    try:
        x, y, z = place_of(",".join(map(str, [*cursor, level])))
        rooms = [place_text(place_of(one)) for one in selected[: most("edit_selected")]]
    except OperationError:
        return None
    return {"level": z, "cursor": [x, y], "selected": rooms}

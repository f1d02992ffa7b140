"""Writes the module of a new map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from xyzgrid_ext.core.editing.document import exits_data, room_data
from xyzgrid_ext.core.editing.literals import entry, literal
from xyzgrid_ext.core.editing.values import Document, Room, place_of

_HEAD = '"""{title}. Drawn in the map editor; edit it here or there."""\n\nXYMAP_DATA = {{\n'


def module_text(document: Document) -> str:
    """Return the text of a new module with one map."""
    title = "".join(c for c in document["map"] if c.isprintable() and c not in '"\\')
    rooms = [line for place in document["rooms"] for line in _lines(place, document, 8)]
    lines = [f'    "zcoord": {literal(document["map"])},', '    "rooms": {', *rooms, "    },"]
    if document["options"]:
        lines.append('    "options": {')
        lines += [f"        {literal(k)}: {literal(v)}," for k, v in document["options"].items()]
        lines.append("    },")
    return _HEAD.format(title=title.strip() or "A map") + "\n".join(lines) + "\n}\n"


def _lines(place: str, document: Document, indent: int) -> Iterator[str]:
    return entry(literal(place_of(place)), _whole(document["rooms"][place]), indent)


def _whole(room: Room) -> dict[str, Any]:
    exits = {"exits": exits_data(room["exits"])} if room["exits"] else {}
    return room_data(room) | exits

"""The package's own JSON: everything that is visible, in the form of `core.view.payload`.

{"format": "xyzgrid", "version": 1, "maps": [
 {"key": "town", "number": 1, "name": "Town", "known": 40, "rooms": [
  {"num": 12, "name": "The Square", "x": 4, "y": 4, "z": 0, "exits": [...]},
  ...]}]}

Each room takes one line, so that files can be compared line by line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from xyzgrid_ext.core.view.payload import head_payload, room_payload
from xyzgrid_ext.core.view.snapshot import MapHead, MapView
from xyzgrid_ext.parts.formats.core.texts import to_json

FORMAT, VERSION = "xyzgrid", 1


def write(heads: Sequence[MapHead], views: Iterable[MapView]) -> Iterator[str]:
    """Yield the maps `views` as JSON of this package, in pieces; `heads` is not used."""
    yield f'{{"format": "{FORMAT}", "version": {VERSION}, "maps": ['
    for number, view in enumerate(views):
        head = head_payload(view.head)
        if view.here is not None:
            head["here"] = view.here
        opened = to_json(head).removesuffix("}")
        yield f'{"," * (number > 0)}\n {opened}, "rooms": ['
        for place, room in enumerate(view.rooms):
            yield f"{',' * (place > 0)}\n  {to_json(room_payload(room, view.head))}"
        yield "]}"
    yield "]}\n"

"""A MapView as JSON: plain dictionaries for the web client, the page and GMCP.

    {"key": "tower", "number": 412, "name": "Tower", "levels": 3, "known": 2, "here": 501,
     "rooms": [
        {"num": 501, "name": "Hall", "x": 0, "y": 0, "z": 0, "symbol": "@", "details": ["shop"],
         "exits": [{"name": "north", "dir": "n", "to": 502},
                   {"name": "iron door", "to": null, "door": "locked", "needs": ["smallkey"]}]},
        {"num": 502, "name": "Vault", "x": 0, "y": 1, "z": 0, "symbol": "#", "exits": []}]}

`to` is null for a stub. Defaults are left out, so that messages stay small: empty texts and lists,
`kind` "way", `weight` 1, `symbol` "#", an exit's `area` if it is the map's own `key`, `levels` of a
flat map, `here` for a character who is not on the map, `area` of a room in none, and `rooms_total`
where it is secret. Only a land has `ground`, `[{"name": "oak wood", "symbol": "T", "colour":
"#3f6b4a"}]`; `colours` are those of areas, by their names.
"""

from __future__ import annotations

from typing import Any

from xyzgrid_ext.core.view.snapshot import ExitKind, ExitView, MapHead, MapView, RoomView

Payload = dict[str, Any]
"""An object of JSON: a dict of strings, numbers, None, lists and further dicts."""


def map_payload(view: MapView) -> Payload:
    """Return a map, or some levels of it, with its rooms, as an object of JSON."""
    rooms = [room_payload(room, view.head) for room in view.rooms]
    ground = _filled(ground=[kind._asdict() for kind in view.ground], colours=dict(view.colours))
    return {**head_payload(view.head), **_present(here=view.here), **ground, "rooms": rooms}


def head_payload(head: MapHead) -> Payload:
    """Return name, size and so on of a map, without its rooms, as an object of JSON."""
    return {
        "key": head.key,
        "number": head.number,
        "name": head.name,
        "known": head.known,
        **_present(levels=head.levels, rooms_total=head.rooms),
    }


def room_payload(room: RoomView, head: MapHead) -> Payload:
    """Return a room of the map `head` as an object of JSON, one of the `rooms` of `map_payload`."""
    return {
        "num": room.number,
        "name": room.name,
        "x": room.x,
        "y": room.y,
        "z": room.z,
        **({} if room.symbol == "#" else {"symbol": room.symbol}),
        **_filled(environment=room.environment, details=list(room.details), area=room.area),
        "exits": [_exit(way, head) for way in room.exits],
    }


def _exit(way: ExitView, head: MapHead) -> Payload:
    """Return an exit as JSON; `weight` is a whole number where possible."""
    weight = int(way.weight) if way.weight == int(way.weight) else way.weight
    return {
        "name": way.name,
        "to": way.target,
        **_filled(
            dir=way.direction,
            area=way.area if way.area != head.key else "",
            kind=way.kind.value if way.kind is not ExitKind.WAY else "",
            door=way.door.value,
            needs=list(way.needs),
        ),
        **({} if weight == 1 else {"weight": weight}),
    }


def _present(**members: object) -> Payload:
    """Return the members that are not None."""
    return {name: value for name, value in members.items() if value is not None}


def _filled(**members: object) -> Payload:
    """Return the members that are not empty."""
    return {name: value for name, value in members.items() if value}

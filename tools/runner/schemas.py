"""Schemas of the messages to map clients: what each may hold, and nothing else."""

import re

COMPASS = {
    "n": (0, 1), "ne": (1, 1), "e": (1, 0), "se": (1, -1),
    "s": (0, -1), "sw": (-1, -1), "w": (-1, 0), "nw": (-1, 1),
}  # fmt: skip
WORDS = {*COMPASS, "u", "d", "in", "out"}
FLAGS = {"door", "closed", "locked"}


def _is_number(value):
    return type(value) is int and value > 0


def _is_door(value):
    return (
        set(value) - {"to"} == {"name", "flags"}
        and isinstance(value["name"], str)
        and set(value["flags"]) <= FLAGS
        and _is_number(value.get("to", 1))
    )


def _room_info(info):
    if info["num"] == -1:  # in a matrix that is played
        assert set(info) == {"num", "name", "area", "environment", "exits"}
        assert info["exits"] == {}
        return
    assert _is_number(info["num"])
    assert all(isinstance(info[key], str) for key in ("name", "area", "environment"))
    assert set(info["exits"]) <= WORDS
    assert all(map(_is_number, [*info["exits"].values(), *info["specials"].values()]))
    assert not set(info["specials"]) & WORDS
    assert not set(info["stubs"]) & {*info["exits"], *info["specials"]}
    assert all(isinstance(text, str) for text in (*info["stubs"], *info["details"]))
    assert all(map(_is_door, info.get("doors", {}).values()))
    assert set(info.get("doors", {})) <= {*info["exits"], *info["specials"], *info["stubs"]}
    required = {"num", "name", "area", "environment", "exits", "specials", "stubs", "details"}
    assert required <= set(info) <= required | {"doors", "coords", "coord"}
    if "coord" in info:
        place = info["coord"]
        assert set(place) == {"id", "x", "y", "z", "cont"}
        assert info["coords"] == "{id},{x},{y},{z}".format(**place)
        assert _is_number(place["id"])


def _update(ways):
    assert ways
    assert all(way is False or _is_door(way) for way in ways.values())


def _map(found):
    if "error" in found:
        assert set(found) == {"error"}
        return
    assert {"key", "number", "name", "known", "rooms"} <= set(found)
    numbers = [room["num"] for room in found["rooms"]]
    assert len(set(numbers)) == len(numbers)
    for room in found["rooms"]:
        assert {"num", "name", "x", "y", "z", "exits"} <= set(room)
        assert all(way["to"] is None or _is_number(way["to"]) for way in room["exits"])


def _board(frame):
    if frame["phase"] != "left":
        assert {"title", "rows", "colours", "aside", "keys", "score", "status"} <= set(frame)
        assert len({len(row) for row in frame["rows"]}) == 1
        assert all(set(key) == {"key", "name", "also"} for key in frame["keys"])


SCHEMAS = {
    "Room.Info": _room_info,
    "Room.UpdateExits": _update,
    "Room.WrongDir": lambda way: isinstance(way, str),
    "Client.Map": lambda found: re.fullmatch(r"https?://\S+", found["url"]),
    "Xyzgrid.Map": _map,
    "Xyzgrid.Board": _board,
}

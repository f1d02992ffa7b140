"""A MapView as JSON: what is in it, and what is left out of it.

502 Vault
 |
501 Hall  iron door: locked, leads nobody knows where
"""

from xyzgrid_ext.core.view import Door, ExitView, MapHead, MapView
from xyzgrid_ext.core.view.payload import head_payload, map_payload
from xyzgrid_ext.core.view.snapshot import ExitKind, RoomView

HEAD = MapHead("tower", 412, "Tower", levels=3, known=2, rooms=9)
VAULT = RoomView(502, "Vault", 0, 1, 2)
HALL = RoomView(
    501,
    "Hall",
    0,
    0,
    2,
    symbol="@",
    environment="stone",
    details=("shop", "bank"),
    exits=(
        ExitView("north", "n", 502, "tower"),
        ExitView("wormhole 2", "", 77, "cave", ExitKind.WORMHOLE, Door.OPEN, ("item:lamp",), 2.5),
        ExitView("iron door", "", None, door=Door.LOCKED, needs=("smallkey",)),
    ),
)


def test_all_that_a_view_holds_is_in_its_payload():
    payload = map_payload(MapView(HEAD, (HALL, VAULT), here=501))
    hall, vault = payload.pop("rooms")
    assert payload == {
        "key": "tower", "number": 412, "name": "Tower", "levels": 3, "known": 2, "rooms_total": 9,
        "here": 501,
    }  # fmt: skip
    assert vault == {"num": 502, "name": "Vault", "x": 0, "y": 1, "z": 2, "exits": []}
    north, wormhole, door = hall.pop("exits")
    assert hall == {
        "num": 501, "name": "Hall", "x": 0, "y": 0, "z": 2, "symbol": "@", "environment": "stone",
        "details": ["shop", "bank"],
    }  # fmt: skip
    assert north == {"name": "north", "dir": "n", "to": 502}
    assert wormhole == {
        "name": "wormhole 2", "to": 77, "area": "cave", "kind": "wormhole", "door": "open",
        "needs": ["item:lamp"], "weight": 2.5,
    }  # fmt: skip
    assert door == {"name": "iron door", "to": None, "door": "locked", "needs": ["smallkey"]}


def test_what_is_not_told_is_not_there():
    head = MapHead("town", 3, "Town", levels=None, known=0)
    assert map_payload(MapView(head, ())) == {
        "key": "town", "number": 3, "name": "Town", "known": 0, "rooms": [],
    }  # fmt: skip
    assert head_payload(head) == {"key": "town", "number": 3, "name": "Town", "known": 0}

"""Every reader of foreign input that needs a game: a row each.

Map data is read as a start reads it. Lines, messages, addresses and stored rows are tried in the
world of the repository, each input in a fork.
"""

import importlib
import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import clients
import corpus
import limits
import mutate
import stand
from readers import Reader
from stand import PEOPLE, game, make_game

from xyzgrid_ext.core.errors import GridError

# --- maps


@cache
def _maps() -> list[Any]:
    """(module, what it says of a map) for all maps of the world and some of the tests."""
    from dungeon_maps import row
    from feature_maps import DECK, HARBOUR, ToDeck, ToHarbour

    found: list[Any] = []
    for name in ("town", "lighthouse", "caves", "glasswork", "undertow"):
        module = importlib.import_module(f"world.{name}")
        found.append((module.__name__, module.XYMAP_DATA))
    vault = row(["Hall", "Closet", "End"], gives={"Hall": ["smallkey"]},
                needs={"Hall east": ["smallkey"]})  # fmt: skip
    small = [
        {"zcoord": "harbour", "map": HARBOUR, "legend": {"W": ToDeck}},
        {"zcoord": "deck", "map": DECK, "legend": {"W": ToHarbour}, "options": {"fog": "explored"}},
        vault,
        *corpus.rooms(),
        {"zcoord": "pair", "levels": ["\n+\n\n  U-#\n\n+\n", "\n+\n\n  D-#\n\n+\n"],
         "prototypes": {("*", "*", "*"): {"key": "Loft"}, (0, 0, 0, "up"): {"needs": ["bigkey"]}}},
    ]  # fmt: skip
    # a small map is read a hundred times while a large one is
    return found + [("fuzz", data) for data in small] * 8


def _map_data(value: Any) -> None:
    from xyzgrid_ext.core.grid import check_grid, check_world
    from xyzgrid_ext.core.spawn.wanted import xyz_of
    from xyzgrid_ext.game.maps.loader import load_data
    from xyzgrid_ext.game.world.world import Live

    reference, data = value
    loaded = load_data(reference, data)
    list(map(str, loaded.findings))
    if loaded.grid is None:
        raise GridError("refused")
    live = Live([loaded])
    list(map(str, (*check_grid(loaded.grid), *check_world(live.grids))))
    for room in range(min(loaded.grid.rooms, 5)):
        xyz_of(loaded.grid, room)


def _wrong_data(chance: Random, seeds: Sequence[Any]) -> Any:
    reference, data = chance.choice(seeds)
    return reference, mutate.value(chance, [data])


def _wrong_drawing(chance: Random, seeds: Sequence[Any]) -> Any:
    drawn = [one for one in seeds if "map" in one[1] or "levels" in one[1]]
    reference, data = chance.choice(drawn)
    if "map" in data:
        return reference, data | {"map": mutate.text(chance, [data["map"]])}
    levels = list(data["levels"])
    at = chance.randrange(len(levels))
    levels[at] = mutate.text(chance, [levels[at], *levels])
    return reference, data | {"levels": levels}


_ORDERS = (
    "dungeon deep seed=7 floors=1 rooms=14 outside=(3,3,town) copies=party lease=2.5 reset=never",
    "dungeon the pit seed=x tier=1 keys=1 outside=3,3,town items=rope,lamp width=8 height=8",
)


def _order(text: str) -> None:
    from xyzgrid_ext.game.maps.loader import load_maps
    from xyzgrid_ext.parts.dungeons.core.order import is_dungeon_order

    if not is_dungeon_order(text):
        raise GridError("no order")
    (loaded,) = load_maps(text)
    list(map(str, loaded.findings))
    if loaded.grid is None:
        raise GridError("refused")


# --- stored rows

START = 10.0  # seconds for the start of a game, which reads and parses all maps of the world


@cache
def _rows() -> list[Any]:
    """[owner, key, category, value]: what the grid, people and machines have in the database."""
    from evennia.objects.models import ObjectDB
    from evennia.utils.dbserialize import deserialize

    from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

    for who in PEOPLE:
        character = game().player(who).character
        explored = character.attributes.all()
        assert explored
    owners = [get_xyzgrid(), *(game().player(who).character for who in PEOPLE)]
    owners += ObjectDB.objects.filter(db_attributes__db_key="game")
    found = []
    for owner in owners:
        for one in owner.attributes.all():
            if one.category == "xyzgrid" or one.key in ("maps", "board", "level", "things"):
                value = deserialize(one.value)
                found.append([f"{type(owner).__name__}", owner.pk, one.key, one.category, value])
    return found


def _damaged(chance: Random, seeds: Sequence[Any]) -> Any:
    *where, value = chance.choice(seeds)
    return [*where, mutate.data(chance, [value])]


def _stored(value: Any) -> None:
    """Write the row, start anew, and let everybody log in and go on with what they did."""
    import spawned
    from evennia.objects.models import ObjectDB

    from xyzgrid_ext.game.typeclasses import script

    kind, pk, key, category, damaged = value
    owner = script.get_xyzgrid() if "Grid" in kind else ObjectDB.objects.get(pk=pk)
    try:
        owner.attributes.add(key, damaged, category=category)
    except RecursionError as error:
        raise GridError("Evennia cannot store it") from error
    limits.anew(START)
    spawned.forget_objects()
    script.get_xyzgrid().at_server_start()
    game().connect_again()
    for who, lines in (
        ("Ann", ("look", "map", "goto the old well")),
        ("Bob", ("look", "l", "undo", "stop", "scores")),
        ("Visitor", ("look", "map", "out")),
        ("Mason", ("look", "moves", "map", "xyzgrid list", "dungeon list")),
    ):
        for one in lines:
            limits.anew()
            told = game().player(who).types(one)
            if "Traceback" in told or "untrapped" in told:
                raise stand.LoggedError(told)
        assert game().player(who).character.location is not None
    limits.anew()
    game().passes(3.0)


def _in_game() -> None:
    """The folder of the child, and a connection of its own."""
    os.makedirs("game", exist_ok=True)
    os.chdir("game")
    stand.renew_connection()


def _forked(name: str, read: Any, seeds: Any, change: Any) -> Reader:
    apart = stand.apart(read, (GridError,), limits.SECONDS)
    return Reader(name, apart, seeds, change, ready=_in_game, has_database=True, seconds=60.0)


ROWS = (
    Reader("map data", _map_data, _maps, _wrong_data, ready=_in_game),
    Reader("drawing", _map_data, _maps, _wrong_drawing, ready=_in_game),
    _forked("dungeon order", _order, lambda: _ORDERS, mutate.line),
    _forked("lines of players", clients.typed, lambda: clients.LINES, clients.script),
    _forked("GMCP and MSDP", clients.gmcp, lambda: clients.GMCP, clients.messages),
    _forked("WebSocket", clients.socket, lambda: clients.SOCKET, clients.messages),
    _forked("addresses", clients.web, lambda: clients.PATHS, clients.address),
    _forked("evennia xyzgrid", clients.launcher, lambda: clients.WORDS, mutate.line),
    _forked("stored rows", _stored, _rows, _damaged),
)
NAMES = tuple(row.name for row in ROWS)


def readers(folder: Path) -> tuple[Reader, ...]:
    """All of them, in a game that is made in a folder."""
    make_game(folder)
    for address in ("/map/", "/map/list/", "/map/api/maps", "/map/api/maps/town"):
        clients.web([None, address])  # what Django imports for the first, no fork imports again
    clients.launcher("list")
    return ROWS

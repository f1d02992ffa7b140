"""Rooms that are made when somebody comes, and land without end: what the kernel asks of a part.

The maps of such rooms are lazy: `Live.on_demand`. One part can have them, by `GamePart.on_demand`;
in a game without that part no map is lazy.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from xyzgrid_ext.game.base.evennia_types import RoomObject
from xyzgrid_ext.game.parts import game_parts

if TYPE_CHECKING:  # rows are of types of any layer of the game
    from xyzgrid_ext.core.coords import Place
    from xyzgrid_ext.core.routes import Portal
    from xyzgrid_ext.game.base.errors import PlayerError
    from xyzgrid_ext.game.base.task import Steps
    from xyzgrid_ext.game.db.memory import Journey
    from xyzgrid_ext.game.travel.planning import BlockReason, Ends
    from xyzgrid_ext.game.visibility.viewer import CharacterViewer
    from xyzgrid_ext.game.world.lookups import EncodedNames, Outline
    from xyzgrid_ext.game.world.world import Live, Room


def _nothing(*asked: object) -> None:
    """Do nothing: the answer of a game without such rooms."""


def _never(*asked: object) -> Any:
    raise LookupError("no map is lazy")


@dataclass(frozen=True)
class OnDemand:
    """The functions of a part for maps whose rooms are made when somebody comes (lazy maps).

    By default there are none. `live` is the running world, a room is (map key, index).

    Attributes:
        maps: the keys of the lazy maps.
        reasons: key of a map that is lazy without saying so in its options -> why it is.
        keep: called before rooms are made, to store which maps are lazy now.
        forget: called when prototypes in the database may have changed.
        outline: what a room of a lazy map that has no object will be.
        exit: a stand-in, without `id`, for the exit of a link of such a room; `is_free` is whether
            its prototype gives it no lock.
        rooms_by: the rooms without objects, in as many lists as `ranks`: `rank(outline)` is the
            index of a room's list.
        hidden_links: indices of a lazy map's links whose prototypes hide their exits from some.
        check_exits: lets routes check locks of exits that have no objects.
        number: the number by which clients know a room of a lazy map; `(live, room, pk)`.
        room_by_number: the room of a lazy map that clients know by a number, or None.
        ensure: returns a room's object, made if it has none yet; None if it cannot have one. It
            raises `UndrawnError` where an endless land must be drawn first.
        ready: the world in which the room at a place can be made, or None if land is to be drawn
            there: `then` is called after that. Without `then`, it is drawn now.
        draw_ahead: called with the cells of an endless land to which somebody is walking.
        plan_leg: a leg over land without routes, a reason why there is none, or steps that compute
            what it needs into the dict `ways`: see `travel.planning`.
        no_way: the error about such a reason; `(live, character, journey, reason)`.
        far_map: steps that return the drawing of an endless land, `zoom` cells to a symbol.
        no_room: the error that there is no room at a place; None for a place like others.
    """

    maps: Callable[[Live], frozenset[str]] = lambda live: frozenset()
    reasons: Callable[[Live], Mapping[str, str]] = lambda live: {}
    keep: Callable[[Live], None] = _nothing
    forget: Callable[[Live], None] = _nothing
    outline: Callable[[Live, Room], Outline] = _never
    exit: Callable[[Live, Room, int], Any] = _never
    rooms_by: Callable[[Live, Callable[[Outline], int], int], list[list[EncodedNames]]] = (
        lambda live, rank, ranks: [[] for _ in range(ranks)]
    )
    hidden_links: Callable[[Live, str], Collection[int]] = lambda live, key: ()
    check_exits: Callable[[Live], None] = _nothing
    number: Callable[[Live, Room, int | None], int] = _never
    room_by_number: Callable[[Live, int], Room | None] = _nothing
    ensure: Callable[[Live, Room], RoomObject | None] = lambda live, room: live.object(room)
    ready: Callable[..., Live | None] = lambda live, place, then=None: live
    draw_ahead: Callable[[Live, str, Iterable[tuple[int, int]]], None] = _nothing
    plan_leg: Callable[[CharacterViewer, Ends, Journey, Portal | None, dict[Any, Any]], Any] = (
        lambda viewer, ends, journey, shut, ways: shut
    )
    no_way: Callable[[Live, Any, Journey, BlockReason], PlayerError | None] = _nothing
    far_map: Callable[[Live, Any, Room, int], Steps[str]] = _never
    no_room: Callable[[Live, Place], PlayerError | None] = _nothing


@cache
def on_demand() -> OnDemand:
    """Return the OnDemand of the part that has lazy maps, or one that has none."""
    rows = (part.on_demand for part in game_parts())
    return next((row for row in rows if row is not None), OnDemand())

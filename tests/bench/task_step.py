"""One step on each kind of ground: processor time, calls of functions, statements.

    plain ─ ours ─ ours with a map ─ plain ─ ...      in turns, in one process: what else the
                                                      machine does meets all of them alike

A player walks around a square of inner rooms by typing `east`, `north` ..., from the bytes that the
Portal sends, through sessions, command sets, locks and hooks, to the bytes that it gets. Each room
has four exits and nobody else in it. Times are the processor's, of the fastest fifth of the turns.
Calls and statements are the same at every run.
"""

from __future__ import annotations

import cProfile
import gc
import importlib
import statistics
import sys
import time
import types
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import evennia
from django.conf import settings
from evennia import create_account, create_object, default_cmds
from evennia.server.portal import amp
from evennia.server.serversession import ServerSession
from evennia.utils.utils import class_from_module
from maps import NAME, map_data
from measure import queries, report
from task_spawn import make_home
from twisted.internet.testing import StringTransport

from xyzgrid_ext.parts.tuning import command_caches
from xyzgrid_ext.parts.tuning.link import ToServer
from xyzgrid_ext.parts.tuning.server import ServerLink

PLAIN, NO_MAP, MAP, GMCP = "step, plain", "step, no map", "step, map", "step, GMCP"
START = 2, 1
RING = ("east", "north", "north", "west", "west", "south", "south", "east")  # and back at START
_SEEN = 3  # times around the ring until all that is kept is there
_STEPS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
Rooms = dict[tuple[int, int], Any]


class Link(ServerLink):
    """The Server's end of the link, as it is with our settings, to a Portal that says nothing."""

    def connectionMade(self) -> None:  # noqa: N802 - Twisted's name
        """Nothing is synced."""


@dataclass
class Ground:
    """A square of rooms, and somebody who walks there."""

    name: str
    start: Any
    session: ServerSession
    lines: list[bytes]
    """What the Portal sends for each line, as bytes."""
    times: list[float] = field(default_factory=list)

    def walk(self) -> None:
        link = evennia.EVENNIA_SERVER_SERVICE.amp_protocol
        for line in self.lines:
            link.dataReceived(line)


def run(whose: str, turns: int, side: int) -> None:
    """Measure plain rooms and the grounds of one side, in so many turns.

    Args:
        whose: "ours" or "contrib".
        turns: how often each ground is walked around.
        side: rooms along an edge of each ground; 4 at least.

    """
    make_home()
    wire = connect()
    grounds = [ground_of(PLAIN, plain_rooms(side))]
    grounds += [ground_of(name, found) for name, found in GROUNDS[whose](side)]
    for ground in grounds:
        for _ in range(_SEEN):
            ground.walk()
        if ground.session.puppet.location is not ground.start or not wire.value():
            report("wrong", f"who walks on {ground.name} does not come back")
    first = 0.0
    for ground in grounds:
        with queries() as asked:
            ground.walk()
        report("queries", asked[0] / len(RING), of=ground.name)
        found = calls(ground.walk) / len(RING)
        first = first or found
        report("calls", found, of=ground.name)
        report("calls ratio", found / first, of=ground.name)
        wire.clear()
    gc.collect()
    gc.disable()
    for _ in range(turns):
        for ground in grounds:
            began = time.process_time()
            ground.walk()
            ground.times.append((time.process_time() - began) * 1000 / len(RING))
            wire.clear()
    for ground in grounds:
        took = quiet(ground.times)
        report("ms", took, of=ground.name, runs=turns)
        report("ratio", took / quiet(grounds[0].times), of=ground.name, runs=turns)


def quiet(times: list[float]) -> float:
    """The time of a turn while little else went on, which empties the caches of the processor."""
    return statistics.median(sorted(times)[: max(1, len(times) // 5)])


def calls(action: Callable[[], None]) -> int:
    """How many functions are called, Python's and C's."""
    profile = cProfile.Profile()
    profile.runcall(action)
    return sum(entry.callcount for entry in profile.getstats())


def connect() -> StringTransport:
    """Let sessions send as a server's do, and the Server be as its plugin makes it."""
    command_caches.keep_prepared_commands()
    link, wire = Link(), StringTransport()
    link.makeConnection(wire)
    evennia.EVENNIA_SERVER_SERVICE = types.SimpleNamespace(amp_protocol=link, running=False)
    return wire


def ground_of(name: str, found: Rooms) -> Ground:
    """Somebody who stands in rooms."""
    session = player_in(found[START], name)
    if name == PLAIN:  # and without commands of a grid
        session.puppet.cmdset.add_default(default_cmds.CharacterCmdSet)
    if name == GMCP:
        evennia.SESSION_HANDLER.data_in(session, supports_set=[["Room 1"], {}])
    return Ground(name, found[START], session, [sent(session, line) for line in RING])


def player_in(room: Any, name: str) -> ServerSession:
    """The session of somebody new, as of one who has logged in by telnet."""
    key = name.replace(", ", "-").replace(" ", "-")
    account = create_account(key, "", "bench-password-7", typeclass=settings.BASE_ACCOUNT_TYPECLASS)
    body = create_object(settings.BASE_CHARACTER_TYPECLASS, key=key, location=room, home=room)
    body.locks.add(f"puppet:id({body.id}) or pid({account.id})")
    # ours as the game has it, which also lets texts fit; Evennia's for plain rooms
    own = class_from_module(settings.SERVER_SESSION_CLASS)
    session = ServerSession() if name == PLAIN else own()
    session.init_session("telnet", ("127.0.0.1", "bench"), evennia.SESSION_HANDLER)
    session.sessid = len(evennia.SESSION_HANDLER) + 1
    evennia.SESSION_HANDLER[session.sessid] = session
    account.db._last_puppet = body
    evennia.SESSION_HANDLER.login(session, account, testmode=True)
    if session.puppet is not body:  # unless the login did it
        account.puppet_object(session, body)
    return session


def sent(session: ServerSession, line: str) -> bytes:
    """What our Portal sends for a line of a player."""
    link, wire = Link(), StringTransport()
    link.makeConnection(wire)
    data = amp.dumps((session.sessid, {"text": [[line], {}]}))
    link.callRemote(ToServer, packed_data=data)
    return wire.value()


# --- grounds


def plain_rooms(side: int) -> Rooms:
    """Rooms and exits as a game has them without any grid."""
    found = {
        (x, y): create_object(settings.BASE_ROOM_TYPECLASS, key="A field")
        for x in range(side)
        for y in range(side)
    }
    for (x, y), room in found.items():
        room.db.desc = "Grass, as far as you can see."
        for name, (dx, dy) in _STEPS.items():
            if (there := found.get((x + dx, y + dy))) is not None:
                way = create_object(
                    settings.BASE_EXIT_TYPECLASS,
                    key=name, aliases=[name[0]], location=room, destination=there,
                )  # fmt: skip
                way.db.desc = "A trodden path."
    return found


def our_grounds(side: int) -> list[tuple[str, Rooms]]:
    """Ours, without and with the map above a room's text, and told to a map client as well."""
    from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

    module = types.ModuleType("bench_steps")
    module.XYMAP_DATA_LIST = [  # type: ignore[attr-defined]
        _map(side, name, {"map_display": name != "bare"}) for name in ("bare", NAME, "told")
    ]
    sys.modules[module.__name__] = module
    grid = get_xyzgrid()
    grid.add(module.__name__)
    grid.spawn()
    live = grid.live

    def square(name: str) -> Rooms:
        cells = [(x, y) for x in range(side) for y in range(side)]
        return {cell: live.object(live.room_at_xyz(*cell, name)) for cell in cells}

    return [(NO_MAP, square("bare")), (MAP, square(NAME)), (GMCP, square("told"))]


def contrib_grounds(side: int) -> list[tuple[str, Rooms]]:
    """The contrib's, which always draw a map."""
    spawner: Any = importlib.import_module("evennia.contrib.grid.xyzgrid.xyzgrid")
    room_class: Any = importlib.import_module("evennia.contrib.grid.xyzgrid.xyzroom").XYZRoom
    # the contrib's own function: players have commands of ours, which connect it to our grid
    grid = getattr(spawner.get_xyzgrid, "__wrapped__", spawner.get_xyzgrid)()
    grid.add_maps(_map(side, NAME, {}))
    grid.reload()
    grid.spawn()
    rooms = room_class.objects.all()
    return [(MAP, {(int(room.xyz[0]), int(room.xyz[1])): room for room in rooms})]


GROUNDS = {"ours": our_grounds, "contrib": contrib_grounds}


def _map(side: int, name: str, options: dict[str, Any]) -> dict[str, Any]:
    return {**map_data(side, name), "options": options}

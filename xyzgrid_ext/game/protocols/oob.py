"""Messages from clients other than lines: Evennia calls these functions by the message's name.

Hook it up with INPUT_FUNC_MODULES += ["xyzgrid_ext.game.protocols.oob"].

    web client                          GMCP                                 MSDP
    xyzgrid_subscribe ["room", …]       Core.Supports.Set ["Room 1", …]      REPORT ROOM_VNUM …
                                        Core.Supports.Add, .Remove           UNREPORT, RESET
    xyzgrid_map {map, level}            Xyzgrid.Map {…}, Map.Get {…}         SEND ROOM_VNUM …
    xyzgrid_key ["left"]                Xyzgrid.Key "left"                   LIST …

Unknown messages are ignored: a client's mistake is no error of the game. So members that
have the names of arguments must not reach these (the `/`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

# Evennia loads this module before it is ready itself, and in the Portal as well: what it would load
# along, the contrib's commands among it, would find half an Evennia. So each function imports what
# it needs.

_Inputfunc = Callable[..., None]
_LISTS = ("REPORTABLE_VARIABLES", "SENDABLE_VARIABLES", "REPORTED_VARIABLES")


def _bounded(function: _Inputfunc) -> _Inputfunc:
    """A function that passes over what a client sends beyond its bound (`client_messages`)."""

    @wraps(function)
    def within(session: Any, /, *words: Any, **options: Any) -> None:
        from xyzgrid_ext.game.base import limits

        if limits.may(session, "client_messages"):
            function(session, *words, **options)

    return within


def xyzgrid_key(session: Any, /, *keys: str, **options: Any) -> None:
    """Press keys, all in one cycle where the board takes several; no key lets a moment pass."""
    from xyzgrid_ext.game.boards.playing import press_keys

    if session.puppet is not None:
        press_keys(session.puppet, keys)


@_bounded
def xyzgrid_subscribe(session: Any, /, *words: Any, **options: Any) -> None:
    """Set the words of `wants` that a session subscribes to, in place of those before.

    A character's room and board are told at once.
    """
    from xyzgrid_ext.game.protocols import subscribing

    subscribing.put(session, _texts(words))


def xyzgrid_map(session: Any, /, *words: Any, **asked: Any) -> None:
    """Ask for a sheet of a map: `map` and `level`, or the one on which the character stands."""
    from xyzgrid_ext.game.protocols import asking

    named = next(_texts((asked.get("map"), words)), None)
    asking.ask_map(session, named, asked.get("level"))


map_get = xyzgrid_map


@_bounded
def supports_set(session: Any, /, *modules: Any, **more: Any) -> None:
    """Core.Supports.Set of GMCP: these modules instead of all before."""
    from evennia.server.inputfuncs import client_options

    from xyzgrid_ext.game.protocols import subscribing

    subscribing.set_modules(session, _texts((modules, list(more))))
    client_options(session, get=True)  # as Evennia's own function of this name answers


@_bounded
def supports_add(session: Any, /, *modules: Any, **more: Any) -> None:
    """Core.Supports.Add of GMCP: these modules as well."""
    from xyzgrid_ext.game.protocols import subscribing

    subscribing.add_modules(session, _texts((modules, list(more))))


@_bounded
def supports_remove(session: Any, /, *modules: Any, **more: Any) -> None:
    """Core.Supports.Remove of GMCP: unsubscribe from these modules."""
    from xyzgrid_ext.game.protocols import subscribing

    subscribing.remove_modules(session, _texts((modules, list(more))))


@_bounded
def msdp_report(session: Any, /, *names: Any, **more: Any) -> None:
    """REPORT of MSDP: these variables now, and whenever they change."""
    from xyzgrid_ext.game.protocols import subscribing

    subscribing.report(session, _texts(names))


@_bounded
def msdp_unreport(session: Any, /, *names: Any, **more: Any) -> None:
    """UNREPORT of MSDP: these variables no more."""
    from xyzgrid_ext.game.protocols import subscribing

    subscribing.unreport(session, _texts(names))


@_bounded
def msdp_reset(session: Any, /, *names: Any, **more: Any) -> None:
    """RESET of MSDP: none of the lists that are named; there is one that can be."""
    from xyzgrid_ext.game.protocols import subscribing

    if any(name.upper() in _LISTS for name in _texts(names)):
        subscribing.unreport(session, ["ROOM"])


@_bounded
def msdp_send(session: Any, /, *names: Any, **more: Any) -> None:
    """SEND of MSDP: these variables once."""
    from xyzgrid_ext.game.protocols import subscribing

    subscribing.send(session, _texts(names))


@_bounded
def msdp_list(session: Any, /, *names: Any, **more: Any) -> None:
    """LIST of MSDP: the lists of variables are ours, all others Evennia's."""
    from evennia.server import inputfuncs

    from xyzgrid_ext.game.protocols import subscribing

    wanted = [name.upper() for name in _texts(names)]
    subscribing.listed(session, [name for name in wanted if name in _LISTS])
    if others := [name for name in wanted if name not in _LISTS]:
        inputfuncs.msdp_list(session, *others)


def _texts(found: Any) -> Iterator[str]:
    """The texts in what a client has sent, however deep: protocols nest them differently.

    What is empty is none: Evennia hands on an empty text where a message holds nothing.
    """
    waiting = [found]  # of the depth the sender decides: no calls within calls
    while waiting:
        one = waiting.pop()
        if isinstance(one, list | tuple):
            waiting.extend(reversed(one))
        elif isinstance(one, str) and one.strip():
            yield one

"""Handles out-of-band messages from clients: Evennia calls these functions by message name.

The setting INPUT_FUNC_MODULES names it.

    web client                          GMCP                                 MSDP
    xyzgrid_subscribe ["room", …]       Core.Supports.Set ["Room 1", …]      REPORT ROOM_VNUM …
                                        Core.Supports.Add, .Remove           UNREPORT, RESET
    xyzgrid_map {map, level}            Xyzgrid.Map {…}, Map.Get {…}         SEND ROOM_VNUM …
                                                                             LIST …

Those of parts are rows of their manifests. Unknown messages are ignored, since a client may tell
what a game need not know: Mudlet sends its name by MSDP, MUSHclient's plugins ask for
`Char.Request`. The `/` keeps members of messages from being taken for arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

from xyzgrid_ext.core.parts import Part
from xyzgrid_ext.game.base.evennia_types import ClientSession
from xyzgrid_ext.parts import all_parts, load

# Evennia loads this module before it is ready itself, and in the Portal as well: what it would load
# along, the contrib's commands among it, would find half an Evennia. So what the functions need is
# imported when they are called.

_Inputfunc = Callable[..., None]
_LISTS = ("REPORTABLE_VARIABLES", "SENDABLE_VARIABLES", "REPORTED_VARIABLES")


def _limit_messages(function: _Inputfunc) -> _Inputfunc:
    """Wrap a function so that it ignores messages beyond the limit `client_messages`."""

    @wraps(function)
    def within(session: ClientSession, /, *words: object, **options: object) -> None:
        from xyzgrid_ext.game.base import limits

        if limits.spend(session, "client_messages"):
            function(session, *words, **options)

    return within


def _subscribing() -> Any:
    from xyzgrid_ext.game.protocols import subscribing

    return subscribing


@_limit_messages
def xyzgrid_subscribe(session: ClientSession, /, *words: object, **options: object) -> None:
    """Subscribe a session to data by words such as `room`, in place of earlier ones.

    The present data is sent at once.
    """
    _subscribing().subscribe(session, _texts(words))


def xyzgrid_map(session: ClientSession, /, *words: object, **asked: object) -> None:
    """Send the level of a map that a client asks for by `map` and `level`; else the character's."""
    from xyzgrid_ext.game.protocols import map_requests

    named = next(_texts((asked.get("map"), words)), None)
    map_requests.answer_map_request(session, named, asked.get("level"))


map_get = xyzgrid_map
"""Map.Get of GMCP: the same."""


@_limit_messages
def supports_set(session: ClientSession, /, *modules: object, **more: object) -> None:
    """Core.Supports.Set of GMCP: subscribe to these modules only.

    Evennia's own function of this name answers with `Core.Supports.Get`, which no client knows.
    """
    _subscribing().set_modules(session, _texts((modules, list(more))))


@_limit_messages
def supports_add(session: ClientSession, /, *modules: object, **more: object) -> None:
    """Core.Supports.Add of GMCP: subscribe to these modules too."""
    _subscribing().add_modules(session, _texts((modules, list(more))))


@_limit_messages
def supports_remove(session: ClientSession, /, *modules: object, **more: object) -> None:
    """Core.Supports.Remove of GMCP: unsubscribe from these modules."""
    _subscribing().remove_modules(session, _texts((modules, list(more))))


@_limit_messages
def msdp_report(session: ClientSession, /, *names: object, **more: object) -> None:
    """REPORT of MSDP: send these variables now, and whenever they change."""
    _subscribing().report_variables(session, _texts(names))


@_limit_messages
def msdp_unreport(session: ClientSession, /, *names: object, **more: object) -> None:
    """UNREPORT of MSDP: stop sending these variables."""
    _subscribing().unreport_variables(session, _texts(names))


@_limit_messages
def msdp_reset(session: ClientSession, /, *names: object, **more: object) -> None:
    """RESET of MSDP: stop sending variables, whichever of its lists is named."""
    if any(name.upper() in _LISTS for name in _texts(names)):
        _subscribing().unreport_variables(session, ["ROOM"])


@_limit_messages
def msdp_send(session: ClientSession, /, *names: object, **more: object) -> None:
    """SEND of MSDP: send these variables once."""
    _subscribing().send_variables(session, _texts(names))


@_limit_messages
def msdp_list(session: ClientSession, /, *names: object, **more: object) -> None:
    """LIST of MSDP: send the named lists of variables, and leave other lists to Evennia."""
    from evennia.server import inputfuncs

    wanted = [name.upper() for name in _texts(names)]
    _subscribing().send_lists(session, [name for name in wanted if name in _LISTS])
    if others := [name for name in wanted if name not in _LISTS]:
        inputfuncs.msdp_list(session, *others)


@_limit_messages
def default(session: ClientSession, name: str = "", /, *words: object, **more: object) -> None:
    """Pass an unknown message on to the game's own function of this name, if there is one.

    Evennia's function writes each to the log as an error; it is called for sessions that debug
    their input (INPUTDEBUG).
    """
    from xyzgrid_ext.game.base import settings

    function, is_stock = settings.unknown_message_function(__name__)
    if not is_stock or session.protocol_flags.get("INPUTDEBUG"):
        function(session, name, *words, **more)


def _of_part(part: Part, name: str, path: str) -> _Inputfunc:
    """Return the function for a message that a part takes; in a game without it, it is unknown."""

    def taken(session: ClientSession, /, *words: object, **options: object) -> None:
        from xyzgrid_ext.game.parts import chosen_parts

        if part in chosen_parts().parts:
            load(path)(session, *words, **options)
        else:
            default(session, name, *words, **options)

    return taken


for _part in all_parts():
    for _name, _path in _part.client_messages.items():
        globals()[_name] = _of_part(_part, _name, _path)


def _texts(message: object) -> Iterator[str]:
    """Yield the texts in a message of a client at any depth, since protocols nest them differently.

    Empty texts are left out: Evennia passes one on for an empty message.
    """
    waiting = [message]  # no recursion, since the sender decides the depth
    while waiting:
        part = waiting.pop()
        if isinstance(part, list | tuple):
            waiting.extend(reversed(part))
        elif isinstance(part, str) and part.strip():
            yield part

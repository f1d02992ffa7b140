"""The subscriptions of each session: words, or names of MSDP variables.

    GMCP   Core.Supports.Set ["Room 1", "Client.Map 1"]     room map
    MSDP   REPORT ROOM_VNUM                                 ROOM_VNUM
    web    ["xyzgrid_subscribe", ["room", "board"], {}]     room board

They are stored with the session of this process. Evennia syncs a copy, which the session gets back
after a reload. The copy is in `server_data`, because players can save `protocol_flags` for all
their clients.
"""

from __future__ import annotations

from collections.abc import Iterable

from xyzgrid_ext.core.view import MSDP_VARIABLES
from xyzgrid_ext.game.base.evennia_types import Character, ClientSession
from xyzgrid_ext.game.parts import game_parts

ROOM, MAP = "room", "map"
WAY, PARTY, COMMANDS = "way", "party", "commands"
ITEMS, PLAYERS = "items", "players"
VITALS, CHANNELS = "vitals", "channels"
_WORDS = frozenset((ROOM, MAP, WAY, PARTY, COMMANDS, ITEMS, PLAYERS, VITALS, CHANNELS))
_MODULES = {
    "room": (ROOM,),
    "room.info": (ROOM,),
    "client": (MAP,),
    "client.map": (MAP,),
    "room.players": (PLAYERS,),
    "char": (VITALS,),
    "char.vitals": (VITALS,),
    "char.items": (ITEMS,),
    "comm": (CHANNELS,),
    "comm.channel": (CHANNELS,),
    "xyzgrid": (ROOM, MAP, WAY, PARTY),
    "xyzgrid.way": (WAY,),
    "xyzgrid.party": (PARTY,),
    "xyzgrid.commands": (COMMANDS,),
}
_KEY = "xyzgrid"
_NOTHING: frozenset[str] = frozenset()


def subscription_words() -> frozenset[str]:
    """Return all words to which a client can subscribe: `room`, `map` and so on, those of parts."""
    return _WORDS.union(_words_of_parts())


def _words_of_parts() -> tuple[str, ...]:
    return tuple(word for part in game_parts() for word in part.subscriptions)


def subscriptions_of(session: ClientSession) -> frozenset[str]:
    """Return the words and names of MSDP variables to which a session has subscribed."""
    words: frozenset[str] | None = session.ndb.xyzgrid_wants
    if words is None:  # new, or from before a reload
        words = session.ndb.xyzgrid_wants = frozenset(session.server_data.get(_KEY, ()))
    return words


def subscribed_sessions(character: Character) -> list[tuple[ClientSession, frozenset[str]]]:
    """Return (session, its subscription words) for the subscribed sessions of a character."""
    return [
        (session, asked)
        for session in character.sessions.all()
        if (asked := subscriptions_of(session))
    ]


def is_mudlet(session: ClientSession) -> bool:
    """Whether a client calls itself Mudlet."""
    return str(session.protocol_flags.get("CLIENTNAME", "")).casefold().startswith("mudlet")


def set_subscriptions(session: ClientSession, words: Iterable[str]) -> None:
    """Set the words to which a session has subscribed, also in the Portal."""
    if (asked := frozenset(words)) != subscriptions_of(session):
        session.ndb.xyzgrid_wants = asked
        sync_to_portal(session)


def sync_to_portal(session: ClientSession) -> None:
    """Send the subscriptions of a session to the Portal, which keeps them during a reload."""
    session.server_data = {**session.server_data, _KEY: sorted(subscriptions_of(session))}
    session.sessionhandler.session_portal_partial_sync(
        {session.sessid: {"server_data": session.server_data}}
    )


def words_of_modules(modules: Iterable[object]) -> frozenset[str]:
    """Return the words for GMCP modules such as `Room 1`; unknown modules add nothing."""
    of_parts = _words_of_parts()
    known = _MODULES | {f"xyzgrid.{word}": (word,) for word in of_parts}
    known["xyzgrid"] += of_parts
    names = (module.split() for module in modules if isinstance(module, str))
    return _NOTHING.union(*(known.get(name[0].casefold(), ()) for name in names if name))


def variables_named(names: Iterable[object]) -> frozenset[str]:
    """Return the MSDP variables among names, in capitals; all of them if one name is `ROOM`."""
    asked = {name.upper() for name in names if isinstance(name, str)}
    return frozenset(MSDP_VARIABLES if "ROOM" in asked else asked.intersection(MSDP_VARIABLES))

"""Tells subscribed sessions about their characters' rooms, exits, failed moves and maps.

Messages are built once per character, and only if one of its sessions has asked. The last message
is kept with the character, so that a change sends only the difference.

    Xyzgrid.Way       {"rooms": [512, 513, 517]}    from here to the goal, the next one first
    Xyzgrid.Commands  {"words": ["goto", "look", …], "links": ["look", …]}

`words` are the commands that a player may use. `links` are those that a text of the game may offer
as a link; staff commands are not among them, so that nobody is tricked into clicking one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

import evennia

from xyzgrid_ext.core.view import MSDP_VARIABLES, ExitView
from xyzgrid_ext.core.view.gmcp import (
    AreaLabel,
    exit_changes,
    msdp_variables,
    room_info,
    secret_room_info,
)
from xyzgrid_ext.core.view.snapshot import RoomView, area_number, compass_direction
from xyzgrid_ext.game.base.command_sets import command_names
from xyzgrid_ext.game.base.evennia_types import Character, ClientSession, Looker, RoomObject
from xyzgrid_ext.game.base.open_locks import sees_all
from xyzgrid_ext.game.base.signals import route_changed
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.parts import parts_with_row
from xyzgrid_ext.game.protocols import subscriptions, tokens
from xyzgrid_ext.game.protocols.changes import ChangedRooms
from xyzgrid_ext.game.travel import walking
from xyzgrid_ext.game.visibility import room_view
from xyzgrid_ext.game.visibility.viewer import hides_room
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live


class SentRoom(NamedTuple):
    """What a character's clients were last sent: its room (None if secret) and its map's label."""

    room: RoomView | None
    area: AreaLabel | None


def tell_arrival(live: Live, character: Character) -> None:
    """Tell all subscribed sessions of a character about the room that it has entered."""
    if sessions := subscriptions.subscribed_sessions(character):
        before: SentRoom | None = character.ndb.xyzgrid_told
        now = character.ndb.xyzgrid_told = _room_of(live, character)
        _tell(sessions, character, now, before)
        for part in parts_with_row("surroundings_sent"):
            part.surroundings_sent(character)


def send_room(live: Live, session: ClientSession, asked: frozenset[str]) -> None:
    """Send a session the room of its character, as far as it has `asked` (subscribed) for it."""
    if (character := session.puppet) is None:
        return
    now = character.ndb.xyzgrid_told = _room_of(live, character)
    _tell([(session, asked)], character, now, None)
    if _takes_maps(session, asked) and (url := tokens.map_file_url(session.account)):
        session.msg(client_map=((), {"url": url}))


def tell_changed_exits(live: Live, character: Character) -> None:
    """Tell a character's clients which exits of its room have changed."""
    before: SentRoom | None = character.ndb.xyzgrid_told
    now = _room_of(live, character)
    if before is None or before.room is None or now.room is None:
        return  # nothing was told, or nothing may be
    if before.room.number != now.room.number:
        return  # it is on its way, and will arrive
    character.ndb.xyzgrid_told = now
    if ways := exit_changes(before.room, now.room):
        for session, words in subscriptions.subscribed_sessions(character):
            if subscriptions.ROOM in words:
                session.msg(room_updateexits=((), ways))
            _send_variables(session, words, now, before)


def tell_changes(live: Live, changed: ChangedRooms) -> None:
    """Tell the characters concerned that exits have changed."""
    for character in _subscribers():
        location = character.location
        here = live.where(location)
        if (
            (location is not None and location.pk in changed.rooms)
            or (here is not None and here[0] in changed.maps)
            or (changed.removed and changed.removed & known_exits(character))
        ):
            tell_changed_exits(live, character)
            for part in parts_with_row("surroundings_sent"):
                part.surroundings_sent(character)


def known_exits(character: Character) -> set[str]:
    """Return the names of the exits that a character's clients know of its room."""
    sent: SentRoom | None = character.ndb.xyzgrid_told
    return set() if sent is None or sent.room is None else {way.name for way in sent.room.exits}


def tell_wrong_way(character: Character, direction: str) -> None:
    """Report a move without an exit; `direction` is abbreviated as for mappers: `ne`."""
    for session, words in subscriptions.subscribed_sessions(character):
        if subscriptions.ROOM in words and not hides_room(current(), character, character.location):
            session.msg(room_wrongdir=([direction], {}))


def room_variables(live: Live, character: Character) -> dict[str, str]:
    """Return the MSDP variables, name -> value, of a character's room; {} if it is secret."""
    room, area = _room_of(live, character)
    return {} if room is None else msdp_variables(room, area)


def tell_rooms_again(live: Live) -> None:
    """Tell all subscribed sessions about their rooms again, since a restart may change maps."""
    for session in evennia.SESSION_HANDLER.values():
        if session.puppet is not None and subscriptions.subscriptions_of(session):
            tell_arrival(live, session.puppet)


# ---


def _subscribers() -> list[Character]:
    """Return the characters of sessions that have subscribed to anything."""
    characters = {
        session.puppet.pk: session.puppet
        for session in evennia.SESSION_HANDLER.values()
        if session.puppet is not None and subscriptions.subscriptions_of(session)
    }
    return list(characters.values())


def _room_of(live: Live, character: Character) -> SentRoom:
    location = character.location
    here = live.where(location)
    if here is None:
        return SentRoom(_view_off_grid(live, character, location), None)
    grid = live.grids[here[0]]
    inner = grid.area_of(here[1])
    music = "" if inner is None else str(inner.options.get("music", ""))
    area = AreaLabel(area_number(here[0]), grid.title, music)
    return SentRoom(room_view.room_view(live, character, here), area)


def _view_off_grid(live: Live, looker: Looker, room: RoomObject) -> RoomView | None:
    """Return a room that is on no map as its number, name and exits; None if there is none."""
    if room is None:
        return None
    ways = hooks.exits_of(room, looker)
    exits = tuple(
        _exit_off_grid(live, looker, way) for way in sorted(ways, key=lambda way: int(way.pk))
    )
    return RoomView(room.pk, hooks.display_name(room, looker), 0, 0, 0, exits=exits)


def _exit_off_grid(live: Live, looker: Looker, way: Any) -> ExitView:
    direction = compass_direction((way.key, *way.aliases.all()))
    room = live.where(way.destination)
    if room is not None and room_view.room_view(live, looker, room) is None:
        return ExitView(way.key, direction, None)
    if room is None:
        return ExitView(way.key, direction, way.db_destination_id)
    return ExitView(way.key, direction, live.number(room), room[0])


def _tell(
    asked: list[tuple[Any, frozenset[str]]],
    character: Character,
    now: SentRoom,
    before: SentRoom | None,
) -> None:
    info: dict[str, Any] | None = None
    for session, words in asked:
        if subscriptions.ROOM in words:
            info = info or _room_message(character, now)
            session.msg(room_info=((), info))
        _send_variables(session, words, now, before)


def _room_message(character: Character, now: SentRoom) -> dict[str, object]:
    if now.room is not None:
        return room_info(now.room, now.area)
    location = character.location
    return secret_room_info("" if location is None else str(location.key))


def _send_variables(
    session: ClientSession, asked: frozenset[str], now: SentRoom, before: SentRoom | None
) -> None:
    """Send the MSDP variables whose values have changed."""
    if now.room is None or asked.isdisjoint(MSDP_VARIABLES):
        return
    known = (
        {} if before is None or before.room is None else msdp_variables(before.room, before.area)
    )
    new = {
        n: v
        for n, v in msdp_variables(now.room, now.area).items()
        if n in asked and known.get(n) != v
    }
    if new:
        session.msg(**new)


def _takes_maps(session: ClientSession, asked: frozenset[str]) -> bool:
    """Whether a session can use the URL of a map file; Mudlet can, without saying so."""
    return subscriptions.MAP in asked or (
        subscriptions.ROOM in asked and subscriptions.is_mudlet(session)
    )


MOST_ROOMS = 1000
"""The most rooms of a route that are sent: more than a sheet shows."""


def connect_routes() -> None:
    """Connect the handlers of walks; calling it again has no effect."""
    route_changed.connect(_send_changed_route, dispatch_uid="xyzgrid.clients.way_laid")


def send_route(session: ClientSession, asked: frozenset[str]) -> None:
    """Send a session the route ahead of its character, if it has `asked` for that."""
    if (
        subscriptions.WAY in asked
        and session.puppet is not None
        and (rooms := _rooms_ahead(session.puppet))
    ):
        session.msg(xyzgrid_way=((), {"rooms": rooms}))


@surviving("map clients")
def _send_changed_route(sender: object, character: Character, **kwargs: object) -> None:
    sessions = [
        session
        for session, asked in subscriptions.subscribed_sessions(character)
        if subscriptions.WAY in asked
    ]
    if not sessions:
        return
    way = {"rooms": _rooms_ahead(character)}
    for session in sessions:
        session.msg(xyzgrid_way=((), way))


def _rooms_ahead(character: Character) -> list[int]:
    """Return the rooms of the route that the character may know of."""
    live = current()
    targets = [step.target for step in islice(walking.steps_ahead(live, character), MOST_ROOMS)]
    # not what they may ask for by name, as the entrance of a matrix that is played
    sights = {
        key: room_view.sight_of(live, character, key) for key in {key for key, _room in targets}
    }
    numbers = (live.number(room) for room in targets if sights[room[0]].knows(room[1]))
    return [number for number in numbers if number is not None]


MOST_WORDS = 1000
"""The largest number of command words in one message."""


def send_words(session: ClientSession, asked: frozenset[str]) -> None:
    """Send a session the words that its character can type, if it has `asked` for them."""
    if subscriptions.COMMANDS not in asked or session.puppet is None:
        return
    words: set[str] = set()
    links: set[str] = set()
    is_builder = sees_all(session.puppet)
    for command in _commands(session):
        # `@` of `@create` need not be typed
        names = {bare for word in command_names(command) if len(bare := word.lstrip("@")) > 1}
        words |= names
        if not is_builder or "perm" not in str(command.locks):
            links |= names
    message = {"words": sorted(words)[:MOST_WORDS], "links": sorted(links)[:MOST_WORDS]}
    session.msg(xyzgrid_commands=((), message))


def _commands(session: ClientSession) -> Iterator[Any]:
    """Yield the commands of a session, its account and its character, except exits and channels."""
    caller = session.puppet or session.account or session
    for holder in (session, session.account, session.puppet):
        cmdset = holder.cmdset.current if holder is not None else None
        for command in cmdset.commands if cmdset is not None else ():
            if command.is_exit or command.key.startswith("__"):
                continue
            if command.access(caller, "cmd"):
                yield command

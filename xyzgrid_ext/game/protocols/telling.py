"""Tells subscribed sessions about their characters' rooms, exits, failed moves and maps.

Messages are built once per character, and only if one of its sessions has asked. The last message
is kept with the character, so that a change sends only the difference.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import evennia

from xyzgrid_ext.core.view import (
    MSDP_VARIABLES,
    AreaLabel,
    ExitView,
    RoomView,
    area_number,
    compass_of,
    exits_changed,
    msdp,
    room_info,
    unmapped,
)
from xyzgrid_ext.game.protocols import inside, tokens, wants
from xyzgrid_ext.game.protocols.changes import ChangedRooms
from xyzgrid_ext.game.visibility import matrix_state, room_view
from xyzgrid_ext.game.visibility.dungeon_map import title
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.world import Live


class SentRoom(NamedTuple):
    """The view of its room that a character's clients have; None if the room is secret."""

    room: RoomView | None
    area: AreaLabel | None


def arrived(live: Live, character: Any) -> None:
    """Tell all subscribed sessions of a character about the room that it has entered."""
    if asked := wants.sessions(character):
        before: SentRoom | None = character.ndb.xyzgrid_told
        now = character.ndb.xyzgrid_told = _room_of(live, character)
        _tell(asked, character, now, before)
        inside.tell(character)


def begun(live: Live, session: Any, asked: frozenset[str]) -> None:
    """Tell a session the current state after it subscribed or got a character."""
    if (character := session.puppet) is None:
        return
    now = character.ndb.xyzgrid_told = _room_of(live, character)
    _tell([(session, asked)], character, now, None)
    if _takes_maps(session, asked) and (url := tokens.map_file(session.account)):
        session.msg(client_map=((), {"url": url}))


def changed(live: Live, character: Any) -> None:
    """Tell a character's clients which exits of its room have changed."""
    before: SentRoom | None = character.ndb.xyzgrid_told
    now = _room_of(live, character)
    if before is None or before.room is None or now.room is None:
        return  # nothing was told, or nothing may be
    if before.room.number != now.room.number:
        return  # it is on its way, and will arrive
    character.ndb.xyzgrid_told = now
    if ways := exits_changed(before.room, now.room):
        for session, asked in wants.sessions(character):
            if wants.ROOM in asked:
                session.msg(room_updateexits=((), ways))
            _report(session, asked, now, before)


def changed_around(live: Live, found: ChangedRooms) -> None:
    """Tell the characters concerned that exits have changed."""
    for character in _followed():
        location = character.location
        here = live.where(location)
        if (
            (location is not None and location.pk in found.rooms)
            or (here is not None and here[0] in found.maps)
            or (found.left and found.left & ways_told(character))
        ):
            changed(live, character)
            inside.tell(character)


def ways_told(character: Any) -> set[str]:
    """Return the names of the exits that a character's clients know of its room."""
    told: SentRoom | None = character.ndb.xyzgrid_told
    return set() if told is None or told.room is None else {way.name for way in told.room.exits}


def wrong_way(character: Any, direction: str) -> None:
    """Report a move without an exit; `direction` is abbreviated as for mappers: `ne`."""
    for session, asked in wants.sessions(character):
        if wants.ROOM in asked and not matrix_state.hides(character, character.location):
            session.msg(room_wrongdir=([direction], {}))


def variables(live: Live, character: Any) -> dict[str, str]:
    """Return the MSDP variables of a character's room; empty if the room is secret."""
    room, area = _room_of(live, character)
    return {} if room is None else msdp(room, area)


def resume_all(live: Live) -> None:
    """Tell all sessions everything again after a restart, since maps may have changed."""
    for session in evennia.SESSION_HANDLER.values():
        if session.puppet is not None and wants.of(session):
            arrived(live, session.puppet)


# ---


def _followed() -> list[Any]:
    """Return the characters of sessions that have subscribed to anything."""
    found = {
        session.puppet.pk: session.puppet
        for session in evennia.SESSION_HANDLER.values()
        if session.puppet is not None and wants.of(session)
    }
    return list(found.values())


def _room_of(live: Live, character: Any) -> SentRoom:
    location = character.location
    here = live.where(location)
    if here is None:
        return SentRoom(_off_grid(live, character, location), None)
    area = AreaLabel(area_number(here[0]), title(live.grids[here[0]]))
    return SentRoom(room_view.room_view(live, character, here), area)


def _off_grid(live: Live, looker: Any, room: Any) -> RoomView | None:
    """Return a room that is on no map as its number, name and exits; None if there is none."""
    if room is None:
        return None
    ways = hooks.exits_of(room, looker)
    exits = tuple(
        _exit_off_grid(live, looker, way) for way in sorted(ways, key=lambda way: int(way.pk))
    )
    return RoomView(room.pk, hooks.display_name(room, looker), 0, 0, 0, exits=exits)


def _exit_off_grid(live: Live, looker: Any, way: Any) -> ExitView:
    direction = compass_of((way.key, *way.aliases.all()))
    there = live.where(way.destination)
    if there is not None and room_view.room_view(live, looker, there) is None:
        return ExitView(way.key, direction, None)
    if there is None:
        return ExitView(way.key, direction, way.db_destination_id)
    return ExitView(way.key, direction, live.number(there), there[0])


def _tell(
    asked: list[tuple[Any, frozenset[str]]], character: Any, now: SentRoom, before: SentRoom | None
) -> None:
    info: dict[str, Any] | None = None
    for session, words in asked:
        if wants.ROOM in words:
            info = info or _info(character, now)
            session.msg(room_info=((), info))
        _report(session, words, now, before)


def _info(character: Any, now: SentRoom) -> dict[str, Any]:
    if now.room is not None:
        return room_info(now.room, now.area)
    location = character.location
    return unmapped("" if location is None else str(location.key))


def _report(session: Any, asked: frozenset[str], now: SentRoom, before: SentRoom | None) -> None:
    """Send the MSDP variables whose values have changed."""
    if now.room is None or asked.isdisjoint(MSDP_VARIABLES):
        return
    known = {} if before is None or before.room is None else msdp(before.room, before.area)
    new = {n: v for n, v in msdp(now.room, now.area).items() if n in asked and known.get(n) != v}
    if new:
        session.msg(**new)


def _takes_maps(session: Any, asked: frozenset[str]) -> bool:
    """Whether a session can use the URL of a map file; Mudlet can, without saying so."""
    name = str(session.protocol_flags.get("CLIENTNAME", ""))
    return wants.MAP in asked or (wants.ROOM in asked and name.casefold().startswith("mudlet"))

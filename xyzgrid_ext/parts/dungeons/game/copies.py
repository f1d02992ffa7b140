"""A dungeon for each party or character: its map is a pattern from which copies are made.

    town ── exit ──► [cistern]            the pattern: spawned as any map, and nobody's
               └──► cistern #7            of the party that came in first
               └──► cistern #8            of somebody alone

A copy is a map that appears in no list, route or search of others. It is made in slices when its
players come to the entrance, where they wait for a moment, and removed when its lease ends.

A descent is a copy that is another dungeon: see `descents`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import evennia
from django.utils.translation import gettext as _
from evennia.objects.objects import DefaultCharacter
from evennia.utils import logger
from twisted.python.failure import Failure

from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.game.base.background import FEWEST_FOR_THREAD, run_in_thread
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character, ExitObject, RoomObject
from xyzgrid_ext.game.base.language import translating_for
from xyzgrid_ext.game.base.pace import SERVER
from xyzgrid_ext.game.base.task import Steps, begin_later
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db.memory import party_of
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.spawn.things import THING
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.parts.dungeons.core.order import PARTY, SHARED
from xyzgrid_ext.parts.dungeons.core.site import Site, site_of
from xyzgrid_ext.parts.dungeons.game import allowance, maps
from xyzgrid_ext.parts.dungeons.game import stored as dungeons
from xyzgrid_ext.parts.dungeons.game.state import outside_room
from xyzgrid_ext.parts.dungeons.game.stored import GOING, READY, Copy

ENTRANCE = "xyzgrid_ext.parts.dungeons.entrance.Entrance"
"""The class of exits that lead into copies; Evennia stores this path."""
_PAUSE = 0.01  # seconds between two slices, for everybody else
Then = Callable[[Failure | None], None]
"""A function that is called when work is done, with the failure, or None."""
_Waiter = tuple[Character, RoomObject, Callable[[], object]]


def run_in_slices(steps: Steps[object], then: Then) -> None:
    """Run work in slices while the game goes on, then call `then`; tests run it in one go."""
    begin_later(steps, lambda _result: then(None), failed=then, pause=_PAUSE)


# --- the entrance


class Entrances:
    """Leads characters into their copies of dungeons; some wait until theirs is made."""

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._waiting: dict[tuple[str, str, str, int], list[_Waiter]] = {}

    def target(self, exit_obj: ExitObject, character: Character, target: object) -> Any | None:
        """Return the room object to which an exit leads a character.

        That is `target`, or its like in the character's own copy if its dungeon is copied. None
        while the copy is being made; the character is moved there as soon as it is ready.
        """
        pattern = _pattern_at(exit_obj, target)
        if pattern is None or not character.has_account:
            return target
        live, key, room, site = pattern
        wanted = Copy("", key, owner_of(character, site), site.digest)
        copy = dungeons.ready_copy(live.keeper, wanted)
        if copy is not None:
            return live.object((copy.key, _room_in(live, copy, room, site))) or target
        try:
            self.wait(wanted, character, lambda: hooks.traverse(exit_obj, character))
        except PlayerError as refused:
            character.msg(str(refused))
        return None

    def wait(self, wanted: Copy, character: Character, enter: Callable[[], object]) -> None:
        """Make the copy that `wanted` describes, if nobody waits for it yet; then call `enter`.

        Raises:
            PlayerError: if no more copies may be made.
        """
        waiting = self._waiting.get(wanted.kind, [])
        if any(waiter == character for waiter, _place, _enter in waiting):
            return
        live = current()
        gone = [] if waiting else self._place(live, character)
        character.msg(
            _("You stand in front of the entrance. Wait: it opens in a moment, and you go in.")
        )
        self._waiting[wanted.kind] = [*waiting, (character, character.location, enter)]
        if not waiting:
            by = allowance.makers_counted(character)
            copy = dungeons.new_copy(live.keeper, replace(wanted, by=by, begun=self._now()))
            self._make(live, copy, gone)

    def _place(self, live: Live, character: Character) -> list[Copy]:
        """Claim copies that will make room for a new one, so that nobody can enter them."""
        if allowance.is_exempt(character):
            return []
        by = allowance.makers_counted(character)
        copies = allowance.make_place(live, by, maps_with_players(live), self._now())
        for copy in copies:
            logger.log_info(f"xyzgrid: {copy.key}, which nobody has entered, makes room")
            dungeons.store_copy(live.keeper, replace(copy, state=GOING))
        return copies

    def _make(self, live: Live, copy: Copy, gone: Sequence[Copy]) -> None:
        def then(failure: Failure | None) -> None:
            if failure is not None:
                logger.log_err(f"xyzgrid: {copy.key} cannot be made\n{failure.getTraceback()}")
            result = replace(copy, state=GOING)
            if failure is None:
                site = site_of(live.grids[copy.key])
                assert site is not None
                result = replace(copy, state=READY, digest=site.digest)
            dungeons.store_copy(live.keeper, result)
            for character, place, enter in self._waiting.pop(copy.kind):
                with translating_for(character):
                    if failure is not None:
                        character.msg(_("The entrance does not open. Try again a little later."))
                    elif character.pk is not None and character.location == place:
                        enter()

        run_in_slices(_replacing_steps(live, copy, gone), then)


def _replacing_steps(live: Live, copy: Copy, gone: Sequence[Copy]) -> Steps[None]:
    """Remove copies, then make a new one."""
    for old in gone:
        yield from removing_steps(live, old)
    yield from making_steps(live, copy)


_entrances = Entrances()
target, wait = _entrances.target, _entrances.wait


def owner_of(character: Character, site: Site) -> str:
    """Return the owner of the copy that a character would enter: `party 3`, `character 12`."""
    party = party_of(character) if site.copies == PARTY else ""
    return f"party {party}" if party else f"character {character.pk}"


def maps_with_players(live: Live) -> set[str]:
    """Return the keys of the maps, and copies of maps, with players in them."""
    puppets = (session.puppet for session in evennia.SESSION_HANDLER.values())
    rooms = (live.where(puppet.location) for puppet in puppets if puppet is not None)
    return {room[0] for room in rooms if room is not None}


def is_pattern(room: RoomObject) -> bool:
    """Whether a room is in a dungeon that is copied for its players, and not in a copy."""
    live = current()
    here = live.where(room)
    if here is None or here[0] in live.copies:
        return False
    site = site_of(live.grids[here[0]])
    return site is not None and site.copies != SHARED


def _pattern_at(exit_obj: ExitObject, target: Any) -> tuple[Any, str, int, Site] | None:
    """Return the world, map, room and dungeon of a target in a pattern entered from outside."""
    live = current()
    room, here = live.where(target), live.where(exit_obj.location)
    if room is None or room[0] in live.copies or (here is not None and here[0] == room[0]):
        return None
    site = site_of(live.grids[room[0]])
    return None if site is None or site.copies == SHARED else (live, *room, site)


def _room_in(live: Live, copy: Copy, room: int, site: Site) -> int:
    """Return the room of a copy that an exit leads to: its start, if the map has changed since."""
    if copy.digest == site.digest or copy.key not in live.copies:
        return room
    site_of_copy = site_of(live.copies[copy.key])
    return room if site_of_copy is None else site_of_copy.start


# --- making and removing


def _copy_grid(pattern: Grid, copy: Copy) -> Grid:
    """Return the map of a copy, with a mark for everything made from it.

    This is the pattern under another name, or a dungeon from the seed and the tier of a descent.
    """
    key, mark = copy.key, (copy.key, objects.INSTANCE)
    name = pattern.name
    if copy.seed:
        pattern = maps.descent_grid(pattern, copy.seed, copy.tier, copy.met)
    options = {**pattern.options, "copy_of": name}
    protos = tuple({**p, "tags": [*p.get("tags", ()), mark]} for p in pattern.protos)
    return replace(pattern, name=key, protos=protos, options=options)


def making_steps(live: Live, copy: Copy) -> Steps[None]:
    """Make the map and the rooms of a copy, in slices."""
    pattern = live.grids[copy.map]
    grid = yield from run_in_thread(
        "dungeon made", FEWEST_FOR_THREAD, lambda: _copy_grid(pattern, copy)
    )
    live.add_copy(copy.key, grid)
    yield from spawning.spawn_steps(live, [copy.key], pace=SERVER)


def removing_steps(live: Live, copy: Copy) -> Steps[None]:
    """Move everybody and everything out of a copy, then remove it and its records, in slices."""
    keeper = live.keeper
    dungeons.store_copy(keeper, replace(copy, state=GOING))
    bring_out(live, copy)
    yield from spawning.delete_steps(live, [copy.key], SERVER)
    live.drop_copy(copy.key)
    dungeons.forget_record(keeper, copy.key)
    dungeons.forget_copy(keeper, copy.key)


def bring_out(live: Live, copy: Copy) -> None:
    """Move people, and things that they dropped, from a copy to the room outside its entrance."""
    outside = outside_room(live, copy.map)
    ids = _copy_room_ids(copy)
    for room in filter(None, map(objects.object_by_id, ids)):
        for content in list(room.contents_get(exclude=room.exits)):
            place = outside or content.home
            if place is None or content.tags.has(category=THING):
                continue  # things that the map has put there are removed with it
            if isinstance(content, DefaultCharacter):
                with translating_for(content):
                    content.msg(_("The dungeon closes, and you find yourself outside."))
            content.move_to(place, quiet=True, move_type="teleport")
    for pk, _room in objects.logged_off_in(set(ids)):
        character = objects.object_by_id(pk)
        if character is not None and (place := outside or character.home) is not None:
            character.attributes.add(objects.LOGGED_OFF, place)


def _copy_room_ids(copy: Copy) -> list[int]:
    """Return the ids of all rooms of a copy, found by tags since its map may be gone."""
    links = objects.TagLinks.objects.filter(
        tag__db_category=objects.INSTANCE,
        tag__db_key__in=objects.stored_forms(copy.key),
        objectdb__db_location=None,
        objectdb__db_destination=None,
    )
    return list(links.order_by("objectdb_id").values_list("objectdb_id", flat=True))


# --- a new process


def restore_copies(live: Live) -> None:
    """Add the stored copies to a world, except those whose dungeon has changed since."""
    keys = {key for _pk, key in objects.tagged_objects(objects.INSTANCE)}
    for copy in dungeons.all_copies(live.keeper).values():
        if copy.key not in keys:
            continue  # `doctor --fix` removed it while this part was gone
        pattern = live.grids.get(copy.map)
        if copy.state != READY or pattern is None or site_of(pattern) is None:
            continue
        grid = _copy_grid(pattern, copy)
        site = site_of(grid)
        if site is not None and site.digest == copy.digest:
            live.add_copy(copy.key, grid)


def leftover_copies(live: Live) -> list[Copy]:
    """Return copies that a server left half made or half removed, or whose map has changed."""
    copies = dungeons.all_copies(live.keeper).values()
    return [copy for copy in copies if copy.state != READY or copy.key not in live.copies]

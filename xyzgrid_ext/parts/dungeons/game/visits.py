"""Entering a dungeon, leaving it, and reaching its end.

    comes in ──► what has changed since they left ──► rooms, one by one ──► the last room
       ▲                                                     │                  │
       └───────── leaves, or logs off: how it stands ◄───────┘     time, finds ─┴─► the table

The time of a dungeon starts when the first player enters; the first who reaches the end ends it for
all. A dungeon that is reset can end again.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from evennia.server import signals

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.evennia_types import Character, GameObject, RoomObject
from xyzgrid_ext.game.base.language import translating_for
from xyzgrid_ext.game.base.open_locks import sees_all
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.parts.dungeons.core.site import BOSS, KILL, PUZZLE, site_of
from xyzgrid_ext.parts.dungeons.game import stored as dungeons
from xyzgrid_ext.parts.dungeons.game import text as dungeon_words
from xyzgrid_ext.parts.dungeons.game import text as words
from xyzgrid_ext.parts.dungeons.game.actions import store_record
from xyzgrid_ext.parts.dungeons.game.scores import DESCENTS, DUNGEONS, DungeonScore
from xyzgrid_ext.parts.dungeons.game.state import DungeonState, dungeon_at, people_in
from xyzgrid_ext.parts.dungeons.game.stored import DungeonRecord, DungeonVisit
from xyzgrid_ext.parts.dungeons.settings import COMBAT
from xyzgrid_ext.parts.dungeons.signals import dungeon_event

_SECONDS_OF_LOSS = 60


def connect() -> None:
    """Connect the handlers of characters that get and lose players; safe to repeat."""
    post, un = signals.SIGNAL_OBJECT_POST_PUPPET, signals.SIGNAL_OBJECT_POST_UNPUPPET
    post.connect(_logged_on, dispatch_uid="xyzgrid.visits.logged_on")
    un.connect(_logged_off, dispatch_uid="xyzgrid.visits.logged_off")


def note_arrival(
    room: RoomObject,
    character: Character,
    source: Any,
    now: float | None = None,
    *,
    stays: bool = True,
) -> None:
    """Record that a character came from `source` into a room; if it `stays`, give it a lesson."""
    dungeon_room = dungeon_at(room)
    if dungeon_room is None or not character.has_account:
        return
    state, number = dungeon_room
    now = time.time() if now is None else now
    record = state.record.with_seen(number)
    if state.record.is_new:
        record = replace(record, began=now)
    if number == state.site.start:
        record = record.with_wounds(character.pk, 0)
    if not _is_in(current(), source, state) and (text := _since(room, character, state)):
        character.msg(text)
    if not _is_in(current(), source, state):
        _come(character, state)
    if record != state.record:
        state = store_record(current(), state, record)
    if stays:
        _teach(room, character, state, number)
    if number == state.site.goal and _is_end(state, character):
        _end(room, character, state, now)


def _come(character: Character, state: DungeonState) -> None:
    """Tell those inside who has come, and note which riddles are asked here."""
    riddles = [riddle for room in state.site.rooms for riddle in room.puzzles if riddle.answers]
    dungeons.record_riddles(character, [riddle.answers[0] for riddle in riddles])
    for person in people_in(current(), state):
        if person.location != character.location:
            with translating_for(person):
                person.msg(_("{name} has come into the dungeon.").format(name=character.key))


def _teach(room: RoomObject, character: Character, state: DungeonState, number: int) -> None:
    """Teach a character one new thing; games that have their own combat explain it themselves."""
    known = dungeons.lessons_had(character)
    if settings.setting_function(COMBAT) is not None:
        known |= {"foe"}
    word = "" if sees_all(character) else dungeon_words.next_lesson(state, number, known)
    if word:
        dungeons.record_lesson(character, word)
    dungeon_words.give_lesson(
        character, room, dungeon_words.lesson_text(state, number, word) if word else ""
    )


def note_departure(room: RoomObject | None, character: Character, target: Any) -> None:
    """Handle a character that leaves a dungeon for `target`: heal it, and store its visit."""
    if room is None or (dungeon_room := dungeon_at(room)) is None or not character.has_account:
        return
    if _is_in(current(), target, dungeon_room[0]):
        return
    state = dungeon_room[0]
    if str(character.pk) in state.record.wounds:
        state = store_record(current(), state, state.record.with_wounds(character.pk, 0))
    _remember(room, character, state)


@surviving("visits to dungeons")
def _logged_on(sender: Character, **kwargs: object) -> None:
    """Record the room where a character logs in, since no signal reports it."""
    note_arrival(sender.location, sender, None)
    if text := dungeon_words.lesson_at(sender, sender.location):
        sender.msg(text)  # the room was shown before
        dungeon_words.give_lesson(sender, sender.location, "")


@surviving("visits to dungeons")
def _logged_off(sender: Character, **kwargs: object) -> None:
    room = sender.attributes.get(objects.LOGGED_OFF) if sender.pk is not None else None
    if room is not None and (dungeon_room := dungeon_at(room)) is not None:
        _remember(room, sender, dungeon_room[0])


def _is_in(live: Live, obj: GameObject, state: DungeonState) -> bool:
    room = live.where(obj)
    return room is not None and room[0] == state.key


def _name(room: RoomObject, state: DungeonState) -> str:
    """Return the key of a dungeon's map; for a copy, that of its pattern."""
    return map_key(current().grids[state.key].original)


def _remember(room: RoomObject, character: Character, state: DungeonState) -> None:
    record = state.record
    visit = DungeonVisit(state.key, record.began, len(record.taken), len(record.opened))
    dungeons.remember_visit(character, visit)


def _since(room: RoomObject, character: Character, state: DungeonState) -> str:
    """Return the changes since somebody's last visit; empty at the first visit."""
    visits = dungeons.visits_to(character, _name(room, state))
    visit = next((visit for visit in visits if visit.key == state.key), None)
    if visit is None:  # another copy is not theirs again, unless theirs is gone
        is_gone = all(visit.key not in current().copies for visit in visits)
        return words.begun_again_text() if visits and is_gone and state.record.is_new else ""
    if visit.began != state.record.began:
        return words.begun_again_text()
    return words.changes_text(current(), state, visit.taken, visit.opened)


def _is_end(state: DungeonState, character: Character) -> bool:
    """Whether a character in its last room ends a dungeon; builders do not count."""
    is_won = state.has(BOSS) or not state.site.has_word(BOSS)
    return is_won and state.record.ended is None and not sees_all(character)


def _end(room: RoomObject, character: Character, state: DungeonState, now: float) -> None:
    """End a dungeon: tell all its players, and enter the result into its table."""
    record, site = state.record, state.site
    state = store_record(current(), state, replace(record, ended=now))
    things = [
        record.has_taken(number, place)
        for number, inside in enumerate(site.rooms)
        for place, give in enumerate(inside.gives)
        if not give.what.startswith((KILL, PUZZLE))
    ]
    people = people_in(current(), state)
    score = DungeonScore(
        tuple(sorted({person.key for person in (*people, character)})),
        0 if record.began is None else max(1, round(now - record.began) + _fallen(record)),
        sum(things),
        len(things),
        len(record.seen),
        len(site.rooms),
        timezone.now().date().isoformat(),
    )
    place = None
    name = _name(room, state)
    # the start of an earlier dungeon is unknown; the table is for today's parameters
    pattern = current().grids.get(name)
    today = None if pattern is None else site_of(pattern)
    copy = dungeons.all_copies(current().keeper).get(state.key)
    if copy is not None and copy.seed:
        score = score._replace(tier=copy.tier)
        if copy.seed == score.date:
            place = DESCENTS.enter(current().keeper, name, copy.seed, score)
    elif score.seconds and today is not None and today.digest == site.digest:
        place = DUNGEONS.enter(current().keeper, name, site.digest, score)
    for person in {character, *people}:
        with translating_for(person):
            person.msg(words.end_text(score, place))
    dungeon_event.send(
        sender=DungeonState, what="ended", room=room, character=character, thing=score
    )


def _fallen(record: DungeonRecord) -> int:
    """Return the seconds that lost fights have cost."""
    return _SECONDS_OF_LOSS * sum(record.losses.values())

"""The actions of players in a dungeon. Each action is stored before anybody is told.

A room is an object here; the world knows which room of the dungeon it is.
"""

from __future__ import annotations

from dataclasses import replace

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from evennia.objects.objects import DefaultCharacter

from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character, ExitObject, RoomObject
from xyzgrid_ext.game.base.language import lazy_text, translating_for
from xyzgrid_ext.game.base.open_locks import sees_all
from xyzgrid_ext.game.base.signals import map_changed
from xyzgrid_ext.game.db.objects import things_in
from xyzgrid_ext.game.text.messages import plain_text, tell_room
from xyzgrid_ext.game.visibility.needs import carries
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.parts.boards.game import playing
from xyzgrid_ext.parts.dungeons.core.site import ITEM, Chest, Enemy, Inside, RoomPuzzle
from xyzgrid_ext.parts.dungeons.game import fight_text
from xyzgrid_ext.parts.dungeons.game import notes as dungeon_notes
from xyzgrid_ext.parts.dungeons.game import stored as dungeons
from xyzgrid_ext.parts.dungeons.game import text as dungeon_words
from xyzgrid_ext.parts.dungeons.game.state import (
    DungeonState,
    door_of,
    dungeon_at,
    outside_room,
    state_at,
    state_of,
)
from xyzgrid_ext.parts.dungeons.game.stored import DungeonRecord
from xyzgrid_ext.parts.dungeons.signals import dungeon_event
from xyzgrid_ext.parts.proof.core import Pickup

_ARTICLES = ("the ", "a ", "an ")


def inside_of(room: RoomObject) -> tuple[DungeonState, int, Inside]:
    """Return (the dungeon of a room object, the room's number in it, the room's contents).

    Raises:
        PlayerError: outside dungeons.
    """
    if (dungeon_room := dungeon_at(room)) is None:
        raise PlayerError(_("There is no dungeon here."))
    state, number = dungeon_room
    return state, number, state.site.rooms[number]


def missing_words(state: DungeonState, give: Pickup, character: Character) -> list[str]:
    """Return what a pickup needs, but neither dungeon nor character has: `["item:rope", …]`."""
    return [
        word
        for word in state.lacks(give)
        if not (word.startswith(ITEM) and carries(character, word.removeprefix(ITEM)))
    ]


# --- doors


def pass_through(exit_obj: ExitObject, character: Character) -> None:
    """Handle a character going through an exit: spend a small key if one is needed."""
    door = state_at(exit_obj)
    if door is None or sees_all(character):
        return  # builders pass without
    spend_key(exit_obj, character)
    state, link = door
    if link.target not in state.record.seen:
        for word in link.needs:
            if text := dungeon_words.first_use_text(word, exit_obj.key):
                character.msg(text)


def spend_key(exit_obj: ExitObject, character: Character) -> bool:
    """Spend a small key on a door if it needs one; return whether one was spent."""
    door = state_at(exit_obj)
    if door is None:
        return False
    state, link = door
    if not link.consumes or state.is_opened(link) or state.keys < 1:
        return False
    if any(not state.is_unlocked(link, w) for w in link.needs if w != "smallkey"):
        return False
    opened = (*state.record.opened, door_of(link))
    after = store_record(current(), state, replace(state.record, opened=opened))
    character.msg(dungeon_words.unlocked_text(after, exit_obj.key))
    tell_room(
        exit_obj.location, lazy("{name} unlocks the way {what}."), but=character, by=character,
        name=character, what=exit_obj.key,
    )  # fmt: skip
    return True


# --- chests


def open_chest(room: RoomObject, character: Character, chest: Chest) -> None:
    """Take the contents of a chest, for everybody in the dungeon.

    Raises:
        PlayerError: if it is empty, or if something must be done first.
    """
    state, number, _inside = inside_of(room)
    if state.record.has_taken(number, chest.number):
        text = _("{chest} is empty.")
        raise PlayerError(text.format(chest=capfirst(dungeon_words.with_article(chest.title))))
    if missing := missing_words(state, chest.give, character):
        raise PlayerError(dungeon_words.guard_text(state, chest, missing))
    after = store_record(
        current(), state, state.record.with_taken(number, chest.number, character.key)
    )
    opened = dungeon_notes.opened_doors_text(current(), after, chest.give.what)
    character.msg(dungeon_words.opened_chest_text(chest, after, opened))
    what = lazy_text(_contents, chest)
    tell_room(
        room, lazy("{name} opens {what}."), but=character, by=character, name=character, what=what
    )
    _send("opened", room, character, chest)


def _contents(chest: Chest) -> str:
    thing = dungeon_words.thing_in_words(chest.give.what)
    return f"{dungeon_words.with_article(chest.title)}: {thing}"


# --- foes


def record_beaten(room: RoomObject, foe: Enemy, character: Character) -> None:
    """Record that an enemy was beaten, and tell the room what that opens."""
    state = _given(room, foe.word)
    tell_room(
        room, lazy("{name} beats {what}."), but=character, by=character, name=character,
        what=lazy_text(dungeon_words.with_article, foe.title),
    )  # fmt: skip
    tell_room(room, "|g{told}|n", told=lazy_text(fight_text.beaten_text, foe))
    _tell_what_opens(room, state, foe.word)
    _send("beaten", room, character, foe)


# --- puzzles


def answer_riddle(room: RoomObject, character: Character, riddle: RoomPuzzle, text: str) -> bool:
    """Answer a riddle; return whether the answer was right."""
    spoken = _plain(text)
    tell_room(
        room, lazy('{name} answers: "{what}"'), but=character, by=character,
        name=character, what=plain_text(text),
    )  # fmt: skip
    if spoken not in map(_plain, riddle.answers):
        return False
    _solve(room, riddle)
    _send("solved", room, character, riddle)
    return True


def record_solved(room: RoomObject, puzzle: str) -> bool:
    """Record that the board of the puzzle `puzzle` was won; return False if it is not here."""
    dungeon_room = dungeon_at(room)
    if dungeon_room is None:
        return False
    state, number = dungeon_room
    riddles = [r for r in state.site.rooms[number].puzzles if r.word == f"puzzle:{puzzle}"]
    for riddle in riddles:
        if not state.has(riddle.word):
            _solve(room, riddle)
    return bool(riddles)


def _solve(room: RoomObject, riddle: RoomPuzzle) -> None:
    state = _given(room, riddle.word)
    chests = [chest for chest in inside_of(room)[2].chests if riddle.word in chest.give.needs]
    freed = [chest for chest in chests if not state.lacks(chest.give)]
    tell_room(room, "{told}", told=lazy_text(dungeon_words.solved_text, riddle, freed))
    _tell_what_opens(room, state, riddle.word)


# --- from the beginning


def reset_dungeon(live: Live, key: str) -> int:
    """Reset the dungeon of the map `key`; return how many characters were moved to its start."""
    state = state_of(live, key)
    if state is None:
        raise PlayerError(_("'{name}' is not a dungeon.").format(name=key))
    rooms = [(key, number) for number in range(len(state.site.rooms))]
    start = live.object((key, state.site.start))
    dungeons.forget_record(live.keeper, key)
    moved = 0
    for obj in things_in([pk for room in rooms if (pk := live.object_id(room)) is not None]):
        if not isinstance(obj, DefaultCharacter):
            playing.end_game_on(obj)
        else:
            with translating_for(obj):
                obj.msg(_("|yThe dungeon closes its doors, and everything starts over.|n"))
            if start is not None and obj.location != start:
                obj.move_to(start, quiet=True, move_type="teleport")
            moved += 1
    return moved


def bring_out(live: Live, key: str) -> None:
    """Move the people in a dungeon to the room outside its entrance, if there is such a room."""
    state, outside = state_of(live, key), outside_room(live, key)
    if state is None or outside is None:
        return
    rooms = (live.object_id((key, number)) for number in range(len(state.site.rooms)))
    for obj in things_in([pk for pk in rooms if pk is not None]):
        if isinstance(obj, DefaultCharacter):
            with translating_for(obj):
                obj.msg(_("The dungeon closes, and you find yourself outside."))
            obj.move_to(outside, quiet=True, move_type="teleport")


# ---


def _given(room: RoomObject, word: str) -> DungeonState:
    """Record that a pickup of a room was taken; return the dungeon after that."""
    state, number, within = inside_of(room)
    record = state.record
    for place, give in enumerate(within.gives):
        if give.what == word and not record.has_taken(number, place):
            record = record.with_taken(number, place)
    return store_record(current(), state, record)


def store_record(live: Live, state: DungeonState, record: DungeonRecord) -> DungeonState:
    """Store a new record of a dungeon; return its state with that record."""
    dungeons.write_record(live.keeper, state.key, replace(record, left=None))
    map_changed.send(sender=DungeonState, live=live, key=state.key)
    return replace(state, record=record)


def _send(what: str, room: RoomObject, character: Character, thing: object) -> None:
    dungeon_event.send(sender=DungeonState, what=what, room=room, character=character, thing=thing)


def _tell_what_opens(room: RoomObject, state: DungeonState, word: str) -> None:
    """Tell everybody in a room which exits the key word that was just obtained there opens."""
    if dungeon_notes.opened_doors_text(current(), state, word):
        text = lazy_text(dungeon_notes.opened_doors_text, current(), state, word)
        tell_room(room, "{told}", told=text)
    elif any(word in link.needs for link in state.site.links.values()):
        tell_room(room, lazy("Somewhere, a way that was shut is now open."))


def _plain(text: str) -> str:
    plain = " ".join(name_key(text).replace('"', " ").split()).rstrip(".!?")
    for article in _ARTICLES:
        plain = plain.removeprefix(article)
    return plain

"""Lessons for players in dungeons: at most one per room, when they first see the thing in question.

A lesson stands once at the end of the room's text.

A chest: open chest takes what is in it. It belongs to all who are in here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from django.utils.translation import gettext as _

from xyzgrid_ext.game.visibility.dungeon_state import SMALL, DungeonState

MAP, CHEST, FOE, RIDDLE, BOARD, KEY, SHUT = (
    "map", "chest", "foe", "riddle", "board", "key", "shut",
)  # fmt: skip


def lesson(state: DungeonState, number: int, known: Collection[str]) -> str:
    """Return the word for a room's next lesson; empty if the player has learned them all."""
    return next((word for word in _seen(state, number) if word not in known), "")


def give(character: Any, room: Any, text: str) -> None:
    """Let a room's text end with a lesson when a character reads it; empty: without one."""
    character.ndb.xyzgrid_lesson = (room, text) if text else None


def given(character: Any, room: Any) -> str:
    """Return the lesson at the end of a room's text; empty if there is none."""
    where, text = (character and character.ndb.xyzgrid_lesson) or (None, "")
    return text if where == room else ""


def told(state: DungeonState, number: int, word: str) -> str:
    """Return a lesson in a sentence or two."""
    texts = {
        MAP: _("|wmap|n shows the rooms that you have visited and lists what is shut."),
        CHEST: _(
            "A chest: |wopen chest|n takes what is in it. What you find belongs to everybody "
            "in here with you, and nobody can lose it."
        ),
        FOE: _(
            "Somebody bars the way: type |wattack|n until it is beaten. |whelp attack|n "
            "explains the rules."
        ),
        RIDDLE: _("A riddle: type |wanswer|n and a word, as often as you like. |whint|n helps."),
        BOARD: _(
            "A puzzle: |wplay|n shows its board, |whelp play|n lists its keys, and |wstop|n "
            "leaves it."
        ),
        KEY: _("A locked door: any small key opens it, and chests hold small keys."),
        SHUT: _(
            "A way that is shut tells you what it needs: find that elsewhere, and come back "
            "with it."
        ),
    }
    if word == FOE and not _bars(state, number):
        texts[FOE] = _(
            "You can walk past this enemy, or type |wattack|n until it is beaten. |whelp attack|n "
            "explains the rules."
        )
    return f"|c{texts[word]}|n"


def _bars(state: DungeonState, number: int) -> bool:
    """Whether an enemy of a room keeps one of its exits shut."""
    foes = {foe.word for foe in state.site.rooms[number].foes}
    links = (link for link in state.site.links.values() if link.source == number)
    return any(foes.intersection(state.closed_by(link)) for link in links)


def _has_foe(state: DungeonState, number: int) -> bool:
    return any(not state.has(foe.word) for foe in state.site.rooms[number].foes)


def _seen(state: DungeonState, number: int) -> Iterator[str]:
    """Yield the possible lessons in a room, the most urgent first."""
    room = state.site.rooms[number]
    if _has_foe(state, number):
        yield FOE
    for riddle in room.riddles:
        if not state.has(riddle.word):
            yield RIDDLE if riddle.answers else BOARD
    if any(not state.record.has_taken(number, chest.number) for chest in room.chests):
        yield CHEST
    links = [link for link in state.site.links.values() if link.source == number]
    closed = [word for link in links for word in state.closed_by(link)]
    if SMALL in closed:
        yield KEY
    elif closed:
        yield SHUT
    yield MAP

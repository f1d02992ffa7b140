"""Texts about dungeons, for players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from evennia.utils.utils import iter_to_str

from xyzgrid_ext.game.maps.dungeon_site import BOSS, ITEM, KILL, PUZZLE, Chest, Riddle, Site
from xyzgrid_ext.game.visibility.dungeon_state import (
    BIG,
    COMPASS,
    MAP,
    SMALL,
    DungeonState,
    dungeon_at,
)

_BOMB = "item:bomb"


def the(title: str) -> str:
    """Return a title with its article, in the form used in the middle of a sentence."""
    return title if title.lower().startswith("the ") else _("the {title}").format(title=title)


def thing(word: str) -> str:
    """Return the thing that a word means: `a small key`, `the rope`."""
    plain = {
        SMALL: _("a small key"),
        BIG: _("the big key"),
        MAP: _("a map of this place"),
        COMPASS: _("a compass"),
    }
    return plain.get(word) or the(word.removeprefix(ITEM))


def task(site: Site, word: str) -> str:
    """Return the task that gives a word: `beat the bats`, `find the rope`."""
    if word.startswith(KILL):
        return _("beat {foe}").format(foe=the(site.title(word)))
    if word.startswith(PUZZLE):
        return _("solve {puzzle}").format(puzzle=the(site.title(word)))
    return _("find {thing}").format(thing=thing(word))


def lock(site: Site, word: str) -> str:
    """Return the needs of a door, for a player who is looking at it."""
    if word == SMALL:
        return _("locked, a small key opens it")
    if word == BIG:
        return _("a great lock, for the big key")
    if word == _BOMB:
        return _("a weak wall, for a bomb")
    if word.startswith(ITEM):
        return _("no way without {item}").format(item=thing(word))
    return _("shut until you {task}").format(task=task(site, word))


def mark(word: str) -> str:
    """Return the needs of a door in a word or two, for a list of exits."""
    if word == SMALL:
        return _("locked")
    if word == BIG:
        return _("big lock")
    if word == _BOMB:
        return _("weak wall")
    if word.startswith(ITEM):
        return _("{item} needed").format(item=word.removeprefix(ITEM))
    return _("shut")


def held_for(word: str) -> str:
    """Return the needs of a door, for a player who has them."""
    return _("{lock}, you have {thing}").format(
        lock=_("locked") if word == SMALL else _("shut"), thing=thing(word)
    )


def refusal(state: DungeonState, name: str, words: Iterable[str]) -> str:
    """Return the reason why an exit does not let a player through."""
    why = iter_to_str([lock(state.site, word) for word in words], endsep=_("and"))
    return _("You cannot go {exit}: {why}.").format(exit=name, why=why)


def to_be_opened(name: str) -> str:
    """Return the text for a door where an automatic walk would have to spend a key."""
    return _("A small key opens it: |wopen {exit}|n uses one up.").format(exit=name)


def unexplored() -> str:
    """Return the text for a walk that would lead through unexplored rooms."""
    return _("Nobody has been there yet: go and see for yourself.")


def unlocked(state: DungeonState, name: str) -> str:
    """Return the text for a door on which a small key was spent."""
    left = _("It was the last one.")
    if state.keys:
        left = ngettext("{n} small key is left.", "{n} small keys are left.", state.keys)
    text = _("The small key turns, and stays in the lock: the way {exit} is open for good. {left}")
    return text.format(exit=name, left=left.format(n=state.keys))


def had(chest: Chest, state: DungeonState, opened: str) -> str:
    """Return the text for an opened chest.

    `opened` names the doors that its contents have opened.
    """
    word = chest.give.what
    text = _("You open {chest}, and find |w{thing}|n.")
    if chest.title.startswith("hook"):
        text = _("You take |w{thing}|n from {chest}.")
    lines = [text.format(chest=the(chest.title), thing=thing(word))]
    if word == SMALL:
        held = ngettext("You have {n} small key now.", "You have {n} small keys now.", state.keys)
        lines.append(held.format(n=state.keys))
    elif word == MAP:
        lines.append(_("From now on, |wmap|n shows this whole place."))
    elif word == COMPASS:
        lines.append(_("|wmap|n shows which rooms still hold something."))
    elif opened:
        lines.append(opened)
    elif word == BIG:
        lines.append(_("The door with the great lock is open to you now, wherever it is."))
    elif word.startswith(ITEM):
        lines.append(_("It opens ways that were shut to you before."))
    return " ".join(lines)


def first_through(word: str, name: str) -> str:
    """Return the text for the first use of an exit that a key or an item has opened."""
    if word == BIG:
        return _("The big key turns in the great lock: the way {exit} stands open.").format(
            exit=name
        )
    if word == _BOMB:
        return _("The bomb brings the weak wall down: the way {exit} stands open.").format(
            exit=name
        )
    if word.startswith(ITEM):
        return _("With {item} you can go {exit}.").format(item=thing(word), exit=name)
    return ""


def guarded(state: DungeonState, chest: Chest, words: Iterable[str]) -> str:
    """Return the reason why a chest does not open."""
    tasks = iter_to_str([task(state.site, word) for word in words], endsep=_("and"))
    return _("{chest} does not open: first {tasks}.").format(
        chest=capital(the(chest.title)), tasks=tasks
    )


def solved(riddle: Riddle, freed: Iterable[Chest]) -> str:
    """Return the text for a solved puzzle, and for the chests beside it that open now."""
    told = [_("|g{puzzle}: solved.|n").format(puzzle=capital(the(riddle.title)))]
    told += [
        _("Something clicks: {chest} can be opened now.").format(chest=the(chest.title))
        for chest in freed
    ]
    return " ".join(told)


def riddle_hints(room: Any) -> str:
    """Return how the answers of a room's unsolved riddles begin; empty if there is no riddle."""
    if (found := dungeon_at(room)) is None:
        return ""
    state, number = found
    riddles = state.site.rooms[number].riddles
    answers = [one.answers[0] for one in riddles if one.answers and not state.has(one.word)]
    return "\n".join(map(_hint, answers))


def _hint(answer: str) -> str:
    number = len(answer.replace(" ", ""))
    text = ngettext(
        "The answer has {n} letter, and the first is {letter}.",
        "The answer has {n} letters, and the first is {letter}.",
        number,
    )
    return text.format(n=number, letter=answer[:1].upper())


def held(state: DungeonState) -> list[str]:
    """Return everything that the players in a dungeon have, each thing in words."""
    found = []
    if state.keys > 0:
        text = ngettext("{n} small key", "{n} small keys", state.keys)
        found.append(text.format(n=state.keys))
    plain = {BIG: _("the big key"), MAP: _("the map"), COMPASS: _("the compass")}
    found += [name for word, name in plain.items() if state.has(word)]
    items = (w for w, number in state.held.items() if w.startswith(ITEM) and number)
    return found + [thing(word) for word in sorted(items)]


def possessions(state: DungeonState) -> str:
    """Return one line with everything that the players have; empty if they have nothing."""
    if not (things := held(state)):
        return ""
    return _("You have {things}.").format(things=iter_to_str(things, endsep=_("and")))


def goal(site: Site) -> str:
    """Return the text in the last room."""
    if not site.knows(BOSS):
        return _("|gThis is the end of the dungeon. You have made it.|n")
    text = _("|gThis is the end of the dungeon. {boss} is beaten: you have made it.|n")
    return text.format(boss=capital(the(site.title(BOSS))))


def way_out(outside: str) -> str:
    """Return the text about the way out, if there is one."""
    return _("From anywhere in here, |wout|n takes you back to {place}.").format(place=outside)


def treasure() -> str:
    """Return the text for a room with something to find, as the compass shows it."""
    return _("something to take")


def capital(text: str) -> str:
    """Capitalise a text for the beginning of a sentence."""
    return text[:1].upper() + text[1:]

"""Texts about dungeons, for players: doors and finds, fights, lessons, visits and their table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from evennia.utils.ansi import raw
from evennia.utils.utils import iter_to_str

from xyzgrid_ext.game.base.evennia_types import Character, Looker, RoomObject
from xyzgrid_ext.game.text import screens
from xyzgrid_ext.game.visibility.names import name_with_place
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.parts.dungeons.core.site import (
    BOSS,
    ITEM,
    KILL,
    PUZZLE,
    Chest,
    Enemy,
    RoomPuzzle,
    Site,
)
from xyzgrid_ext.parts.dungeons.game.scores import DungeonScore
from xyzgrid_ext.parts.dungeons.game.state import (
    BIG,
    COMPASS,
    HEARTS,
    MAP,
    SMALL,
    DungeonState,
    door_of,
    dungeon_at,
)

_BOMB = "item:bomb"


def with_article(title: str) -> str:
    """Return a title with `the`, for the middle of a sentence."""
    return title if title.lower().startswith("the ") else _("the {title}").format(title=title)


def thing_in_words(word: str) -> str:
    """Return the thing that a word such as `smallkey` or `item:rope` means: `a small key`."""
    plain = {
        SMALL: _("a small key"),
        BIG: _("the big key"),
        MAP: _("a map of this place"),
        COMPASS: _("a compass"),
    }
    return plain.get(word) or with_article(word.removeprefix(ITEM))


def task_text(site: Site, word: str) -> str:
    """Return what to do for a word: `kill:3` -> `beat the bats`, `item:rope` -> `find the rope`."""
    if word.startswith(KILL):
        return _("beat {foe}").format(foe=with_article(site.title(word)))
    if word.startswith(PUZZLE):
        return _("solve {puzzle}").format(puzzle=with_article(site.title(word)))
    return _("find {thing}").format(thing=thing_in_words(word))


def lock_text(site: Site, word: str) -> str:
    """Return what a door that needs `word` looks like: `locked, a small key opens it`."""
    if word == SMALL:
        return _("locked, a small key opens it")
    if word == BIG:
        return _("a great lock, for the big key")
    if word == _BOMB:
        return _("a weak wall, for a bomb")
    if word.startswith(ITEM):
        return _("no way without {item}").format(item=thing_in_words(word))
    return _("shut until you {task}").format(task=task_text(site, word))


def short_lock_text(word: str) -> str:
    """Return what a door needs in a word or two, for a list of exits: `locked`."""
    if word == SMALL:
        return _("locked")
    if word == BIG:
        return _("big lock")
    if word == _BOMB:
        return _("weak wall")
    if word.startswith(ITEM):
        return _("{item} needed").format(item=word.removeprefix(ITEM))
    return _("shut")


def unlocked_text(state: DungeonState, name: str) -> str:
    """Return the text for the exit `name` on which a small key was spent."""
    left = _("It was the last one.")
    if state.keys:
        left = ngettext("{n} small key is left.", "{n} small keys are left.", state.keys)
    text = _("The small key turns, and stays in the lock: the way {exit} is open for good. {left}")
    return text.format(exit=name, left=left.format(n=state.keys))


def opened_chest_text(chest: Chest, state: DungeonState, opened: str) -> str:
    """Return the text for an opened chest; `opened` is a sentence on doors that this opens."""
    word = chest.give.what
    text = _("You open {chest}, and find |w{thing}|n.")
    if chest.title.startswith("hook"):
        text = _("You take |w{thing}|n from {chest}.")
    lines = [text.format(chest=with_article(chest.title), thing=thing_in_words(word))]
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


def first_use_text(word: str, name: str) -> str:
    """Return the text for the first use of the exit `name`, which needs `word`; or ""."""
    if word == BIG:
        return _("The big key turns in the great lock: the way {exit} stands open.").format(
            exit=name
        )
    if word == _BOMB:
        return _("The bomb brings the weak wall down: the way {exit} stands open.").format(
            exit=name
        )
    if word.startswith(ITEM):
        return _("With {item} you can go {exit}.").format(item=thing_in_words(word), exit=name)
    return ""


def guard_text(state: DungeonState, chest: Chest, words: Iterable[str]) -> str:
    """Return why a chest does not open; `words`, such as `kill:3`, are what it lacks."""
    tasks = iter_to_str([task_text(state.site, word) for word in words], endsep=_("and"))
    return _("{chest} does not open: first {tasks}.").format(
        chest=capfirst(with_article(chest.title)), tasks=tasks
    )


def solved_text(riddle: RoomPuzzle, freed: Iterable[Chest]) -> str:
    """Return the text for a solved puzzle, and for the chests beside it that open now."""
    lines = [_("|g{puzzle} is solved.|n").format(puzzle=capfirst(with_article(riddle.title)))]
    lines += [
        _("Something clicks: {chest} can be opened now.").format(chest=with_article(chest.title))
        for chest in freed
    ]
    return " ".join(lines)


def riddle_hints(room: RoomObject | None) -> str:
    """Return how the answers of a room's unsolved riddles begin; empty if there is no riddle."""
    if (dungeon_room := dungeon_at(room)) is None:
        return ""
    state, number = dungeon_room
    riddles = state.site.rooms[number].puzzles
    answers = [
        riddle.answers[0] for riddle in riddles if riddle.answers and not state.has(riddle.word)
    ]
    return "\n".join(map(_hint, answers))


def _hint(answer: str) -> str:
    number = len(answer.replace(" ", ""))
    text = ngettext(
        "The answer has {n} letter, and the first is {letter}.",
        "The answer has {n} letters, and the first is {letter}.",
        number,
    )
    return text.format(n=number, letter=answer[:1].upper())


def inventory_lines(state: DungeonState) -> list[str]:
    """Return everything that the players in a dungeon have, each thing in words."""
    words = []
    if state.keys > 0:
        text = ngettext("{n} small key", "{n} small keys", state.keys)
        words.append(text.format(n=state.keys))
    plain = {BIG: _("the big key"), MAP: _("the map"), COMPASS: _("the compass")}
    words += [name for word, name in plain.items() if state.has(word)]
    items = (w for w, number in state.inventory.items() if w.startswith(ITEM) and number)
    return words + [thing_in_words(word) for word in sorted(items)]


def possessions_line(state: DungeonState) -> str:
    """Return one line with everything that the players have; empty if they have nothing."""
    if not (things := inventory_lines(state)):
        return ""
    return _("You have {things}.").format(things=iter_to_str(things, endsep=_("and")))


def goal_text(site: Site) -> str:
    """Return the text in the last room."""
    if not site.has_word(BOSS):
        return _("|gThis is the end of the dungeon. You have made it.|n")
    text = _("|gThis is the end of the dungeon. {boss} is beaten: you have made it.|n")
    return text.format(boss=capfirst(with_article(site.title(BOSS))))


def way_out_text(outside: str) -> str:
    """Return the text about the way out; `outside` is the name of the room where it leads."""
    return _("From anywhere in here, |wout|n takes you back to {place}.").format(place=outside)


# --- fights


def invulnerable_text(state: DungeonState, foe: Enemy, words: Iterable[str]) -> str:
    """Return why an enemy cannot be beaten yet; `words`, such as `item:rope`, are what it needs."""
    tasks = iter_to_str([task_text(state.site, word) for word in words], endsep=_("and"))
    return _("You cannot harm {foe} yet: first {tasks}.").format(
        foe=with_article(foe.title), tasks=tasks
    )


def hearts_text(state: DungeonState, looker: Looker) -> str:
    """Return a text about the hearts that a character has left; empty if it has lost none."""
    if not (lost := state.record.wounds.get(str(looker.pk), 0)):
        return ""
    left = max(1, HEARTS - lost)
    text = ngettext(
        "You have {n} of {all} hearts left.", "You have {n} of {all} hearts left.", left
    )
    return f"|r{text.format(n=left, all=HEARTS)}|n"


# --- lessons: at most one for a room, when a player first sees the thing in question


def next_lesson(state: DungeonState, number: int, known: Collection[str]) -> str:
    """Return the word of a lesson in a room that is not in `known`: `chest`; empty if none is."""
    return next((word for word in _seen(state, number) if word not in known), "")


def give_lesson(character: Character, room: RoomObject, text: str) -> None:
    """Let the text of a room end with the lesson `text` for a character; "" ends that."""
    character.ndb.xyzgrid_lesson = (room, text) if text else None


def lesson_at(character: Character, room: RoomObject) -> str:
    """Return the lesson at the end of a room's text; empty if there is none."""
    where, text = (character and character.ndb.xyzgrid_lesson) or (None, "")
    return text if where == room else ""


def lesson_text(state: DungeonState, number: int, word: str) -> str:
    """Return the text of the lesson `word`, such as `chest`, in the room `number`."""
    texts = {
        "map": _("|wmap|n shows the rooms that you have visited and lists what is shut."),
        "chest": _(
            "A chest: |wopen chest|n takes what is in it. What you find belongs to everybody "
            "in here with you, and nobody can lose it."
        ),
        "foe": _(
            "An enemy bars the way, and shows what it is about to do: |wattack|n when it is off "
            "guard, |wguard|n against a blow, |wdodge|n when it comes with its whole weight."
        ),
        "riddle": _("A riddle: type |wanswer|n and a word, as often as you like. |whint|n helps."),
        "board": _(
            "A puzzle: |wplay|n shows its board, |whelp play|n lists its keys, and |wstop|n "
            "leaves it."
        ),
        "key": _("A locked door: any small key opens it, and chests hold small keys."),
        "shut": _(
            "A way that is shut tells you what it needs: find that elsewhere, and come back "
            "with it."
        ),
    }
    if word == "foe" and not _bars(state, number):
        texts["foe"] = _(
            "You can walk past this enemy, or fight: |wattack|n when it is off guard, |wguard|n "
            "against a blow, |wdodge|n when it comes with its whole weight."
        )
    return f"|c{texts[word]}|n"


def _bars(state: DungeonState, number: int) -> bool:
    """Whether an enemy of a room keeps one of its exits shut."""
    foes = {foe.word for foe in state.site.rooms[number].enemies}
    links = (link for link in state.site.links.values() if link.source == number)
    return any(foes.intersection(state.closed_by(link)) for link in links)


def has_foe(state: DungeonState, number: int) -> bool:
    """Whether an enemy that is not beaten is in a room."""
    return any(not state.has(foe.word) for foe in state.site.rooms[number].enemies)


def _seen(state: DungeonState, number: int) -> Iterator[str]:
    """Yield the possible lessons in a room, the most urgent first."""
    room = state.site.rooms[number]
    if has_foe(state, number):
        yield "foe"
    for riddle in room.puzzles:
        if not state.has(riddle.word):
            yield "riddle" if riddle.answers else "board"
    if any(not state.record.has_taken(number, chest.number) for chest in room.chests):
        yield "chest"
    links = [link for link in state.site.links.values() if link.source == number]
    closed = [word for link in links for word in state.closed_by(link)]
    if SMALL in closed:
        yield "key"
    elif closed:
        yield "shut"
    yield "map"


# --- visits


_TOLD = 5  # changes


def begun_again_text() -> str:
    """Return the text for a player who returns to a dungeon that was reset meanwhile."""
    return _("|yThis dungeon was reset since you left:|n its doors are shut and its chests full.")


def changes_text(live: Live, state: DungeonState, taken: int, opened: int) -> str:
    """Return what was done in a dungeon since only `taken` things and `opened` doors were."""
    lines = [*_taken(state, taken), *_opened(live, state, opened)]
    if not lines:
        return _("Nothing has changed here since you left.")
    if more := len(lines[_TOLD:]):
        text = ngettext("{number} more change", "{number} more changes", more)
        lines = [*lines[:_TOLD], text.format(number=more)]
    return _("Since you left: {changes}.").format(changes=iter_to_str(lines, endsep=_("and")))


def _taken(state: DungeonState, since: int) -> Iterator[str]:
    for taken_word in state.record.taken[since:]:
        room, _dot, number = taken_word.partition(".")
        word = state.site.rooms[int(room)].gives[int(number)].what
        if word.startswith(KILL):
            yield _("{foe} beaten").format(foe=with_article(state.site.title(word)))
        elif word.startswith(PUZZLE):
            yield _("{puzzle} solved").format(puzzle=with_article(state.site.title(word)))
        else:
            yield _("{thing} found").format(thing=thing_in_words(word))


def _opened(live: Live, state: DungeonState, since: int) -> Iterator[str]:
    for door in state.record.opened[since:]:
        link = next(link for link in state.site.links.values() if door_of(link) == door)
        room = name_with_place(live, (state.key, int(link.source)))
        yield _("the exit {exit} in {room} unlocked").format(exit=link.exit, room=room)


def end_text(score: DungeonScore, place: int | None) -> str:
    """Return the text at the end of a dungeon; `place` is that in its table, None without."""
    lines = [_("|gThe dungeon is won!|n {finds}.").format(finds=capfirst(_finds(score)))]
    if score.seconds:
        text = _("|gThe dungeon is won in {time}!|n {finds}.")
        time, finds = _duration_text(score.seconds), capfirst(_finds(score))
        lines = [text.format(time=time, finds=finds)]
    if score.tier:
        lines.append(_("That was depth {depth}: |wdescend|n goes deeper.").format(depth=score.tier))
    if place is not None:
        text = _("That puts you in place {place} in the scores: |wdungeon scores|n.")
        lines.append(text.format(place=place))
    return " ".join(lines)


def _duration_text(seconds: int) -> str:
    """Return a duration as text: `14 minutes 5 seconds`, `1 hour 2 minutes`."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    parts = [
        ngettext("{n} hour", "{n} hours", hours).format(n=hours) if hours else "",
        ngettext("{n} minute", "{n} minutes", minutes).format(n=minutes) if minutes else "",
        ngettext("{n} second", "{n} seconds", rest).format(n=rest) if rest and not hours else "",
    ]
    return " ".join(filter(None, parts))


def _finds(score: DungeonScore) -> str:
    text = _("{found} of {of} things found, {seen} of {rooms} rooms seen")
    return text.format(found=score.found, of=score.of, seen=score.seen, rooms=score.rooms)


def scores_text(looker: Looker, name: str, rows: Sequence[DungeonScore]) -> str:
    """Return the table of the best times in the dungeon `name`, for a looker's screen."""
    if not rows:
        return _("Nobody has reached the end of {map} yet.").format(map=name)
    title = _("The quickest through {map}").format(map=name)
    heads = (_("who"), _("time"), _("found"), _("seen"), _("day"))
    cells = [
        (
            raw(", ".join(row.names)),
            _duration_text(row.seconds),
            (f"{row.found}/{row.of}", _finds(row)),
            (f"{row.seen}/{row.rooms}", ""),
            (row.date, ""),
        )
        for row in rows
    ]
    return screens.ranking_table(looker, title, heads, cells)


def deepest_text(looker: Looker, rows: Sequence[DungeonScore]) -> str:
    """Return the table of today's descents; empty if nobody has won one."""
    if not rows:
        return ""
    heads = (_("who"), _("depth"), _("time"))
    depth = _("depth {depth}")
    cells = [
        (
            raw(", ".join(row.names)),
            (row.tier, depth.format(depth=row.tier)),
            _duration_text(row.seconds),
        )
        for row in rows
    ]
    return screens.ranking_table(looker, _("Today's descents, the deepest first"), heads, cells)


def tables_text(names: Sequence[str]) -> str:
    """Return the text that lists the dungeons, by title, whose tables have entries."""
    if not names:
        return _("Nobody has reached the end of a dungeon yet.")
    text = iter_to_str([f"|w{name}|n" for name in names], endsep=_("and"))
    return _("There are scores for {names}: |wdungeon scores <name>|n.").format(names=text)

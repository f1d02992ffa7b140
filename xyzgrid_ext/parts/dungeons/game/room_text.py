"""The inside of a dungeon room as a picture and in words, shown below the room's text.

    +----k----+  ! the bats: attack
    | $  .  ? |  ? the frozen tank, a board: play
    | .  !  .    $ the fish basket, shut: open chest
    | .  .  . |  k north: locked, a small key opens it
    +---------+  You have 1 small key.

It stands in place of the map, in rooms where something is left to do. A screen reader gets only
the words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from evennia.utils.ansi import strip_ansi

from xyzgrid_ext.core.grid.descriptions import words_in
from xyzgrid_ext.core.markup import commands_in
from xyzgrid_ext.core.view.fitting import wrap_text
from xyzgrid_ext.game.base.evennia_types import Character, ClientSession, Looker, RoomObject
from xyzgrid_ext.game.base.language import translating_for
from xyzgrid_ext.game.protocols import subscriptions
from xyzgrid_ext.game.protocols.client_updates import send_words
from xyzgrid_ext.game.text import screenreader
from xyzgrid_ext.game.text.screenreader.text import as_sentence, paragraphs
from xyzgrid_ext.game.text.screens import client_width, is_drawn
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.parts.dungeons.core import lock_letter
from xyzgrid_ext.parts.dungeons.core.masks import SLOTS, Side
from xyzgrid_ext.parts.dungeons.core.site import ITEM, Fixture, Inside
from xyzgrid_ext.parts.dungeons.game import fight_text
from xyzgrid_ext.parts.dungeons.game import text as dungeon_words
from xyzgrid_ext.parts.dungeons.game.state import (
    TREASURE_SYMBOL,
    WAY_OUT_SYMBOL,
    DungeonState,
    dungeon_at,
    outside_room,
)
from xyzgrid_ext.parts.proof.core import Link

INSIDE_WORD = "inside"
"""The word by which clients subscribe to pictures of rooms of dungeons, as data."""
_CHEST, _OPEN, _FOE, _PUZZLE, _OBSTACLE = "$", "_", "!", "?", "~"
_FREE, _BEATEN = ".", ","
_COLOURS = {_CHEST: "|y", _FOE: "|r", _PUZZLE: "|c", "k": "|y", "K": "|y", "i": "|m", "x": "|r"}
_SIDES = {"north": Side.NORTH, "west": Side.WEST, "east": Side.EAST, "south": Side.SOUTH}
_INDENT = 2  # Evennia leaves no more blanks in a row within a line


def footer(room: RoomObject, looker: Looker) -> str:
    """Return what stands below a room's text: its picture, legend …; empty outside dungeons."""
    if (dungeon_room := dungeon_at(room)) is None:
        return ""
    state, number = dungeon_room
    lines = [_inside_text(state, number, looker)]
    outside = outside_room(current(), state.key)
    if outside is not None and number in (state.site.start, state.site.goal):
        lines.append(dungeon_words.way_out_text(hooks.display_name(outside, looker)))
    return "\n".join(filter(None, [*lines, dungeon_words.lesson_at(looker, room)]))


def _inside_text(state: DungeonState, number: int, looker: Looker) -> str:
    """Return the picture of a room with its legend beside it.

    For a screen reader, and for a client that draws the picture itself, return only the legend.
    """
    room = state.site.rooms[number]
    legend = list(_things(state, number))
    had = dungeon_words.possessions_line(state), dungeon_words.hearts_text(state, looker)
    held = " ".join(filter(None, had))
    end = [dungeon_words.goal_text(state.site)] if number == state.site.goal else []
    if screenreader.is_on(looker):
        # the list of exits says what shuts them
        return "\n".join(filter(None, [paragraphs(text for _symbol, text in legend), held, *end]))
    legend += _locks(state, number)
    if not has_picture(state, number, looker):
        done = (_OPEN, _BEATEN) if room.fixtures else ()  # of these the room's text tells
        texts_shown = (text for symbol, text in legend if symbol not in done)
        return "\n".join(filter(None, [*map(as_sentence, texts_shown), held, *end]))
    drawing = _room_picture(state, number)
    wide = max(map(len, drawing))
    texts = [f"{_coloured(symbol)} {text}" for symbol, text in legend]
    beside = client_width(looker) - wide - _INDENT
    lines = _lines([*texts, *_obstacles(room), held], beside)
    rows = []
    for place in range(max(len(drawing), len(lines))):
        left = drawing[place] if place < len(drawing) else " " * wide
        right = lines[place] if place < len(lines) else ""
        left = "".join(map(_coloured, left))
        rows.append(f"{left}{' ' * _INDENT}{right}".rstrip())
    return "\n".join([*rows, *end])


def has_picture(state: DungeonState, number: int, looker: Looker) -> bool:
    """Whether the text of a room has a picture of its inside: something is left to do there."""
    if screenreader.is_on(looker) or is_drawn(looker, INSIDE_WORD):
        return False  # the symbols are beside the client's own picture
    return any(symbol in (_CHEST, _FOE, _PUZZLE) for symbol, _text in _things(state, number))


def thing_text(state: DungeonState, number: int, wanted: str) -> str:
    """Return the text about the thing in a room whose name has the words `wanted`, or ""."""
    words = set(words_in(wanted))
    lines = [
        text
        for _symbol, text in _things(state, number)
        if words <= {*words_in(text), *words_in(text.replace("-", " "))}
    ]
    return "\n".join(capfirst(f"{line}.") for line in lines) if words else ""


def _inside_data(state: DungeonState, number: int) -> dict[str, Any]:
    """Return the picture as rows, its legend with the commands in it, and what was found."""
    legend = [*_things(state, number), *_locks(state, number)]
    foes = [foe for foe in state.site.rooms[number].enemies if not state.has(foe.word)]
    return {
        "rows": _room_picture(state, number) if state.site.rooms[number].fixtures else [],
        "legend": [[s, strip_ansi(text), commands_in(text)] for s, text in legend],
        "held": [strip_ansi(text) for text in dungeon_words.inventory_lines(state)],
        "fight": [{"enemy": foe.title, "sign": fight_text.sign_text(state, foe)} for foe in foes],
    }


def chart_legend(state: DungeonState, shown: Collection[str], instead: str = "") -> list[str]:
    """Return lines that explain the symbols `shown` on a dungeon's map, or `instead` of each."""
    needs = (word for link in state.site.links.values() for word in link.needs)
    item = next((word for word in needs if word.startswith(ITEM)), "")
    meanings = {
        "k": dungeon_words.short_lock_text("smallkey"),
        "K": dungeon_words.short_lock_text("bigkey"),
        "i": dungeon_words.short_lock_text(item),
        "x": dungeon_words.short_lock_text("kill:"),
        TREASURE_SYMBOL: _("something to take"),
        WAY_OUT_SYMBOL: _("way out"),
    }
    return [f"|w{instead or s}|n {text}" for s, text in meanings.items() if s in shown]


def _room_picture(state: DungeonState, number: int) -> list[str]:
    """Return five lines: walls with doors, and the contents of the nine slots."""
    room = state.site.rooms[number]
    cells = _cells(state, number, room)
    rows = ["  ".join(cells[row : row + 3]) for row in (0, 3, 6)]
    doors = dict(_doors(state, number))
    north, south = (doors.get(side, "-") for side in (Side.NORTH, Side.SOUTH))
    west, east = (doors.get(side, "|") for side in (Side.WEST, Side.EAST))
    return [
        f"+----{north}----+",
        f"| {rows[0]} |",
        f"{west} {rows[1]} {east}",
        f"| {rows[2]} |",
        f"+----{south}----+",
    ]


def _cells(state: DungeonState, number: int, room: Inside) -> list[str]:
    """Return the visible thing in each slot; nothing overlaps, so the order does not matter."""
    cells = [_FREE] * 9
    symbols = _symbols(state, number, room)
    for part in room.fixtures:
        symbol = symbols.get(part, _OBSTACLE if part.kind == "obstacle" else _FREE)
        for place, slot in enumerate(SLOTS):
            if part.mask.bits & slot.bits and cells[place] == _FREE:
                cells[place] = symbol
    return cells


def _symbols(state: DungeonState, number: int, room: Inside) -> dict[Fixture, str]:
    """Return the changeable symbols: of opened chests, beaten enemies and solved puzzles."""
    symbols = {}
    chests, foes, riddles = iter(room.chests), iter(room.enemies), iter(room.puzzles)
    for part in room.fixtures:
        if part.kind == "treasure" and (chest := next(chests, None)):
            symbols[part] = _OPEN if state.record.has_taken(number, chest.number) else _CHEST
        elif part.kind == "enemy" and (foe := next(foes, None)):
            symbols[part] = _BEATEN if state.has(foe.word) else _FOE
        elif part.kind == "puzzle" and (riddle := next(riddles, None)):
            symbols[part] = _FREE if state.has(riddle.word) else _PUZZLE
    return symbols


def _doors(state: DungeonState, number: int) -> Iterator[tuple[Side, str]]:
    for link in _links(state, number):
        if link.exit in _SIDES:
            shut = state.closed_by(link)
            yield _SIDES[link.exit], lock_letter(shut[0]) if shut else " "
    if number == state.site.start:
        yield Side.SOUTH, " "


def _links(state: DungeonState, number: int) -> list[Link]:
    return [link for link in state.site.links.values() if link.source == number]


def _things(state: DungeonState, number: int) -> Iterator[tuple[str, str]]:
    """Return symbols with meanings in words; the symbol is empty for a thing without a slot."""
    room = state.site.rooms[number]
    for foe in room.enemies:
        is_beaten = state.has(foe.word)
        text = _("{foe}: |wattack|n, |wguard|n or |wdodge|n. {sign}")
        if is_beaten:
            text = _("{foe}, beaten")
        title = dungeon_words.with_article(foe.title)
        if foe.is_boss:
            title = _("{foe}, boss of this place").format(foe=title)
        sign = fight_text.sign_text(state, foe).rstrip(".")
        yield _BEATEN if is_beaten else _FOE, text.format(foe=title, sign=sign)
    for riddle in room.puzzles:
        if state.has(riddle.word):
            continue
        text = _("{puzzle}, a board: type |wplay|n")
        if riddle.answers:
            text = _("{puzzle}, a riddle: type |wanswer <word>|n")
        yield _PUZZLE, text.format(puzzle=dungeon_words.with_article(riddle.title))
    for chest in room.chests:
        taken = state.record.has_taken(number, chest.number)
        where = f" {chest.where}" if chest.where else ""
        if chest.title.startswith("hook"):
            if not taken:
                item = dungeon_words.thing_in_words(chest.give.what)
                yield _CHEST, _("{item} hangs on a hook: |wopen hook|n").format(item=item)
        elif taken:
            yield (
                _OPEN,
                _("{chest}{where}, open").format(
                    chest=dungeon_words.with_article(chest.title), where=where
                ),
            )
        else:
            text = _("{chest}{where}, shut: |wopen chest|n")
            yield _CHEST, text.format(chest=dungeon_words.with_article(chest.title), where=where)


def _locks(state: DungeonState, number: int) -> Iterator[tuple[str, str]]:
    """Yield the letter of each shut door, and a text about what keeps it shut."""
    for link in _links(state, number):
        if shut := state.closed_by(link):
            why = ", ".join(dungeon_words.lock_text(state.site, word) for word in shut)
            yield lock_letter(shut[0]), _("{exit}: {why}").format(exit=link.exit, why=why)


def _obstacles(room: Inside) -> Iterator[str]:
    """Return what the symbol of obstacles means, if the room has any."""
    if obstacles := [part.title for part in room.fixtures if part.kind == "obstacle"]:
        yield f"{_OBSTACLE} {', '.join(dict.fromkeys(obstacles))}"


def _lines(texts: Iterable[str], width: int) -> list[str]:
    """Return texts, each wrapped to a width; leave out empty ones."""
    return [line for text in texts if text for line in wrap_text(text, width).split("\n")]


def _coloured(symbol: str) -> str:
    if symbol == "|":
        return "||"
    return f"{_COLOURS[symbol]}{symbol}|n" if symbol in _COLOURS else symbol


# --- for clients that draw it


def send_inside(session: ClientSession) -> None:
    """Send a session, at its request, the picture of the room its character is in."""
    with translating_for(session):
        now = _inside_of(session.puppet)
    if now:
        session.msg(xyzgrid_inside=((), now))


def tell_inside(character: Character) -> None:
    """Send the picture of a character's room to its subscribed sessions, if it has changed."""
    before: dict[str, Any] = character.ndb.xyzgrid_inside or {}
    with translating_for(character):
        now = _inside_of(character)
    if now == before:
        return
    is_another = bool(before) != bool(now)
    for session, words in subscriptions.subscribed_sessions(character):
        if is_another:  # in a dungeon there is more to be done
            send_words(session, words)
        if INSIDE_WORD in words:
            session.msg(xyzgrid_inside=((), now))


def _inside_of(character: Character) -> dict[str, object]:
    place = dungeon_at(character.location)
    now = {} if place is None else _inside_data(*place)
    character.ndb.xyzgrid_inside = now
    return now

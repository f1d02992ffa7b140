"""The rules of a map that is a dungeon: what its players know of it, its doors, its chart.

The kernel asks them in place of its own: see `game.parts.MapRules`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from evennia.utils.utils import iter_to_str

from xyzgrid_ext.core.grid import Grid, Sheet
from xyzgrid_ext.core.routes import Room
from xyzgrid_ext.core.view import Door, Sight
from xyzgrid_ext.game.base.evennia_types import Character, Looker, RoomObject
from xyzgrid_ext.game.base.open_locks import sees_all
from xyzgrid_ext.game.parts import MapRules
from xyzgrid_ext.parts.dungeons.core.site import OPTION
from xyzgrid_ext.parts.dungeons.game import notes, room_text, text
from xyzgrid_ext.parts.dungeons.game.state import (
    BIG,
    MAP,
    SMALL,
    DungeonState,
    dungeon_at,
    dungeon_sheet,
    may_open,
    outside_room,
    rooms_with_treasure,
    state_of,
)
from xyzgrid_ext.parts.proof.core import Link

if TYPE_CHECKING:
    from xyzgrid_ext.game.visibility.viewer import Viewer
    from xyzgrid_ext.game.world.world import Live

_TREASURES = 4  # that a compass tells


def rules_of_dungeon(grid: Grid) -> DungeonRules | None:
    """Return the rules of a dungeon; None for other maps."""
    return DungeonRules() if OPTION in grid.options else None


def _state(live: Live, key: str) -> DungeonState:
    state = state_of(live, key)
    assert state is not None  # its map has these rules
    return state


@dataclass(frozen=True)
class DungeonDoor:
    """A link of a dungeon (one way through an exit), with a door or without, and its state."""

    state: DungeonState
    link: Link

    @property
    def is_open(self) -> bool:
        """Whether nothing shuts it; who has the big key still has to turn it."""
        is_passed = BIG not in self.link.needs or self.link.target in self.state.record.seen
        return is_passed and not self.state.closed_by(self.link)

    def needs_and_state(
        self, who: Character | None, sees_all: bool
    ) -> tuple[tuple[str, ...], Door]:
        """Return (the words it still needs, its Door for a character); builders see all."""
        if not (shut := self.state.closed_by(self.link)):
            return (), Door.OPEN if self.link.needs else Door.NONE
        may = who is not None and all(may_open(self.state, word, who) for word in shut)
        return tuple(shut), Door.CLOSED if may or sees_all else Door.LOCKED

    def short_state(self) -> str:
        """Return its lock in a word or two; empty if nothing shuts it."""
        closed = self.state.closed_by(self.link)
        return text.short_lock_text(closed[0]) if closed else ""

    def shut_text(self, looker: Looker) -> str:
        """Return what shuts it, and what the looker has that opens it; empty if it is open."""
        texts = []
        for word in self.state.closed_by(self.link):
            if may_open(self.state, word, looker):
                lock = _("locked") if word == SMALL else _("shut")
                thing = text.thing_in_words(word)
                texts.append(_("{lock}, you have {thing}").format(lock=lock, thing=thing))
            else:
                texts.append(text.lock_text(self.state.site, word))
        return ", ".join(texts)

    def refusal(self, name: str, who: Character) -> str:
        """Return why somebody cannot go through the exit `name`; "" if nothing stops them."""
        state = self.state
        if sees_all(who):
            return ""
        closed = [word for word in state.closed_by(self.link) if not may_open(state, word, who)]
        why = iter_to_str([text.lock_text(state.site, word) for word in closed], endsep=_("and"))
        return _("You cannot go {exit}: {why}.").format(exit=name, why=why) if closed else ""

    def route_refusal(self, name: str, who: Character) -> str:
        """Return why no route uses the exit `name`; "" if routes may."""
        if refusal := self.refusal(name, who):
            return refusal
        if SMALL in self.state.closed_by(self.link):
            hint = _("A small key opens it: |wopen {exit}|n uses one up.")
            return hint.format(exit=name)
        if self.state.is_known(int(self.link.target)):
            return ""
        return _("Nobody has been there yet: go and see for yourself.")


class DungeonRules(MapRules):
    """What is known and allowed on a dungeon's map; see MapRules. One object serves them all."""

    shows_room_count = False
    is_public = False
    shows_exit_targets = False
    has_full_legend = True

    def kind(self) -> str:
        """Return what it is called by those who have not been there."""
        return _("a dungeon")

    def sight(self, live: Live, key: str, viewer: Viewer) -> Sight:
        """Return the rooms that its players have seen, or all if they have its map."""
        grid, state = live.grids[key], _state(live, key)
        if viewer.sees_all or state.has(MAP):
            return Sight(grid)
        here = viewer.here
        at = {here[1]} if here is not None and here[0] == key else set()
        return Sight(grid, frozenset(at.union(state.record.seen)).__contains__)

    def door(self, live: Live, key: str, link: int) -> DungeonDoor | None:
        """Return a link of the dungeon by its number; None for exits that lead out of it."""
        state = _state(live, key)
        dungeon_link = state.site.links.get(link)
        return None if dungeon_link is None else DungeonDoor(state, dungeon_link)

    def meets_need(self, live: Live, here: Room, link: int | None, word: str) -> bool | None:
        """Whether a condition of a text (`link` None) or an exit is met by what was done here.

        `word` is `smallkey`, `kill:3` …; `taken:N`, if pickup number N of the room was taken. None
        leaves the answer to others, such as what a character carries.
        """
        state = _state(live, here[0])
        kind, _sign, name = (part.strip() for part in word.partition(":"))
        if link is None:
            if kind == "taken":
                return name.isdecimal() and state.record.has_taken(here[1], int(name))
            is_met = state.has(word)
        elif (dungeon_link := state.site.links.get(link)) is None:
            return None
        else:
            is_met = state.is_unlocked(dungeon_link, word) or (word == SMALL and state.keys > 0)
        return is_met or (False if state.site.has_word(word) and kind != "item" else None)

    def is_known_exit(self, live: Live, here: Room, link: int | None) -> bool:
        """Whether the players know the room behind an exit; if that leads out, the exit."""
        state = _state(live, here[0])
        if link is not None and (dungeon_link := state.site.links.get(link)) is not None:
            return state.is_known(int(dungeon_link.target))
        return here[1] in state.record.seen

    def may_route(self, live: Live, here: Room, link: int | None) -> bool:
        """Whether a route may use an exit: it is known, and going through uses up no key."""
        door = None if link is None else self.door(live, here[0], link)
        opens = door is None or SMALL not in door.state.closed_by(door.link)
        return opens and self.is_known_exit(live, here, link)

    def chart(
        self, live: Live, key: str, sight: Sight, z: int, sheet: Sheet, rooms: Iterable[int] | None
    ) -> Sheet:
        """Return the drawing of level `z` with shut doors and, for a compass, treasures."""
        return dungeon_sheet(_state(live, key), sight, z, sheet, rooms)

    def symbol_meanings(
        self, live: Live, key: str, symbols: Collection[str], covering: str = ""
    ) -> list[str]:
        """Return the meanings of symbols on the chart; `covering` is shown instead of them."""
        return room_text.chart_legend(_state(live, key), symbols, covering)

    def lines_below_map(self, live: Live, key: str, looker: Looker) -> list[str]:
        """Return what the players have, and what is shut."""
        return notes.below_map(live, looker, key)

    def nearby_line(self, live: Live, here: Room) -> str:
        """Return the directions to pickups, for a player with a compass: `2 east`."""
        grid, state = live.grids[here[0]], _state(live, here[0])
        x, y, z = grid.coord(here[1])
        rooms = rooms_with_treasure(state, range(*grid.rooms_of_level(z)))
        places = [grid.coord(number) for number in rooms if number != here[1]]
        places.sort(key=lambda c: (abs(c.x - x) + abs(c.y - y), c))
        directions = [_apart(place.x - x, place.y - y) for place in places[:_TREASURES]]
        if not directions:
            return ""
        return _("The compass shows where there is something to take: {places}.").format(
            places="; ".join(directions)
        )

    def detail_text(self, live: Live, here: Room, wanted: str) -> str:
        """Return the text about a foe, a riddle or a chest with the words `wanted`, or ""."""
        return room_text.thing_text(_state(live, here[0]), here[1], wanted)

    def hint(self, live: Live, here: Room, who: Character) -> str:
        """Return how the answers of unsolved riddles begin."""
        return text.riddle_hints(live.object(here))

    def way_out(self, live: Live, key: str) -> RoomObject | None:
        """Return the room outside a dungeon's entrance; None if there is none."""
        return outside_room(live, key)

    def unlock_advice(self) -> str:
        """Return the command that lists what is shut."""
        return _("|wnotes|n shows what opens them.")

    def hides_map(self, live: Live, here: Room, looker: Looker) -> bool:
        """Whether no map is shown, since the picture of the room's inside is."""
        return room_text.has_picture(_state(live, here[0]), here[1], looker)

    def inventory_line(self, live: Live, key: str) -> str:
        """Return a line with what the players of the dungeon have found; empty for nothing."""
        return text.possessions_line(_state(live, key))


def progress_lines(live: Live, character: Character) -> Iterator[str]:
    """Yield a line on how much was seen and done in the dungeon of a character; else nothing."""
    if (inside := dungeon_at(character.location)) is not None:
        state = inside[0]
        seen, done = len(state.record.seen), len(state.record.taken)
        rooms = ngettext("{number} room seen", "{number} rooms seen", seen).format(number=seen)
        things = ngettext("{number} thing done", "{number} things done", done).format(number=done)
        line = _("In {map}: {rooms}, {things}. Type |wnotes|n to see what is left.")
        if state.record.ended is not None:
            line = _("In {map}: {rooms}, {things}. It is won.")
        yield line.format(map=live.grids[state.key].title, rooms=rooms, things=things)


def _apart(x: int, y: int) -> str:
    """Return the distance between two places along the axes of a dungeon."""
    parts = []
    if y:
        parts.append(f"{abs(y)} " + (_("north") if y > 0 else _("south")))
    if x:
        parts.append(f"{abs(x)} " + (_("east") if x > 0 else _("west")))
    return ", ".join(parts)

"""The doors of the game: one record for the two exits of a door, and its state of play.

    exit `north` of the Hall  ─┐            file   name, key, closes …: Attribute `door`
                               ├─ a door    play   open, locked, due: Attribute `state`, category
    exit `south` of the Vault ─┘                   `door`, of the first of the two exits

The state is kept apart from what the file says, so no spawn changes it. There is one timer: for the
door that closes next.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from evennia.objects.models import ObjectDB

from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.core.view import Door as DoorState
from xyzgrid_ext.game.base import settings, task
from xyzgrid_ext.game.base.evennia_types import Character, ExitObject
from xyzgrid_ext.game.base.language import lazy_text
from xyzgrid_ext.game.base.open_locks import sees_all
from xyzgrid_ext.game.base.signals import objects_changed, room_changed
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.db import objects, rooms
from xyzgrid_ext.game.text.descriptions import without_article
from xyzgrid_ext.game.text.messages import tell_room
from xyzgrid_ext.game.visibility.needs import carried_item
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.per_world import PerWorld
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.parts.doors.core_part import ATTRIBUTE, DOOR, NAME, opposite_first
from xyzgrid_ext.parts.doors.settings import SYMBOLS

STATE, CATEGORY = "state", "door"
FOUND = "found"
"""The category of a character's tags that name the hidden doors it has found."""


_TO_ACTOR = {  # what is read by who does it
    "open": lazy("You open the {door}."),
    "close": lazy("You close the {door}."),
    "lock": lazy("You lock the {door}."),
    "unlock": lazy("You unlock the {door}."),
    "knock": lazy("You knock on the {door}."),
}
_OTHERS = {  # by others there
    "open": lazy("{name} opens the {door}."),
    "close": lazy("{name} closes the {door}."),
    "lock": lazy("{name} locks the {door}."),
    "unlock": lazy("{name} unlocks the {door}."),
    "knock": lazy("{name} knocks on the {door}."),
}
_BEYOND = {  # beyond the door
    "open": lazy("The {door} opens."),
    "close": lazy("The {door} closes."),
    "lock": lazy("A key turns in the {door}."),
    "unlock": lazy("A key turns in the {door}."),
    "knock": lazy("Somebody knocks on the {door}."),
}
_STATES = {  # in a list of exits, and in a legend
    DoorState.OPEN: (lazy("open"), lazy("open door")),
    DoorState.CLOSED: (lazy("closed"), lazy("closed door")),
    DoorState.LOCKED: (lazy("locked"), lazy("locked door")),
}


@dataclass(eq=False)
class DoorInPlay:
    """A door: the ids of its exits, the first of which keeps its state, and what the file says."""

    sides: tuple[int, ...]
    row: Record
    is_open: bool = False
    is_locked: bool = False
    due: float | None = None
    """When it closes by itself, in seconds since 1970."""

    # --- texts

    @property
    def state(self) -> DoorState:
        """Its state, for everybody who sees it."""
        if self.is_open:
            return DoorState.OPEN
        return DoorState.LOCKED if self.is_locked else DoorState.CLOSED

    def title(self, exit_name: str) -> str:
        """Return its name with that of an exit, `oak door north`, unless the exit is called so."""
        noun = str(self.row.get("name") or _(NAME))
        return exit_name if name_key(noun) in name_key(exit_name) else f"{noun} {exit_name}"

    def needs_and_state(self, who: Any, sees_all: bool) -> tuple[tuple[str, ...], DoorState]:
        """Return what a map shows of its exits: no words of `needs`, and its state."""
        return (), self.state

    def short_state(self) -> str:
        """Return its state in a word: `locked`."""
        return str(_STATES[self.state][0])

    def shut_text(self, looker: Any) -> str:
        """Return its state, and whether the looker has its key."""
        has_key = self.is_locked and looker is not None and self.key_of(looker) is not None
        return _("locked, you have the key") if has_key else self.short_state()

    def refusal(self, name: str, who: Any) -> str:
        """Return why it stops somebody at the exit `name`; empty if it does not."""
        if self.is_open or sees_all(who):
            return ""
        if not self.is_locked:
            closed = _("The {door} is closed. |wopen {exit}|n opens it.")
            return closed.format(door=self.title(name), exit=name)
        return self.route_refusal(name, who)

    def route_refusal(self, name: str, who: Any) -> str:
        """Return why no route uses the exit `name`: the door is locked; else empty."""
        if not self.blocks(who):
            return ""
        locked = _("The {door} is locked.").format(door=self.title(name))
        if self.key_of(who) is not None:
            locked += " " + _("You have the key: |wunlock {exit}|n.").format(exit=name)
        return locked

    def blocks(self, who: Any) -> bool:
        """Whether it is locked, and `who` is no builder, who may pass all doors."""
        return self.is_locked and not (who is not None and sees_all(who))

    # --- what is done with it

    def key_of(self, who: Character) -> Any | None:
        """Return the key that somebody carries for it; None without one."""
        return carried_item(who, str(name)) if (name := self.row.get("key")) else None

    def open_for(self, exit_obj: ExitObject, who: Character) -> None:
        """Open it, unless it is locked, for a character that is on an automatic walk."""
        if not self.is_open and not self.is_locked:
            self.do("open", exit_obj, who)

    def do(
        self, deed: str, exit_obj: ExitObject | None = None, who: Character | None = None
    ) -> None:
        """Open, close, lock, unlock it or knock on it; tell everybody on both sides.

        Args:
            deed: the word for it.
            exit_obj: the exit on whose side it is done.
            who: who does it; None: it happens by itself.
        """
        if deed != "knock":
            self.is_open = deed == "open"
            self.is_locked = deed == "lock"
            seconds = self.row.get("closes") if self.is_open else None
            self.due = None if seconds is None else time.time() + float(seconds)
            self._store()
        if who is not None and exit_obj is not None:
            who.msg(_TO_ACTOR[deed].format(door=self.title(exit_obj.key)))
        for pk in self.sides:
            if (side := objects.object_by_id(pk)) is None or (room := side.location) is None:
                continue
            text = _OTHERS[deed] if side is exit_obj and who is not None else _BEYOND[deed]
            unaware = {obj for obj in room.contents if not hooks.allows(side, obj, "view")}
            title = lazy_text(self.title, side.key)
            tell_room(room, text, but=[*unaware - {who}, who], by=who, name=who, door=title)

    def _store(self) -> None:
        keeper = objects.object_by_id(self.sides[0])
        if keeper is not None:
            row = {"open": self.is_open, "locked": self.is_locked, "due": self.due}
            keeper.attributes.add(STATE, row, category=CATEGORY)
        live = current()
        for pk in self.sides:
            if (side := objects.object_by_id(pk)) is not None:
                room_changed.send(sender=DoorInPlay, live=live, room=side.db_location_id)
        _doors.of(live).set_timer()


# --- all doors


class Doors:
    """The doors of one world."""

    def __init__(self) -> None:
        self._by_exit: dict[int, DoorInPlay] | None = None
        self._on_maps: dict[str, list[tuple[int, DoorInPlay]]] | None = None
        self._timer: Any = None

    def by_exit(self, live: Live) -> Mapping[int, DoorInPlay]:
        """Return exit id -> its door; four queries, at the first question."""
        if self._by_exit is None:
            self._by_exit = _read_doors()
            self.set_timer()
        return self._by_exit

    def read_again(self, live: Live) -> None:
        """Read the doors of exits that have changed, if they have been read."""
        if (before := self._by_exit) is None:
            return
        self._by_exit = self._on_maps = None
        for pk in self.by_exit(live).keys() - before.keys():
            live.ask(pk)

    def on_map(self, live: Live, key: str) -> Iterable[tuple[int, DoorInPlay]]:
        """Return (link, door) for the exits of the map `key` that have doors."""
        if self._on_maps is None and live.index is not None:
            self._on_maps = {}
            for pk, door in self.by_exit(live).items():
                if (link := live.index.links.get(pk)) is not None:
                    self._on_maps.setdefault(link[0][0], []).append((link[1], door))
        return (self._on_maps or {}).get(key, ())

    def set_timer(self) -> None:
        """Set the timer for the door that closes next by itself."""
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        times = [door.due for door in (self._by_exit or {}).values() if door.due is not None]
        if times:
            self._timer = task.call_later(max(0.0, min(times) - time.time()), _close_due)


_doors = PerWorld(Doors)


def doors_by_exit() -> Mapping[int, DoorInPlay]:
    """Return exit id -> its door, for all doors."""
    live = current()
    return _doors.of(live).by_exit(live)


def door_of(exit_obj: ExitObject) -> DoorInPlay | None:
    """Return the door of an exit; None without one."""
    return doors_by_exit().get(exit_obj.id)


def door_symbols(live: Live, key: str, z: int) -> dict[int, tuple[str, str]]:
    """Return link -> (symbol, meaning) that maps show for the doors of a level."""
    if not (on_map := _doors.of(live).on_map(live, key)):
        return {}
    marks = dict(zip(_STATES, settings.setting_value(SYMBOLS), strict=True))
    first, last = live.grids[key].rooms_of_level(z)
    source = live.grids[key].source
    return {
        link: (marks[door.state], str(_STATES[door.state][1]))
        for link, door in on_map
        if first <= source.item(link) < last
    }


def _return_exits(pks: Collection[int]) -> dict[int, list[int]]:
    """Return for each exit the exits that lead back from its target. Two queries per 900 exits."""
    columns = ("id", "db_location_id", "db_destination_id")
    exits = objects.rows_where(ObjectDB, columns, "id", sorted(pks))
    ends = {end for _pk, _start, end in exits if end is not None}
    beyond = objects.rows_where(ObjectDB, columns, "db_location_id", sorted(ends))
    back: dict[tuple[int, int], list[int]] = defaultdict(list)
    for pk, start, end in beyond:
        if end is not None:
            back[start, end].append(pk)
    return {pk: back.get((end, start), []) for pk, start, end in exits}


def _read_doors() -> dict[int, DoorInPlay]:
    values = rooms.attribute_values(ATTRIBUTE).items()
    rows = {pk: row for pk, row in values if isinstance(row, Mapping) and not DOOR.faults(row)}
    if not rows:
        return {}
    back, states = _return_exits(rows), rooms.attribute_values(STATE, CATEGORY)
    doors: dict[int, DoorInPlay] = {}
    for pk in sorted(back):
        if pk in doors:
            continue
        others = [other for other in back[pk] if other != pk and other not in doors]
        if len(others) > 1:
            others = opposite_first(_names(pk), [(other, _names(other)) for other in others])
        sides = tuple(sorted((pk, *others[:1])))
        state = next((states[side] for side in sides if side in states), rows[pk])
        is_open, is_locked = bool(state.get("open")), bool(state.get("locked"))
        door = DoorInPlay(sides, rows[pk], is_open, is_locked, state.get("due"))
        doors.update(dict.fromkeys(sides, door))
    return doors


def _names(pk: int) -> tuple[str, ...]:
    exit_obj = objects.object_by_id(pk)
    assert exit_obj is not None
    return (str(exit_obj.key), *exit_obj.aliases.all(), objects.direction_of(exit_obj) or "")


@surviving("doors")
def _close_due() -> None:
    now = time.time()
    due = {door for door in doors_by_exit().values() if door.due is not None and door.due <= now}
    for door in sorted(due, key=lambda door: door.sides):
        door.do("close")
    _doors.of(current()).set_timer()


def start() -> None:
    """Begin to let doors close by themselves; those that are overdue close now."""
    doors_by_exit()


def connect() -> None:
    """Connect the listener; calling it again has no effect."""
    objects_changed.connect(_on_objects_changed, dispatch_uid="xyzgrid.doors.changed")


@surviving("doors")
def _on_objects_changed(sender: Any, live: Live, **kwargs: Any) -> None:
    _doors.of(live).read_again(live)


# --- hidden doors


def hidden_exit_lock(row: object) -> str:
    """Return the lock of an exit whose door, given as its row, is hidden; empty for others."""
    hidden = _hidden(row)
    rule = f"tag({hidden}, {FOUND}) or perm(Builder)"
    # superusers do not bypass `call`, by which Evennia looks for commands
    return f"view:{rule};call:{rule} or attr(is_superuser, True)" if hidden else ""


def _hidden(row: object) -> str:
    return name_key(row.get("hidden") or "") if isinstance(row, Mapping) else ""


def reveal_doors(who: Character, text: str = "", behind: DoorInPlay | None = None) -> list[str]:
    """Have somebody find hidden doors where it is; return their titles.

    Args:
        who: who finds them.
        text: what is searched; empty for everything.
        behind: the door, the only one meant, through which it has come; None: all doors.
    """
    titles = []
    for exit_obj in () if who.location is None else who.location.contents_get(content_type="exit"):
        if (door := door_of(exit_obj)) is None or behind not in (None, door):
            continue
        hidden = _hidden(exit_obj.attributes.get(ATTRIBUTE))
        if not hidden or (text and without_article(text) != without_article(hidden)):
            continue
        if not hooks.allows(exit_obj, who, "view"):
            who.tags.add(hidden, category=FOUND)
            titles.append(door.title(exit_obj.key))
            room_changed.send(sender=DoorInPlay, live=current(), room=exit_obj.db_location_id)
    return titles

"""What the grid does when somebody moves, whatever the classes of characters, exits and rooms.

    who.move_to ─ enters     may they? needs of the exit, what parts say ── else a text
                ─ Evennia's own, with the hooks of all classes
                ─ left, arrived     just before `at_post_move`, which shows the room

Evennia's method is replaced, because no hook is sure to be called: classes of a game may know only
the contrib's, override hooks without calling `super`, or raise in them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any

from django.utils.translation import gettext as _
from evennia.contrib.grid.xyzgrid import xyzroom as contrib
from evennia.objects.objects import DefaultCharacter, DefaultObject

from xyzgrid_ext.core.grid.descriptions import puzzle_of_all_rooms, puzzle_solved_in
from xyzgrid_ext.game.base.evennia_types import Character, ExitObject, RoomObject
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.db import memory, objects
from xyzgrid_ext.game.parts import parts_with_row
from xyzgrid_ext.game.protocols import client_updates
from xyzgrid_ext.game.text import shut_exits
from xyzgrid_ext.game.travel import exploring, following
from xyzgrid_ext.game.visibility import needs
from xyzgrid_ext.game.visibility.viewer import visited_rooms
from xyzgrid_ext.game.world import hooks, puzzles
from xyzgrid_ext.game.world.current import current, running_world

_evennia_move_to = DefaultObject.move_to


def connect() -> None:
    """Replace Evennia's `move_to` of all objects; calling it again has no effect."""
    DefaultObject.move_to = _move_to


@dataclass
class Move:
    """A move of an object into a room, before, while and after it happens.

    Attributes:
        who: who moves.
        origin: the room that is left; None at a login.
        target: the room that is entered.
        kind: why, as `move_to` has it: `traverse`, `teleport` and so on.
        exit_obj: the exit, if there is one.
        is_noted: whether parts and clients have been told.
    """

    who: Character
    origin: Any | None
    target: Any
    kind: str
    exit_obj: ExitObject | None = None
    is_noted: bool = False

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Return a context for the move itself: `note` runs in it just before `at_post_move`.

        If a hook in it moves the object on, this move is noted before that one.
        """
        who, outer = self.who, _under_way.get(self.who)
        if outer is not None and who.location is outer.target:
            outer.note()
        _under_way[who], who.at_post_move = self, self._post_move
        leave = hooks.hook_guard(self.origin, "at_object_leave")
        receive = hooks.hook_guard(self.target, "at_object_receive")
        try:
            with leave, receive:
                yield
        finally:
            with suppress(AttributeError):  # the hook has run
                del who.at_post_move
            del _under_way[who]
            if outer is not None:
                _under_way[who], who.at_post_move = outer, outer._post_move

    def _post_move(self, *args: object, **kwargs: object) -> None:
        del self.who.at_post_move
        self.note()
        with hooks.safe_look(self.who):
            self.who.at_post_move(*args, **kwargs)

    def note(self) -> None:
        """Tell parts and clients of the move, if that was not done yet."""
        if not self.is_noted:
            self.is_noted = True
            if self.origin is not None:
                with surviving("departures"):
                    note_departure(self)
            with surviving("arrivals"):
                note_arrival(self)


_under_way: dict[
    object, Move
] = {}  # in no attribute: Evennia keeps objects in memory that have some


@wraps(_evennia_move_to)
def _move_to(
    self: Any,
    destination: Any,
    quiet: bool = False,
    emit_to_obj: object = None,
    use_destination: bool = True,
    to_none: bool = False,
    move_hooks: bool = True,
    move_type: str = "move",
    **kwargs: Any,
) -> bool:
    how = quiet, emit_to_obj, use_destination, to_none, move_hooks, move_type
    target = (destination and use_destination and destination.destination) or destination
    origin = self.location
    if not (move_hooks and destination and (_is_on_grid(origin) or _is_on_grid(target))):
        return bool(_evennia_move_to(self, destination, *how, **kwargs))
    move = Move(self, origin, target, move_type, kwargs.get("exit_obj"))
    if refusal := prepare_move(move):
        self.msg(refusal)
        if (exit_obj := move.exit_obj) is not None:  # which would tell it again in other words
            exit_obj.at_failed_traverse = partial(_silent_once, exit_obj)
        return False
    with move.noting():
        is_done = _evennia_move_to(self, destination, *how, **kwargs)
    if self.pk is not None and self.location is target and target is not move.origin:
        move.note()  # a hook has failed behind the door
    return bool(is_done)


def _silent_once(exit_obj: ExitObject, *args: object, **kwargs: object) -> None:
    del exit_obj.at_failed_traverse


def _is_on_grid(room: RoomObject) -> bool:
    """Whether a room is on the grid, or may be as soon as its land is drawn."""
    if isinstance(room, contrib.XYZRoom):
        return True
    live = running_world()  # without a query: this is asked in games that have no grid, too
    return live is not None and live.where(room) is not None


def prepare_move(move: Move) -> str:
    """Let parts make what a move needs, and return why it is refused; empty if it is not.

    Exits of our class have asked for their needs before; those of other classes ask only their
    locks.
    """
    if (
        move.exit_obj is not None
        and move.kind == "traverse"
        and needs.unmet_needs(move.exit_obj, move.who)
    ):
        return shut_exits.why_stopped(move.exit_obj, move.who)
    if move.kind == "traverse" and _lacks_part(move):
        return _("The map behind this exit is missing now.")
    return next(
        filter(None, (p.before_arrival(move) for p in parts_with_row("before_arrival"))), ""
    )


def _lacks_part(move: Move) -> bool:
    """Whether a move leads from the grid to rooms of a map that needs a part which is off.

    Rooms of a map that does not load for another reason are rooms still, as with the contrib.
    """
    live = current()
    if live.where(move.origin) is None or live.where(move.target) is not None:
        return False
    return live.lacks_part(objects.map_name_of(move.target) or "")


def note_departure(move: Move) -> None:
    """Note a departure: lead followers on, and tell the parts."""
    following.lead_followers(move.who, move.origin, move.exit_obj)
    for part in parts_with_row("left"):
        part.left(move)


def note_arrival(move: Move) -> None:
    """Note an arrival: remember rooms and wormholes, tell the parts, then clients."""
    live, who = current(), move.who
    here = live.where(move.target)
    if not isinstance(who, DefaultCharacter):
        return
    link = None if move.exit_obj is None else live.link_of(move.exit_obj)
    if link is not None and live.is_wormhole(*link):
        memory.learn_wormhole(who, live.wormhole_id(*link))
    if here is not None:
        for text in live.entry_texts(live.where(move.origin), here):
            who.msg(_(text))
        exploring.record_arrival(live, who, here)
        for part in parts_with_row("arrived"):
            part.arrived(move)
        grid = live.grids[here[0]]
        puzzles.note_arrival(move.target, who, puzzle_solved_in(grid, here[1]))
        if (whole := puzzle_of_all_rooms(grid)) and visited_rooms(live, who, here[0]).all():
            puzzles.note_arrival(move.target, who, whole)
        client_updates.tell_arrival(live, who)

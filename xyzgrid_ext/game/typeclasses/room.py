"""A room of the grid: what happens when somebody comes and goes, or it is deleted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import DatabaseError
from django.utils.translation import gettext as _
from evennia.objects.objects import DefaultCharacter

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import MapError
from xyzgrid_ext.core.grid.descriptions import solved_in
from xyzgrid_ext.game.base.language import speaking_to
from xyzgrid_ext.game.base.surviving import worker_faults
from xyzgrid_ext.game.boards import playing
from xyzgrid_ext.game.db import memory
from xyzgrid_ext.game.dungeons import actions, visits
from xyzgrid_ext.game.matrix_game import runs
from xyzgrid_ext.game.protocols import telling
from xyzgrid_ext.game.spawn import making, relocate
from xyzgrid_ext.game.text import matrix_words
from xyzgrid_ext.game.travel import exploring, following
from xyzgrid_ext.game.travel.traversal import is_passing
from xyzgrid_ext.game.typeclasses.room_appearance import RoomAppearance
from xyzgrid_ext.game.world import prefetch, solved
from xyzgrid_ext.game.world.drawing import UndrawnError, drawing, place_of
from xyzgrid_ext.game.world.world import Room


class XYZRoomMixin(RoomAppearance):
    """A room that knows its position and shows the map above its text."""

    def at_pre_object_receive(
        self, arriving_object: Any, source_location: Any, **kwargs: Any
    ) -> bool:
        """Somebody is about to come: of a lazy map the exits are made now, or nobody comes in."""
        if not super().at_pre_object_receive(arriving_object, source_location, **kwargs):  # type: ignore[misc]
            return False
        if told := self._made_whole(arriving_object):
            arriving_object.msg(told)
            teller: Any = kwargs.get("exit_obj") or self
            teller.ndb.has_told_why = True  # or Evennia tells it again
            return False
        return True

    def _made_whole(self, visitor: Any) -> str:
        """Make the room's exits on a lazy map, and read what a player sees; return a refusal."""
        live, here = self.live, self.live.where(self)
        try:
            if here is None and (place := place_of(self)) is not None:
                drawing.come_back(live, place)
                live = self.live  # which draws it, so it may be another
                here = live.where(self)
            is_cold = not prefetch.is_ready(self) and visitor.has_account
            if here is not None and (is_cold or here[0] in live.lazy):
                making.ensure(live, here)
        except UndrawnError:
            return str(_("The land is still being drawn there. Try again in a moment."))
        except (MapError, UsageError, DatabaseError) as err:
            worker_faults.note("rooms made on demand", err)
            return str(_("You cannot get there now. Ask a builder for help."))
        return ""

    def at_object_receive(
        self, moved_obj: Any, source_location: Any, move_type: str = "move", **kwargs: Any
    ) -> None:
        """Handle an arrival: remember the wormhole, and continue the matrix game."""
        self._made_whole(moved_obj)  # who logs in, comes without `at_pre_object_receive`
        super().at_object_receive(moved_obj, source_location, move_type=move_type, **kwargs)  # type: ignore[misc]
        if not isinstance(moved_obj, DefaultCharacter):
            return
        live, link = self.live, self._link(kwargs)
        if link is not None and live.is_wormhole(*link):
            memory.learn_wormhole(moved_obj, live.wormhole_id(*link))
        if (here := live.where(self)) is not None:
            live.draw_around(here)
            exploring.arrived(live, moved_obj, here)
            runs.arrived(live, moved_obj, here, link, source_location, move_type)
            visits.arrived(self, moved_obj, source_location, stays=not is_passing(moved_obj))
            solved.arrived(self, moved_obj, solved_in(self.live.grids[here[0]], here[1]))
            telling.arrived(self.live, moved_obj)

    def return_appearance(self, looker: Any, **kwargs: Any) -> str | None:
        """Return the text of the room; for whoever was put here without hooks, exits are made."""
        if looker is not None and looker.location is self and not is_passing(looker):
            self._made_whole(looker)
        return super().return_appearance(looker, **kwargs)

    def at_puzzle_solved(self, puzzle: str) -> bool:
        """Handle a board won here; return whether that concerns this room only."""
        return actions.solved(self, puzzle)

    def at_object_leave(
        self, moved_obj: Any, target_location: Any, move_type: str = "move", **kwargs: Any
    ) -> None:
        """Handle a departure: stand up from a machine, end a matrix game, lead followers on."""
        super().at_object_leave(moved_obj, target_location, move_type=move_type, **kwargs)  # type: ignore[misc]
        following.left(moved_obj, self, kwargs.get("exit_obj"))
        playing.gone(moved_obj)
        here = self.here
        if here is None or not isinstance(moved_obj, DefaultCharacter):
            return
        visits.left(self, moved_obj, target_location)
        if play := runs.left(self.live, moved_obj, here, target_location, move_type):
            with speaking_to(moved_obj):
                moved_obj.msg(matrix_words.left(play))

    def at_object_delete(self) -> bool:
        """Handle deletion: Evennia sends people home, and absent ones get another room."""
        if not super().at_object_delete():  # type: ignore[misc]
            return False
        relocate.resettle(self.live, self.pk)  # type: ignore[attr-defined]
        self.live.lose(self)
        return True

    def _link(self, move: Mapping[str, Any]) -> tuple[Room, int] | None:
        """Return the link of the exit that was taken; None if it does not belong to the grid."""
        via = move.get("exit_obj")
        return self.live.link_of(via) if via is not None else None

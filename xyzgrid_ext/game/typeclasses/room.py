"""A room of the grid: what happens at a login, and when it is deleted. For moves see `moves`."""

from __future__ import annotations

from typing import Any

from xyzgrid_ext.game.base.evennia_types import Looker
from xyzgrid_ext.game.parts import game_parts
from xyzgrid_ext.game.spawn import relocation
from xyzgrid_ext.game.typeclasses import moves
from xyzgrid_ext.game.typeclasses.room_appearance import RoomAppearance


class XYZRoomMixin(RoomAppearance):
    """A room that knows its position and shows the map above its text."""

    def at_object_receive(
        self, moved_obj: Any, source_location: object, move_type: str = "move", **kwargs: object
    ) -> None:
        """Handle a login, at which nobody moves: Evennia calls no other hook then."""
        super().at_object_receive(moved_obj, source_location, move_type=move_type, **kwargs)  # type: ignore[misc]
        if source_location is None:
            move = moves.Move(moved_obj, None, self, move_type)
            moves.prepare_move(move)
            moves.note_arrival(move)

    def return_appearance(self, looker: Looker, **kwargs: object) -> str:
        """Return the text of the room; if its looker was put here without hooks, make its exits."""
        if looker is not None and looker.location is self:
            moves.prepare_move(moves.Move(looker, None, self, "look"))
        return super().return_appearance(looker, **kwargs)

    def at_puzzle_solved(self, puzzle: str) -> bool:
        """Handle a puzzle solved here; return whether that concerns this room only."""
        return any(part.puzzle_solved(self, puzzle) for part in game_parts())

    def at_object_delete(self) -> bool:
        """Handle deletion: those whose home or last room this is get another one."""
        if not super().at_object_delete():  # type: ignore[misc]
            return False
        relocation.resettle(self.live, self.pk)
        return True

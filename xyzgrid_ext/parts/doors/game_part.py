"""What doors add to the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xyzgrid_ext.game.parts import GamePart
from xyzgrid_ext.parts.doors import commands, doors
from xyzgrid_ext.parts.doors.core_part import ATTRIBUTE

if TYPE_CHECKING:
    from xyzgrid_ext.game.typeclasses.moves import Move


def _before_arrival(move: Move) -> str:
    if move.exit_obj is None or move.kind != "traverse":
        return ""
    door = doors.door_of(move.exit_obj)
    return "" if door is None else door.refusal(move.exit_obj.key, move.who)


def _on_arrival(move: Move) -> None:
    if move.exit_obj is not None and (door := doors.door_of(move.exit_obj)) is not None:
        doors.reveal_doors(move.who, behind=door)


GAME = GamePart(
    "doors",
    commands=(
        commands.CmdClose,
        commands.CmdLock,
        commands.CmdUnlockDoor,
        commands.CmdKnock,
        commands.CmdSearch,
    ),
    connect=doors.connect,
    started=(doors.start,),
    before_arrival=_before_arrival,
    arrived=_on_arrival,
    exit_doors=doors.doors_by_exit,
    door_symbols=doors.door_symbols,
    open_thing=commands.open_door,
    looked_at=commands.search_here,
    open_help=commands.OPEN_HELP,
    locks={ATTRIBUTE: doors.hidden_exit_lock},
)

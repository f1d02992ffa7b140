"""What clients send besides lines: functions that Evennia calls by the name of the message.

Hook it up with INPUT_FUNC_MODULES += ["xyzgrid_ext.game.oob"].

    ["xyzgrid_key", ["left"], {}]     a key of the board that one plays: itself, its name, an arrow

By GMCP the same is `Xyzgrid.Key "left"`.
"""

from __future__ import annotations

from typing import Any

from xyzgrid_ext.core.board import control_of
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.game.machines import playing, sitting


def xyzgrid_key(session: Any, *keys: str, **options: Any) -> None:
    """Press keys, all in one cycle where the board takes several; no key lets a moment pass."""
    character = session.puppet
    machine = sitting.machine_of(character) if character is not None else None
    game = sitting.of(machine) if machine is not None else None
    if game is None:
        return  # a key that came too late
    controls = [control_of(game.board, str(key)) for key in keys[: playing.MOVES]]
    meant = [control.key for control in controls if control is not None]
    if keys and not meant:
        return
    moves = playing.moves_of(game.board, meant) if meant else [game.board.clock]
    try:
        playing.press(machine, moves)
    except GridError as error:
        character.msg(str(error))

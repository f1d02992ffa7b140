"""What the matrix game adds to the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xyzgrid_ext.game.base.language import translating_for
from xyzgrid_ext.game.parts import GamePart
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.parts.matrix_game.commands import CmdDaily
from xyzgrid_ext.parts.matrix_game.game import run_commands, runs, scores, text

if TYPE_CHECKING:
    from xyzgrid_ext.game.typeclasses.moves import Move


def _left(move: Move) -> None:
    """End the run of somebody who leaves the map."""
    live = current()
    here = live.where(move.origin)
    if here is not None and (
        play := runs.note_departure(live, move.who, here, move.target, move.kind)
    ):
        with translating_for(move.who):
            move.who.msg(text.departure_text(play))


def _arrived(move: Move) -> None:
    """Take the step of a run, or begin one."""
    live = current()
    here = live.where(move.target)
    assert here is not None  # the contract
    link = None if move.exit_obj is None else live.link_of(move.exit_obj)
    runs.note_arrival(live, move.who, here, link, move.origin, move.kind)


GAME = GamePart(
    "matrix_game",
    commands=(run_commands.CmdMoves, run_commands.CmdSave, run_commands.CmdRestart, CmdDaily),
    left=_left,
    arrived=_arrived,
    refusal=text.refusal,
    progress=text.best_lines,
    scores=run_commands.scores_steps,
    map_rules=text.rules_of_matrix,
    map_renamed=runs.rename_matrix,
    rooms_moved=runs.move_rooms,
    map_removed=scores.remove_table,
    room_lines=text.footer,
)

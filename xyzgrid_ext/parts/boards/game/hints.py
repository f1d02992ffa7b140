"""Hints at a machine: the next step of a solution, which counts as a move.

hint ─► a search in another thread, while others play ─► its solution ─► a step, told and counted
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from xyzgrid_ext.game.base import limits
from xyzgrid_ext.game.base.elsewhere import FEW, beside
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character
from xyzgrid_ext.game.base.language import speaking_to
from xyzgrid_ext.game.base.task import begin
from xyzgrid_ext.parts.boards.core.board import HINT, Move, Solution, advance
from xyzgrid_ext.parts.boards.game import outcome, session
from xyzgrid_ext.parts.boards.game import text as show
from xyzgrid_ext.parts.boards.game.files import MachineObject
from xyzgrid_ext.parts.boards.game.session import BoardSession


def ask(machine: MachineObject, game: BoardSession, player: Character) -> None:
    """Tell the player the next step, now or when it is found; the hint counts from then on.

    Raises:
        PlayerError: if there is no hint.
    """
    if not game.board.hints:
        raise PlayerError(_("There are no hints for this game."))
    if game.live:
        raise PlayerError(_("There are no hints in a timed game."))
    if game.is_over:
        raise PlayerError(_("This game is over."), outcome.what_next(game))
    if game.seeks:
        raise PlayerError(_("Please wait: the search is still running."))
    if not limits.may(player, "questions"):
        raise PlayerError(_("Not so fast, please."))
    if _frame(game) in game.ways:
        _tell(machine, game, player)
        return
    game.seeks, state, seed = True, game.play.state, game.play.seed

    def found(way: Solution) -> None:
        game.seeks = False
        if machine.ndb.board_session is game and session.player_of(machine) == player:
            with speaking_to(player):
                answer(way)

    def answer(way: Solution) -> None:
        if game.play.seed == seed:
            _learn(game, state, way)
        if _frame(game) in game.ways:
            _tell(machine, game, player)
        elif game.play.state != state:
            player.msg(_("You have moved since you asked. Ask for another hint."))
        else:
            player.msg(_no_way(game, way))

    begin(beside("hint sought", FEW, lambda: game.board.way(state)), found)


def _frame(game: BoardSession) -> tuple[str, ...]:
    return (str(game.play.seed), *game.board.frame(game.play.state))


def _learn(game: BoardSession, state: object, way: Solution) -> None:
    """Remember a solution, replacing the one before."""
    game.ways = {}
    for move in way.moves or ():
        game.ways[str(game.play.seed), *game.board.frame(state)] = move
        state = game.board.cycle(state, move)


def _tell(machine: MachineObject, game: BoardSession, player: Character) -> None:
    move: Move = game.ways[_frame(game)]
    game.play = advance(game.board, game.play, (HINT,))
    session.keep(machine)
    text = _("Try {keys}. (A hint counts as a move.)")
    player.msg(text.format(keys=show.move(game.board, move)))


def _no_way(game: BoardSession, way: Solution) -> str:
    if not way.decided:
        return _("No solution is known from here. This hint was free.")
    text = _("The game can no longer be won from here. This hint was free.")
    return (
        text
        + " "
        + (_("|wundo|n takes back a move.") if game.board.undoes else outcome.what_next(game))
    )

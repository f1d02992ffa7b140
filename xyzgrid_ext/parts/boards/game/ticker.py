"""The clock of live play: each board has its own deadline, all on Twisted's one reactor.

wind ──► deadline ──► tick ──► wind …        a deadline counts from the one before, not from
  ▲                     │                    when its tick was done: lateness does not add up
  └── key, player back  └── player gone, or idle for long: it stands
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as lazy

from xyzgrid_ext.game.base import task
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db.memory import CATEGORY
from xyzgrid_ext.parts.boards.core.board import tick
from xyzgrid_ext.parts.boards.game import outcome, session
from xyzgrid_ext.parts.boards.game.files import MachineObject
from xyzgrid_ext.parts.boards.game.session import BoardSession

_ASLEEP = 120.0  # seconds without a key after which the clock waits for the player
_LOOK, _LOOKS = 2.0, 30  # after a start: seconds between looks for the player, and their number


def schedule_tick(machine: MachineObject, game: BoardSession) -> None:
    """Start the wait for the next tick of a live game, if its player is there."""
    session.stop_ticks(game)
    player = session.player_in(machine, game) if game.live and not game.is_over else None
    if player is not None and player.sessions.count():
        _set(machine, game, None)


def _set(machine: MachineObject, game: BoardSession, since: float | None) -> None:
    """Set the next tick, counted from the last deadline or from now."""
    interval = game.board.tick_interval(game.play.state, game.seconds)
    if interval is None:
        return
    moment = session.monotonic_time()
    start = since if since is not None and moment - since < interval else moment
    game.clock_start, game.next_tick = moment, start + interval
    game.timer = task.call_later(game.next_tick - moment, _tick, machine)


def resume_all() -> None:
    """Continue live games after a server start, as soon as their players are back."""
    for machine in objects.objects_with(session.GAME, CATEGORY):
        with surviving("clocks of boards"):
            game = session.session_of(machine)
            if game is not None and game.live and not game.is_over:
                _resume(machine, _LOOKS)


@surviving("clocks of boards")
def _resume(machine: MachineObject, looks: int) -> None:
    """Look for players who come back after a reload, since no signal is sent then."""
    game: BoardSession | None = machine.ndb.board_session
    if game is None or machine.pk is None or game.timer is not None:
        return
    schedule_tick(machine, game)
    if game.timer is None and looks and session.player_of(machine) is not None:
        task.call_later(_LOOK, _resume, machine, looks - 1)


def _tick(machine: MachineObject) -> None:
    game: BoardSession | None = machine.ndb.board_session
    if game is None or machine.pk is None:
        return
    session.stop_ticks(game)
    player = session.player_in(machine, game)
    if player is None or not player.sessions.count():
        return  # it waits for its player, and nothing falls meanwhile
    if game.idle > _ASLEEP:
        session.store_game(machine)
        session.tell_all(machine, lazy("The game is paused. Press any key to go on."))
        return
    if game.is_too_long:
        session.tell_all(machine, lazy("This game has become too long to go on."))
        return
    with surviving("clocks of boards"):
        game.play = tick(game.board, game.play)
        outcome.finish_cycle(machine, game, forced=False)
    if machine.ndb.board_session is game and not game.is_over:
        _set(machine, game, since=game.next_tick)

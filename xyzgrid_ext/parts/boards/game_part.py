"""What boards add to the game."""

from __future__ import annotations

from django.utils.translation import gettext as _

from xyzgrid_ext.game.base.evennia_types import Character
from xyzgrid_ext.game.parts import GamePart
from xyzgrid_ext.parts.boards.game import (
    files,
    in_place,
    levels,
    machines,
    messages,
    playing,
    session,
    ticker,
)
from xyzgrid_ext.parts.boards.settings import LIMITS


def _connect() -> None:
    for module in (playing, messages, in_place):
        module.connect()


def _refusal(who: Character, word: str) -> str:
    if word not in ("moves", "chatter") or not session.machine_of(who):
        return ""
    return _("Exits do not work while you play: |whelp play|n lists the keys of the game.")


def _no_game(who: Character) -> str:
    if who.location is None or not any(map(files.is_machine, who.location.contents)):
        return ""
    return _("You are not playing anything. Type |wplay|n at a machine to start a game.")


GAME = GamePart(
    "boards",
    limits=LIMITS,
    commands=(machines.CmdPlay, machines.CmdWatch),
    subscriptions={messages.BOARD: lambda session: playing.show_again(session.puppet)},
    client_files=lambda: ("xyzgrid/boards/board.css", "xyzgrid/boards/board.js"),
    connect=_connect,
    started=(ticker.resume_all,),
    left=lambda move: playing.stand_up_on_leaving(move.who),
    thing_findings=files.prototype_findings,
    refusal=_refusal,
    no_game=_no_game,
    progress=lambda live, who: levels.progress_lines(who),
    scores=machines.scores_steps,
)

"""Frames of boards for sessions that draw them in place, instead of one picture below the other.

Xyzgrid.Board {"title": "Snake", "rows": ["..#..", …], "colours": {"#": "bright red"},
"aside": ["Lives: 3"], "phase": "playing", "score": 12, "status": "Score 12.",
"keys": [{"key": "l", "name": "left", "also": ["left"]}, …],
"level": 2, "levels": 5, "plays": true}             false for one who watches
Xyzgrid.Board {"phase": "left"}                     one has got up, or looks away
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from evennia.utils.ansi import strip_ansi

from xyzgrid_ext.core.board import Board, Play
from xyzgrid_ext.game.protocols import wants
from xyzgrid_ext.game.text import board as show
from xyzgrid_ext.game.text.screens import client_width


class Picture:
    """A board as it stands, made once for each kind and width of client, however many look."""

    def __init__(self, board: Board[Any], play: Play[Any], player: int) -> None:
        self._board, self._play, self._player = board, play, player
        self._texts: dict[int, str] = {}

    @cached_property
    def _frame(self) -> dict[str, Any]:
        return frame_of(self._board, self._play)

    def draw(self, looker: Any) -> None:
        """Send it to the clients of somebody that have asked for frames."""
        frame = self._frame | {"plays": looker.pk == self._player}
        for session in _takers(looker):
            session.msg(xyzgrid_board=((), frame))

    def write(self, looker: Any) -> None:
        """Send it as text to all other clients of somebody."""
        takers = {session.sessid for session in _takers(looker)}
        readers = [one for one in looker.sessions.all() if one.sessid not in takers]
        if takers and not readers:
            return
        width = client_width(looker)
        if width not in self._texts:
            self._texts[width] = show.drawn(self._board, self._play, width)
        looker.msg(text=(self._texts[width], {"type": "board"}), session=readers or None)


def left(looker: Any) -> None:
    """Somebody sees a board no more."""
    for session in _takers(looker):
        session.msg(xyzgrid_board=((), {"phase": "left"}))


def frame_of(board: Board[Any], play: Play[Any]) -> dict[str, Any]:
    """A board as it stands. All of it each time: who misses a frame is right at the next one."""
    status = board.status(play.state)
    found = {
        "title": board.title,
        "rows": list(board.frame(play.state)),
        "colours": dict(board.colours),
        "aside": [strip_ansi(line) for line in show.words(board.aside(play.state))],
        "keys": [{"key": c.key, "name": _(c.name), "also": list(c.also)} for c in board.controls],
        "phase": status.phase.value,
        "score": status.score,
        "status": strip_ansi(show.standing(board, play)),
    }
    if status.par is not None:
        found["par"] = status.par
    if len(board.levels) > 1:
        found |= {"level": play.seed, "levels": len(board.levels)}
    return found


def _takers(looker: Any) -> list[Any]:
    return [session for session, asked in wants.sessions(looker) if wants.BOARD in asked]

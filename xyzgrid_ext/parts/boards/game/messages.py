"""Sends frames of boards to clients that draw them in place, instead of one below the other.

Xyzgrid.Board {"title": "Snake", "rows": ["..#..", …], "colours": {"#": "bright red"},
"aside": ["Lives: 3"], "phase": "playing", "score": 12, "status": "Score 12.",
"keys": [{"key": "h", "name": "left", "also": ["w", "left"]}, …],
"tiles": {"#": "wall", "@": "0,1"}, "sheet": "…png", "undoes": true, "hints": true,
"level": 2, "levels": 5, "plays": true}             false for one who watches
Xyzgrid.Board {"phase": "left"}                     somebody has got up, or looks away
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from evennia.utils.ansi import strip_ansi

from xyzgrid_ext.game.base.evennia_types import Looker
from xyzgrid_ext.game.base.language import language_code, translating_for
from xyzgrid_ext.game.protocols.subscriptions import subscribed_sessions
from xyzgrid_ext.game.text.screens import is_browser
from xyzgrid_ext.parts.boards.core.board import AnyBoard, AnyPlay, Control
from xyzgrid_ext.parts.boards.game import text as show
from xyzgrid_ext.parts.boards.game.signals import board_left, board_shown

BOARD = "board"
"""The word by which a client subscribes to pictures of boards."""


def connect() -> None:
    """Connect the handlers of board signals; calling it again has no effect."""
    board_shown.connect(_shown, dispatch_uid="xyzgrid.clients.board_shown")
    board_left.connect(_left, dispatch_uid="xyzgrid.clients.board_left")


def _also(board: AnyBoard, control: Control) -> list[str]:
    """Return the other ways to press a key; `w` and `left` come first, as texts name them."""
    key = show.typed_key(board, control)
    names = [key, control.name] if key in ("n", "s", "e", "w") else []
    return list(dict.fromkeys((*names, *control.also)))


def _frame_data(board: AnyBoard, play: AnyPlay) -> dict[str, Any]:
    """Return a whole game as JSON data for clients that draw it: `rows`, `keys`, `status` …"""
    status = board.status(play.state)
    data = {
        "title": _(board.title),
        "rows": list(board.frame(play.state)),
        "colours": dict(board.colours),
        "aside": [strip_ansi(line) for line in show.phrase_texts(board.side_lines(play.state))],
        "keys": [
            {"key": c.key, "name": _(c.name), "also": _also(board, c)} for c in board.controls
        ],
        "undoes": board.can_undo,
        "hints": board.has_hints,
        "phase": status.phase.value,
        "score": status.score,
        "status": strip_ansi(show.status_line(board, play)),
    }
    if board.tiles:
        data |= {"tiles": dict(board.tiles), "sheet": board.tile_sheet}
    if status.par is not None:
        data["par"] = status.par
    if len(board.levels) > 1:
        data |= {"level": play.seed, "levels": len(board.levels)}
    return data


def _shown(
    sender: object,
    board: AnyBoard,
    play: AnyPlay,
    player: int,
    lookers: Sequence[Looker],
    pace: str = "",
    **kwargs: object,
) -> list[int]:
    """Send a board to the clients that have asked for frames; return the ids of their sessions.

    The frame is made once for each language, and only if a client has asked for it.
    """
    frames: dict[str, dict[str, Any]] = {}
    drawn = []
    for looker in lookers:
        for session in _takers(looker):
            if (code := language_code(session)) not in frames:
                with translating_for(session):
                    frames[code] = _frame_data(board, play)
                    frames[code]["aside"] += filter(None, [pace])
            session.msg(xyzgrid_board=((), frames[code] | {"plays": looker.pk == player}))
            drawn.append(session.sessid)
    return drawn


def _left(sender: object, looker: Looker, **kwargs: object) -> None:
    """Tell the clients of a player or watcher that the board is gone."""
    for session in _takers(looker):
        session.msg(xyzgrid_board=((), {"phase": "left"}))


def is_in_tiles(board: AnyBoard, looker: Looker) -> bool:
    """Whether all clients of a player draw a board in tiles, so that its symbols are unseen."""
    sessions, takers = looker.sessions.all(), _takers(looker)
    has_tiles = bool(board.tiles and sessions)
    return has_tiles and all(session in takers and is_browser(session) for session in sessions)


def _takers(looker: Looker) -> list[Any]:
    return [session for session, words in subscribed_sessions(looker) if BOARD in words]

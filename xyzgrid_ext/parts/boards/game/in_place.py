"""The Server's part of boards in one place of a telnet screen; `telnet` draws them.

A player turns it on with `play/single`. It needs the package's TELNET_PROTOCOL_CLASS, a client that
reports a cursor, and a screen with enough space for the board. Such a client gets no text of the
board.
"""

from __future__ import annotations

from collections.abc import Sequence

import evennia
from evennia.server import signals

from xyzgrid_ext.game.base.evennia_types import ClientSession, Looker
from xyzgrid_ext.game.base.language import translating_for
from xyzgrid_ext.game.base.signals import stopping
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.db import memory
from xyzgrid_ext.game.text import screens
from xyzgrid_ext.parts.boards.core.board import AnyBoard, AnyPlay
from xyzgrid_ext.parts.boards.game import text as show
from xyzgrid_ext.parts.boards.game.signals import board_left, board_shown

_FLAG = "XYZGRID_SCREEN"  # as in `telnet`, which is the Portal's
_TERMINALS = (
    "XTERM", "VT1", "VT2", "LINUX", "SCREEN", "TMUX", "RXVT", "PUTTY", "TINTIN", "KITTY",
)  # fmt: skip
IN_PLACE = "boards_in_place"
"""The option of an account that draws boards in one place of the screen: `play/single`."""
_BELOW = 2  # lines for texts below a board


def connect() -> None:
    """Connect the handlers of boards and of ended games; calling it again has no effect."""
    board_shown.connect(_shown, dispatch_uid="xyzgrid.in_place.shown")
    board_left.connect(_left, dispatch_uid="xyzgrid.in_place.left")
    stopping.connect(_stopping, dispatch_uid="xyzgrid.in_place.stopping")
    signals.SIGNAL_OBJECT_POST_UNPUPPET.connect(_gone, dispatch_uid="xyzgrid.in_place.gone")


def has_cursor(session: ClientSession) -> bool:
    """Whether a client can draw boards in one place of the screen, by moving its cursor."""
    flags = session.protocol_flags
    names = (str(flags.get(name) or "").upper() for name in ("CLIENTNAME", "TERM"))
    return (
        bool(flags.get(_FLAG))
        and screens.is_terminal(session)
        and (bool(flags.get("VT100")) or any(name.startswith(_TERMINALS) for name in names))
    )


def release_screens(looker: Looker) -> None:
    """Let the screens of a character scroll again."""
    for session in looker.sessions.all():
        _end(session)


def _shown(
    sender: object,
    board: AnyBoard,
    play: AnyPlay,
    player: int,
    lookers: Sequence[Looker],
    pace: str = "",
    **kwargs: object,
) -> list[int]:
    """Draw a board for its player; return the ids of the sessions that draw it."""
    drawn = []
    for looker in lookers:
        if looker.pk != player or not memory.has_account_option(looker, IN_PLACE):
            continue
        for session in filter(has_cursor, looker.sessions.all()):
            with translating_for(session):
                rows = show.draw_game(board, play, screens.width_of(session), pace).split("\n")
            if len(rows) + _BELOW <= session.protocol_flags["SCREENHEIGHT"][0]:
                session.msg(xyzgrid_screen=((), {"rows": rows}))
                drawn.append(session.sessid)
            else:
                _end(session)
    return drawn


def _left(sender: object, looker: Looker, **kwargs: object) -> None:
    release_screens(looker)


@surviving("boards in place")
def _gone(sender: object, session: ClientSession, **kwargs: object) -> None:
    _end(session)


@surviving("boards in place")
def _stopping(sender: object, **kwargs: object) -> None:
    for session in evennia.SESSION_HANDLER.values():
        _end(session)


def _end(session: ClientSession) -> None:
    if session.protocol_flags.get(_FLAG):
        session.msg(xyzgrid_screen=((), {}))

"""`help play`: help on the player's current game, or on how to play boards in general."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from xyzgrid_ext.core.board import Board, Control, Play, control_of
from xyzgrid_ext.game.text import board as show
from xyzgrid_ext.game.text.messages import plain

_ARROWS = {"up": "n", "down": "s", "right": "e", "left": "w"}


def of_game(
    board: Board[Any], play: Play[Any], looker: Any, *, live: bool, in_tiles: bool = False
) -> str:
    """Return the help of a game: its purpose, its keys and its words."""
    title, *purpose = show.introduction(board, play, looker, in_tiles=in_tiles).splitlines()
    # help joins the lines of a paragraph
    about = [*purpose, ""] if purpose else []
    lines = [title, "", *about, _("Keys (type one, or many in one go):")]
    lines += [_key(board, control) for control in board.controls]
    lines += ["", _("Commands:")]
    lines += [f"  |w{word}|n:  {meaning}" for word, meaning in _words(board, live=live)]
    lines += ["", _("You cannot use exits while you play; other commands work as usual.")]
    return "\n".join(lines)


def _key(board: Board[Any], control: Control) -> str:
    """Return a key, other ways to type it, and its effect."""
    ways = [way for name, way in _ARROWS.items() if control_of(board, name) == control]
    typed = [
        show.typed(board, control),
        *(way for way in ways if control_of(board, way) == control),
    ]
    typed += [word for word in (control.key, *control.also) if len(word) == 1 and word.strip()]
    if len(control.name) > 1:
        typed.append(control.name)
    words = ", ".join(f"|w{plain(word)}|n" for word in dict.fromkeys(typed))
    return f"  {words}:  {plain(_(control.meaning or control.name))}"


def _words(board: Board[Any], *, live: bool) -> Iterator[tuple[str, str]]:
    """Yield the commands that work in this game."""
    if board.interval(board.start(1), 0.0) is not None or board.levels:
        yield _("ENTER, wait"), _("let a moment pass")
    if board.undoes:
        yield "undo", _("take back the last key")
        yield "checkpoint", _("remember the game as it is now")
        yield "back", _("go back to that point")
    if board.hints and not live:
        yield "hint", _("show the next step; this counts as a move")
    if live:
        yield "pause", _("stop the clock until the next key")
    yield "restart", _("start the game over")
    if len(board.levels) > 1:
        yield "next", _("play the next level")
        yield "level 3", _("play another level")
    if not board.levels:
        yield "shoot left", _("hit a target: {names}").format(names=show.targets(board))
    yield "look", _("show the board again")
    if board.focus(board.start(1)) is not None:
        yield _("look left, around"), _("describe what is in a direction, or on all sides")
        yield "nearest", _("find the nearest thing of each kind; |wnearest x|n finds one kind")
    yield _("row 3, column 3"), _("describe one row or column of the board")
    yield "scores", _("show the best games")
    yield "replay", _("show your game as text that can be replayed")
    yield _("stop, leave"), _("leave the machine; your game waits for you")

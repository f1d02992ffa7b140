"""Shows a board to players and watchers: drawn by clients that can draw it, otherwise as text."""

from __future__ import annotations

from collections.abc import Sequence, Set

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from xyzgrid_ext.game.base import limits
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character, Looker
from xyzgrid_ext.game.text import screenreader
from xyzgrid_ext.game.text.screens import client_width, is_browser
from xyzgrid_ext.parts.boards.core.board import AnyPlay
from xyzgrid_ext.parts.boards.game import session
from xyzgrid_ext.parts.boards.game import text as show
from xyzgrid_ext.parts.boards.game.files import MachineObject
from xyzgrid_ext.parts.boards.game.session import BoardSession
from xyzgrid_ext.parts.boards.game.signals import board_left, board_shown
from xyzgrid_ext.parts.boards.settings import SPECTATORS


def send_board(game: BoardSession, lookers: Sequence[Looker]) -> set[int]:
    """Send a board to those clients of `lookers` that draw boards; return their session ids."""
    answers = board_shown.send(
        sender=BoardSession,
        board=game.board,
        play=game.play,
        player=game.player,
        lookers=lookers,
        pace=_pace_text(game),
    )
    return {sessid for _listener, sessids in answers for sessid in sessids}


def introduce(game: BoardSession, looker: Looker, drawn: Set[int]) -> None:
    """Send somebody the introduction to a game.

    Browsers in `drawn`, the ids of sessions that draw the board, get it without symbols.
    """
    sessions = looker.sessions.all()
    tiles = [one for one in sessions if one.sessid in drawn and is_browser(one)]
    tiles = tiles if game.board.tiles else []
    others = [one for one in sessions if one not in tiles]
    if tiles:
        text = show.introduction(game.board, game.play, looker, in_tiles=True)
        looker.msg(text, session=tiles)
    if others or not sessions:
        looker.msg(show.introduction(game.board, game.play, looker), session=others or None)


def tell_undrawn(looker: Looker, text: str, drawn: Set[int]) -> None:
    """Send a text to somebody's sessions but `drawn`, the ids of those that draw the board."""
    sessions = looker.sessions.all()
    readers = [one for one in sessions if one.sessid not in drawn]
    if readers or not sessions:
        looker.msg(text=(text, {"type": "drawing"}), session=readers or None)


def tell_end(game: BoardSession, looker: Looker, drawn: Set[int]) -> None:
    """Send the result to the sessions whose ids are in `drawn`; others see it below the board."""
    if sessions := [one for one in looker.sessions.all() if one.sessid in drawn]:
        looker.msg(show.status_line(game.board, game.play), session=sessions)


def _pace_text(game: BoardSession) -> str:
    """Return the speed of a game in live play, in words; empty for other games."""
    return show.speed_text(game.board, game.play, game.seconds) if game.live else ""


class FrameText:
    """A board as text, made once per screen width and language, however many people look."""

    def __init__(self, game: BoardSession) -> None:
        self._game = game
        self._texts: dict[tuple[int, str], str] = {}

    def send(self, looker: Looker, drawn: Set[int], before: AnyPlay | None = None) -> None:
        """Send the board to somebody's sessions, except those whose ids are in `drawn`.

        With `before`, the game as last sent, send only the rows that have changed since.
        """
        if drawn and drawn >= {one.sessid for one in looker.sessions.all()}:
            return
        width = client_width(looker)
        if before is not None:
            part = show.changed_rows(self._game.board, before, self._game.play, width)
            if part and (pace := _pace_text(self._game)) != self._game.last_pace:
                part, self._game.last_pace = f"{part}\n{pace}", pace
            if part:
                tell_undrawn(looker, part, drawn)
            return
        kind = width, get_language()
        if kind not in self._texts:
            self._texts[kind] = show.draw_game(
                self._game.board, self._game.play, width, _pace_text(self._game)
            )
        tell_undrawn(looker, self._texts[kind], drawn)


def watch(machine: MachineObject, character: Character) -> None:
    """Let a character see every frame while it stays in the room.

    Raises:
        PlayerError: if there is nothing to see, or if there are too many watchers.
    """
    game = session.session_of(machine)
    if game is None or session.player_of(machine) is None:
        raise PlayerError(_("Nobody is playing there."), _("Type |wplay|n to play."))
    if character.pk not in game.watchers:
        session.lookers(machine, game)  # those who have left stop watching
        if len(game.watchers) >= limits.limit_value(SPECTATORS):
            raise PlayerError(_("Too many people are already watching."))
        game.watchers.append(character.pk)
    sessids = send_board(game, [character])
    introduce(game, character, sessids)
    if screenreader.is_on(character):
        character.msg(show.game_picture(game.board, game.play, character))
    else:
        FrameText(game).send(character, sessids)
    character.msg(_("You now see every move. Type |wwatch|n again to stop watching."))
    session.store_game(machine)


def look_away(machine: MachineObject, character: Character) -> bool:
    """Stop watching; return False if the character was not watching."""
    game = session.session_of(machine)
    if game is None or character.pk not in game.watchers:
        return False
    game.watchers.remove(character.pk)
    session.store_game(machine)
    board_left.send(sender=BoardSession, looker=character)
    return True

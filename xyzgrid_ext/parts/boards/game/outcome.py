"""The steps after a cycle: save and show the game, and record its score at the end."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from xyzgrid_ext.game.base.evennia_types import Looker
from xyzgrid_ext.game.base.language import translating_for
from xyzgrid_ext.game.text import screenreader
from xyzgrid_ext.parts.boards.core.board import Phase, Phrase, without_empty_cells
from xyzgrid_ext.parts.boards.game import frames, levels, scores, session
from xyzgrid_ext.parts.boards.game import text as show
from xyzgrid_ext.parts.boards.game.files import MachineObject
from xyzgrid_ext.parts.boards.game.session import BoardSession, Shown

_KEEP = 3.0  # seconds of live play that a crash may cost
_GAP = 0.45  # seconds between two frames of live play as text
_WATCHING = 2.0  # the same for those who watch


def finish_cycle(machine: MachineObject, game: BoardSession, *, forced: bool) -> None:
    """Store and show a game after a cycle, one step of its rules; record its score at the end.

    Args:
        machine: where the game is played.
        game: the game after the cycle.
        forced: whether a player caused the cycle, not the clock: it is then shown in any case.
    """
    over, moment = game.is_over, session.monotonic_time()
    if not game.live or over or moment - game.stored_at >= _KEEP:
        session.store_game(machine)
    if forced or over or moment - game.shown_at >= _GAP:
        show_frame(machine, game, forced=forced or over)
    if over:
        _finish(machine, game)


def tell_nothing_moved(machine: MachineObject, game: BoardSession) -> None:
    """Tell the player that a key has changed nothing and does not count as a move."""
    player = session.player_in(machine, game)
    if player is not None:
        frames.tell_undrawn(player, _("Nothing moves."), frames.send_board(game, [player]))


def show_after_undo(machine: MachineObject, game: BoardSession) -> None:
    """Show a game after an undo; the effects of the game's end are not repeated."""
    session.store_game(machine)
    show_frame(machine, game)


def show_frame(
    machine: MachineObject, game: BoardSession, *, forced: bool = True, whole: bool = False
) -> None:
    """Show the board to the player and all watchers, if it has changed.

    `forced` shows it in any case, `whole` all of it, with the introduction. Screen readers get
    what a key has changed, but not the ticks of the clock, which would never end.
    """
    board, state = game.board, game.play.state
    if (
        not forced
        and game.frame_state is not None
        and not board.has_changed(game.frame_state, state)
    ):
        return
    game.frame_state, frame = state, board.frame(state)
    if frame == game.frame and not forced:
        return
    game.frame, game.shown_at = frame, session.monotonic_time()
    lookers = session.lookers(machine, game)
    sessids, text = frames.send_board(game, lookers), frames.FrameText(game)
    phrases: Sequence[Phrase] | None = None
    for looker in lookers:
        with translating_for(looker):
            if whole:
                frames.introduce(game, looker, sessids)
            if not screenreader.is_on(looker):
                _show(game, text, looker, sessids, whole=whole or (forced and not game.live))
                if game.is_over:
                    frames.tell_end(game, looker, sessids)
            elif forced:
                phrases = _news(game, whole=whole) if phrases is None else phrases
                looker.msg(text=(_spoken(game, phrases), {"type": "drawing"}))


def _show(
    game: BoardSession, text: frames.FrameText, looker: Looker, drawn: set[int], *, whole: bool
) -> None:
    """Send a player the whole board, or in live play the changes; limit the rate for watchers."""
    before, plays = game.last_views.get(looker.pk), looker.pk == game.player
    if before is None or (whole and plays) or before.play.seed != game.play.seed:
        text.send(looker, drawn)
    elif not plays and not game.is_over and game.shown_at - before.moment < _WATCHING:
        return
    else:
        text.send(looker, drawn, before.play)
    game.last_views[looker.pk] = Shown(game.play, game.shown_at)


def _news(game: BoardSession, *, whole: bool) -> Sequence[Phrase]:
    """Return the news about a board, for players who do not see the frame."""
    board, before, state = game.board, game.spoken_state, game.play.state
    game.spoken_state = state
    return (
        without_empty_cells(board.describe(state))
        if whole or before is None
        else board.changes(before, state)
    )


def _spoken(game: BoardSession, phrases: Sequence[Phrase]) -> str:
    return show.words_and_status(
        show.phrase_texts(phrases) or [_("Nothing has changed.")],
        show.status_line(game.board, game.play),
    )


def _finish(machine: MachineObject, game: BoardSession) -> None:
    player = session.player_of(machine)
    if player is None:
        return
    board, play = game.board, game.play
    date = timezone.localdate().isoformat()
    place = scores.enter_score(board, play, player.key, player.pk, date)
    if place is not None:
        text = lazy("{player} takes place {place} in the scores of {board}.")
        session.tell_all(machine, text, player=player.key, place=place, board=lazy(board.title))
    if board.status(play.state).phase is Phase.WON:
        levels.remember_win(player, board, play.seed)
        machine.at_board_won(player, play)
    with translating_for(player):
        player.msg(what_next_text(game))


def what_next_text(game: BoardSession) -> str:
    """Return the text about what a player can do after the end of a game."""
    board, play = game.board, game.play
    is_won = board.status(play.state).phase is Phase.WON
    if is_won and play.seed < len(board.levels):
        text = _("Type |wnext|n to play level {level}, or |wstop|n to leave.")
        return text.format(level=play.seed + 1)
    return _("Type |wrestart|n to play again, or |wstop|n to leave.")

"""The matrix game: `moves`, `save` and `restart`, and what `scores` answers."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.utils.translation import gettext as _
from evennia.utils.utils import iter_to_str

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.commands.playing import GameCommand, no_game_text
from xyzgrid_ext.game.parts import leading_refusal
from xyzgrid_ext.game.travel.entrances import put_back
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.parts.matrix_game.core.game import RunStatus
from xyzgrid_ext.parts.matrix_game.game import runs, scores
from xyzgrid_ext.parts.matrix_game.game import state as matrix_state
from xyzgrid_ext.parts.matrix_game.game import text as matrix_words
from xyzgrid_ext.parts.matrix_game.game.state import MatrixPlay


class MatrixCommand(GameCommand):
    """Base class of the commands of maps with `play: matrix`."""

    def works_for(self, character: Character) -> bool:
        """Whether a character is on a map with `play: matrix`."""
        return matrix_state.play_of(self.live, character) is not None

    @property
    def live(self) -> Live:
        """The running world."""
        return current()

    def play(self) -> MatrixPlay | None:
        """Return the caller's game; if nothing is played here, send a message and return None."""
        play = matrix_state.play_of(self.live, self.caller)
        if play is None:
            self.msg(no_game_text(self.caller))
        return play


class CmdMoves(MatrixCommand):
    """
    see which exits are open

    Usage:
      moves

    Some matrices hide the exits of their rooms; this lists them, and shows how
    many moves you have made. It costs nothing.
    """

    key = "moves"

    def do(self) -> None:
        """List the exits."""
        if (location := self.caller.location) is None:
            self.msg(_("You are nowhere."))
            return
        if text := leading_refusal(self.caller, "moves"):
            self.msg(text)
            return
        play, exits = matrix_state.play_of(self.live, self.caller), self._exits(location)
        if not exits and play is not None and play.status is RunStatus.TRAPPED:
            self.msg(matrix_words.trap_text(play))
            return
        names = iter_to_str([f"|w{name}|n" for name in exits], endsep=_("or"))
        text = _("You can go {exits}.").format(exits=names) if names else _("There is no way out.")
        if play is not None and play.is_running:
            text += " " + matrix_words.moves_text(play)
        self.msg(text)

    def _exits(self, location: Any) -> list[str]:
        """Return the names of the exits, in the room's order."""
        caller: Character = self.caller
        return [hooks.display_name(exit_, caller) for exit_ in hooks.exits_of(location, caller)]


class CmdSave(MatrixCommand):
    """
    save your place in a game

    Usage:
      save

    Saves your position and your moves. |wrestart saved|n takes you back there.
    You can have one saved place in each matrix: saving again replaces it, and
    winning clears it.

    You do not need to save before you leave: the game waits for you where you
    logged off.
    """

    key = "save"

    def do(self) -> None:
        """Save the run."""
        if (play := matrix_state.play_of(self.live, self.caller)) is None:
            raise PlayerError(_("There is no need to save: what you do is kept as you do it."))
        if runs.save_run(play, self.caller):
            self.msg(_("Saved. |wrestart saved|n takes you back here."))
        elif play.status is RunStatus.TRAPPED:
            self.msg(_("This is a trap: you would not want to come back here."))
        else:
            self.msg(matrix_words.not_playing_text(play))


class CmdRestart(MatrixCommand):
    """
    start a game over

    Usage:
      restart          from the entrance, with no moves counted
      restart saved    from the place that you have saved

    It works anywhere in a matrix game, even in a trap or after you have won.
    """

    key = "restart"

    def do(self) -> None:
        """Begin again."""
        if (play := self.play()) is None:
            return
        word = self.args.strip().lower()
        if word not in ("", "saved", "save"):
            self.msg(_("Type |wrestart|n, or |wrestart saved|n."))
            return
        saved = runs.saved_run(play) if word else None
        if word and saved is None:
            self.msg(_("You have not saved your place here."))
            return
        room = runs.restart_run(play, self.caller, saved)
        self.msg(_("You are back where you saved.") if word else _("You start over."))
        if not put_back(self.live, self.caller, room, to_entrance=not word):
            runs.store_game(self.caller, play)


def scores_steps(caller: Character, text: str, switches: Collection[str] = ()) -> Steps[str] | None:
    """Return a generator that returns the answer to `scores TEXT`; None if that is of no matrix."""
    if switches:
        return None
    live = current()
    word, _blank, rest = text.strip().partition(" ")
    here = live.where(caller.location)
    inside = here is not None and matrix_state.is_played(live, here[0])
    names = {name_key(live.grids[key].title): key for key in matrix_state.matrix_maps(live)}
    key = names.get(
        name_key(text), map_key(text) if matrix_state.is_played(live, map_key(text)) else ""
    )
    if not key and inside and here is not None and word.lower() in ("", "replay", "verify"):
        key = here[0]
    if not key:
        return None
    if word.lower() == "verify" and rest:
        return _verified(live, key, "".join(rest.split()))  # terminals wrap it
    return _table_told(live, key, caller, as_replay=word.lower() == "replay" and not rest)


def _table_told(live: Live, key: str, caller: Character, *, as_replay: bool) -> Steps[str]:
    rows = yield from scores.table_steps(live, key)
    if not as_replay:
        return matrix_words.scores_text(caller, live.grids[key].title, rows)
    row = next((score for score, _holds in rows if score.id == caller.pk), None)
    return _("You have no game in the score table.") if row is None else row.replay


def _verified(live: Live, key: str, text: str) -> Steps[str]:
    try:
        run = yield from scores.replay_steps(live, key, text)
    except UsageError:
        return _("That replay is NOT valid.")
    result = _("The replay is valid: it reaches the end in {moves}.")
    if run.status is not RunStatus.WON:
        result = _("The replay is valid, but does not reach the end: {moves}.")
    return result.format(moves=matrix_words.moves_in_words(run.moves))

"""The matrix game: `moves`, `hint`, `save`, `restart` and `give up`."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from evennia.utils.utils import iter_to_str

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.game.base.evennia_types import Character
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.commands.moving import leave, take_out
from xyzgrid_ext.game.commands.refusal import HelpedCommand, hasty
from xyzgrid_ext.game.parts import game_parts, map_rules_of, refusal
from xyzgrid_ext.game.text.messages import tell_room
from xyzgrid_ext.game.travel import walking
from xyzgrid_ext.game.visibility.viewer import entrance as entrance_of
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.current import current, rules_at
from xyzgrid_ext.game.world.world import Live, Room
from xyzgrid_ext.parts.matrix_game.core.game import Event, RunStatus
from xyzgrid_ext.parts.matrix_game.game import daily, runs, scores
from xyzgrid_ext.parts.matrix_game.game import state as matrix_state
from xyzgrid_ext.parts.matrix_game.game import text as matrix_words
from xyzgrid_ext.parts.matrix_game.game.state import MatrixPlay

CATEGORY = "Playing"


class MatrixCommand(HelpedCommand):
    """Base class of the commands of the matrix game."""

    help_category = CATEGORY
    locks = "cmd:all();view:all()"
    arg_regex = r"\s|$"

    def access(
        self, srcobj: Any, access_type: str = "cmd", *args: object, **kwargs: object
    ) -> bool:
        """Whether somebody may type it: anywhere; `help` lists it where it does something."""
        works = access_type != "view" or self.works_for(srcobj)
        return works and super().access(srcobj, access_type, *args, **kwargs)

    def works_for(self, character: Character) -> bool:
        """Whether the command does something where a character is: in a matrix game."""
        return matrix_state.play_of(self.live, character) is not None

    @property
    def live(self) -> Live:
        """The running world."""
        return current()

    def play(self) -> MatrixPlay | None:
        """Return the caller's game; if nothing is played here, send a message and return None."""
        play = matrix_state.play_of(self.live, self.caller)
        if play is None:
            told = (part.no_game(self.caller) for part in game_parts())
            self.msg(next(filter(None, told), _("There is no game to play here.")))
        return play

    def bring(self, room: Room, *, to_entrance: bool) -> bool:
        """Move the caller to a room, and tell those in both rooms."""
        caller: Character = self.caller
        before, target = caller.location, self.live.object(room)
        walking.rest(caller)
        if not runs.put(self.live, caller, room):
            self.msg(_("You cannot get there now. Ask a builder for help."))
            return False
        if before != target:
            arrives = lazy("{object} comes in.")
            if to_entrance:
                arrives = lazy("{object} is back at the entrance.")
            leaves = lazy("{object} is gone.")
            tell_room(before, leaves, but=caller, by=caller, object=caller)
            tell_room(target, arrives, but=caller, by=caller, object=caller)
        return True


class CmdMoves(MatrixCommand):
    """
    see which exits are open

    Usage:
      moves

    While you play a matrix, its rooms do not list their exits. This command lists
    them, and shows how many moves you have made. It costs nothing.
    """

    key = "moves"

    def func(self) -> None:
        """List the exits."""
        if (location := self.caller.location) is None:
            self.msg(_("You are nowhere."))
            return
        if text := refusal(self.caller, "moves"):
            self.msg(text)
            return
        play, exits = matrix_state.play_of(self.live, self.caller), self._exits(location)
        if not exits and play is not None and play.status is RunStatus.TRAPPED:
            self.msg(matrix_words.trapped(play))
            return
        names = iter_to_str([f"|w{name}|n" for name in exits], endsep=_("or"))
        text = _("You can go {exits}.").format(exits=names) if names else _("There is no way out.")
        if play is not None and play.is_on:
            text += " " + matrix_words.counted(play)
        self.msg(text)

    def _exits(self, location: Any) -> list[str]:
        """Return the names of the exits, in the room's order."""
        caller: Character = self.caller
        return [hooks.display_name(one, caller) for one in hooks.exits_of(location, caller)]


class CmdHint(MatrixCommand):
    """
    ask for the next step

    Usage:
      hint

    In a matrix, it shows the first step of a shortest route to the end, and costs
    five moves. It uses only exits that you can know of, and never shows where a
    wormhole leads. At a machine, it shows the next key, and counts as one move. At
    a riddle, it tells how long the answer is and how it begins, and costs nothing.
    """

    key = "hint"

    def func(self) -> None:
        """Give a hint; it has its price, so not if more was typed than that."""
        if self.args.strip():
            text = _("Type |w{word}|n alone, with nothing after it.")
            self.msg(text.format(word=self.key))
            return
        here = self.live.where(self.caller.location)
        if here and (told := map_rules_of(self.live.grids[here[0]]).hint(self.live, here)):
            self.msg(told)
            return
        if (play := self.play()) is None:
            return
        if told := hasty(self.caller):
            self.msg(told)
            return
        trapped = play.status is RunStatus.TRAPPED
        if trapped or (play.is_ready and daily.is_of_today(self.caller)):
            self.msg(matrix_words.trapped(play) if trapped else matrix_words.not_daily(play))
            return
        outcome = runs.hint(play, self.caller)
        over = outcome.event is Event.OVER
        self.msg(matrix_words.not_playing(play) if over else matrix_words.hinted(outcome))


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

    def func(self) -> None:
        """Save the run."""
        if (play := self.play()) is None:
            return
        if runs.save(play, self.caller):
            self.msg(_("Saved. |wrestart saved|n takes you back here."))
        elif play.status is RunStatus.TRAPPED:
            self.msg(_("This is a trap: you would not want to come back here."))
        else:
            self.msg(matrix_words.not_playing(play))


class CmdRestart(MatrixCommand):
    """
    start a game over

    Usage:
      restart          from the entrance, with no moves counted
      restart saved    from the place that you have saved

    It works anywhere in a matrix game, even in a trap or after you have won.
    """

    key = "restart"

    def func(self) -> None:
        """Begin again."""
        if (play := self.play()) is None:
            return
        word = self.args.strip().lower()
        if word not in ("", "saved", "save"):
            self.msg(_("Type |wrestart|n, or |wrestart saved|n."))
            return
        saved = runs.saved(play) if word else None
        if word and saved is None:
            self.msg(_("You have not saved your place here."))
            return
        room = runs.restart(play, self.caller, saved)
        self.msg(_("You are back where you saved.") if word else _("You start over."))
        if not self.bring(room, to_entrance=not word):
            runs.keep(self.caller, play)


class CmdGiveUp(MatrixCommand):
    """
    get out of any trap

    Usage:
      give up

    Takes you back to the entrance of the matrix, from anywhere in it. If you
    are playing, the game ends, and you learn how far away the end was. At an
    entrance that no exit leaves, and in a dungeon, it takes you out to the place
    in front of the entrance, like |wout|n.
    """

    key = "give up"
    aliases = ("giveup",)
    arg_regex = r"\s*$"

    def works_for(self, character: Character) -> bool:
        """Whether the character is in a matrix game or in a dungeon."""
        return super().works_for(character) or rules_at(character.location).opens

    def func(self) -> None:
        """Move the caller to the entrance."""
        live, caller = self.live, self.caller
        here = live.where(caller.location)
        if here is not None and leave(live, caller, here):
            return
        entrance = None if here is None else entrance_of(live, here[0])
        if here is None or entrance is None:
            self.msg(_("There is nothing to give up here."))
            return
        play = matrix_state.play_at(live, caller, here)
        outside = matrix_state.outside_of(live, caller, here) if here == entrance else None
        if play is not None and (play.is_on or here != entrance):
            outcome = runs.give_up(play, caller)
            self.msg(matrix_words.gave_up(play, outcome))
        elif here != entrance:
            self.msg(_("You give up, and find yourself back at the entrance."))
        elif outside is None:
            self.msg(_("You are already at the entrance."))
            return
        if outside is not None:
            take_out(caller, outside)
            return
        if not self.bring(entrance, to_entrance=True) and play is not None:
            runs.keep(caller, play)


def scores_told(caller: Character, text: str) -> Steps[str] | None:
    """Return the steps to the answer to `scores`; None if it is not about a matrix game."""
    live = current()
    word, _blank, rest = text.strip().partition(" ")
    here = live.where(caller.location)
    inside = here is not None and matrix_state.is_played(live, here[0])
    names = {name_key(live.grids[key].title): key for key in matrix_state.played(live)}
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
        return matrix_words.table(caller, live.grids[key].title, rows)
    own = next((row for row, _holds in rows if row.id == caller.pk), None)
    return _("You have no game in the score table.") if own is None else own.replay


def _verified(live: Live, key: str, text: str) -> Steps[str]:
    try:
        run = yield from scores.replay_steps(live, key, text)
    except UsageError:
        return _("That replay is NOT valid.")
    told = _("The replay is valid: it reaches the end in {moves}.")
    if run.status is not RunStatus.WON:
        told = _("The replay is valid, but does not reach the end: {moves}.")
    return told.format(moves=matrix_words.moves(run.moves))

"""`daily`: the matrix of the day, and the commands available while playing it."""

from __future__ import annotations

from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from evennia.utils.search import search_tag

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.matrix.movements import DIRECTION_WORDS
from xyzgrid_ext.game.base import limits
from xyzgrid_ext.game.base.command_sets import CoveringCmdSet
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character, Looker
from xyzgrid_ext.game.commands.refusal import HelpedCommand, WholeWordCommand, refuse_hasty
from xyzgrid_ext.game.text.messages import plain_text, tell_room
from xyzgrid_ext.game.travel import walking
from xyzgrid_ext.game.visibility.viewer import CharacterViewer, Sights
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.parts.matrix_game.core.daily import DailyGame, play_again, replay_text
from xyzgrid_ext.parts.matrix_game.core.game import RunStatus
from xyzgrid_ext.parts.matrix_game.game import daily
from xyzgrid_ext.parts.matrix_game.game import text as matrix_words
from xyzgrid_ext.parts.matrix_game.game.text import moves_in_words


class CmdDaily(HelpedCommand):
    """
    play the matrix of the day

    Usage:
      daily                    start or continue it; elsewhere, see where it is
      daily scores [<day>]     the best games of today, or of a day (2026-11-22)
      daily replay             show your game as a replay
      daily verify <replay>    check such a replay, and show its result

    There is a new matrix every day, the same for everybody. It gets harder from
    Monday to Sunday. You have one game a day, and the moves of all your attempts
    count. A hint counts as five moves, and starting over counts as one. |wmoves|n
    shows where you can go.
    """

    key = "daily"
    arg_regex = r"\s|$"
    help_category = "Playing"

    def func(self) -> None:
        """Run the command; a replay may be longer than other input."""
        try:
            if len(self.args) > limits.limit_value("game"):
                raise PlayerError(_("That is too long for a replay."))
            refuse_hasty(self.caller, "")
            self._do()
        except PlayerError as err:
            self.caller.msg(str(err))

    def _do(self) -> None:
        word, _sign, rest = self.args.strip().partition(" ")
        rest = rest.strip()
        if not word:
            self._play()
        elif word == "scores":
            self.caller.msg(_table(self.caller, _day(rest)))
        elif word == "replay" and not rest:
            self._replay()
        elif word == "verify" and rest:
            self._verify(rest)
        else:
            raise PlayerError(_("Usage: daily [scores, replay or verify <replay>]"))

    def _play(self) -> None:
        caller: Character = self.caller
        if not daily.is_played_in(caller.location):
            cure = _("|wdaily scores|n works anywhere.")
            if place := _place_for(caller):
                cure = _("You can play it here: |wgoto {place}|n.").format(place=place) + " " + cure
            raise PlayerError(_("You cannot play the matrix of the day here."), cure)
        walking.pause_silently(caller)
        game_ = daily.begin(caller)
        caller.msg(matrix_words.daily_introduction(daily.daily_matrix(game_.day), game_))
        if game_.run.status is not RunStatus.WON:
            enters = lazy("{player} enters the matrix of the day.")
            tell_room(caller.location, enters, but=caller, by=caller, player=caller)

    def _replay(self) -> None:
        game_ = daily.stored_game(self.caller)
        if game_ is None:
            raise PlayerError(_("You have not played a matrix of the day yet."))
        if game_.day == daily.today() and game_.run.status is not RunStatus.WON:
            raise PlayerError(_("You can show your game once you have won, or tomorrow."))
        # unwrapped, so that it can be pasted; it has only letters, digits and signs
        self.caller.msg(replay_text(game_), options={"raw": True})

    def _verify(self, text: str) -> None:
        try:
            game_ = play_again("".join(text.split()), daily.daily_matrix)  # terminals wrap it
        except UsageError as err:
            raise PlayerError(_("That replay is NOT valid.")) from err
        if game_.run.status is not RunStatus.WON:
            result = _("The replay is valid, but does not reach the end: {moves}.")
        else:
            result = _("The replay is valid: it wins the matrix of {day} in {moves}.")
        self.caller.msg(result.format(day=game_.day, moves=moves_in_words(game_.run.moves)))


def _place_for(caller: Character) -> str:
    """Return the name of a room with the daily matrix, if the character may know one.

    Empty if there is none.
    """
    live = current()
    sights = Sights(live, CharacterViewer(live, caller))
    found = ((live.where(room), room.key) for room in search_tag(daily.PLACE))
    return next((name for room, name in found if room is not None and sights.knows(room)), "")


def _day(text: str) -> str:
    """Return the day that was typed, or today.

    Raises:
        PlayerError: if it is no date, or in the future.
    """
    today = daily.today()
    if not text:
        return today
    try:
        day = date.fromisoformat(text).isoformat()
    except ValueError as err:
        cure = _("Write dates like this: {today}.").format(today=today)
        raise PlayerError(_("'{day}' is not a date.").format(day=plain_text(text)), cure) from err
    if day > today:
        raise PlayerError(_("{day} is in the future.").format(day=day))
    return day


def _table(looker: Looker, day: str) -> str:
    """Return the best games of a day; each is played again before it is shown."""
    rows = daily.score_table(day)
    if not rows:
        return _("There are no scores for {day}.").format(day=day)
    made = daily.daily_matrix(day)
    head = _("The matrix of {day}: difficulty {level} of 10, shortest route {moves}.")
    measured = made.difficulty
    title = head.format(day=day, level=measured.level, moves=moves_in_words(measured.shortest or 0))
    return matrix_words.ranking_text(
        looker, title, [(row, daily.is_valid_score(day, row)) for row in rows]
    )


class DailyCommand(WholeWordCommand):
    """Base class of the commands while a character plays the matrix of the day."""

    auto_help = False

    def func(self) -> None:
        """Run the command; after the caller has left the game, treat the line as ordinary input."""
        if daily.is_playing(self.caller) and daily.stored_game(self.caller) is not None:
            super().func()
            return
        daily.stop(self.caller)
        self.caller.msg(
            _(
                "You have walked away, so you are no longer playing. Your game is kept until "
                "tomorrow."
            )
        )
        self.caller.execute_cmd(self.raw_string, session=self.session)

    def daily_game(self) -> DailyGame:
        """Return the game of the caller."""
        game_ = daily.stored_game(self.caller)
        assert game_ is not None  # `func` has seen to it
        return game_

    def act(self, word: str) -> None:
        """Make the move `word`, or `hint` or `restart`; store the game and show the result."""
        caller: Character = self.caller
        game_, outcome = daily.play_word(caller, self.daily_game(), word)
        cube = daily.daily_matrix(game_.day)
        caller.msg(matrix_words.move_result_text(cube, game_, outcome))
        if game_.run.status is RunStatus.WON:
            place = daily.enter_score(game_, caller.key, caller.pk)
            daily.stop(caller)
            caller.msg(matrix_words.daily_won_text(cube, game_, place))
            wins = lazy("{player} has won the matrix of the day.")
            tell_room(caller.location, wins, but=caller, by=caller, player=caller)
            caller.msg(text=(hooks.look(caller, caller.location), {"type": "look"}))


class CmdDailyMove(DailyCommand):
    """A movement in the matrix of the day, such as `up` or `wormhole 2`."""

    def do(self) -> None:
        """Make the move."""
        self.act(self.raw_string.strip())


class CmdDailyHintOrRestart(DailyCommand):
    """`hint` and `restart`, which count as moves."""

    arg_regex = r"$"

    def do(self) -> None:
        """Give the hint, or restart."""
        refuse_hasty(self.caller, "")
        self.act(self.key)


class CmdDailyMoves(DailyCommand):
    """List the exits that are open in the matrix of the day."""

    key = "moves"
    aliases = ("exits",)

    def do(self) -> None:
        """List the open exits."""
        game_ = self.daily_game()
        self.caller.msg(matrix_words.daily_moves_text(daily.daily_matrix(game_.day), game_))


class CmdDailyLook(DailyCommand):
    """Look around in the matrix of the day."""

    key = "look"
    aliases = ("l",)
    arg_regex = r"$"

    def do(self) -> None:
        """Describe the little that can be seen."""
        game_ = self.daily_game()
        self.caller.msg(matrix_words.daily_look_text(daily.daily_matrix(game_.day), game_))


class CmdDailyStop(DailyCommand):
    """Leave the matrix of the day."""

    key = "stop"
    aliases = ("out", "give up", "leave")
    arg_regex = r"$"

    def do(self) -> None:
        """Leave the daily matrix."""
        caller: Character = self.caller
        daily.stop(caller)
        caller.msg(_("You leave the matrix of the day. Your game is kept until tomorrow."))
        caller.msg(text=(hooks.look(caller, caller.location), {"type": "look"}))


class DailyCmdSet(CoveringCmdSet):
    """The commands of the matrix of the day; they take precedence over exits."""

    key = "xyzgrid_daily"

    def at_cmdset_creation(self) -> None:
        """Add movements, `hint`, `restart`, `moves`, `look` and `stop`."""
        for way in dict.fromkeys(DIRECTION_WORDS.values()):
            others = [
                word
                for word, meant in DIRECTION_WORDS.items()
                if meant is way and word != way.value
            ]
            self.add(CmdDailyMove(key=way.value, aliases=others, arg_regex=r"$"))
        self.add(CmdDailyMove(key="wormhole", aliases=["wh"], arg_regex=r"\s*\d*\s*$"))
        for key in ("hint", "restart"):
            self.add(CmdDailyHintOrRestart(key=key))
        for command in (CmdDailyMoves, CmdDailyLook, CmdDailyStop):
            self.add(command)

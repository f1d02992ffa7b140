"""Machines with boards: `play` and `watch`, and what `scores` answers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from evennia.commands.cmdset import CmdSet
from evennia.utils.utils import iter_to_str, string_partial_matching

from xyzgrid_ext.game.base.background import FEWEST_FOR_THREAD, run_in_thread
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character, Looker
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.commands.playing import PlayingCommand
from xyzgrid_ext.game.db import memory
from xyzgrid_ext.game.text import descriptions, screens
from xyzgrid_ext.game.text.messages import tell_room
from xyzgrid_ext.game.text.screenreader.text import as_sentence
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.parts.boards.core.board import AnyBoard, day_of_seed
from xyzgrid_ext.parts.boards.game import frames, in_place, levels, playing, scores, session
from xyzgrid_ext.parts.boards.game import messages as boards
from xyzgrid_ext.parts.boards.game import text as show
from xyzgrid_ext.parts.boards.machine import Machine

_WORDS = ("live", "daily")


def _near(caller: Character) -> list[Any]:
    here = caller.location.contents if caller.location is not None else []
    return [thing for thing in here if isinstance(thing, Machine)]


def _machine_here(caller: Character, name: str) -> Any:
    """Return the machine with this name in the room; without a name, the only one.

    Raises:
        PlayerError: if there is none, or more than one.
    """
    machines = _near(caller)
    if not machines:
        raise PlayerError(_("There is nothing to play here."))
    if not name and len(machines) == 1:
        return machines[0]
    names = [f"|w{hooks.display_name(machine, caller)}|n" for machine in machines]
    choices = iter_to_str(names, endsep=_("and"))
    if not name:
        raise PlayerError(_("Which one? Here are {machines}.").format(machines=choices))
    matches = caller.search(name, candidates=machines, quiet=True)
    if not matches:  # Evennia 5.0.1 finds no parts of names in PostgreSQL (its issue 3857)
        keys = [machine.key for machine in machines]
        matches = [machines[index] for index in string_partial_matching(keys, name)]
    if len(matches) != 1:
        text = _("There is no '{name}' to play here. You can play {machines}.")
        raise PlayerError(text.format(name=name, machines=choices))
    return matches[0]


def game_help(caller: Character) -> str:
    """Return the help of the game that somebody plays; empty if they play none."""
    machine = session.machine_of(caller)
    game = session.session_of(machine) if machine is not None else None
    if game is None:
        return ""
    in_tiles = boards.is_in_tiles(game.board, caller)
    return show.help_of_board(game.board, game.play, caller, live=game.live, in_tiles=in_tiles)


def _name_and_words(text: str) -> tuple[str, list[str]]:
    """Return the name of a machine, and what follows it: `= 3`, `live daily`."""
    name, sign, rest = (part.strip() for part in text.partition("="))
    words = rest.lower().split()
    if not sign:
        names = name.split()
        while len(names) > 1 and (
            names[-1].lower() in _WORDS or parse_number(names[-1]) is not None
        ):
            words.insert(0, names.pop().lower())
        name = " ".join(names)
    return name, words


class CmdPlay(PlayingCommand):
    """
    play a machine in this room

    Usage:
      play <machine>          continue your game, or start one
      play <machine> <level>  start a level by its number
      play <machine> live     play against the clock, if the game has one
      play <machine> daily    play the pieces of the day, which are the same
                              for everybody and have their own scores; with
                              a clock: play <machine> live daily
      play/single             in a telnet client, keep boards in one place on
                              the screen and react to single keys; type it
                              again to turn this off

    While you play, the game takes what you type as its keys, one or many in
    one go. n, s, e and w are its arrow keys. Only stop, leave or goto take you
    away; other commands work as usual. When you have sat down, type
    |whelp play|n again to see the keys and commands of that game.
    """

    key = "play"
    switch_options = ("single",)

    def get_help(self, caller: Character, cmdset: CmdSet) -> str:
        """Return the help of the current game, if the caller plays one."""
        return game_help(caller) or str(super().get_help(caller, cmdset))

    def do(self) -> None:
        """Sit down at the machine."""
        if "single" in self.switches:
            if not (self.args and memory.has_account_option(self.caller, in_place.IN_PLACE)):
                self._turn_single()
            if not self.args:
                return
        name, words = _name_and_words(self.args)
        live, level = "live" in words, None
        numbers = [word for word in words if word not in _WORDS]
        if numbers:
            level = parse_number(" ".join(numbers))
            if level is None:
                raise PlayerError(_("Usage: play <machine> [<level>, live or daily]"))
        machine = _machine_here(self.caller, name)
        if "daily" in words:
            if machine.board(live).levels:
                raise PlayerError(_("This game has fixed levels, so it has no level of the day."))
            level = levels.seed_of_today()
        elif level is not None and not machine.board(live).levels:
            raise PlayerError(_("This game has no levels."))
        if live and machine.has_clock() and self.sees_only_lines():
            text = _(
                "A game against the clock needs a client that keeps its board in one place: the "
                "web client, or a terminal after |wplay/single|n. In yours, its lines would scroll "
                "away. |wplay {machine}|n lets time pass only when you type."
            )
            raise PlayerError(text.format(machine=descriptions.without_article(machine.key)))
        game = playing.sit_down(machine, self.caller, level, live)
        lines = []
        if not boards.is_in_tiles(game.board, self.caller):  # beside tiles are buttons
            lines.append(_("Keys: {keys}.").format(keys=show.keys_text(game.board)))
        if not game.live and machine.has_clock() and not self.sees_only_lines():
            text = _("Type |wplay {machine} live|n to play against the clock.")
            lines.append(text.format(machine=descriptions.without_article(machine.key)))
        if memory.has_account_option(self.caller, in_place.IN_PLACE) and self._has_cursor():
            lines.append(_("|w:|n starts a line of text, and |wq|n leaves the machine."))
        lines.append(_("Type |wstop|n to leave, or |whelp play|n for help."))
        self.caller.msg("\n".join(lines))
        caller = self.caller
        tell_room(
            caller.location, lazy("{player} sits down at {machine}."), but=caller, by=caller,
            player=caller, machine=machine,
        )  # fmt: skip

    def _has_cursor(self) -> bool:
        """Whether a client of the caller can keep boards in one place."""
        return any(map(in_place.has_cursor, self.caller.sessions.all()))

    def sees_only_lines(self) -> bool:
        """Whether all clients of the caller show mere lines, where a moving board scrolls away."""
        keeps = memory.has_account_option(self.caller, in_place.IN_PLACE) and self._has_cursor()
        return not keeps and all(map(screens.is_terminal, self.caller.sessions.all()))

    def _turn_single(self) -> None:
        """Switch between boards in place with single keys, and boards as text."""
        caller: Character = self.caller
        is_single = not memory.has_account_option(caller, in_place.IN_PLACE)
        memory.set_account_option(caller, in_place.IN_PLACE, is_single)
        if not is_single:
            in_place.release_screens(caller)
            self.msg(_("From now on, you type lines, and boards are sent as text."))
            return
        text = _("From now on, boards stay in one place on your screen, and react to single keys.")
        keys = _("|w:|n starts a line of text, and |wq|n leaves the machine.")
        self.msg(f"{text} {keys}")
        if not self._has_cursor():
            self.msg(
                _(
                    "But your client does not say that it supports a cursor, so you see boards "
                    "as text."
                )
            )
        playing.show_again(caller)


class CmdWatch(PlayingCommand):
    """
    watch somebody play

    Usage:
      watch [<machine>]   see every move; type it again to stop
    """

    key = "watch"

    def do(self) -> None:
        """Watch, or stop watching."""
        machine = _machine_here(self.caller, self.args.strip())
        if frames.look_away(machine, self.caller):
            self.caller.msg(_("You stop watching."))
        elif session.machine_of(self.caller) == machine:
            self.caller.msg(_("You are playing it yourself."))
        else:
            frames.watch(machine, self.caller)


def scores_steps(caller: Character, text: str, switches: Collection[str] = ()) -> Steps[str] | None:
    """Return a generator that returns the answer to `scores TEXT`; None without a machine here.

    Raises:
        PlayerError: if `text` names none of the machines here.
    """
    name, _sign, level = (part.strip() for part in text.partition("="))
    current = session.machine_of(caller)
    if current is not None and not name:
        return _scores(caller, current, level, switches, is_own=True)
    return _scores(caller, _machine_here(caller, name), level, switches) if _near(caller) else None


def _scores(
    caller: Character, machine: Any, level: str, switches: Collection[str], *, is_own: bool = False
) -> Steps[str]:
    """Show or check the table, or remove a game from it."""
    game = session.session_of(machine)
    board = game.board if game is not None else machine.board()
    # `= 3` is a level; struck is a place of the table of the level that is shown
    number = levels.seed_of_today() if level.lower() == "daily" else parse_number(level)
    # a game with one table for all shows its player the day's table
    is_shown = game is not None and (board.levels or is_own)
    seed = game.play.seed if game is not None and is_shown else 1
    if switches and not caller.locks.check_lockstring(caller, "perm(Helper)"):
        raise PlayerError(_("Only staff can do that."))
    if "strike" in switches:
        row = scores.remove_score(board, seed, number) if number is not None else None
        if row is None:
            raise PlayerError(_("Usage: scores/strike [<machine>] = <place>"))
        return _("{name} is removed from the scores.").format(name=row.name)
    seed = number if number is not None else seed
    if "verify" not in switches:
        return _table(caller, board, seed)
    caller.msg(_("The games are being replayed."))
    rows = scores.score_table(board, seed)
    are_valid = yield from run_in_thread(
        "games replayed", FEWEST_FOR_THREAD, lambda: [scores.is_valid(board, row) for row in rows]
    )
    words = [_("valid") if is_valid else _("NOT valid") for is_valid in are_valid]
    return _table(caller, board, seed, words)


def parse_number(text: str) -> int | None:
    """Return the number that was typed; None for other text, or for more than nine digits."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def _table(looker: Looker, board: AnyBoard, seed: int, verified: Sequence[str] = ()) -> str:
    rows, title = scores.score_table(board, seed), _(board.title)
    if board.levels:
        title += ", " + _("level {number}").format(number=seed)
    elif day := day_of_seed(board, seed):
        title += ", " + day
    if not rows:
        return f"{as_sentence(title)}\n" + str(_("There are no scores yet."))
    counted, heads = _("score {n}"), [_("who"), _("score"), _("when")]
    if board.low_score_wins:
        heads[1] = _("moves")
    cells = []
    for place, row in enumerate(rows, 1):
        if board.low_score_wins:
            counted = ngettext("{n} move", "{n} moves", row.score)
        result = (row.score, counted.format(n=row.score))
        cells.append((row.name, result, row.date, *verified[place - 1 : place]))
    return screens.ranking_table(looker, title, [*heads, *[_("replay")] * bool(verified)], cells)

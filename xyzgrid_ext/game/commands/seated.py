"""Commands of a character that plays at a machine.

lll               keys of the board, each of them a cycle
undo back next …  words
anything else     what it always is: `say`, `who`, …
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from evennia import CmdSet
from evennia.commands.cmdhandler import CMD_NOINPUT

from xyzgrid_ext.core.board import Board, control_of, typed
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_internals import names_of
from xyzgrid_ext.game.boards import playing, session
from xyzgrid_ext.game.boards.session import BoardSession
from xyzgrid_ext.game.commands.machines import MachineCommand, number_in
from xyzgrid_ext.game.text import board as show

_ENTER = "\n"
_WORD = re.compile(r"[a-z][a-z -]*")


class SeatedCommand(MachineCommand):
    """What these share."""

    auto_help = False

    def func(self) -> None:
        """Do it; if the caller has left the machine, the line means what it always means."""
        machine = session.machine_of(self.caller)
        if machine is not None:
            super().func()
            return
        session.leave(self.caller)
        self.caller.msg(_("You play no more: you left the machine, or its game was changed."))
        self.caller.execute_cmd(self.raw_string, session=self.session)

    def seat(self) -> tuple[Any, BoardSession]:
        """The machine where the caller sits, and the game on it."""
        machine = session.machine_of(self.caller)
        game = session.of(machine) if machine is not None else None
        if game is None:
            raise PlayerError(_("You play no more."))
        return machine, game


class CmdKeys(SeatedCommand):
    """Keys of the game that you play; see `help play`."""

    def do(self) -> None:
        """Press them."""
        machine, game = self.seat()
        playing.press(machine, typed(game.board, self.raw_string.strip()))


class CmdControl(SeatedCommand):
    """A control of the board by its name: `left`, `drop`."""

    def do(self) -> None:
        """Press it."""
        machine, game = self.seat()
        control = control_of(game.board, self.key)
        if control is not None:
            playing.press(machine, [(control.key,)])


class CmdEnter(SeatedCommand):
    """ENTER alone: a moment passes, unless the key is one of the board's."""

    key = CMD_NOINPUT

    def do(self) -> None:
        """Press ENTER, or run a cycle without a key."""
        machine, game = self.seat()
        bound = any(control.key == _ENTER for control in game.board.controls)
        playing.press(machine, [(_ENTER,) if bound else game.board.clock])


class CmdWait(SeatedCommand):
    """Let a moment pass in the game that you play."""

    key = "wait"

    def do(self) -> None:
        """Run a cycle without a key."""
        machine, game = self.seat()
        playing.press(machine, [game.board.clock])


class CmdShoot(SeatedCommand):
    """
    shoot at a target of the machine that you play

    Usage:
      shoot <target> [<target> ...]
    """

    key = "shoot"

    def do(self) -> None:
        """Press what the target stands for."""
        machine, game = self.seat()
        board = game.board
        targets = {c.name.lower(): c.key for c in board.controls}
        targets |= {c.key: c.key for c in board.controls}
        words = self.args.lower().split()
        if not words or not all(word in targets for word in words):
            raise PlayerError(_("The targets are {names}.").format(names=show.targets(board)))
        playing.press(machine, playing.moves_of(board, [targets[word] for word in words]))


class CmdUndo(SeatedCommand):
    """Take the last key back."""

    key = "undo"

    def do(self) -> None:
        """Take it back."""
        if not playing.take_back(self.seat()[0]):
            self.caller.msg(_("Nothing can be taken back."))


class CmdCheckpoint(SeatedCommand):
    """Remember the game as it is; `back` goes on from there."""

    key = "checkpoint"

    def do(self) -> None:
        """Remember it."""
        playing.mark(self.seat()[0])
        self.caller.msg(_("|wback|n goes on from here."))


class CmdBack(SeatedCommand):
    """Go on from the checkpoint."""

    key = "back"

    def do(self) -> None:
        """Go back."""
        if not playing.go_back(self.seat()[0]):
            self.caller.msg(_("There is no checkpoint: |wcheckpoint|n sets one."))


class CmdRestart(SeatedCommand):
    """Begin the game again."""

    key = "restart"

    def do(self) -> None:
        """Begin again."""
        playing.restart(self.seat()[0])


class CmdLevel(SeatedCommand):
    """Begin another level."""

    key = "level"

    def do(self) -> None:
        """Begin it."""
        machine, game = self.seat()
        if not game.board.levels:
            raise PlayerError(_("This game has no levels."))
        number = number_in(self.args)
        if number is None:
            last = len(game.board.levels)
            raise PlayerError(_("Usage: level <number>, 1 to {last}").format(last=last))
        playing.restart(machine, number)


class CmdNext(SeatedCommand):
    """Begin the next level; after the last one the first."""

    key = "next"

    def do(self) -> None:
        """Begin it."""
        machine, game = self.seat()
        if not game.board.levels:
            raise PlayerError(_("This game has no levels."), _("|wrestart|n plays again."))
        playing.restart(machine, game.play.seed % len(game.board.levels) + 1)


class CmdLookBoard(SeatedCommand):
    """Show the board again."""

    key = "look"

    def do(self) -> None:
        """Show it; with an argument look at something else."""
        _machine, game = self.seat()
        if self.args.strip():
            target = self.caller.search(self.args.strip())
            if target:
                self.caller.msg(self.caller.at_look(target))
            return
        self.caller.msg(show.picture(game.board, game.play, self.caller))


class CmdReplay(SeatedCommand):
    """Show the game so far as a text that plays it again."""

    key = "replay"

    def do(self) -> None:
        """Show it."""
        _machine, game = self.seat()
        self.caller.msg(show.replay(game.board, game.play))


class CmdStop(SeatedCommand):
    """Leave the machine."""

    key = "stop"

    def do(self) -> None:
        """Stand up."""
        playing.stand_up(self.caller)
        self.caller.msg(_("You leave the machine. Your game waits there until somebody plays."))


class CmdQuit(CmdStop):
    """Leave the machine, and not the game."""

    key = "quit"


class CoveringCmdSet(CmdSet):
    """Commands of a game that is being played: above exits, and above all that has their names."""

    priority = 110  # above exits

    def __radd__(self, below: CmdSet) -> CmdSet:
        """Lay this over other commands: one that has a name of ours is out of reach.

        So it is in Evennia 5. Evennia 6.1 compares keys alone, finds `l` of another command
        beside ours, and asks which one was meant.
        """
        merged = below.__add__(self)
        own: set[str] = set().union(*map(names_of, self.commands))
        ours = set(map(id, self.commands))
        merged.commands = [
            command
            for command in merged.commands
            if id(command) in ours or own.isdisjoint(names_of(command))
        ]
        return merged


class SeatedCmdSet(CoveringCmdSet):
    """What one can type at a machine, above all else."""

    key = "xyzgrid_seated"

    def at_cmdset_creation(self) -> None:
        """Add the words, and the keys of the very board."""
        for command in (
            CmdEnter, CmdWait, CmdShoot, CmdUndo, CmdCheckpoint, CmdBack, CmdRestart, CmdLevel,
            CmdNext, CmdLookBoard, CmdReplay, CmdStop, CmdQuit,
        ):  # fmt: skip
            self.add(command)
        machine = session.machine_of(self.cmdsetobj)
        game = session.of(machine) if machine is not None else None
        if game is None:
            return
        for name in _names(game.board):
            if self.get(name) is None:
                self.add(CmdControl(key=name, arg_regex=r"$"))
        if keys := _letters(game.board):
            only = "".join(map(re.escape, sorted(keys)))
            first, *others = sorted(keys)
            self.add(CmdKeys(key=first, aliases=others, arg_regex=rf"[{only}]*$"))


def _names(board: Board[Any]) -> set[str]:
    words = (word.lower() for c in board.controls for word in (c.key, c.name, *c.also))
    return {word for word in words if len(word) > 1 and _WORD.fullmatch(word)}


def _letters(board: Board[Any]) -> set[str]:
    words: Iterable[str] = (w for c in board.controls for w in (c.key, *c.also))
    return {word for word in words if len(word) == 1 and word.strip()}

"""What one can type while one plays at a machine.

lll                                             keys of the board, each of them a cycle
undo restart next level look shoot replay stop  words
anything else                                   what it always is: `say`, `who`, …
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from evennia import CmdSet
from evennia.commands.cmdhandler import CMD_NOINPUT

from xyzgrid_ext.core.board import Board, typed
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.game.commands.machines import SEATED, MachineCommand
from xyzgrid_ext.game.machines import show, sitting
from xyzgrid_ext.game.machines.sitting import Sitting


class SeatedCommand(MachineCommand):
    """What these share."""

    auto_help = False

    def seat(self) -> tuple[Any, Sitting]:
        """The machine where the caller sits, and the game on it."""
        machine = sitting.machine_of(self.caller)
        game = sitting.of(machine) if machine is not None else None
        if game is None:
            leave(self.caller)
            raise GridError(_("You play no more: you are not at the machine."))
        return machine, game


class CmdKeys(SeatedCommand):
    """Keys of the game that you play; see `help play`."""

    def do(self) -> None:
        """Press them."""
        machine, game = self.seat()
        line = self.raw_string.strip("\r\n")
        moves = typed(game.board, line) if line.strip() else [game.board.clock]
        sitting.press(machine, moves)


class CmdWait(SeatedCommand):
    """Let a moment pass in the game that you play."""

    key = CMD_NOINPUT
    aliases = ["wait"]  # noqa: RUF012 Evennia's way to say it

    def do(self) -> None:
        """Run a cycle without a key."""
        machine, game = self.seat()
        sitting.press(machine, [game.board.clock])


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
        targets = {c.name.lower(): c for c in board.controls} | {c.key: c for c in board.controls}
        words = self.args.lower().split()
        if not words or not all(word in targets for word in words):
            names = ", ".join(f"|w{control.name}|n" for control in board.controls)
            raise GridError(_("The targets are {names}.").format(names=names))
        sitting.press(machine, [tuple(targets[word].key for word in words)])


class CmdUndo(SeatedCommand):
    """Take the last key back."""

    key = "undo"

    def do(self) -> None:
        """Take it back."""
        if not sitting.take_back(self.seat()[0]):
            self.caller.msg(_("Nothing can be taken back."))


class CmdRestart(SeatedCommand):
    """Begin the game again."""

    key = "restart"

    def do(self) -> None:
        """Begin again."""
        sitting.restart(self.seat()[0])


class CmdLevel(SeatedCommand):
    """Begin another level."""

    key = "level"
    aliases = ["next"]  # noqa: RUF012

    def do(self) -> None:
        """Begin it."""
        machine, game = self.seat()
        board, play = game.board, game.play
        if not board.levels:
            raise GridError(_("This game has no levels."))
        if self.cmdstring.lower() == "next":
            number = play.seed % len(board.levels) + 1
        elif self.args.strip().isdigit():
            number = int(self.args)
        else:
            raise GridError(_("Usage: level <number>, 1 to {last}").format(last=len(board.levels)))
        sitting.restart(machine, number)


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
    aliases = ["quit"]  # noqa: RUF012

    def do(self) -> None:
        """Stand up."""
        leave(self.caller)
        self.caller.msg(_("You leave the machine. Your game waits there for a while."))


class SeatedCmdSet(CmdSet):
    """What one can type at a machine, above all else."""

    key = "xyzgrid_seated"
    priority = 110  # above exits

    def at_cmdset_creation(self) -> None:
        """Add the words, and the keys of the very board."""
        for command in (
            CmdWait, CmdShoot, CmdUndo, CmdRestart, CmdLevel, CmdLookBoard, CmdReplay, CmdStop,
        ):  # fmt: skip
            self.add(command)
        machine = sitting.machine_of(self.cmdsetobj)
        game = sitting.of(machine) if machine is not None else None
        if game is not None and (keys := _letters(game.board)):
            only = "".join(map(re.escape, sorted(keys)))
            first, *others = sorted(keys)
            self.add(CmdKeys(key=first, aliases=others, arg_regex=rf"[{only}]*$"))


def _letters(board: Board[Any]) -> set[str]:
    words: Iterable[str] = (w for c in board.controls for w in (c.key, *c.also))
    return {word for word in words if len(word) == 1 and word.strip()}


def leave(character: Any) -> None:
    """Stand up, and type again what one always types."""
    sitting.stand_up(character)
    character.cmdset.remove(SEATED)

"""The commands of a character that plays at a machine; they take precedence over all others."""

from __future__ import annotations

import re
from collections.abc import Iterable

from evennia import CmdSet
from evennia.objects.objects import ExitCommand

from xyzgrid_ext.game.base.command_sets import CoveringCmdSet, command_names
from xyzgrid_ext.game.commands.refusal import named_command
from xyzgrid_ext.parts.boards.core.board import ARROW_WORDS, AnyBoard, find_control
from xyzgrid_ext.parts.boards.game import seated_words as words
from xyzgrid_ext.parts.boards.game import session

_WORD = re.compile(r"[a-z][a-z -]*")
_DIAGONALS = ("ne", "nw", "se", "sw", "northeast", "northwest", "southeast", "southwest")


class SeatedCmdSet(CoveringCmdSet):
    """The commands at a machine, which take precedence over all others, including exits."""

    key = "xyzgrid_seated"

    def at_cmdset_creation(self) -> None:
        """Add the commands at every machine, and the keys of the board in play."""
        for command in words.SEATED_COMMANDS:
            self.add(command)
        machine = session.machine_of(self.cmdsetobj)
        game = session.session_of(machine) if machine is not None else None
        if game is None:
            return
        for name in _names(game.board):
            if self.get(name) is None:
                self.add(named_command(words.CmdControl, name, arg_regex=r"$"))
        if keys := _letters(game.board):
            only = "".join(map(re.escape, sorted(keys)))
            self.add(named_command(words.CmdKeys, *sorted(keys), arg_regex=rf"[{only}]*$"))
        ways = (*ARROW_WORDS, *_DIAGONALS, "up", "down")
        if free := [way for way in ways if find_control(game.board, way) is None]:
            # one command for all of them, since each player has them
            self.add(named_command(words.CmdSeatedNoKey, *free))

    def __radd__(self, below: CmdSet) -> CmdSet:
        """Merge onto other commands, and let exits and other letters answer with the keys."""
        merged = super().__radd__(below)
        exits = [command for command in below.commands if isinstance(command, ExitCommand)]
        merged.commands = [
            command for command in merged.commands if not isinstance(command, ExitCommand)
        ]
        names = set("abcdefghijklmnopqrstuvwxyz").union(*map(command_names, exits))
        if free := sorted(names.difference(*map(command_names, merged.commands))):
            row = {"key": free[0], "aliases": free[1:], "arg_regex": r"\s*$"}
            merged.commands.append(words.CmdSeatedNoKey(**row, obj=self.cmdsetobj))
        return merged


def _names(board: AnyBoard) -> set[str]:
    names = (word.lower() for c in board.controls for word in (c.key, c.name, *c.also))
    keys = (*names, *(way for way in ARROW_WORDS if find_control(board, way) is not None))
    return {word for word in keys if len(word) > 1 and _WORD.fullmatch(word)}


def _letters(board: AnyBoard) -> set[str]:
    names: Iterable[str] = (w for c in board.controls for w in (c.key, *c.also))
    keys = (*names, *(way for way in ARROW_WORDS if find_control(board, way) is not None))
    return {word for word in keys if len(word) == 1 and word.strip()}

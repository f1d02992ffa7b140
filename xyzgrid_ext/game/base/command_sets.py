"""Which commands there are: those of all players, of the game's characters, of one character."""

from __future__ import annotations

import re
from typing import Any

from evennia.commands.cmdset import CmdSet
from evennia.commands.command import Command

from xyzgrid_ext.game.base import settings

_STAFF = re.compile(r"(?<!not )\bp?perm\((?!guest|player)|superuser\(|false\(|none\(", re.I)


def command_names(command: Command) -> set[str]:
    """Return the key and the aliases of a command."""
    return {command.key, *command.aliases}


def player_words() -> dict[str, str]:
    """Return word -> name of its command, of all that every player can type and `help` lists."""
    commands = [
        command
        for command_set in settings.command_sets_of_players()
        for command in command_set().commands
        if command.auto_help and not _STAFF.search(command.locks)
    ]
    return {word: str(command.key) for command in commands for word in command_names(command)}


class CharacterCommands:
    """The commands in the game's own default command set of characters, read at the first look-up.

    Look-ups from within that set, while it is being made, find nothing.
    """

    def __init__(self) -> None:
        self._commands: list[Any] | None = None
        self._are_read = False

    def get(self, name: str) -> Any | None:
        """Return the class of the command of this name; None if there is none."""
        if self._commands is None:
            self._commands = []
            self._commands = settings.command_sets_of_players()[1]().commands
            self._are_read = True
        return next((type(cmd) for cmd in self._commands if name in command_names(cmd)), None)

    def lacks(self, name: str) -> bool:
        """Whether no command has this name or alias; False as long as the set cannot be read."""
        return self.get(name) is None and self._are_read


character_commands = CharacterCommands()
"""The commands of the game that runs."""


class CoveringCmdSet(CmdSet):
    """A command set for somebody who plays a game: its commands go before exits and other sets."""

    priority = 110  # above exits

    def __radd__(self, below: CmdSet) -> CmdSet:
        """Merge onto other commands, hiding those with names of ours.

        Evennia 5 does so itself. Evennia 6.1 compares only keys, finds another command's `l` beside
        ours, and asks which one was meant.
        """
        merged = below.__add__(self)
        names: set[str] = set().union(*map(command_names, self.commands))
        ours = set(map(id, self.commands))
        merged.commands = [
            command
            for command in merged.commands
            if id(command) in ours or names.isdisjoint(command_names(command))
        ]
        return merged

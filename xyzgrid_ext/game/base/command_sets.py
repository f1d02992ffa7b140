"""Command sets that cost little to merge, which Evennia does twice for each line of a player.

    session ─► account ─► character ─► exits of the room ─► what may be typed
    ╰──── the same line after line ──╯ ╰──── others ────╯
       KeptCmdSet: merged once             ExitCmdSet: merges only the few names that both have

The result is Evennia's, but commands that no exit touches stand behind the others. With an Evennia
other than 5.0 to 6.1 its own sets are used.
"""

from __future__ import annotations

import re
from collections import defaultdict
from operator import attrgetter
from typing import Any

from evennia import CmdSet

from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.evennia_internals import converted, empty_copy, knows_commands, names_of

_OPTIONS = ("key", "priority", "mergetype", "key_mergetypes", "duplicates", "no_exits", "no_objs",
            "no_channels", "cmdsetobj", "persistent", "errmessage")  # fmt: skip
_STAFF = re.compile(r"(?<!not )\bp?perm\((?!guest|player)|superuser\(|false\(|none\(", re.I)
_MERGES = 4  # that a set keeps, and sets of a session; a player has one or two of them


class ExitCmdSet(CmdSet):
    """The commands of a room's exits, which Evennia merges with all others at each input line.

        exits ──┐                           of each command below: is there an exit of its name?
                ├─► all that may be typed   Evennia 5   remembers answers, by a key that is the same
        others ─┘                                       for all commands: 100 are compared 100 x 100
                                            Evennia 6   puts all of them into sets, several times
                                            ours        looks for names of exits, and lets Evennia
                                                        merge those few that have one

    Only `exit_commands` makes these sets.
    """

    def __contains__(self, command: Any) -> bool:
        """Whether this command, or one that shares a name with it, is in the set."""
        return command in self.commands

    def __add__(self, other: Any) -> Any:
        """Merge as Evennia does; merged sets of exits are sets of exits."""
        merged = super().__add__(other)
        return exit_commands(merged) if isinstance(other, ExitCmdSet) else merged

    def __radd__(self, below: CmdSet) -> Any:
        """Merge onto other commands; Python calls this first, since this is the subclass."""
        merged = self.onto(below)
        return NotImplemented if merged is None else merged

    def onto(self, below: CmdSet) -> Any | None:
        """Merge onto commands, most of which are not about exits; None if Evennia has to do it."""
        if (
            self.priority < below.priority
            or self.key_mergetypes.get(below.key, self.mergetype) != "Union"
        ):
            return None
        # Evennia puts commands of the system into an order of their own
        meant = (*self.commands, *self.system_commands, *below.system_commands)
        names: frozenset[str] = frozenset().union(*map(names_of, meant))
        few = empty_copy(below)
        few.commands, rest = _parted(below, names)
        few.system_commands = below.system_commands
        merged = CmdSet.__add__(few, self)
        merged.commands += rest
        return merged


def exit_commands(made: CmdSet) -> CmdSet:
    """Convert a set of exits' commands to one that is quick to merge, and return it."""
    return converted(made, ExitCmdSet)


def words_of_players() -> dict[str, str]:
    """Return the words that every player of the game can type, each with its command's name.

    Exits are not among them, nor what `help` does not list, since that answers where nothing else
    does.
    """
    commands = [
        command
        for command_set in settings.command_sets_of_players()
        for command in command_set().commands
        if command.auto_help and not _STAFF.search(command.locks)
    ]
    return {word: str(command.key) for command in commands for word in names_of(command)}


class OwnCommands:
    """The commands that the game's characters begin with, apart from those that ask for them here.

    A set that asks while the game's set is made is a part of it, and gets nothing.
    """

    def __init__(self) -> None:
        self._commands: list[Any] | None = None

    def get(self, name: str) -> Any | None:
        """Return the class of the command of this name; None if there is none."""
        if self._commands is None:
            self._commands = []
            try:
                self._commands = settings.command_sets_of_players()[1]().commands
            except BaseException:
                self._commands = None
                raise
        return next((type(one) for one in self._commands if name in names_of(one)), None)


own_commands = OwnCommands()


def may_type(character: Any, name: str) -> bool:
    """Whether a character has the command of this name now: texts name no other."""
    account = character.account
    stacks = [character.cmdset, *([] if account is None else [account.cmdset])]
    commands = (command for stack in stacks for command in stack.current.commands)
    return any(name in names_of(one) and one.access(character, "cmd") for one in commands)


class KeptCmdSet(CmdSet):
    """Commands that remember what they were merged with, for as long as neither side changes.

    Merges of them are of this class, too. Only `KeptCmdSets` makes the first one.
    """

    _merges: dict[int, tuple[_State, _State, Any]] | None = None
    _places: tuple[_State, dict[str, list[int]]] | None = None

    def __add__(self, other: Any) -> Any:
        """Merge as Evennia does, or return what was merged before."""
        if isinstance(other, ExitCmdSet):  # of each room another
            merged = other.onto(self)
            return super().__add__(other) if merged is None else merged
        if isinstance(other, KeptCmdSet) or not hasattr(other, "__radd__"):
            return self._merged(self, other) if other else self
        plain = empty_copy(self)  # for which Python asks a set that merges in a way of its own
        plain.commands, plain.system_commands = self.commands, self.system_commands
        return plain + other

    def __radd__(self, below: CmdSet) -> Any:
        """Merge onto the empty set that Evennia begins with; Python calls this first."""
        return NotImplemented if below.commands else self._merged(below, self)

    def _merged(self, below: CmdSet, above: CmdSet) -> Any:
        if (merges := self._merges) is None:
            merges = self._merges = {}
        match merges.get(id(above)):
            case first, then, merged if first.still(below) and then.still(above):
                return merged
        if len(merges) >= _MERGES:
            merges.clear()
        merged = CmdSet.__add__(below, above)
        if type(merged) is CmdSet:
            merged = converted(merged, KeptCmdSet)
        merges[id(above)] = _State(below), _State(above), merged
        return merged

    def places(self) -> dict[str, list[int]]:
        """Return where in `commands` each name is."""
        if self._places is not None and self._places[0].still(self):
            return self._places[1]
        places = defaultdict(list)
        for place, command in enumerate(self.commands):
            for name in names_of(command):
                places[name].append(place)
        self._places = _State(self), places
        return places


class KeptCmdSets:
    """The command sets of one session, each as a set that remembers its merges.

    They belong to the session, since they refer to it: what ends with it is freed.
    """

    def __init__(self) -> None:
        self._made: dict[int, tuple[CmdSet, _State, KeptCmdSet]] = {}

    def of(self, commands: CmdSet) -> CmdSet:
        """Return a set with the same commands; each time the same one, until they change."""
        if not knows_commands():
            return commands
        match self._made.get(id(commands)):
            case before, state, made if before is commands and state.still(commands):
                return made
        if len(self._made) >= _MERGES:
            self._made.clear()
        made = KeptCmdSet()
        for name in (*_OPTIONS, "commands", "system_commands"):
            setattr(made, name, getattr(commands, name))
        self._made[id(commands)] = commands, _State(commands), made
        return made


class _State:
    """The state of a set at a moment, as much of it as shows a later change.

    `add` and `remove` make a new list, or put a command at the end of the same one.
    """

    __slots__ = ("every", "last", "options", "size", "system")

    def __init__(self, commands: CmdSet) -> None:
        self.every, self.size = commands.commands, len(commands.commands)
        self.last = self.every[-1] if self.every else None
        self.system, self.options = len(commands.system_commands), _options(commands)

    def still(self, commands: CmdSet) -> bool:
        """Whether a set has not changed since."""
        every = commands.commands
        return (
            len(every) == self.size
            and (not every or (every is self.every and every[-1] is self.last))
            and len(commands.system_commands) == self.system
            and _options(commands) == self.options
        )


_options = attrgetter(*_OPTIONS)


def _parted(commands: CmdSet, names: frozenset[str]) -> tuple[list[Any], list[Any]]:
    """Return the commands that have one of the names, and the others; in order."""
    every = commands.commands
    if isinstance(commands, KeptCmdSet):
        places = commands.places()
        meant = {place for name in names & places.keys() for place in places[name]}
    else:
        meant = {at for at, one in enumerate(every) if not names.isdisjoint(names_of(one))}
    rest = every.copy()
    for place in sorted(meant, reverse=True):
        del rest[place]
    return [every[place] for place in sorted(meant)], rest

"""The commands of a room's exits, as Evennia merges them with all others at each line.

    exits ──┐                           of each command below: is there an exit of its name?
            ├─► all that may be typed   Evennia 5   remembers answers, by a key that is the same for
    others ─┘                                       all commands: 100 are compared 100 x 100 times
                                        Evennia 6   puts all of them into sets, several times
                                        ours        looks for names of exits, and lets Evennia
                                                    merge those few that have one

The answers are the same.
"""

from __future__ import annotations

from typing import Any

from evennia import CmdSet


class ExitSet(CmdSet):
    """One exit's command, or those of several: few, so that to compare them is quick."""

    def __contains__(self, command: Any) -> bool:
        """Whether a command, or one of the same name, is here."""
        return command in self.commands

    def __add__(self, other: Any) -> Any:
        """As Evennia does it; what comes of exits are exits."""
        merged = super().__add__(other)
        return of_exits(merged) if isinstance(other, ExitSet) else merged

    def __radd__(self, below: CmdSet) -> Any:
        """The same from the other side: onto commands of which most have nothing to do with exits.

        Python asks here first, as this is the more special class.
        """
        if (
            self.priority < below.priority
            or self.key_mergetypes.get(below.key, self.mergetype) != "Union"
        ):
            return NotImplemented
        # Evennia puts commands of the system into an order of their own
        meant = (*self.commands, *self.system_commands, *below.system_commands)
        names = frozenset().union(*(command._matchset for command in meant))
        few, rest = below._duplicate(), below.commands
        few.commands = [one for one in rest if not names.isdisjoint(one._matchset)]
        few.system_commands = below.system_commands
        if few.commands:
            rest = [one for one in rest if names.isdisjoint(one._matchset)]
        merged = CmdSet.__add__(few, self)
        merged.commands += rest
        return merged


def of_exits(made: CmdSet) -> ExitSet:
    """The same set, as one that holds the commands of exits."""
    made.__class__ = ExitSet
    return made

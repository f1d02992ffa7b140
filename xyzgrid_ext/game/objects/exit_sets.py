"""The commands of a room's exits, as Evennia 5.0.1 merges them with all others at each line.

    exits ──┐                           of each command below: is there an exit of its name?
            ├─► all that may be typed   Evennia   remembers answers, by a key that is the same
    others ─┘                                     for all commands: 100 are compared 100 x 100 times
                                        ours      compares with the exits: 100 x 4 times

The answers are the same. Evennia 6 asks in another way.
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


def of_exits(made: CmdSet) -> ExitSet:
    """The same set, as one that holds the commands of exits."""
    made.__class__ = ExitSet
    return made

"""The exceptions of the engine. Each says what is wrong and what to do about it.

    GridError ─┬─ UsageError     a program or function cannot be used so, or not now
               ├─ MapError       a map is wrong: for its author, with findings (`findings`)
               └─ PlayerError    a player cannot do that: translated (`game.base.errors`)

All but the last are for authors and for who runs the game, and stay English.
"""

from __future__ import annotations


class GridError(RuntimeError):
    """Something cannot be done. The common base of the three; never raised itself.

    A RuntimeError, as those of the contrib are: code that was written for them catches it.
    `cure` says what to do, in a few words; it may be empty where the message says it all.
    """

    def __init__(self, message: str, cure: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.cure = cure

    def __str__(self) -> str:
        return f"{self.message}\n{self.cure}" if self.cure else self.message


class UsageError(GridError):
    """A program or function cannot be used so, or not now.

    An argument is unknown or unusable; or another process or the machine is in the way.
    """

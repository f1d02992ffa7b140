"""The exceptions of the engine. Each error says what is wrong and what to do about it.

    GridError ─┬─ UsageError     a program or function cannot be used in this way, or not now
               ├─ MapError       a map is wrong: for its author, with findings (`findings`)
               └─ PlayerError    a player cannot do that: translated (`game.base.errors`)

All but the last are for authors and server admins, and are not translated.
"""

from __future__ import annotations


class GridError(RuntimeError):
    """The base of `UsageError`, `MapError` and errors for players; never raised itself.

    It is a RuntimeError like those of the contrib, so that code written for them catches it. `cure`
    says briefly what to do; it may be empty if the message is enough.
    """

    def __init__(self, message: str, cure: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.cure = cure

    def __str__(self) -> str:
        return f"{self.message}\n{self.cure}" if self.cure else self.message


class UsageError(GridError):
    """A program or function cannot be used in this way, or not now.

    An argument is unknown or unusable, or another process or the machine prevents the operation.
    """

"""How the launcher's words read their arguments and talk to a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.game.steps import Step

RELOAD = "If the game is running, `evennia reload` lets it see the change."


@dataclass(frozen=True)
class Request:
    """The arguments of one call: what stands by itself, and the options (`--yes`)."""

    names: tuple[str, ...]
    options: frozenset[str]

    @classmethod
    def of(cls, arguments: Iterable[str]) -> Request:
        """Sort arguments into names and options."""
        words = [str(argument).strip() for argument in arguments]
        return cls(
            tuple(word for word in words if word and not word.startswith("--")),
            frozenset(word for word in words if word.startswith("--")),
        )


@dataclass(frozen=True)
class Word:
    """A row: one word of `evennia xyzgrid`. `run` gives the exit code."""

    name: str
    usage: str
    short: str
    help: str
    run: Callable[[Request], int]
    options: frozenset[str] = frozenset()


def counted(number: int, thing: str) -> str:
    """A number of things: `1 room`, `2 rooms`."""
    return f"{number} {thing}{'s'[: number != 1]}"


def confirm(question: str, request: Request) -> None:
    """Go on if the user agrees, or has said --yes.

    Raises:
        GridError: if not, or if nobody can be asked.

    """
    if "--yes" in request.options:
        return
    if not sys.stdin or not sys.stdin.isatty():
        raise GridError(f"{question}\nThere is nobody to ask", "add --yes if you are sure")
    try:
        answer = input(f"{question} [y/N] ").strip().lower()
    except (EOFError, KeyboardInterrupt):
        answer = ""
    if answer not in ("y", "yes"):
        raise GridError("Nothing was changed.")


class Progress:
    """Tells how far long work is: one line rewritten on a terminal, else a line every tenth."""

    def __init__(self) -> None:
        self._live = sys.stdout.isatty()
        self._told = ("", -1)

    def __call__(self, step: Step) -> None:
        """Tell that `done` of `total` are made."""
        what, done, total = step
        if self._live:
            print(f"\r  {what} {done} of {total}", end="\n" if done == total else "", flush=True)
            return
        tenth = 10 * done // max(1, total)
        if (what, tenth) != self._told:
            self._told = (what, tenth)
            print(f"  {what} {done} of {total}", flush=True)

"""Questions and progress of the launcher's words on a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.game.base.task import Step
from xyzgrid_ext.game.cli.grammar import Request

_THINGS = ("rooms", "exits", "things")  # last words of what is made, changed or removed
_SHOWN_EVERY = 0.1  # seconds


def confirm(question: str, request: Request) -> None:
    """Ask the user to agree, unless --yes was given.

    Raises:
        UsageError: if the user refuses, or cannot be asked.

    """
    if "--yes" in request.options:
        return
    if not sys.stdin or not sys.stdin.isatty():
        raise UsageError(f"{question}\nThere is nobody to ask", "add --yes if you are sure")
    try:
        answer = input(f"{question} [y/N] ").strip().lower()
    except (EOFError, KeyboardInterrupt):
        answer = ""
    if answer not in ("y", "yes"):
        raise UsageError("Nothing was changed.")


class ProgressLine:
    """Shows the progress of long work.

    On a terminal, one line that is overwritten: rooms 1,200 of 2,500 · 3,400/s · 1 s left
    Elsewhere, a line at every tenth, and none for preparations.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._on_terminal = sys.stdout.isatty()
        self._told: tuple[str, int] = ("", -1)
        self._began = self._shown = clock()
        self._line = ""

    def __call__(self, step: Step) -> None:
        """Show that `done` of `total` are done."""
        what, done, total = step
        now = self._clock()
        if what != self._told[0]:
            self._began = now if self._told[0] else self._began
            self.end()
        if not self._on_terminal:
            tenth = 10 * done // max(1, total)
            if (what, tenth) != self._told and what.endswith(_THINGS):
                print(f"  {what} {done:,} of {total:,}", flush=True)
            self._told = what, tenth
            return
        self._told = what, done
        if done >= total or now - self._shown >= _SHOWN_EVERY:
            self._shown = now
            self._show(f"  {what} {done:,} of {total:,}{_pace(done, total, now - self._began)}")

    def end(self) -> None:
        """End the progress line."""
        if self._line:
            print()
            self._line = ""

    def _show(self, line: str) -> None:
        print(f"\r{line.ljust(len(self._line))}", end="", flush=True)
        self._line = line


def _pace(done: int, total: int, seconds: float) -> str:
    """Return the speed and the remaining time; empty while they are unknown."""
    if not done or seconds < _SHOWN_EVERY:
        return ""
    rate = done / seconds
    left = f" · {(total - done) / rate:,.0f} s left" if done < total else ""
    return f" · {rate:,.0f}/s{left}"

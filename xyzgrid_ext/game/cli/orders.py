"""The order of a job, and its report.

Order(("town",), pace) ─► work in steps ─► JobReport(lines, code)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.cli.naming import maps_in

WITH_CONTENTS = "--with-contents"
CHANGES = 2  # exit code of a plan with something to do


@dataclass(frozen=True)
class JobReport:
    """The report of a job, and the launcher's exit code."""

    lines: tuple[str, ...]
    code: int = 0


def agreed(question: str, lost: Sequence[str] = ()) -> None:
    """Agree to a question without asking anybody."""


@dataclass(frozen=True)
class Order:
    """A request for a job.

    `agree` is called with a question before anything changes, and with lines about work of builders
    that would be undone; the lines of the question before the last show the details. It raises a
    UsageError if the answer is no.
    """

    names: tuple[str, ...]
    pace: Pace
    agree: Callable[..., None] = agreed

    @property
    def maps(self) -> list[str]:
        """The names without options."""
        return maps_in(self.names)

    @property
    def with_contents(self) -> bool:
        """Whether things and NPCs in removed rooms are deleted."""
        return WITH_CONTENTS in self.names


JobWork = Callable[[Any, Order], Steps[JobReport]]

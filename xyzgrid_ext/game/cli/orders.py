"""The order of a job, and its report.

Order(("town",), pace) ─► work in steps ─► JobReport(lines, code)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Steps
from xyzgrid_ext.game.cli.naming import CHANGED

CHANGES = 2  # exit code of a plan with something to do


@dataclass(frozen=True)
class JobReport:
    """The report of a job, and the launcher's exit code."""

    lines: tuple[str, ...]
    code: int = 0


def agreed(question: str) -> None:
    """Agree to a question without asking anybody."""


@dataclass(frozen=True)
class Order:
    """A request for a job.

    `agree` is called with a question before anything changes; the lines before the last show the
    details. It raises a UsageError if the answer is no.
    """

    names: tuple[str, ...]
    pace: Pace
    agree: Callable[[str], None] = agreed

    @property
    def maps(self) -> list[str]:
        """The names without options."""
        return [name for name in self.names if name != CHANGED]


JobWork = Callable[[Any, Order], Steps[JobReport]]

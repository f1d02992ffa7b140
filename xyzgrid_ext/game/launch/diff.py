"""A spawn plan as lines to read, like a diff."""

from __future__ import annotations

from collections.abc import Iterable

from xyzgrid_ext.core.spawn import SpawnPlan
from xyzgrid_ext.game.launch.terminal import counted

_SHOWN = 40


def diff_lines(plan: SpawnPlan) -> list[str]:
    """The plan line by line, the last one a summary; no line if there is nothing to do."""
    if not plan:
        return []
    made = [f"+ {xyz} {spec.key}" for xyz, spec in plan.new_rooms.items()]
    made += [f"+ {k.room} {spec.key} -> {spec.target}" for k, spec in plan.new_exits.items()]
    changed = [
        f"~ {xyz} {spec.key}: {_fields(changes)}"
        for xyz, (_, spec, changes) in plan.changed_rooms.items()
    ]
    changed += [
        f"~ {key.room} {spec.key}: {_fields(changes)}"
        for key, (_, spec, changes) in plan.changed_exits.items()
    ]
    gone = [f"- {xyz}" for xyz in plan.gone_rooms]
    gone += [f"- {key.room} {key.direction}" for key in plan.gone_exits]
    gone += [f"- #{pk}: claims the place of another" for pk in plan.extra]
    summary = (
        f"{counted(len(plan.new_rooms), 'room')} and "
        f"{counted(len(plan.new_exits), 'exit')} to make, "
        f"{len(changed)} to change, {len(gone)} to remove"
    )
    return [*_some(made), *_some(changed), *_some(gone), summary]


def _some(lines: list[str]) -> list[str]:
    if len(lines) <= _SHOWN:
        return lines
    return [*lines[:_SHOWN], f"{lines[0][0]} ... and {len(lines) - _SHOWN} more"]


def _fields(changes: Iterable[object]) -> str:
    return ", ".join(str(getattr(change, "field", change)) for change in changes)

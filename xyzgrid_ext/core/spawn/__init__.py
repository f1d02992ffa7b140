"""Compares the rooms and exits of a Grid (`wanted`) with the database's (`plan`)."""

from xyzgrid_ext.core.spawn.model import (
    XYZ,
    Change,
    Existing,
    ExitKey,
    ExitSpec,
    Leaving,
    RoomSpec,
    Row,
    SpawnPlan,
    Template,
    Wanted,
)

__all__ = [
    "XYZ",
    "Change",
    "Existing",
    "ExitKey",
    "ExitSpec",
    "Leaving",
    "RoomSpec",
    "Row",
    "SpawnPlan",
    "Template",
    "Wanted",
]

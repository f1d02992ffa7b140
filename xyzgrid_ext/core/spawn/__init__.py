"""Compares the rooms and exits of a Grid (`wanted`) with the database's (`plan`)."""

from xyzgrid_ext.core.spawn.model import (
    XYZ,
    Change,
    DepartureKind,
    Existing,
    ExitKey,
    ExitSpec,
    RoomSpec,
    Row,
    SpawnPlan,
    Template,
    Wanted,
)

__all__ = [
    "XYZ",
    "Change",
    "DepartureKind",
    "Existing",
    "ExitKey",
    "ExitSpec",
    "RoomSpec",
    "Row",
    "SpawnPlan",
    "Template",
    "Wanted",
]

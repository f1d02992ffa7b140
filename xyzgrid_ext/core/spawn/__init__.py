"""From a Grid to what the database must hold: `wanted`, compared with what it holds: `plan`."""

from xyzgrid_ext.core.spawn.model import (
    XYZ,
    Change,
    Existing,
    ExitKey,
    ExitSpec,
    RoomSpec,
    Row,
    SpawnPlan,
    Template,
    Wanted,
)
from xyzgrid_ext.core.spawn.plan import plan
from xyzgrid_ext.core.spawn.wanted import wanted, xyz_of

__all__ = [
    "XYZ",
    "Change",
    "Existing",
    "ExitKey",
    "ExitSpec",
    "RoomSpec",
    "Row",
    "SpawnPlan",
    "Template",
    "Wanted",
    "plan",
    "wanted",
    "xyz_of",
]

"""From a Grid to what the database must hold: `wanted`, compared with what it holds: `plan`."""

from xyzgrid_ext.core.spawn.adoption import (
    Adoption,
    FoundExit,
    OwnClass,
    Records,
    Unadoption,
    directions_of,
    doubled,
)
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
from xyzgrid_ext.core.spawn.plan import part_of, plan
from xyzgrid_ext.core.spawn.wanted import wanted, xyz_of

__all__ = [
    "XYZ",
    "Adoption",
    "Change",
    "Existing",
    "ExitKey",
    "ExitSpec",
    "FoundExit",
    "OwnClass",
    "Records",
    "RoomSpec",
    "Row",
    "SpawnPlan",
    "Template",
    "Unadoption",
    "Wanted",
    "directions_of",
    "doubled",
    "part_of",
    "plan",
    "wanted",
    "xyz_of",
]

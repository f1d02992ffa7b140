"""Compares the rooms and exits of a Grid (`wanted`) with the database's (`plan`)."""

from xyzgrid_ext.core.spawn.fields import lock_types
from xyzgrid_ext.core.spawn.model import (
    BY_HAND,
    XYZ,
    AttributeKey,
    Change,
    ChangedBy,
    ClassDefaults,
    Departure,
    Existing,
    ExitKey,
    ExitSpec,
    FoundExit,
    Leaving,
    OwnClass,
    RoomSpec,
    Row,
    SpawnPlan,
    Template,
    ThingKey,
    Traits,
    Wanted,
)
from xyzgrid_ext.core.spawn.plan import NOTHING, Comparison, part_of, plan
from xyzgrid_ext.core.spawn.safe_rooms import SafeRooms
from xyzgrid_ext.core.spawn.wanted import (
    Making,
    exit_names,
    plan_things,
    wanted,
    wanted_things,
    xyz_of,
)

__all__ = [
    "BY_HAND", "NOTHING", "XYZ", "AttributeKey", "Change", "ChangedBy", "ClassDefaults",
    "Comparison", "Departure", "Existing", "ExitKey", "ExitSpec", "FoundExit", "Leaving", "Making",
    "OwnClass", "RoomSpec", "Row", "SafeRooms", "SpawnPlan", "Template", "ThingKey", "Traits",
    "Wanted", "exit_names", "lock_types", "part_of", "plan", "plan_things", "wanted",
    "wanted_things", "xyz_of",
]  # fmt: skip

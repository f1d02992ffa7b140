"""Compares the rooms and exits of a Grid (`wanted`) with the database's (`plan`)."""

from xyzgrid_ext.core.spawn.adoption import (
    Adoption,
    FoundExit,
    OwnClass,
    Records,
    Unadoption,
    directions_of,
    doubled,
)
from xyzgrid_ext.core.spawn.fingerprints import (
    Differences,
    Fingerprints,
    fingerprints,
    hash_of,
    stable_text,
)
from xyzgrid_ext.core.spawn.marks import ChangedBy, Marker, Marks, spec_marks, who_changed
from xyzgrid_ext.core.spawn.model import (
    XYZ,
    Change,
    Departure,
    Existing,
    ExitKey,
    ExitSpec,
    Leaving,
    RoomSpec,
    Row,
    SpawnPlan,
    Template,
    ThingKey,
    Traits,
    Wanted,
)
from xyzgrid_ext.core.spawn.plan import Comparison, part_of, plan
from xyzgrid_ext.core.spawn.safe_rooms import SafeRooms
from xyzgrid_ext.core.spawn.things import plan_things, wanted_things
from xyzgrid_ext.core.spawn.tiled import exit_mapping
from xyzgrid_ext.core.spawn.wanted import Making, exit_names, wanted, xyz_of

__all__ = [
    "XYZ",
    "Adoption",
    "Change",
    "ChangedBy",
    "Comparison",
    "Departure",
    "Differences",
    "Existing",
    "ExitKey",
    "ExitSpec",
    "Fingerprints",
    "FoundExit",
    "Leaving",
    "Making",
    "Marker",
    "Marks",
    "OwnClass",
    "Records",
    "RoomSpec",
    "Row",
    "SafeRooms",
    "SpawnPlan",
    "Template",
    "ThingKey",
    "Traits",
    "Unadoption",
    "Wanted",
    "directions_of",
    "doubled",
    "exit_mapping",
    "exit_names",
    "fingerprints",
    "hash_of",
    "part_of",
    "plan",
    "plan_things",
    "spec_marks",
    "stable_text",
    "wanted",
    "wanted_things",
    "who_changed",
    "xyz_of",
]

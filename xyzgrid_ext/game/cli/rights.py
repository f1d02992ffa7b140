"""`evennia xyzgrid right`: who may draw a map in the map editor."""

from __future__ import annotations

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.game.cli.grammar import Request
from xyzgrid_ext.game.cli.naming import level_named
from xyzgrid_ext.game.db import edits, objects
from xyzgrid_ext.game.world.current import current

NOT_READY = "the map editor has no tables in the database yet"
MIGRATE = "`evennia migrate` makes them"


def right(request: Request) -> int:
    """Show the rights on a map, or change one."""
    if len(request.names) not in (1, 3):
        raise UsageError("name a map, or a map, a player and a right", "right inn Ann editor")
    if not edits.is_ready():
        raise UsageError(NOT_READY, MIGRATE)
    key, _level = level_named(current(), request.names[0])
    if len(request.names) == 1:
        for who, role in edits.rights_on(key):
            print(f"{who:<28} {role}")
        print("superusers: owners of all maps")
        return 0
    _map, name, role = request.names
    account = objects.account_named(name)
    if account is None:
        raise UsageError(f"there is no account '{name}'")
    if role not in (*edits.ROLES, edits.NONE):
        known = ", ".join((*edits.ROLES, edits.NONE))
        raise UsageError(f"'{role}' is not a right", f"known: {known}")
    edits.grant(key, edits.Who(*account), role)
    print(f"{account[1]}: {role} of '{key}'")
    return 0

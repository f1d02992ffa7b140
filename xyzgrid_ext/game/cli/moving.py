"""`evennia xyzgrid fetch`: the game moves into another database."""

from __future__ import annotations

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.game.cli.grammar import Request
from xyzgrid_ext.game.cli.running import beside_a_stopped_game
from xyzgrid_ext.game.db.transfer import fetch as fetch_rows


@beside_a_stopped_game("fetch")
def fetch(request: Request) -> int:
    """Fill the empty database of the settings from a SQLite file."""
    if len(request.names) != 1:
        raise UsageError("which file?", "name the old database: fetch server/evennia.db3")
    counts: dict[str, int] = {}
    fetch_rows(request.names[0], counts.__setitem__)
    print(
        f"{sum(counts.values())} rows of {sum(map(bool, counts.values()))} tables, among them "
        f"{counts['objects_objectdb']} objects and {counts['accounts_accountdb']} accounts.\n"
        f"{request.names[0]} is as it was. Then: evennia xyzgrid plan, and evennia start."
    )
    return 0

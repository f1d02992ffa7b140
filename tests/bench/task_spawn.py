"""Our spawn of a map, or the contrib's, whose large maps take minutes to hours; in SQLite.

Ours stands beside `bulk_create` as well: Django gets the same rows as ready instances, so that only
the writing is timed. A spawn has to plan and to make up the rows besides.
"""

from typing import Any

from django.conf import settings
from django.db import transaction
from evennia import create_object
from evennia.contrib.grid.xyzgrid import xyzroom
from evennia.objects.models import ObjectDB
from evennia.typeclasses.attributes import Attribute
from maps import NAME, exits, map_data
from measure import once, queries, report
from task_load import loaded_map, parsed_map

from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.spawn.apply import SpawnCounts
from xyzgrid_ext.game.world.world import Live

# in the order of writing: what others refer to comes first
MODELS = (ObjectDB, Attribute, ObjectDB.db_tags.through, ObjectDB.db_attributes.through)


def run(whose: str, side: int) -> None:
    """Spawn a map of one side; again without a change; ours with one room changed."""
    make_home()
    (spawn_contrib if whose == "contrib" else spawn_ours)(side)
    rooms, ways = xyzroom.XYZRoom, xyzroom.XYZExit
    spawned = rooms.objects.all_family().count(), ways.objects.all_family().count()
    if spawned != (side * side, exits(side)):
        report("wrong", f"spawned {spawned} rooms and exits")


def make_home() -> None:
    """Make the room that Evennia wants for objects without a home."""
    home = create_object(settings.BASE_ROOM_TYPECLASS, key="Limbo", nohome=True)
    settings.DEFAULT_HOME = home.dbref


def spawn_contrib(side: int) -> None:
    """Spawn as its script does."""
    xymap = parsed_map(map_data(side))

    def spawn() -> None:
        xymap.spawn_links(nodes=xymap.spawn_nodes())

    report("spawn", once(spawn)[0] / 1000)
    report("spawn again", once(spawn)[0] / 1000)


def spawn_ours(side: int) -> None:
    """Spawn as the launcher does."""
    last = {model: newest(model) for model in MODELS}
    live = Live(loaded_map(map_data(side)))
    report("spawn", once(lambda: spawning.spawn(live, [NAME]))[0] / 1000)
    with queries() as count:
        again, counts = once(lambda: spawning.spawn(live, [NAME]))
    report("spawn again", again / 1000)
    report("spawn again queries", count[0])
    if counts != SpawnCounts():
        report("wrong", f"a second spawn changes the database: {counts}")
    data = map_data(side)
    data["prototypes"][1, 0] = {"prototype_parent": "xyz_room", "desc": "A puddle."}
    seconds, counts = once(lambda: spawning.spawn(Live(loaded_map(data)), [NAME]))
    report("spawn one", seconds / 1000)
    if counts != SpawnCounts(changed=1):
        report("wrong", f"one room is another one now, but {counts}")
    report("bulk_create", write_again(last) / 1000)


def newest(model: Any) -> int:
    return model._base_manager.order_by("-pk").values_list("pk", flat=True).first() or 0


def write_again(last: dict[Any, int]) -> float:
    """Remove all rows after these, and write them by `bulk_create`: milliseconds."""
    instances = {model: list(model._base_manager.filter(pk__gt=last[model])) for model in MODELS}
    for model in reversed(MODELS):
        model._base_manager.filter(pk__gt=last[model])._raw_delete("default")

    def write() -> None:
        with transaction.atomic():
            for model, rows in instances.items():
                model._base_manager.bulk_create(rows)

    return once(write)[0]

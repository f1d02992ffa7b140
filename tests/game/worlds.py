"""Words for worlds that many files of tests are about: prototypes, and what stands where."""

from evennia.objects.models import ObjectDB


def room(key, **more):
    """The prototype of a room."""
    return {"prototype_parent": "xyz_room", "key": key, **more}


def room_named(key):
    """The room of that name."""
    return ObjectDB.objects.filter(db_key=key, db_location=None).first()


def room_at(grid, x, y, z="town"):
    """The room at a coordinate as its tags have it."""
    return grid.live.object(grid.live.room_at_xyz(x, y, z))

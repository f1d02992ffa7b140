"""What stands where after a second spawn, and that nothing is left to do."""

from evennia.typeclasses.attributes import Attribute

from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.xyzroom import XYZRoom


def room(x, y):
    return XYZRoom.objects.get_xyz((x, y, "world"))


def way_out(x, y, name):
    return next(one for one in room(x, y).exits if one.key == name)


def walks(x, y):
    """Where the exits of a room lead, by name."""
    return {one.key: one.destination.xyz[:2] for one in room(x, y).exits}


def settled(grid):
    """Nothing is left to do, and no row is left over."""
    assert not drain(spawning.plan_steps(grid.live, ["world"]))
    attributes = Attribute.objects.filter(db_model="objectdb", objectdb__isnull=True)
    assert not attributes.exists()
    assert not objects.TagLinks.objects.filter(objectdb__isnull=True).exists()
    return True
